"""The rules of a puzzle in sentences."""

import pytest

import sudokulib
from sudokulib.puzzles.rules_text import is_said, rule_sentences

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
            "The first of some cells says how many of the others hold the same digit as the "
            "second, which is not counted itself (R2C1; R1C1 R2C3).",
        ),
        (
            "any-of, shapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}, "
            "{kind: distinct, cells: R1C1 R2C2}]",
            "At least one of these holds: Digits in a cage cannot repeat and sum to the number "
            "indicated (if given) (R1C1 R1C2; sum 3); digits cannot repeat in R1C1 R2C2.",
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
    assert said(layers % hitori)[-1].endswith("by theirs (in mod; row 1, box 4).")
    modifier = "{kind: modifier, modifiers: mod, values: value, effects: [same, d]}"
    assert said(layers % modifier)[-1].endswith("(in mod; in value).")


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
