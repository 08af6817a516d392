"""Almost locked sets against the plain definition."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from tiny_models import assignments, model_of, tiny

from sudokulib.board import Board
from sudokulib.logic.almost_locked import almost_locked_sets
from sudokulib.logic.candidates import numbering
from sudokulib.logic.cliques import cliques
from sudokulib.model import bits


def plain(board):
    """All sets of cells that pairwise see each other with a value more, by trying all sets."""
    peers, found, locked = board.model.peers, [], []
    for size in range(1, board.model.cells + 1):
        for cells in combinations(range(board.model.cells), size):
            mask = sum(1 << c for c in cells)
            values = 0
            for c in cells:
                values |= board.masks[c]
            if all(peers[a] >> b & 1 for a, b in combinations(cells, 2)):
                if values.bit_count() == size + 1:
                    found.append((mask, values))
                elif values.bit_count() <= size:
                    locked.append(mask)
    return {(m, v) for m, v in found if not any(not own & ~m for own in locked)}


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=200, deadline=None)
def test_they_are_all_that_the_definition_says(case):
    board = Board.start(case.model)
    found = almost_locked_sets(board)
    assert {(one.cells, one.values) for one in found} == plain(board)
    assert len({one.cells for one in found}) == len(found)


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=100, deadline=None)
def test_all_values_but_one_stand_in_them(case):
    """Of two groups one holds a true candidate, and no group holds two."""
    board = Board.start(case.model)
    number = numbering(board.model)
    for filling in assignments(case.model):
        true = number.mask(enumerate(filling))
        for one in almost_locked_sets(board):
            counts = [(group & true).bit_count() for group in one.groups]
            assert sorted(counts) == [0] + [1] * (len(counts) - 1)


def test_the_group_of_a_value():
    board = Board.of(model_of(4, [0b1111] * 3, [(0, 1, 2)]), (0b0101, 0b0110, 0b1111))
    one = next(s for s in almost_locked_sets(board) if s.cells == 0b011)
    number = numbering(board.model)
    assert number.candidates(one.group(2)) == ((0, 2), (1, 2))
    assert number.candidates(one.group(1)) == ((1, 1),)
    assert one.group(3) == 0
    assert [next(bits(value)) for value in (one.values,)] == [0]


def test_cliques_come_smaller_ones_first_and_within_the_limits():
    board = Board.of(model_of(4, [0b1111] * 4, [(0, 1, 2, 3)]), (0b0011, 0b0110, 0b0111, 0b1111))
    assert list(cliques(board, range(4), 2, 3)) == [
        (0b001, 0b0011),
        (0b010, 0b0110),
        (0b100, 0b0111),
        (0b011, 0b0111),
        (0b101, 0b0111),
        (0b110, 0b0111),
    ]
