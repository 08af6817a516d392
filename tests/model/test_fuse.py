"""Primitives on the same variables become one; sums know which of their variables differ."""

from kernel.random_models import model_of
from support import grid

from sudokulib.model import compile_puzzle
from sudokulib.primitives import AllDifferent, DistinctSum, Linear
from sudokulib.shapes import Distinct, Shape
from sudokulib.shapes.sums import Cage, Sum

GRID = grid("4x4", "2x2")


def model(*rules):
    shapes = [Shape(rule, (f"shape {i}",)) for i, rule in enumerate(rules)]
    return compile_puzzle(GRID.puzzle().with_shapes(*shapes)), len(GRID.shapes)


def own(model):
    """The sums that are not derived."""
    return [
        (primitive, model.sources[number])
        for number, primitive in enumerate(model.primitives)
        if isinstance(primitive, Linear | DistinctSum) and number not in model.derived
    ]


def test_a_sum_without_repeats_is_one_primitive():
    cells = GRID.find("R1C1 R2C3 R3C2")
    compiled, first = model(Cage(cells, 9))
    ((primitive, sources),) = own(compiled)
    assert isinstance(primitive, DistinctSum)
    assert primitive.parts == (cells,)
    assert sources == (first,)
    assert AllDifferent(cells) not in compiled.primitives
    assert cells[2] in range(16)
    assert compiled.peers[cells[0]] >> cells[1] & 1


def test_a_set_without_repeats_is_taken_in_with_its_source():
    cells = GRID.find("R1C1 R2C3 R3C2")
    compiled, first = model(Distinct(cells), Sum(cells, 9))
    ((primitive, sources),) = own(compiled)
    assert primitive.parts == (cells,)
    assert sorted(sources) == [first, first + 1]
    assert AllDifferent(cells) not in compiled.primitives


def test_a_house_stays_a_house():
    compiled, _ = model(Cage(GRID.find("R1C1-R1C4"), 10))
    assert len(compiled.houses) == 12
    assert all(
        compiled.primitives[house.primitive] == AllDifferent(house.variables)
        for house in compiled.houses
    )


def test_a_set_of_variables_that_its_shape_made_is_one_like_others():
    compiled = model_of(2, [0b11], [AllDifferent((0, 1))], hidden=[2])
    assert compiled.primitives == (AllDifferent((0, 1)),)
    assert compiled.peers == (0b10, 0b01)


def test_a_sum_with_repeats_knows_which_of_its_cells_see_one_another():
    # The diagonal crosses two regions; R1C1 R2C2 are in one, R3C3 R4C4 in another.
    compiled, first = model(Sum(GRID.find("R1C1 R2C2 R3C3 R4C4"), 14))
    ((primitive, sources),) = own(compiled)
    assert set(primitive.parts) == {GRID.find("R1C1 R2C2"), GRID.find("R3C3 R4C4")}
    assert sources[0] == first
    shapes = GRID.shapes
    assert all(
        any(set(part) <= set(shapes[number].rule.cells) for number in sources[1:])
        for part in primitive.parts
    )


def test_sums_of_the_same_cells_are_one_with_the_totals_of_both():
    cells = GRID.find("R1C1 R3C2")
    compiled, first = model(Sum(cells, (4, 5, 6)), Sum(cells[::-1], (5, 6, 7)))
    ((primitive, sources),) = own(compiled)
    assert primitive.totals == (5, 6)
    assert sources == (first, first + 1)


def test_what_a_sum_implies_is_no_further_clique():
    plain, _ = model()
    compiled, _ = model(Sum(GRID.find("R1C1 R1C2 R3C3"), 6))
    assert compiled.cliques == plain.cliques
