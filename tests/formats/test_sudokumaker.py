"""Links of SudokuMaker: every type of element, what is only drawn, and what is wrong."""

import warnings
from typing import Any

import pytest
from format_samples import MADE, sudokumaker

from sudokulib import read, solve
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning
from sudokulib.formats.sudokumaker.elements import ELEMENTS
from sudokulib.puzzles.loading import loads

BOXES = [r // 2 * 2 + c // 2 for r in range(4) for c in range(4)]
BLANK: list[dict[str, Any]] = [{} for _ in range(16)]


def four(*elements: dict[str, Any], **more: Any) -> str:
    """A link to a 4×4 grid with boxes and these elements."""
    kept = {"type": "sudoku", "size": 4, "cells": BLANK, **more}
    return sudokumaker(constraints=[{"type": 1, "regions": BOXES}, *elements], **kept)


def messages(link: str) -> list[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        read(link)
    assert {one.category for one in found} <= {UnreadRuleWarning}
    return [str(one.message) for one in found]


RULES: list[tuple[dict[str, Any], str]] = [
    ({"type": 10}, "{kind: house, cells: R1C1 R2C2 R3C3 R4C4}"),
    ({"type": 11}, "{kind: house, cells: R1C4 R2C3 R3C2 R4C1}"),
    ({"type": 12}, "{kind: anti, moves: king}"),
    ({"type": 13}, "{kind: anti, moves: knight}"),
    ({"type": 14}, "{kind: house, cells: R1C1 R1C3 R3C1 R3C3}"),
    ({"type": 15}, "{kind: nonconsecutive}"),
    ({"type": 16, "groups": [6, 24]}, "{kind: global-entropy, classes: [[1, 2], [3, 4]]}"),
    ({"type": 100, "cells": [0, 5]}, "{kind: even, cells: R1C1 R2C2}"),
    ({"type": 101, "cells": [0]}, "{kind: odd, cells: R1C1}"),
    ({"type": 102, "cells": [0, 3]}, "{kind: maximum, cells: R1C1 R1C4}"),
    ({"type": 103, "cells": [0]}, "{kind: minimum, cells: R1C1}"),
    ({"type": 200, "clues": [{"edge": 1}]}, "{kind: difference, cells: R1C1 R1C2}"),
    ({"type": 201, "clues": [{"edge": 13, "value": 3}]},
     "{kind: ratio, cells: R2C2 R3C2, value: 3}"),
    ({"type": 202, "clues": [{"edge": 9, "value": 5}]},
     "{kind: pair-sum, cells: R2C1 R2C2, sum: 5}"),
    ({"type": 202, "clues": [], "negative": [5]}, "{kind: negative, kinds: [pair-sum], sums: [5]}"),
    ({"type": 300, "thermometers": [[0, 5]]}, "{kind: thermometer, lines: [R1C1 R2C2]}"),
    ({"type": 300, "slow": True, "thermometers": [[0, 5]]},
     "{kind: slow-thermometer, lines: [R1C1 R2C2]}"),
    ({"type": 301, "cages": [{"value": 5, "cells": [1, 0]}]},
     "{kind: cage, cells: R1C1 R1C2, sum: 5}"),
    ({"type": 301, "cages": [{"value": 0, "cells": [5, 6]}]}, "{kind: cage, cells: R2C2 R2C3}"),
    ({"type": 302, "groups": [[1, 0], [14, 15]]},
     "{kind: clone, groups: [R1C1 R1C2, R4C3 R4C4]}"),
    ({"type": 303, "clues": [{"corner": 12, "digits": [1, 4]}]},
     "{kind: contains, cells: R2C2 R2C3 R3C2 R3C3, values: [1, 4]}"),
    ({"type": 304, "cages": [{"value": "1324", "cells": [0, 5, 10]}]},
     "{kind: look-and-say, cells: R1C1 R2C2 R3C3, said: [[1, 3], [2, 4]]}"),
    ({"type": 305, "cells": [0, 6, 9, 15]}, "{kind: house, cells: R1C1 R2C3 R3C2 R4C4}"),
    ({"type": 400, "lines": [[0, 1, 5]]}, "{kind: renban, lines: [R1C1 R1C2 R2C2]}"),
    ({"type": 401, "lines": [[0, 5]], "minDifference": 2},
     "{kind: whisper, d: 2, lines: [R1C1 R2C2]}"),
    ({"type": 401, "lines": [[0, 1, 5, 4, 0]], "minDifference": 1},
     "{kind: whisper, d: 1, closed: true, lines: [R1C1 R1C2 R2C2 R2C1]}"),
    ({"type": 402, "lines": [[3, 6, 9]]}, "{kind: palindrome, lines: [R1C4 R2C3 R3C2]}"),
    ({"type": 403, "lines": [[0, 5, 2]]}, "{kind: between, lines: [R1C1 R2C2 R1C3]}"),
    ({"type": 404, "lines": [[1, 2]]}, "{kind: region-sum, lines: [R1C2 R1C3]}"),
    ({"type": 404, "singleRegionTotals": True, "lines": [[1, 2, 6, 5]]},
     "{kind: equal-sum, groups: [R1C2 R2C2, R1C3 R2C3]}"),
    ({"type": 406, "lines": [[0, 5]], "groups": [6, 24]},
     "{kind: entropic, lines: [R1C1 R2C2], classes: [[1, 2], [3, 4]]}"),
    ({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 5, 10]]}]},
     "{kind: arrow, circle: R1C1, lines: [R2C2 R3C3]}"),
    ({"type": 408, "bulbsWithArrows": [{"bulbCells": [0, 1], "arrows": [[0, 5, 10, 11, 7, 3]]}]},
     "{kind: arrow, pill: true, circle: R1C1 R1C2, lines: [R2C2 R3C3 R3C4 R2C4 R1C4]}"),
    ({"type": 409, "lines": [[0, 5, 2]]}, "{kind: double-arrow, lines: [R1C1 R2C2 R1C3]}"),
    ({"type": 500, "clues": [{"value": 5, "outerCell": 2, "diagonal": -1}]},
     "{kind: little-killer, cells: R1C3>down-right, sum: 5}"),
    ({"type": 500, "clues": [{"value": 5, "outerCell": 24, "diagonal": 1}]},
     "{kind: little-killer, cells: R3C1>up-right, sum: 5}"),
    ({"type": 501, "clues": [{"value": 5, "outerCell": 6}]},
     "{kind: sandwich, cells: R1C1>right, sum: 5}"),
    ({"type": 502, "clues": [{"value": 3, "outerCell": 11}]},
     "{kind: x-sum, cells: R1C4>left, sum: 3}"),
    ({"type": 503, "clues": [{"value": 2, "outerCell": 31}]},
     "{kind: skyscraper, cells: R4C1>up, count: 2}"),
    ({"type": 504, "clues": [{"value": 2, "outerCell": 1}]},
     "{kind: numbered-room, cells: R1C1>down, value: 2}"),
    ({"type": 600, "cells": [0]}, "{kind: indexer, cells: R1C1, axis: row}"),
    ({"type": 601, "cells": [0]}, "{kind: indexer, cells: R1C1, axis: column}"),
]  # fmt: skip


@pytest.mark.parametrize(("element", "rule"), RULES, ids=lambda one: str(one)[:60])
def test_an_element_is_the_rule(element: dict[str, Any], rule: str):
    puzzle = read(four(element))
    expected = loads(f"geometry: 4x4\nshapes: [{rule}]")
    assert expected.all_shapes[0] in puzzle.all_shapes
    mine = {shape.meaning for shape in puzzle.all_shapes}
    assert {shape.meaning for shape in expected.shapes} <= mine
    assert messages(four(element)) == []
    assert messages(four({**element, "disabled": True})) == []
    off = read(four({**element, "disabled": True}))
    assert off.all_shapes == read(four()).all_shapes


def test_every_type_of_element_is_tested():
    silent = {0, 1, 2003, 4000, 4001}
    assert {one["type"] for one, _ in RULES} == ELEMENTS.keys() - silent - {405, 407}


def test_a_sequence_has_a_constant_difference():
    puzzle = read(four({"type": 405, "lines": [[0, 5, 10]]}))
    rule = next(shape.rule for shape in puzzle.all_shapes if shape.rule.name == "automaton")
    holding = {
        (a, b, c)
        for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)
        if rule.holds({0: a, 5: b, 10: c}, puzzle.context)
    }  # fmt: skip
    assert holding == {
        (a, b, c)
        for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)
        if b - a == c - b
    }  # fmt: skip


def test_dots_of_the_other_sort_lift_a_missing_dot():
    white = {"type": 200, "clues": [], "negative": [1]}
    black = {"type": 201, "clues": [{"edge": 1, "value": 2}], "negative": []}
    only_own = read(four(white, black))
    assert [s.rule.name for s in only_own.shapes] == ["ratio", "negative"]
    lifted = read(four(white, {**black, "overrideNegativeDifferences": True}))
    pairs = [shape for shape in lifted.shapes if shape.rule.name == "pair"]
    assert len(pairs) == 23  # of 24 neighbours the two with the black dot are free
    both = read(four({**white, "overrideNegativeRatios": True},
                     {**black, "negative": [2], "overrideNegativeDifferences": True}))  # fmt: skip
    assert [s.rule.name for s in both.shapes] == ["ratio", "negative"]
    assert both.shapes[1].rule.kinds == ("difference", "ratio")


def test_rows_and_columns_of_a_custom_puzzle_count_only_where_they_are_an_element():
    free = {"type": "custom", "width": 2, "height": 2, "maxDigit": 2, "cells": [{}] * 4}
    assert solve(read(sudokumaker(**free, constraints=[]))).status == "multiple"
    assert len(read(sudokumaker(**free, constraints=[])).all_shapes) == 0
    lines = read(sudokumaker(**free, constraints=[{"type": 2003}]))
    assert len(lines.all_shapes) == 4
    area = {"x": 0, "y": 1, "width": 2, "height": 1}
    row = read(sudokumaker(**free, constraints=[{"type": 2003, "areas": [area]}]))
    assert [shape.cells for shape in row.all_shapes] == [(2, 3)]


def test_digits_run_from_the_least_to_the_most():
    custom = {"type": "custom", "width": 2, "height": 1, "cells": [{}, {}], "constraints": []}
    assert read(sudokumaker(**custom)).geometry.alphabet.values == tuple(range(1, 10))
    assert read(sudokumaker(**custom, minDigit=0)).geometry.alphabet.values == tuple(range(10))


def test_an_x_sum_of_0_is_a_0():
    grid = {"minDigit": 0, "maxDigit": 3}
    puzzle = read(four({"type": 502, "clues": [{"value": 0, "outerCell": 1}]}, **grid))
    assert [shape.rule.name for shape in puzzle.shapes] == ["allowed"]


def test_a_full_grid_of_entered_digits_is_the_solution():
    digits = [int(mark) for mark in "1234341221434321"]
    cells = [{"value": value} for value in digits]
    assert read(four(cells=cells)).answer == tuple(value - 1 for value in digits)
    assert read(MADE).answer == ()
    assert read(MADE).given_values == ((0, 0),)


def test_what_is_drawn_programmed_or_unknown_is_warned_of():
    assert messages(four({"type": 2000, "name": "Between", "lines": [[], []]})) == [
        "2 drawn lines 'Between'; if they mean a rule, it is not read"
    ]
    (said,) = messages(four({"type": 1000, "definition": {"name": "No roping"}}))
    assert "'No roping'" in said
    (said,) = messages(four({"type": 77}))
    assert "unknown type 77" in said
    (said,) = messages(four(comment="Normal sudoku rules apply.\nOdd cells are red."))
    assert said.endswith("'Odd cells are red.'")
    assert messages(four({"type": 4000, "cells": [1]}, comment="normal sudoku rules apply")) == []


@pytest.mark.parametrize(
    ("element", "quoted"),
    [
        ({"type": 300, "thermometers": [[0, 16]]}, "16"),
        ({"type": 301, "cages": [{"cells": [0], "value": "a"}]}, "'a'"),
        ({"type": 200, "clues": [{"edge": 0}]}, "0"),
        ({"type": 303, "clues": [{"corner": 4, "digits": [1]}]}, "4"),
        ({"type": 303, "clues": [{"corner": 12, "digits": [7]}]}, "7"),
        ({"type": 501, "clues": [{"outerCell": 7, "value": 3}]}, "7"),
        ({"type": 500, "clues": [{"outerCell": 2, "diagonal": 3, "value": 3}]}, "3"),
        ({"type": 300, "thermometers": 5}, "5"),
        ({"type": 301, "cages": [5]}, "5"),
        ({"type": 401, "lines": [[0, 1]], "minDifference": 0}, "0"),
        ({"type": 304, "cages": [{"cells": [0], "value": "132"}]}, "'132'"),
        ({"type": 302, "groups": [[0, 1], [0, 4]]}, "outlines"),
        ({"type": 1, "regions": [0]}, "[0]"),
    ],
)  # fmt: skip
def test_a_wrong_element_is_an_error_that_quotes_it(element: dict[str, Any], quoted: str):
    with pytest.raises(SudokuError, match=quoted.replace("[", r"\[")):
        read(four(element))
