"""Singles on the big integer."""

from __future__ import annotations

from hypothesis import given
from support import brute_force, grid, tiny_puzzles

from sudokulib.model import compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.bit_layout import bit_layout


@given(tiny_puzzles())
def test_settling_loses_no_solution_and_leaves_no_single(puzzle: Puzzle) -> None:
    model = compile_puzzle(puzzle)
    how = bit_layout(model.root)
    placed: list[int] = []
    x = how.start(model.domains, placed)
    solutions = list(brute_force(puzzle))
    if x is None:
        assert not solutions
        return
    left = dict(how.masks(x)) | {k // how.values: 1 << k % how.values for k in placed}
    assert len(left) == model.cells
    for solution in solutions:
        assert all(left[cell] >> value & 1 for cell, value in enumerate(solution))
    for _, mask in how.masks(x):
        assert mask.bit_count() > 1
    # Each house has at least two places for every value that is not placed.
    for house in model.houses:
        for value in range(how.values):
            if house.values >> value & 1:
                places = [v for v in house.variables if left[v] >> value & 1]
                settled = any(left[v] == 1 << value for v in house.variables)
                assert settled or len(places) > 1


def test_hidden_singles_cascade_to_a_full_grid() -> None:
    geometry = grid("9x9", "3x3", symbols="123456789")
    easy = "1.4.3....2...9.57.5.6.....3...9........5..1.6...8.2..54.......2.3...794......67.."
    model = compile_puzzle(geometry.puzzle(easy))
    placed: list[int] = []
    how = bit_layout(model.root)
    assert how.start(model.domains, placed) == 0
    assert model.accepts(how.assignment(placed))


def test_a_clash_of_givens_is_seen_at_the_start() -> None:
    geometry = grid("4x4", "2x2", symbols="1234")
    for clash in ({"R1C1": "1", "R1C4": "1"}, {"R1C1": "1", "R2C2": "1"}):
        model = compile_puzzle(geometry.puzzle(clash))
        assert bit_layout(model.root).start(model.domains, []) is None


def test_a_cell_without_values_is_seen_at_the_start() -> None:
    geometry = grid("4x4", "2x2", symbols="1234")
    model = compile_puzzle(geometry.puzzle({"R1C1": "1"}, allowed={"R1C1": "2"}))
    assert bit_layout(model.root).start(model.domains, []) is None


def test_options_are_those_of_a_field_with_the_fewest() -> None:
    geometry = grid("4x4", "2x2", symbols="1234")
    model = compile_puzzle(geometry.puzzle(allowed={"R3C2": "13"}))
    how = bit_layout(model.root)
    x = how.start(model.domains, [])
    assert x
    assert how.options(x) == [9 * 4 + 0, 9 * 4 + 2]


def test_puzzles_of_one_geometry_share_a_layout() -> None:
    geometry = grid("4x4", "2x2", symbols="1234")
    one, other = (compile_puzzle(geometry.puzzle({"R1C1": s})) for s in "12")
    assert one != other
    assert bit_layout(one.root) is bit_layout(other.root) is bit_layout(compile_geometry(geometry))
