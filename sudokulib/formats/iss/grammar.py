"""Strings of the Interactive Sudoku Solver taken apart: sections, items and their arguments.

A text is sections with blank lines between them. A section is either a grid, a character a cell, or
items: a dot, the name of a type (none for givens), and arguments after tildes. `.Or` and `.And` go
on to their `.End`. Lines that begin with # are comments; white space says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sudokulib.errors import SudokuError
from sudokulib.geometries.source import short

__all__ = ["DIGITS", "Item", "cell_name", "is_items", "parsed"]

DIGITS = "0123456789abcdefg"
"""A coordinate is one of these."""

_SIMPLE = frozenset({
    "AllDifferent", "And", "AntiConsecutive", "AntiKing", "AntiKnight", "AntiTaxicab", "Arrow",
    "Between", "BlackDot", "Cage", "ContainAtLeast", "ContainExact", "CountingCircles",
    "Diagonal", "DisjointSets", "DoubleArrow", "Entropic", "EqualSum", "EqualityCage",
    "FullRank", "GlobalEntropy", "GlobalMod", "GreaterThan", "HiddenSkyscraper", "Indexing",
    "Jigsaw", "LittleKiller", "Lockout", "Lunchbox", "Modular", "NoBoxes", "NumberedRoom", "Or",
    "Pair", "PairX", "Palindrome", "PillArrow", "Quad", "Regex", "RegionSumLine", "Rellik",
    "Renban", "SameValues", "Sandwich", "Shape", "Skyscraper", "StrictKropki", "StrictXV", "Sum",
    "SumLine", "Thermo", "V", "Var", "Whisper", "WhiteDot", "Windoku", "X", "XSum", "Zipper",
})  # fmt: skip
"""Types that are read."""

_KNOWN = _SIMPLE | frozenset({
    "ChaosConstruction", "Doppelganger", "DutchFlatmates", "LookAndSay", "NFA",
    "RegionSameValues", "RegionSize", "Replicate",
})  # fmt: skip

_ITEM = re.compile(r"\.([A-Za-z]*)((?:~[^.~]*)*)")
_DEEPEST = 20


@dataclass(frozen=True)
class Item:
    """One constraint.

    Args:
        type: its name; empty for givens.
        args: what stands after the tildes.
        items: for `Or` and `And` what they hold.
    """

    type: str
    args: tuple[str, ...] = ()
    items: list[Item] = field(default_factory=list)


def cell_name(row: int, column: int) -> str:
    """A cell as the strings have it, rows and columns from 0.

    >>> cell_name(0, 9)
    'R1Ca'
    """
    return f"R{DIGITS[row + 1]}C{DIGITS[column + 1]}"


def _sections(text: str) -> list[str]:
    lines = ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]
    blocks = re.split(r"\n[ \t\r]*\n", "\n".join(lines))
    return [joined for block in blocks if (joined := "".join(block.split()))]


def is_items(text: str) -> bool:
    """Whether a text begins a section with an item of a known type."""
    if len(text) > 200_000 or "." not in text:
        return False
    for section in _sections(text):
        match = re.match(r"\.+([A-Za-z]*)(~[RVrv]?|\.|$)", section)
        if match and (match[1] in _KNOWN or (not match[1] and match[2].upper() == "~R")):
            return True
    return False


def parsed(text: str) -> tuple[list[Item], list[str]]:
    """The items of a text, and its sections that are grids.

    Raises:
        SudokuError: a section that is neither, a type that is not read, an end too many or few.
    """
    items: list[Item] = []
    grids: list[str] = []
    for section in _sections(text):
        if _ITEM.match(section) and any(mark in section for mark in "~ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
            items += _items(section)
        else:
            grids.append(section)
    return items, grids


def _items(section: str) -> list[Item]:
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
        if match[1] and match[1] not in _SIMPLE:
            what = "not read" if match[1] in _KNOWN else "not known"
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
