"""Marks are drawn, whatever kind of shape they come from."""

from sudokulib.puzzles.loading import loads
from sudokulib.render.text import draw
from sudokulib.scene.legend import legend, marked_cells
from sudokulib.scene.tints import tints

CAGES = loads(
    """
geometry: 4x4
shapes:
  - {kind: cage, sum: 5, cells: R1C1 R1C2}
  - {kind: cage, sum: 6, cells: R2C1 R2C2}
  - {kind: sandwich, sum: 3, cells: R4}
"""
)


def test_every_mark_has_a_line():
    lines = list(legend(CAGES))
    assert lines[:2] == ["▢ 5  R1C1 R1C2", "▢ 6  R2C1 R2C2"]
    assert lines[2].startswith("→ [ ] 3  R4C1")


def test_touching_shapes_have_different_shades():
    cells = marked_cells(CAGES)
    assert cells == [(0, 1), (4, 5)]
    shades = tints(CAGES.geometry, CAGES.all_shapes, cells)
    assert shades[0] == shades[1] != shades[4] == shades[5]
    assert shades[0]
    assert shades[4]
    assert not any(shades[8:])


def test_the_picture_has_the_shades():
    tinted = {piece.tint for line in draw(CAGES).lines for piece in line}
    assert {1, 2} <= tinted
    assert 2 not in {piece.tint for line in draw(CAGES.geometry).lines for piece in line}


def test_shapes_of_the_geometry_are_not_listed():
    assert list(legend(loads("geometry: x"))) == []
