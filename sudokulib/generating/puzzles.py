"""Puzzles with one solution and few givens, on any geometry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count as numbers
from itertools import islice
from typing import TypedDict, Unpack

from sudokulib.basics.arguments import whole_number
from sudokulib.basics.interruption import interruptible, interruptible_iterator
from sudokulib.basics.seeded_random import seed_or_drawn
from sudokulib.errors import SudokuError
from sudokulib.generating.makers import Generated, Maker, ThinningMaker
from sudokulib.generating.patterns import PatternMaker, pattern_cells
from sudokulib.generating.recipe_maker import RecipeMaker
from sudokulib.generating.recipes import Recipe
from sudokulib.generating.targets import target_of
from sudokulib.puzzles.geometries.labelling import Permutation, orbits
from sudokulib.puzzles.geometries.motions import moves_of
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, ThinningPlan, Token
from sudokulib.solving.batch.progress import Meter, Progress
from sudokulib.solving.profiles import Profile
from sudokulib.solving.profiles import profile as profile_named
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

TRIES = 1000
"""Default for the most puzzles to solve for one that meets the target: some 3 s on 9x9."""


class GenerationOptions(TypedDict, total=False):
    """The options that apply to each of many puzzles; see `generate`."""

    givens: int | None
    symmetry: str | Sequence[Permutation]
    pattern: str | Iterable[str] | None
    difficulty: tuple[float, float] | None
    requires: Iterable[str]
    forbids: Iterable[str]
    at_most: Iterable[str]
    profile: str | Profile
    rating: bool
    tries: int
    search: str
    proof_nodes: int | None


def generate(
    subject: PuzzleLike | Recipe,
    *,
    seed: int | None = None,
    givens: int | None = None,
    symmetry: str | Sequence[Permutation] = "none",
    pattern: str | Iterable[str] | None = None,
    difficulty: tuple[float, float] | None = None,
    requires: Iterable[str] = (),
    forbids: Iterable[str] = (),
    at_most: Iterable[str] = (),
    profile: str | Profile = "everything",
    rating: bool = False,
    tries: int = TRIES,
    search: str = "auto",
    proof_nodes: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Generated:
    """Make a puzzle with one solution: fill a grid at random, then remove givens in random order.

    Each given (with those that symmetry ties to it) is removed if the solution stays unique, so the
    result is minimal.

    A target concerns the solve of `sudokulib.rate`, which takes the easiest step each time. A
    technique counts as used if that solve uses it, even if there are other ways. Givens are added
    and exchanged until the target is met; in the end, removing any would give a second solution, or
    a solve that misses the target.

    Args:
        subject: a geometry; a puzzle, whose shapes and givens are kept; or a recipe, which itself
            says which givens are wanted.
        seed: the same seed gives the same puzzle on any machine, with the same back-end, unless a
            time limit ends it. Absent: a random one, returned as `Generated.seed`.
        givens: stop when this many are left. More are left if no other can be removed.
        symmetry: the name of one of the geometry's `sudokulib.symmetries`; or moves of
            cells, for instance some of the geometry's automorphisms.
        pattern: the cells that are given, all of them and no others: the geometry's picture with
            ``x`` for a given and ``.`` for none, or references to cells. Some may be redundant.
        difficulty: the least and the greatest rating of the hardest step.
        requires: techniques that the solve must use, or families of which it must use one.
        forbids: techniques or families that it must not use.
        at_most: a technique; no step may be harder than its easiest one. Or ``x-wing=2``: the most
            times that a technique may be used.
        profile: the strategies used in ratings.
        rating: whether to rate the puzzle even without a target for its solve.
        tries: the most puzzles to solve for one that meets the target; with a pattern, also the
            most to search for one with a unique solution.
        search: name of the back-end.
        proof_nodes: nodes after which a given stays although it is not known to be needed: on
            large geometries some proofs take very long.
        seconds, nodes, token: limits; at a limit the best puzzle so far is returned, with
            `Generated.stopped`.
        progress: called about ten times a second with how many puzzles were tried.

    Returns:
        The puzzle; or at a limit the one nearest to the target, whose `Generated.missed` says what
        it lacks.

    Raises:
        SudokuError: there is no filled grid, the symmetry or pattern does not fit, no puzzle can
            meet the target, or none was found for a pattern.
        UnknownNameError: a name is neither a technique of the profile nor a family.
        OutOfBudget, Cancelled: before there was any puzzle.

    >>> import sudokulib
    >>> made = sudokulib.generate(sudokulib.geometry("4x4"), seed=1, search="reference")
    >>> print(made.puzzle)
    1...
    ..3.
    ..2.
    4...
    >>> made = sudokulib.generate(sudokulib.geometry("9x9"), seed=3, difficulty=(4.0, 5.0))
    >>> made.rating.er
    Grade(rating=4.4, technique='w-wing')
    """
    made = generate_many(
        subject,
        1,
        seed=seed,
        givens=givens,
        symmetry=symmetry,
        pattern=pattern,
        difficulty=difficulty,
        requires=requires,
        forbids=forbids,
        at_most=at_most,
        profile=profile,
        rating=rating,
        tries=tries,
        search=search,
        proof_nodes=proof_nodes,
        seconds=seconds,
        nodes=nodes,
        token=token,
        progress=progress,
    )
    found = list(made)
    if not found:
        raise SudokuError("it cannot be filled, so there is no puzzle; relax its shapes")
    return found[0]


def generate_many(
    subject: PuzzleLike | Recipe,
    count: int | None = None,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
    progress: Callable[[Progress], object] | None = None,
    **wanted: Unpack[GenerationOptions],
) -> Iterator[Generated]:
    """Yield many puzzles: those of `generate` for `seed`, `seed + 1`, ...

    Args:
        subject: as for `generate`.
        count: how many; None for an endless iterator.
        seed: the seed of the first; absent: a random one.
        seconds: limit for all together; the puzzle under way by then is the last.
        nodes: limit for each.
        token: cancels them from another thread.
        progress: called about ten times a second.
        wanted: options for each, as for `generate`.

    Raises:
        SudokuError, OutOfBudget, Cancelled: as for `generate`.

    >>> import sudokulib
    >>> four = sudokulib.geometry("4x4")
    >>> made = sudokulib.generate_many(four, 3, seed=1)
    >>> [(one.seed, sudokulib.is_unique(one.puzzle)) for one in made]
    [(1, True), (2, True), (3, True)]
    """
    budget, seed = Budget(seconds, nodes, token), seed_or_drawn(seed)
    count = None if count is None else whole_number("count", count, 0)
    with interruptible(budget.check):
        maker = maker_of(subject, **wanted)
    return interruptible_iterator(_made(maker, seed, count, budget, progress), budget.check)


def maker_of(
    subject: PuzzleLike | Recipe,
    *,
    givens: int | None = None,
    symmetry: str | Sequence[Permutation] = "none",
    pattern: str | Iterable[str] | None = None,
    difficulty: tuple[float, float] | None = None,
    requires: Iterable[str] = (),
    forbids: Iterable[str] = (),
    at_most: Iterable[str] = (),
    profile: str | Profile = "everything",
    rating: bool = False,
    tries: int = TRIES,
    search: str = "auto",
    proof_nodes: int | None = None,
) -> Maker:
    """Return the maker for a subject and its options; see `generate` for the arguments.

    Raises:
        SudokuError, UnknownNameError: as for `generate`.
    """
    whole_number("tries", tries, 1)
    if isinstance(profile, str):
        profile = profile_named(profile)
    rated = profile if rating else None
    if isinstance(subject, Recipe):
        if givens is not None or symmetry != "none" or pattern is not None:
            raise SudokuError("a recipe says which givens to keep; write it there")
        target = target_of(
            difficulty or subject.difficulty,
            requires or subject.requires,
            forbids or subject.forbids,
            at_most or subject.at_most,
            profile,
        )
        return RecipeMaker(subject, search, proof_nodes, target, tries, rated)
    puzzle = as_puzzle(subject)
    plan = _plan(puzzle, givens, symmetry, proof_nodes)
    target = target_of(difficulty, requires, forbids, at_most, profile)
    if pattern is not None:
        if givens is not None or symmetry != "none":
            raise SudokuError(
                "a pattern already says which cells are given; drop it, or drop the number of "
                "givens and the symmetry"
            )
        cells = pattern_cells(puzzle.geometry, pattern)
        return PatternMaker(puzzle, cells, search, tries, proof_nodes, target, rated)
    return ThinningMaker(puzzle, plan, search, target, tries, rated)


def _made(
    maker: Maker,
    seed: int,
    count: int | None,
    budget: Budget,
    progress: Callable[[Progress], object] | None,
) -> Iterator[Generated]:
    meter = Meter(() if count is None else range(count), progress)
    for made in maker.make(islice(numbers(seed), count), budget, meter.record_tries):
        yield made.generated
        meter.add(1, 0)
    meter.finish()


def _plan(
    puzzle: Puzzle,
    givens: int | None,
    symmetry: str | Sequence[Permutation],
    proof_nodes: int | None,
) -> ThinningPlan:
    geometry = puzzle.geometry
    moves = moves_of(geometry, symmetry) if isinstance(symmetry, str) else symmetry
    own = {cell for cell, _ in puzzle.given_values}
    for move in moves:
        if sorted(move) != list(range(len(geometry.cells))):
            raise SudokuError(
                "a move of the symmetry must name each cell once; list for each cell the one it "
                "moves to"
            )
    groups = (
        tuple(cell for cell in orbit if cell not in own)
        for orbit in orbits(len(geometry.cells), moves)
    )
    wanted = 0 if givens is None else whole_number("givens", givens, 0, len(geometry.cells))
    return ThinningPlan(tuple(filter(None, groups)), max(0, wanted - len(own)), proof_nodes)
