"""Kempe exchanges: other solutions found without search, by swapping two values along a chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sudokulib.model import Model, bits


def kempe_exchanges(model: Model, solution: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the fillings in which two values swap places along a connected chain of cells.

    Args:
        model: the model of a geometry; it yields nothing unless all rules are that cells differ.
        solution: one of its solutions.

    >>> import sudokulib
    >>> from sudokulib.model import compile_geometry
    >>> model = compile_geometry(sudokulib.geometry("4x4"))
    >>> grid = [0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0]
    >>> others = list(kempe_exchanges(model, grid))
    >>> len(others), all(model.accepts(other) for other in others)
    (10, True)
    """
    if model.rules or len(set(model.domains)) > 1:
        return
    holding: dict[int, int] = {}
    for cell, value in enumerate(solution):
        holding[value] = holding.get(value, 0) | 1 << cell
    for one, other in combinations(sorted(holding), 2):
        left = holding[one] | holding[other]
        while left:
            part, waiting = 0, left & -left
            while waiting:
                part |= waiting
                near = 0
                for cell in bits(waiting):
                    near |= model.peers[cell]
                waiting = near & left & ~part
            left &= ~part
            filling = list(solution)
            for cell in bits(part):
                filling[cell] = one + other - filling[cell]
            yield tuple(filling)
