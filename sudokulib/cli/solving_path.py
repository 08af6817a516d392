"""What ``sudokulib explain`` prints: steps as far as they are wanted, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sudokulib.cli.output import CODES, INTERRUPTED
from sudokulib.explaining.hints import visible_conflict
from sudokulib.explaining.solving_path import explain_plan
from sudokulib.logic.words import Words
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.search.budget import Budget, OutOfBudget
from sudokulib.solving.logic_limit import LogicLimit, logic_limit
from sudokulib.solving.solver import solve
from sudokulib.strategies import strategy_named

if TYPE_CHECKING:
    from sudokulib.board import Board
    from sudokulib.explaining.solving_path import Explanation
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.solving.pipeline import Plan

__all__ = ["SolvingPath"]

_SEVERAL = "the puzzle has several solutions"


class SolvingPath:
    """The steps of a puzzle as far as they are wanted, and how it ends."""

    def __init__(
        self, puzzle: Puzzle, plan: Plan, until: str, technique: str, seconds: float
    ) -> None:
        self.puzzle = puzzle
        self.made: list[Explanation] = []
        self.stopped = self._late = self._broken_off = self._met = False
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

    def _in_time(self) -> Iterator[Explanation]:
        """Yield all steps, until the time is up, somebody interrupts, or none can be left."""
        unique = any(strategy.assumes for strategy in self._plan.strategies)
        budget = Budget(self._seconds)
        try:
            reach = LogicLimit() if unique else logic_limit(self.board.model, budget)
            self._met = reach.reached(self.board)
            steps = explain_plan(self.puzzle, self._plan, seconds=budget.seconds_left)
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
        """The technique that was asked for and did not come, in words; or empty."""
        known = {strategy.name for strategy in self._plan.strategies}
        done = {one.step.technique for one in self.made}
        for option, name in (("--until", self._until), ("--technique", self._only)):
            if name and name not in done:
                if name in known:
                    return f"{option} {name}: no step is one"
                return f"{option} {name}: it takes no part here; see --profile, --assume-unique"
        return ""

    def solution(self) -> Any:
        """Return what stands on a complete board."""
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
                return "solved: if there is one solution only, it is this one"
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
            return f"stuck: {_SEVERAL}, and each candidate left is in one of them; {cells} open"
        return f"stuck: no technique gets further, and {cells} open{self._several()}"

    def _why(self) -> str:
        """Return the reason why it was stopped."""
        if self._broken_off:
            return "interrupted"
        return (
            f"stopped after --seconds {self._seconds:g}" if self._late else "stopped, as asked for"
        )

    def _clash(self) -> str:
        """Return what clashes before the first step, in words; or empty."""
        words = Words(self.puzzle)
        return "" if self.made else visible_conflict(words, words.model.domains)[0]

    def _several(self) -> str:
        """Search for a second for what keeps every technique from going on; empty if not found."""
        found = solve(self.puzzle, seconds=1.0).status
        known = {"multiple": _SEVERAL, "none": "there is no solution"}
        return f"; {known[found]}" if found in known else ""
