"""Strings of the Interactive Sudoku Solver taken apart: sections, items and their arguments.

A text is sections with blank lines between them. A section is either a grid, a character a cell, or
items: a dot, the name of a type (none for givens), and arguments after tildes. `.Or` and `.And`
extend to their `.End`. Lines that begin with # are comments; white space is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError

__all__ = [
    "DIGITS",
    "NUMBER",
    "Item",
    "cell_name",
    "is_items",
    "needed",
    "number_of",
    "numbers_of",
    "parsed",
]

DIGITS = "0123456789abcdefg"
"""The digits of coordinates."""

_UNREAD = frozenset({
    "ChaosArrow", "ChaosConstruction", "ChaosCount", "ChaosMultiArrow", "Doppelganger",
    "Replicate", "ValueIndexing",
})  # fmt: skip
"""Types that are known, and not read."""

NUMBER = re.compile(r"-?\d{1,6}")
"""A number among the arguments."""

_ITEM = re.compile(r"\.([A-Za-z]*)((?:~[^.~]*)*)")
_BEGIN = re.compile(r"\.*(?:~[RVrvCDcd]|\.[A-Z][A-Za-z]*(?:~|\.|$))")
"""The start of a section of items; a grid may begin with a dot too."""

_DEEPEST = 20
"""Constraints inside one another, at most: a bound against hostile strings."""


@dataclass(frozen=True)
class Item:
    """One constraint.

    Args:
        type: its name; empty for givens.
        args: the texts after the tildes.
        items: for `Or` and `And` the items inside.
    """

    type: str
    args: tuple[str, ...] = ()
    items: list[Item] = field(default_factory=list)

    def __str__(self) -> str:
        inner = "".join(map(str, self.items))
        return "~".join((f".{self.type}", *self.args)) + (f"{inner}.End" if inner else "")


def cell_name(row: int, column: int) -> str:
    """Return a cell as the strings name it, rows and columns from 0.

    >>> cell_name(0, 9)
    'R1Ca'
    """
    return f"R{DIGITS[row + 1]}C{DIGITS[column + 1]}"


def number_of(text: str) -> int:
    """Return the number that an argument is.

    Raises:
        SudokuError: the argument is no number.
    """
    if not NUMBER.fullmatch(text):
        raise SudokuError(f"{short(text)!r} is no number; write one")
    return int(text)


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the numbers of an argument, separated by underscores.

    >>> numbers_of("1_1_2")
    (1, 1, 2)
    """
    return tuple(number_of(part) for part in text.split("_"))


def needed(item: Item, least: int = 2) -> tuple[str, ...]:
    """Return the arguments of an item.

    Raises:
        SudokuError: there are fewer than needed.
    """
    if len(item.args) < least:
        raise SudokuError(f".{item.type} needs {least} arguments, not {len(item.args)}; add them")
    return item.args


def _sections(text: str) -> list[str]:
    lines = ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]
    blocks = re.split(r"\n\s*\n", "\n".join(lines))
    return [block for block in blocks if block.strip()]


_SITE = re.compile(r"(?:https?://)?sigh\.github\.io/")
_QUERY = re.compile(r"[?&]q=([^&#]*)")


def _linked(text: str) -> str | None:
    """Return the string in a link; None if the text is no link."""
    words = text.split()
    query = _QUERY.search(words[0]) if len(words) == 1 and _SITE.match(words[0]) else None
    return unquote(query[1]) if query else None


def is_items(text: str, types: Collection[str]) -> bool:
    """Return whether a text is a link of the solver, or begins with an item of a known type.

    Args:
        text: any text.
        types: the types that are read.

    >>> is_items(".Cage~10~R1C1~R1C2", {"Cage"}), is_items("12..", ()), is_items("..~r1c1_1", ())
    (True, False, True)
    """
    if len(text) > 200_000:
        return False
    if _linked(text) is not None:
        return True
    sections = ["".join(section.split()) for section in _sections(text)]
    for section in sections:
        match = re.match(r"\.+([A-Za-z]*)(~[RVrv]?|\.|$)", section)
        if match and _is_known(match[1], match[2], types):
            return True
    return len(sections) > 1 and sections[-1].startswith("=")


def _is_known(name: str, rest: str, types: Collection[str]) -> bool:
    return (name in types or name in _UNREAD) if name else rest.upper() == "~R"


def parsed(text: str, types: Collection[str]) -> tuple[list[Item], list[str]]:
    """Parse a text into its items and its sections that are grids, as they are written.

    Args:
        text: the text.
        types: the types that are read.

    Raises:
        SudokuError: a section is neither, a type is not read, or an end is missing or unmatched.
    """
    items: list[Item] = []
    grids: list[str] = []
    linked = _linked(text)
    for section in _sections(text if linked is None else linked):
        joined = "".join(section.split())
        if _BEGIN.match(joined):
            items += _items(joined, types)
        else:
            grids.append(section)
    return items, grids


def _items(section: str, types: Collection[str]) -> list[Item]:
    found: list[Item] = []
    open_: list[list[Item]] = [found]
    place = 0
    while place < len(section):
        match = _ITEM.match(section, place)
        if match is None:
            raise SudokuError(f"{short(section[place:])!r} is no constraint; write .Type~arguments")
        place = match.end()
        if match[1] == "End":
            if len(open_) == 1:
                raise SudokuError("an .End without .Or or .And; drop it")
            open_.pop()
            continue
        if match[1] and match[1] not in types:
            what = "not read" if match[1] in _UNREAD else "not known"
            raise SudokuError(f"the constraint .{short(match[1])} is {what}; leave it out")
        item = Item(match[1], _arguments(match[2]))
        open_[-1].append(item)
        if match[1] in {"Or", "And"}:
            open_.append(item.items)
            if len(open_) > _DEEPEST:
                raise SudokuError(f"constraints within {_DEEPEST} others; write them flatter")
    if len(open_) > 1:
        raise SudokuError("an .Or or .And without its .End; add it")
    return found


def _arguments(text: str) -> tuple[str, ...]:
    said: Sequence[str] = text.split("~")
    return tuple(said[1:])
