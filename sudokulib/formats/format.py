"""What a format is, the registry of formats, and the warning that they give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sudokulib.limits import Limits
from sudokulib.puzzle import Puzzle

__all__ = ["Format", "UnreadRuleWarning", "format_of", "formats", "register_format"]


class UnreadRuleWarning(UserWarning):
    """A puzzle was read, but something in it may be a rule that only people can read."""


@dataclass(frozen=True, slots=True)
class Format:
    """A notation of puzzles that other tools write.

    Args:
        name: what people call it.
        recognises: whether a text is in this notation, rightly written or not.
        read: the puzzle in a text; the other arguments are what errors call the text, and bounds.
    """

    name: str
    recognises: Callable[[str], bool]
    read: Callable[[str, str, Limits], Puzzle]


_FORMATS: dict[str, Format] = {}


def register_format(made: Format) -> Format:
    """Make a format known under its name.

    Raises:
        ValueError: another format already has the name.
    """
    if _FORMATS.setdefault(made.name, made) is not made:
        raise ValueError(f"a format named {made.name!r} is registered already")
    return made


def formats() -> Iterator[Format]:
    """All formats, by name."""
    return (made for _, made in sorted(_FORMATS.items()))


def format_of(text: str) -> Format | None:
    """The format that a text is in, if it is in any."""
    return next((made for made in formats() if made.recognises(text)), None)
