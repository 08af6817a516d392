"""What is in layers, told as what it means for the cells below."""

from __future__ import annotations

from sudokulib import explain, load
from sudokulib.logic.words import Words
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.subjects import as_puzzle


def shaded(layers: list[str]) -> Puzzle:
    grid = {"symbols": "1234", "build": [{"make": "grid", "size": "4x4"}]}
    kinds = zip(("yin-yang", "snake"), layers, strict=True)
    return as_puzzle(
        {
            "geometry": grid | {"layers": dict.fromkeys(layers, "12")},
            "shapes": [{"kind": kind, "shaded": [2], "cells": layer} for kind, layer in kinds],
        }
    )


def test_shades_are_told_of_the_cells_below() -> None:
    first, second, *_ = explain(load("examples/hitori/left-alone.yaml"))
    assert first.text == (
        "pair relation: R1C2 is shaded, which leaves no choice in the hitori shading, so R1C1, "
        "R1C3 and R2C2 are not shaded"
    )
    assert second.text == (
        "only way out: R2C1 is the only way out of R1C1, and all cells not shaded are connected "
        "in the hitori shading, so R2C1 is not shaded"
    )


def test_shades_in_two_layers_are_told_by_their_names() -> None:
    for layers, told in ((["shade", "shade"], "R1C1 is shaded"), (["a", "b"], "a.R1C1=2")):
        puzzle = shaded(layers)
        (cell,) = puzzle.geometry.find(f"{layers[0]}.R1C1")
        assert Words(puzzle).candidate((cell, 1)) == told


def test_rules_of_one_layer_share_their_words() -> None:
    puzzle = shaded(["shade", "shade"])
    (cell,) = puzzle.geometry.find("shade.R2C3")
    words = Words(puzzle)
    assert words.cell(cell) == "the shade of R2C3"
    assert words.statement(cell, [1], holds=False) == "R2C3 is not shaded"
    assert not words.is_cell(cell)
