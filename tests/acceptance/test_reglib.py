"""HoDoKu's regression library: every technique finds what it should, and nothing else."""

from __future__ import annotations

import pytest
from acceptance import reglib
from acceptance.reglib import Case, judge, known

from sudokulib.model import bits

CASES = reglib.cases()
FAILS = [case for case in CASES if case.fails]
FIRST = list({case.code: case for case in reversed(CASES) if not case.fails}.values())

COVER = 0.95
"""What share of all cases is to be covered."""

FLOORS = {"0000": 1.0, "0002": 1.0, "0003": 1.0, "0100": 1.0, "0101": 1.0}
"""What share of the cases of a technique is covered today, and is to stay so."""

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
@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.code)
def test_the_first_case_of_each_technique_is_sound(case: Case):
    assert not judge(case, known(case.code)).unsound


@there
@pytest.mark.slow
def test_cases_are_covered_and_every_step_is_sound():
    covered = total = 0
    for code in reglib.TECHNIQUES:
        names = known(code)
        own = [case for case in CASES if case.code == code and not case.fails]
        verdicts = [judge(case, names) for case in own if names]
        assert not [verdict.unsound for verdict in verdicts if verdict.unsound]
        here = sum(verdict.covered for verdict in verdicts)
        assert here >= FLOORS.get(code, 0) * len(own), code
        covered, total = covered + here, total + len(verdicts)
    assert covered >= COVER * total
