"""Interruption of long work: loops ask periodically, and the caller who began the work answers.

The answer is a context variable and not passed from call to call, so that a strategy stays a
function of a board, and the lowering of a rule one of its context. Public functions make a `Budget`
of their limits and let its `check` answer: one deadline for all that happens below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from itertools import chain, islice
from typing import TypeVar

_CHECK: ContextVar[Callable[[], None] | None] = ContextVar("interruptible", default=None)

_T = TypeVar("_T")


def check_interrupt() -> None:
    """Ask whether to continue; call it in loops that may take longer than a hundredth of a second.

    Raises:
        Exception: whatever the callback raises when the caller has waited long enough.
    """
    answer = _CHECK.get()
    if answer is not None:
        answer()


def checked(items: Iterable[_T], every: int = 1) -> Iterator[_T]:
    """Yield the items of an iterator, asking whether to continue every so often.

    Args:
        items: the items.
        every: how many items pass between two checks, for loops whose rounds are short.
    """
    return chain.from_iterable(_parts(iter(items), every)) if every > 1 else _each(items)


def _each(items: Iterable[_T]) -> Iterator[_T]:
    for item in items:
        check_interrupt()
        yield item


def _parts(items: Iterator[_T], length: int) -> Iterator[Iterator[_T]]:
    """Yield the parts of an iterator, before each of which there is a check."""
    for first in items:
        check_interrupt()
        yield chain((first,), islice(items, length - 1))


class interruptible:  # noqa: N801 - used like a function; a generator would take thrice as long
    """A context in which `check_interrupt` calls `answer`, after that of the context around it.

    Args:
        answer: called at each check, and raises to stop.
    """

    __slots__ = ("_answer", "_token")

    def __init__(self, answer: Callable[[], None]) -> None:
        self._answer = answer

    def __enter__(self) -> None:
        outer = _CHECK.get()
        both = outer is not None and outer != self._answer
        self._token = _CHECK.set(_Both(outer, self._answer) if outer and both else self._answer)

    def __exit__(self, *_: object) -> None:
        _CHECK.reset(self._token)


class _Both:
    """The answers of a context and of the one around it."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, outer: Callable[[], None], inner: Callable[[], None]) -> None:
        self._outer, self._inner = outer, inner

    def __call__(self) -> None:
        self._outer()
        self._inner()

    def __eq__(self, other: object) -> bool:
        """Return whether another answer is among these, so that it need not be asked again."""
        return other is self or other in (self._inner, self._outer)

    __hash__ = None  # type: ignore[assignment]


def interruptible_iterator(items: Iterator[_T], answer: Callable[[], None]) -> Iterator[_T]:
    """Yield items that are computed within `interruptible`, which is left between them.

    Args:
        items: the items.
        answer: called at each check while the next item is computed.
    """
    while True:
        with interruptible(answer):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item
