"""The model: the single source of truth for strategies and search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce, wraps
from itertools import islice, takewhile
from operator import and_
from typing import TypeVar

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.caching import ExactKey
from sudokulib.basics.notebooks import HtmlDisplay
from sudokulib.model.derived import Derivation
from sudokulib.model.fuse import Sources
from sudokulib.model.leftovers import equal_remainders
from sudokulib.model.variable_sets import Clique, House, mask_of
from sudokulib.primitives import AllDifferent, Primitive, Table
from sudokulib.shapes.unseen import Unseen

_T = TypeVar("_T")


# Safe to cache, as it reads nothing else; most puzzles of a geometry begin with the same groups.
@lru_cache(maxsize=64)
def _plain_cliques(groups: tuple[tuple[int, ...], ...]) -> tuple[Clique, ...]:
    """Return the cliques of all-different primitives, which are numbered from 0."""
    return tuple([Clique(n, mask_of(group)) for n, group in enumerate(groups) if len(group) > 1])


# Safe to cache as well.
@lru_cache(maxsize=64)
def _groups_of(groups: tuple[tuple[int, ...], ...], variables: int) -> tuple[int, ...]:
    """Return for each variable the groups that it is in, as a bit mask."""
    of = [0] * variables
    for number, group in enumerate(groups):
        for v in group:
            of[v] |= 1 << number
    return tuple(of)


def _is_all_different(primitive: Primitive) -> bool:
    return type(primitive) is AllDifferent


def _of_root(compute: Callable[[Model], _T]) -> cached_property[_T]:
    """Make a property that is computed once, on the root of a model: it must not read domains."""

    @wraps(compute)
    def value(model: Model) -> _T:
        if model.base is None:
            return compute(model)
        shared: _T = getattr(model.base, compute.__name__)
        return shared

    return cached_property(value)


@dataclass(frozen=True, eq=False)
class Model(HtmlDisplay):
    """A compiled geometry or puzzle.

    Variables 0..cells-1 are the cells; any further ones are hidden variables that a rule needs.

    Models are equal if they have the same constraints. Cached properties depend on a model's own
    fields alone, which never change.

    Args:
        values: the integer behind each value index.
        cells: how many variables are cells.
        domains: the values that the givens and restrictions leave each variable, as bit masks.
        given: the constraints.
        given_sources: for each constraint, the indices of the shapes that it comes from.
        houses: the constraints in which every value stands exactly once.
        peers: for each variable, the variables that must differ from it, as a bit mask.
        derivation: derives sums from the constraints, the first time that somebody asks.
        base: the model whose constraints this one shares, if it is an overlay.
        descriptions: the meaning of hidden variables, in words, where their kinds give it.

    >>> import sudokulib
    >>> model = sudokulib.compile("1.....2..3.....4")
    >>> model.cells, len(model.primitives), bin(model.domains[0])
    (16, 12, '0b1')
    """

    values: tuple[int, ...]
    cells: int
    domains: tuple[int, ...]
    given: tuple[Primitive, ...]
    given_sources: tuple[tuple[int, ...], ...]
    houses: tuple[House, ...]
    peers: tuple[int, ...]
    derivation: Derivation | None = field(default=None, repr=False)
    base: Model | None = field(default=None, repr=False)
    descriptions: Mapping[int, Unseen] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return (
            f"<Model: {self.cells} cells, {len(self.domains) - self.cells} hidden variables, "
            f"{len(self.primitives)} primitives, {len(self.houses)} houses>"
        )

    @cached_property
    def _identity(self) -> Hashable:
        return (self.values, self.cells, self.domains, self.given)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return self is other or self._identity == other._identity

    @cached_property
    def _hash(self) -> int:
        return hash(self._identity)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def exact_key(self) -> ExactKey:
        """A key that is equal only for models that agree in every field except the shared root.

        Caches know models by it (see `sudokulib.basics.caching`): equal models may come from
        different shapes, or have a constraint given that the other derives.
        """
        return ExactKey(
            self.domains,
            tuple([p.variables for p in self.given]),  # faster to hash than all that they say
            self.given_sources,
            unhashed=(
                self._identity,
                self.houses,
                self.peers,
                dict(self.descriptions),
                self.derivation and self.derivation.origin,
            ),
        )

    @_of_root
    def memo(self) -> dict[Hashable, object]:
        """Cached facts about the constraints (see `sudokulib.logic.memo`)."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        hidden = {"memo", "exact_key", "_hash"}
        return {name: value for name, value in self.__dict__.items() if name not in hidden}

    @_of_root
    def _implied(self) -> Sources:
        return {} if self.derivation is None else self.derivation.derive(self.given)

    @_of_root
    def primitives(self) -> tuple[Primitive, ...]:
        """The constraints, and after them the sums that follow from them."""
        return (*self.given, *self._implied)

    @_of_root
    def sources(self) -> tuple[tuple[int, ...], ...]:
        """For each primitive, the indices of the shapes that it comes from."""
        return (*self.given_sources, *self._implied.values())

    @_of_root
    def derived(self) -> frozenset[int]:
        """The primitives that follow from the others, by index; they only help reasoning."""
        return frozenset(range(len(self.given), len(self.primitives)))

    @_of_root
    def groups(self) -> tuple[AllDifferent, ...]:
        """The all-different primitives, houses included."""
        return tuple([p for p in self.given if type(p) is AllDifferent])

    @_of_root
    def cliques(self) -> tuple[Clique, ...]:
        """The sets of two or more pairwise different variables, houses included.

        A primitive that merely records which of its variables differ (as sums do) adds no clique
        that an all-different primitive already gives.
        """
        groups = tuple([group.variables for group in self.groups])
        plain = _groups_of(groups, len(self.domains))
        first = sum(1 for _ in takewhile(_is_all_different, self.given))
        found = [*_plain_cliques(groups[:first])]
        for number, primitive in enumerate(islice(self.given, first, None), first):
            recorded = type(primitive) is not AllDifferent
            found += [
                Clique(number, mask_of(group))
                for group in primitive.differing()
                if not (recorded and reduce(and_, [plain[v] for v in group]))
            ]
        return tuple(found)

    @_of_root
    def cliques_of(self) -> tuple[tuple[Clique, ...], ...]:
        """For each variable, the cliques that it is in."""
        found: list[list[Clique]] = [[] for _ in self.domains]
        for clique in self.cliques:
            for v in bits(clique.variables):
                found[v].append(clique)
        return tuple(map(tuple, found))

    @_of_root
    def spans(self) -> tuple[int, ...]:
        """For each primitive, its variables as a bit mask."""
        return tuple([mask_of(p.variables) for p in self.primitives])

    @_of_root
    def needs(self) -> tuple[tuple[int, ...], ...]:
        """For each value, the variables of every house that takes it, as bit masks."""
        return tuple(
            tuple(house.cells for house in self.houses if house.values >> value & 1)
            for value in range(len(self.values))
        )

    @_of_root
    def leftovers(self) -> tuple[tuple[int, int], ...]:
        """Pairs of sets of cells that hold the same values (see `sudokulib.model.leftovers`)."""
        seen = (house for house in self.houses if house.variables[-1] < self.cells)
        return equal_remainders(tuple((house.cells, house.values) for house in seen))

    @cached_property
    def rules(self) -> tuple[int, ...]:
        """The primitives other than all-different ones, by index."""
        return tuple(
            number for number, p in enumerate(self.primitives) if type(p) is not AllDifferent
        )

    @cached_property
    def value_symmetric(self) -> bool:
        """Return whether every constraint survives any renaming of the symbols (domains aside)."""
        return all(p.value_symmetric for p in self.given)

    @_of_root
    def indicators(self) -> dict[int, tuple[int, int]]:
        """Hidden variables that are 1 if a cell has a value, else 0, with the cell and the value.

        They say the same as a candidate, so boards let them follow it.
        """
        found: dict[int, tuple[int, int]] = {}
        for number in sorted(self.indicator_rules):
            rule = self.primitives[number]
            assert isinstance(rule, Table), "as they are"
            cell, hidden = rule.variables
            found.setdefault(hidden, (cell, next(value for value, is_so in rule.tuples if is_so)))
        return found

    @_of_root
    def indicator_rules(self) -> frozenset[int]:
        """The primitives, by number, that say of what the `indicators` tell."""
        found = []
        for number, one in enumerate(self.primitives):
            if number not in self.derived and isinstance(one, Table) and len(one.variables) == 2:
                cell, hidden = one.variables
                ones = [is_so for _, is_so in one.tuples if is_so]
                apart = len({value for value, _ in one.tuples}) == len(one.tuples)
                if cell < self.cells <= hidden and ones == [1] and apart:
                    found.append(number)
        return frozenset(found)

    @_of_root
    def indicators_of(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """The indicators of each cell that has some, after their values."""
        found: dict[int, list[tuple[int, int]]] = {}
        for hidden, (cell, value) in self.indicators.items():
            found.setdefault(cell, []).append((value, hidden))
        return {cell: tuple(own) for cell, own in found.items()}

    @_of_root
    def plain_cells(self) -> int:
        """The cells that are found as soon as one value is left, as a bit mask.

        No other has to differ from them, or a rule tells their values in words: an edge that is
        not on a loop.
        """
        cells = (1 << self.cells) - 1
        return sum(
            1 << c for c in range(self.cells) if not self.peers[c] & cells or c in self.descriptions
        )

    @property
    def root(self) -> Model:
        """The model without givens; whatever depends on constraints only is cached on it."""
        return self if self.base is None else self.base

    def with_domains(self, domains: tuple[int, ...]) -> Model:
        """Return the same constraints with smaller domains (the light overlay of a puzzle)."""
        return Model(
            self.values,
            self.cells,
            domains,
            self.given,
            self.given_sources,
            self.houses,
            self.peers,
            self.derivation,
            self.root,
            self.descriptions,
        )

    def onto(self, cells: int) -> Model:
        """Return the same constraints on its first cells; the others are hidden variables.

        What stands in these is then left open: a filling of the first cells is one solution, in
        however many ways the others can be completed.
        """
        houses = tuple([house for house in self.houses if house.variables[-1] < cells])
        root = replace(self.root, cells=cells, houses=houses)
        return root.with_domains(self.domains)

    def accepts(self, assignment: tuple[int, ...]) -> bool:
        """Return whether a value index for every variable satisfies all domains and primitives."""
        return all(d >> v & 1 for d, v in zip(self.domains, assignment, strict=True)) and all(
            p.check([assignment[v] for v in p.variables]) for p in self.given
        )
