"""Newer constraints of the Interactive Sudoku Solver: their fillings, one by one, by definition."""

import warnings
from itertools import pairwise, permutations, product

import pytest
from formats.iss_fillings import fillings

from sudokulib import geometry, read, write
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning
from sudokulib.formats.iss.automata import automaton_of, automaton_text
from sudokulib.puzzles.loading import loads


def by_definition(cells, values, holds):
    return {filling for filling in product(values, repeat=cells) if holds(filling)}


def survives(text):
    """Check that a string means the same after it was written again; return what is written."""
    puzzle = read(text, form="iss")
    done = write(puzzle, "iss")
    assert not done.dropped
    assert fillings(done.text) == fillings(text)
    return done.text


GRID = ".Shape~2x2~4~Raw"
ROUND = (0, 1, 3, 2, 0)
"""The four cells round the grid, as the lines below name them."""


@pytest.mark.parametrize(
    ("item", "holds"),
    [
        ("Whisper~2", lambda line: all(abs(a - b) >= 2 for a, b in pairwise(line))),
        ("Modular~2", lambda line: all(a % 2 != b % 2 for a, b in pairwise(line))),
        ("Modular~1", lambda _: True),
    ],
)
def test_a_line_that_names_its_first_cell_again_is_closed(item, holds):
    text = f"{GRID}.{item}~R1C1~R1C2~R2C2~R2C1~R1C1"
    expected = by_definition(4, range(1, 5), lambda filled: holds([filled[c] for c in ROUND]))
    assert fillings(text) == expected
    survives(text)


def test_a_closed_line_of_two_cells_is_an_open_one():
    assert read(".Whisper~5~R1C1~R1C2~R1C1") == read(".Whisper~5~R1C1~R1C2")


def test_a_closed_entropic_line_has_its_classes_in_turn():
    text = ".Shape~1x3~9~Raw.Entropic~R1C1~R1C2~R1C3~R1C1"
    third = [(n - 1) // 3 for n in range(10)]
    assert fillings(text) == by_definition(
        3, range(1, 10), lambda f: len({third[value] for value in f}) == 3
    )
    survives(text)


def test_a_closed_renban_is_its_cells_with_a_warning():
    text = ".Renban~R1C1~R1C2~R2C2~R2C1~R1C1"
    with pytest.warns(UnreadRuleWarning, match="R1C1 first and last; it is read as a loop"):
        assert read(text) == read(".Renban~R1C1~R1C2~R2C2~R2C1")


def test_priorities_are_no_rule_and_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        puzzle = read(".SearchPriority~3~R1C1~R1C2.Cage~10~R1C1~R1C2", form="iss")
    assert puzzle == read(".Cage~10~R1C1~R1C2")


@pytest.mark.parametrize(
    ("repeated", "written_out"),
    [
        (".Replicate~D.WhiteDot~R1C1~R2C1.End", ".WhiteDot~R1C1~R2C1.WhiteDot~R1C2~R2C2"),
        (".Replicate~Q~R1C2.Sum~5~R1C2~R2C2.End", ".Sum~5~R2C2~R3C2"),
        (".Replicate~R.~R1C1_1_2~R1C2_3_4.End", ".~R1C1_1_2~R1C2_3_4~R2C1_1_2~R2C2_3_4"),
        (
            ".Replicate~R.Or.~R1C1_1.Thermo~R1C1~R1C2.End.End",
            ".Or.~R1C1_1.Thermo~R1C1~R1C2.End.Or.~R2C1_1.Thermo~R2C1~R2C2.End",
        ),
        (
            ".Replicate~D.Replicate~R.AllDifferent~R1C1~R2C2.End.End",
            ".AllDifferent~R1C1~R2C2.AllDifferent~R1C2~R2C3.AllDifferent~R2C1~R3C2"
            ".AllDifferent~R2C2~R3C3",
        ),
        (
            ".Or.Replicate~D.AllDifferent~R1C1~R2C2.End.~R1C1_1.End",
            ".Or.And.AllDifferent~R1C1~R2C2.AllDifferent~R1C2~R2C3.End.~R1C1_1.End",
        ),
        (
            ".Var~X~~2x2.Replicate~F~VX1.AllDifferent~VX1~VX2.End",
            ".Var~X~~2x2.AllDifferent~VX1~VX2.AllDifferent~VX3~VX4",
        ),
    ],
)
def test_a_replicated_rule_is_written_out(repeated, written_out):
    assert read(f".Shape~4x4{repeated}") == read(f".Shape~4x4{written_out}")
    assert not write(read(f".Shape~4x4{repeated}"), "iss").dropped


def test_what_always_holds_makes_a_choice_hold():
    assert read(".Or.Modular~1~R1C1~R1C2.Cage~3~R1C1~R1C2.End.AntiKnight") == read(".AntiKnight")
    assert read(".Or.Skyscraper~C1~~.~R1C1_1_2.End").shapes == read(".Or.~R1C1_1_2.End").shapes


@pytest.mark.parametrize(
    ("said", "names"),
    [
        (".Var~A", ["VA"]),
        (".Var~A~label", ["VA"]),
        (".Var~A~label~", ["VA"]),
        (".Var~A~~1", ["VA"]),
        (".Var~A~~2x2", ["VA1", "VA2", "VA3", "VA4"]),
        (".Var~B~~2.Var~A", ["VB1", "VB2", "VA"]),
    ],
)
def test_further_cells_are_stated_with_or_without_a_number(said, names):
    puzzle = read(f".Shape~4x4{said}.Sum~5~R1C1~{names[-1]}", form="iss")
    assert [cell.name for cell in puzzle.geometry.hidden] == names
    assert read(write(puzzle, "iss").text, form="iss") == puzzle


def test_further_cells_touch_in_rows_of_their_own():
    assert len(read(".Shape~4x4.Var~A~~2x2.WhiteDot~VA1~VA2~VA3~VA4").shapes) == 4
    assert len(read(".Shape~4x4.Var~A~~4.WhiteDot~VA1~VA2~VA3~VA4").shapes) == 3
    with pytest.raises(SudokuError, match="share a side; name cells that do"):
        read(".Shape~4x4.Var~A.WhiteDot~R4C4~VA")


def test_what_a_further_cell_may_hold_is_kept():
    text = ".Shape~4x4.Var~A~~2.~VA1_1_2~VA2_1_2.Sum~0_=_1_-1~R1C1~VA1"
    puzzle = read(text)
    assert {filled[0] for filled in fillings(text)} == {1, 2}
    assert read(write(puzzle, "iss").text) == puzzle


@pytest.mark.parametrize(
    ("item", "holds"),
    [
        ("Cage~7~R1C1~R1C2~R1C1", lambda a, b, c, d: a != b and a + b + a == 7),
        ("Cage~0~R1C1~R1C2~R1C1", lambda a, b, c, d: a != b),
        ("AllDifferent~R1C1~R1C2~R1C1", lambda a, b, c, d: a != b),
        ("Sum~7~R1C1~R1C2~R1C1", lambda a, b, c, d: 2 * a + b == 7),
        ("Sum~3_=_2_-1_-1~R1C1~R1C2~R1C1", lambda a, b, c, d: a - b == 3),
        ("Arrow~R1C1~R1C2~R2C1~R1C2", lambda a, b, c, d: a == 2 * b + c),
        ("DoubleArrow~R1C1~R1C2~R2C1~R1C1", lambda a, b, c, d: 2 * a == b + c),
        ("EqualSum~R1C1~R1C1~-~R1C2~R2C1", lambda a, b, c, d: 2 * a == b + c),
        ("GreaterThan~R1C1~R1C2~R1C1", lambda a, b, c, d: a > b),
        ("Regex~MTIuKg~R1C1~R1C2~R1C1~R2C1", lambda a, b, c, d: (a, b) == (1, 2)),
    ],
)
def test_a_cell_named_twice_is_read_twice(item, holds):
    text = f"{GRID}.{item}"
    assert fillings(text) == by_definition(4, range(1, 5), lambda filled: holds(*filled))
    survives(text)


STEPS = [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 2), (1, 2, 0), (2, 0, 2), (2, 2, 1), (2, 1, 0)]
"""An automaton over the values 1 and 2, and a symbol between segments; it accepts in state 0."""


def accepted(word):
    """Return whether the automaton above accepts a word of indices."""
    states = {0}
    for symbol in word:
        states = {b for a, read_, b in STEPS if a in states and read_ == symbol}
    return 0 in states


@pytest.mark.parametrize(
    "segments",
    [[[0, 1, 2, 3]], [[0], [1, 2, 3]], [[0, 1], [], [0, 2]], [[3, 2], []], [[1, 1], [1]]],
)
def test_an_automaton_reads_a_symbol_between_segments(segments):
    key = automaton_text(3, [0], STEPS)
    names = "~-~".join("~".join(f"R1C{c + 1}" for c in cells) for cells in segments)
    text = f".Shape~1x4~2~Raw.NFA~{key}~_name~{names.replace('~~', '~').strip('~')}"

    def holds(filled):
        words = [[filled[c] - 1 for c in cells] for cells in segments]
        return accepted([symbol for word in words for symbol in (*word, 2)][:-1])

    assert fillings(text) == by_definition(4, (1, 2), holds)
    survives(text)


def test_automata_may_read_more_values_than_there_are():
    key = automaton_text(12, [1], [(0, n, 1) for n in range(0, 12, 3)])
    assert fillings(f".Shape~1x1~5~Raw.NFA~{key}~R1C1") == {(1,), (4,)}
    text = f".Shape~1x1~12~Raw.NFA~{key}~R1C1"
    assert fillings(text) == {(1,), (4,), (7,), (10,)}
    survives(text)


def test_automata_with_names_for_states_are_written():
    puzzle = loads(
        "geometry: 4x4\nshapes: [{kind: automaton, lines: [R1C1-R1C4], start: low, accept: [low],"
        " steps: [[low, 12, low], [low, 34, high], [high, 12, low], [low, ., low]]}]"
    )
    done = write(puzzle, "iss")
    assert not done.dropped
    assert done.text.startswith(".Shape~4x4.NFA~")


@pytest.mark.parametrize("packed", [False, True])
def test_automata_go_there_and_back(packed):
    steps = [(0, 0, 2), (0, 3, 1), (1, 2, 1), (2, 1, 0), *([] if packed else [(0, 0, 1)])]
    assert automaton_of(automaton_text(4, [1], steps)) == ([1], sorted(steps))


def test_names_after_a_label_are_a_line_of_their_own():
    key = automaton_text(2, [1], [(0, 0, 1), (0, 1, 1)])
    one = read(f".Shape~1x4~2~Raw.NFA~{key}~_a~R1C1~_b~R1C2", form="iss")
    assert one == read(f".Shape~1x4~2~Raw.NFA~{key}~R1C1~~R1C2", form="iss")


def _readings(filled):
    """Every row and column of a 4x4, from both ends."""
    rows = [filled[4 * r : 4 * r + 4] for r in range(4)]
    lines = [*rows, *zip(*rows, strict=True)]
    return [way for line in lines for way in (tuple(line), tuple(line[::-1]))]


@pytest.mark.parametrize(
    ("ties", "fits"),
    [
        ("none", lambda ranked, mine: len(set(ranked)) == len(ranked)),
        ("only-unclued", lambda ranked, mine: ranked.count(mine) == 1),
        ("any", lambda ranked, mine: True),
    ],
)
def test_which_lines_may_tie(ties, fits):
    grids = fillings(".Shape~4x4")

    def holds(filled):
        ranked = _readings(filled)
        mine = tuple(filled[:4])
        return sum(other < mine for other in ranked) == 5 and fits(ranked, mine)

    text = f".Shape~4x4.FullRank~R1~6~.FullRankTies~{ties}"
    assert fillings(text) == {filled for filled in grids if holds(filled)}
    survives(text)


def test_no_ties_are_a_rule_without_clues():
    expected = {f for f in fillings(".Shape~4x4") if len(set(_readings(f))) == 16}
    assert fillings(".Shape~4x4.FullRankTies~none") == expected
    assert survives(".Shape~4x4.FullRankTies~none") == ".Shape~4x4.FullRankTies~none"


def test_values_that_no_cell_may_hold_leave_houses():
    text = ".Shape~4x4~0-5.Replicate~__P.~R1C1_1_2_3_4.End"
    puzzle = read(text)
    assert len(puzzle.geometry.houses) == 12
    assert len(fillings(text)) == 288
    survives(text)


def test_raw_grids_may_have_fewer_values_than_cells_in_a_line():
    assert len(fillings(".Shape~1x4~2~Raw.Whisper~1~R1C1~R1C2~R1C3")) == 4
    survives(".Shape~1x4~2~Raw.Whisper~1~R1C1~R1C2~R1C3")


@pytest.mark.parametrize("zero", [False, True])
def test_a_slingshot_counts_cells_beyond_its_second(zero):
    line = (0, 1, 3, 2, 1)
    values = range(0 if zero else 1, 4)

    def holds(filled):
        shot, far, *beyond = (filled[c] for c in line)
        return 1 <= far <= 3 and beyond[far - 1] == shot

    size = "0-3" if zero else "3"
    text = f".Shape~2x2~{size}~Raw.ValueIndexing~R1C1~R1C2~R2C2~R2C1~R1C2"
    assert fillings(text) == by_definition(4, values, holds)
    survives(text)


def _stacks(rows, size, stack):
    """Every stack of rows that begins so and has no value twice in a column."""
    if len(stack) == size:
        yield stack
        return
    for row in rows:
        if all(value not in above for value, *above in zip(row, *stack, strict=True)):
            yield from _stacks(rows, size, (*stack, row))


def _doppelgangers(size, box, first):
    """Every grid of values from 0 to its side that keeps to the rules, and begins with a row."""
    every = set(range(size + 1))
    rows = [row for row in permutations(every, size) if 0 in row]
    high, wide = box
    spots = [
        (r, c, r // high * (size // wide) + c // wide) for r in range(size) for c in range(size)
    ]
    for grid in _stacks(rows, size, (first,)):
        boxes = [[grid[r][c] for r, c, b in spots if b == number] for number in range(size)]
        kinds = [grid, list(zip(*grid, strict=True)), *([boxes] if high > 1 else [])]
        if any(len(set(house)) < size or 0 not in house for houses in kinds for house in houses):
            continue
        missed = [[sum(every - set(house)) for house in houses] for houses in kinds]
        zeros = [at for at in spots if grid[at[0]][at[1]] == 0]
        seen = [{values[n] for values, n in zip(missed, at, strict=False)} for at in zeros]
        if all(len(set(values)) == size for values in missed) and all(
            len(one) == len(kinds) for one in seen
        ):
            yield sum(grid, ())


@pytest.mark.parametrize(
    ("first", "box"), [((0, 1), (1, 1)), ((0, 2, 1), (1, 1)), ((0, 1, 2, 3), (2, 2)),
                       ((1, 0, 3, 4), (2, 2))],
)  # fmt: skip
def test_doppelgangers_miss_different_values(first, box):
    size = len(first)
    given = "".join(f"~R1C{c + 1}_{value}" for c, value in enumerate(first))
    text = f".Shape~{size}x{size}~0-{size}.Doppelganger.{given}"
    assert fillings(text) == set(_doppelgangers(size, box, first))
    assert ".Doppelganger" in survives(text)


def test_what_lines_miss_stands_in_cells_of_their_own():
    text = ".Shape~4x4~0-4.Doppelganger.~R1C1_0~R1C2_1~R1C3_2~DGC1_3"
    assert {filled[3] for filled in fillings(text)} == {4}
    survives(text)
    with pytest.raises(SudokuError, match="values count from 0 to its side"):
        read(".Doppelganger.~R1C1_1")


def test_a_layout_is_not_taken_for_givens():
    layout = "".join(row * 3 for row in ("111222333", "444555666", "777888999"))
    with pytest.raises(SudokuError, match="9 of each symbol, each in one piece"):
        read(layout)
    boxes = [shape.cells for shape in read(layout, form="iss").geometry.shapes]
    assert set(boxes) == {shape.cells for shape in geometry("9x9").shapes}


def test_a_wrong_solution_is_no_layout():
    wrong = "1234341221434312"
    assert len(read(wrong).given_values) == 16
    assert read(wrong, form="iss").given_values == ()


@pytest.mark.parametrize(
    ("both", "last"),
    [
        (".Skyscraper~C1~1~4.Skyscraper~C1~~3", ".Skyscraper~C1~1~3"),
        (".FullRank~R3~~11.FullRank~R3~~8", ".FullRank~R3~~8"),
        (".Quad~R1C1~1.Quad~R1C1~2", ".Quad~R1C1~2"),
        (".Sandwich~3~R1.Sandwich~5~R1", ".Sandwich~5~R1"),
        (".LittleKiller~3~R1C2.LittleKiller~5~R1C2", ".LittleKiller~5~R1C2"),
        (".And.Quad~R1C1~1.Quad~R1C1~2.End", ".And.Quad~R1C1~2.End"),
        (".Or.Quad~R1C1~1.Quad~R1C1~2.End", ".Or.Quad~R1C1~2.Quad~R1C1~1.End"),
    ],
)
def test_a_later_clue_at_the_same_place_replaces_an_earlier_one(both, last):
    assert read(f".Shape~4x4{both}") == read(f".Shape~4x4{last}")
