"""Givens as text, solutions as pictures."""

import pytest

from sudokulib.basics.alphabet import Alphabet
from sudokulib.errors import AlphabetError, CellReferenceError, GivensError
from sudokulib.puzzles.geometries.builder import Builder


def made(places, symbols="1234", name="toy"):
    builder = Builder(Alphabet.of(symbols))
    for at in places:
        builder.place(at)
    return builder.finish(name=name)


SQUARE = made([(r, c) for r in range(2) for c in range(3)])
GAPPED = made([(0, 0), (0, 1), (1, 1), (2, 0), (2, 2)])
WORDS = made([(0, 0), (0, 2), (1, 1)], symbols=range(8, 12))


@pytest.mark.parametrize(
    "text",
    [
        "12.\n..3",
        "12...3",
        "1 2 .\n. . 3",
        "+--+-+\n|12|0|\n|--+-|\n|0_|3|\n+--+-+",
        "\n12*\n--3\n",
    ],
)
def test_all_spellings_of_the_same_givens(text):
    assert SQUARE.puzzle(text).given_values == ((0, 0), (1, 1), (5, 2))


@pytest.mark.parametrize(
    "text", ["1.\n 2\n3 .", "1.#\n#2#\n3#.", "1..\n.2.\n3..", "1.\n2\n3.", "1.23."]
)
def test_places_without_a_cell_may_be_blank_or_marked(text):
    assert GAPPED.puzzle(text).given_values == ((0, 0), (2, 1), (3, 2))


def test_symbols_of_several_characters_are_separated():
    puzzle = WORDS.puzzle("10 .\n11")
    assert puzzle.given_values == ((0, 2), (2, 3))
    assert str(puzzle) == "10     .\n   11"
    assert WORDS.puzzle(str(puzzle)) == puzzle


def test_mapping_equals_text():
    assert SQUARE.puzzle({"R1C1": 1, "R1C2": "2", "R2C3": "3"}) == SQUARE.puzzle("12.\n..3")


def test_print_and_read_again():
    for text in ("12.\n..3", "...\n..."):
        assert str(SQUARE.puzzle(text)) == text
    assert str(GAPPED.puzzle("1.23.")) == "1.\n 2\n3 ."
    assert GAPPED.puzzle("1.23.").line() == "1.23."


@pytest.mark.parametrize(
    ("geometry", "givens", "error", "says"),
    [
        (SQUARE, "12.\n..x", AlphabetError, r"unknown symbol 'x' in row 2, place 3 \(R2C3\)"),
        (SQUARE, "12.\n..", GivensError, "row 2 of the givens has 2 cells, toy has 3.*add 1"),
        (SQUARE, "12..\n...", GivensError, "row 1 .* has 4 cells.*leave out 1"),
        (SQUARE, "12.\n...\n...", GivensError, "3 rows of givens do not fit 2 rows"),
        (SQUARE, "12.....", GivensError, "the line of the givens has 7 cells.*has 6"),
        (GAPPED, "1.1\n.2.\n3..", GivensError, "row 1"),
        (SQUARE, {"R9C9": 1}, CellReferenceError, "R9C9"),
        (SQUARE, {"R1C1": 7}, AlphabetError, "unknown symbol '7'"),
        (SQUARE, {"R1": 1, "R1C1": 2}, GivensError, "R1C1 is given twice"),
    ],
)
def test_bad_givens(geometry, givens, error, says):
    with pytest.raises(error, match=says):
        geometry.puzzle(givens)


def test_no_givens_at_all():
    assert SQUARE.puzzle().givens == SQUARE.puzzle(" \n").givens == {}
