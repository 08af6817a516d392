"""One fuzzer above all: tiny puzzles of any rules, brute force against everything else.

Random puzzles of at most six cells and three shapes of any kind. What `holds` says of every
filling is compared with each back-end's count, solutions and true candidates, with `solve`, and
with what every step claims.
"""

import os
from itertools import product
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sudokulib
from sudokulib.board import Board
from sudokulib.errors import UnableError
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzle import Puzzle
from sudokulib.search import backend, backends
from sudokulib.search.budget import Budget
from sudokulib.shapes import Shape
from sudokulib.testing.instances import instances, own_geometries, tiny_grids

KINDS = sorted(instances().keys() - own_geometries().keys())
TINY = [geometry for geometry in tiny_grids() if len(geometry.cells) <= 6]
LARGEST = 300
"""Fillings of a puzzle."""
EXAMPLES = int(os.environ.get("SUDOKULIB_FUZZ", "250"))
"""Puzzles that each test tries."""
SLOW = {"cp-sat"}
"""Back-ends that start slowly: a tenth of the puzzles."""


@st.composite
def puzzles(draw):
    geometry = draw(st.sampled_from(TINY))
    masks = list(geometry.domains)
    for cell in draw(st.permutations(range(len(masks)))):
        if prod(mask.bit_count() for mask in masks) <= LARGEST:
            break
        masks[cell] = draw(st.sampled_from([1 << v for v in bits(masks[cell])]))
    puzzle = Puzzle(geometry, tuple(masks))
    for name in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)):
        rule = instances()[name](draw, geometry)
        assume(not rule.problem(puzzle.context))
        puzzle = puzzle.with_shapes(Shape(rule))
    context = puzzle.context
    assume(not any(shape.rule.problem(context) for shape in context.shapes))
    return puzzle


def brute_force(puzzle):
    context = puzzle.context
    for filling in product(*(tuple(bits(mask)) for mask in puzzle.masks)):
        values = [context.values[v] for v in filling]
        if all(shape.rule.holds(values, context) for shape in context.shapes):
            yield filling


@pytest.mark.parametrize("search", sorted({*backends()} - SLOW))
@settings(max_examples=EXAMPLES)
@given(puzzle=puzzles())
def test_every_back_end_agrees_with_the_rules(search, puzzle):
    check(search, puzzle)


@pytest.mark.parametrize("search", sorted({*backends()} & SLOW))
@settings(max_examples=max(1, EXAMPLES // 10))
@given(puzzle=puzzles())
def test_every_slow_back_end_agrees_with_the_rules(search, puzzle):
    check(search, puzzle)


def check(search, puzzle):
    expected = set(brute_force(puzzle))
    model, engine = compile_puzzle(puzzle), backend(search)
    if engine.able(model):
        with pytest.raises(UnableError):
            next(engine.solutions(model, Budget()))
        return
    found = list(engine.solutions(model, Budget()))
    assert set(found) == expected
    assert len(found) == len(expected) == engine.count(model, Budget())
    assert engine.count(model, Budget(), 2) == min(2, len(expected))
    true = [0] * len(puzzle.masks)
    for filling in expected:
        for cell, value in enumerate(filling):
            true[cell] |= 1 << value
    assert list(engine.true_candidates(model, Budget())) == true


@settings(max_examples=EXAMPLES)
@given(puzzle=puzzles())
def test_every_step_claims_only_what_is_true(puzzle):
    expected = set(brute_force(puzzle))
    result = sudokulib.solve(puzzle)
    status = {0: "none", 1: "unique"}.get(len(expected), "multiple")
    assert result.status == status
    assert {solution.indices for solution in result.solutions} <= expected
    assert all(solution.broken() == () for solution in result.solutions)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.givens)
    for step in result.steps:
        assert is_proved(board, step)
        board = step.apply(board)
        for filling in expected:
            assert all(filling[cell] == value for cell, value in step.placements)
            assert all(
                cell >= len(filling) or filling[cell] != value for cell, value in step.eliminations
            )
