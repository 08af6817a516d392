"""Loops of the Interactive Sudoku Solver: lines that name their first cell again at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.formats.format import warn_unread
from sudokulib.formats.iss.grammar import Item
from sudokulib.formats.iss.layouts import Arguments, line_layout
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.spelling import Fields, Layout


def loop(
    number: str = "",
    default: int | None = None,
    classes: Callable[[Fields], int] = lambda _: 0,
) -> Layout:
    """Return the layout of a line after a number; the line may be closed.

    Args:
        number: the field for the number; absent: there is no number.
        default: the number if it is left out; absent: it is required.
        classes: returns how many classes of values alternate on the line; 0 if none do.
    """
    plain = line_layout(number, default, loop=True)

    def read(item: Item, board: SolverGrid) -> Iterator[Fields]:
        for fields in plain.read(item, board):
            (cells,) = fields["lines"]
            again = len(cells) > 1 and cells[0] == cells[-1]
            closed = fields.pop("closed", False) or again
            cells = cells[:-1] if again and len(cells) > 2 else cells
            turns = classes(fields)
            if turns == 1:
                return  # a single class always alternates
            if turns > 1 and closed and len(cells) % turns:
                raise SudokuError(
                    f".{item.type}: {turns} classes cannot alternate around a loop of {len(cells)} "
                    f"cells; make it a multiple of {turns} cells long, or leave the last cell out"
                )
            yield {**fields, "lines": (cells,), "closed": closed and len(cells) > 2}

    def write(rule: Any, board: SolverGrid) -> Arguments:
        if len(rule.lines) > 1:
            return None
        (cells,) = rule.lines
        said = [getattr(rule, number)] if number else []
        return [*said, *board.names(cells + cells[:1] if rule.closed else cells)]

    return Layout(plain.fields, read, write)


_RENBAN = line_layout()


def _read_renban(item: Item, board: SolverGrid) -> Iterator[Fields]:
    """Read a renban; a loop means the set of its cells, as setters intend it."""
    for fields in _RENBAN.read(item, board):
        (cells,) = fields["lines"]
        if len(cells) > 2 and cells[0] == cells[-1]:
            name = board.names(cells[:1])[0]
            warn_unread([
                f".{item.type} names {name} first and last; it is read as a loop, but the "
                "Interactive Sudoku Solver finds no solution if a cell is on a renban twice"
            ])  # fmt: skip
            cells = cells[:-1]
        yield {**fields, "lines": (cells,)}


RENBAN = Layout(_RENBAN.fields, _read_renban, _RENBAN.write)
