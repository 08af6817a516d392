"""An editor: a puzzle that changes, whose answers reuse what was found before each change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from sudokulib.basics.budget import SearchLimits
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.quoting import clipped
from sudokulib.errors import GivensError, SudokuError
from sudokulib.model import Model, compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Count
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Assignment, Budget, OutOfBudget, backend
from sudokulib.search.same_region import Pair, prove_pairs
from sudokulib.search.witnesses import Witnesses, find_witnesses, solutions_among, values_in
from sudokulib.shapes import Kind, Shape
from sudokulib.solving.candidates import TrueCandidates, named_pairs
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

if TYPE_CHECKING:
    from typing import Unpack

_MOST_SOLUTIONS = 200
"""Solutions of earlier states that are kept: a bound on what a change costs, as each is checked.

A 9x9 grid has 729 candidates, and some 40 solutions show all those of an empty one.
"""

_MOST_PROOFS = 50
"""Earlier states whose impossible candidates are kept: a bound on what a change costs."""


_Solutions = dict[Assignment, None]
"""Solutions in the order in which they were found, each once."""


@dataclass(frozen=True, slots=True)
class _Proof:
    """Candidates that no solution of a puzzle has, nor one of the same with anything added.

    Args:
        puzzle: the puzzle.
        shapes: the meanings of all its shapes.
        possible: for each cell the other candidates, as a bit mask.
        pairs: pairs of cells that are in the same region in every solution, or in none.
    """

    puzzle: Puzzle
    shapes: frozenset[Any]
    possible: tuple[int, ...]
    pairs: Mapping[Pair, bool]

    def applies_to(self, puzzle: Puzzle, shapes: frozenset[Any]) -> bool:
        """Return whether the puzzle has all that this one has, and perhaps more."""
        if self.puzzle.geometry is not puzzle.geometry or not self.shapes <= shapes:
            return False
        return all(
            not now & ~then for now, then in zip(puzzle.masks, self.puzzle.masks, strict=True)
        )


class Editor:
    """A puzzle that is changed step by step, and what is known of its solutions at each step.

    Solutions found earlier are used as long as they satisfy the puzzle, and candidates that were
    proved impossible stay so while something is only added. So an answer after a small change
    takes much less time than a new search. Do not share it between threads. Methods that search
    take `seconds`, `nodes` and `token`, as `solve` does.

    Args:
        puzzle: what to begin with; `puzzle` is always the puzzle as it is now, immutable.
        search: name of the back-end.

    >>> import sudokulib
    >>> editor = sudokulib.Editor("4x4")
    >>> editor.set("R1C1", 1)
    >>> cage = editor.add("cage", "R1C2 R2C2", sum=7)
    >>> editor.status(), editor.true_candidates()["R1C2"]
    ('multiple', ('3', '4'))
    >>> editor.undo()
    >>> editor.true_candidates()["R1C2"]
    ('2', '3', '4')
    """

    def __init__(self, puzzle: PuzzleLike, *, search: str = "auto") -> None:
        self.puzzle = as_puzzle(puzzle)
        self._backend = backend(search)
        self._history: list[tuple[Puzzle, _Solutions | None]] = []
        self._found: _Solutions = {}  # of this puzzle or earlier ones
        self._valid: _Solutions | None = None  # of this puzzle; None: not yet checked
        self._proofs: list[_Proof] = []
        self._enter(self.puzzle)

    def __repr__(self) -> str:
        return clipped(f"<Editor of {self.puzzle!r}, {len(self._history)} changes>")

    def add(
        self,
        shape: str | Kind | type[Kind] | Shape | Mapping[str, Any],
        /,
        *values: Any,
        **more: Any,
    ) -> Shape:
        """Add a shape and return it.

        Args:
            shape, values, more: as for `Puzzle.add`.

        Raises:
            ProblemsError, GeometryError: see `Puzzle.add`; the puzzle stays as it is.
        """
        after = self.puzzle.add(shape, *values, **more)
        before = set(self.puzzle.shapes)
        self._change(after)
        return next((one for one in after.shapes if one not in before), after.shapes[-1])

    def remove(self, *shapes: Shape) -> None:
        """Remove shapes, found by their meaning; also shapes of the geometry.

        Raises:
            GivensError: the puzzle has no such shape; it stays as it is.
        """
        self._change(self.puzzle.without_shapes(*shapes))

    def set(self, cell: str, symbol: str | int) -> None:
        """Give a symbol to the cells that a reference names, instead of what was given there.

        Raises:
            CellReferenceError, AlphabetError: there is no such cell or symbol.
        """
        bare = self.puzzle.without_givens(cell)
        self._change(bare.with_givens({cell: symbol}))

    def restrict(self, cell: str, symbols: str) -> None:
        """Allow only these symbols in the cells that a reference names, instead of those before.

        Raises:
            GivensError: a cell has a given; clear it first.
            CellReferenceError, AlphabetError: there is no such cell or symbol.
        """
        geometry = self.puzzle.geometry
        mask, cells = geometry.alphabet.mask(symbols), geometry.find(cell)
        given = dict(self.puzzle.given_values)
        for one in cells:
            if one in given:
                name = geometry.name_of(one)
                raise GivensError(f"{name} has a given; clear({name!r}) before you restrict it")
        masks = list(self.puzzle.masks)
        for one in cells:
            masks[one] = geometry.domains[one] & mask
        self._change(replace(self.puzzle, masks=tuple(masks), answer=()))

    def clear(self, *cells: str) -> None:
        """Remove givens and restrictions of the cells that references name; of all without any.

        Raises:
            CellReferenceError: there is no such cell.
        """
        geometry = self.puzzle.geometry
        gone = {one for cell in cells for one in geometry.find(cell)}
        gone = gone if cells else set(range(len(geometry)))
        masks = tuple(
            geometry.domains[c] if c in gone else mask for c, mask in enumerate(self.puzzle.masks)
        )
        left = tuple(pair for pair in self.puzzle.given_values if pair[0] not in gone)
        self._change(replace(self.puzzle, masks=masks, given_values=left, answer=()))

    def replace(self, puzzle: PuzzleLike) -> None:
        """Make another puzzle the one that is edited, such as a file that was read again.

        What is known of the puzzle before is used if both have the same geometry.

        >>> import sudokulib
        >>> editor = sudokulib.Editor("4x4")
        >>> editor.replace("1.....2..3.....4")
        >>> editor.status()
        'unique'
        """
        after, geometry = as_puzzle(puzzle), self.puzzle.geometry
        if after.geometry.exact_key == geometry.exact_key:
            after = replace(after, geometry=geometry)
        self._change(after)

    def undo(self) -> None:
        """Take back the last change.

        Raises:
            SudokuError: there is none.
        """
        if not self._history:
            raise SudokuError("there is no change to undo")
        puzzle, valid = self._history.pop()
        self._enter(puzzle)
        self._valid = valid

    def status(self, **limits: Unpack[SearchLimits]) -> str:
        """Return ``unique``, ``multiple`` or ``none``, ``unknown`` at a limit (see `solve`).

        Raises:
            Cancelled: the token was cancelled.
        """
        found = self.count(2, **limits)
        if found.value > 1:
            return "multiple"
        return ("none", "unique")[found.value] if found.complete else "unknown"

    def solution(self, **limits: Unpack[SearchLimits]) -> Solution | None:
        """Return a solution; None if there is none, or none was found within the limits.

        Raises:
            Cancelled: the token was cancelled.
        """
        return next(iter(self.solutions(1, **limits)), None)

    def solutions(self, limit: int, **limits: Unpack[SearchLimits]) -> tuple[Solution, ...]:
        """Return different solutions, at most `limit`; fewer if there are no more, or none in time.

        Raises:
            SudokuError: a limit below 1.
            Cancelled: the token was cancelled.

        >>> import sudokulib
        >>> one, other = sudokulib.Editor("4x4").solutions(2)
        >>> one == other
        False
        """
        self.count(limit, **limits)
        return tuple(Solution(self.puzzle, one) for one in islice(self._valid or (), limit))

    def count(self, limit: int, **limits: Unpack[SearchLimits]) -> Count:
        """Return the number of solutions, or `limit` if there are at least as many.

        Raises:
            SudokuError: a limit below 1.
            Cancelled: the token was cancelled.
        """
        if limit < 1:
            raise SudokuError(f"limit={limit} is not a limit; count to 1 or more")
        budget = Budget(**limits)
        found: _Solutions = {}
        try:
            with interruptible(budget.check):
                valid = self._checked(budget)
                if len(valid) >= limit or (len(valid) <= 1 and self._decided()):
                    return Count(min(limit, len(valid)))
                for one in self._backend.solutions(self._model(), budget):
                    found[one] = None
                    if len(found) >= limit:
                        break
        except OutOfBudget as stop:
            self._keep(islice(found, _MOST_SOLUTIONS))
            return Count(max(len(found), len(self._valid or ())), stopped=stop.reason)
        if len(found) < limit:
            self._prove(values_in(list(found), len(self.puzzle.masks)))
        self._keep(islice(found, _MOST_SOLUTIONS))
        return Count(len(found))

    def true_candidates(self, **limits: Unpack[SearchLimits]) -> TrueCandidates:
        """Return, for each cell by name, the symbols that it holds in some solution.

        At a limit there are only those of the solutions known by then; a further call resumes.

        Raises:
            Cancelled: the token was cancelled.
        """
        stopped, pairs = self._search_witnesses(Budget(**limits))
        masks = values_in(list(self._valid or ()), len(self.puzzle.masks))
        symbols = map(self.puzzle.geometry.alphabet.of_mask, masks)
        return TrueCandidates(self.puzzle, symbols, stopped, named_pairs(self.puzzle, pairs))

    def _search_witnesses(self, budget: Budget) -> tuple[str, Mapping[Pair, bool | None]]:
        """Find what shows all true candidates, and what is known of pairs in unknown regions.

        Returns:
            The limit that ended it, if one did, and for each pair whether it is in the same region.
        """
        try:
            with interruptible(budget.check):
                known = Witnesses(tuple(self._checked(budget)), self._possible)
                if not self._decided():
                    known = find_witnesses(self._backend, self._model(), budget, known.solutions)
                    self._keep(known.solutions)
                    self._prove(known.possible)
                found = prove_pairs(self._backend, self._model(), budget, known, self._pairs)
        except OutOfBudget as stop:
            return stop.reason, {}
        self._keep(found.solutions)
        proved = {pair: same for pair, same in found.pairs.items() if same is not None}
        if len(proved) > len(self._pairs):
            self._prove(self._possible, proved)
        return found.stopped, found.pairs

    def _change(self, after: Puzzle) -> None:
        before = self.puzzle, self._valid
        self._enter(after)
        self._history.append(before)

    def _enter(self, puzzle: Puzzle) -> None:
        """Make this the puzzle, and find out what is known to be impossible in it."""
        if self._is_unrelated(puzzle):
            self._found, self._proofs = {}, []
        self.puzzle, self._valid = puzzle, None
        self._shapes = frozenset(shape.meaning for shape in puzzle.all_shapes)
        self._possible = puzzle.masks  # the candidates not known to be impossible
        self._pairs: dict[Pair, bool] = {}  # of cells, proved to be in the same region or not
        for proof in self._proofs:
            if proof.applies_to(puzzle, self._shapes):
                self._narrow(proof.possible)
                self._pairs |= proof.pairs

    def _is_unrelated(self, puzzle: Puzzle) -> bool:
        """Return whether nothing that is known of the puzzle says anything about another one."""
        if puzzle.geometry is not self.puzzle.geometry:
            return True
        return puzzle.shapes != self.puzzle.shapes and (
            _depend_on_one_another(puzzle) or _depend_on_one_another(self.puzzle)
        )

    def _checked(self, budget: Budget) -> _Solutions:
        """Return the known solutions of this puzzle."""
        if self._valid is None:
            known = solutions_among(self._backend, self._model(), budget, list(self._found))
            self._valid = dict.fromkeys(known)
        return self._valid

    def _keep(self, solutions: Iterable[Assignment]) -> None:
        """Add solutions of this puzzle; forget the oldest that are none, if there are many."""
        new = dict.fromkeys(solutions)
        self._valid = {**(self._valid or {}), **new}
        self._found |= new
        stale = [one for one in self._found if one not in self._valid]
        for one in stale[: max(0, len(self._found) - _MOST_SOLUTIONS)]:
            del self._found[one]

    def _prove(self, possible: Sequence[int], pairs: Mapping[Pair, bool] | None = None) -> None:
        """Note that no solution of this puzzle has other candidates, or differs in such pairs."""
        self._narrow(possible)
        self._pairs |= pairs or {}
        proof = _Proof(self.puzzle, self._shapes, self._possible, dict(self._pairs))
        self._proofs = [*self._proofs[1 - _MOST_PROOFS :], proof]

    def _narrow(self, possible: Sequence[int]) -> None:
        left = tuple(mask & other for mask, other in zip(self._possible, possible, strict=True))
        self._possible = left if all(left) else (0,) * len(left)

    def _decided(self) -> bool:
        """Return whether all candidates are known to be true or impossible."""
        return list(self._possible) == values_in(list(self._valid or ()), len(self._possible))

    def _model(self) -> Model:
        """Return the model of the puzzle without what is known to be impossible."""
        model = compile_puzzle(self.puzzle)
        return model.with_domains((*self._possible, *model.domains[model.cells :]))


def _depend_on_one_another(puzzle: Puzzle) -> bool:
    """Return whether a rule may mean something else where other shapes are added or removed."""
    return any(
        shape.rule.depends_on_given_rules or (shape.roles and shape in puzzle.shapes)
        for shape in puzzle.all_shapes
    )
