"""How a check runs: many drawn cases, and of those that fail the smallest, told in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from traceback import extract_tb
from typing import TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.errors import UnknownNameError
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.strategies.registry import Find

__all__ = [
    "DEFAULT_EXAMPLES",
    "Subject",
    "as_strategy",
    "run_check",
    "tried",
    "with_choices",
]

DEFAULT_EXAMPLES = 300
"""Cases that a check tries unless it is told otherwise."""

Subject = Strategy | Find | str
"""What is checked: a strategy, its function, or the name under which it is registered."""

_T = TypeVar("_T")
_C = TypeVar("_C")


def as_strategy(subject: Subject) -> Strategy:
    """The strategy that is meant; a mere function is one without text and rating.

    Raises:
        InvalidArgument: it is none, or nobody registered the name.

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
        raise InvalidArgument(f"{subject!r} is no strategy; pass a Strategy, a function or a name")
    name = getattr(subject, "__name__", "strategy").replace("_", "-")
    return Strategy(name, subject, "", "", 0.0, 0, "")


def tried(law: Callable[[_T], str], case: _T) -> str:
    """What a law says is wrong with a case; that it crashes, if it does.

    >>> tried(lambda case: str(1 // case), 0)
    'crashes in <lambda>: ZeroDivisionError: integer division or modulo by zero'
    """
    try:
        return law(case)
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        return f"crashes in {last.name}: {type(error).__name__}: {error}"


def with_choices(
    cases: st.SearchStrategy[_C] | Iterable[_C], choose: Callable[[_C, Random], _T]
) -> st.SearchStrategy[_T] | Iterable[_T]:
    """Cases with something chosen for each: by hypothesis, or at random where they are there.

    Args:
        cases: what hypothesis draws, or cases that are there already.
        choose: makes a new case of one and a source of choices, the same for the same number.

    >>> list(with_choices("ab", lambda case, chance: case * chance.randint(2, 2)))
    ['aa', 'bb']
    """
    if isinstance(cases, st.SearchStrategy):
        return st.builds(choose, cases, st.randoms(use_true_random=False))
    return (choose(case, Random(number)) for number, case in enumerate(cases))


def run_check(
    check: Callable[[_T], None],
    cases: st.SearchStrategy[_T] | Iterable[_T],
    *,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
) -> None:
    """Try a check on many cases.

    By default the same cases are tried every time, quietly.

    Args:
        check: raises AssertionError for a case that shows something wrong.
        cases: what it is tried on: what hypothesis draws, or cases that are there already, which
            are all tried and not made smaller.
        settings: settings of hypothesis, instead of the default.
        max_examples: how many cases to try, whatever the settings say.

    Raises:
        AssertionError: of the smallest case that was found, with its message only.
    """
    if settings is not None and not isinstance(settings, hypothesis.settings):
        raise InvalidArgument(f"settings={settings!r} are no settings of hypothesis")
    if not isinstance(cases, st.SearchStrategy):
        for case in islice(cases, max_examples):
            check(case)
        return
    chosen = settings or hypothesis.settings(
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
    if max_examples is not None:
        chosen = hypothesis.settings(chosen, max_examples=max_examples)

    @chosen
    @given(cases)
    def one(case: _T) -> None:
        check(case)

    try:
        one()
    except AssertionError as error:
        raise AssertionError(str(error)) from None
