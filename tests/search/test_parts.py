"""Independent parts of a state."""

from __future__ import annotations

from hypothesis import given
from support import grid, overlapping, tiny_puzzles

from sudokulib.model import compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.bit_layout import bit_layout
from sudokulib.search.parts import independent_parts


@given(tiny_puzzles())
def test_parts_are_disjoint_and_together_the_whole(puzzle: Puzzle) -> None:
    model = compile_puzzle(puzzle)
    how = bit_layout(model.root)
    x = how.start(model.domains, [])
    if not x:
        return
    union = 0
    for part in independent_parts(how, x):
        assert part
        assert not union & part
        union |= part
    assert union == x


def test_overlapping_grids_are_one_part_and_separate_ones_several() -> None:
    for corners, parts in ((((0, 0), (2, 2)), 1), (((0, 0), (5, 5), (10, 10)), 3)):
        how = bit_layout(compile_geometry(overlapping("2x2", *corners)))
        assert len(independent_parts(how, how.full)) == parts


def test_a_link_joins_parts() -> None:
    geometry = overlapping("2x2", (0, 0), (5, 5))
    how = bit_layout(compile_geometry(geometry))
    assert len(independent_parts(how, how.full)) == 2
    last = len(geometry.cells) - 1
    assert independent_parts(how, how.full, [1 | 1 << last]) == [how.full]


def test_cells_of_one_house_without_common_values_are_apart() -> None:
    """1 and 2 stand in the first two cells, 3 and 4 in the others: two halves."""
    geometry = grid("1x4", symbols="1234")
    model = compile_puzzle(geometry.puzzle(allowed={"R1C1:R1C2": "12", "R1C3:R1C4": "34"}))
    how = bit_layout(model.root)
    x = how.start(model.domains, [])
    assert x
    assert len(independent_parts(how, x)) == 2
