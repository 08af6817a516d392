"""Symbols and the integers behind them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import AlphabetError

if TYPE_CHECKING:
    import regex
else:
    regex = lazy_module("regex")  # only for text beyond ASCII

_NUMBER = re.compile(r"-?[0-9]+")
"""A symbol that spells an integer."""

_LARGEST = 1_000_000
"""The greatest distance of a value from 0.

A bound on memory: sets of sums are masks with a bit for each possible sum.
"""

_SHOWN = 20
"""The number of characters of a symbol that an error quotes."""

_LINE_END = 255
"""What `Alphabet.lines` has for the end of a line where indices are bytes."""
_EMPTY_MARKS = ".0_*-?"
"""Marks for an empty cell, in order of preference; those that are symbols do not count."""


def graphemes(text: str) -> list[str]:
    """Split `text` into graphemes, which readers take for single characters, in NFC.

    >>> graphemes("a1Ω")
    ['a', '1', 'Ω']
    """
    if text.isascii():
        return list(text)
    return regex.findall(r"\X", unicodedata.normalize("NFC", text))


@dataclass(frozen=True, slots=True)
class Alphabet:
    """An ordered set of symbols, each with an integer value.

    In the engine a symbol is its index here (0..n-1), and a set of symbols an int with those bits.

    Args:
        symbols: the texts that are drawn, distinct; each one grapheme or a word without space.
        values: the distinct integers behind them. By default the numbers that the symbols spell,
            such as -2 or 10, if all do; otherwise counting up from the first symbol's number,
            or from 1.
        empty: the mark that stands for an empty cell in text.

    Raises:
        AlphabetError: no symbols, a symbol twice, a symbol that cannot be read back, or a value
            more than a million from 0.

    >>> Alphabet.of("123456789").values
    (1, 2, 3, 4, 5, 6, 7, 8, 9)
    >>> Alphabet.of("0123456789ABCDEF").values[-1]
    15
    >>> Alphabet.of(range(-2, 3)).values
    (-2, -1, 0, 1, 2)
    """

    symbols: tuple[str, ...]
    values: tuple[int, ...] = ()
    empty: str = ""
    _index: dict[str, int] = field(init=False, repr=False, compare=False)
    _empties: frozenset[str] = field(init=False, repr=False, compare=False)
    _letters: bytes = field(init=False, repr=False, compare=False)
    _compact: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "symbols", tuple(unicodedata.normalize("NFC", s) for s in self.symbols))
        put(self, "_index", {symbol: i for i, symbol in enumerate(self.symbols)})
        _check_symbols(self.symbols)
        put(self, "values", self.values or _default_values(self.symbols))
        if len(self.values) != len(self.symbols) or len(set(self.values)) != len(self.values):
            raise AlphabetError(
                f"{len(self.symbols)} symbols need as many distinct values, "
                f"not {list(self.values)}; give one integer for each symbol"
            )
        _check_values(self.symbols, self.values)
        free = [mark for mark in _EMPTY_MARKS if mark not in self._index]
        if self.empty in self._index:
            raise AlphabetError(
                f"{self.empty!r} is a symbol and the mark for an empty cell; "
                f"write another mark, such as empty: {free[0]!r}"
            )
        put(self, "empty", self.empty or free[0])
        put(self, "_empties", frozenset([self.empty, *free]))
        put(self, "_letters", _letters(self.symbols))
        put(self, "_compact", all(len(s) == 1 or len(graphemes(s)) == 1 for s in self.symbols))

    def __hash__(self) -> int:
        return hash((self.symbols, self.values))

    def __len__(self) -> int:
        return len(self.symbols)

    def __iter__(self) -> Iterator[str]:
        return iter(self.symbols)

    @classmethod
    def of(cls, symbols: str | Iterable[str | int], values: Sequence[int] = ()) -> Alphabet:
        """Build the alphabet of a string of single graphemes, or of symbols or numbers.

        >>> Alphabet.of(range(1, 17)).symbols[-1]
        '16'
        """
        parts = graphemes(symbols) if isinstance(symbols, str) else [str(s) for s in symbols]
        return cls(tuple(parts), tuple(values))

    @property
    def compact(self) -> bool:
        """True if every symbol is one grapheme, so that text needs no separators."""
        return self._compact

    @property
    def full(self) -> int:
        """The set of all symbols, as a bit mask."""
        return (1 << len(self.symbols)) - 1

    def index(self, symbol: str) -> int:
        """Return the index of `symbol`.

        Raises:
            AlphabetError: it is not one of the symbols.
        """
        try:
            return self._index[symbol]
        except KeyError:
            found = self._index.get(unicodedata.normalize("NFC", symbol))
        if found is None:
            raise AlphabetError(f"unknown symbol {symbol!r}; the symbols are {self}")
        return found

    def is_empty(self, mark: str) -> bool:
        """Return whether `mark` stands for an empty cell."""
        return mark in self._empties

    def split(self, text: str) -> list[str]:
        """Split `text` into symbols and marks: graphemes if compact, else words.

        >>> Alphabet.of("123456789").split("1.3")
        ['1', '.', '3']
        """
        if not self.compact:
            return text.replace(",", " ").split()
        return [g for g in graphemes(text) if not g.isspace()]

    def mask(self, text: str | Iterable[str]) -> int:
        """Return the set of the symbols in `text` (see `split`) as a bit mask.

        >>> Alphabet.of("123456789").mask("13")
        5
        """
        mask = 0
        for symbol in self.split(text) if isinstance(text, str) else text:
            mask |= 1 << self.index(symbol)
        return mask

    def of_mask(self, mask: int) -> tuple[str, ...]:
        """Return the symbols in a bit mask, in alphabet order."""
        return tuple(s for i, s in enumerate(self.symbols) if mask >> i & 1)

    def text(self, indices: Sequence[int]) -> str:
        """Return the symbols of some indices as one line; separated by spaces unless `compact`.

        >>> Alphabet.of("ABC").text([2, 0, 1])
        'CAB'
        """
        if self._letters:
            packed = indices if isinstance(indices, bytes) else bytes(indices)
            return packed.translate(self._letters).decode("latin-1")
        return ("" if self.compact else " ").join([self.symbols[i] for i in indices])

    def lines(self, rows: Sequence[bytes]) -> bytes:
        """Return the symbols of rows of indices as UTF-8, a line for each row.

        >>> Alphabet.of("ABC").lines([bytes([2, 0]), bytes([1, 1])])
        b'CA\\nBB\\n'
        """
        if not (self._letters and self._letters.isascii()):
            return "".join([f"{self.text(row)}\n" for row in rows]).encode()
        # A third of the time of a text for each row (2026-11).
        joined = bytes([_LINE_END]).join([*rows, b""])
        return joined.translate(self._letters[:_LINE_END] + b"\n".ljust(256 - _LINE_END))

    @property
    def is_latin(self) -> bool:
        """True if each symbol is one character of Latin-1; then `text` accepts any bytes."""
        return bool(self._letters)

    def __str__(self) -> str:
        if len(self.symbols) > 40:
            return f"{self.symbols[0]} … {self.symbols[-1]} ({len(self.symbols)} symbols)"
        return ("" if self.compact else " ").join(self.symbols)


def _letters(symbols: tuple[str, ...]) -> bytes:
    """Return a table for `bytes.translate` from indices to symbols; empty unless all are Latin-1.

    It spells 81 symbols in 0.3 µs; a join takes 3 (2026-11).
    """
    if len(symbols) > 256 or any(len(symbol) > 1 or symbol > "\xff" for symbol in symbols):
        return b""
    return "".join(symbols).encode("latin-1").ljust(256, b"?")


def _check_symbols(symbols: tuple[str, ...]) -> None:
    if not symbols:
        raise AlphabetError("an alphabet needs at least one symbol, such as symbols: 123456789")
    seen: set[str] = set()
    for symbol in symbols:
        if symbol in seen:
            raise AlphabetError(f"the symbol {symbol!r} stands twice in the alphabet; drop one")
        if not symbol or any(ch.isspace() or ch == "," for ch in symbol):
            raise AlphabetError(
                f"{symbol!r} cannot be a symbol: use a character or a word without space or comma"
            )
        seen.add(symbol)


def _check_values(symbols: tuple[str, ...], values: tuple[int, ...]) -> None:
    for symbol, value in zip(symbols, values, strict=True):
        if not -_LARGEST <= value <= _LARGEST:
            shown = symbol if len(symbol) <= _SHOWN else f"{symbol[:_SHOWN]}…"
            raise AlphabetError(
                f"the value of the symbol {shown!r} is more than {_LARGEST:,} from 0; "
                "write smaller numbers behind the symbols, such as values: {first: 1, last: 9}"
            )


def _default_values(symbols: tuple[str, ...]) -> tuple[int, ...]:
    numbers = [_spelled(symbol) for symbol in symbols]
    spelled = [n for n in numbers if n is not None]
    if len(spelled) == len(symbols) and len(set(spelled)) == len(spelled):
        return tuple(spelled)
    first = 1 if numbers[0] is None else numbers[0]
    return tuple(range(first, first + len(symbols)))


def _spelled(symbol: str) -> int | None:
    """Return the integer that a symbol spells, by its first digits if these are thousands."""
    return int(symbol[:4000]) if _NUMBER.fullmatch(symbol) else None
