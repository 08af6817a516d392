"""Findings about a rule, computed once for all rules that differ only in their cells."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import Memo
from sudokulib.shapes.fields import (
    CellField,
    cell_fields,
    field_names,
    lines_of,
    rule_fields,
)
from sudokulib.shapes.kind import Context, Kind, Shape

Finding = Callable[[Kind, Context], str]
"""Returns what is wrong with a rule, given its context."""


def problem_of(rule: Kind, context: Context) -> str:
    """Return why a rule is refused by itself: its `Kind.problem`, found once for rules alike.

    >>> import sudokulib
    >>> from sudokulib.shapes import Cage
    >>> problem_of(Cage((0, 1), 30), sudokulib.geometry("9x9").context)
    '2 cells cannot sum to 30 with different values, only to 3 to 17; change the sum or the cells'
    """
    return problem_finder(context)(rule)


def problem_finder(context: Context) -> Callable[[Kind], str]:
    """Return `problem_of` for many rules in one context."""
    return by_own_cells(_problem, context)


def shape_problem_finder(context: Context) -> Callable[[Shape], str]:
    """Return a function that returns the problem of the rule of a shape, as `problem_of` does.

    Where a rule has none, whatever else the context may have, its shape notes that. Formats that
    keep shapes for the next text then need no look at its cells.
    """
    problem_of = problem_finder(context)
    alike, known = context.shared[_problem]
    more = _reads_more(context)

    def found(shape: Shape) -> str:
        if getattr(shape, "satisfiable_in", None) is known:
            return ""
        before = more[0]
        problem = problem_of(shape.rule)
        if not problem and alike is not None and more[0] == before:
            object.__setattr__(shape, "satisfiable_in", known)
        return problem

    return found


def _problem(rule: Kind, context: Context) -> str:
    return rule.problem(context)


def _reads_more(context: Context) -> list[int]:
    """Return how often, so far, findings in a context have read more than cells of a rule."""
    count: list[int] = context.shared.setdefault(_reads_more, [0])
    return count


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
    # Not the function itself, which would keep the context alive as long as this keeps it.
    if (shared := context.shared.get(finding)) is None:
        alike = every[0] if every and every.count(every[0]) == len(every) else None
        shared = context.shared[finding] = alike, _known(finding, context.alphabet, alike)
    alike, known = shared
    more = _reads_more(context)

    def found(rule: Kind) -> str:
        kind = type(rule)
        plan = _plan(kind)
        if plan.composite:
            more[0] += finding is not _problem or not plan.from_parts
            return finding(rule, context)
        cells, lengths = plan.cells(rule)
        if not cells:
            more[0] += 1
            key: Hashable = rule, every, context.topology, context.hidden_cells
        else:
            domains = None if alike is not None else tuple(map(every.__getitem__, cells))
            key = kind, lengths, _in_order(cells), domains, plan.others(rule)
        reason: str | None = known.get(key, _NEW)
        if reason is _NEW:
            reason = known[key] = _found(finding, rule, context, cells=bool(cells))
        if reason is None:
            more[0] += 1
            return finding(rule, context)
        return reason

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


_Cells = tuple[Sequence[int], Hashable]
"""All cells of a rule, as often as it names them, and the lengths of its lines."""


class _Plan(NamedTuple):
    """The fields of a kind, for keys.

    Args:
        cells: returns all cells of a rule.
        others: returns the fields without cells.
        composite: whether rules of the kind have rules inside.
        from_parts: whether their problems are found from those of these rules alone.
    """

    cells: Callable[[Kind], _Cells]
    others: Callable[[Kind], Hashable]
    composite: bool
    from_parts: bool


# Safe to cache: the fields of a class never change.
@cache
def _plan(kind: type[Kind]) -> _Plan:
    held = cell_fields(kind)
    others = [name for name in field_names(kind) if name not in held]
    return _Plan(
        _cells_of(held),
        attrgetter(*others) if others else lambda _: None,
        bool(rule_fields(kind)),
        kind.problem_of_parts,
    )


def _cells_of(held: Mapping[str, CellField]) -> Callable[[Kind], _Cells]:
    """Return the function that returns the cells in the fields that hold some."""

    def cells(rule: Kind) -> _Cells:
        lines = [tuple(lines_of(getattr(rule, name), one)) for name, one in held.items()]
        every = tuple(chain.from_iterable(chain.from_iterable(lines)))
        return every, tuple([tuple(map(len, one)) for one in lines])

    def of_lines(rule: Kind) -> _Cells:
        lines = whole(rule)
        if len(lines) == 1:
            return lines[0], 1
        return tuple(chain.from_iterable(lines)), tuple(map(len, lines))

    def of_line(rule: Kind) -> _Cells:
        return whole(rule), None

    if len(held) != 1:
        return cells
    ((name, form),) = held.items()
    whole = attrgetter(name)
    if form.form == "one":
        return cells
    return of_lines if form.many else of_line


def _in_order(cells: Sequence[int]) -> Hashable:
    """Return cells renumbered in their order; only how many they are, if none occurs twice.

    >>> _in_order([7, 3, 5]), _in_order([7, 3, 7])
    (3, (0, 1, 0))
    """
    if len(set(cells)) == len(cells):
        return len(cells)
    places: dict[int, int] = {}
    return tuple([places.setdefault(cell, len(places)) for cell in cells])


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
