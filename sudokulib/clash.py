"""Which few shapes and givens of an impossible puzzle cannot hold together.

The puzzle is taken apart by halves (QuickXplain, Junker 2004): what is still impossible without a
half does not need it. Whether the rest is impossible is left to the search, within a few nodes;
where these do not tell, the half is kept. So the set is small, and as a rule none of it can be
spared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from sudokulib.model import Model
from sudokulib.model.compile import compile_shapes
from sudokulib.primitives import Primitive
from sudokulib.puzzle import Puzzle
from sudokulib.search.backend import backend
from sudokulib.search.budget import Budget, OutOfBudget
from sudokulib.shapes import Context, Kind, Shape

__all__ = ["Clash", "find_clash"]

_TRIAL_NODES = 200
"""What one trial may cost."""

_NODES = 4_000
"""What all trials together may cost."""

_MOST_NAMED = 12
"""How many shapes and givens a message names."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Shapes and restricted cells of a puzzle that cannot hold together.

    Args:
        puzzle: whose they are.
        shapes: the shapes, in the order of ``puzzle.all_shapes``.
        cells: the cells whose givens or allowed symbols take part.
    """

    puzzle: Puzzle
    shapes: tuple[Shape, ...]
    cells: tuple[int, ...]

    def __str__(self) -> str:
        own = {shape.meaning for shape in self.puzzle.shapes}
        names = [self._shape(shape) for shape in self.shapes if shape.meaning in own]
        names += [self._cell(cell) for cell in self.cells]
        names += [self._shape(shape) for shape in self.shapes if shape.meaning not in own]
        if len(names) == 1:
            return f"{names[0]} cannot hold"
        if len(names) > _MOST_NAMED:
            rest = len(names) - _MOST_NAMED
            names = [*names[:_MOST_NAMED], f"{rest} more"]
        return f"{', '.join(names[:-1])} and {names[-1]} cannot hold together"

    def _shape(self, shape: Shape) -> str:
        if shape.labels or not shape.cells:
            return shape.label
        return f"{shape.kind} of {' '.join(map(self.puzzle.geometry.name_of, shape.cells))}"

    def _cell(self, cell: int) -> str:
        alphabet = self.puzzle.geometry.alphabet
        symbols = alphabet.of_mask(self.puzzle.masks[cell])
        return f"{self.puzzle.geometry.name_of(cell)} = {' or '.join(symbols)}"


def find_clash(puzzle: Puzzle, budget: Budget, search: str = "reference") -> Clash | None:
    """A small set of shapes and givens that no filling satisfies.

    Args:
        puzzle: one without solution.
        budget: what it may cost; it is looked at, its nodes are not spent.
        search: name of the back-end that tries.

    Returns:
        None if the nodes that may be spent on it do not show that the puzzle is impossible.

    Raises:
        OutOfBudget, Cancelled: see `Budget.look`.
    """
    trials = _Trials(puzzle, budget, search)
    everything = trials.elements()
    if not trials.impossible(everything):
        return None
    found = sorted(_needed(trials, [], everything, fresh=False))
    shapes, count = puzzle.all_shapes, len(puzzle.all_shapes)
    return Clash(
        puzzle,
        tuple(shapes[e] for e in found if e < count),
        tuple(e - count for e in found if e >= count),
    )


def _needed(trials: _Trials, kept: list[int], rest: list[int], *, fresh: bool) -> list[int]:
    """Of the elements `rest`, some with which `kept` is impossible; without all of them it is not.

    Args:
        trials: decides what is impossible.
        kept, rest: elements that are impossible together.
        fresh: whether `kept` has grown since it was last tried.
    """
    if fresh and trials.impossible(kept):
        return []
    if len(rest) == 1:
        return rest
    half = len(rest) // 2
    first, second = rest[:half], rest[half:]
    of_second = _needed(trials, kept + first, second, fresh=True)
    of_first = _needed(trials, kept + of_second, first, fresh=bool(of_second))
    return of_first + of_second


class _Trials:
    """Tries parts of one puzzle.

    An element is the index of a shape or, after those, of a restricted cell. A shape means what
    it means in the whole puzzle: rules about other shapes see them all.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget, search: str) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._backend = backend(search)
        self._context = puzzle.context
        self._rules = [
            Shape(_Lowered(tuple(shape.rule.lower(self._context))))
            for shape in self._context.shapes
        ]
        self._spent = 0

    def elements(self) -> list[int]:
        """All of them, those of the puzzle itself before those of its geometry."""
        count = len(self._rules)
        own = {shape.meaning for shape in self._puzzle.shapes}
        domains = self._puzzle.geometry.domains
        mine = [n for n, shape in enumerate(self._context.shapes) if shape.meaning in own]
        cells = [count + c for c, mask in enumerate(self._puzzle.masks) if mask != domains[c]]
        theirs = [n for n in range(count) if n not in set(mine)]
        return mine + cells + theirs

    def impossible(self, elements: Sequence[int]) -> bool:
        """Whether a few nodes show that some elements have no solution together."""
        self._budget.look()
        nodes = min(_TRIAL_NODES, _NODES - self._spent)
        trial = Budget(nodes=max(0, nodes), token=self._budget.token)
        try:
            return not self._backend.count(self._model(elements), trial, 1)
        except OutOfBudget:
            return False
        finally:
            self._spent += trial.used

    def _model(self, elements: Iterable[int]) -> Model:
        count = len(self._rules)
        shapes, domains = [], list(self._context.domains)
        for element in elements:
            if element < count:
                shapes.append(self._rules[element])
            else:
                domains[element - count] = self._puzzle.masks[element - count]
        whole = self._context
        model = compile_shapes(replace(whole, shapes=tuple(shapes), made=list(whole.made)))
        return model.with_domains(tuple(domains) + model.domains[len(domains) :])


@dataclass(frozen=True, slots=True)
class _Lowered(Kind):
    """What a shape was lowered to."""

    name: ClassVar[str] = "lowered"

    primitives: tuple[Primitive, ...]

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        raise NotImplementedError("only the primitives are asked")

    def lower(self, context: Context) -> Iterable[Primitive]:
        """The primitives."""
        del context
        return self.primitives
