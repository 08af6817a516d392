"""Equal shapes are one; shapes come and go; what cannot hold together is named."""

from __future__ import annotations

import pickle

import pytest

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.errors import GivensError
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import Distinct, Even, House, Not, Odd, Shape, merge_shapes
from sudokulib.solving.unsat_core import find_unsat_core

GRID = sudokulib.geometry("4x4")
ROW = GRID.shapes[0]
EXTRA = Shape(Distinct((0, 10)), ("long pair",))
EQUAL = Shape(Not((Distinct((0, 10)),)), ("twins",))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{kind: house, cells: R1C1-R1C4}", "{kind: distinct, cells: R1C4 R1C3 R1C2 R1C1}"),
        ("{kind: distinct, cells: R1C1:R2C2}", "{kind: distinct, cells: [R2C2, R2C1, R1C1 R1C2]}"),
        ("{kind: distinct, cells: R1}", "{kind: distinct, cells: R1C1>right}"),
        ("{kind: cage, sum: 5, cells: R1C1 R2C2}", "{kind: cage, cells: 'R2C2, R1C1', sum: 5}"),
        (
            "{kind: any-of, shapes: [{kind: distinct, cells: R1C1 R2C3}]}",
            "{kind: distinct, cells: R2C3 R1C1}",
        ),
        (
            "{kind: each, at: R1C1, shape: {kind: distinct, cells: R3C3 R4C4}}",
            "{kind: distinct, cells: R2C2 R1C1}",
        ),
    ],
)
def test_equal_shapes_are_found_across_spellings(one, other):
    puzzles = [loads(f"geometry: 4x4\nshapes: [{text}]") for text in (one, other)]
    both = loads(f"geometry: 4x4\nshapes: [{one}, {other}]")
    assert puzzles[0] == puzzles[1] == both
    assert hash(puzzles[0].shapes[0]) == hash(puzzles[1].shapes[0])
    assert len(both.shapes) == 1
    assert len({compile_puzzle(puzzle) for puzzle in (*puzzles, both)}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{kind: cage, sum: 5, cells: R1C1 R2C2}", "{kind: cage, sum: 6, cells: R1C1 R2C2}"),
        ("{kind: distinct, cells: R1C1 R2C3}", "{kind: distinct, cells: R1C1 R2C3 R3C4}"),
        ("{kind: thermometer, lines: [R1C1 R1C2]}", "{kind: thermometer, lines: [R1C2 R1C1]}"),
    ],
)
def test_shapes_that_say_something_else_stay_two(one, other):
    assert len(loads(f"geometry: 4x4\nshapes: [{one}, {other}]").shapes) == 2


def test_kinds_with_the_same_fields_have_different_keys():
    one, other = Shape(Odd((0, 1))), Shape(Even((0, 1)))
    assert one.exact_key != other.exact_key
    assert one.exact_key == Shape(Odd((0, 1))).exact_key


def test_merged_shapes_keep_all_labels_and_roles():
    (merged,) = merge_shapes(
        [Shape(Distinct((0, 1)), ("a",), frozenset({"row"})), Shape(Distinct((0, 1)), ("b",))]
    )
    assert (merged.labels, merged.roles) == (("a", "b"), {"row"})


class TestAddingAndTaking:
    PUZZLE = GRID.puzzle("1... ..2. .3.. ...4", title="four")

    def test_the_first_puzzle_stays_as_it_is(self):
        more = self.PUZZLE.with_shapes(EXTRA)
        assert self.PUZZLE.shapes == ()
        assert more.shapes == (EXTRA,)
        assert more.geometry is self.PUZZLE.geometry
        assert (more.givens, more.title) == (self.PUZZLE.givens, "four")

    def test_taking_undoes_adding(self):
        more = self.PUZZLE.with_shapes(EXTRA, EQUAL)
        assert more.without_shapes(EXTRA, EQUAL) == self.PUZZLE
        assert more.without_shapes(EQUAL) == self.PUZZLE.with_shapes(EXTRA)
        assert pickle.loads(pickle.dumps(more)) == more

    def test_adding_twice_is_adding_once(self):
        again = Shape(Distinct((0, 10)), ("the same",))
        more = self.PUZZLE.with_shapes(EXTRA).with_shapes(again)
        assert [shape.labels for shape in more.shapes] == [("long pair", "the same")]

    def test_order_does_not_matter(self):
        one, other = (EXTRA, EQUAL), (EQUAL, EXTRA)
        assert self.PUZZLE.with_shapes(*one) == self.PUZZLE.with_shapes(*other)

    def test_counts_follow(self):
        empty = GRID.puzzle()
        with_one = empty.with_shapes(EXTRA)
        opposite = empty.with_shapes(EQUAL)
        counts = [sudokulib.count(p).value for p in (empty, with_one, opposite)]
        assert counts[0] == 288 == counts[1] + counts[2]
        assert sudokulib.count(with_one.without_shapes(EXTRA)).value == 288

    def test_shapes_of_the_geometry_can_go_too(self):
        rows = [shape for shape in GRID.shapes if "row" in shape.roles]
        less = GRID.puzzle().without_shapes(*rows)
        assert len(less.all_shapes) == 8
        assert less.geometry.expect is None
        assert GRID.puzzle().all_shapes == GRID.shapes
        assert sudokulib.count(less, how="computed").value > 288
        assert less.with_shapes(*rows).all_shapes != less.all_shapes

    def test_a_shape_is_found_by_what_it_means(self):
        less = GRID.puzzle().without_shapes(Shape(Distinct(ROW.cells)))
        assert ROW not in less.all_shapes

    def test_shapes_that_are_not_there_are_refused(self):
        with pytest.raises(GivensError, match="has no shape long pair"):
            self.PUZZLE.without_shapes(EXTRA)

    def test_impossible_shapes_are_refused(self):
        with pytest.raises(GivensError, match="a house needs as many cells"):
            self.PUZZLE.with_shapes(Shape(House((0, 1))))


def clash(text: str):
    puzzle = loads(text)
    assert sudokulib.solve(puzzle).status == "none"
    return find_unsat_core(puzzle, Budget())


def rest_has_solutions(found) -> bool:
    """Return whether each shape and given of a clash is needed for it."""
    puzzle, context = found.puzzle, found.puzzle.context
    domains = puzzle.geometry.domains

    def possible(shapes, cells):
        geometry = (
            sudokulib.Puzzle(puzzle.geometry, domains)
            .without_shapes(*(s for s in puzzle.geometry.shapes if s not in shapes))
            .geometry
        )
        masks = tuple(puzzle.masks[c] if c in cells else d for c, d in enumerate(domains))
        own = tuple(s for s in shapes if s not in puzzle.geometry.shapes)
        return next(sudokulib.solutions(sudokulib.Puzzle(geometry, masks, shapes=own)), None)

    assert not possible(found.shapes, found.cells), context
    less = [([s for s in found.shapes if s != gone], found.cells) for gone in found.shapes]
    less += [(found.shapes, [c for c in found.cells if c != gone]) for gone in found.cells]
    return all(possible(shapes, cells) for shapes, cells in less)


class TestClash:
    def test_a_shape_and_its_opposite(self):
        puzzle = GRID.puzzle().with_shapes(EXTRA, EQUAL)
        result = sudokulib.solve(puzzle)
        assert result.status == "none"
        assert result.conflict == "long pair and twins cannot hold together"

    def test_shapes_of_geometry_and_puzzle(self):
        text = """
geometry: 9x9
shapes:
- {kind: not, label: one, shapes: [{kind: distinct, cells: R1C1 R2C4}]}
- {kind: not, shapes: [{kind: distinct, cells: R2C4 R1C7}]}
- {kind: not, shapes: [{kind: distinct, cells: R4C4 R8C8}]}
"""
        assert str(clash(text)) == "one, negation on R1C7 R2C4 and row 1 cannot hold together"

    @pytest.mark.parametrize(
        "text",
        [
            "geometry: 4x4\ngivens: 12.. ..1. .... ...1\n"
            "shapes: [{kind: not, shapes: [{kind: distinct, cells: R1C2 R2C1}]},"
            " {kind: distinct, cells: R3C1 R4C4}, {kind: distinct, cells: R2C1 R3C4}]",
            "geometry: 4x4\ngivens: {R1C1: 1}\nallowed: {R3C3: 23, R4C2: 23}\n"
            "shapes: [{kind: not, shapes: [{kind: distinct, cells: R1C1 R3C3}]}]",
            "geometry: 4x4\nhidden: {h: 12}\ngivens: {R1C1: 3}\n"
            "shapes: [{kind: not, shapes: [{kind: distinct, cells: R1C1 h}]}]",
        ],
    )
    def test_nothing_in_it_can_be_spared(self, text):
        found = clash(text)
        assert 1 < len(found.shapes) + len(found.cells) < 12
        assert rest_has_solutions(found)

    def test_givens_are_named_with_their_symbols(self):
        text = (
            "geometry: 4x4\ngivens: {R1C1: 1, R2C3: 4}\nallowed: {R3C3: 23, R4C2: 23}\n"
            "shapes: [{kind: not, label: twins, shapes: [{kind: distinct, cells: R1C1 R3C3}]}]"
        )
        assert str(clash(text)) == "twins, R1C1 = 1 and R3C3 = 2 or 3 cannot hold together"

    def test_without_nodes_to_spend_on_it_nothing_is_said(self, monkeypatch):
        monkeypatch.setattr("sudokulib.solving.unsat_core._NODES", 0)
        text = (
            "geometry: 9x9\nshapes:\n"
            "- {kind: not, shapes: [{kind: distinct, cells: R1C1 R2C4}]}\n"
            "- {kind: not, shapes: [{kind: distinct, cells: R2C4 R1C7}]}\n"
        )
        assert find_unsat_core(loads(text), Budget()) is None

    def test_time_that_is_up_ends_it(self):
        puzzle = GRID.puzzle().with_shapes(EXTRA, EQUAL)
        with pytest.raises(sudokulib.OutOfBudget):
            find_unsat_core(puzzle, Budget(seconds=-1.0))

    def test_rules_about_other_shapes_mean_what_they_mean_in_the_whole(self):
        """`negative` forbids more without the dot, which must not be blamed on it."""
        text = """
geometry: 4x4
shapes:
- {kind: difference, cells: R1C1 R1C2}
- {kind: negative, kinds: [difference]}
- {kind: not, label: twins, shapes: [{kind: distinct, cells: R1C1 R3C3}]}
- {kind: distinct, label: others, cells: R1C1 R3C3}
"""
        assert str(clash(text)) == "twins and others cannot hold together"
