"""The characters for drawing borders."""

from __future__ import annotations

from unicodedata import category, east_asian_width

from sudokulib.basics.alphabet import graphemes

NONE, THIN, THICK = range(3)
"""The weights of a border."""

_BOX = " ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"
"""All joints by the weights of their arms: up + 3 right + 9 down + 27 left."""


def box_character(up: int, right: int, down: int, left: int, *, ascii_only: bool = False) -> str:
    """Return the character whose four arms have these weights.

    >>> box_character(0, 2, 2, 0), box_character(1, 2, 1, 2)
    ('┏', '┿')
    >>> box_character(0, 1, 0, 1, ascii_only=True)
    '-'
    """
    if not ascii_only:
        return _BOX[up + 3 * right + 9 * down + 27 * left]
    if not (up or down):
        return " -="[max(left, right)]
    if not (left or right):
        return " |#"[max(up, down)]
    return "#" if THICK in (up, right, down, left) else "+"


def unicode_fits(encoding: str | None) -> bool:
    """Return whether box-drawing characters can be written in an encoding."""
    try:
        (_BOX + "·").encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


_COMMANDS = {
    code: "\ufffd"
    for codes in (range(10), range(11, 32), range(127, 160), range(0x202A, 0x202F))
    for code in (*codes, *range(0x2066, 0x206A))
}
"""Control characters other than line breaks, and those that change the direction of writing."""


def visible(text: str) -> str:
    """Return a text with a mark in place of each character that could control a terminal.

    >>> visible("a\\x1b[2Jb") == "a\ufffd[2Jb"
    True
    """
    return text.translate(_COMMANDS)


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for a wide character or a picture.

    >>> columns_of("┃8┃"), columns_of("数独"), columns_of("🇩🇪"), columns_of("e\u0301")
    (3, 4, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(1 + _is_wide(sign) for sign in graphemes(text))


def _is_wide(sign: str) -> bool:
    return east_asian_width(sign[0]) in "WF" or (len(sign) > 1 and category(sign[0]) == "So")
