"""The output of ``sudokulib explain``: steps as far as they are wanted, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from sudokulib.cli.output import CODES, INTERRUPTED
from sudokulib.logic.words import Words
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.solving.explaining.hints import SEVERAL, visible_conflict
from sudokulib.solving.solver import solve
from sudokulib.strategies import strategy_named

if TYPE_CHECKING:
    from sudokulib.board import Board
    from sudokulib.solving.explaining.solving_path import Explanation, Steps

_FLAWS = {
    "multiple": SEVERAL,
    "none": "there is no solution",
    "unknown": "it is not known how many solutions there are",
}

_CONFLICT_SECONDS = 0.5
"""Seconds for finding some clues that contradict one another, before the first step."""


class SolvingPath:
    """The steps of a puzzle as far as they are wanted, and how they end.

    Args:
        steps: all of them.
        until: the number of the last step, or a technique; empty for all.
        technique: the technique whose steps are shown; empty for all.
        seconds: the limit of time of the steps, if one was asked for.
    """

    def __init__(self, steps: Steps, until: str, technique: str, seconds: float | None) -> None:
        self.steps, self.puzzle = steps, steps.puzzle
        self.made: list[Explanation] = []
        self._seconds = seconds
        self._at_last = False
        self._last = int(until) if until.isdecimal() else 0
        self._until = _named(until) if until and not self._last else ""
        self._only = _named(technique) if technique else ""

    def shown(self) -> Iterator[Explanation]:
        """Yield the steps to be printed; Ctrl-C ends them."""
        try:
            while not self._at_last and not self.steps.stopped:
                explanation = next(self.steps)
                self.made.append(explanation)
                self._at_last = (
                    explanation.number == self._last or explanation.technique == self._until
                )
                if not self._only or explanation.technique == self._only:
                    yield explanation
        except (StopIteration, KeyboardInterrupt):
            return

    @cached_property
    def flaw(self) -> str:
        """The flaw of a puzzle with no solution or several, in words; else empty."""
        try:
            status = self.steps.status
            if status == "none":
                found = solve(self.puzzle, strategies=(), seconds=_CONFLICT_SECONDS).conflict
                return ": ".join(filter(None, [_FLAWS[status], found]))
        except KeyboardInterrupt:
            self.steps.stopped = "interrupt"
            return ""
        return SEVERAL if status == "multiple" else ""

    @property
    def board(self) -> Board:
        """The board after the last step."""
        return self.steps.board

    @property
    def end(self) -> str:
        """The end: solved, none (a contradiction), stuck, or stopped by --until."""
        board = self.board
        if board.broken or (board.complete and self.solution().violations()):
            return "contradiction" if self._unsure else "none"
        if board.complete:
            return "solved"
        return "stopped" if self._at_last or self.steps.stopped else "stuck"

    @property
    def _unsure(self) -> bool:
        """True if what was found holds only if there is one solution."""
        return any(one.step.assumes_unique for one in self.made)

    @property
    def missed(self) -> str:
        """A message that the requested technique did not occur; else empty."""
        known = {strategy.name for strategy in self.steps.plan.strategies}
        done = {one.technique for one in self.made}
        for option, name in (("--until", self._until), ("--technique", self._only)):
            if name and name not in done:
                if name in known:
                    return f"{option} {name}: no step uses it"
                return f"{option} {name}: it is not in use here; see --profile, --assume-unique"
        return ""

    def solution(self) -> Solution:
        """Return the symbols on a complete board."""
        masks = self.board.masks[: self.board.model.cells]
        return Solution(self.puzzle, tuple(mask.bit_length() - 1 for mask in masks))

    @property
    def code(self) -> int:
        """The exit code."""
        if self.steps.stopped == "interrupt":
            return INTERRUPTED
        if self.end in ("stuck", "contradiction"):
            return CODES["unknown"]
        if self.end == "stopped":
            return 0 if self._at_last else CODES["unknown"]
        return CODES["none"] if self.end == "none" else 0

    @property
    def ending(self) -> str:
        """The end in words."""
        end = self.end
        if end == "solved":
            if self._unsure:
                return "solved: if there is only one solution, it is this one"
            return "solved, and every step was forced: there is no other solution"
        if end == "none":
            return f"no solution: {self._clash() or 'the steps lead to a contradiction'}"
        if end == "contradiction":
            return "a contradiction: there is no solution, or there are several"
        left = self.board.open.bit_count()
        cells = "1 cell is" if left == 1 else f"{left} cells are"
        return f"{self._why()}; {cells} open" if end == "stopped" else self._stuck(cells)

    def _stuck(self, cells: str) -> str:
        if self.steps.exhausted:
            return f"stuck: {SEVERAL}, and each candidate left is in one of them; {cells} open"
        flaw = _FLAWS.get(self.steps.status, "")
        because = f"; {flaw}" if flaw else ""
        return f"stuck: no technique makes progress, and {cells} open{because}"

    def _why(self) -> str:
        """Return the reason why it was stopped."""
        if self.steps.stopped == "interrupt":
            return "interrupted"
        if self._at_last:
            return "stopped as requested"
        if self._seconds is not None:
            return f"stopped after --seconds {self._seconds:g}"
        flaw = _FLAWS[self.steps.status]
        return f"stopped after half a second without a step, as {flaw}; --seconds allows more"

    def _clash(self) -> str:
        """Return what contradicts itself before the first step, in words; or empty."""
        words = Words(self.puzzle)
        return "" if self.made else visible_conflict(words, words.model.domains)[0]


def _named(technique: str) -> str:
    """Return the name of a strategy that was written with hyphens or spaces."""
    return strategy_named("-".join(technique.lower().split())).name
