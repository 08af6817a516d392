"""`BoardMachine`: wrong boards and wrong strategies are found, ours pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies import strategies
from sudokulib.testing import BoardMachine, geometries, positions
from sudokulib.testing.runner import QUIET

EASY = ("naked-single", "hidden-single", "pointing", "claiming", "naked-pair", "hidden-pair")

quick = settings(QUIET, max_examples=40, stateful_step_count=12)
unshrink = settings(quick, phases=(Phase.generate,))


class Small(BoardMachine):
    """On puzzles of plain sets, which shrink quickly."""

    positions = positions(solutions="one", geometries=geometries(cells=3, symbols=3), kinds=())


def run(machine: type[BoardMachine], how: settings = quick) -> None:
    run_state_machine_as_test(machine, settings=how)


@pytest.mark.slow
def test_our_boards_and_strategies_pass():
    run(BoardMachine.for_strategies(EASY))


@pytest.mark.slow
@pytest.mark.parametrize("family", sorted({one.family for one in strategies()}))
def test_every_strategy_keeps_the_solutions_of_boards_in_any_order(family: str):
    members = [one for one in strategies() if one.family == family]
    run(BoardMachine.for_strategies(members), settings(quick, max_examples=40))


class Forgetful(Board):
    """Forgets to remove from places what it removes from masks."""

    __slots__ = ()

    def without(self, eliminations: Iterable[Candidate]) -> Board:
        board = super().without(eliminations)
        return Forgetful(board.model, board.masks, self.places, board.solved)


class Leaking(Board):
    """Takes what is remembered along."""

    __slots__ = ()

    def without(self, eliminations: Iterable[Candidate]) -> Board:
        board = super().without(eliminations)
        return Leaking(board.model, board.masks, board.places, board.solved, self.memo)


class Lenient(Board):
    """Leaves a placed value in the cells that must differ."""

    __slots__ = ()

    def placed(self, placements: Iterable[Candidate]) -> Board:
        masks, solved = list(self.masks), self.solved
        for variable, value in placements:
            masks[variable] &= 1 << value
            solved |= 1 << variable
        board = Board.of(self.model, masks, solved)
        return Lenient(board.model, board.masks, board.places, board.solved)


class Reviving(Board):
    """Brings back what had gone."""

    __slots__ = ()

    def without(self, eliminations: Iterable[Candidate]) -> Board:
        masks = list(self.masks)
        for variable, value in eliminations:
            masks[variable] ^= 1 << value
        board = Board.of(self.model, masks, self.solved)
        return Reviving(board.model, board.masks, board.places, board.solved)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (Forgetful, "a board has other places for"),
        (Leaking, "two boards remember together"),
        (Lenient, "a board has other candidates"),
        (Reviving, "a board has other candidates"),
    ],
)
def test_a_wrong_board_is_found(wrong: type[Board], what: str):
    class Machine(Small):
        board_type = wrong

    with pytest.raises(AssertionError, match=what) as caught:
        run(Machine)
    assert str(caught.value).splitlines()[1].startswith("# 2 cells, symbols")


def least(board: Board) -> Iterator[Step]:
    """Removes the greatest candidate of a cell with several."""
    for cell in bits(board.open):
        if board.masks[cell].bit_count() > 1:
            value = board.masks[cell].bit_length() - 1
            yield Step("least", eliminations=((cell, value),))


def test_a_strategy_that_removes_a_right_candidate_is_found():
    with pytest.raises(AssertionError, match=r"least concludes .* rules out a filling"):
        run(Small.for_strategies([least]), unshrink)


def once(board: Board) -> Iterator[Step]:
    """Removes again what is gone, the first time that it looks at a board only."""
    if board.memo.setdefault(once, True):
        board.memo[once] = False
        for cell, domain in enumerate(board.model.root.domains[: board.model.cells]):
            for value in bits(domain & ~board.masks[cell]):
                yield Step("once", eliminations=((cell, value),))


def test_a_strategy_that_is_misled_by_what_is_remembered_is_found():
    with pytest.raises(AssertionError, match="finds other steps on a board that is remembered"):
        run(Small.for_strategies([once]), unshrink)


def test_it_runs_as_a_test_case():
    class Few(Small.for_strategies(["naked-single"])):  # type: ignore[misc]
        pass

    Few.TestCase.settings = settings(quick, max_examples=5)
    Few.TestCase().runTest()
    assert [one.name for one in Few.strategies] == ["naked-single"]
