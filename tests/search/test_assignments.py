"""Solutions that the compiled search lists several at a time."""

from itertools import islice

import pytest

import sudokulib
from sudokulib import Token, geometry
from sudokulib.errors import Cancelled
from sudokulib.model import compile_puzzle
from sudokulib.search import Budget, backend
from sudokulib.search.backend import usable

pytestmark = pytest.mark.skipif(not usable("native"), reason="needs the compiled search")

MODEL = compile_puzzle(geometry("4x4").puzzle())


def test_several_at_a_time_are_the_same_as_one_by_one() -> None:
    found, together = backend("native").solutions(MODEL, Budget()), []
    together.append(next(found))
    sizes = []
    while len(together) < 287:
        several = found.several()
        sizes.append(len(several))
        together += [tuple(one) for one in reversed(several)]
        together += islice(found, 1)
    together += found
    assert max(sizes) > 1
    assert together == list(backend("native").solutions(MODEL, Budget()))
    assert len(set(together)) == 288


def test_who_takes_one_solution_pays_for_no_other() -> None:
    one, two = Budget(), Budget()
    next(backend("native").solutions(MODEL, one))
    backend("native").count(MODEL, two, limit=1)
    assert one.used == two.used


def test_a_cancelled_token_stops_at_once_and_no_solution_is_lost() -> None:
    token = Token()
    every = sudokulib.solutions("4x4", search="native", token=token)
    found = list(islice(every, 100))
    token.cancel()
    with pytest.raises(Cancelled):
        next(every)
    every.renew()
    assert len({*found, *every}) == 288
    assert every.complete


def test_after_close_no_solution_follows() -> None:
    every = sudokulib.solutions("4x4", search="native")
    list(islice(every, 100))
    every.close()
    assert next(every, None) is None


@pytest.mark.parametrize("nodes", [1, 7, 40])
def test_limits_of_nodes_end_no_listing_early(nodes: int) -> None:
    every, found = sudokulib.solutions("4x4", search="native", nodes=nodes), []
    while not every.complete:
        found += every
        every.renew(nodes=nodes)
    assert len(found) == len(set(found)) == 288
