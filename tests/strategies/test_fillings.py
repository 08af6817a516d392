"""Fillings of every kind of shape: steps hold in all assignments, are proved, and can be told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic.test_facts import assignments, boards
from shapes.instances import instances

from sudokulib.logic.proof import is_proved
from sudokulib.strategies import strategies

OWN = [s for s in strategies() if s.family in ("cages", "fillings")]
some = settings(max_examples=6, deadline=None)


@pytest.mark.parametrize("name", sorted(instances()))
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
