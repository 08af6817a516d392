"""Truth tables, patterns and automata of the Interactive Sudoku Solver, each as base64."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.board import Board
from sudokulib.formats.iss.grammar import Item, needed
from sudokulib.formats.spelling import Fields, Layout

__all__ = [
    "AUTOMATON",
    "PAIRS",
    "REGEX",
    "SWAPPED_PAIRS",
    "Transitions",
    "automaton_of",
    "table_of",
    "table_text",
]

_KEY = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SWAPPED = str.maketrans("-_", "_-")
_MOST_STATES = 2000
"""States of an automaton, at most: a bound against hostile strings."""
_CLASS = re.compile(r"\[[^\[\]]*\]")
_RANGE = re.compile(r"(\d)-(\d)")


def table_of(key: str, values: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of values that a truth table allows.

    >>> table_of("C", (1, 2))
    ((1, 2),)
    """
    if any(mark not in _KEY for mark in key):
        raise SudokuError(f"{short(key)!r} is no truth table; copy the whole string")
    bits = [_KEY.index(mark) >> n & 1 for mark in key for n in range(6)]
    pairs = [(a, b) for a in values for b in values]
    return tuple(pair for pair, bit in zip(pairs, bits, strict=False) if bit)


def table_text(pairs: Iterable[tuple[int, int]], values: Sequence[int]) -> str:
    """Return the truth table of pairs of values: the reverse of `table_of`."""
    allowed = set(pairs)
    bits = [(a, b) in allowed for a in values for b in values]
    bits += [False] * (-len(bits) % 6)
    marks = (
        _KEY[sum(bit << n for n, bit in enumerate(bits[start : start + 6]))]
        for start in range(0, len(bits), 6)
    )
    return "".join(marks).rstrip("A")


def _groups(names: Sequence[str]) -> list[list[str]]:
    """Split names where one is empty, and drop labels."""
    groups: list[list[str]] = [[]]
    for name in names:
        if name == "":
            groups.append([])
        elif not name.startswith("_"):
            groups[-1].append(name)
    return list(filter(None, groups))


def _read_pairs(item: Item, board: Board) -> Iterator[Fields]:
    key, *names = needed(item)
    pairs = table_of(key, board.values)
    for group in _groups(names):
        yield {"cells": board.cells(group), "pairs": pairs}


def _read_swapped_pairs(item: Item, board: Board) -> Iterator[Fields]:
    """Read an old string, in which two characters of truth tables are swapped."""
    key, *names = needed(item)
    return _read_pairs(Item(item.type, (key.translate(_SWAPPED), *names)), board)


def _write_pairs(rule: Any, board: Board) -> list[str]:
    return [table_text(rule.integers(board.values), board.values), *board.names(rule.cells)]


PAIRS = Layout(("cells", "relation", "pairs"), _read_pairs, _write_pairs)
SWAPPED_PAIRS = Layout(PAIRS.fields, _read_swapped_pairs)


def _listed(match: re.Match[str]) -> str:
    """Return the digits from the first to the last."""
    return "".join(map(str, range(int(match[1]), int(match[2]) + 1)))


def _read_regex(item: Item, board: Board) -> Iterator[Fields]:
    said, *names = needed(item)
    if len(board.values) > 9:
        raise SudokuError("patterns are only read for 9 values or fewer; leave .Regex out")
    try:
        padded = said.rstrip("=") + "=" * (-len(said.rstrip("=")) % 4)
        pattern = base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
        text = pattern.decode("ascii")
    except (binascii.Error, ValueError):
        raise SudokuError(f"{short(said)!r} is no pattern in base64; copy it again") from None
    text = _CLASS.sub(lambda match: _RANGE.sub(_listed, match[0]), text)
    yield {"lines": tuple(map(board.cells, _groups(names))), "pattern": text}


def _write_regex(rule: Any, board: Board) -> list[str] | None:
    if len(board.values) > 9 or not rule.pattern.isascii() or len(rule.lines) > 1:
        return None
    pattern = base64.urlsafe_b64encode("".join(rule.pattern.split()).encode()).decode()
    return [pattern.rstrip("="), *board.names(rule.lines[0])]


REGEX = Layout(("lines", "pattern"), _read_regex, _write_regex)


Transitions = list[tuple[int, int, int]]
"""Transitions of an automaton: from a state, by the index of a value, to a state."""


def automaton_of(key: str, name: str = "the automaton") -> tuple[list[int], Transitions]:
    """Return the accepting states of an automaton, and its transitions; it begins in state 0.

    Its bits, highest first: 2 say how states are written, 4 how many bits a state has, 4 how many
    values there are, each less one; then how many states begin, how many others accept, and of
    those that begin which accept. States follow, those that begin first, then those that accept:
    either the number of steps with a value and a state each, or a bit for each value and a state
    for each set one.

    Raises:
        SudokuError: the text is cut off, or the automaton too large.

    >>> automaton_of("QXf1fqg")[0]
    [2]
    """
    if any(mark not in _KEY for mark in key):
        raise SudokuError(f"{name} {short(key)!r} is no base64; copy the whole string")
    bits = _BitReader("".join(f"{_KEY.index(mark):06b}" for mark in key), name)
    packed = bits.take(2) == 1
    width, values = bits.take(4) + 1, bits.take(4) + 1
    begin, others = bits.take(width), bits.take(width)
    accept = [1 + n for n in range(begin) if bits.take(1)]
    accept += [1 + begin + n for n in range(others)]
    steps: Transitions = []
    count = values if packed else bits.take(4)
    state = 0
    while count and bits.left >= count:
        state += 1
        if state > _MOST_STATES:
            raise SudokuError(f"{name} has more than {_MOST_STATES} states; leave it out")
        said = bits.take(count)
        if packed:
            read = [value for value in range(values) if said >> value & 1]
            steps += [(state, value, 1 + bits.take(width)) for value in read]
        else:
            steps += [(state, bits.take((values - 1).bit_length()), 1 + bits.take(width))
                      for _ in range(said)]  # fmt: skip
    steps += [(0, value, target) for origin, value, target in steps if 1 <= origin <= begin]
    accept += [0] * any(state <= begin for state in accept)
    reached = _reached(steps)
    return (
        sorted(reached.intersection(accept)),
        sorted(step for step in steps if step[0] in reached),
    )


def _reached(steps: Transitions) -> set[int]:
    """Return the states that can be reached from state 0, itself included."""
    after: dict[int, set[int]] = {}
    for origin, _, target in steps:
        after.setdefault(origin, set()).add(target)
    found, left = {0}, [0]
    while left:
        new = after.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


class _BitReader:
    """Reads bits from the front of a string."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._taken, self._name = text, 0, name

    @property
    def left(self) -> int:
        """The number of characters left."""
        return len(self._text) - self._taken

    def take(self, count: int) -> int:
        """Return the next bits as a number, the highest first."""
        if self.left < count:
            raise SudokuError(f"{self._name} is cut off; copy the whole string")
        self._taken += count
        return int(self._text[self._taken - count : self._taken] or "0", 2)


def _read_automaton(item: Item, board: Board) -> Iterator[Fields]:
    key, *names = needed(item)
    accept, steps = automaton_of(key)
    if any(value >= len(board.values) for _, value, _ in steps):
        raise SudokuError(f"the automaton reads more than {len(board.values)} values; fix it")
    yield {
        "lines": tuple(map(board.cells, _groups(names))),
        "start": "0",
        "accept": tuple(map(str, accept)),
        "steps": tuple((str(a), board.symbols[value], str(b)) for a, value, b in steps),
    }


AUTOMATON = Layout(("lines", "start", "accept", "steps"), _read_automaton)
