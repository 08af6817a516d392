"""Checked access to data from a caller: errors name the place and quote the value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from sudokulib.errors import SudokuError
from sudokulib.solving.explaining.step_reader import shown

_T = TypeVar("_T")


class Fields:
    """The keys of an object in JSON.

    Args:
        data: the object.
        at: its place in what is read, for messages.

    >>> Fields({"nodes": "7"}, "stats").integer("nodes")
    Traceback (most recent call last):
    ...
    sudokulib.errors.SudokuError: stats.nodes is '7', but must be an integer; pass data from as_dict
    """

    def __init__(self, data: object, at: str = "") -> None:
        self.at = at
        if not isinstance(data, Mapping):
            self._fail("", data, "an object")
        self.data: Mapping[str, Any] = data

    def get(self, name: str) -> Any:
        """Return the value of a key, of whatever type.

        Raises:
            SudokuError: the key is missing; so do the other methods, also for another type.
        """
        if name not in self.data:
            known = ", ".join(map(str, list(self.data)[:8])) or "none"
            where = f"in {self.at}" if self.at else "in the data"
            raise SudokuError(
                f"the key {name!r} is missing {where}, whose keys are {known}; pass data "
                "from as_dict"
            )
        return self.data[name]

    def text(self, name: str) -> str:
        """Return a text."""
        return self._of(name, str, "text")

    def choice(self, name: str, known: tuple[str, ...]) -> Any:
        """Return a text that is one of some."""
        value = self.text(name)
        return (
            value
            if value in known
            else self._fail(name, value, f"one of {', '.join(map(repr, known))}")
        )

    def limit(self, name: str) -> str:
        """Return the name of the limit that ended something; empty if none did."""
        limit: str = self.choice(name, ("", "time", "nodes"))
        return limit

    def integer(self, name: str) -> int:
        """Return an integer."""
        value = self.get(name)
        return value if type(value) is int else self._fail(name, value, "an integer")

    def digits(self, name: str) -> int:
        """Return an integer that is written as text, as it may have many digits."""
        text = self.text(name)
        try:
            return int(text)
        except ValueError:
            return self._fail(name, text, "the digits of a number")

    def number(self, name: str) -> float:
        """Return a number."""
        value = self.get(name)
        if type(value) not in (int, float):
            self._fail(name, value, "a number")
        return float(value)

    def flag(self, name: str) -> bool:
        """Return a truth value."""
        return self._of(name, bool, "true or false")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return tuple(self._all(name, str, "text"))

    def integers(self, name: str) -> tuple[int, ...]:
        """Return a list of integers."""
        return tuple(self._all(name, int, "integers"))

    def counts(self, name: str) -> dict[str, int]:
        """Return integers by name."""
        found = self.part(name)
        return {key: found.integer(key) for key in found.data}

    def part(self, name: str) -> Fields:
        """Return an object within."""
        return Fields(self.get(name), self._place(name))

    def optional(self, name: str) -> Fields | None:
        """Return an object within, or None for null."""
        return None if self.get(name) is None else self.part(name)

    def parts(self, name: str) -> list[Fields]:
        """Return a list of objects."""
        items = self._of(name, list, "a list")
        return [Fields(one, f"{self._place(name)}[{n}]") for n, one in enumerate(items)]

    def json(self, name: str) -> str:
        """Return an object as text for the readers of files.

        Raises:
            SudokuError: it holds a value that JSON cannot express.
        """
        try:
            return json.dumps(dict(self.part(name).data), ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            return self._fail(name, self.get(name), "what JSON can hold")

    def fail(self, name: str, wanted: str) -> NoReturn:
        """Raise an error about a value that is not as required."""
        self._fail(name, self.get(name), wanted)

    def _all(self, name: str, kind: type[_T], what: str) -> list[_T]:
        items = self._of(name, list, "a list")
        for item in items:
            if type(item) is not kind:
                self._fail(name, items, f"a list of {what}")
        return items

    def _of(self, name: str, kind: type[_T], what: str) -> _T:
        value = self.get(name)
        return value if isinstance(value, kind) else self._fail(name, value, what)

    def _place(self, name: str) -> str:
        return ".".join(filter(None, (self.at, name)))

    def _fail(self, name: str, value: object, wanted: str) -> NoReturn:
        place = self._place(name) or "the data"
        said = f"{place} is {shown(value)}, but must be {wanted}"
        raise SudokuError(f"{said}; pass data from as_dict")
