"""Samurai as five lines of 81 characters, one for each grid.

The lines are top left, top right, middle, bottom left, bottom right, or the middle one comes last.
The shared boxes decide which: both lines must agree on them.
"""

from __future__ import annotations

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.marks import ParsedGrid, data_lines, joined_rows, parsed_grid
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle, make_puzzle

_SIZE = 9
_ORDERS = ("ABCDE", "ABDEC")
"""The grids of the geometry in the possible orders of the lines."""

_BOXES = {"A": (6, 6), "B": (6, 0), "D": (0, 6), "E": (0, 0)}
"""The position of the shared box in the corner grids."""

_MIDDLE = {"A": (0, 0), "B": (0, 6), "D": (6, 0), "E": (6, 6)}
"""The position of the shared box in the middle grid."""


def _five(text: str) -> list[ParsedGrid] | None:
    lines = data_lines(text) if len(text) < 10_000 else []
    found = [parsed_grid(line) for line in joined_rows(lines, 5)]
    if len(found) != 5 or any(marks is None or marks.size != _SIZE for marks in found):
        return None
    return [marks for marks in found if marks is not None]


def _agree(grids: dict[str, ParsedGrid]) -> int:
    """Return the number of shared givens if the grids agree on them, else -1."""
    shared = 0
    for name, (row, column) in _BOXES.items():
        down, right = _MIDDLE[name]
        for place in range(9):
            r, c = divmod(place, 3)
            one = grids[name].known.get((row + r) * _SIZE + column + c)
            other = grids["C"].known.get((down + r) * _SIZE + right + c)
            if one != other:
                return -1
            shared += one is not None
    return shared


def _order(text: str) -> str:
    """Return the order of the lines; empty if they are not a samurai."""
    five = _five(text)
    if five is None:
        return ""
    found = {order: _agree(dict(zip(order, five, strict=True))) for order in _ORDERS}
    agreed = [order for order in _ORDERS if found[order] >= 0]
    best = max(agreed, key=found.__getitem__, default="")
    return best if len(agreed) == 1 or any(found[order] > 0 for order in agreed) else ""


def is_samurai(text: str) -> bool:
    """Return whether five lines agree in the boxes that they share, in one of the two orders."""
    return bool(_order(text))


def _read_lines(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    order, five = _order(text), _five(text)
    if not order or five is None:
        raise GivensError(
            f"{name}: a samurai is five lines of 81 characters, corners and middle, that agree in "
            "the boxes they share; write them as top left, top right, middle, bottom left, "
            "bottom right"
        )
    samurai = geometry("samurai")
    parts = {part.name: part.cells for part in samurai.parts}
    known: dict[str, str | int] = {}
    for grid, marks in zip(order, five, strict=True):
        for cell, value in marks.known.items():
            known[samurai.cells[parts[grid][cell]].name] = str(value + 1)
    return make_puzzle(samurai, known)


def _write_lines(puzzle: Puzzle) -> str:
    samurai = geometry("samurai")
    if [cell.at for cell in puzzle.geometry.cells] != [cell.at for cell in samurai.cells]:
        raise Unwritable("only a samurai is five lines; choose another format")
    symbols = [symbol or "." for symbol in _symbols(puzzle)]
    lines = ("".join(symbols[cell] for cell in part.cells) for part in samurai.parts)
    text = "\n".join(lines) + "\n"
    if _order(text) != _ORDERS[0]:
        raise Unwritable(
            "its lines could also be read in another order; choose another format, such as rows"
        )
    return text


def _symbols(puzzle: Puzzle) -> list[str]:
    if puzzle.geometry.alphabet.symbols != tuple("123456789"):
        raise Unwritable("its symbols are not 1 to 9; choose another format, such as yaml")
    return puzzle.symbols()


SAMURAI = register_format(
    Format(
        "samurai-lines",
        is_samurai,
        _read_lines,
        _write_lines,
        summary="a samurai as five lines of 81 characters, the middle one third or last",
        keeps="givens of a samurai",
    )
)
"""The five grids of a samurai, each a line."""
