"""Results by cell are dictionaries of names that tell whether they are complete."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from results.public_results import SEVERAL, instances

import sudokulib

NAMES = ("SupportCounts", "TrueCandidates")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_dictionary_in_the_order_of_the_cells(name: str) -> None:
    for one in instances(name):
        assert isinstance(one, dict)
        assert list(one) == [cell.name for cell in one.puzzle.geometry.cells]
        assert json.loads(json.dumps(one)) == json.loads(json.dumps(dict(one)))
        assert one == dict(one)


@pytest.mark.parametrize("name", NAMES)
def test_a_limit_is_told(name: str) -> None:
    whole, *_, none = instances(name)
    assert (whole.complete, whole.stopped) == (True, "")
    assert (none.complete, none.stopped) == (False, "time")
    assert not any(none.values())
    assert "out of time" in repr(none)
    assert "out of" not in repr(whole)
    assert (none.row()["complete"], none.row()["stopped"]) == (False, "time")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_keep_all_of_it(name: str, again: Any) -> None:
    for one in instances(name):
        other = again(one)
        assert (type(other), other) == (type(one), one)
        assert other.as_dict() == one.as_dict()


def test_cells_are_found_in_any_spelling() -> None:
    found = sudokulib.true_candidates(SEVERAL)
    assert found["r1c1"] == found["R1C1"] == ("5",)
    with pytest.raises(KeyError, match="R10C1"):
        found["R10C1"]
    with pytest.raises(KeyError):
        found[0]  # type: ignore[index]


def test_only_cells_that_are_known_to_be_decided_are_counted_so() -> None:
    assert "cells decided" in repr(sudokulib.true_candidates(SEVERAL))
    assert "decided" not in repr(sudokulib.true_candidates("6x6", nodes=1, search="reference"))
    assert sudokulib.true_candidates("6x6", nodes=1, search="reference").row()["decided"] is None
