"""CPU time of contenders that take turns, the best of several rounds.

A busy or changing machine slows all contenders alike when turns are short, so ratios hold where
rates do not. Time is that of the process, all its threads together; starting up is not counted.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.contenders import Answer, Contender, Session
    from benchmarks.puzzle_sets import Item, PuzzleSet

__all__ = ["RaceResult", "RaceRules", "TimeLimitReached", "best", "race", "time_limit"]


class TimeLimitReached(BaseException):
    """Raised inside a contender that takes too long; a BaseException, so it is not caught there."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitReached` inside after so much wall time, once Python is running.

    A timer of CPU time would make the clock of the process advance in coarse ticks.
    """

    def stop(*_: object) -> None:
        raise TimeLimitReached

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def best(
    work: Callable[[], object],
    rounds: int = 3,
    enough: float = 0.5,
    clock: Callable[[], float] = process_time,
) -> float:
    """Return the least time of up to `rounds` runs; no further one after `enough` seconds."""
    times: list[float] = []
    while len(times) < rounds and sum(times) < enough:
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


@dataclass(frozen=True)
class RaceRules:
    """The rules of a race.

    Args:
        rounds: how often everything is repeated; the best time of each chunk counts.
        chunk: puzzles between two changes of turn.
        allowance: seconds that a contender may take in one round; then it stops where it is.
        time_limit: seconds of wall time for one chunk; then its puzzles count as unfinished.
        seed: the seed of the order of turns.
    """

    rounds: int = 3
    chunk: int = 500
    allowance: float = 2.0
    time_limit: float = 5.0
    seed: int = 4


@dataclass
class RaceResult:
    """The result of one contender in a race.

    Args:
        seconds: for each puzzle that it took, its share of the best time of its chunk.
        unfinished: puzzles on which it ran out of time; the time spent so far is counted.
        wrong: puzzles with an answer that differs from the expected one.
    """

    seconds: dict[int, float] = field(default_factory=dict)
    unfinished: set[int] = field(default_factory=set)
    wrong: set[int] = field(default_factory=set)

    @property
    def rate(self) -> float:
        """The number of puzzles per second."""
        spent = sum(self.seconds.values())
        return len(self.seconds) / spent if spent else 0.0

    def against(self, other: RaceResult) -> float:
        """Return how many times faster this is than another on the puzzles both took; 0 if none.

        >>> RaceResult({1: 0.5, 2: 0.5}).against(RaceResult({2: 2.0, 3: 9.0}))
        4.0
        """
        both = self.seconds.keys() & other.seconds.keys()
        mine = sum(self.seconds[number] for number in both)
        return sum(other.seconds[number] for number in both) / mine if mine else 0.0


TimedPuzzles = range
"""Puzzles that are timed together, by number."""


def race(
    contenders: Sequence[Contender],
    puzzles: PuzzleSet,
    expected: Sequence[Answer],
    rules: RaceRules,
) -> dict[str, RaceResult]:
    """Let contenders solve the same puzzles chunk by chunk in turns.

    Each stops when its allowance is spent; rounds after the first repeat what was finished in the
    first. Each round begins with fresh sessions, as a solver that learns must not meet a puzzle
    again.
    """
    laps = {contender.name: RaceResult() for contender in contenders}
    chance = Random(rules.seed)
    size = len(puzzles.items)
    for number in range(rules.rounds):
        runners = {c.name: _Runner(c, puzzles, expected, rules, laps[c.name]) for c in contenders}
        for start in range(0, size, rules.chunk):
            turns = list(runners.values())
            chance.shuffle(turns)
            for runner in turns:
                runner.run(range(start, min(size, start + rules.chunk)), first=number == 0)
    return laps


class _Runner:
    """One contender in one round."""

    def __init__(
        self,
        contender: Contender,
        puzzles: PuzzleSet,
        expected: Sequence[Answer],
        rules: RaceRules,
        lap: RaceResult,
    ) -> None:
        self._size = contender.piece
        self._session: Session = contender.start(puzzles)
        self._items, self._expected = puzzles.items, expected
        self._rules, self._lap = rules, lap
        self._left = rules.allowance

    def run(self, chunk: TimedPuzzles, *, first: bool) -> None:
        """Solve a chunk, as far as the allowance reaches."""
        for start in range(chunk.start, chunk.stop, self._size):
            piece = range(start, min(chunk.stop, start + self._size))
            if not first and start in self._lap.unfinished:
                continue
            if (self._left <= 0) if first else (start not in self._lap.seconds):
                return
            self._piece(piece)

    def _piece(self, piece: TimedPuzzles) -> None:
        items: Sequence[Item] = self._items[piece.start : piece.stop]
        found: Sequence[object] = ()
        began = process_time()
        try:
            with time_limit(self._rules.time_limit):
                began = process_time()
                found = self._session.run(items)
                spent = process_time() - began
        except TimeLimitReached:
            spent = process_time() - began
            self._lap.unfinished.update(piece)
        self._left -= spent
        for number in piece:
            share = spent / len(piece)
            self._lap.seconds[number] = min(self._lap.seconds.get(number, share), share)
        for number, raw in zip(piece, found, strict=False):
            if not self._session.tell(raw).agrees(self._expected[number]):
                self._lap.wrong.add(number)
