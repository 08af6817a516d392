"""Independent parts are searched separately, and their solutions combined."""

from itertools import islice
from random import Random

import pytest

from sudokulib import geometry, solution, solutions, true_candidates
from sudokulib._kernel import core
from sudokulib.model import Model
from sudokulib.primitives import AllDifferent
from sudokulib.search import Budget, backend

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))


def squares(count, hidden=()):
    """So many Latin squares of three values that have nothing to do with one another."""
    groups = [tuple(9 * n + c for c in line) for n in range(count) for line in LINES]
    peers = [0] * (9 * count + len(hidden))
    for group in groups:
        for c in group:
            peers[c] |= sum(1 << other for other in group if other != c)
    return Model(
        values=(1, 2, 3),
        cells=9 * count,
        domains=(0b111,) * (9 * count) + hidden,
        given=tuple(map(AllDifferent, groups)),
        given_sources=((),) * len(groups),
        houses=(),
        peers=tuple(peers),
    )


@pytest.mark.parametrize("hidden", [(), (0b11,)], ids=["plain", "with a hidden variable"])
def test_every_combination_is_listed_once(hidden):
    found = list(backend("native").solutions(squares(3, hidden), Budget()))
    assert len(found) == len(set(found)) == 12**3
    model = squares(3)
    assert all(model.accepts(solution) for solution in found)


def test_a_part_without_solution_ends_the_search():
    """Three cells of the last square share two values, which shows after a guess only; listing
    the other parts first would take 12 to the power of 9 solutions."""
    model = squares(10)
    domains = (*model.domains[:-9], 0b11, 0b11, 0b11, *model.domains[-6:])
    none = model.with_domains(domains)
    assert list(islice(backend("native").solutions(none, Budget(nodes=100_000)), 1)) == []


def test_first_solutions_of_many_parts_are_cheap():
    budget = Budget(nodes=1_000)
    assert len(list(islice(backend("native").solutions(squares(20), budget), 2))) == 2


def test_parts_are_searched_with_preferred_values_first():
    """Witnesses of candidates prefer values, in parts as well, whatever is guessed there."""
    samurai = geometry("samurai")
    line, random = solution(samurai).line(), Random(0)
    kept = set(random.sample(range(len(line)), 60))
    givens = "".join(value if c in kept else "." for c, value in enumerate(line))
    puzzle = samurai.puzzle(givens)
    possible = list(true_candidates(puzzle).values())
    assert all(value in symbols for value, symbols in zip(line, possible, strict=True))
    for c in random.sample(sorted(set(range(len(line))) - kept), 12):
        for value in "123456789":
            tried = samurai.puzzle(givens[:c] + value + givens[c + 1 :])
            assert any(True for _ in solutions(tried)) == (value in possible[c])
