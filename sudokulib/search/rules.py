"""Primitives that the fields of a layout do not express, and hidden variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.caching import cached_by
from sudokulib.model import Model
from sudokulib.primitives import Primitive
from sudokulib.primitives.primitive import propagate_all
from sudokulib.search.bit_layout import BitLayout, bit_layout
from sudokulib.search.joined_tables import join_rules

_REMEMBERED = 1 << 13
"""Propagations of one group that are cached: a bound on memory, which changes no nodes."""

_DECAY = 1.02
"""Factor by which each conflict counts more than the one before.

Not critical: 1, 1.01, 1.02 and 1.04 take 13,419, 13,459, 13,511 and 13,410 nodes (`python
tests/benchmarks/constants.py search.rules:_DECAY 1 1.01 1.02 1.04 --nodes examples --search
reference`, 2026-11).
"""

_HEAVY = 1e100
"""Step from which the weights are scaled down, far from the greatest float, 1.8e308."""

Pruned = tuple[tuple[int, int], ...]
"""Variables that lose values, each with its smaller domain."""


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Primitives that share hidden variables; most often a single one.

    Args:
        primitives: the primitives.
        cells: all cells that they read, as a bit mask.
        variables: all variables that they read, cells first.
        hidden: the hidden ones among them.
        derived: whether they follow from other groups, so that they need not be checked.
        known: a cache of results of propagation by the domains of the variables, all it reads.
    """

    primitives: tuple[Primitive, ...]
    cells: int
    variables: tuple[int, ...]
    hidden: tuple[int, ...]
    derived: bool
    known: dict[tuple[int, ...], Pruned | None] = field(default_factory=dict, repr=False)

    def prune(self, domains: list[int]) -> Pruned | None:
        """Return the cells that lose values, or None if the group cannot hold."""
        key = tuple([domains[v] for v in self.variables])
        try:
            return self.known[key]
        except KeyError:
            if len(self.known) >= _REMEMBERED:
                self.known.clear()
            found = self.known[key] = self._pruned(list(domains))
            return found

    def _pruned(self, domains: list[int]) -> Pruned | None:
        before = list(domains)
        if not _propagate(self.primitives, domains):
            return None
        cells = self.variables[: len(self.variables) - len(self.hidden)]
        if (
            not self.derived
            and all(_single(domains[c]) for c in cells)
            and not _holds(self, domains)
        ):
            return None
        return tuple([(c, domains[c]) for c in cells if domains[c] != before[c]])


@dataclass(frozen=True, slots=True, eq=False)
class _Network:
    """The groups of a model, those with few variables first.

    Args:
        groups: the groups.
        touching: for each cell the groups that read it, as a bit mask over groups.
    """

    groups: tuple[_Group, ...]
    touching: tuple[int, ...]


# Safe to cache: it reads only fields of the model.
@cached_by(lambda root: root.exact_key, maxsize=32)
def _network(root: Model) -> _Network:
    groups = sorted(
        _groups(root, join_rules(root, bit_layout(root).rules)),
        key=lambda group: len(group.variables),
    )
    touching = [0] * root.cells
    for number, group in enumerate(groups):
        for cell in bits(group.cells):
            touching[cell] |= 1 << number
    return _Network(tuple(groups), tuple(touching))


class RulePropagation:
    """Propagation of the primitives of a model that its layout does not express.

    A group is propagated when one of its cells has lost values and checked once all are placed.
    Hidden variables follow from the cells, so it is enough that some value for them exists.

    Cells gain weight with every conflict of a group that reads them, later conflicts more; the
    search branches on cells with few values for their weight (Boussemart, Hemery, Lecoutre and
    Sais, Boosting systematic search by weighting constraints, 2004).
    """

    def __init__(self, model: Model) -> None:
        self._layout: BitLayout = bit_layout(model.root)
        self._domains = model.domains
        network = _network(model.root)
        self._groups, self._touching = network.groups, network.touching
        self._weights = [1.0 + group.bit_count() for group in self._touching]
        self._step = 1.0

    @property
    def links(self) -> tuple[int, ...]:
        """Sets of cells that the primitives tie together, as bit masks."""
        return tuple(group.cells for group in self._groups if not group.derived)

    def settle(self, x: int, placed: list[int], since: int | None = None) -> int | None:
        """Place singles and propagate the primitives until nothing changes.

        Args:
            x: the state.
            placed: the candidates placed so far; extended by those that are placed here.
            since: a state that was settled before and became `x` by losing candidates; None if
                all primitives are to be propagated.

        Returns:
            The new state, 0 when all is solved; None at a contradiction.
        """
        settled = self._layout.settle(x, placed)
        if settled is None:
            return None
        domains = self._now(settled, placed)
        if since is None:
            dirty = (1 << len(self._groups)) - 1
        else:
            dirty = self._touched(self._changed(since, settled))
        while dirty:
            gone = self._propagate(dirty, domains)
            if gone is None:
                return None
            if not gone:
                break
            x, mark = self._layout.without(settled, gone), len(placed)
            settled = self._layout.settle(x, placed)
            if settled is None:
                return None
            dirty = self._touched(self._narrow(x, settled, placed[mark:], domains))
        return settled

    def options(self, x: int) -> list[int]:
        """Return the candidates to try in a settled state: of a cell, or of a value in a house."""
        weights, best, chosen, values = self._weights, 0.0, (0, 0), self._layout.values
        for cell, mask in self._layout.masks(x):
            worth = weights[cell] / (mask.bit_count() - 1)
            if worth > best:
                best, chosen = worth, (cell, mask)
        cell, mask = chosen
        if mask.bit_count() > 2:
            field_ = self._layout.options(x)
            if len(field_) < mask.bit_count():
                return field_
        return [cell * values + value for value in bits(mask)]

    def _now(self, x: int, placed: Iterable[int]) -> list[int]:
        """Return the domains of all variables; those of cells in other parts are not narrowed."""
        domains = list(self._domains)
        values = self._layout.values
        for candidate in placed:
            cell, value = divmod(candidate, values)
            domains[cell] &= 1 << value
        for cell, mask in self._layout.masks(x):
            domains[cell] = mask
        return domains

    def _changed(self, before: int, after: int) -> list[int]:
        """Return the cells whose fields differ."""
        width = self._layout.shift + 1
        difference = (before ^ after) & (1 << self._layout.cells * width) - 1
        cells = []
        while difference:
            cell = ((difference & -difference).bit_length() - 1) // width
            cells.append(cell)
            end = (cell + 1) * width
            difference = difference >> end << end
        return cells

    def _touched(self, cells: Iterable[int]) -> int:
        dirty = 0
        for cell in cells:
            dirty |= self._touching[cell]
        return dirty

    def _narrow(
        self, before: int, after: int, placed: Iterable[int], domains: list[int]
    ) -> list[int]:
        """Update the domains; return the cells whose domains have changed."""
        changed = []
        solved = {k // self._layout.values: 1 << k % self._layout.values for k in placed}
        width, full = self._layout.shift + 1, (1 << self._layout.shift) - 1
        for cell in self._changed(before, after):
            domain = solved.get(cell) or after >> cell * width & full
            if domain != domains[cell]:
                domains[cell] = domain
                changed.append(cell)
        return changed

    def _propagate(self, dirty: int, domains: list[int]) -> list[int] | None:
        """Propagate groups until nothing changes; return removed candidates, None on failure."""
        groups, touching, values = self._groups, self._touching, self._layout.values
        gone: list[int] = []
        while dirty:
            low = dirty & -dirty
            dirty ^= low
            group = groups[low.bit_length() - 1]
            pruned = group.prune(domains)
            if pruned is None:
                self._blame(group)
                return None
            for cell, domain in pruned:
                gone += [cell * values + value for value in bits(domains[cell] & ~domain)]
                domains[cell] = domain
                dirty |= touching[cell]
        return gone

    def _blame(self, group: _Group) -> None:
        weights, step = self._weights, self._step
        for cell in bits(group.cells):
            weights[cell] += step
        self._step = step * _DECAY
        if self._step > _HEAVY:
            self._weights = [weight / _HEAVY for weight in weights]
            self._step = 1.0


def _single(domain: int) -> bool:
    return not domain & (domain - 1)


def _propagate(primitives: Sequence[Primitive], domains: list[int]) -> bool:
    """Narrow `domains` to a common fixpoint; return whether no domain became empty."""
    return propagate_all(primitives, domains) and all(
        domains[v] for primitive in primitives for v in primitive.variables
    )


def _holds(group: _Group, domains: Sequence[int]) -> bool:
    """Return whether some values of the hidden variables fulfil the group; its cells are fixed."""
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


def _groups(model: Model, rules: Iterable[Primitive]) -> list[_Group]:
    """Unite the primitives that share hidden variables; derived ones stay alone."""
    derived = {model.primitives[number] for number in model.derived}
    found: list[_Group] = []
    together: list[tuple[list[Primitive], set[int]]] = []
    for primitive in rules:
        members, hidden = [primitive], {v for v in primitive.variables if v >= model.cells}
        if primitive in derived:
            found.append(_group(members, model.cells, derived=True))
            continue
        for other in [t for t in together if t[1] & hidden]:
            together.remove(other)
            members, hidden = other[0] + members, other[1] | hidden
        together.append((members, hidden))
    return [_group(members, model.cells, derived=False) for members, _ in together] + found


def _group(primitives: Sequence[Primitive], cells: int, *, derived: bool) -> _Group:
    variables = tuple(sorted({v for primitive in primitives for v in primitive.variables}))
    mask = sum(1 << v for v in variables if v < cells)
    hidden = tuple(v for v in variables if v >= cells)
    return _Group(tuple(primitives), mask, variables, hidden, derived)
