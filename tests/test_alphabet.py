"""Symbols, values, marks and text."""

import pytest

from sudokulib.basics.alphabet import Alphabet, graphemes
from sudokulib.errors import AlphabetError

FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"


@pytest.mark.parametrize(
    ("symbols", "values"),
    [
        ("123456789", range(1, 10)),
        ("0123456789ABCDEF", range(16)),
        ("123456789ABCDEFG", range(1, 17)),
        ("ΑΒΓΔ", range(1, 5)),
        (range(1, 26), range(1, 26)),
        (["10", "20", "40"], [10, 20, 40]),
        (["01", "1"], [1, 2]),
        (range(-2, 3), range(-2, 3)),
        (range(5), range(5)),
        (["-9", "3", "-1"], [-9, 3, -1]),
        (["-2", "a", "b"], [-2, -1, 0]),
        (["a", "-2"], [1, 2]),
        (["-", "+"], [1, 2]),
    ],
)
def test_values_follow_from_the_symbols(symbols, values):
    assert Alphabet.of(symbols).values == tuple(values)


def test_explicit_values_are_kept():
    assert Alphabet.of("abc", [5, -1, 0]).values == (5, -1, 0)


def test_sixty_four_symbols_and_more():
    alphabet = Alphabet.of(chr(0x4E00 + i) for i in range(100))
    assert len(alphabet) == 100
    assert alphabet.mask(alphabet.symbols[99]) == 1 << 99


def test_a_grapheme_of_several_code_points_is_one_symbol():
    alphabet = Alphabet.of(FAMILY + "🦊e\u0301")
    assert alphabet.symbols == (FAMILY, "🦊", "é")
    assert alphabet.compact
    assert alphabet.split(f"{FAMILY}.é") == [FAMILY, ".", "é"]


def test_text_is_compared_in_nfc():
    assert Alphabet.of("é").index("e\u0301") == 0
    assert graphemes("e\u0301") == ["é"]


@pytest.mark.parametrize(
    ("symbols", "empties", "symbol"),
    [("123", ".0_", "1"), ("012", "._", "0"), (".0", "_*", ".")],
)
def test_marks_for_empty_are_those_that_are_no_symbols(symbols, empties, symbol):
    alphabet = Alphabet.of(symbols)
    assert all(alphabet.is_empty(mark) for mark in empties)
    assert not alphabet.is_empty(symbol)
    assert alphabet.empty == empties[0]


def test_words_need_separators():
    alphabet = Alphabet.of(range(1, 17))
    assert not alphabet.compact
    assert alphabet.split("1, 16 .") == ["1", "16", "."]
    assert alphabet.mask("1 16") == 1 | 1 << 15


@pytest.mark.parametrize(
    ("make", "quoted"),
    [
        (lambda: Alphabet.of(""), "at least one symbol"),
        (lambda: Alphabet.of("1231"), "'1' stands twice"),
        (lambda: Alphabet.of(["a b"]), "'a b'"),
        (lambda: Alphabet.of("12", [1]), r"\[1\]"),
        (lambda: Alphabet.of("12", [3, 3]), r"\[3, 3\]"),
        (lambda: Alphabet(("1", "2"), (), "1"), "'1' is a symbol and the mark"),
        (lambda: Alphabet.of(["1", "1" * 5000]), "'11111111111111111111…' is more than 1,000,000"),
        (lambda: Alphabet.of("ab", [0, -1_000_001]), "'b' is more than 1,000,000 from 0"),
        (lambda: Alphabet.of("123").index("x"), "unknown symbol 'x'"),
        (lambda: Alphabet.of("123").mask("1x"), "unknown symbol 'x'"),
    ],
)
def test_errors_quote_the_input(make, quoted):
    with pytest.raises(AlphabetError, match=quoted):
        make()


def test_the_mark_for_empty_is_not_part_of_the_meaning():
    assert hash(Alphabet.of("12")) == hash(Alphabet(("1", "2"), (), "-"))
