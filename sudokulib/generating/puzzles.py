"""Puzzles with one solution and few givens, on any geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count as numbers
from itertools import islice, tee

from sudokulib.errors import SudokuError
from sudokulib.generating.symmetry import Move, moves_of, orbits
from sudokulib.geometries.geometry import Geometry
from sudokulib.model import compile_puzzle
from sudokulib.puzzle import Puzzle
from sudokulib.search import Budget, Plan, Thinned, Token, backend

__all__ = ["Generated", "generate", "generate_many"]


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle that was made, with one solution, which is its `Puzzle.answer`.

    Args:
        puzzle: the puzzle.
        seed: what it was made from.
        stopped: why more givens may be among it than are needed: "nodes", "time" or "cancelled"
            for a limit, "patience" if it was not found out for some; empty if none can go.
    """

    puzzle: Puzzle
    seed: int
    stopped: str = ""


def generate(
    subject: Geometry | Puzzle,
    *,
    seed: int,
    givens: int | None = None,
    symmetry: str | Sequence[Move] = "none",
    search: str = "auto",
    patience: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Generated:
    """Make a puzzle with one solution: a random grid whose givens are dropped in random order.

    Each given (with those that symmetry ties to it) is dropped if the puzzle keeps one solution,
    so in the end none can go: the puzzle is minimal.

    Args:
        subject: a geometry; or a puzzle, whose shapes and givens stay.
        seed: the same makes the same puzzle on any machine, with the same back-end, as long as
            there is no limit of time.
        givens: stop when so many are left. Fewer are never left; more if no further one can go.
        symmetry: a symmetry of the drawing, such as "half-turn" (see `SYMMETRIES`); or moves of
            cells, for instance some of the geometry's automorphisms.
        search: name of the back-end.
        patience: nodes after which a given stays although it is not known that it must: on large
            geometries some proofs take very long.
        seconds, nodes, token: limits; the best so far is returned then, and says so.

    Raises:
        SudokuError: there is no filled grid, or the symmetry does not fit.
        OutOfBudget, Cancelled: before there was any puzzle.

    >>> import sudokulib
    >>> made = sudokulib.generate(sudokulib.geometry("4x4"), seed=1, search="reference")
    >>> print(made.puzzle)
    1...
    ..3.
    ..2.
    4...
    """
    made = generate_many(
        subject,
        1,
        seed=seed,
        givens=givens,
        symmetry=symmetry,
        search=search,
        patience=patience,
        seconds=seconds,
        nodes=nodes,
        token=token,
    )
    found = next(made, None)
    if found is None:
        raise SudokuError("there is no way to fill it, so there is no puzzle; relax its shapes")
    return found


def generate_many(
    subject: Geometry | Puzzle,
    count: int | None = None,
    *,
    seed: int,
    givens: int | None = None,
    symmetry: str | Sequence[Move] = "none",
    search: str = "auto",
    patience: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Iterator[Generated]:
    """Make many puzzles, one after the other: what `generate` makes of `seed`, `seed + 1`, ...

    Args:
        subject, givens, symmetry, search, patience: as for `generate`.
        count: how many; None for no end.
        seed: of the first.
        seconds: limit for all together. They end with the one that was begun by then.
        nodes: limit for each.
        token: ends them likewise.

    Raises:
        SudokuError, OutOfBudget, Cancelled: as for `generate`.

    >>> import sudokulib
    >>> four = sudokulib.geometry("4x4")
    >>> made = sudokulib.generate_many(four, 3, seed=1)
    >>> [(one.seed, sudokulib.is_unique(one.puzzle)) for one in made]
    [(1, True), (2, True), (3, True)]
    """
    puzzle = subject if isinstance(subject, Puzzle) else subject.puzzle()
    plan = _plan(puzzle, givens, symmetry, patience)
    seeds = islice(numbers(seed), count)
    return _made(puzzle, plan, seeds, search, Budget(seconds, nodes, token))


def _made(
    puzzle: Puzzle, plan: Plan, seeds: Iterator[int], search: str, budget: Budget
) -> Iterator[Generated]:
    nodes = budget.nodes
    mine, theirs = tee(seeds)
    made = backend(search).minimals(compile_puzzle(puzzle), plan, theirs, budget)
    for seed, done in zip(mine, made, strict=False):
        yield Generated(_puzzle(puzzle, done), seed, done.stopped)
        if done.stopped in ("time", "cancelled"):
            return
        budget.renew(seconds=budget.seconds_left, nodes=nodes, token=budget.token)


def _plan(
    puzzle: Puzzle, givens: int | None, symmetry: str | Sequence[Move], patience: int | None
) -> Plan:
    geometry = puzzle.geometry
    moves = moves_of(geometry, symmetry) if isinstance(symmetry, str) else symmetry
    own = {cell for cell, _ in puzzle.givens}
    for move in moves:
        if sorted(move) != list(range(len(geometry.cells))):
            raise SudokuError(
                "a move of the symmetry has not each cell once; list for each cell another"
            )
    groups = (
        tuple(cell for cell in orbit if cell not in own)
        for orbit in orbits(len(geometry.cells), moves)
    )
    return Plan(tuple(filter(None, groups)), max(0, (givens or 0) - len(own)), patience)


def _puzzle(puzzle: Puzzle, done: Thinned) -> Puzzle:
    """A puzzle with further givens."""
    known = dict(puzzle.givens) | {cell: done.solution[cell] for cell in done.givens}
    masks = list(puzzle.masks)
    for cell, value in known.items():
        masks[cell] &= 1 << value
    return replace(
        puzzle, masks=tuple(masks), givens=tuple(sorted(known.items())), answer=done.solution
    )
