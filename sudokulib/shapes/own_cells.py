"""Findings about a rule, computed once for all rules that differ only in their cells."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, NoReturn

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import cached_by
from sudokulib.shapes.fields import cell_fields, field_names, lines_of, only_field
from sudokulib.shapes.kind import Context, Kind, moved_fields

Finding = Callable[[Kind, Context, tuple[int, ...]], str]
"""Returns what is wrong with a rule, given its context and some of its cells."""


def by_own_cells(finding: Finding, rule: Kind, context: Context, cells: tuple[int, ...]) -> str:
    """Return what a function finds wrong with a rule; cached for rules that are alike.

    Most rules of a puzzle differ only in their cells: with these renumbered in order, they are
    equal. Findings that read more than the values of the rule's own cells are computed each time.

    Args:
        finding: a function whose result names no single cells.
        rule: the rule.
        context: the context that it may read.
        cells: further cells to pass to the function.
    """
    own = rule.all_cells
    every = tuple(dict.fromkeys((*own, *cells))) if cells else own
    domains = tuple([context.domains[cell] for cell in every])
    alike = _Alike(rule, context.alphabet, domains, every, len(own))
    found = _found(finding, alike, cells)
    return finding(rule, context, cells) if found is None else found


class _Alike(NamedTuple):
    """A rule with its cells renumbered.

    Args:
        rule: the rule as it is.
        alphabet: the alphabet of its cells.
        domains: the domains of its cells.
        cells: its cells and further ones, each once, in the order of their new numbers.
        own: the number of its cells.
    """

    rule: Kind
    alphabet: Alphabet
    domains: tuple[int, ...]
    cells: tuple[int, ...]
    own: int

    @property
    def places(self) -> dict[int, int]:
        """The new numbers of its cells."""
        return dict(zip(self.cells, range(len(self.cells)), strict=True))


class _ReadsMoreError(Exception):
    """Something other than the cells of a rule was read."""


class _More:
    """A stand-in for everything that is not about the cells of a rule."""

    def __getattr__(self, name: str) -> NoReturn:
        raise _ReadsMoreError

    def __iter__(self) -> Iterator[Any]:
        raise _ReadsMoreError

    def __len__(self) -> int:
        raise _ReadsMoreError

    def __getitem__(self, key: object) -> Any:
        raise _ReadsMoreError


def _key(finding: Finding, alike: _Alike, cells: tuple[int, ...]) -> Hashable:
    """Return a key for all that can be read; `_More` stands for everything else."""
    rule, alphabet, domains, every, size = alike
    kind = type(rule)
    further = tuple(map(every.index, cells))
    if own := only_field(kind):
        lengths = tuple(map(len, lines_of(getattr(rule, own), cell_fields(kind)[own])))
        if sum(lengths) == size:
            # Each cell is there once: renumbered, they are 0, 1, 2, …. This saves half of the time.
            others = [getattr(rule, name) for name in field_names(kind) if name != own]
            return (finding, kind, alphabet, domains, further, lengths, *others)
    moved = tuple(moved_fields(rule, alike.places).values())
    return (finding, kind, alphabet, domains, further, moved)


@cached_by(_key, maxsize=1024)
def _found(finding: Finding, alike: _Alike, cells: tuple[int, ...]) -> str | None:
    """Return what is wrong; None if more had to be read to decide."""
    places = alike.places
    more: Any = _More()
    context = Context(alike.alphabet, alike.domains, more, more)
    try:
        return finding(alike.rule.moved(places), context, tuple([places[cell] for cell in cells]))
    except _ReadsMoreError:
        return None


def infeasibility(rule: Kind, context: Context, _: tuple[int, ...]) -> str:
    """Return "infeasible" if one of the primitives alone cannot hold; else an empty string."""
    every = all(primitive.feasible(context.domains) for primitive in rule.lower(context))
    return "" if every else "infeasible"
