"""Joined tables: rules on the same few cells as one table, which propagates their conjunction.

Counts and pairwise relations of four cells leave values that no filling of the four has; listing
the fillings once finds them all, and search trees become smaller by orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple, TypeVar

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import checked
from sudokulib.model import Model
from sudokulib.primitives import Primitive, Table

_Table = TypeVar("_Table")

_MOST_CELLS = 4
"""The most cells of a joined table: combinations grow by a factor of the alphabet with each cell.

2, 3, 4 and 5 take 101,075, 100,987, 99,685 and 99,685 nodes (`python tests/benchmarks/constants.py
search.joined_tables:_MOST_CELLS 2 3 4 5 --nodes iss-half.jsonl --limit 2000`, 2026-11).
"""
MOST_TUPLES = 3000
"""Fillings that a table may list: a bound on memory and on the time of a propagation.

Not critical: 1,000, 3,000 and 9,000 take 99,685 nodes, measured as for `_MOST_CELLS`.
"""
_ROUNDS = 64
"""Fillings that are extended between two checks of the clock, which take as long as one."""
_MOST_TRIED = 10_000
"""Combinations that are tried for a table: four cells of ten values have as many.

2,500, fewer than four cells of eight values have, takes 100,986 nodes, 10,000 and 40,000 take
99,685, measured as for `_MOST_CELLS`.
"""


class JointRules(NamedTuple):
    """Rules on a few cells, with everything on which the table of their fillings depends.

    Args:
        cells: the cells, sorted.
        domains: the values of each cell, as a bit mask.
        apart: for each cell the earlier ones that must differ from it, by their places here.
        rules: on the places 0, 1, … of the cells.
    """

    cells: tuple[int, ...]
    domains: tuple[int, ...]
    apart: tuple[tuple[int, ...], ...]
    rules: tuple[Primitive, ...]


def join_rules(model: Model, rules: Sequence[Primitive]) -> list[Primitive]:
    """Return the rules, those on the same few cells joined where that makes a table of some size.

    Args:
        model: the model of the rules; its peers and domains go into the tables.
        rules: the rules to join; derived ones and those with hidden variables stay as they are.
    """
    derived = {id(primitive) for primitive in model.primitives[len(model.given) :]}
    given = [rule for rule in rules if id(rule) not in derived]
    kept, tables = rules_and_tables(model, given, _table)
    return [*kept, *(rule for rule in rules if id(rule) in derived), *tables]


def rules_and_tables(
    model: Model,
    rules: Sequence[Primitive],
    table: Callable[[JointRules], _Table | None],
) -> tuple[list[Primitive], list[_Table]]:
    """Return the rules that are in no table, and the tables of the others.

    Args:
        model: as for `join_rules`.
        rules: given ones, as there.
        table: makes a table of some rules; None if it would be too large.
    """
    hidden = len(model.domains) > model.cells
    small = [
        rule
        for rule in rules
        if 0 < len(rule.variables) <= _MOST_CELLS
        and not (hidden and max(rule.variables) >= model.cells)
    ]
    read = [v for rule in small for v in rule.variables]
    if len(set(read)) == len(read):
        return [*rules], []  # nearly always, for cages
    sets = {
        here
        for rule in small
        if len(rule.variables) > 2 and len(here := frozenset(rule.variables)) > 2
    }
    within = _rules_by_cells(sets, small)
    tables: list[_Table] = []
    gone: set[int] = set()  # their identities: each rule is here once
    for cells in checked(sorted(sets, key=lambda here: (-len(here), sorted(here)))):
        inside = [rule for rule in within[cells] if id(rule) not in gone]
        if len(inside) < 2 or (joint := _joint(model, tuple(sorted(cells)), inside)) is None:
            continue
        if made := table(joint):
            tables.append(made)
            gone.update(map(id, inside))
    return [rule for rule in rules if id(rule) not in gone] if gone else [*rules], tables


def _rules_by_cells(
    sets: Collection[frozenset[int]], rules: Sequence[Primitive]
) -> dict[frozenset[int], list[Primitive]]:
    """Return for each set of cells the rules that read no others, in order."""
    holding: dict[int, list[frozenset[int]]] = {}
    for cells in sets:
        for cell in cells:
            holding.setdefault(cell, []).append(cells)
    within: dict[frozenset[int], list[Primitive]] = {cells: [] for cells in sets}
    for rule in rules:
        for cells in holding.get(rule.variables[0], ()):
            if cells.issuperset(rule.variables):
                within[cells].append(rule)
    return within


def _joint(model: Model, cells: tuple[int, ...], rules: Sequence[Primitive]) -> JointRules | None:
    """Return rules on a few cells with all that their table depends on; None if too much."""
    domains = tuple([model.domains[c] for c in cells])
    if prod(map(int.bit_count, domains)) > _MOST_TRIED:
        return None
    apart = tuple(
        tuple(j for j in range(i) if model.peers[c] >> cells[j] & 1) for i, c in enumerate(cells)
    )
    place = {cell: number for number, cell in enumerate(cells)}
    return JointRules(cells, domains, apart, tuple([rule.moved(place) for rule in rules]))


def _table(joint: JointRules) -> Table | None:
    """Return all fillings of some cells that the rules and the peers allow; None if too many."""
    found = _fillings(joint.domains, joint.apart, joint.rules)
    return Table(joint.cells, found) if len(found) <= MOST_TUPLES else None


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
            for filling in checked(found, _ROUNDS)
            for value in bits(domain)
            if all(filling[j] != value for j in apart[place])
            for longer in [(*filling, value)]
            if all(rule.check([longer[j] for j in rule.variables]) for rule in due[place])
        ]
    return frozenset(found)
