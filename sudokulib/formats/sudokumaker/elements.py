"""The elements of a SudokuMaker puzzle as rules: one function for each type of element."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.editor_grid import integer
from sudokulib.formats.grids import cells_by_region, diagonals
from sudokulib.formats.spelling import Fields
from sudokulib.formats.sudokumaker.automata import sequence
from sudokulib.formats.sudokumaker.maker_grid import MakerGrid, as_list, objects

Data = Mapping[str, Any]
"""An element as in the file."""

_NEAREST_LOOP = 3
"""A line that ends where it begins is a loop if it has more cells than this, the end included."""


@dataclass(frozen=True)
class ElementType:
    """A type of elements.

    Args:
        read: yields the fields of the shapes that an element states.
        said: the part of said rules that it stands for, as a key of f-puzzles.
    """

    read: Callable[[MakerGrid, Data], Iterable[Fields]]
    said: str = ""


def _nothing(_: MakerGrid, __: Data) -> Iterable[Fields]:
    return ()


def _fixed(**fields: Any) -> Callable[[MakerGrid, Data], Iterable[Fields]]:
    return lambda *_: [fields]


def _long_diagonal(which: int) -> Callable[[MakerGrid, Data], Iterable[Fields]]:
    def read(grid: MakerGrid, _: Data) -> Iterator[Fields]:
        if grid.rows != grid.columns:
            raise SudokuError("a grid that is not a square has no long diagonals; drop the element")
        cells = diagonals(grid.rows)[which]
        label = ("long falling diagonal", "long rising diagonal")[which]
        yield {"kind": "distinct", "cells": cells, "label": label}

    return read


def _places(grid: MakerGrid, _: Data) -> Iterator[Fields]:
    """Yield the sets of cells at the same place of each region."""
    regions = list(cells_by_region(grid.regions).values())
    for place in range(max(map(len, regions), default=0)):
        group = tuple(cells[place] for cells in regions if place < len(cells))
        if len(group) > 1:
            label = f"place {place + 1} of each region"
            yield {"kind": "distinct", "cells": group, "label": label}


def _squares(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    yield {"kind": "global-entropy", "classes": _classes(grid, data)}


def _classes(grid: MakerGrid, data: Data) -> tuple[tuple[int, ...], ...]:
    return tuple(map(grid.digits, as_list(data.get("groups"))))


def _cells(kind: str, **fields: Any) -> Callable[[MakerGrid, Data], Iterable[Fields]]:
    """Return a function that reads a list of cells as one shape."""

    def read(grid: MakerGrid, data: Data) -> Iterator[Fields]:
        if cells := tuple(sorted(set(grid.cells(data.get("cells", []))))):
            yield {"kind": kind, "cells": cells, **fields}

    return read


def _edges(
    kind: str, field: str, usual: int | None
) -> Callable[[MakerGrid, Data], Iterable[Fields]]:
    def read(grid: MakerGrid, data: Data) -> Iterator[Fields]:
        for clue in objects(data.get("clues", [])):
            value = _number(clue, usual)
            if value is not None:
                yield {"kind": kind, "cells": grid.edge(clue.get("edge")), field: value}

    return read


def _number(clue: Data, usual: int | None = None) -> int | None:
    """Return the value of a clue; without one the usual value.

    Raises:
        SudokuError: it is not a number.
    """
    value = clue.get("value")
    if value in (None, ""):
        return usual
    found = integer(value)
    if found is None:
        raise SudokuError(f"{short(repr(value))} is not a number; write one, or drop the clue")
    return found


Reshape = Callable[[Line], Line]


def _as_drawn(line: Line) -> Line:
    return line


def _lines(
    kind: str,
    *more: tuple[str, Callable[[MakerGrid, Data], Any]],
    least: int = 2,
    closed: bool = False,
    key: str = "lines",
    change: Reshape = _as_drawn,
) -> Callable[[MakerGrid, Data], Iterable[Fields]]:
    """Return a function that reads lines.

    Args:
        kind: the kind of their shape.
        more: further fields, each with a function that reads it.
        least: the least length of a line.
        closed: whether lines that end where they begin are loops.
        key: the key of the lines.
        change: what becomes of each line.
    """

    def read(grid: MakerGrid, data: Data) -> Iterator[Fields]:
        fields = {name: value(grid, data) for name, value in more}
        lines = [change(line) for line in grid.lines(data.get(key, []), least)]
        loops = [one for one in lines if closed and len(one) > _NEAREST_LOOP and one[0] == one[-1]]
        if loops:
            rings = tuple(line[:-1] for line in loops)
            yield {"kind": kind, "lines": rings, "closed": True, **fields}
        if others := tuple(one for one in lines if one not in loops and len(one) >= least):
            yield {"kind": kind, "lines": others, **fields}

    return read


def _once(line: Line) -> Line:
    return tuple(dict.fromkeys(line))


def _opened(line: Line) -> Line:
    """Return the part of a palindrome that says something."""
    while len(line) > 1 and line[0] == line[-1]:
        line = line[1:-1]
    return line


def _thermometers(grid: MakerGrid, data: Data) -> Iterable[Fields]:
    kind = "slow-thermometer" if data.get("slow") else "thermometer"
    return _lines(kind, key="thermometers")(grid, data)


def _cages(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    for cage in objects(data.get("cages", [])):
        total = _number(cage)
        cells = tuple(sorted(set(grid.cells(cage.get("cells")))))
        if cells:
            yield {"kind": "cage", "cells": cells, **({"sum": total} if total else {})}


def _said_cages(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    for cage in objects(data.get("cages", [])):
        text = str(cage.get("value", "")).strip()
        if not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) % 2 == 0):
            raise SudokuError(
                f"{short(repr(text))} is not read out as pairs of digits; write such as 1324"
            )
        said = tuple((int(text[n]), int(text[n + 1])) for n in range(0, len(text), 2))
        cells = tuple(sorted(set(grid.cells(cage.get("cells")))))
        yield {"kind": "look-and-say", "cells": cells, "said": said}


def _clones(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    """Yield one shape of groups that are equal but for their place, however they were drawn."""
    groups = [tuple(sorted(set(grid.cells(one)))) for one in as_list(data.get("groups", []))]
    if len(groups) < 2:
        return
    outlines = {
        tuple((c // grid.columns - g[0] // grid.columns, c % grid.columns - g[0] % grid.columns)
              for c in g)
        for g in groups
    }  # fmt: skip
    if len(outlines) > 1:
        raise SudokuError("the clones have different outlines; draw them alike, not turned")
    yield {"kind": "clone", "groups": tuple(groups)}


def _quadruples(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    for clue in objects(data.get("clues", [])):
        digits = tuple(grid.values[grid.value(one)] for one in as_list(clue.get("digits")))
        if digits:
            yield {"kind": "contains", "cells": grid.around(clue.get("corner")), "values": digits}


def _region_sums(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    """Yield lines with equal sums; where visits to a region count together, sets of cells."""
    if not data.get("singleRegionTotals"):
        yield from _lines("region-sum", closed=True)(grid, data)
        return
    for line in grid.lines(data.get("lines", [])):
        parts: dict[int, list[int]] = {}
        for cell in _once(line):
            region = grid.regions[cell]
            if region is not None:
                parts.setdefault(region, []).append(cell)
        if len(parts) > 1:
            yield {"kind": "equal-sum", "groups": tuple(tuple(sorted(p)) for p in parts.values())}


def _sequences(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    if lines := grid.lines(data.get("lines", []), 3):
        yield {**sequence(grid, lines[0]), "lines": lines, "label": "sequence"}


def _arrows(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    for one in objects(data.get("bulbsWithArrows", [])):
        bulb = grid.cells(one.get("bulbCells"))  # the tens first in links, as their digits show
        shafts = [line for line in grid.lines(one.get("arrows"), 1) if set(line) - set(bulb)]
        for line in shafts:
            if line[0] not in bulb:
                raise SudokuError(
                    f"the arrow from {grid.names(line)[0]} does not begin in its circle; "
                    "let it begin there"
                )
        if bulb and shafts:
            lines = tuple(line[1:] for line in shafts)
            yield {"kind": "arrow", "circle": bulb, "lines": lines, "pill": len(bulb) > 1}


def _outside(kind: str, field: str) -> Callable[[MakerGrid, Data], Iterable[Fields]]:
    def read(grid: MakerGrid, data: Data) -> Iterator[Fields]:
        for clue in objects(data.get("clues", [])):
            value = _number(clue)
            if value is not None:
                yield {"kind": kind, "cells": grid.inward(clue.get("outerCell")), field: value}

    return read


def _x_sums(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    """Yield X-sums; those of 0 say that X is 0, so that no cell counts."""
    for fields in _outside("x-sum", "sum")(grid, data):
        if fields["sum"] == 0 and 0 in grid.values:
            yield {"kind": "allowed", "cells": fields["cells"][:1], "values": (0,)}
        else:
            yield fields


def _little_killers(grid: MakerGrid, data: Data) -> Iterator[Fields]:
    for clue in objects(data.get("clues", [])):
        value = _number(clue)
        if value is not None:
            cells = grid.diagonal(clue.get("outerCell"), clue.get("diagonal"))
            yield {"kind": "little-killer", "cells": cells, "sum": value}


def _least_difference(_: MakerGrid, data: Data) -> int:
    found = integer(data.get("minDifference"))
    if found is None or found < 1:
        value = short(repr(data.get("minDifference")))
        raise SudokuError(f"{value} is not a least difference; write a number from 1")
    return found


ELEMENTS: Mapping[int, ElementType] = {
    0: ElementType(_nothing),  # given digits, which are in the cells
    1: ElementType(_nothing),  # regions, which are part of the grid
    10: ElementType(_long_diagonal(0), "diagonal-"),
    11: ElementType(_long_diagonal(1), "diagonal+"),
    12: ElementType(_fixed(kind="anti", moves="king"), "antiking"),
    13: ElementType(_fixed(kind="anti", moves="knight"), "antiknight"),
    14: ElementType(_places, "disjointgroups"),
    15: ElementType(_fixed(kind="nonconsecutive"), "nonconsecutive"),
    16: ElementType(_squares),
    100: ElementType(_cells("even"), "even"),
    101: ElementType(_cells("odd"), "odd"),
    102: ElementType(_cells("maximum"), "maximum"),
    103: ElementType(_cells("minimum"), "minimum"),
    200: ElementType(_edges("difference", "value", 1), "difference"),
    201: ElementType(_edges("ratio", "value", 2), "ratio"),
    202: ElementType(_edges("pair-sum", "sum", None), "xv"),
    300: ElementType(_thermometers, "thermometer"),
    301: ElementType(_cages, "killercage"),
    302: ElementType(_clones, "clone"),
    303: ElementType(_quadruples, "quadruple"),
    304: ElementType(_said_cages),
    305: ElementType(_cells("distinct"), "extraregion"),
    400: ElementType(_lines("renban", change=_once), "renban"),
    401: ElementType(_lines("whisper", ("d", _least_difference), closed=True), "whispers"),
    402: ElementType(_lines("palindrome", change=_opened), "palindrome"),
    403: ElementType(_lines("between", least=3), "betweenline"),
    404: ElementType(_region_sums, "regionsumline"),
    405: ElementType(_sequences),
    406: ElementType(_lines("entropic", ("classes", _classes), closed=True), "entropicline"),
    407: ElementType(_lines("lockout", ("d", lambda *_: 4)), "lockout"),
    408: ElementType(_arrows, "arrow"),
    409: ElementType(_lines("double-arrow", least=3), "doublearrow"),
    500: ElementType(_little_killers, "littlekillersum"),
    501: ElementType(_outside("sandwich", "sum"), "sandwichsum"),
    502: ElementType(_x_sums, "xsum"),
    503: ElementType(_outside("skyscraper", "count"), "skyscraper"),
    504: ElementType(_outside("numbered-room", "value"), "numberedrooms"),
    600: ElementType(_cells("indexer", axis="row"), "rowindexer"),
    601: ElementType(_cells("indexer", axis="column"), "columnindexer"),
    2003: ElementType(_nothing),  # rows and columns, which are part of the grid
    4000: ElementType(_nothing),  # fog, which only hides clues for a while
    4001: ElementType(_nothing),
}
"""The types of elements that are read, by number."""

_DOTS = {
    200: ("difference", "differences", "abs(a - b) != {n}", "overrideNegativeDifferences"),
    201: ("ratio", "ratios", "a != {n} * b and b != {n} * a", "overrideNegativeRatios"),
    202: ("pair-sum", "sums", "a + b != {n}", ""),
}
"""For each type of dots its kind, the field for missing ones, and their relation, all but one with
the key by which dots of the other sort lift the prohibition."""


def missing_dots(grid: MakerGrid, elements: Iterable[Data]) -> Iterator[Fields]:
    """Yield the rules that all dots with certain numbers are given."""
    found = {n: [one for one in elements if one.get("type") == n] for n in _DOTS}
    numbers = {n: _all_numbers(listed) for n, listed in found.items()}
    dotted = {n: _dotted(grid, listed) for n, listed in found.items()}
    lifted = {
        n: {m for m in (200, 201) if m != n and key and any(one.get(key) for one in found[m])}
        for n, (*_, key) in _DOTS.items()
    }
    if all(numbers[n] and lifted[n] for n in (200, 201)):
        yield {
            "kind": "negative", "kinds": ("difference", "ratio"),
            "differences": numbers[200], "ratios": numbers[201],
        }  # fmt: skip
        del numbers[200], numbers[201]
    for n, listed in numbers.items():
        kind, field, relation, _ = _DOTS[n]
        others = set().union(*(dotted[m] for m in lifted[n]))
        if listed and not others - dotted[n]:
            yield {"kind": "negative", "kinds": (kind,), field: listed}
        elif listed:
            rule = " and ".join(relation.format(n=number) for number in listed)
            for pair in grid.edges():
                if pair not in dotted[n] | others:
                    yield {"kind": "pair", "cells": pair, "relation": rule}


def _all_numbers(listed: Iterable[Data]) -> tuple[int, ...]:
    numbers = set()
    for one in listed:
        for value in as_list(one.get("negative") or []):
            number = integer(value)
            if number is None:
                raise SudokuError(f"{short(repr(value))} is not a number; write one")
            numbers.add(number)
    return tuple(sorted(numbers))


def _dotted(grid: MakerGrid, listed: Iterable[Data]) -> set[Line]:
    return {grid.edge(clue.get("edge")) for one in listed for clue in objects(one.get("clues", []))}
