"""The contracts of primitives: checking, pruning and grouping agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from random import Random

from sudokulib.model import bits
from sudokulib.primitives import Primitive

_ASSIGNMENTS = 1000
"""The most assignments on which a primitive is tried exhaustively; beyond, it is not tried.

A bound on time: three cells of ten values have as many.
"""


def random_subdomains(masks: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return about half of the values of some variables."""
    chance = Random(seed)
    return tuple(mask & chance.getrandbits(mask.bit_length()) or mask for mask in masks)


def broken_contract(  # noqa: PLR0911 - one promise after the other
    primitive: Primitive, domains: Sequence[int]
) -> str:
    """Return how a primitive breaks its contract within some domains; empty if it does not."""
    mine = [domains[v] for v in primitive.variables]
    if prod(mask.bit_count() for mask in mine) > _ASSIGNMENTS:
        return ""
    good = [values for values in product(*map(bits, mine)) if primitive.check(values)]
    if primitive.feasible(domains) != bool(good):
        return f"is {'not ' if good else ''}feasible() but {'should' if good else 'cannot'} be"
    if good and not primitive.may_hold(domains):
        return "says that it cannot hold where an assignment is"
    smaller = primitive.propagate(domains)
    if smaller is None:
        return "finds no assignment where there is one" if good else ""
    for place, variable in enumerate(primitive.variables):
        supported = sum({1 << values[place] for values in good})
        left = smaller.get(variable, domains[variable])
        if left & ~domains[variable]:
            return f"adds values to variable {variable}"
        if supported & ~left:
            return f"removes values of variable {variable} that an assignment has"
        if good and primitive.consistency == "domain" and left != supported:
            return f"says it is domain consistent, but leaves variable {variable} too much"
    return _wrong_groups(primitive, good)


def _wrong_groups(primitive: Primitive, good: Iterable[Sequence[int]]) -> str:
    for values in good:
        known = dict(zip(primitive.variables, values, strict=True))
        for group in primitive.groups():
            if len({known[v] for v in group}) < len(group):
                return f"does not make its group {group} differ"
    if primitive.differing() != tuple(g for g in primitive.groups() if len(g) > 1):
        return "differs in its groups and the larger ones of them"
    return ""


def fixpoint(primitives: Sequence[Primitive], domains: Sequence[int]) -> list[int] | None:
    """Return the domains after all primitives have pruned; None if one finds no assignment."""
    now, changed = list(domains), True
    while changed:
        changed = False
        for primitive in primitives:
            smaller = primitive.propagate(now)
            if smaller is None or not all(smaller.values()):
                return None
            changed |= bool(smaller)
            for variable, domain in smaller.items():
                now[variable] = domain
    return now
