"""The places without a mark of a kind, where the rules of the given marks must not hold.

A mark stands in a cell, on the side between two, on a square of four, or at the end of a row,
column or diagonal. The marks given elsewhere determine which rules are meant: with a sandwich of 10
given, no row or column without a sandwich adds up to 10.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise

from sudokulib.basics.cells import Line
from sudokulib.primitives import Primitive
from sudokulib.shapes.composite import negation_of
from sudokulib.shapes.given_rules import GivenRule, given_in, unless_given
from sudokulib.shapes.global_kinds import rectangle
from sudokulib.shapes.kind import Context, Kind


@dataclass(frozen=True)
class _Place:
    """A place for a mark.

    Args:
        key: what distinguishes it from other places.
        ways: the cells of a rule there, in each relevant order.
    """

    key: Hashable
    ways: tuple[Line, ...]


@dataclass(frozen=True)
class _MarkKind:
    """The places where marks of a kind may stand.

    Args:
        places: returns all places on some cells.
        keys: returns the keys of the places that a rule marks.
        at: returns a rule for the cells of a place.
    """

    places: Callable[[Context, Collection[int]], Iterable[_Place]]
    keys: Callable[[Kind], Iterable[Hashable]]
    at: Callable[[Kind, Line], Kind]


@dataclass(frozen=True)
class ForbiddenRule:
    """A rule that must not hold at a place without a mark, unless one of some marks is given."""

    rule: Kind
    lifted_by: tuple[GivenRule, ...]


def _cells(_: Context, where: Collection[int]) -> Iterator[_Place]:
    for cell in sorted(where):
        yield _Place(cell, ((cell,),))


def _sides(context: Context, where: Collection[int]) -> Iterator[_Place]:
    for a, b in context.topology.edges():
        if a in where and b in where:
            yield _Place(frozenset((a, b)), ((a, b), (b, a)))


def _squares(context: Context, where: Collection[int]) -> Iterator[_Place]:
    for square in context.topology.unseamed.squares():
        if set(square) <= set(where):
            yield _Place(frozenset(square), (tuple(sorted(square)),))


def _ends(context: Context, where: Collection[int]) -> Iterator[_Place]:
    rows = rectangle(frozenset(where), context.topology)
    for line in (*rows, *zip(*rows, strict=True)):
        for way in (line, line[::-1]):
            yield _Place(way, (way,))


def _lines(context: Context, where: Collection[int]) -> Iterator[_Place]:
    for place in _ends(context, where):
        if place.ways[0][0] <= place.ways[0][-1]:
            yield _Place(frozenset(place.ways[0]), place.ways)


def _diagonals(context: Context, where: Collection[int]) -> Iterator[_Place]:
    """Yield the diagonals of at least two cells; an arrow past a corner means nothing."""
    rows = rectangle(frozenset(where), context.topology)
    for way in (rows, tuple(row[::-1] for row in rows)):
        found: dict[int, list[int]] = {}
        for number, row in enumerate(way):
            for place, cell in enumerate(row):
                found.setdefault(place - number, []).append(cell)
        for line in map(tuple, found.values()):
            if len(line) > 1:
                yield _Place(frozenset(line), (line,))


def _couples(rule: Kind) -> Iterator[Hashable]:
    """Yield the sides that a rule of pairs marks."""
    return map(frozenset, rule.cell_pairs)  # type: ignore[attr-defined]


def _steps(rule: Kind) -> Iterator[Hashable]:
    """Yield the sides that lines cross."""
    for line in rule.lines:  # type: ignore[attr-defined]
        closed = line[:1] if getattr(rule, "closed", False) else ()
        yield from map(frozenset, pairwise((*line, *closed)))


def _on_cells(rule: Kind, cells: Line) -> Kind:
    return replace(rule, cells=cells)  # type: ignore[call-arg]


def _as_line(rule: Kind, cells: Line) -> Kind:
    open_ = {"closed": False} if "closed" in {one.name for one in fields(rule)} else {}
    return replace(rule, lines=(cells,) if cells else (), **open_)  # type: ignore[call-arg]


def _clue_between_blanks(rule: Kind) -> list[Hashable]:
    """Return the line that a clue marks; a line of two blanks without a clue has no mark."""
    return [] if rule.sum is None else [frozenset(rule.all_cells)]  # type: ignore[attr-defined]


def _between_blanks(rule: Kind, cells: Line) -> Kind:
    """Return the rule that the clue would hold there, whatever else repeats on the line."""
    return replace(rule, cells=cells, distinct=False)  # type: ignore[call-arg]


_IN_CELLS = _MarkKind(_cells, lambda rule: rule.all_cells, _on_cells)
_PAIRS = _MarkKind(_sides, _couples, _on_cells)
_PATHS = _MarkKind(_sides, _steps, _as_line)
_SQUARES = _MarkKind(_squares, lambda rule: [frozenset(rule.all_cells)], _on_cells)
_CLUES = _MarkKind(_ends, lambda rule: [rule.cells], _on_cells)  # type: ignore[attr-defined]
_DIAGONALS = _MarkKind(_diagonals, lambda rule: [frozenset(rule.all_cells)], _on_cells)
_SUMS = _MarkKind(_lines, lambda rule: [frozenset(rule.all_cells)], _on_cells)
_BLANKS = _MarkKind(_lines, _clue_between_blanks, _between_blanks)

MARKED = {
    **dict.fromkeys(
        (
            "between-mark", "equal-neighbours", "even", "high", "low", "maximum", "minimum", "odd",
        ),
        _IN_CELLS,
    ),
    **dict.fromkeys(("less-than", "pair"), _PAIRS),
    **dict.fromkeys(
        ("entropic", "modular", "nabner", "palindrome", "parity", "renban", "whisper"), _PATHS
    ),
    "contains": _SQUARES,
    **dict.fromkeys(
        (
            "frame", "hidden-skyscraper", "numbered-room", "outside", "skyscraper",
            "skyscraper-sum", "x-sum",
        ),
        _CLUES,
    ),
    "doppelblock": _BLANKS,
    "little-killer": _DIAGONALS,
    **dict.fromkeys(("battlefield", "sandwich"), _SUMS),
}  # fmt: skip
"""The places of marks, by the name of their kind."""


def forbidden_rules(name: str, context: Context, where: Collection[int]) -> Iterator[ForbiddenRule]:
    """Yield the rules that must not hold where a mark of a kind is missing.

    Args:
        name: the name of the kind.
        context: the view of the puzzle.
        where: the cells for which all marks are given.

    Raises:
        GeometryError: its marks stand at the ends of rows and columns, and there are none.
    """
    kind = MARKED[name]
    marks = [one for one in given_in(context) if one.rule.name == name and [*kind.keys(one.rule)]]
    rules = dict.fromkeys(kind.at(one.rule, ()) for one in marks)
    lifting: dict[Hashable, list[GivenRule]] = {}
    for one in marks:
        for key in kind.keys(one.rule):
            lifting.setdefault(key, []).append(one)
    for place in kind.places(context, where):
        ways: Sequence[GivenRule] = lifting.get(place.key, ())
        if all(way.where for way in ways):
            for rule in rules:
                alike = dict.fromkeys(kind.at(rule, cells) for cells in place.ways)
                once = {one.meaning: one for one in alike}
                yield from (ForbiddenRule(one, tuple(ways)) for one in once.values())


def missing_marks(name: str, context: Context, where: Collection[int]) -> Iterator[Primitive]:
    """Yield primitives by which no rule holds where a mark of a kind is missing.

    Raises:
        LimitError: the opposite of a rule cannot be written.
    """
    for one in forbidden_rules(name, context, where):
        for primitive in negation_of(one.rule, context):
            yield from unless_given(primitive, one.lifted_by, context, one.rule.noun)
