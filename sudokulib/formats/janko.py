"""Puzzles of janko.at in the text that its pages hold (x-janko), as far as they fill grids.

A text stands between lines `begin` and `end`. Each line begins with a property and its value, or is
a row of the grid named before. The line `puzzle` names the rules. Several of them have no clues in
the text: the page draws all dots, bars, sums or comparisons that the solution gives, and so they
are read from it. Names of rules and meanings of marks were checked against the site's own
solutions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.cells import Position
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import LETTERS, box_of, diagonals, puzzle_on
from sudokulib.formats.rows import OUTLINES
from sudokulib.formats.spelling import Fields, shape_of
from sudokulib.geometries.builder import Builder
from sudokulib.geometries.core import Geometry
from sudokulib.geometries.grids import add_grid
from sudokulib.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["JANKO"]

_BEGIN = re.compile(
    r"\s*(?:<script[^>\n]{0,200}x-janko[^>\n]{0,20}>\s*)?begin[ \t]*\n"
    r"(?=(?:.*\n){0,20}?[ \t]*puzzle\b)",
    re.IGNORECASE,
)
_GRIDS = frozenset({"areas", "clabels", "clues", "nodes", "problem", "rlabels", "solution"})
_WORDS = frozenset({
    "author", "cols", "depth", "end", "info", "layout", "magic", "mail", "moves", "pattern",
    "patternx", "patterny", "pid", "puzzle", "rows", "size", "solver", "source", "title", "unit",
})  # fmt: skip
_EMPTY = frozenset("-.?")
_MOST = 60
"""The most cells a side: the largest grids that this format names, of several sudokus, have 45."""

Marks = list[list[str]]
"""The marks of a grid, row by row."""


@dataclass(frozen=True)
class _Text:
    """A parsed text.

    Args:
        words: the values of properties of one line.
        grids: the rows of properties of several lines.
    """

    words: Mapping[str, str]
    grids: Mapping[str, Marks]

    def number(self, name: str) -> int | None:
        """Return the number of a property; None if it is missing.

        Raises:
            SudokuError: it is not a number.
        """
        said = self.words.get(name)
        if said is None:
            return None
        if not (said.isascii() and said.isdigit() and len(said) < 5):
            raise SudokuError(f"{name} {short(repr(said))} is not a number; write one")
        return int(said)

    def grid(self, name: str, rows: int, columns: int) -> Marks:
        """Return the marks of a grid of a known size; empty if it is missing.

        Raises:
            SudokuError: it has another size.
        """
        found = self.grids.get(name, [])
        if found and (len(found) != rows or any(len(row) != columns for row in found)):
            wrong = next((row for row in found if len(row) != columns), found[-1])
            raise SudokuError(
                f"{name} has {len(found)} rows of other lengths than {rows} of {columns} marks, "
                f"such as {short(repr(' '.join(wrong)))}; write one mark for each cell"
            )
        return found


def _parsed(text: str) -> _Text:
    words: dict[str, str] = {}
    grids: dict[str, Marks] = {}
    rows: Marks = []
    for line in text.splitlines()[1:]:
        first, _, rest = line.strip().partition(" ")
        word = first.lower()
        if word == "end":
            break
        if word in _GRIDS:
            rows = grids[word] = []
        elif word in _WORDS:
            words[word] = rest.strip()
            rows = []
        elif first:
            rows.append(line.split())
    return _Text(words, grids)


class _Board:
    """The grid of a text, with its marks."""

    def __init__(self, said: _Text, limits: Limits) -> None:
        self.said = said
        size = said.number("size")
        shown = said.grids.get("solution") or said.grids.get("problem") or []
        self.rows = said.number("rows") or size or len(shown)
        self.columns = said.number("cols") or size or len(shown)
        if not 0 < self.rows <= _MOST or not 0 < self.columns <= _MOST:
            raise SudokuError(
                f"a grid of {self.rows}×{self.columns} is not read; write size, or rows and cols, "
                f"to {_MOST}"
            )
        limits.check("cells", self.rows * self.columns)
        self.problem = said.grid("problem", self.rows, self.columns)
        self.solution = said.grid("solution", self.rows, self.columns)

    def each(self) -> Iterator[int]:
        """Yield all cells."""
        yield from range(self.rows * self.columns)

    def at(self, marks: Marks, cell: int) -> str:
        """Return the mark of a cell; empty if it has none."""
        mark = marks[cell // self.columns][cell % self.columns] if marks else ""
        return "" if mark in _EMPTY else mark

    def lines(self) -> list[tuple[int, ...]]:
        """Return the rows and columns."""
        every, width = range(self.rows * self.columns), self.columns
        rows = [tuple(every[n * width : n * width + width]) for n in range(self.rows)]
        return [*rows, *(tuple(every[n::width]) for n in range(width))]

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of side neighbours."""
        for cell in self.each():
            if (cell + 1) % self.columns:
                yield cell, cell + 1
            if cell + self.columns < self.rows * self.columns:
                yield cell, cell + self.columns

    def areas(self) -> dict[str, tuple[int, ...]]:
        """Return the cells of each area.

        Raises:
            SudokuError: there are none.
        """
        marks = self.said.grid("areas", self.rows, self.columns)
        if not marks:
            raise SudokuError("areas are missing; write one name for each cell")
        found: dict[str, list[int]] = {}
        for cell in self.each():
            found.setdefault(marks[cell // self.columns][cell % self.columns], []).append(cell)
        return {name: tuple(cells) for name, cells in found.items()}

    def value(self, cell: int) -> int:
        """Return the number that the solution has in a cell.

        Raises:
            SudokuError: it has none.
        """
        mark = self.at(self.solution, cell)
        if not (mark.isascii() and mark.isdigit()):
            raise SudokuError(
                "the clues of these rules follow from the solution, which is not all numbers; "
                "write it"
            )
        return int(mark)

    def square(self) -> int:
        """Return the side of a square grid.

        Raises:
            SudokuError: it is not a square.
        """
        if self.rows != self.columns:
            raise SudokuError(f"the grid is {self.rows}×{self.columns}; these rules need a square")
        return self.rows

    def box(self) -> tuple[int, int]:
        """Return the rows and columns of a box.

        Raises:
            SudokuError: no boxes fit.
        """
        size = self.square()
        high, wide = self.said.number("patterny"), self.said.number("patternx")
        found = (high, wide) if high and wide else box_of(size)
        if found is None or found[0] * found[1] != size:
            raise SudokuError(f"boxes of {found} do not fit {size} cells a side; write patternx "
                              "and patterny")  # fmt: skip
        return found


@dataclass
class _Rules:
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


def _plain(board: _Board) -> _Rules:
    if board.said.grids.get("areas"):
        return _Rules([_set(cells) for cells in board.areas().values()])
    return _Rules([], box=board.box())


def _set(cells: Iterable[int]) -> Fields:
    return {"kind": "distinct", "cells": tuple(cells)}


def _candidates(board: _Board) -> _Rules:
    rules = _plain(board)
    rules.candidates = True
    return rules


def _killer(board: _Board) -> _Rules:
    shapes: list[Fields] = []
    for cells in board.areas().values():
        total = _number(_only_mark(board, cells))
        shapes.append({"kind": "cage", "cells": cells, **({"sum": total} if total else {})})
    return _Rules(shapes, box=board.box(), givens=False)


def _only_mark(board: _Board, cells: Sequence[int]) -> str:
    found = [mark for cell in cells if (mark := board.at(board.problem, cell))]
    if len(found) > 1:
        raise SudokuError(
            f"an area has the clues {short(repr(' '.join(found)))}; write one for each area"
        )
    return found[0] if found else ""


def _number(mark: str) -> int | None:
    """Return the number that a mark is; None for no mark.

    Raises:
        SudokuError: it is not a number.
    """
    if not mark:
        return None
    if not (mark.isascii() and mark.isdigit() and len(mark) < 7):
        raise SudokuError(f"{short(repr(mark))} is not a number; write one, or - for none")
    return int(mark)


def _consecutive(board: _Board) -> _Rules:
    """Return rules with a bar between all neighbours that are consecutive in the solution."""
    rules = _Rules([], box=None if board.said.number("depth") else board.box())
    for a, b in board.neighbours():
        if abs(board.value(a) - board.value(b)) == 1:
            rules.shapes.append({"kind": "difference", "cells": (a, b), "value": 1})
    rules.shapes.append({"kind": "negative", "kinds": ("difference",)})
    return rules


def _kropki(board: _Board) -> _Rules:
    """Return rules with all dots of the solution; one that could be of either sort is black."""
    rules = _Rules([], box=board.box())
    for a, b in board.neighbours():
        low, high = sorted((board.value(a), board.value(b)))
        if high == 2 * low:
            rules.shapes.append({"kind": "ratio", "cells": (a, b), "value": 2})
        elif high == low + 1:
            rules.shapes.append({"kind": "difference", "cells": (a, b), "value": 1})
    rules.shapes.append({"kind": "negative", "kinds": ("difference", "ratio")})
    return rules


def _frame(board: _Board) -> _Rules:
    """Return rules with the sums of the solution in the first box of each line, from both ends."""
    high, wide = board.box()
    rules = _Rules([], box=(high, wide), givens=False)
    for number, line in enumerate(board.lines()):
        first = wide if number < board.rows else high
        for way in (line, line[::-1]):
            total = sum(map(board.value, way[:first]))
            rules.shapes.append({"kind": "frame", "cells": way, "sum": total, "first": first})
    return rules


def _parities(board: _Board) -> _Rules:
    rules = _Rules([], box=board.box())
    for kind, rest in (("even", 0), ("odd", 1)):
        cells = tuple(cell for cell in board.each() if board.value(cell) % 2 == rest)
        rules.shapes.append({"kind": kind, "cells": cells})
    return rules


_SIDES = {1: (0, 1), 2: (1, 0), 4: (0, -1), 8: (-1, 0)}
"""The sides of a cell by the bits that mark them."""


def _marked_sides(board: _Board, name: str) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells with a mark between them."""
    for r, row in enumerate(board.said.grid(name, board.rows, board.columns)):
        for c, mark in enumerate(row):
            bits = 0 if mark in _EMPTY else _number(mark) or 0
            for bit, (down, right) in _SIDES.items():
                if bits & bit:
                    if not (0 <= r + down < board.rows and 0 <= c + right < board.columns):
                        raise SudokuError(f"{mark!r} in R{r + 1}C{c + 1} marks a side at the rim")
                    here = r * board.columns + c
                    there = here + down * board.columns + right
                    yield min(here, there), max(here, there)


def _compared(board: _Board) -> _Rules:
    """Return rules with the comparisons of the solution: those marked, or all within boxes."""
    high, wide = board.box()
    rules = _Rules([], box=(high, wide), givens=False)
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


def _magic_pairs(board: _Board) -> _Rules:
    total = board.said.number("magic")
    if total is None:
        raise SudokuError("magic is missing; write the sum of marked pairs")
    pairs = sorted(set(_marked_sides(board, "clues")))
    return _Rules([{"kind": "pair-sum", "cells": pair, "sum": total} for pair in pairs])


def _latin(_: _Board) -> _Rules:
    return _Rules([])


def _one_to_n(board: _Board) -> _Rules:
    """Return the rule that each area of n cells holds 1 to n."""
    areas = list(board.areas().values())
    shapes: list[Fields] = []
    for cells in areas:
        shapes.append(
            {"kind": "allowed", "cells": cells, "values": tuple(range(1, len(cells) + 1))}
        )
        if len(cells) > 1:
            shapes.append(_set(cells))
    return _Rules(shapes, lines=False, values=tuple(range(1, max(map(len, areas)) + 1)))


def _hakyuu(board: _Board) -> _Rules:
    rules = _one_to_n(board)
    rules.shapes.append({"kind": "ripple"})
    return rules


def _suguru(board: _Board) -> _Rules:
    rules = _one_to_n(board)
    rules.shapes.append({"kind": "anti", "moves": "king"})
    return rules


def _kojun(board: _Board) -> _Rules:
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
    value = _number(mark[:-1] if operator else mark)
    if value is None:
        raise SudokuError(f"{short(repr(mark))} has no number; write it before the operator")
    return value, {"operators": (operator,)} if operator else {}


def _kendoku(board: _Board) -> _Rules:
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
    return _Rules(shapes, givens=False)


def _mathrax(board: _Board) -> _Rules:
    """Return the rules of marks at corners, which hold for both pairs of opposite cells."""
    size = board.square()
    shapes: list[Fields] = []
    for r, row in enumerate(board.said.grid("nodes", size - 1, size - 1)):
        for c, mark in enumerate(row):
            here = r * size + c
            four = (here, here + 1, here + size, here + size + 1)
            if mark.lower() in ("e", "o"):
                shapes.append({"kind": "even" if mark.lower() == "e" else "odd", "cells": four})
            elif mark not in _EMPTY:
                value, operators = _operation(mark.replace("x", "*"))
                if not operators:
                    raise SudokuError(f"{short(repr(mark))} at a corner is unknown; drop it")
                clue = {"kind": "operator-cage", "value": value, "repeats": True, **operators}
                shapes += [{**clue, "cells": four[::3]}, {**clue, "cells": four[1:3]}]
    return _Rules(shapes)


def _renban(board: _Board) -> _Rules:
    long = [cells for cells in board.areas().values() if len(cells) > 1]
    return _Rules([{"kind": "renban", "lines": (cells,)} for cells in long])


def _labels(board: _Board, count: int) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the labels of lines, each with the line from the label on."""
    every = board.lines()
    ways = [line[::-1] if back else line for back in range(count) for line in every]
    left = board.said.grid("rlabels", count, board.rows) or [["-"] * board.rows] * count
    top = board.said.grid("clabels", count, board.columns) or [["-"] * board.columns] * count
    marks = [mark for n in range(count) for mark in (*left[n], *top[n])]
    yield from ((way, mark) for way, mark in zip(ways, marks, strict=True) if mark not in _EMPTY)


def _buildings(kind: str, field: str) -> Callable[[_Board], _Rules]:
    """Return the rules of skyscrapers; where there are fewer heights than cells, of parks too."""

    def rules(board: _Board) -> _Rules:
        size = board.square()
        heights = board.said.number("depth") or size
        parks = heights < size
        clues: list[Fields] = [
            {"kind": kind, "cells": way, field: _number(mark), **({"ground": 0} if parks else {})}
            for way, mark in _labels(board, 2)
        ]
        if not parks:
            return _Rules(clues)
        once = tuple(range(1, heights + 1))
        clues += [{"kind": "exactly", "cells": line, "values": once} for line in board.lines()]
        return _Rules(clues, lines=False, values=(0, *once))

    return rules


def _doppelblock(board: _Board) -> _Rules:
    size = board.square()
    clues = {way: _number(mark) for way, mark in _labels(board, 1)}
    shapes: list[Fields] = [
        {"kind": "doppelblock", "cells": line, "sum": clues.get(line)} for line in board.lines()
    ]
    return _Rules(shapes, lines=False, values=tuple(range(size - 1)))


_SIGNS = {"<": 1, "«": 1, "A": 1, "^": 1, ">": -1, "»": -1, "V": -1, "v": -1}
"""1 if the cell before a sign is the lesser, else -1."""


def _futoshiki(said: _Text, limits: Limits) -> tuple[_Board, _Rules]:
    """Return the board and rules of a grid in which signs stand between the cells."""
    size = said.number("size") or 0
    if not 0 < size <= _MOST:
        raise SudokuError(f"a grid of size {size} is not read; write the cells a side, to {_MOST}")
    signs = said.grid("problem", 2 * size - 1, 2 * size - 1)
    digits = [row[::2] for row in signs[::2]]
    board = _Board(_Text(said.words, {**said.grids, "problem": digits}), limits)
    shapes: list[Fields] = []
    for r, row in enumerate(signs):
        for c, mark in enumerate(row):
            if (r + c) % 2 and mark not in _EMPTY:
                way = _SIGNS.get(mark.removeprefix("Â"))
                if way is None:
                    raise SudokuError(f"{short(repr(mark))} is not a sign; write «, », A or V")
                here = r // 2 * size + c // 2
                pair = (here, here + (size if r % 2 else 1))
                shapes.append({"kind": "less-than", "cells": pair[::way]})
    return board, _Rules(shapes)


_READERS: Mapping[str, Callable[[_Board], _Rules]] = {
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

_SEVERAL = {f"sudoku, {name}": name for name in OUTLINES}
"""Names of puzzles on several grids."""


def _is_janko(text: str) -> bool:
    return _BEGIN.match(text) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    if (start := _BEGIN.match(text)) is None:
        raise SudokuError(f"{name} is not a text of janko.at, which begins with the line begin")
    said = _parsed("begin\n" + text[start.end() :])
    parts = [part.strip() for part in said.words.get("puzzle", "").lower().split(",")]
    both = "diagonals" in parts
    rule = ", ".join(part for part in parts if part != "diagonals")
    if rule in _SEVERAL and not both:
        return _several(_Board(said, limits), _SEVERAL[rule])
    if rule == "futoshiki":
        board, rules = _futoshiki(said, limits)
    elif rule in _READERS:
        board = _Board(said, limits)
        rules = _READERS[rule](board)
    else:
        known = ", ".join(sorted({*_READERS, *_SEVERAL, "futoshiki"}))
        raise SudokuError(
            f"the rules {short(repr(said.words.get('puzzle', '')))} are not known; those read are: "
            f"{known}"
        )
    if both:
        rules.shapes += map(_set, diagonals(board.square()))
    return _on_grid(board, rules, limits)


def _texts(board: _Board) -> dict[str, str]:
    words = board.said.words
    return {key: words[key] for key in ("title", "author", "source") if key in words}


def _on_grid(board: _Board, rules: _Rules, limits: Limits) -> Puzzle:
    limits.check("shapes", len(rules.shapes))
    marks = {mark for row in (*board.problem, *board.solution) for mark in row}
    letters = not rules.values and not rules.candidates and _are_letters(marks - _EMPTY)
    values = rules.values or tuple(range(1, max(board.rows, board.columns) + 1))
    symbols = tuple(LETTERS[: len(values)]) if letters else tuple(map(str, values))
    index = {symbol: number for number, symbol in enumerate(symbols)}
    if letters:  # some texts have letters in one grid and numbers in the other
        index |= {str(value): number for number, value in enumerate(values)}
    if 0 in rules.values:
        index |= {"x": 0, "-": 0, ".": 0}
    builder = Builder(Alphabet.of(symbols), limits)
    places = [divmod(cell, board.columns) for cell in board.each()]
    add_grid(builder, {at: at for at in places}, box=rules.box, lines=rules.lines)
    grid = builder.finish(name=f"{board.rows}x{board.columns}")
    known, masks = {}, {}
    for cell in board.each() if rules.givens else ():
        if mark := board.at(board.problem, cell):
            if rules.candidates:
                masks[cell] = sum(1 << _index(index, digit, cell, board) for digit in set(mark))
            else:
                known[cell] = _index(index, mark, cell, board)
    shapes = map(shape_of, rules.shapes)
    answer = _answer(board, index)
    return puzzle_on(grid, known, masks=masks, shapes=shapes, texts=_texts(board), answer=answer)


def _are_letters(marks: Iterable[str]) -> bool:
    return any(len(mark) == 1 and mark.upper() in LETTERS for mark in marks)


def _index(index: Mapping[str, int], mark: str, cell: int, board: _Board) -> int:
    found = index.get(mark.upper(), index.get(mark))
    if found is None:
        at = f"R{cell // board.columns + 1}C{cell % board.columns + 1}"
        known = " ".join(index)
        raise GivensError(f"{short(repr(mark))} in {at} is not a symbol; write one of {known}")
    return found


def _answer(board: _Board, index: Mapping[str, int]) -> tuple[int, ...]:
    """Return the stated solution; empty where it has other marks or is missing."""
    marks = [mark for row in board.solution for mark in row]
    found = [index.get(mark.upper(), index.get(mark)) for mark in marks]
    return tuple(n for n in found if n is not None) if None not in found else ()


def _several(board: _Board, name: str) -> Puzzle:
    """Return a puzzle on several grids that share cells."""
    if (board.rows, board.columns) != OUTLINES[name]:
        wanted = "×".join(map(str, OUTLINES[name]))
        raise SudokuError(
            f"a {name} has {wanted} cells, but this is {board.rows}×{board.columns}; "
            "write them all, - where there is none"
        )
    grid: Geometry = geometry(name)
    cells: dict[Position, int] = {cell.at: number for number, cell in enumerate(grid.cells)}
    index = {symbol: value for value, symbol in enumerate(grid.alphabet.symbols)}
    known: dict[int, int] = {}
    for cell in board.each():
        if mark := board.at(board.problem, cell):
            place = divmod(cell, board.columns)
            if place not in cells:
                raise GivensError(
                    f"{short(repr(mark))} in R{place[0] + 1}C{place[1] + 1} stands where a {name} "
                    "has no cell; write - there"
                )
            known[cells[place]] = _index(index, mark, cell, board)
    solved = [board.solution[r][c] for r, c in cells] if board.solution else []
    full = bool(solved) and set(solved) <= index.keys()
    answer = tuple(index[mark] for mark in solved) if full else ()
    return puzzle_on(grid, known, texts=_texts(board), answer=answer)


JANKO = register_format(
    Format(
        "janko",
        _is_janko,
        _read,
        summary="puzzles of janko.at, as the text that its pages hold (begin … end)",
        keeps="only read: sudoku with its variants and overlapping grids, killer, sukaku, hakyuu, "
        "suguru, kojun, kendoku, mathrax, renban, futoshiki, doppelblock, skyscrapers with parks",
        suffixes=(".janko", ".x-janko"),
    )
)
"""Clues that the text leaves to the page are read from the solution."""
