import pytest
from generated import make, shapes
from support import SYMBOLS, brute_force

from sudokulib import count as count_solutions
from sudokulib.errors import SudokuError


def hexagons(symbols="1234567", **fields):
    return make(symbols, {"make": "hexagons", **fields})


def test_hexagons_are_named_by_row_and_half_column():
    g = hexagons("123", side=2)
    assert [cell.name for cell in g.cells] == [
        "R1C2",
        "R1C4",
        "R2C1",
        "R2C3",
        "R2C5",
        "R3C2",
        "R3C4",
    ]
    middle = g.cell("R2C3")
    around = {g.cells[c].name for c in g.topology.neighbours(middle)}
    assert around == {"R1C2", "R1C4", "R2C1", "R2C5", "R3C2", "R3C4"}


def test_lines_of_hexagons_run_in_three_directions():
    assert shapes(hexagons("123", side=2), "line") == {
        frozenset(line.split())
        for line in (
            *("R1C2 R1C4", "R2C1 R2C3 R2C5", "R3C2 R3C4"),
            *("R2C1 R3C2", "R1C2 R2C3 R3C4", "R1C4 R2C5"),
            *("R1C2 R2C1", "R1C4 R2C3 R3C2", "R2C5 R3C4"),
        )
    }


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5])
def test_a_hexagon_has_as_many_cells_sides_and_lines_as_its_side_gives(side):
    g = hexagons(SYMBOLS[:10], side=side)
    assert len(g) == 3 * side * (side - 1) + 1
    assert len(g.topology.edges()) == 3 * (side - 1) * (3 * side - 2)
    assert len(g.shapes) == (3 * (2 * side - 1) if side > 1 else 0)


def test_a_straight_walk_over_hexagons_is_a_line():
    g = hexagons(side=3)
    lines = {tuple(sorted(shape.cells)) for shape in g.shapes}
    for tile, sides in enumerate(g.topology.sides):
        assert sides == 6
        for side in range(6):
            ahead = g.topology.walk((tile, side), across=True)
            behind = g.topology.walk((tile, (side + 3) % 6), across=True)
            assert tuple(sorted({g.topology.cells[tile], *ahead, *behind})) in lines


def test_flowers_are_the_cells_round_each_inner_one():
    g = hexagons(side=3, lines=False, flowers=True)
    assert len(g.shapes) == 7
    assert frozenset(["R2C4", "R2C6", "R3C3", "R3C5", "R3C7", "R4C4", "R4C6"]) in shapes(
        g, "flower"
    )


def test_a_board_of_flowers_has_a_region_each():
    g = hexagons("123456789", side=2, unit="flower")
    regions = shapes(g, "region")
    assert len(g) == 49
    assert [len(region) for region in regions] == [7] * 7
    assert frozenset().union(*regions) == {cell.name for cell in g.cells}
    assert {len(line) for line in shapes(g, "line")} == {2, 5, 7}


@pytest.mark.parametrize(("side", "count"), [(2, 6), (3, 720)])
def test_hexagons_have_as_many_fillings_as_brute_force_finds(side, count):
    g = hexagons(SYMBOLS[: 2 * side - 1], side=side)
    assert sum(1 for _ in brute_force(g.puzzle())) == count == count_solutions(g).value


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"side": 100, "unit": "flower"}, "more than the limit"),
        ({"side": 5}, "8 cells cannot all differ with 7 symbols"),
    ],
)
def test_impossible_hexagons_are_refused(fields, says):
    with pytest.raises(SudokuError, match=says):
        hexagons(**fields)


@pytest.mark.parametrize(
    "second",
    [{"make": "rings", "rings": 2}, {"make": "triangles"}, {"make": "hexagons"}],
    ids=lambda second: second["make"],
)
def test_rings_triangles_and_hexagons_stand_alone(second):
    with pytest.raises(SudokuError, match="cannot be combined"):
        make("123456789", {"make": "grid", "size": "2x2"}, second)
