"""The rules of a puzzle in sentences."""

import pytest

import sudokulib
from sudokulib.puzzles.rules_text import is_said, rule_sentences
from sudokulib.scene.legend import legend

SQUARE = "{geometry: {symbols: %s, build: [{make: grid, size: 4x4}], shapes: [%s]}}"


def said(text):
    return sudokulib.read(text).rules_text().splitlines()


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("anti, moves: knight", "Identical digits cannot be a knight's move apart."),
        (
            "anti, moves: [[1, 2], [0, 3]], wrap: true",
            "Identical digits cannot be 1 straight and 2 aside or 0 straight and 3 aside apart, "
            "across the edge too.",
        ),
        (
            "renban, lines: [R1C1 R1C2]",
            "A threaded purple line contains a set of consecutive digits, in any order.",
        ),
        (
            "whisper, lines: [R1C1 R1C2], d: 1",
            "Adjacent digits along a dashed orange line differ by at least 1.",
        ),
        (
            "outside, cells: R1C1>down, values: [2], first: 2",
            "Clues with “in” outside the grid show digits that stand among the first 2 cells of "
            "their line.",
        ),
        (
            "equal-count, control: R2C1, cells: R1C1 R2C3, without_first: true",
            "A cell says how many of the cells after it hold the same digit as the first of "
            "these, which is not counted itself (R2C1: R1C1 R2C3).",
        ),
        (
            "any-of, shapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}, "
            "{kind: distinct, cells: R1C1 R2C2}]",
            "At least one of these holds: digits in a cage cannot repeat and sum to the number "
            "indicated (if given) (R1C1 R1C2; sum 3); digits cannot repeat in R1C1 R2C2.",
        ),
        (
            "any-of, shapes: [{kind: all-of, shapes: [{kind: palindrome, lines: [R1]}, "
            "{kind: palindrome, lines: [R1C3 R2C2]}]}, {kind: palindrome, lines: [C2]}]",
            "At least one of these holds: the line is a palindrome (row 1, and R1C3 R2C2); "
            "the line is a palindrome (column 2).",
        ),
        (
            "any-of, shapes: [{kind: thermometer, lines: [R1C1 R1C2]}, "
            "{kind: thermometer, lines: [R1C2 R1C1]}]",
            "At least one of these holds: digits along thermometers increase from the bulb (R1C1 "
            "R1C2, or R1C2 R1C1).",
        ),
        (
            "any-of, shapes: [{kind: all-of, shapes: [{kind: distinct, cells: R1C1 R2C3}, "
            "{kind: distinct, cells: R2C3 R4C1}]}, {kind: sum, cells: R1C1 R2C3, total: 4}, "
            "{kind: not, shapes: [{kind: distinct, cells: R3C1 R4C3}]}]",
            "At least one of these holds: digits cannot repeat in R1C1 R2C3, nor in R2C3 R4C1; "
            "R1C1 + R2C3 = 4; some digit repeats in R3C1 R4C3.",
        ),
        (
            "not, shapes: [{kind: distinct, cells: R1C1 R2C3}]",
            "Some digit repeats in an outlined group marked “not”.",
        ),
        (
            "not, shapes: [{kind: renban, lines: [R1C1 R2C3]}]",
            "This does not hold: the line contains a set of consecutive digits, in any order "
            "(R1C1 R2C3).",
        ),
        (
            "doppelblock, cells: R1, blank: 1",
            "Lines contain 1 twice, and no other digit twice (row 1).",
        ),
        (
            "negative, kinds: [between-mark]",
            "All between marks are given: where one is missing, its rule does not hold.",
        ),
        (
            "negative, kinds: [difference, pair-sum], sums: [3]",
            "All white dots and sums (sums 3) are given: where one is missing, its rule does not "
            "hold.",
        ),
        (
            "sandwich, cells: R1C1>right, sum: 5",
            "Clues with [ ] outside the grid show the sum of the digits between the 1 and the 4.",
        ),
    ],
)
def test_a_rule_is_a_sentence(rule, sentence):
    assert said(f"{{geometry: 4x4, shapes: [{{kind: {rule}}}]}}")[1:] == [sentence]


def test_a_sentence_stands_once_with_all_places_where_no_mark_shows_the_rule():
    knights = "{kind: anti, moves: knight, cells: R1}, {kind: anti, moves: knight, cells: R2}"
    assert said(f"{{geometry: 4x4, shapes: [{knights}]}}")[1:] == [
        "Identical digits cannot be a knight's move apart (row 1 / row 2)."
    ]
    dots = "{kind: ratio, cells: R1C1 R1C2}, {kind: ratio, cells: R3C1 R3C2}"
    assert len(said(f"{{geometry: 4x4, shapes: [{dots}]}}")) == 2


def test_places_are_rows_and_boxes_by_name_and_no_number_is_told_twice():
    layers = "{geometry: 4x4, layers: {mod: 12, value: 1234}, shapes: [%s]}"
    hitori = "{kind: hitori, cells: mod, shaded: [2], lines: [R1, R3C3:R4C4]}"
    assert said(layers % hitori)[-1].endswith("by theirs (row 1, box 4).")
    modifier = "{kind: modifier, modifiers: mod, values: value, effects: [same, d]}"
    assert said(layers % modifier)[-1].endswith(
        " (modifiers in the layer “mod”; values in the layer “value”)."
    )


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            "connected-values, values: [1], cells: mod",
            "In the layer “mod”, the cells with 1 are connected by their sides.",
        ),
        (
            "one-in-each, layer: mod",
            "Exactly one cell in each row, column and region has a 2 in the layer “mod”; all "
            "these have different digits.",
        ),
        (
            "shaded-areas, shaded: [2], sizes: [2, 3], cells: mod",
            "Each area of shaded cells (2) that are connected by sides has 2 or 3 cells.",
        ),
        (
            "equal-run, control: R1C1, lines: [mod.R1C1 mod.R1C2, mod.R1C1 mod.R2C1]",
            "A cell says how many cells in a row hold the same digit as the first cell after it, "
            "counted from that on in each direction (R1C1: R1C1 R1C2, R1C1 R2C1, in the layer "
            "“mod”).",
        ),
        (
            "sum, cells: R1C1 R2C1 key, coefficients: [1, -1, 2], total: [1, 2]",
            "These sums hold: R1C1 - R2C1 + 2 × key = 1 or 2.",
        ),
    ],
)
def test_layers_are_named_unless_the_sentence_speaks_of_shades(rule, sentence):
    build = "build: [{make: include, geometry: 4x4}], layers: {mod: 12}, hidden: [key]"
    assert said(f"{{geometry: {{{build}}}, shapes: [{{kind: {rule}}}]}}")[1:] == [sentence]


def test_shades_of_two_layers_are_told_apart():
    layers = "{build: [{make: include, geometry: 4x4}], layers: {one: 12, two: 12}}"
    areas = "{kind: shaded-areas, shaded: [2], sizes: [%d], cells: %s}"
    text = f"{{geometry: {layers}, shapes: [{areas % (1, 'one')}, {areas % (3, 'two')}]}}"
    area = "each area of shaded cells (2) that are connected by sides has"
    assert said(text)[1:] == [
        f"In the layer “one”, {area} 1 cell.",
        f"In the layer “two”, {area} 3 cells.",
    ]


def test_all_of_is_said_and_drawn_as_the_rules_in_it():
    inner = "{kind: distinct, cells: R1C1 R2C3}, {kind: palindrome, lines: [R2C3 R4C1]}"
    puzzle = sudokulib.read(f"{{geometry: 4x4, shapes: [{{kind: all-of, shapes: [{inner}]}}]}}")
    apart = sudokulib.read(f"{{geometry: 4x4, shapes: [{inner}]}}")
    assert puzzle.rules_text() == apart.rules_text()
    assert list(legend(puzzle)) == list(legend(apart))
    assert puzzle.name_of(puzzle.shapes[0]) == "group of rules on R1C1 R2C3 R4C1"


def test_sets_are_named_by_what_they_are():
    assert said("{geometry: sujiken}") == [
        "Digits cannot repeat in any row, column or region.",
        "Digits cannot repeat in any diagonal.",
    ]
    assert said("{geometry: circular-3}")[1:] == [
        "Each ring contains the digits from 1 to 6 exactly once."
    ]


def test_sets_without_a_name_are_listed_and_pairs_are_joined_by_lines():
    bare = "{kind: distinct, cells: R1C1 R2C2 R3C3}, {kind: distinct, cells: R1C1 R4C4}"
    puzzle = sudokulib.read(SQUARE % ("1234", bare))
    sentences = rule_sentences(puzzle.geometry, puzzle.all_shapes)
    assert [(one.text, one.drawn) for one in sentences[1:]] == [
        ("Cells joined by a thin line contain different digits.", True),
        ("Digits cannot repeat in R1C1 R2C2 R3C3.", False),
    ]


def test_symbols_are_called_what_they_are():
    for symbols, sets in (("ABCD", "symbols A B C D"), ("1234", "digits from 1 to 4")):
        rows, king = said(SQUARE % (symbols, "{kind: anti, moves: king}"))
        assert rows == f"Each row and column contains the {sets} exactly once."
        word = sets.split()[0].capitalize()
        assert king == f"{word} a king's move apart cannot be the same."


def test_joined_edges_are_named_as_far_as_the_picture_does_not_show_them():
    assert said("{geometry: toroidal-jigsaw}")[1:] == [
        "Edges are joined: R1C1 to R9C1 with R1C9 to R9C9, R1C1 to R1C9 with R9C1 to R9C9."
    ]
    assert "Edges" in sudokulib.geometry("cube-corner").puzzle().rules_text()
    for name in ("9x9", "samurai", "circular-3", "hypercube", "tredoku-bent-3"):
        assert "Edges" not in sudokulib.geometry(name).puzzle().rules_text(), name


@pytest.mark.parametrize(
    ("rule", "description", "expected"),
    [
        ("Digits in a cage cannot repeat and sum to 9.", "Cages have no repeats.", True),
        ("Digits in a cage cannot repeat and sum to 9.", "All cells, digits and cages.", False),
        ("Grey squares contain even digits.", "Digits contain cells.", False),
        ("Any digit cannot repeat.", "Repeats? No.", True),
        ("Each row, column and region contains the digits from 1 to 6 exactly once.", "", True),
        ("Each row and column contains the digits from 1 to 6 exactly once.", "Enjoy!", False),
    ],
)
def test_two_words_of_a_rule_or_its_only_one_say_it(rule, description, expected):
    assert is_said(rule, description) == expected
