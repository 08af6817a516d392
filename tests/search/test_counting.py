"""Counting: known totals, and its shortcuts against plain enumeration."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import SYMBOLS, brute_force, cell_at, grid, overlapping, tiny_puzzles

from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend
from sudokulib.search import counting as counting_module
from sudokulib.search.counting import interchangeable

REFERENCE = backend("reference")


def counted(model: Model, limit: int | None = None) -> int:
    return REFERENCE.count(model, Budget(), limit)


def listed(model: Model) -> int:
    return sum(1 for _ in REFERENCE.solutions(model, Budget()))


def latin(side: int) -> Model:
    return compile_geometry(grid(f"{side}x{side}", symbols=SYMBOLS[:side]))


@pytest.mark.parametrize(
    ("model", "solutions"),
    [
        (latin(2), 2),
        (latin(3), 12),
        (latin(4), 576),
        (latin(5), 161_280),
        (compile_geometry(grid("4x4", "2x2", symbols="1234")), 288),
        (compile_geometry(grid("6x6", "2x3", symbols="123456")), 28_200_960),
        (compile_geometry(overlapping("2x2", (0, 0), (2, 2))), 3_456),
        (compile_geometry(overlapping("2x2", (0, 0), (0, 2), (2, 0), (2, 2))), 2_688),
    ],
    ids=["latin-2", "latin-3", "latin-4", "latin-5", "4x4", "6x6", "twin-4x4", "butterfly-4x4"],
)
def test_known_totals(model: Model, solutions: int) -> None:
    assert counted(model) == solutions


@given(tiny_puzzles())
def test_counts_are_those_of_brute_force(puzzle: Puzzle) -> None:
    assert counted(compile_puzzle(puzzle)) == sum(1 for _ in brute_force(puzzle))


@given(tiny_puzzles(), st.integers(1, 60))
def test_a_limit_is_the_count_or_the_limit(puzzle: Puzzle, limit: int) -> None:
    model = compile_puzzle(puzzle)
    assert counted(model, limit) == min(limit, sum(1 for _ in brute_force(puzzle)))


@given(st.data())
def test_counts_with_a_few_givens_are_those_of_enumeration(data: st.DataObject) -> None:
    """Partial givens leave some values interchangeable, and houses where they mix with others."""
    geometry = data.draw(st.sampled_from(PARTLY_GIVEN))
    cells = [cell.name for cell in geometry.cells]
    rng = Random(data.draw(st.integers(0, 10**6)))
    symbols = geometry.alphabet.symbols[: rng.randint(1, len(geometry.alphabet))]
    givens = {rng.choice(cells): rng.choice(symbols) for _ in range(rng.randint(3, 8))}
    model = compile_puzzle(geometry.puzzle(givens))
    assert counted(model) == listed(model)


PARTLY_GIVEN = [
    grid("4x4", "2x2", symbols="1234"),
    grid("4x4", symbols="1234"),
    grid("4x4", "2x2", symbols="12345"),
    grid("3x4", symbols="12345"),
]


def test_values_are_interchangeable_if_they_are_in_the_same_domains() -> None:
    geometry = grid("4x4", "2x2", symbols="1234")
    assert interchangeable(compile_geometry(geometry)) == (0b1111,)
    assert interchangeable(compile_puzzle(geometry.puzzle({"R1C1": "2"}))) == (0b1101,)
    pairs = compile_puzzle(geometry.puzzle(allowed={"R1C1": "12"}))
    assert interchangeable(pairs) == (0b0011, 0b1100)


def test_no_value_is_interchangeable_where_a_constraint_tells_them_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = compile_geometry(grid("2x2", symbols="12"))
    told_apart = replace(model)
    told_apart.__dict__["value_symmetric"] = False
    assert interchangeable(told_apart) == ()
    monkeypatch.setattr(counting_module, "interchangeable", lambda model: ())
    assert counted(latin(4)) == 576


def test_counting_goes_on_by_listing_when_calls_get_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_module, "_DEEP", 1)
    assert counted(latin(4)) == 576
    assert counted(latin(4), 100) == 100


def test_independent_grids_multiply() -> None:
    apart = compile_geometry(overlapping("2x2", *((5 * i, 5 * i) for i in range(6))))
    budget = Budget(nodes=2_000)
    assert REFERENCE.count(apart, budget) == 288**6


def test_a_limit_stops_inside_independent_parts() -> None:
    large = compile_geometry(overlapping("3x3", (0, 0), (20, 20)))
    assert REFERENCE.count(large, Budget(nodes=5_000), 1_000_000) == 1_000_000


@given(st.randoms(use_true_random=False))
def test_counts_survive_renaming_symbols_and_cells(rng: Random) -> None:
    geometry = grid("4x4", "2x2", symbols="1234")
    solved = ["1234", "3412", "2143", "4321"]
    clues = {cell_at(r, c): solved[r][c] for r in range(4) for c in range(4) if rng.random() < 0.3}
    before = counted(compile_puzzle(geometry.puzzle(clues)))
    renamed = dict(zip("1234", rng.sample("1234", 4), strict=True))
    after = {cell: renamed[symbol] for cell, symbol in clues.items()}
    assert counted(compile_puzzle(geometry.puzzle(after))) == before
    model = compile_puzzle(geometry.puzzle(clues))
    assert counted(permuted(model, rng)) == before


def permuted(model: Model, rng: Random) -> Model:
    """The model with its cells in another order, compiled anew."""
    from sudokulib.basics.bit_sets import bits
    from sudokulib.model.variable_sets import House

    places = rng.sample(range(model.cells), model.cells)
    domains, peers = [0] * model.cells, [0] * model.cells
    for old, new in enumerate(places):
        domains[new] = model.domains[old]
        peers[new] = sum(1 << places[p] for p in bits(model.peers[old]))
    primitives = tuple(p.moved(places) for p in model.given)
    houses = []
    for house in model.houses:
        variables = primitives[house.primitive].variables
        mask = sum(1 << v for v in variables)
        houses.append(House(house.primitive, variables, mask, house.values))
    full = tuple((1 << len(model.values)) - 1 for _ in domains)
    base = Model(
        model.values,
        model.cells,
        full,
        primitives,
        model.given_sources,
        tuple(houses),
        tuple(peers),
    )
    return base.with_domains(tuple(domains))


def test_progress_is_reported_and_ends_at_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokulib.basics.budget._REPORT_EVERY", 0)
    seen: list[int] = []
    budget = Budget(progress=seen.append)
    total = REFERENCE.count(latin(5), budget)
    assert seen
    assert seen == sorted(seen)
    assert budget.found == total == 161_280
