"""Targets for the solve of a puzzle: its difficulty, and the techniques it uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from sudokulib.basics.arguments import listed
from sudokulib.board import Board
from sudokulib.errors import SudokuError, UnknownNameError
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget
from sudokulib.solving.pipeline import Plan
from sudokulib.solving.profiles import Profile
from sudokulib.solving.profiles import profile as profile_named
from sudokulib.solving.rating.path import RatedStep, solving_path
from sudokulib.strategies import strategy_named

_TOO_HARD = 1000.0
"""The least distance from a target of a puzzle that cannot be solved within it.

More than any solvable puzzle is away: ratings differ by at most 12 or so, and each missing
technique counts 1.
"""


@dataclass(frozen=True, slots=True)
class SolveAttempt:
    """A puzzle solved the easiest way, as far as the target allows.

    Args:
        positions: the solve, up to where it stopped.
        end: the board after them.
        distance: its distance from the target; 0 if it meets it.
        why: what is missing, in words.
    """

    positions: tuple[RatedStep, ...]
    end: Board
    distance: float
    why: str

    @property
    def fits(self) -> bool:
        """Return whether the solve meets the target."""
        return not self.distance

    @property
    def too_hard(self) -> bool:
        """Return whether the solve needs harder steps than the target allows."""
        return self.distance >= _TOO_HARD


@dataclass(frozen=True)
class Target:
    """The target for a solve that takes the easiest step first, as `sudokulib.rate` does.

    Args:
        profile: the strategies that take part.
        least, most: the window for the rating of the hardest step.
        requires: sets of techniques; one of each set must be used.
        forbids: techniques that are not to be used.
        limits: sets of techniques, each with the most times that it may be used.
        named: the names of the sets in `requires`.
    """

    profile: Profile
    least: float = 0.0
    most: float = inf
    requires: tuple[frozenset[str], ...] = ()
    forbids: frozenset[str] = frozenset()
    limits: tuple[tuple[frozenset[str], int], ...] = ()
    named: tuple[str, ...] = ()

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "plan"}

    # Cached properties read only the fields, which never change.
    @cached_property
    def plan(self) -> Plan:
        """The strategies that may find a step that is not too hard.

        Harder ones only ever run after them, so the steps are those of the profile.
        """
        whole = self.profile.plan()
        kept = [
            (s, r) for s, r in zip(whole.strategies, whole.ratings, strict=True) if r <= self.most
        ]
        return Plan(tuple(s for s, _ in kept), tuple(r for _, r in kept), easiest_first=True)

    def solve_puzzle(self, puzzle: Puzzle, budget: Budget) -> SolveAttempt:
        """Solve a puzzle from its givens; see `trial`."""
        return self.trial(Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values), budget)

    def trial(self, board: Board, budget: Budget) -> SolveAttempt:
        """Solve, and stop at the first step that the target does not allow.

        Raises:
            OutOfBudget, Cancelled: see `Budget.check`.
        """
        used: Counter[str] = Counter()
        positions: list[RatedStep] = []
        end, why = board, ""
        for position in solving_path(board, self.plan, budget):
            used[position.step.technique] += 1
            if why := self._unwanted(position, used):
                break
            positions.append(position)
            end = position.step.apply(position.board)
        if not end.complete or end.broken:
            why = why or (f"harder than {self.most}" if self.most < inf else "not solved")
            return SolveAttempt(tuple(positions), end, _TOO_HARD + end.open.bit_count(), why)
        distance, why = self._missing(positions, used)
        return SolveAttempt(tuple(positions), end, distance, why)

    def _unwanted(self, position: RatedStep, used: Counter[str]) -> str:
        """Return why a step is not allowed; empty if it is."""
        technique = position.step.technique
        if position.rating > self.most:
            return f"harder than {self.most}"
        if technique in self.forbids:
            return f"it needs {technique}"
        for names, most in self.limits:
            if technique in names and sum(used[name] for name in names) > most:
                return f"{technique} more often than {most} times"
        return ""

    def _missing(self, positions: Sequence[RatedStep], used: Counter[str]) -> tuple[float, str]:
        """Return what a complete solve misses of the target, as a distance and in words."""
        hardest = max((p.rating for p in positions), default=0.0)
        lacking = [
            name
            for names, name in zip(self.requires, self.named, strict=True)
            if names.isdisjoint(used)
        ]
        shortfalls = [f"rated {hardest}"] if hardest < self.least else []
        shortfalls += [f"no {name}" for name in lacking]
        return max(0.0, self.least - hardest) + len(lacking), ", ".join(shortfalls)


def target_of(
    difficulty: tuple[float, float] | None = None,
    requires: Iterable[str] = (),
    forbids: Iterable[str] = (),
    at_most: Iterable[str] = (),
    profile: str | Profile = "everything",
) -> Target | None:
    """Return the target described by options; None if they require nothing.

    Args:
        difficulty: the least and the greatest rating.
        requires, forbids: techniques, or families of techniques.
        at_most: techniques; no step may be harder than their easiest ones. Or as ``x-wing=2``: the
            most times that one may be used.
        profile: the strategies that take part, or its name.

    Raises:
        UnknownNameError: a name is neither a technique of the profile nor a family.
        SudokuError: no puzzle can meet it.
    """
    if isinstance(profile, str):
        profile = profile_named(profile)
    least, most = _window(difficulty)
    if not least <= most:
        raise SudokuError(f"the difficulty {least}..{most} is empty; write the smaller one first")
    named = listed(requires)
    limits = []
    for entry in listed(at_most):
        name, equals, number = entry.partition("=")
        names = _techniques(name, profile)
        if equals:
            limits.append((names, _count(entry, number)))
        else:
            most = min(most, max(_ratings(profile)[one] for one in names))
    gone = frozenset[str]().union(*(_techniques(name, profile) for name in listed(forbids)))
    target = Target(
        profile, least, most, tuple(_techniques(n, profile) for n in named), gone,
        tuple(limits), named,
    )  # fmt: skip
    _check(target)
    return None if target == Target(profile) else target


def _window(difficulty: tuple[float, float] | None) -> tuple[float, float]:
    if difficulty is None:
        return 0.0, inf
    try:
        least, most = map(float, difficulty)
    except (TypeError, ValueError):
        raise TypeError(
            f"difficulty={difficulty!r} is not two numbers; write the least and the greatest "
            "rating, as in difficulty=(2.0, 3.5)"
        ) from None
    return least, most


def _check(target: Target) -> None:
    """Refuse a target that no puzzle can meet.

    Raises:
        SudokuError: with a hint on how to fix it.
    """
    if target.most < target.least:
        raise SudokuError(
            f"steps rated {target.most} at most do not make a puzzle rated {target.least}; "
            "name harder techniques or want an easier puzzle"
        )
    left = {strategy.name for strategy in target.plan.strategies} - target.forbids
    for names, name in zip(target.requires, target.named, strict=True):
        if names.isdisjoint(left):
            raise SudokuError(
                f"{name} is required and cannot be used: it is forbidden, or harder than "
                f"{target.most}; drop one of the two"
            )


def _techniques(name: str, profile: Profile) -> frozenset[str]:
    """Return the techniques in a profile that the name of a technique or family denotes."""
    members = frozenset(n for n in profile.names if strategy_named(n).family == name)
    if members:
        return members
    known = strategy_named(name).name
    if known not in profile.names:
        raise UnknownNameError(
            f"{name} is not a technique of the profile {profile.name}; take another profile"
        )
    return frozenset([known])


def _ratings(profile: Profile) -> dict[str, float]:
    plan = profile.plan()
    return {s.name: rating for s, rating in zip(plan.strategies, plan.ratings, strict=True)}


def _count(entry: str, number: str) -> int:
    if not number.strip().isdecimal():
        raise SudokuError(f"{entry!r} does not say how often; write for instance x-wing=2")
    return int(number)


def rating_window(text: str) -> tuple[float, float] | None:
    """Return the window of ratings that a text denotes; None for an empty text.

    Raises:
        SudokuError: the text is not a window.

    >>> rating_window("4.0..5.0"), rating_window("2.5"), rating_window("..3")
    ((4.0, 5.0), (2.5, 2.5), (0.0, 3.0))
    """
    if not text:
        return None
    least, dots, most = text.partition("..")
    try:
        low = float(least or 0)
        return low, float(most or inf) if dots else low
    except ValueError:
        raise SudokuError(
            f"{text!r} is not a window of ratings; write for instance 4.0..5.0"
        ) from None
