"""The source of a batch: an iterable whose items are taken some at a time."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from io import BufferedReader
from itertools import islice
from operator import length_hint
from select import select
from stat import S_ISREG
from typing import Generic, TypeGuard, TypeVar

_T = TypeVar("_T")


class Source(ABC, Generic[_T]):
    """Gives items, some at a time.

    Attributes:
        error: the error that ended it, if one did. The items before it are taken first.
    """

    error: Exception | None = None

    @property
    def at_hand(self) -> bool:
        """True if there is an item, or the end, without waiting, or if that is not known."""
        return True

    @property
    def remaining(self) -> int:
        """About how many items are left; 0 if that is not known."""
        return 0

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

    @property
    def remaining(self) -> int:
        """About how many items are left; 0 if that is not known."""
        try:
            return length_hint(self._items)
        except Exception:  # it is the iterable's, and only a hint
            return 0

    def take(self, most: int) -> list[_T]:
        """Return the next items, at most so many; an empty list at the end."""
        taken: list[_T] = []
        if self.error is None:
            try:
                taken.extend(islice(self._items, most))
            except Exception as error:
                self.error = error
        return taken


class PipeLines(Source[bytes]):
    """Gives the lines of a pipe or a terminal: those that are at hand, but waits for the first one.

    Args:
        file: the pipe, from which nothing else reads.
    """

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self._lines: deque[bytes] = deque()
        self._begun: list[bytes] = []  # the parts of a line without its end
        self._ended = False

    @property
    def at_hand(self) -> bool:
        """True if there is a line, or the end, without waiting, or if that is not known."""
        return bool(self._lines) or self._ended or _is_readable(self._file) is not False

    def take(self, most: int) -> list[bytes]:
        """Return the next lines, at most so many; an empty list at the end."""
        while not self._ended and not self._lines:
            self._read()
        while not self._ended and len(self._lines) < most and _is_readable(self._file):
            self._read()
        return [self._lines.popleft() for _ in range(min(most, len(self._lines)))]

    def _read(self) -> None:
        try:
            data = self._file.read1(_BLOCK)
        except Exception as error:
            self.error, data = error, b""
        self._ended = not data
        first, *more = data.split(b"\n")
        self._begun.append(first)
        if more:
            self._lines.append(b"".join(self._begun) + b"\n")
            self._lines.extend([line + b"\n" for line in more[:-1]])
            self._begun = more[-1:]
        if self._ended and self.error is None and any(self._begun):
            self._lines.append(b"".join(self._begun))


_BLOCK = 1 << 16
"""Bytes that are read from a pipe at once, at most: as many as Linux keeps for one."""


def is_pipe(file: object) -> TypeGuard[BufferedReader]:
    """Return whether something is a binary file whose content may have to be waited for."""
    if not isinstance(file, BufferedReader):
        return False
    try:
        return not S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:
        return False


def _is_readable(file: BufferedReader) -> bool | None:
    """Return whether reading a pipe needs no waiting; None where the system does not tell."""
    try:
        return bool(select([file], [], [], 0)[0])
    except (OSError, ValueError):
        return None
