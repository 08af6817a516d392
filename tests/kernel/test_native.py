"""The compiled search as a back-end: what it spends is reported."""

from collections import deque

import pytest
from support import from_file

from sudokulib import geometry
from sudokulib._kernel import core
from sudokulib.errors import Cancelled
from sudokulib.model import compile_geometry
from sudokulib.search import Budget, OutOfBudget, Token, backend

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")


class Impatient(Token):
    """Cancelled when it is looked at for the third time."""

    def __init__(self):
        super().__init__()
        self.checks = 0

    @property
    def cancelled(self):
        self.checks += 1
        return self.checks > 2


@pytest.mark.parametrize(
    ("budget", "error"),
    [
        (lambda: Budget(seconds=0.3), OutOfBudget),
        (lambda: Budget(nodes=500), OutOfBudget),
        (lambda: Budget(token=Impatient()), Cancelled),
    ],
    ids=["time", "nodes", "token"],
)
def test_nodes_before_any_limit_are_counted(budget, error):
    """Nobody has listed all grids of classic sudoku: the search goes on until it is stopped."""
    model = compile_geometry(geometry("9x9"))
    spending = budget()
    with pytest.raises(error):
        deque(backend("native").solutions(model, spending), maxlen=0)
    assert spending.used > 0


def test_more_grids_than_a_number_can_say_are_drawn_from():
    """9 to the power of 400 of them: the weight of each probe is beyond all numbers."""
    build = [{"make": "grid", "size": "20x20", "lines": False}]
    model = compile_geometry(from_file(symbols="123456789", build=build))
    one, other = (backend("native").random_solution(model, Budget(), seed) for seed in (1, 2))
    assert len(one) == 400
    assert one != other
