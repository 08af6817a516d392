"""Codecs of results: how a type of result becomes data and rows, and is read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.reading import Fields

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultCodec:
    """Functions that turn one type of result into data and rows, and data into results.

    Args:
        write: makes its data, as docs/json.md describes it.
        read: makes it from its data; the puzzle is what the caller says that the data is about.
        row: makes its row in a table: figures and texts by name.
        rows: makes rows of what it lists; none if it lists nothing.
    """

    write: Callable[[Any], Data]
    read: Callable[[Fields, Puzzle | None], Any]
    row: Callable[[Any], Data]
    rows: Callable[[Any], list[Data]] = lambda _: []
