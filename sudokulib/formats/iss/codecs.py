"""What each type of the Interactive Sudoku Solver says, as kinds of shapes."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.codecs import Made, shape_of
from sudokulib.formats.iss.board import CELL, Board, little_killer_line
from sudokulib.formats.iss.grammar import Item
from sudokulib.geometries.source import short
from sudokulib.shapes import Kind

__all__ = [
    "CODECS",
    "givens_of",
    "rules_of",
    "table_of",
    "table_text",
]

Line = tuple[int, ...]

_NUMBER = re.compile(r"-?\d{1,6}")
_KEY = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise SudokuError(f"{short(text)!r} is no number; write one")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_number(part) for part in text.split("_"))


Codec = Callable[[Item, Board], Iterable[Made]]


def _on_line(kind: str, number: str = "", default: int | None = None) -> Codec:
    """A codec of a line, perhaps after a number, which may be left out if it has a default."""

    def read(item: Item, board: Board) -> Iterator[Made]:
        args = list(item.args)
        more: dict[str, Any] = {}
        if number and args and not CELL.fullmatch(args[0]):
            more[number] = _number(args.pop(0))
        elif number and default is None:
            raise SudokuError(f".{item.type} begins with a number; write it before the cells")
        elif number:
            more[number] = default
        if args and args[-1] == "LOOP":
            more["closed"] = bool(args.pop())
        if not args:
            raise SudokuError(f".{item.type} names no cell; list those on the line")
        yield kind, {"lines": (board.cells(args),), **more}

    return read


def _on_set(kind: str, number: str = "") -> Codec:
    """A codec of a set of cells, perhaps after a number; a cage of 0 has none."""

    def read(item: Item, board: Board) -> Iterator[Made]:
        args = list(item.args)
        more = {number: _number(args.pop(0))} if number and args else {}
        if not args:
            raise SudokuError(f".{item.type} names no cell; list those of the set")
        if kind == "cage" and not more["sum"]:
            del more["sum"]
        yield kind, {"cells": board.cells(args), **more}

    return read


def _on_values(kind: str) -> Codec:
    def read(item: Item, board: Board) -> Iterator[Made]:
        values, *names = _some(item)
        yield kind, {"cells": board.cells(names), "values": _numbers(values)}

    return read


def _some(item: Item, least: int = 2) -> tuple[str, ...]:
    if len(item.args) < least:
        raise SudokuError(f".{item.type} needs {least} arguments, not {len(item.args)}; add them")
    return item.args


def _sum(item: Item, board: Board) -> Iterator[Made]:
    said, *names = _some(item)
    total, *more = said.split("_")
    comparison = more.pop(0) if more and not _NUMBER.fullmatch(more[0]) else "="
    if comparison not in {"=", "<=", ">=", "!="}:
        raise SudokuError(f"{short(comparison)!r} is no comparison; write = <= >= or !=")
    if more and len(more) != len(names):
        raise SudokuError(f"{len(more)} coefficients for {len(names)} cells; write one for each")
    yield (
        "sum",
        {
            "cells": board.cells(names),
            "total": _number(total),
            "comparison": comparison,
            "coefficients": tuple(map(_number, more)),
        },
    )


def _arrow(item: Item, board: Board) -> Iterator[Made]:
    circle, *shaft = board.cells(_some(item))
    yield "arrow", {"circle": (circle,), "lines": (tuple(shaft),)}


def _pill(item: Item, board: Board) -> Iterator[Made]:
    count, *names = _some(item, 3)
    cells, long = board.cells(names), _number(count)
    if not 1 < long < len(cells):
        raise SudokuError(f"a pill of {long} cells of {len(cells)}; write 2 or 3")
    yield "arrow", {"circle": cells[:long], "lines": (cells[long:],), "pill": True}


def _touching(kind: str, **more: Any) -> Codec:
    """A codec of each two cells in the list that share a side."""

    def read(item: Item, board: Board) -> Iterator[Made]:
        for one, other in combinations(board.cells(item.args), 2):
            if board.touch(one, other):
                pair = (other, one) if kind == "less-than" else (one, other)
                yield kind, {"cells": pair, **more}

    return read


def _quad(item: Item, board: Board) -> Iterator[Made]:
    corner, *values = _some(item)
    row, column = divmod(board.cell(corner), board.columns)
    if row + 1 == board.rows or column + 1 == board.columns:
        raise SudokuError(f"no four cells at {corner}; name the top left one")
    first = row * board.columns + column
    cells = (first, first + 1, first + board.columns, first + board.columns + 1)
    yield "contains", {"cells": cells, "values": tuple(map(_number, values))}


def _same_values(item: Item, board: Board) -> Iterator[Made]:
    count, *names = _some(item)
    cells, sets = board.cells(names), _number(count)
    if sets < 2 or len(cells) % sets:
        raise SudokuError(f"{len(cells)} cells are not {sets} equal sets; list as many for each")
    long = len(cells) // sets
    yield "same-multiset", {"groups": tuple(cells[n * long : n * long + long] for n in range(sets))}


def _equal_sum(item: Item, board: Board) -> Iterator[Made]:
    groups: list[list[str]] = [[]]
    for name in item.args:
        if name == "-":
            groups.append([])
        else:
            groups[-1].append(name)
    yield "equal-sum", {"groups": tuple(map(board.cells, groups))}


def _indexing(item: Item, board: Board) -> Iterator[Made]:
    axis, *names = _some(item)
    if axis not in {"C", "R"}:
        raise SudokuError(f"{short(axis)!r} is neither C nor R; write one")
    yield "indexer", {"cells": board.cells(names), "axis": "column" if axis == "C" else "row"}


def _diagonal(item: Item, board: Board) -> Iterator[Made]:
    if board.rows != board.columns:
        raise SudokuError("a grid that is no square has no long diagonals; drop the constraint")
    size = board.rows
    if _some(item, 1)[0] == "1":
        cells = tuple((size - 1) * place for place in range(1, size + 1))
        yield "distinct", {"cells": cells, "label": "long rising diagonal"}
    elif item.args[0] == "-1":
        cells = tuple((size + 1) * place for place in range(size))
        yield "distinct", {"cells": cells, "label": "long falling diagonal"}
    else:
        raise SudokuError(f"{short(item.args[0])!r} is neither 1 nor -1; write one")


def _outside(kind: str, clue: str) -> Codec:
    """A codec of a clue at either end of a row or column."""

    def read(item: Item, board: Board) -> Iterator[Made]:
        name, *clues = _some(item)
        cells = board.line(name)
        for line, said in zip((cells, cells[::-1]), clues, strict=False):
            if said:
                yield kind, {"cells": line, clue: _number(said)}

    return read


def _sandwich(item: Item, board: Board) -> Iterator[Made]:
    value, line = _some(item)[:2]
    yield "sandwich", {"cells": board.line(line), "sum": _number(value)}


def _little_killer(item: Item, board: Board) -> Iterator[Made]:
    value, name = _some(item)[:2]
    cells = little_killer_line(board.cell(name), board)
    if not cells:
        raise SudokuError(f"{name} is not at the edge; name the cell where the diagonal begins")
    yield "little-killer", {"cells": cells, "sum": _number(value)}


def table_of(key: str, values: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The pairs of values that a truth table allows.

    >>> table_of("C", (1, 2))
    ((1, 2),)
    """
    if any(mark not in _KEY for mark in key):
        raise SudokuError(f"{short(key)!r} is no truth table; copy the whole string")
    bits = [_KEY.index(mark) >> n & 1 for mark in key for n in range(6)]
    pairs = [(a, b) for a in values for b in values]
    return tuple(pair for pair, bit in zip(pairs, bits, strict=False) if bit)


def table_text(pairs: Iterable[tuple[int, int]], values: Sequence[int]) -> str:
    """The reverse of `table_of`."""
    allowed = set(pairs)
    bits = [(a, b) in allowed for a in values for b in values]
    bits += [False] * (-len(bits) % 6)
    marks = (
        _KEY[sum(bit << n for n, bit in enumerate(bits[start : start + 6]))]
        for start in range(0, len(bits), 6)
    )
    return "".join(marks).rstrip("A")


def _groups(names: Sequence[str]) -> list[list[str]]:
    """Names parted where one is empty, without labels."""
    groups: list[list[str]] = [[]]
    for name in names:
        if name == "":
            groups.append([])
        elif not name.startswith("_"):
            groups[-1].append(name)
    return list(filter(None, groups))


def _pair(among: str) -> Codec:
    def read(item: Item, board: Board) -> Iterator[Made]:
        key, *names = _some(item)
        pairs = table_of(key, board.values)
        for group in _groups(names):
            yield "pair", {"cells": board.cells(group), "pairs": pairs, "among": among}

    return read


def _regex(item: Item, board: Board) -> Iterator[Made]:
    said, *names = _some(item)
    if len(board.values) > 9:
        raise SudokuError("patterns are only read for 9 values or fewer; leave .Regex out")
    try:
        padded = said.rstrip("=") + "=" * (-len(said.rstrip("=")) % 4)
        pattern = base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
        text = pattern.decode("ascii")
    except (binascii.Error, ValueError):
        raise SudokuError(f"{short(said)!r} is no pattern in base64; copy it again") from None
    yield "regex", {"lines": tuple(map(board.cells, _groups(names))), "pattern": text}


def _everywhere(kind: str, **more: Any) -> Codec:
    return lambda _, __: [(kind, dict(more))]


def _windoku(item: Item, board: Board) -> Iterator[Made]:
    del item
    height, width = board.boxes or (3, 3)
    for row in range(1, board.rows - height, height + 1):
        for column in range(1, board.columns - width, width + 1):
            cells = tuple(
                (row + r) * board.columns + column + c for r in range(height) for c in range(width)
            )
            yield "distinct", {"cells": cells, "label": "window"}


def _disjoint(item: Item, board: Board) -> Iterator[Made]:
    del item
    if board.boxes is None:
        raise SudokuError("disjoint sets need boxes; drop .DisjointSets")
    height, width = board.boxes
    for place in range(height * width):
        r, c = divmod(place, width)
        rows, columns = range(r, board.rows, height), range(c, board.columns, width)
        cells = tuple(row * board.columns + column for row in rows for column in columns)
        yield "distinct", {"cells": cells, "label": f"place {place + 1} of each box"}


def rules_of(item: Item, board: Board) -> list[Kind]:
    """The rules of an item, its own ones within it included.

    Raises:
        SudokuError: something in it is wrong.
    """
    if item.type in {"Or", "And"}:
        inner = [rule for one in item.items for rule in _as_one(rules_of(one, board))]
        kind = "any-of" if item.type == "Or" else "all-of"
        return [shape_of((kind, {"shapes": tuple(inner)})).rule]
    if item.type == "":
        return [
            shape_of(("allowed", {"cells": (cell,), "values": values})).rule
            for cell, values in givens_of(item, board)
        ]
    return [shape_of(made).rule for made in CODECS[item.type](item, board)]


def _as_one(rules: list[Kind]) -> list[Kind]:
    return rules if len(rules) == 1 else [shape_of(("all-of", {"shapes": tuple(rules)})).rule]


def givens_of(item: Item, board: Board) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The cells that are given or restricted, with the values that they may hold."""
    for text in item.args:
        name, *values = text.split("_")
        found = tuple(map(_number, values))
        if wrong := [value for value in found if value not in board.values]:
            raise SudokuError(f"{name}: {wrong[0]} is no value; they are {board.values}")
        if not found:
            raise SudokuError(f"{short(name)!r} is given without a value; write such as R1C1_5")
        yield board.cell(name), found


CODECS: Mapping[str, Codec] = {
    "AllDifferent": _on_set("distinct"),
    "AntiConsecutive": _everywhere("nonconsecutive"),
    "AntiKing": _everywhere("anti", moves="king"),
    "AntiKnight": _everywhere("anti", moves="knight"),
    "AntiTaxicab": _everywhere("anti-taxicab"),
    "Arrow": _arrow,
    "Between": _on_line("between"),
    "BlackDot": _touching("ratio"),
    "Cage": _on_set("cage", "sum"),
    "ContainAtLeast": _on_values("contains"),
    "ContainExact": _on_values("exactly"),
    "CountingCircles": _on_set("counting-circles"),
    "Diagonal": _diagonal,
    "DisjointSets": _disjoint,
    "DoubleArrow": _on_line("double-arrow"),
    "Entropic": _on_line("entropic"),
    "EqualSum": _equal_sum,
    "EqualityCage": _on_set("equality-cage"),
    "FullRank": _outside("full-rank", "rank"),
    "GlobalEntropy": _everywhere("global-entropy"),
    "GlobalMod": _everywhere("global-modular"),
    "GreaterThan": _touching("less-than"),
    "HiddenSkyscraper": _outside("hidden-skyscraper", "value"),
    "Indexing": _indexing,
    "LittleKiller": _little_killer,
    "Lockout": _on_line("lockout", "d", 4),
    "Lunchbox": _on_set("lunchbox", "sum"),
    "Modular": _on_line("modular", "m", 3),
    "NumberedRoom": _outside("numbered-room", "value"),
    "Pair": _pair("neighbours"),
    "PairX": _pair("all"),
    "Palindrome": _on_line("palindrome"),
    "PillArrow": _pill,
    "Quad": _quad,
    "Regex": _regex,
    "RegionSumLine": _on_line("region-sum"),
    "Rellik": _on_set("rellik", "sum"),
    "Renban": _on_line("renban"),
    "SameValues": _same_values,
    "Sandwich": _sandwich,
    "Skyscraper": _outside("skyscraper", "count"),
    "StrictKropki": _everywhere("negative", kinds=("difference", "ratio")),
    "StrictXV": _everywhere("negative", kinds=("pair-sum",), sums=(5, 10)),
    "Sum": _sum,
    "SumLine": _on_line("sum-line", "sum"),
    "Thermo": _on_line("thermometer"),
    "V": _touching("pair-sum", sum=5),
    "Whisper": _on_line("whisper", "d", 5),
    "WhiteDot": _touching("difference"),
    "Windoku": _windoku,
    "X": _touching("pair-sum", sum=10),
    "XSum": _outside("x-sum", "sum"),
    "Zipper": _on_line("zipper"),
}
"""Constraints that are rules, by type."""
