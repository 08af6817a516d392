"""The name that stands for the fastest back-end."""

from __future__ import annotations

import warnings

import pytest
from support import grid

import sudokulib
from sudokulib.errors import PureSearchWarning, UnknownNameError
from sudokulib.model import compile_geometry
from sudokulib.search import Budget, auto, backend, backends, native

FOUR = grid("4x4", "2x2", symbols="1234")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No kernel, nothing said yet, nothing chosen by the environment."""
    monkeypatch.setattr(native, "core", None)
    monkeypatch.setattr(auto, "_warned", [])
    monkeypatch.delenv("SUDOKULIB_SEARCH", raising=False)
    monkeypatch.delenv("SUDOKULIB_PURE", raising=False)
    return monkeypatch


def test_auto_says_which_back_end_it_took() -> None:
    budget = Budget()
    assert backend("auto").count(compile_geometry(FOUR), budget) == 288
    assert budget.search in backends()


def test_a_result_says_which_back_end_searched() -> None:
    puzzle = FOUR.puzzle("1... .... .... ....")
    assert sudokulib.solve(puzzle, search="reference").stats.search == "reference"
    assert sudokulib.solve(puzzle).stats.search in backends()
    easy = FOUR.puzzle("1... ..2. .3.. ...4")
    assert sudokulib.solve(easy, strategies=("naked-single", "hidden-single")).stats.search == ""


def test_the_first_search_without_a_kernel_warns_and_no_other(bare: pytest.MonkeyPatch) -> None:
    with pytest.warns(PureSearchWarning, match="reinstall sudokulib"):
        assert not sudokulib.is_unique(FOUR.puzzle())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not sudokulib.is_unique(FOUR.puzzle())


@pytest.mark.parametrize(
    ("search", "variable"),
    [("reference", ""), ("auto", "SUDOKULIB_SEARCH"), ("auto", "SUDOKULIB_PURE")],
)
def test_who_asked_for_pure_python_is_not_warned(
    bare: pytest.MonkeyPatch, search: str, variable: str
) -> None:
    if variable:
        bare.setenv(variable, "reference")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not sudokulib.is_unique(FOUR.puzzle(), search=search)


def test_the_environment_names_the_back_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDOKULIB_SEARCH", "reference")
    result = sudokulib.solve(FOUR.puzzle(), strategies=())
    assert result.stats.search == "reference"
    monkeypatch.setenv("SUDOKULIB_SEARCH", "psychic")
    with pytest.raises(UnknownNameError, match="SUDOKULIB_SEARCH: unknown search 'psychic'"):
        sudokulib.solve(FOUR.puzzle(), strategies=())
    assert sudokulib.solve(FOUR.puzzle(), strategies=(), search="reference").status == "multiple"


def test_a_name_is_registered_once() -> None:
    from sudokulib.search import register_backend

    for name in ("auto", "reference"):
        with pytest.raises(ValueError, match="registered already"):
            register_backend(name, backend)  # type: ignore[arg-type]
