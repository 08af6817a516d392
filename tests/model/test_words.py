"""Words in which no letter may come twice are marked so."""

from sudokulib.model import compile_puzzle
from sudokulib.primitives import DistinctWord, Regular
from sudokulib.puzzles.loading import loads


def words(cells):
    puzzle = loads(f"geometry: 4x4\nshapes: [{{kind: sandwich, sum: 3, cells: {cells}}}]")
    model = compile_puzzle(puzzle)
    found = zip(model.primitives, model.sources, strict=True)
    return [
        (type(primitive), {puzzle.all_shapes[s].label for s in shapes})
        for primitive, shapes in found
        if isinstance(primitive, Regular | DistinctWord)
    ]


def test_a_word_on_cells_that_differ_knows_it_and_why():
    assert words("R1") == [(DistinctWord, {"sandwich", "row 1"})]


def test_a_word_on_other_cells_is_left_alone():
    assert words("R1C1-R4C4") == [(Regular, {"sandwich"})]
