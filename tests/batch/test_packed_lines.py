"""Lines that are packed for other processes have the outcomes of lines that are solved here."""

from __future__ import annotations

import pickle

import pytest
from support import grid

from sudokulib._kernel import core
from sudokulib.solving.batch import worker as module
from sudokulib.solving.batch.worker import BatchSettings, BatchWorker, ChunkOutcome, run_pickled

FOUR = grid("4x4", "2x2", symbols="1234")
ODD = grid("3x3", symbols="123")
LARGE = grid("16x16", "4x4", symbols="123456789ABCDEFG")
LINES = ["1.....2..3.....4", "1" + "." * 15, "11" + "." * 14, "." * 16]


def facts(worker: BatchWorker, outcome: ChunkOutcome) -> tuple[list[object], ...]:
    """Return the outcome, the solutions and the nodes of each puzzle."""
    groups = [group.unpacked() for group in outcome.groups]
    return (
        [index for group in groups for index in group.outcomes],
        [
            tuple(map(tuple, known))
            for group in groups
            for known in ([()] if group.error else group.known_solutions())
        ],
        [nodes for group in groups for nodes in group.search_nodes()],
    )


@pytest.mark.parametrize("block", [1, 7, 1024])
@pytest.mark.parametrize(
    ("where", "lines"),
    [
        (FOUR, [LINES[n * n % 7 % 4] for n in range(100)]),
        (FOUR, LINES[:1] * 50),
        (ODD, ["1........", "12.......", "." * 9] * 9),
        (LARGE, ["1" + "." * 255, "." * 254 + "2G"]),
        (FOUR, [*LINES, "1.....2..3.....4\n"]),
        (FOUR, [*LINES, "no puzzle"]),
    ],
)
def test_they_have_the_same_outcomes(
    where: object, lines: list[str], block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BLOCK", block)
    worker = BatchWorker(BatchSettings(where, nodes=300))  # type: ignore[arg-type]
    sent, number = worker.packed_lines(lines)
    there = run_pickled(worker.pickled_settings(), sent, number)
    arrived: ChunkOutcome = pickle.loads(pickle.dumps(there, protocol=5))
    assert facts(worker, arrived) == facts(worker, worker.run(lines))


@pytest.mark.skipif(core is None, reason="no compiled search")
def test_they_are_a_fraction_as_long() -> None:
    worker = BatchWorker(BatchSettings(FOUR))
    unique = LINES[:1] * 3000
    sent, number = worker.packed_lines(unique)
    assert (len(sent), number) == (3000 * 8, 3000)
    groups = run_pickled(worker.pickled_settings(), sent, number).groups
    assert [len(group.outcomes) for group in groups] == [1024, 1024, 952]
    assert [len(group.solutions) for group in groups] == [1024 * 8, 1024 * 8, 952 * 8]
    sent, number = worker.packed_lines(LINES)
    (group,) = run_pickled(worker.pickled_settings(), sent, number).groups
    assert len(group.solutions) == len(LINES) * 16


def test_without_a_kernel_they_are_sent_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "core", None)
    worker = BatchWorker(BatchSettings(FOUR, search="reference"))
    sent, number = worker.packed_lines(LINES)
    assert (len(sent), number) == (len(LINES) * 16, 0)
    there = run_pickled(worker.pickled_settings(), sent, number)
    assert facts(worker, there) == facts(worker, worker.run(LINES))
