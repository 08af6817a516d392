"""Sets of puzzles, no two of them equivalent, made in parallel, seed by seed.

The result depends on the seeds alone: puzzles are taken in the order of their seeds, however many
are made at once, and puzzles equivalent to earlier ones are skipped.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as numbers
from itertools import islice
from time import perf_counter
from typing import Unpack

from sudokulib.basics.arguments import whole_number
from sudokulib.basics.interruption import interruptible, interruptible_iterator
from sudokulib.basics.seeded_random import seed_or_drawn
from sudokulib.errors import Cancelled, SudokuError
from sudokulib.generating.makers import Generated, MadePuzzle, Maker, Report
from sudokulib.generating.puzzles import GenerationOptions, maker_of
from sudokulib.generating.recipes import Recipe
from sudokulib.search import Budget, OutOfBudget, Token
from sudokulib.solving.batch.executors import RemoteExecutor, slots
from sudokulib.solving.batch.progress import Meter, Progress
from sudokulib.solving.queries.equivalence import canonical
from sudokulib.solving.subjects import PuzzleLike

MAX_FAILED_SEEDS = 200
"""Seeds in a row without a new puzzle after which a set is considered exhausted.

A bound: where a fiftieth of the puzzles are missing, this many seeds miss them once in 57 times.
"""
_MAX_SEEDS = 64
"""The most seeds handed over at once, so that progress is seen and little is lost."""
_MAX_SECONDS = 0.2
"""The most seconds that a batch of seeds should take, for the same reasons."""
_POLL_SECONDS = 0.1
"""Seconds between two checks of a token while others work: too short a delay to be noticed."""


@dataclass(frozen=True, slots=True)
class SeedResult:
    """The result for one seed.

    Args:
        seed: the seed.
        generated: the puzzle; None if the seed gave none.
        key: the key of its canonical form.
        text: its line, where one is wanted; or why there is none.
    """

    seed: int
    generated: Generated | None = None
    key: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeedWorker:
    """The work to do for each seed; it can be pickled.

    Args:
        maker: makes the puzzle.
        nodes: limit for each.
        write: turns the puzzle and the key of its canonical form into a line.
    """

    maker: Maker
    nodes: int | None = None
    write: Callable[[MadePuzzle, str], str] | None = None

    def results(
        self,
        seeds: Iterable[int],
        seconds: float | None = None,
        token: Token | None = None,
        report: Report | None = None,
    ) -> Generator[SeedResult, None, None]:
        """Yield the results for seeds, in order; stop early when the time is up.

        Raises:
            SudokuError: there is no puzzle at all.
            Cancelled: the token was cancelled.
        """
        source, budget = iter(seeds), Budget(seconds, self.nodes, token)
        while True:
            taken: list[int] = []
            try:
                found = self.maker.make(_noted(source, taken), budget, report)
                for made in interruptible_iterator(found, budget.check):
                    if made.generated.stopped in ("time", "cancelled"):
                        return
                    with interruptible(budget.check):
                        item = self._item(made)
                    yield item
                    taken.clear()
            except SudokuError as error:
                if not taken:
                    raise
                if isinstance(error, OutOfBudget) and error.reason == "time":
                    return
                yield SeedResult(taken[-1], text=str(error))
                budget.renew_nodes(self.nodes)
            else:
                if taken:
                    raise SudokuError("it cannot be filled, so there is no puzzle; relax it")
                return

    def _item(self, made: MadePuzzle) -> SeedResult:
        one = made.generated
        key = "" if one.missed else canonical(one.puzzle).key
        return SeedResult(one.seed, one, key, self.write(made, key) if self.write and key else "")


@dataclass(slots=True)
class SetCounts:
    """A running count of the results.

    Attributes:
        puzzles: how many puzzles there are.
        equivalent: how many were skipped, as equivalent to earlier ones.
        missed: how many seeds missed the target.
        lacks: what the last of those lacked.
        seed: the last seed.
        failed_seeds: how many seeds were tried since the last new puzzle.
        keys: the canonical keys of all puzzles.
        stopped: why there are fewer puzzles than wanted: "time", or "vain" if many seeds in a row
            brought nothing new.
    """

    puzzles: int = 0
    equivalent: int = 0
    missed: int = 0
    lacks: str = ""
    seed: int | None = None
    failed_seeds: int = 0
    keys: set[str] = field(default_factory=set)
    stopped: str = ""

    def count_item(self, item: SeedResult) -> bool:
        """Count an item, and return whether it is a new puzzle that meets the target."""
        self.seed = item.seed
        self.failed_seeds += 1
        if item.generated is None or item.generated.missed:
            self.missed += 1
            self.lacks = item.generated.missed if item.generated else item.text
            return False
        if item.key in self.keys:
            self.equivalent += 1
            return False
        self.add(item.seed, item.key)
        return True

    def add(self, seed: int, key: str) -> None:
        """Count a new puzzle."""
        self.seed, self.failed_seeds = seed, 0
        self.puzzles += 1
        self.keys.add(key)


def generate_set(
    subject: PuzzleLike | Recipe,
    count: int,
    *,
    seed: int | None = None,
    executor: Executor | None = None,
    jobs: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    token: Token | None = None,
    progress: Callable[[Progress], object] | None = None,
    **wanted: Unpack[GenerationOptions],
) -> Iterator[Generated]:
    """Yield puzzles of which no two are equivalent (see `sudokulib.equivalent`), by seed.

    Args:
        subject: as for `sudokulib.generate`.
        count: how many.
        seed: the first; seeds that give nothing new are skipped. Absent: a random one; each puzzle
            records its own.
        executor: where to make them: any executor of `concurrent.futures`, such as a process pool
            or a `sudokulib.solving.batch.cluster`.
        jobs: how many to hand to it at once, at least: a cluster gets as many as it has threads.
            The puzzles are the same for any number.
        nodes: limit for each.
        seconds: limit for all together; puzzles unfinished by then are left out.
        token: cancels them from another thread.
        progress: called about ten times a second.
        wanted: options for each, as for `sudokulib.generate`.

    Returns:
        The puzzles, lazily. They end before there are `count` of them if 200 seeds in a row give no
        new puzzle.

    Raises:
        SudokuError, OutOfBudget, Cancelled: as for `sudokulib.generate`.

    >>> import sudokulib
    >>> made = list(sudokulib.generate_set(sudokulib.geometry("4x4"), 3, seed=1))
    >>> [one.seed for one in made], sudokulib.equivalent(made[0].puzzle, made[1].puzzle)
    ([1, 2, 3], False)
    """
    ends, jobs = Budget(seconds, token=token), whole_number("jobs", jobs, 1)
    count = whole_number("count", count, 0)
    with interruptible(ends.check):
        work = SeedWorker(maker_of(subject, **wanted), nodes)
    made = items(
        work,
        SetCounts(),
        Meter(range(count), progress),
        seed=seed_or_drawn(seed),
        count=count,
        executor=executor,
        jobs=jobs,
        seconds=ends.seconds_left,
        token=token,
    )
    return (item.generated for item in made if item.generated is not None)


def _noted(seeds: Iterator[int], taken: list[int]) -> Iterator[int]:
    for seed in seeds:
        taken.append(seed)
        yield seed


def items(
    work: SeedWorker,
    counts: SetCounts,
    meter: Meter,
    *,
    seed: int,
    count: int,
    executor: Executor | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    token: Token | None = None,
) -> Generator[SeedResult, None, None]:
    """Yield the new puzzles of a set, until there are enough."""
    seeds = numbers(seed if counts.seed is None else counts.seed + 1)
    if executor is None:
        made = work.results(seeds, seconds, token, meter.record_tries)
    else:
        queue = _SeedQueue(work, seeds, Budget(seconds, token=token), executor, jobs)
        made = queue.items(lambda: count - counts.puzzles)
    with closing(made):
        while counts.puzzles < count and counts.failed_seeds < MAX_FAILED_SEEDS:
            item = next(made, None)
            if item is None:
                counts.stopped = "time"
                break
            if counts.count_item(item):
                yield item
                meter.add(1, 0)
        else:
            counts.stopped = "vain" if counts.puzzles < count else ""
    meter.finish()


class _SeedQueue:
    """A queue of seeds handed to an executor, few at first and more while it is quick.

    Args:
        work: the work for each.
        seeds: the seeds.
        ends: the budget, with the time at which all must end.
        executor: where the work is done.
        jobs: how much is done there at once.
    """

    def __init__(
        self, work: SeedWorker, seeds: Iterator[int], ends: Budget, executor: Executor, jobs: int
    ) -> None:
        self._packed = pickle.dumps(work)
        self._seeds = seeds
        self._ends = ends
        self._executor = executor
        self._jobs = jobs
        self._size = 1
        self._waiting: deque[tuple[int, Future[tuple[list[SeedResult], float]]]] = deque()

    def items(self, missing: Callable[[], int]) -> Generator[SeedResult, None, None]:
        """Yield the results for the seeds, in order, until the time is up.

        While results are pending, no more seeds are begun than puzzles are missing.
        """
        try:
            while True:
                self._hand_over(missing())
                number, future = self._waiting[0]
                found, took = self._waited(future)
                self._waiting.popleft()
                yield from found
                if len(found) < number:
                    return
                self._size = min(2 * self._size, _MAX_SEEDS) if took < _MAX_SECONDS else self._size
        finally:
            for _, future in self._waiting:
                future.cancel()

    def _hand_over(self, missing: int) -> None:
        missing -= sum(number for number, _ in self._waiting)
        remote = isinstance(self._executor, RemoteExecutor)
        jobs = max(self._jobs, slots(self._executor)) if remote else self._jobs
        while len(self._waiting) < 2 * jobs and (missing > 0 or not self._waiting):
            mine = tuple(islice(self._seeds, min(self._size, 1 + max(0, missing) // jobs)))
            missing -= len(mine)
            run = self._executor.submit(_work, self._packed, mine, self._ends.seconds_left)
            self._waiting.append((len(mine), run))

    def _waited(
        self, future: Future[tuple[list[SeedResult], float]]
    ) -> tuple[list[SeedResult], float]:
        while True:
            if self._ends.token is not None and self._ends.token.cancelled:
                raise Cancelled("cancelled by its token")
            with suppress(TimeoutError):
                return future.result(timeout=_POLL_SECONDS)


def _work(
    packed: bytes, seeds: tuple[int, ...], seconds: float | None
) -> tuple[list[SeedResult], float]:
    began = perf_counter()
    found = list(_unpacked(packed).results(seeds, seconds))
    return found, perf_counter() - began


# The bytes hold all of the work.
@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> SeedWorker:
    """Return the work, with its geometry and model, unpickled once in each process."""
    work = pickle.loads(packed)
    assert isinstance(work, SeedWorker)
    return work
