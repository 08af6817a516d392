"""The f-puzzles importer: every key, its traps, its warnings and its errors."""

import json
import warnings
from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib import Limits, geometry, read, solve, write
from sudokulib.basics.quoting import short
from sudokulib.errors import ProblemsError, SudokuError
from sudokulib.formats import UnreadRuleWarning
from sudokulib.formats.fpuzzles.entries import ENTRIES, FLAGS, GROUPS
from sudokulib.formats.lzstring import compress
from sudokulib.puzzles.geometries.build import rule_in_file
from sudokulib.puzzles.geometries.files import puzzle_file
from sudokulib.shapes import Shape


def data(size=4, **more):
    """A file with an empty grid; `cells` are contents by name."""
    cells = more.pop("cells", {})
    grid = [[cells.get(f"R{r + 1}C{c + 1}", {}) for c in range(size)] for r in range(size)]
    return {"size": size, "grid": grid, **more}


def from_data(size=4, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return read(json.dumps(data(size, **more)))


def warnings_of(size=4, **more):
    """The warnings that a file gives."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        read(json.dumps(data(size, **more)))
    assert {warning.category for warning in found} <= {UnreadRuleWarning}
    assert {warning.filename for warning in found} <= {__file__}
    return [str(warning.message) for warning in found]


def problems(size=4, **more):
    with pytest.raises(ProblemsError) as error:
        read(json.dumps(data(size, **more)))
    return [str(problem) for problem in error.value.problems]


def written(puzzle, *shapes):
    """Shapes as our own files write them, on the geometry of a puzzle."""
    file = puzzle_file().model_validate({"geometry": "4x4", "shapes": list(shapes)})
    return {Shape(rule_in_file(shape, puzzle.geometry.index)) for shape in file.shapes}


LINE = {"lines": [["R1C1", "R2C2", "R2C3"]]}
DRAWN = ["R1C1 R2C2 R2C3"]
CASES = {
    "antiking": (True, {"kind": "anti", "moves": "king"}),
    "antiknight": (True, {"kind": "anti", "moves": "knight"}),
    "arrow": (
        [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]]}],
        {"kind": "arrow", "circle": "R1C1", "lines": ["R1C2", "R2C1"]},
    ),
    "betweenline": ([LINE], {"kind": "between", "lines": DRAWN}),
    "boxindexer": ([{"cells": ["R1C1"]}], {"kind": "indexer", "axis": "box", "cells": "R1C1"}),
    "clone": (
        [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}],
        {"kind": "clone", "groups": ["R1C1 R1C2", "R3C3 R3C4"]},
    ),
    "columnindexer": (
        [{"cells": ["R2C1", "R1C1"]}],
        {"kind": "indexer", "axis": "column", "cells": "R1C1 R2C1"},
    ),
    "diagonal+": (True, {"kind": "house", "cells": "R1C4 R2C3 R3C2 R4C1"}),
    "diagonal-": (True, {"kind": "house", "cells": "R1C1 R2C2 R3C3 R4C4"}),
    "difference": (
        [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R3C1"], "value": "2"}],
        {"kind": "difference", "cells": "R1C1 R1C2"},
        {"kind": "difference", "cells": "R2C1 R3C1", "value": 2},
    ),
    "disjointgroups": (
        True,
        {"kind": "house", "cells": "R1C1 R1C3 R3C1 R3C3"},
        {"kind": "house", "cells": "R1C2 R1C4 R3C2 R3C4"},
        {"kind": "house", "cells": "R2C1 R2C3 R4C1 R4C3"},
        {"kind": "house", "cells": "R2C2 R2C4 R4C2 R4C4"},
    ),
    "doublearrow": (
        [{"lines": [["R1C1", "R1C2", "R2C2", "R2C3"]]}],
        {"kind": "double-arrow", "lines": ["R1C1 R1C2 R2C2 R2C3"]},
    ),
    "even": ([{"cell": "R2C2"}, {"cell": "R1C1"}], {"kind": "even", "cells": "R1C1 R2C2"}),
    "extraregion": (
        [{"cells": ["R1C1", "R2C3", "R3C2", "R4C4"]}, {"cells": ["R1C1", "R2C3"]}],
        {"kind": "house", "cells": "R1C1 R2C3 R3C2 R4C4"},
        {"kind": "distinct", "cells": "R1C1 R2C3"},
    ),
    "killercage": (
        [{"cells": ["R2C1", "R1C1"], "value": "5"}, {"cells": ["R4C1", "R3C2"]}],
        {"kind": "cage", "cells": "R1C1 R2C1", "sum": 5},
        {"kind": "cage", "cells": "R3C2 R4C1"},
    ),
    "littlekillersum": (
        [
            {"cell": "R0C1", "direction": "DR", "value": "9"},
            {"cell": "R4C0", "direction": "UR", "value": "6"},
            {"cell": "R2C5", "direction": "UL", "value": "3"},
            {"cell": "R0C2", "direction": "DL", "value": "2"},
            {"cell": "R0C2", "direction": "DL", "value": ""},
        ],
        {"kind": "little-killer", "cells": "R1C2 R2C3 R3C4", "sum": 9},
        {"kind": "little-killer", "cells": "R3C1 R2C2 R1C3", "sum": 6},
        {"kind": "little-killer", "cells": "R1C4", "sum": 3},
        {"kind": "little-killer", "cells": "R1C1", "sum": 2},
    ),
    "lockout": ([{**LINE, "value": 2}], {"kind": "lockout", "lines": DRAWN, "d": 2}),
    "maximum": ([{"cell": "R1C1"}], {"kind": "maximum", "cells": "R1C1"}),
    "minimum": ([{"cell": "R1C1"}], {"kind": "minimum", "cells": "R1C1"}),
    "modularline": ([{**LINE, "value": "2"}], {"kind": "modular", "lines": DRAWN, "m": 2}),
    "nabner": (
        [{"lines": [["R1C1", "R2C3"]]}],
        {"kind": "nabner", "lines": ["R1C1 R2C3"]},
    ),
    "nonconsecutive": (True, {"kind": "nonconsecutive", "except": ["difference", "ratio"]}),
    "odd": ([{"cell": "R1C1"}], {"kind": "odd", "cells": "R1C1"}),
    "palindrome": ([LINE], {"kind": "palindrome", "lines": DRAWN}),
    "quadruple": (
        [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
        {"kind": "contains", "cells": "R1C1:R2C2", "values": [1, 2]},
    ),
    "ratio": ([{"cells": ["R1C1", "R1C2"]}], {"kind": "ratio", "cells": "R1C1 R1C2"}),
    "regionsumline": ([LINE], {"kind": "region-sum", "lines": DRAWN}),
    "renban": ([LINE], {"kind": "renban", "lines": DRAWN}),
    "rowindexer": ([{"cells": ["R1C1"]}], {"kind": "indexer", "axis": "row", "cells": "R1C1"}),
    "sandwichsum": (
        [{"cell": "R2C0", "value": "5"}],
        {"kind": "sandwich", "cells": "R2C1-R2C4", "sum": 5},
    ),
    "skyscraper": (
        [{"cell": "R0C3", "value": "2"}, {"cell": "R5C3", "value": "1"}],
        {"kind": "skyscraper", "cells": "R1C3-R4C3", "count": 2},
        {"kind": "skyscraper", "cells": "R4C3-R1C3", "count": 1},
    ),
    "slowthermometer": ([LINE], {"kind": "slow-thermometer", "lines": DRAWN}),
    "thermometer": (
        [{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1", "R3C1"]]}],
        {"kind": "thermometer", "lines": ["R1C1 R1C2", "R1C1-R3C1"]},
    ),
    "whispers": ([{"lines": [["R1C1", "R2C2"]]}], {"kind": "whisper", "lines": ["R1C1 R2C2"]}),
    "xsum": (
        [{"cell": "R4C5", "value": "3"}],
        {"kind": "x-sum", "cells": "R4C4-R4C1", "sum": 3},
    ),
    "xv": (
        [{"cells": ["R1C1", "R1C2"], "value": "V"}, {"cells": ["R2C1", "R2C2"], "value": ""}],
        {"kind": "pair-sum", "cells": "R1C1 R1C2", "sum": 5},
    ),
    "zipperline": ([LINE], {"kind": "zipper", "lines": DRAWN}),
}
WITHOUT_ENOUGH_SYMBOLS = {"entropicline"}
"""Needs three classes of equal size."""


def test_every_key_has_a_case():
    assert set(CASES) | WITHOUT_ENOUGH_SYMBOLS == {*ENTRIES, *GROUPS, *FLAGS}


@pytest.mark.parametrize("key", CASES)
def test_a_key_makes_the_shapes_that_our_files_write(key):
    content, *shapes = CASES[key]
    puzzle = from_data(**{key: content})
    assert set(puzzle.shapes) == written(puzzle, *shapes)


def test_an_entropic_line():
    (shape,) = from_data(6, entropicline=[LINE]).shapes
    assert shape.kind == "entropic"


def test_negative_rules_exempt_what_has_a_dot_of_either_colour():
    puzzle = from_data(negative=["ratio", "xv"])
    assert set(puzzle.shapes) == written(
        puzzle,
        {"kind": "negative", "kinds": ["difference", "ratio"], "differences": [0]},
        {"kind": "negative", "kinds": ["pair-sum"], "sums": [5, 10]},
    )
    values = [1, 2, *range(101, 129, 2)]
    for dot in ("difference", "ratio"):
        dotted = from_data(negative=["ratio"], **{dot: [{"cells": ["R1C1", "R1C2"]}]})
        bare = from_data(negative=["ratio"])
        assert negative_holds(dotted, values)
        assert not negative_holds(bare, values)


def negative_holds(puzzle, values):
    (rule,) = [shape.rule for shape in puzzle.shapes if shape.kind == "negative"]
    return rule.holds(values, puzzle.context)


def fixed(value):
    return {"value": value, "given": True}


def test_only_given_values_count():
    puzzle = from_data(cells={"R1C1": fixed(1), "R1C2": {"value": 2}, "R1C3": {"given": True}})
    assert puzzle.given_values == ((0, 0),)
    assert puzzle.masks[1] == 0b1111


def test_the_setters_marks_restrict_a_cell_and_the_solvers_do_not():
    cells = {
        "R1C1": {"givenPencilMarks": [1, 3], "centerPencilMarks": [2]},
        "R1C2": {"givenPencilMarks": None, "cornerPencilMarks": [1]},
        "R1C3": {"parity": "Even"},
    }
    assert from_data(cells=cells).masks[:3] == (0b0101, 0b1111, 0b1010)


@pytest.mark.parametrize(
    ("size", "name"), [(4, "4x4"), (6, "6x6"), (8, "8x8"), (9, "9x9"), (7, "latin-7")]
)
def test_without_regions_the_boxes_are_as_square_as_can_be(size, name):
    own, shipped = from_data(size).geometry, geometry(name)
    assert {s.cells for s in shipped.shapes} <= {s.cells for s in own.shapes}


def test_regions_of_their_own_and_cells_in_none():
    cells = {"R1C1": {"region": 1}, "R1C3": {"region": 0}, "R4C4": {"region": None}}
    shapes = from_data(cells=cells).geometry.shapes
    regions = {s.cells for s in shapes if "region" in s.roles}
    assert regions == {(1, 2, 4, 5), (0, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14)}


def test_a_pill_is_read_in_reading_order():
    arrow = {"cells": ["R2C1", "R1C1"], "lines": [["R2C1", "R2C2", "R3C2", "R3C3"]]}
    (shape,) = from_data(9, arrow=[arrow]).shapes
    assert shape.rule.circle == (0, 9)
    assert shape.rule.pill


def test_lines_that_come_back_are_loops():
    loop = {"lines": [["R1C1", "R1C2", "R2C2", "R2C1", "R1C1"]]}
    (whisper,) = from_data(whispers=[{**loop, "value": 1}]).shapes
    assert (whisper.rule.closed, whisper.rule.d, whisper.rule.lines) == (True, 1, ((0, 1, 5, 4),))
    (renban,) = from_data(renban=[loop]).shapes
    assert renban.rule.lines == ((0, 1, 5, 4),)
    (palindrome,) = from_data(palindrome=[loop]).shapes
    assert palindrome.rule.lines == ((1, 5, 4),)


def test_what_says_nothing_makes_no_shape():
    empty = {
        "thermometer": [{"lines": [["R1C1"], []]}],
        "arrow": [{"cells": ["R1C1"], "lines": []}],
        "quadruple": [{"cells": ["R1C1"], "values": []}],
        "sandwichsum": [{"cell": "R1C0", "value": ""}],
        "antiknight": False,
        "negative": [],
    }
    assert from_data(**empty).shapes == ()


def test_texts_and_the_stated_solution():
    numbers = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    puzzle = from_data(title=" A  title", author="Somebody", solution=numbers)
    assert (puzzle.title, puzzle.author) == ("A title", "Somebody")
    assert puzzle.answer == tuple(number - 1 for number in numbers)
    assert from_data(solution=[None, *numbers[1:]]).answer == ()


def test_every_rule_that_is_only_text_or_drawing_is_warned_of():
    drawn = {"lines": [["R1C1", "R1C2"]]}
    assert warnings_of(ruleset="Odd cells\nare even.") == [
        "ruleset: a rule that is only said in words is not read: 'Odd cells are even.'"
    ]
    assert warnings_of(line=[drawn, drawn], cage=[{"cells": ["R1C1"], "value": "?"}]) == [
        "cage: 1 drawing of this sort; if they mean a rule, it is not read",
        "line: 2 drawings of this sort; if they mean a rule, it is not read",
    ]
    assert warnings_of(chaos=[{}], fogofwar=["R1C1"], disabledlogic=[]) == [
        "chaos: this key is not known; if it is a rule, it is not read"
    ]
    assert warnings_of(killercage=[{"cells": ["R1C1", "R1C2"], "value": "<5"}]) == [
        "killercage: '<5' at R1C1 is not a number; if it is a rule, it is not read"
    ]
    assert warnings_of(text=[{"cells": ["R1C1"]}], circle=[], rectangle=[{}])[0].startswith(
        "rectangle"
    )


CAGES = {"killercage": [{"cells": ["R1C1", "R1C2"], "value": 5}]}


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Normal sudoku rules apply. And that's it!", {}),
        ("- Every row, column, and 2x2 box must contain all the digits from 1-4.", {}),
        (
            "Standard Sudoku rules apply:\nIn each row, column and box, numbers 1 to 4 appear once",
            {},
        ),
        ("Anti-knight constraint.", {"antiknight": True}),
        ("Killer: The digits in a cage sum to the number in the top-left of the cage.", CAGES),
    ],
)
def test_sentences_that_say_what_is_read_are_not_warned_of(text, more):
    assert warnings_of(ruleset=text, **more) == []


@pytest.mark.parametrize(
    ("text", "more", "left"),
    [
        ("Normal sudoku rules do not apply.", {}, "Normal sudoku rules do not apply."),
        (
            "Normal sudoku rules apply, but for row 1.",
            {},
            "Normal sudoku rules apply, but for row 1.",
        ),
        (
            "Every row, column, and box must contain 1-9.",
            {},
            "Every row, column, and box must contain 1-9.",
        ),
        ("Anti-knight constraint.", {}, "Anti-knight constraint."),
        ("Normal sudoku rules apply. Kropki rules apply.", {}, "Kropki rules apply."),
        ("Killer rules apply. All cages sum to 5 or 6.", CAGES, "All cages sum to 5 or 6."),
    ],
)
def test_all_other_sentences_are_warned_of(text, more, left):
    said = f"ruleset: a rule that is only said in words is not read: {left!r}"
    assert warnings_of(ruleset=text, **more) == [said]


def test_drawings_of_a_rule_that_is_read_are_not_warned_of():
    drawing = {"lines": [["R1C1", "R1C2"]], "fromConstraint": "Slow Thermometer"}
    assert warnings_of(line=[drawing], slowthermometer=[{"lines": [["R1C1", "R1C2"]]}]) == []
    assert len(warnings_of(line=[drawing])) == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"killercage": [{"cells": ["R1C1", "R9C1"]}]},
         "killercage[0].cells[1]: 'R9C1' is off the grid"),
        ({"killercage": [{"cells": ["R1C1", "R5C1"]}]},
         "killercage[0].cells[1]: 'R5C1' is outside the grid"),
        ({"killercage": [{"cells": ["R1C1", "one"]}]},
         "killercage[0].cells[1]: 'one' is not a cell"),
        ({"killercage": [{"cells": ["R1C1"] * 2}]}, "killercage[0].cells: a cell is in it twice"),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "99"}]},
         "killercage[0]: 2 cells cannot sum to 99"),
        ({"killercage": [{"cells": ["R1C1"], "value": [3]}]},
         "killercage[0].value: [3] is not a number"),
        ({"killercage": [{"value": "3"}]}, "killercage[0].cells: cells is missing"),
        ({"killercage": {"cells": []}}, "killercage: {'cells': []} is not a list"),
        ({"killercage": [7]}, "killercage[0]: 7 is not an object"),
        ({"thermometer": [{"lines": [["R1C1", None]]}]},
         "thermometer[0].lines[0][1]: None is not a cell"),
        ({"thermometer": [{"lines": [[f"R{r}C{c}" for r in (1, 2) for c in (1, 2, 3)]]}]},
         "thermometer[0]: "),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R2C2", "R3C3"]]}]},
         "arrow[0].lines[0]: the arrow does not begin in its circle"),
        ({"sandwichsum": [{"cell": "R0C0", "value": "3"}]},
         "sandwichsum[0].cell: 'R0C0' is not at the end of a row or column"),
        ({"sandwichsum": [{"cell": "R1C1", "value": "3"}]},
         "sandwichsum[0].cell: 'R1C1' is not at the end of a row or column"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": {}, "value": "3"}]},
         "littlekillersum[0].direction: {} is not a direction"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "UP", "value": "3"}]},
         "littlekillersum[0].direction: 'UP' is not a direction"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "UL", "value": "3"}]},
         "littlekillersum[0].direction: from 'R0C1' the direction UL leads to no cell"),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": []}]}, "clone[0].cloneCells: 1 cells have"),
        ({"quadruple": [{"cells": ["R1C1"], "values": "1"}]},
         "quadruple[0].values: values must be a list"),
        ({"difference": [{"cells": ["R1C1"]}]}, "difference[0].cells: a mark joins two cells"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "xv[0].value: 'L' is neither"),
        ({"negative": ["dots"]}, "negative[0]: 'dots' is not known"),
        ({"antiknight": "yes"}, "antiknight: 'yes' is neither true nor false"),
        ({"solution": [1, 2]}, "solution: 2 values for 16 cells"),
        ({"cells": {"R2C3": fixed(5)}}, "grid[1][2].value: 5 is not a value"),
        ({"cells": {"R2C3": {"region": "A"}}}, "grid[1][2].region: 'A' is not a region"),
        ({"cells": {"R2C3": {"givenPencilMarks": [9]}}}, "grid[1][2].givenPencilMarks: 9 is not"),
        ({"cells": {"R2C3": {"givenPencilMarks": 9}}}, "grid[1][2].givenPencilMarks: 9 is not a"),
        ({"cells": {"R3C3": {"region": 0}}}, "grid: region 0 has 5 cells"),
        ({"cells": {"R2C3": 4}}, "grid[1][2]: 4 is not a cell"),
    ],
)  # fmt: skip
def test_an_error_says_where_and_quotes(more, said):
    (problem,) = problems(**more)
    assert problem.startswith(f"<text>: {said}")


def test_all_errors_of_a_file_are_told():
    found = problems(
        killercage=[{"cells": ["R0C1"]}, {"cells": ["R1C7"]}], antiking=1, cells={"R1C1": fixed(9)}
    )
    assert len(found) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"size": 4, "grid": [[', "broken JSON at line 1, column 23"),
        ('{"size": NaN, "grid": []}', "unusable number"),
        ('{"grid": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep"),
        ('{"size": ' + "9" * 5000 + ', "grid": []}', "unusable number"),
        ('{"size": 4}', "grid is missing"),
        ('{"size": 4, "grid": 3}', "grid is 3"),
        ('{"size": 0, "grid": []}', "size 0 is not a size"),
        ('{"size": 4, "grid": []}', "0 rows, but size is 4"),
        ('{"size": 1, "grid": [[{}, {}]]}', r"grid\[0\]: a row has 1 cell, but this is 2 cells"),
        ('{"size": 100000000, "grid": []}', "more than the limit of 10,000"),
        ("https://f-puzzles.com/?id=abcd", "only the number of a puzzle"),
        ("https://f-puzzles.com/?load=N4Ig!", "'!' at character 5"),
        ("https://f-puzzles.com/?load=N4Igzg", "cut off"),
        ("fpuzzles" + compress("[1]"), "not a JSON object"),
    ],
)
def test_text_that_holds_no_puzzle(text, said):
    with pytest.raises(ProblemsError, match=said):
        read(text)


def test_a_large_grid_is_read_within_limits():
    assert len(from_data(16).geometry) == 256
    with pytest.raises(SudokuError, match="more than the limit of 100"):
        read(json.dumps(data(16)), limits=Limits(cells=100))


PUZZLE = data(cells={"R1C1": fixed(1), "R2C3": fixed(2), "R3C2": fixed(3), "R4C4": fixed(4)})
PAYLOAD = compress(json.dumps(PUZZLE | {"title": "Ünïcode + more 😀"}))


@pytest.mark.parametrize(
    "text",
    [
        PAYLOAD,
        f"https://f-puzzles.com/?load={PAYLOAD}",
        f"https://www.f-puzzles.com/?load={quote(PAYLOAD, safe='')}&x=1",
        f"https://f-puzzles.com/?load={PAYLOAD.replace('+', ' ')}",
        f"https://sudokupad.app/fpuzzles{PAYLOAD}",
        f"https://sudokupad.app/?puzzleid=fpuz{quote(PAYLOAD, safe='')}",
        f"fpuz{PAYLOAD}",
        f"\n{PAYLOAD[:50]}\n{PAYLOAD[50:]}\n",
        json.dumps({"data": PUZZLE | {"title": "Ünïcode + more 😀"}}),
        "\ufeff" + json.dumps(PUZZLE | {"title": "Ünïcode + more 😀"}),
    ],
)
def test_links_payloads_and_json(text, tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(text, encoding="utf-8")
    for puzzle in (read(text), read(file)):
        assert puzzle.title == "Ünïcode + more 😀"
        assert puzzle == geometry("4x4").puzzle("1... ..2. .3.. ...4")
        assert solve(puzzle).status == "unique"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats()
    | st.sampled_from(["R1C1", "5", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "lines", "value", "cell", "x"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted({*CASES, "negative", "line", "solution", "title", "grid"})), JSON)
def test_whatever_stands_under_a_key_is_read_or_a_problem(key, content):
    text = {"grid": content, "size": 1} if key == "grid" else data(**{key: content})
    # Without rows it may not even be taken for the format.
    with warnings.catch_warnings(), suppress(SudokuError if key == "grid" else ProblemsError):
        warnings.simplefilter("ignore")
        assert read(json.dumps(text)).geometry


@pytest.mark.parametrize("form", ["f-puzzles", "f-puzzles-link"])
def test_rules_are_said_after_the_description_and_not_taken_for_it(form):
    puzzle = read(
        "{geometry: 4x4, description: 'Be brave.', shapes: [{kind: diagonals}, "
        "{kind: whisper, lines: [R1C1 R2C1]}, {kind: parity, lines: [R1C1 R1C2]}]}"
    )
    written = write(puzzle, form)
    assert written.dropped == ("the shape “parity of R1C1 R1C2”",)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        back = read(written.text)
    assert back.description == "Be brave."
    lost = "Odd and even digits alternate along the line (R1C1 R1C2)."
    (said,) = [str(one.message) for one in found]
    assert said.endswith(f": {short(f'Be brave. {lost}')!r}")


def test_a_ruleset_has_a_line_for_each_rule():
    shapes = "[{kind: whisper, lines: [R1C1 R2C1]}, {kind: lockout, lines: [R1C1 R1C2 R1C3]}]"
    written = write(read(f"{{geometry: 4x4, shapes: {shapes}}}"), "f-puzzles")
    assert written.dropped == ()
    assert json.loads(written.text)["ruleset"].splitlines() == [
        "Each row, column and region contains the digits from 1 to 4 exactly once.",
        "Adjacent digits along a green line differ by at least 2.",
        "The digits in the diamonds of the line differ by at least 1, and no other digit on it "
        "equals one of them or lies between them (R1C1 R1C2 R1C3).",
    ]


def test_a_ruleset_changed_since_is_the_description():
    data = json.loads(write(read("{geometry: 4x4, description: A.}"), "f-puzzles").text)
    with pytest.warns(UnreadRuleWarning, match="B"):
        assert read(json.dumps(data | {"ruleset": "B."})).description == "B."
