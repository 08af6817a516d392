"""Sentences of rules: which of them are known, and what they name."""

from time import process_time

import pytest

from sudokulib.formats.stated_rules import claims, not_read

KNOWN = [
    ("Normal sudoku rules apply.", "regions", "", None),
    ("Cells separated by a knight's move cannot contain the same digit.", "antiknight", "", None),
    ("The same digit cannot repeat.", None, "", None),
    ("Digits along arrows sum to the digit in that arrow's circle.", "arrow", "", None),
    ("Digits along arrows do not sum to the digit in that arrow's circle.", None, "", None),
    ("Digits on purple lines lie between the digits in their circles.", "betweenline", "purple",
     None),
    ("Digits cannot repeat on either of the main diagonals.", "diagonals", "", None),
    ("Cells separated by a white dot must contain consecutive digits.", "difference", "", None),
    ("Digits joined by a black dot have a 1:2 ratio.", "ratio", "", None),
    ("Two cells connected by a black dot contain digits where one is double the other.", "ratio",
     "", None),
    ("Fill the grid with the digits 1-9 so that digits don't repeat in any row, column, and marked "
     "3x3 box.", "regions", "", None),
    ("White dots join cells with a 1:2 ratio.", None, "", None),
    ("All possible dots are given.", "all dots", "", None),
    ("Not all dots are given.", "", "", None),
    ("In cages, digits must sum to the small clue in the top left corner of the cage (if given).",
     "killercage", "", None),
    ("Clues outside the grid give the sum of the digits along the indicated diagonal.",
     "littlekillersum", "", None),
    ("A grey line is a palindrome, which reads the same in both directions.", "palindrome", "grey",
     None),
    ("Digits in a circle must appear in the four surrounding cells.", "quadruple", "", None),
    ("Blue lines contain a set of non-repeating consecutive digits, in any order.", "renban",
     "blue", None),
    ("Clues outside the grid give the sum of the digits between the 1 and the 9 in that row or "
     "column.", "sandwichsum", "", None),
    ("Digits along a thermometer increase from the bulb end.", "thermometer", "", None),
    ("Digits along a thermometer decrease from the bulb end.", None, "", None),
    ("Adjacent digits along a green line must differ by at least 5.", "whispers", "green", 5),
    ("Adjacent digits on an orange line have a difference of at least 4.", "whispers", "orange", 4),
    ("Adjacent digits along a dull green line must differ by at least 5.", None, "", None),
    ("Cells separated by an X contain digits summing to 10.", "x", "", None),
    ("Cells separated by an X contain digits summing to 9.", None, "", None),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "key", "colour", "number"), KNOWN)
def test_a_sentence_is_known_as_a_whole_or_not_at_all(sentence, key, colour, number):
    (claim,) = claims(sentence, 9)
    assert (claim.key, claim.colour, claim.number) == (key, colour, number)
    usual = key is not None and number in (None, 5)
    assert not_read(sentence, 9, {key} if key else ()) == ("" if usual else sentence)
    (longer,) = claims(sentence.rstrip(".") + " but never in column 3.", 9)
    assert longer.key is None


def test_sentences_end_at_full_stops_semicolons_and_dashes():
    text = "Thermometer - digits increase from bulb to tip; anti-knight rules apply.\nOdd!"
    assert [one.key for one in claims(text, 9)] == [
        "thermometer",
        "thermometer",
        "antiknight",
        None,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * 100_000 + "b", "a" + "!" * 100_000 + "b", "a " * 50_000,
        "digits along " * 8000, "lines contain a set of " + "distinct " * 10_000,
        "each row, column, and box contains " + "all the each " * 8000, "not all " * 12_000,
        "Lines are palindromes. " * 4000, "_" * 100_000,
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_long_texts_are_read_in_no_time(text):
    began = process_time()
    claims(text, 9)
    assert process_time() - began < 2
