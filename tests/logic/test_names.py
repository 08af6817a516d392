"""Names of shapes: labels with their article, or what a shape is, its clue, and where."""

from pathlib import Path

import pytest

import sudokulib
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.loading import loads

EXAMPLES = Path(__file__).parents[2] / "examples"


def names(text: str) -> list[str]:
    """Return the names of the primitives of a puzzle's own shapes on 4x4, in order."""
    puzzle = loads(f"geometry: 4x4\nshapes:\n{text}")
    words, model = Words(puzzle), compile_puzzle(puzzle)
    known = len(puzzle.geometry.shapes)
    mine = [n for n, sources in enumerate(model.sources) if max(sources) >= known]
    return list(dict.fromkeys(words.shape(n) for n in mine if n not in model.derived))


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ("- {kind: cage, sum: 5, cells: R1C1 R1C2}", ["cage 5"]),
        (
            "- {kind: cage, sum: 5, cells: R1C1 R1C2}\n- {kind: cage, sum: 5, cells: R3C1 R4C1}",
            ["cage 5 at R1C1", "cage 5 at R3C1"],
        ),
        ("- {kind: difference, cells: R1C1 R1C2}", ["the white dot between R1C1 and R1C2"]),
        (
            "- {kind: ratio, cells: R1C1 R1C2, value: 3}",
            ["the dot of ratio 3 between R1C1 and R1C2"],
        ),
        ("- {kind: pair-sum, cells: R1C1 R1C2, sum: 5}", ["the V between R1C1 and R1C2"]),
        ("- {kind: thermometer, lines: [R2C1 R2C2 R3C3]}", ["the thermometer from R2C1 to R3C3"]),
        ("- {kind: cage, sum: 5, label: piggy bank, cells: R1C1 R1C2}", ["the piggy bank"]),
        ("- {kind: cage, sum: 5, label: cage A, cells: R1C1 R1C2}", ["cage A"]),
        ("- {kind: skyscraper, count: 3, cells: 'R1C4>down'}", ["skyscraper 3"]),
    ],
)
def test_a_shape_is_called_by_its_label_or_by_what_it_is(shapes: str, expected: list[str]) -> None:
    assert names(shapes) == expected


def test_a_rule_that_holds_everywhere_is_named_by_the_place_meant() -> None:
    found = names("- {kind: anti, moves: knight}")
    assert "the knight's move between R1C1 and R2C3" in found
    assert len(found) == len(set(found))


def test_variables_of_a_rule_are_cases_of_its_shape() -> None:
    puzzle = loads(
        "{geometry: 4x4, shapes: [{kind: any-of, shapes: [{kind: cage, sum: 3, cells: R1C1 R1C2},"
        " {kind: cage, sum: 7, cells: R1C1 R1C2}]}]}"
    )
    words = Words(puzzle)
    case = "the choice between R1C1 and R1C2 is cage 7 between R1C1 and R1C2"
    assert words.candidate((16, 1)) == case
    assert words.cell(16) == "the choice between R1C1 and R1C2"
    assert words.candidate((1, 2)) == "R1C2=3"


@pytest.mark.parametrize("kind", ["dominoes", "hashiwokakero", "masyu", "slitherlink", "yajilin"])
def test_every_part_of_a_rule_about_edges_has_a_name(kind):
    """Some parts are about edges and cells, some about one edge, some about hidden variables."""
    for file in sorted((EXAMPLES / kind).glob("*.yaml")):
        words = Words(sudokulib.load(file))
        assert all(words.shape(number) for number in range(len(words.model.primitives)))
