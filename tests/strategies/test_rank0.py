"""Cells with just enough room: against the definition, and on shapes that no grid has."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from tiny_models import board_of, steps_of, tiny

from sudokulib.board import Board
from sudokulib.logic.cliques import clique_cover
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits


def test_sue_de_coq_on_two_overlapping_shapes():
    """Cells 0 and 1 in common with four values; 2 leaves them two of these, 3 the other two."""
    sets = [(0, 1, 2, 4), (0, 1, 3, 5)]
    board = board_of(4, sets, 15, 15, 0b0011, 0b1100, 15, 15)
    (step,) = steps_of("sue-de-coq", board)
    assert step.eliminations == ((4, 0), (4, 1), (5, 2), (5, 3))
    assert [role.name for role in step.roles] == ["pattern", "set", "set"]


def test_sue_de_coq_needs_just_enough_room():
    sets = [(0, 1, 2, 4), (0, 1, 3, 5)]
    assert not steps_of("sue-de-coq", board_of(5, sets, 31, 15, 0b0011, 0b1100, 31, 31))


def test_room_is_counted_across_shapes():
    """A ring of four cells, each neighbours of the next; opposite cells do not see each other."""
    sets = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4)]
    masks = (0b0011, 0b0110, 0b1100, 0b1001, 15)
    (step,) = steps_of("subset-counting", board_of(4, sets, *masks))
    assert step.eliminations == ((4, 1),)


def test_a_value_may_have_room_twice():
    """Cells 1 and 2 must both hold 2, as 0 and 1 stand once each: who sees one of them loses it."""
    sets = [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (1, 4)]
    board = board_of(4, sets, 0b0011, 0b0101, 0b0110, 0b0111, 15)
    (step,) = steps_of("subset-counting", board)
    assert step.eliminations == ((4, 2),)
    assert is_proved(board, step)


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=150, deadline=None)
def test_all_sets_of_the_definition_are_found(case):
    board = Board.start(case.model)
    lost = {c for step in steps_of("subset-counting", board) for c in step.eliminations}
    trivial = any(mask & (mask - 1) == 0 for mask in board.masks)
    if not trivial and not any(tight(board, size, every=True) for size in (2,)):
        for cells in tight(board, 3):
            assert set(lowering(board, cells)) <= lost


def capacity(board, value, cells):
    """The most of some cells that can hold a value together, by trying all of their sets."""
    holders, peers = list(bits(board.places[value] & cells)), board.model.peers
    return max(
        size
        for size in range(len(holders) + 1)
        for some in combinations(holders, size)
        if not any(peers[a] >> b & 1 for a, b in combinations(some, 2))
    )


def tight(board, size, *, every=False):
    """Sets of so many cells with as much room; those that all see one another only if asked."""
    found = []
    for cells in combinations(range(board.model.cells), size):
        mask = sum(1 << c for c in cells)
        room = sum(capacity(board, value, mask) for value in range(len(board.places)))
        if room == size and (every or len(clique_cover(board.model, mask)) > 1):
            found.append(mask)
    return found


def lowering(board, cells):
    for value, places in enumerate(board.places):
        had = capacity(board, value, cells)
        for target in bits(places & ~cells):
            if capacity(board, value, cells & ~board.model.peers[target]) < had:
                yield target, value


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=100, deadline=None)
def test_a_cover_is_the_smallest(case):
    model = case.model
    cells = (1 << model.cells) - 1
    cover = clique_cover(model, cells)
    assert sum(cover) == cells
    assert all(not part & ~model.peers[v] & ~(1 << v) for part in cover for v in bits(part))
    assert len(cover) == smallest(model.peers, list(range(model.cells)))


def smallest(peers, cells, parts=()):
    if not cells:
        return len(parts)
    first, *rest = cells
    joins = [i for i, part in enumerate(parts) if not part & ~peers[first]]
    options = [(*parts[:i], parts[i] | 1 << first, *parts[i + 1 :]) for i in joins]
    return min(smallest(peers, rest, one) for one in [*options, (*parts, 1 << first)])
