"""Wings and bent sets on shapes that no grid has, and how they are described."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from support import grid
from tiny_models import board_of, gone, steps_of, tiny

from sudokulib.board import Board
from sudokulib.model import bits, compile_puzzle
from sudokulib.solving.explaining.descriptions import describe

FULL = 0b1111


SPOKES = [(0, 1), (0, 2), (1, 3), (2, 3)]
"""Cell 0 sees 1 and 2, which do not see each other; cell 3 sees both."""


def test_an_xy_wing_of_shapes_of_two_cells():
    (step,) = steps_of("xy-wing", board_of(3, SPOKES, 0b011, 0b101, 0b110, 0b111))
    assert step.eliminations == ((3, 2),)
    assert [(role.name, role.candidates[0][0]) for role in step.roles] == [
        ("pivot", 0),
        ("wing", 1),
        ("wing", 2),
    ]


def test_an_xyz_wing_has_a_target_that_sees_the_pivot_too():
    masks = (0b111, 0b101, 0b110, 0b111)
    assert not steps_of("xyz-wing", board_of(3, SPOKES, *masks))
    assert gone("xyz-wing", board_of(3, [*SPOKES, (0, 3)], *masks))[0] == ((3, 2),)
    assert not steps_of("xy-wing", board_of(3, [*SPOKES, (0, 3)], *masks))


def test_wings_that_the_pivot_does_not_see_are_none():
    masks = (0b011, 0b101, 0b110, 0b111)
    assert not steps_of("xy-wing", board_of(3, [(0, 1), (1, 3), (2, 3)], *masks))


def test_a_bent_set_of_four():
    """Cell 0 sees three cells that do not see one another, and cell 4 sees these."""
    sets = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)]
    masks = (0b0111, 0b1001, 0b1010, 0b1100, FULL)
    assert gone("wxyz-wing", board_of(4, sets, *masks)) == [((4, 3),)]
    assert not gone("wxyz-wing", board_of(4, sets[:-1], *masks))


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=150, deadline=None)
def test_bent_sets_are_those_of_the_definition(case):
    """Values but one fit only once, by trying all sets of four; ours are the minimal ones."""
    board = Board.start(case.model)
    lost = {c for size in (3, 4) for c in defined(board, size)}
    found = set()
    for name in ("xy-wing", "xyz-wing", "wxyz-wing"):
        for step in steps_of(name, board):
            found |= set(step.eliminations)
    assert found <= lost
    singles = any(mask & (mask - 1) == 0 for mask in board.masks)
    locked = any(
        strategy for strategy in ("naked-pair", "naked-triple") if steps_of(strategy, board)
    )
    assert singles or locked or found == lost


def defined(board, size):
    peers, places = board.model.peers, board.places
    for cells in combinations(range(board.model.cells), size):
        mask, union = sum(1 << c for c in cells), 0
        for c in cells:
            union |= board.masks[c]
        twice = [v for v in bits(union) if not fits_once(peers, places[v] & mask)]
        if union.bit_count() == size and len(twice) == 1:
            holders = places[twice[0]] & mask
            for target in bits(places[twice[0]] & ~mask):
                if not holders & ~peers[target]:
                    yield target, twice[0]


def fits_once(peers, holders):
    return all(peers[a] >> b & 1 for a, b in combinations(bits(holders), 2))


def test_a_w_wing_over_a_house():
    sets = [(0, 2), (1, 3), (0, 5), (1, 5), (2, 3, 4)]
    masks = (0b011, 0b011, 0b111, 0b111, 0b110, 0b111)
    (step,) = steps_of("w-wing", board_of(3, sets, *masks))
    assert step.eliminations == ((5, 1),)


def test_a_w_wing_needs_a_value_that_is_required():
    """The famous error: cells 2 and 3 are the only places for 0, but 0 need not stand there."""
    sets = [(0, 2), (1, 3), (0, 5), (1, 5), (2, 3, 4)]
    masks = (0b0011, 0b0011, FULL, FULL, 0b1110, FULL)
    assert not steps_of("w-wing", board_of(4, sets, *masks))


@pytest.mark.parametrize("name", ["xy-wing", "wxyz-wing", "w-wing"])
def test_texts_name_every_cell_of_the_pattern(name):
    boards = {
        "xy-wing": {0: "12", 3: "13", 4: "23"},
        "wxyz-wing": {0: "12", 1: "123", 3: "14", 5: "34"},
        "w-wing": {0: "12", 9: "12", 6: "134", 14: "134"},
    }
    geometry = grid("4x4", "2x2")
    puzzle = geometry.puzzle()
    model = compile_puzzle(puzzle)
    masks = list(model.domains)
    for cell, symbols in boards[name].items():
        masks[cell] = sum(1 << int(s) - 1 for s in symbols)
    steps = steps_of(name, Board.of(model, masks))
    assert steps
    for step in steps:
        text = describe(step, puzzle)
        for role in step.roles:
            for cell, _ in role.candidates:
                assert geometry.cells[cell].name in text
