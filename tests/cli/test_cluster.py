"""Commands with ``--cluster``: the same files as without, whatever happens to the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
import stand_in  # noqa: F401 - registers searches, which reach the workers
from command import invoke

from sudokulib.solving.batch import cluster

distributed = pytest.importorskip("distributed")

UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    with cluster("local", workers=2) as pool:
        yield pool._client


@pytest.fixture
def address(client: distributed.Client) -> str:
    client.wait_for_workers(2, timeout=60)
    return str(client.scheduler.address)


def kill_workers(client: distributed.Client, out: Path, sizes: list[int]) -> None:
    """Kill another worker each time that the file has grown to the next size."""
    killed: list[int] = []
    for size in sizes:
        while not out.exists() or out.stat().st_size < size:
            time.sleep(0.01)
        workers = client.cluster.workers.values()
        killed.append(next(w.pid for w in workers if w.pid and w.pid not in killed))
        os.kill(killed[-1], signal.SIGKILL)


@pytest.mark.slow
def test_lost_workers_lose_and_double_no_line(client: distributed.Client, address: str) -> None:
    kinds = [UNIQUE, MULTIPLE, NONE, "x", f"{MULTIPLE[:-1]}2"]
    lines = [kinds[i * i % 7 % 5] for i in range(8000)]
    Path("in.txt").write_text("\n".join(lines))
    words = ["solve", "4x4", "--batch", "in.txt", "--search", "stand-in", "--out"]
    invoke([*words, "here.jsonl"])
    size = Path("here.jsonl").stat().st_size
    out = Path("out.jsonl")
    sizes = [size // 9, size // 3, size // 2]
    killer = Thread(target=kill_workers, args=(client, out, sizes), daemon=True)
    killer.start()
    result = invoke([*words, str(out), "--cluster", address, "--json"])
    killer.join(60)
    assert not killer.is_alive()
    assert json.loads(result.stdout)["puzzles"] == len(lines)
    assert out.read_text() == Path("here.jsonl").read_text()
    assert not Path("out.jsonl.journal").exists()


@pytest.mark.slow
def test_ctrl_c_and_resume(address: str) -> None:
    lines = [f"{i % 4 + 1}{'.' * 15}" for i in range(30_000)]
    Path("in.txt").write_text("\n".join(lines))
    words = [sys.executable, "-m", "sudokulib", "solve", "4x4", "--batch", "in.txt"]
    words += ["--search", "reference", "--cluster", address, "--resume", "--out"]
    with closing(open("errors.txt", "w+")) as errors:
        process = subprocess.Popen([*words, "out.txt"], stderr=errors, cwd=Path.cwd())
        while not Path("out.txt").exists() or not Path("out.txt").stat().st_size:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        errors.seek(0)
        told = errors.read()
    assert "continue with --resume" in told
    assert told.endswith("interrupted\n")  # Dask may log a connection that it lost before
    assert 0 < len(Path("out.txt").read_text().splitlines()) < len(lines)
    Path("in.txt").write_text("\n".join([*lines[:-1], UNIQUE]))
    result = invoke([*words[3:], "out.txt"])
    assert Path("out.txt").read_text().splitlines()[-2:] == ["# multiple", "1243342143122134"]
    assert result.exit_code == 3


def test_a_ctrl_c_that_falls_into_a_finalizer_is_not_lost(client: distributed.Client) -> None:
    class Finalized:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def work() -> None:
        Finalized()
        time.sleep(10)

    with pytest.raises(KeyboardInterrupt), cluster(client):
        work()


@pytest.mark.parametrize(
    "words",
    [
        ["rate", "4x4", "--batch", "in.txt", "--out", "{}.csv"],
        ["generate", "4x4", "--count", "5", "--rate", "--out", "{}.jsonl"],
    ],
    ids=["rate", "generate"],
)
def test_ratings_and_sets_are_those_of_here(words: list[str], address: str) -> None:
    Path("in.txt").write_text("\n".join([UNIQUE, "12", MULTIPLE] * 4))
    here, there = (
        invoke([*words[:-1], words[-1].format(name), *more])
        for name, more in (("here", []), ("there", ["--cluster", address]))
    )
    assert (here.exit_code, there.exit_code) in {(0, 0), (2, 2)}
    texts = (sorted(Path().glob(f"{name}.*"))[0].read_text() for name in ("here", "there"))
    one, other = ([",".join(line.split(",")[:14]) for line in text.splitlines()] for text in texts)
    assert one == other


def test_a_local_cluster() -> None:
    Path("in.txt").write_text(f"{UNIQUE}\n")
    result = invoke(["solve", "4x4", "--batch", "in.txt", "--cluster", "local", "--jobs", "1"])
    assert result.stdout == "1243342143122134\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "4x4", UNIQUE, "--cluster", "local"], "need --batch"),
        (["rate", "4x4", UNIQUE, "--cluster", "local"], "need --batch"),
        (["generate", "4x4", "--cluster", "local"], "are for sets"),
        (["solve", "4x4", "--batch", "in.txt", "--cluster", "no://x"], "no scheduler answers"),
        (["solve", "4x4", "--batch", "in.txt", "--cluster", "tcp://x", "--jobs", "2"], "local"),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    Path("in.txt").write_text(f"{UNIQUE}\n")
    result = invoke(words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", "").split())
