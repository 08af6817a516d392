"""Results of public functions as data for JSON and back, as rows of tables, and as HTML.

The methods of `sudokulib.basics.results.ResultBase` call the functions of this room.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.results import ResultBase
from sudokulib.errors import SudokuError
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.reading import Fields

if TYPE_CHECKING:
    from sudokulib.render.results import (
        explanations,
        figures,
        generation,
        grids,
        lints,
        ratings,
        solves,
    )
else:
    explanations = lazy_module("sudokulib.render.results.explanations")
    figures = lazy_module("sudokulib.render.results.figures")
    generation = lazy_module("sudokulib.render.results.generation")
    grids = lazy_module("sudokulib.render.results.grids")
    lints = lazy_module("sudokulib.render.results.lints")
    ratings = lazy_module("sudokulib.render.results.ratings")
    solves = lazy_module("sudokulib.render.results.solves")

__all__ = ["TYPES", "codec_of", "read", "read_text", "row", "rows", "write"]

TYPES = {
    "Canonical": figures,
    "CheckReport": lints,
    "Count": figures,
    "Estimate": figures,
    "Explanation": explanations,
    "Generated": generation,
    "Geometry": grids,
    "Hint": explanations,
    "Lint": lints,
    "Puzzle": grids,
    "Rating": ratings,
    "Result": solves,
    "Solution": grids,
    "SetSummary": generation,
    "SupportCounts": solves,
    "Symmetry": figures,
    "TrueCandidates": solves,
    "Written": figures,
}
"""For each type of result the module that has its codec; it is imported on first use."""


def codec_of(kind: type) -> ResultCodec:
    """Return the codec of a type of result, or of the one that it is derived from."""
    name = next(one.__name__ for one in kind.__mro__ if one.__name__ in TYPES)
    codec: ResultCodec = TYPES[name].CODECS[name]
    return codec


def write(result: ResultBase) -> Data:
    """Return a result as data; see `ResultBase.as_dict`."""
    return codec_of(type(result)).write(result)


def read(kind: type, data: Mapping[str, Any], puzzle: Puzzle | None = None) -> Any:
    """Return a result from its data; see `ResultBase.from_dict`."""
    return codec_of(kind).read(Fields(data), puzzle)


def read_text(kind: type, text: str, puzzle: Puzzle | None = None) -> Any:
    """Return a result from its data as text; see `ResultBase.from_json`.

    Raises:
        SudokuError: the text is not JSON, or not such a result.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SudokuError(f"the text is not JSON: {error}; pass text from as_json") from None
    return read(kind, data, puzzle)


def row(result: ResultBase) -> Data:
    """Return a result as one row of a table; see `ResultBase.row`."""
    return codec_of(type(result)).row(result)


def rows(result: ResultBase) -> list[Data]:
    """Return what a result lists, as rows of a table; see `ResultBase.rows`."""
    codec = codec_of(type(result))
    return codec.rows(result) or [codec.row(result)]
