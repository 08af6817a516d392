from __future__ import annotations

from support import from_file, grid

from sudokulib.scene.glyphs import NONE, THICK, THIN
from sudokulib.scene.raster import connected, raster


def test_edges_are_thick_and_gaps_have_no_borders() -> None:
    drawn = raster(from_file(symbols="12", build=[{"make": "grid", "cells": "##\n #"}]))
    assert drawn.above == ((THICK, THICK), (THICK, THIN), (NONE, THICK))
    assert drawn.before == ((THICK, THIN, THICK), (NONE, THICK, THICK))


def test_shapes_that_look_like_regions_stand_in_where_none_is_named() -> None:
    halves = ["R1C1:R2C2", "R1C3:R2C4"]
    lines = ["R1", "R2"]
    where = from_file(
        build=[{"make": "grid", "size": "2x4", "lines": False}],
        symbols="1234",
        shapes=[{"kind": "distinct", "cells": cells} for cells in halves + lines],
    )
    assert raster(where).before == ((THICK, THIN, THICK, THIN, THICK),) * 2


def test_a_latin_square_has_thin_borders_only_inside() -> None:
    inside = [line[1:-1] for line in raster(grid("3x3")).before]
    assert set().union(*inside) == {THIN}


def test_faces_part_what_no_region_parts() -> None:
    squares = [
        {"make": "grid", "size": "2x2", "as": "A", "lines": False},
        {"make": "grid", "size": "2x2", "as": "B", "at": "R1C3", "lines": False},
    ]
    where = from_file(symbols="1234", build=squares)
    assert raster(where).before == ((THICK, THIN, THICK, THIN, THICK),) * 2


def test_cells_in_no_region_are_not_parted_from_each_other() -> None:
    where = from_file(
        build=[{"make": "grid", "size": "1x4", "lines": False}],
        symbols="12",
        shapes=[{"kind": "distinct", "cells": "R1C1 R1C2", "role": "region"}],
    )
    assert raster(where).before == ((THICK, THIN, THICK, THIN, THICK),)


def test_connected_means_side_by_side() -> None:
    assert connected([(0, 0), (0, 1), (1, 1)])
    assert not connected([(0, 0), (1, 1)])
    assert connected([])


def test_a_cage_with_a_clue_is_no_region() -> None:
    where = from_file(
        build=[{"make": "grid", "size": "2x4", "lines": False}],
        symbols="1234",
        shapes=[{"kind": "cage", "cells": "R1C1:R2C2", "sum": 10}],
    )
    assert raster(where).before == ((THICK, THIN, THIN, THIN, THICK),) * 2
