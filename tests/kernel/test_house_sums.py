"""Sums of cells of one house, seen together by the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib import _kernel
from sudokulib.model import Model
from sudokulib.model.variable_sets import House
from sudokulib.primitives import AllDifferent, DistinctSum
from sudokulib.search.flattening import domain_bytes, flatten

core = _kernel.core
if core is None:
    pytest.skip("no compiled search", allow_module_level=True)


def house_with_sums(size: int, cages: Sequence[tuple[Sequence[int], int]]) -> Model:
    """A house of as many cells as values, 1 to `size`, some of which have totals."""
    cells, full = tuple(range(size)), (1 << size) - 1
    weights = tuple(range(1, size + 1))
    sums = [
        DistinctSum(tuple(cage), (weights,) * len(cage), (total,), (tuple(cage),))
        for cage, total in cages
    ]
    return Model(
        values=weights,
        cells=size,
        domains=(full,) * size,
        given=(AllDifferent(cells), *sums),
        given_sources=((),) * (1 + len(sums)),
        houses=(House(0, cells, full, full),),
        peers=tuple(full & ~(1 << cell) for cell in cells),
    )


def propagated(root: Model, domains: Sequence[int]) -> list[int] | None:
    rules = core.Rules(core.Problem(flatten(root), domain_bytes(root.domains, 1)))
    found = rules.propagate(domain_bytes(domains, 1))
    if found is None:
        return None
    return [int.from_bytes(found[i : i + 8], "little") for i in range(0, len(found), 8)]


def test_a_sum_takes_no_value_that_another_needs() -> None:
    """3 is 1 and 2; so 7 is 3 and 4, not 1 and 6 or 2 and 5; 5 and 6 are left."""
    root = house_with_sums(6, [((0, 1), 3), ((2, 3), 7)])
    assert propagated(root, root.domains) == [0b11] * 2 + [0b1100] * 2 + [0b110000] * 2


def test_a_sum_leaves_what_the_cells_beside_it_need() -> None:
    """10 is 1 to 4 without 5, or with 5 and two others; where 1 is beside it, 2, 3 and 5."""
    root = house_with_sums(5, [((0, 1, 2), 10)])
    assert propagated(root, [0b11110] * 3 + [31, 31]) == [0b10110] * 3 + [0b01001] * 2


@st.composite
def cases(draw: st.DrawFn) -> tuple[Model, list[int]]:
    size = draw(st.integers(3, 6))
    sets = st.lists(st.integers(0, size - 1), min_size=2, max_size=size - 1, unique=True)
    cages = draw(st.lists(st.tuples(sets, st.integers(3, 18)), min_size=1, max_size=3))
    full = (1 << size) - 1
    return house_with_sums(size, cages), draw(
        st.lists(st.integers(1, full), min_size=size, max_size=size)
    )


@given(cases())
def test_no_value_of_a_solution_is_lost(case: tuple[Model, list[int]]) -> None:
    root, domains = case
    masks = [0] * root.cells
    for values in permutations(range(root.cells)):
        if not all(domains[cell] >> value & 1 for cell, value in enumerate(values)):
            continue
        if all(rule.check([values[v] for v in rule.variables]) for rule in root.primitives):
            masks = [mask | 1 << value for mask, value in zip(masks, values, strict=True)]
    found = propagated(root, domains)
    if found is None:
        assert not any(masks)
    else:
        assert all(not mask & ~now for mask, now in zip(masks, found, strict=True))


@given(st.data())
def test_from_open_cells_exactly_the_sets_that_fit_are_left(data: st.DataObject) -> None:
    """Where all cells are open, each value of a set that fits the others is possible."""
    cells = data.draw(st.permutations(range(6)))
    size = data.draw(st.integers(2, 3))
    cages = [
        (cells[:size], data.draw(st.integers(3, 15))),
        (cells[size : size + 2], data.draw(st.integers(3, 11))),
    ]
    root = house_with_sums(6, cages)
    wanted = [0] * 6
    for values in permutations(range(1, 7)):
        if all(sum(values[cell] for cell in cage) == total for cage, total in cages):
            wanted = [mask | 1 << value - 1 for mask, value in zip(wanted, values, strict=True)]
    found = propagated(root, root.domains)
    assert found == wanted if any(wanted) else found is None
