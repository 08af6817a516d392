"""Many puzzles rated: lazily, in order, in other processes if there are any."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import lru_cache
from os import cpu_count

from sudokulib.batch.bench import Given
from sudokulib.errors import SudokuError
from sudokulib.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.rating import Grade, Rating, rate
from sudokulib.rating.path import Parts

__all__ = ["Details", "Orders", "Rated", "rate_given", "rate_many"]

_NONE = Grade()
_NOTHING = Parts(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Orders:
    """What is the same for all puzzles of a batch.

    Args:
        geometry: where lines are played.
        profile: the strategies that take part.
        seconds: limit of wall time for each puzzle.
        details: whether what takes longer than a solve is worked out too.
    """

    geometry: Geometry
    profile: str = "everything"
    seconds: float | None = None
    details: bool = False


@dataclass(frozen=True, slots=True)
class Details:
    """What takes longer than a solve.

    Args:
        open: how many conclusions were open in the mean.
        bottlenecks: steps, counted from 1, as in `Rating`.
        needed: as in `Rating`.
    """

    open: float
    bottlenecks: tuple[int, ...]
    needed: tuple[str, ...]

    @classmethod
    def of(cls, rating: Rating) -> Details:
        """Work it out."""
        steps = tuple(number + 1 for number in rating.bottlenecks)
        return cls(rating.mean_alternatives, steps, rating.needed)


@dataclass(frozen=True, slots=True)
class Rated:
    """The numbers of a `Rating`, without its boards.

    Args:
        status: of the puzzle; "bad" if it is none.
        solved: whether the steps lead to the end.
        er, ep, ed: the hardest step, the hardest up to the first placement, the first.
        level, score: as in `Rating`.
        techniques: how many steps of each there are.
        parts: as in `Rating`.
        details: if they were asked for.
        stopped: "time" if the limit ended the solve.
        seconds: wall time.
        message: what is wrong with a line that is no puzzle.
    """

    status: str
    solved: bool = False
    er: Grade = _NONE
    ep: Grade = _NONE
    ed: Grade = _NONE
    level: str = ""
    score: int = 0
    techniques: dict[str, int] = field(default_factory=dict)
    parts: Parts = _NOTHING
    details: Details | None = None
    stopped: str = ""
    seconds: float = 0.0
    message: str = ""

    @classmethod
    def of(cls, rating: Rating, *, details: bool = False) -> Rated:
        """The numbers of a rating."""
        more = Details.of(rating) if details else None
        return cls(
            rating.status, rating.solved, rating.er, rating.ep, rating.ed, rating.level,
            rating.score, dict(rating.techniques), rating.parts, more, rating.stopped,
            rating.seconds,
        )  # fmt: skip


def rate_given(orders: Orders, given: Given) -> Rated:
    """Rate one puzzle, or say why it is none."""
    try:
        if isinstance(given, SudokuError):
            raise given
        puzzle = given if isinstance(given, Puzzle) else orders.geometry.puzzle(given)
        rating = rate(puzzle, profile=orders.profile, seconds=orders.seconds)
        return Rated.of(rating, details=orders.details)
    except SudokuError as error:
        return Rated("bad", message=" ".join(str(error).split()))


def rate_many(
    givens: Iterable[Given], orders: Orders, executor: Executor | None = None
) -> Iterator[Rated]:
    """Rate puzzles lazily, in order.

    Args:
        givens: puzzles, lines, or why there is no puzzle.
        orders: what is the same for all.
        executor: works there: any executor of `concurrent.futures`, such as one of processes.

    Returns:
        The numbers of each; a line that is no puzzle has the status "bad".
    """
    if executor is None:
        yield from (rate_given(orders, given) for given in givens)
        return
    packed = pickle.dumps(orders)
    waiting: deque[Future[Rated]] = deque()
    try:
        for given in givens:
            waiting.append(executor.submit(_work, packed, given))
            if len(waiting) >= 4 * (cpu_count() or 1):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _work(packed: bytes, given: Given) -> Rated:
    return rate_given(_unpacked(packed), given)


# The bytes hold the whole orders.
@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Orders:
    """The orders, and with them the geometry and its model, once for each process."""
    orders = pickle.loads(packed)
    assert isinstance(orders, Orders)
    return orders
