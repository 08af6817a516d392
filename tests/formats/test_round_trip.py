"""Losses and gains between two puzzles are listed precisely."""

import pytest

from sudokulib.formats.round_trip import dropped, lost_shapes
from sudokulib.puzzles.loading import loads

FOUR = "geometry: 4x4\n"


def between(one: str, other: str):
    return dropped(loads(one), loads(other))


@pytest.mark.parametrize(
    ("one", "other", "lost", "gained"),
    [
        (FOUR, FOUR, (), ()),
        (FOUR + "givens: {R1C1: 1}", FOUR + "allowed: {R1C1: 1}", ("the given 1 in R1C1",), ()),
        (
            FOUR + "allowed: {R1C1: 1}",
            FOUR + "givens: {R1C1: 1}",
            ("that R1C1 is not a given",),
            (),
        ),
        (FOUR + "allowed: {R1C1: 13}", FOUR, ("that R1C1 holds one of 1 3",), ()),
        (FOUR, FOUR + "allowed: {R1C1: 13}", (), ("that R1C1 holds one of 1 3",)),
        (
            FOUR + "shapes: [{kind: odd, cells: R1C1 R1C2}]",
            FOUR + "allowed: {R1C1 R1C2: 13}",
            (),
            (),
        ),
        (
            FOUR + "shapes: [{kind: thermometer, lines: [R1C1 R1C2, R2C1 R2C2]}]",
            FOUR + "shapes: [{kind: thermometer, lines: [R2C1 R2C2]},"
            " {kind: thermometer, lines: [R1C1 R1C2]}]",
            (),
            (),
        ),
        (
            FOUR + "shapes: [{kind: difference, cells: R1C1 R1C2 R1C3}]",
            FOUR + "shapes: [{kind: difference, cells: R1C1 R1C2}]",
            ("the shape “difference of R1C1 R1C2 R1C3”",),
            (),
        ),
        (
            FOUR + "shapes: [{kind: nonconsecutive, except: [difference]},"
            " {kind: ratio, cells: R3C1 R3C2}, {kind: difference, cells: R1C1 R1C2}]",
            FOUR + "shapes: [{kind: nonconsecutive, except: [difference]},"
            " {kind: ratio, cells: R3C1 R3C2}]",
            ("the shape “difference of R1C1 R1C2”",),
            ("“nonconsecutive” without exempting “difference of R1C1 R1C2”",),
        ),
        (
            FOUR + "shapes: [{kind: nonconsecutive}]",
            FOUR + "shapes: [{kind: nonconsecutive, except: [difference, ratio]}]",
            (),
            (),
        ),
        ("geometry: latin-4", FOUR, (), tuple(f"the shape “box {n}”" for n in range(1, 5))),
        (FOUR + "title: A\nauthor: B", FOUR + "title: A", ("the author 'B'",), ()),
        (FOUR + "solution: 1234341221434321", FOUR, ("the stated solution",), ()),
        (FOUR + "hidden: {x: 12}", FOUR, ("the hidden cell x",), ()),
        (FOUR, "geometry: 6x6", (), ("cells in other places (36 of them)",)),
        (
            "{geometry: {symbols: ABCD, build: [{make: grid, size: 4x4, box: 2x2}]}}",
            FOUR,
            ("the symbols ABCD; they are written as 1234",),
            (),
        ),
        (
            "{geometry: {symbols: '0123', build: [{make: grid, size: 4x4, box: 2x2}]},"
            " shapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}]}",
            FOUR + "shapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}]",
            ("the symbols 0123; they are written as 1234",),
            ("other numbers behind its symbols ((1, 2, 3, 4))",),
        ),
    ],
)
def test_what_is_lost_and_gained(one, other, lost, gained):
    assert between(one, other) == (lost, gained)


def test_other_neighbours_count_only_where_a_rule_asks_for_them():
    torus = "geometry: {symbols: 1234, build: [{make: grid, size: 4x4, box: 2x2, wrap: both}]}\n"
    assert between(torus, FOUR) == ((), ())
    knights = "shapes: [{kind: anti, moves: knight}]"
    lost, gained = between(torus + knights, FOUR + knights)
    assert (lost, gained) == ((), ("other neighbours for anti",))


def test_a_role_is_reported_if_only_that_is_lost():
    region = FOUR + "shapes: [{kind: distinct, cells: R1C1 R2C2, role: region}]"
    lost, _ = between(region, FOUR + "shapes: [{kind: distinct, cells: R1C1 R2C2}]")
    assert lost == ("that “distinct of R1C1 R2C2” is a region",)


def test_an_overlay_is_each_of_its_sets():
    both = "[{kind: house, cells: R1C1>down-right}, {kind: house, cells: R1C4>down-left}]"
    overlay = FOUR + "shapes: [{kind: diagonals}]"
    assert between(overlay, FOUR + f"shapes: {both}") == ((), ())
    one = FOUR + "shapes: [{kind: house, cells: R1C1>down-right}]"
    assert between(overlay, one) == (("the shape “diagonals”",), ())


def test_shapes_are_lost_with_a_line_of_theirs_or_a_value_that_they_forbid():
    shapes = "{kind: renban, lines: [R1C1 R1C2, R2C1 R2C2]}, {kind: even, cells: R1C1}"
    puzzle = loads(FOUR + f"shapes: [{shapes}, {{kind: odd, cells: R1C2}}]")
    back = loads(
        FOUR + "allowed: {R1C1: 123, R1C2: 1}\nshapes: [{kind: renban, lines: [R1C1 R1C2]}]"
    )
    assert [shape.kind for shape in lost_shapes(puzzle, back)] == ["renban", "even"]
