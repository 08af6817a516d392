"""Stamps (`each`) and hidden cells in files."""

from __future__ import annotations

import pickle
from itertools import product

import pytest
from support import from_text

import sudokulib
from sudokulib.basics.limits import Limits
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import Distinct


def puzzle(entry: str, geometry: str = "4x4", more: str = "", **options):
    return loads(f"geometry: {geometry}\n{more}\nshapes:\n- {entry}\n", **options)


def sets(entry: str, geometry: str = "4x4") -> list[str]:
    """The cells of each shape that an entry comes to, by name."""
    made = puzzle(entry, geometry)
    names = made.geometry.name_of
    return [" ".join(map(names, shape.cells)) for shape in made.shapes]


class TestAt:
    def test_the_first_cell_lands_on_each_place(self):
        entry = "{kind: each, at: R1C1 R3C2, shape: {kind: distinct, cells: R2C2 R3C4}}"
        assert sets(entry) == ["R1C1 R2C3", "R3C2 R4C4"]

    def test_an_anchor_of_its_own(self):
        entry = (
            "{kind: each, at: R2C2-R2C3, anchor: R1C1, shape: {kind: distinct, cells: R1C2 R2C1}}"
        )
        assert sets(entry) == ["R2C3 R3C2", "R2C4 R3C3"]

    def test_everywhere_it_fits(self):
        made = sets("{kind: each, at: all, shape: {kind: distinct, cells: R2C2 R3C4 R1C2}}")
        assert len(made) == 2 * 2
        assert {one.split()[0] for one in made} == {"R1C1", "R1C2", "R2C1", "R2C2"}

    def test_everywhere_in_a_picture_with_gaps(self):
        entry = "{kind: each, at: all, shape: {kind: distinct, cells: R1C1 R1C2}}"
        made = puzzle(entry, "samurai").shapes
        grid = puzzle(entry, "samurai").geometry
        across = sum(grid.cells[a].at[0] == grid.cells[b].at[0] for a, b in grid.topology.edges())
        assert len(made) == across

    def test_on_a_face(self):
        shape = "{kind: distinct, cells: front.R1C1 front.R2C2}"
        entry = f"{{kind: each, at: all, on: front, shape: {shape}}}"
        assert all(
            name.startswith("front.") for one in sets(entry, "cube-full") for name in one.split()
        )

    def test_labels_tell_the_place(self):
        entry = (
            "{kind: each, at: R1C1 R3C3, label: block, role: region,"
            " shape: {kind: house, cells: R1C1:R2C2}}"
        )
        made = puzzle(entry).shapes
        assert [shape.label for shape in made] == ["block at R1C1", "block at R3C3"]
        assert made[0].roles == {"region"}

    def test_composites_and_hidden_cells_move_too(self):
        entry = (
            "{kind: each, at: R1C1 R1C2, shape:"
            " {kind: any-of, shapes: [{kind: distinct, cells: R1C1 R4C1 h}]}}"
        )
        made = puzzle(entry, more="hidden: [h]").shapes
        assert [shape.cells for shape in made] == [(0, 12, 16), (1, 13, 16)]


class TestOver:
    def test_edges(self):
        made = puzzle("{kind: each, over: edges, shape: {kind: distinct, cells: $1 $2}}")
        edges = {shape.cells for shape in made.shapes}
        assert edges == set(made.geometry.topology.edges())

    def test_edges_over_a_seam(self):
        made = puzzle(
            "{kind: each, over: edges, shape: {kind: distinct, cells: $1 $2}}", "tredoku-hook-5"
        )
        assert {s.cells for s in made.shapes} == set(made.geometry.topology.edges())

    def test_cells_beside_a_fixed_one(self):
        made = sets(
            "{kind: each, over: cells, shape: {kind: distinct, cells: $1 R1C1}}",
            "{symbols: 12, build: [{make: grid, size: 2x2, lines: false}]}",
        )
        assert made == ["R1C1 R1C2", "R1C1 R2C1", "R1C1 R2C2"]

    def test_darts_go_straight_on_both_ways(self):
        entry = "{kind: each, over: darts, shape: {kind: thermometer, lines: [$1 $2 $3]}}"
        made = puzzle(entry, "{symbols: 123, build: [{make: grid, size: 1x4, lines: false}]}")
        assert {shape.cells for shape in made.shapes} == {
            (0, 1, 2), (1, 2, 3), (2, 1, 0), (3, 2, 1)
        }  # fmt: skip

    def test_squares(self):
        made = sets("{kind: each, over: squares, shape: {kind: distinct, cells: $1 $2 $3 $4}}")
        assert len(made) == 9
        assert made[0] == "R1C1 R1C2 R2C1 R2C2"

    def test_a_stamp_of_stamps(self):
        entry = (
            "{kind: each, at: all, shape:"
            " {kind: each, at: R1C1 R1C3, shape: {kind: distinct, cells: R1C1 R2C2}}}"
        )
        assert sorted(sets(entry)) == sorted(
            f"R{r}C{c} R{r + 1}C{c + 1}" for r, c in product(range(1, 4), repeat=2)
        )

    def test_within_a_composite(self):
        entry = (
            "{kind: any-of, shapes: [{kind: each, over: edges, shape:"
            " {kind: not, shapes: [{kind: distinct, cells: $1 $2}]}}]}"
        )
        made = puzzle(entry, "{symbols: 12, build: [{make: grid, size: 1x3, lines: false}]}")
        assert len(made.shapes[0].rule.shapes) == 2
        assert sudokulib.count(made).value == 2**3 - 2


def test_in_a_geometry_as_in_a_puzzle():
    entry = "{kind: each, over: edges, shape: {kind: distinct, cells: $1 $2}}"
    text = f"symbols: 123\nbuild: [{{make: grid, size: 2x2, lines: false}}]\nshapes: [{entry}]"
    assert {shape.meaning for shape in from_text(text).shapes} == {
        ("distinct", cells) for cells in ((0, 1), (0, 2), (1, 3), (2, 3))
    }


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("at: R1C1 R4C4, shape: {kind: distinct, cells: R1C1 R2C2}",
         "shapes[0].at: the stamp at R4C4 reaches beyond the cells"),
        ("at: R9C9, shape: {kind: distinct, cells: R1C1 R2C2}", "unknown cell 'R9C9'"),
        ("at: all, anchor: R7C1, shape: {kind: distinct, cells: R1C1}", "shapes[0].anchor"),
        ("at: all, on: A, shape: {kind: distinct, cells: R1C1 R2C2}",
         "shapes[0].on: no grid or face is called 'A'"),
        ("shape: {kind: distinct, cells: R1C1}", "either at: or over:"),
        ("at: all, over: edges, shape: {kind: distinct, cells: R1C1}", "either at: or over:"),
        ("over: edges, on: A, shape: {kind: distinct, cells: $1 $2}", "on: belongs to at:"),
        ("over: edges, shape: {kind: distinct, cells: $1 $2 $3}", "$3 is one too many"),
        ("over: edges, shape: {kind: distinct, cells: R1C1 R2C2}", "name the cells"),
        ("over: darts, shape: {kind: distinct, cells: $1 $2 $3 $4 $5}", "fits nowhere"),
        ("over: rows, shape: {kind: distinct, cells: $1 $2}", "shapes[0].over"),
        ("at: all", "shapes[0].shape: is missing"),
        ("at: all, shape: {kind: distinct, cells: $1 $2}", "unknown cell '$1'"),
        ("at: all, shape: {kind: distinct, cels: R1}", "unknown field 'cels'"),
        ("at: R1C1 R3C3, shape: {kind: house, cells: R1C1 R1C2}",
         "house at R1C1: a house needs as many cells as symbols"),
    ],
)  # fmt: skip
def test_bad_stamps_are_named(entry, message):
    with pytest.raises(sudokulib.ProblemsError) as caught:
        puzzle(f"{{kind: each, {entry}}}")
    assert message in str(caught.value)
    assert {problem.line for problem in caught.value.problems} == {4}


def test_stamps_are_bounded():
    inner = "{kind: each, over: edges, shape: {kind: distinct, cells: R1C1 R2C2 $1 $2}}"
    entry = f"{{kind: each, at: all, shape: {inner}}}"
    with pytest.raises(sudokulib.ProblemsError, match=r"20 stamps|stamps are more than the limit"):
        puzzle(entry, limits=Limits(stamps=20))


class TestHidden:
    TEXT = """
geometry: {symbols: 1234, build: [{make: grid, size: 1x3, lines: false}]}
hidden: {low: 12, any: 1234}
shapes:
- {kind: distinct, cells: R1C1 low any}
- {kind: not, shapes: [{kind: distinct, cells: R1C3 any}]}
- {kind: distinct, label: both, cells: R1C2 low}
"""

    @staticmethod
    def fits(a, b, c):
        return any(len({a, low, c}) == 3 and b != low for low in (1, 2))

    def wanted(self):
        return {f for f in product(range(1, 5), repeat=3) if self.fits(*f)}

    def test_some_symbols_must_fit_and_no_filling_counts_twice(self):
        made = loads(self.TEXT)
        found = [solution.integers for solution in sudokulib.solutions(made)]
        assert len(found) == len(self.wanted()) == sudokulib.count(made).value
        assert set(found) == self.wanted()

    def test_a_solution_checks_itself_and_tells_what_fits(self):
        made = loads(self.TEXT)
        for solution in sudokulib.solutions(made):
            assert solution.violations() == ()
            low, any_one = solution.hidden["low"], solution.hidden["any"]
            assert low in "12"
            assert any_one == solution["R1C3"]
            assert len({low, any_one, solution["R1C1"]}) == 3
            assert len(solution) == 3

    def test_a_wrong_filling_is_noticed(self):
        made = loads(self.TEXT)
        right = {tuple(value - 1 for value in filling) for filling in self.wanted()}
        wrong = set(product(range(4), repeat=3)) - right
        assert wrong
        for filling in wrong:
            solution = sudokulib.Solution(made, filling)
            assert "no hidden cells fit" in str(solution.violations()[0])
            assert solution.hidden == {}

    @pytest.mark.parametrize("strategies", [(), None])
    def test_strategies_lose_no_solution(self, strategies):
        options = {} if strategies is None else {"strategies": strategies}
        for filling in self.wanted():
            made = loads(self.TEXT + "givens: " + "".join(map(str, filling)))
            assert sudokulib.solve(made, **options).status == "unique"

    def test_houses_with_a_hidden_cell(self):
        made = loads(
            "geometry: {symbols: 1234, build: [{make: grid, size: 1x3}]}\n"
            "hidden: {h: 13}\n"
            "shapes: [{kind: house, cells: all h}]\n"
        )
        assert sudokulib.count(made).value == 2 * 6
        assert sudokulib.solve(made).status == "multiple"
        assert {s.hidden["h"] for s in sudokulib.solutions(made)} == {"1", "3"}

    def test_in_geometries_and_their_parts(self, tmp_path):
        part = (
            "symbols: 123\nbuild: [{make: grid, size: 1x2}]\nhidden: [h]\n"
            "shapes: [{kind: house, cells: all h, label: three}]\n"
        )
        (tmp_path / "part.yaml").write_text(part)
        (tmp_path / "whole.yaml").write_text(
            "build: [{make: include, geometry: part.yaml, at: {A: R1C1, B: R2C1}}]\n"
            "hidden: [h]\nshapes: [{kind: distinct, cells: A.h B.h h}]\n"
        )
        whole = sudokulib.geometry(tmp_path / "whole.yaml")
        assert [cell.name for cell in whole.hidden] == ["A.h", "B.h", "h"]
        assert sudokulib.count(whole).value == 6 * 4
        assert pickle.loads(pickle.dumps(whole)) == whole
        assert whole != whole.with_hidden({"more": 1})
        assert len(whole.shape_index.hidden) == 3

    def test_graphs_and_symmetries_know_them(self):
        geometry = loads(self.TEXT).geometry
        assert len(geometry.graph) == 3
        assert sum(1 for _ in geometry.peer_graph) == 3

    @pytest.mark.parametrize(
        ("hidden", "message"),
        [
            ("[R1C1]", "hidden"),
            ("[all]", "already names cells"),
            ("[h, h]", "'h' is listed twice"),
            ("[1]", "is not a name"),
            ("{h: 9}", "9"),
            ("{h: ''}", "no symbols are left"),
        ],
    )
    @pytest.mark.parametrize("where", ["puzzle", "geometry"])
    def test_bad_ones_are_named(self, hidden, message, where):
        geometry = "symbols: 1234\nbuild: [{make: grid, size: 2x2}]\n"
        read, above = (from_text, geometry) if where == "geometry" else (loads, "geometry: 4x4\n")
        with pytest.raises(sudokulib.ProblemsError) as caught:
            read(f"{above}hidden: {hidden}")
        assert message in str(caught.value)
        assert all(p.path.startswith("hidden") for p in caught.value.problems)

    def test_only_shapes_may_speak_of_them(self):
        for more in ("givens: {h: 1}", "allowed: {h: 1}"):
            with pytest.raises(sudokulib.ProblemsError, match="unknown cell 'h'"):
                loads(f"geometry: 4x4\nhidden: [h]\n{more}")


def test_a_template_is_read_once_for_all_places():
    made = puzzle("{kind: each, over: edges, shape: {kind: distinct, cells: $1 $2}}", "9x9")
    assert {type(shape.rule) for shape in made.shapes} == {Distinct}
    assert len(made.shapes) == 144


class TestClues:
    def test_a_table_is_the_clues_one_by_one(self):
        shape = "{kind: skyscraper, cells: R1C1>right, count: 1, ground: 0}"
        table = puzzle(f"{{kind: each, at: C1, shape: {shape}, clues: 2 . 4 1}}").shapes
        assert [(one.rule.cells[0], one.rule.count, one.rule.ground) for one in table] == [
            (0, 2, 0),
            (8, 4, 0),
            (12, 1, 0),
        ]

    def test_from_another_side_and_as_a_list(self):
        shape = "{kind: sandwich, cells: R4C1>up, sum: 0}"
        table = puzzle(f"{{kind: each, at: R4, shape: {shape}, clues: [., 5, 2, .]}}").shapes
        assert [one.rule.cells for one in table] == [(13, 9, 5, 1), (14, 10, 6, 2)]
        assert [one.rule.sum for one in table] == [5, 2]

    @pytest.mark.parametrize(
        ("entry", "says"),
        [
            ("at: C1, shape: {kind: skyscraper, cells: R1, count: 1}, clues: 1 2", "2 clues for 4"),
            ("at: C1, shape: {kind: skyscraper, cells: R1, count: 1}, clues: 1 2 x .", "'x' is no"),
            (
                "at: C1, shape: {kind: distinct, cells: R1}, clues: 1 2 . .",
                "distinct has no number",
            ),
            ("over: cells, shape: {kind: odd, cells: $1}, clues: 1", "clues: belongs to at:"),
        ],
    )
    def test_tables_that_do_not_fit(self, entry, says):
        with pytest.raises(sudokulib.SudokuError, match=says):
            puzzle(f"{{kind: each, {entry}}}")
