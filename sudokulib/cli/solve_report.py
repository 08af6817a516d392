"""The answer of ``sudokulib solve`` for one puzzle, apart from the parsing of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sudokulib
from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.drawing import geometry_line, print_picture
from sudokulib.cli.output import CODES, Answer, answering
from sudokulib.cli.subject import puzzle_of

if TYPE_CHECKING:
    from sudokulib.solving.explaining import solving_path
    from sudokulib.solving.result import Result
else:
    solving_path = lazy_module("sudokulib.solving.explaining.solving_path")


def report_solution(
    target: str,
    givens: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    steps: bool = False,
    plain: bool = False,
    as_json: bool = False,
) -> None:
    """Solve a puzzle, print the answer, and exit with its code.

    Args:
        target: a file, a link, text in a known format, or the name of a geometry.
        givens: for a geometry.
        options: arguments of `sudokulib.solve`.
        steps: whether to list every step in words.
        plain: whether to draw pictures without borders.
        as_json: whether to answer in JSON.
    """
    with answering("solve", as_json) as answer:
        result = sudokulib.solve(puzzle_of(target, givens, bare=False), **(options or {}))
        answer.code = CODES[result.status]
        if as_json:
            answer.data(result.as_dict())
        else:
            _Report(answer, result, plain, steps).print()


_MAX_SHOWN = 12
"""The most cells listed where two solutions differ; more would not fit on one line."""


class _Report:
    """A result as text, with its steps only if these are wanted, as they take time."""

    def __init__(self, answer: Answer, result: Result, plain: bool, steps: bool) -> None:
        self._answer = answer
        self._say = answer.say
        self._result = result
        self._plain = plain
        self._listed = result.steps if steps else ()

    def print(self) -> None:
        """Print all of it."""
        puzzle = self._result.puzzle
        if title := puzzle.title or puzzle.geometry.title:
            self._say(title, "bold")
        self._say(geometry_line(puzzle))
        self._say("1 given" if len(puzzle.givens) == 1 else f"{len(puzzle.givens):,} givens")
        if self._listed:
            self._steps()
        self._techniques()
        self._say()
        getattr(self, f"_{self._result.status}")()

    def _steps(self) -> None:
        self._say()
        width = len(str(len(self._listed)))
        for one in solving_path.explain_steps(self._result.puzzle, self._listed):
            self._say(f"{one.number:{width}}. {one.text}")

    def _techniques(self) -> None:
        stats = self._result.stats
        named = stats.steps if self._listed else ()
        counts = [(name.replace("-", " "), n) for name, n in named]
        if stats.nodes:
            counts.append(("nodes of the search", stats.nodes))
        if not counts:
            return
        self._say()
        width = max(len(f"{n:,}") for _, n in counts)
        for name, n in counts:
            self._say(f"  {n:>{width},}  {name}")

    def _picture(self, subject: Any, marked: frozenset[int] = frozenset()) -> None:
        print_picture(self._answer, subject, plain=self._plain, marked=marked)

    def _status(self, text: str, style: str) -> None:
        self._say()
        self._say(f"{self._result.status}: {text}", style)

    def _unique(self) -> None:
        self._picture(self._result.solutions[0])
        self._status(f"the only solution{self._how()}, in {self._time}", "bold green")

    def _how(self) -> str:
        if not self._listed:
            return ""
        alone = all(placed.by != "search" for placed in self._result.order)
        return ", by logic alone" if alone else ", by logic and search"

    def _multiple(self) -> None:
        differences = self._result.differences
        puzzle = self._result.puzzle
        marked = frozenset(puzzle.geometry.cell(one.cell) for one in differences)
        for number, solution in enumerate(self._result.solutions[:2]):
            self._say("\nand" if number else "one of them:")
            self._picture(solution, marked)
        shown = [f"{one.cell} {'/'.join(one.symbols)}" for one in differences[:_MAX_SHOWN]]
        more = (
            f" and {len(differences) - _MAX_SHOWN:,} more" if len(differences) > _MAX_SHOWN else ""
        )
        count = "1 cell" if len(differences) == 1 else f"{len(differences):,} cells"
        self._say(f"\nthey differ in {count}: {', '.join(shown)}{more}")
        self._status(f"two solutions or more, found in {self._time}", "bold yellow")

    def _none(self) -> None:
        self._picture(self._result.puzzle)
        reason = self._result.conflict or "the contradiction shows only after the steps above"
        if not self._result.conflict and not self._listed:
            reason = "every branch of the search ends in a contradiction"
        self._status(f"no solution: {reason} ({self._time})", "bold red")

    def _unknown(self) -> None:
        found = self._result.solutions
        self._picture(found[0] if found else self._result.puzzle)
        so_far = "one solution, perhaps not the only one" if found else "no solution so far"
        limit = "--seconds" if self._result.stats.stopped == "time" else "--nodes"
        self._status(f"{so_far}; stopped by {limit} after {self._time}", "bold yellow")

    @property
    def _time(self) -> str:
        return f"{self._result.stats.seconds:.3f} s"
