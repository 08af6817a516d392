"""Puzzles of janko.at in the text that its pages hold (x-janko), as far as they fill grids.

A text stands between lines `begin` and `end`. Each line begins with a property and its value, or is
a row of the grid named before. The line `puzzle` names the rules. Several of them have no clues in
the text: the page draws all dots, bars, sums or comparisons that the solution gives, and so they
are read from it. Names of rules and meanings of marks were checked against the site's own
solutions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.cells import Position
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import LETTERS, diagonals, puzzle_on
from sudokulib.formats.janko.page_rules import READERS, PageRules, distinct_cells, futoshiki
from sudokulib.formats.janko.page_text import EMPTY, PageGrid, parsed
from sudokulib.formats.rows import OUTLINES
from sudokulib.formats.spelling import shape_of
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.grids import add_grid
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["JANKO"]

_BEGIN = re.compile(
    r"\s*(?:<script[^>\n]{0,200}x-janko[^>\n]{0,20}>\s*)?begin[ \t]*\n"
    r"(?=(?:.*\n){0,20}?[ \t]*puzzle\b)",
    re.IGNORECASE,
)
_SEVERAL = {f"sudoku, {name}": name for name in OUTLINES}
"""Names of puzzles on several grids."""


def _is_janko(text: str) -> bool:
    return _BEGIN.match(text) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    if (start := _BEGIN.match(text)) is None:
        raise SudokuError(f"{name} is not a text of janko.at, which begins with the line begin")
    said = parsed("begin\n" + text[start.end() :])
    parts = [part.strip() for part in said.words.get("puzzle", "").lower().split(",")]
    both = "diagonals" in parts
    rule = ", ".join(part for part in parts if part != "diagonals")
    if rule in _SEVERAL and not both:
        return _several(PageGrid(said, limits), _SEVERAL[rule])
    if rule == "futoshiki":
        board, rules = futoshiki(said, limits)
    elif rule in READERS:
        board = PageGrid(said, limits)
        rules = READERS[rule](board)
    else:
        known = ", ".join(sorted({*READERS, *_SEVERAL, "futoshiki"}))
        raise SudokuError(
            f"the rules {short(repr(said.words.get('puzzle', '')))} are not known; those read are: "
            f"{known}"
        )
    if both:
        rules.shapes += map(distinct_cells, diagonals(board.square()))
    return _on_grid(board, rules, limits)


def _texts(board: PageGrid) -> dict[str, str]:
    words = board.said.words
    return {key: words[key] for key in ("title", "author", "source") if key in words}


def _on_grid(board: PageGrid, rules: PageRules, limits: Limits) -> Puzzle:
    limits.check("shapes", len(rules.shapes))
    marks = {mark for row in (*board.problem, *board.solution) for mark in row}
    letters = not rules.values and not rules.candidates and _are_letters(marks - EMPTY)
    values = rules.values or tuple(range(1, max(board.rows, board.columns) + 1))
    symbols = tuple(LETTERS[: len(values)]) if letters else tuple(map(str, values))
    index = {symbol: number for number, symbol in enumerate(symbols)}
    if letters:  # some texts have letters in one grid and numbers in the other
        index |= {str(value): number for number, value in enumerate(values)}
    if 0 in rules.values:
        index |= {"x": 0, "-": 0, ".": 0}
    builder = Builder(Alphabet.of(symbols), limits)
    places = [divmod(cell, board.columns) for cell in board.cells()]
    add_grid(builder, {at: at for at in places}, box=rules.box, lines=rules.lines)
    grid = builder.finish(name=f"{board.rows}x{board.columns}")
    known, masks = {}, {}
    for cell in board.cells() if rules.givens else ():
        if mark := board.mark_at(board.problem, cell):
            if rules.candidates:
                masks[cell] = sum(1 << _index(index, digit, cell, board) for digit in set(mark))
            else:
                known[cell] = _index(index, mark, cell, board)
    shapes = map(shape_of, rules.shapes)
    answer = _answer(board, index)
    return puzzle_on(grid, known, masks=masks, shapes=shapes, texts=_texts(board), answer=answer)


def _are_letters(marks: Iterable[str]) -> bool:
    return any(len(mark) == 1 and mark.upper() in LETTERS for mark in marks)


def _index(index: Mapping[str, int], mark: str, cell: int, board: PageGrid) -> int:
    found = index.get(mark.upper(), index.get(mark))
    if found is None:
        at = f"R{cell // board.columns + 1}C{cell % board.columns + 1}"
        known = " ".join(index)
        raise GivensError(f"{short(repr(mark))} in {at} is not a symbol; write one of {known}")
    return found


def _answer(board: PageGrid, index: Mapping[str, int]) -> tuple[int, ...]:
    """Return the stated solution; empty where it has other marks or is missing."""
    marks = [mark for row in board.solution for mark in row]
    found = [index.get(mark.upper(), index.get(mark)) for mark in marks]
    return tuple(n for n in found if n is not None) if None not in found else ()


def _several(board: PageGrid, name: str) -> Puzzle:
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
    for cell in board.cells():
        if mark := board.mark_at(board.problem, cell):
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
