"""The output of ``sudokulib explain``: steps as far as they are wanted, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.cli.output import CODES, INTERRUPTED
from sudokulib.explaining.hints import SEVERAL, visible_conflict
from sudokulib.explaining.solving_path import explain_plan
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.solving.logic_limit import LogicLimit, logic_limit
from sudokulib.solving.solver import solve
from sudokulib.strategies import strategy_named

if TYPE_CHECKING:
    from sudokulib.board import Board
    from sudokulib.explaining.solving_path import Explanation
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.solving.pipeline import Plan

_FLAWS = {"multiple": SEVERAL, "none": "there is no solution"}

_SECONDS = 300.0
"""Default seconds for a puzzle with one solution: a bound on waiting."""

_FLAWED_SECONDS = 1.0
"""Default seconds with none or several: nobody waits for these to be solved by logic."""


class SolvingPath:
    """The steps of a puzzle as far as they are wanted, and how they end.

    Args:
        puzzle: the puzzle.
        plan: the strategies.
        until: the number of the last step, or a technique; empty for all.
        technique: the technique whose steps are shown; empty for all.
        seconds: the limit of wall time; None for one that depends on how many solutions there are.
    """

    def __init__(
        self, puzzle: Puzzle, plan: Plan, until: str, technique: str, seconds: float | None
    ) -> None:
        self.puzzle = puzzle
        self.made: list[Explanation] = []
        self.stopped = self._late = self._broken_off = self._met = False
        self._budget = Budget(_FLAWED_SECONDS if seconds is None else seconds)
        self._seconds = seconds
        self._plan = plan
        self._last = int(until) if until.isdecimal() else 0
        slug = "-".join(until.lower().split())
        self._until = strategy_named(slug).name if until and not self._last else ""
        slug = "-".join(technique.lower().split())
        self._only = strategy_named(slug).name if technique else ""

    def shown(self) -> Iterator[Explanation]:
        """Yield the steps to be printed."""
        for explanation in self._in_time():
            self.made.append(explanation)
            if not self._only or explanation.step.technique == self._only:
                yield explanation
            if explanation.number == self._last or explanation.step.technique == self._until:
                self.stopped = True
                return

    # Cached properties read what never changes; computing the first one takes some of the time.
    @cached_property
    def _reach(self) -> LogicLimit:
        """The number of solutions, and what they have in common, as far as that is known."""
        try:
            with interruptible(self._budget.check):
                found = logic_limit(compile_puzzle(self.puzzle), self._budget)
        except OutOfBudget:
            found = LogicLimit()
        except KeyboardInterrupt:
            found = LogicLimit()
            self.stopped = self._broken_off = True
        if self._seconds is None and found.status not in _FLAWS:
            self._budget.renew(seconds=_SECONDS)
        return found

    @property
    def status(self) -> str:
        """The number of solutions: unique, multiple, none or unknown."""
        return self._reach.status

    @cached_property
    def flaw(self) -> str:
        """The flaw of a puzzle with no solution or several, in words; else empty."""
        flaw = _FLAWS.get(self._reach.status, "")
        return f"{flaw}: {clash}" if flaw and (clash := self._conflict()) else flaw

    def _conflict(self) -> str:
        """Return some clues that contradict one another, in words, if found soon; else empty."""
        if self._reach.status != "none":
            return ""
        return solve(self.puzzle, strategies=(), seconds=_FLAWED_SECONDS / 2).conflict

    def _in_time(self) -> Iterator[Explanation]:
        """Yield all steps until the time is up, the user interrupts, or no step can be left."""
        unique = any(strategy.assumes for strategy in self._plan.strategies)
        try:
            reach = LogicLimit() if unique else self._reach
            if self._broken_off:
                return
            self._met = reach.reached(self.board) if reach.true_candidates else False
            steps = explain_plan(self.puzzle, self._plan, budget=self._budget)
            while not self._met and (explanation := next(steps, None)) is not None:
                self._met = reach.reached(explanation.after)
                yield explanation
        except OutOfBudget:
            self.stopped = self._late = True
        except KeyboardInterrupt:
            self.stopped = self._broken_off = True

    @property
    def board(self) -> Board:
        """The board after the last step."""
        return self.made[-1].after if self.made else Words(self.puzzle).board

    @property
    def end(self) -> str:
        """The end: solved, none (a contradiction), stuck, or stopped by --until."""
        board = self.board
        if board.broken or (board.complete and self.solution().violations()):
            return "contradiction" if self._unsure else "none"
        if board.complete:
            return "solved"
        return "stopped" if self.stopped else "stuck"

    @property
    def _unsure(self) -> bool:
        """True if what was found holds only if there is one solution."""
        return any(one.step.assumes_unique for one in self.made)

    @property
    def missed(self) -> str:
        """A message that the requested technique did not occur; else empty."""
        known = {strategy.name for strategy in self._plan.strategies}
        done = {one.step.technique for one in self.made}
        for option, name in (("--until", self._until), ("--technique", self._only)):
            if name and name not in done:
                if name in known:
                    return f"{option} {name}: no step uses it"
                return f"{option} {name}: it is not in use here; see --profile, --assume-unique"
        return ""

    def solution(self) -> Any:
        """Return the symbols on a complete board."""
        masks = self.board.masks[: self.board.model.cells]
        return Solution(self.puzzle, tuple(mask.bit_length() - 1 for mask in masks))

    @property
    def code(self) -> int:
        """The exit code."""
        if self._broken_off:
            return INTERRUPTED
        unknown = CODES["unknown"]
        codes = {"none": CODES["none"], "stuck": unknown, "contradiction": unknown}
        if self._late and self.end == "stopped":
            return unknown
        return codes.get(self.end, 0)

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
        if self._met:
            return f"stuck: {SEVERAL}, and each candidate left is in one of them; {cells} open"
        return f"stuck: no technique makes progress, and {cells} open{self._because()}"

    def _why(self) -> str:
        """Return the reason why it was stopped."""
        if self._broken_off:
            return "interrupted"
        if not self._late:
            return "stopped as requested"
        if self._seconds is not None:
            return f"stopped after --seconds {self._seconds:g}"
        if self.flaw:
            return f"stopped after a second, as {_FLAWS[self._reach.status]}; --seconds allows more"
        return f"stopped after {_SECONDS:g} seconds; --seconds allows more"

    def _clash(self) -> str:
        """Return what contradicts itself before the first step, in words; or empty."""
        words = Words(self.puzzle)
        return "" if self.made else visible_conflict(words, words.model.domains)[0]

    def _because(self) -> str:
        """Return why no technique makes progress; empty if unknown."""
        flaw = _FLAWS.get(self._reach.status, "")
        return f"; {flaw}" if flaw else ""
