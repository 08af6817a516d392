"""Links of Penpa: what is read of a drawing, and what is wrong."""

import base64
import warnings
import zlib

import pytest
from format_samples import penpa

from sudokulib import Limits, read, write
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning, Unwritable
from sudokulib.formats.penpa_drawings import PlaceNumbers, cage_outline
from sudokulib.shapes import Cage, Shape


def packed(text):
    deflate = zlib.compressobj(9, wbits=-15)
    raw = deflate.compress(text.encode()) + deflate.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(raw).decode()}"


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
        "numberS", "number", "line", "rules",
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
        "Title: A%2C B,Author: C,D%2C E,F %2F G%2C %2E H%2DNormal sudoku rules apply.%2D"
        "Digits in a cage cannot repeat and sum to the number indicated (if given).%2D"
        "Digits in a cage cannot repeat and sum to the number indicated (if given) "
        "(R1C3 R1C4; sum 6).,OFF,false"
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


RULES = (
    "{kind: thermometer, lines: [R1C1 R1C2 R2C3]}", "{kind: arrow, circle: R1C1, lines: [R2C1]}",
    "{kind: whisper, d: 3, lines: [R1C1 R1C2]}", "{kind: renban, lines: [R1C1 R1C2 R2C2]}",
    "{kind: palindrome, lines: [R1C1 R1C2 R1C3]}", "{kind: region-sum, lines: [R1C2 R1C3]}",
    "{kind: between, lines: [R1C1 R1C2 R1C3]}", "{kind: difference, cells: R1C1 R1C2}",
    "{kind: ratio, cells: R1C1 R2C1}", "{kind: pair-sum, cells: R1C1 R1C2, sum: 5}",
    "{kind: contains, cells: R1C1 R1C2 R2C1 R2C2, values: [1, 2, 4]}",
    "{kind: sandwich, cells: R2C1>right, sum: 2}", "{kind: x-sum, cells: R4C2>up, sum: 3}",
    "{kind: skyscraper, cells: R1C4>left, count: 2}",
    "{kind: little-killer, cells: R1C2>down-right, sum: 6}",
    "{kind: little-killer, cells: R4C3>up-left, sum: 6}", "{kind: diagonals}",
    "{kind: odd, cells: R1C1}", "{kind: even, cells: R4C4}", "{kind: anti, moves: king}",
    "{kind: cage, cells: R1C1 R1C2 R2C2, sum: 7}",
)  # fmt: skip


@pytest.mark.parametrize("shape", RULES)
def test_rules_are_drawn_and_said_and_read_back(shape):
    puzzle = read(f"{{geometry: 4x4, title: Buzz zN, description: 'z: zZ.', shapes: [{shape}]}}")
    written = write(puzzle, "penpa")
    assert written.dropped == ()
    back, said = read_with_warnings(written.text)
    assert (back.title, back.description) == (puzzle.title, puzzle.description)
    assert [text.partition(":")[0] for text in said] == [said[0], "rules"]


@pytest.mark.parametrize("shape", RULES)
def test_a_drawing_without_its_sentence_is_none(shape):
    text = write(read(f"{{geometry: 4x4, shapes: [{shape}]}}"), "penpa").text
    raw = zlib.decompress(base64.b64decode(text.partition("&p=")[2]), -15).decode()
    heading, _, rest = raw.partition("\n")
    parts = heading.split(",")
    parts[18] = ""
    bare = packed("\n".join([",".join(parts), rest]))
    back, said = read_with_warnings(bare)
    drawn = "kind: cage" not in shape
    assert back.shapes == (() if drawn else (Shape(Cage((0, 1, 5), 7)),))
    assert (len(said) > 1) == (drawn and "kind: anti" not in shape)


def test_pills_are_not_drawn_but_said():
    shape = "{kind: arrow, pill: true, circle: R1C1 R1C2, lines: [R2C3 R3C4 R4C3 R3C2]}"
    written = write(read(f"{{geometry: 4x4, shapes: [{shape}]}}"), "penpa")
    assert written.dropped == ("the shape “arrow of R1C1 R1C2 R2C3 R3C4 …”",)


def test_an_outline_of_a_cage_runs_around_its_corners():
    numbers = PlaceNumbers(4, {18: 0, 19: 1, 26: 4}, 64, 8)
    first = [4 * (64 + place) for place in (18, 19, 26)]
    a, b, c = ([start + quarter for quarter in range(4)] for start in first)
    sides = [(a[0], a[1]), (a[0], a[2]), (a[1], b[0]), (b[0], b[1]), (b[1], b[3]), (b[2], b[3]),
             (a[3], b[2]), (a[3], c[1]), (a[2], c[0]), (c[0], c[2]), (c[1], c[3]),
             (c[2], c[3])]  # fmt: skip
    assert sorted(cage_outline([18, 19, 26], numbers)) == sorted(f"{x},{y}" for x, y in sides)
