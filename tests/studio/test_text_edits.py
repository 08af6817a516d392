"""Edits of text: what is wanted is changed, and nothing else."""

from __future__ import annotations

import pytest

import sudokulib
from sudokulib.cli.studio.text_edits import (
    with_field,
    with_given,
    with_shape,
    with_value_in_shape,
    without_shape,
)
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.puzzles.geometries.source import read_source
from sudokulib.puzzles.loading import loads

HEAD = "# mine\ngeometry: 4x4  # small\n"
SHAPES = """\
shapes:  # mine
  - {kind: even, cells: R1C1}  # one
  # between
  - kind: cage # two
    cells: R1C1 R2C1
# end
title: T
"""
GIVENS = {
    "none": "",
    "block": "givens: |\n  1...\n  ..2.\n\n  .3..\n  ...4\n# after\n",
    "line": "givens: 1.....2..3.....4  # a line\ntitle: T\n",
    "folded": "givens: >\n  1... ..2.\n  .3.. ...4\n",
    "flow": "givens: {R1C1: 1, R2C3: '2'}  # flow\n",
    "map": "givens:\n  R1C1: 1  # one\n  # between\n  R2C3: 2\n\n# after\n",
    "lists": "givens: [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]\n",
    "group": "givens: {R1C1 R2C2: 1}\n",
}


@pytest.mark.parametrize("form", GIVENS)
@pytest.mark.parametrize("symbol", ["", "1", "4"])
def test_a_given_changes_and_no_other(form: str, symbol: str) -> None:
    text = HEAD + GIVENS[form]
    before = loads(text)
    for cell in range(16):
        edited = with_given(text, before.geometry, cell, symbol)
        after = dict(before.given_values)
        after.pop(cell, None)
        if symbol:
            after[cell] = int(symbol) - 1
        assert dict(loads(edited).given_values) == after
        assert edited.startswith(HEAD)
        if form != "group":
            remarks = [one for one in ("# after", "# between", "# a line", "# flow") if one in text]
            assert all(remark in edited for remark in remarks), (cell, edited)


def test_symbols_of_several_characters_and_rows_of_other_boards() -> None:
    for name in ("16x16", "samurai", "12x12"):
        geometry = sudokulib.geometry(name)
        puzzle = geometry.puzzle({geometry.cells[5].name: geometry.alphabet.symbols[-1]})
        rows = "".join(f"  {line}\n" for line in str(puzzle).splitlines())
        for cell in (0, 5, len(geometry) - 1):
            edited = with_given(f"geometry: {name}\ngivens: |\n{rows}", geometry, cell, "3")
            assert loads(edited).givens[geometry.cells[cell].name] == "3"
            assert "givens: |" in edited


@pytest.mark.slow
@pytest.mark.parametrize("name", geometry_names())
def test_rows_of_every_geometry_are_changed_in_place(name: str) -> None:
    geometry = sudokulib.geometry(name)
    if len(geometry) > 1300:
        pytest.skip("it takes long")
    first, last = len(geometry.cells) // 2, len(geometry.cells) - 1
    symbols = [geometry.alphabet.of_mask(geometry.domains[cell])[0] for cell in (first, last)]
    puzzle = geometry.puzzle({geometry.cells[first].name: symbols[0]})
    text = with_field(f"# mine\ngeometry: {name}\n", "givens", f"{puzzle}\n")
    edited = with_given(text, geometry, last, symbols[1])
    wanted = {geometry.cells[first].name: symbols[0], geometry.cells[last].name: symbols[1]}
    assert loads(edited).givens == wanted
    different = [a != b for a, b in zip(text.split("\n"), edited.split("\n"), strict=True)]
    assert sum(different) == 1


def test_a_symbol_that_does_not_fit_is_refused() -> None:
    with pytest.raises(SudokuError, match="9"):
        with_given(HEAD, sudokulib.geometry("4x4"), 0, "9")


@pytest.mark.parametrize(
    "text",
    ["", HEAD, HEAD + SHAPES, HEAD + "shapes: []\n", HEAD + "shapes: [{kind: even, cells: R1C1}]"],
)
def test_a_shape_is_added_and_removed_again(text: str) -> None:
    added = with_shape(text, {"kind": "cage", "cells": "R4C3 R4C4", "sum": "[3, 4]"})
    shapes = read_source(added).data["shapes"]
    assert shapes[-1] == {"kind": "cage", "cells": "R4C3 R4C4", "sum": ["3", "4"]}
    for line in text.splitlines():
        assert line.removesuffix("[]").removesuffix("}]") in added
    again = without_shape(added, len(shapes) - 1)
    before = read_source(text).data if text else {"format": "1"}
    assert read_source(again).data == {k: v for k, v in before.items() if v}


def test_a_removed_shape_takes_its_own_remark_only() -> None:
    edited = without_shape(HEAD + SHAPES, 1)
    assert edited == HEAD + SHAPES.replace("  - kind: cage # two\n    cells: R1C1 R2C1\n", "")
    assert "# one" not in without_shape(HEAD + SHAPES, 0)
    with pytest.raises(SudokuError, match="no shape 6"):
        without_shape(HEAD + SHAPES, 5)


@pytest.mark.parametrize("number", [0, 1])
def test_a_field_is_added_to_a_shape(number: int) -> None:
    edited = with_value_in_shape(HEAD + SHAPES, number, "label", "L")
    assert read_source(edited).data["shapes"][number]["label"] == "L"
    for remark in ("# one", "# between", "# two", "# end", "# mine"):
        assert remark in edited


def test_a_value_cannot_smuggle_in_another_field() -> None:
    for bad in ("1}, {kind: odd", "1, sum: 2", "[1", "1, label: x"):
        with pytest.raises(SudokuError):
            with_shape(HEAD, {"kind": "cage", "cells": bad})


def test_a_field_is_replaced_and_all_else_stays() -> None:
    edited = with_field(HEAD + SHAPES, "geometry", "9x9")
    assert edited == (HEAD + SHAPES).replace("4x4  # small", "9x9")
    whole = with_field("{geometry: 4x4, title: A}", "title", None)
    assert read_source(whole).data == {"geometry": "4x4"}
