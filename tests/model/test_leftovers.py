"""Both sides of every pair of leftovers hold the same values, each equally often."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import from_file

from sudokulib import geometry
from sudokulib._kernel import core
from sudokulib.model import bits, compile_geometry
from sudokulib.model.leftovers import compiled_leftovers, equal_remainders, plain_leftovers
from sudokulib.search import Budget, backend

SIDE = 6
FILLING = [(2 * (r % 3) + r // 3 + c) % SIDE for r in range(SIDE) for c in range(SIDE)]
"""A Latin square whose 3×2 boxes hold each value once."""
EVERY = (1 << SIDE) - 1


def masks(label) -> list[int]:
    """The cells with each label, as bit masks."""
    found = [0] * SIDE
    for cell in range(SIDE * SIDE):
        found[label(cell)] |= 1 << cell
    return found


ROWS = masks(lambda cell: cell // SIDE)
COLUMNS = masks(lambda cell: cell % SIDE)


@st.composite
def jigsaws(draw: st.DrawFn) -> list[int]:
    """Regions of which `FILLING` is a solution: boxes that swapped equal values a few times."""
    region = [cell // SIDE // 3 * 3 + cell % SIDE // 2 for cell in range(SIDE * SIDE)]
    for _ in range(draw(st.integers(0, 8))):
        value = draw(st.integers(0, SIDE - 1))
        cells = [cell for cell, v in enumerate(FILLING) if v == value]
        one, other = draw(st.permutations(cells))[:2]
        region[one], region[other] = region[other], region[one]
    return masks(region.__getitem__)


def houses(*groups: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple((cells, EVERY) for group in groups for cells in group)


@given(jigsaws())
def test_both_sides_hold_the_same(regions):
    assert all(len({FILLING[c] for c in bits(cells)}) == SIDE for cells in regions)
    for one, other in equal_remainders(houses(ROWS, COLUMNS, regions)):
        assert 0 < one.bit_count() == other.bit_count() < SIDE
        assert not one & other
        held = [Counter(FILLING[c] for c in bits(side)) for side in (one, other)]
        assert held[0] == held[1]


@given(jigsaws())
def test_no_pair_says_what_one_house_less_another_says(regions):
    every = ROWS + COLUMNS + regions
    single = {frozenset((a & ~b, b & ~a)) for a in every for b in every}
    assert not single & {frozenset(pair) for pair in equal_remainders(houses(every))}


@pytest.mark.parametrize("name", ["jigsaw-5", "jigsaw-7", "jigsaw-9", "windoku"])
def test_every_solution_fulfils_them(name):
    model = compile_geometry(geometry(name))
    assert model.leftovers
    for filling in islice(backend("reference").solutions(model, Budget(nodes=2000)), 20):
        for one, other in model.leftovers:
            assert Counter(filling[c] for c in bits(one)) == Counter(
                filling[c] for c in bits(other)
            )


def test_two_cells_that_must_be_equal():
    found = jigsaw("AABB", "ACBB", "ACCD", "CDDD")
    names = [{found.name_of(c) for c in bits(a | b)} for a, b in compile_geometry(found).leftovers]
    assert {"R2C2", "R3C1"} in names


def jigsaw(*rows: str):
    size = f"{len(rows)}x{len(rows)}"
    build = [{"make": "grid", "size": size}, {"make": "regions", "map": "\n".join(rows)}]
    return from_file(symbols="123456789"[: len(rows)], build=build)


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "x", "16x16", "samurai"])
def test_regular_grids_pay_nothing(name):
    assert compile_geometry(geometry(name)).leftovers == ()


def test_a_puzzle_shares_those_of_its_geometry():
    model = compile_geometry(geometry("jigsaw-5"))
    assert model.with_domains(model.domains).leftovers is model.leftovers


@pytest.mark.skipif(not hasattr(core, "leftovers"), reason="needs the compiled kernel")
@given(st.lists(jigsaws(), min_size=1, max_size=2), st.booleans())
def test_the_kernel_finds_the_same(regions, whole):
    groups = [(ROWS if whole else ROWS[1:]) + COLUMNS + some for some in regions]
    assert compiled_leftovers(groups) == plain_leftovers(groups)


@pytest.mark.skipif(not hasattr(core, "leftovers"), reason="needs the compiled kernel")
@pytest.mark.parametrize("name", ["jigsaw-9", "windoku", "samurai", "jigsaw-7", "sumo"])
def test_the_kernel_finds_the_same_on_geometries(name):
    groups = [[house.cells for house in compile_geometry(geometry(name)).houses]]
    assert compiled_leftovers(groups) == plain_leftovers(groups)
