"""Errors are of the types that programs catch: the library's own, and those of Python."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import sudokulib
from sudokulib.errors import Cancelled, ProblemsError, SudokuError, UnreadableFileError
from sudokulib.search import OutOfBudget


def cancelled() -> sudokulib.Token:
    token = sudokulib.Token()
    token.cancel()
    return token


@pytest.mark.parametrize(
    "read", [sudokulib.load, sudokulib.geometry, sudokulib.read, sudokulib.solve]
)
def test_a_file_that_is_not_there_is_an_error_of_the_system_too(read: Any) -> None:
    path = Path("nowhere.yaml")
    with pytest.raises(OSError, match=r"nowhere\.yaml") as caught:
        read(path)
    assert isinstance(caught.value, SudokuError)
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems


def test_a_budget_that_is_spent_is_a_timeout() -> None:
    with pytest.raises(TimeoutError) as caught:
        sudokulib.is_unique("16x16", search="reference", nodes=1)
    assert isinstance(caught.value, OutOfBudget)
    assert (caught.value.reason, str(caught.value)) == ("nodes", "the search stopped: out of nodes")
    assert pickle.loads(pickle.dumps(caught.value)).reason == "nodes"


def test_what_is_cancelled_is_no_wrong_value() -> None:
    with pytest.raises(Cancelled):
        sudokulib.count("9x9", how="computed", token=cancelled())
    assert not issubclass(Cancelled, ValueError | OSError)


def test_files_that_are_refused_and_files_that_are_wrong_differ(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("geometry: 4x4\ngivens: 1\n", encoding="utf-8")
    with pytest.raises(SudokuError) as caught:
        sudokulib.load(tmp_path / "bad.yaml")
    assert not isinstance(caught.value, UnreadableFileError)


def test_the_text_of_many_problems_is_the_first_twenty() -> None:
    cages = [{"kind": "cage", "cels": "R1C1"}] * 30
    with pytest.raises(ProblemsError) as caught:
        sudokulib.read(json.dumps({"geometry": "9x9", "shapes": cages}))
    assert len(caught.value.problems) == 60
    assert str(caught.value).count("fix: ") == 20
    assert str(caught.value).endswith("\nand 40 more problems")
