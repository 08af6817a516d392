"""The results of generating puzzles, as data and rows."""

from __future__ import annotations

from sudokulib.generating.makers import Generated
from sudokulib.generating.set_files import SetSummary
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import puzzle_data, read_puzzle, solution_data
from sudokulib.render.results.ratings import numbers_data, read_numbers
from sudokulib.render.results.reading import Fields


def _write(one: Generated) -> Data:
    return {
        "seed": one.seed,
        "puzzle": puzzle_data(one.puzzle),
        "solution": solution_data(Solution(one.puzzle, one.puzzle.answer)),
        "stopped": one.stopped,
        "missed": one.missed,
        "tried": one.tried,
        "rating": None if one.rating is None else numbers_data(one.rating),
    }


def _read(fields: Fields, puzzle: Puzzle | None) -> Generated:
    rating = fields.optional("rating")
    return Generated(
        read_puzzle(fields, puzzle),
        fields.integer("seed"),
        fields.text("stopped"),
        None if rating is None else read_numbers(rating),
        fields.text("missed"),
        fields.integer("tried"),
    )


def _row(one: Generated) -> Data:
    rating = one.rating
    return {
        "seed": one.seed,
        "givens": len(one.puzzle.givens),
        "line": one.puzzle.line(),
        "solution": Solution(one.puzzle, one.puzzle.answer).line(),
        "level": rating.level if rating else "",
        "ER": rating.er.rating if rating else None,
        "score": rating.score if rating else None,
        "stopped": one.stopped,
        "missed": one.missed,
        "tried": one.tried,
    }


def _write_summary(one: SetSummary) -> Data:
    return {
        "puzzles": one.puzzles,
        "before": one.before,
        "equivalent": one.equivalent,
        "missed": one.missed,
        "lacks": one.lacks,
        "stopped": one.stopped,
    }


def _read_summary(fields: Fields, _: Puzzle | None) -> SetSummary:
    return SetSummary(
        fields.integer("puzzles"),
        fields.integer("before"),
        fields.integer("equivalent"),
        fields.integer("missed"),
        fields.text("lacks"),
        fields.text("stopped"),
    )


CODECS = {
    "Generated": ResultCodec(_write, _read, _row),
    "SetSummary": ResultCodec(_write_summary, _read_summary, _write_summary),
}
