"""Running checks: many drawn cases, and the smallest failing one, described in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from traceback import extract_tb
from typing import Generic, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given
from hypothesis import strategies as st
from hypothesis.errors import Flaky, InvalidArgument

from sudokulib.errors import UnknownNameError
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.strategies.registry import Find
from sudokulib.testing.position import Position

DEFAULT_EXAMPLES = 300
"""The default number of cases of a check.

Of the 55 mistakes in `tests/seeded_mistakes` 48 show within 75 cases, and all within 126
(2026-11); other mistakes may be rarer.
"""

StrategyLike = Strategy | Find | str
"""The subject of a check: a strategy, its function, or the name under which it is registered."""

_T = TypeVar("_T")
_C = TypeVar("_C")


def as_strategy(subject: StrategyLike) -> Strategy:
    """Return the strategy for a subject; a mere function becomes one without text and rating.

    Raises:
        InvalidArgument: the subject is not a strategy, or the name is not registered.

    >>> as_strategy("naked-single").family
    'singles'
    """
    if isinstance(subject, Strategy):
        return subject
    if isinstance(subject, str):
        try:
            return strategy_named(subject)
        except UnknownNameError as error:
            raise InvalidArgument(str(error)) from None
    if not callable(subject):
        raise InvalidArgument(f"{subject!r} is not a strategy; pass a Strategy, function or name")
    name = getattr(subject, "__name__", "strategy").replace("_", "-")
    return Strategy(name, subject, "", "", 0.0, 0, "")


def failure_of(law: Callable[[_T], str], case: _T) -> str:
    """Return what a law finds wrong with a case, or that it crashes, if it does.

    >>> failure_of(lambda case: str(1 // case), 0)
    'crashes in <lambda>: ZeroDivisionError: integer division or modulo by zero'
    """
    try:
        return law(case)
    except Exception as error:
        return crash_message(error)


def fails_on(check: Callable[[_T], None]) -> Callable[[_T], bool]:
    """Return a function that tells whether a check raises AssertionError for a case.

    >>> fails_on(lambda case: None)(0)
    False
    """

    def fails(case: _T) -> bool:
        try:
            check(case)
        except AssertionError:
            return True
        return False

    return fails


def crash_message(error: Exception) -> str:
    """Return a message, to follow the name of something that raises an error."""
    last = extract_tb(error.__traceback__)[-1]
    return f"crashes in {last.name}: {type(error).__name__}: {error}"


@dataclass(frozen=True)
class RoundRobin(Generic[_C]):
    """Several strategies that draw cases in turn.

    Args:
        parts: strategies of hypothesis.
    """

    parts: tuple[st.SearchStrategy[_C], ...]


Drawn = st.SearchStrategy[_C] | RoundRobin[_C]
"""A source from which hypothesis draws cases."""


def with_choices(
    cases: Drawn[_C] | Iterable[_C], choose: Callable[[_C, Random], _T]
) -> Drawn[_T] | Iterable[_T]:
    """Add a choice to each case: by hypothesis, or at random for cases that are given.

    Args:
        cases: a source for hypothesis, or cases that are given.
        choose: makes a new case from a case and a source of choices, which is the same for the same
            number.

    >>> list(with_choices("ab", lambda case, chance: case * chance.randint(2, 2)))
    ['aa', 'bb']
    """
    if isinstance(cases, RoundRobin):
        return RoundRobin(tuple(_chosen(part, choose) for part in cases.parts))
    if isinstance(cases, st.SearchStrategy):
        return _chosen(cases, choose)
    return (choose(case, Random(number)) for number, case in enumerate(cases))


def _chosen(
    cases: st.SearchStrategy[_C], choose: Callable[[_C, Random], _T]
) -> st.SearchStrategy[_T]:
    return st.builds(choose, cases, st.randoms(use_true_random=False))


def run_check(
    check: Callable[[_T], None],
    cases: Drawn[_T] | Iterable[_T],
    *,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    replay: Callable[[_T], str] | None = None,
) -> None:
    """Try a check on many cases.

    By default the same cases are tried every time, quietly.

    Args:
        check: raises AssertionError for a case that shows something wrong.
        cases: a source for hypothesis, or cases that are given, which are all tried and not
            shrunk.
        settings: settings of hypothesis, instead of the default.
        max_examples: how many cases to try, whatever the settings say.
        replay: returns a text to add to the message of a case, such as code that tries it again.

    Raises:
        AssertionError: that of the smallest failing case, with its message only.
    """
    __tracebackhide__ = True
    if settings is not None and not isinstance(settings, hypothesis.settings):
        raise InvalidArgument(f"settings={settings!r} are not settings of hypothesis")
    if not isinstance(cases, st.SearchStrategy | RoundRobin):
        for case in islice(cases, max_examples):
            _try_one(check, case, replay)
        return
    chosen = settings or QUIET
    number = chosen.max_examples if max_examples is None else max_examples
    parts = cases.parts if isinstance(cases, RoundRobin) else (cases,)
    for batch, first in enumerate(range(0, number, _BATCH)):
        few = hypothesis.settings(chosen, max_examples=min(_BATCH, number - first))
        failed = _run_batch(check, parts[batch % len(parts)], few, batch)
        if failed is not None:
            raise _with_replay(*failed, replay)


def _try_one(check: Callable[[_T], None], case: _T, replay: Callable[[_T], str] | None) -> None:
    __tracebackhide__ = True
    try:
        check(case)
    except AssertionError as error:
        raise _with_replay(str(error), case, replay) from None


def _with_replay(what: str, case: _T, replay: Callable[[_T], str] | None) -> AssertionError:
    return AssertionError(what if replay is None else f"{what}\n{replay(case)}")


QUIET = hypothesis.settings(
    max_examples=DEFAULT_EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.generate, Phase.shrink),
    verbosity=Verbosity.quiet,
    report_multiple_bugs=False,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)
"""The settings of a check: the same cases each time, and no words of hypothesis."""

_BATCH = 10
"""Cases that hypothesis draws in one run.

After ten it continues with changed copies of those before: of 300 in one go 80 were drawn afresh,
and the others, much like them, took three quarters of the time (a profile of `check_sound`,
2026-11).
"""


def _run_batch(
    check: Callable[[_T], None],
    cases: st.SearchStrategy[_T],
    settings: hypothesis.settings,
    number: int,
) -> tuple[str, _T] | None:
    """Try a check on a few cases; the number seeds them, if they are to be the same every time.

    Returns:
        The message and the smallest failing case, if any fails.
    """
    failures: list[tuple[str, _T]] = []
    tries = 0

    @settings
    @given(cases)
    def one(case: _T) -> None:
        nonlocal tries
        tries += bool(failures)
        if tries > _SHRINKING:
            raise _ShrunkEnoughError
        try:
            check(case)
        except AssertionError as error:
            failures.append((str(error), case))
            raise

    if settings.derandomize:
        one = hypothesis.seed(number)(one)
    try:
        one()
    except AssertionError:  # the smallest is tried again at the end
        return failures[-1]
    except _ShrunkEnoughError:
        return _smallest(failures)
    except Flaky:
        what, case = _smallest(failures)
        return f"{what}\n{_FLAKY}", case
    return None


def _smallest(failures: Sequence[tuple[str, _T]]) -> tuple[str, _T]:
    """Return the failure on the fewest cells; of those the last, as they shrink in turn."""
    return min(reversed(failures), key=lambda failure: _cells(failure[1]))


def _cells(case: object) -> int:
    """Return the number of cells of a position, or of the one in a case; 0 if there is none."""
    position = case[0] if isinstance(case, tuple) else getattr(case, "position", case)
    return len(position.puzzle.masks) if isinstance(position, Position) else 0


class _ShrunkEnoughError(KeyboardInterrupt):
    """Ends a run of hypothesis, which catches any other error; it never gets out of this module."""


_SHRINKING = 300
"""Cases that are tried to make a failure smaller.

By default hypothesis tries up to some thousands, of which the last ones change no more than a
symbol: twenty of `tests/seeded_mistakes` shrank to the same number of cells, in a third of the time
(2026-11).
"""

_FLAKY = (
    "It passed when the same was tried again: what is checked remembers something from one search "
    "to the next."
)
