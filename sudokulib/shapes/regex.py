r"""Patterns over the symbols of an alphabet, with their own grammar.

    1 7 Ω      the symbol (the longest that fits; a space between 1 and 0 keeps them apart)
    .          any symbol
    [135]      one of these symbols
    [^135]     any but these
    ab         a, then b
    a|b        a or b
    (a)        a group
    a*  a+  a? any number of times, at least once, at most once
    a{2} a{2,} a{2,4}  so many times
    \. \*      the symbol after the backslash, where a symbol looks like an operator

Blanks between tokens mean nothing. A pattern must match the whole line. It is not passed to
Python's `re`, and its size is bounded, so that no file can make it slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from unicodedata import normalize

from sudokulib.basics.alphabet import Alphabet
from sudokulib.errors import GeometryError, LimitError
from sudokulib.primitives import Automaton

# Bounds against hostile files: nobody writes such patterns by hand.
MOST_CHARACTERS = 2_000
"""Characters of a pattern: as many take 1.3 s and 150 MB, half as many 0.5 s and 70 MB (`python
tests/benchmarks/at_limits.py`, 2026-11)."""
MOST_DEPTH = 50
"""The deepest nesting of groups: the parser is recursive, and Python allows 1,000 frames."""
MOST_POSITIONS = 2_000
"""Symbols of a pattern with repetitions expanded: the states of its automaton.

As many take 4 s and 510 MB, half as many 1.3 s and 150 MB, twice as many 20 s and 1.9 GB (`python
tests/benchmarks/at_limits.py`, 2026-11). Patterns of 1,600 still have to be read: repetitions in
one another multiply.
"""

_OPERATORS = frozenset("[](){}|*+?.^\\")
_REPEATING = ("*", "+", "?", "{")


@dataclass(frozen=True, slots=True)
class SymbolClass:
    """One symbol of a set, given as a bit mask."""

    mask: int


@dataclass(frozen=True, slots=True)
class Concatenation:
    """One part after the other; nothing at all if there are none."""

    parts: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    """One of the parts."""

    parts: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part `least` to `most` times; None: without end."""

    part: Pattern
    least: int
    most: int | None


Pattern = SymbolClass | Concatenation | Alternation | Repeat


# Safe to cache, as it reads nothing else: equal alphabets agree in symbols, values and order.
@lru_cache(maxsize=256)
def parse(text: str, alphabet: Alphabet) -> Pattern:
    """Parse a text into its pattern.

    Raises:
        GeometryError: with the character at which the text is wrong, and a fix.
        LimitError: a pattern too long, too deep, or too large with repetitions expanded.

    >>> parse("1?", Alphabet.of("12"))
    Repeat(part=SymbolClass(mask=1), least=0, most=1)
    """
    if len(text) > MOST_CHARACTERS:
        raise LimitError(
            f"a pattern of {len(text):,} characters; write at most {MOST_CHARACTERS:,}"
        )
    parser = _Parser(normalize("NFC", text), alphabet)
    pattern = parser.alternation()
    if parser.peek() == ")":
        raise parser.error("closes no group", "drop it, or write ( before it")
    if (places := _places(pattern)) > MOST_POSITIONS:
        raise LimitError(
            f"the pattern {_short(text)!r} has {places:,} symbols with repetitions expanded, "
            f"more than {MOST_POSITIONS:,}; lower the numbers in {{}}"
        )
    return pattern


@dataclass(slots=True)
class _Parser:
    """A text and the place up to which it has been read."""

    text: str
    alphabet: Alphabet
    at: int = 0
    depth: int = 0
    symbols: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.symbols = sorted(self.alphabet, key=len, reverse=True)

    def peek(self) -> str:
        """Return the next character that is not blank; none at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, mark: str) -> bool:
        """Return whether the next character is `mark`, which is then read."""
        found = self.peek() == mark
        self.at += found
        return found

    def error(self, message: str, fix: str, at: int | None = None) -> GeometryError:
        """Return the error that a message describes at a place of the text."""
        place = self.at if at is None else at
        said = repr(self.text[place]) if place < len(self.text) else "the end"
        return GeometryError(
            f"in the pattern {_short(self.text)!r}, {said} (character {place + 1}) {message}; {fix}"
        )

    def alternation(self) -> Pattern:
        parts = [self.concatenation()]
        while self.take("|"):
            parts.append(self.concatenation())
        return parts[0] if len(parts) == 1 else Alternation(tuple(parts))

    def concatenation(self) -> Pattern:
        parts: list[Pattern] = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))

    def repeated(self) -> Pattern:
        part = self.atom()
        if self.peek() in _REPEATING:
            part = self.times(part)
        if self.peek() in _REPEATING:
            raise self.error("repeats a repetition", "put what it repeats into a group")
        return part

    def times(self, part: Pattern) -> Pattern:
        if self.take("*"):
            return Repeat(part, 0, None)
        if self.take("+"):
            return Repeat(part, 1, None)
        if self.take("?"):
            return Repeat(part, 0, 1)
        start = self.at
        self.take("{")
        least = self.number()
        most = (None if self.peek() == "}" else self.number()) if self.take(",") else least
        if not self.take("}"):
            raise self.error("does not belong in a repetition", "write {2}, {2,} or {2,4}")
        if most is not None and most < least:
            raise self.error("opens a range that runs backwards", "lower number first", start)
        return Repeat(part, least, most)

    def number(self) -> int:
        self.peek()
        start = self.at
        while self.text[self.at : self.at + 1] in tuple("0123456789"):
            self.at += 1
        digits = self.text[start : self.at]
        if not digits:
            raise self.error("stands where a number must", "write {2}, {2,} or {2,4}")
        if len(digits) > 4:
            raise self.error("begins too large a number", "write at most 9999", start)
        return int(digits)

    def atom(self) -> Pattern:
        if self.peek() == "(":
            return self.group()
        if self.peek() == "[":
            return self.set()
        if self.take("."):
            return SymbolClass(self.alphabet.full)
        if self.peek() in _REPEATING:
            raise self.error("has nothing to repeat", "write a symbol or a group before it")
        return SymbolClass(self.symbol())

    def group(self) -> Pattern:
        start = self.at
        self.take("(")
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise LimitError(f"more than {MOST_DEPTH} nested groups; write fewer")
        inner = self.alternation()
        if not self.take(")"):
            raise self.error("opens a group that is never closed", "add )", start)
        self.depth -= 1
        return inner

    def set(self) -> Pattern:
        start = self.at
        self.take("[")
        negated, mask = self.take("^"), 0
        while not self.take("]"):
            if not self.peek():
                raise self.error("opens a set that is never closed", "add ]", start)
            mask |= self.symbol()
        mask = self.alphabet.full & ~mask if negated else mask
        if not mask:
            raise self.error("opens a set of no symbols", "list symbols, as in [13]", start)
        return SymbolClass(mask)

    def symbol(self) -> int:
        """Read one symbol; the longest that fits."""
        escaped = self.take("\\")
        rest = self.text[self.at :]
        if not escaped and rest[:1] in _OPERATORS:
            raise self.error(
                "is an operator that cannot stand here",
                r"drop it, or write \ before it if it is a symbol",
            )
        for symbol in self.symbols:
            if rest.startswith(symbol):
                self.at += len(symbol)
                return 1 << self.alphabet.index(symbol)
        raise self.error("begins no symbol", f"the symbols are {self.alphabet}")


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _places(pattern: Pattern) -> int:
    """Return how many symbols the pattern has with repetitions expanded; none counts as one."""
    if isinstance(pattern, SymbolClass):
        return 1
    if isinstance(pattern, Repeat):
        return max(1, _copies(pattern)) * _places(pattern.part)
    return max(1, sum(_places(part) for part in pattern.parts))


def _copies(repeat: Repeat) -> int:
    return max(1, repeat.least) if repeat.most is None else repeat.most


def matches(pattern: Pattern, word: Sequence[int]) -> bool:
    """Return whether a word of symbol indices matches, by interpreting the pattern itself.

    >>> matches(parse("1*2", Alphabet.of("12")), [0, 0, 1])
    True
    """
    return len(word) in _ends(pattern, word, {0})


def _ends(pattern: Pattern, word: Sequence[int], starts: set[int]) -> set[int]:
    """Return the places where a match that begins at one of `starts` may end."""
    if isinstance(pattern, SymbolClass):
        return {i + 1 for i in starts if i < len(word) and pattern.mask >> word[i] & 1}
    if isinstance(pattern, Alternation):
        return set().union(*(_ends(part, word, starts) for part in pattern.parts))
    if isinstance(pattern, Concatenation):
        for part in pattern.parts:
            starts = _ends(part, word, starts)
        return starts
    for _ in range(pattern.least):
        starts = _ends(pattern.part, word, starts)
    found, times = set(starts), pattern.least
    while starts and (pattern.most is None or times < pattern.most):
        starts = _ends(pattern.part, word, starts) - found
        found |= starts
        times += 1
    return found


def automaton(pattern: Pattern, symbols: int) -> Automaton:
    """Return the automaton of a pattern: a state for its start and one after each of its symbols.

    Without empty moves (Glushkov 1961).

    Args:
        pattern: from `parse`.
        symbols: how many there are.
    """
    places = _Positions()
    nullable, first, last = places.add(pattern)
    follow = [first, *places.follow]
    reading = [
        sum(1 << place + 1 for place, mask in enumerate(places.masks) if mask >> value & 1)
        for value in range(symbols)
    ]
    rows = tuple(tuple(after << 1 & reads for reads in reading) for after in follow)
    return Automaton(1, rows, last << 1 | nullable)


Ends = tuple[bool, int, int]
"""True if nothing matches; the places at which a match may begin and end, as bit sets."""


@dataclass(slots=True)
class _Positions:
    """The symbols of a pattern with repetitions expanded, and which may follow which."""

    masks: list[int] = field(default_factory=list)
    follow: list[int] = field(default_factory=list)

    def add(self, pattern: Pattern) -> Ends:
        if isinstance(pattern, SymbolClass):
            self.masks.append(pattern.mask)
            self.follow.append(0)
            place = 1 << len(self.masks) - 1
            return False, place, place
        if isinstance(pattern, Repeat):
            return self.repeat(pattern)
        if isinstance(pattern, Alternation):
            return _either([self.add(part) for part in pattern.parts])
        ends: Ends = (True, 0, 0)
        for part in pattern.parts:
            ends = self.then(ends, self.add(part))
        return ends

    def repeat(self, repeat: Repeat) -> Ends:
        ends: Ends = (True, 0, 0)
        for number in range(1, _copies(repeat) + 1):
            nullable, first, last = self.add(repeat.part)
            if repeat.most is None and number == _copies(repeat):
                self.link(last, first)
            nullable = nullable or number > repeat.least
            ends = self.then(ends, (nullable, first, last))
        return ends

    def then(self, one: Ends, other: Ends) -> Ends:
        self.link(one[2], other[1])
        first = one[1] | other[1] if one[0] else one[1]
        last = one[2] | other[2] if other[0] else other[2]
        return one[0] and other[0], first, last

    def link(self, ends: int, begins: int) -> None:
        while ends:
            low = ends & -ends
            ends ^= low
            self.follow[low.bit_length() - 1] |= begins


def _either(parts: Sequence[Ends]) -> Ends:
    nullable, first, last = False, 0, 0
    for empty, begins, ends in parts:
        nullable, first, last = nullable or empty, first | begins, last | ends
    return nullable, first, last
