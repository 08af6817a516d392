"""Plug-ins: the example package, installed, and what a program registers by itself."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLUGIN = ROOT / "examples" / "plugin"
PAGE = (ROOT / "docs" / "plug-ins.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def block(language: str) -> str:
    """The first of them."""
    return blocks(language)[0]


def can_build_here() -> bool:
    try:
        return tuple(map(int, version("setuptools").split(".")[:2])) >= (70, 1)
    except PackageNotFoundError:
        return False


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the plug-in, and nothing else."""
    folder = tmp_path_factory.mktemp("plugin")
    source = shutil.copytree(PLUGIN, folder / "source")
    how = ["--no-build-isolation", "--no-index"] if can_build_here() else []
    words = ["pip", "install", "--quiet", "--no-deps", *how, "--target", str(folder / "site")]
    done = subprocess.run(
        [sys.executable, "-m", *words, str(source)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode and not how:
        pytest.skip(f"no setuptools to build with, here or to be had: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    return folder / "site"


def run(folder: Path | None, *words: str, cwd: Path | None = None, code: str = "") -> str:
    """Return the output of a fresh interpreter with the plug-in's folder on its path."""
    main = "import sys; from sudokulib.cli import main; sys.argv[0] = 'sudokulib'; main()"
    path = [str(folder)] if folder else []
    environment = os.environ | {
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join([*path, str(ROOT)]),
    }
    done = subprocess.run(
        [sys.executable, "-c", code or main, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment,
        cwd=cwd,
        check=False,
    )
    return done.stdout


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "coprime.yaml"
    path.write_text(block("yaml"), encoding="utf-8")
    return path


def test_the_page_shows_the_package_as_it_is() -> None:
    files = ("sudokulib_coprime.py", "sudokulib_no_partner.py", "test_plugin.py")
    assert blocks("py") == [(PLUGIN / name).read_text(encoding="utf-8") for name in files]
    assert block("toml") == (PLUGIN / "pyproject.toml").read_text(encoding="utf-8")


def test_the_session_on_the_page(installed: Path, puzzle: Path) -> None:
    command, _, expected = block("text").partition("\n")
    words = command.removeprefix("$ sudokulib ").split()
    shown = run(installed, *words, cwd=puzzle.parent)
    assert doctest.OutputChecker().check_output(expected, shown, doctest.ELLIPSIS), shown


def test_the_strategy_is_there_by_name_and_in_the_profiles(installed: Path, puzzle: Path) -> None:
    session = puzzle.with_name("session.txt")
    session.write_text(block("pycon"), encoding="utf-8")
    code = f"import doctest; print(doctest.testfile({str(session)!r}, module_relative=False))"
    assert run(installed, cwd=puzzle.parent, code=code) == "TestResults(failed=0, attempted=4)\n"
    code = (
        "from sudokulib.solving.profiles import profile\n"
        "print(*('no-partner' in profile(name).names for name in ('classic', 'quick')))\n"
    )
    assert run(installed, code=code) == "True False\n"
    assert run(None, code=code) == "False False\n"


@pytest.mark.slow
def test_the_package_passes_its_own_tests(installed: Path, tmp_path: Path) -> None:
    shutil.copy(PLUGIN / "test_plugin.py", tmp_path)
    code = "import pytest; pytest.main(['-q', '-p', 'no:cacheprovider', 'test_plugin.py'])"
    assert "4 passed" in run(installed, cwd=tmp_path, code=code)


def test_without_the_package_the_kind_is_unknown(puzzle: Path) -> None:
    shown = run(None, "solve", str(puzzle))
    assert "unknown kind" in shown
    assert f"{puzzle.name}:5:" in shown.replace("\n", "")


def test_it_is_solved_checked_and_counted(installed: Path, puzzle: Path) -> None:
    answer = json.loads(run(installed, "solve", "--json", str(puzzle)))
    assert answer["status"] == "unique"
    assert "fine" in run(installed, "check", str(puzzle))


def test_it_is_listed_and_in_the_schema(installed: Path) -> None:
    code = (
        "import json\n"
        "from sudokulib.puzzles.geometries.schema import schemas\n"
        "from sudokulib.shapes import kinds\n"
        "names = [kind.name for kind in kinds()]\n"
        "schema = schemas()['puzzle']['$defs']['CoprimeShape']\n"
        "print(json.dumps([names, schema]))\n"
    )
    names, schema = json.loads(run(installed, code=code))
    assert "coprime" in names
    assert schema["properties"]["kind"]["const"] == "coprime"
    assert schema["description"].startswith("Neighbours on the line have no common divisor")
    assert "coprime" in run(installed, "kinds")
    assert "coprime" not in run(None, "kinds")


def test_errors_name_field_and_line(installed: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("geometry: 4x4\nshapes:\n- {kind: coprime, cells: R1C1}\n- {kind: coprime}\n")
    shown = run(installed, "check", str(bad))
    assert "shapes[1].cells: is missing" in shown
    bad.write_text("geometry: 4x4\nshapes:\n- {kind: coprime, cells: R1C1}\n")
    shown = run(installed, "check", str(bad))
    assert "bad.yaml:3:" in shown.replace("\n", "")
    assert "a line has two cells or more" in shown


def test_its_primitives_and_marks_follow_from_the_cells(installed: Path) -> None:
    code = (
        "from itertools import product\n"
        "import sudokulib\n"
        "from sudokulib.puzzles.loading import loads\n"
        "text = 'geometry: {symbols: 2346, build: [{make: grid, size: 1x3, lines: false}]}'\n"
        "puzzle = loads(text + '\\nshapes: [{kind: coprime, cells: all}]')\n"
        "rule, context = puzzle.shapes[0].rule, puzzle.context\n"
        "fit = [f for f in product((2, 3, 4, 6), repeat=3) if rule.holds(f, context)]\n"
        "found = [s.integers for s in sudokulib.solutions(puzzle)]\n"
        "print(sorted(fit) == sorted(found), len(found), *rule.marks())\n"
    )
    output = run(installed, code=code)
    mark = "Mark(form='path', cells=(0, 1, 2), text='', look='', hue='grey', sign='')"
    assert output == f"True 6 {mark}\n"


REGISTERED = """
from sudokulib_coprime import Coprime
from sudokulib.shapes import kind_named, register_kind
from sudokulib.puzzles.loading import loads

assert kind_named("coprime") is Coprime
assert register_kind(Coprime) is Coprime
puzzle = loads("geometry: 4x4\\nshapes: [{kind: not, shapes: [{kind: coprime, cells: R1C1 R3C3}]}]")
print(puzzle.shapes[0].rule.shapes[0].cells)
class Other(Coprime):
    pass
try:
    register_kind(Other)
except ValueError as error:
    print(error)
"""


def test_a_program_may_register_a_kind_without_installing_it() -> None:
    assert run(PLUGIN, code=REGISTERED).splitlines() == [
        "(0, 10)",
        "a kind named 'coprime' is registered already",
    ]
