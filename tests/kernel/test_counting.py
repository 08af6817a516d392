"""Exact counts by separators, against published totals, the reference, and themselves."""

from __future__ import annotations

from array import array
from decimal import Decimal
from math import factorial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import (
    KING,
    KNIGHT,
    SYMBOLS,
    cell_at,
    from_file,
    grid,
    move_pairs,
    overlapping,
    tiny_puzzles,
)

from sudokulib import _kernel, geometry
from sudokulib.errors import Cancelled, UnknownCountError
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, Token, backend, native
from sudokulib.search.estimates import Estimate
from sudokulib.search.exact import count_exactly
from sudokulib.search.flattening import domain_bytes, flatten, words

pytestmark = pytest.mark.skipif(_kernel.core is None, reason="no compiled search")

REFERENCE = backend("reference")


def counted(model: Model) -> int | None:
    return count_exactly(model, Budget())


def shipped(name: str) -> Model:
    return compile_geometry(geometry(name))


TREE = "a(0,0) a(0,1) b(0,2) c(1,1) a(2,0) a(2,-1) a(2,1)"
"""Seven tiles in three runs, no two of which meet twice: 9! times the factor of a run for each."""


def tredoku(tiles: str) -> Model:
    return compile_geometry(
        from_file(symbols="123456789", build=[{"make": "tiles", "tiles": tiles}])
    )


def latin(side: int) -> Model:
    return compile_geometry(grid(f"{side}x{side}", symbols=SYMBOLS[:side]))


def boxed(box: str, *more: dict[str, object], shapes: object = ()) -> Model:
    rows, columns = (int(n) for n in box.split("x"))
    side = rows * columns
    first = {"make": "grid", "size": f"{side}x{side}", "box": box}
    content = {"symbols": SYMBOLS[:side], "build": [first, *more], "shapes": list(shapes)}
    return compile_geometry(from_file(**content))


DIAGONALS = {"make": "diagonals"}


def groups(box: str) -> dict[str, object]:
    return {"make": "disjoint-groups", "box": box}


@pytest.mark.parametrize(
    ("name", "solutions"),
    [
        ("4x4", 288),
        ("6x6", 28_200_960),
        ("6x6-tall", 28_200_960),
        ("latin-4", 576),
        ("latin-5", 161_280),
        ("latin-6", 812_851_200),
        ("latin-7", 61_479_419_904_000),
        ("8x8", 29_136_487_207_403_520),
        ("samurai-4x4", 5_971_968),
        ("cube-corner", 111_693_496_320),
        ("circular-3", 2_880),
        ("circular-4", 23_224_320),
        ("sudo-cube", 14_515_200),
        ("hypercube", 37_739_520),
        ("tredoku-bent-3", 948_109_639_680),
        ("tredoku-hook-5", 2_477_160_187_538_964_480),
        ("tredoku-ring-6", 17_767_024_202_235_248_640),
    ],
)
def test_totals_of_shipped_geometries(name: str, solutions: int) -> None:
    assert counted(shipped(name)) == solutions


TWIN_6X6 = compile_geometry(overlapping("2x3", (0, 0), (4, 3)))


@pytest.mark.parametrize(
    ("model", "solutions"),
    [
        (boxed("2x2", DIAGONALS), 48),
        (boxed("2x2", groups("2x2")), 168),
        (boxed("2x2", groups("2x2"), DIAGONALS), 48),
        (boxed("2x2", shapes=move_pairs(4, 4, KNIGHT)), 24),
        (boxed("2x2", shapes=move_pairs(4, 4, KING)), 0),
        (boxed("2x3", DIAGONALS), 8_640),
        (boxed("2x3", groups("2x3")), 2_799_360),
        (boxed("2x3", shapes=move_pairs(6, 6, KNIGHT)), 11_520),
        (boxed("2x3", shapes=move_pairs(6, 6, KING)), 74_160),
        (compile_geometry(overlapping("2x2", (0, 0), (2, 2))), 3_456),
        (compile_geometry(overlapping("2x2", (0, 0), (2, 2), (4, 4))), 41_472),
        (compile_geometry(overlapping("2x2", (0, 0), (0, 2), (2, 0), (2, 2))), 2_688),
        pytest.param(TWIN_6X6, 1_104_575_201_280, marks=pytest.mark.slow),
    ],
    ids=[
        "4x4-x",
        "4x4-groups",
        "4x4-groups-x",
        "4x4-knight",
        "4x4-king",
        "6x6-x",
        "6x6-groups",
        "6x6-knight",
        "6x6-king",
        "twin-4x4",
        "chain-4x4",
        "butterfly-4x4",
        "twin-6x6",
    ],
)
def test_totals_of_other_geometries(model: Model, solutions: int) -> None:
    assert counted(model) == solutions


def test_a_total_beyond_machine_words() -> None:
    """Unconnected parts multiply, however large the product."""
    corners = [(0, 9 * k) for k in range(5)]
    model = compile_geometry(overlapping("2x3", *corners))
    assert counted(model) == 28_200_960**5


@pytest.mark.parametrize(
    ("name", "givens", "solutions"),
    [
        ("8x8", "1234567856781234", 1_388_249_088),
        ("9x9", "123456789456789123789123456", 7_802_998_272),
    ],
)
def test_completions_of_a_band(name: str, givens: str, solutions: int) -> None:
    empty = geometry(name)
    puzzle = empty.puzzle(givens.ljust(len(empty.cells), "."))
    assert counted(compile_puzzle(puzzle)) == solutions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "solutions"),
    [
        (lambda: shipped("9x9"), 6_670_903_752_021_072_936_960),
        (lambda: latin(8), 108_776_032_459_082_956_800),
        (lambda: tredoku(TREE), factorial(9) * 2_612_736**3),
    ],
    ids=["9x9", "latin-8", "a tredoku of three runs that form a tree"],
)
def test_totals_that_take_seconds(model, solutions: int) -> None:
    assert counted(model()) == solutions


@given(tiny_puzzles())
def test_counts_of_tiny_puzzles_are_those_of_the_reference(puzzle: Puzzle) -> None:
    model = compile_puzzle(puzzle)
    found = counted(model)
    assert found is None or found == REFERENCE.count(model, Budget())


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from(["4x4", "6x6", "samurai-4x4", "circular-4"]))
def test_counts_with_givens_are_those_of_the_reference(seed: int, name: str) -> None:
    random = Random(seed)
    model = compile_puzzle(_some_givens(name, random, random.uniform(0.15, 0.5)))
    assert counted(model) == REFERENCE.count(model, Budget())


def _some_givens(name: str, random: Random, share: float) -> Puzzle:
    """Some cells with one value or a few, without regard to whether they fit together."""
    puzzle = Puzzle(geometry(name), geometry(name).domains)
    first = next(iter(REFERENCE.solutions(compile_puzzle(puzzle), Budget())))
    masks = []
    for full, value in zip(puzzle.masks, first, strict=True):
        kept = 1 << value if random.random() < 0.9 else full
        masks.append(kept | (random.getrandbits(8) & full if random.random() < 0.3 else 0))
    return Puzzle(
        puzzle.geometry,
        tuple(
            mask if random.random() < share else full
            for mask, full in zip(masks, puzzle.masks, strict=True)
        ),
    )


@pytest.mark.slow
@settings(max_examples=6)
@given(st.permutations(range(36)), st.integers(0, 2**36 - 1))
def test_counts_do_not_depend_on_the_numbers_of_the_cells(order: list[int], given: int) -> None:
    model = shipped("6x6")
    grid = next(iter(REFERENCE.solutions(model, Budget())))
    domains = [
        1 << value if given >> c & 1 and c % 3 == 0 else model.domains[c]
        for c, value in enumerate(grid)
    ]
    assert _count(_renumbered(model, order), [domains[c] for c in order]) == _count(model, domains)


def _count(model: Model | bytes, domains: list[int]) -> int:
    core = _kernel.core
    assert core is not None
    description = model if isinstance(model, bytes) else flatten(model)
    problem = core.Problem(description, domain_bytes(domains, 1))
    total, end, *_ = core.count_exact(problem, domain_bytes(domains, 1), None, -1)
    assert end == ""
    return int(total)


def _renumbered(model: Model, order: list[int]) -> bytes:
    """The description of a model of nothing but houses, its cells in another order."""
    place = {cell: number for number, cell in enumerate(order)}
    sets = [[place[v] for v in house.variables] for house in model.houses]
    out = [3, model.cells, len(model.values), model.cells, words(model), 0, len(sets)]
    for cells in sets:
        out += [len(cells), *cells]
    out += [0, 0, 0]  # no leftovers, no rules, no derived sums
    return array("q", out).tobytes()


def test_limits_and_cancellation() -> None:
    model = shipped("9x9")
    with pytest.raises(OutOfBudget, match="nodes"):
        count_exactly(model, Budget(nodes=5_000))
    with pytest.raises(OutOfBudget, match="time"):
        count_exactly(model, Budget(seconds=0.1))
    token = Token()
    token.cancel()
    with pytest.raises(Cancelled):
        count_exactly(model, Budget(token=token))


def test_it_gives_up_once_its_time_is_over_which_is_not_the_limit_of_the_call() -> None:
    assert count_exactly(shipped("9x9"), Budget(seconds=60), seconds=0.1) is None
    with pytest.raises(OutOfBudget, match="time"):
        count_exactly(shipped("9x9"), Budget(seconds=0), seconds=60)


def test_what_cuts_do_not_count_in_time_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    model = compile_puzzle(geometry("6x6").puzzle({"R1C1": "1", "R2C4": "1", "R5C5": "2"}))
    known = backend("native").count(model, Budget())
    by_cuts = []

    def tried(*args: Any, **options: Any) -> int | None:
        by_cuts.append(count_exactly(*args, **options))
        return by_cuts[-1]

    monkeypatch.setattr(native, "count_exactly", tried)
    monkeypatch.setattr(native, "_MOST_LISTED", 0)
    for share, counted_by_cuts in ((10**6, known), (0, None)):
        monkeypatch.setattr(native, "_CUTS_SHARE", share)
        assert (backend("native").count(model, Budget()), by_cuts.pop()) == (known, counted_by_cuts)
    with pytest.raises(OutOfBudget, match="nodes"):  # at the same place on any machine
        backend("native").count(model, Budget(nodes=20_000))


def test_the_same_nodes_every_time() -> None:
    spent = []
    for _ in range(2):
        budget = Budget()
        count_exactly(shipped("cube-corner"), budget)
        spent.append(budget.used)
    assert spent[0] == spent[1]


@pytest.mark.slow
def test_what_is_out_of_reach_says_so() -> None:
    model = shipped("16x16")
    with pytest.raises(UnknownCountError, match=r"use estimate\(\)"):
        backend("native").count(model, Budget())
    with pytest.raises(OutOfBudget):
        backend("native").count(model, Budget(nodes=20_000))


def test_other_rules_are_not_for_it() -> None:
    shapes = [{"kind": "cage", "cells": f"{cell_at(0, 0)} {cell_at(0, 1)}", "sum": 5}]
    assert counted(boxed("2x2", shapes=shapes)) is None


@pytest.mark.parametrize("estimated", [1, 10**6, 10**30])
def test_the_count_is_the_same_however_the_estimate_makes_it_count(
    estimated: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = compile_puzzle(geometry("6x6").puzzle({"R1C1": "1", "R2C4": "1", "R5C5": "2"}))
    guess = Estimate(Decimal(estimated), Decimal(0), 200)
    monkeypatch.setattr(native.Native, "estimate", lambda *_, **__: guess)
    assert backend("native").count(model, Budget()) == backend("reference").count(model, Budget())


def test_without_cuts_only_what_is_listed_soon_is_counted() -> None:
    model = shipped("4x4")
    assert count_exactly(model, Budget(), cuts=False) == 288
    assert count_exactly(shipped("9x9"), Budget(), cuts=False) is None
