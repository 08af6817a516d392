"""Primitives that are not all-different, and hidden variables, against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search.tables import Table, accepted, tabled_models, with_tables
from support import from_file, grid

from sudokulib.model import Model, compile_geometry
from sudokulib.search import Budget, backend, depth_first

REFERENCE = backend("reference")

LESS = frozenset((a, b) for a in range(4) for b in range(4) if a < b)


def found(model: Model, nodes: int = 0) -> list[tuple[int, ...]]:
    """All solutions; with 0 nodes it looks for independent parts at every node."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(depth_first, "_FIRST_SPLIT", nodes)
        return list(REFERENCE.solutions(model, Budget()))


@given(tabled_models(), st.sampled_from([0, 64]))
@settings(max_examples=25)
def test_it_answers_as_brute_force_does(model: Model, nodes: int) -> None:
    """Each solution once, their number, and the union of them."""
    solutions = accepted(model)
    assert sorted(found(model, nodes)) == sorted(solutions)
    assert REFERENCE.count(model, Budget()) == len(solutions)
    union = [0] * model.cells
    for solution in solutions:
        for cell, value in enumerate(solution):
            union[cell] |= 1 << value
    assert REFERENCE.true_candidates(model, Budget()) == tuple(union)


@given(st.booleans())
def test_an_order_of_cells_halves_the_grids(lazy: bool) -> None:
    """R1C1 < R2C2 holds in half of the 288 grids, by renaming symbols backwards."""
    model = compile_geometry(grid("4x4", "2x2", symbols="1234"))
    ordered = with_tables(model, [Table((0, 5), LESS, lazy)])
    assert REFERENCE.count(ordered, Budget()) == 144


def test_a_hidden_variable_with_several_values_does_not_multiply_solutions() -> None:
    model = compile_geometry(grid("2x2", symbols="12"))
    anything = frozenset((a, h) for a in range(2) for h in range(3))
    assert len(found(with_tables(model, [Table((0, 4), anything)], [0b111]))) == 2


def test_cells_tied_only_by_a_hidden_variable_are_one_part() -> None:
    """Both cells copy the hidden value, so they are equal though no primitive has both."""
    cells = from_file(build=[{"make": "grid", "size": "1x2", "lines": False}], symbols="12")
    copy = frozenset((a, a) for a in range(2))
    tables = [Table((0, 2), copy), Table((1, 2), copy)]
    assert sorted(found(with_tables(compile_geometry(cells), tables, [0b11]))) == [(0, 0), (1, 1)]
    apart = compile_geometry(grid("1x2", symbols="12"))
    assert found(with_tables(apart, tables, [0b11])) == []
