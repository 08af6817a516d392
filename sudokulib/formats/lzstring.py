"""LZ-string in base64, the compression of puzzle editors in links.

The text is a sequence of codes, each written in as many bits as the number of known phrases
needs, lowest bit first. Code 0 and 1 introduce a new character of 8 or 16 bits, 2 ends the text,
and every other code is a phrase that occurred before: after each code, the previous phrase,
extended by the first character of this one, becomes known too. Characters are UTF-16 units.
"""

from __future__ import annotations

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import SudokuError

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {digit: f"{value:06b}" for value, digit in enumerate(_DIGITS)}
_SHORT, _LONG, _END = 0, 1, 2
_COMMANDS = 3  # codes reserved before the first phrase


def decompress(text: str, *, limits: Limits = DEFAULT_LIMITS) -> str:
    """Decompress a text from base64.

    Args:
        text: base64 with or without padding.
        limits: its ``text`` bounds input and output.

    Raises:
        SudokuError: a character is not base64, or the text is cut off or damaged.
        LimitError: the text is too long.

    >>> decompress("BYUwNmD2Q===")
    'hello'
    """
    limits.check("text", len(text))
    codes = _BitReader(text)
    known = [""] * _COMMANDS
    before, length = "", 0
    said: list[str] = []
    while (code := codes.take(len(known).bit_length())) != _END:
        if code in (_SHORT, _LONG):
            known.append(chr(codes.take(8 if code == _SHORT else 16)))
            code = len(known) - 1
        if code > len(known) or (code == len(known) and not before):
            raise SudokuError(f"the compressed text is damaged near its character {codes.place}")
        phrase = known[code] if code < len(known) else before + before[0]
        length += len(phrase)
        limits.check("text", length)
        said.append(phrase)
        if before:
            known.append(before + phrase[0])
        before = phrase
    return _text_of_units("".join(said))


def compress(text: str) -> str:
    """Compress a text to base64: the inverse of `decompress`.

    >>> compress("hello")
    'BYUwNmD2Q==='
    """
    units = _units(text)
    codes: dict[str, int] = {}
    new: set[str] = set()
    bits: list[str] = []
    size, phrase = _COMMANDS, ""

    def say(said: str) -> None:
        nonlocal size
        width, first = size.bit_length(), size == _COMMANDS
        if said in new:
            new.remove(said)
            wide = ord(said) > 255
            bits.append(_lowest_first(_LONG if wide else _SHORT, width))
            bits.append(_lowest_first(ord(said), 16 if wide else 8))
            size += 1
        else:
            bits.append(_lowest_first(codes[said], width))
        size += not first

    for unit in units:
        if unit not in codes:
            codes[unit] = _COMMANDS + len(codes)
            new.add(unit)
        if phrase + unit in codes:
            phrase += unit
            continue
        say(phrase)
        codes[phrase + unit] = _COMMANDS + len(codes)
        phrase = unit
    if phrase:
        say(phrase)
    bits.append(_lowest_first(_END, size.bit_length()))
    return _base64("".join(bits))


class _BitReader:
    """Reads the bits of a base64 text from the front."""

    def __init__(self, text: str) -> None:
        digits = text.rstrip("=")
        wrong = next((i for i, digit in enumerate(digits) if digit not in _BITS), None)
        if wrong is not None:
            raise SudokuError(
                f"{digits[wrong]!r} at character {wrong + 1} of the compressed text is not base64; "
                "copy the whole link again"
            )
        self._bits = "".join(map(_BITS.__getitem__, digits))
        self._taken = 0

    @property
    def place(self) -> int:
        """The number of the character being read, from 1."""
        return self._taken // 6 + 1

    def take(self, count: int) -> int:
        """Return the next `count` bits as a number, the lowest first."""
        bits = self._bits[self._taken : self._taken + count]
        if len(bits) < count:
            raise SudokuError(
                f"the compressed text is cut off after {self.place - 1} characters; "
                "copy the whole link again"
            )
        self._taken += count
        return int(bits[::-1], 2)


def _lowest_first(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]


def _base64(bits: str) -> str:
    padded = bits + "0" * (6 - len(bits) % 6)  # at least one bit of padding, as decoders expect
    digits = "".join(_DIGITS[int(padded[i : i + 6], 2)] for i in range(0, len(padded), 6))
    return digits + "=" * (-len(digits) % 4)


def _units(text: str) -> str:
    """Return the text with a character for each UTF-16 unit."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(raw[i] | raw[i + 1] << 8) for i in range(0, len(raw), 2))


def _text_of_units(units: str) -> str:
    """Return the text of UTF-16 units; halves of characters become replacement marks."""
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
