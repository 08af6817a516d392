"""PNG and PDF in any alphabet."""

import re

import pytest

import sudokulib
from sudokulib import SudokuError
from sudokulib.puzzles.loading import loads
from sudokulib.scene.items import width_of

GRID = "{{symbols: [{}], build: [{{make: grid, size: 4x4, box: 2x2}}]}}"


def picture(symbols):
    puzzle = loads(f"geometry: {GRID.format(', '.join(symbols))}")
    givens = {f"R1C{i}": symbol for i, symbol in enumerate(symbols, 1)}
    return sudokulib.draw(puzzle.geometry.puzzle(givens), theme="light")


def images(pdf):
    return len(re.findall(rb"/Subtype /Image", pdf))


def test_a_pdf_has_pictures_of_the_texts_that_its_fonts_lack():
    pytest.importorskip("svglib")
    assert images(picture("1234").pdf()) == 0
    assert images(picture("АБВГ").pdf()) == 2 * 4  # each with its mask
    assert images(picture("1ÄБЯ").pdf()) == 2 * 2


def test_signs_that_no_font_has_are_an_error():
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    strange = picture(["1", "2", "3", "\U0010ff00"])
    for make in (strange.png, strange.pdf):
        with pytest.raises(SudokuError, match="no font here has \U0010ff00; install"):
            make()
    assert "\U0010ff00" in strange.svg()


def test_fonts_that_are_not_there():
    with pytest.raises(SudokuError, match="no font file nowhere"):
        picture("1234").png(fonts=["nowhere.ttf"])


def test_what_is_seen_as_one_sign_is_as_wide_as_one():
    assert width_of("👩‍🚀") == width_of("🍎") == width_of("🇩🇪")
    assert width_of("é") == width_of("e\u0301") == width_of("e")
    assert width_of("數") < 2 * width_of("8")


def test_two_digits_stay_inside_their_cell():
    symbols = ["10", "11", "12", "13"]
    given = next(
        item for item in picture(symbols).scene.items if getattr(item, "ink", "") == "given"
    )
    assert 0.7 * 2 * given.size < 0.85
