"""Searches that begin where houses and rules lead without givens find what others find."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel.fuzz import engine_of, resumed
from kernel.random_models import model_of, models

import sudokulib
from sudokulib._kernel import core
from sudokulib.model import Model, compile_puzzle
from sudokulib.primitives import Table
from sudokulib.search.flattening import domain_bytes, words

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")


def found(engine: Any, model: Model, domains: tuple[int, ...]) -> tuple[list[tuple[int, ...]], int]:
    """The solutions in the order in which they are found, and the nodes that this takes."""
    search = engine.search(domain_bytes(domains, words(model.root)))
    solutions = list(resumed(search, -1, "H" if len(model.values) > 255 else "B"))
    return solutions, search.spent


@given(models(), st.data())
def test_later_searches_find_the_same_in_as_many_nodes(model: Model, data: st.DataObject) -> None:
    engine = engine_of(model)
    if engine is None:
        return
    found(engine, model, model.domains)  # the first, which begins anew
    for _ in range(2):
        masks = data.draw(st.tuples(*[st.integers(0, domain) for domain in model.domains]))
        domains = data.draw(st.sampled_from([masks, model.domains]))
        assert found(engine, model, domains) == found(engine_of(model), model, domains)


def test_a_given_that_rules_exclude_is_a_contradiction() -> None:
    """The cage leaves R1C1 and R1C2 with 1 and 2 before anything is given."""
    puzzle = sudokulib.read(".Shape~4x4.Cage~3~R1C1~R1C2")
    model = compile_puzzle(puzzle)
    engine = engine_of(model)
    for value, number in ((3, 0), (3, 0), (0, 24), (2, 0), (1, 24)):
        solutions, _ = found(engine, model, (1 << value, *model.domains[1:]))
        assert len(solutions) == number


def test_a_puzzle_that_rules_make_impossible_has_no_solution_however_often_it_is_asked() -> None:
    model = compile_puzzle(sudokulib.read(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C3~R1C4"))
    engine = engine_of(model)
    assert [found(engine, model, model.domains) for _ in range(3)] == [([], 0)] * 3


def test_hidden_variables_may_be_restricted_as_well() -> None:
    """Whether a cell has the value 1 is a hidden variable that says so, and restricts the cell."""
    same = Table((0, 1), frozenset({(0, 0), (1, 1)}))
    model = model_of(2, [3], [same], hidden=[2])
    engine = engine_of(model)
    for mask, wanted in ((3, [(0,), (1,)]), (3, [(0,), (1,)]), (1, [(0,)]), (2, [(1,)]), (0, [])):
        assert sorted(found(engine, model, (3, mask))[0]) == wanted
