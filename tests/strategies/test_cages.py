"""Techniques of sums, against all grids and all combinations."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model.test_derived import killers, model, true_grids
from support import grid

from sudokulib.board import Board
from sudokulib.logic.combinations import choices
from sudokulib.logic.equations import equation, signed_sum
from sudokulib.logic.parts import family_with, parts
from sudokulib.logic.proof import is_proved
from sudokulib.logic.words import Words
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.strategies import strategies, strategy_named

SUMS = [s.name for s in strategies() if s.family in ("cages", "fillings")]
quick = settings(max_examples=15, deadline=None)


@st.composite
def boards(draw):
    """A killer on 4x4 with some candidates gone, and the grids that are still possible."""
    shapes = draw(killers())
    start = Board.start(model(shapes))
    grids = true_grids(shapes)
    kept = draw(st.sampled_from(grids)) if grids else draw(st.sampled_from([(0,) * 16]))
    gone = draw(st.sets(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=20))
    board = start.without((v, x) for v, x in gone if kept[v] != x)
    left = [g for g in grids if all(board.masks[c] >> x & 1 for c, x in enumerate(g))]
    return board, left


@pytest.mark.parametrize("name", SUMS)
@given(case=boards())
@quick
def test_steps_hold_in_every_grid_and_are_proved(name, case):
    board, grids = case
    for step in strategy_named(name).find(board):
        assert step.placements or step.eliminations
        assert all(board.allows(c) for c in step.eliminations)
        assert is_proved(board, step)
        for filling in grids:
            assert all(filling[v] == x for v, x in step.placements)
            assert not any(filling[v] == x for v, x in step.eliminations)


@given(case=boards())
@quick
def test_derived_sums_are_what_their_equations_say(case):
    """Term by term: houses and sums times their factors leave the sum and nothing else."""
    compiled = case[0].model
    for number in compiled.derived:
        made, goal = equation(compiled, number), signed_sum(compiled, number)
        if not compiled.primitives[number].totals:
            continue
        assert made
        assert goal
        terms = dict.fromkeys(range(compiled.cells), 0)
        total = 0
        for own, factor in made.houses + made.sums:
            known = signed_sum(compiled, own)
            plus = known.plus if known else compiled.spans[own]
            for v in bits(plus):
                terms[v] += factor
            for v in bits(known.minus if known else 0):
                terms[v] -= factor
            total += factor * (known.total if known else 10)
        assert total == goal.total
        assert terms == {v: (goal.plus >> v & 1) - (goal.minus >> v & 1) for v in terms}


@given(case=boards())
@quick
def test_parts_use_the_sets_of_values_that_fillings_do(case):
    board = case[0]
    for _, own in parts(board):
        for part in own:
            found = used_sets(board, part)
            assert set(part.family) == set(found)
            for v in bits(part.cells):
                for x in bits(board.masks[v]):
                    with_it = {used for used, ways in found.items() if (v, x) in ways}
                    assert family_with(board, part, v, x) == with_it


def used_sets(board, part):
    """The sets of values on some cells over all fillings of their sum, with their candidates."""
    primitive = board.model.primitives[part.primitive]
    found = {}
    for filling in product(*(list(bits(board.masks[v])) for v in primitive.variables)):
        own = list(zip(primitive.variables, filling, strict=True))
        inside = [(v, x) for v, x in own if part.cells >> v & 1]
        if primitive.check(filling) and len({x for _, x in inside}) == len(inside):
            used = sum(1 << x for _, x in inside)
            found.setdefault(used, set()).update(inside)
    return found


@given(st.lists(st.integers(1, 31), max_size=4))
def test_choices_are_the_sets_of_different_values(domains):
    found = {
        sum(1 << x for x in filling)
        for filling in product(*(list(bits(mask)) for mask in domains))
        if len(set(filling)) == len(filling)
    }
    assert choices(tuple(domains)) == found


# One example of each, with its text.


@cache
def nine():
    return grid("9x9", "3x3", symbols="123456789")


def cage(cells, total, label=""):
    return Shape(Cage(tuple(sorted(nine().find(cells))), total), (label,) if label else ())


def first(name, *shapes, masks=()):
    """The first step of a technique on the empty grid, and what is said of it."""
    puzzle = Puzzle(nine(), nine().domains).with_shapes(*shapes)
    compiled = compile_puzzle(puzzle)
    now = list(compiled.domains)
    for cells, symbols in masks:
        for cell in nine().find(cells):
            now[cell] = sum(1 << int(s) - 1 for s in symbols)
    board = Board.of(compiled, now)
    technique = strategy_named(name)
    step = next(technique.find(board))
    step.verify(board)
    words = Words(puzzle, board)
    return step, f"{technique.tell(step, words)}, so {words.conclusion(step)}"
