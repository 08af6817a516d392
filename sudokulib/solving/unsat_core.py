"""A few shapes and givens of an impossible puzzle that cannot hold together: an unsatisfiable core.

The puzzle is divided into halves (QuickXplain, Junker 2004): what is still impossible without a
half does not need it. Whether the rest is impossible is left to the search, within a few nodes;
where these do not decide, the half is kept. The set is usually minimal, and sets too large to
help are not reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.model import Model
from sudokulib.model.compiler import compile_shapes
from sudokulib.primitives import Primitive
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.backend import backend
from sudokulib.shapes import Context, Kind, Shape

_TRIAL_NODES = 200
"""The most search nodes of one trial: a trial that needs more is taken as possible, which keeps its
elements.

For 212 puzzles made impossible by a wrong value in the first or a middle open cell of an example
(`find_unsat_core`, 2026-11) 20, 50 and 200 find the same 145 cores, 1,000 finds 146.
"""

_NODES = 2_000
"""The most search nodes of all trials together, so that explaining a conflict takes a moment.

For the puzzles of `_TRIAL_NODES` 200 find 135 cores, 500 find 144, 2,000 and 10,000 find 145.
"""

_WORK = 1_500
"""The most shapes and givens of all trials together, each counted in every trial.

A bound on time, as each trial compiles a model. For the puzzles of `_TRIAL_NODES` 300 find 99
cores, 750 find 140, 1,500 and 3,000 find 145.
"""

_LARGEST = 12
"""The most shapes and givens of a core: longer lists do not help."""


class _GivenUpError(Exception):
    """Raised when the core becomes too large or costs too much."""


@dataclass(frozen=True, slots=True)
class UnsatCore:
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
        names = [self.puzzle.name_of(shape) for shape in self.shapes if shape.meaning in own]
        names += [self._cell(cell) for cell in self.cells]
        names += [self.puzzle.name_of(shape) for shape in self.shapes if shape.meaning not in own]
        if len(names) == 1:
            return f"{names[0]} cannot hold"
        return f"{', '.join(names[:-1])} and {names[-1]} cannot hold together"

    def _cell(self, cell: int) -> str:
        alphabet = self.puzzle.geometry.alphabet
        symbols = alphabet.of_mask(self.puzzle.masks[cell])
        return f"{self.puzzle.geometry.name_of(cell)} = {' or '.join(symbols)}"


def find_unsat_core(puzzle: Puzzle, budget: Budget, search: str = "auto") -> UnsatCore | None:
    """Return a small set of shapes and givens that no filling satisfies.

    Args:
        puzzle: one without solution.
        budget: its time and token are checked, its nodes are not spent.
        search: name of the back-end that tries.

    Returns:
        None if the nodes that may be spent on it do not show that the puzzle is impossible, or if
        only many shapes and givens together are.

    Raises:
        OutOfBudget, Cancelled: see `Budget.check`.
    """
    trials = _SubsetTests(puzzle, budget, search)
    everything = trials.elements()
    own = [e for e in everything if e >= trials.first_cell or trials.is_own(e)]
    if not trials.impossible(own) and not trials.impossible(everything):
        return None
    everything = trials.smallest(everything)
    try:
        found = sorted(_quick_xplain(trials, [], everything, fresh=False))
    except _GivenUpError:
        return None
    shapes, count = puzzle.all_shapes, len(puzzle.all_shapes)
    return UnsatCore(
        puzzle,
        tuple(shapes[e] for e in found if e < count),
        tuple(e - count for e in found if e >= count),
    )


def _quick_xplain(
    trials: _SubsetTests, kept: list[int], rest: list[int], *, fresh: bool
) -> list[int]:
    """Return a small part of `rest` with which `kept` is impossible.

    Args:
        trials: decides what is impossible.
        kept, rest: elements that are impossible together; without `rest` they are not.
        fresh: whether `kept` has grown since it was last tried.
    """
    if fresh and trials.impossible(kept):
        return []
    if len(rest) == 1:
        trials.keep(rest[0])
        return rest
    half = len(rest) // 2
    first, second = rest[:half], rest[half:]
    of_second = _quick_xplain(trials, kept + first, second, fresh=True)
    of_first = _quick_xplain(trials, kept + of_second, first, fresh=bool(of_second))
    return of_first + of_second


class _SubsetTests:
    """Tests whether parts of one puzzle are impossible.

    An element is the index of a shape or, after those, of a restricted cell. A shape means what
    it means in the whole puzzle: rules about other shapes see them all.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget, search: str) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._backend = backend(search)
        self._context = puzzle.context
        lowered = [_Lowered(tuple(s.rule.lower(self._context))) for s in self._context.shapes]
        self._rules = [Shape(rule) for rule in lowered]
        self._reads: list[Collection[int]] = [
            {v for p in rule.primitives for v in p.variables} for rule in lowered
        ]
        self._reads += [(cell,) for cell in range(len(puzzle.masks))]
        self._own = {shape.meaning for shape in puzzle.shapes}
        self._known: dict[frozenset[int], bool] = {}  # of this puzzle, by elements
        self._spent = 0
        self._work = 0
        self._kept: set[int] = set()

    def elements(self) -> list[int]:
        """Return all elements, those of the puzzle itself before those of its geometry."""
        count = len(self._rules)
        domains = self._puzzle.geometry.domains
        mine = [n for n in range(count) if self.is_own(n)]
        cells = [count + c for c, mask in enumerate(self._puzzle.masks) if mask != domains[c]]
        theirs = [n for n in range(count) if not self.is_own(n)]
        return mine + cells + theirs

    @property
    def first_cell(self) -> int:
        """The number of the first element that is a cell."""
        return len(self._rules)

    def is_own(self, shape: int) -> bool:
        """Return whether a shape is the puzzle's and not its geometry's."""
        return self._context.shapes[shape].meaning in self._own

    def smallest(self, elements: Sequence[int]) -> list[int]:
        """Return the elements of the smallest part known to be impossible, in their order."""
        part = min((part for part, bad in self._known.items() if bad), key=len)
        return [element for element in elements if element in part]

    def keep(self, element: int) -> None:
        """Note that an element takes part.

        Raises:
            _GivenUpError: they are too many.
        """
        self._kept.add(element)
        if len(self._kept) > _LARGEST:
            raise _GivenUpError

    def impossible(self, elements: Sequence[int]) -> bool:
        """Return whether a few nodes show that some elements have no solution together.

        Raises:
            _GivenUpError: that would be more work than it is worth.
        """
        for part in self._independent_parts(elements):
            if part not in self._known:
                above = any(bad and less <= part for less, bad in self._known.items())
                self._known[part] = above or self._tried(sorted(part))
            if self._known[part]:
                return True
        return False

    def _independent_parts(self, elements: Iterable[int]) -> list[frozenset[int]]:
        """Return the elements in groups without a common variable, to be tried separately."""
        parts: list[tuple[set[int], set[int]]] = []
        for element in elements:
            members, variables = {element}, set(self._reads[element])
            for other in [part for part in parts if part[1] & variables]:
                parts.remove(other)
                members, variables = members | other[0], variables | other[1]
            parts.append((members, variables))
        return [frozenset(members) for members, _ in parts]

    def _tried(self, elements: Sequence[int]) -> bool:
        self._budget.check()
        self._work += len(elements)
        if self._work > max(_WORK, len(elements)):
            raise _GivenUpError
        nodes = min(_TRIAL_NODES, _NODES - self._spent)
        trial = Budget(self._budget.seconds_left, max(0, nodes), self._budget.token)
        try:
            return not self._backend.count(self._model(elements), trial, 1)
        except OutOfBudget as limit:
            if limit.reason == "time":
                raise
            return False
        finally:
            self._spent += trial.used

    def _model(self, elements: Sequence[int]) -> Model:
        """Return the model of some elements; cells that none of them reads are fixed."""
        whole, count = self._context, len(self._rules)
        read = {v for element in elements for v in self._reads[element]}
        domains = [d if v in read else d & -d for v, d in enumerate(whole.domains)]
        for element in elements:
            if element >= count:
                domains[element - count] = self._puzzle.masks[element - count]
        shapes = tuple(self._rules[element] for element in elements if element < count)
        model = compile_shapes(
            replace(whole, shapes=shapes, made=list(whole.made), links=dict(whole.links))
        )
        return model.with_domains(tuple(domains) + model.domains[len(domains) :])


@dataclass(frozen=True, slots=True)
class _Lowered(Kind):
    """The primitives that a shape was lowered to."""

    name: ClassVar[str] = "lowered"

    primitives: tuple[Primitive, ...]

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        raise NotImplementedError("only the primitives are used")

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return the primitives."""
        del context
        return self.primitives
