"""Links of SudokuMaker: a grid, and a list of elements each of which states a rule or is drawn.

The numbers of the types of elements, and what their parts mean, were checked against 190 links of
setters; dots, clues and lines of those fit the digits that their setters had entered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from sudokulib.basics.cells import Line
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.format import Format, has_link, register_format, warn_unread
from sudokulib.formats.fpuzzles.editor_grid import integer
from sudokulib.formats.grids import cells_by_region, puzzle_on, rectangular_grid
from sudokulib.formats.lzstring import decompress
from sudokulib.formats.spelling import Fields, shape_of
from sudokulib.formats.stated_rules import not_read
from sudokulib.formats.sudokumaker.custom_constraints import custom_shapes
from sudokulib.formats.sudokumaker.elements import ELEMENTS, Data, missing_dots
from sudokulib.formats.sudokumaker.maker_grid import MakerGrid, as_list, objects
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["SUDOKUMAKER"]

_LINK = re.compile(r"[?&]puzzle=(?P<payload>[A-Za-z0-9+/=$%_ -]{16,})(?:[&#]\S*)?$")
_MOST = 35
"""The most cells per side, as in other formats of editors."""

_LINES, _REGIONS, _CUSTOM = 2003, 1, 1000
_DRAWN = {2000: "lines", 2001: "cages", 2002: "symbols"}


def _is_link(text: str) -> bool:
    return has_link(text, _LINK)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    data = _data(text, name, limits)
    elements = [one for one in objects(data.get("constraints", [])) if not one.get("disabled")]
    grid = _grid(data, elements, limits)
    areas = _line_areas(data, elements)
    known, answer = _digits(data, grid)
    warned: list[str] = []
    fields = [*_areas(grid, areas), *_rules(grid, elements, warned, _houses(grid, areas), limits)]
    limits.check("shapes", len(fields))
    texts = {
        "title": _text(data.get("name")),
        "author": _text(data.get("author")),
        "description": _text(data.get("comment")),
        "source": "SudokuMaker",
    }
    puzzle = puzzle_on(
        _geometry(grid, lines=areas is None),
        known,
        shapes=map(shape_of, fields),
        texts=texts,
        answer=answer,
    )
    warn_unread([*_unread_texts(texts["description"], grid, elements), *warned])
    return puzzle


def _data(text: str, name: str, limits: Limits) -> Data:
    """Return the puzzle in a link.

    Raises:
        SudokuError: the link is damaged, or holds none.
    """
    link = _LINK.search(text.strip())
    if link is None:
        raise SudokuError(
            f"{name} is not a link of SudokuMaker that contains its puzzle; such a link has "
            "?puzzle= and then the puzzle"
        )
    payload = unquote(link["payload"]).replace(" ", "+").replace("-", "/").replace("$", "=")
    said = decompress(payload, limits=limits)
    try:
        document = json.loads(said)
    except (ValueError, RecursionError):
        raise SudokuError(
            f"{name} holds {short(repr(said))}, which is not JSON; copy the whole link again"
        ) from None
    data = document.get("puzzle") if isinstance(document, dict) else None
    if not isinstance(data, dict):
        raise SudokuError(f"{name} holds no puzzle; copy the whole link again")
    return data


def _text(value: Any) -> str:
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""


def _size(data: Data, key: str, usual: int) -> int:
    found = integer(data.get(key, data.get("size", usual)))
    if found is None or not 1 <= found <= _MOST:
        value = short(repr(data.get(key, data.get("size"))))
        raise SudokuError(f"{key} {value} is not a size; grids have 1 to {_MOST} cells a side")
    return found


def _grid(data: Data, elements: Iterable[Data], limits: Limits) -> MakerGrid:
    rows, columns = _size(data, "height", 9), _size(data, "width", 9)
    limits.check("cells", rows * columns)
    custom = data.get("type") == "custom"
    least = integer(data.get("minDigit", 1))
    most = integer(data.get("maxDigit", 9 if custom else max(rows, columns)))
    if least is None or most is None or not 0 <= least <= most <= _MOST:
        raise SudokuError(
            f"minDigit {short(repr(data.get('minDigit')))} and maxDigit "
            f"{short(repr(data.get('maxDigit')))} are not digits from 0 to {_MOST}; correct them"
        )
    values = tuple(range(least, most + 1))
    maps = [one for one in elements if _type(one) == _REGIONS]
    regions: list[int | None] = [None] * (rows * columns)
    for one in maps:
        listed = as_list(one.get("regions"))
        if len(listed) != rows * columns or any(integer(n) is None for n in listed):
            raise SudokuError(
                f"regions {short(repr(listed))} are not one number for each of the "
                f"{rows * columns} cells; list them all, -1 for none"
            )
        regions = [None if n < 0 else n for n in map(int, listed)]
    return MakerGrid(rows, columns, values, tuple(regions), "custom" if custom else "sudoku")


def _geometry(grid: MakerGrid, *, lines: bool) -> Geometry:
    regions = cells_by_region(grid.regions)
    layout = tuple(tuple(cells) for _, cells in sorted(regions.items()))
    return rectangular_grid(
        grid.rows,
        grid.columns,
        None,
        tuple(map(str, grid.values)),
        (layout,) if layout else (),
        lines=lines,
    )


def _line_areas(data: Data, elements: Iterable[Data]) -> list[Any] | None:
    """Return the rectangles in whose rows and columns digits differ; None if everywhere."""
    found = [one for one in elements if _type(one) == _LINES]
    if data.get("type") != "custom" or any(not one.get("areas") for one in found):
        return None
    return [area for one in found for area in objects(one.get("areas"))]


def _areas(grid: MakerGrid, areas: Iterable[Data] | None) -> Iterator[Fields]:
    for area in areas or ():
        x, y, width, height = (integer(area.get(key)) for key in ("x", "y", "width", "height"))
        if x is None or y is None or width is None or height is None or min(x, y) < 0:
            raise SudokuError(f"{short(repr(area))} is not an area; write x, y, width and height")
        columns, rows = range(x, min(x + width, grid.columns)), range(y, min(y + height, grid.rows))
        cells = [[row * grid.columns + column for column in columns] for row in rows]
        for line in (*cells, *map(list, zip(*cells, strict=True))):
            if len(line) > 1:
                yield {"kind": "distinct", "cells": tuple(line)}


def _houses(grid: MakerGrid, areas: list[Any] | None) -> list[Line]:
    """Return the rows and columns whose cells differ."""
    everywhere = [{"x": 0, "y": 0, "width": grid.columns, "height": grid.rows}]
    return [line["cells"] for line in _areas(grid, everywhere if areas is None else areas)]


def _digits(data: Data, grid: MakerGrid) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the given digits, and the solution if digits are entered everywhere."""
    cells = objects(data.get("cells", []))
    if len(cells) != grid.rows * grid.columns:
        raise SudokuError(
            f"there are {len(cells)} cells, but the grid is {grid.rows}×{grid.columns}; "
            "copy the whole link again"
        )
    entered = {n: one["value"] for n, one in enumerate(cells) if one.get("value") is not None}
    known = {n: grid.value(value) for n, value in entered.items() if cells[n].get("given")}
    full = len(entered) == len(cells) and all(integer(v) in grid.values for v in entered.values())
    return known, tuple(grid.value(value) for value in entered.values()) if full else ()


def _type(element: Data) -> int:
    """Return the number of the type of an element; -1 if it has none."""
    number = integer(element.get("type"))
    return -1 if number is None else number


def _rules(
    grid: MakerGrid,
    elements: list[Data],
    warned: list[str],
    houses: Sequence[Line],
    limits: Limits,
) -> Iterator[Fields]:
    """Yield the fields of all shapes, and append what is not read to the warnings."""
    custom = iter(custom_shapes(grid, [e for e in elements if _type(e) == _CUSTOM], houses, limits))
    for one in elements:
        number = _type(one)
        named = f" {short(str(one['name']))!r}" if one.get("name") else ""
        if number in ELEMENTS:
            yield from ELEMENTS[number].read(grid, one)
        elif number in _DRAWN:
            what = _DRAWN[number]
            count = len(as_list(one.get(what, [])))
            warned.append(f"{count} drawn {what}{named}; if they mean a rule, it is not read")
        elif number == _CUSTOM:
            shapes, unread = next(custom)
            yield from shapes
            warned += unread
        else:
            warned.append(
                f"an element{named} of the unknown type {short(repr(one.get('type')))}; "
                "if it is a rule, it is not read"
            )
    yield from missing_dots(grid, elements)


def _unread_texts(text: str, grid: MakerGrid, elements: Iterable[Data]) -> Iterator[str]:
    given = {ELEMENTS[n].said for n in map(_type, elements) if n in ELEMENTS} - {""}
    if None not in grid.regions:
        given.add("regions")
    if said := not_read(text, len(grid.values), given):
        yield f"comment: a rule that is only said in words is not read: {short(said)!r}"


SUDOKUMAKER = register_format(
    Format(
        "sudokumaker",
        _is_link,
        _read,
        summary="links of SudokuMaker that contain their puzzle (?puzzle=)",
        keeps="only read: rectangular grids to 35×35, 42 types of elements, texts "
        "and solution; custom constraints are programs, which are run if mini-racer is "
        "installed (`sudokulib[sudokumaker]`), and read as what they add",
    )
)
"""A full grid of entered digits is the solution, as in SudokuMaker's own exports."""
