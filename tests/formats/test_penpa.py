"""Links of Penpa: what is read of a drawing, and what is wrong."""

import base64
import warnings
import zlib

import pytest
from format_samples import penpa

from sudokulib import Limits, read, write
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning, Unwritable
from sudokulib.shapes import Cage, Shape


def read_with_warnings(text):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        puzzle = read(text)
    assert {warning.category for warning in found} == {UnreadRuleWarning}
    return puzzle, [str(warning.message) for warning in found]


def test_givens_cages_and_words_are_read():
    puzzle, said = read_with_warnings(
        penpa(
            'zN:{"18":["3",1,"1"],"19":["?",1,"1"]},z6:[[18,19],[26,27]],'
            'z1:{"360":[" 5",1],"400":["4",1]},zL:{"1,2":3},zT:[]',
            title="Title: A%2C B,Author: C,D,First%2Dsecond",
        )
    )
    assert puzzle.given_values == ((0, 2),)
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
        (penpa("", steps="[18,1,1]"), "is not a drawing of a square grid"),
        (penpa("", steps="[18,1,1,1,9,1,1,1,5,1,1,1,5,1,1,1]"), "has a grid with gaps"),
        (penpa("zN:{"), "is broken JSON"),
        ("m=edit&p=" + "A" * 40, "damaged or not a link"),
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


def test_what_is_written_is_a_drawing_with_the_same_meaning():
    text = (
        "{geometry: 4x4, givens: {R1C1: 1}, title: 'A, B', author: C, source: 'D, E', "
        "description: 'F = G, & H', shapes: [{kind: cage, cells: R1C2 R1C3, sum: 5}, "
        "{kind: cage, cells: R3C1 R3C2}, {kind: cage, cells: R1C3 R1C4, sum: 6}]}"
    )
    puzzle = read(text)
    written = write(puzzle, "penpa")
    assert written.dropped == ("the shape “cage of R1C3 R1C4”",)
    raw = base64.b64decode(written.text.partition("#m=edit&p=")[2], validate=True)
    lines = zlib.decompress(raw, -15).decode().split("\n")
    assert lines[0] == (
        "square,4,4,38,0,1,1,190,190,91,91,0,0,0,0,"
        "Title: A%2C B,Author: C,D%2C E,F %2F G%2C %2E H,OFF,false"
    )
    assert 'zN:{"18":["1",1,"1"]}' in lines[3]
    assert 'z1:{"332":["5",1]}' in lines[3]
    assert "z6:[[19,20],[34,35]]" in lines[3]
    assert lines[5] == "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]"
    with pytest.warns(UnreadRuleWarning):
        back = read(written.text)
    for name in ("givens", "title", "author", "source", "description"):
        assert getattr(back, name) == getattr(puzzle, name)


def test_regions_are_read_where_lines_part_the_grid_evenly():
    jigsaw = read("1..............4\nAAABACBBCCDBCDDD")
    written = write(jigsaw, "penpa")
    assert written.dropped == ()
    assert read_with_warnings(written.text)[0] == jigsaw
    uneven, _ = read_with_warnings(penpa('zE:{"74,82":2}'))
    assert uneven.geometry == read_with_warnings(penpa(""))[0].geometry


def test_what_lines_cannot_part_is_not_written():
    with pytest.raises(Unwritable, match="which it does not have"):
        write(read("{geometry: latin-4}"), "penpa")
