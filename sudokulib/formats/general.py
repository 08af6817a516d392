"""Topologies of Games::Sudoku::General: for each cell, the names of the sets that contain it.

Cells are separated by blanks, rows by line breaks, names by commas; a comma alone is not a cell. No
set repeats a symbol, and one with as many cells as there are symbols has them all. After an empty
line the problem may follow: a character for each cell in order, a full stop for an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.cells import Position
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.grids import puzzle_on, symbols_of
from sudokulib.formats.marks import cells_of
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Distinct

_CELL = re.compile(r",|[A-Za-z_][\w-]*(?:,[A-Za-z_][\w-]*)*")
_ROLES = {"r": "row", "c": "column", "s": "region"}
"""The roles of sets named by such a letter and a number."""


def _parts(text: str) -> tuple[list[list[str]], str]:
    """Split a text into the set names of each cell, row by row, and the problem."""
    lines = "\n".join(line.strip() for line in text.strip().splitlines())
    topology, _, problem = lines.partition("\n\n")
    return [line.split() for line in topology.splitlines()], "".join(problem.split())


def _is_general(text: str) -> bool:
    if len(text) > 1_000_000 or "," not in text:
        return False
    rows = _parts(text)[0]
    cells = [cell for row in rows for cell in row]
    named = sum("," in cell and len(cell) > 1 for cell in cells)
    return len(rows) > 1 and 2 * named >= len(cells) and all(map(_CELL.fullmatch, cells))


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    rows, problem = _parts(text)
    sets: dict[str, list[Position]] = {}
    places: list[Position] = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if not _CELL.fullmatch(cell):
                raise GivensError(
                    f"{name}: {short(cell)!r} is not a list of sets; write such as r1,c1,s1"
                )
            if cell != ",":
                places.append((r, c))
                for one in dict.fromkeys(cell.split(",")):
                    sets.setdefault(one, []).append((r, c))
    limits.check("cells", len(places))
    size = max(map(len, sets.values()), default=0)
    marks = cells_of(problem, size) if problem and 0 < size <= 35 else None
    wrong = problem and (marks is None or len(problem) != len(places))
    if not places or size < 2 or wrong:
        what = f"a problem of {len(problem)} characters" if places else "no cell"
        raise GivensError(
            f"{name}: {what} for {len(places)} cells in sets of up to {size}; "
            "write the sets of each cell, then after an empty line a character for each cell"
        )
    grid = _geometry(sets, places, marks.symbols if marks else symbols_of(size), limits)
    return puzzle_on(grid, marks.known if marks else {})


def _geometry(
    sets: dict[str, list[Position]],
    places: list[Position],
    symbols: tuple[str, ...],
    limits: Limits,
) -> Geometry:
    builder = Builder(Alphabet.of(symbols), limits)
    builder.patch("", {at: builder.place(at) for at in places})
    for name, cells in sets.items():
        if len(cells) > 1:
            match = re.fullmatch(r"([rcs])(\d+)", name)
            label = f"{_ROLES[match[1]]} {match[2]}" if match else name
            builder.distinct(map(builder.place, cells), label, _ROLES[match[1]] if match else "")
    return builder.finish()


def sets_of(puzzle: Puzzle) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the sets without repeats that a puzzle has, each with one of its roles."""
    for shape in puzzle.all_shapes:
        if isinstance(shape.rule, Distinct):
            yield shape.rule.cells, min(shape.roles, default="")


def _write(puzzle: Puzzle) -> str:
    cells = puzzle.geometry.cells
    names: list[list[str]] = [[] for _ in cells]
    size = len(puzzle.geometry.alphabet)
    letters = {role: letter for letter, role in _ROLES.items()}
    found = list(sets_of(puzzle))
    for number, (members, role) in enumerate(found, 1):
        for cell in members:
            names[cell].append(f"{letters.get(role, 'x')}{number}")
    if not all(names) or max((len(members) for members, _ in found), default=0) != size:
        raise Unwritable(
            "some cell is in no set, or no set has all symbols; choose another format, such as yaml"
        )
    at = {cell.at: number for number, cell in enumerate(cells)}
    height, width = (1 + max(place[axis] for place in at) for axis in (0, 1))
    rows = [
        " ".join(",".join(names[at[r, c]]) if (r, c) in at else "," for c in range(width))
        for r in range(height)
    ]
    in_order = [at[place] for place in sorted(at)]
    known, symbols = dict(puzzle.given_values), symbols_of(size)
    problem = "".join(symbols[known[c]] if c in known else "." for c in in_order)
    return "\n".join([*rows, "", problem, ""])


GENERAL = register_format(
    Format(
        "general",
        _is_general,
        _read,
        _write,
        summary="topologies of Games::Sudoku::General, with a problem after them",
        keeps="givens on any geometry made of sets, up to 35 symbols",
    )
)
"""Any sets of cells."""
