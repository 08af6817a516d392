"""Writing links of SudokuPad: what it knows as it is known there, everything else as pictures."""

from __future__ import annotations

import json
import warnings
from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import quote

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import SudokuError
from sudokulib.formats.format import UnreadRuleWarning, Unwritable
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid
from sudokulib.formats.fpuzzles.export import puzzle_data
from sudokulib.formats.general import sets_of
from sudokulib.formats.grids import (
    cells_by_region,
    diagonals,
    jigsaw_grid,
    regions_of,
    size_of,
    symbols_of,
)
from sudokulib.formats.lzstring import compress
from sudokulib.formats.round_trip import dropped, lost_shapes
from sudokulib.formats.sudokupad.embedded import copy_of
from sudokulib.formats.sudokupad.export import drawings_of
from sudokulib.formats.sudokupad.overlapping import (
    Frame,
    frame_of,
    framed_data,
    hidden_cages,
    positions,
    underlays,
)
from sudokulib.formats.sudokupad.picture import CELL_SIZE, is_squared, pictured
from sudokulib.formats.sudokupad.reader import MOST_A_SIDE, reading_of_drawing
from sudokulib.puzzles.geometries.library import geometry, geometry_names
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import rule_sentences, sentences_of, undrawn_sentences
from sudokulib.shapes import Distinct, Shape

_GUARDS = {mark: chr(0xE000 + n) for n, mark in enumerate(",:[]{}")}
"""Placeholders for marks in texts, later written as character numbers.

SudokuPad expands shrunk JSON by replacing marks everywhere in the text, even in strings.
"""


def _guarded(value: Any) -> Any:
    """Return data with placeholders in all texts."""
    if isinstance(value, str):
        return value.translate({ord(mark): guard for mark, guard in _GUARDS.items()})
    if isinstance(value, dict):
        return {_guarded(key): _guarded(inner) for key, inner in value.items()}
    return list(map(_guarded, value)) if isinstance(value, list | tuple) else value


def link_of(puzzle: Puzzle) -> str:
    """Return the link of a puzzle; if SudokuPad cannot say it all, with a copy to be read back.

    Raises:
        Unwritable: its cells are not squares in a rectangle.
    """
    frame, overlapping = _frame(puzzle)
    data = _data(puzzle, frame, overlapping=overlapping)
    back = _read_back(data)
    if not overlapping and (back is None or dropped(puzzle, back)[1]):
        frame, overlapping = frame_of(puzzle, MOST_A_SIDE), True
        data = _data(puzzle, frame, overlapping=True)
        back = _read_back(data)
    lost, gained = dropped(puzzle, back) if back else ((), ("another puzzle",))
    if lost or gained:
        known = back is not None and not gained
        drawn = lost_shapes(puzzle, back) if back and known else _own_shapes(puzzle)
        data = _data(puzzle, frame, overlapping=overlapping, known=known, pictures=drawn)
        # As it will be read: without placeholders, and with lists for tuples.
        data["metadata"] |= _guarded(copy_of(puzzle, json.loads(_text(data))))
    return f"https://sudokupad.app/scl{quote(compress(_text(data)), safe='')}"


def unshown(puzzle: Puzzle) -> Iterator[str]:
    """Yield what of a puzzle SudokuPad cannot take, in words."""
    geometry = puzzle.geometry
    layered, found = geometry.topology.layered, 0
    for cell, domain in enumerate(geometry.domains):
        found |= 0 if cell in layered else domain
    symbols = geometry.alphabet.of_mask(found)
    if strange := [one for one in symbols if not one.isalnum() or not one.isascii()]:
        yield f"how to enter {' '.join(strange)}, as SudokuPad has keys for digits and letters"


def _own_shapes(puzzle: Puzzle) -> list[Shape]:
    """Return the shapes of a puzzle beyond the sets of its geometry."""
    sets = {shape.meaning for shape in puzzle.geometry.shapes if isinstance(shape.rule, Distinct)}
    return [shape for shape in puzzle.all_shapes if shape.meaning not in sets]


def _read_back(data: dict[str, Any]) -> Puzzle | None:
    """Return the puzzle that is read from a drawing; None if it is refused."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnreadRuleWarning)
            return reading_of_drawing(json.loads(_text(data)), DEFAULT_LIMITS).puzzle
    except OutOfBudget:
        raise
    except SudokuError:
        return None


def _text(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for mark, guard in _GUARDS.items():
        text = text.replace(guard, f"\\u{ord(mark):04x}")
    return text


def _data(
    puzzle: Puzzle,
    frame: Frame,
    *,
    overlapping: bool,
    known: bool = True,
    pictures: Collection[Shape] | None = None,
) -> dict[str, Any]:
    """Return a link's data.

    Args:
        puzzle: the puzzle.
        frame: the positions of its cells.
        overlapping: whether the sets without repeats are not just rows, columns and regions.
        known: whether rules that SudokuPad's users know are drawn as they know them.
        pictures: the shapes that are drawn as in the library's own pictures; where cells are no
            squares, they are said with their cells. None: nothing is, nor what is given in layers.
    """
    size, symbols = frame.side, puzzle.geometry.alphabet.symbols
    cells = range(len(frame.places))
    plain = symbols == symbols_of(len(symbols))
    given = {frame.places[cell]: value for cell, value in puzzle.given_values if cell in cells}
    answer = dict(zip(frame.places, puzzle.answer, strict=False))
    places = [[r * size + c for c in range(frame.width)] for r in range(frame.height)]
    regions = list(map(tuple, cells_by_region(regions_of(puzzle)).values()))
    hidden: list[dict[str, Any]] = []
    if overlapping:
        shapes = puzzle.geometry.shapes
        regions = [shape.cells for shape in shapes if "region" in shape.roles]
        hidden = hidden_cages(puzzle, frame, regions)
    home = {frame.places[c]: number for number, some in enumerate(regions) for c in some}
    editor_grid = EditorGrid(size, tuple(home.get(place) for place in range(size * size)))
    square = len(puzzle.geometry) == size**2 and size == len(symbols)
    stated: dict[str, Any] = {"grid": [[{} for _ in range(size)] for _ in range(size)]}
    if known:
        stated = puzzle_data(puzzle) if square else framed_data(puzzle, frame, editor_grid)
    drawings, sentences = drawings_of(stated, puzzle.description, editor_grid, puzzle.context)
    if overlapping:
        own = [one.text for one in rule_sentences(puzzle.geometry, puzzle.geometry.shapes)]
        sentences = [*own, *sentences[1:]]
        drawings["underlays"] = [*underlays(puzzle, frame), *drawings.get("underlays", [])]
    if pictures is not None and not is_squared(frame):
        sentences += undrawn_sentences(puzzle.geometry, puzzle.all_shapes, pictures)
    elif pictures is not None:
        more, notes = pictured(puzzle, frame, pictures, drawings.get("overlays", ()))
        drawings = {key: [*drawings.get(key, []), *more.get(key, [])] for key in drawings | more}
        said = sentences_of(puzzle.geometry, puzzle.all_shapes, pictures)
        sentences += [one for one in (*said, *notes) if one not in sentences]
    cages = [
        {
            "cells": [list(editor_grid.place(name)) for name in cage["cells"]],
            **({"value": cage["value"]} if "value" in cage else {}),
        }
        for cage in stated.get("killercage", [])
    ]
    marks = symbols_of(len(symbols)) if plain else symbols
    row_by_row = [marks[answer[p]] if p in answer else "." for row in places for p in row]
    metadata = {
        "title": puzzle.title,
        "author": puzzle.author,
        "rules": "\n".join(filter(None, [puzzle.description, *sentences])),
        "solution": "".join(row_by_row) if answer and _is_typed(puzzle, row_by_row) else "",
        "geometry": puzzle.geometry.name if overlapping else "",
    }
    lists: dict[str, list[Any]] = {
        "regions": [positions(frame, one) for one in regions],
        "cages": [*cages, *hidden],
        **drawings,
        "foglight": positions(frame, puzzle.fog),
    }
    return {
        "cellSize": CELL_SIZE,
        "metadata": {
            **{key: _guarded(text) for key, text in metadata.items() if text},
            **({"description": _guarded(puzzle.description)} if sentences else {}),
            **({"norowcol": True} if overlapping else {}),
        },
        "cells": [
            [
                {"value": str(given[p] + 1) if plain else _guarded(symbols[given[p]])}
                if p in given else {}
                for p in row
            ]
            for row in places
        ],
        **{key: _guarded(listed) for key, listed in lists.items() if listed},
    }  # fmt: skip


def _is_typed(puzzle: Puzzle, marks: list[str]) -> bool:
    """Return whether the solution is what is typed: a symbol of one character in each cell."""
    layered = bool(puzzle.geometry.topology.layered)
    placed = not layered or any(isinstance(one.rule, Distinct) for one in puzzle.all_shapes)
    return placed and max(map(len, marks)) == 1


def _frame(puzzle: Puzzle) -> tuple[Frame, bool]:
    """Return where the cells are, and whether the geometry is not just its rows and regions."""
    try:
        size = size_of(puzzle, MOST_A_SIDE, 2)
    except Unwritable:
        return frame_of(puzzle, MOST_A_SIDE), True
    plain = jigsaw_grid(size, tuple(regions_of(puzzle)))
    known = {frozenset(cells) for cells, _ in sets_of(plain.puzzle())}
    known.update(map(frozenset, diagonals(size)))
    own = puzzle.geometry.puzzle()
    more = any(frozenset(cells) not in known for cells, _ in sets_of(own))
    if puzzle.geometry.name in geometry_names() and puzzle.geometry != plain:
        more = more or puzzle.geometry == geometry(puzzle.geometry.name)  # seams, or roles of sets
    return Frame(puzzle.geometry, size, size, tuple(range(size * size))), more
