"""Every result becomes data for JSON, and an equal result again."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from make_json import objects, types
from results.public_results import EASY, HARD, MAKERS, SEVERAL, instances
from support import grid

import sudokulib
from sudokulib.basics.results import ResultBase
from sudokulib.render.results import TYPES, codec_of
from sudokulib.solving.profiles import profile

NAMES = sorted(TYPES)
FIVE = """\
geometry: {symbols: 12345, build: [{make: grid, size: 5x5}]}
givens: {R1C1: 5}
allowed: {R2C2: 12}
solution: |
  54321
  43215
  32154
  21543
  15432
title: "A title: with #"
source: somewhere
"""


def same(one: Any, other: Any) -> bool:
    """Equality, also of what `==` of mappings and puzzles leaves out."""
    return bool(one == other) and one.as_dict() == other.as_dict() and type(one) is type(other)


def test_every_result_with_data_has_a_form() -> None:
    kinds = {name for name in MAKERS if isinstance(instances(name)[0], ResultBase)}
    assert kinds == set(TYPES)
    assert all(codec_of(type(instances(name)[0])) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_data_is_read_back_as_an_equal_result(name: str) -> None:
    for one in instances(name):
        text = one.as_json()
        assert same(type(one).from_json(text), one)
        assert json.loads(text) == one.as_dict()


def test_what_a_limit_left_out_is_among_the_instances() -> None:
    assert {one.stopped for one in instances("Count")} == {"", "nodes"}
    assert None in [one.symmetry for one in instances("Lint")]
    count = next(one for one in instances("Count") if one.stopped)
    assert (count.as_dict()["complete"], count.row()["stopped"]) == (False, "nodes")
    with pytest.raises(sudokulib.SudokuError, match="stopped is 'money'"):
        sudokulib.Count.from_dict({**count.as_dict(), "stopped": "money"})


def test_all_results_are_documented() -> None:
    assert {one.name for one in types().values() if one.group == "results"} == set(TYPES)


@pytest.mark.parametrize("name", NAMES)
def test_data_is_as_documented(name: str) -> None:
    for one in instances(name):
        assert list(objects(one.as_dict(), name, name))


def read_or_error(kind: type[ResultBase], data: dict[str, Any], key: str) -> Any:
    """The result; or the key, if an error names it."""
    try:
        return kind.from_dict(data)
    except sudokulib.SudokuError as error:
        return key if re.search(rf"\b{key}\b", str(error)) else str(error)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_missing_or_wrong_is_an_error_that_names_it(name: str) -> None:
    one = instances(name)[0]
    data = one.as_dict()
    for key in data:
        for wrong in ({k: v for k, v in data.items() if k != key}, {**data, key: object()}):
            # What follows from the rest is not read.
            assert read_or_error(type(one), wrong, key) in (one, key)
    with pytest.raises(sudokulib.SudokuError, match="must be an object"):
        type(one).from_dict([])


@pytest.mark.parametrize("file", [3, {"geometry": object()}, {"geometry": "4x4", "givens": 7}, {}])
def test_the_file_of_a_puzzle_or_geometry_is_checked(file: Any) -> None:
    data = instances("Puzzle")[0].as_dict()
    with pytest.raises(sudokulib.SudokuError):
        sudokulib.Puzzle.from_dict({**data, "file": file})
    data = instances("Geometry")[0].as_dict()
    with pytest.raises(sudokulib.SudokuError):
        sudokulib.Geometry.from_dict({**data, "file": file})


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nul"])
def test_text_that_is_no_json_is_an_error(text: str) -> None:
    with pytest.raises(sudokulib.SudokuError, match="not JSON"):
        sudokulib.Count.from_json(text)


def test_the_data_of_a_puzzle_holds_all_that_its_file_does() -> None:
    puzzle = sudokulib.read(FIVE)
    back = sudokulib.Puzzle.from_dict(puzzle.as_dict())
    assert same(back, puzzle)
    assert (back.title, back.source, back.answer) == (puzzle.title, puzzle.source, puzzle.answer)
    assert back.answer[:2] == (4, 3)


def test_a_puzzle_that_no_file_can_say_is_named_again() -> None:
    torus = sudokulib.geometry("toroidal-jigsaw")
    unsaid = replace(torus, name="", file="").puzzle()
    result = sudokulib.solve(unsaid, strategies=())
    data = result.as_dict()
    assert data["puzzle"]["file"] is None
    with pytest.raises(sudokulib.SudokuError, match="puzzle="):
        sudokulib.Result.from_dict(data)
    assert sudokulib.Result.from_dict(data, puzzle=unsaid) == result


def test_a_contradictory_given_is_kept() -> None:
    four = grid("4x4", "2x2", symbols="1234")
    puzzle = four.puzzle({"R1C1": 1}, allowed={"R1C1": "23"})
    assert puzzle.masks[0] == 0
    data = puzzle.as_dict()
    assert data["file"] is None or sudokulib.Puzzle.from_dict(data) == puzzle


@pytest.mark.parametrize("line", [EASY, HARD, SEVERAL])
def test_each_step_of_a_solve_is_read_back(line: str) -> None:
    for one in sudokulib.steps(line):
        assert same(sudokulib.Explanation.from_dict(one.as_dict()), one)


def test_steps_with_variables_that_are_no_cells_are_read_back() -> None:
    palette = Path(__file__).parents[2] / "examples" / "count-distinct" / "palette.yaml"
    found = list(islice(sudokulib.steps(palette), 5))
    assert any(len(one.before.masks) > 36 for one in found)
    for one in found:
        assert same(sudokulib.Explanation.from_dict(one.as_dict()), one)


def test_a_profile_of_ones_own_is_read_back() -> None:
    mine = replace(profile("classic"), name="mine", ratings={"naked-single": 9.0})
    rating = sudokulib.rate("1.....2..3.....4", profile=mine)
    assert sudokulib.Rating.from_dict(rating.as_dict()).profile == rating.profile
    assert rating.as_dict()["strategies"]["ratings"] == {"naked-single": 9.0}


def test_a_canonical_codec_of_another_puzzle_is_refused() -> None:
    data = instances("Canonical")[0].as_dict()
    with pytest.raises(sudokulib.SudokuError, match="another puzzle"):
        sudokulib.Canonical.from_dict({**data, "key": "0" * 30})


@pytest.mark.parametrize("name", NAMES)
def test_a_result_refuses_assignment(name: str) -> None:
    for one in filter(is_dataclass, instances(name)):
        for attribute in ("puzzle", "colour"):
            with pytest.raises(AttributeError):
                setattr(one, attribute, None)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_flat(name: str) -> None:
    for one in instances(name):
        for row in (one.row(), *one.rows()):
            assert not [key for key, value in row.items() if isinstance(value, Mapping | list)]
        assert len({tuple(row) for row in one.rows()}) == 1


def test_rows_make_a_frame_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    solution = sudokulib.solve("1.....2..3.....4").solution
    assert solution is not None
    frame = pandas.DataFrame(solution.rows())
    assert frame.pivot(index="row", columns="column", values="value").to_numpy().tolist() == (
        solution.to_array().tolist()
    )
    rows = [[1, None, None, None], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
    assert sudokulib.solve(pandas.DataFrame(rows)).solution == solution
    assert sudokulib.geometry("4x4").puzzle(pandas.DataFrame(rows)) == solution.puzzle
    batch = pandas.DataFrame(one.row() for one in sudokulib.solve_many([EASY, SEVERAL]))
    assert batch["status"].tolist() == ["unique", "multiple"]


def test_an_array_is_laid_out_like_the_picture() -> None:
    pytest.importorskip("numpy")
    samurai = sudokulib.solution("samurai", seed=1)
    array = samurai.to_array()
    assert array.shape == (21, 21)
    assert (array == 0).sum() == 441 - len(samurai)
    geometry = samurai.puzzle.geometry
    assert all(str(array[geometry.cells[geometry.cell(c)].at]) == s for c, s in samurai.items())
    puzzle = sudokulib.read(EASY)
    assert sudokulib.solve(puzzle.to_array()).puzzle == puzzle
    assert puzzle.to_array(empty=-1)[0].tolist() == [5, 3, -1, -1, 7, -1, -1, -1, -1]
    with pytest.raises(sudokulib.SudokuError, match="empty=5 is the value of a symbol"):
        puzzle.to_array(empty=5)
    zero = grid("4x4", "2x2", symbols="0123").puzzle("0...............")
    assert zero.to_array()[0].tolist() == [0, -1, -1, -1]


def test_without_numpy_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(sudokulib.SudokuError, match="pip install numpy"):
        sudokulib.read(EASY).to_array()


def test_a_solution_is_read_by_name_and_by_place() -> None:
    solution = instances("Solution")[0]
    assert solution[0] == solution["R1C1"]
    assert solution[-1] == solution["R9C9"]
    assert "R1C1" in solution
    assert 0 not in solution
    with pytest.raises(IndexError):
        solution[81]
    with pytest.raises(KeyError, match="R10C1"):
        solution["R10C1"]


def test_a_result_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match=r"result\.status == 'unique'"):
        bool(sudokulib.solve("4x4"))
    assert not sudokulib.count("11..............")
    assert int(sudokulib.count("4x4")) == 288
