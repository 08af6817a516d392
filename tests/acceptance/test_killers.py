"""Every record with cages: one solution, that of the record."""

from __future__ import annotations

from itertools import islice

import pytest
from acceptance import corpus
from support import from_text, one_in

from sudokulib import solve
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.solving.pipeline import run
from sudokulib.solving.profiles import profile
from sudokulib.strategies import strategy_named

FAMILIES = {"singles", "direct", "overlaps", "tuples", "fillings", "cages"}
"""Techniques that someone knows who has solved a few killers: no fish, no chains."""

pytestmark = pytest.mark.skipif(not corpus.records(), reason="the corpus is not here")

KILLERS = [record for record in corpus.records() if "cages" in record]
GUESSES = 1000
"""Far more than needed; a search that has forgotten how to add needs millions."""


def killer(record: corpus.Record) -> Puzzle:
    plain = {field: content for field, content in record.items() if field != "cages"}
    empty = from_text(corpus.yaml_text(corpus.geometry_file(plain))).puzzle(corpus.givens(plain))
    find = empty.geometry.find
    return empty.with_shapes(
        *(
            Shape(Cage(find(" ".join(cage["cells"]).upper()), cage["sum"]), (f"cage {number}",))
            for number, cage in enumerate(record["cages"], 1)
        )
    )


@pytest.mark.parametrize("record", KILLERS, ids=lambda record: record["id"])
def test_the_killer_has_the_solution_of_its_record(record: corpus.Record) -> None:
    result = solve(killer(record), nodes=GUESSES)
    assert result.status == "unique"
    assert str(result.solution) == corpus.solution(record)


@pytest.mark.parametrize("record", KILLERS, ids=lambda record: record["id"])
def test_search_alone_proves_the_same(record: corpus.Record) -> None:
    puzzle = killer(record)
    search = backend("reference").solutions(compile_puzzle(puzzle), Budget(nodes=GUESSES))
    symbols = puzzle.geometry.alphabet.symbols
    texts = [puzzle.geometry_text([symbols[v] for v in found]) for found in islice(search, 2)]
    assert texts == [corpus.solution(record)]


@pytest.mark.parametrize("record", one_in(4, KILLERS), ids=lambda record: record["id"])
def test_sums_and_subsets_solve_it_step_by_step(record: corpus.Record) -> None:
    puzzle = killer(record)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    known = profile("killer")
    names = [name for name in known.names if strategy_named(name).family in FAMILIES]
    for step, after in run(board, known.without(set(known.names) - set(names)).plan()):
        assert is_proved(board, step)
        board = after
    assert board.complete
    symbols = puzzle.geometry.alphabet.symbols
    text = puzzle.geometry_text([symbols[mask.bit_length() - 1] for mask in board.masks])
    assert text == corpus.solution(record)
