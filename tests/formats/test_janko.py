"""Texts of janko.at: what each rule means, clues that follow from the solution, mistakes."""

import json
from itertools import product
from pathlib import Path

import pytest

from sudokulib import geometry, read, solutions, solve
from sudokulib.errors import SudokuError
from sudokulib.formats.janko.page_rules import READERS
from sudokulib.puzzles.geometries.library import geometry_in

SOLVED = "1 2 3 4/3 4 1 2/2 1 4 3/4 3 2 1"
BLANK = "- - - -/" * 4
AREAS = "1 1 2 2/3 1 2 4/3 1 2 4/3 3 4 4"
PAIRS = "1 1 2 3/4 4 5 6/7 7 8 8/9 9 a a"

DATA = Path(__file__).parents[3] / "shared/data/puzzles.jsonl"


def text(rules: str, size: str = "size 4", **grids: str) -> str:
    lines = ["begin", f"puzzle {rules}", *size.split("/")]
    for name, rows in grids.items():
        lines += [name, *(row for row in rows.split("/") if row)]
    return "\n".join([*lines, "end", ""])


RULES = {
    "doubleblock": (
        text("doubleblock", rlabels="3 - - -", clabels="- - - 2"),
        ["{kind: doppelblock, cells: R1C1>right, sum: 3}",
         "{kind: doppelblock, cells: R1C4>down, sum: 2}"],
    ),
    "hakyuu": (text("hakyuu", problem=BLANK, areas=AREAS), ["{kind: ripple}"]),
    "kendoku": (
        text("kendoku", problem="5+ - 2 -/- - - -/6* - - -/- - - -", areas=PAIRS),
        ["{kind: operator-cage, cells: R1C1 R1C2, value: 5, repeats: true, operators: [sum]}",
         "{kind: operator-cage, cells: R3C1 R3C2, value: 6, repeats: true, operators: [product]}",
         "{kind: allowed, cells: R1C3, values: [2]}"],
    ),
    "killer": (
        text("killer", problem="3 - - -/- - - -/- - - -/- - - -", areas=PAIRS),
        ["{kind: cage, cells: R1C1 R1C2, sum: 3}", "{kind: cage, cells: R3C1 R3C2}"],
    ),
    "kojun": (
        text("kojun", problem=BLANK, areas=AREAS),
        ["{kind: less-than, cells: R2C2 R1C2}", "{kind: anti, moves: [[1, 0]]}"],
    ),
    "mathrax": (
        text("mathrax", problem=BLANK, nodes="4+ - -/- e -/- - 6*"),
        ["{kind: operator-cage, cells: R1C1 R2C2, value: 4, repeats: true, operators: [sum]}",
         "{kind: operator-cage, cells: R1C2 R2C1, value: 4, repeats: true, operators: [sum]}",
         "{kind: even, cells: R2C2 R2C3 R3C2 R3C3}",
         "{kind: operator-cage, cells: R3C3 R4C4, value: 6, repeats: true, operators: [product]}"],
    ),
    "renban": (
        text("renban", problem=BLANK, areas=AREAS),
        ["{kind: renban, lines: [R1C1 R1C2 R2C2 R3C2]}"],
    ),
    "skyscrapers": (
        text("skyscrapers", rlabels="2 - - -/- - - 3", clabels="- 1 - -/- - - -"),
        ["{kind: skyscraper, cells: R1C1>right, count: 2}",
         "{kind: skyscraper, cells: R4C4>left, count: 3}",
         "{kind: skyscraper, cells: R1C2>down, count: 1}"],
    ),
    "skyscrapers, sums": (
        text("skyscrapers, sums", rlabels="7 - - -/- - - -", clabels="- - - -/- - 4 -"),
        ["{kind: skyscraper-sum, cells: R1C1>right, sum: 7}",
         "{kind: skyscraper-sum, cells: R4C3>up, sum: 4}"],
    ),
    "sudoku": (text("sudoku, diagonals", problem=BLANK), ["{kind: house, cells: R1C4>down-left}"]),
    "sudoku, cs": (
        text("sudoku, cs", problem=BLANK, solution=SOLVED),
        ["{kind: difference, cells: R1C2 R1C3}", "{kind: negative, kinds: [difference]}"],
    ),
    "sudoku, fs": (
        text("sudoku, fs", solution=SOLVED),
        ["{kind: frame, cells: R1C1>right, sum: 3, first: 2}",
         "{kind: frame, cells: R4C1>up, sum: 6, first: 2}"],
    ),
    "sudoku, gt": (text("sudoku, gt", solution=SOLVED), ["{kind: less-than, cells: R1C1 R2C1}"]),
    "sudoku, kropki": (
        text("sudoku, kropki", solution=SOLVED),
        ["{kind: ratio, cells: R1C1 R1C2}", "{kind: difference, cells: R1C2 R1C3}",
         "{kind: negative, kinds: [difference, ratio]}"],
    ),
    "sudoku, mn": (
        text("sudoku, mn", "size 4/magic 5", problem=BLANK, clues="3" + BLANK[1:]),
        ["{kind: pair-sum, cells: R1C1 R1C2, sum: 5}",
         "{kind: pair-sum, cells: R1C1 R2C1, sum: 5}"],
    ),
    "sudoku, ms": (
        text("sudoku, ms, diagonals", problem=BLANK), ["{kind: house, cells: R1C1>down-right}"],
    ),
    "sudoku, oe": (
        text("sudoku, oe", problem=BLANK, solution=SOLVED),
        ["{kind: odd, cells: R1C1 R1C3 R2C1 R2C3 R3C2 R3C4 R4C2 R4C4}"],
    ),
    "suguru": (text("suguru", problem=BLANK, areas=AREAS), ["{kind: anti, moves: king}"]),
    "sukaku": (
        text("sukaku", problem="12 34 34 12/34 12 12 34/13 24 24 13/24 13 13 24"), [],
    ),
}  # fmt: skip
"""For each rule a text, and shapes that it has."""


def test_every_rule_is_tested():
    assert RULES.keys() == READERS.keys()


@pytest.mark.parametrize(("said", "shapes"), RULES.values(), ids=RULES)
def test_the_rules_of_a_puzzle(said: str, shapes: list[str]):
    puzzle = read(said)
    symbols = "".join(puzzle.geometry.alphabet.symbols)
    listed = ", ".join(shapes)
    expected = geometry_in(
        f"{{symbols: '{symbols}', build: [{{make: grid, size: 4x4, lines: false}}], "
        f"shapes: [{listed}]}}"
    )
    meanings = {shape.meaning for shape in puzzle.all_shapes}
    assert {shape.meaning for shape in expected.shapes} <= meanings
    lines = {shape.meaning for shape in geometry("latin-4").shapes}
    assert (lines <= meanings) != (said.split()[2] in ("doubleblock", "hakyuu", "kojun", "suguru"))


SAMPLES = [
    (text("sudoku", problem="1 - - -/- - 1 -/- 1 - -/4 - - 1"), 1),
    (text("sudoku", problem="A - - -/- - a -/- A - -/D - - A"), 1),
    (text("sukaku", problem="12 12 34 34/34 34 12 1/12 12 34 34/34 34 12 2"), 0),
    (text("futoshiki", "size 2", problem="? « ?/. - ./? . ?"), 1),
]


@pytest.mark.parametrize(("said", "count"), SAMPLES)
def test_marks_are_givens_or_candidates(said: str, count: int):
    puzzle = read(said)
    assert (len(puzzle.given_values) > 0) == (count > 0) or "futoshiki" in said
    assert solve(puzzle).status in ("unique", "multiple")


def test_signs_of_futoshiki_point_to_the_lesser_cell():
    for sign, lesser in (("«", "R1C1"), ("»", "R1C2"), ("Â»", "R1C2")):
        puzzle = read(text("futoshiki", "size 2", problem=f"? {sign} ?/. - ./? . ?"))
        solution = solve(puzzle).solution
        assert solution is not None
        assert solution[lesser] == "1"
    for sign, lesser in (("A", "R1C1"), ("V", "R2C1")):
        puzzle = read(text("futoshiki", "size 2", problem=f"? . ?/{sign} - ./? . ?"))
        solution = solve(puzzle).solution
        assert solution is not None
        assert solution[lesser] == "1"


def test_areas_of_hakyuu_hold_one_to_their_size():
    puzzle = read(text("hakyuu", "rows 1/cols 4", problem="- - - -", areas="a a a b"))
    fillings = [
        f for f in product(range(1, 4), repeat=4)
        if all(shape.rule.holds(f, puzzle.context) for shape in puzzle.all_shapes)
    ]  # fmt: skip
    # the 1 of the second area has no other 1 beside it
    assert fillings == [(1, 2, 3, 1), (1, 3, 2, 1), (2, 1, 3, 1), (3, 1, 2, 1)]


def test_fewer_heights_than_cells_leave_parks():
    said = text("skyscrapers", "size 3/depth 2", rlabels="1 - -/- - -", clabels="- - -/- - -",
                problem="- - -/" * 3)  # fmt: skip
    puzzle = read(said)
    assert puzzle.geometry.alphabet.values == (0, 1, 2)
    lines = [solution.line() for solution in solutions(puzzle)]
    assert len(lines) == 6
    for line in lines:
        assert all(sorted(line[n : n + 3]) == ["0", "1", "2"] for n in (0, 3, 6))
        assert line[:3].strip("0")[0] == "2"


def test_overlapping_grids_are_read_by_their_name():
    blank = "- " * 12 + "/"
    puzzle = read(text("sudoku, butterfly", "size 12", problem="1 " + blank[2:] + blank * 11))
    assert puzzle.geometry == geometry("butterfly")
    assert dict(puzzle.given_values) == {puzzle.geometry.cells.index(puzzle.geometry.cells[0]): 0}


def test_a_solution_is_read_and_texts_are_kept():
    puzzle = read(
        text("sudoku", "size 4/author A. Setter/title Four", problem=BLANK, solution=SOLVED)
    )
    assert (puzzle.author, puzzle.title) == ("A. Setter", "Four")
    assert len(puzzle.answer) == 16


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        (text("masyu", problem=BLANK), "'masyu'"),
        (text("kendoku", problem="+ - - -/" + BLANK[8:], areas=AREAS), "has no number"),
        (text("sudoku", problem="1 2 3/" * 4), "'1 2 3'"),
        (text("sudoku", problem="9 - - -/" + BLANK[8:]), "'9' in R1C1"),
        (text("sudoku", "size x", problem=BLANK), "'x'"),
        (text("sudoku", "size 99", problem=BLANK), "99"),
        (text("killer", problem="1 2 - -/" + BLANK[8:], areas="1 1 2 2/" * 4), "'1 2'"),
        (text("killer", problem="a - - -/" + BLANK[8:], areas=AREAS), "'a'"),
        (text("hakyuu", problem=BLANK), "areas"),
        (text("mathrax", problem=BLANK, nodes="4? - -/- - -/- - -"), "'4?'"),
        (text("futoshiki", "size 2", problem="? x ?/. - ./? . ?"), "'x'"),
        (text("sudoku, kropki"), "0×0|solution"),
        (text("sudoku, mn", problem=BLANK), "magic"),
        (text("sudoku, samurai", problem=BLANK), "21×21"),
        (text("sudoku, gt", solution=SOLVED, clues="4 - - -/" + BLANK[8:]), "'4' in R1C1"),
        (text("sudoku", "rows 4/cols 6", problem="- - - - - -/" * 4), "4×6"),
    ],
)  # fmt: skip
def test_a_mistake_is_an_error_that_quotes_it(said: str, quoted: str):
    with pytest.raises(SudokuError, match=quoted.replace("?", r"\?")):
        read(said)


@pytest.mark.skipif(not DATA.is_file(), reason="the puzzles are not here")
def test_samurai_of_the_site_have_their_solution():
    lines = DATA.read_text("utf-8").splitlines()
    listed = [one for one in map(json.loads, lines) if one["id"].startswith("janko-samurai")]
    assert listed
    for one in listed[:3]:
        rows = "/".join(" ".join(row.replace(".", "-").replace(" ", "-").ljust(21, "-"))
                        for row in one["givens"])  # fmt: skip
        result = solve(read(text("sudoku, samurai", "size 21", problem=rows)))
        assert result.status == "unique"
        assert result.solution is not None
        solution = "".join(one["solution"]).replace(" ", "")
        assert result.solution.line() == solution
