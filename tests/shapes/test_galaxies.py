"""Galaxies against brute force, and half turns on several surfaces."""

from itertools import product

import pytest

import sudokulib
from sudokulib.puzzles.loading import loads
from sudokulib.shapes.half_turns import half_turn

SHAPE = "{{kind: galaxies, centres: [{}]}}"
GRID = "geometry: {{symbols: '123', build: [{{make: grid, size: {}, lines: false, wrap: {}}}]}}\n"


@pytest.mark.parametrize(
    ("size", "wrap", "centres", "known"),
    [
        ("2x4", "none", "R1C2 R1C3, R2C1, R2C3", 1),
        ("3x3", "none", "R1C1:R2C2, R3C2, R1C3 R2C3", 1),
        ("2x4", "columns", "R1C3 R1C4, R2C1 R2C2, R2C3 R2C4", 1),
        ("3x3", "both", "R1C2, R1C1, R1C3", 4),
        pytest.param("3x3", "columns", "R2C2 R3C2, R1C1, R1C3", 2, marks=pytest.mark.slow),
    ],
)
def test_all_galaxies_of_a_small_grid(size: str, wrap: str, centres: str, known: int) -> None:
    puzzle = loads(GRID.format(size, wrap) + f"shapes: [{SHAPE.format(centres)}]")
    kind, context = puzzle.all_shapes[-1].rule, puzzle.context
    every = product((1, 2, 3), repeat=len(puzzle.geometry))
    assert sum(kind.holds(one, context) for one in every) == known
    for search in ("native", "reference", "cp-sat"):
        assert sudokulib.count(puzzle, search=search).value == known


def turned(text: str, centre: str) -> dict[str, str] | str:
    puzzle = loads(f"geometry: {{symbols: '1', build: [{text}]}}")
    geometry = puzzle.geometry
    cells = geometry.topology.base_cells
    found = half_turn(frozenset(geometry.find(centre)), cells, geometry.topology)
    if isinstance(found, str):
        return found
    return {geometry.cells[a].name: geometry.cells[b].name for a, b in found.items()}


def test_half_turns() -> None:
    grid = "{make: grid, size: 3x4, lines: false}"
    assert turned(grid, "R1C2") == {"R1C1": "R1C3", "R1C2": "R1C2", "R1C3": "R1C1"}
    corner = turned(grid, "R1C1:R2C2")
    assert corner == {"R1C1": "R2C2", "R2C2": "R1C1", "R1C2": "R2C1", "R2C1": "R1C2"}
    assert turned(grid, "R2C2 R2C3")["R1C1"] == "R3C4"  # type: ignore[index]
    assert "inner corner" in turned(grid, "R1C1 R2C2")
    assert "inner corner" in turned(grid, "R1C1 R3C4")


def test_half_turns_on_a_torus_and_where_paths_disagree() -> None:
    torus = turned("{make: grid, size: 3x3, lines: false, wrap: both}", "R1C1")
    assert torus["R2C3"] == "R3C2"  # type: ignore[index]
    assert len(torus) == 9
    cube = sudokulib.geometry("cube-full").topology
    assert "paths disagree" in half_turn(frozenset({0}), cube.base_cells, cube)


@pytest.mark.parametrize(
    ("centres", "message"),
    [
        ("R1C1, R1C1:R2C2", "touch one cell"),
        ("R1C1 R3C3", "centre 1 is no cell"),
        ("R1C1, R1C2, R1C3, R2C2", "galaxy 4"),
        ("", "no centres"),
    ],
)
def test_centres_that_make_no_sense_are_refused(centres: str, message: str) -> None:
    with pytest.raises(sudokulib.SudokuError, match=message):
        loads(GRID.format("3x3", "none") + f"shapes: [{SHAPE.format(centres)}]")
