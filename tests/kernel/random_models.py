"""Random tiny models: any shapes, any primitives, hidden variables, and hostile sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Self

from hypothesis import strategies as st
from primitives.random_primitives import primitives, sums

from sudokulib.basics.alphabet import Alphabet
from sudokulib.model import Model, bits
from sudokulib.model.compiler import compile_shapes
from sudokulib.primitives import AllDifferent, Automaton, Linear, Primitive, Regular, Table
from sudokulib.shapes import Context, Kind, Shape
from sudokulib.shapes.topology import Mesh

LARGEST = 1500
"""Assignments that brute force goes through."""
MOST_SCOPE = 5
"""Variables of a primitive."""
HUGE = 1 << 16
"""The size of hostile weights. The reference keeps sums as bits of one integer, so not larger."""


@dataclass(frozen=True, slots=True)
class Lowered(Kind):
    """Primitives as they are, on cells and hidden variables."""

    made: tuple[Primitive, ...] = ()
    hidden: tuple[int, ...] = ()
    name = "lowered"

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        raise NotImplementedError

    def lower(self, context: Context) -> Iterable[Primitive]:
        for size in self.hidden:
            context.hidden(size)
        return self.made

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Self:
        raise NotImplementedError


def model_of(
    values: int,
    domains: Sequence[int],
    made: Iterable[Primitive],
    hidden: Sequence[int] = (),
) -> Model:
    """The model of cells with these domains, and of hidden variables of these sizes."""
    context = Context(
        Alphabet.of(range(1, values + 1)),
        tuple(domains),
        Mesh().freeze(),
        (Shape(Lowered(tuple(made), tuple(hidden))),),
    )
    return compile_shapes(context)


def capped(draw: st.DrawFn, masks: Sequence[int], most: int) -> list[int]:
    """Smaller domains with at most `most` combinations."""
    found = list(masks)
    for place in draw(st.permutations(range(len(found)))):
        if prod(mask.bit_count() for mask in found) <= most:
            break
        found[place] = 1 << draw(st.sampled_from(list(bits(found[place]))))
    return found


@st.composite
def models(draw: st.DrawFn, rules: bool = True) -> Model:
    """A puzzle's model whose root is wider: up to ten cells, one to six values, or very many.

    Without rules it has all-different shapes only.
    """
    values = draw(st.sampled_from([2, 3, 4, 5, 6, 1, 64, 65, 130]))
    cells = draw(st.integers(0, 10))
    hidden = draw(st.lists(st.integers(1, 4), max_size=2)) if rules and values <= 6 else []
    full = (1 << values) - 1
    domain = st.just(full) | st.integers(1, full)
    domains = draw(st.lists(domain, min_size=cells, max_size=cells))
    groups = st.lists(st.integers(0, cells - 1), min_size=2, max_size=values, unique=True)
    made: list[Primitive] = []
    if cells > 1 and values > 1:
        sets = draw(st.lists(groups, max_size=5))
        made += [AllDifferent(tuple(sorted(group))) for group in sets]
    sizes = [values] * cells + hidden
    if rules and sizes and values <= 6:
        made += draw(st.lists(primitives(sizes, MOST_SCOPE) | hostile(sizes), max_size=3))
    root = model_of(values, domains, dict.fromkeys(made), hidden)
    masks = [mask & draw(st.just(full) | st.integers(1, full)) or mask for mask in domains]
    left = LARGEST // max(1, prod(hidden))
    return root.with_domains((*capped(draw, masks, left), *root.domains[cells:]))


@st.composite
def hostile(draw: st.DrawFn, sizes: Sequence[int]) -> Primitive:
    """Primitives that no puzzle has: empty ones, and sums of huge numbers."""
    scope = tuple(draw(st.permutations(range(len(sizes)))))[:MOST_SCOPE]
    nothing = Automaton(1, ((0,) * max(sizes),), 0)
    everything = Automaton(1, ((1,) * max(sizes),), 1)
    huge = st.integers(-HUGE, HUGE) | st.sampled_from([-HUGE, 0, 1, HUGE])
    totals = st.frozensets(st.integers(-5, 5).map(lambda n: n * HUGE) | huge)
    return draw(
        st.sampled_from(
            [
                Table(scope, frozenset()),
                Linear(scope, tuple((0,) * sizes[v] for v in scope), ()),
                Linear(scope, tuple((0,) * sizes[v] for v in scope), (0,)),
                Regular(scope, nothing),
                Regular(scope, everything),
            ]
        )
        | sums(scope, sizes, huge, lambda _: totals)
    )
