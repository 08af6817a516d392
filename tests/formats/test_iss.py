"""Strings of the Interactive Sudoku Solver: what is wrong in them, and what they mean."""

import warnings
from contextlib import nullcontext, suppress
from functools import partial
from itertools import permutations, product

import pytest
from format_samples import SAMPLES
from formats.iss_fillings import fillings
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulib import read, write
from sudokulib.basics.caching import Memo
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning, Unwritable
from sudokulib.formats.iss import grammar, reader
from sudokulib.formats.iss.automata import automaton_of
from sudokulib.formats.iss.items import RULE_TYPES
from sudokulib.formats.iss.tables import table_of, table_text
from sudokulib.formats.rule_table import spellings_by_name
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import kinds
from sudokulib.shapes.fields import argument_tests, field_names, rule_fields


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".Cage~10~R1C1~R1Cz", "'R1Cz' is not a cell"),
        (".Shape~4x4.Cage~5~R1C1~R5C1", "R5C1 is off the grid, which is 4x4"),
        (".Var~x~label", "a prefix of letters"),
        (".Var~X~label~2by3", "how many cells, such as"),
        (".Var~X~a~1.Var~X~a~1", "cells of the same name"),
        (".Regex~@~R1C1", "'@' is not a pattern in base64"),
        (".Shape~16x16.Regex~LioxKw~R1C1~R1C2", "only read for 9 values"),
        (".Cage~ten~R1C1~R1C2", "'ten' is not a number"),
        (".Cage~99~R1C1~R1C2", "cannot sum to 99"),
        (".Pair~A~R1C1~R1C2", "needs either a relation or a list of pairs"),
        (".Cage~5", "names no cell"),
        (".AllDifferent", "names no cell"),
        (".Shape~99x4.AntiKnight", "a grid of 99x4"),
        (".Shape~9x9~4.AntiKnight", "4 values for rows and columns of 9 cells"),
        (".Shape~9x9~9~Row", "'9x9~9~Row' is not a shape"),
        (".NFA~abc~R1C1~R1C2", "the automaton is cut off"),
        (".NFA~a*c~R1C1~R1C2", "is not base64"),
        (".Replicate~a*c.Thermo~R1C1~R1C2.End", "'*' is not base64"),
        (".Shape~4x4.Replicate~I.Thermo~R1C1~R1C2.End", "moves R1C2 off the grid when R1C1 goes"),
        (".Shape~4x4.Replicate~AAI.Thermo~R1C1~R1C2.End", "moves R1C2 off the grid"),
        (".Shape~4x4.Replicate~AAAB.Thermo~R1C1~R1C2.End", "on cells that do not exist"),
        (".Shape~4x4.Var~A~~2.Replicate~B~VA1.Sum~5~VA1~R1C1.End", "moves R1C1 off the grid"),
        (".Or.Skyscraper~C1~~.End", ".Or has no alternatives"),
        (".Modular~3~R1C1~R1C2~R2C2~R2C1~R1C1", "3 classes cannot alternate around a loop of 4"),
        (".Modular~R1C1~R1C2~R1C3", ".Modular must begin with a number"),
        (".Shape~6x6.Entropic~R1C1~R1C2", "only for the values 1 to 9"),
        (".FullRankTies~some", "'some' ranks may be tied; write any of"),
        (".LookAndSay~132~R1C1~R1C2", "does not consist of pairs"),
        (".RegionSize~12", "regions of 12 cells"),
        (".AntiKnight\n\n=12", "is not a solution"),
        (".AntiKnight.Foo~R1C1", "the constraint .Foo is not known"),
        (".Or.~R1C1_1", "an .Or, .And or .Replicate without its .End"),
        (".AntiKnight.End", "an .End without"),
        (".Or" * 30 + ".End" * 30, "constraints are nested more than 20 deep"),
        (".~R1C1_1~R1C1_2", "R1C1 is given as two values"),
        (".~R1C1_1_2~R1C1_3_4", "R1C1 is given as two values"),
        (".Var~A.~VA_3~VA_4", "VA is given as two values"),
        ("5" + "." * 80 + "\n\n.~R1C1_3", "R1C1 is given as two values"),
        ("5" + "." * 80 + "\n\n.~R1C1_3_4", "R1C1 is given as two values"),
        ("." * 80 + "5\n\n" + "." * 80 + "3", "R9C9 is given as two values"),
        (".~R1C1_12", "R1C1: 12 is not a value"),
        (".~R1C1", "is given without a value"),
        (".Quad~R9C1~1~2", "no four cells at R9C1"),
        (".SameValues~2~R1C1~R1C2~R1C3", "3 cells are not 2 equal sets"),
        (".LittleKiller~20~R5C5", "no diagonal begins at R5C5"),
        (".Sum~5_<=_1~R1C1", "'5_<=_1' is not a sum"),
        (".Sum~5_=_1~R1C1~R1C2", "1 coefficients for 2 cells"),
        (".Jigsaw~AAB", "a layout of 3 characters for 81 cells"),
        (".Diagonal~2", "'2' is neither 1 nor -1"),
        (".XSum~Q1~3~", "'Q1' is not a row or column"),
        ("12..\n\n.AntiKnight.Shape~9x9", "is not a grid of 9x9"),
        (f"{SAMPLES['ps'][0].text}\n\n.Shape~4x4", "is not a grid of 4x4"),
        (".Or.Shape~4x4.End", ".Shape is about the whole grid; write it outside"),
        (".Thermo~R1C1~R1C2~LOOP", "'LOOP' is not a cell"),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(SudokuError) as error:
        read(text, form="iss")
    assert said in str(error.value)


@pytest.mark.parametrize("name", sorted(RULE_TYPES))
def test_arguments_of_any_make_are_read_or_an_error(name):
    for args in (
        "", "~", "~1", "~R1C1", "~1~R1C1", "~R1C1~R1C1", "~1~R1C1~R1C1", "~~~", "~-~-", "~_~_",
        "~R1~1", "~99999~R1C1~R9C9", "~0~R1C1", "~0~R1C1~R1C2~R1C3", "~0~0~0", "~LOOP", "~1~LOOP",
    ):  # fmt: skip
        with suppress(SudokuError):
            read(f".{name}{args}", form="iss")


@pytest.mark.parametrize(("deep", "fine"), [(19, True), (20, False)])
def test_constraints_are_nested_less_than_20_deep(deep, fine):
    text = ".Or" * deep + ".~R1C1_1" + ".End" * deep
    with nullcontext() if fine else pytest.raises(SudokuError, match="more than 20 deep"):
        read(text, form="iss")


def rules_within(rule):
    """Yield a rule and all rules inside it."""
    yield rule
    for name in rule_fields(type(rule)):
        for inner in getattr(rule, name):
            yield from rules_within(inner)


def test_fields_that_are_read_have_the_types_of_their_kinds():
    texts = [sample.text for name in ("iss", "ps", "snarfable") for sample in SAMPLES[name]]
    texts += [".Entropic~R1C1~R1C2~R1C3", ".ChaosConstruction.ChaosArrow~R1C2~~CC2~CC3~CC4"]
    texts.append(".ChaosConstruction.ChaosCount~R1C2~~CC2~CC3~CC12")
    for kind in kinds():
        with suppress(Unwritable):
            puzzle = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}\n")
            texts.append(write(puzzle, "iss").text)
    met = set()
    for text in texts:
        for shape in read(text).shapes:
            for rule in rules_within(shape.rule):
                tests = argument_tests(type(rule))
                assert all(fits(getattr(rule, name)) for name, _, fits in tests), rule
                names = field_names(type(rule))
                assert type(rule)(**{name: getattr(rule, name) for name in names}) == rule
                met.add(rule.name)
    wanted = {kind for kind, said in spellings_by_name("item").values() if said.name}
    assert met >= wanted


def test_lists_of_touching_cells_are_dots_between_all_that_touch():
    assert read(".WhiteDot~R1C1~R2C1~R1C2") == read(".WhiteDot~R1C1~R2C1.WhiteDot~R1C1~R1C2")


def test_earlier_cells_are_greater():
    assert read(".Shape~4x4.GreaterThan~R1C1~R1C2") == loads(
        "geometry: 4x4\nshapes: [{kind: less-than, cells: R1C2 R1C1}]"
    )


@pytest.mark.parametrize(
    ("cell", "line"),
    [("R1C1", "R1C1>down-right"), ("R3C1", "R3C1>down-right"), ("R1C3", "R1C3>down-left"),
     ("R4C2", "R4C2>up-right"), ("R3C4", "R3C4>up-left"), ("R1C4", "R1C4>down-left")],
)  # fmt: skip
def test_little_killers_look_inward(cell, line):
    assert read(f".Shape~4x4.LittleKiller~4~{cell}") == loads(
        f"geometry: 4x4\nshapes: [{{kind: little-killer, cells: {line}, sum: 4}}]"
    )


def test_truth_tables_go_there_and_back():
    less = tuple((a, b) for a in range(1, 10) for b in range(1, 10) if a < b)
    assert table_of(table_text(less, range(1, 10)), range(1, 10)) == less


def test_grids_that_are_no_square_have_boxes_where_these_fit():
    four = read(".Shape~4x6.AntiKnight").geometry
    assert sorted(len(shape.cells) for shape in four.shapes if "region" in shape.roles) == [6] * 4
    assert not any("region" in s.roles for s in read(".Shape~4x5.AntiKnight").geometry.shapes)


def test_boxes_have_as_many_cells_as_the_longer_side_whatever_the_values():
    ten = read(".Shape~9x9~0-9.AntiKnight").geometry
    assert [len(shape.cells) for shape in ten.shapes if "region" in shape.roles] == [9] * 9
    four = read(".Shape~4x4~6.RegionSize~2").geometry
    assert not any("region" in shape.roles for shape in four.shapes)
    same = read(".Shape~4x4~6.RegionSameValues")
    assert [len(shape.rule.groups) for shape in same.shapes] == [12]


def test_one_piece_of_a_layout_may_have_another_size():
    layout = "AAAABBBBCCCCDD" + "EE"
    with pytest.raises(SudokuError, match="the regions D and E do not have 4 cells"):
        read(f".Shape~4x4.NoBoxes.Jigsaw~{layout}")
    geometry = read(".Shape~4x4.NoBoxes.Jigsaw~AAAABBBBCCCCCCCC").geometry
    assert len([s for s in geometry.shapes if "region" in s.roles]) == 2
    written = write(read(".Shape~4x4.NoBoxes.Jigsaw~AABBAABBCCCCCCCC"), "iss")
    assert (written.text, written.dropped) == (".Shape~4x4.NoBoxes.Jigsaw~1122112200000000", ())


def test_an_automaton_begins_in_any_of_its_first_states():
    accept, steps = automaton_of("QXf1fqg")
    assert accept == [1]
    assert {(value, target) for state, value, target in steps if state == 0} == {
        (value, 1 - value % 2) for value in range(6)
    }  # odd values are those with even numbers


def test_digits_in_brackets_may_be_a_range():
    assert read(".Regex~W14xLTNdKg~R1C1~R1C2").shapes[0].rule.pattern == "[^123]*"


def test_what_stands_within_others_is_about_listed_cells():
    puzzle = loads(
        "geometry: 4x4\nshapes: [{kind: any-of, shapes: [{kind: anti, moves: king},"
        " {kind: difference, cells: R1C1 R1C2}]}, {kind: any-of, shapes: ["
        "{kind: distinct, cells: R1C1 R2C2}, {kind: difference, cells: R1C1 R1C2}]}]"
    )
    written = write(puzzle, "iss")
    assert written.text == ".Shape~4x4.Or.AllDifferent~R1C1~R2C2.WhiteDot~R1C1~R1C2.End"
    assert len(written.dropped) == 1


def test_numbers_letters_and_solutions():
    letters = read("A" + "." * 254 + "P\n\n.AntiKnight", form="iss")
    assert dict(letters.given_values) == {0: 0, 255: 15}
    assert read("1234341221434321\n\n=1234341221434321").answer == tuple(
        int(mark) - 1 for mark in "1234341221434321"
    )


def test_cells_in_two_layouts_and_boxes():
    text = ".Jigsaw~" + "AAAABBBBCCCCDDDD" + ".Shape~4x4"
    regions = [s for s in read(text).geometry.shapes if "region" in s.roles]
    assert len(regions) == 8  # the rows are regions too


def test_further_cells_are_hidden_ones():
    puzzle = read(".Shape~4x4.Var~X~label~2.Sum~0_=_1_-1~R1C1~VX2.~VX1_2_3.~R1C2_1")
    assert [cell.name for cell in puzzle.geometry.hidden] == ["VX1", "VX2"]
    assert [puzzle.name_of(shape) for shape in puzzle.shapes] == [
        "sum of R1C1 VX2", "allowed of VX1",
    ]  # fmt: skip
    written = write(puzzle, "iss")
    assert written.text == ".Shape~4x4.Var~X~~2.~R1C2_1.~VX1_2_3.Sum~0_=_1_-1~R1C1~VX2"
    assert not written.dropped
    other = write(loads("geometry: 4x4\nhidden: {odd-one: 13}\nshapes: [{kind: distinct,"
                        " cells: R1C1 odd-one}]"), "iss")  # fmt: skip
    assert other.text == ".Shape~4x4"
    assert "the hidden cell odd-one" in other.dropped


def test_givens_of_one_value_inside_a_choice_are_one_rule():
    """A cell may be named twice; what is written means the same."""
    text = ".Shape~4x4.Or.And.~R1C1_1~R1C2_1~R1C3_2_3~R1C1_1.End.And.~R2C1_2.End.End"
    puzzle = read(text)
    (rule,) = [shape.rule for shape in puzzle.shapes]
    first, second = rule.shapes
    assert [(one.cells, one.values) for one in first.shapes] == [((0, 1), (1,)), ((2,), (2, 3))]
    assert [(one.cells, one.values) for one in second.shapes] == [((4,), (2,))]
    assert read(write(puzzle, "iss").text).shapes == puzzle.shapes


def test_what_there_is_no_constraint_for_is_reported():
    puzzle = loads(
        "geometry: 4x4\nshapes: [{kind: nabner, lines: [R1C1 R2C2]}, {kind: odd, cells: R1C1}]"
    )
    written = write(puzzle, "iss")
    assert written.text == ".Shape~4x4.~R1C1_1_3"
    assert written.dropped == ("the shape “nabner of R1C1 R2C2”",)


def test_missing_dots_are_not_written_where_a_choice_has_dots():
    """That solver refuses such strings, as it has no meaning for them."""
    choice = ".Or.WhiteDot~R1C1~R1C2.WhiteDot~R3C1~R3C2.End"
    written = write(read(f".Shape~4x4.StrictKropki{choice}"), "iss")
    assert written.text == f".Shape~4x4{choice}"
    assert len(written.dropped) >= 1
    assert write(read(f".Shape~4x4.StrictXV{choice}"), "iss").text == f".Shape~4x4.StrictXV{choice}"


def test_neighbours_are_not_forbidden_where_dots_within_others_allow_them():
    dots = "{kind: all-of, shapes: [{kind: difference, cells: R1C1 R1C2}]}"
    puzzle = loads(
        f"geometry: 4x4\nshapes: [{{kind: nonconsecutive, except: [difference]}}, {dots}]"
    )
    assert ".AntiConsecutive" not in write(puzzle, "iss").text


def _counted(counts):
    """The fillings of three cells with 1 to 3 in which each value stands so often."""
    return {
        filling
        for filling in product((1, 2, 3), repeat=3)
        if all(n is None or filling.count(value) == n for value, n in enumerate(counts, 1))
    }


LOOKED_AT = [counts for counts in product((None, 0, 1, 2, 3), repeat=3) if any(
    n is not None for n in counts) and _counted(counts)]  # fmt: skip


def _look_and_say(counts):
    said = "".join(f"{n}{value}" for value, n in enumerate(counts, 1) if n is not None)
    return f".Shape~1x3~3~Raw.LookAndSay~{said}~R1C1~R1C2~R1C3"


@pytest.mark.parametrize("counts", LOOKED_AT)
def test_look_and_say_counts_each_value_none_too(counts):
    text = _look_and_say(counts)
    assert fillings(text) == _counted(counts)
    written = write(read(text), "iss")
    assert not written.dropped
    assert read(written.text) == read(text)
    assert fillings(written.text) == _counted(counts)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("2505", "'2505' counts 5 twice; say each value once"),
        ("0525", "'0525' counts 5 twice"),
        ("2525", "'2525' counts 5 twice"),
        ("0102030405", "only absent values"),
    ],
)
def test_look_and_say_that_cannot_be_is_an_error(said, message):
    with pytest.raises(SudokuError) as error:
        read(f".Shape~1x5~5~Raw.LookAndSay~{said}~R1C1~R1C2~R1C3")
    assert message in str(error.value)


def test_a_count_of_nothing_that_is_no_value_says_nothing():
    assert read(".Shape~4x4.LookAndSay~1309~R1C1~R1C2") == read(
        ".Shape~4x4.ContainExact~3~R1C1~R1C2"
    )


def test_only_counts_of_nothing_that_is_no_value_are_no_rule():
    assert not read(".Shape~4x4.LookAndSay~0809~R1C1~R1C2").shapes


def _line_from_zero(seen, clue):
    """The fillings of a row of 0 to 3 with a clue by some way of seeing it."""
    return {line for line in permutations(range(4)) if seen(line) == clue}


def _towers(line):
    """How many cells are higher than all before them and than 0."""
    return sum(all(value > before for before in (0, *line[:n])) for n, value in enumerate(line))


def _room(line):
    return line[line[0] - 1] if line[0] >= 1 else None


def _x_sum(line):
    return sum(line[: line[0]]) if line[0] else None


def _filling(line):
    start, end = sorted((line.index(0), line.index(3)))
    return sum(line[start + 1 : end])


def _hidden(line):
    return next((v for n, v in enumerate(line) if n and v < max(line[:n])), None)


@pytest.mark.parametrize(
    ("item", "seen", "clues"),
    [
        (".Skyscraper~R1~{}~", _towers, (1, 2, 3)),
        (".Skyscraper~R1~~{}", lambda line: _towers(line[::-1]), (1, 2, 3)),
        (".NumberedRoom~R1~{}~", _room, (0, 1, 2, 3)),
        (".XSum~R1~{}~", _x_sum, (1, 2, 3, 4, 5, 6)),
        (".Sandwich~{}~R1", _filling, (0, 1, 2, 3)),
        (".HiddenSkyscraper~R1~{}~", _hidden, (0, 1, 2)),
    ],
)
def test_clues_on_lines_with_a_zero_mean_what_the_solver_means(item, seen, clues):
    for clue in clues:
        right = _line_from_zero(seen, clue)
        text = ".Shape~1x4~0-3" + item.format(clue)
        if right:
            assert fillings(text) == right
            written = write(read(text), "iss")
            assert (read(written.text), written.dropped) == (read(text), ())
        else:
            with pytest.raises(SudokuError):
                read(text)


@pytest.mark.parametrize(
    ("symbols", "ground", "written"),
    [
        ("0123", "", False),
        ("0123", ", ground: 0", True),
        ("0123", ", ground: 1", False),
        ("1234", "", True),
        ("1234", ", ground: 0", True),
        ("1234", ", ground: 1", False),
    ],
)
def test_a_zero_is_never_seen_in_what_is_written(symbols, ground, written):
    puzzle = loads(
        f"geometry: {{symbols: '{symbols}', build: [{{make: grid, size: 1x4, lines: true}}]}}\n"
        f"shapes: [{{kind: skyscraper, cells: R1C1>right, count: 2{ground}}}]"
    )
    assert (".Skyscraper~R1~2~" in write(puzzle, "iss").text) == written


def test_a_zero_that_cannot_stand_first_is_no_matter():
    puzzle = loads(
        "geometry: {symbols: '0123', build: [{make: grid, size: 1x4, lines: true}]}\n"
        "givens: {R1C1: 2}\nshapes: [{kind: skyscraper, cells: R1C1>right, count: 2}]"
    )
    assert ".Skyscraper~R1~2~" in write(puzzle, "iss").text


def test_sandwiches_on_lines_shorter_than_the_values_lie_between_what_is_there():
    text = ".Shape~1x3~5.Sandwich~4~R1"
    assert fillings(text) == {
        line
        for line in permutations(range(1, 6), 3)
        if line[1] == 4 and max(line) != 4 and min(line) != 4
    }
    assert not write(read(text), "iss").dropped


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".Shape~4x4~0-3.AntiTaxicab", ".AntiTaxicab is only for values from 1 on"),
        (".Shape~4x4~0-4.FullRank~R1~3~", "with as many values as cells per side"),
        (".Shape~9x9~0-8.GlobalEntropy", "only for the values 1 to 9"),
        (".Shape~9x9~0-9.GlobalMod", "only for the values 1 to 9 or 0 to 8"),
    ],
)
def test_what_the_solver_refuses_with_a_zero_is_refused(text, said):
    with pytest.raises(SudokuError) as error:
        read(text)
    assert said in str(error.value)


def test_remainders_of_nine_values_from_zero_are_read_and_written():
    written = write(read(".Shape~9x9~0-8.GlobalMod"), "iss")
    assert (written.text, written.dropped) == (".Shape~9x9~0-8.GlobalMod", ())


@settings(max_examples=200, deadline=None)
@given(st.text(".~ARé1 _", max_size=12))
def test_items_are_split_as_they_are_matched_one_by_one(text):
    def outcome(split):
        try:
            return list(split(text))
        except SudokuError as error:
            return str(error)

    split = partial(grammar._texts, known=Memo(1))
    assert outcome(split) == outcome(grammar._matched)


EDITED = ".Shape~{}.~R1C1_1.Cage~5~R1C1~R1C2.Renban~R2C1~R2C2~R3C2~R2C1{}"


def test_of_an_edited_text_only_what_has_changed_is_read():
    with pytest.warns(UnreadRuleWarning, match="it is read as a loop"):
        before = read(EDITED.format("4x4", ""))
    with pytest.warns(UnreadRuleWarning, match="it is read as a loop"):
        after = read(EDITED.format("4x4", ".Thermo~R4C1~R4C2"))
    assert after.shapes[0] is before.shapes[0]
    assert after.shapes[:-1] == before.shapes


def test_an_item_means_what_it_means_on_its_own_grid():
    text = ".Shape~{}.~R1C1_1.XSum~R1~5~.Cage~3~R2C1~R2C2"
    ones, zeros = (read(text.format(shape)) for shape in ("4x4", "4x4~0-3"))
    assert (ones.given_values, zeros.given_values) == (((0, 0),), ((0, 1),))
    wide = read(text.format("4x5"))
    assert [shape.cells for shape in ones.shapes] == [(0, 1, 2, 3), (4, 5)]
    assert [shape.cells for shape in wide.shapes] == [(0, 1, 2, 3, 4), (5, 6)]


@pytest.mark.parametrize("sample", SAMPLES["iss"], ids=lambda sample: sample.text[:30])
def test_a_text_is_read_as_before_when_its_items_are_known(sample):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        first = next(reader.ISS.read_all(sample.text, "<text>", DEFAULT_LIMITS))
        number = len(said)
        again = next(reader.ISS.read_all(sample.text, "<text>", DEFAULT_LIMITS))
    assert again.exact_key == first.exact_key
    messages = [str(one.message) for one in said]
    assert messages[number:] == messages[:number]


def test_what_is_kept_of_hostile_texts_is_bounded():
    long = "_1" * 5000
    read(f".~R1C1{long}.Or.~R1C2_1.Cage~3{'~R1C1~R1C2' * 500}.End.Var~X~{'l' * 5000}~2")
    board = reader._board(reader._grid_size(("9x9",)), None, False, "only-unclued")
    kept = [*board.given_by_text, *map(str, board.shapes_by_item), *map(str, board.with_cells)]
    assert all(len(text) <= 2 * grammar.LONGEST_KEPT for text in kept)
    assert len(grammar._items_by_text(reader._TYPES)) > 0
    assert all(len(text) <= grammar.LONGEST_KEPT for text in grammar._items_by_text(reader._TYPES))
