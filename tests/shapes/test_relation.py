"""Relations in files: what they mean, and what is said of those that are none."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.errors import GeometryError
from sudokulib.shapes.relation import relation

NUMBERS = range(-3, 10)

MEANINGS = {
    "a < b": lambda a, b: a < b,
    "a - b - 1 = 0": lambda a, b: a - b - 1 == 0,
    "a = 2*b or b = 2*a": lambda a, b: a == 2 * b or b == 2 * a,
    "not a = b and b > 2": lambda a, b: a != b and b > 2,
    "not (a = b and b > 2)": lambda a, b: not (a == b and b > 2),
    "a = 1 or a = 2 and b = 3": lambda a, b: a == 1 or (a == 2 and b == 3),
    "1 <= a <= b < 7": lambda a, b: 1 <= a <= b < 7,
    "abs(a - b) >= 5": lambda a, b: abs(a - b) >= 5,
    "max(a, b, 4) - min(a,b) != 3": lambda a, b: max(a, b, 4) - min(a, b) != 3,
    "-a*-b + 2 == (a + b) * 2": lambda a, b: a * b + 2 == (a + b) * 2,
    "a * 10 + b % 7 > 30": lambda a, b: a * 10 + b % 7 > 30,
    "a // 2 * 2 = a": lambda a, b: a % 2 == 0,
    "min(a) = max(3)": lambda a, b: a == 3,
    "((a)) = ((b))": lambda a, b: a == b,
}


@pytest.mark.parametrize("text", MEANINGS)
def test_it_means_what_it_says(text):
    read = relation(text)
    for a in NUMBERS:
        for b in NUMBERS:
            assert read(a, b) == MEANINGS[text](a, b), (a, b)


def test_division_by_nothing_never_holds():
    for text in ("a // b = 2", "a % b = 0"):
        assert relation(text)(4, 2)
        assert not relation(text)(0, 0)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "ends where there should be a number"),
        ("a +", "ends where there should be a number"),
        ("a + b", "ends where there should be a comparison"),
        ("a $ b", "'$' at character 3"),
        ("a < c", "'c' at character 5"),
        ("a = b b", "'b' at character 7"),
        ("(a = b", "ends where there should be a closing bracket"),
        ("a = b)", "')' at character 6"),
        ("a or b = 1", "'or' at character 3"),
        ("abs(a, b) = 1", "',' at character 6"),
        ("abs a = 1", "'a' at character 5"),
        ("(a < b) + 1 = 2", "'b' at character 6"),
        ("a = 1.5", "'.' at character 6"),
        ("a**2 = b", "'*' at character 3"),
        ("__import__('os') = a", "'__import__' at character 1"),
        ("a.real = 1", "'.' at character 2"),
        ("(" * 50 + "a" + ")" * 50 + " = b", "no more than 40"),
        ("a = " + "not " * 50 + "b", "'not' at character 5"),
        ("not " * 50 + "a = b", "no more than 40"),
        ("a = b or " * 200 + "a = b", "characters is longer than"),
    ],
)
def test_what_is_no_relation_is_pointed_at(text, place):
    with pytest.raises(GeometryError) as error:
        relation(text)
    assert place in str(error.value)


@given(st.text("ab10+-*/%()=<>!, andortmixsb", max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        read = relation(text)
    except GeometryError:
        return
    assert read(1, 2) in (True, False)


def test_the_longest_can_be_worked_out():
    text = " or ".join(["a=1"] * 140)
    assert relation(text)(1, 0)
    assert not relation(text)(2, 0)


def test_relations_are_plain_data():
    read = pickle.loads(pickle.dumps(relation("abs(a - b) = 1")))
    assert read(3, 4)
    assert not read(3, 5)
