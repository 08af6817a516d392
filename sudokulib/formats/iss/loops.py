"""Lines of the Interactive Sudoku Solver that come back to their first cell, named twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.formats.format import warn_unread
from sudokulib.formats.iss.board import Board
from sudokulib.formats.iss.grammar import Item
from sudokulib.formats.iss.layouts import Arguments, line
from sudokulib.formats.spelling import Fields, Layout

__all__ = ["RENBAN", "loop"]


def loop(
    number: str = "",
    default: int | None = None,
    classes: Callable[[Fields], int] = lambda _: 0,
) -> Layout:
    """Return the layout of a line after a number, that may be closed.

    Args:
        number: the field that the number is; absent: there is none.
        default: the number where there is none; absent: it is required.
        classes: returns how many classes of values take turns on the line; 0 if none do.
    """
    plain = line(number, default, loop=True)

    def read(item: Item, board: Board) -> Iterator[Fields]:
        for fields in plain.read(item, board):
            (cells,) = fields["lines"]
            again = len(cells) > 1 and cells[0] == cells[-1]
            closed = fields.pop("closed", False) or again
            cells = cells[:-1] if again and len(cells) > 2 else cells
            turns = classes(fields)
            if turns == 1:
                return  # one class only: it always takes its turn
            if turns > 1 and closed and len(cells) % turns:
                raise SudokuError(
                    f".{item.type}: {turns} classes cannot take turns round a loop of {len(cells)} "
                    f"cells; make it a multiple of {turns} cells long, or leave the last cell out"
                )
            yield {**fields, "lines": (cells,), "closed": closed and len(cells) > 2}

    def write(rule: Any, board: Board) -> Arguments:
        if len(rule.lines) > 1:
            return None
        (cells,) = rule.lines
        said = [getattr(rule, number)] if number else []
        return [*said, *board.names(cells + cells[:1] if rule.closed else cells)]

    return Layout(plain.fields, read, write)


_RENBAN = line()


def _read_renban(item: Item, board: Board) -> Iterator[Fields]:
    """Read a renban; a loop is the set of its cells, as those who draw one mean it."""
    for fields in _RENBAN.read(item, board):
        (cells,) = fields["lines"]
        if len(cells) > 2 and cells[0] == cells[-1]:
            name = board.names(cells[:1])[0]
            warn_unread([
                f".{item.type} names {name} first and last; it is read as a loop, but the "
                "Interactive Sudoku Solver finds no solution if a cell stands on a renban twice"
            ])  # fmt: skip
            cells = cells[:-1]
        yield {**fields, "lines": (cells,)}


RENBAN = Layout(_RENBAN.fields, _read_renban, _RENBAN.write)
