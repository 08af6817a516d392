"""The public names."""

import importlib
import inspect
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


def test_no_public_name_is_also_a_module():
    # Importing such a module would put it in the place of the name.
    modules = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith("_")}
    assert not modules & set(sudokulib.__all__)


def test_names_survive_the_import_of_every_module():
    code = """
import pkgutil, sudokulib
for module in pkgutil.walk_packages(sudokulib.__path__, "sudokulib."):
    if not module.name.endswith("__main__"):
        __import__(module.name)
assert sudokulib.geometry("4x4").puzzle().givens == ()
assert callable(sudokulib.solve) and callable(sudokulib.count) and callable(sudokulib.load)
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=PACKAGE.parent)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="sudoku"):
        sudokulib.sudoku  # noqa: B018
    assert set(sudokulib.__all__) <= set(dir(sudokulib))
    assert importlib.reload(sudokulib).__version__
