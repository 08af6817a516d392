"""Reading links of SudokuPad: the copy of a puzzle in them, or else what is drawn and said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.format import has_link, warn_unread
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid, integer
from sudokulib.formats.fpuzzles.reader import stated_shapes
from sudokulib.formats.grids import (
    puzzle_on,
    rectangular_grid,
    symbols_of,
)
from sudokulib.formats.lzstring import decompress
from sudokulib.formats.sudokupad.drawings import DRAWN
from sudokulib.formats.sudokupad.embedded import copied_puzzle
from sudokulib.formats.sudokupad.overlapping import (
    Frame,
    framed_geometry,
    hidden_sets,
    is_underlay,
)
from sudokulib.formats.sudokupad.recognition import Recognised, recognise
from sudokulib.formats.sudokupad.shrunk import unshrink
from sudokulib.puzzles.geometries.error_collector import ErrorCollector
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import rule_sentences
from sudokulib.shapes import Cage, Shape

_START = re.compile(r"(?:^|[/=])(?:scl|ctc)")
_PAYLOAD = re.compile(r"([A-Za-z0-9+/=%_ -]{16,})(?:[?&#]\S*)?")
_SAID = re.compile(r"(title|author|rules|solution)\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)
_KEYS = frozenset({
    *DRAWN, "author", "cages", "cellSize", "cells", "fogofwar", "foglight", "id", "metadata",
    "regions", "rules", "settings", "solution", "title", "triggereffect",
})  # fmt: skip
"""Keys that state no rule, or that are read."""

_FOG = re.compile(r"fow|foglight|msgcorrect\s*:|customstyle\s*:", re.IGNORECASE)
_LIGHT = re.compile(r"foglight\s*(?::(.*))?$", re.IGNORECASE | re.DOTALL)
_LAMP = re.compile(r"fow$", re.IGNORECASE)
_PLACE = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
MOST_A_SIDE = 35
"""The most cells per side: the solution has one character per cell, and there are 35 symbols."""


def is_link(text: str) -> bool:
    """Return whether a text is a link that contains a puzzle."""
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
    copied, problem = copied_puzzle(data, limits)
    if copied is not None:
        said = rule_sentences(copied.geometry, copied.all_shapes)
        return Reading(copied, tuple(one.text for one in said), ())
    found = reading_of_drawing(data, limits)
    return replace(found, unread=(*found.unread, problem)) if problem else found


def read(text: str, name: str, limits: Limits) -> Puzzle:
    """Return the puzzle in a link of SudokuPad, with a warning for each part that may be a rule.

    Raises:
        SudokuError: it is not such a link, or damaged.
    """
    found = reading_of(text, name, limits)
    warn_unread(found.unread)
    return found.puzzle


def reading_of_drawing(data: dict[str, Any], limits: Limits) -> Reading:
    """Return the puzzle that is drawn and said in a link, without the copy that it may hold.

    Args:
        data: the link, with long keys.
        limits: bounds on what it may expand to.

    Raises:
        SudokuError: something is wrong in it.
    """
    rows = data["cells"]
    height, width = len(rows), len(rows[0]) if rows and isinstance(rows[0], list) else 0
    cages = [one for one in _list(data.get("cages")) if isinstance(one, dict)]
    hidden = hidden_sets(cages)
    if any(not isinstance(row, list) or len(row) != width for row in rows) or not (
        1 < min(height, width) <= max(height, width) <= MOST_A_SIDE and (height == width or hidden)
    ):
        raise SudokuError(
            f"the grid has {height} rows, but not as many columns; only square grids to "
            f"{MOST_A_SIDE}x{MOST_A_SIDE} are read, and others with their sets"
        )
    size = max(height, width)
    limits.check("cells", size * size)
    metadata = data.get("metadata")
    texts = _texts(metadata, cages)
    regions = tuple(
        tuple(sorted(set(members)))
        for one in _list(data.get("regions"))
        if len(members := _cells(one, size)) > 1
    )
    if hidden:
        sets = [tuple(members) for one in hidden if len(members := _cells(one, size)) > 1]
        named = metadata.get("geometry") if isinstance(metadata, dict) else None
        frame = framed_geometry(named, (height, width), list(regions), sets, limits)
    else:
        if large := [cells for cells in regions if len(cells) > size]:
            raise SudokuError(
                f"a region has {len(large[0])} cells, but there are {size} values; divide it"
            )
        grid = rectangular_grid(size, size, None, symbols_of(size), (regions,))
        frame = Frame(grid, size, size, tuple(range(size * size)))
    return _framed(
        data, cages, texts, regions=regions, frame=frame, limits=limits, overlapping=bool(hidden)
    )


def _framed(
    data: dict[str, Any],
    cages: list[dict[str, Any]],
    texts: dict[str, str],
    *,
    regions: Collection[tuple[int, ...]],
    frame: Frame,
    limits: Limits,
    overlapping: bool,
) -> Reading:
    """Return what is on the cells of a frame."""
    size, grid, cell_at = frame.side, frame.geometry, frame.cells
    home = {cell: number for number, cells in enumerate(regions) for cell in cells}
    editor_grid = EditorGrid(size, tuple(home.get(cell) for cell in range(size * size)))
    rules = texts.get("rules", "")
    if overlapping:
        own = {one.text for one in rule_sentences(grid, grid.shapes)}
        rules = "\n".join(line for line in rules.splitlines() if line not in own)
        under = _list(data.get("underlays"))
        data = {**data, "underlays": [one for one in under if not is_underlay(one)]}
    found = recognise(data, rules, editor_grid, cages=_has_cages(cages, size))
    unread = _unread(data, found, complete=overlapping)
    drawn = [*_cages(cages, size, found, unread)]
    drawn += [one for _, one in stated_shapes(found.entries, editor_grid, limits, ErrorCollector())]
    moved = [one.moved(cell_at) for one in drawn if cell_at.keys() >= {*one.cells}]
    if len(moved) < len(drawn):
        unread.append("a rule is on places that have no cell; it is not read")
    stated = {one.meaning for one in grid.shapes} if overlapping else set()
    shapes = [one for one in moved if one.meaning not in stated]
    limits.check("shapes", len(shapes))
    known = dict(_known(data["cells"], size, len(grid.alphabet)))
    if stray := known.keys() - cell_at.keys():
        r, c = divmod(min(stray), size)
        raise GivensError(f"R{r + 1}C{c + 1} has a value, but is in no row, column or region")
    seen = [cell_at[place] for place in _seen_in_fog(data, cages, frame) if place in cell_at]
    if not seen and _states_fog(data, cages):
        unread.append("fog: no cell of the grid is seen at the start; it is read without fog")
    puzzle = puzzle_on(
        grid,
        {cell_at[place]: value for place, value in known.items()},
        shapes=shapes,
        answer=_stated_solution(texts.pop("solution", ""), frame),
        texts=_described(texts, data.get("metadata")),
        fog=seen,
    )
    return Reading(puzzle, found.understood, tuple(unread))


def _states_fog(data: dict[str, Any], cages: Iterable[dict[str, Any]]) -> bool:
    """Return whether a puzzle has fog, even if no cell is seen in it at the start."""
    said = (str(cage.get("value")) for cage in cages)
    listed = any(isinstance(data.get(key), list) for key in ("foglight", "fogofwar"))
    return listed or any(_LIGHT.match(value) or _LAMP.match(value) for value in said)


def _seen_in_fog(data: dict[str, Any], cages: Iterable[dict[str, Any]], frame: Frame) -> set[int]:
    """Return the places that are seen at the start; none if there is no fog.

    A light is a cell; a lamp reaches all that touch it. Both may be cages with words in them.
    """
    lit = set(_cells(data.get("foglight"), frame.side))
    wide = _cells(data.get("fogofwar"), frame.side)
    for cage in cages:
        value, cells = str(cage.get("value")), cage.get("cells")
        if light := _LIGHT.match(value):
            lit.update(_cells(light[1] or cells, frame.side))
        if _LAMP.match(value):
            wide += _cells(cells, frame.side)
    near, cell_at = frame.geometry.topology.corner_neighbours, frame.cells
    around = (frame.places[cell] for one in wide if one in cell_at for cell in near(cell_at[one]))
    return lit.union(wide, around)


def _has_cages(cages: Iterable[dict[str, Any]], size: int) -> bool:
    return any(_cells(one.get("cells"), size) for one in cages if not _is_silent(one))


def _is_silent(cage: dict[str, Any]) -> bool:
    """Return whether a cage is a text in disguise, a light in fog, or a set that is not seen."""
    value = cage.get("value")
    said = isinstance(value, str) and bool(_SAID.match(value) or _FOG.match(value))
    return said or bool(hidden_sets([cage]))


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


def _known(rows: list[list[Any]], size: int, most: int) -> Iterator[tuple[int, int]]:
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            value = cell.get("value") if isinstance(cell, dict) else None
            if value not in (None, "", {}):
                number = integer(value)
                if number is None or not 1 <= number <= most:
                    raise GivensError(
                        f"{short(str(value))!r} in R{r + 1}C{c + 1} is not a value; "
                        f"write a number from 1 to {most}"
                    )
                yield r * size + c, number - 1


def _cells(value: Any, size: int) -> list[int]:
    """Return the cells of a list of positions or names; those off the grid are left out."""
    names = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    if names:
        value = [(int(r) - 1, int(c) - 1) for one in names for r, c in _PLACE.findall(one)]
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


def _stated_solution(text: str, frame: Frame) -> tuple[int, ...]:
    """Return the stated solution; empty where it is not filled."""
    symbols = symbols_of(len(frame.geometry.alphabet))
    if len(text) != frame.height * frame.width:
        return ()
    marks = [text[r * frame.width + c] for r, c in (divmod(p, frame.side) for p in frame.places)]
    return tuple(map(symbols.index, marks)) if set(marks) <= set(symbols) else ()


def _unread(data: dict[str, Any], found: Recognised, *, complete: bool = False) -> list[str]:
    """Return messages on all that may be a rule and is not read.

    Args:
        data: the puzzle, with long keys.
        found: what was recognised.
        complete: whether the sets without repeats are all there.
    """
    unread = []
    if found.unread:
        said = short(" ".join(found.unread))
        unread.append(f"rules: a rule that is only said in words is not read: {said!r}")
    if not complete and not found.normal and (found.unread or found.understood):
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
