"""What is in layers, told as what it means for the cells below."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sudokulib
from sudokulib import explain, load, read, write
from sudokulib.errors import SudokuError
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.puzzles.geometries.layer_places import Layer
from sudokulib.puzzles.geometries.layers import with_layers
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.subjects import as_puzzle
from sudokulib.strategies.chains.words import node_in_words


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


def test_rules_in_layers_are_named_by_the_cells_below() -> None:
    texts = [one.text for one in explain(load("examples/hitori/left-alone.yaml"))]
    assert any("the hitori shading between R1C1 and R1C3 agree" in text for text in texts)
    texts = [one.text for one in explain(load("examples/equal-run/in-sight.yaml"))]
    assert any("ways to satisfy the run of equal cells at R4C3, only" in text for text in texts)
    assert any("so the run from R4C3 to R4C1 is not 3 long" in text for text in texts)


def test_a_region_and_a_border_of_one_cell_are_both_told() -> None:
    grid = {"symbols": "1234", "build": [{"make": "grid", "size": "4x4"}], "layers": ["region"]}
    kind = {"kind": "chaos-construction", "regions": "region", "size": 4}
    words = Words(as_puzzle({"geometry": grid, "shapes": [kind]}))
    (label,) = words.puzzle.geometry.find("region.R2C2")
    border = next(
        v
        for v in range(words.model.cells, len(words.model.domains))
        if words.statement(v, [1]) == "R2C2 is in the region of R2C3"
    )
    step = Step("line-fillings", eliminations=((label, 3), (border, 0)))
    assert words.conclusion(step) == ("R2C2 is not in region 4; R2C2 is in the region of R2C3")


def texts_of(name: str) -> list[str]:
    return [one.text for one in explain(load(f"examples/{name}.yaml"))]


@pytest.mark.slow
def test_what_is_not_unshaded_is_shaded() -> None:
    texts = texts_of("shaded-digits/mud-flats") + texts_of("simple-path/uphill")
    assert [text for text in texts if "not not" in text] == []
    assert any("; the edge from R2C2 to R3C2 is part of the path" in text for text in texts)
    (text,) = [text for text in texts if text.startswith("ALS-XZ: if R4C6 is not 6")]
    assert "then R3C5 is shaded, in the rule of digits in shaded cells at R3C5; either way" in text
    assert "; either way R4C6 is 6 or R3C5 is shaded, and that R4C6 is shaded is ruled out" in text


@pytest.mark.slow
def test_what_excludes_and_is_excluded_is_a_clause() -> None:
    texts = texts_of("nurikabe/archipelago")
    assert any("the first colour excludes that R5C1 is in the sea and that" in t for t in texts)
    assert any(", and that R4C3 is on the island of R3C3 excludes them all" in t for t in texts)
    assert any(
        "if R5C4 is in the sea, R4C4 is on an island, in the nurikabe shading on R4C3, R4C4, R5C3 "
        "and R5C4; if " in text
        for text in texts
    )


POSTS = """
geometry:
  symbols: 1234
  build: [{make: grid, size: 4x4}]
  layers:
    shade: {symbols: "21", words: {1: not shaded, 2: shaded}}
    fence: {at: sides, symbols: "12", words: {2: a wall}}
    posts: {at: corners, symbols: "12", words: {1: without a post, 2: with a post}}
shapes:
  - {kind: connected-values, cells: posts, values: [2], label: the net of posts}
  - {kind: pair, cells: R1C1 shade.R1C1, relation: b == 1 or a == 2}
givens: {R1C1: 1, posts.R1C1: 2, posts.R1C3: 2, posts.R2C2: 1}
"""


def said(puzzle: Puzzle, name: str, value: int) -> str:
    (cell,) = puzzle.geometry.find(name)
    return Words(puzzle).candidate((cell, value))


def test_words_in_a_file_tell_what_symbols_mean() -> None:
    puzzle = read(POSTS)
    assert said(puzzle, "shade.R2C3", 0) == "R2C3 is not shaded"
    assert said(puzzle, "shade.R2C3", 1) == "R2C3 is shaded"
    assert said(puzzle, "fence.R2C3", 1) == "side R1C1|R1C2 is a wall"
    assert said(puzzle, "fence.R2C3", 0) == "side R1C1|R1C2 is 1"
    assert said(puzzle, "posts.R1C1", 1) == "corner R1C1 is with a post"
    texts = [one.text for one in explain(puzzle, strategies=["pair-relation", "cut-cell"])]
    assert (
        "pair relation: R1C1 is 1, which leaves no choice in pair rule b == 1 or a == 2, "
        "so R1C1 is not shaded"
    ) in texts
    assert (
        "cut cell: all corners with a post are connected in the net of posts, and only corner "
        "R1C1|R1C2 can join corner R1C1 with corner R1C2|R1C3, so corner R1C1|R1C2 is with a post"
    ) in texts


def test_words_are_kept_and_change_no_meaning() -> None:
    puzzle = read(POSTS)
    again = read(write(puzzle, "yaml").text)
    assert said(again, "posts.R1C1", 0) == "corner R1C1 is without a post"
    plain = read(POSTS.replace(", words: {1: not shaded, 2: shaded}", ""))
    assert plain == puzzle
    assert said(plain, "shade.R2C3", 1) == "shade.R2C3=2"
    assert plain.geometry.exact_key != puzzle.geometry.exact_key


def test_words_of_a_layer_are_kept_when_it_is_included_or_added() -> None:
    made = read(POSTS).geometry
    within = with_layers(made, {"mark": Layer(0b11, words=(("1", "plain"),))})
    cell = within.cell("shade.R2C3")
    assert dict(within.topology.places[cell].words) == {"1": "not shaded", "2": "shaded"}
    assert within.topology.places[within.cell("mark.R2C3")].words == (("1", "plain"),)


def test_words_of_a_file_come_before_those_of_a_kind() -> None:
    puzzle = as_puzzle(
        {
            "geometry": {
                "symbols": "1234",
                "build": [{"make": "grid", "size": "4x4"}],
                "layers": {"shade": {"symbols": "12", "words": {"1": "white", "2": "black"}}},
            },
            "shapes": [{"kind": "yin-yang", "shaded": [2], "cells": "shade"}],
        }
    )
    assert said(puzzle, "shade.R2C3", 1) == "R2C3 is black"


@pytest.mark.slow
def test_what_is_supposed_is_told_as_what_is_true() -> None:
    texts = [one.text for one in explain(load("examples/connected-values/yin-yang.yaml"))]
    assert any("forcing net: if R3C2 were shaded, " in text for text in texts)
    assert not any("is false leads" in text or "not not" in text for text in texts)


def test_words_of_layers_that_are_added_are_written() -> None:
    words = (("1", "plain"), ("2", "marked"))
    by_hand = sudokulib.Geometry.from_houses(["ab", "cd", "ac", "bd"], symbols="12")
    for geometry in (sudokulib.geometry("4x4"), replace(by_hand, file="")):
        name = geometry.cells[0].name
        puzzle = with_layers(geometry, {"mark": Layer(0b11, words=words)}).puzzle()
        again = read(write(puzzle, "yaml").text)
        assert said(again, f"mark.{name}", 1) == f"{name} is marked"
        kept = again.geometry.topology.only(frozenset(range(len(again.geometry))))
        assert kept.places[again.geometry.cell(f"mark.{name}")].words == words


def test_the_opposite_of_neither_is_told_by_the_others() -> None:
    puzzle = load("examples/one-in-each/hot-and-cold.yaml")
    words, (cell,) = Words(puzzle), puzzle.geometry.find("mod.R1C1")
    assert words.statement(cell, [1]) == "R1C1 is neither hot nor cold"
    assert words.statement(cell, [1], holds=False) == "R1C1 is hot or cold"
    assert words.statement(cell, [2], holds=False) == "R1C1 is not hot"


def test_what_is_below_a_value_is_told_by_its_words() -> None:
    told = {}
    for name in ("one-in-each/hot-and-cold", "modifier/second-helping"):
        words = Words(load(f"examples/{name}.yaml"))
        model = words.model
        hidden = [
            v
            for v in range(model.cells, len(model.domains))
            if words.subject(v) == "R1C1" and len(words.symbol(v, 1)) > 1
        ]
        told[name] = [[words.symbol(v, x) for x in (0, 1)] for v in hidden]
        many = Step("channeling", eliminations=((hidden[0], 0), (hidden[0], 1)))
        assert " is not " not in words.conclusion(many)
    assert told == {
        "one-in-each/hot-and-cold": [["not hot", "1 and hot"], ["not cold", "1 and cold"]],
        "modifier/second-helping": [["not a doubler", "1 and a doubler"]],
    }


def test_nodes_of_a_chain_are_told_together() -> None:
    puzzle = load("examples/one-in-each/hot-and-cold.yaml")
    words = Words(puzzle)
    hot = tuple([(cell, 2) for cell in puzzle.geometry.find("mod.R1C1 mod.R1C2")])
    assert node_in_words(hot, words, holds=True) == "R1C1 or R1C2 is hot"
    assert node_in_words(hot, words, holds=False) == "neither R1C1 nor R1C2 is hot"
    one = (*hot, (puzzle.geometry.cell("R2C2"), 1))
    assert node_in_words(one, words, holds=False) == (
        "neither R1C1 is hot, R1C2 is hot nor R2C2=1 holds"
    )


def test_cases_say_what_is_supposed() -> None:
    puzzle = load("examples/connected-values/yin-yang.yaml")
    one = next(one for one in explain(puzzle) if one.step.technique == "forcing-net")
    assert one.lines[1].text == "suppose R3C2 is shaded:"
    assert one.notation.startswith("forcing net: R3C2 is shaded -> contradiction")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{2: a wall}", "{3: a wall}", "fence.words.*'3' is no symbol of this layer"),
        ("{2: a wall}", "{2: 'a {7}'}", "fence.words.*no braces"),
        ("{2: a wall}", "{2: ''}", "fence.words.*no line of 1 to 80"),
        ("{2: a wall}", f"{{2: {'w' * 81}}}", "fence.words.*no line of 1 to 80"),
        ("{2: a wall}", "[a wall]", "fence.words.*a mapping"),
        ('corners, symbols: "12"', 'corners, symbols: "19"', "posts.symbols.*unknown symbol '9'"),
    ],
)
def test_what_is_wrong_in_layers_is_named(old: str, new: str, message: str) -> None:
    assert old in POSTS
    with pytest.raises(SudokuError, match=message):
        read(POSTS.replace(old, new))
