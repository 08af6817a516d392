"""Hints: mistakes first, then no more of the next step than is wanted."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

import sudokulib
from sudokulib.errors import AlphabetError, GivensError
from sudokulib.solving.explaining.hints import Depth, SolverState, read_state

FOUR = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
SOLVED = "1243 3421 4312 2134"
DEPTHS = (0, 1, 2, 3, 4)


def test_each_depth_tells_more_and_only_the_last_the_outcome() -> None:
    puzzle = sudokulib.geometry("9x9").puzzle(
        "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9"
    )
    hints = [sudokulib.hint(puzzle, depth=depth) for depth in DEPTHS]
    assert {one.kind for one in hints} == {"step"}
    step = hints[4].explanation
    assert step is not None
    outcome = step.text.rpartition(", so ")[2]
    assert hints[4].text.endswith(f"{outcome}.")
    assert all(outcome not in one.text for one in hints[:4])
    assert all(one.explanation is None for one in hints[:3])
    assert step.title in hints[2].text
    assert step.title not in hints[0].text + hints[1].text
    assert len({one.text for one in hints}) == 5


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_wrong_symbol_is_found_before_any_step(
    depth: Depth,
) -> None:
    found = sudokulib.hint(FOUR, "1... ..2. 23.. ...4", depth=depth)
    assert found.kind == "mistake"
    assert ("R3C1" in found.text) == (depth > 0)
    assert ("R3C1 = 4" in found.text) == (depth == 4)
    assert found.cells == (("R3C1",) if depth else ())


def test_a_clash_says_where() -> None:
    found = sudokulib.hint(FOUR, "1... ..2. .3.3 ...4")
    assert found.cells == ("R3C4",)
    assert "R3C2 and R3C4 are both 3, in row 3" in found.text


def test_pencil_marks_that_leave_out_the_solution_are_a_mistake() -> None:
    state = SolverState({}, {1: 0b1101})
    found = sudokulib.hint(FOUR, state)
    assert (found.kind, found.cells) == ("mistake", ("R1C2",))


def test_pencil_marks_are_believed() -> None:
    empty = sudokulib.geometry("4x4").puzzle()
    assert sudokulib.hint(empty, profile="quick").kind == "stuck"
    found = sudokulib.hint(empty, SolverState({}, {3: 0b0100}), depth=4, profile="quick")
    assert found.text.startswith("Naked single: R1C4 can only be 3, so R1C4 = 3. (But ")


def test_a_changed_given_is_a_mistake() -> None:
    found = sudokulib.hint(FOUR, "2... .... .... ....")
    assert (found.kind, found.cells) == ("mistake", ("R1C1",))
    assert "a given was changed" in found.text


def test_a_puzzle_with_several_solutions_has_mistakes_too() -> None:
    several = sudokulib.geometry("4x4").puzzle("12.. .... .... ....")
    assert sudokulib.hint(several, "1234 .... .... ....").kind != "mistake"
    assert sudokulib.hint(several, "1221 .... .... ....").kind == "mistake"
    none_left = sudokulib.hint(several, "12.. 3... .3.. .4..")
    assert none_left.kind == "mistake"


def test_the_end_and_no_way_on_are_told() -> None:
    assert sudokulib.hint(FOUR, SOLVED).kind == "solved"
    assert (
        sudokulib.hint(sudokulib.geometry("4x4").puzzle(), profile="without-marks").kind == "stuck"
    )


def test_only_the_last_depth_has_the_step_in_its_data() -> None:
    data = [sudokulib.hint(FOUR, depth=depth).as_dict() for depth in DEPTHS]
    assert [one["step"] is None for one in data] == [True, True, True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "1 24 34 3 34 4 2 13 24 3 1 12 2 12 13 4",
        "+----+----+\n| 1 24 | 34 3 |\n| 34 4 | 2 13 |\n:----+----:\n|24 3|1 12|\n|2 12|13 4|",
        "┏━━━┳━━━┓\n┃ 1 24 ┃ 34 3 ┃\n┃ 34 4 ┃ 2 13 ┃\n┃24 3┃1 12┃\n┃2 12┃13 4┃",
    ],
)
def test_grids_of_candidates_are_read_with_any_ruling(text: str) -> None:
    state = read_state(FOUR, text)
    assert state.values == {0: 0, 3: 2, 5: 3, 6: 1, 9: 2, 10: 0, 12: 1, 15: 3}
    assert state.marks[1] == 0b1010
    assert len(state.values) + len(state.marks) == 16


def test_what_fits_no_grid_is_an_error() -> None:
    with pytest.raises(GivensError):
        sudokulib.hint(FOUR, "12 34")
    with pytest.raises(AlphabetError):
        sudokulib.hint(FOUR, "1... ..x. .... ....")


def test_a_puzzle_without_solution_is_not_blamed_on_who_solves_it() -> None:
    impossible = sudokulib.geometry("4x4").puzzle("1... 1... .... ....")
    found = sudokulib.hint(impossible, "1... 1... .... ...4")
    assert found.kind == "mistake"
    assert found.text == (
        "The puzzle itself has no solution; R1C1 and R2C1 are both 1, in column 1."
    )
    assert sudokulib.hint(impossible, depth=0).text == "The puzzle itself has no solution."


def test_several_solutions_are_told_where_no_technique_goes_on() -> None:
    empty = sudokulib.geometry("4x4").puzzle()
    assert "the puzzle has several solutions, and each candidate left" in sudokulib.hint(empty).text


def test_a_state_of_the_wrong_size_is_called_a_state() -> None:
    with pytest.raises(GivensError, match="the line of the state has 3 cells"):
        sudokulib.hint(FOUR, "1..")


SUMS = sudokulib.geometry("4x4").puzzle().add("sum", "R1C1 R2C2 R3C3 R4C4", total=12)


@pytest.mark.parametrize(
    ("state", "kind", "said"),
    [
        ("124. .... .... ....", "step", "(But mistakes could not be ruled out in time.)"),
        ("1243 3412 2134 4321", "mistake", "There is a mistake; no solution is left."),
        ("1243 3421 4132 2314", "solved", "Every cell is filled correctly."),
    ],
)
def test_what_a_limit_leaves_unknown_is_told(state: str, kind: str, said: str) -> None:
    found = sudokulib.hint(SUMS, state, nodes=0)
    assert found.kind == kind
    assert found.text.endswith(said)


@pytest.mark.parametrize("depth", DEPTHS)
def test_an_unknown_number_of_solutions_ends_a_hint_soon(
    depth: Depth, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokulib.solving.explaining.hints._SECONDS", 0.01)
    found = sudokulib.hint(pigeons(), depth=depth)
    assert (found.kind, found.several) == ("stuck", False)
    assert found.text == (
        "No visible mistake so far, but mistakes could not be ruled out in time, and no step was "
        "found in time."
    )


def pigeons() -> sudokulib.Puzzle:
    """Return 12 cells with 11 symbols, any two of which one is less than the other."""
    cells = [f"R1C{number}" for number in range(1, 13)]
    pairs: list[dict[str, object]] = [
        {"kind": "any-of", "shapes": [
            {"kind": "less-than", "cells": f"{a} {b}"}, {"kind": "less-than", "cells": f"{b} {a}"},
        ]}
        for a, b in combinations(cells, 2)
    ]  # fmt: skip
    grid = {"make": "grid", "size": "1x12", "lines": False}
    symbols = [str(number) for number in range(1, 12)]
    data = {"geometry": {"symbols": symbols, "build": [grid]}, "shapes": pairs}
    return sudokulib.read(json.dumps(data))
