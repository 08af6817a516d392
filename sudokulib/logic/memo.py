"""Caches of facts about a board, or about the constraints of a model.

They are kept on the board or on the root of the model itself, neither of which ever changes, so
that they never serve another puzzle. The key is the function and everything that it may read: only
its arguments, or what is documented below.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from typing import TypeVar, cast

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.model import Model

_T = TypeVar("_T")

_MOST = 50_000
"""The most results by domains cached on a model before its cache is cleared: a bound on memory.

On the boards of the examples 2,500 take 64 s for four strategies, 25,000 to 100,000 take 5 to 6 s
(`python tests/benchmarks/constants.py`, with ``cage-combinations`` and others, 2026-11).
"""

_MOST_PLACES = 10_000
"""The most results by the places of a value, a bound on memory: those of some fifty puzzles.

On the boards of the examples 1,000 to 20,000 take the same time (`python
tests/benchmarks/constants.py`, with ``x-wing`` and others, 2026-11).
"""


def cached_on_board(compute: Callable[[Board], _T]) -> Callable[[Board], _T]:
    """Cache a function of a board on the board."""

    @wraps(compute)
    def value(board: Board) -> _T:
        return _get_or_compute(board.memo, compute, lambda: compute(board))

    return value


def cached_on_model(compute: Callable[[Model], _T]) -> Callable[[Model], _T]:
    """Cache a function of the constraints of a model, not of its domains, on the root."""

    @wraps(compute)
    def value(model: Model) -> _T:
        memo = model.memo
        if compute not in memo:
            memo[compute] = compute(model.root)
        return cast("_T", memo[compute])

    return value


def cached_by_domains(
    compute: Callable[[Board, int], _T],
) -> Callable[[Board, int], _T]:
    """Cache a function of a primitive, by number, and the domains of its variables.

    It is computed once for the same domains, whatever else has changed on the board: the function
    must not read other variables.
    """

    @wraps(compute)
    def value(board: Board, number: int) -> _T:
        model = board.model
        domains = tuple([board.masks[v] for v in model.primitives[number].variables])
        known = cast("dict[Hashable, _T]", _get_or_compute(model.root.memo, compute, dict))
        key = (number, domains)
        if key not in known:
            if len(known) >= _MOST:
                known.clear()
            check_interrupt()
            known[key] = compute(board, number)
        return known[key]

    return value


def cached_by_places(
    compute: Callable[[Model, int, int], _T],
) -> Callable[[Board], list[tuple[int, _T]]]:
    """Cache a function of a model's constraints, a value and its places in unsolved cells.

    The cached function takes a board and returns the values that have such places, each with its
    result. It is computed once for the same places, as most steps change those of few values.
    """

    @wraps(compute)
    def of_values(board: Board) -> list[tuple[int, _T]]:
        root = board.model.root
        known = cast("dict[tuple[int, int], _T]", _get_or_compute(root.memo, compute, dict))
        unsolved, found = ~board.solved, []
        for value, places in enumerate(board.places):
            if left := places & unsolved:
                key = (value, left)
                if key not in known:
                    if len(known) >= _MOST_PLACES:
                        known.clear()
                    check_interrupt()
                    known[key] = compute(root, value, left)
                found.append((value, known[key]))
        return found

    return of_values


def unless_known_empty(board: Board, key: Hashable, found: Iterator[_T]) -> Iterator[_T]:
    """Yield the items of an iterator, unless it is known to be empty under this key.

    For searches in a part of the board, most of which find nothing and recur after each step.

    Args:
        board: the board.
        key: the searching function, and everything that it reads besides the constraints.
        found: the search; it is not begun if it is known to find nothing.
    """
    barren = cast("set[Hashable]", _get_or_compute(board.model.root.memo, unless_known_empty, set))
    if key in barren:
        return
    empty = True
    for one in found:
        empty = False
        yield one
    if empty:
        if len(barren) >= _MOST:
            barren.clear()
        barren.add(key)


def _get_or_compute(memo: dict[Hashable, object], key: Hashable, compute: Callable[[], _T]) -> _T:
    if key not in memo:
        check_interrupt()
        memo[key] = compute()
    return cast("_T", memo[key])
