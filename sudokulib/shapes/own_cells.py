"""Findings about a rule, computed once for all rules that differ only in their cells."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, NoReturn

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import cached_by
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
    every = dict.fromkeys(rule.all_cells)
    every.update(dict.fromkeys(cells))
    domains = tuple([context.domains[cell] for cell in every])
    places = dict(zip(every, range(len(every)), strict=True))
    alike = _Alike(rule, context.alphabet, domains, places)
    found = _found(finding, alike, tuple([places[cell] for cell in cells]))
    return finding(rule, context, cells) if found is None else found


class _Alike(NamedTuple):
    """A rule with its cells renumbered.

    Args:
        rule: the rule as it is.
        alphabet: the alphabet of its cells.
        domains: the domains of its cells.
        places: the new numbers of its cells.
    """

    rule: Kind
    alphabet: Alphabet
    domains: tuple[int, ...]
    places: dict[int, int]


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
    rule, alphabet, domains, places = alike
    return (finding, type(rule), *moved_fields(rule, places).values(), alphabet, domains, cells)


@cached_by(_key, maxsize=1024)
def _found(finding: Finding, alike: _Alike, cells: tuple[int, ...]) -> str | None:
    """Return what is wrong; None if more had to be read to decide."""
    more: Any = _More()
    context = Context(alike.alphabet, alike.domains, more, more)
    try:
        return finding(alike.rule.moved(alike.places), context, cells)
    except _ReadsMoreError:
        return None


def infeasibility(rule: Kind, context: Context, _: tuple[int, ...]) -> str:
    """Return "infeasible" if one of the primitives alone cannot hold; else an empty string."""
    every = all(primitive.feasible(context.domains) for primitive in rule.lower(context))
    return "" if every else "infeasible"
