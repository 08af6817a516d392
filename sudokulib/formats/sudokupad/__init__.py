"""Links of SudokuPad that contain their puzzle, as a drawing.

SudokuPad draws without knowing rules. Givens, regions, cages with a sum, the texts of the puzzle
and its solution are read; rows, columns and regions are assumed to have no repeats. Drawings are
read where a sentence of the rules says what they mean; every other drawing that may be a rule, and
every other sentence, causes a warning.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.format import Format, has_link, register_format, warn_unread
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid, integer
from sudokulib.formats.fpuzzles.export import puzzle_data
from sudokulib.formats.fpuzzles.reader import stated_shapes
from sudokulib.formats.grids import (
    cells_by_region,
    puzzle_on,
    rectangular_grid,
    regions_of,
    size_of,
    symbols_of,
)
from sudokulib.formats.lzstring import compress, decompress
from sudokulib.formats.sudokupad.drawings import DRAWN
from sudokulib.formats.sudokupad.export import drawings_of
from sudokulib.formats.sudokupad.recognition import Recognised, recognise
from sudokulib.formats.sudokupad.shrunk import unshrink
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import ErrorCollector
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import undrawn_sentences
from sudokulib.shapes import Cage, Shape

__all__ = ["SUDOKUPAD", "Reading", "reading_of"]

_START = re.compile(r"(?:^|[/=])(?:scl|ctc)")
_PAYLOAD = re.compile(r"([A-Za-z0-9+/=%_ -]{16,})(?:[?&#]\S*)?")
_SAID = re.compile(r"(title|author|rules|solution)\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)
_KEYS = frozenset({
    *DRAWN, "author", "cages", "cellSize", "cells", "fogofwar", "foglight", "id", "metadata",
    "regions", "rules", "settings", "solution", "title", "triggereffect",
})  # fmt: skip
"""Keys that state no rule, or that are read."""

_FOG = re.compile(r"fow|foglight|msgcorrect\s*:|customstyle\s*:", re.IGNORECASE)
_LIGHT = re.compile(r"foglight|fow$", re.IGNORECASE)
_PLACE = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_MOST = 35
"""The most cells per side: the solution has one character per cell, and there are 35 symbols."""


def _is_link(text: str) -> bool:
    return has_link(text, _START) and _payload(text) is not None


def _payload(text: str) -> str | None:
    """Return the text after the prefix; None if that is not a payload."""
    text = text.strip()
    start = _START.search(text)
    match = _PAYLOAD.fullmatch(text, start.end()) if start else None
    return unquote(match[1]).replace(" ", "+") if match else None


@dataclass(frozen=True)
class Reading:
    """A puzzle as read from a link, and what of its text that took into account.

    Args:
        puzzle: the puzzle.
        understood: the sentences of the text whose rules it has.
        unread: messages on everything else that may be a rule; empty if nothing was left over.
    """

    puzzle: Puzzle
    understood: tuple[str, ...]
    unread: tuple[str, ...]


def reading_of(text: str, name: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> Reading:
    """Return the puzzle in a link of SudokuPad, with what was understood and what was not.

    Args:
        text: the link.
        name: the name of the text in errors.
        limits: bounds on what it may expand to.

    Raises:
        SudokuError: it is not such a link, or damaged.

    >>> import sudokulib
    >>> four = sudokulib.read("{geometry: 4x4, shapes: [{kind: anti, moves: knight}]}")
    >>> reading_of(sudokulib.write(four, "sudokupad").text).understood[1]
    "Identical digits cannot be a knight's move apart."
    """
    limits.check("text", len(text))
    payload = _payload(text)
    if payload is None:
        raise SudokuError(
            f"{name} is not a link of SudokuPad that contains its puzzle; such a link has scl "
            f"and then the puzzle, while short ones hold only the number of a puzzle on a server"
        )
    data = unshrink(decompress(payload, limits=limits))
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise SudokuError(f"{name} has no cells; copy the whole link again")
    return _reading(data, limits)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    found = reading_of(text, name, limits)
    warn_unread(found.unread)
    return found.puzzle


def _reading(data: dict[str, Any], limits: Limits) -> Reading:
    rows = data["cells"]
    size = len(rows)
    if any(not isinstance(row, list) or len(row) != size for row in rows) or not 1 < size <= _MOST:
        raise SudokuError(
            f"the grid has {size} rows, but not as many columns; only square grids to "
            f"{_MOST}x{_MOST} are read"
        )
    limits.check("cells", size * size)
    cages = [one for one in _list(data.get("cages")) if isinstance(one, dict)]
    texts = _texts(data.get("metadata"), cages)
    regions = tuple(
        tuple(sorted(set(members)))
        for one in _list(data.get("regions"))
        if len(members := _cells(one, size)) > 1
    )
    if large := [cells for cells in regions if len(cells) > size]:
        raise SudokuError(
            f"a region has {len(large[0])} cells, but there are {size} values; divide it"
        )
    home = {cell: number for number, cells in enumerate(regions) for cell in cells}
    editor_grid = EditorGrid(size, tuple(home.get(cell) for cell in range(size * size)))
    found = recognise(data, texts.get("rules", ""), editor_grid, cages=_has_cages(cages, size))
    unread = _unread(data, found)
    shapes = [*_cages(cages, size, found, unread)]
    shapes += [
        one for _, one in stated_shapes(found.entries, editor_grid, limits, ErrorCollector())
    ]
    limits.check("shapes", len(shapes))
    grid = rectangular_grid(size, size, None, symbols_of(size), (regions,))
    known = dict(_known(rows, size))
    answer = _stated_solution(texts.pop("solution", ""), size)
    texts = _described(texts, data.get("metadata"))
    fog = _seen_in_fog(data, cages, grid)
    puzzle = puzzle_on(grid, known, shapes=shapes, texts=texts, answer=answer, fog=fog)
    return Reading(puzzle, found.understood, tuple(unread))


def _seen_in_fog(data: dict[str, Any], cages: Iterable[dict[str, Any]], grid: Geometry) -> set[int]:
    """Return the cells that are seen at the start; none if there is no fog."""
    size = len(grid.alphabet)
    lit = set(_cells(data.get("foglight"), size))
    for cage in cages:
        if _LIGHT.match(str(cage.get("value"))):
            lit.update(_cells(cage.get("cells"), size))
    wide = _cells(data.get("fogofwar"), size)
    return lit.union(wide, *map(grid.topology.corner_neighbours, wide))


def _has_cages(cages: Iterable[dict[str, Any]], size: int) -> bool:
    return any(_cells(one.get("cells"), size) for one in cages if not _is_silent(one))


def _is_silent(cage: dict[str, Any]) -> bool:
    """Return whether a cage is a text in disguise, or lights up a fog."""
    value = cage.get("value")
    return isinstance(value, str) and bool(_SAID.match(value) or _FOG.match(value))


def _cages(
    cages: Iterable[dict[str, Any]], size: int, found: Recognised, unread: list[str]
) -> Iterator[Shape]:
    for cage in cages:
        cells = tuple(sorted(set(_cells(cage.get("cells"), size))))
        value = cage.get("value")
        total = integer(value)
        if not cells or _is_silent(cage):
            continue
        if total is not None or (found.cages and value in (None, {}, "")):
            yield Shape(Cage(cells, total))
        else:
            what = f"with {short(str(value))!r}" if value not in (None, {}, "") else "without a sum"
            at = f"R{cells[0] // size + 1}C{cells[0] % size + 1}"
            unread.append(f"a cage {what} at {at}; if it is a rule, it is not read")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _known(rows: list[list[Any]], size: int) -> Iterator[tuple[int, int]]:
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            value = cell.get("value") if isinstance(cell, dict) else None
            if value not in (None, "", {}):
                number = integer(value)
                if number is None or not 1 <= number <= size:
                    raise GivensError(
                        f"{short(str(value))!r} in R{r + 1}C{c + 1} is not a value; "
                        f"write a number from 1 to {size}"
                    )
                yield r * size + c, number - 1


def _cells(value: Any, size: int) -> list[int]:
    """Return the cells of a list of positions or names; those off the grid are left out."""
    if isinstance(value, str):
        value = [(int(r) - 1, int(c) - 1) for r, c in _PLACE.findall(value)]
    places = [at for at in _list(value) if isinstance(at, list | tuple) and len(at) == 2]
    numbers = [(integer(r), integer(c)) for r, c in places]
    return [
        r * size + c
        for r, c in numbers
        if r is not None and c is not None and 0 <= r < size and 0 <= c < size
    ]


def _texts(metadata: Any, cages: list[dict[str, Any]]) -> dict[str, str]:
    """Return title, author, rules and solution: from the metadata, or disguised as cages."""
    found: dict[str, str] = {}
    for cage in cages:
        value = cage.get("value")
        if isinstance(value, str) and (match := _SAID.match(value)):
            found[match[1].lower()] = match[2]
    if isinstance(metadata, dict):
        for key in ("title", "author", "rules", "solution"):
            value = metadata.get(key)
            said = "\n".join(map(str, value)) if isinstance(value, list) else value
            if isinstance(said, str | int) and str(said).strip():
                found[key] = str(said)
    return {
        key: text.strip().encode("utf-8", "replace").decode("utf-8") for key, text in found.items()
    }


def _described(texts: dict[str, str], metadata: Any) -> dict[str, str]:
    """Return the texts with the description: the rules, without sentences added by this writer."""
    own = metadata.get("description") if isinstance(metadata, dict) else None
    rules = texts.pop("rules", "")
    written = isinstance(own, str) and rules.startswith(own.strip())
    return {**texts, "description": str(own) if written else rules}


def _stated_solution(text: str, size: int) -> tuple[int, ...]:
    """Return the stated solution; empty where it is not filled."""
    symbols = symbols_of(size)
    if len(text) != size * size or not set(text) <= set(symbols):
        return ()
    return tuple(symbols.index(mark) for mark in text)


def _unread(data: dict[str, Any], found: Recognised) -> list[str]:
    """Return messages on all that may be a rule and is not read."""
    unread = []
    if found.unread:
        said = short(" ".join(found.unread))
        unread.append(f"rules: a rule that is only said in words is not read: {said!r}")
    if not found.normal and (found.unread or found.understood):
        unread.append(
            "rules: they do not say that rows, columns and regions have no repeats; this is assumed"
        )
    metadata = data.get("metadata")
    if isinstance(metadata, dict) and metadata.get("bgimage"):
        unread.append("bgimage: a picture behind the grid; if it shows rules, they are not read")
    unread += [
        f"{short(key)!r}: this key is not known; if it is a rule, it is not read"
        for key, value in data.items()
        if key not in _KEYS and value not in (None, False, [], {}, "")
    ]
    for key in DRAWN:
        explained = sum(source[0] == key for source in found.drawn)
        if count := len(_list(data.get(key))) - explained:
            what = "1 drawing" if count == 1 else f"{count} drawings"
            unread.append(f"{key}: {what} of this sort; if they mean a rule, it is not read")
    return unread


_GUARDS = {mark: chr(0xE000 + n) for n, mark in enumerate(",:[]{}")}
"""Placeholders for marks in texts, later written as character numbers.

SudokuPad expands shrunk JSON by replacing marks everywhere in the text, even in strings.
"""


def _guarded(text: str) -> str:
    return text.translate({ord(mark): guard for mark, guard in _GUARDS.items()})


def _cell_positions(cells: Iterable[int], size: int) -> list[list[int]]:
    """Return the row and column of each cell."""
    return [list(divmod(cell, size)) for cell in cells]


def _write(puzzle: Puzzle, undrawn: Collection[Shape] = ()) -> str:
    size = size_of(puzzle, _MOST, 2)
    given = dict(puzzle.given_values)
    cells = [{"value": str(given[c] + 1)} if c in given else {} for c in range(size * size)]
    regions = [_cell_positions(one, size) for one in cells_by_region(regions_of(puzzle)).values()]
    stated = puzzle_data(puzzle)
    editor_grid = EditorGrid(size, tuple(regions_of(puzzle)))
    drawings, sentences = drawings_of(stated, puzzle.description, editor_grid, puzzle.context)
    sentences += undrawn_sentences(puzzle.geometry, puzzle.all_shapes, undrawn)
    cages = [
        {
            "cells": [list(editor_grid.place(name)) for name in cage["cells"]],
            **({"value": cage["value"]} if "value" in cage else {}),
        }
        for cage in stated.get("killercage", [])
    ]
    metadata = {
        "title": puzzle.title,
        "author": puzzle.author,
        "rules": "\n".join(filter(None, [puzzle.description, *sentences])),
        "solution": "".join(symbols_of(size)[value] for value in puzzle.answer),
    }
    lists: dict[str, list[Any]] = {"regions": regions, "cages": cages, **drawings}
    data = {
        "cellSize": 64,
        "metadata": {
            **{key: _guarded(text) for key, text in metadata.items() if text},
            **({"description": _guarded(puzzle.description)} if sentences else {}),
        },
        "cells": [cells[start : start + size] for start in range(0, len(cells), size)],
        **{key: listed for key, listed in lists.items() if listed},
        **({"foglight": _cell_positions(puzzle.fog, size)} if puzzle.fog else {}),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for mark, guard in _GUARDS.items():
        text = text.replace(guard, f"\\u{ord(mark):04x}")
    return f"https://sudokupad.app/scl{quote(compress(text), safe='')}"


SUDOKUPAD = register_format(
    Format(
        "sudokupad",
        _is_link,
        _read,
        _write,
        summary="links of SudokuPad that contain their puzzle (scl)",
        keeps="givens, regions, cages, texts and solution of square grids to 35×35; thermometers, "
        "arrows, lines, dots, quads, XV, diagonals, odd and even cells, clues outside and chess "
        "moves, drawn and said in words; fog",
        worded=_write,
    )
)
"""A drawing; everything in it that may be a rule causes a warning."""
