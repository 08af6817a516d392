"""Levels: names for how hard a puzzle is, from its scores on the scale of HoDoKu."""

from __future__ import annotations

from dataclasses import dataclass

_CELLS = 81
"""The size that the totals are made for; the totals of larger puzzles are scaled."""


@dataclass(frozen=True, slots=True)
class Level:
    """A name, and the highest scores of a puzzle of that level.

    Args:
        name: for people.
        total: the sum of the scores of all steps.
        step: the score of a single step.
    """

    name: str
    total: float
    step: float


LEVELS = (
    Level("easy", 800, 14),
    Level("medium", 1000, 114),
    Level("hard", 1600, 180),
    Level("unfair", 1800, 340),
    Level("extreme", float("inf"), float("inf")),
)
"""From the easiest up. The totals are HoDoKu's; so are the groups of techniques, roughly: singles,
tuples and overlaps, wings and plain fish, chains, and techniques for computers."""


def level_of(total: float, step: float, cells: int = _CELLS) -> str:
    """Return the lowest level that allows the hardest step; the next one if the total is above it.

    Many easy steps make a puzzle long rather than hard, and rules that HoDoKu does not know need
    many: so the total raises the level by one at most.

    Args:
        total: the sum of all scores.
        step: the highest score of a step.
        cells: how many cells the puzzle has.

    >>> level_of(400, 14), level_of(900, 14), level_of(400, 140), level_of(3000, 140, cells=369)
    ('easy', 'medium', 'hard', 'hard')
    """
    share = max(1.0, cells / _CELLS)
    number = next(n for n, level in enumerate(LEVELS) if step <= level.step)
    return LEVELS[number + (total > LEVELS[number].total * share)].name
