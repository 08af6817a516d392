"""Rows of several grids: told apart by their outlines, or an error that says what they may be."""

from functools import cache
from random import Random

import pytest

import sudokulib
from sudokulib import geometry, read, write
from sudokulib.errors import SudokuError
from sudokulib.formats.format import UnreadRuleWarning, Unwritable, format_of
from sudokulib.formats.rows import OUTLINES
from sudokulib.puzzles.geometries.library import geometry_names

SHARES = {"empty": 0.0, "half": 0.5, "solved": 1.0}
FULL = {"butterfly", "clueless-1", "clueless-2", "samurai-4x4"}
"""Outlines without a gap: empty they are a plain grid as well."""


@cache
def solution(name):
    return next(iter(sudokulib.solutions(geometry(name).puzzle())))


def filled(name, share):
    """The geometry with so many of its cells given, as one of its solutions has them."""
    found = solution(name)
    cells = Random(7).sample(list(found), round(share * len(found)))
    return geometry(name).puzzle({cell: found[cell] for cell in cells})


def test_all_shipped_geometries_of_several_grids_are_known_with_their_sizes():
    several = {}
    for name in geometry_names():
        shipped = geometry(name)
        if len(shipped.parts) > 1:
            several[name] = tuple(1 + max(c.at[axis] for c in shipped.cells) for axis in (0, 1))
    assert several == OUTLINES


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", OUTLINES)
def test_rows_are_read_as_what_they_are_or_in_doubt(name, share):
    puzzle = filled(name, SHARES[share])
    text = str(puzzle)
    assert format_of(text).name == "rows"
    if name in FULL and share == "empty":
        with pytest.raises(SudokuError) as error:
            read(text)
        assert "can be read as" in str(error.value)
        assert f"geometry({name!r}).puzzle(text)" in str(error.value)
        assert "form='sdk'" in str(error.value)
        with pytest.raises(Unwritable, match="say which by"):
            write(puzzle, "rows")
    else:
        assert read(text) == puzzle
        assert read(write(puzzle, "rows").text) == puzzle


@pytest.mark.parametrize("gap", [".", " ", "#"])
@pytest.mark.parametrize("name", sorted(OUTLINES.keys() - FULL))
def test_a_solved_grid_is_known_by_any_mark_where_there_is_no_cell(name, gap):
    puzzle, (_, width) = filled(name, 1.0), OUTLINES[name]
    rows = [row.ljust(width).replace(" ", gap) for row in str(puzzle).splitlines()]
    assert read("\n".join(rows)) == puzzle


def test_plain_grids_in_which_more_symbols_occur_are_plain():
    for size in ("12x12", "15x15", "8x8"):
        plain = geometry(size).puzzle({"R1C1": geometry(size).alphabet.symbols[-1]})
        assert read(str(plain)) == plain


def square_rows(cells, size=12):
    rows = [["."] * size for _ in range(size)]
    for row, column in cells:
        rows[row][column] = "1"
    return "\n".join(map("".join, rows))


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ([(0, 0), (0, 11)], "butterfly"),  # one row of twelve, but of two grids
        ([(0, 0), (1, 3)], "butterfly"),  # one box of 3x4, but two of 3x3
        ([(0, 3), (1, 4)], "12x12"),  # the other way round
    ],
)
def test_a_symbol_twice_in_a_shape_tells_two_readings_apart(cells, name):
    known = {f"R{row + 1}C{column + 1}": 1 for row, column in cells}
    assert read(square_rows(cells)) == geometry(name).puzzle(known)


@pytest.mark.parametrize("cells", [[(0, 0)], [(0, 0), (0, 1)]])
def test_what_contradicts_neither_or_both_readings_is_in_doubt(cells):
    with pytest.raises(SudokuError, match="butterfly and as a plain 12x12; say which by"):
        read(square_rows(cells))


def test_rows_in_doubt_are_read_by_name():
    text = "\n".join(["." * 12] * 12)
    assert read(text, form="sdk") == geometry("12x12").puzzle()
    assert geometry("butterfly").puzzle(text).geometry == geometry("butterfly")


def test_one_mark_for_gaps_and_empty_cells_leaves_several_outlines_open():
    with pytest.raises(SudokuError) as error:
        read("\n".join(["." * 21] * 21))
    for name in ("samurai", "gattai-3", "sohei", "windmill"):
        assert f"geometry({name!r}).puzzle(text)" in str(error.value)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", OUTLINES)
def test_topologies_say_which_cells_each_grid_has(name, share):
    puzzle = filled(name, SHARES[share])
    back = read(write(puzzle, "general").text)
    assert {shape.meaning for shape in back.geometry.shapes} <= {
        shape.meaning for shape in puzzle.geometry.shapes
    }
    assert back.line() == puzzle.line()


@pytest.mark.parametrize("name", sorted(FULL))
def test_a_square_in_which_only_symbols_of_several_grids_occur_warns(name):
    puzzle = filled(name, 0.5)
    with pytest.warns(UnreadRuleWarning, match=rf"if it is one, say geometry\({name!r}\)"):
        assert len(read(puzzle.line()).geometry) == len(puzzle.geometry)


def test_a_square_with_other_symbols_does_not_warn(recwarn):
    plain = geometry("12x12")
    read(plain.puzzle({"R1C1": "C", **{f"R2C{n}": str(n) for n in range(1, 10)}}).line())
    read("1" * 3 + "." * 141)
    assert not recwarn.list
