"""Forcing chains, nets and the smallest premises: on any rules, against all assignments."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from kernel.random_models import models
from support import with_slow
from tiny_models import model_of

from sudokulib import geometry, load
from sudokulib.board import Board
from sudokulib.logic.facts import truths
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Fillings, Rank, Refutation, Split, Step, Truth
from sudokulib.model import bits, compile_puzzle
from sudokulib.primitives import DistinctSum
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.solving.pipeline import run
from sudokulib.strategies import strategy_named
from sudokulib.strategies.forcing.chain_length import rating_with_length
from sudokulib.strategies.forcing.chains import case_steps
from sudokulib.strategies.forcing.implication_graph import implication_graph
from sudokulib.strategies.forcing.implications import Propagation

EXAMPLES = Path(__file__).parents[2] / "examples"

NAMES = (
    "nishio", "contradiction-chain", "cell-forcing-chain", "region-forcing-chain",
    "forcing-net", "forcing-net-cases", "forcing-net-plus", "nested-forcing-net",
    "smallest-premises", "truths-and-links",
)  # fmt: skip


def possible(model):
    """For each variable the values that it takes in some solution."""
    masks = [0] * len(model.domains)
    for filling in product(*(list(bits(mask)) for mask in model.domains)):
        if model.accepts(filling):
            for variable, value in enumerate(filling):
                masks[variable] |= 1 << value
    return tuple(masks)


@pytest.mark.parametrize("name", with_slow(NAMES, "smallest-premises"))
@given(model=models())
@settings(max_examples=20, deadline=None)
def test_steps_are_right_and_proved_on_any_rules(name, model):
    board, right = Board.start(model), possible(model)
    for step in strategy_named(name).find(board):
        assert is_proved(board, step)
        assert not any(right[v] >> value & 1 for v, value in step.eliminations)
        assert all(not right[v] & ~(1 << value) for v, value in step.placements)


@pytest.mark.slow
@given(model=models())
@settings(max_examples=60, deadline=None)
def test_the_last_resort_finds_everything_that_is_wrong(model):
    right = possible(model)
    board = Board.start(model)
    for _, after in run(board, ["naked-single", "smallest-premises"]):
        board = after
    if any(right):
        assert board.masks == right or board.complete


@pytest.mark.parametrize("name", ["nested-forcing-net", "smallest-premises"])
@given(model=models())
@settings(max_examples=8, deadline=None)
def test_a_dear_look_goes_on_on_the_board_that_it_is_sent(name, model):
    board, right = Board.start(model), possible(model)
    search = strategy_named(name).find(board)
    step = next(search, None)
    # Each takes a candidate away; the last one finds nothing, even where there are none.
    for _ in range(sum(mask.bit_count() for mask in board.masks) + 1):
        if step is None:
            return
        assert is_proved(board, step) or not all(map(board.allows, step.eliminations))
        assert not any(right[v] >> value & 1 for v, value in step.eliminations)
        board = step.apply(board)
        try:
            step = search.send(board)
        except StopIteration:
            return
    raise AssertionError("it does not end")


def first(name, model, *masks):
    return next(strategy_named(name).find(Board.of(model, masks)))


def test_a_chain_of_two_cells_leads_to_the_same_whichever_value_the_first_has():
    """Cells 0-1-2-3 in a ring of pairs; each holds two of three values."""
    model = model_of(3, [7] * 4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    step = first("cell-forcing-chain", model, 0b011, 0b101, 0b110, 0b111)
    assert step.eliminations == ((3, 2),)
    (argument,) = step.arguments
    assert isinstance(argument, Split)
    assert [len(branch.steps) for branch in argument.branches] == [1, 1]


def test_one_value_without_a_place():
    """A value in cell 0 of a house leaves it no place in another that sees that cell twice."""
    model = model_of(3, [7] * 5, [(0, 1, 2), (0, 3), (0, 4), (2, 3, 4)])
    step = first("nishio", model, 7, 7, 0b110, 7, 7)
    assert step.eliminations == ((0, 0),)
    (argument,) = step.arguments
    assert isinstance(argument, Refutation)
    assert len(argument.steps) == 1


def test_what_a_conclusion_does_not_need_is_left_out():
    """Cell 4 is forced by the assumption as well, and has nothing to do with it."""
    model = model_of(2, [3] * 5, [(0, 1), (1, 2), (0, 2), (0, 4)])
    step = first("forcing-net", model, 3, 3, 3, 3, 3)
    touched = {v for sub in step.arguments[0].steps for v, _ in sub.placements}
    assert 4 not in touched


def test_premises_are_the_shapes_that_it_takes():
    model = model_of(2, [3] * 6, [(0, 1), (1, 2), (0, 2), (0, 4), (4, 5)])
    step = first("smallest-premises", model, *[3] * 6)
    assert {model.primitives[p].variables for p in step.roles[0].primitives} in (
        {(0, 1), (0, 2), (1, 2)},
        {(0, 1, 2)},
    )


def test_lengths_are_those_of_sudoku_explainer():
    nodes = [6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27, 34, 35]
    assert [round(rating_with_length(0, n) * 10) for n in nodes] == [
        0,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
        5,
        6,
        6,
        7,
    ]


def test_a_chain_is_described_link_by_link():
    puzzle = geometry("4x4").puzzle("1... ..2. .3.. ....")
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    texts = [describe(step, puzzle) for step in strategy_named("forcing-net").find(board)]
    assert (
        "forcing net: if R3C3 were 4, R3C4 = 1 (1 can only go to R3C4 in row 3), then no place is "
        "left for 1 in row 2, so R3C3 is not 4"
    ) in texts


@pytest.mark.parametrize(
    ("between", "told"),
    [
        ((), "R1C1 and R1C2 are not 1 (cage 7 has no other filling)"),
        ((15, 0), "R1C1 and R1C2 are not 1 (cage 7 has no other filling), then R4C4 ="),
        ((4, 0), "R1C1 is not 1 (cage 7 has no other filling), then R2C1 = 1"),
    ],
)
def test_what_follows_from_one_rule_is_told_together(between, told):
    puzzle = geometry("4x4").puzzle().add("cage", "R1C1 R1C2 R2C1", sum=7)
    board = Board.start(compile_puzzle(puzzle))
    cage = next(n for n, p in enumerate(board.model.primitives) if isinstance(p, DistinctSum))
    links = [Step("fillings", (), ((cell, 0),), (Fillings(cage),)) for cell in (0, 1)]
    if between:
        single = Rank((Truth((between,), variable=between[0]),))
        links.insert(1, Step("naked-single", (between,), (), (single,)))
    proof = Refutation((5, 0), tuple(links))
    text = describe(Step("forcing-net", (), ((5, 0),), (proof,)), puzzle, board)
    assert told in text


@pytest.mark.slow
@given(model=models())
@settings(max_examples=100, deadline=None)
def test_overlapping_shapes_are_right_and_proved_on_any_rules(model):
    board, right = Board.start(model), possible(model)
    for step in strategy_named("overlapping-shapes").find(board):
        assert is_proved(board, step)
        assert not any(right[v] >> value & 1 for v, value in step.eliminations)


def test_two_truths_and_three_links_prove_a_candidate_false():
    """A skyscraper: value 1 has two places in each of two houses, and two of these see."""
    pytest.importorskip("ortools")
    model = model_of(4, [15] * 9, [(0, 1, 2, 3), (4, 5, 6, 7), (0, 4), (1, 8), (5, 8)])
    step = first("truths-and-links", model, 15, 15, 14, 14, 15, 15, 14, 14, 15)
    assert step.eliminations == ((8, 0),)
    (rank,) = step.arguments
    assert (len(rank.truths), len(rank.links)) == (2, 3)
    assert all(truth.primitive in (0, 1) for truth in rank.truths)


def test_truths_about_one_candidate_are_no_cases() -> None:
    """Of five forms, what says of a cell that it is in one, or not, would be split otherwise."""
    puzzle = load(EXAMPLES / "polyominoes" / "five-forms.yaml")
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    trivial = [one for one in truths(board) if one.primitive in board.model.indicator_rules]
    assert trivial

    def run(number: int) -> Propagation:
        raise AssertionError(f"candidate {number} is assumed")

    net = implication_graph(board)
    steps = case_steps(board, net, technique="", rating=8.6, runs=run, chosen=trivial)
    assert not list(steps)
