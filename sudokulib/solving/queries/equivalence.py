"""Equivalence: one canonical form for puzzles that differ only by a symmetry."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

from sudokulib.basics.budget import Budget, Token
from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.model import bits
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.labelling import Labelling, PermutationGroup, canonical_labelling
from sudokulib.puzzles.geometries.rule_graph import (
    ClassifiedRules,
    GraphBuilder,
    classified_rules,
    graph_of,
)
from sudokulib.puzzles.geometries.symmetry import symmetries_of
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape, merge_shapes
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

_KEY_BYTES = 15
"""Bytes of a key: 120 bits, in which even 10^15 puzzles would hardly ever share a key."""


@dataclass(frozen=True, eq=False)
class Canonical(ResultBase):
    """The canonical form of a puzzle; two are equal exactly if their puzzles are equivalent.

    Args:
        original: the puzzle.
        labelling: its cells and rules, numbered canonically.
        value_symmetric: whether its symbols may be renamed.

    >>> import sudokulib
    >>> found = sudokulib.canonical("1.....2..3.....4")
    >>> found.puzzle.line(), found.symmetries.order
    ('...12.....3..4..', 8)
    """

    original: Puzzle
    labelling: Labelling = field(repr=False)
    value_symmetric: bool

    def __repr__(self) -> str:
        return clipped(f"<Canonical {self.key[:16]}… of {self.original!r}>")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Canonical):
            return NotImplemented
        return self.labelling.certificate == other.labelling.certificate

    def __hash__(self) -> int:
        return hash(self.labelling.certificate)

    # Cached properties read the fields alone, which never change.
    @cached_property
    def key(self) -> str:
        """A hash of 30 characters, equal for equivalent puzzles, the same on every machine."""
        data = repr(self.labelling.certificate).encode()
        return blake2b(data, digest_size=_KEY_BYTES).hexdigest()

    @property
    def symmetries(self) -> PermutationGroup:
        """The moves of cells that, with some renaming of symbols, leave the puzzle as it is."""
        return self.labelling.symmetries

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """For each cell of the original, the cell that it becomes: an automorphism."""
        rules = _rules(self.original)
        puzzle = self.original
        mine = {shape.meaning for shape in puzzle.shapes}
        group = _symmetries(puzzle.geometry, tuple(s for s in rules.reading if s.meaning in mine))
        there = group.first(self.labelling.places.__getitem__)
        back = [0] * len(there)
        for cell, old in enumerate(there):
            back[old] = cell
        return tuple(back)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """For each symbol index of the original, the index that it becomes."""
        symbols = range(len(self.original.geometry.alphabet))
        if not self.value_symmetric:
            return tuple(symbols)
        known = self.original.masks
        first: dict[int, int] = {}
        for cell, mask in sorted(zip(self.cells, known, strict=False)):
            if not mask & (mask - 1):
                first.setdefault(mask.bit_length() - 1, cell)
        points = self.symmetries.points
        places = self.labelling.places
        order = sorted(symbols, key=lambda v: (first.get(v, points), places[points + v]))
        back = [0] * len(order)
        for new, old in enumerate(order):
            back[old] = new
        return tuple(back)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The original with its cells moved and its symbols renamed."""
        return moved_puzzle(self.original, self.cells, self.values)


def canonical(
    puzzle: PuzzleLike,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Canonical:
    """Return the canonical form of a puzzle; its `key` serves to find duplicates.

    Two puzzles are equivalent if some mapping of cells takes the rules of one to those of the
    other, and the symbols left in each cell to those left in its image. Symbols may be renamed as
    well, unless a rule distinguishes them, as a sum does. Titles, labels, drawings, neighbours and
    roles count only where a rule reads them, as a knight's move does: such rules are compared by
    what they imply for the cells. Whether a symbol is given or the only one left does not matter.
    Logically equal puzzles whose rules are written differently may count as different, but puzzles
    that differ logically never count as equivalent.

    Args:
        puzzle: a puzzle on any geometry.
        seconds: limit of wall time; many cells that no rule distinguishes take long.
        nodes: limit of nodes of the search for the form.
        token: cancels from another thread.

    Returns:
        Its `puzzle` is the same for all equivalent puzzles on its geometry (as long as none of
        their own rules reads neighbours or other shapes of some cells only); its `key` is the same
        on equivalent geometries, too.

    Raises:
        OutOfBudget: a limit was reached before the form was known.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> four = sudokulib.geometry("4x4")
    >>> found = sudokulib.canonical(four.puzzle("1... ..2. .3.. ...4"))
    >>> turned = sudokulib.canonical(four.puzzle("...4 .1.. ..2. 3..."))
    >>> found.key == turned.key, found.puzzle == turned.puzzle
    (True, True)
    """
    budget = Budget(seconds, nodes, token)
    puzzle = as_puzzle(puzzle, budget=budget)
    with interruptible(budget.check):
        return _canonical(puzzle, budget)


def _canonical(puzzle: Puzzle, budget: Budget) -> Canonical:
    rules = _rules(puzzle)
    builder = _graph(puzzle, rules)
    points, full = builder.points, puzzle.geometry.domains
    for cell, mask in enumerate(puzzle.masks):
        if mask == full[cell]:
            continue
        if rules.value_symmetric:
            builder.colours[cell] += f" {mask.bit_count()}"
            for value in bits(mask):
                builder.join(cell, points + value)
        else:
            builder.colours[cell] += f" {mask:x}"
    return Canonical(
        puzzle, canonical_labelling(builder.graph(), budget.spend), rules.value_symmetric
    )


def equivalent(
    one: PuzzleLike,
    other: PuzzleLike,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> bool:
    """Return whether two puzzles are the same up to moving cells and symbols; see `canonical`.

    Args:
        one, other: the puzzles.
        seconds, nodes, token: limits for both together, as for `canonical`.

    Raises:
        OutOfBudget: a limit was reached before it was known.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> four = sudokulib.geometry("4x4")
    >>> one, other = four.puzzle("1... ..2. .3.. ...4"), four.puzzle("12.. .... .... ..34")
    >>> sudokulib.equivalent(one, one), sudokulib.equivalent(one, other)
    (True, False)
    """
    budget = Budget(seconds, nodes, token)
    mine, theirs = as_puzzle(one, budget=budget), as_puzzle(other, budget=budget)
    with interruptible(budget.check):
        return _canonical(mine, budget) == _canonical(theirs, budget)


def _rules(puzzle: Puzzle) -> ClassifiedRules:
    if not puzzle.shapes:
        return classified_rules(puzzle.geometry)
    return ClassifiedRules.of(puzzle.all_shapes, puzzle.context)


def _graph(puzzle: Puzzle, rules: ClassifiedRules) -> GraphBuilder:
    return graph_of(rules) if puzzle.shapes else _geometry_graph(puzzle.geometry).copy()


# It reads nothing but the geometry's context.
@cached_by(lambda geometry: geometry.rules_key, maxsize=64)
def _geometry_graph(geometry: Geometry) -> GraphBuilder:
    return graph_of(classified_rules(geometry))


def _rules_key(geometry: Geometry, reading: tuple[Shape, ...]) -> Hashable:
    """Return a key for everything that the context of a geometry with more shapes consists of."""
    return (geometry.rules_key, *(shape.exact_key for shape in reading))


@cached_by(_rules_key, maxsize=64)
def _symmetries(geometry: Geometry, reading: tuple[Shape, ...]) -> PermutationGroup:
    """Return the automorphisms of a geometry that respect rules reading their surroundings."""
    if not reading:
        return symmetries_of(geometry)
    shapes = merge_shapes(geometry.shapes + reading)
    rules = ClassifiedRules.of(shapes, geometry.context_of(shapes))
    builder = graph_of(rules, value_symmetric=False)
    for cell in {cell for shape in reading for cell in shape.cells}:
        builder.colours[cell] += f" at {cell}"  # when moved, its rule might read something else
    return canonical_labelling(builder.graph()).symmetries


def moved_puzzle(puzzle: Puzzle, cells: tuple[int, ...], values: tuple[int, ...]) -> Puzzle:
    """Return a puzzle with its cells moved and its symbols renamed, without titles."""
    seen = len(puzzle.masks)
    masks = [0] * seen
    answer = [0] * len(puzzle.answer)
    for cell, mask in enumerate(puzzle.masks):
        masks[cells[cell]] = sum(1 << values[value] for value in bits(mask))
    for cell, value in enumerate(puzzle.answer):
        answer[cells[cell]] = values[value]
    return Puzzle(
        puzzle.geometry,
        tuple(masks),
        tuple(sorted((cells[cell], values[value]) for cell, value in puzzle.given_values)),
        tuple(shape.moved(cells) for shape in puzzle.shapes),
        answer=tuple(answer),
    )
