from collections import Counter

import pytest
from generated import make, shapes

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry


def test_rings_and_pairs_of_sectors():
    g = geometry("circular-3")
    rings = [frozenset(f"R{r}C{c}" for c in range(1, 7)) for r in (1, 2, 3)]
    pairs = [frozenset(f"R{r}C{c}" for r in (1, 2, 3) for c in (s, s % 6 + 1)) for s in range(1, 7)]
    assert shapes(g) == {*rings, *pairs}
    assert len(g.houses) == 9


def test_ring_cells_lie_between_two_circles():
    g = geometry("circular-4")
    middle = 5
    for cell in g.cells:
        radii = {
            round(((x - middle) ** 2 + (y - middle) ** 2) ** 0.5, 5) for x, y in cell.outline()
        }
        assert radii == {1 + cell.at[0], 2 + cell.at[0]}


def test_the_shapes_of_tri_doku():
    g = geometry("tri-doku")
    assert Counter(len(s.cells) for s in g.shapes) == {9: 15, 6: 28}
    assert frozenset(f"R9C{c}" for c in range(1, 18, 2)) in shapes(g, "edge")
    assert frozenset(f"R{r}C1" for r in range(1, 10)) in shapes(g, "edge")
    assert frozenset(f"R5C{c}" for c in range(1, 10)) in shapes(g, "line")
    assert frozenset(["R1C1", *(f"R{r}C{c}" for r in (2, 3) for c in range(1, 2 * r))]) in shapes(
        g, "region"
    )
    down = {f"R4C{c}" for c in range(2, 7)} | {f"R5C{c}" for c in range(4, 7)} | {"R6C6"}
    assert frozenset(down) in shapes(g, "region")


def test_inner_lines_of_tri_doku_end_in_the_middle_of_the_outer_edges():
    g = geometry("tri-doku")
    edges, lines = shapes(g, "edge"), shapes(g, "line")
    assert sorted(len(e & line) for e in edges for line in lines) == [0] * 3 + [1] * 6
    middles = [e & line for e in edges for line in lines if e & line]
    assert len({next(iter(m)) for m in middles}) == 3


@pytest.mark.parametrize(
    ("fields", "says"),
    [({"side": 8, "box": 3}, "do not fill"), ({"side": 3, "strips": [4]}, "from 1 to 3, not 4")],
)
def test_an_impossible_triangle_is_refused(fields, says):
    with pytest.raises(SudokuError, match=says):
        make("123456789", {"make": "triangles", **fields})
