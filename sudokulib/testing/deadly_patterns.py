"""Positions where the values of four cells could be exchanged if not for another rule."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import ceil, sqrt

from hypothesis import assume
from hypothesis import strategies as st

from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape
from sudokulib.testing.instances import instances
from sudokulib.testing.oracle import fillings
from sudokulib.testing.position import Position
from sudokulib.testing.tiny import tiny_geometry

_RULES = st.sampled_from((None, None, "less-than", "difference", "sum"))
"""Kinds of rules that read some of the cells, so that exchanging values would break them."""


@st.composite
def deadly_patterns(draw: st.DrawFn, *, cells: int = 8, unique: bool = True) -> Position:
    """Draw puzzles with four cells of two values, some of which have more values.

    The four lie on two lines across two others. All other cells are known, and sets or a rule join
    them with some of the four. Most techniques that assume a single solution are about such
    cells, and random puzzles hardly ever have them. Nothing is ruled out on the board.

    Args:
        cells: the greatest number of cells, from 5.
        unique: whether there is exactly one solution, or one or more.
    """
    symbols, count = draw(st.integers(3, 4)), draw(st.integers(5, cells))
    step = ceil(sqrt(count))
    corners = (0, 1, step, step + 1)
    lines = [(0, 1), (step, step + 1), (0, step), (1, step + 1)]
    outer = [cell for cell in range(count) if cell not in corners]
    masks = dict.fromkeys(corners, 0b11)
    more = draw(st.sampled_from((0b1111, 0b111)))
    wider = draw(st.lists(st.sampled_from(corners), min_size=1, max_size=3, unique=True))
    masks |= dict.fromkeys(wider, more & (1 << symbols) - 1)
    masks |= {cell: 1 << draw(st.integers(0, symbols - 1)) for cell in outer}
    some = st.lists(st.sampled_from(corners), min_size=1, max_size=2, unique=True)
    known = st.lists(st.sampled_from(outer), min_size=1, max_size=2, unique=True)
    sets = st.builds(lambda these, those: tuple(sorted(these + those)), some, known)
    rule = draw(_RULES)
    further = draw(st.lists(sets, min_size=int(unique and not rule), max_size=3, unique=True))
    puzzle = tiny_geometry(symbols, count, [*lines, *further], masks).puzzle()
    if rule:
        puzzle = _with_rule(draw, puzzle, rule)
    found = list(islice(fillings(puzzle), 2))
    assume(len(found) == 1 if unique else found)
    return Position(puzzle, Board.of(compile_puzzle(puzzle), puzzle.masks))


def _with_rule(draw: st.DrawFn, puzzle: Puzzle, name: str) -> Puzzle:
    """Return the puzzle with a rule whose clues are read off one of its fillings."""
    kept = next(fillings(puzzle, turn=draw(st.integers(0, 1))), None)
    assume(kept is not None)
    assert kept is not None
    known = replace(puzzle.geometry, domains=tuple(1 << value for value in kept))
    shape = Shape(instances()[name](draw, known), (f"{name} 1",))
    more = replace(puzzle, shapes=(shape,))
    assume(not shape.rule.problem(more.context))
    return more
