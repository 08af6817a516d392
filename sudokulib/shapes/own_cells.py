"""Findings about a rule, computed once for all rules that differ only in their cells."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import Memo
from sudokulib.shapes.fields import cell_fields, field_names, lines_of, rule_fields
from sudokulib.shapes.kind import Context, Kind, moved_fields

Finding = Callable[[Kind, Context], str]
"""Returns what is wrong with a rule, given its context."""


def problem_of(rule: Kind, context: Context) -> str:
    """Return why a rule is refused by itself: its `Kind.problem`, found once for rules alike.

    >>> import sudokulib
    >>> from sudokulib.shapes import Cage
    >>> problem_of(Cage((0, 1), 30), sudokulib.geometry("9x9").context)
    '2 cells cannot sum to 30 with different values, only to 3 to 17; change the sum or the cells'
    """
    return by_own_cells(_problem, context)(rule)


def problem_finder(context: Context) -> Callable[[Kind], str]:
    """Return `problem_of` for many rules in one context."""
    return by_own_cells(_problem, context)


def _problem(rule: Kind, context: Context) -> str:
    return rule.problem(context)


def by_own_cells(finding: Finding, context: Context) -> Callable[[Kind], str]:
    """Return a function that returns what is wrong with a rule, found once for rules alike.

    Most rules of a puzzle differ only in their cells: with these renumbered in order, they are
    equal. A rule that names no cells is equal to itself on the same grid. What reads more than
    that, such as other shapes, is found each time, and so is what is wrong with rules that have
    rules inside, as it is found from these.

    Args:
        finding: a function whose result names no single cells, and depends on those of the rule
            only by their order and values.
        context: the context that it may read.
    """
    every = context.domains
    alike = every[0] if every and every.count(every[0]) == len(every) else None
    known = _known(finding, context.alphabet, alike)

    def found(rule: Kind) -> str:
        plan = _plan(type(rule))
        if plan.composite:
            return finding(rule, context)
        key, cells = _key(rule, plan, context, alike is not None)
        reason = known.get(key, _NEW)
        if reason is _NEW:
            reason = known[key] = _found(finding, rule, context, cells=cells)
        return finding(rule, context) if reason is None else reason

    return found


# Safe to cache: what it returns is itself a cache, with keys that cover all else that is read.
@lru_cache(maxsize=64)
def _known(finding: Finding, alphabet: Alphabet, alike: int | None) -> Memo[str | None]:
    """Return what is known to be wrong with rules; None where more had to be read to decide.

    Args:
        finding: how it was found.
        alphabet: the alphabet of the cells.
        alike: the domain of all cells; None if they differ.
    """
    del finding, alphabet, alike
    return Memo(1024)


_NEW: Any = object()


class _ReadsMoreError(BaseException):
    """Something else was read; no ``except Exception`` of a kind may hide that."""


class _More:
    """A stand-in for everything that may not be read."""

    def __getattr__(self, name: str) -> NoReturn:
        raise _ReadsMoreError

    def __iter__(self) -> Iterator[Any]:
        raise _ReadsMoreError

    def __len__(self) -> int:
        raise _ReadsMoreError

    def __getitem__(self, key: object) -> Any:
        raise _ReadsMoreError


class _Plan(NamedTuple):
    """The fields of a kind, for keys.

    Args:
        only: the name of the field with all cells, if these are one line or set.
        cells: returns all cells of a rule, as often as it names them, and the lengths of its lines.
        others: returns the fields without cells.
        composite: whether rules of the kind have rules inside.
    """

    only: str
    cells: Callable[[Kind], tuple[tuple[int, ...], Hashable]]
    others: Callable[[Kind], Hashable]
    composite: bool


# Safe to cache: the fields of a class never change.
@cache
def _plan(kind: type[Kind]) -> _Plan:
    held = cell_fields(kind)

    def cells(rule: Kind) -> tuple[tuple[int, ...], Hashable]:
        lines = [tuple(lines_of(getattr(rule, name), one)) for name, one in held.items()]
        every = tuple(chain.from_iterable(chain.from_iterable(lines)))
        return every, tuple([tuple(map(len, one)) for one in lines])

    others = [name for name in field_names(kind) if name not in held]
    one = next(iter(held.items()), None) if len(held) == 1 else None
    return _Plan(
        one[0] if one and one[1].form != "one" and not one[1].many else "",
        cells,
        attrgetter(*others) if others else lambda _: None,
        bool(rule_fields(kind)),
    )


def _key(rule: Kind, plan: _Plan, context: Context, alike: bool) -> tuple[Hashable, bool]:
    """Return all about a rule but which cells it has, and true if it has some.

    For a rule without cells, it is all about it and its grid.

    Args:
        rule: the rule.
        plan: the fields of its kind.
        context: its context.
        alike: whether the domains of all cells are equal.
    """
    lengths: Hashable = None
    if plan.only:
        cells = getattr(rule, plan.only)
    else:
        cells, lengths = plan.cells(rule)
    count, every = len(cells), context.domains
    if len(set(cells)) == count > 0:
        # Renumbered, they are 0, 1, 2, ….  This takes a fifth of the time of the general way.
        domains = count if alike else tuple(map(every.__getitem__, cells))
        return (type(rule), lengths, domains, plan.others(rule)), True
    if not cells:
        return (rule, every, context.topology, context.hidden_cells), False
    places = _places(rule)
    moved = moved_fields(rule, places)
    return (type(rule), tuple(map(every.__getitem__, places)), *moved.values()), True


def _places(rule: Kind) -> dict[int, int]:
    """Return new numbers of the cells of a rule, in order."""
    return {cell: number for number, cell in enumerate(rule.all_cells)}


def _found(finding: Finding, rule: Kind, context: Context, *, cells: bool) -> str | None:
    """Return what is wrong; None if more has to be read to decide.

    Args:
        finding: how to find it.
        rule: the rule.
        context: its context.
        cells: whether it has cells; then only these may be read, not the topology.
    """
    more: Any = _More()
    topology = more if cells else context.topology
    alphabet, domains = context.alphabet, context.domains
    try:
        return finding(rule, Context(alphabet, domains, topology, more, context.hidden_cells))
    except _ReadsMoreError:
        return None


def problem_alone(rule: Kind, context: Context) -> str | None:
    """Return the problem of a rule on a grid of its cells alone; None if it reads more.

    A test of kinds compares it with the problem in the context, as `problem_of` needs both alike.
    """
    places = _places(rule)
    domains = tuple([context.domains[cell] for cell in places])
    alone = Context(context.alphabet, domains, context.topology, context.shapes)
    return _found(_problem, rule.moved(places), alone, cells=True)


def infeasibility(rule: Kind, context: Context) -> str:
    """Return "infeasible" if one of the primitives alone cannot hold; else an empty string."""
    every = all(primitive.feasible(context.domains) for primitive in rule.lower(context))
    return "" if every else "infeasible"
