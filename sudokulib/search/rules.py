"""Primitives that the fields of a layout do not express, and hidden variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sudokulib.model import Model
from sudokulib.model.model import bits
from sudokulib.primitives import Primitive
from sudokulib.search.layout import Layout

__all__ = ["Rules"]


@dataclass(frozen=True, slots=True)
class _Group:
    """Primitives that hang together by hidden variables; most often a single one.

    Args:
        primitives: what they are.
        cells: all cells that they read, as a bit mask.
        hidden: all hidden variables that they read.
    """

    primitives: tuple[Primitive, ...]
    cells: int
    hidden: tuple[int, ...]


class Rules:
    """The further primitives of a model, at work on states of its layout.

    A group is propagated while some of its cells are open and checked once all are placed.
    Hidden variables follow from the cells, so that some value for them must exist, no more.
    """

    def __init__(self, model: Model, layout: Layout) -> None:
        self._layout = layout
        self._domains = model.domains
        self._groups = _groups(layout.rules, model.cells)

    @property
    def links(self) -> tuple[int, ...]:
        """Sets of cells that the primitives tie together, as bit masks."""
        return tuple(group.cells for group in self._groups)

    def settle(self, x: int, placed: list[int]) -> int | None:
        """Place singles and propagate the primitives until nothing changes.

        Args:
            x: the state.
            placed: the candidates placed so far; takes those that are placed here.

        Returns:
            The new state, 0 when all is solved; None at a contradiction.
        """
        while True:
            settled = self._layout.settle(x, placed)
            if settled is None:
                return None
            domains = self._now(settled, placed)
            gone: list[int] = []
            for group in self._groups:
                if (lost := self._prune(group, domains)) is None:
                    return None
                gone += lost
            x = self._layout.without(settled, gone)
            if x == settled:
                return x

    def _now(self, x: int, placed: Iterable[int]) -> list[int]:
        """The domains of all variables; those of cells in other parts are not narrowed."""
        domains = list(self._domains)
        for candidate in placed:
            cell, value = divmod(candidate, self._layout.values)
            domains[cell] &= 1 << value
        for cell, mask in self._layout.masks(x):
            domains[cell] = mask
        return domains

    def _prune(self, group: _Group, domains: list[int]) -> list[int] | None:
        """The candidates that a group removes from `domains`, or None if it cannot hold."""
        before = list(domains)
        if not _propagate(group.primitives, domains):
            return None
        if all(_single(domains[c]) for c in bits(group.cells)) and not _holds(group, domains):
            return None
        values = self._layout.values
        return [
            cell * values + value
            for cell in bits(group.cells)
            for value in bits(before[cell] & ~domains[cell])
        ]


def _single(domain: int) -> bool:
    return not domain & (domain - 1)


def _propagate(primitives: Sequence[Primitive], domains: list[int]) -> bool:
    """Narrow `domains` to a common fixpoint; whether no domain became empty."""
    changed = True
    while changed:
        changed = False
        for primitive in primitives:
            smaller = primitive.propagate(domains)
            if smaller is None:
                return False
            for v, domain in smaller.items():
                if domain & domains[v] != domains[v]:
                    domains[v] &= domain
                    changed = True
                if not domains[v]:
                    return False
    return all(domains[v] for primitive in primitives for v in primitive.variables)


def _holds(group: _Group, domains: Sequence[int]) -> bool:
    """Whether some values of the hidden variables fulfil the group; its cells are fixed."""
    unknown = next((v for v in group.hidden if not _single(domains[v])), None)
    if unknown is None:
        fixed = [domain.bit_length() - 1 for domain in domains]
        return all(p.check([fixed[v] for v in p.variables]) for p in group.primitives)
    for value in bits(domains[unknown]):
        trial = list(domains)
        trial[unknown] = 1 << value
        if _propagate(group.primitives, trial) and _holds(group, trial):
            return True
    return False


def _groups(primitives: Iterable[Primitive], cells: int) -> tuple[_Group, ...]:
    """Unite the primitives that share hidden variables."""
    together: list[tuple[list[Primitive], set[int]]] = []
    for primitive in primitives:
        members, hidden = [primitive], {v for v in primitive.variables if v >= cells}
        for other in [t for t in together if t[1] & hidden]:
            together.remove(other)
            members, hidden = other[0] + members, other[1] | hidden
        together.append((members, hidden))
    return tuple(_group(members, cells) for members, _ in together)


def _group(primitives: Sequence[Primitive], cells: int) -> _Group:
    variables = {v for primitive in primitives for v in primitive.variables}
    mask = sum(1 << v for v in variables if v < cells)
    return _Group(tuple(primitives), mask, tuple(sorted(v for v in variables if v >= cells)))
