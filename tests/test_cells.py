"""The grammar of cell references."""

import pytest

from sudokulib.basics.cells import CellIndex
from sudokulib.errors import CellReferenceError

GRID = {(r, c): 4 * r + c for r in range(4) for c in range(4)}
ONE = CellIndex({"hub": 16}, {"": GRID})
TWO = CellIndex(
    {}, {"": GRID | {(9, 9): 16}, "A": GRID, "B": {(0, 0): 15, (0, 1): 16}}, lines=False
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("R1C1", [0]),
        ("R4C4", [15]),
        ("R1C1-R1C4", [0, 1, 2, 3]),
        ("R4C1-R1C1", [12, 8, 4, 0]),
        ("R1C1-R4C4", [0, 5, 10, 15]),
        ("R4C1-R1C4", [12, 9, 6, 3]),
        ("R2C2-R2C2", [5]),
        ("R1C1:R2C2", [0, 1, 4, 5]),
        ("R2C2:R1C1", [0, 1, 4, 5]),
        ("R3", [8, 9, 10, 11]),
        ("C2", [1, 5, 9, 13]),
        ("R1C1 R1C2,R1C1", [0, 1, 0]),
        ("hub R1C1", [16, 0]),
        ("r1c1 R4c4", [0, 15]),
        ("r3 c2", [8, 9, 10, 11, 1, 5, 9, 13]),
        ("r4c1-r1c4", [12, 9, 6, 3]),
        ("HUB", [16]),
        ("ALL", list(range(17))),
        ("R1C1..R1C4", [0, 1, 2, 3]),
        ("R4C1..R1C1", [12, 8, 4, 0]),
        ("R1C1..R2C2", [0, 1, 4, 5]),
        ("r3c3..r2c2", [5, 6, 9, 10]),
    ],
)
def test_references_to_one_grid(text, cells):
    assert ONE.resolve(text) == cells


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A.R1C1", [0]),
        ("B", [15, 16]),
        ("A.R2", [4, 5, 6, 7]),
        ("B.R1C1-B.R1C2", [15, 16]),
        ("B.R1C1-R1C2", [15, 16]),
        ("A.R1C1:R2C2", [0, 1, 4, 5]),
        ("R10C10", [16]),
        ("a.r1c1 b", [0, 15, 16]),
        ("A.R1C1..A.R2C2", [0, 1, 4, 5]),
        ("b.r1c2..r1c1", [16, 15]),
    ],
)
def test_references_to_several_grids(text, cells):
    assert TWO.resolve(text) == cells


@pytest.mark.parametrize(
    ("index", "text", "says"),
    [
        (ONE, "", "no cells"),
        (ONE, "R5C1", "unknown cell 'R5C1'.*R1C1 to R4C4"),
        (ONE, "R0C1", "unknown cell 'R0C1'"),
        (ONE, "R9", "there is no 'R9'"),
        (ONE, "R1C1-R2C4", "neither straight nor diagonal.*R1C1:R2C4"),
        (ONE, "R1C1-R9C1", "'R1C1-R9C1'"),
        (ONE, "R1C1:R999999C999999", "beyond the grid"),
        (ONE, "hab", "did you mean hub"),
        (ONE, "r5c1", "unknown cell 'R5C1'.*R1C1 to R4C4"),
        (ONE, "R1C1..R9C9", "beyond the grid"),
        (ONE, "A.R1C1", "no named grids"),
        (TWO, "R1", "say which, as in A.R1"),
        (TWO, "C.R1C1", "there are A, B"),
        (TWO, "A.R1C1-B.R1C1", "begins on A and ends on B"),
    ],
)
def test_errors_quote_the_reference_and_say_what_would_do(index, text, says):
    with pytest.raises(CellReferenceError, match=says):
        index.resolve(text)


def test_a_name_as_it_is_written_comes_before_a_name_in_other_capitals():
    index = CellIndex({"hub": 16, "Hub": 17, "r1c1": 18}, {"": GRID})
    assert index.resolve("hub Hub r1c1 R1C1") == [16, 17, 18, 0]
    with pytest.raises(CellReferenceError, match="unknown cell 'HUB'"):
        index.resolve("HUB")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("R1C1>rigt", "unknown way 'rigt' in 'R1C1>rigt'; did you mean right"),
        ("R1C1>", "unknown way '' in 'R1C1>'; ways are up, down"),
        ("R1C1>>>up", "unknown way '>up'"),
        ("R5C1>up", "unknown cell 'R5C1' in 'R5C1>up'.*R1C1 to R4C4"),
        ("C.R1C1>up", "no named grids"),
        ("hub>up", "'hub>up' leads nowhere: hub is not a square of a grid; list the cells"),
    ],
)
def test_walks_that_cannot_be(text, says):
    with pytest.raises(CellReferenceError, match=says):
        ONE.resolve(text)


def test_one_cell_is_asked_for():
    assert ONE.single("R1C2") == 1
    with pytest.raises(CellReferenceError, match="'R1' is 4 cells"):
        ONE.single("R1")
