"""Cages, sums, counts and copies: what is impossible by itself, and one rule in two spellings."""

from dataclasses import replace

import pytest
from support import grid

from sudokulib import geometry
from sudokulib.errors import ProblemsError
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import Context, Distinct, Shape, merge_shapes


def read(*shapes: str, on: str = "4x4"):
    return loads(f"geometry: {on}\nshapes:\n" + "".join(f"  - {shape}\n" for shape in shapes))


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("{kind: cage, cells: R1C1 R1C2, sum: 30}", "cannot sum to 30 with different values"),
        ("{kind: cage, cells: R1C1 R1C2, sum: 8}", "only to 3 to 7"),
        ("{kind: cage, cells: R1C1 R1C2, sum: [1, 9]}", "cannot sum to 1 or 9"),
        ("{kind: cage, cells: R1C1 R1C2, sum: 30, repeats: true}", "only to 2 to 8"),
        ("{kind: cage, cells: R1C1 R1C2, repeats: true}", "means nothing"),
        ("{kind: cage, cells: R1C1-R1C4 R2C1, sum: 10}", "5 cells cannot all differ"),
        ("{kind: cage, cells: R1C1, sum: []}", "list of sums is empty"),
        ("{kind: cage, cells: [], sum: 3}", "too few"),
        ("{kind: sum, cells: R1C1 R1C2, total: 9}", "can only be 2 to 8, never = 9"),
        ("{kind: sum, cells: R1C1 R1C2, total: 1, comparison: <=}", "never <= 1"),
        ("{kind: sum, cells: R1C1 R1C2, total: [1, 2], comparison: <=}", "single number"),
        ("{kind: sum, cells: R1C1 R1C2, total: 3, coefficients: [1]}", "1 coefficients"),
        (
            "{kind: sum, cells: R1C1, total: 3, coefficients: [1000000]}",
            "1,000,000 apart",
        ),
        ("{kind: equal-sum, groups: [R1C1]}", "at least two groups"),
        ("{kind: equal-sum, groups: [R1C1, R2C1-R2C4 R3C3]}", "no sum in common"),
        ("{kind: clone, groups: [R1C1, R2C3 R2C4]}", "groups of 1 and 2 cells"),
        ("{kind: same-multiset, groups: [R1C1, R2C3 R2C4]}", "groups of 1 and 2 cells"),
        ("{kind: contains, cells: R1C1 R2C2, values: [1, 2, 3]}", "3 values do not fit into 2"),
        ("{kind: contains, cells: R1C1 R2C2, values: [7]}", "no symbol stands for 7"),
        ("{kind: exactly, cells: R1C1 R2C2, values: []}", "no values are listed"),
        ("{kind: allowed, cells: R1C1, values: [0]}", "no symbol stands for 0"),
        ("{kind: odd, cells: []}", "too few"),
        ("{kind: count-distinct, cells: R1C1 R2C2, count: 3}", "only be 1 to 2"),
        ("{kind: count-distinct, cells: R1C1 R2C2}", "either count: or control:"),
        ("{kind: counting-circles, cells: R1C1:R3C4}", "add up to 12 circles"),
        ("{kind: equality-cage, cells: R1C1-R1C3}", "even number of cells"),
        ("{kind: rellik, cells: R1C1:R2C4, sum: 3}", "8 cells cannot all differ"),
        ("{kind: lunchbox, cells: R1C1, sum: 3}", "at least two cells"),
    ],
)
def test_what_is_impossible_by_itself_is_refused_with_its_place(shape, message):
    with pytest.raises(ProblemsError) as caught:
        read("{kind: distinct, cells: R1C1 R2C3}", shape)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert problem.line == 4


@pytest.mark.parametrize(
    "spellings",
    [
        ["{kind: cage, cells: R1C1 R2C3}", "{kind: distinct, cells: R2C3 R1C1}"],
        ["{kind: cage, cells: R1C1 R2C3, sum: 5}", "{kind: cage, cells: R2C3 R1C1, sum: [5, 5]}"],
        [
            "{kind: cage, cells: R1C1 R2C3, sum: 5, repeats: true}",
            "{kind: sum, cells: R2C3 R1C1, total: 5}",
            "{kind: sum, cells: R1C1 R2C3, total: [5], coefficients: [1, 1]}",
        ],
        [
            "{kind: sum, cells: R1C1 R1C1 R2C3, total: 5}",
            "{kind: sum, cells: R2C3 R1C1, total: 5, coefficients: [1, 2]}",
        ],
        [
            "{kind: clone, groups: [R1C1 R1C2, R3C3 R3C4]}",
            "{kind: clone, groups: [R3C4 R3C3, R1C2 R1C1]}",
        ],
        [
            "{kind: magic, groups: [R1C1 R1C2, R3C3 R3C4]}",
            "{kind: equal-sum, groups: [R3C3 R3C4, R1C2 R1C1]}",
        ],
        [
            "{kind: contains, cells: R1C1-R1C3, values: [1, 3]}",
            "{kind: contains, cells: R1C1-R1C3, values: [3, 1]}",
        ],
    ],
)
def test_one_rule_in_several_spellings_is_one_shape(spellings):
    rules = [read(spelling).shapes[0] for spelling in spellings]
    assert len(merge_shapes(rules)) == 1


def test_a_marked_neighbour_is_not_compared():
    """Of the pairs round two neighbouring minima, all but their own are tables."""
    puzzle = read("{kind: minimum, cells: R1C1 R1C2}")
    (shape,) = puzzle.shapes
    pairs = {primitive.variables for primitive in shape.rule.lower(puzzle.context)}
    name = puzzle.geometry.cell
    assert pairs == {(name(a), name(b)) for a, b in (("R1C1", "R2C1"), ("R1C2", "R2C2"))} | {
        (name("R1C2"), name("R1C3"))
    }


def test_values_are_the_integers_behind_the_symbols():
    geometry = grid("1x2", symbols={"symbols": "ABC", "values": [0, 5, 7]})
    (shape,) = read("{kind: cage, cells: R1C1 R1C2, sum: 3}").shapes
    context: Context = geometry.context
    assert "only to 5 to 12" in shape.rule.problem(context)
    assert not Shape(type(shape.rule)((0, 1), 12)).rule.problem(context)


@pytest.mark.parametrize("own", [[(0, 1, 2, 3)], [(0, 5)], [(0, 5), (0, 5)], [(0, 5), (1, 4)], []])
def test_all_shapes_of_a_puzzle_are_those_of_its_geometry_and_its_own_merged(own):
    four = geometry("4x4")
    shapes = tuple(Shape(Distinct(cells), (f"set {n}",)) for n, cells in enumerate(own))
    puzzle = replace(four.puzzle(), shapes=shapes)
    found, wanted = puzzle.all_shapes, merge_shapes(four.shapes + shapes)
    assert [shape.exact_key for shape in found] == [shape.exact_key for shape in wanted]
