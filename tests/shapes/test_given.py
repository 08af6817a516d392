"""Rules about missing dots see the dots within composites, as if they stood alone."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import from_text

import sudokulib
from sudokulib import read
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import (
    AllOf,
    AnyOf,
    Difference,
    Distinct,
    Kind,
    Negative,
    Nonconsecutive,
    Not,
    Ratio,
    Shape,
)

WHITE, BLACK = Difference((0, 1)), Ratio((1, 2))
FAR = Difference((2, 3))
APART = Distinct((0, 3))
KROPKI = Negative(("difference", "ratio"))
ROW = from_text("symbols: 1234\nbuild: [{make: grid, size: 1x4, lines: false}]")
SQUARE = from_text(
    "symbols: {symbols: ABCD, values: [-1, 0, 1, 3]}\n"
    "build: [{make: grid, size: 2x2, lines: false}]"
)


def fillings(*rules: Kind, geometry=ROW) -> set[tuple[int, ...]]:
    """By search."""
    puzzle = geometry.puzzle(shapes=[Shape(rule) for rule in rules])
    found = [solution.indices for solution in sudokulib.solutions(puzzle)]
    assert len(found) == len(set(found)) == sudokulib.count(puzzle).value
    return set(found)


def accepted(*rules: Kind, geometry=ROW) -> set[tuple[int, ...]]:
    """By what every rule says of every filling."""
    context = geometry.puzzle(shapes=[Shape(rule) for rule in rules]).context
    return {
        filling
        for filling in product(range(len(context.values)), repeat=len(geometry.cells))
        if all(
            shape.rule.holds([context.values[i] for i in filling], context)
            for shape in context.shapes
        )
    }


def read_as_a_choice(rule: Kind, *rest: Kind, geometry=ROW) -> set[tuple[int, ...]]:
    """Spell out `any-of` without using it: the alternatives that hold stand for themselves.

    A filling belongs to the one puzzle that lists the alternatives which hold in it.
    """
    assert isinstance(rule, AnyOf)
    context, values = geometry.context, geometry.alphabet.values
    found = set()
    for chosen in product((False, True), repeat=len(rule.shapes)):
        listed = [part for part, there in zip(rule.shapes, chosen, strict=True) if there]
        if listed:
            found |= {
                filling
                for filling in fillings(*listed, *rest, geometry=geometry)
                if tuple(p.holds([values[i] for i in filling], context) for p in rule.shapes)
                == chosen
            }
    return found


A = ".StrictKropki.And.WhiteDot~R1C1~R1C2.End"
B = ".StrictKropki.WhiteDot~R1C1~R1C2"


@pytest.mark.parametrize("order", [(A, B), (B, A)])
def test_answers_do_not_depend_on_what_was_solved_before(order) -> None:
    assert [sudokulib.solve(read(text), strategies=()).status for text in order] == ["multiple"] * 2


GRID = ("1342", "2431", "3124", "4213")
"""A filled grid of 4×4 that is known by its dots, but for the names of symbols."""


def strict_kropki(inside: str) -> str:
    """All dots of the grid in a string, within ``{}`` of a text."""
    dots = []
    for row, column in product(range(4), repeat=2):
        for other in [(row, column + 1), (row + 1, column)]:
            if max(other) < 4:
                pair = {int(GRID[row][column]), int(GRID[other[0]][other[1]])}
                name = {1: "WhiteDot"}.get(max(pair) - min(pair), "BlackDot")
                if name == "WhiteDot" or max(pair) == 2 * min(pair):
                    dots.append(f".{name}~R{row + 1}C{column + 1}~R{other[0] + 1}C{other[1] + 1}")
    assert 10 < len(dots) < 24
    return ".Shape~4x4.~R1C1_1" + inside.format("".join(dots))


@pytest.mark.parametrize(
    "inside", ["{}.StrictKropki", ".StrictKropki.And{}.End", ".And.And{}.End.End.StrictKropki"]
)
def test_a_dot_within_all_of_is_as_good_as_one_that_stands_for_itself(inside: str) -> None:
    result = sudokulib.solve(read(strict_kropki(inside)), strategies=())
    assert result.status == "unique"
    assert str(result.solutions[0]) == "\n".join(GRID)


@pytest.mark.parametrize(
    "asker", [KROPKI, Negative(("difference",)), Nonconsecutive(("difference",))]
)
@pytest.mark.parametrize(
    "composite",
    [
        AllOf((WHITE,)),
        AllOf((AllOf((WHITE,)),)),
        AnyOf((WHITE,)),
        AnyOf((WHITE, AllOf((WHITE,)))),
        Not((Not((WHITE,)),)),
        Not((AllOf((Not((WHITE,)),)),)),
        Not((AnyOf((Not((WHITE,)), Not((WHITE, WHITE)))),)),
    ],
    ids=repr,
)
def test_a_dot_that_stands_in_any_case_is_a_dot(asker: Kind, composite: Kind) -> None:
    expected = fillings(WHITE, asker)
    assert expected
    assert fillings(composite, asker) == fillings(asker, composite) == expected
    assert accepted(composite, asker) == expected


@pytest.mark.parametrize(
    "composite", [Not((WHITE,)), Not((WHITE, FAR)), Not((AnyOf((WHITE, FAR)),))]
)
def test_what_is_denied_is_no_dot(composite: Kind) -> None:
    expected = {f for f in fillings(KROPKI) if f in fillings(composite)}
    assert fillings(composite, KROPKI) == accepted(composite, KROPKI) == expected


CHOICES = [
    AnyOf((WHITE, FAR)),
    AnyOf((WHITE, BLACK)),
    AnyOf((AllOf((WHITE, APART)), FAR)),
    AnyOf((AllOf((WHITE, BLACK)), AllOf((FAR, APART)))),
    AnyOf((AllOf((WHITE, APART)), AllOf((WHITE, Not((APART,)))))),
    AnyOf((AllOf((WHITE, BLACK)), Not((WHITE,)), FAR)),
    AnyOf((WHITE, APART)),
]
ASKERS = [
    Negative(("difference", "ratio"), differences=(1,), ratios=(2,)),
    Negative(("difference", "ratio"), differences=(1,), ratios=(2,), strict=True),
    Negative(("difference",), differences=(1, 2)),
    Nonconsecutive(("difference",)),
    Nonconsecutive(("ratio", "difference")),
]


@pytest.mark.parametrize("geometry", [ROW, SQUARE], ids=["row", "square"])
@pytest.mark.parametrize("asker", ASKERS, ids=repr)
@pytest.mark.parametrize("choice", CHOICES, ids=repr)
def test_a_dot_within_any_of_counts_where_its_alternative_holds(choice, asker, geometry) -> None:
    expected = read_as_a_choice(choice, asker, geometry=geometry)
    assert fillings(choice, asker, geometry=geometry) == expected
    assert accepted(choice, asker, geometry=geometry) == expected


def test_one_of_two_dots_leaves_both_places_open() -> None:
    """Not even one would be left if dots within a choice were none."""
    found = fillings(AnyOf((WHITE, FAR)), Negative(("difference",)))
    near = {(abs(f[0] - f[1]) == 1, abs(f[2] - f[3]) == 1) for f in found}
    assert near == {(True, False), (False, True), (True, True)}


def test_not_none_of_two_dots_is_one_of_them() -> None:
    rule = Not((AllOf((Not((WHITE,)), Not((FAR,)))),))
    assert fillings(rule, KROPKI) == fillings(AnyOf((WHITE, FAR)), KROPKI)


def test_the_numbers_of_dots_within_composites_are_forbidden_elsewhere_too() -> None:
    two = Difference((0, 1), 2)
    for composite in (AllOf((two,)), AnyOf((two, FAR))):
        found = fillings(composite, Negative(("difference",)))
        assert found
        assert not any(abs(f[1] - f[2]) == 2 for f in found)
    assert not any(abs(f[1] - f[2]) == 2 for f in fillings(two, Negative(("difference",))))


def test_an_alternative_may_ask_for_dots_itself() -> None:
    rule = AnyOf((AllOf((WHITE, KROPKI)), AllOf((FAR, Not((APART,))))))
    assert fillings(rule, KROPKI) == accepted(rule, KROPKI)
    nested = AnyOf((AllOf((WHITE, AnyOf((KROPKI, BLACK)))), Not((WHITE, FAR))))
    assert fillings(nested) == accepted(nested)


def test_files_say_it_as_well() -> None:
    head = (
        "geometry: {symbols: 1234, build: [{make: grid, size: 4x2, lines: false}]}\n"
        "shapes:\n- {kind: negative, kinds: [difference]}\n"
    )
    dot = "{kind: difference, cells: R1C1 R1C2}"
    plain = loads(f"{head}- {dot}\n")
    inside = loads(f"{head}- {{kind: all-of, shapes: [{dot}]}}\n")
    assert sudokulib.count(plain).value == sudokulib.count(inside).value > 0


def composites(leaf: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    return st.recursive(
        leaf,
        lambda inner: st.builds(
            lambda kind, parts: kind(tuple(parts)),
            st.sampled_from([AllOf, AnyOf, Not]),
            st.lists(inner, min_size=1, max_size=3),
        ),
        max_leaves=5,
    )


LEAVES = st.sampled_from([WHITE, BLACK, FAR, APART, Difference((1, 2)), Ratio((0, 1), 3)])


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.sampled_from([ROW, SQUARE]),
    st.lists(composites(LEAVES), min_size=1, max_size=2),
    st.sampled_from([*ASKERS, KROPKI]),
)
@example(ROW, [Not((AnyOf((Not((WHITE,)), Not((FAR,)))),))], KROPKI)
def test_search_finds_what_the_rules_accept_whatever_is_given(geometry, rules, asker) -> None:
    context = geometry.context
    if any(rule.problem(context) for rule in rules):
        return
    assert fillings(*rules, asker, geometry=geometry) == accepted(*rules, asker, geometry=geometry)


def normal(rule: Kind, *, denied: bool = False) -> Kind:
    """The same with `not` only before rules that are not composites."""
    if isinstance(rule, Not):
        return normal(AllOf(rule.shapes), denied=not denied)
    if isinstance(rule, AllOf | AnyOf):
        kind = AnyOf if isinstance(rule, AnyOf) != denied else AllOf
        return kind(tuple(normal(part, denied=denied) for part in rule.shapes))
    return Not((rule,)) if denied else rule


@pytest.mark.slow
@settings(max_examples=60)
@given(composites(LEAVES), st.sampled_from(ASKERS))
@example(Not((AllOf((Not((WHITE,)), Not((FAR,)))),)), ASKERS[0])
def test_negation_may_be_pushed_in(rule: Kind, asker: Kind) -> None:
    assert accepted(rule, asker) == accepted(normal(rule), asker)


@pytest.mark.slow
@settings(max_examples=25)
@given(composites(LEAVES), st.sampled_from(ASKERS))
def test_equal_meaning_is_equal_to_those_who_ask(rule: Kind, asker: Kind) -> None:
    """Merging a composite with its content, whichever comes first, changes nothing."""
    wrapped = AllOf((rule,))
    assert Shape(wrapped) == Shape(rule) == Shape(Not((Not((rule,)),)))
    if rule.problem(ROW.context):
        return
    expected = accepted(rule, asker)
    for other in (wrapped, AnyOf((rule, rule)), Not((Not((rule,)),))):
        assert accepted(other, asker) == expected
        assert fillings(rule, other, asker) == fillings(other, rule, asker) == expected
