"""A Dask cluster: the same results as here, whatever happens to its workers."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

import pytest
import stand_in  # noqa: F401 - registers searches, which reach the workers
from support import grid, overlapping

from sudokulib import BadLineError, Progress, Token, generate_set, geometry, solve_many
from sudokulib.errors import Cancelled, SudokuError
from sudokulib.search.backend import drop_backends
from sudokulib.shapes.registry import KINDS
from sudokulib.solving.batch import ClusterError, cluster
from sudokulib.solving.batch.dask_cluster import ClusterExecutor, _Uncopied
from sudokulib.solving.batch.rated import RatingSettings, rate_many
from sudokulib.strategies.registry import STRATEGIES

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

FOUR = grid("4x4", "2x2", symbols="1234")
UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    """A client of two worker processes."""
    with cluster("local", workers=2) as pool:
        yield pool._client


@pytest.fixture
def pool(client: distributed.Client) -> Iterator[ClusterExecutor]:
    client.wait_for_workers(2, timeout=60)
    with cluster(client) as executor:
        yield executor


def pids(client: distributed.Client) -> list[int]:
    """The processes of the workers, those that are starting included."""
    return [nanny.pid for nanny in client.cluster.workers.values() if nanny.pid]


def living(client: distributed.Client, killed: list[int]) -> int:
    """A worker's process that was not killed; one may have to start first."""
    end = monotonic() + 60
    while monotonic() < end:
        if left := set(pids(client)) - set(killed):
            return left.pop()
        sleep(0.05)
    raise AssertionError("no worker has started anew within a minute")


def test_results_are_those_of_here(pool: ClusterExecutor) -> None:
    twin = overlapping("2x2", (0, 0), (2, 2))
    lines = [UNIQUE, MULTIPLE, twin.puzzle(), "x", NONE, FOUR.puzzle(UNIQUE)] * 5
    alone = list(solve_many(lines, FOUR, on_error="yield"))
    assert list(map(str, solve_many(lines, FOUR, executor=pool, on_error="yield"))) == list(
        map(str, alone)
    )
    came = list(solve_many(lines, FOUR, executor=pool, on_error="yield", in_order=False))
    assert sorted(map(str, came)) == sorted(map(str, alone))
    assert sorted(r.number for r in came if isinstance(r, BadLineError)) == [4, 10, 16, 22, 28]
    assert pool.slots == 2


def test_arguments_of_a_task_arrive_as_they_are(pool: ClusterExecutor) -> None:
    assert pool.submit(bytes.replace, b"ab" * 3000, b"a", b"c").result() == b"cb" * 3000
    assert pool.submit(getattr, b"a", "nothing", None).result() is None
    assert pool.submit(int, b"11", base=2).result() == 3


def test_bytes_are_not_copied_into_pickles_on_their_way() -> None:
    sent: list[pickle.PickleBuffer] = []
    data = bytes(range(256)) * 100
    at_scheduler = pickle.dumps(_Uncopied(data), protocol=5, buffer_callback=sent.append)
    assert len(at_scheduler) < 200
    # Dask's buffers are views, of which pickles of the scheduler leave out the bytes again.
    arrived = pickle.loads(at_scheduler, buffers=[memoryview(bytearray(data))])
    again: list[pickle.PickleBuffer] = []
    assert len(pickle.dumps(arrived, protocol=5, buffer_callback=again.append)) < 200
    assert bytes(sent[0]) == bytes(again[0]) == data
    assert bytes(pickle.loads(pickle.dumps(arrived, protocol=4)).data) == data


def test_few_chunks_are_under_way(pool: ClusterExecutor) -> None:
    asked, progress = count(), list[Progress]()
    results = solve_many((UNIQUE for _ in asked), FOUR, executor=pool, progress=progress.append)
    assert [r.status for r in islice(results, 5)] == ["unique"] * 5
    results.close()  # type: ignore[attr-defined]
    assert next(asked) < 200
    assert progress[0].done == 1


def test_a_lost_worker_loses_and_doubles_no_puzzle(
    client: distributed.Client, pool: ClusterExecutor
) -> None:
    lines = [f"{i % 4 + 1}{'.' * 15}" if i % 7 else UNIQUE for i in range(6000)]
    alone = [r.solutions for r in solve_many(lines, FOUR, search="stand-in")]
    found, killed = [], []
    for result in solve_many(lines, FOUR, search="stand-in", executor=pool):
        found.append(result.solutions)
        if len(found) in (100, 1500, 3000):
            killed.append(living(client, killed))
            os.kill(killed[-1], signal.SIGKILL)
    assert len(killed) == 3
    assert found == alone


def test_ratings_and_sets(pool: ClusterExecutor) -> None:
    lines = [UNIQUE, "12", MULTIPLE] * 3
    here, there = (
        [(r.status, r.er, r.score) for r in rate_many(lines, RatingSettings(FOUR), executor)]
        for executor in (None, pool)
    )
    assert here == there
    alone = list(generate_set(geometry("4x4"), 4, seed=1))
    assert list(generate_set(geometry("4x4"), 4, seed=1, executor=pool, jobs=2)) == alone


@pytest.mark.slow
def test_a_token_frees_the_workers(pool: ClusterExecutor) -> None:
    token = Token()
    results = solve_many([UNIQUE] * 9, FOUR, search="stuck", token=token, executor=pool)
    Timer(1, token.cancel).start()
    with pytest.raises(Cancelled):
        next(results)
    (result,) = solve_many([UNIQUE], FOUR, executor=pool)
    assert result.status == "unique"
    (result,) = solve_many(["." * 16], FOUR, executor=pool, search="reference", seconds=0)
    assert (result.status, result.stats.stopped) == ("unknown", "time")


def test_the_default_geometry_is_that_of_the_program(
    pool: ClusterExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "9x9.yaml").write_text("{symbols: ab, build: [{make: grid, size: 2x2}]}")
    monkeypatch.setenv("SUDOKULIB_PATH", str(tmp_path))
    (result,) = solve_many(["a..."], executor=pool)
    assert result.solutions[0].line() == "abba"


MODULE = """
from sudokulib.primitives import Table
from sudokulib.search import register_backend
from sudokulib.search.reference import Reference
from sudokulib.shapes import CellLine, Kind, register_kind
from dataclasses import dataclass
from typing import ClassVar

@register_kind
@dataclass(frozen=True, slots=True)
class Exactly(Kind):
    name: ClassVar[str] = "a-test-of-clusters"
    cells: CellLine

    def holds(self, values, context):
        return [values[cell] for cell in self.cells] == [VALUES]

    def lower(self, context):
        return [Table(self.cells, frozenset({(VALUES)}))]

class Search(Reference): ...

register_backend("of-a-test", Search)
"""


def test_modules_that_register_kinds_reach_the_workers(
    client: distributed.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after they were changed, although the workers know the former ones."""
    monkeypatch.syspath_prepend(tmp_path)
    name = "module_of_a_test"
    for first, line in (("0, 1", "1221"), ("1, 0", "2112")):
        (tmp_path / f"{name}.py").write_text(MODULE.replace("VALUES", first))
        importlib.invalidate_caches()
        rule = importlib.import_module(name).Exactly
        try:
            puzzle = grid("2x2", symbols="12").puzzle().add(rule((0, 1)))
            with cluster(client) as pool:
                (result,) = solve_many([puzzle], executor=pool, search="of-a-test")
            assert result.solution is not None
            assert result.solution.line() == line
        finally:
            del sys.modules[name], KINDS.entries[rule.name]
            drop_backends(name)
            for cached in tmp_path.rglob("*.pyc"):
                cached.unlink()


def test_what_the_script_itself_registers_cannot_be_sent(
    client: distributed.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = next(iter(STRATEGIES.load_all().values()))

    def find() -> None: ...

    find.__module__ = "__main__"
    fields = {name: getattr(one, name) for name in one.__dataclass_fields__}
    monkeypatch.setitem(STRATEGIES.entries, "mine", type(one)(**fields | {"find": find}))
    with pytest.raises(ClusterError, match=r"^mine: .*move it to a module"), cluster(client):
        pass


def test_a_worker_must_have_what_is_not_sent(
    pool: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_modules", {"nowhere.to_be.found": ""})
    with pytest.raises(ClusterError, match=r"No module named 'nowhere'.* tcp://.*install it there"):
        list(solve_many([UNIQUE], FOUR, executor=pool))


@pytest.mark.parametrize(
    ("name", "version"), [("sudokulib", "0.0.7"), ("Python", "3.9"), ("sudokulib-coprime", "1.0")]
)
def test_versions_must_be_the_same(
    name: str, version: str, pool: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_versions", {**pool._versions, name: version})
    with pytest.raises(
        ClusterError, match=rf"^{name} is [\w.]+ on the worker tcp://.*, but {version} in the"
    ):
        list(solve_many([UNIQUE], FOUR, executor=pool))


@pytest.mark.slow
def test_a_cluster_that_is_not_there() -> None:
    with dask.config.set({"distributed.comm.timeouts.connect": "200ms"}):
        for address in ("tcp://127.0.0.1:1", "nonsense://x"):
            with pytest.raises(ClusterError, match=f"{address}.*'local'"), cluster(address):
                pass
    for workers, address in ((0, "local"), (2, "tcp://127.0.0.1:1")):
        with (
            pytest.raises(SudokuError, match=f"workers is {workers}"),
            cluster(address, workers=workers),
        ):
            pass


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"sudokulib\[dask\]"), cluster("local"):
        pass


def cancel_all(client: distributed.Client) -> None:
    """Cancel what is under way, as a client does whose scheduler is gone."""
    client.cancel([distributed.Future(key, client) for key in client.futures])


def kill_worker(client: distributed.Client) -> None:
    (pid,) = pids(client)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lose", "message"),
    [
        (cancel_all, "the scheduler of the cluster is gone"),
        (kill_worker, "1 workers died while .* limit"),
    ],
    ids=["scheduler", "worker"],
)
def test_a_lost_cluster_is_told(lose: Callable[[distributed.Client], object], message: str) -> None:
    def work() -> None:
        with cluster("local", workers=1) as pool:
            Timer(1, lose, [pool._client]).start()
            next(solve_many([UNIQUE] * 9, FOUR, search="stuck", executor=pool))

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        pytest.raises(ClusterError, match=message),
    ):
        work()
