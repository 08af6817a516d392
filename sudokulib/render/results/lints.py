"""A setter's reports as data and rows."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from sudokulib.errors import Problem
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import difference_data, puzzle_data, read_puzzle
from sudokulib.render.results.ratings import rating_data, read_rating
from sudokulib.render.results.reading import Fields
from sudokulib.render.results.solves import outcome_data, read_outcome
from sudokulib.solving.queries.checking.report import CheckReport
from sudokulib.solving.queries.linting import Change, Clue, Lint, SymmetryReport
from sudokulib.solving.result import Status


def _write(found: Lint) -> Data:
    return {
        "puzzle": puzzle_data(found.puzzle),
        "status": found.status,
        "minimal": found.minimal,
        "conflict": found.result.conflict,
        "clues": [_clue_data(found.puzzle, clue) for clue in found.clues],
        "differences": list(map(difference_data, found.result.differences)),
        "changes": [change.text for change in found.changes],
        "symmetry": _symmetry_data(found.symmetry),
        "rating": str(found.rating) if found.rating else None,
        "stopped": found.stopped,
        "edits": [_edit(found.puzzle, change.puzzle) for change in found.changes],
        "result": outcome_data(found.result),
        "path": rating_data(found.rating) if found.rating else None,
    }


def _symmetry_data(found: SymmetryReport | None) -> Data | None:
    if found is None:
        return None
    return {
        "givens": list(found.givens),
        "shapes": list(found.shapes),
        "automorphisms": found.automorphisms,
    }


def _clue_data(puzzle: Puzzle, clue: Clue) -> Data:
    return {
        "name": clue.name,
        "status": clue.status,
        "redundant": clue.redundant,
        "open": list(clue.leaves_open),
        "cell": None if clue.cell < 0 else puzzle.geometry.cells[clue.cell].name,
        "shape": None if clue.shape is None else puzzle.shapes.index(clue.shape),
    }


def _edit(puzzle: Puzzle, other: Puzzle) -> Data:
    """Return the one difference after a change: a cell, or a shape that was removed."""
    left = {shape.meaning for shape in other.shapes}
    gone = [n for n, shape in enumerate(puzzle.shapes) if shape.meaning not in left]
    pairs = enumerate(zip(puzzle.masks, other.masks, strict=True))
    cell = next((cell for cell, (one, new) in pairs if one != new), None)
    if cell is None:
        return {"cell": None, "symbol": None, "shape": gone[0] if gone else None}
    given, geometry = dict(other.given_values).get(cell), puzzle.geometry
    symbol = None if given is None else geometry.alphabet.symbols[given]
    return {"cell": geometry.cells[cell].name, "symbol": symbol, "shape": None}


def _read(fields: Fields, puzzle: Puzzle | None) -> Lint:
    puzzle = read_puzzle(fields, puzzle)
    path = fields.optional("path")
    edits = (_edited(puzzle, one) for one in fields.parts("edits"))
    return Lint(
        read_outcome(fields.part("result"), puzzle),
        _read_symmetry(fields.optional("symmetry")),
        tuple(_read_clue(puzzle, one) for one in fields.parts("clues")),
        tuple(map(Change, fields.texts("changes"), edits)),
        None if path is None else read_rating(path, puzzle),
        fields.text("stopped"),
    )


def _read_symmetry(fields: Fields | None) -> SymmetryReport | None:
    if fields is None:
        return None
    moves = fields.integer("automorphisms")
    return SymmetryReport(fields.texts("givens"), fields.texts("shapes"), moves)


def _read_clue(puzzle: Puzzle, fields: Fields) -> Clue:
    return Clue(
        fields.text("name"),
        fields.choice("status", get_args(Status)),
        fields.texts("open"),
        -1 if fields.get("cell") is None else puzzle.geometry.cell(fields.text("cell")),
        None if fields.get("shape") is None else puzzle.shapes[_shape_number(puzzle, fields)],
    )


def _shape_number(puzzle: Puzzle, fields: Fields) -> int:
    number = fields.integer("shape")
    if not 0 <= number < len(puzzle.shapes):
        fields.fail("shape", f"the number of one of {len(puzzle.shapes)} shapes, from 0")
    return number


def _edited(puzzle: Puzzle, fields: Fields) -> Puzzle:
    """Return a puzzle after a change."""
    if fields.get("cell") is None:
        return puzzle.without_shapes(puzzle.shapes[_shape_number(puzzle, fields)])
    geometry, cell = puzzle.geometry, puzzle.geometry.cell(fields.text("cell"))
    masks, givens = list(puzzle.masks), dict(puzzle.given_values)
    givens.pop(cell, None)
    masks[cell] = geometry.domains[cell]
    if fields.get("symbol") is not None:
        givens[cell] = geometry.alphabet.index(fields.text("symbol"))
        masks[cell] = 1 << givens[cell]
    given_values = tuple(sorted(givens.items()))
    return replace(puzzle, masks=tuple(masks), given_values=given_values, answer=())


def _row(found: Lint) -> Data:
    return {
        "status": found.status,
        "minimal": found.minimal,
        "conflict": found.result.conflict,
        "clues": len(found.clues),
        "redundant": len(found.redundant),
        "changes": len(found.changes),
        "symmetry": ", ".join(found.symmetry.givens) if found.symmetry else "",
        "automorphisms": found.symmetry.automorphisms if found.symmetry else None,
        "rating": str(found.rating) if found.rating else "",
        "stopped": found.stopped,
    }


def _rows(found: Lint) -> list[Data]:
    """Return a row for each clue; for a puzzle without one solution, for each change."""
    if found.changes:
        return [{"change": one.text, "puzzle": one.puzzle.line()} for one in found.changes]
    return [
        {
            "clue": clue.name,
            "status": clue.status,
            "redundant": clue.redundant,
            "open": " ".join(clue.leaves_open),
        }
        for clue in found.clues
    ]


def _write_report(found: CheckReport) -> Data:
    return {
        "warnings": [one.as_dict() for one in found],
        "complete": found.complete,
        "stopped": found.stopped,
    }


def _read_report(fields: Fields, _: Puzzle | None) -> CheckReport:
    return CheckReport(map(_read_problem, fields.parts("warnings")), fields.limit("stopped"))


def _read_problem(fields: Fields) -> Problem:
    return Problem(
        fields.text("message"),
        fields.text("fix"),
        fields.text("file"),
        fields.integer("line"),
        fields.integer("column"),
        fields.text("path"),
        fields.text("value"),
    )


def _report_row(found: CheckReport) -> Data:
    return {"warnings": len(found), "complete": found.complete, "stopped": found.stopped}


def _report_rows(found: CheckReport) -> list[Data]:
    names = ("message", "fix", "file", "line", "path")
    return [{name: getattr(one, name) for name in names} for one in found]


CODECS = {
    "CheckReport": ResultCodec(_write_report, _read_report, _report_row, _report_rows),
    "Lint": ResultCodec(_write, _read, _row, _rows),
}
