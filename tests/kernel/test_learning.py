"""A search that learns clauses after some time finds the solutions that it finds without."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel.fuzz import engine_of, resumed
from kernel.random_models import model_of, models
from search.tables import accepted

import sudokulib
from sudokulib import Puzzle
from sudokulib._kernel import core
from sudokulib.basics.budget import Budget
from sudokulib.model import Model, compile_puzzle
from sudokulib.primitives import AllDifferent
from sudokulib.search.flattening import domain_bytes, words
from sudokulib.search.native import Native

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")


def search_of(model: Model, **options: int) -> Any:
    """A search whose engine has these options."""
    return engine_of(model, **options).search(domain_bytes(model.domains, words(model.root)))


@given(models(rules=False), st.integers(0, 6), st.sampled_from([1, 2, -1]))
def test_no_solution_is_lost_and_none_is_found_twice(model: Model, after: int, nodes: int) -> None:
    """Whenever it begins to learn, and however often the search is stopped meanwhile."""
    search = search_of(model, learn_after=after)
    found = list(resumed(search, nodes, "H" if len(model.values) > 255 else "B"))
    assert len(found) == len(set(found))
    assert set(found) == accepted(model)


@given(st.data(), st.integers(0, 40), st.sampled_from([3, 50, -1]))
def test_grids_with_some_candidates_are_searched_alike(
    data: st.DataObject, after: int, nodes: int
) -> None:
    """Random candidates on 6x6, of which one filling or none is certain."""
    puzzle = sudokulib.geometry("6x6").puzzle("." * 36)
    random = Random(data.draw(st.integers(0, 10**6)))
    filled = Native().random_solution(compile_puzzle(puzzle), Budget(), random.randrange(99))
    assert filled is not None
    share = data.draw(st.sampled_from([0.2, 0.35]))
    masks = [1 << v if random.random() < share else random.getrandbits(6) | 1 << v for v in filled]
    if data.draw(st.booleans()):
        cell = random.randrange(36)
        masks[cell] = masks[cell] & ~(1 << filled[cell]) or 1
    model = compile_puzzle(puzzle).with_domains(tuple(masks))
    usual = list(islice(resumed(search_of(model, without=128), -1, "B"), 3000))
    if len(usual) < 3000:
        found = list(resumed(search_of(model, learn_after=after), nodes, "B"))
        assert sorted(found) == sorted(usual)


def pigeons(holes: int) -> Model:
    """One cell more than there are values, each two different."""
    cells = range(holes + 1)
    pairs = [AllDifferent(pair) for pair in combinations(cells, 2)]
    return model_of(holes, [(1 << holes) - 1 for _ in cells], pairs)


def test_clauses_are_forgotten_and_no_solution_appears() -> None:
    """More cells than values: some 10,000 conflicts, of which each learns a clause."""
    search = search_of(pigeons(8), learn_after=0)
    assert search.next() is None
    assert search.ended
    assert search.spent > 5000


def test_each_decision_is_a_node_and_nothing_depends_on_where_it_was_stopped() -> None:
    whole, parts = (search_of(pigeons(6), learn_after=0) for _ in range(2))
    assert whole.next() is None
    for _ in range(10**5):
        assert parts.next(None, 1) is None
        if parts.ended:
            break
        assert parts.stopped == "nodes"
    assert parts.ended
    assert parts.spent == whole.spent


@pytest.mark.parametrize("after", [0, 1, 5, 50])
@pytest.mark.parametrize("nodes", [1, -1])
def test_many_are_listed_each_once(after: int, nodes: int) -> None:
    """A hundred of the 288 grids by learning, or with none learned; then the others."""
    model = compile_puzzle(sudokulib.geometry("4x4").puzzle("." * 16))
    found = list(resumed(search_of(model, learn_after=after), nodes, "B"))
    assert len(found) == len(set(found)) == 288
    domains = domain_bytes(model.domains, words(model.root))
    for limit in (1, 2, 99, 100, 101, 150, 300):
        counted, stopped, _ = engine_of(model, learn_after=after).count(domains, limit)
        assert (counted, stopped) == (min(limit, 288), "")


def test_where_many_are_found_at_once_nothing_is_learned() -> None:
    """Of 288 grids the first hundred are found without a break, so that none is excluded later."""
    model = compile_puzzle(sudokulib.geometry("4x4").puzzle("." * 16))
    spent = {after: spent_on_all(search_of(model, learn_after=after), 288) for after in (50, 10**9)}
    assert spent[50] == spent[10**9]
    assert spent_on_all(search_of(model, learn_after=0), 288) != spent[50]


def spent_on_all(search: Any, number: int) -> int:
    search.run(None, -1, number + 1, 10**9)
    assert len(search.take()) == number
    return int(search.spent)


def test_by_default_small_grids_do_not_learn() -> None:
    small = pigeons(9)
    assert spent_within(small, 30_000) == spent_within(small, 30_000, without=128)


def spent_within(model: Model, nodes: int, **options: int) -> tuple[int, bool]:
    search = search_of(model, **options)
    search.run(None, nodes, 1, 0)
    return search.spent, search.ended


def half_filled(seed: int, share: float) -> Puzzle:
    """A filled 36x36, with rows, columns and symbols in any order, without some of its cells."""
    random, side = Random(seed), 36
    rows, columns = shuffled(random), shuffled(random)
    symbols = random.sample(range(side), side)
    filled = [
        symbols[(6 * (row % 6) + row // 6 + column) % side] for row in rows for column in columns
    ]
    cells = list(range(side**2))
    random.shuffle(cells)
    given_cells = set(cells[: int(share * side**2)])
    geometry = sudokulib.geometry("36x36")
    known = geometry.alphabet.symbols
    return geometry.puzzle(
        "".join(known[v] if c in given_cells else "." for c, v in enumerate(filled))
    )


def shuffled(random: Random) -> list[int]:
    """The lines of six bands, these and those in each in any order."""
    return [
        6 * band + line
        for band in random.sample(range(6), 6)
        for line in random.sample(range(6), 6)
    ]


def is_filled(solution: Sequence[int]) -> bool:
    """Whether rows, columns and boxes of 36x36 hold each value once."""
    every = set(range(36))
    rows = [solution[36 * n : 36 * n + 36] for n in range(36)]
    columns = [solution[n::36] for n in range(36)]
    boxes = [
        [solution[36 * (6 * a + i) + 6 * b + j] for i in range(6) for j in range(6)]
        for a in range(6)
        for b in range(6)
    ]
    return all(set(unit) == every for unit in (*rows, *columns, *boxes))


@pytest.mark.slow
def test_a_half_filled_36x36_is_solved() -> None:
    """By default it learns; without, nothing is found in twice as many nodes."""
    puzzle = half_filled(2, 0.52)
    result = sudokulib.solve(puzzle, strategies=(), seconds=300)
    assert result.status == "multiple"
    one, other = result.solutions
    assert one != other
    for solution in (one, other):
        assert is_filled(solution.indices)
        assert all(solution.indices[c] == v for c, v in puzzle.given_values)
    without = search_of(compile_puzzle(puzzle), without=128)
    without.run(None, 2 * result.stats.nodes, 1, 0)
    assert not without.take()
    assert without.stopped == "nodes"


def test_what_is_too_large_is_searched_without_learning() -> None:
    """A house of 300 cells: the pairs of candidates that exclude each other would be 54 million."""
    every = tuple(range(300))
    model = model_of(300, [(1 << 300) - 1] * 300, [AllDifferent(every)])
    learning, usual = search_of(model, learn_after=0), search_of(model, without=128)
    assert learning.next() == usual.next() is not None
    assert learning.spent == usual.spent
