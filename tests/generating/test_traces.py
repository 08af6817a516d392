"""Traces: what is written of a solve leads from the givens to the solution, and fits its schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import sudokulib
from sudokulib.board import Board
from sudokulib.generating.line_schema import line_schemas
from sudokulib.generating.traces import trace_data
from sudokulib.logic.words import Words
from sudokulib.puzzles.geometries.schema import SCHEMA_FOLDER
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.explaining.step_reader import StepReader

EXAMPLES = Path(__file__).parents[2] / "examples"
TRACE = Draft202012Validator(line_schemas()["trace"])
RECORD = Draft202012Validator(line_schemas()["generated"])

PUZZLES: dict[str, Callable[[], Puzzle]] = {
    "classic": lambda: (
        sudokulib.generate(sudokulib.geometry("9x9"), seed=3, requires=["xy-wing"]).puzzle
    ),
    "twelve symbols": lambda: (
        sudokulib.generate(sudokulib.geometry("12x12"), seed=1, difficulty=(1.0, 2.0)).puzzle
    ),
    "hidden variables": lambda: sudokulib.load(EXAMPLES / "outside" / "lookout.yaml"),
    "cages": lambda: sudokulib.load(EXAMPLES / "cage" / "two-doors.yaml"),
}


def shown(puzzle: Puzzle, board: Board) -> dict[str, Any]:
    """A board as a trace shows it, put together independently."""
    alphabet = puzzle.geometry.alphabet
    join = "" if alphabet.compact else " "
    placed, candidates = [], []
    for cell, _ in enumerate(puzzle.geometry.cells):
        left = [s for n, s in enumerate(alphabet.symbols) if board.allows((cell, n))]
        placed.append(left[0] if board.solved >> cell & 1 else alphabet.empty)
        candidates.append(join.join(left))
    return {"placed": join.join(placed), "candidates": candidates}


@pytest.mark.parametrize("name", PUZZLES)
def test_replaying_a_trace_leads_to_the_solution(name: str) -> None:
    puzzle = PUZZLES[name]()
    trace = json.loads(json.dumps(trace_data(sudokulib.rate(puzzle, unique=True))))
    words = Words(puzzle)
    board, read = words.board, StepReader(words)
    for step in trace["steps"]:
        assert step["board"] == shown(puzzle, board)
        board = read.step(step, "step").apply(board)
    assert trace["end"] == shown(puzzle, board)
    solution = sudokulib.solve(puzzle).solution
    assert solution is not None
    assert trace["end"]["placed"] == solution.line()
    assert trace["solved"]


def test_steps_say_what_changes_between_boards() -> None:
    puzzle = PUZZLES["classic"]()
    trace = trace_data(sudokulib.rate(puzzle))
    where = {name: number for number, name in enumerate(trace["cells"])}
    boards = [*(step["board"] for step in trace["steps"]), trace["end"]]
    for step, old, new in zip(trace["steps"], boards, boards[1:], strict=False):
        assert old != new
        before, after = old["candidates"], new["candidates"]
        for placed in step["placements"]:
            assert after[where[placed["cell"]]] == placed["symbol"]
        for gone in step["eliminations"]:
            assert gone["symbol"] in before[where[gone["cell"]]]
            assert gone["symbol"] not in after[where[gone["cell"]]]
    assert {"xy-wing", "hidden-single"} <= {step["technique"] for step in trace["steps"]}


def test_traces_are_written_as_their_schema_says(tmp_path: Path) -> None:
    path = tmp_path / "traces.jsonl"
    six = sudokulib.geometry("6x6")
    sudokulib.write_set(path, six, 3, trace=True)
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        assert line["trace"] == 1
        assert line["end"]["placed"] == line["solution"]
        assert line["steps"][0]["board"]["placed"] == line["givens"]
        TRACE.validate(line)
        RECORD.validate(line)
        assert line.keys() <= line_schemas()["trace"]["properties"].keys()
        rating = line["generated"]["rating"]
        assert max(step["rating"] for step in line["steps"]) == rating["er"]["rating"]
    del line["steps"][0]["board"]
    assert not TRACE.is_valid(line)


def test_records_are_written_as_their_schema_says(tmp_path: Path) -> None:
    killer = sudokulib.load(EXAMPLES / "cage" / "first-killer.yaml")
    path = tmp_path / "set.jsonl"
    sudokulib.write_set(path, killer, 1)
    line = json.loads(path.read_text(encoding="utf-8"))
    RECORD.validate(line)
    assert line.keys() <= line_schemas()["generated"]["properties"].keys()
    assert not RECORD.is_valid({**line, "generated": {}})


@pytest.mark.parametrize("name", ["generated", "trace"])
def test_the_shipped_schemas_are_current(name: str) -> None:
    shipped = json.loads((SCHEMA_FOLDER / f"{name}.schema.json").read_text("utf-8"))
    assert shipped == line_schemas()[name], "run python -m sudokulib.generating.schema"
    Draft202012Validator.check_schema(shipped)
