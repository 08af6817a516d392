"""The terse notation, pattern by pattern."""

from __future__ import annotations

import pytest

import sudokulib
from sudokulib.logic.step import Link, Rank, Refutation, Role, Step, Truth
from sudokulib.logic.words import Words
from sudokulib.solving.explaining.notation import notation

NINE = Words(sudokulib.geometry("9x9").puzzle())
ROW, COLUMN = 0, 9
"""Numbers of the first row's primitive and of the first column's."""


def node(*candidates: tuple[int, int]) -> Role:
    return Role("node", candidates)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            Step(
                "x-chain",
                eliminations=((40, 4),),
                roles=(node((0, 4)), node((4, 4)), node((31, 4), (40, 4)), node((39, 4))),
            ),
            "X-chain: (5)R1C1=(5)R1C5-(5)R45C5=(5)R5C4 => R5C5<>5",
        ),
        (
            Step(
                "aic",
                eliminations=((8, 1),),
                roles=(node((0, 1)), node((0, 2)), node((5, 2)), node((5, 1))),
            ),
            "AIC: (2=3)R1C1-(3=2)R1C6 => R1C9<>2",
        ),
        (
            Step(
                "x-wing",
                eliminations=((18, 6), (22, 6)),
                roles=(
                    Role("base", ((0, 6), (4, 6)), (ROW, ROW + 1)),
                    Role("cover", (), (COLUMN, COLUMN + 4)),
                    Role("fins", ((1, 6),)),
                ),
            ),
            "X-wing: 7 r12\\c15 fR1C2 => R3C15<>7",
        ),
        (
            Step("nishio", eliminations=((0, 0),), arguments=(Refutation((0, 0), ()),)),
            "Nishio: R1C1=1 -> contradiction => R1C1<>1",
        ),
        (
            Step(
                "anything",
                eliminations=((2, 0),),
                arguments=(
                    Rank(
                        (Truth(((0, 0), (0, 1)), variable=0), Truth(((1, 0),), primitive=ROW)),
                        (Link(((0, 0), (2, 0)), (ROW,)),),
                    ),
                ),
            ),
            "anything: {R1C1 1r1} {1r1} => R1C3<>1",
        ),
    ],
)
def test_patterns_are_written_as_the_field_does(step: Step, expected: str) -> None:
    assert notation(step, NINE) == expected


def test_shapes_of_several_grids_say_which() -> None:
    puzzle = sudokulib.geometry("samurai").puzzle()
    words = Words(puzzle)
    number = next(
        h.primitive for h in words.model.houses if words.shape(h.primitive) == "row 1 of B"
    )
    step = Step(
        "hidden-single", ((12, 0),), arguments=(Rank((Truth(((12, 0),), primitive=number),)),)
    )
    assert notation(step, words).startswith("hidden single: B.r1 => ")
