"""Places of forms: what they agree in, and which leave no room for the others."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
from support import from_file

from sudokulib import describe, explain, load
from sudokulib.board import Board
from sudokulib.logic.forms import Form, Forms, forms_of
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import strategy_named

EXAMPLES = Path(__file__).parents[2] / "examples"
ALONE, ROOM = "form-places", "room-for-forms"


def tetrominoes(*, digits: bool) -> Puzzle:
    """Three forms of four cells that fill a rectangle, perhaps with digits that differ in each."""
    geometry = from_file(
        symbols="1234LOT",
        build=[{"make": "grid", "size": "3x4", "lines": False}],
        layers={"piece": "LOT"},
        allowed={"all": "1234"},
        shapes=[
            {
                "kind": "polyominoes",
                "forms": ["##./.#./.#.", "##/##", "###/.#."],
                "different": digits,
                "cells": "piece",
            }
        ],
    )
    return Puzzle(geometry, geometry.domains)


def some_board(seed: int) -> Board:
    chance = Random(seed)
    model = compile_puzzle(tetrominoes(digits=seed % 2 > 0))
    masks = list(model.domains)
    for v in range(model.cells):
        if masks[v].bit_count() > 1 and chance.random() < 0.3:
            kept = [x for x in bits(masks[v]) if chance.random() < 0.7]
            masks[v] = sum(1 << x for x in kept) or masks[v]
    return Board.of(model, masks)


def known_forms(board: Board) -> Forms:
    found = forms_of(board.model)
    assert found is not None
    return found


def fits(board: Board, forms: Forms, place: int) -> bool:
    """Whether the cells of a place can have different digits, by trying all."""
    own = [list(bits(board.masks[forms.digits[c]])) for c in bits(place) if c in forms.digits]
    return any(len({*way}) == len(way) for way in product(*own))


def leaves_room(board: Board, forms: Forms, form: Form, place: int) -> bool:
    beside = [
        [p for p in one.places_left(board) if not p & place and fits(board, forms, p)]
        for one in forms.forms
        if one is not form
    ]
    covered = place
    for own in beside:
        for other in own:
            covered |= other
    cells = sum(1 << cell for cell in form.hidden.values())
    return fits(board, forms, place) and all(beside) and covered == cells


@pytest.mark.parametrize("seed", range(60))
def test_they_find_what_all_places_with_room_agree_in(seed: int) -> None:
    board = some_board(seed)
    forms = known_forms(board)
    alone = {step.roles[0].primitives: step for step in strategy_named(ALONE).find(board)}
    with_room = {step.roles[0].primitives: step for step in strategy_named(ROOM).find(board)}
    for form in forms.forms:
        places = form.places_left(board)
        room = [p for p in places if leaves_room(board, forms, form, p)]
        for own, found in ((places, alone), (room, with_room)):
            lost = {
                (v, is_in)
                for v, cell in form.hidden.items()
                for is_in in (0, 1)
                if board.masks[v] >> is_in & 1 and all(p >> cell & 1 != is_in for p in own)
            }
            step = found.get((form.number,))
            if found is with_room and (form.number,) in alone:
                assert step is None  # the easier step comes first
            else:
                assert (set(step.eliminations) if step else set()) == (lost if own else set())
            assert step is None or is_proved(board, step)


def test_a_form_alone_says_as_much_as_its_table() -> None:
    for seed in range(20):
        board = some_board(seed)
        for step in strategy_named(ALONE).find(board):
            (number,) = step.roles[0].primitives
            left = board.model.primitives[number].propagate(board.masks) or {}
            lost = {(v, x) for v, mask in left.items() for x in bits(board.masks[v] & ~mask)}
            assert {*step.eliminations} == lost


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "form places: no place left for polyomino L has R3C1, so R3C1 is not in polyomino L",
        "form places: only one place is left for polyomino W, so R1C4 and R1C5 are not in "
        "polyomino W; R3C2 is in polyomino W",
        "room for forms: wherever polyomino W had R5C3, R4C1 could not be filled, so R5C3 is not "
        "in polyomino W",
        "room for forms: wherever polyomino F had R2C1, no place would be left for polyomino W, so "
        "R2C1 is not in polyomino F",
        "room for forms: wherever polyomino F had R5C2, R4C1 or R5C1 could not be filled, so R5C2 "
        "is not in polyomino F",
        "forcing net: if R4C1 were in polyomino W, R1C2, R1C3, R2C4 and R4C3 are not in polyomino "
        "W; R3C2 is in polyomino W (polyomino W has no other place), then R3C2 is not 2 (the "
        "polyominoes have no other filling), then R3C3 = 2 (2 can only go to R3C3 in row 3), then "
        "R3C3 is not in polyomino W; R4C2 is in polyomino W (the polyominoes have no other "
        "filling), then no place is left for polyomino W, so R4C1 is not in polyomino W",
        # What is found in between may be the reason of the last link.
        "forcing net: if R3C2 were in polyomino V, R3C3 is in polyomino V (polyomino V has no "
        "other place), then R1C2 is in polyomino W (polyomino W has no other place), then R3C4 is "
        "in polyomino F (polyomino F has no other place), then R3C1 is in polyomino V (polyomino V "
        "has no other place), then no place is left for polyomino W, so R3C2 is not in polyomino V",
    ],
)
def test_words(text: str, told: list[str]) -> None:
    assert text in told


@pytest.fixture(scope="module")
def told() -> list[str]:
    return [one.text for one in explain(load(EXAMPLES / "polyominoes" / "five-forms.yaml"))]


def test_chains_do_not_say_twice_what_a_cell_and_its_form_say() -> None:
    puzzle = tetrominoes(digits=False)
    board = Board.start(compile_puzzle(puzzle))
    assert board.model.indicators
    for step in strategy_named("forcing-net").find(board):
        text = describe(step, puzzle, board)
        assert "the polyominoes at R" not in text
        assert is_proved(board, step)
