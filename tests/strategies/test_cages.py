"""Techniques of sums, against all grids and all combinations."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model.test_derived import killers, model, true_grids
from support import grid, one_in

from sudokulib.board import Board
from sudokulib.logic.combinations import different_value_sets
from sudokulib.logic.equations import equation, signed_sum
from sudokulib.logic.proof import is_proved
from sudokulib.logic.sum_parts import sum_parts, value_sets_with
from sudokulib.logic.words import Words
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
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


@pytest.mark.parametrize("name", one_in(2, SUMS))
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
    for _, own in sum_parts(board):
        for part in own:
            found = used_sets(board, part)
            assert set(part.value_sets) == set(found)
            for v in bits(part.cells):
                for x in bits(board.masks[v]):
                    with_it = {used for used, ways in found.items() if (v, x) in ways}
                    assert value_sets_with(board, part, v, x) == with_it


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
    assert different_value_sets(tuple(domains)) == found


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


def test_bounds_of_a_cage():
    _, text = first("cage-bounds", cage("R1C1:R1C3", 23, "cage 1"))
    assert text == (
        "in cage 1 (23), 5 in R1C1, R1C2 or R1C3 makes at most 5 + 17 = 22, so R1C1, R1C2 and "
        "R1C3 are not 1, 2, 3, 4 or 5"
    )


def test_bounds_of_a_cage_whose_other_cell_is_known():
    masks = [("R1C1", "7"), ("R1C2", "1237")]
    _, text = first("cage-bounds", cage("R1C1:R1C2", 8, "cage 1"), masks=masks)
    assert text == (
        "in cage 1 (8), 2 in R1C2 makes at least 2 + 7 = 9 and 7 in R1C2 leaves nothing for R1C1, "
        "so R1C2 is not 2, 3 or 7"
    )


def test_bounds_of_a_cage_without_enough_left():
    masks = [("R1C1", "13"), ("R1C2", "13"), ("R1C3", "12")]
    _, text = first("cage-bounds", cage("R1C1:R1C3", 6, "cage 1"), masks=masks)
    assert text == "in cage 1 (6), 1 in R1C3 leaves too little for R1C1 and R1C2, so R1C3 is not 1"


def test_combinations_before_and_after():
    masks = [("R1C1:R1C2", "1234567"), ("R1C1", "12356")]
    _, text = first("cage-combinations", cage("R1C1:R1C2", 8, "cage 1"), masks=masks)
    assert text == (
        "cage 1 (8) has 3 combinations: 17, 26 or 35; with 1 in R1C2 none of these can be filled "
        "in, so R1C2 is not 1 or 4"
    )


def test_a_single_combination_is_easiest():
    easy, _ = first("cage-combinations", cage("R1C1:R1C2", 4))
    hard, _ = first("cage-combinations", cage("R1C1:R2C2", 12))
    assert easy.rating < hard.rating


def test_what_a_cage_needs_is_gone_from_all_who_see_it():
    step, text = first("required-in-cage", cage("R1C1:R1C2", 4, "cage 1"))
    assert len(step.eliminations) == 2 * 13
    assert text.startswith(
        "every filling of cage 1 (4; only 13) has 1 and 3, each of which can only go to R1C1 or "
        "R1C2, which both lie in row 1 and box 1 too, so R1C3"
    )


def test_what_a_cage_needs_may_have_one_place():
    masks = [("R1C1", "123"), ("R1C2:R1C3", "23")]
    step, _ = first("required-in-cage", cage("R1C1:R1C3", 6), masks=masks)
    assert step.placements == ((0, 0),)


def test_overlap_of_a_cage_and_a_house():
    masks = [("R1C3:R1C9", "12346789"), ("R1C1:R1C2 R2C1", "1234567")]
    _, text = first("cage-overlap", cage("R1C1:R1C2 R2C1", 10, "cage 1"), masks=masks)
    assert text == (
        "5 can only go to R1C1 or R1C2 in row 1; each of these excludes 6 and 7 in R2C1 by "
        "cage 1, so R2C1 is not 6 or 7"
    )


def test_innies_of_one_house():
    cages = cage("R1C1:R2C2", 14, "cage 1"), cage("R1C3:R3C3", 14, "cage 2")
    step, text = first("innies", *cages)
    assert step.roles[0].name == "innies"
    assert text == (
        "box 1 = 45, less cage 1 (14) and cage 2 (14) = 28, leaves R3C1 + R3C2 = 17 (without "
        "repeats, as they see each other; only 89), so R3C1 and R3C2 are not 1, 2, 3, 4, 5, 6 or 7"
    )


def test_a_single_innie_is_placed():
    step, text = first("innies", cage("R1C1:R2C2", 14), cage("R1C3:R3C3 R3C2", 22))
    assert step.placements == ((18, 8),)
    assert text.endswith("leaves R3C1 = 9, so R3C1 = 9")


def test_outies_that_do_not_see_each_other_may_be_equal():
    cages = (
        cage("R1C1:R2C2", 14, "cage 1"),
        cage("R1C3:R2C3 R1C4", 13, "cage 2"),
        cage("R3C1 R4C1", 9, "cage 3"),
        cage("R3C2:R3C3", 15, "cage 4"),
    )
    step, text = first("outies", *cages)
    assert step.roles[0].name == "outies"
    assert text == (
        "cage 1 (14) + cage 2 (13) + cage 3 (9) + cage 4 (15) = 51, less box 1 = 45, leaves "
        "R1C4 + R4C1 = 6 (repeats allowed, as they do not see each other; 3 combinations: 15, 24 "
        "or 33), so R1C4 and R4C1 are not 6, 7, 8 or 9"
    )


def test_innies_less_outies_with_the_larger_side_first():
    cages = (
        cage("R1C1:R2C2", 14, "cage 1"),
        cage("R1C3:R2C3 R1C4", 21, "cage 2"),
        cage("R3C1:R3C2", 5, "cage 3"),
    )
    _, text = first("innies-and-outies", *cages)
    assert text.startswith(
        "box 1 = 45, less cage 1 (14), cage 2 (21) and cage 3 (5) = 40, leaves R3C3 − R1C4 = 5, "
        "so R1C4 is not 5"
    )


def test_a_cage_split_by_a_house():
    cages = (
        cage("R1C1:R2C2", 14, "cage 1"),
        cage("R1C3:R3C3", 14, "cage 2"),
        cage("R3C1 R3C2 R4C1 R5C1", 22, "cage 3"),
    )
    _, text = first("cage-splitting", *cages, masks=[("R3C1:R3C2", "89")])
    assert (
        "less box 1 = 45, leaves R4C1 + R5C1 = 5 as a part of cage 3 (22) (without repeats" in text
    )


def test_killer_pair():
    masks = [("R1C1:R1C2", "1278"), ("R1C9", "12")]
    _, text = first("killer-pair", cage("R1C1:R1C2", 9, "cage 1"), masks=masks)
    assert text == (
        "1 and 2 are used up in row 1: R1C1 and R1C2 hold at least one of them by cage 1 (9; 4 "
        "combinations → 2: 18 or 27); R1C9 holds one, so R1C3, R1C4, R1C5, R1C6, R1C7 "
        "and R1C8 are not 1 or 2"
    )


def test_hidden_killer_pair_leaves_each_part_its_most():
    masks = [("R1C4:R1C8", "1234567")]
    _, text = first("hidden-killer-pair", cage("R1C1:R1C3", 13, "cage 1"), masks=masks)
    assert text == (
        "row 1 needs 8 and 9 and has just room: R1C1, R1C2 and R1C3 hold at most one of them by "
        "cage 1 (13; 7 combinations: 139, 148, 157, 238, 247, 256 or 346); R1C9 "
        "holds one; none can hold fewer, so R1C1, R1C2 and R1C3 are not 5, "
        "6 or 7; R1C9 is not 1, 2, 3, 4, 5, 6 or 7"
    )


def test_cage_comparison():
    masks = [("R1C1:R1C2", "12345678"), ("R1C4:R1C6", "124")]
    cages = cage("R1C1:R1C2", 9, "cage 1"), cage("R1C4:R1C6", 7, "cage 2")
    _, text = first("cage-comparison", *cages, masks=masks)
    assert text == (
        "in row 1 R1C1 and R1C2 of cage 1 (9) cannot be 45, 27 or 18, as nothing would be left "
        "for cage 2 (7), which needs 124 there, so R1C1 and R1C2 are not 1, 2, 4, 5, 7 or 8"
    )
