"""Rating many puzzles: lazily, in order, in other processes if requested."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.batch.chunks import WINDOW, Chunks, in_flight, wait_for_first
from sudokulib.solving.batch.executors import slots
from sudokulib.solving.batch.source import Items, Source
from sudokulib.solving.batch.worker import PuzzleInput
from sudokulib.solving.rating import Grade, Rating, rate
from sudokulib.solving.rating.path import ProofSize

_NONE = Grade()
_NOTHING = ProofSize(0, 0, 0)


@dataclass(frozen=True, slots=True)
class RatingSettings:
    """The settings shared by all puzzles of a batch.

    Args:
        geometry: the geometry of the lines.
        profile: the strategies that take part.
        seconds: wall-time limit for each puzzle.
        details: whether `RatingDetails`, which take longer than a solve, are computed too.
    """

    geometry: Geometry
    profile: str = "everything"
    seconds: float | None = None
    details: bool = False


@dataclass(frozen=True, slots=True)
class RatingDetails:
    """The figures of a rating that take longer to compute than a solve.

    Args:
        open: the mean number of conclusions available at a step.
        bottlenecks: steps, counted from 1, as in `Rating`.
        needed: as in `Rating`.
    """

    open: float
    bottlenecks: tuple[int, ...]
    needed: tuple[str, ...]

    @classmethod
    def of(cls, rating: Rating) -> RatingDetails:
        """Compute the details of a rating."""
        steps = tuple(number + 1 for number in rating.bottlenecks)
        return cls(rating.mean_alternatives, steps, rating.needed)


@dataclass(frozen=True, slots=True)
class RatingSummary:
    """The numbers of a `Rating`, without its boards.

    Args:
        status: the status of the puzzle; "bad" if the line is not a puzzle.
        solved: whether the steps solve it.
        er, ep, ed: the hardest step, the hardest up to the first placement, the first.
        level, score: as in `Rating`.
        techniques: the number of steps of each.
        parts: as in `Rating`.
        details: the details, if requested.
        stopped: "time" if the limit ended the solve.
        seconds: wall time.
        message: what is wrong with a line that is not a puzzle.
    """

    status: str
    solved: bool = False
    er: Grade = _NONE
    ep: Grade = _NONE
    ed: Grade = _NONE
    level: str = ""
    score: int = 0
    techniques: dict[str, int] = field(default_factory=dict)
    parts: ProofSize = _NOTHING
    details: RatingDetails | None = None
    stopped: str = ""
    seconds: float = 0.0
    message: str = ""

    @classmethod
    def of(cls, rating: Rating, *, details: bool = False) -> RatingSummary:
        """Return the numbers of a rating."""
        more = RatingDetails.of(rating) if details else None
        return cls(
            rating.status, rating.solved, rating.er, rating.ep, rating.ed, rating.level,
            rating.score, dict(rating.techniques), rating.parts, more, rating.stopped,
            rating.seconds,
        )  # fmt: skip


def rate_one(rating_settings: RatingSettings, given: PuzzleInput) -> RatingSummary:
    """Rate one puzzle; a line that is not a puzzle gets the status "bad"."""
    try:
        if isinstance(given, SudokuError):
            raise given
        puzzle = given if isinstance(given, Puzzle) else rating_settings.geometry.puzzle(given)
        return _summary(puzzle, rating_settings, Budget(rating_settings.seconds))
    except OutOfBudget as limit:
        return RatingSummary("unknown", stopped=limit.reason)
    except SudokuError as error:
        return RatingSummary("bad", message=" ".join(str(error).split()))


def _summary(puzzle: Puzzle, rating_settings: RatingSettings, budget: Budget) -> RatingSummary:
    rating = rate(puzzle, profile=rating_settings.profile, seconds=budget.seconds_left)
    try:
        with interruptible(budget.check):
            return RatingSummary.of(rating, details=rating_settings.details)
    except OutOfBudget as limit:
        return replace(RatingSummary.of(rating), stopped=limit.reason)


def rate_many(
    givens: Iterable[PuzzleInput], rating_settings: RatingSettings, executor: Executor | None = None
) -> Iterator[RatingSummary]:
    """Rate puzzles lazily, in order.

    Args:
        givens: puzzles, lines, or errors that say why there is no puzzle.
        rating_settings: the settings for all.
        executor: where to work: any executor of `concurrent.futures`, such as a process pool or a
            `cluster`.

    Returns:
        The numbers of each; a line that is not a puzzle has the status "bad".
    """
    if executor is None:
        yield from (rate_one(rating_settings, given) for given in givens)
        return
    packed = pickle.dumps(rating_settings)
    flight = in_flight(
        _OneByOne(givens if isinstance(givens, Source) else Items(givens), executor),
        lambda _, chunk: executor.submit(_work, packed, chunk[0]),
        wait_for_first,
        lambda: WINDOW * slots(executor),
        token=None,
        in_order=True,
    )
    with closing(flight):
        for _, _, rated in flight:
            yield rated


class _OneByOne(Chunks[list[PuzzleInput]]):
    """Puzzles, each by itself: a rating takes longer than handing a puzzle over."""

    def take(self, most: int) -> list[PuzzleInput]:
        """Return the next puzzle; an empty list at the end."""
        del most
        return self._source.take(1)


def _work(packed: bytes, given: PuzzleInput) -> RatingSummary:
    return rate_one(_unpacked(packed), given)


# The bytes hold all the settings.
@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> RatingSettings:
    """Return the settings, with their geometry and model, unpickled once in each process."""
    rating_settings = pickle.loads(packed)
    assert isinstance(rating_settings, RatingSettings)
    return rating_settings
