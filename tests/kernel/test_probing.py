"""Candidates that are refuted at the start of a long search are in no solution."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel.fuzz import engine_of, resumed
from kernel.random_models import model_of, models
from search.tables import accepted

import sudokulib
from sudokulib._kernel import core
from sudokulib.model import Model, compile_puzzle
from sudokulib.primitives import Table
from sudokulib.search.flattening import domain_bytes, words

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")


def search_of(model: Model, **options: int) -> Any:
    """A search whose engine has these options."""
    return engine_of(model, **options).search(domain_bytes(model.domains, words(model.root)))


@pytest.mark.slow
@given(models(), st.integers(0, 6), st.sampled_from([1, 2, -1]))
def test_no_solution_is_lost(model: Model, after: int, nodes: int) -> None:
    """Whenever candidates are probed, and however often the search is stopped meanwhile."""
    if engine_of(model) is None:
        return
    search = search_of(model, probe_after=after)
    found = list(resumed(search, nodes, "H" if len(model.values) > 255 else "B"))
    assert len(found) == len(set(found))
    assert set(found) == accepted(model)


@pytest.mark.parametrize("after", [0, 1, 20, 200])
def test_borders_of_unknown_regions_are_probed(after: int) -> None:
    model = compile_puzzle(sudokulib.geometry("chaos-4").puzzle("." * 16))
    usual = list(resumed(search_of(model), -1, "B"))
    assert len(usual) > 1000
    found = list(resumed(search_of(model, probe_after=after), -1, "B"))
    assert sorted(found) == sorted(usual)


def unequal(*cells: int) -> list[Table]:
    """Each two of some cells of two values differ."""
    pairs = [(a, b) for a in cells for b in cells if a < b]
    return [Table(pair, frozenset({(0, 1), (1, 0)})) for pair in pairs]


def test_each_trial_is_a_node_and_what_it_refutes_is_excluded() -> None:
    """Of three cells with two values, pairwise unequal, both values of the first are refuted."""
    model = model_of(2, [3, 3, 3], unequal(0, 1, 2))
    search = search_of(model, probe_after=0)
    assert search.next() is None
    assert search.ended
    assert search.spent == 1


@pytest.mark.parametrize("first", range(4))
def test_candidates_are_excluded_from_all_states_of_the_path(first: int) -> None:
    """Two cells that are equal, and three that hold no solution if these hold the value 1."""
    gadget = frozenset({(0, x, y) for x in (0, 1) for y in (0, 1)} | {(1, 0, 1), (1, 1, 0)})
    pairs = [Table((5, a, b), gadget) for a, b in ((2, 3), (2, 4), (3, 4))]
    model = model_of(2, [3] * 6, [Table((first, 5), frozenset({(0, 0), (1, 1)})), *pairs])
    usual = {tuple(found) for found in resumed(search_of(model, without=64), -1, "B")}
    assert usual == accepted(model)
    for after in range(12):
        found = list(resumed(search_of(model, probe_after=after), -1, "B"))
        assert len(found) == len(usual)
        assert set(found) == usual


def test_what_a_search_comes_to_late_is_excluded_early() -> None:
    """Ten cells of which no three are 0 draw the search; three others cannot all differ."""
    every = list(product((0, 1), repeat=3))
    some, link = frozenset(every) - {(0, 0, 0)}, frozenset(every) - {(0, 0, 1)}
    made = [Table(three, some) for three in combinations(range(10), 3)]
    model = model_of(2, [3] * 13, [*made, Table((0, 1, 10), link), *unequal(10, 11, 12)])
    spent = {}
    for after in (10, 10_000):
        search = search_of(model, probe_after=after)
        assert search.next() is None
        spent[after] = search.spent
    assert spent[10] < 60
    assert spent[10_000] > 100
