"""The grammar of strings of the Interactive Sudoku Solver: sections, items and arguments.

A text consists of sections separated by blank lines. A section is either a grid, one character per
cell, or items: a dot, the name of a type (none for givens), and arguments after tildes. `.Or`,
`.And` and `.Replicate` extend to their `.End`. Lines that begin with # are comments; white space is
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from sudokulib.basics.caching import Memo
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError

DIGITS = "0123456789abcdefg"
"""The digits of coordinates."""

KEY = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The digits of base64, each six bits."""

_UNREAD = frozenset({
    "ChaosArrow", "ChaosConstruction", "ChaosCount", "ChaosMultiArrow", "ConnectedValues",
})  # fmt: skip
"""Types that are known but not read."""

_COMPOSITES = frozenset({"And", "Or", "Replicate"})
"""Types that have items inside, up to their `.End`."""

NUMBER = re.compile(r"-?\d{1,6}")
"""A number among the arguments."""

_ITEM = re.compile(r"\.([A-Za-z]*)((?:~[^.~]*)*)")
_BEGIN = re.compile(r"\.*(?:~[RVrvCDcd]|\.[A-Z][A-Za-z]*(?:~|\.|$))")
"""The start of a section of items; a grid may also begin with a dot."""
_FIRST = re.compile(r"\.+([A-Za-z]*)(~[RVrv]?|\.|$)")

_DEEPEST = 20
"""The deepest nesting of constraints, a bound against hostile strings: they are read recursively,
which exceeds Python's stack at a depth of 491."""


LONGEST_KEPT = 4000
"""Characters of an item up to which what was read of it is kept for the next text.

A bound on memory; the longest item of iss-half.jsonl has 3,755.
"""


class Item(NamedTuple):
    """One constraint.

    Args:
        type: its name; empty for givens.
        args: the texts after the tildes.
        items: for `Or`, `And` and `Replicate` the items inside.
    """

    type: str
    args: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def length(self) -> int:
        """The characters of its arguments and of those of the items inside it."""
        return sum(map(len, self.args)) + sum([inner.length for inner in self.items])

    def __str__(self) -> str:
        inner = "".join(map(str, self.items))
        return "~".join((f".{self.type}", *self.args)) + (f"{inner}.End" if inner else "")


def iss_cell_name(row: int, column: int) -> str:
    """Return the name of a cell in strings, given its row and column from 0.

    >>> iss_cell_name(0, 9)
    'R1Ca'
    """
    return f"R{DIGITS[row + 1]}C{DIGITS[column + 1]}"


def cell_groups(names: Sequence[str]) -> list[list[str]]:
    """Return names in groups, which end at an empty name or a label.

    >>> cell_groups(["_a", "R1C1", "R1C2", "", "R2C1", "_b", "R3C1"])
    [['R1C1', 'R1C2'], ['R2C1'], ['R3C1']]
    """
    groups: list[list[str]] = [[]]
    for name in names:
        if not name or name[0] == "_":
            groups.append([])
        else:
            groups[-1].append(name)
    return list(filter(None, groups))


# Safe to cache, as it reads nothing else. So below.
@lru_cache(maxsize=1024)
def number_of(text: str) -> int:
    """Return an argument as a number.

    Raises:
        SudokuError: the argument is not a number.
    """
    if not NUMBER.fullmatch(text):
        raise SudokuError(f"{short(text)!r} is not a number; write one")
    return int(text)


@lru_cache(maxsize=1024)
def numbers_of(text: str) -> tuple[int, ...]:
    """Return the numbers of an argument, separated by underscores.

    >>> numbers_of("1_1_2")
    (1, 1, 2)
    """
    return tuple(number_of(part) for part in text.split("_"))


def required_arguments(item: Item, least: int = 2) -> tuple[str, ...]:
    """Return the arguments of an item.

    Raises:
        SudokuError: there are fewer than needed.
    """
    if len(item.args) < least:
        raise SudokuError(f".{item.type} needs {least} arguments, not {len(item.args)}; add them")
    return item.args


def _sections(text: str) -> list[str]:
    lines = ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]
    blocks = re.split(r"\n\s*\n", "\n".join(lines)) if len(lines) > 1 else lines
    return [block for block in blocks if block.strip()]


_AT_ENDS = frozenset({"FullRank", "HiddenSkyscraper", "NumberedRoom", "Skyscraper", "XSum"})
"""Types of clues at the ends of a line, whose first argument names the line."""
_AT_PLACE = {"LittleKiller": 1, "Quad": 0, "Sandwich": 1}
"""Types of clues at a place, with the position of the argument that names the place."""
_PLACES = {**dict.fromkeys(_AT_ENDS, 0), **_AT_PLACE}


def without_replaced(items: Sequence[Item]) -> list[Item]:
    """Return items without clues that are replaced by later ones at the same place.

    >>> [str(one) for one in without_replaced([
    ...     Item("XSum", ("R1", "3", "9")), Item("XSum", ("R1", "", "8"))])]
    ['.XSum~R1~3~', '.XSum~R1~~8']
    """
    places = [(item.type, item.args[at]) for item in items
              if (at := _PLACES.get(item.type)) is not None and len(item.args) > at]  # fmt: skip
    if len(set(places)) == len(places):
        return list(items)
    met: set[tuple[str, str, int]] = set()
    found = [_without_met(item, met) for item in reversed(items)]
    return [item for item in reversed(found) if item is not None]


def _without_met(item: Item, met: set[tuple[str, str, int]]) -> Item | None:
    """Return an item without clues at places in `met`, and add its places; None if none is left.

    Args:
        item: any item.
        met: types with a place and the number of the end of the line.
    """
    place = _AT_PLACE.get(item.type)
    if place is not None and len(item.args) > place:
        key = (item.type, item.args[place], 0)
        left = None if key in met else item
        met.add(key)
        return left
    if item.type not in _AT_ENDS or len(item.args) < 2:
        return item
    name, *clues = item.args
    keys = [(item.type, name, end) for end in range(len(clues))]
    kept = ["" if key in met else clue for key, clue in zip(keys, clues, strict=True)]
    met.update(key for key, clue in zip(keys, clues, strict=True) if clue)
    return Item(item.type, (name, *kept))


_SITE = re.compile(r"(?:https?://)?sigh\.github\.io/")
_QUERY = re.compile(r"[?&]q=([^&#]*)")


def _linked(text: str) -> str | None:
    """Return the string in a link; None if the text is not a link."""
    words = text.split() if _SITE.match(text.lstrip()) else []
    query = _QUERY.search(words[0]) if len(words) == 1 else None
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
        match = _FIRST.match(section)
        if match and _is_known(match[1], match[2], types):
            return True
    return len(sections) > 1 and sections[-1].startswith("=")


def _is_known(name: str, rest: str, types: Collection[str]) -> bool:
    return (name in types or name in _UNREAD) if name else rest.upper() == "~R"


def parse_text(text: str, types: frozenset[str]) -> tuple[list[Item], list[str]]:
    """Parse a text into its items and the texts of its grids.

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


# Safe to cache: what it returns is itself a cache, with keys that cover all else that is read.
@lru_cache(maxsize=4)
def _items_by_text(types: frozenset[str]) -> Memo[Item]:
    """Return the plain items of some types that were read, by their texts."""
    del types
    return Memo(2048)


def _items(section: str, types: frozenset[str]) -> list[Item]:
    found: list[Item] = []
    outer: list[tuple[str, tuple[str, ...], list[Item]]] = []
    known = _items_by_text(types)
    for text in _texts(section, known):
        if (item := known.get(text)) is not None:
            found.append(item)
            continue
        name, *args = text.split("~")
        if not name or (name in types and name not in _COMPOSITES):
            item = Item(name, tuple(args))
            found.append(item)
            if len(text) <= LONGEST_KEPT:
                known[text] = item
        elif name == "End":
            if not outer:
                raise SudokuError("an .End without .Or, .And or .Replicate; drop it")
            kind, own, before = outer.pop()
            before.append(Item(kind, own, tuple(found)))
            found = before
        elif name not in types:
            what = "not read" if name in _UNREAD else "not known"
            raise SudokuError(f"the constraint .{short(name)} is {what}; leave it out")
        else:
            outer.append((name, tuple(args), found))
            found = []
            if len(outer) >= _DEEPEST:
                raise SudokuError(
                    f"constraints are nested more than {_DEEPEST} deep; write them flatter"
                )
    if outer:
        raise SudokuError("an .Or, .And or .Replicate without its .End; add it")
    return found


def _texts(section: str, known: Memo[Item]) -> Iterable[str]:
    """Return the text of each item without its dot; item by item where a part is not an item.

    Args:
        section: the items.
        known: items by their texts.
    """
    parts = section[1:].split(".")
    names = "".join([part.partition("~")[0] for part in parts if part not in known])
    right = not names or (names.isascii() and names.isalpha())
    return parts if right and section.startswith(".") else _matched(section)


def _matched(section: str) -> Iterator[str]:
    place = 0
    while place < len(section):
        match = _ITEM.match(section, place)
        if match is None:
            raise SudokuError(
                f"{short(section[place:])!r} is not a constraint; write .Type~arguments"
            )
        place = match.end()
        yield match[0][1:]
