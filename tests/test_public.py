"""The public names."""

import doctest
import importlib
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sudokulib

PACKAGE = Path(sudokulib.__file__).parent


@pytest.mark.parametrize("name", sudokulib.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name):
    value = getattr(sudokulib, name)
    if name != "__version__":
        assert inspect.getdoc(value)


@pytest.mark.parametrize("name", sorted(set(sudokulib.__all__) - {"__version__"}))
def test_every_public_name_has_an_example_that_shows_something(name):
    """The examples are run with all other doctests, each found where its name is defined."""
    value = getattr(sudokulib, name)
    examples = doctest.DocTestParser().get_examples(value.__doc__ or "")
    assert any(example.want for example in examples)
    assert len(examples) <= 10
    home = importlib.import_module(value.__module__)
    found = [test for test in doctest.DocTestFinder().find(home) if test.docstring == value.__doc__]
    assert [example.source for test in found for example in test.examples] == [
        example.source for example in examples
    ]


def test_help_fits_a_screen_and_names_every_function():
    text = pydoc.render_doc(sudokulib, renderer=pydoc.plaintext)
    assert 24 <= len(text.splitlines()) <= 40
    assert max(map(len, sudokulib.__doc__.splitlines())) <= 100
    functions = {name for name in sudokulib.__all__ if name[0].islower()}
    assert functions <= set(re.findall(r"\w+", text))
    assert "Solve a puzzle" in pydoc.render_doc(sudokulib.solve, renderer=pydoc.plaintext)
    assert set(sudokulib.__all__) <= {name for name, _ in inspect.getmembers(sudokulib)}


@pytest.mark.parametrize(
    "arguments", [("-c", "import sudokulib; help(sudokulib)"), ("-m", "pydoc", "sudokulib")]
)
def test_help_in_a_process_of_its_own_is_the_overview(arguments):
    said = subprocess.run(
        [sys.executable, *arguments], check=True, cwd=PACKAGE.parent, capture_output=True, text=True
    ).stdout
    assert len(said.splitlines()) <= 40
    assert "Functions take what you have" in said


def test_only_the_writer_of_help_is_given_no_members():
    """An error there is taken for "no members"; it would be an error anywhere else."""

    def document():
        return dir(sudokulib)

    assert set(sudokulib.__all__) <= set(document())
    assert "solve" in {name for name, _ in inspect.getmembers(sudokulib, inspect.isfunction)}


def test_no_public_name_is_also_a_module():
    # Importing such a module would put it in the place of the name.
    modules = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith("_")}
    assert not modules & set(sudokulib.__all__)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["sorted(found)", "sorted(found, reverse=True)"])
def test_names_survive_the_import_of_every_module(order):
    """In a fresh process, from the first module to the last and from the last to the first."""
    code = f"""
import pkgutil, sudokulib
names = set(sudokulib.__all__) - {{"__version__"}}
found = [one.name for one in pkgutil.walk_packages(sudokulib.__path__, "sudokulib.")]
for name in {order}:
    if not name.endswith("__main__"):
        __import__(name)
assert all(callable(getattr(sudokulib, name)) for name in names)
assert sudokulib.geometry("4x4").puzzle().given_values == ()
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=PACKAGE.parent)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="sudoku"):
        sudokulib.sudoku  # noqa: B018
    assert set(sudokulib.__all__) <= set(dir(sudokulib))
    assert importlib.reload(sudokulib).__version__


def test_a_result_prints_its_status_and_solutions():
    four = sudokulib.geometry("4x4")
    assert (
        str(sudokulib.solve(four.puzzle("1234341221434321"))) == "unique\n\n1234\n3412\n2143\n4321"
    )
    assert str(sudokulib.solve(four.puzzle("11.............."))) == (
        "none: R1C1 and R1C2 are both 1, in row 1"
    )
    assert str(sudokulib.solve(four.puzzle())).count("\n\n") == 2


def test_cells_in_no_shape_are_named():
    from sudokulib.puzzles.geometries.loader import read_geometry

    assert sudokulib.geometry("9x9").unconstrained_cells == ()
    plain = read_geometry("{symbols: 12, build: [{make: grid, size: 2x2, lines: false}]}")
    assert plain.unconstrained_cells == (0, 1, 2, 3)
