"""Dots and relations between two cells, and what their absence means."""

import pickle

import pytest
from support import from_file

import sudokulib
from sudokulib.errors import ProblemsError
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import (
    Difference,
    Indexer,
    LessThan,
    Negative,
    Pair,
    PairSum,
    Ratio,
    Shape,
    merge_shapes,
)

STRIP = "{symbols: 123456789, build: [{make: grid, size: 1x%d, lines: false}]}"


def fillings(length, *shapes):
    """The fillings of a strip of cells."""
    lines = "".join(f"\n  - {shape}" for shape in shapes)
    puzzle = loads(f"geometry: {STRIP % length}\nshapes:{lines}\n")
    return {"".join(s.symbols) for s in sudokulib.solutions(puzzle)}


def two(relation):
    return {f"{a}{b}" for a in range(1, 10) for b in range(1, 10) if relation(a, b)}


@pytest.mark.parametrize(
    ("shape", "relation"),
    [
        ("{kind: difference, cells: R1}", lambda a, b: a - b in (1, -1)),
        ("{kind: difference, cells: R1, value: 5}", lambda a, b: a - b in (5, -5)),
        ("{kind: ratio, cells: R1}", lambda a, b: a == 2 * b or b == 2 * a),
        ("{kind: pair-sum, cells: R1, sum: 10}", lambda a, b: a + b == 10),
        ("{kind: less-than, cells: R1}", lambda a, b: a < b),
        ("{kind: less-than, cells: R1C2 R1C1}", lambda a, b: b < a),
        ("{kind: pair, cells: R1, relation: a * b = 12}", lambda a, b: a * b == 12),
        ("{kind: pair, cells: R1C2 R1C1, relation: a - b = 3}", lambda a, b: b - a == 3),
        (
            "{kind: pair, cells: R1, pairs: [[1, 2], [9, 9]]}",
            lambda a, b: (a, b) in {(1, 2), (9, 9)},
        ),
    ],
)
def test_two_cells(shape, relation):
    assert fillings(2, shape) == two(relation)


def test_more_cells_are_taken_two_by_two():
    assert fillings(3, "{kind: less-than, cells: R1}") == {
        f"{a}{b}{c}" for a in range(1, 8) for b in range(a + 1, 9) for c in range(b + 1, 10)
    }
    chain = "{kind: pair, cells: R1, relation: abs(a - b) = 8}"
    assert fillings(3, chain) == {"191", "919"}
    assert fillings(3, chain.replace("}", ", among: all}")) == set()


def test_a_dot_over_the_edge_of_a_tredoku():
    g = geometry("tredoku-hook-5")
    faces = [set(cell.faces) for cell in g.cells]
    a, b = next((a, b) for a, b in g.topology.edges() if not faces[a] & faces[b])
    puzzle = g.puzzle(shapes=[Shape(Ratio((a, b), 4))])
    values = {
        (s.indices[a] + 1, s.indices[b] + 1)
        for given in "148"
        for s in [
            sudokulib.solve(g.puzzle({g.cells[a].name: given}, shapes=puzzle.shapes)).solution
        ]
        if s is not None
    }
    assert all(4 * min(pair) == max(pair) for pair in values)
    negative = Negative(("ratio",), ratios=(4,))
    here = [p.variables for p in negative.lower(g.context)]
    assert (a, b) in here
    assert (a, b) not in [p.variables for p in negative.lower(puzzle.context)]


def test_which_cell_comes_first_matters_only_where_it_does():
    same = [Difference((0, 1)), Difference((1, 0)), Ratio((2, 1)), Ratio((1, 2))]
    assert len(merge_shapes(map(Shape, same))) == 2
    other = [LessThan((0, 1)), LessThan((1, 0)), Pair((0, 1), "a<b"), Pair((1, 0), "a < b")]
    assert len(merge_shapes(map(Shape, other))) == 4
    assert Shape(Pair((0, 1), "a<b")) == Shape(Pair((0, 1), "a < b"))


def test_rules_on_the_same_cells_become_one_primitive():
    context = geometry("4x4").context
    assert list(LessThan((3, 2)).lower(context)) == list(Pair((2, 3), "a > b").lower(context))


# What absence means.


def test_without_dots_their_usual_numbers_are_forbidden():
    assert fillings(2, "{kind: negative, kinds: [ratio]}") == two(
        lambda a, b: a != 2 * b and b != 2 * a
    )
    assert fillings(2, "{kind: negative, kinds: [difference, pair-sum]}") == two(
        lambda a, b: abs(a - b) != 1 and a + b not in (5, 10)
    )


def test_a_dot_frees_its_own_cells_and_its_number_is_forbidden_elsewhere():
    dot = "{kind: ratio, cells: R1C1 R1C2, value: 3}"
    found = fillings(3, dot, "{kind: negative, kinds: [ratio]}")
    assert found == {
        f"{a}{b}{c}"
        for a in range(1, 10)
        for b in range(1, 10)
        for c in range(1, 10)
        if (a == 3 * b or b == 3 * a) and b != 3 * c and c != 3 * b
    }


def test_x_forbids_v_elsewhere():
    found = fillings(
        3, "{kind: pair-sum, cells: R1C2 R1C1, sum: 10}", "{kind: negative, kinds: [pair-sum]}"
    )
    assert found
    assert all(int(f[1]) + int(f[2]) not in (5, 10) for f in found)


def test_a_dot_of_one_kind_frees_from_the_others_unless_strict():
    dot = "{kind: difference, cells: R1}"
    assert fillings(2, dot, "{kind: negative, kinds: [difference, ratio]}") == fillings(2, dot)
    strict = "{kind: negative, kinds: [difference, ratio], strict: true}"
    assert fillings(2, dot, strict) == fillings(2, dot) - {"12", "21"}
    assert fillings(2, dot, "{kind: negative, kinds: [ratio]}") == fillings(2, dot) - {"12", "21"}


def test_numbers_can_be_said_and_cells_named():
    said = "{kind: negative, kinds: [pair-sum], sums: [3], cells: R1C1 R1C2}"
    found = fillings(3, said)
    assert len(found) == (81 - 2) * 9


def test_it_is_not_monotone():
    absent = "{kind: negative, kinds: [ratio]}"
    assert "12" not in fillings(2, absent)
    assert "12" in fillings(2, absent, "{kind: ratio, cells: R1}")


# Indexers.


def test_indexers_say_where_their_place_stands():
    g = geometry("4x4")
    for axis, line_of in (
        ("column", lambda r, c: [(r, i) for i in range(4)]),
        ("row", lambda r, c: [(i, c) for i in range(4)]),
    ):
        cells = tuple(g.find("R1C1:R4C2"))
        puzzle = g.puzzle(shapes=[Shape(Indexer(cells, axis))])
        expected = set()
        for solution in sudokulib.solutions(g.puzzle()):
            grid = [[solution.indices[4 * r + c] + 1 for c in range(4)] for r in range(4)]
            if all(
                grid[line_of(r, c)[grid[r][c] - 1][0]][line_of(r, c)[grid[r][c] - 1][1]]
                == (c if axis == "column" else r) + 1
                for r in range(4)
                for c in range(2)
            ):
                expected.add(solution.indices)
        assert {s.indices for s in sudokulib.solutions(puzzle)} == expected
        assert expected


@pytest.mark.parametrize("axis", ["column", "row"])
def test_places_may_count_from_the_other_end(axis):
    """With a 3 in R1C1, the fourth from the right, the 4 stands in the third: in R1C2."""
    g = geometry("4x4")
    puzzle = g.puzzle(shapes=[Shape(Indexer((0, 5), axis, from_end=True))])
    step = 1 if axis == "column" else 4

    def says(values, cell, line):
        place = 4 - line.index(cell)
        return values[line[4 - values[cell]]] == place

    lines = {0: [step * i for i in range(4)], 5: [step * i + 5 - step for i in range(4)]}
    expected = {
        solution.indices
        for solution in sudokulib.solutions(g.puzzle())
        if all(says([i + 1 for i in solution.indices], c, line) for c, line in lines.items())
    }
    assert expected
    assert {solution.indices for solution in sudokulib.solutions(puzzle)} == expected


def test_indexers_need_their_lines():
    plain = from_file(symbols="12", build=[{"make": "grid", "size": "2x2", "lines": False}])
    assert "role: row" in Indexer((0,), "column").problem(plain.context)
    assert "role: region" in Indexer((0,), "box").problem(geometry("latin-4").context)
    high = from_file(symbols="789", build=[{"make": "grid", "size": "3x3"}])
    assert "no symbol" in Indexer((0,), "column").problem(high.context)


# What is impossible.


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Difference((0, 1), 9), "differ by 9"),
        (Difference((0, 1), -1), "differ by -1"),
        (Ratio((0, 1), 10), "1:10"),
        (PairSum((0, 1), 18), ""),
        (PairSum((0, 1), 19), "add up to 19"),
        (LessThan((0,)), "at least two cells"),
        (LessThan((0, 0)), "paired with itself"),
        (Pair((0, 1), "a > 9"), "'a > 9'"),
        (Pair((0, 1), pairs=((0, 1),)), "one of the pairs"),
        (Negative(()), "no kinds"),
    ],
)
def test_what_is_impossible_is_said(rule, words):
    problem = rule.problem(geometry("9x9").context)
    assert words in problem
    assert bool(words) == bool(problem)


@pytest.mark.parametrize(
    ("shape", "path", "words"),
    [
        ("{kind: pair, cells: R1C1 R1C2, relation: a < c}", "shapes[0].relation", "character 5"),
        ("{kind: pair, cells: R1C1 R1C2}", "shapes[0]", "either a relation or a list"),
        ("{kind: difference, cells: R1C1 R1C2, value: x}", "shapes[0].value", "x"),
        ("{kind: negative, kinds: [dots]}", "shapes[0].kinds", "dots"),
        ("{kind: anti, moves: bishop}", "shapes[0].moves", "bishop"),
    ],
)
def test_errors_of_a_file_say_what_is_wrong_and_where(shape, path, words):
    with pytest.raises(ProblemsError) as error:
        loads(f"geometry: 9x9\nshapes:\n  - {shape}\n")
    assert path in str(error.value)
    assert words in str(error.value)
    assert "<text>:3" in str(error.value)


def test_rules_pickle_as_they_are():
    rule = Pair((0, 1), "abs(a - b) > 2")
    assert pickle.loads(pickle.dumps(rule)) == rule
