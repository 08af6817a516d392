"""Compact houses: those that people can scan by checking few others.

Where other houses cross a house in many cells at once, each value placed in one of them rules
out many cells: a hidden single there is found sooner. Sudoku Explainer recognizes these houses by
their outline; here their crossings decide.
"""

from __future__ import annotations

from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model


@cached_on_model
def compact_houses(model: Model) -> frozenset[int]:
    """Return the numbers of the houses that others cross in more cells than on average.

    For each house, the number of cells that a crossing house shares with it is averaged over all
    that cross it, and compared with the average over all houses.
    """
    crossed = {house.primitive: _crossed(model, house.cells) for house in model.houses}
    mean = sum(crossed.values()) / max(1, len(crossed))
    return frozenset(number for number, share in crossed.items() if share > mean + 1e-9)


def _crossed(model: Model, cells: int) -> float:
    shared = [
        (house.cells & cells).bit_count()
        for house in model.houses
        if house.cells & cells and house.cells != cells
    ]
    return sum(shared) / max(1, len(shared))


@cached_on_model
def compact_first(model: Model) -> tuple[int, ...]:
    """Return the indices of the houses, compact ones first."""
    compact = compact_houses(model)
    return tuple(
        sorted(
            range(len(model.houses)),
            key=lambda number: model.houses[number].primitive not in compact,
        )
    )
