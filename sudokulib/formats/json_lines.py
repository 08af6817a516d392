"""Files of puzzles as JSON objects, one per line, as `sudokulib.write_set` writes them."""

from __future__ import annotations

import json
from typing import Any

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import rectangular_grid
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data

_TRACE = ("trace", "cells", "symbols", "solved", "steps", "end")
"""Keys in the lines of traces that are not part of the puzzle; see docs/traces.md."""


def puzzle_part(data: dict[str, Any]) -> dict[str, Any]:
    """Return the puzzle's data in a line, without its number and the record of how it was made.

    >>> puzzle_part({"id": 7, "geometry": "4x4", "generated": {"record": 1}})
    {'geometry': '4x4'}
    """
    others = {"id", "generated", *(_TRACE if "trace" in data else ())}
    return {key: value for key, value in data.items() if key not in others}


def _object(line: str) -> dict[str, Any] | None:
    """Return the object in a line; None if there is none."""
    if not line.startswith("{"):
        return None
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def is_json_lines(text: str) -> bool:
    """Return whether the first line other than comments is a JSON object with a geometry."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return "geometry" in (_object(first) or ())


def _read(line: str, name: str, limits: Limits) -> Puzzle:
    line = line.strip()
    data = _object(line)
    if data is None:
        raise GivensError(
            f"{name}: {short(line)!r} is not a JSON object; "
            'write one per line, such as {"geometry": "4x4", "givens": "1... ..2. .3.. ...4"}'
        )
    own = puzzle_part(data)
    text = line if own.keys() == data.keys() else json.dumps(own, ensure_ascii=False)
    return loads(text, name, limits=limits)


def file_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of a puzzle file, with the stated solution, and grids in short form.

    >>> import sudokulib
    >>> file_data(sudokulib.read("1.....2..3.....4"))["geometry"]
    '4x4'
    """
    data = puzzle_file_data(puzzle)
    if (
        isinstance(data["geometry"], dict)
        and "cells" in data["geometry"]
        and (size := _plain_size(puzzle))
    ):
        for name in ("cells", "adjacency"):
            data["geometry"].pop(name, None)
        data["geometry"]["build"] = [{"make": "grid", "size": size, "lines": False}]
    if puzzle.answer:
        symbols = puzzle.geometry.alphabet.symbols
        join = "" if puzzle.geometry.alphabet.compact else " "
        data["solution"] = join.join(symbols[value] for value in puzzle.answer)
    return data


def _plain_size(puzzle: Puzzle) -> str:
    """Return rows and columns of a geometry like a plain grid, as in 9x9; empty for any other."""
    cells = puzzle.geometry.cells
    rows, columns = (1 + max(cell.at[axis] for cell in cells) for axis in (0, 1))
    if [cell.at for cell in cells] != [(r, c) for r in range(rows) for c in range(columns)]:
        return ""
    plain = rectangular_grid(rows, columns, None, puzzle.geometry.alphabet.symbols)
    return f"{rows}x{columns}" if plain.topology == puzzle.geometry.topology else ""


def _write(puzzle: Puzzle) -> str:
    return json.dumps(file_data(puzzle), ensure_ascii=False)


JSON_LINES = register_format(
    Format(
        "jsonl",
        is_json_lines,
        _read,
        _write,
        summary="puzzle files of sudokulib as JSON, one per line, including generated sets",
        keeps="everything, but rules that follow seams only on geometries with a name",
        many=True,
        suffixes=(".jsonl",),
    )
)
"""The record of how a puzzle was made is skipped."""
