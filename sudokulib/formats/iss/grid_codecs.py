"""Constraints of the Interactive Sudoku Solver on whole rows, columns, diagonals and grids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.codecs import ShapeSpec
from sudokulib.formats.iss.board import Board, little_killer_lines
from sudokulib.formats.iss.grammar import Item, needed, number_of
from sudokulib.shapes import Allowed

__all__ = ["GRID_CODECS"]

Codec = Callable[[Item, Board], Iterable[ShapeSpec]]


def _diagonal(item: Item, board: Board) -> Iterator[ShapeSpec]:
    if board.rows != board.columns:
        raise SudokuError("a grid that is no square has no long diagonals; drop the constraint")
    size = board.rows
    if needed(item, 1)[0] == "1":
        cells = tuple((size - 1) * place for place in range(1, size + 1))
        yield "distinct", {"cells": cells, "label": "long rising diagonal"}
    elif item.args[0] == "-1":
        cells = tuple((size + 1) * place for place in range(size))
        yield "distinct", {"cells": cells, "label": "long falling diagonal"}
    else:
        raise SudokuError(f"{short(item.args[0])!r} is neither 1 nor -1; write one")


def _outside(kind: str, clue: str, **more: Any) -> Codec:
    """Return a codec of a clue at either end of a row or column."""

    def read(item: Item, board: Board) -> Iterator[ShapeSpec]:
        name, *clues = needed(item)
        cells = board.line(name)
        for line, said in zip((cells, cells[::-1]), clues, strict=False):
            if said:
                yield kind, {"cells": line, clue: number_of(said), **more}

    return read


def _skyscraper(item: Item, board: Board) -> Iterator[ShapeSpec]:
    """Read a skyscraper clue; there a 0 is no building, so that it is never seen."""
    flat = {"ground": 0} if 0 in board.values else {}
    yield from _outside("skyscraper", "count", **flat)(item, board)


def _sandwich(item: Item, board: Board) -> Iterator[ShapeSpec]:
    """Read a sandwich; on a line too short for all values it is about the line's own extremes."""
    value, name = needed(item)[:2]
    line = board.line(name)
    kind = "sandwich" if len(line) == len(board.values) else "lunchbox"
    yield kind, {"cells": line, "sum": number_of(value)}


def _little_killer(item: Item, board: Board) -> Iterator[ShapeSpec]:
    value, name = needed(item)[:2]
    cells = little_killer_lines(board).get(board.cell(name))
    if not cells:
        raise SudokuError(f"no diagonal begins at {name}; name a cell at the edge where one does")
    yield "little-killer", {"cells": cells, "sum": number_of(value)}


def _full_rank(item: Item, board: Board) -> Iterator[ShapeSpec]:
    if not board.rows == board.columns == len(board.values):
        raise SudokuError(
            "lines are ranked only on a square grid with as many values as cells a side; "
            "drop .FullRank"
        )
    yield from _outside("full-rank", "rank")(item, board)


def _ties(item: Item, board: Board) -> Iterator[ShapeSpec]:
    """Accept the only way in which ranks are tied here: no line with a clue ties with another."""
    del board
    if needed(item, 1)[0] != "only-unclued":
        raise SudokuError(f"{short(item.args[0])!r} ranks may be tied; only only-unclued is read")
    yield from ()


def _everywhere(kind: str, **more: Any) -> Codec:
    return lambda _, __: [(kind, dict(more))]


def _anti_taxicab(item: Item, board: Board) -> Iterator[ShapeSpec]:
    """Read an anti-taxicab rule; the solver refuses it where there is a 0."""
    if 0 in board.values:
        raise SudokuError(f".{item.type} is only for values from 1 on; drop it, or the value 0")
    yield "anti-taxicab", {}


def _thirds(kind: str, least: Sequence[int] = (1,)) -> Codec:
    """Return a codec of a rule about thirds of nine values that begin with one of `least`."""

    def read(item: Item, board: Board) -> Iterator[ShapeSpec]:
        if len(board.values) != 9 or board.values[0] not in least:
            known = " or ".join(f"{first} to {first + 8}" for first in least)
            raise SudokuError(f".{item.type} is only for the values {known}; drop it")
        yield kind, {}

    return read


def _flatmates(item: Item, board: Board) -> Iterator[ShapeSpec]:
    """Yield for each cell the rule that a 5 there has a 1 right above it or a 9 right below."""
    if board.values != tuple(range(1, 10)):
        raise SudokuError(f".{item.type} is only for the values 1 to 9; drop it")
    for cell in range(board.rows * board.columns):
        ways: list[tuple[int, tuple[int, ...]]] = [(cell, (1, 2, 3, 4, 6, 7, 8, 9))]
        if cell >= board.columns:
            ways.append((cell - board.columns, (1,)))
        if cell + board.columns < board.rows * board.columns:
            ways.append((cell + board.columns, (9,)))
        rules = tuple(Allowed((place,), values) for place, values in ways)
        yield "any-of", {"shapes": rules}


def _windoku(item: Item, board: Board) -> Iterator[ShapeSpec]:
    if board.boxes is None:
        raise SudokuError(f".{item.type} needs boxes; drop it")
    height, width = board.boxes
    for row in range(1, board.rows - height, height + 1):
        for column in range(1, board.columns - width, width + 1):
            cells = tuple(
                (row + r) * board.columns + column + c for r in range(height) for c in range(width)
            )
            yield "distinct", {"cells": cells, "label": "window"}


def _disjoint(item: Item, board: Board) -> Iterator[ShapeSpec]:
    if board.boxes is None:
        raise SudokuError(f".{item.type} needs boxes; drop it")
    height, width = board.boxes
    for place in range(height * width):
        r, c = divmod(place, width)
        rows, columns = range(r, board.rows, height), range(c, board.columns, width)
        cells = tuple(row * board.columns + column for row in rows for column in columns)
        yield "distinct", {"cells": cells, "label": f"place {place + 1} of each box"}


GRID_CODECS: Mapping[str, Codec] = {
    "AntiConsecutive": _everywhere("nonconsecutive"),
    "AntiKing": _everywhere("anti", moves="king"),
    "AntiKnight": _everywhere("anti", moves="knight"),
    "AntiTaxicab": _anti_taxicab,
    "Diagonal": _diagonal,
    "DisjointSets": _disjoint,
    "DutchFlatmates": _flatmates,
    "FullRank": _full_rank,
    "FullRankTies": _ties,
    "GlobalEntropy": _thirds("global-entropy"),
    "GlobalMod": _thirds("global-modular", (1, 0)),
    "HiddenSkyscraper": _outside("hidden-skyscraper", "value"),
    "LittleKiller": _little_killer,
    "NumberedRoom": _outside("numbered-room", "value"),
    "Sandwich": _sandwich,
    "Skyscraper": _skyscraper,
    "StrictKropki": _everywhere("negative", kinds=("difference", "ratio")),
    "StrictXV": _everywhere("negative", kinds=("pair-sum",), sums=(5, 10)),
    "Windoku": _windoku,
    "XSum": _outside("x-sum", "sum"),
}
"""Constraints that list no cells, or only the start of a line, by type."""
