"""The codec for each key of an f-puzzles file: its entries as kinds of shapes with their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid, Entry, Line
from sudokulib.shapes import Shape, kind_named
from sudokulib.shapes.kind import cell_fields

__all__ = ["ENTRIES", "FLAGS", "TOGETHER", "ShapeSpec", "negative", "shape_of"]

ShapeSpec = tuple[str, dict[str, Any]]
"""The name of a kind, and its fields, perhaps with a label for the shape."""


def shape_of(made: ShapeSpec) -> Shape:
    """Return the shape of a specification; its sets of cells are put in order.

    Raises:
        SudokuError: a cell is in a set twice.
    """
    kind, values = kind_named(made[0]), dict(made[1])
    for name, form in cell_fields(kind).items():
        if form.form == "set" and name in values:
            many = values[name] if form.many else (values[name],)
            if any(len(set(cells)) < len(cells) for cells in many):
                raise SudokuError("a cell is in it twice; drop it once", field=("cells",))
            ordered = tuple(tuple(sorted(cells)) for cells in many)
            values[name] = ordered if form.many else ordered[0]
    label = values.pop("label", "")
    return Shape(kind(**values), (label,) if label else ())


def _on_lines(kind: str, least: int = 2, *, closed: bool = False, d: str = "") -> Codec:
    """Return a codec of a kind that has `lines` of at least so many cells.

    Args:
        kind: its name.
        least: the least length of a line; shorter ones state no rule and are ignored.
        closed: whether lines that end where they begin are `closed` ones of the kind.
        d: the field of the kind that takes the value of the entry, if any does.
    """

    def read(entry: Entry) -> Iterator[ShapeSpec]:
        number = entry.number() if d else None
        more = {} if number is None else {d: number}
        lines = [line for line in entry.lines() if len(line) >= least]
        loops = [line for line in lines if closed and len(line) > 3 and line[0] == line[-1]]
        if loops:
            yield kind, {"lines": tuple(line[:-1] for line in loops), "closed": True, **more}
        if others := tuple(line for line in lines if line not in loops):
            yield kind, {"lines": others, **more}

    return read


def _on_sets(kind: str) -> Codec:
    """Return a codec of a kind whose lines are sets: a line may come back to a cell of its own."""

    def read(entry: Entry) -> Iterator[ShapeSpec]:
        lines = tuple(tuple(dict.fromkeys(line)) for line in entry.lines())
        if longer := tuple(line for line in lines if len(line) > 1):
            yield kind, {"lines": longer}

    return read


def _arrow(entry: Entry) -> Iterator[ShapeSpec]:
    circle = tuple(sorted(set(entry.cells())))
    shafts = []
    for number, line in enumerate(entry.lines()):
        if line[0] not in circle:
            raise SudokuError(
                "the arrow does not begin in its circle; let it begin in one of its cells",
                field=("lines", number),
            )
        if line[1:]:
            shafts.append(line[1:])
    if shafts and circle:
        yield "arrow", {"circle": circle, "lines": tuple(shafts), "pill": len(circle) > 1}


def _cage(entry: Entry) -> Iterator[ShapeSpec]:
    total = entry.number()
    yield "cage", {"cells": entry.cells()} | ({} if total is None else {"sum": total})


def _extra_region(entry: Entry) -> Iterator[ShapeSpec]:
    cells = entry.cells()
    yield ("house" if len(cells) == entry.editor_grid.size else "distinct"), {"cells": cells}


def _palindrome(entry: Entry) -> Iterator[ShapeSpec]:
    """Read a palindrome; of a line that ends where it begins only the cells between are meant."""
    lines = tuple(map(_opened, entry.lines()))
    if longer := tuple(line for line in lines if len(line) > 1):
        yield "palindrome", {"lines": longer}


def _opened(line: Line) -> Line:
    while len(line) > 1 and line[0] == line[-1]:
        line = line[1:-1]
    return line


def _clone(entry: Entry) -> Iterator[ShapeSpec]:
    cells, others = entry.cells(), entry.cells("cloneCells")
    if len(cells) != len(others):
        raise SudokuError(
            f"{len(cells)} cells have a clone of {len(others)}; make them as many",
            field=("cloneCells",),
        )
    pairs = [(a, b) for a, b in zip(cells, others, strict=True) if a != b]
    if pairs:
        one, other = zip(*pairs, strict=True)
        yield "clone", {"groups": (one, other)}


def _quadruple(entry: Entry) -> Iterator[ShapeSpec]:
    values = entry.data.get("values")
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise SudokuError("values is no list of numbers; write one", field=("values",))
    if values:
        yield "contains", {"cells": entry.cells(), "values": tuple(values)}


def _two(entry: Entry) -> Line:
    cells = entry.cells()
    if len(cells) != 2:
        raise SudokuError(f"a mark joins two cells, not {len(cells)}", field=("cells",))
    return cells


def _dot(kind: str) -> Codec:
    def read(entry: Entry) -> Iterator[ShapeSpec]:
        value = entry.number()
        yield kind, {"cells": _two(entry)} | ({} if value is None else {"value": value})

    return read


_SUMS = {"X": 10, "V": 5}


def _xv(entry: Entry) -> Iterator[ShapeSpec]:
    letter = entry.data.get("value")
    if letter in (None, ""):
        return
    if not isinstance(letter, str) or letter.upper() not in _SUMS:
        raise SudokuError(
            f"{short(repr(letter))} is neither 'X' nor 'V'; write one", field=("value",)
        )
    yield "pair-sum", {"cells": _two(entry), "sum": _SUMS[letter.upper()]}


def _outside(kind: str, number: str) -> Codec:
    """Return a codec of a clue that looks along a row or column."""

    def read(entry: Entry) -> Iterator[ShapeSpec]:
        value = entry.number()
        if value is not None:
            yield kind, {"cells": entry.inward(), number: value}

    return read


def _little_killer(entry: Entry) -> Iterator[ShapeSpec]:
    total = entry.number()
    if total:  # 0 and none: an arrow without a clue
        yield "little-killer", {"cells": entry.diagonal(), "sum": total}


def _indexer(axis: str) -> Codec:
    def read(entry: Entry) -> Iterator[ShapeSpec]:
        yield "indexer", {"cells": entry.cells(), "axis": axis}

    return read


def _marked(kind: str) -> Group:
    """Return a codec of entries of one cell each that form one shape together."""

    def read(entries: Sequence[Entry]) -> Iterator[ShapeSpec]:
        cells = dict.fromkeys(entry.cell() for entry in entries)
        if cells:
            yield kind, {"cells": tuple(cells)}

    return read


def _chess(piece: str) -> Flag:
    return lambda _: [("anti", {"moves": piece})]


def _rising(editor_grid: EditorGrid) -> Iterable[ShapeSpec]:
    n = editor_grid.size
    cells = tuple((n - 1) * place for place in range(1, n + 1))
    return [("house", {"cells": cells, "label": "long rising diagonal"})]


def _falling(editor_grid: EditorGrid) -> Iterable[ShapeSpec]:
    cells = tuple((editor_grid.size + 1) * place for place in range(editor_grid.size))
    return [("house", {"cells": cells, "label": "long falling diagonal"})]


def _nonconsecutive(_: EditorGrid) -> Iterable[ShapeSpec]:
    """Read the rule against consecutive neighbours; dots of either colour exempt their cells."""
    return [("nonconsecutive", {"except_": ("difference", "ratio")})]


def _disjoint_groups(editor_grid: EditorGrid) -> Iterable[ShapeSpec]:
    """Yield the sets of cells at the same place of each region."""
    regions: dict[int, list[int]] = {}
    for cell, region in enumerate(editor_grid.regions):
        if region is not None:
            regions.setdefault(region, []).append(cell)
    longest = max(map(len, regions.values()), default=0)
    for place in range(longest):
        group = tuple(cells[place] for cells in regions.values() if place < len(cells))
        if len(group) > 1:
            kind = "house" if len(group) == editor_grid.size else "distinct"
            yield kind, {"cells": group, "label": f"place {place + 1} of each region"}


def negative(listed: Any) -> Iterable[ShapeSpec]:
    """Yield the rules that all dots or marks of the listed sorts are given.

    Raises:
        SudokuError: it is no list, or names an unknown sort.
    """
    if not isinstance(listed, list):
        raise SudokuError(
            f"{short(repr(listed))} is no list; a list such as ['ratio', 'xv'] belongs here"
        )
    for number, name in enumerate(listed):
        if name == "xv":
            yield "negative", {"kinds": ("pair-sum",), "sums": (5, 10)}
        elif name == "ratio":
            # White dots exempt their cells too; the difference 0 is forbidden by the rows anyway.
            yield "negative", {"kinds": ("difference", "ratio"), "differences": (0,)}
        else:
            raise SudokuError(
                f"{short(repr(name))} is not known; write ratio or xv", field=(number,)
            )


Codec = Callable[[Entry], Iterable[ShapeSpec]]
Group = Callable[[Sequence[Entry]], Iterable[ShapeSpec]]
Flag = Callable[[EditorGrid], Iterable[ShapeSpec]]

ENTRIES: Mapping[str, Codec] = {
    "arrow": _arrow,
    "betweenline": _on_lines("between", 3),
    "boxindexer": _indexer("box"),
    "clone": _clone,
    "columnindexer": _indexer("column"),
    "difference": _dot("difference"),
    "doublearrow": _on_lines("double-arrow", 3),
    "entropicline": _on_lines("entropic", closed=True),
    "extraregion": _extra_region,
    "killercage": _cage,
    "littlekillersum": _little_killer,
    "lockout": _on_lines("lockout", d="d"),
    "modularline": _on_lines("modular", closed=True, d="m"),
    "nabner": _on_sets("nabner"),
    "palindrome": _palindrome,
    "quadruple": _quadruple,
    "ratio": _dot("ratio"),
    "regionsumline": _on_lines("region-sum", closed=True),
    "renban": _on_sets("renban"),
    "rowindexer": _indexer("row"),
    "sandwichsum": _outside("sandwich", "sum"),
    "skyscraper": _outside("skyscraper", "count"),
    "slowthermometer": _on_lines("slow-thermometer"),
    "thermometer": _on_lines("thermometer"),
    "whispers": _on_lines("whisper", closed=True, d="d"),
    "xsum": _outside("x-sum", "sum"),
    "xv": _xv,
    "zipperline": _on_lines("zipper", 3),
}
"""Lists of objects, each of which is one shape or several."""

TOGETHER: Mapping[str, Group] = {
    "even": _marked("even"),
    "maximum": _marked("maximum"),
    "minimum": _marked("minimum"),
    "odd": _marked("odd"),
}
"""Lists of objects that are one shape together."""

FLAGS: Mapping[str, Flag] = {
    "antiking": _chess("king"),
    "antiknight": _chess("knight"),
    "diagonal+": _rising,
    "diagonal-": _falling,
    "disjointgroups": _disjoint_groups,
    "nonconsecutive": _nonconsecutive,
}
"""Rules about the whole grid, which are on or off."""
