"""Texts that other tools wrote: each means the puzzle that stands beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from acceptance import corpus
from acceptance.test_killers import killer

from sudokulib import read, solve, write
from sudokulib.formats import format_of
from sudokulib.formats.round_trip import dropped
from sudokulib.puzzles.puzzle import Puzzle

NOTES = corpus.DATA.parent / "FORMATS.md"

pytestmark = [
    pytest.mark.skipif(not corpus.records(), reason="the corpus is not here"),
    pytest.mark.filterwarnings("ignore::sudokulib.formats.UnreadRuleWarning"),
]

STRINGS = [
    (record, record[name])
    for record in corpus.records()
    for name in ("ps", "sumocue", "sgt")
    if name in record
]


def in_notes(pattern: str) -> list[Any]:
    text = NOTES.read_text(encoding="utf-8") if NOTES.exists() else ""
    return re.findall(pattern, text)


@pytest.mark.parametrize(("record", "text"), STRINGS, ids=[record["id"] for record, _ in STRINGS])
def test_a_string_is_the_puzzle_beside_it(record: corpus.Record, text: str):
    puzzle = read(text)
    assert puzzle.line() == "".join(record["givens"])
    result = solve(puzzle)
    assert result.status == "unique"
    assert result.solution is not None
    assert result.solution.line() == "".join(record["solution"])
    if "cages" in record:
        assert set(puzzle.all_shapes) == set(killer(record).all_shapes)


def unique(text: str) -> Puzzle:
    puzzle = read(text)
    assert solve(puzzle).status == "unique"
    return puzzle


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        (r"\b\d{81}\b(?=` \(ogarcia)", "line"),
        (r"(?s)```\n(#ARuud.*?)```", "sdk"),
        (r"`(:0003:[^`]*)`", "hodoku"),
        (r"(?s)```\n(3x3::k:.*?)```", "ps"),
        (r"`(S<J<<O<<[^`]*)`", "snarfable"),
        (r"`(3x3x:[^`]*)`", "tatham"),
    ],
)
def test_the_examples_of_the_notes_have_one_solution(pattern: str, name: str):
    (text,) = in_notes(pattern)
    found = format_of(text)
    assert found is not None
    assert found.name == name
    puzzle = unique(text)
    assert read(write(puzzle, name).text) == puzzle


@pytest.mark.parametrize(("text", "solution"), in_notes(r"- `(\.[^`]+)` → `(\d+)`"))
def test_strings_of_the_interactive_solver_have_their_solutions(text: str, solution: str):
    puzzle = unique(text)
    result = solve(puzzle)
    assert result.solution is not None
    assert result.solution.line() == solution
    assert write(puzzle, "iss").dropped == ()


SAMURAI = [record for record in corpus.records() if record["variant"] == "samurai"]
JIGSAWS = [
    record
    for record in corpus.records()
    if "regions" in record and len(record["givens"]) <= 9 and not record["rules"]
]


@pytest.mark.parametrize("record", SAMURAI, ids=lambda record: record["id"])
def test_a_samurai_as_rows_and_as_five_lines(record: corpus.Record):
    puzzle = read("\n".join(record["givens"]) + "\n")
    assert puzzle.line() == "".join("".join(record["givens"]).split())
    assert read(write(puzzle, "samurai-lines").text) == puzzle


@pytest.mark.parametrize("record", JIGSAWS, ids=lambda record: record["id"])
def test_a_jigsaw_as_two_lines_and_as_sumocue(record: corpus.Record):
    puzzle = read("".join(record["givens"]) + "\n" + "".join(record["regions"]))
    result = solve(puzzle)
    assert result.solution is not None
    assert result.solution.line() == "".join(record["solution"])
    assert read(write(puzzle, "sumocue").text) == puzzle


PAYLOADS = [record for record in corpus.records() if "fpuzzles" in record]


@pytest.mark.parametrize("record", PAYLOADS, ids=lambda record: record["id"])
def test_an_f_puzzles_payload_survives(record: corpus.Record):
    puzzle = read(record["fpuzzles"])
    for name in ("f-puzzles", "f-puzzles-link"):
        written = write(puzzle, name)
        assert written.dropped == ()
        assert same(read(written.text), puzzle)


def test_the_strings_and_payloads_say_something():
    assert len(STRINGS) >= 3
    assert all(record["verified"] == "unique" for record, _ in STRINGS)
    ruled = [record for record in PAYLOADS if read(record["fpuzzles"]).shapes]
    assert len(PAYLOADS) - len(ruled) == 3  # three are classics


def same(one: Puzzle, other: Puzzle) -> bool:
    """Equal, but for odd and even cells as lists of candidates, and several lines of one shape."""
    return dropped(one, other) == dropped(other, one) == ((), ())


TOPOLOGIES = [record for record in corpus.records() if "topology" in record]


@pytest.mark.parametrize("record", TOPOLOGIES, ids=lambda record: record["id"])
def test_a_topology_with_its_problem_has_its_solution(record: corpus.Record):
    text = "\n".join(record["topology"])
    puzzle = read(text + "\n\n" + "\n".join(record["givens"]))
    result = solve(puzzle)
    assert result.status == "unique"
    assert result.solution is not None
    assert result.solution.line() == "".join("".join(record["solution"]).split())
