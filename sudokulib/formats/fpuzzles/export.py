"""Puzzles as f-puzzles JSON: what the codecs read, the other way round."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sudokulib.formats.fpuzzles.codecs import FLAGS, negative, shape_of
from sudokulib.formats.fpuzzles.sheet import Line, Sheet
from sudokulib.formats.grids import regions_of, size_of
from sudokulib.formats.kept import restricted, rules
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Kind, kind_named

__all__ = ["json_text"]

Written = tuple[str, dict[str, Any]]
"""A key and one object under it."""


def json_text(puzzle: Puzzle) -> str:
    """The JSON of a puzzle, without what f-puzzles has no key for.

    Raises:
        Unwritable: it is not played on a square grid with as many symbols as rows.
    """
    size = size_of(puzzle, 99)
    regions = regions_of(puzzle)
    sheet = Sheet(size, tuple(regions))
    data: dict[str, Any] = {"size": size}
    for key, name in (("title", "title"), ("author", "author"), ("ruleset", "description")):
        if text := getattr(puzzle, name):
            data[key] = text
    data["grid"] = _grid(puzzle, sheet)
    pens = _Pens(sheet)
    base = _base(sheet)
    have = {rule.meaning for _, rule in rules(puzzle)}
    for key, flag in _flags(sheet).items():
        if flag <= have:
            data[key] = True
            base |= flag
    data |= _negative(have)
    for _, rule in rules(puzzle):
        if rule.meaning not in base and (made := pens.write(rule)):
            data.setdefault(made[0], []).append(made[1])
            base.add(rule.meaning)
    for key in ("minimum", "maximum"):
        first = next((s.rule for s in puzzle.all_shapes if s.kind == key), None)
        if first is not None:
            data[key] = [{"cell": name} for name in pens.names(first.all_cells)]
    if puzzle.answer:
        data["solution"] = [value + 1 for value in puzzle.answer]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _grid(puzzle: Puzzle, sheet: Sheet) -> list[list[dict[str, Any]]]:
    """The cells: givens, candidates of the setter, and regions where these are no boxes."""
    boxes = [sheet.box_of(divmod(cell, sheet.size)) for cell in range(sheet.size**2)]
    plain = _same_parts(boxes, sheet.regions) and sheet.box[0] > 1
    given = dict(puzzle.givens)
    cells: list[dict[str, Any]] = []
    for cell, mask in enumerate(restricted(puzzle)):
        one: dict[str, Any] = {}
        if cell in given:
            one |= {"value": given[cell] + 1, "given": True}
        elif mask != (1 << sheet.size) - 1:
            one["givenPencilMarks"] = [v + 1 for v in range(sheet.size) if mask >> v & 1]
        if not plain:
            one["region"] = sheet.regions[cell]
        cells.append(one)
    return [cells[start : start + sheet.size] for start in range(0, len(cells), sheet.size)]


def _same_parts(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len(set(one)) == len(set(other)) and None not in other


def _base(sheet: Sheet) -> set[Any]:
    """What the grid says by itself: rows, columns and regions."""
    size = sheet.size
    lines = [tuple(range(start, start + size)) for start in range(0, size * size, size)]
    regions: dict[int, list[int]] = {}
    for cell, region in enumerate(sheet.regions):
        if region is not None:
            regions.setdefault(region, []).append(cell)
    sets = [*lines, *zip(*lines, strict=True), *map(tuple, regions.values())]
    distinct = kind_named("distinct")
    return {distinct(cells).meaning for cells in sets}  # type: ignore[call-arg]


def _flags(sheet: Sheet) -> dict[str, set[Any]]:
    """The rules about the whole grid, as they are read."""
    found = {key: {shape_of(made).meaning for made in flag(sheet)} for key, flag in FLAGS.items()}
    return {key: meanings for key, meanings in found.items() if meanings}


def _negative(have: set[Any]) -> dict[str, Any]:
    said = {name: {shape_of(made).meaning for made in negative([name])} for name in ("ratio", "xv")}
    listed = [name for name, meanings in said.items() if meanings <= have]
    return {"negative": listed} if listed else {}


class _Pens:
    """Writes single rules as entries.

    Args:
        sheet: the grid.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._inward = dict(self._sights())
        self._diagonals = dict(self._slants())

    def names(self, cells: Sequence[int]) -> list[str]:
        """Cells as R1C1."""
        return [f"R{c // self._sheet.size + 1}C{c % self._sheet.size + 1}" for c in cells]

    def write(self, rule: Kind) -> Written | None:
        """The entry that says a rule; none if no key does."""
        pen = _PENS.get(rule.name)
        made = pen(self, rule) if pen else None
        return made if made and made[1] else None

    def _sights(self) -> Iterator[tuple[Line, str]]:
        size = self._sheet.size
        for place in range(1, size + 1):
            for name in (
                f"R{place}C0", f"R{place}C{size + 1}", f"R0C{place}", f"R{size + 1}C{place}"
            ):  # fmt: skip
                yield self._sheet.inward(name), name

    def _slants(self) -> Iterator[tuple[Line, tuple[str, str]]]:
        size = self._sheet.size
        edge = range(-1, size + 1)
        rim = {(r, c) for r in edge for c in edge if r in (-1, size) or c in (-1, size)}
        for r, c in sorted(rim, reverse=True):
            for ways in ("DR", "DL", "UR", "UL"):
                step = (1 if ways[0] == "D" else -1, 1 if ways[1] == "R" else -1)
                if line := self._sheet.walk((r, c), step):
                    yield line, (f"R{r + 1}C{c + 1}", ways)

    def outside(self, key: str, rule: Any, clue: int) -> Written | None:
        """A clue that looks along a row or column."""
        name = self._inward.get(rule.cells)
        return (key, {"cell": name, "value": str(clue)}) if name else None

    def slanted(self, rule: Any) -> Written | None:
        """A clue that looks along a diagonal."""
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


Pen = Callable[[_Pens, Any], Written | None]


def _lines(key: str, field: str = "") -> Pen:
    """A pen of kinds on lines; `field` is what is written as value."""

    def write(pens: _Pens, rule: Any) -> Written | None:
        line = rule.lines[0]
        if getattr(rule, "closed", False):
            line += line[:1]
        value = getattr(rule, field) if field else None
        more = {} if value is None else {"value": str(value)}
        return key, {"lines": [pens.names(line)], **more}

    return write


def _plain(pen: Pen, *fields: str) -> Pen:
    """A pen for rules in which these fields say nothing."""

    def write(pens: _Pens, rule: Any) -> Written | None:
        return None if any(getattr(rule, field) for field in fields) else pen(pens, rule)

    return write


def _arrow(pens: _Pens, rule: Any) -> Written | None:
    circle = rule.circle
    if rule.pill != (len(circle) > 1) or list(circle) != sorted(circle) or not rule.repeats:
        return None
    shaft = rule.shafts[0]
    return "arrow", {"lines": [pens.names((circle[-1], *shaft))], "cells": pens.names(circle)}


def _cage(pens: _Pens, rule: Any) -> Written | None:
    if rule.repeats or isinstance(rule.sum, tuple):
        return None
    value = {} if rule.sum is None else {"value": str(rule.sum)}
    return "killercage", {"cells": pens.names(rule.cells), **value}


def _dot(key: str) -> Pen:
    return lambda pens, rule: (key, {"cells": pens.names(rule.cells), "value": str(rule.value)})


def _xv(pens: _Pens, rule: Any) -> Written | None:
    letter = {10: "X", 5: "V"}.get(rule.sum)
    return ("xv", {"cells": pens.names(rule.cells), "value": letter}) if letter else None


def _clone(pens: _Pens, rule: Any) -> Written | None:
    if len(rule.groups) != 2:
        return None
    one, other = map(pens.names, rule.groups)
    return "clone", {"cells": one, "cloneCells": other}


_PENS: Mapping[str, Pen] = {
    "arrow": _arrow,
    "between": _lines("betweenline"),
    "cage": _cage,
    "clone": _clone,
    "contains": lambda pens, rule: (
        "quadruple",
        {"cells": pens.names(rule.cells), "values": list(rule.values)},
    ),
    "difference": _dot("difference"),
    "distinct": lambda pens, rule: ("extraregion", {"cells": pens.names(rule.cells)}),
    "double-arrow": _lines("doublearrow"),
    "entropic": _plain(_lines("entropicline"), "classes"),
    "house": lambda pens, rule: ("extraregion", {"cells": pens.names(rule.cells)}),
    "indexer": lambda pens, rule: (f"{rule.axis}indexer", {"cells": pens.names(rule.cells)}),
    "little-killer": lambda pens, rule: pens.slanted(rule),
    "lockout": _lines("lockout", "d"),
    "modular": _lines("modularline", "m"),
    "nabner": _lines("nabner"),
    "pair-sum": _xv,
    "palindrome": _lines("palindrome"),
    "ratio": _dot("ratio"),
    "region-sum": _plain(_lines("regionsumline"), "regions"),
    "renban": _lines("renban"),
    "sandwich": _plain(lambda pens, rule: pens.outside("sandwichsum", rule, rule.sum), "crusts"),
    "skyscraper": lambda pens, rule: (
        pens.outside("skyscraper", rule, rule.count) if rule.ground is None else None
    ),
    "slow-thermometer": _lines("slowthermometer"),
    "thermometer": _lines("thermometer"),
    "whisper": _lines("whispers", "d"),
    "x-sum": lambda pens, rule: pens.outside("xsum", rule, rule.sum),
    "zipper": _lines("zipperline"),
}
