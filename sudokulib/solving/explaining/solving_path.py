"""The path of a solve: each step with the boards before and after it and its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sudokulib.basics.arguments import listed
from sudokulib.basics.budget import Budget, OutOfBudget, SearchLimits, Token
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.notebooks import HtmlDisplay, SvgDisplay
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.board import Board
from sudokulib.logic.cut_search import with_cuts
from sudokulib.logic.step import Candidates, Step
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.explaining.descriptions import (
    TextLine,
    detailed_lines,
    known_strategy,
    sentence,
    title,
)
from sudokulib.solving.explaining.notation import notation
from sudokulib.solving.explaining.step_writer import Data, StepWriter
from sudokulib.solving.logic_limit import LogicLimit, logic_limit
from sudokulib.solving.pipeline import Plan, run
from sudokulib.solving.profiles import profile as profile_named
from sudokulib.solving.result import Status
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

if TYPE_CHECKING:
    from typing import Unpack

_ROUTINE = frozenset({"fillings", "cages"})
_EASY = 2.0
"""The families of routine steps, which are many and alike, and their highest rating."""

_REACH_SECONDS = 0.4
"""Seconds for finding out what several solutions have in common, before the first step."""

_FLAWED_SECONDS = 0.5
"""Seconds for each step of a puzzle that is not known to have one solution, unless the caller sets
a limit: on an empty 25x25 `steps` tried techniques for over 100 s and found nothing (2026-11)."""

_FLAWS = {
    "multiple": "several solutions",
    "none": "no solution",
    "unknown": "number of solutions unknown",
}


@dataclass(frozen=True, slots=True)
class Explanation(SvgDisplay, ResultBase):
    """A step with the boards around it.

    Args:
        number: which step it is, counted from 1.
        step: the step.
        before: the board before the step.
        after: the board after the step.
        puzzle: the puzzle of the boards.

    >>> import sudokulib
    >>> first = next(sudokulib.explain("1.....2..3.....4"))
    >>> first.technique, first.rating
    ('hidden-single', 1.2)
    >>> print(first)
    hidden single: 1 has no other place in box 2 than R2C4, so R2C4 = 1
    """

    number: int
    step: Step
    before: Board
    after: Board
    puzzle: Puzzle
    _words: Words = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return clipped(f"<Explanation {self.number}: {self}>")

    @property
    def words(self) -> Words:
        """Names in the puzzle, with the board before the step."""
        return self._words.for_board(self.before)

    @property
    def technique(self) -> str:
        """The name of the strategy that found the step."""
        return self.step.technique

    @property
    def placements(self) -> Candidates:
        """The candidates that the step places: variable and value, as numbers."""
        return self.step.placements

    @property
    def eliminations(self) -> Candidates:
        """The candidates that the step removes, likewise."""
        return self.step.eliminations

    @property
    def title(self) -> str:
        """The usual name of the technique."""
        return title(self.step)

    @property
    def rating(self) -> float:
        """The rating of the step on the scale of Sudoku Explainer; 0 if it is unknown."""
        strategy = known_strategy(self.step)
        own = self.step.rating
        return own if own is not None else strategy.rating if strategy else 0.0

    @property
    def single(self) -> bool:
        """Return whether this is a single: one symbol for a cell, or one place for a symbol."""
        strategy = known_strategy(self.step)
        return strategy is not None and strategy.family == "singles"

    @property
    def text(self) -> str:
        """The step as a sentence, with its reason."""
        return sentence(self.step, self.words)

    @property
    def lines(self) -> tuple[TextLine, ...]:
        """The step as a sentence, followed by the cases that it examines."""
        return tuple(detailed_lines(self.step, self.words))

    @property
    def notation(self) -> str:
        """The step in terse notation, such as Eureka for chains."""
        return notation(self.step, self.words)

    def __str__(self) -> str:
        return self.text


def explained_data(explanation: Explanation) -> Data:
    """Return a step with its proof and its words as data for JSON (`explained` in docs/json.md)."""
    data = StepWriter(explanation.words).step(explanation.step)
    return {
        "number": explanation.number,
        "title": explanation.title,
        "text": explanation.text,
        "lines": [{"depth": line.depth, "text": line.text} for line in explanation.lines],
        "notation": explanation.notation,
        "assumes_unique": explanation.step.assumes_unique,
        **data,
        "rating": explanation.rating,
    }


class Steps(HtmlDisplay, Iterator[Explanation]):
    """An iterator over the steps of a puzzle, computed lazily; notebooks play all of them.

    Args:
        puzzle: the puzzle of the steps.
        plan: the strategies.
        board: the board before the first step; by default that of the givens.
        budget: what is left of the limits, if the work has begun; absent: all of them.
        limits: limits of time and nodes, and a token; also for the steps from the start.

    Attributes:
        plan: the strategies.
        stopped: "time" if the limit ended the steps, "interrupt" if Ctrl-C did; else empty.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        plan: Plan,
        board: Board | None = None,
        budget: Budget | None = None,
        **limits: Unpack[SearchLimits],
    ) -> None:
        self.puzzle, self.plan = puzzle, plan
        self.stopped = ""
        self._first, self._limits = board, limits
        self._board: Board | None = None
        self._known: LogicLimit | None = None
        self._budget = budget or Budget(**limits)
        self._left = explain_plan(puzzle, plan, board, self._budget)

    def __repr__(self) -> str:
        flaw = _FLAWS.get(self._known.status) if self._known else ""
        said = [flaw, self.stopped and f"out of {self.stopped}"]
        known = ", ".join(filter(None, said))
        return clipped(f"<Steps{f' ({known})' * bool(known)} of {self.puzzle!r}>")

    def __next__(self) -> Explanation:
        try:
            if self.exhausted:
                raise StopIteration
            self._limit_step()
            self._board = (found := next(self._left)).after
        except OutOfBudget as limit:
            self.stopped = limit.reason
            raise StopIteration from None
        except KeyboardInterrupt:
            self.stopped = "interrupt"
            raise
        return found

    def _limit_step(self) -> None:
        """Limit the time of the next step if no limit was set, unless there is one solution."""
        if self._limits.get("seconds") is None and self.status != "unique":
            budget = self._budget
            budget.renew(seconds=_FLAWED_SECONDS, nodes=budget.nodes_left, token=budget.token)

    @property
    def board(self) -> Board:
        """The board after the last step that was taken."""
        return self._board or self.first_board()

    @property
    def exhausted(self) -> bool:
        """True if each candidate left is in one of several solutions: no step could be sound."""
        if any(strategy.assumes for strategy in self.plan.strategies):
            return False
        reach = self._reach()
        return bool(reach.true_candidates) and reach.reached(self.board)

    def _reach(self) -> LogicLimit:
        """Return how far logic can lead; looked for once, even if that is interrupted."""
        if self._known is None:
            self._known = LogicLimit()
            with suppress(OutOfBudget), interruptible(self._budget.check):
                limit = self._budget.part(_REACH_SECONDS)
                self._known = logic_limit(compile_puzzle(self.puzzle), limit)
        return self._known

    @property
    def status(self) -> Status:
        """The number of solutions: unique, multiple, none; unknown if not decided in half a second.

        Steps of a puzzle without a solution end in a contradiction; those of a puzzle with several
        leave open what these do not have in common.
        """
        return self._reach().status

    def from_start(self) -> Steps:
        """Return all steps from the first on, however many have been consumed."""
        return Steps(self.puzzle, self.plan, self._first, **self._limits)

    def first_board(self) -> Board:
        """Return the board before the first step."""
        return self._first or _start(self.puzzle)


def steps(
    puzzle: PuzzleLike,
    *,
    profile: str = "everything",
    strategies: Sequence[str] = (),
    assume_unique: bool = False,
    board: Board | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Steps:
    """Return an iterator over the steps that solve a puzzle by logic, computed lazily.

    `explain` is the same function, named after the command.

    Args:
        puzzle: the puzzle to explain.
        profile: which techniques to use, and in which order (`sudokulib.solving.profiles`).
        strategies: names of the strategies to use instead, in order.
        assume_unique: whether to use techniques that are valid only for a unique solution.
        board: the board to start from; by default that of the givens.
        seconds: limit of wall time, counted from this call; absent: half a second for each step,
            or none once the puzzle is known to have one solution. ``math.inf`` for no limit.
        nodes: node limit of the search that `Steps.status` makes; steps need none.
        token: cancels from another thread.

    Returns:
        An iterator: each step with the boards before and after it. It ends when the puzzle is
        solved, no strategy makes progress, each candidate left is in one of several solutions
        (`Steps.exhausted`), or the time is up (`Steps.stopped`). `Steps.status` says how many
        solutions there are. Notebooks show it as an interactive player.

    Raises:
        OutOfBudget: reading the puzzle took all of the time.
        UnknownNameError: there is no profile or strategy of that name.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> first = next(sudokulib.steps(puzzle, strategies=["naked-single"]))
    >>> first.text
    'naked single: R1C4 can only be 3, so R1C4 = 3'
    >>> first.notation
    'naked single: R1C4=3'
    >>> first.as_dict()["placements"]
    [{'cell': 'R1C4', 'symbol': '3'}]

    Where there are several solutions, the steps end with what these have in common:

    >>> several = sudokulib.steps("9x9")
    >>> list(several), several.status, several.exhausted
    ([], 'multiple', True)
    """
    budget = Budget(seconds, nodes, token)  # one for reading and for the steps
    puzzle = as_puzzle(puzzle, budget=budget)
    plan = make_plan(profile, strategies, assume_unique)
    return Steps(puzzle, plan, board, budget, seconds=seconds, nodes=nodes, token=token)


explain = steps


def explain_plan(
    puzzle: Puzzle,
    plan: Plan,
    board: Board | None = None,
    budget: Budget | None = None,
) -> Iterator[Explanation]:
    """Yield the steps of a plan, within a budget if there is one; see `steps`.

    Raises:
        OutOfBudget, Cancelled: see `Budget.check`.
    """
    budget = budget or Budget()
    budget.check()  # a large board takes a fifth of a second
    with interruptible(budget.check):
        before = board or _start(puzzle)
        words = Words(puzzle, before)
    for number, (step, after) in enumerate(run(before, plan, budget=budget), 1):
        with interruptible(budget.check):
            proved = with_cuts(before, step)
        yield Explanation(number, proved, before, after, puzzle, words)
        before = after


def _start(puzzle: Puzzle) -> Board:
    return Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)


def explain_steps(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Explanation]:
    """Yield given steps with the boards before and after them.

    Args:
        puzzle: the puzzle of the steps.
        steps: from the givens on, in order.
    """
    words = Words(puzzle)
    before = words.board
    for number, step in enumerate(steps, 1):
        after = step.apply(before)
        yield Explanation(number, step, before, after, puzzle, words)
        before = after


def make_plan(profile: str, strategies: Sequence[str] = (), assume_unique: bool = False) -> Plan:
    """Return the plan for the pipeline; see `explain` for the arguments.

    Raises:
        UnknownNameError: there is no profile or strategy of that name.
    """
    if strategies:
        return Plan.of(listed(strategies))
    return profile_named(profile, unique=assume_unique).plan()


def grouped_explanations(explanations: Iterable[Explanation]) -> Iterator[tuple[Explanation, ...]]:
    """Yield explanations in groups that may be described together, in order.

    Consecutive singles are a group, and so are consecutive steps of one technique on shapes that
    are more than all-different, if it is easy, or if they are about hidden variables alone; any
    other step stands alone.
    """
    group: list[Explanation] = []
    for one in explanations:
        if group and not _together(group[-1], one):
            yield tuple(group)
            group = []
        group.append(one)
    if group:
        yield tuple(group)


def _together(one: Explanation, other: Explanation) -> bool:
    sort = _category(one)
    return sort is not None and sort == _category(other) and other.number == one.number + 1


def _category(explanation: Explanation) -> str | None:
    """Return a key that steps described together share; None for a step that stands alone."""
    strategy = known_strategy(explanation.step)
    if strategy is None:
        return None
    if strategy.family == "singles":
        return "singles"
    if strategy.family not in _ROUTINE:
        return None
    step, cells = explanation.step, explanation.words.model.cells
    hidden = all(variable >= cells for variable, _ in step.placements + step.eliminations)
    return strategy.name if hidden or strategy.rating <= _EASY else None
