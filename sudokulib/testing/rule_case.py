"""A rule on a tiny geometry, with the fillings on which it is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from random import Random

from sudokulib.model import bits
from sudokulib.primitives import Primitive
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Context, Kind, Shape
from sudokulib.testing.position import rule_text

LARGEST = 400
"""Fillings that are tried, at most.

A bound on time; beyond it cells lose values: four cells of four values have 256, of five 625.
"""

_TRIES = 100
"""Fillings among which one is sought that the rule accepts.

A bound: where none is found, the last one serves, and the rule is tried around it all the same.
"""

Lowered = tuple[list[Primitive], tuple[int, ...]]
"""The primitives of a rule, and the domains of its hidden variables."""


def compiled_rule(rule: Kind, context: Context) -> Lowered:
    """Return the primitives and hidden variables of a rule in a context, left unchanged."""
    fresh = replace(context, made=[], links={})
    primitives = list(rule.lower(fresh))
    return primitives, tuple(fresh.made)


@dataclass(frozen=True)
class RuleCase:
    """A rule on a geometry, and a *box*: some values for each cell.

    The fillings of the box are few enough to try them all; in most boxes some satisfy the rule.

    Args:
        geometry: the geometry.
        rule: the rule.
        seed: chooses the box.
        centre: a filling around which the box lies; by default one that the rule accepts, if a few
            tries find one.
    """

    geometry: Geometry
    rule: Kind
    seed: int = 0
    centre: tuple[int, ...] = ()

    # Cached properties read only the fields, which never change.
    @cached_property
    def context(self) -> Context:
        """The context that the rule may read: the shapes of the geometry, and itself."""
        return self.geometry.context_of((*self.geometry.shapes, Shape(self.rule)))

    @cached_property
    def lowered(self) -> Lowered:
        """The primitives of the rule, and the domains of its hidden variables."""
        return compiled_rule(self.rule, self.context)

    @cached_property
    def read(self) -> tuple[int, ...]:
        """The cells that the rule or its primitives name."""
        named = set(self.rule.all_cells).union(*(p.variables for p in self.lowered[0]))
        return tuple(sorted(named & set(range(len(self.geometry.cells)))))

    @cached_property
    def box(self) -> tuple[tuple[int, ...], ...]:
        """The value indices that are tried for each cell; only one where the rule does not read."""
        chance = Random(self.seed)
        centre = self.centre or self._some_filling(chance)
        box = [[value] for value in centre]
        for cell in self.read:
            box[cell] = list(bits(self.geometry.domains[cell]))
        while prod(map(len, box)) > LARGEST:
            cell = chance.choice([c for c, values in enumerate(box) if len(values) > 1])
            box[cell].remove(chance.choice([v for v in box[cell] if v != centre[cell]]))
        return tuple(map(tuple, box))

    def _some_filling(self, chance: Random) -> Sequence[int]:
        choices = [list(bits(domain)) for domain in self.geometry.domains]
        filling: list[int] = []
        for _ in range(_TRIES):
            filling = [chance.choice(values) for values in choices]
            if self.holds(filling):
                break
        return filling

    @property
    def masks(self) -> tuple[int, ...]:
        """The box as bit masks."""
        return tuple(sum(1 << value for value in values) for values in self.box)

    @cached_property
    def fillings(self) -> tuple[tuple[int, ...], ...]:
        """Every filling of the box, as value indices."""
        return tuple(product(*self.box))

    @cached_property
    def fitting(self) -> frozenset[tuple[int, ...]]:
        """The fillings that the rule accepts."""
        return frozenset(filling for filling in self.fillings if self.holds(filling))

    def holds(self, filling: Sequence[int]) -> bool:
        """Return whether the rule accepts a filling."""
        return bool(self.rule.holds(self.integers(filling), self.context))

    def integers(self, filling: Sequence[int]) -> list[int]:
        """Return the integers behind value indices."""
        return [self.context.values[value] for value in filling]

    def named(self, filling: Sequence[int]) -> Iterator[str]:
        """Return the cells that are read, with their integers."""
        integers = self.integers(filling)
        return (f"{self.geometry.cells[cell].name}={integers[cell]}" for cell in self.read)

    def __repr__(self) -> str:
        geometry = self.geometry
        values = " ".join(map(str, geometry.alphabet.values))
        where = f"{geometry.name or 'a geometry'} of {len(geometry.cells)} cells"
        return f"{rule_text(self.rule, geometry)}, on {where} with the integers {values}"
