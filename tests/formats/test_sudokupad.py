"""Links of SudokuPad: shrunk JSON, what is only drawn, and what is wrong."""

import json
import re
import warnings
from dataclasses import replace
from urllib.parse import unquote

import pytest
from format_samples import SAMPLES
from support import one_in

from sudokulib import geometry, read, solutions, write
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning, format_named
from sudokulib.formats.lzstring import compress, decompress
from sudokulib.formats.round_trip import dropped
from sudokulib.formats.sudokupad import reading_of
from sudokulib.formats.sudokupad.shrunk import unshrink
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import kinds


def link(data):
    return "scl" + compress(data if isinstance(data, str) else json.dumps(data))


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("[,]", [{}, {}]),
        ("[{v:1},,{}]", [{"value": 1}, {}, {}]),
        ("{t:'a \\'b\\' \"c\"',c:#0,d:00ff00,e:f}",
         {"title": "a 'b' \"c\"", "color": "#0", "d": "00ff00", "e": False}),
        ('{"cells": [], "x": null}', {"cells": [], "x": None}),
        ("[-1.5,12]", [-1.5, 12]),
    ],
)  # fmt: skip
def test_shrunk_json(text, data):
    assert unshrink(text) == data


@pytest.mark.parametrize("text", ["", "[", "{a", "{a:1", "[1 2]", "{a:1}}", "[" * 100, "'"])
def test_broken_json_is_an_error(text):
    with pytest.raises(SudokuError, match="JSON"):
        unshrink(text)


def test_words_and_drawings_are_warned_of():
    shrunk = SAMPLES["sudokupad"][2].text
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        puzzle = read(shrunk)
    assert {warning.category for warning in found} == {UnreadRuleWarning}
    assert {warning.filename for warning in found} == {__file__}
    assert [str(warning.message).partition(":")[0] for warning in found] == [
        "rules", "rules", "lines", "underlays",
    ]  # fmt: skip
    assert (puzzle.title, puzzle.author) == ('It\'s "Four"', "Somebody")
    assert puzzle.description == "All lines are thermometers."
    assert [puzzle.name_of(shape) for shape in puzzle.shapes] == ["cage of R1C2 R1C3"]


@pytest.mark.parametrize(("boxed", "said"), [(True, 0), (False, 1)])
def test_normal_rules_are_read_where_there_are_regions(boxed, said):
    cells = [[[r, c] for r in (0, 1) for c in (0, 1)], [[r, c] for r in (0, 1) for c in (2, 3)]]
    below = [[[r + 2, c] for r, c in box] for box in cells]
    data = {
        "cells": [[{}] * 4] * 4,
        "regions": [*cells, *below] if boxed else [],
        "metadata": {"rules": "Normal sudoku rules apply."},
    }
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        read(link(data))
    assert len(found) == said


def test_what_is_written_is_plain_json_in_a_link():
    puzzle = read(SAMPLES["sudokupad"][0].text)
    data = json.loads(
        decompress(
            write(puzzle, "sudokupad")
            .text.partition("scl")[2]
            .replace("%2B", "+")
            .replace("%2F", "/")
            .replace("%3D", "=")
        )
    )
    assert data["cages"] == [{"cells": [[0, 1], [0, 2]], "value": "5"}]
    assert data["metadata"] == {
        "title": "Four",
        "rules": "Normal sudoku rules apply.\nDigits in a cage cannot repeat and sum to the number "
        "indicated (if given).",
        "description": "",
        "solution": "1234341221434321",
    }


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([1, 2, 3], "has no cells"),
        ({"cells": [[{}] * 4] * 3}, "not as many columns"),
        ({"cells": [[{"value": 9}] * 4] * 4}, "'9' in R1C1 is not a value"),
        ({"cells": [[{}] * 4] * 4, "regions": [[[0, c] for c in range(4)] + [[1, 0]]]},
         "a region has 5 cells"),
        ({"cells": [[{}] * 4] * 4, "cages": [{"cells": [[0, 0], [0, 1]], "value": 99}]},
         "cannot sum to 99"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(data, said):
    with pytest.raises(SudokuError) as error:
        read(link(data))
    assert said in str(error.value)


def test_an_id_holds_windows_diagonals_title_and_author():
    puzzle = read(SAMPLES["sudokupad-id"][1].text)
    assert (puzzle.title, puzzle.author) == ("A * title", "Somebody")
    names = sorted(puzzle.name_of(shape) for shape in puzzle.shapes)
    assert names == ["long falling diagonal", "long rising diagonal", *["window"] * 4]
    written = write(read("{geometry: windoku, title: A - B, author: C}"), "sudokupad-id")
    assert written.dropped == tuple(f"that “window {n}” is a window" for n in (1, 2, 3, 4))
    assert written.text.endswith("*wtA%20-%20B*aC")
    assert write(puzzle, "sudokupad-id").dropped == ("the title 'A * title'",)


def test_what_is_unknown_in_an_id_is_warned_of():
    with pytest.warns(UnreadRuleWarning, match="'q' is unknown"):
        assert len(read(SAMPLES["sudokupad-id"][0].text + "*qx").shapes) == 2


@pytest.mark.parametrize("text", ["scf" + "0" * 80, "scf" + "0" * 82 + "*", "classic" + "B" * 80])
def test_an_id_of_other_size_is_an_error(text):
    with pytest.raises(SudokuError, match=r"81 cells.*export the puzzle as scl"):
        format_named("sudokupad-id").read(text, "<text>", DEFAULT_LIMITS)


def test_texts_hold_no_mark_that_lengthening_would_change():
    puzzle = read("{geometry: latin-4, title: 'a,b:c,, {d:t} [,]'}")
    link = write(puzzle, "sudokupad")
    assert link.dropped == ()
    text = decompress(unquote(link.text.partition("scl")[2]))
    strings = re.findall(r'"[^"]*"', text)
    assert not any(mark in string for string in strings for mark in ",:[]{}")
    assert "[]" not in text
    assert json.loads(text)["metadata"]["title"] == "a,b:c,, {d:t} [,]"


BOXES = [[[r + a, c + b] for a in (0, 1) for b in (0, 1)] for r in (0, 2) for c in (0, 2)]


def drawn(rules, cages=(), **drawings):
    """A link to a 4×4 grid with boxes, with these rules after the normal ones."""
    return link({
        "cells": [[{}] * 4] * 4, "regions": BOXES, "cages": list(cages),
        "metadata": {"rules": f"Normal sudoku rules apply. {rules}"}, **drawings,
    })  # fmt: skip


def line(*points, color="#67F067", **more):
    return {"wayPoints": [list(p) for p in points], "color": color, "thickness": 10, **more}


def mark(row, column, width=0.8, *, rounded=True, fill="#CFCFCF", **more):
    return {"center": [row, column], "width": width, "height": width, "rounded": rounded,
            "backgroundColor": fill, **more}  # fmt: skip


def written(row, column, text, **more):
    return {"center": [row, column], "width": 0.5, "height": 0.5, "text": text, **more}


GREY = "#CFCFCF"
WHITE_DOT = mark(0.5, 1, 0.3, fill="#FFFFFF", borderColor="#000000")
BLACK_DOT = mark(1, 0.5, 0.3, fill="#000000")

MEANT = [
    ("Digits along thermometers increase from the bulb.",
     {"lines": [line((0.5, 0.5), (2.5, 2.5), (2.5, 3.5), color=GREY)],
      "underlays": [mark(0.5, 0.5, 0.65)]},
     "{kind: thermometer, lines: [R1C1 R2C2 R3C3 R3C4]}"),
    ("Digits increase from the bulb to the tip.",
     {"lines": [line((0.5, 0.5), (0.5, 2.5), color="cfcfcf")], "overlays": [mark(0.5, 2.5)]},
     "{kind: thermometer, lines: [R1C3 R1C2 R1C1]}"),
    ("Digits on an arrow sum to the digit in its circle.",
     {"arrows": [line((0.5, 0.81), (0.5, 1.5), (2.5, 3.5), headLength=0.3)],
      "underlays": [mark(0.5, 0.5, fill="#FFFFFF", borderColor=GREY)]},
     "{kind: arrow, circle: R1C1, lines: [R1C2 R2C3 R3C4]}"),
    ("Digits on an arrow sum to the digit in its circle.",
     {"arrows": [line((1.5, 1.81), (1.5, 2.5), (0.5, 3.5), (0.5, 0.5))],
      "underlays": [{**mark(1.5, 1, 0.7, fill="#FFFFFF"), "width": 1.7}]},
     "{kind: arrow, pill: true, circle: R2C1 R2C2, lines: [R2C3 R1C4-R1C1]}"),
    ("Digits along a purple line lie between the digits in its circles.",
     {"lines": [line((0.81, 0.5), (2.19, 0.5), color="#D23BE7")],
      "underlays": [mark(0.5, 0.5, 0.7), mark(2.5, 0.5, 0.7)]},
     "{kind: between, lines: [R1C1 R2C1 R3C1]}"),
    ("Cells separated by a white dot contain consecutive digits.", {"overlays": [WHITE_DOT]},
     "{kind: difference, cells: R1C1 R1C2}"),
    ("Black dots join cells with a 1:2 ratio.", {"overlays": [BLACK_DOT]},
     "{kind: ratio, cells: R1C1 R2C1}"),
    ("Cells separated by a V contain digits summing to 5.",
     {"underlays": [mark(1.5, 2, 0.25, rounded=False, fill="#FFFFFF")],
      "overlays": [written(1.5, 2, "V")]},
     "{kind: pair-sum, cells: R2C2 R2C3, sum: 5}"),
    ("Digits in a circle must appear in the four surrounding cells.",
     {"overlays": [mark(2, 1, 0.6, fill="#FFFFFF", text=""), written(1.9, 1, "1 2"),
                   written(2.1, 1, "4")]},
     "{kind: contains, cells: R2C1 R2C2 R3C1 R3C2, values: [1, 2, 4]}"),
    ("Clues outside the grid give the sum of the digits along the indicated diagonal.",
     {"overlays": [written(-0.5, 0.5, "6")],
      "arrows": [line((-0.45, 0.55), (0, 1), headLength=0.3)]},
     "{kind: little-killer, cells: R1C2>down-right, sum: 6}"),
    ("Clues outside the grid give the sum of the first X digits, where X is the first digit.",
     {"overlays": [written(1.5, 4.5, 7)]}, "{kind: x-sum, cells: R2C4>left, sum: 7}"),
    ("Clues outside the grid give the sum of the digits between the 1 and the 4 in that row or "
     "column.", {"overlays": [written(-0.5, 1.5, "3")]},
     "{kind: sandwich, cells: R1C2>down, sum: 3}"),
    ("Clues outside the grid show the number of visible skyscrapers.",
     {"underlays": [written(4.5, 0.5, "2")]}, "{kind: skyscraper, cells: R4C1>up, count: 2}"),
    ("Grey circles contain odd digits.", {"underlays": [mark(0.5, 0.5)]},
     "{kind: odd, cells: R1C1}"),
    ("Grey squares contain even digits.", {"underlays": [mark(1.5, 3.5, rounded=False)]},
     "{kind: even, cells: R2C4}"),
    ("Grey lines are palindromes.", {"lines": [line((0.5, 0.5), (0.5, 3.5), color=GREY)]},
     "{kind: palindrome, lines: [R1C1 R1C2 R1C3 R1C4]}"),
    ("Adjacent digits on a green line differ by at least 2.",
     {"lines": [line((0.5, 0.5), (1.5, 1.5))]}, "{kind: whisper, d: 2, lines: [R1C1 R2C2]}"),
    ("Lines contain a set of consecutive digits, in any order.",
     {"lines": [line((0.5, 0.5), (1.5, 1.5))]}, "{kind: renban, lines: [R1C1 R2C2]}"),
    ("Box borders divide blue lines into segments with equal sums.",
     {"lines": [line((0.5, 0.5), (0.5, 2.5), color="#2ECBFF")]},
     "{kind: region-sum, lines: [R1C1 R1C2 R1C3]}"),
    ("Digits cannot repeat on either diagonal.",
     {"lines": [line((0, 0), (4, 4)), line((0, 4), (4, 0))]},
     "{kind: house, cells: R1C4>down-left}"),
    ("Anti-knight rules apply.", {}, "{kind: anti, moves: knight}"),
    ("Digits cannot repeat in cages.", {"cages": [{"cells": [[0, 1], [0, 2]]}]},
     "{kind: cage, cells: R1C2 R1C3}"),
]  # fmt: skip
"""Sentences and drawings as various programs make them, and what they mean together."""


def read_warned(text):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        puzzle = read(text)
    return puzzle, [str(one.message) for one in found]


@pytest.mark.parametrize(("sentence", "drawings", "shape"), MEANT)
def test_a_drawing_and_a_sentence_are_a_rule_together_and_none_alone(sentence, drawings, shape):
    puzzle, messages = read_warned(drawn(sentence, **drawings))
    expected = read(f"geometry: 4x4\nshapes: [{shape}]")
    assert messages == []
    assert expected.shapes[0].meaning in {one.meaning for one in puzzle.all_shapes}
    if drawings:
        alone, messages = read_warned(drawn("", **drawings))
        assert alone.shapes == ()
        assert messages
        assert not any(message.startswith("rules") for message in messages)
        if "diagonal" not in sentence or "outside" in sentence:
            said, messages = read_warned(drawn(sentence))
            assert said.shapes == ()
            assert [message.partition(":")[0] for message in messages] == ["rules"]


@pytest.mark.parametrize(
    ("sentences", "drawings", "left"),
    [
        # two sentences for the same line, or the same number
        ("Lines are palindromes. Green lines contain a set of consecutive digits.",
         {"lines": [line((0.5, 0.5), (1.5, 1.5))]}, ["rules", "lines"]),
        ("Clues outside the grid show the number of visible skyscrapers. Clues outside the grid "
         "show the sum of the digits between the 1 and the 4.",
         {"overlays": [written(-0.5, 0.5, "3")]}, ["rules", "overlays"]),
        # a bulb that may be a circle of an odd digit
        ("Digits along thermometers increase from the bulb. Grey circles contain odd digits. "
         "Grey lines are palindromes.",
         {"lines": [line((0.5, 0.5), (1.5, 1.5), color=GREY)], "underlays": [mark(0.5, 0.5)]},
         ["rules", "lines", "underlays"]),
        # another colour, two colours, no cell centres, two bulbs, just one diagonal
        ("Red lines are palindromes.", {"lines": [line((0.5, 0.5), (1.5, 1.5))]},
         ["rules", "lines"]),
        ("Grey squares contain even digits.",
         {"underlays": [mark(0.5, 0.5, rounded=False, fill="#4080FF")]}, ["rules", "underlays"]),
        ("Green lines are palindromes.", {"lines": [line((0, 0), (1.5, 1.5))]}, ["rules", "lines"]),
        ("Green lines are palindromes.", {"lines": [line((0.5, 0.5), (1.5, 3.5))]},
         ["rules", "lines"]),
        ("Digits along thermometers increase from the bulb.",
         {"lines": [line((0.5, 0.5), (1.5, 1.5), color=GREY)],
          "underlays": [mark(0.5, 0.5), mark(1.5, 1.5)]}, ["rules", "lines", "underlays"]),
        ("Digits cannot repeat on either diagonal.", {"lines": [line((0, 0), (4, 4))]},
         ["rules", "lines"]),
        # all dots of one colour only; whispers of two differences; bars that dots may lift
        ("White dots join cells with consecutive digits. All dots are given.",
         {"overlays": [WHITE_DOT]}, ["rules"]),
        ("Adjacent digits on a green line differ by at least 2. Adjacent digits on a red line "
         "differ by at least 3.", {"lines": [line((0.5, 0.5), (1.5, 1.5))]}, ["rules", "lines"]),
        ("White dots join cells with consecutive digits. Adjacent cells cannot be consecutive.",
         {"overlays": [WHITE_DOT]}, ["rules"]),
        # points that are none
        ("Lines are palindromes.",
         {"lines": [line((0.5, 0.5), ("x", 1)), line((0.5, 0.5)), {}, 5,
                    line((1e9, 1e9), (0, 1e9))]},
         ["rules", "lines"]),
    ],
)  # fmt: skip
def test_what_could_mean_two_things_is_left_over(sentences, drawings, left):
    puzzle, messages = read_warned(drawn(sentences, **drawings))
    assert [message.partition(":")[0] for message in messages] == left
    assert {one.kind for one in puzzle.shapes} <= {"difference"}


def test_rules_that_do_not_mention_the_normal_ones_are_warned_of():
    data = {"cells": [[{}] * 4] * 4, "regions": BOXES, "metadata": {"rules": "That's it!"}}
    assert read_warned(link(data))[1] == [
        "rules: they do not say that rows, columns and regions have no repeats; this is assumed"
    ]


def test_pictures_and_unknown_keys_are_warned_of():
    data = {"cells": [[{}] * 4] * 4, "metadata": {"bgimage": "x"}, "fog": [1], "settings": {"a": 1}}
    messages = read_warned(link(data))[1]
    assert [message.partition(":")[0] for message in messages] == ["bgimage", "'fog'"]


@pytest.mark.parametrize(
    "fog", [{"foglight": []}, {"fogofwar": ["R9C9"]}, {"cages": [{"value": "FOW", "cells": []}]}]
)
def test_fog_in_which_no_cell_is_seen_is_warned_of(fog):
    puzzle, messages = read_warned(link({"cells": [[{}] * 4] * 4, "regions": BOXES, **fog}))
    assert not puzzle.fog
    assert "fog: no cell of the grid is seen at the start; it is read without fog" in messages


def test_all_dots_of_both_colours_forbid_others():
    both = "White dots join cells with consecutive digits. Black dots join cells with a 1:2 ratio."
    dots = {"overlays": [WHITE_DOT, BLACK_DOT]}
    puzzle, messages = read_warned(drawn(f"{both} All dots are given.", **dots))
    assert {shape.kind for shape in puzzle.shapes} >= {"difference", "negative", "ratio"}
    assert messages == []
    some, messages = read_warned(drawn(f"{both} Not all dots are given.", **dots))
    assert sorted(shape.kind for shape in some.shapes) == ["difference", "ratio"]
    assert messages == []


def test_all_dots_of_a_grid_leave_the_grids_with_the_same_dots():
    sides = [(c, c + 1) for c in range(16) if c % 4 < 3] + [(c, c + 4) for c in range(12)]
    grids = [one.indices for one in solutions("4x4")]

    def dots(values):
        """Return the sort of each pair; 1 and 2 may have a dot of either colour."""
        pairs = [sorted((values[a] + 1, values[b] + 1)) for a, b in sides]
        return [(2 * a == b, a + 1 == b) for a, b in pairs]

    # Six other grids have these dots, and further pairs of consecutive digits.
    first = tuple(int(digit) - 1 for digit in "1324423124133142")
    shown = dots(first)
    overlays = [
        {**(BLACK_DOT if ratio else WHITE_DOT),
         "center": [(a // 4 + b // 4 + 1) / 2, (a % 4 + b % 4 + 1) / 2]}
        for (a, b), (ratio, near) in zip(sides, shown, strict=True) if ratio or near
    ]  # fmt: skip
    expected = [
        grid for grid in grids
        if all(
            r if ratio else n if near else not (r or n)
            for (ratio, near), (r, n) in zip(shown, dots(grid), strict=True)
        )
    ]  # fmt: skip
    said = (
        "White dots join cells with consecutive digits. Black dots join cells with a 1:2 ratio. "
        "All dots are given."
    )
    puzzle, messages = read_warned(drawn(said, overlays=overlays))
    assert messages == []
    assert sorted(one.indices for one in solutions(puzzle)) == sorted(expected)


@pytest.mark.parametrize(
    "shape",
    [
        *(shape for *_, shape in MEANT if "kind: house" not in shape),
        "{kind: nonconsecutive}", "{kind: anti, moves: king}",
        "{kind: cage, cells: R1C1 R1C2, sum: 5}",
        "{kind: house, cells: R1C1>down-right}, {kind: house, cells: R1C4>down-left}",
        "{kind: whisper, d: 3, lines: [R1C1 R1C2]}",
    ],
)  # fmt: skip
def test_rules_are_drawn_with_their_meaning_and_read_back(shape):
    puzzle = read(f"{{geometry: 4x4, title: A, description: Be brave., shapes: [{shape}]}}")
    back = write(puzzle, "sudokupad")
    assert back.dropped == ()
    found, messages = read_warned(back.text)
    assert found.description == "Be brave."
    assert messages == ["rules: a rule that is only said in words is not read: 'Be brave.'"]


def test_a_reading_lists_what_was_understood_and_what_was_not():
    data = {"lines": [line((0.5, 0.5), (1.5, 1.5)), line((0, 0), (1, 0))]}
    found = reading_of(drawn("Green lines are palindromes. Odd!", **data))
    assert found.understood == ("Normal sudoku rules apply.", "Green lines are palindromes.")
    assert [message.partition(":")[0] for message in found.unread] == ["rules", "lines"]
    assert [shape.kind for shape in found.puzzle.shapes] == ["palindrome"]


def link_data(text):
    return unshrink(decompress(unquote(text.partition("scl")[2])))


def without_warning(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return read(text)


def test_what_sudokupad_does_not_know_is_drawn_as_in_pictures_and_said():
    shapes = "{kind: windows, size: [2, 2]}, {kind: high, cells: R1C1}"
    puzzle = read(f"{{geometry: 4x4, shapes: [{shapes}]}}")
    done = write(puzzle, "sudokupad")
    assert done.dropped == ()
    assert without_warning(done.text) == puzzle
    data = link_data(done.text)
    assert data["metadata"]["rules"].splitlines()[1:] == [
        "Digits cannot repeat in any of the shaded windows.",
        "Cells marked high contain digits of the upper half.",
    ]
    window, *_ = data["lines"]
    assert {(r, c) for r, c in window["wayPoints"]} == {
        (r, c) for r in (1.03, 2.97) for c in (1.03, 2.97)
    }
    assert [one["text"] for one in data["overlays"]] == ["high"]


@pytest.mark.parametrize(
    "kind", one_in(2, [one for one in kinds() if one.example]), ids=lambda one: one.name
)
def test_every_kind_is_drawn_or_said_and_read_back(kind):
    puzzle = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}\n")
    done = write(puzzle, "sudokupad")
    assert done.dropped == ()
    found = reading_of(done.text)
    assert dropped(puzzle, found.puzzle) == ((), ())
    data = link_data(done.text)
    if "sudokulib" in data["metadata"]:
        assert found.unread == ()
        # The drawing alone never means more than the puzzle, and what it leaves out is told.
        del data["metadata"]["sudokulib"]
        try:
            alone = reading_of(link(data))
        except SudokuError:
            return
        lost, _ = dropped(puzzle, alone.puzzle)
        assert alone.unread or not lost


def test_a_copy_counts_until_the_drawing_is_edited():
    puzzle = read("{geometry: 4x4, shapes: [{kind: parity, lines: [R1C1 R1C2]}]}")
    data = link_data(write(puzzle, "sudokupad").text)
    assert read(link(data)) == puzzle
    data["cells"][3][3]["value"] = "4"
    found = reading_of(link(data))
    assert found.puzzle.line() == "." * 15 + "4"
    assert "the drawing was changed after sudokulib wrote it" in found.unread[-1]


def test_a_copy_that_cannot_be_read_is_told_of():
    puzzle = read("{geometry: 4x4, shapes: [{kind: parity, lines: [R1C1 R1C2]}]}")
    data = link_data(write(puzzle, "sudokupad").text)
    data["metadata"]["sudokulib"]["puzzle"]["shapes"][0]["kind"] = "of-next-year"
    found = reading_of(link(data))
    assert found.puzzle.shapes == ()
    assert re.search("copy for sudokulib is not read: .*of-next-year", found.unread[-1])


def test_a_link_holds_a_copy_only_if_the_drawing_leaves_something_out():
    plain = read("{geometry: 4x4, shapes: [{kind: thermometer, lines: [R1C1 R1C2]}]}")
    assert "sudokulib" not in link_data(write(plain, "sudokupad").text)["metadata"]


@pytest.mark.parametrize(("more", "texts"), [("", ["2"]), (", mod: '34'", ["region 2", "mod 3"])])
def test_symbols_given_in_layers_are_written_with_their_layer(more, texts):
    build = "[{make: grid, size: 4x4, box: 2x2}]"
    givens = "region.R1C1: 2" + (", mod.R1C1: 3" if more else "")
    text = f"symbols: 1234, build: {build}, layers: {{region: '12'{more}}}"
    puzzle = read(f"{{geometry: {{{text}}}, givens: {{{givens}}}}}")
    data = link_data(write(puzzle, "sudokupad").text)
    assert [one["text"] for one in data["overlays"]] == texts


def test_rules_on_hexagons_are_said_with_their_cells():
    home = geometry("hanidoku")
    line = " ".join(cell.name for cell in home.cells[:2])
    puzzle = home.puzzle().add("parity", line)
    done = write(puzzle, "sudokupad")
    assert read(done.text) == puzzle
    data = link_data(done.text)
    assert "lines" not in data
    said = f"Odd and even digits alternate along the line ({line})."
    assert data["metadata"]["rules"].splitlines()[-1] == said


def test_symbols_without_keys_are_told_of():
    puzzle = read(
        "{geometry: {symbols: ΑΒΓΔ, build: [{make: grid, size: 4x4, box: 2x2}]}, givens: {R1C1: Β}}"
    )
    done = write(puzzle, "sudokupad")
    assert done.dropped == ("how to enter Α Β Γ Δ, as SudokuPad has keys for digits and letters",)
    assert link_data(done.text)["cells"][0][0] == {"value": "Β"}
    assert read(done.text) == puzzle


def test_what_is_given_in_layers_is_drawn_on_the_cells():
    layers = "{shade: {at: cells, symbols: '12'}}"
    puzzle = read(
        f"{{geometry: {{symbols: 1234, build: [{{make: grid, size: 4x4}}], layers: {layers}}},"
        " givens: {shade.R1C1: 2, shade.R2C2: 1},"
        " shapes: [{kind: yin-yang, shaded: [2], cells: shade}]}"
    )
    done = write(puzzle, "sudokupad")
    assert read(done.text) == puzzle
    data = link_data(done.text)
    assert len(data["cells"]) == len(data["cells"][0]) == 4
    filled = [one for one in data["lines"] if "fill" in one]
    assert [one["wayPoints"][0] for one in filled] == [[0, 0]]


@pytest.mark.parametrize(
    "name",
    [
        *("samurai", "windmill", "butterfly", "windoku-x", "disjoint-groups", "tredoku-9", "x"),
        "toroidal-jigsaw",
    ],
)
def test_grids_that_overlap_are_read_back(name):
    home = geometry(name)
    given = home.cells[0].name
    puzzle = home.puzzle({given: "1"}, title="Mine").add(
        "cage", f"{given} {home.cells[1].name}", sum=5
    )
    puzzle = puzzle.add("thermometer", " ".join(cell.name for cell in home.cells[:3]))
    written = write(puzzle, "sudokupad")
    assert written.dropped == ()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(written.text) == puzzle


def test_overlapping_grids_without_a_known_name_have_the_same_sets():
    puzzle = replace(geometry("samurai-4x4"), name="").puzzle({"R1C1": "1"})
    with pytest.warns(UnreadRuleWarning, match="Each row, column and region"):
        back = read(write(puzzle, "sudokupad").text)
    assert back.geometry.name == ""
    assert dropped(puzzle, back) == ((), ())
    mine, other = (one.geometry.topology for one in (puzzle, back))
    cells = range(len(puzzle.geometry))
    assert list(map(mine.neighbours, cells)) == list(map(other.neighbours, cells))


def test_a_given_outside_all_sets_is_refused():
    cells = [[{}] * 4, [{}] * 4, [{}] * 3 + [{"value": "1"}]]
    cages = [{"cells": [[0, 0], [0, 1]], "unique": True, "hidden": True}]
    with pytest.raises(SudokuError, match="R3C4 has a value"):
        read(link({"cells": cells, "cages": cages}))
