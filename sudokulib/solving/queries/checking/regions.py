"""Regions that are probably mistakes: too small, cells in none, short maps, overlaps."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import reduce
from itertools import chain, combinations, islice
from operator import or_

from sudokulib.basics.alphabet import graphemes
from sudokulib.basics.cells import Position
from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives import AllDifferent, Linear, Primitive
from sudokulib.puzzles.geometries.core import Geometry, Part
from sudokulib.puzzles.geometries.error_collector import Field
from sudokulib.puzzles.geometries.generators.grid import Grid
from sudokulib.puzzles.geometries.generators.regions import Regions
from sudokulib.shapes import Shape, merge_shapes
from sudokulib.solving.queries.checking.subject import (
    CheckSubject,
    CheckWarning,
    is_built,
    named,
    symbols_in,
)

_LINES = frozenset({"row", "column"})

_PAIRS = 20_000
"""Pairs of regions on one cell that are compared, a bound on time. Clueless 1, whose tenth grid
lies on nine others, has 81."""


def region_warnings(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield warnings about regions, and about cells that no rule mentions."""
    yield from _houseless(subject)
    check_interrupt()
    maps = list(_uncovered(subject))
    yield from maps or uncovered_warnings(subject)
    # Regions are small where a map leaves cells out: that is reported already.
    yield from _small(subject, {found.field[: len(subject.at) + 2] for found in maps})
    check_interrupt()
    yield from _overlapping(subject)
    check_interrupt()
    yield from _unconstrained(subject)


def _houseless(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Warn if no set has as many cells as there are symbols, so that no symbol must occur."""
    built = [shape for shape in subject.sets if shape.roles]
    if not built or any(_is_house(shape, subject) for shape in subject.sets) or _is_meant(subject):
        return
    symbols, most = len(subject.geometry.alphabet), max(len(shape.cells) for shape in built)
    yield CheckWarning(
        (*subject.at, "symbols"),
        f"there are {symbols} symbols, but no row, region or other set has more than {most} "
        "cells, so no symbol has to stand anywhere",
        f"write {most} symbols, or regions of {symbols} cells",
    )


def _is_meant(subject: CheckSubject) -> bool:
    """Return whether some rule asks what a set misses, or rules say where each symbol stands."""
    context = subject.geometry.context_of((*subject.shapes, *subject.rules)).for_trial()
    symbols, counted = len(subject.geometry.alphabet), 0
    for shape in context.shapes:
        for primitive in shape.rule.lower(context):
            if isinstance(primitive, AllDifferent) and len(primitive.variables) == symbols:
                return True
            counted |= _counted_symbol(primitive)
    wanted = reduce(or_, [context.domains[c] for c in subject.geometry.topology.base_cells], 0)
    return not wanted & ~counted


def _counted_symbol(primitive: Primitive) -> int:
    """Return, as a bit, the symbol that has to stand in some cells, if this counts one there."""
    if not isinstance(primitive, Linear) or min(primitive.totals, default=0) <= 0:
        return 0
    (row, *others) = {*primitive.weights} or {()}
    marked = [index for index, weight in enumerate(row) if weight]
    return 1 << marked[0] if len(marked) == 1 and not others else 0


def _is_house(shape: Shape, subject: CheckSubject) -> bool:
    return len(shape.cells) == symbols_in(shape.cells, subject.context)


def _small(subject: CheckSubject, reported: set[Field]) -> Iterator[CheckWarning]:
    """Yield regions with fewer cells than symbols, unless the board is cut short there.

    Where the rows and columns themselves are short, as on the steps of a staircase, so may be the
    regions.
    """
    if not any(_is_house(shape, subject) for shape in subject.sets):
        return
    found: dict[Field, list[Shape]] = {}
    for field, shape in subject.regions:
        if not is_built(field) or field in reported or _is_house(shape, subject):
            continue
        if not _is_cut(shape, subject):
            found.setdefault(field, []).append(shape)
    for field, small in found.items():
        sizes = [f"{shape.label} has {len(shape.cells)}" for shape in dict.fromkeys(small)]
        yield CheckWarning(
            field,
            f"there are {len(subject.geometry.alphabet)} symbols, but {named(sizes)} cells",
            "give every region as many cells as there are symbols",
        )


def _is_cut(region: Shape, subject: CheckSubject) -> bool:
    lines = {
        shape.meaning: shape
        for cell in region.cells
        for shape in subject.sets_of[cell]
        if shape.roles & _LINES
    }
    return any(not _is_house(line, subject) for line in lines.values())


def _uncovered(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield the cells that the maps of regions leave out, and that no other region holds."""
    if subject.file is None:
        return
    covered = {cell for _, shape in subject.regions for cell in shape.cells}
    for number, entry in enumerate(subject.file.build):
        if isinstance(entry, Regions):
            sheet = _sheet(subject.geometry, entry.on)
            left = {at: cell for at, cell in sheet.items() if cell not in covered}
            field = (*subject.at, "build", number, "map")
            yield from _map_warnings(subject, entry.map, sheet, left, field)
            covered |= set(left.values())


def uncovered_warnings(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Warn of cells in no region if regions are listed under `shapes`."""
    listed = [field for field, _ in subject.regions if not is_built(field)]
    every = (*subject.shapes, *subject.rules)
    covered = {cell for shape in every if "region" in shape.roles for cell in shape.cells}
    covered |= subject.geometry.topology.layered
    left = [cell for cell in range(len(subject.geometry)) if cell not in covered]
    if listed and left:
        yield CheckWarning(
            listed[-1],
            f"{_counted(len(left), 'cell')} in no region: {subject.names(left)}",
            "add the regions that hold them, or give this one another role",
        )


def _sheet(geometry: Geometry, on: str) -> dict[Position, int]:
    """Return the cells on which a map lies, by their places."""
    if on in geometry.index.patches:
        return dict(geometry.index.patches[on])
    return {cell.at: number for number, cell in enumerate(geometry.cells)}


def _map_warnings(
    subject: CheckSubject,
    text: str,
    sheet: dict[Position, int],
    left: dict[Position, int],
    field: Field,
) -> Iterator[CheckWarning]:
    """Yield the parts that a map leaves out: whole rows at its end, ends of lines, single cells."""
    lines = [graphemes(line) for line in text.rstrip().splitlines()]
    rows = 1 + max(row for row, _ in sheet)
    if any(row >= len(lines) for row, _ in left):
        yield CheckWarning(
            (*field, len(lines) - 1),
            f"the map has {_counted(len(lines), 'row')}, the grid has {rows}",
            f"add {_counted(rows - len(lines), 'row')} to the map",
        )
    single = []
    for row, line in enumerate(lines):
        cells = {column: cell for (r, column), cell in sorted(left.items()) if r == row}
        if any(column >= len(line) for column in cells):
            columns = 1 + max(column for r, column in sheet if r == row)
            yield CheckWarning(
                (*field, row),
                f"line {row + 1} of the map has {_counted(len(line), 'letter')}, "
                f"the row has {columns} cells",
                f"add {_counted(columns - len(line), 'letter')} to the line",
            )
        single += [cell for column, cell in cells.items() if column < len(line)]
    if single:
        yield CheckWarning(
            field,
            f"{_counted(len(single), 'cell')} in no region: {subject.names(single)}",
            "give every cell the letter of its region",
        )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _overlapping(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield regions that two generators, or two copies of a grid, lay on the same cells.

    Within one generator they overlap on purpose, as around a ring; so do those of a grid that picks
    its rows and columns out of others; and a region under `shapes` is meant as one more.
    """
    regions = [(field, shape) for field, shape in subject.regions if is_built(field) and field]
    holding: dict[int, list[int]] = {}
    for number, (_, shape) in enumerate(regions):
        for cell in shape.cells:
            holding.setdefault(cell, []).append(number)
    pairs = dict.fromkeys(
        islice((pair for numbers in holding.values() for pair in combinations(numbers, 2)), _PAIRS)
    )
    found: dict[Field, list[tuple[Shape, Shape]]] = {}
    for one, other in sorted(pairs):
        (first, a), (second, b) = regions[one], regions[other]
        if a.meaning != b.meaning and not _is_intended(subject, first, second, a, b):
            found.setdefault(second, []).append((a, b))
    for field, overlaps in found.items():
        yield _overlap(subject, field, overlaps)


def _is_intended(subject: CheckSubject, first: Field, second: Field, a: Shape, b: Shape) -> bool:
    entries = [_entry(subject, field) for field in (first, second)]
    if any(isinstance(entry, Grid) and entry.rows for entry in entries):
        return True
    if any(isinstance(entry, Regions) and entry.word != "region" for entry in entries):
        return True
    return first == second and (
        not subject.geometry.parts
        or any({a.meaning, b.meaning} <= _regions_of(part) for part in subject.geometry.parts)
    )


def _regions_of(part: Part) -> set[Hashable]:
    """Return the meanings of the regions of an included geometry, where it lies."""
    return {
        shape.moved(part.cells).meaning
        for shape in part.geometry.shapes
        if "region" in shape.roles and max(shape.cells) < len(part.cells)
    }


def _entry(subject: CheckSubject, field: Field) -> object:
    build = subject.file.build if subject.file else []
    number = field[-1]
    return build[number] if isinstance(number, int) and number < len(build) else None


def _overlap(
    subject: CheckSubject, field: Field, found: Sequence[tuple[Shape, Shape]]
) -> CheckWarning:
    a, b = found[0]
    shared = sorted(set(a.cells) & set(b.cells))
    more = f", and {len(found) - 1} more pairs" if len(found) > 1 else ""
    message = f"{a.label} and {b.label} overlap in {subject.names(shared)}{more}"
    if isinstance(_entry(subject, field), Regions):
        fix = "write instead: true if these regions replace the others, or word: for more of them"
        return CheckWarning(field, message, fix)
    return CheckWarning(field, message, "move the grid, so that whole regions lie on one another")


def _unconstrained(subject: CheckSubject) -> Iterator[CheckWarning]:
    # A layer is most often for the shapes of puzzles.
    covered = {cell for shape in subject.shapes for cell in shape.cells}
    covered |= subject.geometry.topology.layered
    domains = subject.geometry.domains
    free = [c for c, mask in enumerate(domains) if c not in covered and mask.bit_count() > 1]
    if free:  # rules about everything, and those that read other cells, name none of them
        shapes = merge_shapes((*subject.shapes, *subject.rules))
        context = subject.geometry.context_of(shapes)
        lowered = chain.from_iterable(shape.rule.lower(context) for shape in shapes)
        read = {variable for primitive in lowered for variable in primitive.variables}
        free = [cell for cell in free if cell not in read]
    if not free:
        return
    everything = len(free) == len(subject.geometry)
    field: Field = ("shapes",) if everything else ("build",)
    by_hand = subject.geometry.cells[free[0]].name
    if subject.file and by_hand in subject.file.cells:
        field = ("cells", by_hand)
    yield CheckWarning(
        (*subject.at, *field),
        f"{_counted(len(free), 'cell')} in no shape, which may hold anything: "
        f"{subject.names(free)}",
        "add a shape that holds them, or remove them",
    )
