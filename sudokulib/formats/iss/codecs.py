"""The codec for each type of the Interactive Sudoku Solver: its items as kinds of shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.codecs import ShapeSpec, shape_of
from sudokulib.formats.iss.board import CELL, Board
from sudokulib.formats.iss.grammar import Item, needed, number_of, numbers_of
from sudokulib.formats.iss.grid_codecs import GRID_CODECS
from sudokulib.formats.iss.tables import TABLES
from sudokulib.shapes import Kind

__all__ = ["CODECS", "givens_of", "rules_of"]

Codec = Callable[[Item, Board], Iterable[ShapeSpec]]


def _on_line(kind: str, number: str = "", default: int | None = None) -> Codec:
    """Return a codec of a line after an optional number, which is required if it has no default."""

    def read(item: Item, board: Board) -> Iterator[ShapeSpec]:
        args = list(item.args)
        more: dict[str, Any] = {}
        if number and args and not CELL.fullmatch(args[0]):
            more[number] = number_of(args.pop(0))
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
    """Return a codec of a set of cells after an optional number; a cage of 0 has none."""

    def read(item: Item, board: Board) -> Iterator[ShapeSpec]:
        args = list(item.args)
        more = {number: number_of(args.pop(0))} if number and args else {}
        if not args:
            raise SudokuError(f".{item.type} names no cell; list those of the set")
        if kind == "cage" and not more["sum"]:
            del more["sum"]
        yield kind, {"cells": board.cells(args), **more}

    return read


def _on_values(kind: str) -> Codec:
    def read(item: Item, board: Board) -> Iterator[ShapeSpec]:
        values, *names = needed(item)
        yield kind, {"cells": board.cells(names), "values": numbers_of(values)}

    return read


def _sum(item: Item, board: Board) -> Iterator[ShapeSpec]:
    said, *names = needed(item)
    total, *more = said.split("_")
    if more and more.pop(0) != "=":
        raise SudokuError(f"{short(said)!r} is no sum; write such as 5, or 5_=_1_-2")
    if more and len(more) != len(names):
        raise SudokuError(f"{len(more)} coefficients for {len(names)} cells; write one for each")
    yield (
        "sum",
        {
            "cells": board.cells(names),
            "total": number_of(total),
            "coefficients": tuple(map(number_of, more)),
        },
    )


def _arrow(item: Item, board: Board) -> Iterator[ShapeSpec]:
    circle, *shaft = board.cells(needed(item))
    yield "arrow", {"circle": (circle,), "lines": (tuple(shaft),)}


def _pill(item: Item, board: Board) -> Iterator[ShapeSpec]:
    count, *names = needed(item, 3)
    cells, long = board.cells(names), number_of(count)
    if not 1 < long < len(cells):
        raise SudokuError(f"a pill of {long} cells of {len(cells)}; write 2 or 3")
    yield "arrow", {"circle": tuple(sorted(cells[:long])), "lines": (cells[long:],), "pill": True}


def _touching(kind: str, **more: Any) -> Codec:
    """Return a codec of each pair of cells in the list that share a side."""

    def read(item: Item, board: Board) -> Iterator[ShapeSpec]:
        for one, other in combinations(board.cells(item.args), 2):
            if board.touch(one, other):
                pair = (other, one) if kind == "less-than" else (one, other)
                yield kind, {"cells": pair, **more}

    return read


def _entropic(item: Item, board: Board) -> Iterator[ShapeSpec]:
    if board.values != tuple(range(1, 10)):
        raise SudokuError(f".{item.type} is only for the values 1 to 9; drop it")
    yield from _on_line("entropic")(item, board)


def _look_and_say(item: Item, board: Board) -> Iterator[ShapeSpec]:
    """Read a clue in pairs: how often, and then which value.

    A value counted 0 times must be absent, which is a stronger claim than not being mentioned.
    """
    said, *names = needed(item)
    if len(said) % 2 or not said.isascii() or not said.isdigit():
        raise SudokuError(f"{short(said)!r} is not said in pairs; write such as 1324")
    counts: dict[int, int] = {}
    for times, value in zip(map(int, said[::2]), map(int, said[1::2]), strict=True):
        if counts.get(value) or (times and value in counts):
            raise SudokuError(f"{short(said)!r} counts {value} twice; say each value once")
        counts[value] = times
    values = tuple(value for value, times in counts.items() for _ in range(times))
    absent = tuple(v for v, times in counts.items() if not times and v in board.values)
    if values or absent:
        yield "exactly", {"cells": board.cells(names), "values": values, "absent": absent}


def _count_distinct(item: Item, board: Board) -> Iterator[ShapeSpec]:
    control, *cells = board.cells(needed(item))
    yield "count-distinct", {"cells": tuple(cells), "control": control}


def _quad(item: Item, board: Board) -> Iterator[ShapeSpec]:
    corner, *values = needed(item)
    row, column = divmod(board.cell(corner), board.columns)
    if row + 1 == board.rows or column + 1 == board.columns:
        raise SudokuError(f"no four cells at {corner}; name the top left one")
    first = row * board.columns + column
    cells = (first, first + 1, first + board.columns, first + board.columns + 1)
    yield "contains", {"cells": cells, "values": tuple(map(number_of, values))}


def _same_values(item: Item, board: Board) -> Iterator[ShapeSpec]:
    count, *names = needed(item)
    cells, sets = board.cells(names), number_of(count)
    if sets < 2 or len(cells) % sets:
        raise SudokuError(f"{len(cells)} cells are not {sets} equal sets; list as many for each")
    long = len(cells) // sets
    yield "same-multiset", {"groups": tuple(cells[n * long : n * long + long] for n in range(sets))}


def _equal_sum(item: Item, board: Board) -> Iterator[ShapeSpec]:
    groups: list[list[str]] = [[]]
    for name in item.args:
        if name == "-":
            groups.append([])
        else:
            groups[-1].append(name)
    yield "equal-sum", {"groups": tuple(map(board.cells, groups))}


def _indexing(item: Item, board: Board) -> Iterator[ShapeSpec]:
    axis, *names = needed(item)
    if axis not in {"C", "R"}:
        raise SudokuError(f"{short(axis)!r} is neither C nor R; write one")
    yield "indexer", {"cells": board.cells(names), "axis": "column" if axis == "C" else "row"}


def rules_of(item: Item, board: Board) -> list[Kind]:
    """Return the rules of an item, those of the items inside it included.

    Raises:
        SudokuError: something in the item is wrong.
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
    """Yield the cells that are given or restricted, with the values that they may hold."""
    for text in item.args:
        name, *values = text.split("_")
        found = tuple(map(number_of, values))
        if wrong := [value for value in found if value not in board.values]:
            raise SudokuError(f"{name}: {wrong[0]} is no value; they are {board.values}")
        if not found:
            raise SudokuError(f"{short(name)!r} is given without a value; write such as R1C1_5")
        yield board.cell(name), found


CODECS: Mapping[str, Codec] = {
    "AllDifferent": _on_set("distinct"),
    "Arrow": _arrow,
    "Between": _on_line("between"),
    "BlackDot": _touching("ratio"),
    "Cage": _on_set("cage", "sum"),
    "ContainAtLeast": _on_values("contains"),
    "ContainExact": _on_values("exactly"),
    "CountDistinct": _count_distinct,
    "CountingCircles": _on_set("counting-circles"),
    "DoubleArrow": _on_line("double-arrow"),
    "Entropic": _entropic,
    "EqualSum": _equal_sum,
    "EqualityCage": _on_set("equality-cage"),
    "GreaterThan": _touching("less-than"),
    "Indexing": _indexing,
    "Lockout": _on_line("lockout", "d"),
    "LookAndSay": _look_and_say,
    "Lunchbox": _on_set("lunchbox", "sum"),
    "Modular": _on_line("modular", "m"),
    "Palindrome": _on_line("palindrome"),
    "PillArrow": _pill,
    "Priority": lambda _, __: (),
    "Quad": _quad,
    "RegionSumLine": _on_line("region-sum"),
    "RellikCage": _on_set("rellik", "sum"),
    "Renban": _on_line("renban"),
    "SameValues": _same_values,
    "Sum": _sum,
    "SumLine": _on_line("sum-line", "sum"),
    "Thermo": _on_line("thermometer"),
    "V": _touching("pair-sum", sum=5),
    "Whisper": _on_line("whisper", "d", 5),
    "WhiteDot": _touching("difference"),
    "X": _touching("pair-sum", sum=10),
    "Zipper": _on_line("zipper"),
    **GRID_CODECS,
    **TABLES,
}
"""Constraints that are rules, by type."""
