"""Each check of the kit accepts what is right, rejects what is wrong, and refuses the rest."""

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.loading import loads
from sudokulib.strategies import strategy_named
from sudokulib.testing import (
    Position,
    check_confluent,
    check_explained,
    check_monotone,
    check_relabelling,
    check_sound,
    check_symmetry,
    check_terminates,
    positions,
)
from sudokulib.testing.relabelling import _model, _Relabelling
from sudokulib.testing.runner import run_check
from sudokulib.testing.tiny import tiny_geometry

OF_STRATEGIES = (
    check_sound,
    check_explained,
    check_terminates,
    check_monotone,
    check_relabelling,
    check_symmetry,
)
hidden, overlaps = (strategy_named(n).find for n in ("hidden-single", "overlapping-shapes"))


def guesses(board):
    """The first candidate of the first open cell, right or wrong."""
    for cell in bits(board.open):
        yield Step("guesses", ((cell, (board.masks[cell]).bit_length() - 1),))
        return


def without_reasons(board):
    """Yield sound steps without an argument."""
    for step in hidden(board):
        yield replace(step, arguments=())


def again_and_again(board):
    """Something that is known already."""
    for cell in bits(board.solved):
        yield Step("again-and-again", ((cell, board.masks[cell].bit_length() - 1),))


def on_even_days(board):
    """Overlapping shapes, but only while the number of candidates is even."""
    if sum(mask.bit_count() for mask in board.masks) % 2 == 0:
        yield from overlaps(board)


def at_the_start(board):
    """Overlapping shapes, but only before anything is placed."""
    if not board.solved:
        yield from overlaps(board)


def of_the_first_symbol(board):
    """Hidden singles of one symbol only."""
    yield from (step for step in hidden(board) if step.placements[0][1] == 0)


def in_the_first_cell(board):
    """Hidden singles of one cell only."""
    yield from (step for step in hidden(board) if step.placements[0][0] == 0)


def steps_at_once(board):
    """All steps as a list."""
    return list(hidden(board))


WRONG = (
    (check_sound, guesses, "contradicts a filling"),
    (check_explained, without_reasons, "its arguments do not prove"),
    (check_terminates, again_and_again, "has a step that changes nothing"),
    (check_terminates, steps_at_once, "write it as a generator"),
    (check_relabelling, of_the_first_symbol, "concludes something else once"),
    (check_relabelling, in_the_first_cell, r"only (as it stands|renamed): R\dC\d = "),
    (check_symmetry, in_the_first_cell, "concludes something else once"),
)


@cache
def on_4x4():
    """Positions that are given: to shrink what is found costs most of the time."""
    found = []
    where = positions(geometries=st.just(geometry("4x4")), kinds=())
    run_check(found.append, where, max_examples=40)
    return found


def test_words_about_edges_may_name_the_cells_at_them():
    loop = Position.from_text("""
geometry:
  build: [{make: grid, size: 2x2, lines: false}]
  symbols: '12'
  layers: {loop: {at: edges, symbols: '12'}}
givens: {loop.R2C3: '2', loop.R3C2: '2'}
shapes: [{kind: masyu, cells: loop, values: [2], label: masyu 1}]
board: {loop.R2C3: 2, loop.R3C2: 2}
""")
    check_explained("even-crossings", cases=[loop])


@pytest.mark.parametrize(("check", "subject", "what"), WRONG)
def test_what_is_wrong_is_reported(check, subject, what):
    with pytest.raises(AssertionError, match=what) as error:
        check(subject, cases=on_4x4())
    assert str(error.value).startswith(subject.__name__.replace("_", "-"))


@pytest.mark.parametrize("candidate", [(0, -1), (-1, 0), (0, 4), (99, 0)])
@pytest.mark.parametrize("field", ["eliminations", "placements"])
def test_candidates_that_do_not_exist_are_told_as_they_stand(field, candidate):
    def mistaken(board):
        yield Step("mistaken", **{field: (candidate,)})

    what = re.escape(f"mistaken speaks of candidate {candidate}, which is not on the board")
    with pytest.raises(AssertionError, match=f"{what}\n.*{field} {re.escape(f'({candidate},)')}"):
        check_sound(mistaken, cases=on_4x4())


def pointing(**further):
    """1 in the first box is on the first line; there are as many candidates as on even days."""
    puzzle = geometry("4x4").puzzle(allowed={"R2C1:R2C2": "234", **further})
    return [Position(puzzle, Board.start(compile_puzzle(puzzle)))] * 20


def test_what_more_eliminations_cost_is_reported():
    with pytest.raises(AssertionError, match=r"on-even-days with singles removes R1C[34]=1"):
        check_monotone(on_even_days, cases=pointing())


def test_orders_that_end_otherwise_are_told():
    with pytest.raises(AssertionError, match="in this order, but not in the order"):
        check_confluent(["full-house", at_the_start], cases=pointing(R4C4="4"))


@pytest.mark.parametrize("check", OF_STRATEGIES)
def test_what_is_right_passes(check):
    check("hidden-single", max_examples=20)
    check("overlapping-shapes", cases=pointing())


def test_any_order_of_what_is_monotone_passes():
    check_confluent(["overlapping-shapes", "naked-tuples", "hidden-tuples"], max_examples=20)


@pytest.mark.parametrize("check", OF_STRATEGIES)
def test_what_is_no_strategy_is_refused(check):
    with pytest.raises(InvalidArgument, match="unknown strategy 'hiden-single'"):
        check("hiden-single")
    with pytest.raises(InvalidArgument, match="7 is not a strategy"):
        check(7)
    with pytest.raises(InvalidArgument, match="not settings of hypothesis"):
        check("hidden-single", settings={"max_examples": 3})


def test_what_promises_nothing_is_not_checked_for_it():
    with pytest.raises(InvalidArgument, match="naked-pair is registered with monotone=False"):
        check_monotone("naked-pair")
    with pytest.raises(InvalidArgument, match="naked-pair is registered with monotone=False"):
        check_confluent(["hidden-single", "naked-pair"])


@pytest.mark.parametrize("several", [[], "hidden-single", None])
def test_orders_need_strategies(several):
    with pytest.raises(InvalidArgument, match="must be a list of strategies"):
        check_confluent(several)


def test_a_symmetry_needs_a_geometry_that_has_one():
    with pytest.raises(InvalidArgument, match="unknown geometry 'nowhere'"):
        check_symmetry("hidden-single", geometry="nowhere")
    with pytest.raises(InvalidArgument, match="has no symmetry"):
        check_symmetry("hidden-single", geometry=tiny_geometry(3, 2, [(0, 1)], {0: 3}))


def test_cases_for_a_symmetry_lie_on_its_geometry():
    other = geometry("latin-4").puzzle()
    case = Position(other, Board.start(compile_puzzle(other)))
    with pytest.raises(InvalidArgument, match="not on <Geometry 4x4"):
        check_symmetry("hidden-single", cases=[case])


def test_renaming_cells_keeps_what_the_cells_of_layers_belong_to():
    puzzle = loads("""
        geometry:
          symbols: "12"
          build: [{make: grid, size: 2x3, lines: false}]
          layers: {cut: {at: edges, symbols: "12"}}
        shapes: [{kind: dominoes, values: [2], cells: cut}]
    """)
    model = compile_puzzle(puzzle)
    new = tuple(reversed(range(model.cells)))
    renamed = _model(puzzle, _Relabelling(new, (0, 1)))
    moved = {frozenset(new[v] for v in one.variables) for one in model.primitives}
    assert {frozenset(one.variables) for one in renamed.primitives} == moved
