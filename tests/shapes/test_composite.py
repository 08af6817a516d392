"""Composites: what they mean together, De Morgan's laws, counts, and what has no opposite."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import from_text, one_in

import sudokulib
from sudokulib.errors import GivensError, LimitError
from sudokulib.primitives import AllDifferent, Automaton, Linear, Regular, Table, When
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import (
    AllOf,
    Allowed,
    AnyOf,
    Cage,
    Difference,
    Distinct,
    House,
    Impossible,
    Kind,
    Negative,
    Not,
    NumberedRoom,
    Regex,
    Renban,
    Shape,
    Sum,
    Thermometer,
    Whisper,
    kind_named,
    kinds,
)
from sudokulib.shapes.negation import negated
from sudokulib.testing.deriving import derived
from sudokulib.testing.instances import instances, own_geometries, small_geometries

PAIR, OTHER, TRIPLE = Distinct((0, 1)), Distinct((1, 2)), Distinct((0, 2, 3))
ROW = from_text("symbols: 123\nbuild: [{make: grid, size: 1x4, lines: false}]")


def fillings(geometry, *rules: Kind) -> set[tuple[int, ...]]:
    """By search; each only once."""
    puzzle = geometry.puzzle(shapes=[Shape(rule) for rule in rules])
    found = [solution.indices for solution in sudokulib.solutions(puzzle)]
    assert len(found) == len(set(found))
    return set(found)


def by_rule(geometry, rule: Kind) -> set[tuple[int, ...]]:
    context, values = geometry.context, geometry.alphabet.values
    every = product(range(len(values)), repeat=len(geometry.cells))
    return {f for f in every if rule.holds([values[i] for i in f], context)}


@pytest.mark.parametrize(
    "rule",
    [
        AnyOf((PAIR, OTHER)),
        AnyOf((PAIR, PAIR)),
        AnyOf((PAIR, Not((PAIR,)))),
        AnyOf((AllOf((PAIR, OTHER)), AnyOf((TRIPLE, Not((OTHER,)))))),
        Not((PAIR, OTHER)),
        Not((TRIPLE,)),
        Not((AnyOf((PAIR, TRIPLE)),)),
        Not((Not((TRIPLE,)), OTHER)),
        AllOf((Not((PAIR,)), AnyOf((OTHER, TRIPLE)))),
    ],
    ids=str,
)
def test_counts_are_those_of_the_cells_though_several_cases_fit(rule):
    wanted = by_rule(ROW, rule)
    assert fillings(ROW, rule) == wanted
    puzzle = ROW.puzzle(shapes=[Shape(rule)])
    assert sudokulib.count(puzzle).value == len(wanted)
    context = replace(ROW.context_of((Shape(rule),)))
    masks = [sum({1 << f[c] for f in wanted}) for c in range(4)]
    true = sudokulib.true_candidates(puzzle).values()
    assert [len(symbols) for symbols in true] == [mask.bit_count() for mask in masks]
    assert all(rule.holds(Solution(puzzle, f).integers, context) for f in wanted)


def test_no_filling_is_left_by_a_shape_and_its_opposite():
    assert fillings(ROW, TRIPLE, Not((TRIPLE,))) == set()
    assert sudokulib.solve(ROW.puzzle(shapes=[Shape(AllOf((PAIR, Not((PAIR,)))))])).status == "none"


def is_tiny(geometry):
    return len(geometry.alphabet) ** len(geometry.cells) < 1_000


SIMPLE = ["distinct", "house", "all-of", "any-of", "not"]


@settings(max_examples=25)
@given(st.data())
def test_de_morgan(data):
    """Not all is some not; not any is all not; not not is the thing itself."""
    geometry = data.draw(small_geometries().filter(is_tiny))
    a, b = (instances()[data.draw(st.sampled_from(SIMPLE))](data.draw, geometry) for _ in range(2))
    laws = [
        (Not((AllOf((a, b)),)), AnyOf((Not((a,)), Not((b,))))),
        (Not((a, b)), AnyOf((Not((a,)), Not((b,))))),
        (Not((AnyOf((a, b)),)), AllOf((Not((a,)), Not((b,))))),
        (Not((Not((a,)),)), a),
    ]
    for left, right in laws:
        context = geometry.context
        if left.problem(context) or right.problem(context):
            continue
        assert fillings(geometry, left) == fillings(geometry, right)


@pytest.mark.parametrize("name", one_in(2, sorted(instances().keys() - own_geometries().keys())))
@settings(max_examples=6)
@given(st.data())
def test_the_opposite_of_any_kind_is_what_it_does_not_hold_for(name, data):
    """Where it lowers; where it does not, there is a problem in words."""
    geometry = data.draw(small_geometries().filter(is_tiny))
    rule = instances()[name](data.draw, geometry)
    opposite = Not((rule,))
    if rule.problem(geometry.context) or opposite.problem(geometry.context):
        return
    everything = fillings(geometry)
    with_it, without = fillings(geometry, rule), fillings(geometry, opposite)
    assert with_it | without == everything
    assert not with_it & without


class TestNegated:
    DOMAINS = (0b111, 0b111, 0b011)

    @pytest.mark.parametrize(
        "primitive",
        [
            AllDifferent((0, 1)),
            AllDifferent((0, 1, 2)),
            Table((0, 2), frozenset({(0, 0), (2, 1)})),
            Linear.total((0, 1, 2), (1, 2, 5), (4, 8)),
            Linear((0, 1), ((0, 1, 1), (2, -2, 0)), (0, 1)),
            Regular((0, 1, 2), Automaton.of([0], lambda s, v: [s, v], lambda s: s == 2, 3)),
        ],
        ids=lambda p: p.name,
    )
    def test_it_accepts_the_rest(self, primitive):
        opposite = negated(primitive, self.DOMAINS, 3)
        for values in product(range(3), range(3), range(2)):
            of = [p.check([values[v] for v in p.variables]) for p in (primitive, opposite)]
            assert of[0] != of[1], values

    def test_hidden_variables_have_no_opposite(self):
        with pytest.raises(LimitError, match="hidden variables"):
            negated(When.of(3, 0, AllDifferent((0, 1))), self.DOMAINS, 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (AnyOf((PAIR, OTHER)), AnyOf((OTHER, PAIR, PAIR))),
        (AnyOf((PAIR, AnyOf((OTHER, TRIPLE)))), AnyOf((TRIPLE, PAIR, OTHER))),
        (AllOf((PAIR,)), PAIR),
        (AnyOf((PAIR,)), PAIR),
        (Not((Not((PAIR,)),)), PAIR),
        (Not((AllOf((PAIR, OTHER)),)), Not((OTHER, PAIR))),
    ],
)
def test_equal_composites_are_one_shape(one, other):
    assert Shape(one) == Shape(other)


def test_some_and_all_are_two_shapes():
    assert Shape(AllOf((PAIR, OTHER))) != Shape(AnyOf((PAIR, OTHER)))
    assert Shape(Not((PAIR, OTHER))) != Shape(Not((AnyOf((PAIR, OTHER)),)))


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("{kind: any-of, shapes: []}", "no shapes are listed"),
        (
            "{kind: not, shapes: [{kind: all-of, shapes: [{kind: house, cells: R1C1}]}]}",
            "shape 1, all-of: shape 1, house: a house needs as many cells",
        ),
        ("{kind: not, shapes: [{kind: distinct, cells: R9C1}]}", "unknown cell 'R9C1'"),
        ("{kind: any-of, shapes: [{kind: dist}]}", "unknown kind"),
        ("{kind: not, shape: {kind: distinct}}", "unknown field 'shape'"),
    ],
)
def test_bad_composites(shape, message):
    with pytest.raises(sudokulib.ProblemsError) as caught:
        loads(f"geometry: 4x4\nshapes:\n- {shape}\n")
    assert message in str(caught.value)
    assert all(problem.line == 3 for problem in caught.value.problems)


def test_deeply_nested_composites_are_refused_or_read():
    text = "{kind: not, shapes: [" * 30 + "{kind: distinct, cells: R1C1 R2C3}" + "]}" * 30
    puzzle = loads(f"geometry: 4x4\nshapes:\n- {text}\n")
    assert puzzle.shapes[0] == Shape(Distinct(puzzle.geometry.find("R1C1 R2C3")))


# Parts that nothing satisfies, and parts that say nothing.

NEVER = Sum((0, 1), 1)
"""Two cells of at least 1 each."""


@pytest.mark.parametrize(
    ("rule", "same"),
    [
        (AnyOf((NEVER, PAIR)), PAIR),
        (AnyOf((PAIR, NEVER, NEVER)), PAIR),
        (AnyOf((AllOf((PAIR, NEVER)), OTHER)), OTHER),
        (AnyOf((AnyOf((NEVER, AllOf((NEVER,)))), OTHER)), OTHER),
        (AnyOf((Not((NEVER,)), OTHER)), AllOf(())),
        (AnyOf((PAIR, NEVER, OTHER)), AnyOf((PAIR, OTHER))),
        (Not((NEVER,)), AllOf(())),
        (Not((NEVER, PAIR)), AllOf(())),
        (Not((AnyOf((NEVER, PAIR)),)), Not((PAIR,))),
        (Not((AllOf((NEVER, PAIR)),)), AllOf(())),
        (AllOf((Not((NEVER,)), PAIR)), PAIR),
    ],
    ids=str,
)
def test_a_part_that_nothing_satisfies_is_false(rule, same):
    assert rule.problem(ROW.context) == ""
    assert fillings(ROW, rule) == by_rule(ROW, rule) == by_rule(ROW, same)
    puzzle = ROW.puzzle(shapes=[Shape(rule)])
    for result in (sudokulib.solve(puzzle), sudokulib.solve(puzzle, strategies=())):
        assert result.status == "multiple"


@pytest.mark.parametrize(
    "rule",
    [
        NEVER,
        AnyOf((NEVER,)),
        AnyOf((NEVER, AllOf((PAIR, NEVER)))),
        AllOf((PAIR, NEVER)),
        AllOf((AnyOf((NEVER, NEVER)), PAIR)),
        Not((Not((NEVER,)),)),
        Not((Not((PAIR, AnyOf((NEVER,)))),)),
    ],
    ids=str,
)
def test_what_nothing_satisfies_by_itself_is_refused_with_a_fix(rule):
    assert by_rule(ROW, rule) == set()
    assert isinstance(rule.problem(ROW.context), Impossible)
    with pytest.raises(GivensError, match="never = 1; change the total or the cells"):
        ROW.puzzle(shapes=[Shape(rule)])


@pytest.mark.parametrize(
    "part",
    [
        Difference((0,)),
        Difference((0, 0)),
        AllOf(()),
        Sum((), 1),
        Sum((0, 1), 1, coefficients=(1,)),
        Cage((0, 1), ()),
        Allowed((0,), (12,)),
        House((0, 1)),
        Negative(()),
        Whisper(((0, 1),), 0),
        Thermometer(((0,),)),
        Renban(()),
        Regex(((0, 1),), "[1"),
        NumberedRoom((0, 1), 7),
        AllOf((NEVER, Difference((0,)))),
    ],
    ids=str,
)
@pytest.mark.parametrize("around", [AnyOf, Not, AllOf], ids=lambda kind: kind.name)
def test_a_part_that_says_nothing_is_refused_beside_any_other(part, around):
    for parts in ((part, PAIR), (NEVER, part)):
        problem = around(parts).problem(ROW.context)
        assert problem.startswith(f"shape {parts.index(part) + 1}, {part.name}: ")
        assert not isinstance(problem, Impossible)


def test_strings_may_have_alternatives_that_cannot_hold():
    plain = sudokulib.read(".Shape~4x4.Cage~3~R1C1~R1C2")
    for inner in (".Cage~1~R1C1~R1C2", ".And.Cage~3~R3C1~R3C2.Cage~1~R1C1~R1C2.End"):
        puzzle = sudokulib.read(f".Shape~4x4.Or{inner}.Cage~3~R1C1~R1C2.End")
        assert sudokulib.count(puzzle).value == sudokulib.count(plain).value == 48
    with pytest.raises(GivensError, match=r"2 cells cannot sum to 1 .*; change the sum"):
        sudokulib.read(".Shape~4x4.Or.Cage~1~R1C1~R1C2.Cage~20~R1C1~R1C2.End")
    with pytest.raises(sudokulib.SudokuError, match="'x' is not a number"):
        sudokulib.read(".Shape~4x4.Or.Cage~x~R1C1~R1C2.Cage~3~R1C1~R1C2.End")


def test_files_may_have_parts_that_cannot_hold():
    never, cage = (
        "{kind: sum, cells: R1C1 R1C2, total: 1}",
        "{kind: cage, cells: R1C1 R1C2, sum: 3}",
    )
    for shape, number in [
        (f"{{kind: any-of, shapes: [{never}, {cage}]}}", 48),
        (f"{{kind: not, shapes: [{never}]}}", 288),
        (f"{{kind: not, shapes: [{{kind: any-of, shapes: [{never}, {cage}]}}]}}", 240),
    ]:
        puzzle = loads(f"geometry: 4x4\nshapes:\n- {shape}\n")
        assert sudokulib.count(puzzle).value == number
        assert all(explanation.text for explanation in sudokulib.explain(puzzle))


KINDS = sorted(kind.name for kind in kinds() if kind.name not in own_geometries())


@pytest.mark.parametrize("name", one_in(2, KINDS, first=1))
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.data())
def test_what_is_called_impossible_holds_for_no_filling(name, data):
    """Any rule of a kind, also such as makers of sensible ones do not draw."""
    geometry = data.draw(small_geometries().filter(is_tiny))
    rule = data.draw(derived(kind_named(name), geometry))
    if isinstance(rule.problem(geometry.context), Impossible):
        assert by_rule(geometry, rule) == set()
        assert fillings(geometry, AnyOf((rule, PAIR))) == by_rule(geometry, PAIR)
        assert Not((rule,)).problem(geometry.context) == ""
        assert fillings(geometry, Not((rule,))) == fillings(geometry)
