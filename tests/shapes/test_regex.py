"""Patterns: read as `re` reads them, exact about what is wrong, bounded in size."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.basics.alphabet import Alphabet
from sudokulib.errors import GeometryError, LimitError
from sudokulib.primitives import Regular
from sudokulib.shapes import regex
from sudokulib.testing.instances.lines import pattern

ABC = Alphabet.of("123")
WORDS = st.lists(st.integers(0, 2), max_size=6)


def accepted(text, word, alphabet=ABC):
    automaton = regex.automaton(regex.parse(text, alphabet), len(alphabet))
    return Regular(tuple(range(len(word))), automaton).check(word)


def matched(text, word, alphabet=ABC):
    return regex.matches(regex.parse(text, alphabet), word)


@pytest.mark.slow
@given(st.data(), WORDS)
def test_patterns_mean_what_they_mean_elsewhere(data, word):
    text = pattern(data.draw, ABC, depth=6)
    known = re.fullmatch(text, "".join(str(i + 1) for i in word)) is not None
    assert accepted(text, word) == known
    assert matched(text, word) == known


@pytest.mark.parametrize(
    ("text", "words", "others"),
    [
        ("", [[]], [[0]]),
        ("()", [[]], [[0]]),
        ("1|", [[], [0]], [[1], [0, 0]]),
        ("(1*)*2{0}", [[], [0], [0, 0]], [[1], [0, 1]]),
        (" 1 ( 2 | 3 ) ", [[0, 1], [0, 2]], [[0], [0, 1, 2]]),
        ("1{ 2 , 3 }", [[0, 0], [0, 0, 0]], [[0], [0] * 4]),
        ("(12?){2,}", [[0, 0], [0, 1, 0], [0, 0, 1, 0, 1]], [[0], [0, 1, 1], [1, 0, 0]]),
        ("(1?2?){3}", [[], [0, 0, 0], [1, 0, 1, 1]], [[0] * 4, [1, 0, 1, 0, 1, 0, 1]]),
    ],
)
def test_words_of_a_pattern(text, words, others):
    for word in words:
        assert accepted(text, word), word
        assert matched(text, word), word
    for word in others:
        assert not accepted(text, word), word
        assert not matched(text, word), word


def test_the_longest_symbol_is_read():
    numbers = Alphabet.of(range(1, 13))
    assert matched("12", [11], numbers)
    assert matched("1 2", [0, 1], numbers)
    assert matched("[1 2]{2}", [0, 1], numbers)
    assert not matched("12", [0, 1], numbers)


def test_symbols_that_look_like_operators_are_escaped():
    signs = Alphabet.of("*.a")
    assert matched(r"\*\.[\*a]", [0, 1, 2], signs)
    assert not matched(r"\*\.[\*a]", [0, 1, 1], signs)
    assert matched("a.*", [2, 1, 0], signs)


def test_composed_and_decomposed_symbols_are_the_same():
    assert matched("e\u0301", [0], Alphabet.of(["\u00e9", "e"]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12(3", "'(' (character 3) opens a group that is never closed; add )"),
        ("12)3", "')' (character 3) closes no group; drop it, or write ( before it"),
        ("[12", "'[' (character 1) opens a set that is never closed; add ]"),
        ("1[]2", "'[' (character 2) opens a set of no symbols; list symbols, as in [13]"),
        ("[^123]", "'[' (character 1) opens a set of no symbols; list symbols, as in [13]"),
        ("[1|2]", "'|' (character 3) is an operator that cannot stand here"),
        ("14", "'4' (character 2) begins no symbol; the symbols are 123"),
        ("*1", "'*' (character 1) has nothing to repeat; write a symbol or a group before it"),
        ("1|+", "'+' (character 3) has nothing to repeat; write a symbol or a group before it"),
        ("1*?", "'?' (character 3) repeats a repetition; put what it repeats into a group"),
        ("1{,2}", "',' (character 3) stands where a number must; write {2}, {2,} or {2,4}"),
        ("1{2", "the end (character 4) does not belong in a repetition; write {2}, {2,} or {2,4}"),
        ("1{3,2}", "'{' (character 2) opens a range that runs backwards; lower number first"),
        ("1{99999}", "'9' (character 3) begins too large a number; write at most 9999"),
        ("1}", "'}' (character 2) is an operator that cannot stand here"),
        ("12\\", "the end (character 4) begins no symbol; the symbols are 123"),
    ],
)
def test_errors_name_the_character(text, said):
    with pytest.raises(GeometryError) as caught:
        regex.parse(text, ABC)
    assert str(caught.value).startswith(f"in the pattern {text!r}, {said}")


@pytest.mark.parametrize(
    "text",
    [
        "1" * 5000,
        "(" * 100 + ")" * 100,
        "((1{100}){100}){100}",
        "((((){9999}){9999}){9999}){9999}",
        "(.{1,9999}|2){9999}",
    ],
)
def test_size_is_bounded(text):
    with pytest.raises(LimitError):
        regex.parse(text, ABC)


@dataclass(frozen=True)
class Largest:
    text: str
    word: list[int]


@pytest.mark.parametrize(
    "case",
    [
        Largest("(1*)*2", [0] * 30),
        Largest("(1|1)*2", [0] * 30),
        Largest("(1?){30}1{30}", [0] * 30),
        Largest("((1{0,40}){0,40})*3", [0] * 30),
    ],
)
def test_patterns_that_are_slow_elsewhere_are_not_here(case):
    wanted = case.text.endswith("{30}")
    assert accepted(case.text, case.word) == wanted
    assert matched(case.text, case.word) == wanted
