"""Chains and loops on shapes that no grid has, the texts of their links, and their ratings."""

from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import grid
from tiny_models import board_of, gone, steps_of, tiny

from sudokulib import explain, geometry, load
from sudokulib.board import Board
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.facts import conflicts, truths
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Link, Rank
from sudokulib.logic.words import Words
from sudokulib.model import bits, compile_puzzle
from sudokulib.primitives import AllDifferent
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.solving.pipeline import run
from sudokulib.strategies import strategies
from sudokulib.strategies.chains.chain_steps import length_rating
from sudokulib.strategies.chains.graph import grouped_graph, plain_graph
from sudokulib.strategies.chains.loops import loops
from sudokulib.strategies.chains.nodes import common_conflicts, groups, pairs
from sudokulib.strategies.chains.open_chains import shortest
from sudokulib.strategies.colouring import clusters

FAMILY = [s for s in strategies() if s.family in {"chains", "colouring"}]
EXAMPLES = Path(__file__).parents[2] / "examples"
SIMPLE = ("naked-single", "hidden-single", "overlapping-shapes", "naked-tuples")
"""Strategies for what a single inference shows where there are houses and sets without repeats
alone, which is not for chains to tell."""


def nodes(step):
    return [role.candidates for role in step.roles if role.name == "node"]


ANY, REST = 0b111, 0b110
"""All values; those that are not chained."""


# Two houses of three cells; value 0 has two places in each.


def test_a_skyscraper_stands_on_shapes_that_do_not_meet():
    sets = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 6), (4, 6)]
    board = board_of(3, sets, ANY, ANY, REST, ANY, ANY, REST, ANY)
    (step,) = steps_of("skyscraper", board)
    assert step.eliminations == ((6, 0),)
    assert nodes(step) == [((1, 0),), ((0, 0),), ((3, 0),), ((4, 0),)]
    assert not steps_of("two-string-kite", board)
    assert not steps_of("turbot-fish", board)


def test_the_strings_of_a_kite_cross():
    sets = [(0, 1, 2), (2, 3, 4), (0, 3), (1, 5), (4, 5)]
    board = board_of(3, sets, ANY, ANY, REST, ANY, ANY, ANY)
    assert gone("two-string-kite", board) == [((5, 0),)]
    assert not steps_of("skyscraper", board)
    assert not steps_of("turbot-fish", board)


def test_any_other_two_truths_are_a_turbot_fish():
    sets = [(0, 1, 2), (3, 4, 5), (0, 2, 3), (1, 6), (4, 6)]
    board = board_of(3, sets, ANY, ANY, REST, ANY, ANY, REST, ANY)
    assert gone("turbot-fish", board) == [((6, 0),)]
    assert not steps_of("skyscraper", board)


def test_an_empty_rectangle_has_a_group_that_sees_one_of_two_places():
    sets = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 3), (2, 6), (4, 6)]
    board = board_of(3, sets, ANY, ANY, ANY, ANY, ANY, REST, ANY)
    (step,) = steps_of("empty-rectangle", board)
    assert step.eliminations == ((6, 0),)
    assert nodes(step) == [((2, 0),), ((0, 0), (1, 0)), ((3, 0),), ((4, 0),)]
    assert not steps_of("grouped-turbot-fish", board)


def test_a_grouped_turbot_fish_has_a_group_in_both():
    crossing = [(a, b) for a in (0, 1) for b in (3, 4)]
    sets = [(0, 1, 2), (3, 4, 5), *crossing, (2, 6), (5, 6)]
    board = board_of(3, sets, *[ANY] * 7)
    assert ((6, 0),) in gone("grouped-turbot-fish", board)
    assert not steps_of("empty-rectangle", board)


def test_a_dual_kite_ties_two_kites_in_one_link():
    """Cells 0 and 3 exclude each other; from each leave two strings, to 1 and 4, to 5 and 6."""
    crossing = [(0, 1, 2), (3, 4, 2), (0, 5, 7), (3, 6, 7)]
    sets = [*crossing, (0, 3), (1, 8), (4, 8), (5, 9), (6, 9)]
    board = board_of(3, sets, *[ANY, ANY, REST, ANY, ANY, ANY, ANY, REST, ANY, ANY])
    assert sorted(gone("two-string-kite", board)) == [((8, 0),), ((9, 0),)]
    (step,) = steps_of("dual-two-string-kite", board)
    assert step.eliminations == ((8, 0), (9, 0))
    assert is_proved(board, step)


@pytest.mark.parametrize("house", [(0, 1), (3, 4)])
def test_shapes_that_require_nothing_carry_no_chain(house):
    """Two cells of a shape may both hold something else: a link is not a truth."""
    sets = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 6), (4, 6)]
    short = [house if set(house) < set(cells) else cells for cells in sets]
    board = board_of(3, short, ANY, ANY, REST, ANY, ANY, REST, ANY)
    for strategy in FAMILY:
        assert not list(strategy.find(board)), strategy.name


def test_a_truth_whose_candidates_may_both_be_true_is_no_link():
    """Of two cells one holds a 1, perhaps both do; so what a 1 sees does not colour anything."""
    shapes = [{"kind": "contains", "cells": "R1C1 R2C2", "values": [1]}]
    puzzle = grid("2x2", symbols="123", shapes=shapes).puzzle()
    board = Board.start(compile_puzzle(puzzle))
    (pair,) = (one for one in pairs(board) if one.truths[0].primitive is not None)
    assert pair.truths[0].mask == numbering(board.model).mask([(0, 0), (3, 0)])
    assert not list(clusters(board, [pair]))
    for chain in (
        *shortest(plain_graph(board), candidates_left(board)),
        *loops(plain_graph(board)),
    ):
        joined = {a | b for a, b in zip(chain.nodes[1:-1:2], chain.nodes[2::2], strict=True)}
        assert pair.truths[0].mask not in joined
    assert not steps_of("simple-colouring", board)


# Chains of one value, and of cells with two values.


def test_an_x_chain_of_three_truths():
    houses = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    sets = [*houses, (1, 3), (4, 6), (0, 9), (7, 9)]
    masks = [ANY, ANY, REST] * 3
    (step,) = steps_of("x-chain", board_of(3, sets, *masks, ANY))
    assert step.eliminations == ((9, 0),)
    assert [variable for ((variable, _),) in nodes(step)] == [0, 1, 3, 4, 6, 7]
    assert step.rating == 6.7


def test_an_xy_chain_needs_no_house():
    masks = (0b0011, 0b0110, 0b1100, 0b1001, 0b1111)
    sets = [(0, 1), (1, 2), (2, 3), (0, 4), (3, 4)]
    (step,) = steps_of("xy-chain", board_of(4, sets, *masks))
    assert step.eliminations == ((4, 0),)
    assert [values for ((_, values),) in nodes(step)] == [0, 1, 1, 2, 2, 3, 3, 0]


def test_a_chain_that_comes_back_to_its_start_places_it():
    """Cells 0 and 1 need a 0; if it is in cell 1, the house with cell 2 has it in cell 0."""
    board = board_of(3, [(0, 1), (1, 2), (0, 2, 3)], 0b011, 0b011, ANY, REST)
    (step,) = (one for one in steps_of("aic", board) if one.placements == ((0, 0),))
    assert nodes(step) == [((0, 0),), ((1, 0),), ((2, 0),), ((0, 0),)]
    assert not step.eliminations


def test_remote_pairs_take_both_values_from_who_sees_both_ends():
    sets = [(0, 1), (1, 2), (2, 3), (0, 4), (3, 4), (0, 5), (2, 5)]
    (step,) = steps_of("remote-pair", board_of(3, sets, *[0b011] * 4, ANY, ANY))
    assert step.eliminations == ((4, 0), (4, 1))
    assert not steps_of("remote-pair", board_of(3, sets[:3], *[0b011] * 4, ANY, ANY))


def test_remote_pairs_of_three_or_five_cells_are_none():
    for count in (3, 5):
        path = [(i, i + 1) for i in range(count - 1)]
        board = board_of(3, [*path, (0, count), (count - 1, count)], *[0b011] * count, ANY)
        assert not steps_of("remote-pair", board)


# Loops.


def test_a_loop_excludes_what_sees_a_whole_link():
    """Four cells in a ring, each with two values; cell 4 sees one link of it."""
    sets = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)]
    masks = (0b1001, 0b0011, 0b0110, 0b1100, 0b1111)
    board = board_of(4, sets, *masks)
    (step,) = steps_of("continuous-loop", board)
    assert step.eliminations == ((4, 0),)
    assert nodes(step)[0] == nodes(step)[-1]
    assert len(nodes(step)) == 9
    assert step.rating == 6.6


def test_a_loop_excludes_what_sees_two_nodes_an_odd_way_apart():
    """Six cells in a ring: 0 in cell 0 and 0 in cell 4, or 0 in cells 1 and 3; cell 6 sees 0, 4."""
    sets = [*[(i, (i + 1) % 6) for i in range(6)], (0, 6), (4, 6)]
    masks = (0b10001, 0b00011, 0b00110, 0b00101, 0b01001, 0b11000, 0b11111)
    board = board_of(5, sets, *masks)
    (step,) = steps_of("continuous-loop", board)
    assert step.eliminations == ((6, 0),)
    assert step.rating == 6.8
    assert is_proved(board, step)


def test_a_loop_through_almost_locked_sets_excludes_what_their_other_values_see():
    """Cells 0 and 1 hold 0, 1, 2, cells 2 and 3 hold 0, 1, 3; the values 0 and 1 lead round."""
    pairs_ = [(0, 1), (2, 3), *[(a, b) for a in (0, 1) for b in (2, 3)]]
    board = board_of(4, [*pairs_, (0, 4), (1, 4)], 0b0111, 0b0111, 0b1011, 0b1011, 0b1111)
    found = {c for step in steps_of("als-continuous-loop", board) for c in step.eliminations}
    assert (4, 2) in found
    assert (4, 3) not in found


def test_a_chain_through_an_almost_locked_set():
    """If cell 0 is not 3, cells 0 and 1 hold 1 and 2, so cell 2 is 0 and cell 3 is 3."""
    sets = [(0, 1), (0, 2), (1, 2), (2, 3), (0, 4), (3, 4)]
    board = board_of(4, sets, 0b1110, 0b0110, 0b0011, 0b1001, 0b1111)
    assert ((4, 3),) in gone("als-aic", board)


# Rules that are more than all-different.


def test_conflicts_of_a_rule_are_links_of_chains():
    """In a row without neighbours one apart, a chain goes from value to value."""
    shapes = [{"kind": "nonconsecutive"}]
    puzzle = grid("1x4", symbols="123456", shapes=shapes).puzzle()
    masks = (0b001001, 0b110100, 0b100010, 0b111111)
    board = Board.of(compile_puzzle(puzzle), masks)
    steps = steps_of("aic", board)
    rules = [
        link
        for step in steps
        for argument in step.arguments
        if isinstance(argument, Rank)
        for link in argument.links
        if isinstance(link, Link)
        and any(not isinstance(board.model.primitives[p], AllDifferent) for p in link.primitives)
    ]
    assert rules
    assert all(is_proved(board, step) for step in steps)


@pytest.mark.parametrize(
    "name",
    [
        "jigsaw-9/puddles",
        "negative/all-dots",
        "cage/two-doors",
        "thermometer/boiler",
        "contains/four-corners",
        "lunchbox/elevenses",
        "not/twins",
        "disjoint-groups/everywhere",
    ],
)
def test_every_step_in_the_middle_of_a_puzzle_is_right_proved_and_told(name):
    puzzle = load(EXAMPLES / f"{name}.yaml")
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    easy = ("naked-single", "hidden-single", "shape-fillings", "overlapping-shapes")
    for _, after in run(board, easy):
        board = after
    found = [step for strategy in FAMILY for step in strategy.find(board)]
    assert found
    for step in found:
        assert is_proved(board, step)
        assert all(puzzle.answer[v] != x for v, x in step.eliminations if v < board.model.cells)
        assert all(puzzle.answer[v] == x for v, x in step.placements)
        text = describe(step, puzzle, board)
        words = Words(puzzle)
        assert all(words.cell(v) in text for v, _ in step.eliminations + step.placements)


# What all chains have in common.


@given(case=tiny())
@settings(max_examples=60, deadline=None)
def test_nodes_alternate_between_truths_and_conflicts(case):
    board = Board.start(case.model)
    sight = conflicts(board)
    both = {one.first | one.second for one in (*pairs(board), *groups(board))}
    for chain in shortest(grouped_graph(board), candidates_left(board)):
        assert len(set(chain.nodes[1:])) == len(chain.nodes) - 1
        for place in range(0, len(chain.nodes), 2):
            assert chain.nodes[place] | chain.nodes[place + 1] in both
        for place in range(1, len(chain.nodes) - 1, 2):
            assert not chain.nodes[place + 1] & ~common_conflicts(sight, chain.nodes[place])


@given(case=tiny())
@settings(max_examples=60, deadline=None)
def test_short_chains_come_first_and_no_conclusion_twice(case):
    board = Board.start(case.model)
    for name in ("x-chain", "xy-chain", "aic", "grouped-aic", "als-aic", "remote-pair"):
        steps = steps_of(name, board)
        lengths = [len(nodes(step)) for step in steps]
        assert lengths == sorted(lengths)
        outcomes = [(step.placements, step.eliminations) for step in steps]
        assert len(outcomes) == len(set(outcomes))


@given(case=tiny())
@settings(max_examples=60, deadline=None)
def test_alternating_chains_leave_nothing_to_chains_of_their_parts(case):
    board = Board.start(case.model)
    fillings = product(*map(bits, board.masks))
    assume(any(case.model.accepts(filling) for filling in fillings))
    for _, after in run(board, (*SIMPLE, "aic")):
        board = after
    assert not consequences(board, "x-chain") | consequences(board, "xy-chain")


@pytest.mark.parametrize(
    ("path", "name"),
    [("diagonals/kite.yaml", "x-chain"), ("centre-dot/bullseye.yaml", "xy-chain")],
)
def test_nor_do_they_in_whole_puzzles(path, name):
    board = Board.start(compile_puzzle(load(EXAMPLES / path)))
    for _, after in run(board, SIMPLE):
        board = after
    assert consequences(board, name)
    for _, after in run(board, (*SIMPLE, "aic")):
        board = after
    assert not consequences(board, "x-chain") | consequences(board, "xy-chain")


def consequences(board, name):
    return {one for step in steps_of(name, board) for one in lost(board, step.apply(board))}


def lost(board, after):
    return {(v, x) for v, mask in enumerate(board.masks) for x in bits(mask & ~after.masks[v])}


@given(st.integers(4, 60))
def test_longer_chains_are_rated_higher(count):
    bounds = (4, 6, 8, 12, 16, 24, 32, 48)
    assert length_rating(count) == sum(count - 2 > bound for bound in bounds) / 10


def test_a_chain_of_a_samurai_runs_through_two_grids():
    """1 has two places in two rows of the middle grid and in two of the left one."""
    puzzle = geometry("samurai").puzzle()
    words = Words(puzzle)
    numbers = {words.cell(v): v for v in range(words.model.cells)}
    places = {12: (8, 10), 8: (2, 8), 5: (2, 9), 9: (9, 10)}
    lines = {12: range(7, 16), 8: range(1, 10), 5: range(1, 10), 9: range(7, 16)}
    lost = [f"R{row}C{c}" for row, line in lines.items() for c in line if c not in places[row]]
    board = Board.start(words.model).without((numbers[name], 0) for name in lost)
    assert (
        "X-chain: if R8C8 is not 1, then R8C2 is 1 (the only other place in row 8 of A), "
        "then R5C2 is not 1 (column 2 of A), "
        "then R5C9 is 1 (the only other place in row 5 of A), "
        "then R9C9 is not 1 (column 9 of A), "
        "then R9C10 is 1 (the only other place in row 3 of C); "
        "either way, R8C8 is 1 or R9C10 is 1, and R8C10=1, R8C11=1, R8C12=1 and R9C9=1 exclude "
        "both (row 2 of C, column 4 of C, box 2 of C, box 9 of A and row 3 of C), "
        "so R8C10, R8C11, R8C12 and R9C9 are not 1"
    ) in [describe(step, puzzle, board) for step in steps_of("x-chain", board)]


@given(case=tiny())
@settings(max_examples=80, deadline=None)
def test_no_candidate_is_left_that_excludes_itself_along_a_line(case):
    """Followed one by one, without webs and levels: what each candidate's truth leads to."""
    board = Board.start(case.model)
    while not board.broken:
        at_once, later = self_excluding(board)
        after = board.without(at_once)
        if later and not at_once:
            for step in steps_of("aic", board):
                after = step.apply(after)
            assert after.masks != board.masks
        if after.masks == board.masks:
            break
        board = after


def self_excluding(board):
    """Candidates whose truth makes one true that excludes them: at the first truth or before it,
    or at a later one."""
    sight = conflicts(board)
    partners = {}
    for inference in pairs(board):
        one, other = inference.first.bit_length() - 1, inference.second.bit_length() - 1
        partners.setdefault(one, []).append(other)
        partners.setdefault(other, []).append(one)
    single = [strong.mask for strong in truths(board) if strong.mask.bit_count() == 1]
    at_once = [
        c for one in single for c in numbering(board.model).candidates(common_conflicts(sight, one))
    ]
    later = []
    for target in bits(candidates_left(board)):
        false, true, depth, new = set(bits(sight[target])), set(), 0, [target]
        while new:
            depth += 1
            new = {p for f in false for p in partners.get(f, ())} - true
            true |= new
            if any(sight[n] >> target & 1 for n in new):
                (at_once if depth == 1 else later).append(numbering(board.model).candidate(target))
                break
            false |= {f for n in new for f in bits(sight[n])}
    return at_once, later


@pytest.mark.slow
def test_a_chain_through_a_count_tells_nothing_twice():
    puzzle = load(EXAMPLES / "dominoes/boxed-set.yaml")
    said = {}
    for explanation in explain(puzzle):
        said.setdefault(explanation.technique, []).append(explanation.text)
    assert len(said["forcing-net"]) < 5  # 19 if chains do not run through counts
    assert any("edge R1C5–R2C5 is within a domino 0 2" in text for text in said["aic"])
    for text in said["aic"]:
        links = text.split("; either way")[0].removeprefix("AIC: if ").split(", then ")
        plain = [link.partition(" (")[0] for link in links]
        assert all(one != other for one, other in pairwise(plain)), text
