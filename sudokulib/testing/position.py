"""A puzzle in mid-solve, which can say what is true of it and prints as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sudokulib.board import Board
from sudokulib.caching import cached_by
from sudokulib.geometries.geometry import Geometry
from sudokulib.model import bits
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Kind
from sudokulib.shapes.kind import cell_fields, rule_fields
from sudokulib.testing.oracle import completions, fillings

__all__ = ["Position", "as_text", "rule_text"]


@dataclass(frozen=True, slots=True)
class Position:
    """A board together with the puzzle that it is of.

    Args:
        puzzle: the puzzle; small, as its fillings are tried one by one.
        board: some candidates of it.
    """

    puzzle: Puzzle
    board: Board

    @property
    def fillings(self) -> tuple[tuple[int, ...], ...]:
        """Every filling within the board for which all shapes hold, as value indices."""
        return _fillings(self.puzzle, self.board.masks[: self.board.model.cells])

    @property
    def possible(self) -> tuple[int, ...]:
        """For each variable the values that it takes in some filling, as a bit mask.

        Hidden variables count as well, by what the primitives say of them.
        """
        return _possible(self.puzzle, self.board)

    def __repr__(self) -> str:
        return as_text(self.puzzle, self.board)


@cached_by(lambda puzzle, masks: (puzzle.exact_key, masks), maxsize=4096)
def _fillings(puzzle: Puzzle, masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(fillings(puzzle, masks))


def _possible(puzzle: Puzzle, board: Board) -> tuple[int, ...]:
    found = [0] * len(board.masks)
    hidden = len(board.masks) > board.model.cells
    for filling in _fillings(puzzle, board.masks[: board.model.cells]):
        ways = completions(board.model, filling, board.masks) if hidden else [filling]
        for way in ways:
            for variable, value in enumerate(way):
                found[variable] |= 1 << value
    return tuple(found)


def as_text(puzzle: Puzzle | Geometry, board: Board | None = None) -> str:
    """A small puzzle in full: its cells with their candidates, and its shapes.

    Args:
        puzzle: a puzzle or geometry.
        board: whose candidates to show; by default the puzzle's.

    >>> import sudokulib
    >>> print(as_text(sudokulib.geometry("4x4")).splitlines()[0])
    16 cells, symbols 1234
    """
    if isinstance(puzzle, Geometry):
        puzzle = puzzle.puzzle()
    geometry = puzzle.geometry
    masks = puzzle.masks if board is None else board.masks
    width = max(len(cell.name) for cell in geometry.cells)
    lines = [f"{len(geometry.cells)} cells, symbols {geometry.alphabet}"]
    for cell in range(len(geometry.cells)):
        notes = _notes(puzzle, board, cell, masks[cell])
        lines.append(f"  {geometry.cells[cell].name:{width}} {notes}")
    for variable in range(len(geometry.cells), len(masks)):
        cases = " ".join(str(value + 1) for value in bits(masks[variable]))
        lines.append(f"  hidden variable {variable}: {cases or 'nothing'}")
    lines += [f"  {shape.label}: {rule_text(shape.rule, geometry)}" for shape in puzzle.all_shapes]
    return "\n".join(lines)


def _notes(puzzle: Puzzle, board: Board | None, cell: int, mask: int) -> str:
    """The candidates of a cell, and what else there is to say of it."""
    geometry = puzzle.geometry
    text = "".join(geometry.alphabet.of_mask(mask)) or "nothing"
    allowed = "".join(geometry.alphabet.of_mask(puzzle.masks[cell]))
    if cell in dict(puzzle.givens):
        return f"{text} (given)"
    if board is not None and board.solved >> cell & 1:
        text += " (placed)"
    return text if text == allowed or mask == geometry.alphabet.full else f"{text} (of {allowed})"


def rule_text(rule: Kind, geometry: Geometry) -> str:
    """A rule with the names of its cells and its parameters.

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
