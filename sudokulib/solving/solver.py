"""Solving: human logic first, search for what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.model import Model, compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.backend import backend
from sudokulib.search.budget import Budget, OutOfBudget, Token
from sudokulib.solving.pipeline import DEFAULT, run
from sudokulib.solving.result import Placement, Result, Stats, status_of
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

if TYPE_CHECKING:
    from sudokulib.search import conflict
    from sudokulib.solving import unsat_core
else:  # only for puzzles without a solution
    conflict = lazy_module("sudokulib.search.conflict")
    unsat_core = lazy_module("sudokulib.solving.unsat_core")

__all__ = ["is_unique", "solve", "support_counts", "true_candidates"]


def solve(
    puzzle: PuzzleLike,
    *,
    strategies: Sequence[str] = DEFAULT,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Result:
    """Solve a puzzle, prove that its solution is the only one, and record the steps.

    Args:
        puzzle: what to solve.
        strategies: names of the strategies to run before the search, in order; none for search
            alone. See `sudokulib.strategies`.
        search: name of the back-end that finishes; ``auto`` takes the fastest that can.
        seconds: limit of wall time for the whole solve.
        nodes: limit of search nodes.
        token: cancels from another thread.

    Returns:
        A `Result`; a puzzle with no or several solutions is a result, not an error, and so is a
        limit that was reached (status "unknown").

    Raises:
        UnknownNameError: a strategy or back-end of that name is not registered.
        UnableError: a back-end that cannot take the puzzle.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> sudokulib.solve(puzzle).status
    'unique'
    """
    puzzle = as_puzzle(puzzle)
    began = perf_counter()
    budget = Budget(seconds, nodes, token)
    model = compile_puzzle(puzzle)
    board = Board.start(model).placed(puzzle.given_values)
    finish = backend(search)
    made: list[Step] = []
    stopped = used = ""
    found: list[tuple[int, ...]] = []
    try:
        for step, after in run(board, strategies, budget=budget):
            made.append(step)
            board = after
        if board.complete and not board.broken and not model.rules:
            found = [_assignment(board)]
        elif not board.broken:
            rest, used = model.with_domains(board.masks), search
            with closing(finish.solutions(rest, budget)) as more:
                found.extend(islice(more, 2))
    except OutOfBudget as limit:
        stopped = limit.reason
    status = status_of(len(found), stopped)
    return Result(
        puzzle=puzzle,
        status=status,
        solutions=tuple(Solution(puzzle, cells) for cells in found),
        steps=tuple(made),
        order=tuple(_order(puzzle, made, found)) if status == "unique" else (),
        conflict=_conflict(puzzle, model, budget, search) if status == "none" else "",
        stats=Stats(
            steps=tuple(Counter(step.technique for step in made).items()),
            nodes=budget.used,
            seconds=perf_counter() - began,
            stopped=stopped,
            search=budget.search or used,
        ),
    )


def _assignment(board: Board) -> tuple[int, ...]:
    return tuple(mask.bit_length() - 1 for mask in board.masks[: board.model.cells])


def _order(
    puzzle: Puzzle, made: Sequence[Step], found: Sequence[Sequence[int]]
) -> Iterator[Placement]:
    cells, symbols = puzzle.geometry.cells, puzzle.geometry.alphabet.symbols
    left = set(range(len(cells)))
    turns = [(placement, "given") for placement in puzzle.given_values]
    turns += [(placement, step.technique) for step in made for placement in step.placements]
    for (cell, value), technique in turns:
        if cell in left:
            left.remove(cell)
            yield Placement(cells[cell].name, symbols[value], technique)
    for cell in sorted(left):
        yield Placement(cells[cell].name, symbols[found[0][cell]], "search")


def _conflict(puzzle: Puzzle, model: Model, budget: Budget, search: str) -> str:
    """Return in words a clash, or a set that cannot hold together; empty if none is found."""
    clash = conflict.find_conflict(model)
    if clash is None:
        try:
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
    puzzle = as_puzzle(puzzle)
    budget = Budget(seconds, nodes, token)
    return backend(search).count(compile_puzzle(puzzle), budget, 2) == 1


def true_candidates(
    puzzle: PuzzleLike,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Mapping[str, tuple[str, ...]]:
    """Return, for each cell by name, the symbols that it holds in some solution.

    Raises:
        OutOfBudget: a limit was reached first.

    >>> import sudokulib
    >>> sudokulib.true_candidates(sudokulib.geometry("4x4").puzzle("1234............"))["R2C1"]
    ('3', '4')
    """
    puzzle = as_puzzle(puzzle)
    geometry = puzzle.geometry
    budget = Budget(seconds, nodes, token)
    masks = backend(search).true_candidates(compile_puzzle(puzzle), budget)
    names = (cell.name for cell in geometry.cells)
    return {name: geometry.alphabet.of_mask(mask) for name, mask in zip(names, masks, strict=True)}


def support_counts(
    puzzle: PuzzleLike,
    cap: int | None = None,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Mapping[str, Mapping[str, int]]:
    """Return, for each cell by name, in how many solutions it holds which symbol.

    Args:
        puzzle: the puzzle.
        cap: stop counting for a symbol of a cell at this number; None counts all.
        search, seconds, nodes, token: as for `solve`.

    Raises:
        OutOfBudget: a limit was reached first.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1234............")
    >>> sudokulib.support_counts(puzzle)["R2C1"]
    {'3': 6, '4': 6}
    >>> sudokulib.support_counts(puzzle, cap=5)["R1C1"]
    {'1': 5}
    """
    puzzle = as_puzzle(puzzle)
    geometry = puzzle.geometry
    budget = Budget(seconds, nodes, token)
    counts = backend(search).support_counts(compile_puzzle(puzzle), budget, cap)
    symbols = geometry.alphabet.symbols
    return {
        cell.name: {symbol: n for symbol, n in zip(symbols, numbers, strict=True) if n}
        for cell, numbers in zip(geometry.cells, counts, strict=True)
    }
