"""A puzzle in mid-solve, with its fillings, that prints as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sudokulib.basics.caching import cached_by
from sudokulib.board import Board
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Kind
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.testing.oracle import completing, fillings
from sudokulib.testing.text import position_text, read_position

if TYPE_CHECKING:
    from hypothesis.vendor.pretty import RepresentationPrinter


@dataclass(frozen=True, slots=True)
class Position:
    """A board together with its puzzle.

    Args:
        puzzle: the puzzle; small, as its fillings are tried one by one.
        board: a board with some of its candidates.
    """

    puzzle: Puzzle
    board: Board

    @property
    def fillings(self) -> tuple[tuple[int, ...], ...]:
        """Every filling of the cells within the board for which all shapes hold, as value indices.

        Hidden variables have values on the board with which it fits.
        """
        return tuple(_within(self.puzzle, self.board))

    @property
    def possible(self) -> tuple[int, ...]:
        """The values that each variable takes in some filling, as a bit mask.

        Hidden variables are included, with the values that the primitives allow.
        """
        return _possible(self.puzzle, self.board)

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Return the position in a text, as a check that fails prints it.

        Args:
            text: a puzzle file, with ``board`` (the candidates of each cell), ``placed`` (the
                cells that have been placed) and ``cases`` (the values of hidden variables) where it
                differs from the start.

        Raises:
            SudokuError: the text is contradictory.

        >>> position = Position.from_text("{geometry: 4x4, givens: {R1C1: 3}, board: {R1C2: 12}}")
        >>> position.board.masks[1]
        3
        """
        return cls(*read_position(text))

    def __repr__(self) -> str:
        return as_text(self.puzzle, self.board)

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """Let hypothesis print the text instead of all fields, which take some 30 kB."""
        del cycle
        printer.text(repr(self))


# All of the puzzle, and the masks, are in the key.
@cached_by(lambda puzzle, masks: (puzzle.exact_key, masks), maxsize=4096)
def _fillings(puzzle: Puzzle, masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(fillings(puzzle, masks))


def _within(puzzle: Puzzle, board: Board) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Return the fillings of the cells, each with the values of all variables that go with it."""
    cells = board.model.cells
    found = _fillings(puzzle, board.masks[:cells])
    if len(board.masks) == cells:
        return {filling: [filling] for filling in found}
    complete = completing(board.model.primitives, cells, board.masks)
    ways = {filling: list(complete(filling)) for filling in found}
    return {filling: some for filling, some in ways.items() if some}


def _possible(puzzle: Puzzle, board: Board) -> tuple[int, ...]:
    found = [0] * len(board.masks)
    for ways in _within(puzzle, board).values():
        for way in ways:
            for variable, value in enumerate(way):
                found[variable] |= 1 << value
    return tuple(found)


def as_text(puzzle: Puzzle | Geometry, board: Board | None = None) -> str:
    """Return a small puzzle in full, as text that `Position.from_text` reads.

    Args:
        puzzle: a puzzle or geometry.
        board: the board whose candidates are shown; by default none.

    >>> import sudokulib
    >>> print(as_text(sudokulib.geometry("4x4")))
    # 16 cells, symbols 1234
    geometry: 4x4
    """
    return position_text(puzzle.puzzle() if isinstance(puzzle, Geometry) else puzzle, board)


def rule_text(rule: Kind, geometry: Geometry) -> str:
    """Return a rule with the names of its cells and its parameters.

    >>> import sudokulib
    >>> from sudokulib.shapes.sums import Cage
    >>> rule_text(Cage((0, 1), 7), sudokulib.geometry("4x4"))
    'cage R1C1 R1C2 sum=7'
    """
    forms, inner = cell_fields(type(rule)), rule_fields(type(rule))
    parts = [rule.name]
    for f in fields(rule):
        value = getattr(rule, f.name)
        if f.name in inner:
            parts.append(f"({'; '.join(rule_text(one, geometry) for one in value)})")
        elif f.name in forms:
            parts.append(_cells(value, geometry))
        elif value != f.default:
            parts.append(f"{f.name}={value}")
    return " ".join(filter(None, parts))


def _cells(value: int | Sequence[int] | Sequence[Sequence[int]] | None, geometry: Geometry) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return geometry.name_of(value)
    texts = [_cells(one, geometry) for one in value]
    return " ".join(texts) if all(isinstance(v, int) for v in value) else " | ".join(texts)
