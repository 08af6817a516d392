"""The class of mistakes: a strategy that is right but for a word, and the check that finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sudokulib.logic.step import Step
from sudokulib.strategies import Strategy
from sudokulib.testing import (
    check_sound,
)

__all__ = ["Mistake", "Steps"]

Steps = Iterator[Step]


@dataclass(frozen=True)
class Mistake:
    """A strategy that is wrong.

    Args:
        name: what is wrong with it.
        find: its function; with the words it is wrong.
        words: the words.
        check: which check finds it.
        assumes, monotone: as of `Strategy`.
        right: whether the function is right without the words.
    """

    name: str
    find: Callable[..., Steps]
    words: dict[str, Any] = field(default_factory=dict)
    check: Callable[..., object] = check_sound
    assumes: Any = ""
    monotone: bool = True
    right: bool = True

    def strategy(self, *, wrong: bool = True) -> Strategy:
        """Return the strategy with the mistake, or without."""
        find = partial(self.find, **self.words) if wrong and self.words else self.find
        return Strategy(
            "seeded", find, "", "", 0.0, 0, "", assumes=self.assumes, monotone=self.monotone
        )
