"""Truths, conflicts and required values of every kind, against the list of all fillings."""

from dataclasses import replace
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import one_in
from tiny_models import model_of, tiny

from sudokulib.board import Board
from sudokulib.logic import facts
from sudokulib.logic.candidates import numbering
from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.primitives import Linear
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape
from sudokulib.testing.instances import instances, own_geometries, small_geometries

FILLINGS = 1500
"""Fillings of the board that are gone through."""
EXACT = {"Table", "Linear", "Regular"}
"""Primitives whose propagation leaves nothing undiscovered."""
some = settings(max_examples=4, deadline=None)


@st.composite
def boards(draw, name):
    """A board on a small geometry with one shape of a kind; few enough candidates to try all."""
    geometry = draw(own_geometries().get(name, small_geometries()))
    rule = instances()[name](draw, geometry)
    assume(not rule.problem(geometry.context_of((*geometry.shapes, Shape(rule)))))
    model = compile_puzzle(Puzzle(geometry, geometry.domains).with_shapes(Shape(rule)))
    masks = list(model.domains)
    assume(prod(mask.bit_count() for mask in masks[model.cells :]) <= FILLINGS)
    busy = {v for n in model.rules for v in model.primitives[n].variables}
    order = draw(st.permutations(range(model.cells)))
    for cell in sorted(order, key=busy.__contains__):
        if prod(mask.bit_count() for mask in masks) <= FILLINGS:
            break
        some_values = st.sets(st.sampled_from(list(bits(masks[cell]))), min_size=1, max_size=2)
        masks[cell] = sum(1 << v for v in draw(some_values))
    assume(prod(mask.bit_count() for mask in masks) <= FILLINGS)
    return Board.of(model, masks)


def fillings(board: Board, number: int) -> list[dict[int, int]]:
    """All fillings of one primitive on a board."""
    primitive = board.model.primitives[number]
    choices = [list(bits(board.masks[v])) for v in primitive.variables]
    found = [f for f in product(*choices) if primitive.check(f)]
    return [dict(zip(primitive.variables, filling, strict=True)) for filling in found]


def shrunk(board: Board, number: int) -> Board:
    """The board after one primitive has removed all that it can by itself."""
    found = fillings(board, number)
    masks = list(board.masks)
    for v in board.model.primitives[number].variables:
        masks[v] = sum(1 << x for x in {filling[v] for filling in found})
    return Board.of(board.model, masks)


@pytest.mark.parametrize("name", one_in(4, sorted(instances())))
@given(data=st.data())
@some
def test_facts_are_what_all_fillings_say(name, data):
    """All laws on each board: drawing boards takes longer than any of them."""
    board = data.draw(boards(name))
    check_required_values(board)
    check_conflicts(board)
    check_strong_pairs(board)
    check_assignments(board)


def check_required_values(board: Board) -> None:
    """Required values are those in all fillings."""
    for number in range(len(board.model.primitives)):
        found = [
            {x for v, x in filling.items() if v < board.model.cells}
            for filling in fillings(board, number)
        ]
        if found:
            required = set(bits(facts.required(board, number)))
            assert required == set.intersection(*found)


def check_conflicts(board: Board) -> None:
    """Conflicts of a rule are pairs that no filling has."""
    numbered = numbering(board.model)
    for number in board.model.rules:
        stated = {
            (numbered.candidate(one), numbered.candidate(other))
            for one, gone in facts.rule_conflicts(board, number)
            for other in bits(gone)
        }
        found = fillings(board, number)
        together = {pair for filling in found for pair in product(filling.items(), repeat=2)}
        assert not stated & together
        if board.model.primitives[number].name in EXACT:
            variables = board.model.primitives[number].variables
            every = [(v, x) for v in variables for x in bits(board.masks[v])]
            apart = {(a, b) for a, b in product(every, repeat=2) if a[0] != b[0]}
            assert stated == apart - together


def check_strong_pairs(board: Board) -> None:
    """Strong pairs are those without which there is no filling."""
    numbered = numbering(board.model)
    for number in board.model.rules:
        found = fillings(board, number)
        if not found:
            continue
        here = shrunk(board, number)
        stated = {
            frozenset(numbered.candidates(one | other))
            for one, other in facts.strong_pairs(here, number)
        }
        every = {item for filling in found for item in filling.items()}
        true = {
            frozenset([a, b])
            for a, b in combinations(sorted(every), 2)
            if a[0] != b[0] and all(a in f.items() or b in f.items() for f in found)
        }
        single = {frozenset([a, b]) for a, b in true for v, _ in (a, b) if is_single(here, v)}
        assert stated <= true
        if board.model.primitives[number].name in EXACT:
            assert stated >= true - single


def is_single(board: Board, variable: int) -> bool:
    return board.masks[variable].bit_count() == 1


@st.composite
def wide_counts(draw):
    """A board with a count of too many candidates to propagate each, and nothing else."""
    cells, values = draw(st.integers(21, 26)), 4
    counted = draw(st.integers(1, 14))
    totals = sorted(draw(st.sets(st.integers(0, cells), min_size=1, max_size=4)))
    row = tuple(counted >> value & 1 for value in range(values))
    count = Linear(tuple(range(cells)), (row,) * cells, tuple(totals))
    domains = st.sampled_from([15, 15, 15, counted, 15 & ~counted, 1, 6, 11])
    masks = draw(st.lists(domains, min_size=cells, max_size=cells))
    model = replace(model_of(values, [15] * cells, []), given=(count,), given_sources=((0,),))
    smaller = count.propagate(masks)
    assume(smaller is not None)
    assume(sum(map(int.bit_count, masks)) > facts._MOST_CANDIDATES)
    return Board.of(model, [smaller.get(cell, mask) for cell, mask in enumerate(masks)])


@pytest.mark.slow
@given(board=wide_counts())
@settings(max_examples=150, deadline=None)
def test_conflicts_of_wide_counts_are_those_that_propagating_each_candidate_shows(board):
    numbered, count = numbering(board.model), board.model.primitives[0]
    counted = [value for value, weight in enumerate(count.weights[0]) if weight]
    shown = set()
    for cell, mask in enumerate(board.masks):
        for value in bits(mask) if mask.bit_count() > 1 else ():
            trial = [1 << value if c == cell else m for c, m in enumerate(board.masks)]
            for other, left in (count.propagate(trial) or {}).items():
                alike = [x for x in bits(board.masks[other] & ~left)
                         if (x in counted) == (value in counted)]  # fmt: skip
                shown |= {frozenset([(cell, value), (other, x)]) for x in alike}
    stated = {
        frozenset([numbered.candidate(one), other])
        for one, gone in facts.rule_conflicts(board, 0)
        for other in numbered.candidates(gone)
    }
    assert stated == shown


@given(case=tiny())
@settings(max_examples=80, deadline=None)
def test_so_it_is_where_shapes_overlap(case):
    check_assignments(Board.start(case.model))


def check_assignments(board: Board) -> None:
    """Every assignment has one of every truth, and no conflict."""
    numbered = numbering(board.model)
    conflicts = facts.conflicts(board)
    for assignment in assignments(board.model, board.masks):
        true = numbered.mask(enumerate(assignment))
        assert all(strong.mask & true for strong in facts.truths(board))
        for number in bits(true):
            assert not conflicts[number] & true


def assignments(model: Model, masks):
    for filling in product(*(list(bits(mask)) for mask in masks)):
        if all(p.check([filling[v] for v in p.variables]) for p in model.primitives):
            yield filling
