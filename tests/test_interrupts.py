"""Ctrl-C ends every call and command that takes long, and what was done is kept.

Each runs in a process of its own, again and again until it is interrupted, and then uses less than
a second of the processor.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import typer.core
from test_limits import CASES, wide

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.cli import app
from sudokulib.model import compile_puzzle
from sudokulib.search.backend import usable
from sudokulib.search.native import Native
from sudokulib.search.thinning import ThinningPlan

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of another make")

BOUND = 60.0
"""Seconds after which a test fails; measured it takes tenths, but machines may be busy."""

MOST = 1.0
"""CPU seconds that a call may use after Ctrl-C; measured it uses 0.4 at most."""

QUICK = {"explain", "generate", "layout", "solve_many"}
"""Calls that are tried on every commit: in Python, in the kernel and in threads."""


def edit() -> None:
    editor = sudokulib.Editor(wide(100))
    editor.true_candidates()
    editor.count(10**9)


def write_set() -> None:
    with TemporaryDirectory() as folder:
        sudokulib.write_set(Path(folder) / "set.jsonl", "25x25", 9)


CALLS = CASES | {
    "an editor": edit,
    "many in threads": lambda: list(sudokulib.solve_many([wide(200)] * 4, threads=2)),
    "steps in a notebook": lambda: sudokulib.steps("36x36")._repr_html_(),
    "steps of an empty grid": lambda: list(sudokulib.steps("9x9")),
    "write_set": write_set,
}
"""All calls of `CASES`, and some that take long in another way."""

SERVER = get_context("forkserver")
SERVER.set_forkserver_preload(["sudokulib.cli.app", "test_limits"])


def cpu_seconds(pid: int) -> float:
    """Return what a process has used of the processor; infinity if the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return inf
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_until_interrupted(pipe: Connection, name: str) -> None:
    """Make a call of `CALLS` until Ctrl-C, then say so, and that the library still works."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        pipe.send("begun")
        while True:
            CALLS[name]()
    except KeyboardInterrupt:
        pipe.send(time.process_time())
    pipe.send(sudokulib.count("4x4").value)


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in sorted(CALLS)]
)
def test_ctrl_c_ends_a_call(name: str) -> None:
    mine, its = SERVER.Pipe()
    process = SERVER.Process(target=run_until_interrupted, args=(its, name))
    process.start()
    try:
        assert mine.poll(BOUND)
        assert mine.recv() == "begun"
        time.sleep(0.3)
        used = cpu_seconds(process.pid or 0)
        os.kill(process.pid or 0, signal.SIGINT)
        assert mine.poll(BOUND), "it goes on"
        assert mine.recv() - used < MOST
        assert mine.poll(BOUND)
        assert mine.recv() == 288
    finally:
        process.kill()
        process.join()


@pytest.fixture
def interrupted_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list of one number: so many checks of a budget pass, and the next one is Ctrl-C."""
    left = [10**9]
    check = Budget.check

    def count_down(self: Budget, grace: float = 0.0) -> None:
        left[0] -= 1
        if left[0] < 0:
            left[0] = 10**9
            raise KeyboardInterrupt
        check(self, grace)

    monkeypatch.setattr(Budget, "check", count_down)
    return left


@pytest.mark.parametrize("search", ["native", "reference", "colouring"])
def test_solutions_after_ctrl_c_are_not_said_to_be_all(
    search: str, interrupted_at: list[int]
) -> None:
    every = sudokulib.solutions("4x4", search=search)
    found = [next(every) for _ in range(5)]
    interrupted_at[0] = 3
    with pytest.raises(KeyboardInterrupt):
        found += every
    found += every
    assert len(set(found)) == len(found) < 288
    assert (every.complete, every.stopped) == (False, "interrupt")
    every.renew()
    assert (list(every), every.complete, every.stopped) == ([], False, "interrupt")


@pytest.mark.skipif(not usable("native"), reason="there is no compiled kernel")
@pytest.mark.parametrize("seed", range(10))
def test_a_thinning_ends_at_ctrl_c(seed: int, interrupted_at: list[int]) -> None:
    """Also where the attempt in progress has found something: the kernel went on for seconds."""
    model = compile_puzzle(sudokulib.geometry("25x25").puzzle())
    plan = ThinningPlan(tuple((cell,) for cell in range(model.cells)))
    interrupted_at[0] = 5
    with pytest.raises(KeyboardInterrupt):
        next(Native().minimal_puzzles(model, plan, [seed], Budget()))
    assert interrupted_at == [10**9], "it was asked again"


def test_steps_after_ctrl_c_are_not_said_to_be_all(interrupted_at: list[int]) -> None:
    steps = sudokulib.steps("1.....2..3.....4")
    whole = len(list(steps.from_start()))
    next(steps)
    interrupted_at[0] = 0
    with pytest.raises(KeyboardInterrupt):
        list(steps)
    assert (list(steps), steps.stopped) == ([], "interrupt")
    assert len(list(steps.from_start())) == whole


def test_an_editor_goes_on_after_ctrl_c(interrupted_at: list[int]) -> None:
    editor = sudokulib.Editor("4x4")
    for checks in (0, 1, 2, 5, 20):
        interrupted_at[0] = checks
        try:
            assert editor.count(300).value == 288
        except KeyboardInterrupt:
            editor.set("R1C1", 1)
            editor.undo()
    interrupted_at[0] = 10**9
    assert editor.count(300).value == 288
    assert all(len(symbols) == 4 for symbols in editor.true_candidates().values())


PIGEONS = {
    "geometry": {
        "symbols": [*map(str, range(1, 13))],
        "build": [{"make": "grid", "size": "1x13", "lines": False}],
    },
    "shapes": [
        {"kind": "not", "shapes": [{"kind": "clone", "groups": [f"R1C{a}", f"R1C{b}"]}]}
        for b in range(2, 14)
        for a in range(1, b)
    ],
}
"""Thirteen cells that differ, with twelve symbols; said so that no search finds it out soon."""

COMMANDS = {
    "check": ["check", "hard.yaml"],
    "count": ["count", "9x9", "--how", "computed", "--search", "native"],
    "draw": ["draw", "hard.yaml", "--solution", "--out", "x.svg"],
    "explain": ["explain", "empty.yaml", "--seconds", "500"],
    "fill": ["fill", "hard.yaml"],
    "generate": ["generate", "25x25", "--count", "1000", "--out", "out.txt"],
    "hint": ["hint", "hard.yaml", "--seconds", "500"],
    "layout": ["layout", "25x25", "--nodes", "1"],
    "lint": ["lint", "hard.yaml"],
    "rate": ["rate", "hard.yaml"],
    "solve": ["solve", "hard.yaml"],
    "tredoku": ["tredoku", "60", "--list"],
}
QUICK_COMMANDS = {"count", "explain"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK_COMMANDS else pytest.param(n, marks=pytest.mark.slow) for n in COMMANDS],
)
def test_ctrl_c_ends_a_command(name: str, tmp_path: Path) -> None:
    """Also where the machine is so busy that it comes during an import: then it is sent later."""
    (tmp_path / "hard.yaml").write_text(json.dumps(PIGEONS), encoding="utf-8")
    (tmp_path / "empty.yaml").write_text("geometry: 36x36", encoding="utf-8")
    for seconds in (2, 5, 15):
        process = subprocess.Popen(
            [sys.executable, "-m", "sudokulib", *COMMANDS[name]],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(sudokulib.__file__).parents[1])},
            encoding="utf-8",
        )
        time.sleep(seconds)
        assert process.poll() is None, process.communicate()
        process.send_signal(signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=BOUND)
        finally:
            process.kill()
        if process.returncode == 130:
            break
        assert process.returncode == -signal.SIGINT
    assert process.returncode == 130
    assert "interrupted" in output + errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_while_options_are_read_is_told(
    options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(typer.core.TyperGroup, "invoke", interrupted)
    with pytest.raises(SystemExit) as end:
        app.run(["info", *options])
    assert end.value.code == 130
    assert capsys.readouterr().err == "interrupted\n"
