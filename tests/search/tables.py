"""Models for tests of the search: any primitive by its tuples, and brute force as the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

from hypothesis import strategies as st
from support import brute_force, tiny_puzzles

from sudokulib.model import Model, compile_geometry
from sudokulib.primitives import Primitive


@dataclass(frozen=True, slots=True)
class Table(Primitive):
    """The variables take one of the tuples; prunes only when one variable is open, if lazy."""

    tuples: frozenset[tuple[int, ...]] = frozenset()
    lazy: bool = False

    name: ClassVar[str] = "Table"
    consistency: ClassVar[str] = "domain"

    def check(self, assignment: Sequence[int]) -> bool:
        return tuple(assignment) in self.tuples

    def propagate(self, domains: Sequence[int]) -> Mapping[int, int] | None:
        if self.lazy:
            return {}
        left = [t for t in self.tuples if self._within(t, domains)]
        if not left:
            return None
        supported = [0] * len(self.variables)
        for values in left:
            for i, value in enumerate(values):
                supported[i] |= 1 << value
        now = {v: domains[v] & s for v, s in zip(self.variables, supported, strict=True)}
        return {v: d for v, d in now.items() if d != domains[v]}

    def feasible(self, domains: Sequence[int]) -> bool:
        return any(self._within(t, domains) for t in self.tuples)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Table:
        variables = tuple(places[v] for v in self.variables)
        return Table(variables, self.tuples, self.lazy)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        return tuple((v,) for v in self.variables)

    def _within(self, values: tuple[int, ...], domains: Sequence[int]) -> bool:
        return all(domains[v] >> i & 1 for v, i in zip(self.variables, values, strict=True))


def with_tables(model: Model, tables: Iterable[Table], hidden: Sequence[int] = ()) -> Model:
    """A model with further primitives, and hidden variables of those domains."""
    more = tuple(tables)
    return replace(
        model,
        domains=model.domains + tuple(hidden),
        given=model.given + more,
        given_sources=model.given_sources + tuple(() for _ in more),
        peers=model.peers + tuple(0 for _ in hidden),
    )


def accepted(model: Model) -> set[tuple[int, ...]]:
    """All solutions projected to the cells, by trying every assignment."""
    choices = [[v for v in range(d.bit_length()) if d >> v & 1] for d in model.domains]
    return {a[: model.cells] for a in product(*choices) if model.accepts(a)}


@st.composite
def tabled_models(draw: st.DrawFn) -> Model:
    """Tiny models with all-different shapes, one or two tables, and perhaps a hidden variable."""
    puzzle = draw(tiny_puzzles())
    base = compile_geometry(puzzle.geometry)
    values = len(base.values)
    hidden = draw(st.sampled_from([(), (0b11,), (0b111,)]))
    scopes = draw(st.lists(_scope(base.cells), min_size=1, max_size=2))
    tables = []
    for scope in scopes:
        variables = scope + ((base.cells,) if hidden else ())
        ranges = [range(values)] * len(scope) + [range(3)] * len(hidden)
        tuples = draw(st.sets(st.sampled_from(list(product(*ranges))), max_size=12))
        tables.append(Table(variables, frozenset(tuples), draw(st.booleans())))
    return with_tables(base, tables, hidden)


@st.composite
def _scope(draw: st.DrawFn, cells: int) -> tuple[int, ...]:
    some = st.integers(0, cells - 1)
    return tuple(draw(st.lists(some, min_size=1, max_size=min(3, cells), unique=True)))


__all__ = ["Table", "accepted", "brute_force", "tabled_models", "tiny_puzzles", "with_tables"]
