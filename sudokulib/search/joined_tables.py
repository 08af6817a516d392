"""Rules on the same few cells as one table, which propagates their conjunction.

Counts and pairwise relations of four cells leave values that no filling of the four has; listing
the fillings once finds them all, and search trees become smaller by orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from sudokulib.model import Model
from sudokulib.model.model import bits
from sudokulib.primitives import Primitive, Table

__all__ = ["join_rules"]

_MOST_CELLS = 4
"""Cells of a joined table: combinations grow by a factor of the alphabet with each cell."""
_MOST_TUPLES = 3000
"""Fillings that a table may list: a bound on memory and on the time of a propagation."""
_MOST_TRIED = 10_000
"""Combinations that are tried for a table: four cells of ten values have as many."""


def join_rules(model: Model, rules: Sequence[Primitive]) -> list[Primitive]:
    """Return the rules, those on the same few cells joined where that makes a table of some size.

    Args:
        model: the model of the rules; its peers and domains go into the tables.
        rules: the rules to join; derived ones and those with hidden variables stay as they are.
    """
    derived = {model.primitives[number] for number in model.derived}
    open_ = {
        rule: frozenset(rule.variables)
        for rule in rules
        if rule not in derived and max(rule.variables, default=model.cells) < model.cells
    }
    tables: list[Primitive] = []
    gone: set[Primitive] = set()
    sets = {here for here in open_.values() if 2 < len(here) <= _MOST_CELLS}
    for cells in sorted(sets, key=lambda here: (-len(here), sorted(here))):
        inside = [rule for rule, here in open_.items() if here <= cells and rule not in gone]
        if len(inside) > 1 and (table := _table(model, tuple(sorted(cells)), inside)):
            tables.append(table)
            gone.update(inside)
    return [*(rule for rule in rules if rule not in gone), *tables]


def _table(model: Model, cells: tuple[int, ...], rules: Sequence[Primitive]) -> Table | None:
    """Return all fillings of some cells that the rules and the peers allow; None if too many."""
    domains = tuple([model.domains[c] for c in cells])
    if prod(map(int.bit_count, domains)) > _MOST_TRIED:
        return None
    apart = tuple(
        tuple(j for j in range(i) if model.peers[c] >> cells[j] & 1) for i, c in enumerate(cells)
    )
    place = {cell: number for number, cell in enumerate(cells)}
    found = _fillings(domains, apart, tuple([rule.moved(place) for rule in rules]))
    return Table(cells, found) if len(found) <= _MOST_TUPLES else None


# Safe to cache, as it reads nothing else: equal primitives agree in every field.
@lru_cache(maxsize=128)
def _fillings(
    domains: tuple[int, ...], apart: tuple[tuple[int, ...], ...], rules: tuple[Primitive, ...]
) -> frozenset[tuple[int, ...]]:
    """Yield the fillings of variables 0, 1, …; cached, since the same rules stand in many places.

    Args:
        domains: the values of each variable.
        apart: for each variable the earlier ones that must differ from it.
        rules: on these variables.
    """
    due: list[list[Primitive]] = [[] for _ in domains]
    for rule in rules:
        due[max(rule.variables)].append(rule)
    found: list[tuple[int, ...]] = [()]
    for place, domain in enumerate(domains):
        found = [
            longer
            for filling in found
            for value in bits(domain)
            if all(filling[j] != value for j in apart[place])
            for longer in [(*filling, value)]
            if all(rule.check([longer[j] for j in rule.variables]) for rule in due[place])
        ]
    return frozenset(found)
