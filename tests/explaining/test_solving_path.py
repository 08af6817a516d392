"""Solving paths: lazy, described in words and notation, and readable back from their data."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from support import tiny_puzzles

import sudokulib
from sudokulib.errors import UnknownNameError
from sudokulib.logic.step import Branch, Rank, Refutation, Split, Step, Truth
from sudokulib.logic.words import Words
from sudokulib.solving.explaining.solving_path import explain_steps, grouped_explanations
from sudokulib.solving.explaining.step_reader import StepReader

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAIN = ("naked-single", "hidden-single", "overlapping-shapes", "naked-pair")


def test_a_walk_is_lazy_and_numbered() -> None:
    puzzle = sudokulib.load(EXAMPLES / "samurai" / "crossroads.yaml")
    first = list(islice(sudokulib.explain(puzzle), 3))
    assert [one.number for one in first] == [1, 2, 3]
    assert all(one.after == one.step.apply(one.before) for one in first)
    assert first[1].before == first[0].after


@given(puzzle=tiny_puzzles())
@settings(max_examples=40, deadline=None)
def test_every_step_says_what_it_changes_in_words_and_notation(puzzle: sudokulib.Puzzle) -> None:
    for one in sudokulib.explain(puzzle, profile="killer"):
        changed = [c for c in one.step.placements + one.step.eliminations if one.before.allows(c)]
        for cell, value in changed:
            name = puzzle.geometry.cells[cell].name
            symbol = puzzle.geometry.alphabet.symbols[value]
            assert name in one.text
            assert symbol in one.text
            assert symbol in one.notation
            assert one.notation.rpartition("=>")[2].count("C")


@given(puzzle=tiny_puzzles())
@settings(max_examples=40, deadline=None)
def test_steps_come_back_from_their_data(puzzle: sudokulib.Puzzle) -> None:
    reader = StepReader(Words(puzzle))
    for one in sudokulib.explain(puzzle, profile="killer"):
        data = json.loads(json.dumps(one.as_dict()))
        read = reader.step(data | {"rating": one.step.rating}, "step")
        assert read == one.step


def test_an_unknown_profile_is_an_error() -> None:
    puzzle = sudokulib.geometry("4x4").puzzle()
    with pytest.raises(UnknownNameError, match="profile"):
        sudokulib.explain(puzzle, profile="sorcery")


def test_a_walk_may_begin_on_a_board() -> None:
    puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    everything = list(sudokulib.explain(puzzle, strategies=PLAIN))
    rest = list(sudokulib.explain(puzzle, strategies=PLAIN, board=everything[3].after))
    assert [one.step for one in rest] == [one.step for one in everything[4:]]


def test_singles_that_follow_one_another_are_told_together() -> None:
    supper = sudokulib.load(EXAMPLES / "9x9" / "supper.yaml")
    path = list(sudokulib.explain(supper, profile="classic"))
    groups = list(grouped_explanations(path))
    assert [one for group in groups for one in group] == path
    singles = [group for group in groups if group[0].step.placements]
    assert max(map(len, singles)) > 5
    assert all(len(group) == 1 for group in groups if not group[0].step.placements)


def test_the_cases_of_a_step_are_unfolded() -> None:
    puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    only = Rank((Truth(((3, 2),), variable=3),))
    inner = Step("naked-single", ((3, 2),), arguments=(only,))
    no = Step("contradiction", arguments=(Rank((Truth((), variable=3),)),))
    branches = (Branch((1, 1), (inner,)), Branch((1, 3), (no,)))
    split = Split(Truth(((1, 1), (1, 3)), variable=1), branches)
    step = Step("made-up", ((3, 2),), arguments=(split, Refutation((3, 1), (no,))))
    (one,) = explain_steps(puzzle, [step])
    assert [(line.depth, line.text) for line in one.lines] == [
        (
            0,
            "made up: R1C2 can only be 2 or 4, and the same follows from each; "
            "supposing R1C4=2 leads to a contradiction, so R1C4 = 3",
        ),
        (1, "if R1C2=2:"),
        (2, "naked single: R1C4 can only be 3, so R1C4 = 3"),
        (1, "if R1C2=4:"),
        (2, "contradiction: nothing is left for R1C4"),
        (1, "suppose R1C4=2:"),
        (2, "contradiction: nothing is left for R1C4"),
    ]


def test_steps_about_hidden_variables_alone_are_described_together() -> None:
    puzzle = sudokulib.load(EXAMPLES / "cave" / "lantern.yaml")
    path = list(islice(sudokulib.explain(puzzle), 30))
    groups = list(grouped_explanations(path))
    (hidden,) = [group for group in groups if len(group) == 9]
    cells = hidden[0].words.model.cells
    assert {one.step.technique for one in hidden} == {"line-fillings"}
    assert all(v >= cells for one in hidden for v, _ in one.step.eliminations)
    assert len(groups) == 17
