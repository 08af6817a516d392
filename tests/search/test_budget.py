"""Limits and cancellation, in every kind of search."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from threading import Thread

import pytest
from support import SYMBOLS, grid

from sudokulib.errors import Cancelled
from sudokulib.model import Model, compile_geometry
from sudokulib.search import Budget, OutOfBudget, Token, backend

REFERENCE = backend("reference")
ENDLESS = compile_geometry(grid("8x8", "2x4", symbols=SYMBOLS[:8]))


def solutions(model: Model, budget: Budget) -> object:
    return sum(1 for _ in REFERENCE.solutions(model, budget))


def count(model: Model, budget: Budget) -> object:
    return REFERENCE.count(model, budget)


def true_candidates(model: Model, budget: Budget) -> object:
    return REFERENCE.true_candidates(model, budget)


Work = Callable[[Model, Budget], object]


@pytest.mark.parametrize("work", [solutions, count, true_candidates])
@pytest.mark.parametrize("nodes", [0, 1, 37])
def test_a_node_limit_is_exact(work: Work, nodes: int) -> None:
    budget = Budget(nodes=nodes)
    with pytest.raises(OutOfBudget, match="out of nodes") as caught:
        work(ENDLESS, budget)
    assert caught.value.reason == "nodes"
    assert budget.used == nodes


def test_a_node_limit_is_reproducible() -> None:
    def before_the_end() -> list[tuple[int, ...]]:
        search, found = REFERENCE.solutions(ENDLESS, Budget(nodes=500)), []
        with suppress(OutOfBudget):
            found.extend(iter(search.__next__, None))
        return found

    first = before_the_end()
    assert first
    assert first == before_the_end()


@pytest.mark.parametrize("work", [solutions, count])
def test_a_time_limit_ends_the_search(work: Work) -> None:
    with pytest.raises(OutOfBudget, match="out of time") as caught:
        work(ENDLESS, Budget(seconds=0.05))
    assert caught.value.reason == "time"


@pytest.mark.parametrize("work", [solutions, count, true_candidates])
def test_no_time_at_all(work: Work) -> None:
    with pytest.raises(OutOfBudget):
        work(ENDLESS, Budget(seconds=0))


@pytest.mark.parametrize("work", [solutions, count])
def test_another_thread_cancels(work: Work) -> None:
    token, ended = Token(), []

    def run() -> None:
        try:
            work(ENDLESS, Budget(token=token))
        except Cancelled as error:
            ended.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(0.05)
    assert thread.is_alive()
    token.cancel()
    thread.join(20)
    assert len(ended) == 1


def test_ctrl_c_leaves_the_search() -> None:
    budget = Budget(progress=lambda found: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        REFERENCE.count(ENDLESS, budget)


def test_a_budget_is_shared_by_consecutive_work() -> None:
    budget = Budget(nodes=100)
    list(islice(REFERENCE.solutions(ENDLESS, budget), 2))
    before = budget.used
    assert 0 < before < 100
    with pytest.raises(OutOfBudget):
        count(ENDLESS, budget)
    assert budget.used == 100


def test_the_error_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(OutOfBudget("time"))).reason == "time"
