"""Fillings of every kind of shape: steps hold in all assignments, are proved, described."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic.test_facts import assignments, boards
from support import from_file, one_in

from sudokulib import describe, load, solve
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.subjects import as_puzzle
from sudokulib.strategies import strategies, strategy_named
from sudokulib.testing.instances import instances

OWN = [s for s in strategies() if s.family in ("cages", "fillings", "connection")]
some = settings(max_examples=4, deadline=None)


@pytest.mark.parametrize("name", one_in(4, sorted(instances()), first=1))
@given(data=st.data())
@some
def test_steps_hold_in_all_assignments_and_are_proved(name, data):
    board = data.draw(boards(name))
    right = list(assignments(board.model, board.masks))
    for strategy in OWN:
        for step in strategy.find(board):
            assert step.technique == strategy.name
            assert step.eliminations or step.placements
            assert is_proved(board, step), step
            for filling in right:
                assert not any(filling[v] == x for v, x in step.eliminations)
                assert all(filling[v] == x for v, x in step.placements)


# One example of each, with its text.


def first(name, kind, *, masks=(), size="1x6", symbols="123456", **fields):
    """The first step of a technique on a grid without lines, and what is said of it."""
    shape = {"kind": kind, **fields}
    geometry = from_file(
        symbols=symbols, build=[{"make": "grid", "size": size, "lines": False}], shapes=[shape]
    )
    puzzle = Puzzle(geometry, geometry.domains)
    now = list(compile_puzzle(puzzle).domains)
    for cells, left in masks:
        for cell in geometry.find(cells):
            now[cell] = sum(1 << symbols.index(s) for s in left)
    board = Board.of(compile_puzzle(puzzle), now)
    technique = strategy_named(name)
    step = next(technique.find(board))
    step.verify(board)
    words = Words(puzzle, board)
    return step, f"{technique.tell(step, words)}, so {words.conclusion(step)}"


def test_a_line_that_rises_is_seen_at_once():
    step, text = first("chained-relations", "thermometer", lines=["R1C1-R1C4"])
    assert len(step.eliminations) == 12
    assert text == (
        "cell by cell along the thermometer from R1C1 to R1C4, no filling is left otherwise, so "
        "R1C1 is not 4, 5 or 6; R1C2 is not 1, 5 or 6; R1C3 is not 1, 2 or 6; R1C4 is not 1, 2 or 3"
    )


def test_one_relation_is_not_told_as_a_chain():
    with pytest.raises(StopIteration):
        first("chained-relations", "thermometer", lines=["R1C1-R1C2"])


def test_few_fillings_are_listed():
    masks = [("R1C1", "12"), ("R1C2", "1345")]
    _, text = first("pair-relation", "difference", cells="R1C1 R1C2", value=1, masks=masks)
    assert text == (
        "the white dot between R1C1 and R1C2 leaves R1C1 R1C2 only 21 or 23, "
        "so R1C1 is not 1; R1C2 is not 4 or 5"
    )


def test_longer_lines_are_harder():
    short, _ = first("line-fillings", "arrow", circle="R1C1", lines=["R1C1-R1C3"])
    long, _ = first("line-fillings", "arrow", circle="R1C1", lines=["R1C1-R1C4"])
    assert short.rating < long.rating


def test_of_a_long_line_what_no_filling_has_is_described():
    _, text = first("line-fillings", "arrow", circle="R1C1", lines=["R1C1-R1C3"])
    assert text == (
        "the arrow from R1C1 to R1C3 (R1C2 + R1C3 = R1C1) has no filling with 1 in R1C1, or 6 in "
        "R1C2 or R1C3, so R1C1 is not 1; R1C2 and R1C3 are not 6"
    )


def test_all_places_of_a_value_exclude_its_neighbours():
    masks = [("R1C1 R1C5-R1C6", "13456")]
    geometry = from_file(
        symbols="123456",
        build=[{"make": "grid", "size": "1x6", "lines": False}],
        shapes=[
            {"kind": "house", "cells": "R1C1-R1C6", "label": "row"},
            {"kind": "nonconsecutive"},
        ],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    board = Board.start(compile_puzzle(puzzle))
    board = board.without((c, 1) for cells, _ in masks for c in geometry.find(cells))
    step = next(strategy_named("locked-relation").find(board))
    step.verify(board)
    assert step.eliminations == ((2, 0), (2, 2))
    assert strategy_named("locked-relation").tell(step, Words(puzzle, board)) == (
        "2 can only go to R1C2, R1C3 or R1C4 in the row; R1C2=2 excludes 1 and 3 in "
        "R1C3 by the border between R1C2 and R1C3; R1C3=2 excludes the same as it fills R1C3; "
        "R1C4=2 excludes the same by the border between R1C3 and R1C4"
    )


def test_fillings_of_many_cells_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of nine unknown regions would take longer than anybody waits."""

    def looked_for(*_: object) -> None:
        raise AssertionError("nobody could read them")

    grid = {"symbols": "123456789", "build": [{"make": "grid", "size": "9x9"}]}
    regions = {"kind": "chaos-construction", "regions": "region", "size": 9}
    puzzle = as_puzzle({"geometry": grid | {"layers": ["region"]}, "shapes": [regions]})
    step = solve(puzzle).steps[0]
    monkeypatch.setattr("sudokulib.strategies.fillings.fillings", looked_for)
    said = "no filling of the unknown regions is left otherwise, so R1C1 is in region 1; "
    assert said in describe(step, puzzle)


STARS = {"size": "3x4", "symbols": "12", "shaded": [2], "groups": ["R1", "R2"]}


@pytest.mark.parametrize(
    ("technique", "kind", "fields", "masks", "expected"),
    [
        (
            "pair-relation",
            "star-battle",
            STARS | {"count": 1},
            [("R2C2", "2")],
            "R2C2 is 2, which leaves no choice in the star battle, so R1C1, R1C2, R1C3, R2C1, "
            "R2C3, R3C1, R3C2 and R3C3 = 1",
        ),
        (
            "pair-relation",
            "nonconsecutive",
            {"size": "3x3"},
            [("R2C2", "2")],
            "R2C2 is 2, and by the borders, R1C2, R2C1, R2C3 and R3C2 can only be 2, 4, 5 or 6, so "
            "R1C2, R2C1, R2C3 and R3C2 are not 1 or 3",
        ),
        (
            "pair-relation",
            "clone",
            {"groups": [["R1C1", "R1C2"], ["R1C3", "R1C4"]]},
            [("R1C1", "1"), ("R1C4", "2")],
            "R1C1 and R1C4 are known, which leaves no choice in the clone on R1C1, R1C2, R1C3 and "
            "R1C4, so R1C2 = 2; R1C3 = 1",
        ),
        (
            "pair-relation",
            "difference",
            {"cells": "R1C1 R1C2", "value": 1},
            [("R1C1", "1")],
            "R1C1 is 1, which leaves no choice in the white dot between R1C1 and R1C2, so R1C2 = 2",
        ),
        (
            "cell-rule",
            "low",
            {"cells": "R1C1 R1C2"},
            [("R1C1", "1456")],
            "by the low cells, R1C1 can only be 1; R1C2 can only be 1, 2 or 3, so R1C1 = 1; R1C2 "
            "is not 4, 5 or 6",
        ),
        (
            "cell-rule",
            "low",
            {"cells": "R1C1-R1C7", "size": "1x9"},
            [("R1C1", "1456"), ("R1C2", "126")],
            "by the low cells, 7 cells have fewer values each, so R1C1 = 1; R1C2 is not 6; R1C3, "
            "R1C4, R1C5, R1C6 and R1C7 are not 4, 5 or 6",
        ),
        (
            "counting",
            "star-battle",
            STARS | {"count": 1},
            [("R1C1", "2")],
            "R1C1 is the only cell with 2 in the star battle on R1C1, R1C2, R1C3 and R1C4, so "
            "R1C2, R1C3 and R1C4 = 1",
        ),
        (
            "counting",
            "star-battle",
            STARS | {"count": 2},
            [("R1C1 R1C3", "2")],
            "R1C1 and R1C3 are the only cells with 2 in the star battle on R1C1, R1C2, R1C3 and "
            "R1C4, so R1C2 and R1C4 = 1",
        ),
        (
            "counting",
            "star-battle",
            STARS | {"count": 1},
            [("R1C1 R1C2 R1C3", "1")],
            "the cell with 2 in the star battle on R1C1, R1C2, R1C3 and R1C4 can only be R1C4, so "
            "R1C4 = 2",
        ),
        (
            "counting",
            "star-battle",
            STARS | {"count": 2},
            [("R1C1 R1C2", "1")],
            "2 cells with 2 in the star battle on R1C1, R1C2, R1C3 and R1C4 can only be R1C3 and "
            "R1C4, so R1C3 and R1C4 = 2",
        ),
    ],
)
def test_what_follows_from_known_cells_is_one_step(technique, kind, fields, masks, expected):
    step, text = first(technique, kind, masks=masks, **fields)
    assert text == expected
    assert len(step.roles) == 1


def test_a_pair_whose_other_cell_is_open_is_a_step_of_its_own():
    masks = [("R1C1", "1"), ("R1C2", "2456"), ("R1C3", "12")]
    fields = {"lines": ["R1C1-R1C3"], "d": 3}
    _, text = first("pair-relation", "whisper", masks=masks, **fields)
    assert text == (
        "R1C1 is 1, and by the whisper line from R1C1 to R1C3, R1C2 can only be 4, 5 or 6, so "
        "R1C2 is not 2"
    )


@pytest.mark.parametrize(
    ("masks", "expected"),
    [
        (
            [("fence.R1C2", "0")],
            "the number of sides on the loop in the slitherlink at R1C1 is from 0 to 3, so R1C1 is "
            "not 4",
        ),
        (
            [("R1C1", "0")],
            "R1C1 is 0, and there are no sides on the loop in the slitherlink at R1C1, so R1C1's "
            "upper side, R1C1's left side, side R1C1|R1C2 and side R1C1|R2C1 are not on the loop",
        ),
        (
            [("R1C1", "012"), ("fence.R1C2", "1")],
            "the number of sides on the loop in the slitherlink at R1C1 is from 1 to 4, so R1C1 is "
            "not 0",
        ),
        (
            [("R1C1", "1"), ("fence.R1C2", "1")],
            "R1C1 is 1, and R1C1's upper side is the only side on the loop in the slitherlink at "
            "R1C1, so R1C1's left side, side R1C1|R1C2 and side R1C1|R2C1 are not on the loop",
        ),
        (
            [("R1C1", "23"), ("fence.R1C2 fence.R2C1", "0")],
            "only one way is left to satisfy the slitherlink at R1C1, so R1C1 = 2; side "
            "R1C1|R1C2 and side R1C1|R2C1 are on the loop",
        ),
        (
            [("R1C1", "2"), ("fence.R1C2 fence.R2C1", "0")],
            "R1C1 is 2, and 2 sides on the loop in the slitherlink at R1C1 can only be side "
            "R1C1|R1C2 and side R1C1|R2C1, so side R1C1|R1C2 and side R1C1|R2C1 are on the loop",
        ),
    ],
)
def test_a_cell_with_the_number_of_cells(masks, expected):
    geometry = from_file(
        symbols="01234",
        build=[{"make": "grid", "size": "2x2", "lines": False}],
        layers={"fence": {"at": "sides", "symbols": "01"}},
        shapes=[{"kind": "slitherlink", "values": [1], "clues": "R1C1", "cells": "fence"}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    now = list(compile_puzzle(puzzle).domains)
    for cells, left in masks:
        for cell in geometry.find(cells):
            now[cell] = sum(1 << int(s) for s in left)
    board = Board.of(compile_puzzle(puzzle), now)
    technique = strategy_named("line-fillings")
    count = next(n for n, one in enumerate(board.model.primitives) if one.name == "Linear")
    step = next(s for s in technique.find(board) if s.roles[0].primitives == (count,))
    step.verify(board)
    words = Words(puzzle, board)
    assert f"{technique.tell(step, words)}, so {words.conclusion(step)}" == expected


def test_indicators_of_a_cell_need_no_steps_of_their_own():
    """That a cell is 1 and that it is in polyomino 1 is the same, so one step says both."""
    geometry = from_file(
        symbols="12",
        build=[{"make": "grid", "size": "2x4", "lines": False}],
        shapes=[{"kind": "polyominoes", "forms": ["###/#..", "###/#.."]}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    board = Board.start(compile_puzzle(puzzle)).placed([(0, 0)])
    assert not list(strategy_named("pair-relation").find(board))
    model = board.model
    assert {board.masks[hidden] for _, hidden in model.indicators_of[0]} == {0b01, 0b10}
    step = next(strategy_named("form-places").find(board))
    step.verify(board)
    assert describe(step, puzzle, board) == (
        "form places: no place left for polyomino 1 has R1C4 or R2C4, so R1C4 and R2C4 are not in "
        "polyomino 1"
    )
    after = step.apply(board)
    assert (after.masks[3], after.solved) == (0b10, 0b10001001)


def test_what_hidden_values_say_of_cells_is_one_step_for_a_shape() -> None:
    puzzle = load("examples/dominoes/boxed-set.yaml")
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    (step,) = strategy_named("channeling").find(board)
    assert is_proved(board, step)
    assert {variable for variable, _ in step.eliminations} <= {*range(len(board.masks))} - {
        *range(board.model.cells)
    }
    after = step.apply(board)
    assert next(strategy_named("channeling").find(after), None) is None
    text = describe(step, puzzle, board)
    assert text.startswith(
        "channeling: by the dominoes, each of these follows from what is left of the cells that "
        "it is about, so "
    )
    assert "edge R1C1–R1C2, edge R1C2–R1C3 and edge R1C1–R2C1 are within no domino or" in text
