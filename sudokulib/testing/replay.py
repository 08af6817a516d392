"""Code to paste into a test that reproduces a failure."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeVar

from sudokulib.strategies import Strategy, strategies
from sudokulib.testing.position import Position

_MOST_TIMES = 200
"""The most choices to try to find one with which a case fails again.

A bound on waiting: each is a run of the check, when a failure is to be reported.
"""

_T = TypeVar("_T")


def subject_code(strategy: Strategy) -> str:
    """Return how a strategy is passed to a check: by its name, or by the author's own variable."""
    if any(one is strategy for one in strategies()):
        return repr(strategy.name)
    return re.sub(r"\W", "_", strategy.name)


def replay_code(check: str, subject: str, position: Position, *more: str, times: int = 1) -> str:
    """Return the code that replays a check on a position.

    Args:
        check: the name of the check.
        subject: its first argument, as code.
        position: the position.
        more: further arguments, as code.
        times: how often the position is tried, where a check chooses something for each.
    """
    text = repr(position)
    cases = "[position]" if times == 1 else f"[position] * {times}"
    lines = ["To see it again:", "", f"from sudokulib.testing import Position, {check}"]
    if not _reads_back(position, text):
        lines.append("# The text reads back as another position: its geometry has seams or names")
        lines.append("# of which a file says nothing. Pass the position itself instead.")
    call = ", ".join([subject, f"cases={cases}", *more])
    return "\n".join(
        [*lines, f'position = Position.from_text(r"""\n{text}\n""")', f"{check}({call})"]
    )


def _reads_back(position: Position, text: str) -> bool:
    try:
        return Position.from_text(text) == position
    except Exception:  # whatever the error, the text cannot be pasted
        return False


def times_until(fails: Callable[[_T], bool], choose: Callable[[Random], _T]) -> int:
    """Return how many times a case must be tried, as checks choose for it, until it fails.

    Args:
        fails: tells whether a choice shows the failure.
        choose: makes the choice for a case from a source that is the same for the same number of
            the case.

    Returns:
        The number of tries; 1 if none of the first choices fails.
    """
    tries = (number for number in range(_MOST_TIMES) if fails(choose(Random(number))))
    return next(tries, 0) + 1
