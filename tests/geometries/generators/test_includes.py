import pytest
from generated import make
from support import from_file

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry


def test_equal_shapes_of_included_grids_merge_and_keep_their_labels():
    g = geometry("twin")
    shared = next(s for s in g.shapes if len(s.labels) == 2)
    assert shared.labels == ("box 9 of A", "box 1 of B")
    assert shared.cells == g.find("R7C7:R9C9")


def test_cells_may_be_merged_by_name():
    merge = [{"these": "A.R1", "those": "B.R1"}]
    cube = {"make": "include", "geometry": "cube-corner", "at": {"K": "R1C1", "L": "R1C20"}}
    faces = [{"these": "K.right.C4", "those": "L.front.C1"}]
    g = make("12345678", cube | {"merge": faces})
    assert len(g) == 2 * 48 - 4
    assert g.cell("L.front.R2C1") == g.cell("K.right.R2C4")
    with pytest.raises(SudokuError, match="merge needs as many on both sides"):
        make("12345678", cube | {"merge": [{"these": "K.right", "those": "L.front.C1"}]})
    with pytest.raises(SudokuError, match="unknown cell"):
        make("12345678", cube | {"merge": merge})


def test_included_pictures_move_with_their_place():
    g = from_file(build=[{"make": "include", "geometry": "tri-doku", "at": {"T": "R11C21"}}])
    here, there = g.cells[0].outline(), geometry("tri-doku").cells[0].outline()
    assert here == tuple((x + 20, y + 10) for x, y in there)
