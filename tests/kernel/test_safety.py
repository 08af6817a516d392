"""A kernel error is a Python error: bad input, wrong use, threads and early ends do no harm."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from array import array
from pathlib import Path
from typing import Any

import pytest
from kernel.random_models import model_of

import sudokulib
from sudokulib._kernel import core
from sudokulib.model import Model, compile_geometry
from sudokulib.primitives import AllDifferent
from sudokulib.search import Budget, backend
from sudokulib.search.flattening import domain_bytes, flatten, words

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")

VERSION = 3


def parts(name: str) -> tuple[bytes, bytes]:
    """The description and the domains of a shipped geometry."""
    model: Model = compile_geometry(sudokulib.geometry(name))
    return flatten(model), domain_bytes(model.domains, words(model))


def problem(name: str = "4x4") -> Any:
    return core.Problem(*parts(name))


def stream(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


EMPTY = (VERSION, 0, 0, 0, 1, 0, 0, 0, 0, 0)
"""No cells, no values, no variables, one word, no houses, cliques, leftovers, rules, and no sums
to derive others from."""


def test_an_empty_problem_has_one_solution() -> None:
    engine = core.Engine(core.Problem(stream(*EMPTY), b""))
    assert engine.count(b"", -1)[0] == 1


ONE_CELL = (VERSION, 1, 2, 1, 1)
"""A cell of two values."""


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((), "ends too early"),
        ((1, *EMPTY[1:]), "version"),
        (EMPTY[:-1], "ends too early"),
        ((*EMPTY, 0), "goes on"),
        ((VERSION, -1), "number of cells"),
        ((VERSION, 10**12), "number of cells"),
        ((VERSION, 0, 0, 0, 1, 10**12), "number of houses"),
        ((VERSION, 0, 0, 0, 1, 0, 10**12), "number of cliques"),
        ((VERSION, 0, 0, 0, 1, 0, 0, 10**12), "number of leftovers"),
        ((VERSION, 0, 0, 0, 1, 0, 0, 0, 10**12), "number of rules"),
        ((VERSION, 0, 65, 0, 1), "too narrow"),
        ((*ONE_CELL, 0, 1, 1, 7), "a cell of a clique"),
        ((*ONE_CELL, 0, 1, 2, 0, 0), "a clique names a variable twice"),
        ((*ONE_CELL, 1, 1, 0, 2, 0, 1), "as many cells as values"),
        ((*ONE_CELL, 0, 0, 0, 1, 13, 0, 0), "type of a rule"),
        ((*ONE_CELL, 0, 0, 0, 1, 11, 0, 1, 0, 1, 0, 0, 2, 0, 1, 0, 1), "vertex of an edge"),
        ((*ONE_CELL, 0, 0, 0, 1, 11, 0, 1, 0, 1, 0, 0, 1, 1, 2, 1, 0, 1), "vertex to visit"),
        ((*ONE_CELL, 0, 0, 0, 1, 11, 0, 1, 0, 1, 0, 0, 1, 0, 2, 0, 1), "loop that is closed"),
        ((*ONE_CELL, 0, 0, 0, 1, 12, 0, 1, 0, 1, 1, 0, 1, 2), "number of members"),
        ((*ONE_CELL, 0, 0, 0, 1, 12, 0, 1, 0, 1, 1, 0, 2, 1, 0), "are not sorted"),
        ((*ONE_CELL, 0, 0, 0, 1, 0, 0, 0), "type of a rule"),
        ((*ONE_CELL, 0, 0, 0, 1, 10, 0, 1, 0, 2, 1, 0, 0, 0, 0), "vertices"),
        ((*ONE_CELL, 0, 0, 0, 1, 10, 0, 1, 0, 1, 2, 0, 0, 0, 0), "size of a region"),
        ((*ONE_CELL, 0, 0, 0, 1, 10, 0, 1, 0, 1, 1, 2, 0, 0, 0), "flag of the order"),
        ((*ONE_CELL, 0, 0, 0, 1, 10, 0, 1, 0, 1, 1, 0, 1, 0, 0), "labels, values and links"),
        ((*ONE_CELL, 0, 0, 0, 1, 8, 0, 1, 0, 1, 64, 0, 0, 0, 0), "value of members"),
        ((*ONE_CELL, 0, 0, 0, 1, 8, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0), "place with itself"),
        ((*ONE_CELL, 0, 0, 0, 1, 8, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0), "place of a pair"),
        ((*ONE_CELL, 0, 0, 0, 1, 8, 0, 1, 0, 1, 0, 0, 1, 2, 0, 0), "number of members"),
        ((*ONE_CELL, 0, 0, 0, 1, 8, 0, 1, 0, 1, 0, 0, 1, 1, 2, 0, 0, 0), "the roots"),
        ((*ONE_CELL, 0, 0, 0, 1, 9, 0, 1, 0, 1, 0, 1, 0), "place of a pair"),
        # like an earlier rule, where there is none, or one of more variables
        ((*ONE_CELL, 0, 0, 0, 1, 6, 0, 0, 0), "a rule alike"),
        ((*ONE_CELL, 0, 0, 0, 2, 1, 0, 1, 0, 6, 0, 1, 0, 0), "a rule alike"),
        ((*ONE_CELL, 0, 0, 0, 2, 4, 0, 1, 0, 1, 0, 6, 0, 0, 0), "as many variables"),
        # a table of arity 0 with a thousand million tuples
        ((*ONE_CELL, 0, 0, 0, 1, 4, 0, 0, 10**9), "number of tuples"),
        # an automaton of a million states and a million values
        ((*ONE_CELL, 0, 0, 0, 1, 3, 0, 0, 0, 10**6, 10**6, 0, 0), "too early"),
        # a sum whose part has no variable
        ((*ONE_CELL, 0, 0, 0, 1, 2, 0, 1, 0, 2, 0, 0, 1, 0, 2, 0, 1, 0), "a part of a sum"),
        # cases within cases
        ((*ONE_CELL, 0, 0, 0, 1, *(5, 0, 1, 0, 0, 0) * 30), "too deep"),
        ((VERSION, 1, 65, 1, 2, 0, 0, 0, 1, 1, 0, 0), "at most 64 values"),
        # sums that others are derived from: of cells that there are not, of other values, too large
        ((*ONE_CELL, 0, 0, 0, 0, 9, 9, 17), "cells of a derived sum"),
        ((*ONE_CELL, 0, 0, 0, 0, 9, 9, 6, 8, 4, 1, 5), "not as many as the values"),
        ((*ONE_CELL, 0, 0, 0, 0, 9, 9, 6, 8, 4, 2, 1, 2, 10**12), "number of sums"),
        ((*ONE_CELL, 0, 0, 0, 0, 9, 9, 6, 8, 4, 2, 1, 2, 1, 1, 3, 0, 5), "a variable of a sum"),
        (
            (*ONE_CELL, 0, 0, 0, 0, 9, 9, 6, 8, 4, 2, 1, 2, 2, *(1, 0, 0, 1 << 60) * 2),
            "totals to derive sums from are too large",
        ),
    ],
)
def test_a_description_that_breaks_its_format_is_refused(
    numbers: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        core.Problem(stream(*numbers), b"\xff" * 8)


def test_bytes_that_are_no_numbers_are_refused() -> None:
    description, domains = parts("4x4")
    for wrong in ((description[:-3], domains), (description, domains[:-3])):
        with pytest.raises(ValueError, match="cut within a number"):
            core.Problem(*wrong)
    with pytest.raises(ValueError, match="words instead of"):
        core.Problem(description, domains[:-8])
    with pytest.raises(TypeError):
        core.Problem("text", domains)


def test_domains_and_lines_of_the_wrong_size_are_refused() -> None:
    engine, domains = core.Engine(problem()), parts("4x4")[1]
    for wrong in (b"", domains[:-8], domains + bytes(8), domains[:-1]):
        for ask in (
            engine.search,
            lambda d: engine.count(d, -1),
            lambda d: engine.support(d, 1),
            lambda d: engine.random(d, 1),
            lambda d: engine.witnesses(d, []),
            lambda d: engine.fitting(d, []),
            lambda d: engine.estimate(d, 1, 1),
        ):
            with pytest.raises(ValueError, match="bytes instead of"):
                ask(wrong)
    with pytest.raises(ValueError, match="a byte for each cell"):
        engine.solve_lines(bytes(15))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [([0] * 15, "15 values instead of 16"), ([0] * 15 + [4], "the value 4"), ([-1] * 16, "-1")],
)
def test_what_gives_no_value_to_every_cell_is_refused(wrong: list[int], message: str) -> None:
    engine, domains = core.Engine(problem()), parts("4x4")[1]
    for ask in (engine.witnesses, engine.fitting):
        with pytest.raises(ValueError, match=message):
            ask(domains, [wrong])
        with pytest.raises(TypeError):
            ask(domains, [["x"] * 16])


def test_lines_with_values_that_do_not_exist_have_no_solution() -> None:
    statuses, solutions, _ = core.Engine(problem()).solve_lines(bytes([4, 200] * 16)[:16])
    assert (statuses, solutions) == (b"\x00", b"\xff" * 32)


def test_domains_wider_than_the_problem_add_nothing() -> None:
    engine, domains = core.Engine(problem()), parts("4x4")[1]
    assert engine.count(b"\xff" * len(domains), -1)[0] == 288


@pytest.mark.filterwarnings("ignore:nanobind")
def test_objects_that_were_never_made_are_refused() -> None:
    with pytest.raises(TypeError):
        core.Search()
    with pytest.raises(TypeError):
        core.Search.__new__(core.Search).next()
    with pytest.raises(TypeError):
        core.Engine.__new__(core.Engine).count(b"", 1)
    with pytest.raises(TypeError):
        core.Engine(None)
    empty = core.Problem.__new__(core.Problem)
    with pytest.raises(TypeError):
        core.Engine(empty)


def test_nothing_of_the_kernel_can_be_pickled() -> None:
    engine = core.Engine(problem())
    for thing in (problem(), engine, engine.search(parts("4x4")[1])):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(thing)


def test_a_search_outlives_its_engine_and_problem() -> None:
    search = core.Engine(problem()).search(parts("4x4")[1])
    assert sum(1 for _ in iter(search.next, None)) == 288
    assert search.next() is None


def test_what_a_call_raises_ends_the_work_and_comes_out() -> None:
    engine, domains = core.Engine(problem("9x9")), parts("9x9")[1]

    def look() -> None:
        raise LookupError("enough")

    line = b"\xff" * 81
    for ask in (
        lambda: engine.count(domains, -1, look),
        lambda: engine.support(domains, 10**9, look),
        lambda: engine.estimate(domains, 10**9, 1, look),
        lambda: engine.solve_lines(line * 200_000, -1, -1.0, look),
    ):
        with pytest.raises(LookupError, match="enough"):
            ask()


def too_many(cells: int) -> tuple[Any, bytes]:
    """An engine of cells that all differ, one more than values: no solution, found by trying."""
    root = model_of(cells - 1, [2 ** (cells - 1) - 1] * cells, [AllDifferent(tuple(range(cells)))])
    domains = domain_bytes(root.domains, words(root))
    return core.Engine(core.Problem(flatten(root), domains)), domains


def test_a_search_goes_on_after_a_look_raised() -> None:
    """It has the nodes that it would have had without; some calls raise."""
    engine, domains = too_many(9)
    whole, parted = engine.search(domains), engine.search(domains)
    assert whole.next() is None
    raised = [LookupError] * 3

    def look() -> None:
        if raised:
            raise raised.pop()

    while True:
        try:
            assert parted.next(look) is None
            break
        except LookupError:
            pass
    assert parted.stopped == ""
    assert abs(parted.spent - whole.spent) <= 3


def test_a_search_at_work_refuses_another_call() -> None:
    """From its own look, which is called while it works."""
    engine, domains = too_many(20)
    search = engine.search(domains)

    def look() -> None:
        with pytest.raises(RuntimeError, match="at work"):
            search.next()
        raise LookupError

    with pytest.raises(LookupError):
        search.next(look)


def test_one_engine_serves_many_threads() -> None:
    engine, domains = core.Engine(problem()), parts("4x4")[1]
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(engine.count(domains, -1)[0]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [288] * 8


def test_one_search_in_two_threads_gives_each_solution_once() -> None:
    search = core.Engine(problem()).search(parts("4x4")[1])
    found: list[bytes] = []

    def take() -> None:
        while True:
            try:
                if (solution := search.next()) is None:
                    return
                found.append(solution)
            except RuntimeError:
                continue  # the other one is at work

    threads = [threading.Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(set(found)) == 288


def test_a_generator_may_be_closed_early() -> None:
    model = compile_geometry(sudokulib.geometry("9x9"))
    solutions = backend("native").solutions(model, Budget())
    next(solutions)
    solutions.close()
    assert next(solutions, None) is None


def run(code: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SETTING + code],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **options,
    )


SETTING = """
import os, sys, threading, time
import sudokulib
from sudokulib._kernel import core
from sudokulib.model import compile_geometry
from sudokulib.search.flattening import domain_bytes, flatten, words
model = compile_geometry(sudokulib.geometry("9x9"))
domains = domain_bytes(model.domains, words(model))
engine = core.Engine(core.Problem(flatten(model), domains))
"""


def test_the_interpreter_may_end_while_threads_search() -> None:
    done = run(
        "for _ in range(3):\n"
        "    threading.Thread(target=engine.count, args=(domains, -1), daemon=True).start()\n"
        "    threading.Thread(\n"
        "        target=engine.count, args=(domains, -1, lambda: None), daemon=True\n"
        "    ).start()\n"
        "time.sleep(0.2)\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


def sanitized() -> bool:
    return core is not None and b"__asan_init" in Path(core.__file__).read_bytes()


@pytest.mark.skipif(sanitized(), reason="such a build reports what is never freed")
def test_the_interpreter_may_end_while_a_thread_holds_a_search() -> None:
    """The interpreter kills the thread, whose frames are never cleared: nobody can help that."""
    done = run(
        "begun = threading.Event()\n"
        "def hold():\n"
        "    search = engine.search(domains)\n"
        "    search.next()\n"
        "    begun.set()\n"
        "    time.sleep(60)\n"
        "threading.Thread(target=hold, daemon=True).start()\n"
        "begun.wait()\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_may_search_while_another_thread_does() -> None:
    done = run(
        "threading.Thread(target=engine.count, args=(domains, 10**6)).start()\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    os._exit(engine.count(domains, 7)[0])\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "7", "")


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="needs all memory")
def test_memory_that_runs_out_is_a_memory_error() -> None:
    done = run(
        "import resource\n"
        "lines = bytes([255]) * (81 * 400_000)\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 2**24, used + 2**24))\n"
        "try:\n"
        "    engine.solve_lines(lines, 0)\n"
        "except MemoryError:\n"
        "    print(engine.count(domains, 7)[0])\n"
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "7", "")


def test_a_thinning_takes_only_what_fits_its_problem() -> None:
    engine = core.Engine(problem())
    domains = parts("4x4")[1]
    for groups in ([[0], [16]], [[-1]], [[0, 1], [1]], [[3, 3]]):
        with pytest.raises(ValueError, match="cell"):
            engine.thinning(domains, groups)
    with pytest.raises(ValueError, match="domains"):
        engine.thinning(domains[:-8], [[0]])
    thinning = engine.thinning(domains, [[0]])
    for solution in ([0] * 15, [0] * 15 + [4], [0] * 15 + [-1]):
        with pytest.raises(ValueError, match="value"):
            thinning.thin(solution)
    assert (thinning.unique, thinning.solution, thinning.spent) == (False, b"", 0)
