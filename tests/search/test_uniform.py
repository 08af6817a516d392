"""Random fillings are uniform wherever all of them can be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from math import sqrt

import pytest

import sudokulib
from sudokulib.model import Model, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, ThinningPlan, backend
from sudokulib.search.backend import usable

pytestmark = pytest.mark.skipif(not usable("native"), reason="there is no compiled kernel")

Filled = tuple[int, ...]


def chi_square(drawn: Iterable[Hashable], possible: Collection[Hashable]) -> float:
    """How far what was drawn is from uniform; 1 at the 99.8th percentile (Wilson and Hilferty)."""
    seen = Counter(drawn)
    assert seen.keys() <= set(possible)
    expected = seen.total() / len(possible)
    found = sum((seen[one] - expected) ** 2 for one in possible) / expected
    free = len(possible) - 1
    return found / (free * (1 - 2 / (9 * free) + 2.878 * sqrt(2 / (9 * free))) ** 3)


def ruled(shape: str) -> Callable[[], Puzzle]:
    return lambda: sudokulib.read(f"geometry: 4x4\nshapes: [{shape}]\n")


PUZZLES: dict[str, Callable[[], Puzzle]] = {
    "latin": lambda: sudokulib.geometry("latin-4").puzzle(),
    "jigsaw": lambda: sudokulib.geometry("jigsaw-5").puzzle(),
    "givens": lambda: sudokulib.geometry("6x6").puzzle("12.4..4.6..2...36......1............"),
    "anti-knight": ruled("{kind: anti, moves: knight}"),
    "cage": ruled("{kind: cage, sum: 5, cells: R1C1 R1C2}"),
    "thermometer": ruled("{kind: thermometer, lines: [R1C1 R1C2 R2C2]}"),
    "renban": ruled("{kind: renban, lines: [R1C1 R2C2 R3C3]}"),
    "even": ruled("{kind: even, cells: R2C3}"),
}


def draws(model: Model, number: int) -> Iterable[Filled]:
    for seed in range(number):
        found = backend("native").random_solution(model, Budget(), seed)
        assert found is not None
        yield found


@pytest.mark.parametrize("name", PUZZLES)
def test_all_fillings_are_equally_likely(name: str) -> None:
    model = compile_puzzle(PUZZLES[name]())
    possible = sorted(backend("native").solutions(model, Budget()))
    assert len(possible) > 20
    assert chi_square(draws(model, 4 * len(possible)), possible) < 1


@pytest.mark.parametrize(("name", "begun"), [("jigsaw-6", "123456"), ("6x6", "123456456")])
def test_fillings_are_equally_likely_up_to_names_and_order(name: str, begun: str) -> None:
    """There are 816 with this row, and 6528 of the 28,200,960 of 6x6 begin so."""
    geometry = sudokulib.geometry(name)
    model = compile_puzzle(geometry.puzzle(begun.ljust(36, ".")))
    possible = set(backend("native").solutions(model, Budget()))
    assert len(possible) in (816, 6528)
    drawn = draws(compile_puzzle(geometry.puzzle()), 4000)
    assert chi_square((_renamed(one, boxes=name == "6x6") for one in drawn), possible) < 1


def _renamed(filled: Filled, *, boxes: bool) -> Filled:
    """The same with 123456 in the first row; and 456 below 123, by the order of other columns."""
    if boxes:
        order = (0, 1, 2, *(filled.index(filled[column]) for column in (6, 7, 8)))
        filled = tuple(filled[6 * row + column] for row in range(6) for column in order)
    names = {value: name for name, value in enumerate(filled[:6])}
    return tuple(names[value] for value in filled)


@pytest.mark.parametrize("name", ["4x4", "latin-4"])
def test_grids_that_are_thinned_are_nearly_uniform(name: str) -> None:
    """By few probes, so what is bounded is how much the chances of grids vary."""
    model = compile_puzzle(sudokulib.geometry(name).puzzle())
    groups = tuple((cell,) for cell in range(model.cells))
    possible = set(backend("native").solutions(model, Budget()))
    number = 20_000
    made = backend("native").minimal_puzzles(model, ThinningPlan(groups), range(number), Budget())
    seen = Counter(one.solution for one in made)
    assert seen.keys() == possible
    mean = number / len(possible)
    variance = sum((seen[one] / mean - 1) ** 2 for one in possible) / len(possible)
    chance = 1 / mean  # what it is for equal chances
    assert variance - chance < 0.01


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        pytest.param("25x25", "", marks=pytest.mark.slow),
        ("sumo", ""), ("clueless-2", ""), ("cube-full", ""), ("hypercube", ""),
        ("toroidal-jigsaw", ""), ("tredoku-11", ""), ("9x9", "knight king"), ("16x16", "knight"),
    ],
)  # fmt: skip
def test_nothing_stalls(name: str, moves: str) -> None:
    anti = ", ".join(f"{{kind: anti, moves: {one}}}" for one in moves.split())
    model = compile_puzzle(sudokulib.read(f"geometry: {name}\nshapes: [{anti}]\n"))
    budget = Budget(nodes=300_000)
    found = {backend("native").random_solution(model, budget, seed) for seed in (1, 2)}
    assert len(found) == 2
    assert all(one is not None and model.accepts(one) for one in found)


@pytest.mark.slow
def test_repair_fills_what_search_gets_lost_on() -> None:
    model, native = compile_puzzle(sudokulib.read("geometry: cube-8x8x8\n")), backend("native")
    found = native.random_solution(model, Budget(nodes=10_000_000), 1)
    assert found is not None
    assert model.accepts(found)
    with pytest.raises(OutOfBudget):
        native.random_solution(model, Budget(nodes=200_000), 1)
