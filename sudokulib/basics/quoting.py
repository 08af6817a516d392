"""Words in messages: quotations of user input, suggestions of what was meant, and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    import difflib
else:
    difflib = lazy_module("difflib")  # needed only where something is wrong

MAX_REPR = 200
"""The maximum length of a `repr`: two lines of a terminal, which fit a classic grid."""


def short(text: str) -> str:
    """Return the first line of a text, cut if it is long, to be quoted."""
    line = text.strip("\n").partition("\n")[0]
    return line if len(line) <= 60 else line[:59] + "…"


def counted(number: int, noun: str) -> str:
    """Return a number with a noun, which gets an s unless there is one.

    >>> counted(1, "cell"), counted(0, "cell")
    ('1 cell', '0 cells')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def close_matches(text: str, known: Iterable[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
    """Return the known words that are most like a text, at most `n`, the nearest first.

    >>> close_matches("kilelr", ["killer", "kropki"])
    ['killer']
    """
    return difflib.get_close_matches(text[:100], list(known), n, cutoff)


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words joined as in running text.

    >>> join_words(["3", "5", "7"])
    '3, 5 and 7'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def clipped(text: str) -> str:
    """Return the text of a `repr` in one line, its middle left out if it is too long.

    >>> clipped("<Puzzle " + "1" * 300 + ">")[-20:]
    '1111111111111111111>'
    """
    line = " ".join(text.split()) if "\n" in text else text
    if len(line) <= MAX_REPR:
        return line
    half = MAX_REPR // 2
    return f"{line[: half - 1]}…{line[half - MAX_REPR :]}"
