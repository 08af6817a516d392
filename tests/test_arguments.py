"""Wrong arguments are refused with their name, their value and a correction."""

from __future__ import annotations

import pytest

import sudokulib
from sudokulib import Geometry
from sudokulib.basics.arguments import whole_number
from sudokulib.errors import ProblemsError, SudokuError

np = pytest.importorskip("numpy")

FOUR = sudokulib.geometry("4x4").puzzle()
LINE = "1.....2..3.....4"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: sudokulib.solve(LINE, nodes=1.5), "nodes=1.5 is not a whole number"),
        (lambda: sudokulib.solve(LINE, nodes=True), "nodes=True is not a whole number"),
        (lambda: sudokulib.solve(LINE, token=3), "token=3 is not a Token"),
        (lambda: sudokulib.solve_many([LINE], nodes="9"), "nodes='9' is not a whole number"),
        (lambda: sudokulib.LineSolver("4x4", seconds="9"), "seconds='9' is not a number"),
        (lambda: sudokulib.count("4x4", limit="3"), "limit='3' is not a whole number"),
        (lambda: sudokulib.estimate("4x4", seed="x"), "seed='x' is not a whole number"),
        (lambda: sudokulib.generate("4x4", difficulty=5), "difficulty=5 is not two numbers"),
        (lambda: sudokulib.tredoku("3"), "tiles='3' is not a whole number"),
        (lambda: sudokulib.read(3), "3 is not a puzzle; pass its text, or a pathlib.Path"),
        (lambda: sudokulib.load(""), "'' is not the path of a file"),
        (lambda: FOUR.with_givens({5}), "{5} cannot be givens; write symbols by cell"),
        (lambda: FOUR.without_shapes(3), "3 is not a Shape"),
        (lambda: FOUR.with_shapes("cage"), "'cage' is not a Shape"),
        (lambda: Geometry.from_houses(3), "houses are 3; pass a list of them"),
        (lambda: Geometry.from_graph(3), "3 is not a graph; pass one of networkx"),
    ],
)
def test_an_argument_of_another_type_is_a_type_error(call, said):
    with pytest.raises(TypeError) as caught:
        call()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: sudokulib.generate("4x4", givens=-1), "givens is -1; it must be at least 0"),
        (lambda: sudokulib.generate("4x4", givens=17), "givens is 17; it must be at most 16"),
        (lambda: sudokulib.generate("4x4", tries=0), "tries is 0; it must be at least 1"),
        (lambda: sudokulib.generate_many("4x4", -1), "count is -1; it must be at least 0"),
        (lambda: sudokulib.generate_set("4x4", 1, jobs=0), "jobs is 0; it must be at least 1"),
        (lambda: sudokulib.hint(LINE, depth=5), "depth is 5; it must be at most 4"),
        (lambda: sudokulib.layout("4x4", crooked=2), "crooked=2 is out of range"),
        (lambda: FOUR.with_givens({0: 3}), "0 is not a reference to cells; write text: R1C1"),
        (lambda: FOUR.without_givens((1, 1)), "1 is not a reference to cells"),
    ],
)
def test_an_argument_out_of_range_is_a_mistake(call, said):
    with pytest.raises(SudokuError) as caught:
        call()
    assert said in str(caught.value)


def test_a_whole_number_may_be_one_of_numpy():
    assert whole_number("tries", np.int64(3), 1) == 3
    assert sudokulib.solve(LINE, nodes=np.int64(10**6)).status == "unique"


def test_one_name_stands_for_a_list_of_one():
    solved = sudokulib.solve(LINE, strategies="hidden-single")
    assert solved == sudokulib.solve(LINE, strategies=["hidden-single"])
    steps = sudokulib.steps(LINE, strategies="naked-single")
    assert {step.step.technique for step in steps} == {"naked-single"}
    made = sudokulib.generate("4x4", seed=1, requires="hidden-single", forbids="naked-pair")
    assert not made.missed


def test_givens_are_removed_by_lists_of_cells_too():
    puzzle = FOUR.with_givens({"R1C1": 1, "R2C2": 2, "R3C3": 3})
    assert puzzle.without_givens(["R1C1", "R2C2"]) == puzzle.without_givens("R1C1 R2C2")


def test_many_puzzles_may_come_in_any_form():
    rows = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
    data = {"geometry": "4x4", "givens": LINE}
    some = [
        LINE,
        rows,
        np.array(rows),
        data,
        sudokulib.read(LINE),
    ]
    found = list(sudokulib.solve_many(some, "4x4"))
    assert {result.solution for result in found} == {sudokulib.solve(LINE).solution}
    mixed = [LINE, [[1, 2], [3]], rows, LINE, 3]
    *good, wrong = list(sudokulib.solve_many(mixed, "4x4", on_error="yield"))
    assert [one.number for one in (good[1], wrong)] == [2, 5]
    assert "3 cannot be a puzzle" in str(wrong)
    assert {good[place].status for place in (0, 2, 3)} == {"unique"}


def test_rows_of_a_batch_are_on_its_geometry():
    other = Geometry.from_houses(["a b c d"])
    (wrong,) = sudokulib.solve_many([[[0] * 4] * 4], other, on_error="yield")
    assert "rows are a puzzle on 4x4, not on" in str(wrong)


@pytest.mark.parametrize(
    ("add", "said"),
    [
        (("kropki", "R1C1 R1C2"), "add dot: white or black"),
        (("antiknight",), "did you mean anti-knight"),
        (("wholly-unknown",), "unknown kind (got 'wholly-unknown')"),
        (("cage", [(1, 1), (1, 2)]), "cells[0]: the name of a cell is expected here"),
        (("cage", "R1C1", 5.5), "a whole number is expected here (got '5.5')"),
    ],
)
def test_mistakes_in_added_rules_are_quoted_in_a_few_words(add, said):
    with pytest.raises(ProblemsError) as caught:
        FOUR.add(*add)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("classic", "did you mean 9x9?"),
        ("Samurai", "did you mean samurai?"),
        ("killer", "it is a rule: write geometry: 9x9 and shapes: [{kind: killer}]"),
        ("nofile", "see `sudokulib geometries`"),
    ],
)
def test_a_name_of_no_geometry_says_what_it_may_mean(name, said):
    with pytest.raises(SudokuError) as caught:
        sudokulib.solve(name)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\x1f\x8b\x08\x00", "the file is compressed by gzip\n    fix: unpack it with gunzip"),
        (b"PK\x03\x04\xff", "the file is a ZIP archive"),
        ("geometry: 4x4".encode("utf-16"), "the file is UTF-16\n    fix: save the file as UTF-8"),
        (b"title: caf\xe9", "byte 0xe9 is not UTF-8"),
    ],
)
def test_a_file_that_is_no_text_says_what_it_is(raw, said, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_bytes(raw)
    with pytest.raises(ProblemsError) as caught:
        sudokulib.read(path)
    assert said in str(caught.value)


def test_a_folder_is_called_one(tmp_path):
    with pytest.raises(OSError, match="Is a directory"):
        sudokulib.read(tmp_path)


def test_a_token_shows_whether_it_was_cancelled():
    token = sudokulib.Token()
    assert repr(token) == "<Token>"
    token.cancel()
    assert repr(token) == "<Token: cancelled>"
