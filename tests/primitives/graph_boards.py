"""Graphs, and boards of variables that are members of a set of its vertices or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_
from random import Random

import networkx as nx
from networkx.generators.atlas import graph_atlas_g

from sudokulib import _kernel
from sudokulib.model import Model
from sudokulib.primitives import Primitive
from sudokulib.search.flattening import domain_bytes, flatten

NO, YES, OPEN = 1, 2, 3
"""Domains of a variable that is no member, is one, or may be."""


def graphs(most: int) -> list[nx.Graph]:
    """All graphs of 1 to `most` vertices, one of each form."""
    return [graph for graph in graph_atlas_g() if 0 < len(graph) <= most]


def possible(members: Sequence[Sequence[int]], domains: Sequence[int]) -> list[int] | None:
    """Return the domains that valid sets of members leave; None if there is no such set."""
    left = [
        filling
        for filling in members
        if all(domain >> value & 1 for domain, value in zip(domains, filling, strict=True))
    ]
    if not left:
        return None
    return [reduce(or_, (1 << filling[v] for filling in left)) for v in range(len(domains))]


def narrowed(rule: Primitive, domains: Sequence[int]) -> list[int] | None:
    smaller = rule.propagate(domains)
    return None if smaller is None else [smaller.get(v, d) for v, d in enumerate(domains)]


def model_of(*rules: Primitive, cells: int, domain: int = OPEN) -> Model:
    return Model(
        values=tuple(range(1, domain.bit_length() + 1)),
        cells=cells,
        domains=(domain,) * cells,
        given=rules,
        given_sources=((),) * len(rules),
        houses=(),
        peers=(0,) * cells,
    )


def compiled(rule: Primitive, cells: int, domain: int = OPEN):
    """The compiled form of a rule, as `narrowed` is the one in Python."""
    root = model_of(rule, cells=cells, domain=domain)
    network = _kernel.core.Rules(_kernel.core.Problem(flatten(root), domain_bytes(root.domains, 1)))

    def narrow(domains: Sequence[int]) -> list[int] | None:
        found = network.propagate(domain_bytes(domains, 1))
        if found is None:
            return None
        return [int.from_bytes(found[i : i + 8], "little") for i in range(0, len(found), 8)]

    return narrow


def boards(vertices: int, chance: Random, most: int) -> Iterator[tuple[int, ...]]:
    """All domains of so many variables, or some of them if they are too many."""
    every = list(product((NO, YES, OPEN), repeat=vertices))
    return iter(every if len(every) <= most else chance.sample(every, most))


def covers(found: list[int] | None, expected: list[int] | None) -> bool:
    return expected is None or all(not e & ~f for e, f in zip(expected, found or (), strict=True))
