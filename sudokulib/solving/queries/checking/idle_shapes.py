"""Shapes that restrict nothing: rules that hold however their cells are filled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from sudokulib.basics.interruption import checked
from sudokulib.model import bits
from sudokulib.shapes import Context, Kind, Shape
from sudokulib.shapes.fields import cell_fields
from sudokulib.shapes.sets import Distinct
from sudokulib.solving.queries.checking.subject import CheckSubject, CheckWarning, is_built

_FILLINGS = 5_000
"""Fillings of a shape's cells, dead ends included, that are tried before its rule counts as useful.

Useful rules are soon broken: of the 563 rules in `examples/` all but one by one of the first 148
fillings; that one, a lockout line, takes 11,962 (`sudokulib lint`, 2026-11).
"""

_CELLS = 64
"""Cells of a shape beyond which there are more fillings than are tried."""

_TOTAL = 200_000
"""Fillings tried for one file, a bound against hostile files.

The rules in `examples/` take 12 µs for each, lines of 25 cells 26 µs: at most five seconds
(`sudokulib lint`, 2026-11).
"""

_ROUNDS = 100
"""Fillings tried between two checks of the clock: 3 ms (see `_TOTAL`)."""


def idle_warnings(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield the shapes under `shapes` that add nothing to the sets without repeats."""
    left, reported = _TOTAL, set()
    known = {shape.meaning for shape in subject.others}
    for field, shape in checked(subject.entries):
        first = shape.meaning not in known
        known.add(shape.meaning)
        if not first or field in reported or not field or is_built(field) or left <= 0:
            continue
        if isinstance(shape.rule, Distinct):
            left -= len(subject.sets_of[shape.cells[0]])
            why = _subset(shape, subject)
        else:
            idle, tried = _is_idle(shape, subject)
            left -= tried
            why = "it holds however its cells are filled" if idle else ""
        if why:
            reported.add(field)
            yield CheckWarning(
                field, f"{shape.label} excludes nothing: {why}", "remove it, or correct it"
            )


def _subset(shape: Shape, subject: CheckSubject) -> str:
    """Describe the larger set that already makes these cells differ; empty if none does."""
    cells = set(shape.cells)
    if len(cells) < 2:
        return "one cell has no other to differ from"
    for other in subject.sets_of[shape.cells[0]]:
        if other.meaning != shape.meaning and cells < set(other.cells):
            return f"all of its cells lie in {other.label}, which has no repeats"
    return ""


def _is_idle(shape: Shape, subject: CheckSubject) -> tuple[bool, int]:
    """Return whether every filling that the sets allow satisfies a rule, and how many were tried.

    Where there are too many fillings to try, the answer is unknown, and no is returned.
    """
    rule, context = shape.rule, subject.context
    if rule.depends_on_given_rules or len(shape.cells) > _CELLS:
        return False, 0
    if not shape.cells:  # a rule about the whole geometry
        return not list(rule.lower(context.for_trial())), 1
    tried = held = 0
    for filling in checked(_fillings(shape, subject), _ROUNDS):
        tried += 1
        if tried > _FILLINGS or not (filling is None or _holds(rule, filling, context)):
            return False, tried
        held += filling is not None
    return held > 0, tried


def _holds(rule: Kind, filling: Mapping[int, int], context: Context) -> bool:
    """Return whether a rule holds; not if it reads other cells than it names, as indexers do."""
    try:
        return rule.holds(filling, context)
    except KeyError:
        return False


def _fillings(shape: Shape, subject: CheckSubject) -> Iterator[Mapping[int, int] | None]:
    """Yield fillings of the cells in which no set has a value twice, and None for dead ends."""
    cells, values = shape.cells, subject.context.values
    domains = [[values[v] for v in bits(subject.context.domains[cell])] for cell in cells]
    apart = _apart(shape, subject)
    alike = all(domain == domains[0] for domain in domains)
    if cells and alike and len(apart) == len(cells) * (len(cells) - 1) // 2:
        # They all differ. What a set of cells holds does not depend on the order, a line does.
        choose = combinations if _is_unordered(shape.rule) else permutations
        for chosen in choose(domains[0], len(cells)):
            yield dict(zip(cells, chosen, strict=True))
        return
    yield from _search(cells, domains, apart)


def _apart(shape: Shape, subject: CheckSubject) -> set[tuple[int, int]]:
    """Return the pairs of the shape's cells, by their places in it, that some set keeps apart."""
    places = {cell: place for place, cell in enumerate(shape.cells)}
    found = set()
    for cell, place in places.items():
        for other in subject.sets_of.get(cell, ()):
            inside = (places[c] for c in other.cells if c in places)
            found |= {(p, place) for p in inside if p < place}
    return found


def _is_unordered(rule: Kind) -> bool:
    fields = cell_fields(type(rule)).values()
    return [(f.form, f.many) for f in fields] == [("set", False)]


def _search(
    cells: Sequence[int], domains: Sequence[Sequence[int]], apart: set[tuple[int, int]]
) -> Iterator[dict[int, int] | None]:
    """Yield fillings by plain depth-first search, and None for each value that does not fit."""
    before = [[p for p in range(place) if (p, place) in apart] for place in range(len(cells))]
    stack: list[Iterator[int]] = [iter(domains[0])] if cells else []
    chosen: list[int] = []
    while stack:
        value = next(stack[-1], None)
        if value is None:
            stack.pop()
            if chosen:
                chosen.pop()
            continue
        place = len(stack) - 1
        if any(chosen[p] == value for p in before[place]):
            yield None
        elif place + 1 == len(cells):
            yield dict(zip(cells, [*chosen, value], strict=True))
        else:
            chosen.append(value)
            stack.append(iter(domains[place + 1]))
