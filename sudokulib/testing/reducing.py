"""Smaller positions made from one that fails: without some of its cells and shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from sudokulib.board import Board
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape
from sudokulib.testing.oracle import NO_REPEAT_KINDS, arrangements, fillings
from sudokulib.testing.position import Position
from sudokulib.testing.tiny import tiny_geometry

_MOST_ARRANGEMENTS = 300
"""Ways to fill a board without repeats, above which a position is not tried: a bound on time."""


def reduced(
    position: Position, fails: Callable[[Position], bool], *, unique: bool = False
) -> Position:
    """Return a position without the cells and shapes that a failure does not need.

    One after another is left out for as long as the check fails on what remains. Hypothesis cannot
    do that for a geometry of the library, whose cells it does not draw.

    Args:
        position: the position on which a check fails.
        fails: tells whether the check fails on a position.
        unique: whether puzzles must have exactly one solution; otherwise the board needs a filling.

    Returns:
        The smallest position that is found, or `position` itself.
    """

    def better(positions: Iterator[Position], than: Position) -> Position:
        valid = (one for one in positions if _is_valid(one, unique))
        return next(filter(fails, valid), than)

    before = None
    while position is not before:
        before = position
        for cell in reversed(range(len(position.puzzle.masks))):
            position = better(_without_cell(position, cell), position)
        for shape in position.puzzle.all_shapes:
            position = better(_without_shape(position, shape), position)
    return position


def _is_valid(position: Position, unique: bool) -> bool:
    """Return whether a position is solvable, and quickly checked against its fillings."""
    puzzle, masks = position.puzzle, position.board.masks[: len(position.puzzle.masks)]
    if not any(mask & mask - 1 for mask in masks) or _too_many(puzzle, masks):
        return False
    if unique and (_too_many(puzzle, puzzle.masks) or len(list(fillings(puzzle))) != 1):
        return False
    return bool(position.fillings)


def _too_many(puzzle: Puzzle, masks: Sequence[int]) -> bool:
    return any(islice(arrangements(puzzle, masks), _MOST_ARRANGEMENTS, None))


def _without_cell(position: Position, cell: int) -> Iterator[Position]:
    """Yield positions without a cell, whose peers lose one of its values, or none.

    A house is still a house where its cells lose a value along with the cell.
    """
    puzzle = position.puzzle
    peers = {c for s in puzzle.all_shapes if _is_set(s) and cell in s.cells for c in s.cells}
    kept = [other for other in range(len(puzzle.masks)) if other != cell]
    for value in bits(position.possible[cell]):
        yield from _part(position, kept, puzzle.all_shapes, dict.fromkeys(peers, 1 << value))
    yield from _part(position, kept, puzzle.all_shapes, {})


def _without_shape(position: Position, shape: Shape) -> Iterator[Position]:
    """Yield the position without a shape, if it has it."""
    shapes = [one for one in position.puzzle.all_shapes if one.meaning != shape.meaning]
    if len(shapes) < len(position.puzzle.all_shapes):
        yield from _part(position, range(len(position.puzzle.masks)), shapes, {})


def _is_set(shape: Shape) -> bool:
    return shape.kind in NO_REPEAT_KINDS


def _part(
    position: Position, kept: Sequence[int], shapes: Sequence[Shape], ruled_out: Mapping[int, int]
) -> Iterator[Position]:
    """Yield the position of some cells and shapes, if there can be one.

    Args:
        position: the whole position.
        kept: the cells that are kept.
        shapes: the shapes that are kept; sets lose cells, and other rules go along with a cell.
        ruled_out: the values that cells lose, as bit masks.
    """
    try:
        puzzle = _puzzle_of(position.puzzle, kept, shapes, ruled_out)
        model = compile_puzzle(puzzle)
    except Exception:  # whatever a rule takes for granted of its geometry, it is not tried without
        return
    board = position.board
    masks = [board.masks[cell] & ~ruled_out.get(cell, 0) for cell in kept]
    if all(masks):
        solved = sum(1 << new for new, cell in enumerate(kept) if board.solved >> cell & 1)
        hidden = model.domains[model.cells :]
        yield Position(puzzle, Board.of(model, [*masks, *hidden], solved))


def _puzzle_of(
    puzzle: Puzzle, kept: Sequence[int], shapes: Sequence[Shape], ruled_out: Mapping[int, int]
) -> Puzzle:
    """Return the puzzle of some cells and shapes.

    Raises:
        ValueError: a rule is impossible there.
    """
    new = {cell: number for number, cell in enumerate(kept)}
    sets = [[new[c] for c in shape.cells if c in new] for shape in shapes if _is_set(shape)]
    domains = [puzzle.geometry.domains[cell] & ~ruled_out.get(cell, 0) for cell in kept]
    geometry = tiny_geometry(puzzle.geometry.alphabet, len(kept), sets, dict(enumerate(domains)))
    rules = (s for s in shapes if not _is_set(s) and new.keys() >= set(s.cells))
    small = replace(
        geometry.puzzle(),
        masks=tuple(puzzle.masks[cell] & ~ruled_out.get(cell, 0) for cell in kept),
        given_values=tuple((new[c], value) for c, value in puzzle.given_values if c in new),
        shapes=tuple(shape.moved(new) for shape in rules),
    )
    context = small.context
    if problems := [p for s in small.shapes if (p := s.rule.problem(context))]:
        raise ValueError(problems[0])
    return small
