"""Techniques of unknown regions: together all that their order, borders and digits exclude."""

from __future__ import annotations

from random import Random

import pytest
from strategies.region_boards import board_of
from support import from_file

from sudokulib import describe, explain, load
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.primitives import Connected, Regions
from sudokulib.primitives.primitive import propagate_all
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import strategy_named

TECHNIQUES = ("region-order", "region-together", "region-borders", "region-repeat", "region-place")


def parts_left(board: Board) -> list[int] | None:
    """What the parts of a division leave that are not about connected areas."""
    (rule,) = [one for one in board.model.primitives if isinstance(one, Regions)]
    masks = list(board.masks)
    parts = [part for part in rule.parts(4) if not isinstance(part, Connected)]
    return masks if propagate_all(parts, masks) else None


@pytest.mark.parametrize("seed", range(5))
def test_all_that_regions_exclude_without_their_areas(seed: int) -> None:
    chance, found = Random(seed), dict.fromkeys(TECHNIQUES, 0)
    for _ in range(12):
        _, board = board_of(chance, known=0.5)
        expected = parts_left(board)
        assert expected is not None
        while True:
            steps = [s for name in TECHNIQUES for s in strategy_named(name).find(board)]
            if not steps:
                break
            for step in steps:
                found[step.technique] += 1
                assert is_proved(board, step)
            board = steps[0].apply(board)
        assert list(board.masks) == expected
    assert all(found.values())


@pytest.mark.slow
def test_each_says_which_cells_it_means() -> None:
    texts = [one.text for one in explain(load("examples/chaos-construction/four-by-four.yaml"))]
    for text in (
        "region repeat: R1C4=4, and no symbol is in a region twice, so R2C3 and R3C1 are not in "
        "the region of R1C1",
        "only way out: R1C3 is the only way out of R1C4, and all cells in the region of R1C1 are "
        "connected in the unknown regions, so R1C3 is in the region of R1C1",
        "region order: regions are numbered in the order of their first cells, so R2C1 is not in "
        "region 4",
    ):
        assert text in texts
    assert not any("line fillings" in text for text in texts)
    texts = [one.text for one in explain(load("examples/equal-count/company.yaml"))]
    assert any("the unknown regions allow only 4 cells in the region of R" in t for t in texts)


def test_borders_and_regions_in_words() -> None:
    geometry = from_file(
        symbols="123",
        build=[{"make": "grid", "size": "3x3", "lines": False}],
        layers=["region"],
        shapes=[{"kind": "chaos-construction", "regions": "region", "size": 3}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    model = compile_puzzle(puzzle)
    labels = geometry.find("region.R1C1 region.R1C2 region.R1C3")
    masks = list(model.domains)
    masks[labels[0]], masks[labels[1]] = 0b001, 0b010
    board = Board.of(model, masks)
    (step,) = strategy_named("region-borders").find(board)
    assert describe(step, puzzle, board) == (
        "region borders: the regions that are left for both cells say whether there is a border "
        "between them, so R1C1 is in another region than R1C2"
    )
    ((border, _),) = step.eliminations
    masks[border], masks[labels[1]] = 0b01, 0b111
    board = Board.of(model, masks)
    (step,) = strategy_named("region-together").find(board)
    assert describe(step, puzzle, board) == (
        "region together: R1C1 is in another region than R1C2, and R1C1 is in region 1, so R1C2 "
        "is not in the region of R1C1"
    )
