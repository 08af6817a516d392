"""Puzzles as f-puzzles JSON: the reverse of the codecs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sudokulib.formats.fpuzzles.codecs import FLAGS, negative, shape_of
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid, Line
from sudokulib.formats.grids import regions_of, size_of
from sudokulib.formats.round_trip import restricted, rules
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Kind, kind_named

__all__ = ["json_text"]

KeyedEntry = tuple[str, dict[str, Any]]
"""A key and one object under it."""


def json_text(puzzle: Puzzle) -> str:
    """Return the JSON of a puzzle, without what f-puzzles has no key for.

    Raises:
        Unwritable: it is not played on a square grid with as many symbols as rows.
    """
    size = size_of(puzzle, 99)
    regions = regions_of(puzzle)
    editor_grid = EditorGrid(size, tuple(regions))
    data: dict[str, Any] = {"size": size}
    for key, name in (("title", "title"), ("author", "author"), ("ruleset", "description")):
        if text := getattr(puzzle, name):
            data[key] = text
    data["grid"] = _grid(puzzle, editor_grid)
    encoder = _RuleEncoder(editor_grid)
    base = _base(editor_grid)
    have = {rule.meaning for _, rule in rules(puzzle)}
    for key, flag in _flags(editor_grid).items():
        if flag <= have:
            data[key] = True
            base |= flag
    data |= _negative(have)
    for _, rule in rules(puzzle):
        if rule.meaning not in base and (made := encoder.write(rule)):
            data.setdefault(made[0], []).append(made[1])
            base.add(rule.meaning)
    for key in ("minimum", "maximum"):
        first = next((s.rule for s in puzzle.all_shapes if s.kind == key), None)
        if first is not None:
            data[key] = [{"cell": name} for name in encoder.names(first.all_cells)]
    if puzzle.answer:
        data["solution"] = [value + 1 for value in puzzle.answer]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _grid(puzzle: Puzzle, editor_grid: EditorGrid) -> list[list[dict[str, Any]]]:
    """Return the cells: givens, candidates of the setter, and regions where these are no boxes."""
    boxes = [
        editor_grid.box_of(divmod(cell, editor_grid.size)) for cell in range(editor_grid.size**2)
    ]
    plain = _same_parts(boxes, editor_grid.regions) and editor_grid.box[0] > 1
    given = dict(puzzle.given_values)
    cells: list[dict[str, Any]] = []
    for cell, mask in enumerate(restricted(puzzle)):
        one: dict[str, Any] = {}
        if cell in given:
            one |= {"value": given[cell] + 1, "given": True}
        elif mask != (1 << editor_grid.size) - 1:
            one["givenPencilMarks"] = [v + 1 for v in range(editor_grid.size) if mask >> v & 1]
        if not plain:
            one["region"] = editor_grid.regions[cell]
        cells.append(one)
    return [
        cells[start : start + editor_grid.size] for start in range(0, len(cells), editor_grid.size)
    ]


def _same_parts(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len(set(one)) == len(set(other)) and None not in other


def _base(editor_grid: EditorGrid) -> set[Any]:
    """Return the rules that the grid itself states: rows, columns and regions."""
    size = editor_grid.size
    lines = [tuple(range(start, start + size)) for start in range(0, size * size, size)]
    regions: dict[int, list[int]] = {}
    for cell, region in enumerate(editor_grid.regions):
        if region is not None:
            regions.setdefault(region, []).append(cell)
    sets = [*lines, *zip(*lines, strict=True), *map(tuple, regions.values())]
    distinct = kind_named("distinct")
    return {distinct(cells).meaning for cells in sets}  # type: ignore[call-arg]


def _flags(editor_grid: EditorGrid) -> dict[str, set[Any]]:
    """Return the rules about the whole grid, as they are read."""
    found = {
        key: {shape_of(made).meaning for made in flag(editor_grid)} for key, flag in FLAGS.items()
    }
    return {key: meanings for key, meanings in found.items() if meanings}


def _negative(have: set[Any]) -> dict[str, Any]:
    said = {name: {shape_of(made).meaning for made in negative([name])} for name in ("ratio", "xv")}
    listed = [name for name, meanings in said.items() if meanings <= have]
    return {"negative": listed} if listed else {}


class _RuleEncoder:
    """Writes single rules as entries.

    Args:
        editor_grid: the grid.
    """

    def __init__(self, editor_grid: EditorGrid) -> None:
        self._editor_grid = editor_grid
        self._inward = dict(self._sights())
        self._diagonals = dict(self._slants())

    def names(self, cells: Sequence[int]) -> list[str]:
        """Return the names of cells, as R1C1."""
        return [
            f"R{c // self._editor_grid.size + 1}C{c % self._editor_grid.size + 1}" for c in cells
        ]

    def write(self, rule: Kind) -> KeyedEntry | None:
        """Return the entry that states a rule; None if no key does."""
        encode = _ENCODERS.get(rule.name)
        made = encode(self, rule) if encode else None
        return made if made and made[1] else None

    def _sights(self) -> Iterator[tuple[Line, str]]:
        size = self._editor_grid.size
        for place in range(1, size + 1):
            for name in (
                f"R{place}C0", f"R{place}C{size + 1}", f"R0C{place}", f"R{size + 1}C{place}"
            ):  # fmt: skip
                yield self._editor_grid.inward(name), name

    def _slants(self) -> Iterator[tuple[Line, tuple[str, str]]]:
        size = self._editor_grid.size
        edge = range(-1, size + 1)
        rim = {(r, c) for r in edge for c in edge if r in (-1, size) or c in (-1, size)}
        for r, c in sorted(rim, reverse=True):
            for ways in ("DR", "DL", "UR", "UL"):
                step = (1 if ways[0] == "D" else -1, 1 if ways[1] == "R" else -1)
                if line := self._editor_grid.cells_from((r, c), step):
                    yield line, (f"R{r + 1}C{c + 1}", ways)

    def outside(self, key: str, rule: Any, clue: int) -> KeyedEntry | None:
        """Return the entry of a clue that looks along a row or column."""
        name = self._inward.get(rule.cells)
        return (key, {"cell": name, "value": str(clue)}) if name else None

    def slanted(self, rule: Any) -> KeyedEntry | None:
        """Return the entry of a clue that looks along a diagonal."""
        for cells in (rule.cells, rule.cells[::-1]):
            if found := self._diagonals.get(cells):
                name, ways = found
                return "littlekillersum", {
                    "cell": name,
                    "cells": self.names(cells),
                    "direction": ways,
                    "value": str(rule.sum),
                }
        return None


Encoder = Callable[[_RuleEncoder, Any], KeyedEntry | None]


def _lines(key: str, field: str = "") -> Encoder:
    """Return an encoder of kinds on lines; `field` is what is written as value."""

    def write(encoder: _RuleEncoder, rule: Any) -> KeyedEntry | None:
        line = rule.lines[0]
        if getattr(rule, "closed", False):
            line += line[:1]
        value = getattr(rule, field) if field else None
        more = {} if value is None else {"value": str(value)}
        return key, {"lines": [encoder.names(line)], **more}

    return write


def _plain(encode: Encoder, *fields: str) -> Encoder:
    """Return an encoder for rules in which these fields are unset."""

    def write(encoder: _RuleEncoder, rule: Any) -> KeyedEntry | None:
        return None if any(getattr(rule, field) for field in fields) else encode(encoder, rule)

    return write


def _arrow(encoder: _RuleEncoder, rule: Any) -> KeyedEntry | None:
    circle = rule.circle
    if rule.pill != (len(circle) > 1) or list(circle) != sorted(circle) or not rule.repeats:
        return None
    shaft = rule.shafts[0]
    return "arrow", {"lines": [encoder.names((circle[-1], *shaft))], "cells": encoder.names(circle)}


def _cage(encoder: _RuleEncoder, rule: Any) -> KeyedEntry | None:
    if rule.repeats or isinstance(rule.sum, tuple):
        return None
    value = {} if rule.sum is None else {"value": str(rule.sum)}
    return "killercage", {"cells": encoder.names(rule.cells), **value}


def _dot(key: str) -> Encoder:
    return lambda encoder, rule: (
        key,
        {"cells": encoder.names(rule.cells), "value": str(rule.value)},
    )


def _xv(encoder: _RuleEncoder, rule: Any) -> KeyedEntry | None:
    letter = {10: "X", 5: "V"}.get(rule.sum)
    return ("xv", {"cells": encoder.names(rule.cells), "value": letter}) if letter else None


def _clone(encoder: _RuleEncoder, rule: Any) -> KeyedEntry | None:
    if len(rule.groups) != 2:
        return None
    one, other = map(encoder.names, rule.groups)
    return "clone", {"cells": one, "cloneCells": other}


_ENCODERS: Mapping[str, Encoder] = {
    "arrow": _arrow,
    "between": _lines("betweenline"),
    "cage": _cage,
    "clone": _clone,
    "contains": lambda encoder, rule: (
        "quadruple",
        {"cells": encoder.names(rule.cells), "values": list(rule.values)},
    ),
    "difference": _dot("difference"),
    "distinct": lambda encoder, rule: ("extraregion", {"cells": encoder.names(rule.cells)}),
    "double-arrow": _lines("doublearrow"),
    "entropic": _plain(_lines("entropicline"), "classes"),
    "house": lambda encoder, rule: ("extraregion", {"cells": encoder.names(rule.cells)}),
    "indexer": lambda encoder, rule: (f"{rule.axis}indexer", {"cells": encoder.names(rule.cells)}),
    "little-killer": lambda encoder, rule: encoder.slanted(rule),
    "lockout": _lines("lockout", "d"),
    "modular": _lines("modularline", "m"),
    "nabner": _lines("nabner"),
    "pair-sum": _xv,
    "palindrome": _lines("palindrome"),
    "ratio": _dot("ratio"),
    "region-sum": _plain(_lines("regionsumline"), "regions"),
    "renban": _lines("renban"),
    "sandwich": _plain(
        lambda encoder, rule: encoder.outside("sandwichsum", rule, rule.sum), "crusts"
    ),
    "skyscraper": lambda encoder, rule: (
        encoder.outside("skyscraper", rule, rule.count) if rule.ground is None else None
    ),
    "slow-thermometer": _lines("slowthermometer"),
    "thermometer": _lines("thermometer"),
    "whisper": _lines("whispers", "d"),
    "x-sum": lambda encoder, rule: encoder.outside("xsum", rule, rule.sum),
    "zipper": _lines("zipperline"),
}
