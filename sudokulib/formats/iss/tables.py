"""Truth tables and patterns of the Interactive Sudoku Solver, each as base64."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import KEY, Item, cell_groups, required_arguments
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.spelling import Fields, Layout

_SWAPPED = str.maketrans("-_", "_-")
_CLASS = re.compile(r"\[[^\[\]]*\]")
_RANGE = re.compile(r"(\d)-(\d)")


def table_of(key: str, values: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of values that a truth table allows.

    >>> table_of("C", (1, 2))
    ((1, 2),)
    """
    if any(mark not in KEY for mark in key):
        raise SudokuError(f"{short(key)!r} is not a truth table; copy the whole string")
    bits = [KEY.index(mark) >> n & 1 for mark in key for n in range(6)]
    pairs = [(a, b) for a in values for b in values]
    return tuple(pair for pair, bit in zip(pairs, bits, strict=False) if bit)


def table_text(pairs: Iterable[tuple[int, int]], values: Sequence[int]) -> str:
    """Return the truth table of pairs of values: the inverse of `table_of`."""
    allowed = set(pairs)
    bits = [(a, b) in allowed for a in values for b in values]
    bits += [False] * (-len(bits) % 6)
    marks = (
        KEY[sum(bit << n for n, bit in enumerate(bits[start : start + 6]))]
        for start in range(0, len(bits), 6)
    )
    return "".join(marks).rstrip("A")


def _read_pairs(item: Item, board: SolverGrid) -> Iterator[Fields]:
    key, *names = required_arguments(item)
    pairs = table_of(key, board.values)
    for group in cell_groups(names):
        yield {"cells": board.cells(group), "pairs": pairs}


def _read_swapped_pairs(item: Item, board: SolverGrid) -> Iterator[Fields]:
    """Read an old string, in which two characters of truth tables are swapped."""
    key, *names = required_arguments(item)
    return _read_pairs(Item(item.type, (key.translate(_SWAPPED), *names)), board)


def _write_pairs(rule: Any, board: SolverGrid) -> list[str]:
    return [table_text(rule.integers(board.values), board.values), *board.names(rule.cells)]


PAIRS = Layout(("cells", "relation", "pairs"), _read_pairs, _write_pairs)
SWAPPED_PAIRS = Layout(PAIRS.fields, _read_swapped_pairs)


def _listed(match: re.Match[str]) -> str:
    """Return the digits from the first to the last."""
    return "".join(map(str, range(int(match[1]), int(match[2]) + 1)))


def _read_regex(item: Item, board: SolverGrid) -> Iterator[Fields]:
    said, *names = required_arguments(item)
    if len(board.values) > 9:
        raise SudokuError("patterns are only read for 9 values or fewer; leave .Regex out")
    try:
        padded = said.rstrip("=") + "=" * (-len(said.rstrip("=")) % 4)
        pattern = base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
        text = pattern.decode("ascii")
    except (binascii.Error, ValueError):
        raise SudokuError(f"{short(said)!r} is not a pattern in base64; copy it again") from None
    text = _CLASS.sub(lambda match: _RANGE.sub(_listed, match[0]), text)
    yield {"lines": tuple(map(board.cells, cell_groups(names))), "pattern": text}


def _write_regex(rule: Any, board: SolverGrid) -> list[str] | None:
    if len(board.values) > 9 or not rule.pattern.isascii() or len(rule.lines) > 1:
        return None
    pattern = base64.urlsafe_b64encode("".join(rule.pattern.split()).encode()).decode()
    return [pattern.rstrip("="), *board.names(rule.lines[0])]


REGEX = Layout(("lines", "pattern"), _read_regex, _write_regex)
