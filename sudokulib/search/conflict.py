"""Obvious conflicts of a puzzle, found without search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import checked
from sudokulib.model import Model
from sudokulib.model.variable_sets import mask_of


@dataclass(frozen=True, slots=True)
class Conflict:
    """Cells that cannot be filled.

    Args:
        cells: two cells that must both hold `value` but differ; or one without any value left.
        primitive: the primitive that makes the two differ; None for a single cell.
        value: the value index that the two share; -1 for a single cell.
    """

    cells: tuple[int, ...]
    primitive: int | None = None
    value: int = -1


def find_conflict(model: Model) -> Conflict | None:
    """Find two equal cells that must differ, or a cell whose values its peers all take.

    Returns:
        The first such conflict, clashing pairs first; None if there is no obvious one.
    """
    return next(_clashes(model), None) or next(_without_candidates(model), None)


def _clashes(model: Model) -> Iterator[Conflict]:
    fixed = _fixed(model)
    for number, primitive in enumerate(model.primitives):
        for group in primitive.groups():
            seen: dict[int, int] = {}
            for v in group:
                if v in fixed and seen.setdefault(fixed[v], v) != v and v < model.cells:
                    yield Conflict((seen[fixed[v]], v), number, fixed[v])


def _without_candidates(model: Model) -> Iterator[Conflict]:
    fixed = _fixed(model)
    known = mask_of(tuple(fixed))
    for cell, domain in enumerate(checked(model.domains[: model.cells], 32)):
        taken = {fixed[p] for p in bits(model.peers[cell] & known)}
        if all(value in taken for value in bits(domain)):
            yield Conflict((cell,))


def _fixed(model: Model) -> dict[int, int]:
    """Return the value of each cell that has only one."""
    cells = enumerate(model.domains[: model.cells])
    return {c: d.bit_length() - 1 for c, d in cells if d and not d & (d - 1)}
