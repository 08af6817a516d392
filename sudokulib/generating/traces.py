"""A puzzle and its explanation, step by step with the boards in between: training and test data.

docs/traces.md describes it, and the JSON Schema is shipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sudokulib.basics.alphabet import Alphabet
from sudokulib.board import Board
from sudokulib.logic.words import Words
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.explaining.solving_path import Explanation, explained_data
from sudokulib.solving.rating import Rating

TRACE: Literal[1] = 1
"""The version of the layout, increased when a key is renamed, removed or changes its meaning."""


class BoardData(TypedDict):
    """The state of a board before a step."""

    placed: Annotated[
        str, Field(description="the placed symbols in the order of the cells, laid out as givens")
    ]
    candidates: Annotated[
        list[str],
        Field(description="for each cell the symbols that are left, with blanks between wide ones"),
    ]


class PlaceData(TypedDict):
    """A symbol in a cell; for a hidden variable of a rule, its number and that of its value."""

    cell: str
    symbol: str


class LineData(TypedDict):
    """A line of a text."""

    depth: Annotated[int, Field(description="how deeply it belongs under others")]
    text: str


class StepData(TypedDict):
    """A step and the board before it."""

    number: Annotated[int, Field(description="which step it is, from 1")]
    board: Annotated[BoardData, Field(description="before the step")]
    technique: Annotated[str, Field(description="the name of the strategy")]
    title: Annotated[str, Field(description="what people call it")]
    rating: Annotated[float, Field(description="how hard it is, on the scale of Sudoku Explainer")]
    score: Annotated[int, Field(description="what it counts, on the scale of HoDoKu")]
    text: Annotated[str, Field(description="the step in a sentence, with its reason")]
    lines: Annotated[list[LineData], Field(description="the same, with the cases that it looks at")]
    notation: Annotated[str, Field(description="the same in the terse notation of the field")]
    placements: Annotated[list[PlaceData], Field(description="what is placed")]
    eliminations: Annotated[list[PlaceData], Field(description="which candidates go")]
    assumes_unique: Annotated[
        bool, Field(description="whether it holds only because there is one solution")
    ]
    arguments: Annotated[
        list[dict[str, Any]], Field(description="what proves it; see docs/json.md")
    ]
    roles: Annotated[
        list[dict[str, Any]], Field(description="what plays which part in it; see docs/json.md")
    ]


class TraceData(TypedDict):
    """The part of a line that a trace adds to the record of a puzzle."""

    trace: Annotated[Literal[1], Field(description="the version of this layout")]
    cells: Annotated[list[str], Field(description="the names of the cells, in order")]
    symbols: Annotated[list[str], Field(description="the symbols, in order")]
    solved: Annotated[bool, Field(description="whether the steps lead to the solution")]
    steps: Annotated[list[StepData], Field(description="the steps, the easiest first each time")]
    end: Annotated[BoardData, Field(description="after the last step")]


def trace_data(solve: Rating) -> TraceData:
    """Return a solve as data for JSON.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> trace = trace_data(sudokulib.rate(puzzle))
    >>> trace["steps"][0]["placements"], trace["steps"][1]["board"]["placed"]
    ([{'cell': 'R2C4', 'symbol': '1'}], '1.....21.3.....4')
    """
    geometry = solve.puzzle.geometry
    return {
        "trace": TRACE,
        "cells": [cell.name for cell in geometry.cells],
        "symbols": list(geometry.alphabet.symbols),
        "solved": solve.solved,
        "steps": list(_steps(solve)),
        "end": _board(solve.puzzle, solve.end),
    }


def _steps(solve: Rating) -> Iterator[StepData]:
    words = Words(solve.puzzle)
    boards: Sequence[Board] = (*(p.board for p in solve.positions), solve.end)
    for number, (position, after) in enumerate(zip(solve.positions, boards[1:], strict=True), 1):
        explained = explained_data(
            Explanation(number, position.step, position.board, after, solve.puzzle, words)
        )
        step = {**explained, "board": _board(solve.puzzle, position.board)}
        step |= {"rating": position.rating, "score": position.score}
        yield StepData(**{name: step[name] for name in StepData.__annotations__})  # type: ignore[typeddict-item]


def _board(puzzle: Puzzle, board: Board) -> BoardData:
    alphabet, cells = puzzle.geometry.alphabet, len(puzzle.geometry.cells)
    join = "" if alphabet.compact else " "
    masks = board.masks[:cells]
    placed = [
        alphabet.symbols[mask.bit_length() - 1] if board.solved >> cell & 1 else alphabet.empty
        for cell, mask in enumerate(masks)
    ]
    return {"placed": join.join(placed), "candidates": [_left(alphabet, mask) for mask in masks]}


def _left(alphabet: Alphabet, mask: int) -> str:
    return ("" if alphabet.compact else " ").join(alphabet.of_mask(mask))
