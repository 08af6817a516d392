"""One fuzzer above all: tiny puzzles of any rules, brute force against everything else.

Random puzzles of at most six cells and a few shapes of any kind, plain or within composites, on
symbols whose integers may be negative, with gaps and in no order. What `holds` says of every
filling is compared with each back-end's count, solutions and true candidates, with `solve`, and
with what every step claims. Each puzzle is followed by one of equal shapes in other words, so that
what was remembered of the first shows in the second.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import searches

import sudokulib
from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.budget import Budget
from sudokulib.board import Board
from sudokulib.errors import UnableError
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.model.compiler import compile_shapes
from sudokulib.primitives import Primitive, Table
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import backend
from sudokulib.shapes import AllOf, AnyOf, Context, Kind, Negative, Nonconsecutive, Not, Shape
from sudokulib.shapes.fields import OneCell
from sudokulib.testing.instances import instances, own_geometries, tiny_grids

KINDS = sorted(instances().keys() - own_geometries().keys())
TINY = [geometry for geometry in tiny_grids() if len(geometry.cells) <= 6]
LARGEST = 300
"""Fillings of a puzzle."""
EXAMPLES = int(os.environ.get("SUDOKULIB_FUZZ", "150"))
"""Puzzles that each test tries."""
SLOW = {"cp-sat"}
"""Back-ends that start slowly: a tenth of the puzzles."""


DOTS = ("difference", "pair-sum", "ratio")


@st.composite
def geometries(draw):
    """Tiny ones; every other one with integers of its own behind the symbols."""
    geometry = draw(st.sampled_from(TINY))
    if draw(st.booleans()):
        return geometry
    count = len(geometry.alphabet)
    values = draw(st.lists(st.integers(-6, 9), min_size=count, max_size=count, unique=True))
    return replace(geometry, alphabet=Alphabet(geometry.alphabet.symbols, tuple(values)))


@st.composite
def rules(draw, geometry, names=KINDS):
    """A rule of one of the kinds; one in three within a composite."""

    def some():
        return instances()[draw(st.sampled_from(names))](draw, geometry)

    return draw(
        st.sampled_from(
            (
                *[lambda rule: rule] * 6,
                lambda rule: AllOf((rule, some())),
                lambda rule: AnyOf((rule, some())),
                lambda rule: Not((rule,)),
            )
        )
    )(some())


@st.composite
def missing_dots(draw):
    """A rule about dots that are not there."""
    kinds = tuple(draw(st.lists(st.sampled_from(DOTS), min_size=1, max_size=2, unique=True)))
    if draw(st.booleans()):
        return Nonconsecutive(kinds)
    return Negative(kinds, strict=draw(st.booleans()))


@st.composite
def puzzles(draw):
    geometry = draw(geometries())
    masks = list(geometry.domains)
    for cell in draw(st.permutations(range(len(masks)))):
        if prod(mask.bit_count() for mask in masks) <= LARGEST:
            break
        masks[cell] = draw(st.sampled_from([1 << v for v in bits(masks[cell])]))
    puzzle = Puzzle(geometry, tuple(masks))
    drawn = draw(st.lists(rules(geometry), min_size=1, max_size=3))
    if draw(st.integers(0, 2)) == 0:
        dots = draw(st.lists(rules(geometry, DOTS), min_size=1, max_size=2))
        drawn = draw(st.permutations([*drawn[:1], *dots, draw(missing_dots())]))
    for rule in drawn:
        assume(not rule.problem(puzzle.context))
        puzzle = puzzle.with_shapes(Shape(rule))
    context = puzzle.context
    assume(not any(shape.rule.problem(context) for shape in context.shapes))
    return puzzle


@dataclass(frozen=True, slots=True)
class Wording(Kind):
    """A cell does not hold the value whose number is how many shapes begin as composites.

    Other rules may depend on the wording of shapes as well; this one does so nearly always.
    """

    cell: OneCell
    name = "wording"

    def forbidden(self, context: Context) -> int:
        wrapped = sum(isinstance(shape.rule, AllOf | AnyOf | Not) for shape in context.shapes)
        return wrapped % len(context.values)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        return values[self.cell] != context.values[self.forbidden(context)]

    def lower(self, context: Context) -> Iterable[Primitive]:
        others = set(range(len(context.values))) - {self.forbidden(context)}
        return [Table((self.cell,), frozenset((i,) for i in others))]


@st.composite
def spellings(draw, puzzle):
    """A puzzle of shapes that mean the same, in other words and another order."""
    wraps = (
        lambda rule: rule,
        lambda rule: AllOf((rule,)),
        lambda rule: AnyOf((rule, rule)),
        lambda rule: AllOf((AnyOf((rule,)),)),
    )
    said = [Shape(draw(st.sampled_from(wraps))(shape.rule)) for shape in puzzle.shapes]
    assume(not any(shape.rule.problem(puzzle.context) for shape in said))
    geometry = replace(puzzle.geometry, shapes=puzzle.geometry.shapes[::-1])
    return replace(puzzle, geometry=geometry, shapes=tuple(draw(st.permutations(said))))


@st.composite
def two_in_a_row(draw):
    first = draw(puzzles())
    if draw(st.booleans()):
        first = first.with_shapes(Shape(Wording(draw(st.sampled_from(range(len(first.masks)))))))
    return first, draw(spellings(first))


def brute_force(puzzle):
    context = puzzle.context
    for filling in product(*(tuple(bits(mask)) for mask in puzzle.masks)):
        values = [context.values[v] for v in filling]
        if all(shape.rule.holds(values, context) for shape in context.shapes):
            yield filling


@settings(max_examples=EXAMPLES)
@given(puzzle=puzzles())
def test_every_back_end_agrees_with_the_rules(puzzle):
    """All on each puzzle: drawing it and trying all fillings takes longer than they do."""
    expected = set(brute_force(puzzle))
    for search in sorted({*searches()} - SLOW):
        check(search, puzzle, expected)


@pytest.mark.slow
@pytest.mark.parametrize("search", sorted({*searches()} & SLOW))
@settings(max_examples=max(1, EXAMPLES // 10))
@given(puzzle=puzzles())
def test_every_slow_back_end_agrees_with_the_rules(search, puzzle):
    check(search, puzzle, set(brute_force(puzzle)))


def check(search, puzzle, expected):
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


@pytest.mark.slow
@settings(max_examples=max(1, EXAMPLES // 2))
@given(both=two_in_a_row())
def test_nothing_of_one_puzzle_shows_in_the_next(both):
    assert both[0].geometry == both[1].geometry
    for puzzle in both:
        expected = set(brute_force(puzzle))
        status = {0: "none", 1: "unique"}.get(len(expected), "multiple")
        assert sudokulib.solve(puzzle, strategies=()).status == status
        assert {solution.indices for solution in sudokulib.solutions(puzzle)} == expected
        fresh = compile_shapes(puzzle.context)
        assert compile_puzzle(puzzle).root.exact_key == fresh.exact_key


@settings(max_examples=EXAMPLES)
@given(puzzle=puzzles())
def test_every_step_claims_only_what_is_true(puzzle):
    expected = set(brute_force(puzzle))
    result = sudokulib.solve(puzzle)
    status = {0: "none", 1: "unique"}.get(len(expected), "multiple")
    assert result.status == status
    assert {solution.indices for solution in result.solutions} <= expected
    assert all(solution.violations() == () for solution in result.solutions)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    for step in result.steps:
        assert is_proved(board, step)
        board = step.apply(board)
        for filling in expected:
            assert all(filling[cell] == value for cell, value in step.placements)
            assert all(
                cell >= len(filling) or filling[cell] != value for cell, value in step.eliminations
            )
