"""Reading steps from untrusted data: the inverse of `sudokulib.solving.explaining.step_writer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sudokulib.board import Candidate
from sudokulib.errors import Problem, ProblemsError
from sudokulib.logic.step import (
    Argument,
    Bound,
    Branch,
    Candidates,
    Fillings,
    Link,
    Rank,
    Refutation,
    Role,
    Split,
    Step,
    Swap,
    Truth,
)
from sudokulib.logic.words import Words

_T = TypeVar("_T")
_Part = Argument | Truth | Swap | Link | Bound

DEEPEST = 40
"""The deepest nesting of arguments, a bound against hostile files: the reader is recursive."""

_HIGHEST_RATING = 1_000_000
"""A bound far above any rating; higher numbers are mistakes, and huge ones overflow a float."""

_LARGEST = 10**18
"""The largest absolute value of numbers in arguments; sums of real ones stay far below."""

_MOST_VERTICES = 100_000
"""A bound far above the vertices of any rule, which a step checks itself: a cut is a bit mask."""


def shown(value: object) -> str:
    """Return a value as quoted in errors; this never fails.

    >>> shown([1, "two"]), shown(10**5000)
    ("[1, 'two']", 'an endless int')
    """
    try:
        return repr(value)[:60].encode("utf-8", "backslashreplace").decode()
    except (ValueError, RecursionError):
        return f"an endless {type(value).__name__}"


class StepReader:
    """A reader of steps from untrusted data.

    Errors give the place in the data. `Step.verify`, not the reader, checks that a step follows.

    Args:
        words: names in the puzzle to which the steps are claimed to belong.
        file: the source of the data, for messages.
    """

    def __init__(self, words: Words, file: str = "<data>") -> None:
        self._model = words.model
        self._file = file
        self._cells = {c.name: n for n, c in enumerate(words.puzzle.geometry.cells)}
        self._values = {s: n for n, s in enumerate(words.puzzle.geometry.alphabet.symbols)}

    def step(self, data: object, at: str, depth: int = 0) -> Step:
        """Read the step at a place of the data.

        Raises:
            ProblemsError: it is not a step; the message says where and why.
        """
        self._check_depth(depth, at)
        rating = self._get(data, "rating", at)
        if rating is not None and not _is_rating(rating):
            raise self._wrong(
                f"{at}.rating",
                f"a rating is null or a number from 0 to {_HIGHEST_RATING:,}",
                rating,
            )
        return Step(
            self._text(data, "technique", at),
            self._candidates(data, "placements", at),
            self._candidates(data, "eliminations", at),
            self._all(data, "arguments", at, lambda one, here: self._argument(one, here, depth)),
            self._all(data, "roles", at, self._role),
            None if rating is None else float(rating),
        )

    def _role(self, data: object, at: str) -> Role:
        return Role(
            self._text(data, "name", at),
            self._candidates(data, "candidates", at),
            self._all(data, "shapes", at, self._shape),
        )

    def _argument(self, data: object, at: str, depth: int) -> Argument:
        part = self._part(data, at, depth + 1)
        if not isinstance(part, Rank | Fillings | Split | Refutation):
            raise self._wrong(
                f"{at}.type", "an argument is a rank, fillings, split or refutation", None
            )
        return part

    def _part(self, data: object, at: str, depth: int) -> _Part:
        self._check_depth(depth, at)
        kind = self._text(data, "type", at)
        if kind in ("rank", "refutation", "split"):
            nested: Callable[[object, str, int], _Part] = getattr(self, f"_{kind}")
            return nested(data, at, depth)
        if kind in ("fillings", "truth", "link", "bound", "swap"):
            flat: Callable[[object, str], _Part] = getattr(self, f"_{kind}")
            return flat(data, at)
        known = "rank, fillings, split, refutation, truth, swap, link or bound"
        raise self._wrong(f"{at}.type", f"it must be {known}", kind)

    def _fillings(self, data: Any, at: str) -> Fillings:
        number = self._shape(self._get(data, "shape", at), f"{at}.shape")
        if data.get("cut") is None:  # what older versions wrote has no such key
            return Fillings(number)
        return Fillings(number, self._all(data, "cut", at, self._vertex))

    def _link(self, data: object, at: str) -> Link:
        shapes = self._all(data, "shapes", at, self._shape)
        return Link(self._candidates(data, "candidates", at), shapes)

    def _bound(self, data: object, at: str) -> Bound:
        return Bound(
            self._all(data, "terms", at, self._term),
            self._integer(data, "most", at),
            self._shape(self._get(data, "shape", at), f"{at}.shape"),
        )

    def _swap(self, data: object, at: str) -> Swap:
        pairs = self._all(data, "pairs", at, self._pair)
        return Swap(pairs, self._candidates(data, "candidates", at))

    def _refutation(self, data: object, at: str, depth: int) -> Refutation:
        return Refutation(
            self._candidate(self._get(data, "candidate", at), f"{at}.candidate"),
            self._steps(data, at, depth),
            self._flag(data, "holds", at),
        )

    def _rank(self, data: object, at: str, depth: int) -> Rank:
        def part(one: object, here: str) -> Any:
            return self._part(one, here, depth + 1)

        truths = self._all(data, "truths", at, part)
        links = self._all(data, "links", at, part)
        for name, parts, fitting in (
            ("truths", truths, Truth | Swap),
            ("links", links, Link | Bound | Rank),
        ):
            for number, one in enumerate(parts):
                if not isinstance(one, fitting):
                    raise self._wrong(f"{at}.{name}[{number}].type", "that belongs elsewhere", None)
        return Rank(truths, links, self._integer(data, "divisor", at))

    def _split(self, data: object, at: str, depth: int) -> Split:
        truth = self._part(self._get(data, "truth", at), f"{at}.truth", depth + 1)
        if not isinstance(truth, Truth | Swap):
            raise self._wrong(f"{at}.truth.type", "only a truth or a swap can be split", None)

        def branch(one: object, here: str) -> Branch:
            candidate = self._candidate(self._get(one, "candidate", here), f"{here}.candidate")
            return Branch(candidate, self._steps(one, here, depth))

        return Split(truth, self._all(data, "branches", at, branch))

    def _steps(self, data: object, at: str, depth: int) -> tuple[Step, ...]:
        return self._all(data, "steps", at, lambda one, here: self.step(one, here, depth + 1))

    def _truth(self, data: object, at: str) -> Truth:
        cell, shape = self._get(data, "cell", at), self._get(data, "shape", at)
        return Truth(
            self._candidates(data, "candidates", at),
            None if cell is None else self._variable(cell, f"{at}.cell"),
            None if shape is None else self._shape(shape, f"{at}.shape"),
        )

    def _term(self, data: object, at: str) -> tuple[Candidate, int]:
        return self._candidate(data, at), self._integer(data, "weight", at)

    def _pair(self, data: object, at: str) -> tuple[int, tuple[int, int]]:
        variable = self._variable(self._get(data, "cell", at), f"{at}.cell")
        values = self._all(data, "symbols", at, lambda one, here: self._value(variable, one, here))
        if len(values) != 2:
            raise self._wrong(f"{at}.symbols", "a pair has two symbols", None)
        return variable, (values[0], values[1])

    def _shape(self, data: object, at: str) -> int:
        number = self._integer(data, "number", at)
        if not 0 <= number < len(self._model.primitives):
            raise self._wrong(f"{at}.number", "the puzzle has no shape of that number", number)
        return number

    def _candidates(self, data: object, name: str, at: str) -> Candidates:
        return self._all(data, name, at, self._candidate)

    def _candidate(self, data: object, at: str) -> Candidate:
        variable = self._variable(self._get(data, "cell", at), f"{at}.cell")
        return variable, self._value(variable, self._get(data, "symbol", at), f"{at}.symbol")

    def _variable(self, name: object, at: str) -> int:
        if isinstance(name, str):
            if name in self._cells:
                return self._cells[name]
            number = _number(name.removeprefix("#")) if name.startswith("#") else None
            if number is not None and len(self._cells) <= number < len(self._model.domains):
                return number
        raise self._wrong(at, "the puzzle has no such cell", name)

    def _value(self, variable: int, symbol: object, at: str) -> int:
        if isinstance(symbol, str):
            value = self._values.get(symbol) if variable < len(self._cells) else _number(symbol)
            if value is not None and self._model.root.domains[variable] >> value & 1:
                return value
        raise self._wrong(at, "the cell can hold no such symbol", symbol)

    def _get(self, data: object, name: str, at: str) -> Any:
        if not isinstance(data, Mapping):
            raise self._wrong(at, "an object is expected here", data)
        if name not in data:
            raise self._wrong(at, f"the key {name!r} is missing", None)
        return data[name]

    def _text(self, data: object, name: str, at: str) -> str:
        text = self._get(data, name, at)
        if not isinstance(text, str):
            raise self._wrong(f"{at}.{name}", "it must be text", text)
        return text

    def _vertex(self, data: object, at: str) -> int:
        if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data < _MOST_VERTICES:
            raise self._wrong(at, f"a vertex is an integer from 0 to {_MOST_VERTICES - 1:,}", data)
        return data

    def _integer(self, data: object, name: str, at: str) -> int:
        number = self._get(data, name, at)
        if isinstance(number, bool) or not isinstance(number, int):
            raise self._wrong(f"{at}.{name}", "it must be an integer", number)
        if not -_LARGEST < number < _LARGEST:
            raise self._wrong(f"{at}.{name}", "it must have at most 18 digits", number)
        return number

    def _flag(self, data: object, name: str, at: str) -> bool:
        flag = self._get(data, name, at)
        if not isinstance(flag, bool):
            raise self._wrong(f"{at}.{name}", "it must be true or false", flag)
        return flag

    def _all(
        self, data: object, name: str, at: str, read: Callable[[object, str], _T]
    ) -> tuple[_T, ...]:
        items = self._get(data, name, at)
        if not isinstance(items, list):
            raise self._wrong(f"{at}.{name}", "it must be a list", items)
        return tuple(read(one, f"{at}.{name}[{n}]") for n, one in enumerate(items))

    def _check_depth(self, depth: int, at: str) -> None:
        if depth > DEEPEST:
            short = at if len(at) < 80 else f"{at[:77]}..."
            raise self._wrong(short, f"arguments are nested more than {DEEPEST} deep", None)

    def _wrong(self, at: str, message: str, value: object) -> ProblemsError:
        said = "" if value is None else shown(value)
        fix = "export the proof again; this file is damaged or was not written by sudokulib"
        return ProblemsError([Problem(message, fix, self._file, path=at, value=said)])


def _is_rating(value: object) -> bool:
    """Return whether a value is a possible rating; NaN and infinity are not."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= _HIGHEST_RATING


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
