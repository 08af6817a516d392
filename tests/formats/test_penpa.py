"""Links of Penpa: what is read of a drawing, and what is wrong."""

import warnings

import pytest
from format_samples import penpa

from sudokulib import Limits, read
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning
from sudokulib.shapes import Cage, Shape


def told(text):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        puzzle = read(text)
    assert {warning.category for warning in found} == {UnreadRuleWarning}
    return puzzle, [str(warning.message) for warning in found]


def test_givens_cages_and_words_are_read():
    puzzle, said = told(
        penpa(
            'zN:{"18":["3",1,"1"],"19":["?",1,"1"]},z6:[[18,19],[26,27]],'
            'z1:{"360":[" 5",1],"400":["4",1]},zL:{"1,2":3},zT:[]',
            title="Title: A%2C B,Author: C,D,First%2Dsecond",
        )
    )
    assert puzzle.givens == ((0, 2),)
    assert set(puzzle.shapes) == {Shape(Cage((0, 1))), Shape(Cage((4, 5), 5))}
    assert (puzzle.title, puzzle.author, puzzle.source) == ("A, B", "C", "D")
    assert puzzle.description == "First second"
    assert [text.partition(":")[0] for text in said if ":" in text] == [
        "number", "numberS", "line", "rules",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (penpa("", paper="hex"), "is drawn on 'hex' paper"),
        (penpa("", steps="[18,1,1]"), "is no drawing of a square grid"),
        (penpa("", steps="[18,1,1,1,9,1,1,1,5,1,1,1,5,1,1,1]"), "has a grid with gaps"),
        (penpa("zN:{"), "is broken JSON"),
        ("m=edit&p=" + "A" * 40, "damaged or no link"),
        (penpa("")[:-30], "is cut off"),
        ("m=edit&p=" + "-" * 16, "is cut off"),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(SudokuError) as error:
        read(text)
    assert said in str(error.value)


def test_a_bomb_is_not_inflated():
    with pytest.raises(SudokuError, match="limit"):
        read(penpa('zN:{"18":["' + "x" * 1_000_000 + '",1,"1"]}'), limits=Limits(text=50_000))
