"""Puzzles in the order of our ratings are nearly in the order of the published ones."""

import pytest
from acceptance import ratings

GATE = 0.9
there = pytest.mark.skipif(not ratings.published(), reason="the ratings are not here")


def agreement(sample: int, seed: int) -> float:
    pairs = list(ratings.rated(ratings.chosen(sample, seed), "sudoku-explainer"))
    assert all(pair.solved for pair in pairs)
    return ratings.spearman([(pair.theirs, pair.ours) for pair in pairs])


def test_ranks_are_shared_by_equals():
    assert ratings.spearman([(1, 1), (2, 2), (2, 3), (3, 4)]) == pytest.approx(0.9486833)
    assert ratings.spearman([(1, 3), (2, 2), (3, 1)]) == -1
    low, high = ratings.interval(0.9, 100)
    assert low < 0.9 < high < 1


@pytest.mark.slow
@there
def test_a_few_ratings_agree_with_sudoku_explainer():
    assert agreement(20, seed=1) >= GATE


@there
@pytest.mark.slow
def test_many_ratings_agree_with_sudoku_explainer():
    assert agreement(250, seed=2) >= GATE
