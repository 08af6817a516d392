"""Mistakes that are easily made in strategies, for the kit to find.

Most are one word in a strategy that is right without it: `find(board)` is right, and
`find(board, word=True)` is not. Each entry of `MISTAKES` says which check finds it.
"""

from __future__ import annotations

from seeded_mistakes import behaviour, fish_and_chains, rules, sets, uniqueness
from seeded_mistakes.behaviour import DONE, REMEMBERED
from seeded_mistakes.mistake import Mistake

__all__ = ["DONE", "MISTAKES", "REMEMBERED", "Mistake"]

MISTAKES = (
    *sets.MISTAKES,
    *fish_and_chains.MISTAKES,
    *uniqueness.MISTAKES,
    *rules.MISTAKES,
    *behaviour.MISTAKES,
)
"""The mistake, and the check that finds it."""
