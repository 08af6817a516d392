"""The grammar of relations between two numbers, as files write them.

    relation  = part {"or" part}
    part      = factor {"and" factor}
    factor    = "not" factor | sum compare sum {compare sum} | "(" relation ")"
    compare   = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
    sum       = term {("+" | "-") term}
    term      = sign {("*" | "//" | "%") sign}
    sign      = "-" sign | integer | name | "(" sum ")" | call "(" sum {"," sum} ")"
    call      = "abs" | "min" | "max"

Text is parsed by descent and never evaluated as code; its length and depth are bounded.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from sudokulib.errors import GeometryError

__all__ = ["Relation", "relation"]

MOST_CHARACTERS = 1_000
"""Characters that a relation may have."""

_DEEPEST = 40
_TOKEN = re.compile(r"\s*(?:(?P<number>\d{1,9})|(?P<word>[A-Za-z_]+)|(?P<sign>//|[<>=!]=|\S))")
_WORDS = frozenset({"and", "or", "not", "abs", "min", "max"})
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SUM: Mapping[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub}
_TERM: Mapping[str, Callable[[int, int], int]] = {
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
_FUNCTIONS: Mapping[str, Callable[..., int]] = {"abs": abs, "min": min, "max": max}

_Known = Mapping[str, int]
_Value = Callable[[_Known], int]


@dataclass(frozen=True, slots=True)
class _Part:
    """A parsed piece: how to work it out, the token after it, and whether it is a relation."""

    value: _Value
    end: int
    relation: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """A parsed relation; call it with the numbers of its names, in order.

    Args:
        text: as it was written.
        names: what it may speak of.
    """

    text: str
    names: tuple[str, ...]
    _value: _Value

    def __call__(self, *numbers: int) -> bool:
        """Whether it holds; division by zero never does."""
        try:
            return bool(self._value(dict(zip(self.names, numbers, strict=True))))
        except ZeroDivisionError:
            return False


# The key is all it reads: texts.
@lru_cache(maxsize=1024)
def relation(text: str, names: tuple[str, ...] = ("a", "b")) -> Relation:
    """The relation that a text describes.

    Args:
        text: in the grammar above.
        names: the names that it may use.

    Raises:
        GeometryError: text that is not in the grammar, with the place at fault.

    >>> apart = relation("abs(a - b) >= 5 or a = 2*b")
    >>> apart(1, 6), apart(4, 2), apart(4, 5)
    (True, True, False)
    """
    if len(text) > MOST_CHARACTERS:
        raise GeometryError(
            f"a relation of {len(text):,} characters is longer than {MOST_CHARACTERS:,}; "
            "list the pairs instead"
        )
    reader = _Parser(text, names)
    found = reader.relation(0)
    reader.end()
    return Relation(text, names, found.value)


class _Parser:
    """Reads a text once, from left to right."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self._text, self._names = text, names
        self._tokens = [(m.start(m.lastgroup or 0), m) for m in _TOKEN.finditer(text.rstrip())]
        self._next = 0

    def _peek(self) -> str:
        if self._next == len(self._tokens):
            return ""
        match = self._tokens[self._next][1]
        return match[match.lastgroup or 0]

    def _take(self, *wanted: str) -> str:
        """The next token if it is one of those wanted, else an empty text."""
        token = self._peek()
        if token and token in wanted:
            self._next += 1
            return token
        return ""

    def _syntax_error(self, wanted: str, at: int | None = None) -> GeometryError:
        at = self._next if at is None else at
        if at == len(self._tokens):
            return GeometryError(f"{self._text!r} ends where there should be {wanted}")
        start, match = self._tokens[at]
        return GeometryError(
            f"{match[match.lastgroup or 0]!r} at character {start + 1} of {self._text!r} is where "
            f"there should be {wanted}"
        )

    def _part(self, value: _Value, *, relation: bool = False) -> _Part:
        return _Part(value, self._next, relation)

    def end(self) -> None:
        """Check that nothing is left."""
        if self._next < len(self._tokens):
            raise self._syntax_error("and, or, or the end")

    def relation(self, depth: int) -> _Part:
        """A whole relation."""
        found = self._joined(depth)
        if not found.relation:
            raise self._syntax_error("a comparison, such as < 5 or = a*b, after a mere number")
        return found

    def _joined(self, depth: int) -> _Part:
        """Comparisons joined by and, or; or a mere number, in brackets of a sum."""
        found = self._conjunction(depth)
        while self._take("or"):
            found = self._both(found, self._conjunction(depth), _or)
        return found

    def _conjunction(self, depth: int) -> _Part:
        found = self._factor(depth)
        while self._take("and"):
            found = self._both(found, self._factor(depth), _and)
        return found

    def _both(
        self, one: _Part, other: _Part, join: Callable[[_Value, _Value, _Known], int]
    ) -> _Part:
        for part in (one, other):
            if not part.relation:
                raise self._syntax_error("a comparison, as and, or join only those", part.end)
        return self._part(partial(join, one.value, other.value), relation=True)

    def _factor(self, depth: int) -> _Part:
        if self._take("not"):
            inner = self._factor(self._deeper(depth))
            if not inner.relation:
                raise self._syntax_error("a comparison, as it comes after not", inner.end)
            return self._part(partial(_not, inner.value), relation=True)
        found = self._sum(depth)
        links: list[tuple[Callable[[int, int], bool], _Value]] = []
        while sign := self._take(*_COMPARE):
            links.append((_COMPARE[sign], self._number(self._sum(depth))))
        if not links:
            return found
        return self._part(partial(_chain, self._number(found), tuple(links)), relation=True)

    def _number(self, part: _Part) -> _Value:
        if part.relation:
            raise self._syntax_error("a number, not a comparison", part.end - 1)
        return part.value

    def _sum(self, depth: int) -> _Part:
        return self._run(depth, _SUM, self._term)

    def _term(self, depth: int) -> _Part:
        return self._run(depth, _TERM, self._sign)

    def _run(
        self,
        depth: int,
        signs: Mapping[str, Callable[[int, int], int]],
        read: Callable[[int], _Part],
    ) -> _Part:
        """Pieces with signs between them, worked out from left to right."""
        found = read(depth)
        links: list[tuple[Callable[[int, int], int], _Value]] = []
        while sign := self._take(*signs):
            links.append((signs[sign], self._number(read(depth))))
        if not links:
            return found
        return self._part(partial(_row, self._number(found), tuple(links)))

    def _sign(self, depth: int) -> _Part:
        if self._take("-"):
            return self._part(partial(_minus, self._number(self._sign(self._deeper(depth)))))
        return self._atom(depth)

    def _atom(self, depth: int) -> _Part:
        token = self._peek()
        if self._take("("):
            found = self._joined(self._deeper(depth))
            self._close()
            return found
        if token in _FUNCTIONS:
            self._next += 1
            return self._call(token, depth)
        if token.isdecimal():
            self._next += 1
            return self._part(partial(_constant, int(token)))
        if token in self._names and token not in _WORDS:
            self._next += 1
            return self._part(operator.itemgetter(token))
        raise self._syntax_error(f"a number, {', '.join(self._names)}, abs, min, max or a bracket")

    def _call(self, name: str, depth: int) -> _Part:
        if not self._take("("):
            raise self._syntax_error(f"a bracket after {name}")
        deeper = self._deeper(depth)
        inner = [self._number(self._sum(deeper))]
        while name != "abs" and self._take(","):
            inner.append(self._number(self._sum(deeper)))
        self._close()
        if len(inner) == 1 and name != "abs":
            return self._part(inner[0])  # of one number, Python's min and max would want a list
        return self._part(partial(_called, _FUNCTIONS[name], tuple(inner)))

    def _close(self) -> None:
        if not self._take(")"):
            raise self._syntax_error("a closing bracket")

    def _deeper(self, depth: int) -> int:
        if depth == _DEEPEST:
            raise self._syntax_error(
                f"no more than {_DEEPEST} brackets and signs within one another"
            )
        return depth + 1


def _constant(number: int, known: _Known) -> int:
    del known
    return number


def _minus(value: _Value, known: _Known) -> int:
    return -value(known)


def _not(value: _Value, known: _Known) -> int:
    return not value(known)


def _or(one: _Value, other: _Value, known: _Known) -> int:
    return one(known) or other(known)


def _and(one: _Value, other: _Value, known: _Known) -> int:
    return one(known) and other(known)


def _called(function: Callable[..., int], inner: tuple[_Value, ...], known: _Known) -> int:
    return function(*(value(known) for value in inner))


def _row(
    first: _Value,
    links: tuple[tuple[Callable[[int, int], int], _Value], ...],
    known: _Known,
) -> int:
    result = first(known)
    for work_out, value in links:
        result = work_out(result, value(known))
    return result


def _chain(
    first: _Value,
    links: tuple[tuple[Callable[[int, int], bool], _Value], ...],
    known: _Known,
) -> int:
    left = first(known)
    for compare, value in links:
        right = value(known)
        if not compare(left, right):
            return False
        left = right
    return True
