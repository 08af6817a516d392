"""Wordings of chains, with the reason of every link."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Candidates, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.strategies.chains.nodes import common_conflicts
from sudokulib.strategies.phrases import excluding_primitives, name_list, symbol_list


def tell_chain(step: Step, words: Words) -> str:
    """Describe a chain as what follows from its first node being false, link by link."""
    nodes = [role.candidates for role in _nodes(step)]
    inferences = ", then ".join(_inferences(step, words))
    start = f"if {node_in_words(nodes[0], words, holds=False)}, then {inferences}"
    if len(nodes) % 2:
        if links := "; ".join(_links_at_work(step, words)):
            return f"{start}; every link of this loop has a true candidate: {links}"
        parts = "; ".join(_parts_at_work(step, words))
        return f"{start}; either all of this is so, or the opposite of all: {parts}"
    if nodes[0] == nodes[-1]:
        if step.placements:
            return f"{start}, which cannot be"
        holds = node_in_words(nodes[0], words, holds=True)
        return f"{start}; in any case {holds}, and {_excluding(step, nodes[0], words)}"
    ends = join_words([node_in_words(nodes[i], words, holds=True) for i in (0, -1)], "or")
    return f"{start}; either way, {ends}, and {_excluding(step, nodes[0] + nodes[-1], words)}"


def _excluding(step: Step, ends: Candidates, words: Words) -> str:
    """Describe what excludes all ends, and through which shapes."""
    what = join_words([words.claim(candidate) for candidate in step.eliminations])
    verb = "excludes" if len(step.eliminations) == 1 else "exclude"
    return f"{what} {verb} {_all(ends)}{_through(step.eliminations, ends, words)}"


def _all(ends: Candidates) -> str:
    return "both" if len(set(ends)) == 2 else "them all" if len(ends) > 1 else "that"


def _through(ones: Candidates, others: Candidates, words: Words) -> str:
    """Return the shapes because of which some candidates exclude others, in brackets."""
    shapes: dict[int, None] = {}
    for one in ones:
        for other in others:
            shapes.update(dict.fromkeys(excluding_primitives(words, (one, other))))
    return f" ({words.shapes(shapes)})" if shapes else ""


def _links_at_work(step: Step, words: Words) -> Iterator[str]:
    """Yield the links of a loop that exclude something, each with what that is."""
    nodes = [role.candidates for role in _nodes(step)]
    links = [nodes[i] + nodes[i + 1] for i in range(1, len(nodes) - 1, 2)]
    for role in step.roles:
        if role.name == "set":
            links += _by_value(role.candidates)
    numbered = numbering(words.board.model)
    left = numbered.mask(step.eliminations)
    for candidates in links:
        gone = common_conflicts(conflicts(words.board), numbered.mask(candidates)) & left
        if gone:
            left &= ~gone
            what = join_words([words.claim(one) for one in numbered.candidates(gone)])
            held = node_in_words(candidates, words, holds=True)
            why = _through(numbered.candidates(gone), candidates, words)
            yield f"{held}, which excludes {what}{why}"


def _parts_at_work(step: Step, words: Words) -> Iterator[str]:
    """Yield, for each removed candidate, two nodes an odd distance apart that it excludes."""
    nodes = [role.candidates for role in _nodes(step)][:-1]
    numbered, sight = numbering(words.board.model), conflicts(words.board)
    for gone in step.eliminations:
        seen = sight[numbered.number(gone)]
        hit = [node for node in nodes if not numbered.mask(node) & ~seen]
        one = next(node for node in hit if nodes.index(node) % 2 == 0)
        other = next(node for node in hit if nodes.index(node) % 2)
        held = join_words([node_in_words(node, words, holds=True) for node in (one, other)], "or")
        why = _through((gone,), one + other, words)
        yield f"{held}, and {words.claim(gone)} excludes {_all(one + other)}{why}"


def _by_value(candidates: Candidates) -> list[Candidates]:
    own: dict[int, Candidates] = {}
    for candidate in candidates:
        own[candidate[1]] = (*own.get(candidate[1], ()), candidate)
    return list(own.values())


def _nodes(step: Step) -> list[Role]:
    return [role for role in step.roles if role.name == "node"]


def _inferences(step: Step, words: Words) -> Iterator[str]:
    """Yield what follows from node to node, with the reason in brackets.

    What only repeats the words before it is left out: of a hidden value that says the same.
    """
    nodes = _nodes(step)
    said = node_in_words(nodes[0].candidates, words, holds=False)
    sets = iter([role for role in step.roles if role.name == "set"])
    for place, (before, node) in enumerate(pairwise(nodes)):
        strong = place % 2 == 0
        own = next(sets) if strong and _by_set(before, node) else None
        reason = _strong(before, node, words) if strong else _weak(node, words)
        if own is not None:
            reason = _of_set(before, own, words)
        before_that, said = said, node_in_words(node.candidates, words, holds=strong)
        if said != before_that:
            yield f"{said} ({reason})"


def _by_set(before: Role, node: Role) -> bool:
    """Return whether a strong inference comes from several variables, not from one or a shape."""
    return not node.primitives and len({v for v, _ in before.candidates + node.candidates}) > 1


def _of_set(before: Role, own: Role, words: Words) -> str:
    """Return why an almost locked set holds a value once another is absent from it."""
    gone = {value for _, value in before.candidates}
    left = [candidate for candidate in own.candidates if candidate[1] not in gone]
    return f"{name_list(words, own.candidates)} are left with {symbol_list(words, left)}"


def _strong(before: Role, node: Role, words: Words) -> str:
    if not node.primitives:
        return "nothing else is left there"
    where = words.rule(node.primitives[0])
    if len({value for _, value in before.candidates + node.candidates}) > 1:
        return f"else nothing fits in {where}"
    places = "place" if len(node.candidates) == 1 else "places"
    return f"the only other {places} in {where}"


def _weak(node: Role, words: Words) -> str:
    return words.shapes(node.primitives) if node.primitives else "one value in a cell"


def node_in_words(candidates: Candidates, words: Words, *, holds: bool) -> str:
    """Say that one of some candidates is true, or that none is."""
    variables = list(dict.fromkeys(variable for variable, _ in candidates))
    values = list(dict.fromkeys(words.symbol(*candidate) for candidate in candidates))
    cells = [words.cell(variable) for variable in variables]
    if len(cells) == 1:
        return words.statement(variables[0], [value for _, value in candidates], holds=holds)
    if len(values) == 1 and all(map(words.is_cell, variables)):
        where = join_words(cells, "or")
        return f"{values[0]} is in {where}" if holds else f"{values[0]} is not in {where}"
    if len(values) == 1 and not any(map(words.is_cell, variables)):
        told = words.subjects(variables, "or" if holds else "nor")
        return f"{told} is {values[0]}" if holds else f"neither {told} is {values[0]}"
    each = join_words([words.candidate(c) for c in candidates], "or" if holds else "nor")
    return f"{each} holds" if holds else f"neither {each} holds"
