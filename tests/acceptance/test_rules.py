"""Every record of the corpus with other rules than all-different: status and solution."""

from __future__ import annotations

from collections import Counter

import pytest
from acceptance import corpus, corpus_rules
from acceptance.test_puzzles import STATUS, each

from sudokulib import solve
from sudokulib.puzzles.filled_grid import Solution

RECORDS = corpus_rules.with_rules()

pytestmark = pytest.mark.skipif(not RECORDS, reason="the corpus is not here")


def test_no_record_of_the_corpus_is_left_out() -> None:
    said = {record["id"] for record in [*corpus.expressible(), *RECORDS]}
    assert said == {record["id"] for record in corpus.records()}
    fields = corpus.ABOUT | corpus.FIELDS | corpus.OTHER_FIELDS
    rules = corpus.RULES | corpus.OTHER_RULES
    for record in corpus.records():
        assert set(record) <= fields
        assert set(record["rules"]) <= rules


def test_how_many_records_there_are_of_each_rule() -> None:
    assert Counter(map(corpus_rules.family, RECORDS)) == {
        "anti-king": 3,
        "anti-knight": 3,
        "consecutive, all bars given": 1,
        "f-puzzles": 27,
        "greater than": 1,
        "killer": 18,
        "kropki, all dots given": 1,
        "nonconsecutive": 3,
        "odd and even": 1,
        "thermometers": 3,
        "toroidal-anti-knight": 1,
    }


@each(RECORDS)
def test_the_published_solution_fulfils_every_shape(record: corpus.Record) -> None:
    puzzle = corpus_rules.puzzle(record)
    symbols = puzzle.geometry.alphabet
    values = [symbols.index(symbol) for row in record["solution"] for symbol in row]
    assert Solution(puzzle, tuple(values)).violations() == ()
    assert all(mask >> value & 1 for mask, value in zip(puzzle.masks, values, strict=True))


@each([record for record in RECORDS if "fpuzzles" in record])
def test_a_stated_solution_is_the_published_one(record: corpus.Record) -> None:
    puzzle = corpus_rules.puzzle(record)
    if puzzle.answer:
        assert "".join(str(v + 1) for v in puzzle.answer) == "".join(record["solution"])


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(
            record,
            id=record["id"],
            marks=[pytest.mark.slow] if record["id"] in corpus_rules.SLOW else [],
        )
        for record in RECORDS
    ],
)
def test_the_record_has_the_published_status_and_solution(record: corpus.Record) -> None:
    result = solve(corpus_rules.puzzle(record), seconds=900)
    assert result.status == STATUS[record["verified"]]
    if result.status == "unique":
        assert str(result.solution) == corpus_rules.solution(record)
