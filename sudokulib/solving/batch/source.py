"""The source of a batch: an iterable whose items are taken some at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Source(ABC, Generic[_T]):
    """Gives items, some at a time.

    Attributes:
        error: the error that ended it, if one did. The items before it are taken first.
    """

    error: Exception | None = None

    @abstractmethod
    def take(self, most: int) -> list[_T]:
        """Return the next items, at most so many; an empty list at the end."""

    def __iter__(self) -> Iterator[_T]:
        """Yield the items one by one, and raise the error at the end if there is one."""
        while items := self.take(1):
            yield from items
        if self.error is not None:
            raise self.error


class Items(Source[_T]):
    """Gives the items of an iterable.

    >>> items = Items("abc")
    >>> items.take(2), items.take(2), items.take(2)
    (['a', 'b'], ['c'], [])
    """

    def __init__(self, items: Iterable[_T]) -> None:
        self._items = iter(items)

    def take(self, most: int) -> list[_T]:
        """Return the next items, at most so many; an empty list at the end."""
        taken: list[_T] = []
        if self.error is None:
            try:
                taken.extend(islice(self._items, most))
            except Exception as error:
                self.error = error
        return taken
