"""The differences between a puzzle and the same puzzle read back from another notation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sudokulib.basics.quoting import short
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import (
    AllOf,
    Allowed,
    AutomatonLine,
    Difference,
    Distinct,
    Even,
    High,
    Kind,
    Lockout,
    Low,
    Maximum,
    Minimum,
    Negative,
    Nonconsecutive,
    Odd,
    Pair,
    PairSum,
    Ratio,
    Shape,
    Skyscraper,
    Whisper,
)
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.overlays import Overlay
from sudokulib.shapes.pairs import PairRelation
from sudokulib.shapes.sets import all_different

_MASKED = (Allowed, Even, High, Low, Odd)
"""Kinds that only restrict the symbols of single cells."""

_DOTS = (Difference, PairSum, Ratio)
"""Kinds that exempt their cells from rules about pairs without a dot."""

_LOCAL = (GlobalKind, Minimum, Maximum)
"""Kinds that depend on which cells are neighbours."""


def dropped(puzzle: Puzzle, back: Puzzle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a puzzle loses and gains on its way through a notation, each item in words.

    Cells are the same if they have the same place in the picture. A rule on several lines counts
    as a rule on each of them.

    Args:
        puzzle: the puzzle that was written.
        back: the puzzle that was read back.

    >>> from sudokulib import geometry
    >>> four = geometry("4x4")
    >>> dropped(four.puzzle("1..............."), four.puzzle())
    (('the given 1 in R1C1', 'that R1C1 holds one of 1'), ())
    """
    places = _original_cells(puzzle, back)
    if places is None:
        return (), (f"cells in other places ({len(back.geometry)} of them)",)
    if len(back.geometry.alphabet) != len(puzzle.geometry.alphabet):
        return (), (f"the symbols {back.geometry.alphabet}",)
    mine, other = _Rules(puzzle, range(len(places))), _Rules(back, places)
    lost = [*_symbols(puzzle, back), *_givens(puzzle, back, places)]
    gained = []
    if _reads_values(puzzle) and back.geometry.alphabet.values != puzzle.geometry.alphabet.values:
        gained.append(f"other numbers behind its symbols ({back.geometry.alphabet.values})")
    tighter, wider = [], []
    hidden_too = _hidden_names(puzzle) == _hidden_names(back)
    for cell in [*sorted(places), *(_hidden(puzzle) if hidden_too else ())]:
        mask = mine.masks[cell]
        if mask & ~other.masks[cell]:
            tighter.append(cell)
        elif mask != other.masks[cell]:
            wider.append(cell)
    lost += [_holds(puzzle, cell, mine.masks[cell]) for cell in wider]
    gained += [_holds(puzzle, cell, other.masks[cell]) for cell in tighter]
    lost += mine.without(other)
    gained += other.without(mine)
    if mine.local and other.local and not _same_neighbours(puzzle, back, places):
        gained.append(f"other neighbours for {mine.local[0]}")
    if other.lifted and (gone := mine.dots.keys() - other.dots.keys()):
        gained.append(f"“{other.lifted[0]}” without exempting “{mine.dots[min(gone, key=str)]}”")
    if not hidden_too:
        lost += [f"the hidden cell {name}" for name in _hidden_names(puzzle)]
    lost += _texts(puzzle, back, places)
    return tuple(dict.fromkeys(lost)), tuple(dict.fromkeys(gained))


def lost_shapes(puzzle: Puzzle, back: Puzzle) -> list[Shape]:
    """Return the shapes of a puzzle of which another one lacks a rule, or a part of it.

    Args:
        puzzle: the puzzle that was written.
        back: the puzzle that was read back, with as many symbols.
    """
    places = _original_cells(puzzle, back)
    if places is None:
        return []
    masks = dict(zip(places, remaining_symbols(back), strict=False))
    have = {rule.moved(places).meaning for _, rule in single_rules(back)}
    lost = [
        shape for shape, rule in single_rules(puzzle)
        if (_is_looser(rule, masks, puzzle) if isinstance(rule, _MASKED)
            else rule.meaning not in have)
    ]  # fmt: skip
    return list(dict.fromkeys(lost))


def _is_looser(rule: Kind, masks: Mapping[int, int], puzzle: Puzzle) -> bool:
    """Return whether a rule about single cells forbids something that these candidates have."""
    values = puzzle.context.values
    return any(
        masks.get(cell, 0) >> index & 1 and not rule.allows(value, puzzle.context)  # type: ignore[attr-defined]
        for cell in rule.all_cells
        for index, value in enumerate(values)
    )


def _original_cells(puzzle: Puzzle, back: Puzzle) -> list[int] | None:
    """Return for each cell that was read the original cell; None if the cells differ."""
    at = {cell.at: number for number, cell in enumerate(puzzle.geometry.cells)}
    found = [at.get(cell.at, -1) for cell in back.geometry.cells]
    return found if sorted(found) == list(range(len(at))) else None


def _symbols(puzzle: Puzzle, back: Puzzle) -> Iterator[str]:
    mine, other = puzzle.geometry.alphabet, back.geometry.alphabet
    if mine.symbols != other.symbols:
        yield f"the symbols {mine}; they are written as {other}"


def _givens(puzzle: Puzzle, back: Puzzle, places: Sequence[int]) -> Iterator[str]:
    """Yield the cells given in only one of the two, whatever their candidates."""
    mine = dict(puzzle.given_values)
    other = {places[cell]: value for cell, value in back.given_values}
    symbols, name = puzzle.geometry.alphabet.symbols, puzzle.geometry.name_of
    for cell in sorted(mine.keys() | other.keys()):
        if cell not in other:
            yield f"the given {symbols[mine[cell]]} in {name(cell)}"
        elif cell not in mine:
            yield f"that {name(cell)} is not a given"


def _holds(puzzle: Puzzle, cell: int, mask: int) -> str:
    symbols = " ".join(puzzle.geometry.alphabet.of_mask(mask))
    return f"that {puzzle.geometry.name_of(cell)} holds one of {symbols}"


def _reads_values(puzzle: Puzzle) -> bool:
    return any(not isinstance(shape.rule, Distinct) for shape in puzzle.all_shapes)


def _same_neighbours(puzzle: Puzzle, back: Puzzle, places: Sequence[int]) -> bool:
    """Return whether the same cells touch: by sides, by glued sides and by corners."""
    mine, other = puzzle.geometry.topology, back.geometry.topology.moved(places)
    cells = range(len(puzzle.geometry))
    return mine.edges() == other.edges() and all(
        set(mine.corner_neighbours(cell)) == set(other.corner_neighbours(cell)) for cell in cells
    )


class _Rules:
    """The rules of a puzzle, split as far as possible, and the remaining candidates."""

    def __init__(self, puzzle: Puzzle, places: Sequence[int]) -> None:
        self.masks = dict(zip([*places, *_hidden(puzzle)], remaining_symbols(puzzle), strict=True))
        self.names: dict[Hashable, str] = {}
        self.roles: dict[tuple[Hashable, str], str] = {}
        self.local: list[str] = []
        self.dots: dict[Hashable, str] = {}
        self.lifted: list[str] = []
        numbers = {**dict(enumerate(places)), **{n: n for n in _hidden(puzzle)}}
        for shape, rule in single_rules(puzzle):
            if not isinstance(rule, _MASKED):
                meaning, name = rule.moved(numbers).meaning, puzzle.name_of(shape)
                self.names.setdefault(meaning, name)
                if isinstance(rule, _DOTS):
                    self.dots[meaning] = name
                if isinstance(rule, Negative | Nonconsecutive):
                    self.lifted.append(name)
        for shape in puzzle.all_shapes:
            name = puzzle.name_of(shape)
            if _is_local(shape.rule):
                self.local.append(name)
            for role in sorted(shape.roles):
                self.roles[shape.rule.moved(numbers).meaning, role] = name

    def without(self, other: _Rules) -> Iterator[str]:
        """Yield the rules, and the roles of rules, that the other puzzle lacks."""
        for meaning, name in self.names.items():
            if meaning not in other.names:
                yield f"the shape “{name}”"
        for (meaning, role), name in self.roles.items():
            if (meaning, role) not in other.roles and meaning in other.names:
                yield f"that “{name}” is a {role}"


def _hidden_names(puzzle: Puzzle) -> list[str]:
    return [cell.name for cell in puzzle.geometry.hidden]


def _hidden(puzzle: Puzzle) -> range:
    seen = len(puzzle.geometry)
    return range(seen, seen + len(puzzle.geometry.hidden))


def remaining_symbols(puzzle: Puzzle) -> list[int]:
    """Return the symbols that givens and rules about single cells leave each cell.

    Hidden cells come last.

    >>> from sudokulib.puzzles.loading import loads
    >>> remaining_symbols(loads("{geometry: 4x4, givens: {R1C1: 3}, allowed: {R1C2: 13}}"))[:3]
    [4, 5, 15]
    """
    context = puzzle.context
    masks = [m & d for m, d in zip(puzzle.masks, puzzle.geometry.domains, strict=True)]
    masks += [cell.domain for cell in puzzle.geometry.hidden]
    for _, rule in single_rules(puzzle):
        if isinstance(rule, _MASKED):
            mask = sum(1 << i for i, v in enumerate(context.values) if rule.allows(v, context))
            for cell in rule.cells:
                if cell < len(masks):
                    masks[cell] &= mask
    return masks


def single_rules(puzzle: Puzzle) -> Iterator[tuple[Shape, Kind]]:
    """Yield the shapes of a puzzle with the rules that they consist of.

    Each line, each pair of neighbours and each set of an overlay has a rule of its own. Default
    numbers are written out, and without dots a rule that exempts them equals one that does not. The
    ground of a skyscraper is left out where it makes no difference.
    """
    found = [(shape, rule) for shape in puzzle.all_shapes for rule in _split_rules(shape.rule)]
    dotted = any(isinstance(rule, _DOTS) for _, rule in found)
    context = puzzle.context
    for shape, rule in found:
        if isinstance(rule, Whisper | Lockout):
            yield shape, replace(rule, d=rule.least(context))
        elif isinstance(rule, Pair):
            pairs = tuple(sorted(rule.integers(context.values)))
            yield shape, replace(rule, relation="", pairs=pairs)
        elif isinstance(rule, AutomatonLine):
            yield shape, rule.numbered(context.alphabet)
        elif isinstance(rule, Overlay):
            for one in rule.lower(context):
                yield shape, all_different(one.variables, len(context.alphabet))
        elif isinstance(rule, Nonconsecutive) and not dotted:
            yield shape, replace(rule, except_=("difference", "ratio"))
        elif isinstance(rule, Skyscraper) and not _begins_flat(rule, puzzle):
            yield shape, replace(rule, ground=None)
        else:
            yield shape, rule


def _begins_flat(rule: Skyscraper, puzzle: Puzzle) -> bool:
    """Return whether the first cell may be flat; if not, the ground is irrelevant."""
    first, context = rule.cells[0], puzzle.context
    mask = (puzzle.masks[first] if first < len(puzzle.masks) else -1) & context.domains[first]
    values = [value for n, value in enumerate(context.values) if mask >> n & 1]
    return rule.ground is not None and any(value <= rule.ground for value in values)


def _split_rules(rule: Kind) -> Iterator[Kind]:
    """Yield rules that together equal one rule: one for each line and each pair of neighbours."""
    if isinstance(rule, AllOf):
        for inner in rule.shapes:
            yield from _split_rules(inner)
    elif isinstance(rule, PairRelation) and not (isinstance(rule, Pair) and rule.among == "all"):
        for couple in rule.cell_pairs:
            yield replace(rule, cells=couple)
    elif "lines" in cell_fields(type(rule)) and len(rule.lines) > 1:  # type: ignore[attr-defined]
        for line in rule.lines:  # type: ignore[attr-defined]
            yield replace(rule, lines=(line,))  # type: ignore[call-arg]
    else:
        yield rule


def _is_local(rule: Kind) -> bool:
    inner: Iterable[Kind] = (one for f in rule_fields(type(rule)) for one in getattr(rule, f))
    return isinstance(rule, _LOCAL) or any(map(_is_local, inner))


def _texts(puzzle: Puzzle, back: Puzzle, places: Sequence[int]) -> Iterator[str]:
    for name in ("title", "author", "source", "description"):
        text = getattr(puzzle, name)
        if text and text != getattr(back, name):
            yield f"the {name} {short(text)!r}"
    answer = {places[cell]: value for cell, value in enumerate(back.answer)}
    if puzzle.answer and answer != dict(enumerate(puzzle.answer)):
        yield "the stated solution"
    if puzzle.fog and {places[cell] for cell in back.fog} != set(puzzle.fog):
        yield "the fog"
