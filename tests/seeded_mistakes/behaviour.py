"""Mistakes in what is remembered, changed, proved, or said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from seeded_mistakes.mistake import Mistake, Steps
from seeded_mistakes.on_boards import removal
from seeded_mistakes.sets import hidden_single, naked_pair, naked_triple
from sudokulib.board import Board
from sudokulib.logic.step import Rank, Step, Truth
from sudokulib.model import bits
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.testing import (
    check_explained,
    check_monotone,
    check_relabelling,
    check_symmetry,
    check_terminates,
)

REMEMBERED: dict[Any, list[Step]] = {}
DONE: list[bool] = []


def remembered(board: Board, *, by: Callable[[Board], Any]) -> Steps:
    """Naked singles that are kept by too little."""
    key = by(board)
    if key not in REMEMBERED:
        REMEMBERED[key] = list(naked_pair(board)) + list(hidden_single(board))
    yield from REMEMBERED[key]


def by_model(board: Board) -> Any:
    return board.model


def by_solved(board: Board) -> Any:
    return board.model, board.solved


def by_name(board: Board) -> Any:
    return board.model.cells, board.model.values, board.solved


def changing(board: Board) -> Steps:
    """Hidden singles that are removed from the board at once."""
    for step in list(hidden_single(board)):
        yield step
        object.__setattr__(board, "masks", step.apply(board).masks)


def once(board: Board) -> Steps:
    """Wrong the first time that there is something to do, and never again."""
    for cell in bits(board.open):
        if board.masks[cell].bit_count() > 1 and not DONE:
            DONE.append(True)
            yield from removal(board, [(cell, value) for value in bits(board.masks[cell])])


def growing(board: Board) -> Steps:
    """Says what is known already, so that it never ends."""
    for cell in bits(board.solved):
        yield Step("seeded", eliminations=((cell, 1 if board.masks[cell] & 1 else 0),))


def by_numbers(board: Board, *, cell: int = -1, value: int = -1) -> Steps:
    """Hidden singles, or only those of one cell or one symbol."""
    for step in hidden_single(board):
        ((where, what),) = step.placements
        if cell in (-1, where) and value in (-1, what):
            yield step


def half_proved(board: Board, *, one_less: bool = False) -> Steps:
    """A hidden single, for which a house is the reason."""
    for house in board.model.houses:
        for value in bits(house.values):
            cells = tuple(bits(board.places[value] & house.cells))
            if cells and board.open >> cells[0] & 1 and len(cells) == 1 + one_less:
                because = Rank((Truth(((cells[0], value),), primitive=house.primitive),))
                yield Step("seeded", ((cells[0], value),), arguments=(because,))


def crashing(board: Board) -> Steps:
    """Takes it for granted that the first cell of a set sees another one."""
    for clique in board.model.cliques:
        cells = list(bits(clique.variables & board.open))
        yield from removal(board, [(cells[2], 5)] if board.masks[cells[2]] < 0 else [])


def tell_next(step: Step, words: Any) -> str:
    """A reason that speaks of the next cell instead of the one that it means."""
    cell, value = step.placements[0]
    number = (cell + 1) % words.board.model.cells
    return f"{words.cell(number)} is the only place for {words.symbol(cell, value)}"


@dataclass(frozen=True)
class Mistold(Mistake):
    """A registered strategy whose words are wrong."""

    def strategy(self, *, wrong: bool = True) -> Strategy:
        """Return the strategy with the mistake, or without."""
        right = strategy_named("hidden-single")
        return replace(right, tell=tell_next) if wrong else right


MISTAKES = (
    Mistake("remembered by the model", remembered, {"by": by_model}, check_terminates, right=False),
    Mistake(
        "remembered by what is solved", remembered, {"by": by_solved}, check_terminates, right=False
    ),
    Mistake("remembered by what puzzles share", remembered, {"by": by_name}, right=False),
    Mistake("the board is changed", changing, right=False),
    Mistake("wrong once in a lifetime", once, right=False),
    Mistake("goes on for ever", growing, {}, check_terminates, right=False),
    Mistake(
        "a triple only without a pair", naked_triple, {"pairs": True}, check_monotone, right=False
    ),
    Mistake(
        "a triple only while all three cells have all",
        naked_triple,
        {"whole": True},
        check_monotone,
        right=False,
    ),
    Mistake("only the first cell", by_numbers, {"cell": 0}, check_relabelling),
    Mistake("only the first symbol", by_numbers, {"value": 0}, check_relabelling),
    Mistake("only the first cell, by a symmetry", by_numbers, {"cell": 0}, check_symmetry),
    Mistake("a proof that leaves out a place", half_proved, {"one_less": True}, check_explained),
    Mistold("words that name the next cell", hidden_single, {"any_shape": True}, check_explained),
    Mistake("crashes on small sets", crashing, right=False),
)
