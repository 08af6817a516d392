"""Dives find solutions early and lose none."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search.tables import accepted, tabled_models
from tiny_models import Tiny, assignments, tiny

from sudokulib import geometry
from sudokulib.model import Model, compile_geometry
from sudokulib.search import Budget, backend, depth_first, restarts
from sudokulib.search.restarts import luby

REFERENCE = backend("reference")


def found(model: Model, guesses: int) -> list[tuple[int, ...]]:
    """All solutions when randomised restarts begin at once and may use so many guesses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(depth_first, "_FIRST_RUN_NODES", 0)
        patch.setattr(restarts, "_UNIT", 2)
        patch.setattr(restarts, "_TOTAL", guesses)
        return list(REFERENCE.solutions(model, Budget()))


@given(tiny(), st.sampled_from([0, 3, 40]))
def test_solutions_after_dives_are_all_and_each_once(made: Tiny, guesses: int) -> None:
    assert sorted(found(made.model, guesses)) == sorted(assignments(made.model))


@pytest.mark.slow
@given(tabled_models(), st.sampled_from([3, 40]))
@settings(max_examples=30)
def test_so_they_are_with_further_rules(model: Model, guesses: int) -> None:
    assert sorted(found(model, guesses)) == sorted(accepted(model))


def test_the_order_of_solutions_is_always_the_same() -> None:
    model = compile_geometry(geometry("4x4"))
    assert found(model, 40) == found(model, 40)
    assert len(found(model, 40)) == 288


@pytest.mark.parametrize("name", ["argyle", "windoku-x"])
def test_an_empty_geometry_that_defeats_a_fixed_order_is_filled(name: str) -> None:
    model = compile_geometry(geometry(name))
    first = list(islice(REFERENCE.solutions(model, Budget(nodes=30_000)), 2))
    assert len(set(first)) == 2
    assert all(model.accepts(filling) for filling in first)


def test_lengths_of_dives() -> None:
    assert [luby(turn) for turn in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
