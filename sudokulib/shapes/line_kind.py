"""The base of all kinds on lines: fields, drawing, and the lowering of relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import ClassVar

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import counted
from sudokulib.errors import SudokuError
from sudokulib.primitives import Linear, Primitive, Table
from sudokulib.primitives.primitive import propagate_all
from sudokulib.shapes.fields import CellLines
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.lowering import table, weighted_sum
from sudokulib.shapes.marks import Hue, Mark, MarkStyle

Relation = Callable[..., bool]
"""A predicate on integers, in the order of their cells: true if they may occur together."""

_LOOKS: Mapping[MarkStyle, tuple[str, str]] = {
    "dash-dot": ("", "with dashes and dots"),
    "broken": ("", "with dashes along its middle"),
    "directed": ("", "with an arrow"),
}
"""The looks of lines that are no adjective: what stands before and after the word."""


@dataclass(frozen=True, slots=True)
class LineKind(Kind):
    """A rule that holds on each of some lines of cells."""

    lines: CellLines

    hue: ClassVar[Hue] = "grey"
    """The colour in which setters draw such lines."""
    look: ClassVar[MarkStyle] = ""
    """The pattern that tells such lines from others without their colour."""

    def clue(self) -> str:
        """Return the text where each line begins: by default none."""
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return each line as a path, back to its first cell if it is closed."""
        closed = getattr(self, "closed", False)
        for line in self.lines:
            cells = line + line[:1] if closed else line
            yield Mark("path", cells, self.clue(), self.look, self.hue)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the fields, and how a line looks."""
        path = next(mark for mark in self.drawn(context) if mark.form in ("path", "arrow"))
        look, end = _LOOKS.get(path.look, (path.look, ""))
        line = " ".join(filter(None, (look, path.hue, "line", end)))
        article = "an" if line[0] in "aeiou" else "a"
        return {**Kind.phrases(self, context), "line": f"{article} {line}"}


def undirected(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines in a canonical order, each read from its canonical end.

    >>> undirected([(3, 1, 2), (0, 5), (2, 1, 3)])
    ((0, 5), (2, 1, 3))
    """
    return tuple(sorted({min(line, line[::-1]) for line in lines}))


def looped(lines: Iterable[Line], closed: bool) -> tuple[Line, ...]:
    """Return the lines as `undirected` does; closed lines also begin at a canonical cell.

    >>> looped([(3, 1, 2)], True)
    ((1, 2, 3),)
    """
    if not closed:
        return undirected(lines)
    ways = ([line, line[::-1]] for line in lines)
    return tuple(sorted({min(w[i:] + w[:i] for w in two for i in range(len(w))) for two in ways}))


def successive_cells(line: Line, closed: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the pairs of consecutive cells on a line."""
    yield from pairwise(line)
    if closed:
        yield line[-1], line[0]


def relation_table(cells: Sequence[int], context: Context, relation: Relation) -> Table:
    """Return the table of the fillings of some cells, one of which may be given twice.

    Tables of one relation share their tuples, so pass the same function object each time.
    """
    once = tuple(dict.fromkeys(cells))
    reads = tuple(once.index(c) for c in cells)
    domains = tuple(context.domains[c] for c in once)
    return Table(once, _tuples(relation, reads, domains, context.values))


# Safe to cache, as it reads nothing else; relations are compared as functions, which never change.
@lru_cache(maxsize=1024)
def _tuples(
    relation: Relation,
    reads: tuple[int, ...],
    domains: tuple[int, ...],
    values: tuple[int, ...],
) -> frozenset[tuple[int, ...]]:
    return table(reads, values, relation, domains).tuples


def equal_sum_differences(groups: Iterable[Line], context: Context) -> Iterator[Linear]:
    """Yield a Linear for each pair of groups: their sums are equal."""
    for one, other in combinations(groups, 2):
        terms = [*((c, 1) for c in one), *((c, -1) for c in other)]
        difference = weighted_sum(terms, context.values, (0,))
        if difference.variables:
            yield difference


def line_problem(
    lines: Sequence[Line],
    *,
    least: int = 1,
    closed: bool = False,
    crossing: bool = False,
    repeats: bool = False,
) -> str:
    """Describe what is wrong with the lines before any rule is applied to them.

    Args:
        lines: each a sequence of cells.
        least: how many cells a line needs.
        closed: whether the last cell is followed by the first.
        crossing: whether a line may return to a cell.
        repeats: whether any cell may occur on a line again, even its first and the previous one.
    """
    if not lines:
        return "there is no line; write for example lines: [R1C1-R1C4]"
    least = max(least, 3 if closed else 1)
    for number, line in enumerate(lines, 1):
        if len(line) < least:
            has = counted(len(line), "cell")
            return f"line {number} has {has}, but needs {least}; add cells to it"
        if problem := "" if repeats else _repeated(line, closed, crossing):
            return f"line {number} {problem}"
    return ""


def _repeated(line: Line, closed: bool, crossing: bool) -> str:
    if len(line) > 1 and line[0] == line[-1]:
        fix = "" if closed else "; for a rule that has closed:, write closed: true to make a loop"
        return f"ends in its first cell; leave out the last cell{fix}"
    for place, (a, b) in enumerate(pairwise(line), 1):
        if a == b:
            return f"has the same cell as number {place} and {place + 1}; leave out one of them"
    if not crossing and len(set(line)) < len(line):
        again = next(i for i, c in enumerate(line) if c in line[:i])
        first = line.index(line[again])
        return f"has the same cell as number {first + 1} and {again + 1}; leave out one of them"
    return ""


def infeasibility(kind: Kind, context: Context, pivots: Iterable[int] = ()) -> str:
    """Return why the primitives of a kind cannot hold; empty if propagation does not refute them.

    Args:
        kind: a rule.
        context: the context that it may read.
        pivots: cells whose values are tried one by one. With a pivot on a loop of relations between
            neighbours, propagation misses nothing.
    """
    own = context.for_trial()
    try:
        primitives = tuple(kind.lower(own))
    except OutOfBudget:
        raise
    except SudokuError as error:
        return str(error)
    domains = (*own.domains, *own.made)
    if _fails(primitives, domains) or any(
        all(_fails(primitives, tried) for tried in _fixed(cell, domains)) for cell in pivots
    ):
        return Impossible(
            "no filling of these cells with their symbols satisfies it; "
            "change its cells or its numbers"
        )
    return ""


def _fixed(cell: int, domains: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the domains with each of the values of a cell as its only one."""
    for i in range(domains[cell].bit_length()):
        if domains[cell] >> i & 1:
            yield (*domains[:cell], 1 << i, *domains[cell + 1 :])


def _fails(primitives: Sequence[Primitive], domains: Sequence[int]) -> bool:
    """Return whether propagation refutes some primitives together."""
    places: dict[int, int] = {}
    for primitive in primitives:
        for variable in primitive.variables:
            places.setdefault(variable, len(places))
    alike = tuple([primitive.moved(places) for primitive in primitives])
    return _propagation_fails(alike, tuple([domains[variable] for variable in places]))


_MOST_SEARCHED = 40
"""The most variables of a primitive for which a filling is searched, such as a loop on 5x5 cells.

In a larger graph only propagation refutes it, else reading takes long: for a path 25 ms on 6x6
cells, 3.2 s on 20x20 (measured by `sudokulib info FILE`, 2026-11).
"""


# Safe to cache, as it reads nothing else: equal primitives agree in every field. Lines of one
# length are alike wherever they are.
@lru_cache(maxsize=512)
def _propagation_fails(primitives: tuple[Primitive, ...], domains: tuple[int, ...]) -> bool:
    now = list(domains)
    return not propagate_all(primitives, now) or not all(
        primitive.feasible(now)
        for primitive in primitives
        if not primitive.searched or len(primitive.variables) <= _MOST_SEARCHED
    )
