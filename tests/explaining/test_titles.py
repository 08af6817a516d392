"""Techniques are called as the field writes them."""

from pathlib import Path

import pytest

import sudokulib
from sudokulib.logic.names import grouped_runs
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.solving.explaining.descriptions import title

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("technique", "called"),
    [
        ("naked-pair", "naked pair"),
        ("x-wing", "X-wing"),
        ("finned-franken-x-wing", "finned franken X-wing"),
        ("wxyz-wing", "WXYZ-wing"),
        ("xy-chain", "XY-chain"),
        ("grouped-aic", "grouped AIC"),
        ("als-xy-wing", "ALS-XY-wing"),
        ("als-chain", "ALS chain"),
        ("3d-medusa", "3D Medusa"),
        ("sue-de-coq", "Sue de Coq"),
    ],
)
def test_letters_are_capitals_and_names_are_names(technique: str, called: str) -> None:
    assert title(Step(technique)) == called


def test_houses_that_follow_one_another_are_drawn_together() -> None:
    names = ["row 8 of A", "row 9 of A", "row 10 of A", "row 10 of B", "the asterisk"]
    assert grouped_runs(names) == ["row 8 of A to row 10 of A", "row 10 of B", "the asterisk"]
    assert grouped_runs(["row 1", "row 2"]) == ["row 1", "row 2"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("cage/sticking-out.yaml", "Look for cage bounds."),
        ("thermometer/boiler.yaml", "Look for chained relations."),
        ("any-of/bulbs.yaml", "Look for a forcing cell."),
    ],
)
def test_a_hint_has_an_article_where_english_has_one(path: str, text: str) -> None:
    puzzle = sudokulib.load(EXAMPLES / path)
    assert str(sudokulib.hint(puzzle, depth=2)) == text


def test_a_hint_names_the_line_and_not_the_cells_that_lose_candidates() -> None:
    puzzle = sudokulib.load(EXAMPLES / "thermometer/boiler.yaml")
    assert str(sudokulib.hint(puzzle, depth=1)) == "Look at the thermometer from R2C2 to R3C4."


def test_a_case_is_called_by_the_shape_that_it_is() -> None:
    puzzle = sudokulib.load(EXAMPLES / "any-of/bulbs.yaml")
    first = next(sudokulib.steps(puzzle))
    assert first.text == (
        "forcing cell: R2C6 can only be 1, 3, 4 or 6; each of these excludes that the choice at "
        "R1C6 is the thermometer from R3C5 to R1C6, so the choice at R1C6 is the thermometer from "
        "R1C6 to R3C5"
    )


@pytest.mark.parametrize(
    ("example", "titles"),
    [
        ("count-distinct/palette", "6 is missing from count of symbols 2 at R1C2"),
        ("lunchbox/elevenses", "the range of the lunchbox from R1C1 to R1C6 is 1 to 2"),
        ("battlefield/trenches", "the gap or overlap of battlefield 0 is empty"),
        ("any-of/bulbs", "the choice at R1C1 is the thermometer from R1C1 to R2C3"),
        (
            "all-of/one-line-holds",
            "the choice at R1C1 is the case with the thermometer from R1C1 to R3C3",
        ),
    ],
)
def test_what_a_rule_needs_besides_cells_is_described_as_what_people_see(
    example: str, titles: str
) -> None:
    words = Words(sudokulib.load(EXAMPLES / f"{example}.yaml"))
    unseen = range(words.model.cells, len(words.model.domains))
    assert titles in {words.candidate((v, x)) for v in unseen for x in bits(words.model.domains[v])}


def test_of_two_possibilities_the_other_is_said() -> None:
    words = Words(sudokulib.load(EXAMPLES / "count-distinct/palette.yaml"))
    step = Step("x", eliminations=((36, 0), (37, 0), (38, 1)))
    shape = "count of symbols 2 at R1C2"
    assert words.conclusion(step) == f"1 and 2 are in {shape}; 3 is missing from {shape}"
