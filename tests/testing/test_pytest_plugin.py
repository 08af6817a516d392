"""The plug-in of pytest: what a package registers is checked by the kit, in its own words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

import sudokulib
from sudokulib.pytest_plugin import _examples, _items, subjects

ROOT = Path(str(sudokulib.__file__)).parents[1]

PACKAGE = '''
from dataclasses import dataclass, replace
from typing import ClassVar
from sudokulib.formats import format_named, register_format
from sudokulib.logic.step import Step
from sudokulib.search import register_backend
from sudokulib.search.reference import Reference
from sudokulib.shapes import register_kind
from sudokulib.shapes.sums import Cage
from sudokulib.strategies import strategy, strategy_named

say = dict(family="mine", rating=1.0, score=1, source="a test")


@strategy("guess", monotone=False, **say)
def guess(board):
    """Whatever comes first is right."""
    for cell in range(board.model.cells):
        if board.open >> cell & 1:
            yield Step("guess", ((cell, board.masks[cell].bit_length() - 1),))


@strategy("my-single", **say)
def my_single(board):
    """As the library's."""
    for step in strategy_named("naked-single").find(board):
        yield replace(step, technique="my-single")


@register_kind
@dataclass(frozen=True, slots=True)
class Pen(Cage):
    """As a cage."""
    name: ClassVar[str] = "pen"
    example: ClassVar[str] = ""


class Mine(Reference):
    def able(self, model):
        raise RuntimeError("out of order")


def read(text, name, limits):
    return format_named("line").read(text.removeprefix("mine "), name, limits)


register_backend("mine", Mine)
register_backend("rented", Mine, lambda: "pip install landlord")
register_format(replace(format_named("line"), name="my-lines", read=read))
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_package.py").write_text(PACKAGE, encoding="utf-8")
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    return tmp_path


def configure(folder: Path, *lines: str) -> None:
    text = "\n".join(["[pytest]", "addopts = -p sudokulib.pytest_plugin", *lines, ""])
    (folder / "pytest.ini").write_text(text, encoding="utf-8")


def run(folder: Path, *words: str) -> str:
    """Return the output of pytest in a folder."""
    return python(folder, "-m", "pytest", "-p", "no:cacheprovider", *words)


def python(folder: Path, *words: str) -> str:
    """Return the output of a fresh interpreter in a folder."""
    path = os.pathsep.join([str(ROOT), str(folder)])
    environment = os.environ | {"PYTHONPATH": path, "COLUMNS": "200", "PY_COLORS": "0"}
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_XDIST_WORKER"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


@pytest.mark.slow
def test_every_check_that_applies_to_what_is_registered_is_a_test(folder: Path) -> None:
    configure(folder, "sudokulib_check = my_package")
    shown = run(folder, "--collect-only", "-q")
    strategy = ["sound", "explained", "terminates", "relabelling", "symmetry"]
    assert re.findall(r"^sudokulib:my_package::check_(\S+)$", shown, re.MULTILINE) == [
        "kind[pen]",
        *(f"{check}[guess]" for check in strategy),
        *(f"{check}[my-single]" for check in [*strategy, "monotone", "confluent"]),
        "backend[mine]",
        "backend[rented]",
        "format[my-lines]",
    ]
    assert "test_own.py::test_own" in shown
    assert "17 tests collected" in shown


@pytest.mark.slow
def test_what_fails_is_reported_in_the_words_of_the_check(folder: Path) -> None:
    configure(folder, "sudokulib_check = my_package", "sudokulib_examples = 3")
    shown = run(folder, "-k", "sound or backend or own", "-rs", "-v")
    for one, outcome in (
        ("check_sound[guess]", "FAILED"),
        ("check_sound[my-single]", "PASSED"),
        ("check_backend[mine]", "FAILED"),
        ("check_backend[rented]", "SKIPPED"),
    ):
        assert re.search(rf"::{re.escape(one)} .*{outcome}", shown), shown
    assert "test_own.py::test_own PASSED" in shown
    assert re.search(r"^guess places R1C1=\d, which contradicts a filling", shown, re.MULTILINE)
    assert "rented is not installed; pip install landlord" in shown
    counterexample = shown.partition("_ check_sound[guess] _")[2].partition("\n_____")[0]
    assert "running.py" not in counterexample
    assert "RuntimeError: out of order" in shown
    assert "my_package.py" in shown.partition("_ check_backend[mine] _")[2]


@pytest.mark.slow
def test_tests_that_are_asked_for_by_file_run_alone(folder: Path) -> None:
    configure(folder, "sudokulib_check = my_package")
    assert "1 test collected" in run(folder, "--collect-only", "-q", "test_own.py")
    words = ("--collect-only", "-q", "-m", "sudokulib", "--sudokulib-check", "my_package")
    assert "16/17 tests collected" in run(folder, *words, "test_own.py")


def test_what_a_distribution_announces_is_found_by_its_name(folder: Path) -> None:
    info = folder / "my_things-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-things\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudokulib.kinds]\npen = my_package:Pen\n")
    code = (
        "from sudokulib.pytest_plugin import subjects\n"
        "print(*(one.name for one in subjects('my-things')))"
    )
    assert python(folder, "-c", code) == "pen guess my-single mine rented my-lines\n"


@pytest.mark.parametrize(
    ("package", "message"),
    [
        ("nowhere", "names 'nowhere', which cannot be imported"),
        ("json", "names 'json', which registers nothing; name the module"),
    ],
)
def test_a_package_that_registers_nothing_is_an_error(
    request: pytest.FixtureRequest, package: str, message: str
) -> None:
    with pytest.raises(pytest.UsageError, match=message):
        list(_items(request.session, package, None))


@pytest.mark.parametrize(("said", "number"), [("", None), (None, None), ("7", 7), (3, 3)])
def test_a_number_of_examples(said: str | int | None, number: int | None) -> None:
    assert _examples(settings(said)) == number


@pytest.mark.parametrize("said", ["few", "-1", "0"])
def test_a_wrong_number_of_examples_is_reported(said: str) -> None:
    with pytest.raises(pytest.UsageError, match=f"sudokulib_examples is '{said}'; write a number"):
        _examples(settings(said))


def settings(said: str | int | None) -> pytest.Config:
    """As of a configuration file, or of the command line if it is a number."""
    typed = said if isinstance(said, int) else None
    wanted = SimpleNamespace(getoption=lambda _: typed, getini=lambda _: said)
    return cast(pytest.Config, wanted)


def test_loading_it_imports_nothing_but_pytest() -> None:
    code = (
        "import sys, sudokulib.pytest_plugin\n"
        "print(sorted(m for m in sys.modules if m.startswith(('sudokulib', 'hypothesis.'))))"
    )
    light = ["", ".basics", ".basics.late_binding", ".basics.version", ".pytest_plugin"]
    assert python(ROOT, "-c", code) == f"{['sudokulib' + name for name in light]}\n"


def test_what_the_library_registers_is_found_by_its_modules() -> None:
    found = {one.name: one for one in subjects("sudokulib")}
    assert {"cage", "naked-single", "native", "reference", "yaml"} <= set(found)
    assert found["naked-pair"].checks[-1] == "check_symmetry"
    assert [one.name for one in subjects("sudokulib.search.colouring")] == ["colouring"]
