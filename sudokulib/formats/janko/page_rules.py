"""The rules of puzzles of janko.at, by the names that their texts give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.janko.page_text import EMPTY, MOST, PageGrid, PageText, mark_number
from sudokulib.formats.spelling import Fields


@dataclass
class PageRules:
    """The requirements of the rules.

    Args:
        shapes: the fields of shapes.
        lines: whether rows and columns have no repeats.
        box: rows and columns of a box.
        values: the integers of the puzzle; empty: from 1 to the side of the grid.
        candidates: whether the marks of the problem are candidates, not givens.
        givens: whether the marks of the problem are values of cells.
    """

    shapes: list[Fields]
    lines: bool = True
    box: tuple[int, int] | None = None
    values: tuple[int, ...] = ()
    candidates: bool = False
    givens: bool = True


def _plain(board: PageGrid) -> PageRules:
    if board.said.grids.get("areas"):
        return PageRules([distinct_cells(cells) for cells in board.areas().values()])
    return PageRules([], box=board.box())


def distinct_cells(cells: Iterable[int]) -> Fields:
    """Return the fields of the rule that cells have no repeats."""
    return {"kind": "distinct", "cells": tuple(cells)}


def _candidates(board: PageGrid) -> PageRules:
    rules = _plain(board)
    rules.candidates = True
    return rules


def _killer(board: PageGrid) -> PageRules:
    shapes: list[Fields] = []
    for cells in board.areas().values():
        total = mark_number(_only_mark(board, cells))
        shapes.append({"kind": "cage", "cells": cells, **({"sum": total} if total else {})})
    return PageRules(shapes, box=board.box(), givens=False)


def _only_mark(board: PageGrid, cells: Sequence[int]) -> str:
    found = [mark for cell in cells if (mark := board.mark_at(board.problem, cell))]
    if len(found) > 1:
        raise SudokuError(
            f"an area has the clues {short(repr(' '.join(found)))}; write one for each area"
        )
    return found[0] if found else ""


def _consecutive(board: PageGrid) -> PageRules:
    """Return rules with a bar between all neighbours that are consecutive in the solution."""
    rules = PageRules([], box=None if board.said.number("depth") else board.box())
    for a, b in board.neighbours():
        if abs(board.value(a) - board.value(b)) == 1:
            rules.shapes.append({"kind": "difference", "cells": (a, b), "value": 1})
    rules.shapes.append({"kind": "negative", "kinds": ("difference",)})
    return rules


def _kropki(board: PageGrid) -> PageRules:
    """Return rules with all dots of the solution; one that could be of either sort is black."""
    rules = PageRules([], box=board.box())
    for a, b in board.neighbours():
        low, high = sorted((board.value(a), board.value(b)))
        if high == 2 * low:
            rules.shapes.append({"kind": "ratio", "cells": (a, b), "value": 2})
        elif high == low + 1:
            rules.shapes.append({"kind": "difference", "cells": (a, b), "value": 1})
    rules.shapes.append({"kind": "negative", "kinds": ("difference", "ratio")})
    return rules


def _frame(board: PageGrid) -> PageRules:
    """Return rules with the sums of the solution in the first box of each line, from both ends."""
    high, wide = board.box()
    rules = PageRules([], box=(high, wide), givens=False)
    for number, line in enumerate(board.lines()):
        first = wide if number < board.rows else high
        for way in (line, line[::-1]):
            total = sum(map(board.value, way[:first]))
            rules.shapes.append({"kind": "frame", "cells": way, "sum": total, "first": first})
    return rules


def _parities(board: PageGrid) -> PageRules:
    rules = PageRules([], box=board.box())
    for kind, rest in (("even", 0), ("odd", 1)):
        cells = tuple(cell for cell in board.cells() if board.value(cell) % 2 == rest)
        rules.shapes.append({"kind": kind, "cells": cells})
    return rules


_SIDES = {1: (0, 1), 2: (1, 0), 4: (0, -1), 8: (-1, 0)}
"""The sides of a cell by the bits that mark them."""


def _marked_sides(board: PageGrid, name: str) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells with a mark between them."""
    for r, row in enumerate(board.said.grid(name, board.rows, board.columns)):
        for c, mark in enumerate(row):
            bits = 0 if mark in EMPTY else mark_number(mark) or 0
            for bit, (down, right) in _SIDES.items():
                if bits & bit:
                    if not (0 <= r + down < board.rows and 0 <= c + right < board.columns):
                        raise SudokuError(f"{mark!r} in R{r + 1}C{c + 1} marks a side at the rim")
                    here = r * board.columns + c
                    there = here + down * board.columns + right
                    yield min(here, there), max(here, there)


def _compared(board: PageGrid) -> PageRules:
    """Return rules with the comparisons of the solution: those marked, or all within boxes."""
    high, wide = board.box()
    rules = PageRules([], box=(high, wide), givens=False)
    if board.said.grids.get("clues"):
        pairs = set(_marked_sides(board, "clues"))
    else:
        size = board.columns
        pairs = {
            (a, b) for a, b in board.neighbours()
            if (a // size // high, a % size // wide) == (b // size // high, b % size // wide)
        }  # fmt: skip
    for pair in sorted(pairs):
        rules.shapes.append({"kind": "less-than", "cells": tuple(sorted(pair, key=board.value))})
    return rules


def _magic_pairs(board: PageGrid) -> PageRules:
    total = board.said.number("magic")
    if total is None:
        raise SudokuError("magic is missing; write the sum of marked pairs")
    pairs = sorted(set(_marked_sides(board, "clues")))
    return PageRules([{"kind": "pair-sum", "cells": pair, "sum": total} for pair in pairs])


def _latin(_: PageGrid) -> PageRules:
    return PageRules([])


def _one_to_n(board: PageGrid) -> PageRules:
    """Return the rule that each area of n cells holds 1 to n."""
    areas = list(board.areas().values())
    shapes: list[Fields] = []
    for cells in areas:
        shapes.append(
            {"kind": "allowed", "cells": cells, "values": tuple(range(1, len(cells) + 1))}
        )
        if len(cells) > 1:
            shapes.append(distinct_cells(cells))
    return PageRules(shapes, lines=False, values=tuple(range(1, max(map(len, areas)) + 1)))


def _hakyuu(board: PageGrid) -> PageRules:
    rules = _one_to_n(board)
    rules.shapes.append({"kind": "ripple"})
    return rules


def _suguru(board: PageGrid) -> PageRules:
    rules = _one_to_n(board)
    rules.shapes.append({"kind": "anti", "moves": "king"})
    return rules


def _kojun(board: PageGrid) -> PageRules:
    """Return the rules of areas in which numbers fall downwards, and neighbours differ."""
    rules = _one_to_n(board)
    rules.shapes.append({"kind": "anti", "moves": ((1, 0),)})
    for cells in board.areas().values():
        for cell in cells:
            if cell + board.columns in cells:
                pair = (cell + board.columns, cell)
                rules.shapes.append({"kind": "less-than", "cells": pair})
    return rules


_OPERATORS = {"+": "sum", "-": "difference", "*": "product", "/": "quotient"}


def _operation(mark: str) -> tuple[int, Fields]:
    """Return the number of a clue, and the field of its operator, which may be missing.

    Raises:
        SudokuError: it has no number.
    """
    operator = _OPERATORS.get(mark[-1])
    value = mark_number(mark[:-1] if operator else mark)
    if value is None:
        raise SudokuError(f"{short(repr(mark))} has no number; write it before the operator")
    return value, {"operators": (operator,)} if operator else {}


def _kendoku(board: PageGrid) -> PageRules:
    shapes: list[Fields] = []
    for cells in board.areas().values():
        mark = _only_mark(board, cells)
        if not mark:
            continue
        value, operators = _operation(mark)
        if len(cells) == 1:
            shapes.append({"kind": "allowed", "cells": cells, "values": (value,)})
            continue
        shapes.append({
            "kind": "operator-cage", "cells": cells, "value": value, "repeats": True, **operators,
        })  # fmt: skip
    return PageRules(shapes, givens=False)


def _mathrax(board: PageGrid) -> PageRules:
    """Return the rules of marks at corners, which hold for both pairs of opposite cells."""
    size = board.square()
    shapes: list[Fields] = []
    for r, row in enumerate(board.said.grid("nodes", size - 1, size - 1)):
        for c, mark in enumerate(row):
            here = r * size + c
            four = (here, here + 1, here + size, here + size + 1)
            if mark.lower() in ("e", "o"):
                shapes.append({"kind": "even" if mark.lower() == "e" else "odd", "cells": four})
            elif mark not in EMPTY:
                value, operators = _operation(mark.replace("x", "*"))
                if not operators:
                    raise SudokuError(f"{short(repr(mark))} at a corner is unknown; drop it")
                clue = {"kind": "operator-cage", "value": value, "repeats": True, **operators}
                shapes += [{**clue, "cells": four[::3]}, {**clue, "cells": four[1:3]}]
    return PageRules(shapes)


def _renban(board: PageGrid) -> PageRules:
    long = [cells for cells in board.areas().values() if len(cells) > 1]
    return PageRules([{"kind": "renban", "lines": (cells,)} for cells in long])


def _labels(board: PageGrid, count: int) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the labels of lines, each with the line from the label on."""
    every = board.lines()
    ways = [line[::-1] if back else line for back in range(count) for line in every]
    left = board.said.grid("rlabels", count, board.rows) or [["-"] * board.rows] * count
    top = board.said.grid("clabels", count, board.columns) or [["-"] * board.columns] * count
    marks = [mark for n in range(count) for mark in (*left[n], *top[n])]
    yield from ((way, mark) for way, mark in zip(ways, marks, strict=True) if mark not in EMPTY)


def _buildings(kind: str, field: str) -> Callable[[PageGrid], PageRules]:
    """Return the rules of skyscrapers; where there are fewer heights than cells, of parks too."""

    def rules(board: PageGrid) -> PageRules:
        size = board.square()
        heights = board.said.number("depth") or size
        parks = heights < size
        ground = {"ground": 0} if parks else {}
        clues: list[Fields] = [
            {"kind": kind, "cells": way, field: mark_number(mark), **ground}
            for way, mark in _labels(board, 2)
        ]
        if not parks:
            return PageRules(clues)
        once = tuple(range(1, heights + 1))
        clues += [{"kind": "exactly", "cells": line, "values": once} for line in board.lines()]
        return PageRules(clues, lines=False, values=(0, *once))

    return rules


def _doppelblock(board: PageGrid) -> PageRules:
    size = board.square()
    clues = {way: mark_number(mark) for way, mark in _labels(board, 1)}
    shapes: list[Fields] = [
        {"kind": "doppelblock", "cells": line, "sum": clues.get(line)} for line in board.lines()
    ]
    return PageRules(shapes, lines=False, values=tuple(range(size - 1)))


_SIGNS = {"<": 1, "«": 1, "A": 1, "^": 1, ">": -1, "»": -1, "V": -1, "v": -1}
"""1 if the cell before a sign is the lesser, else -1."""


def futoshiki(said: PageText, limits: Limits) -> tuple[PageGrid, PageRules]:
    """Return the board and rules of a grid in which signs stand between the cells."""
    size = said.number("size") or 0
    if not 0 < size <= MOST:
        raise SudokuError(f"a grid of size {size} is not read; write the cells a side, to {MOST}")
    signs = said.grid("problem", 2 * size - 1, 2 * size - 1)
    digits = [row[::2] for row in signs[::2]]
    board = PageGrid(PageText(said.words, {**said.grids, "problem": digits}), limits)
    shapes: list[Fields] = []
    for r, row in enumerate(signs):
        for c, mark in enumerate(row):
            if (r + c) % 2 and mark not in EMPTY:
                way = _SIGNS.get(mark.removeprefix("Â"))
                if way is None:
                    raise SudokuError(f"{short(repr(mark))} is not a sign; write «, », A or V")
                here = r // 2 * size + c // 2
                pair = (here, here + (size if r % 2 else 1))
                shapes.append({"kind": "less-than", "cells": pair[::way]})
    return board, PageRules(shapes)


READERS: Mapping[str, Callable[[PageGrid], PageRules]] = {
    "doubleblock": _doppelblock,
    "hakyuu": _hakyuu,
    "kendoku": _kendoku,
    "killer": _killer,
    "kojun": _kojun,
    "mathrax": _mathrax,
    "renban": _renban,
    "skyscrapers": _buildings("skyscraper", "count"),
    "skyscrapers, sums": _buildings("skyscraper-sum", "sum"),
    "sudoku": _plain,
    "sudoku, cs": _consecutive,
    "sudoku, fs": _frame,
    "sudoku, gt": _compared,
    "sudoku, kropki": _kropki,
    "sudoku, mn": _magic_pairs,
    "sudoku, ms": _latin,
    "sudoku, oe": _parities,
    "suguru": _suguru,
    "sukaku": _candidates,
}
"""The rules by their name on the line `puzzle`, without those of the diagonals."""
