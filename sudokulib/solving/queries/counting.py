"""The number of solutions of a puzzle, and how it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Literal, get_args

from sudokulib.basics.arguments import whole_number
from sudokulib.basics.interruption import interruptible
from sudokulib.errors import SudokuError, UnknownCountError
from sudokulib.model import Model, compile_puzzle
from sudokulib.puzzles.geometries.core import Count, Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, Token, backend
from sudokulib.solving.queries.clique_separators import derive, known_parts
from sudokulib.solving.subjects import PuzzleLike, as_subject

How = Literal["auto", "computed", "derived", "published"]
"""Whichever way is best; by search; by the tree rule; as the geometry's file states it."""

Of = Literal["all", "digits"]
"""Of fillings of all cells; of those of the grid, whatever stands in the cells of layers."""

_TRIAL_CELLS = 40
_TRIAL_NODES = 20_000
"""The most cells and search nodes of a part that is counted on the way, before stated figures are
read: bounds that keep this trial to a moment."""


def count(
    puzzle: PuzzleLike,
    limit: int | None = None,
    *,
    how: How = "auto",
    of: Of = "all",
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
    progress: Callable[[int], None] | None = None,
) -> Count:
    """Return the number of solutions of a puzzle, or of filled grids of a geometry.

    A puzzle without givens counts as its geometry. By default (``how="auto"``) the count is derived
    by the tree rule where the rule applies; else it is the one that the file states as published or
    derived; else it is computed by search, and if that runs out of budget, it is what an earlier
    search found, if the file states that.

    Args:
        puzzle: what to count.
        limit: stop the search at this number; a result that equals it means "at least".
        how: ``computed``, ``derived`` or ``published`` to insist on one way. Without a limit of
            time or nodes, ``derived`` computes no part that needs more than a moment.
        of: ``digits`` to count, by search, fillings that differ outside layers only: those in which
            the layers alone differ are one, and the result's `source` says so.
        search: name of the back-end that computes.
        seconds: limit of wall time.
        nodes: limit of search nodes.
        token: cancels from another thread.
        progress: called periodically with the number of solutions found so far.

    Returns:
        The number. If a limit of time or nodes was reached first, it is `Count.complete` only where
        the file states it; otherwise it is a lower bound.

    Raises:
        OutOfBudget: reading the puzzle took all of the time; or a limit was reached before the tree
            rule, insisted on, gave the number.
        UnknownCountError: the way that `how` insists on cannot give it, or there is no limit of
            time or nodes and no prospect of an end; see `sudokulib.estimate`.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> sudokulib.count(sudokulib.geometry("4x4").puzzle("1234............")).value
    12
    """
    budget = Budget(seconds, nodes, token, progress)
    puzzle = as_subject(puzzle, budget=budget)
    _check(limit, how, of)
    if isinstance(puzzle, Geometry):
        puzzle = Puzzle(puzzle, puzzle.domains)
    counter = _Counter(puzzle, search, budget)
    with interruptible(budget.check):
        if of == "digits":
            return counter.of_digits(limit)
        if limit is not None or how == "computed":
            return counter.computed(limit)
        if how == "derived":
            parts = None if seconds is None and nodes is None else budget
            return _insisted(counter.derived(parts), puzzle, "the tree rule does not apply")
        if how == "published":
            return _insisted(counter.stated, puzzle, "its file states none")
        return counter.count()


def _check(limit: int | None, how: str, of: str) -> None:
    if of not in get_args(Of):
        raise SudokuError(f"of={of!r} is nothing to count; write one of {', '.join(get_args(Of))}")
    if of == "digits" and how not in ("auto", "computed"):
        raise SudokuError(f"digits alone are counted by search; drop of={of!r} or how={how!r}")
    if how not in get_args(How):
        ways = ", ".join(get_args(How))
        raise SudokuError(f"how={how!r} is not a way to count; write one of {ways}")
    if limit is None:
        return
    if whole_number("limit", limit) < 1:
        raise SudokuError(f"limit={limit} is too low; count to 1 or more, or pass no limit")
    if how not in ("auto", "computed"):
        raise SudokuError(f"a limit is for counting by search; drop limit={limit} or how={how!r}")


def _insisted(found: Count | None, puzzle: Puzzle, reason: str) -> Count:
    if found is None:
        name = puzzle.geometry.name or "this geometry"
        raise UnknownCountError(
            f"no number of solutions is known for {name}: {reason}; try how='computed'"
        )
    return found


class _Counter:
    """The ways to count one puzzle.

    Args:
        puzzle: what to count.
        search: name of the back-end.
        budget: the limit for all of it together.
    """

    def __init__(self, puzzle: Puzzle, search: str, budget: Budget) -> None:
        self.puzzle = puzzle
        self.backend = backend(search)
        self.budget = budget

    @property
    def stated(self) -> Count | None:
        """The count in the geometry's file, if the puzzle adds nothing to the geometry."""
        geometry = self.puzzle.geometry
        if self.puzzle.shapes or self.puzzle.masks != geometry.domains or not geometry.expect:
            return None
        return geometry.expect.solutions

    def count(self) -> Count:
        """Return the count as documented for ``how="auto"``."""
        stated = self.stated
        try:
            found = self.derived(None)
            if found is None and stated is not None and stated.known != "computed":
                return stated
            found = found or self.derived(self.budget) or self.computed()
        except OutOfBudget as stop:
            found = Count(0, stopped=stop.reason)
        except UnknownCountError:
            if stated is None:
                raise
            found = None
        if stated is None or (found is not None and found.complete):
            assert found is not None, "else the error was raised"
            return found
        if stated.known != "computed":
            return stated
        return replace(stated, source="as its file states, not repeated within the limit")

    def computed(self, limit: int | None = None) -> Count:
        """Return the count by search, or how many were found before a limit of it."""
        return self._searched(compile_puzzle(self.puzzle), limit)

    def of_digits(self, limit: int | None) -> Count:
        """Return the count of different fillings of the cells that are in no layer, by search."""
        layered = self.puzzle.geometry.topology.layered
        cells = len(self.puzzle.geometry) - len(layered)
        if any(cell < cells for cell in layered):
            raise SudokuError(
                "digits are not counted alone here, as some cells come after those of a layer; "
                "put layers: into the outermost geometry"
            )
        found = self._searched(compile_puzzle(self.puzzle).onto(cells), limit)
        return replace(found, source="computed of digits alone, whatever the layers hold")

    def _searched(self, model: Model, limit: int | None) -> Count:
        try:
            return Count(self.backend.count(model, self.budget, limit))
        except OutOfBudget as stop:
            return Count(stop.partial or 0, stopped=stop.reason)

    def derived(self, budget: Budget | None) -> Count | None:
        """Return the count by the tree rule; without a budget parts get a short trial only."""

        def compute(part: Model) -> int | None:
            if budget is not None:
                return self.backend.count(part, budget)
            return self._tried(part)

        model = compile_puzzle(self.puzzle)
        return derive(model, self._known, compute, undivided=self.stated is None)

    def _tried(self, part: Model) -> int | None:
        if part.cells > _TRIAL_CELLS:
            return None
        limits = self.budget
        nodes = _TRIAL_NODES if limits.nodes is None else min(_TRIAL_NODES, limits.nodes)
        try:
            return self.backend.count(part, Budget(limits.seconds, nodes, limits.token))
        except OutOfBudget:
            return None

    def _known(self, cells: int) -> Iterator[Geometry]:
        """Return geometries that may be parts: included ones, then those in the library."""
        parts = (g for g in _included(self.puzzle.geometry) if len(g.cells) == cells)
        return chain(parts, known_parts(cells))


def _included(geometry: Geometry) -> Iterator[Geometry]:
    for part in dict.fromkeys(part.geometry for part in geometry.parts):
        yield part
        yield from _included(part)
