"""Solving: by search, with steps computed on access; or by named strategies, then search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from sudokulib.basics.arguments import listed
from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.late_binding import lazy_module
from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.model import Model, compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.backend import Backend, backend
from sudokulib.search.same_region import Pair, prove_pairs, region_pairs
from sudokulib.search.witnesses import find_witnesses, values_in
from sudokulib.solving.candidates import SupportCounts, TrueCandidates, named_pairs
from sudokulib.solving.pipeline import DEFAULT, run
from sudokulib.solving.result import Placement, Result, Stats, status_of, with_lazy_fields
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

if TYPE_CHECKING:
    from sudokulib.search import conflict
    from sudokulib.solving import unsat_core
else:  # only for puzzles without a solution
    conflict = lazy_module("sudokulib.search.conflict")
    unsat_core = lazy_module("sudokulib.solving.unsat_core")

_T = TypeVar("_T")


def solve(
    puzzle: PuzzleLike,
    *,
    strategies: Sequence[str] | None = None,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Result:
    """Solve a puzzle, and prove that its solution is the only one.

    The answer comes from a search; the steps of the profile "quick" are computed on first access,
    and so is the conflict of a puzzle without solution. If you name strategies, they run first, and
    only what they leave open is searched.

    Args:
        puzzle: what to solve.
        strategies: names of the strategies to run before the search, in order; none for search
            alone. See `sudokulib.strategies`.
        search: name of the back-end; ``auto`` takes the fastest one that supports the puzzle.
        seconds: limit of wall time for the whole solve. Strategies get half of it at most; steps
            and a conflict computed on access get the time that the solve left.
        nodes: limit of search nodes.
        token: cancels from another thread.

    Returns:
        A `Result`; a puzzle with no or several solutions is a result, not an error, and so is a
        limit that was reached (status "unknown").

    Raises:
        OutOfBudget: reading the puzzle took all of the time.
        UnknownNameError: a strategy or back-end of that name is not registered.
        UnableError: the back-end does not support the puzzle.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> sudokulib.solve(puzzle).status
    'unique'
    """
    began = perf_counter()
    budget = Budget(seconds, nodes, token)
    puzzle, finish = as_puzzle(puzzle, budget=budget), backend(search)
    solve = _Solve(puzzle, budget)
    with interruptible(budget.check):
        try:
            solve.run(listed(strategies or ()), finish)
        except OutOfBudget as limit:
            solve.stopped = limit.reason
    status = status_of(len(solve.found), solve.stopped)
    solutions = tuple(Solution(puzzle, cells) for cells in solve.found)
    made = None if strategies is None else tuple(solve.made)
    late = _LazyFields(puzzle, solutions if status == "unique" else (), budget, search, made)
    stats = {
        "nodes": budget.used,
        "seconds": perf_counter() - began,
        "stopped": solve.stopped,
        "search": budget.search or (search if solve.searched else ""),
    }
    known: dict[str, object] = {
        "puzzle": puzzle,
        "status": status,
        "solutions": solutions,
        "stats": with_lazy_fields(Stats, stats, late.counts),
    }
    if status != "none":
        known["conflict"] = ""
    return with_lazy_fields(Result, known, late.fields)


class _Solve:
    """A solve, as far as it got.

    Attributes:
        made: the steps.
        found: one solution or two.
        searched: whether the back-end was asked.
        stopped: the limit that ended it, or empty.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self._puzzle, self._budget = puzzle, budget
        self.made: list[Step] = []
        self.found: list[tuple[int, ...]] = []
        self.searched, self.stopped = False, ""

    def run(self, strategies: Sequence[str], finish: Backend) -> None:
        """Take steps, in half of the time at most, then search what they leave open.

        Raises:
            OutOfBudget, Cancelled: see `Budget.check`.
        """
        if not strategies:
            self._search(compile_puzzle(self._puzzle), finish)
            return
        board = _start(self._puzzle)
        model = board.model
        left = self._budget.seconds_left
        half = Budget(None if left is None else left / 2, token=self._budget.token)
        for step, after in _in_time(run(board, strategies, budget=half), self._budget):
            self.made.append(step)
            board = after
        if board.complete and not board.broken and not model.rules:
            self.found.append(_assignment(board))
        elif not board.broken:
            self._search(model.with_domains(board.masks), finish)

    def _search(self, model: Model, finish: Backend) -> None:
        self.searched = True
        with closing(finish.solutions(model, self._budget)) as more:
            self.found.extend(islice(more, 2))


def _start(puzzle: Puzzle) -> Board:
    return Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)


def _in_time(steps: Iterator[tuple[Step, Board]], whole: Budget) -> Iterator[tuple[Step, Board]]:
    """Yield steps until their own limit of time is reached.

    Raises:
        OutOfBudget, Cancelled: the limit of the whole solve is reached as well.
    """
    try:
        yield from steps
    except OutOfBudget:
        whole.check()


class _LazyFields:
    """The steps of a solve and what follows from them, and the conflict, made on demand.

    Args:
        puzzle: what was solved.
        solutions: the only solution; empty if there are none or several.
        budget: that of the solve, whose time is the limit of what is yet to be made.
        search: name of the back-end.
        made: the steps that were made; None to make those of the default strategies on demand.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        solutions: Sequence[Solution],
        budget: Budget,
        search: str,
        made: tuple[Step, ...] | None,
    ) -> None:
        self._puzzle, self._solutions = puzzle, solutions
        self._seconds, self._search = budget.seconds_left, search
        if made is not None:
            self.steps = made

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, as many as the limit allows."""
        made, budget = [], Budget(self._seconds)
        try:
            budget.check()
            for step, _ in run(_start(self._puzzle), DEFAULT, budget=budget):
                made.append(step)
        except OutOfBudget:
            pass
        return tuple(made)

    def fields(self, name: str) -> Mapping[str, object]:
        """Return the conflict, or the fields of the result that depend on the steps."""
        if name == "conflict":
            return {name: _conflict(self._puzzle, Budget(self._seconds), self._search)}
        order = (_order(self._puzzle, self.steps, one.indices) for one in self._solutions)
        return {"steps": self.steps, "order": tuple(next(order, ()))}

    def counts(self, name: str) -> Mapping[str, object]:
        """Return the field of the stats that depends on the steps."""
        del name
        return {"steps": tuple(Counter(step.technique for step in self.steps).items())}


def _assignment(board: Board) -> tuple[int, ...]:
    return tuple(mask.bit_length() - 1 for mask in board.masks[: board.model.cells])


def _order(puzzle: Puzzle, made: Sequence[Step], found: Sequence[int]) -> Iterator[Placement]:
    cells, symbols = puzzle.geometry.cells, puzzle.geometry.alphabet.symbols
    left = set(range(len(cells)))
    turns = [(placement, "given") for placement in puzzle.given_values]
    turns += [(placement, step.technique) for step in made for placement in step.placements]
    for (cell, value), technique in turns:
        if cell in left:
            left.remove(cell)
            yield Placement(cells[cell].name, symbols[value], technique)
    for cell in sorted(left):
        yield Placement(cells[cell].name, symbols[found[cell]], "search")


def _conflict(puzzle: Puzzle, budget: Budget, search: str) -> str:
    """Return in words a clash, or a set that cannot hold together; empty if none is found."""
    model = compile_puzzle(puzzle)
    try:
        with interruptible(budget.check):
            clash = conflict.find_conflict(model)
            if clash is None:
                return str(unsat_core.find_unsat_core(puzzle, budget, search) or "")
    except OutOfBudget:
        return ""
    geometry = puzzle.geometry
    names = " and ".join(geometry.cells[c].name for c in clash.cells)
    if clash.primitive is None:
        return f"no symbol is left for {names}"
    shape = puzzle.all_shapes[model.sources[clash.primitive][0]]
    symbol = geometry.alphabet.symbols[clash.value]
    return f"{names} are both {symbol}, in {puzzle.name_of(shape)}"


def is_unique(
    puzzle: PuzzleLike,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> bool:
    """Return whether the puzzle has exactly one solution.

    Raises:
        OutOfBudget: a limit was reached before it was known.

    >>> import sudokulib
    >>> sudokulib.is_unique(sudokulib.geometry("4x4").puzzle("1234............"))
    False
    """
    budget = Budget(seconds, nodes, token)
    puzzle = as_puzzle(puzzle, budget=budget)
    with interruptible(budget.check):
        return backend(search).count(compile_puzzle(puzzle), budget, 2) == 1


def true_candidates(
    puzzle: PuzzleLike,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> TrueCandidates:
    """Return, for each cell by name, the symbols that it holds in some solution.

    Args:
        puzzle: the puzzle.
        search, seconds, nodes, token: as for `solve`.

    Returns:
        A dictionary. At a limit it has only the symbols of solutions found by then, and its
        `complete` is False. Of unknown regions its `same_region` tells which cells are in the same
        one in every solution, and between which there is always a border.

    Raises:
        OutOfBudget: reading the puzzle took all of the time.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> sudokulib.true_candidates(sudokulib.geometry("4x4").puzzle("1234............"))["R2C1"]
    ('3', '4')
    """
    budget = Budget(seconds, nodes, token)
    puzzle, engine = as_puzzle(puzzle, budget=budget), backend(search)
    pairs: dict[Pair, bool | None] = {}

    def ask(model: Model) -> Sequence[int]:
        if not region_pairs(model):
            return engine.true_candidates(model, budget)
        witnesses = find_witnesses(engine, model, budget)
        masks = values_in(witnesses.solutions, model.cells)
        found = prove_pairs(engine, model, budget, witnesses)
        pairs.update(found.pairs)
        if found.stopped:
            limit = OutOfBudget(found.stopped)
            limit.partial = masks
            raise limit
        return masks

    masks, stopped = _as_known(ask, puzzle, budget)
    symbols = map(puzzle.geometry.alphabet.of_mask, masks or [0] * len(puzzle.geometry))
    return TrueCandidates(puzzle, symbols, stopped, named_pairs(puzzle, pairs))


def support_counts(
    puzzle: PuzzleLike,
    cap: int | None = None,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> SupportCounts:
    """Return, for each cell by name, the number of solutions in which it holds each symbol.

    Args:
        puzzle: the puzzle.
        cap: stop counting for a symbol of a cell at this number; None counts all.
        search, seconds, nodes, token: as for `solve`.

    Returns:
        A dictionary. At a limit its numbers are lower bounds, and its `complete` is False.

    Raises:
        OutOfBudget: reading the puzzle took all of the time.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1234............")
    >>> sudokulib.support_counts(puzzle)["R2C1"]
    {'3': 6, '4': 6}
    >>> sudokulib.support_counts(puzzle, cap=5)["R1C1"]
    {'1': 5}
    """
    budget = Budget(seconds, nodes, token)
    puzzle, engine = as_puzzle(puzzle, budget=budget), backend(search)
    counts, stopped = _as_known(
        lambda model: engine.support_counts(model, budget, cap), puzzle, budget
    )
    symbols = puzzle.geometry.alphabet.symbols
    numbers = counts or [(0,) * len(symbols)] * len(puzzle.geometry)
    found = ({s: n for s, n in zip(symbols, own, strict=True) if n} for own in numbers)
    return SupportCounts(puzzle, found, cap, stopped)


def _as_known(ask: Callable[[Model], _T], puzzle: Puzzle, budget: Budget) -> tuple[_T | None, str]:
    """Return the answer of a back-end, or its partial answer at a limit, and which limit."""
    try:
        with interruptible(budget.check):
            return ask(compile_puzzle(puzzle)), ""
    except OutOfBudget as limit:
        return limit.partial, limit.reason
