"""Steps in the terse notation of the field: ``X-wing: 7 r27\\c58 => R3C5<>7``.

Cells have their own names, contracted where names differ in one number (``R1C23``). Chains
are written as Eureka does: ``=`` between candidates of which one is true, ``-`` between those of
which one is false. A step that is neither a chain nor a fish names its truths and links, as in set
logic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from sudokulib.logic.step import (
    Argument,
    Bound,
    Candidates,
    Fillings,
    Link,
    Rank,
    Refutation,
    Role,
    Step,
    Swap,
    Truth,
)
from sudokulib.logic.words import Words
from sudokulib.solving.explaining.descriptions import title

_GRID = re.compile(r"(.*)R(\d+)C(\d+)")
_NUMBERED = re.compile(r"(row|column|box) (\d+)(?: of (\w+))?")
_ARGUMENTS = 2
"""The most arguments written out; if there are more, the parts of the pattern are written
instead."""

_CHAINS = ("node", "second-node")
"""Names of roles that are nodes of a chain, in order."""
_MOST = 6
"""The most truths or links written out, to fit a line; of more, only the number is given."""


def notation(step: Step, words: Words) -> str:
    """Return a step in one line.

    Args:
        step: the step.
        words: names, with the board before the step.

    Returns:
        The technique, the pattern, and after ``=>`` the conclusion; for singles the conclusion
        only.
    """
    outcome = _outcome(step, words)
    seen = pattern_notation(step, words)
    phrase = f"{seen} => {outcome}" if seen and outcome else seen or outcome
    return f"{title(step)}: {phrase}"


def pattern_notation(step: Step, words: Words) -> str:
    """Return the pattern of a step, without its conclusion; empty for those that have none.

    Args:
        step: the step; naked singles, for example, have no pattern.
        words: names, with the board before the step.
    """
    chains = [[role for role in step.roles if role.name == name] for name in _CHAINS]
    if len(chains[0]) > 1:
        return " | ".join(_chain(nodes, words) for nodes in chains if nodes)
    if joints := [role for role in step.roles if role.name == "restricted"]:
        return _sets(joints, step, words)
    bases = [role for role in step.roles if role.name == "base" and role.primitives]
    covers = [role for role in step.roles if role.name == "cover" and role.primitives]
    if bases and covers:
        return _fish(bases, covers, step, words)
    phrases = [
        one for one in dict.fromkeys(_argument(a, step, words) for a in step.arguments) if one
    ]
    if len(phrases) > _ARGUMENTS:
        return " / ".join(dict.fromkeys(_role(role, words) for role in step.roles))
    return " | ".join(phrases)


def _candidates(candidates: Candidates, words: Words) -> str:
    """Return candidates by symbol: ``(5)R1C12,(78)R3C4``."""
    cells: dict[str, list[str]] = {}
    said = []
    for variable, value in candidates:
        if words.is_cell(variable):
            cells.setdefault(words.symbol(variable, value), []).append(words.cell(variable))
        else:
            said.append(f"({words.candidate((variable, value))})")
    alike: dict[str, list[str]] = {}
    for symbol, names in cells.items():
        alike.setdefault(compress_cells(names), []).append(symbol)
    phrases = [f"({_join_symbols(symbols)}){names}" for names, symbols in alike.items()]
    return ",".join(phrases + said)


def _role(role: Role, words: Words) -> str:
    """Return the shapes of a role, preceded by its candidates if these are only some."""
    names = ",".join(dict.fromkeys(_name(number, words) for number in role.primitives))
    cells = {variable for variable, _ in role.candidates}
    whole = len(role.candidates) == sum(words.board.masks[v].bit_count() for v in cells)
    phrase = "" if names and whole else _candidates(role.candidates, words)
    return ", ".join(filter(None, (phrase, names)))


def _join_symbols(symbols: Sequence[str]) -> str:
    """Return symbols joined, without a slash if each is a single character."""
    return ("" if all(len(symbol) == 1 for symbol in symbols) else "/").join(symbols)


def _chain(nodes: Sequence[Role], words: Words) -> str:
    """Return nodes with alternating links; the first is assumed false, so ``=`` comes first.

    Two candidates of one cell share its name: ``(5-3)R1C2``.
    """
    text, join = "", "="
    groups: list[tuple[str, str]] = []
    for node in nodes:
        symbols = "".join(dict.fromkeys(words.symbol(*one) for one in node.candidates))
        cells = compress_cells(words.cell(variable) for variable, _ in node.candidates)
        groups.append((symbols, cells))
    text = f"({groups[0][0]}"
    for (_, here), (symbols, there) in pairwise(groups):
        text += f"{join}{symbols}" if here == there else f"){here}{join}({symbols}"
        join = "-" if join == "=" else "="
    return f"{text}){groups[-1][1]}"


def _sets(joints: Sequence[Role], step: Step, words: Words) -> str:
    """Return almost locked sets with the values that two neighbours share.

    A chain is ``R1C23{124} -1- R5C2{13} -3- R5C46{345}``; petals follow their stem.
    """
    sets = [_locked(role, words) for role in step.roles if role.name in ("set", "petal")]
    shared = [_values(role, words) for role in joints]
    stem = next((role for role in step.roles if role.name == "stem"), None)
    if stem is not None:
        petals = (f"{value}-{own}" for value, own in zip(shared, sets, strict=True))
        return f"{_locked(stem, words)}: {', '.join(petals)}"
    if len(shared) == len(sets):
        return f"{sets[0]} -{','.join(shared)}- {sets[1]}"
    links = (f" -{value}- {own}" for value, own in zip(shared, sets[1:], strict=True))
    return sets[0] + "".join(links)


def _locked(role: Role, words: Words) -> str:
    cells = compress_cells(words.cell(v) for v in dict.fromkeys(v for v, _ in role.candidates))
    return f"{cells}{{{_values(role, words)}}}"


def _values(role: Role, words: Words) -> str:
    found = {value: words.symbol(variable, value) for variable, value in role.candidates}
    return _join_symbols([found[value] for value in sorted(found)])


def _fish(bases: Sequence[Role], covers: Sequence[Role], step: Step, words: Words) -> str:
    of = {words.symbol(*one) for role in bases for one in role.candidates}
    fins = [one for role in step.roles if role.name == "fins" for one in role.candidates]
    sides = (
        _shapes((number for role in roles for number in role.primitives), words)
        for roles in (bases, covers)
    )
    more = f" f{compress_cells(words.cell(variable) for variable, _ in fins)}" if fins else ""
    return f"{','.join(sorted(of))} {chr(92).join(sides)}{more}"


def _argument(argument: Argument, step: Step, words: Words) -> str:
    if isinstance(argument, Fillings):
        return _name(argument.primitive, words)
    if isinstance(argument, Rank):
        return _rank(argument, step, words)
    if isinstance(argument, Refutation):
        (variable, value), holds = argument.candidate, argument.holds
        if not words.is_cell(variable):
            return f"{words.statement(variable, [value], holds=holds)} -> contradiction"
        sign = "" if holds else "not "
        return f"{sign}{words.candidate(argument.candidate)} -> contradiction"
    hidden = [one for one in argument.truth.candidates if not words.is_cell(one[0])]
    if len(argument.branches) == 1 or hidden:  # no cases that a person tells apart
        alone = len(step.arguments) == 1
        return " / ".join(dict.fromkeys(_role(role, words) for role in step.roles)) if alone else ""
    return " or ".join(words.candidate(branch.candidate) for branch in argument.branches)


def _rank(rank: Rank, step: Step, words: Words) -> str:
    """Return the truths of a subset as cells or places; of other steps all truths and links."""
    truths = rank.truths
    links = [part for part in rank.links if not isinstance(part, Rank)]
    nested = len(links) < len(rank.links)
    if len(truths) == 1 and not links and step.placements:
        shape = truths[0].primitive if isinstance(truths[0], Truth) else None
        return "" if shape is None else _name(shape, words)
    plain = [one for one in truths if isinstance(one, Truth)]
    if len(plain) == len(truths) == len(links) and not nested:
        if all(one.variable is not None for one in plain):
            cells = compress_cells(words.cell(one.variable or 0) for one in plain)
            return f"{_symbols(plain, words)} in {cells}"
        if len({one.primitive for one in plain}) == 1 and plain[0].primitive is not None:
            cells = compress_cells(words.cell(v) for one in plain for v, _ in one.candidates)
            where = _name(plain[0].primitive, words)
            return f"{_symbols(plain, words)} in {cells}, {where}"
    return f"{_set([_truth(t, words) for t in truths])} {_set([_link(x, words) for x in links])}"


def _set(items: Sequence[str]) -> str:
    unlike = list(dict.fromkeys(items))
    comma = ", " if any(" " in item for item in unlike) else " "
    return "{" + (comma.join(unlike) if len(unlike) <= _MOST else str(len(unlike))) + "}"


def _symbols(truths: Iterable[Truth], words: Words) -> str:
    found = {one[1]: words.symbol(*one) for truth in truths for one in truth.candidates}
    return ",".join(found[value] for value in sorted(found))


def _name(primitive: int, words: Words) -> str:
    return (words.equation(primitive) if primitive in words.model.derived else "") or short_name(
        words.shape(primitive)
    )


def _truth(truth: Truth | Swap, words: Words) -> str:
    if isinstance(truth, Swap):
        return f"swap {compress_cells(words.cell(variable) for variable, _ in truth.pairs)}"
    if truth.primitive is None:
        return words.cell(truth.variable or 0)
    return _of_shape(truth.candidates, truth.primitive, words)


def _of_shape(candidates: Candidates, primitive: int, words: Words) -> str:
    symbols = {words.symbol(*one) for one in candidates}
    name = _name(primitive, words)
    of = symbols.pop() if len(symbols) == 1 else ""
    return f"{of} in {name}" if of and " " in name else f"{of}{name}"


def _link(link: Link | Bound, words: Words) -> str:
    if isinstance(link, Bound):
        return _name(link.primitive, words)
    if not link.primitives:
        return words.cell(link.candidates[0][0]) if link.candidates else ""
    return "+".join(_of_shape(link.candidates, number, words) for number in link.primitives)


def _outcome(step: Step, words: Words) -> str:
    gone: dict[int, list[str]] = {}
    unseen = []
    for variable, value in step.eliminations:
        if not words.is_cell(variable):
            unseen.append((variable, value))
        elif words.board.allows((variable, value)):
            gone.setdefault(variable, []).append(words.symbol(variable, value))
    alike: dict[str, list[str]] = {}
    for variable, symbols in gone.items():
        alike.setdefault(",".join(symbols), []).append(words.cell(variable))
    lost = [f"{compress_cells(cells)}<>{symbols}" for symbols, cells in alike.items()]
    worded = tuple([one for one in step.placements if not words.is_cell(one[0])])
    said = words.conclusion(replace(step, placements=worded, eliminations=tuple(unseen)))
    placed = [words.candidate(one) for one in step.placements if words.is_cell(one[0])]
    return ", ".join([*placed, *lost, *filter(None, [said])])


def _shapes(primitives: Iterable[int], words: Words) -> str:
    """Return short names, contracted where they are of one kind: ``r27``."""
    names = list(dict.fromkeys(_name(number, words) for number in primitives))
    letters = {name[0] for name in names}
    if len(letters) == 1 and all(re.fullmatch(r"[a-z]\d", name) for name in names):
        return names[0][0] + "".join(sorted(name[1:] for name in names))
    return ",".join(names)


def short_name(name: str) -> str:
    """Return the name of a shape, abbreviated to the usual letter for rows, columns and boxes.

    >>> [short_name(name) for name in ("row 3", "box 12 of B", "the long diagonal", "cage 7")]
    ['r3', 'B.b12', 'long diagonal', 'cage 7']
    """
    found = _NUMBERED.fullmatch(name)
    if found is None:
        return name.removeprefix("the ")
    letter = f"{found[3]}.{found[1][0]}" if found[3] else found[1][0]
    return f"{letter}{found[2]}"


def compress_cells(names: Iterable[str]) -> str:
    """Return names of cells, contracted where they differ in one number.

    >>> compress_cells(["R1C1", "R1C2", "R4C2"]), compress_cells(["R1C2", "R3C2"])
    ('R1C12,R4C2', 'R13C2')
    """
    places = [(name, _GRID.fullmatch(name)) for name in dict.fromkeys(names)]
    if any(found is None or len(found[2] + found[3]) > 2 for _, found in places):
        return ",".join(name for name, _ in places)
    lines: dict[tuple[str, str], str] = {}
    for _, found in places:
        if found is not None:
            lines[found[1], found[2]] = lines.get((found[1], found[2]), "") + found[3]
    stacks: dict[tuple[str, str], str] = {}
    for (face, row), found_columns in lines.items():
        columns = "".join(sorted(found_columns))
        stacks[face, columns] = stacks.get((face, columns), "") + row
    spots = (
        f"{face}R{''.join(sorted(rows))}C{columns}" for (face, columns), rows in stacks.items()
    )
    return ",".join(spots)
