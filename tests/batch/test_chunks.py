"""Chunks grow with what the ones before took, and are smaller where an end is in sight."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from sudokulib.solving.batch.chunks import WINDOW, window_for
from sudokulib.solving.batch.executors import RemoteExecutor
from sudokulib.solving.batch.pipeline import PuzzleChunks
from sudokulib.solving.batch.source import Items

LINE = "1.....2..3.....4"
EACH = 2**-17
"""Seconds for a puzzle: 6,553 of them are worth a task, and 65,536 are the most for one."""


class Cluster(RemoteExecutor):
    """Two workers that do nothing."""

    @property
    def slots(self) -> int:
        """Two."""
        return 2


def sizes(chunks: PuzzleChunks, most: int = 20) -> list[int]:
    """The sizes of chunks of which each is done before the next one is taken."""
    found: list[int] = []
    while len(found) < most and (chunk := next(chunks, None)):
        found.append(len(chunk))
        chunks._reading = 0  # however long it took
        chunks.adapt_size(chunk, EACH * len(chunk))
    return found


def test_tasks_grow_fast_and_end_together() -> None:
    many = PuzzleChunks([LINE] * 200_000, executor=Cluster())
    assert sizes(many) == [1, 64, 4096, 65_536, 65_151, 32_576, 16_288, 8_144, 6_553, 1_591]
    assert sizes(PuzzleChunks([LINE] * 100, executor=Cluster())) == [1, 64, 35]


def test_without_an_end_in_sight_they_only_grow() -> None:
    endless = PuzzleChunks(repeat(LINE), executor=Cluster())
    assert sizes(endless, 6) == [1, 64, 4096, 65_536, 65_536, 65_536]
    generator = PuzzleChunks((LINE for _ in range(100_000)), executor=Cluster())
    assert sizes(generator) == [1, 64, 4096, 65_536, 30_303]


def test_a_task_is_at_most_so_many_times_as_large_as_one_that_is_done() -> None:
    chunks = PuzzleChunks([LINE] * 1000, executor=Cluster())
    some = [next(chunks) for _ in range(4)]
    assert [len(one) for one in some] == [1, 1, 1, 1]
    chunks._reading = 0
    for one in some:
        chunks.adapt_size(one, EACH)
    assert len(next(chunks)) == 64


def test_here_chunks_double() -> None:
    assert sizes(PuzzleChunks([LINE] * 2000, executor=None)) == [
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 655, 322,
    ]  # fmt: skip


def test_small_tasks_are_under_way_one_for_each_worker() -> None:
    chunks = PuzzleChunks([LINE] * 60_000, executor=Cluster())
    window = window_for(Cluster(), chunks)
    found = []
    for _ in range(5):
        found.append(window())
        sizes(chunks, 1)
    assert found == [2, 2, 2, 2 * WINDOW, 2 * WINDOW]
    assert window_for(Cluster(), chunks, 3)() == 3


def test_tasks_that_are_worth_it_are_sent_ahead_though_they_still_grow() -> None:
    chunks = PuzzleChunks([LINE] * 60_000, executor=Cluster())
    for size, most in ((1, 2), (64, 2 * WINDOW), (4096, 2 * WINDOW)):
        chunk = next(chunks)
        assert len(chunk) == size
        chunks._reading = 0
        chunks.adapt_size(chunk, 4 * EACH * size)
        assert window_for(Cluster(), chunks)() == most


def test_what_takes_long_is_sent_one_by_one_and_ahead() -> None:
    chunks = PuzzleChunks([LINE] * 60, executor=Cluster())
    for _ in range(3):
        chunk = next(chunks)
        assert len(chunk) == 1
        chunks.adapt_size(chunk, 2.0)
        assert window_for(Cluster(), chunks)() == 2 * WINDOW


def test_other_executors_are_not_asked_for_their_slots() -> None:
    with ThreadPoolExecutor(1) as pool:
        chunks = PuzzleChunks([LINE] * 40, executor=pool)
        assert sizes(chunks) == [1, 2, 4, 8, 16, 9]


class Wrong:
    """An iterator that is wrong about its length."""

    def __init__(self, hint: int | Exception) -> None:
        self._items, self._hint = iter([LINE] * 70), hint

    def __iter__(self) -> Iterator[str]:
        """Itself."""
        return self  # type: ignore[return-value]

    def __next__(self) -> str:
        """The next line."""
        return next(self._items)

    def __length_hint__(self) -> int:
        """The wrong length."""
        if isinstance(self._hint, Exception):
            raise self._hint
        return self._hint


@pytest.mark.parametrize("hint", [0, 3, 10**12, -1, ZeroDivisionError()])
def test_a_hint_is_only_a_hint(hint: int | Exception) -> None:
    chunks = PuzzleChunks(Wrong(hint), executor=Cluster())  # type: ignore[arg-type]
    assert sum(sizes(chunks, 99)) == 70
    assert Items(Wrong(hint)).remaining in (hint, 0)  # type: ignore[arg-type]
