"""Threads of the kernel solve lines as one call does, and end when they are told to."""

import multiprocessing
import subprocess
import sys
import time

import pytest
from support import one_in

import sudokulib
from sudokulib._kernel import core
from sudokulib.model import compile_geometry
from sudokulib.search.native import engine_of

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")

GIVEN = bytes([0, *[255] * 15])
LINES = GIVEN * 7 + bytes([0, 0, *[255] * 14]) + bytes(16)
LONG = bytes([255]) * 40_000_000
"""Empty lines that take seconds."""

AT_WORK = """
from kernel.test_line_pool import LONG, engine
from sudokulib._kernel import core
pool = core.LinePool(2)
tasks = [pool.solve_lines(engine(), LONG) for _ in range(3)]
"""


def engine():
    return engine_of(compile_geometry(sudokulib.geometry("4x4")).root)


def wait(pool, tasks):
    end = time.monotonic() + 60
    while not all(task.done for task in tasks):
        pool.wait(0.1)
        assert time.monotonic() < end


@pytest.mark.parametrize("helped", [False, True])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_outcomes_are_those_of_one_call(threads, helped):
    pool = core.LinePool(threads, helped)
    tasks = [pool.solve_lines(engine(), LINES, nodes) for nodes in [-1, 0, 1] * 5]
    wait(pool, tasks)
    for nodes, task in zip([-1, 0, 1] * 5, tasks, strict=True):
        assert task.outcome() == engine().solve_lines(LINES, nodes)
        assert task.seconds > 0


def test_whoever_waits_solves_what_no_thread_has_begun():
    pool = core.LinePool(1, helped=True)
    long = pool.solve_lines(engine(), LONG)
    short = [pool.solve_lines(engine(), LINES) for _ in range(5)]
    wait(pool, short)
    assert not long.done
    assert {task.outcome() for task in short} == {engine().solve_lines(LINES)}
    pool.stop()


@pytest.mark.slow
def test_and_leaves_what_takes_long_to_a_thread():
    pool = core.LinePool(2, helped=True)
    long = [pool.solve_lines(engine(), LONG) for _ in range(2)]
    for _ in range(3):
        pool.wait(0)
    assert not any(task.done for task in long)
    pool.stop()
    lines = LONG[: len(LONG) // 25]
    pool = core.LinePool(2, helped=True)
    tasks = [pool.solve_lines(engine(), lines) for _ in range(3)]
    wait(pool, tasks)
    assert {task.outcome() for task in tasks} == {engine().solve_lines(lines)}


def test_a_task_may_be_dropped_while_it_is_at_work():
    pool = core.LinePool(1)
    for _ in range(20):
        pool.solve_lines(engine(), GIVEN * 1000)
    wait(pool, [pool.solve_lines(engine(), GIVEN)])


def test_stopping_ends_what_is_at_work_and_what_waits():
    pool = core.LinePool(1)
    tasks = [pool.solve_lines(engine(), LONG) for _ in range(3)]
    began = time.monotonic()
    pool.stop()
    assert time.monotonic() - began < 2
    for task in tasks:
        with pytest.raises(RuntimeError):
            task.outcome()


def test_wait_ends_when_told():
    pool = core.LinePool(1)
    pool.notify()
    began = time.monotonic()
    pool.wait(60)
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("cut", [b"\xff", GIVEN + b"\xff"])
def test_lines_that_are_cut_are_refused(cut):
    with pytest.raises(ValueError, match="a byte for each cell"):
        core.LinePool(1).solve_lines(engine(), cut)


@pytest.mark.parametrize("end", one_in(4, ["", "pool.stop()", "del pool", "raise SystemExit"]))
def test_a_program_may_end_while_lines_are_solved(end, pytestconfig):
    program = subprocess.run(
        [sys.executable, "-c", AT_WORK + end],
        cwd=pytestconfig.rootpath / "tests",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (program.returncode, program.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_drops_the_pool_at_once():
    pool = core.LinePool(2)
    tasks = [pool.solve_lines(engine(), LONG)]
    pools = [pool]
    del pool
    child = multiprocessing.get_context("fork").Process(
        target=lambda: (pools.clear(), tasks.clear())
    )
    child.start()
    child.join(30)
    assert child.exitcode == 0
    pools[0].stop()
