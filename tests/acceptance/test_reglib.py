"""HoDoKu's regression library: every technique finds what it should, and nothing else."""

from __future__ import annotations

import pytest
from acceptance import reglib
from acceptance.reglib import Case, judge, known
from support import one_in

from sudokulib.model import bits
from sudokulib.strategies import strategies

CASES = reglib.cases()
FAILS = [case for case in CASES if case.fails]

COVER = 0.95
"""The share of all cases that must be covered."""

MISSED: dict[str, list[int]] = {"0709": [458]}
"""The lines that are not covered, by technique; it may only shrink.

What line 458 lists follows from six truths and as many links, but two of the links hold candidates
of three truths each: it is not a loop.
"""

SELDOM = ("squirmbag", "whale", "leviathan", "truths-and-links", "smallest-premises")
"""How the names of strategies end that look for long."""

there = pytest.mark.skipif(not CASES, reason="the library is not here")


def test_a_line_is_read_field_by_field():
    grid = "+3.4" + "." * 78
    case = reglib.parse(f":0707-1:24:{grid}:436 111:264 364::7\n", 8)
    assert (case.line, case.code, case.variant, case.fails) == (8, "0707", "1", False)
    assert case.filled[:4] == (3, 0, 4, 0)
    assert case.given[:4] == (False, False, True, False)
    assert case.deleted == ((23, 3), (0, 0))
    assert case.eliminations == ((48, 1), (48, 2))
    assert case.placements == ()
    board = case.board()
    assert board.solved == 0b101
    assert not board.allows((23, 3))
    assert not board.allows((1, 2))
    assert board.allows((1, 1))


def test_removing_all_but_one_candidate_is_placing_it():
    board = reglib.parse(
        f":0003:1:{'.' * 81}:{' '.join(f'{d}11' for d in range(3, 10))}:::"
    ).board()
    placed = reglib.outcome(board, (), [(0, 1)])
    assert placed == reglib.outcome(board, [(0, 0)], ())
    peers = {(cell, 1) for cell in bits(board.model.peers[0])}
    assert placed == ({(0, 0)} | peers, {(0, 1)})
    assert reglib.outcome(board, [(1, 0)], ()) == ({(1, 0)}, set())


@there
def test_the_library_is_read_to_the_end():
    assert len(CASES) == 582
    assert {case.code for case in CASES} == set(reglib.TECHNIQUES)
    assert len(FAILS) == 3


@there
@pytest.mark.parametrize("case", FAILS, ids=lambda case: f"line {case.line}")
def test_what_must_not_be_found_is_not(case: Case):
    verdict = judge(case, known(case.code))
    assert verdict.covered
    assert not verdict.unsound


@there
@pytest.mark.parametrize("code", one_in(4, reglib.TECHNIQUES))
def test_cases_are_covered_and_every_step_is_sound(code: str):
    own = [case for case in CASES if case.code == code and not case.fails]
    verdicts = [judge(case, known(code)) for case in own]
    assert not [step for verdict in verdicts for step in verdict.unsound]
    missed = [case.line for case, v in zip(own, verdicts, strict=True) if not v.covered]
    assert missed == MISSED.get(code, [])


@there
def test_nearly_all_cases_are_covered():
    assert sum(map(len, MISSED.values())) <= (1 - COVER) * len(CASES)


def in_turn(place: int) -> list[str]:
    """Strategies for a case, so that each has its turn again and again, the slow ones seldom."""
    return [
        strategy.name
        for number, strategy in enumerate(strategies())
        if not (number + place) % (64 if strategy.name.endswith(SELDOM) else 8)
    ]


@there
@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(CASES)))
def test_whatever_is_found_there_is_sound(place: int):
    assert not judge(CASES[place], in_turn(place), most=50).unsound


def test_every_strategy_has_its_turn():
    assert {name for place in range(64) for name in in_turn(place)} == {
        strategy.name for strategy in strategies()
    }
