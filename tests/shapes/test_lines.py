"""Lines: defaults, spellings, loops and what is refused."""

from __future__ import annotations

from itertools import product

import pytest
from support import from_file

import sudokulib
from sudokulib.errors import ProblemsError
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import Shape, kind_named
from sudokulib.shapes.line_kind import looped

NINE = from_file(build=[{"make": "grid", "size": "9x9", "box": "3x3"}]).context
FOUR = from_file(build=[{"make": "grid", "size": "4x4", "box": "2x2"}]).context
STRIP = from_file(build=[{"make": "grid", "size": "1x6", "lines": False}], symbols="012345").context


def rule(kind, *lines, **rest):
    return kind_named(kind)(lines=tuple(map(tuple, lines)), **rest)


def accepts(kind, values, context=NINE, **rest):
    """Return whether a line of integers satisfies a kind, by its rule and its primitives."""
    cells = range(len(values))
    made = rule(kind, cells, **rest)
    index = [context.values.index(value) for value in values]
    primitives = list(made.lower(context))
    lowered = all(p.check([index[v] for v in p.variables]) for p in primitives)
    assert made.holds(dict(zip(cells, values, strict=True)), context) == lowered
    return lowered


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("thermometer", [1, 2, 5, 9], [1, 2, 2]),
        ("slow-thermometer", [1, 2, 2, 9], [2, 1, 3]),
        ("double-arrow", [4, 1, 2, 3, 2], [4, 1, 2, 3, 1]),
        ("palindrome", [1, 2, 3, 2, 1], [1, 2, 3, 1]),
        ("renban", [5, 3, 4, 6], [5, 3, 4, 7]),
        ("renban", [5, 3, 4], [5, 4, 4]),
        ("whisper", [1, 6, 1, 9, 4], [1, 5]),
        ("nabner", [1, 3, 7, 9, 5], [1, 3, 7, 2]),
        ("modular", [1, 5, 9, 4, 2], [1, 5, 7]),
        ("entropic", [1, 5, 9, 2, 4], [1, 5, 2]),
        ("parity", [1, 4, 7, 2], [1, 3]),
        ("between", [3, 5, 5, 4, 6], [3, 3, 6]),
        ("between", [6, 5, 4, 3], [3, 7, 6]),
        ("lockout", [3, 2, 8, 7], [3, 2, 8, 6]),
        ("lockout", [7, 2, 8, 3], [7, 7, 3]),
        ("zipper", [1, 4, 7, 3, 6], [1, 4, 7, 3, 5]),
        ("zipper", [1, 4, 3, 6], [1, 4, 3, 5]),
    ],
)
def test_defaults(kind, good, bad):
    assert accepts(kind, good)
    assert accepts(kind, good[::-1]) == (not kind.endswith("thermometer"))
    assert not accepts(kind, bad)


@pytest.mark.parametrize(
    ("kind", "good", "closed", "rest"),
    [
        ("whisper", [1, 7, 2], False, {}),
        ("modular", [1, 2, 3, 1], False, {}),
        ("entropic", [1, 4, 7, 2], False, {}),
        ("parity", [1, 2, 3], False, {}),
        ("sum-line", [2, 1, 4, 3], True, {"sum": 5}),
        ("sum-line", [1, 3, 5, 1], True, {"sum": 5}),
    ],
)
def test_loops_join_the_ends(kind, good, closed, rest):
    assert accepts(kind, good, **rest) == (not closed)
    assert accepts(kind, good, closed=True, **rest) == closed


def test_parameters_lift_and_tighten():
    assert accepts("whisper", [1, 5], d=4)
    assert not accepts("whisper", [1, 6], d=6)
    assert accepts("lockout", [3, 1, 5], d=2)
    assert not accepts("lockout", [3, 1, 7], d=5)
    assert accepts("modular", [1, 2, 3, 4], m=4)
    assert not accepts("modular", [1, 2, 4], m=2)
    odd_even = ((1, 3, 5, 7, 9), (2, 4, 6, 8))
    assert accepts("entropic", [1, 4, 7, 2], classes=odd_even)
    assert not accepts("entropic", [1, 4, 7, 7], classes=odd_even)
    assert not accepts("entropic", [9], classes=((1, 2), (3, 4)))


@pytest.mark.parametrize(
    ("values", "total", "cuts"),
    [
        ([5, 2, 3], 5, True),
        ([5], 5, True),
        ([2, 3, 1, 5], 5, False),
        ([0, 5, 0], 5, True),
        ([0, 0], 0, True),
        ([0, 1], 0, False),
    ],
)
def test_sum_lines(values, total, cuts):
    assert accepts("sum-line", values, context=STRIP, sum=total) == cuts


def test_a_loop_is_cut_wherever_it_can_be():
    for values in product(range(4), repeat=4):
        turns = [values[i:] + values[:i] for i in range(4)]
        straight = any(accepts("sum-line", list(t), context=STRIP, sum=3) for t in turns)
        assert accepts("sum-line", list(values), context=STRIP, sum=3, closed=True) == straight


def test_arrows_may_be_drawn_from_the_circle():
    arrow = kind_named("arrow")
    short, long = arrow((0,), ((1, 2),)), arrow((0,), ((0, 2, 1),))
    assert Shape(short) == Shape(long)
    for made in (short, long):
        assert made.holds([5, 2, 3], NINE)
        assert not made.holds([5, 2, 8], NINE)


def test_a_pill_is_read_first_to_last():
    pill = kind_named("arrow")((0, 1), ((1, 2, 3, 4),), pill=True)
    assert pill.holds([1, 7, 8, 5, 4], NINE)
    assert not pill.holds([7, 1, 8, 5, 4], NINE)
    longer = kind_named("arrow")((0, 1, 2), (tuple(range(3, 16)),), pill=True)
    assert longer.holds([1, 0, 4] + [8] * 13, STRIP)


def test_repeats_on_a_shaft_can_be_forbidden():
    arrow = kind_named("arrow")
    assert arrow((0,), ((1, 2),)).holds([4, 2, 2], NINE)
    assert not arrow((0,), ((1, 2),), repeats=False).holds([4, 2, 2], NINE)


def test_visits_to_regions():
    made = rule("region-sum", [0, 1, 2, 3], regions=((0, 1), (3,)))
    assert made.holds([1, 4, 2, 5], NINE), "cells in no region do not count"
    assert not made.holds([1, 4, 2, 4], NINE)
    again = rule("region-sum", [0, 2, 1], regions=((0, 1), (2,)))
    assert not again.holds([1, 2, 3], NINE), "each visit counts for itself"
    loop = rule("region-sum", [0, 2, 1], regions=((0, 1), (2,)), closed=True)
    assert loop.holds([1, 2, 3], NINE), "a visit goes on round the loop"


def test_regions_are_found_by_their_role():
    made = rule("region-sum", [1, 2])
    assert made.holds([1, 3, 3, 4], FOUR)
    assert not made.holds([1, 3, 4, 2], FOUR)
    assert "role: region" in made.problem(STRIP)


def test_equal_lines_are_equal_however_they_are_written():
    same = [
        (rule("whisper", [0, 1, 2]), rule("whisper", [2, 1], [0, 1])),
        (rule("thermometer", [0, 1, 2], [0, 3]), rule("thermometer", [0, 3], [1, 2], [0, 1])),
        (rule("palindrome", [0, 1, 2]), rule("palindrome", [2, 1, 0])),
        (rule("renban", [0, 1, 2]), rule("renban", [1, 0, 2])),
        (rule("parity", [0, 1, 2]), rule("modular", [2, 1, 0], m=2)),
        (rule("between", [0, 1, 2, 3]), rule("between", [3, 1, 2, 0])),
        (rule("sum-line", [0, 1, 2], sum=4, closed=True),
         rule("sum-line", [2, 1, 0], sum=4, closed=True)),
    ]  # fmt: skip
    for one, other in same:
        assert Shape(one) == Shape(other), one
    assert Shape(rule("thermometer", [0, 1])) != Shape(rule("thermometer", [1, 0]))
    assert Shape(rule("sum-line", [0, 1, 2], sum=4)) != Shape(rule("sum-line", [1, 0, 2], sum=4))
    assert looped([(3, 4, 1, 2)], True) == looped([(1, 4, 3, 2)], True) == ((1, 2, 3, 4),)


LINE = "lines: [R1C1-R1C4]"
WRONG = [
    ("kind: thermometer, lines: []", "there is no line; write for example lines: [R1C1-R1C4]"),
    ("kind: thermometer, lines: [R1C1]", "line 1 has 1 cell, but needs 2; add cells to it"),
    (
        "kind: thermometer, lines: [R1C1-R1C4 R2C4]",
        "line 1 of 5 cells cannot increase from cell to cell with 4 symbols; shorten it to 4 cells",
    ),
    ("kind: thermometer, lines: [R1C1 R1C2, R1C2 R1C1]", "no filling of these cells"),
    ("kind: slow-thermometer, lines: [R1C1 R1C2 R1C1]", "ends in its first cell"),
    (
        "kind: arrow, circle: R1C1 R1C2, lines: [R1C3]",
        "a circle is one cell, not 2; write pill: true",
    ),
    ("kind: arrow, pill: true, circle: R1C1, lines: [R1C3]", "a pill has two or three different"),
    (
        "kind: arrow, circle: R1C1, lines: [R1C1]",
        "line 1 does not leave the circle; add the cells of the shaft",
    ),
    (
        "kind: arrow, circle: R1C1, lines: [R2C1-R2C4 R3C4]",
        "line 1 sums to at least 5, but the circle holds at most 4; shorten the line",
    ),
    ("kind: double-arrow, lines: [R1C1 R1C2]", "line 1 has 2 cells, but needs 3"),
    (
        "kind: renban, lines: [R1C1-R1C4 R2C4]",
        "line 1 has 5 cells, but at most 4 values are consecutive; shorten it to 4 cells",
    ),
    (f"kind: whisper, d: 4, {LINE}", "differ by 4; write d: from 1 to 3"),
    ("kind: whisper, d: 3, closed: true, lines: [R1C1-R1C3]", "no filling of these cells"),
    ("kind: whisper, lines: [R1C1 R1C1 R1C2]", "has the same cell as number 1 and 2; leave"),
    (
        f"kind: nabner, {LINE}",
        "line 1 has 4 cells, but at most 2 values have no consecutive ones among them",
    ),
    (f"kind: modular, m: 1, {LINE}", "a modulus of 1 makes no classes"),
    ("kind: modular, m: 5, lines: [R1C1-R1C4 R2C1]", "write m: 4 or less"),
    (
        f"kind: modular, closed: true, {LINE}",
        "3 classes cannot alternate around the 4 cells of loop 1; make it 3 or 6 cells long",
    ),
    (f"kind: entropic, {LINE}", "4 symbols have no thirds; write for example classes:"),
    (
        f"kind: entropic, classes: [[1, 2], [3, 5]], {LINE}",
        "5 in classes is not the value of a symbol; these are (1, 2, 3, 4)",
    ),
    (f"kind: entropic, classes: [[1, 2], [2, 3]], {LINE}", "2 stands twice in classes"),
    (f"kind: entropic, classes: [[1, 2, 3, 4]], {LINE}", "a single class cannot alternate"),
    ("kind: parity, closed: true, lines: [R1C1-R1C3]", "2 classes cannot alternate around the 3"),
    ("kind: parity, closed: true, lines: [R1C1 R1C2]", "line 1 has 2 cells, but needs 3"),
    (f"kind: lockout, d: 4, {LINE}", "cannot differ by 4; write d: from 0 to 3"),
    (f"kind: lockout, d: 3, {LINE}", "no filling of these cells"),
    ("kind: sum-line, sum: 9, lines: [R1C1 R1C2]", "can sum to 9; write sum: from 1 to 8"),
    ("kind: sum-line, sum: 4, lines: [R1C1 R2C1 R1C1 R3C1]", "same cell as number 1 and 3"),
    ("kind: zipper, lines: [R1C1]", "line 1 has 1 cell, but needs 2"),
    (f'kind: regex, pattern: "1(2", {LINE}', "'(' (character 2) opens a group that is never"),
    (f'kind: regex, pattern: "1{{3}}", {LINE}', "no word of 4 symbols that the cells of line 1"),
    (
        f"kind: automaton, start: P, accept: [Q], steps: [[P, 1, R]], {LINE}",
        "no step leads to the state 'Q' of accept; the states that are reached are P, R",
    ),
    (
        f"kind: automaton, start: P, accept: [], steps: [[P, 1, P]], {LINE}",
        "no state is accepting; name one under accept:",
    ),
    (
        f"kind: automaton, start: P, accept: [P], steps: [[P, 17, P]], {LINE}",
        "the step [P, 17, P]: unknown symbol '7'; the symbols are 1234",
    ),
    (
        f"kind: automaton, start: P, accept: [Q], steps: [[P, 1, Q]], {LINE}",
        "no word of 4 symbols that the cells of line 1 allow is accepted",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "said"), WRONG)
def test_what_is_impossible_is_refused(shape, said):
    with pytest.raises(ProblemsError) as caught:
        loads(f"geometry: 4x4\nshapes: [{{{shape}}}]\n")
    (problem,) = caught.value.problems
    assert said in f"{problem.message}; {problem.fix}"
    assert problem.line == 2


def test_an_automaton_may_have_several_steps_of_a_symbol():
    text = """
geometry: latin-4
shapes:
  - {kind: automaton, lines: [R1], start: any, accept: [end],
     steps: [[any, ., any], [any, 1, one], [one, 2, end]]}
"""
    assert {s.symbols[2:4] for s in sudokulib.solutions(loads(text))} == {("1", "2")}


def test_rules_are_checked_quickly_where_there_are_many_ways():
    steps = (("P", ".", "P"), ("P", ".", "Q"), ("Q", ".", "P"), ("Q", ".", "Q"), ("Q", "5", "R"))
    words = rule("automaton", range(40), start="P", accept=("R",), steps=steps)
    assert not words.holds([1] * 40, STRIP)
    assert words.holds([1] * 39 + [5], STRIP)
    assert not rule("sum-line", range(40), sum=0).holds([0] * 39 + [1], STRIP)


@pytest.mark.parametrize(
    ("line", "holds"),
    [((2, 4, 9), True), ((1, 9, 9), True), ((2, 9, 4), False), ((3, 9, 9), False), ((0, 9), False)],
)
def test_a_search_arrow_counts_the_cells_up_to_the_nine(line, holds):
    grid = {"make": "grid", "size": f"1x{len(line)}", "lines": False}
    geometry = from_file(symbols={"first": 0, "last": 9}, build=[grid])
    rule = kind_named("search-nine")((tuple(range(len(line))),))
    assert rule.holds(line, geometry.context) is holds


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ("lines: [R1C1]", "needs 2"),
        ("lines: [R1C1>right], value: 0", "no symbol stands for 0"),
        ("lines: [R1C1 R1C2 R1C1]", "ends in its first cell"),
    ],
)
def test_search_arrows_that_say_nothing(fields, says):
    with pytest.raises(sudokulib.SudokuError, match=says):
        loads(f"geometry: 9x9\nshapes: [{{kind: search-nine, {fields}}}]")
