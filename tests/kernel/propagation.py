"""Domains after propagation: by compiled rules, by brute force, and by the primitives in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product
from math import gcd
from types import ModuleType

from hypothesis import strategies as st

from sudokulib import _kernel
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent, Automaton, DistinctSum, Primitive
from sudokulib.primitives.primitive import propagate_all
from sudokulib.search.flattening import domain_bytes, flatten

core = _kernel.core


def model(
    domains: Sequence[int],
    primitives: Sequence[Primitive],
    cells: int | None = None,
    values: int = 0,
) -> Model:
    """A model of nothing but these primitives; the variables beyond the cells are hidden."""
    widest = max(values, *(domain.bit_length() for domain in domains))
    return Model(
        values=tuple(range(1, widest + 1)),
        cells=len(domains) if cells is None else cells,
        domains=tuple(domains),
        given=tuple(primitives),
        given_sources=tuple(() for _ in primitives),
        houses=(),
        peers=(0,) * len(domains),
    )


def rules(root: Model, build: ModuleType = core):
    return build.Rules(build.Problem(flatten(root), domain_bytes(root.domains, 1)))


def propagated(root: Model, domains: Sequence[int], build: ModuleType = core) -> list[int] | None:
    """The fixpoint of the compiled rules."""
    found = rules(root, build).propagate(domain_bytes(domains, 1))
    if found is None:
        return None
    return [int.from_bytes(found[i : i + 8], "little") for i in range(0, len(found), 8)]


def fulfilling(primitives: Sequence[Primitive], domains: Sequence[int]) -> list[tuple[int, ...]]:
    return [
        values
        for values in product(*(list(bits(domain)) for domain in domains))
        if all(p.check([values[v] for v in p.variables]) for p in primitives)
    ]


def union(found: Sequence[Sequence[int]], size: int) -> list[int]:
    """For each variable the values that it has in some of the assignments."""
    return [sum(1 << value for value in {values[v] for values in found}) for v in range(size)]


def fixpoint(primitives: Sequence[Primitive], domains: Sequence[int]) -> list[int] | None:
    """Return the domains at which no primitive in Python removes anything more."""
    now = list(domains)
    return now if all(now) and propagate_all(primitives, now) else None


def agrees(
    primitives: Sequence[Primitive],
    root: Sequence[int],
    domains: Sequence[int],
    *,
    in_python: bool = True,
) -> None:
    """No supported value goes, what is left is no more than in Python, fixed values are checked."""
    good = fulfilling(primitives, domains)
    found = propagated(model(root, primitives), domains)
    if found is None:
        assert not good
        return
    before = fixpoint(primitives, domains) if in_python else domains
    assert before is not None
    for v, mask in enumerate(union(good, len(domains))):
        assert not mask & ~found[v]
        assert not found[v] & ~before[v]
    if all(domain.bit_count() == 1 for domain in found):
        assert good


def masks(values: int, size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(1, (1 << values) - 1), min_size=size, max_size=size)


def tries_sets(rule: DistinctSum) -> bool:
    """Return whether sets of values are tried, not fillings: variables count alike and differ."""
    step = gcd(*chain.from_iterable(rule.linear.weights)) or 1
    totals = [total for total in rule.linear.totals if total % step == 0]
    return len(totals) == len(rule.parts) == len(set(rule.linear.weights)) == 1


@st.composite
def automata(draw: st.DrawFn, values: int) -> Automaton:
    states = draw(st.integers(1, 4))
    some = st.integers(0, (1 << states) - 1)
    steps = draw(
        st.lists(
            st.lists(some, min_size=values, max_size=values).map(tuple),
            min_size=states,
            max_size=states,
        )
    )
    return Automaton(draw(some), tuple(steps), draw(some))


def kept(root: Model, domains: Sequence[int]) -> list[int]:
    """The values of each variable in assignments that fit rules and peers, by brute force."""
    masks = [0] * len(domains)
    for values in product(*map(bits, domains)):
        apart = all(
            values[a] != values[b]
            for a in range(root.cells)
            for b in bits(root.peers[a] & (1 << root.cells) - 1)
        )
        if apart and all(p.check([values[v] for v in p.variables]) for p in root.primitives):
            masks = [mask | 1 << value for mask, value in zip(masks, values, strict=True)]
    return masks


def with_peers(root: Model, pairs: Sequence[tuple[int, int]]) -> Model:
    """The model with these pairs of cells different, for the kernel and for brute force."""
    peers = list(root.peers)
    for one, other in pairs:
        peers[one] |= 1 << other
        peers[other] |= 1 << one
    apart = tuple([AllDifferent(tuple(sorted(pair))) for pair in pairs])
    return replace(
        root,
        given=root.given + apart,
        given_sources=root.given_sources + ((),) * len(apart),
        peers=tuple(peers),
    )
