"""A copy of the puzzle within a link of SudokuPad, where drawings and words cannot state it all.

SudokuPad keeps metadata that it does not know. The copy only counts while the rest of the link says
what it said when it was written, which a digest tells: whoever edits the drawing edits the puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.limits import Limits
from sudokulib.errors import SudokuError
from sudokulib.formats.json_lines import file_data
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle

_KEY = "sudokulib"
"""The key of the copy in the metadata."""


def copy_of(puzzle: Puzzle, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata that hold a copy of a puzzle.

    Args:
        puzzle: the puzzle.
        data: the rest of the link.
    """
    return {_KEY: {"digest": _digest(data), "puzzle": file_data(puzzle)}}


def copied_puzzle(data: Mapping[str, Any], limits: Limits) -> tuple[Puzzle | None, str]:
    """Return the puzzle that a link holds a copy of, or why there is a copy that is not read.

    Args:
        data: the link, with long keys.
        limits: bounds on what it may expand to.
    """
    metadata = data.get("metadata")
    held = metadata.get(_KEY) if isinstance(metadata, dict) else None
    if not isinstance(held, dict):
        return None, ""
    if held.get("digest") != _digest(data):
        return None, "the drawing was changed after sudokulib wrote it; its copy is not read"
    try:
        text = json.dumps(held.get("puzzle"), ensure_ascii=False)
        return loads(text, "the copy for sudokulib", limits=limits), ""
    except OutOfBudget:
        raise
    except SudokuError as error:
        return None, f"the copy for sudokulib is not read: {str(error).splitlines()[0]}"


def _digest(data: Mapping[str, Any]) -> str:
    """Return a short text that differs for links that say something else, whatever their copy."""
    metadata = data.get("metadata")
    said = {k: v for k, v in metadata.items() if k != _KEY} if isinstance(metadata, dict) else {}
    text = json.dumps(_plain({**data, "metadata": said}), ensure_ascii=False, sort_keys=True)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _plain(value: Any) -> Any:
    """Return data in one form: shortening links turns 1.0 into 1, and texts into numbers."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items() if inner not in ("", None)}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, bool):
        return value
    try:
        return f"{float(value):.6g}"
    except (TypeError, ValueError, OverflowError):
        return value
