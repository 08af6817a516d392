"""What a strategy is, and the registry of strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sudokulib.board import Board
from sudokulib.errors import UnknownNameError
from sudokulib.logic.step import Step

__all__ = ["Find", "Strategy", "strategies", "strategy", "strategy_named"]

Find = Callable[[Board], Iterator[Step]]
"""The steps that a board allows: lazily, in a fixed order, each changing the board."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A named way to find steps.

    Args:
        name: what pipelines and `Step.technique` call it.
        find: the function; it reads nothing but the board.
        source: where the technique is described.
        sweeps: whether all that one look finds is taken before the next look; for techniques so
            simple that nothing simpler could come in between.
    """

    name: str
    find: Find
    source: str
    sweeps: bool = False

    @property
    def summary(self) -> str:
        """The technique in one sentence."""
        return (self.find.__doc__ or "").strip().split("\n")[0]


_STRATEGIES: dict[str, Strategy] = {}


def strategy(name: str, *, source: str, sweeps: bool = False) -> Callable[[Find], Find]:
    """Make a function known as a strategy; a decorator that leaves it a plain function.

    Raises:
        ValueError: another strategy already has the name.
    """

    def register(find: Find) -> Find:
        known = _STRATEGIES.setdefault(name, Strategy(name, find, source, sweeps))
        if known.find is not find:
            raise ValueError(f"a strategy named {name!r} is registered already")
        return find

    return register


def strategies() -> tuple[Strategy, ...]:
    """All strategies, in the order in which they were registered."""
    return tuple(_STRATEGIES.values())


def strategy_named(name: str) -> Strategy:
    """The strategy of that name.

    Raises:
        UnknownNameError: nobody registered it.
    """
    try:
        return _STRATEGIES[name]
    except KeyError:
        known = ", ".join(_STRATEGIES)
        raise UnknownNameError(f"unknown strategy {name!r}; there are {known}") from None
