"""The command as a process: pipes, encodings, interrupts, missing packages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import with_slow

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "sudokulib"]
EASY = "1... ..2. .3.. ...4"


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONUTF8", "SUDOKULIB_PATH")}
    paths = [str(ROOT), *filter(None, [kept.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8", **more}


def run(*arguments: str, given: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env=environment(**env),
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("givens", "code"), [(EASY, 0), ("11" + 14 * ".", 1), ("12", 2), ("1" + 15 * ".", 3)]
)
def test_exit_codes(givens: str, code: int) -> None:
    assert run("solve", "4x4", givens).returncode == code


def test_a_search_without_a_kernel_warns_in_one_line() -> None:
    code = (
        "import sys; from sudokulib.search import native; native.core = None; "
        "from sudokulib.cli import main; sys.argv = ['sudokulib', *sys.argv[1:]]; main()"
    )
    unset = {"SUDOKULIB_PURE": "", "SUDOKULIB_SEARCH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", "4x4", "1" + 15 * ".", "--no-logic"],
        capture_output=True,
        encoding="utf-8",
        env=environment(**unset),
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith("warning: there is no compiled kernel: searches are in pure Python")


def test_givens_from_a_pipe() -> None:
    result = run("solve", "4x4", "-", "--json", given=EASY)
    assert json.loads(result.stdout)["solutions"][0]["line"] == "1243342143122134"


def test_wrong_usage_is_answered_in_json_too() -> None:
    result = run("solve", "4x4", "--frob", "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, answer["command"]) == (2, "solve")
    assert "--frob" in answer["problems"][0]["message"]


@pytest.mark.slow
def test_codes_are_the_same_in_json() -> None:
    assert run("solve", "4x4", "1" + 15 * ".", "--json").returncode == 3
    assert run("check", "nowhere.yaml", "--json").returncode == 2
    assert run("info", "--json").returncode == 0


def test_an_encoding_without_box_drawing_gets_ascii() -> None:
    result = run("show", "4x4", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stdout.isascii()) == (0, True)
    assert "#===#===#===#===#" in result.stdout


@pytest.mark.slow
def test_symbols_beyond_the_encoding_do_not_crash() -> None:
    result = run("schema", "puzzle", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="pipes of another make")
@pytest.mark.parametrize(
    "arguments",
    with_slow(
        ["show shogun", "solve 4x4 - --json", "schema", "geometries"], "schema", "geometries"
    ),
)
def test_a_closed_pipe_is_no_error(arguments: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        result = subprocess.run(
            [*COMMAND, *arguments.split()],
            input=EASY.encode(),
            stdout=closed,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="signals of another make")
def test_an_interrupt_ends_quietly() -> None:
    """Also where the machine is so busy that Python itself is interrupted first: then later."""
    arguments = ["count", "9x9", "--how", "computed", "--seconds", "50"]
    found = set()
    for seconds in (1, 3, 9):
        process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        found.add(process.communicate(timeout=30))
        # CPython ends itself by the signal if it came during an import; a shell shows 130 for both.
        assert process.returncode in (130, -signal.SIGINT)
        if (b"", b"interrupted\n") in found:
            break
    assert (b"", b"interrupted\n") in found
    assert found <= {(b"", b"interrupted\n"), (b"", b"")}


def test_without_the_extra_it_says_how_to_get_it() -> None:
    hide = "import importlib.util as u; find = u.find_spec\n"
    hide += "u.find_spec = lambda name, *a: None if name == 'rich' else find(name, *a)\n"
    code = hide + "from sudokulib.cli import main; main(['info'])"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=False
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "sudokulib[cli]" in result.stderr


WITHOUT_EXTRAS = """
import sys
for name in ("rich", "typer", "click"):
    sys.modules[name] = None
from sudokulib import load
from sudokulib.cli import main
from sudokulib.render.text import draw
print(draw(load(sys.argv[1])).plain())
main(["solve", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
"""


def test_pictures_and_plain_solving_need_no_extra() -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS, str(ROOT / "examples/slitherlink/hedge.yaml")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "┃ 5 │ 3 │ 4 ┃ 6 │ 7 │ 8 ┃ 9 │ 1 │ 2 ┃" in result.stdout


@pytest.mark.parametrize("heavy", ["pydantic", "yaml", "networkx", "sudokulib.solving.solver"])
def test_help_imports_nothing_heavy(heavy: str) -> None:
    code = "import sys; import sudokulib.cli.app; raise SystemExit(sys.argv[1] in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code, heavy], env=environment(), check=False)
    assert result.returncode == 0
