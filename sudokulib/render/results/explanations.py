"""Steps and hints as data and rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from sudokulib.board import Board
from sudokulib.errors import SudokuError
from sudokulib.logic.words import Words
from sudokulib.model import Model, bits
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import puzzle_data, read_puzzle
from sudokulib.render.results.reading import Fields
from sudokulib.solving.explaining.hints import Depth, Hint
from sudokulib.solving.explaining.solving_path import Explanation, explained_data
from sudokulib.solving.explaining.step_reader import StepReader

_KINDS = ("mistake", "step", "solved", "stuck")


def _basis(explanation: Explanation | None) -> Data | None:
    """Return what else is needed to read a step back: the board before it, and its own rating."""
    if explanation is None:
        return None
    board, geometry = explanation.before, explanation.puzzle.geometry
    names = [cell.name for cell in geometry.cells]
    left = dict(zip(names, map(geometry.alphabet.of_mask, board.masks), strict=False))
    others = enumerate(board.masks[len(names) :], len(names))
    return {
        "placed": [names[cell] for cell in bits(board.solved)],
        "candidates": {name: list(symbols) for name, symbols in left.items()},
        "hidden": {f"#{number}": list(bits(mask)) for number, mask in others},
        "rating": explanation.step.rating,
    }


def _read_board(fields: Fields, puzzle: Puzzle, model: Model) -> Board:
    geometry, left, others = puzzle.geometry, fields.part("candidates"), fields.part("hidden")
    mask = geometry.alphabet.mask
    masks = [sum(map(mask, left.texts(cell.name))) for cell in geometry.cells]
    for number in range(len(masks), len(model.domains)):
        values = others.integers(f"#{number}")
        if any(not 0 <= value < model.domains[number].bit_length() for value in values):
            others.fail(f"#{number}", "values of that variable")
        masks.append(sum(1 << value for value in set(values)))
    placed = sum(1 << cell for cell in {geometry.cell(name) for name in fields.texts("placed")})
    return Board.of(model, masks, placed)


def _read_explained(step: Fields, basis: Fields, puzzle: Puzzle, at: str) -> Explanation:
    words = Words(puzzle)
    board = _read_board(basis, puzzle, words.model)
    rating = None if basis.get("rating") is None else basis.number("rating")
    made = replace(StepReader(words, "the data").step(step.data, at), rating=rating)
    return Explanation(step.integer("number"), made, board, made.apply(board), puzzle, words)


def _write_explanation(one: Explanation) -> Data:
    return {"puzzle": puzzle_data(one.puzzle), "basis": _basis(one), **explained_data(one)}


def _read_explanation(fields: Fields, puzzle: Puzzle | None) -> Explanation:
    puzzle = read_puzzle(fields, puzzle)
    return _read_explained(fields, fields.part("basis"), puzzle, fields.at or "step")


def _explanation_row(one: Explanation) -> Data:
    return {
        "number": one.number,
        "technique": one.technique,
        "rating": one.rating,
        "text": one.text,
        "notation": one.notation,
    }


def _write_hint(found: Hint) -> Data:
    step, pattern = found.explanation, None
    if step is not None and found.depth < 4:
        step, pattern = None, step
    return {
        "puzzle": None if found.puzzle is None else puzzle_data(found.puzzle),
        "kind": found.kind,
        "depth": found.depth,
        "text": found.text,
        "cells": list(found.cells),
        "step": None if step is None else explained_data(step),
        "pattern": None if pattern is None else explained_data(pattern),
        "basis": _basis(found.explanation),
        "several": found.several,
    }


def _read_hint(fields: Fields, puzzle: Puzzle | None) -> Hint:
    if puzzle is None and fields.get("puzzle") is not None:
        puzzle = read_puzzle(fields, None)
    name = "step" if fields.get("step") is not None else "pattern"
    step, basis = fields.optional(name), fields.optional("basis")
    explanation = None
    if step is not None and basis is not None:
        if puzzle is None:
            raise SudokuError("a hint with a step needs its puzzle; pass it as puzzle=")
        explanation = _read_explained(step, basis, puzzle, name)
    depth: Any = fields.integer("depth")
    if depth not in get_args(Depth):
        fields.fail("depth", "from 0 to 4")
    kind, cells = fields.choice("kind", _KINDS), fields.texts("cells")
    several = fields.flag("several")
    return Hint(kind, depth, fields.text("text"), cells, explanation, several, puzzle)


def _hint_row(found: Hint) -> Data:
    return {
        "kind": found.kind,
        "depth": found.depth,
        "text": found.text,
        "cells": " ".join(found.cells),
    }


CODECS = {
    "Explanation": ResultCodec(_write_explanation, _read_explanation, _explanation_row),
    "Hint": ResultCodec(_write_hint, _read_hint, _hint_row),
}
