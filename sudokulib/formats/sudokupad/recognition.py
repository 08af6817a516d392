"""Rules of a SudokuPad puzzle, recognised from its drawings and its text together.

A drawing is read as a rule only if a sentence of the text states that rule, and no other sentence
could mean the same drawing; a sentence only if it is known as a whole and something in the puzzle
answers to it. Everything else is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

from sudokulib.formats.fpuzzles.editor_grid import EditorGrid, integer
from sudokulib.formats.grids import diagonals
from sudokulib.formats.stated_rules import StatedRule, claims
from sudokulib.formats.sudokupad.colours import names_of
from sudokulib.formats.sudokupad.drawings import DrawnPlace, Source, Stroke, spots, strokes

Entry = dict[str, Any]
"""An object of an f-puzzles file that states a rule."""


@dataclass(frozen=True)
class _Proposal:
    """The meaning of some drawings if a sentence is about them.

    Args:
        key: the key of the rule in f-puzzles.
        entry: the object under this key.
        sources: the drawings.
    """

    key: str
    entry: Entry
    sources: frozenset[Source]


@dataclass(frozen=True)
class Recognised:
    """The rules that the drawings and the text of a puzzle state together.

    Args:
        entries: the rules, as in an f-puzzles file.
        understood: the sentences that state them.
        unread: the sentences that may say more, in order.
        drawn: the drawings that these rules explain.
        cages: whether a sentence says what cages mean.
        normal: whether a sentence says that rows, columns and regions have no repeats.
    """

    entries: Mapping[str, Any]
    understood: tuple[str, ...]
    unread: tuple[str, ...]
    drawn: frozenset[Source]
    cages: bool
    normal: bool


class _Drawn:
    """The drawings of a puzzle, sorted by what they could mean."""

    def __init__(self, data: Mapping[str, Any], grid: EditorGrid, said: list[StatedRule]) -> None:
        self.grid = grid
        self.said = said
        self.keys = {one.key for one in said}
        self.spots = spots(data)
        self.lines = strokes(data, "lines")
        self.arrows = strokes(data, "arrows")
        round_ = [one for one in self.spots if one.circle and one.width >= _LEAST_CIRCLE]
        self.circles = {
            cell: spot for spot in round_ if max(spot.extent) <= 1 and (cell := self.inside(spot))
        }
        self.pills = {
            cell: (cells, spot) for spot in round_ if max(spot.extent) > 1
            for cells in [self.under(spot)] for cell in cells
        }  # fmt: skip

    def inside(self, spot: DrawnPlace) -> str:
        """Return the name of the cell of a spot; empty outside the grid or between cells."""
        at = spot.cell
        return f"R{at[0] + 1}C{at[1] + 1}" if at and self.grid.holds(at) else ""

    def under(self, spot: DrawnPlace) -> list[str]:
        """Return the names of the cells whose centres a spot covers; empty if one is outside."""
        (row, column), (height, width) = spot.place, spot.extent
        most = range(-1, self.grid.size + 1)
        cells = [
            (r, c)
            for r in most if abs(2 * r + 1 - row) < height
            for c in most if abs(2 * c + 1 - column) < width
        ]  # fmt: skip
        inside = all(map(self.grid.holds, cells))
        return [f"R{r + 1}C{c + 1}" for r, c in cells] if inside else []

    def outside(self, spot: DrawnPlace) -> str:
        """Return the name of the place beside the grid where a spot is; empty elsewhere."""
        at, most = spot.cell, self.grid.size
        if at is None or self.grid.holds(at) or not all(-1 <= n <= most for n in at):
            return ""
        return f"R{at[0] + 1}C{at[1] + 1}"

    def between(self, spot: DrawnPlace, sides: int) -> list[str]:
        """Return the names of the cells around a spot between that many cells; empty elsewhere."""
        row, column = spot.place
        rows = {(row - 1) // 2, row // 2}
        columns = {(column - 1) // 2, column // 2}
        cells = [(r, c) for r in sorted(rows) for c in sorted(columns)]
        if len(cells) != sides or not all(map(self.grid.holds, cells)):
            return []
        return [f"R{r + 1}C{c + 1}" for r, c in cells]

    def is_meant(self, key: str, colour: str) -> bool:
        """Return whether the sentences on a rule name a colour; if they name none, any is meant."""
        colours = {one.colour for one in self.said if one.key == key} - {""}
        return not colours or not colours.isdisjoint(names_of(colour))

    def path(self, stroke: Stroke) -> list[str]:
        """Return the names of the cells of a stroke; empty if it is no line through cells."""
        return self.grid.names(stroke.cells(self.grid.size))

    def bulbs(self, stroke: Stroke, path: list[str]) -> list[int]:
        """Return the ends of a line, 0 and -1, that are circles filled with its colour."""
        return [
            end for end in (0, -1)
            if path[end] in self.circles and stroke.colour in self.circles[path[end]].fills
        ]  # fmt: skip


_LEAST_CIRCLE = 0.4
"""Circles in cells are wider; those for bulbs and arrows have 0.6 to 0.85 in all loaders."""

_LARGEST_DOT = 0.5
"""Dots have a width of 0.3 to 0.45."""

_WHOLE_CELL = 0.95
"""Squares as wide as this are coloured cells, not squares in one."""


def _thermometers(drawn: _Drawn) -> Iterator[_Proposal]:
    for stroke in drawn.lines:
        path = drawn.path(stroke)
        ends = drawn.bulbs(stroke, path) if len(path) > 1 else []
        if len(ends) == 1:
            bulb = drawn.circles[path[ends[0]]]
            line = path if ends[0] == 0 else path[::-1]
            sources = bulb.sources | {stroke.source}
            yield _Proposal("thermometer", {"lines": [line]}, sources)


def _arrows(drawn: _Drawn) -> Iterator[_Proposal]:
    for stroke in drawn.arrows:
        path = drawn.path(stroke)
        if len(path) > 1 and path[0] in drawn.circles and not drawn.circles[path[0]].text:
            sources = drawn.circles[path[0]].sources | {stroke.source}
            yield _Proposal("arrow", {"lines": [path], "cells": [path[0]]}, sources)
        elif len(path) > 1 and path[0] in drawn.pills:
            cells, pill = drawn.pills[path[0]]
            if not pill.text and set(cells).isdisjoint(path[1:]):
                entry = {"lines": [path], "cells": cells}
                yield _Proposal("arrow", entry, pill.sources | {stroke.source})


def _between(drawn: _Drawn) -> Iterator[_Proposal]:
    for stroke, path in _coloured(drawn, "betweenline"):
        if len(path) > 2 and path[0] in drawn.circles and path[-1] in drawn.circles:
            ends = drawn.circles[path[0]].sources | drawn.circles[path[-1]].sources
            yield _Proposal("betweenline", {"lines": [path]}, ends | {stroke.source})


def _coloured(drawn: _Drawn, key: str) -> Iterator[tuple[Stroke, list[str]]]:
    """Yield the lines of the colours that the sentences on a rule name; all if none does."""
    for stroke in drawn.lines:
        path = drawn.path(stroke)
        if len(path) > 1 and drawn.is_meant(key, stroke.colour):
            yield stroke, path


def _lines(key: str) -> Callable[[_Drawn], Iterator[_Proposal]]:
    """Return a function that proposes lines without marks at their ends."""

    def propose(drawn: _Drawn) -> Iterator[_Proposal]:
        for stroke, path in _coloured(drawn, key):
            marked = "odd" not in drawn.keys and (
                ("thermometer" in drawn.keys and len(drawn.bulbs(stroke, path)) == 1)
                or ("betweenline" in drawn.keys and {path[0], path[-1]} <= drawn.circles.keys())
            )
            if not marked:
                yield _Proposal(key, {"lines": [path]}, frozenset({stroke.source}))

    return propose


def _whispers(drawn: _Drawn) -> Iterator[_Proposal]:
    """Propose lines with the difference of their sentence, if there is one difference only."""
    numbers = {one.number for one in drawn.said if one.key == "whispers"}
    if len(numbers) == 1:
        for one in _lines("whispers")(drawn):
            yield _Proposal(one.key, {**one.entry, "value": str(*numbers)}, one.sources)


def _dots(key: str, fills: set[frozenset[str]]) -> Callable[[_Drawn], Iterator[_Proposal]]:
    def propose(drawn: _Drawn) -> Iterator[_Proposal]:
        for spot in drawn.spots:
            cells = drawn.between(spot, 2)
            small = spot.circle and max(spot.extent) <= _LARGEST_DOT
            if cells and small and not spot.text and spot.fills in fills:
                yield _Proposal(key, {"cells": cells}, spot.sources)

    return propose


def _letters(letter: str) -> Callable[[_Drawn], Iterator[_Proposal]]:
    def propose(drawn: _Drawn) -> Iterator[_Proposal]:
        for spot in drawn.spots:
            cells = drawn.between(spot, 2)
            if cells and spot.text.upper() == letter and spot.plain:
                yield _Proposal("xv", {"cells": cells, "value": letter}, spot.sources)

    return propose


def _quadruples(drawn: _Drawn) -> Iterator[_Proposal]:
    for spot in drawn.spots:
        cells = drawn.between(spot, 4)
        marks = spot.text.split() if drawn.grid.size > _ONE_DIGIT else [*spot.text.replace(" ", "")]
        values = [integer(mark) for mark in marks]
        if cells and spot.circle and values and None not in values:
            yield _Proposal("quadruple", {"cells": cells, "values": values}, spot.sources)


_ONE_DIGIT = 9
"""Values to it have one digit each, so that no blank needs to stand between them."""


def _outside(key: str) -> Callable[[_Drawn], Iterator[_Proposal]]:
    """Return a function that proposes numbers beside the grid without an arrow."""

    def propose(drawn: _Drawn) -> Iterator[_Proposal]:
        pointing = {name for _, name, _ in _pointers(drawn)}
        for spot in drawn.spots:
            name = drawn.outside(spot)
            corner = spot.cell is not None and not any(0 <= n < drawn.grid.size for n in spot.cell)
            plain = name not in pointing and not corner and spot.plain
            if name and plain and integer(spot.text) is not None:
                yield _Proposal(key, {"cell": name, "value": spot.text}, spot.sources)

    return propose


def _pointers(drawn: _Drawn) -> Iterator[tuple[Stroke, str, str]]:
    """Yield the short arrows that point diagonally into the grid from a place beside it."""
    for stroke in drawn.arrows:
        (row, column), (last, end) = stroke.points[0], stroke.points[-1]
        down, right = last - row, end - column
        at = (floor(row), floor(column))
        beside = not drawn.grid.holds(at) and all(-1 <= n <= drawn.grid.size for n in at)
        diagonal = abs(abs(down) - abs(right)) < _NEARLY < abs(down) <= 1
        step = (1 if down > 0 else -1, 1 if right > 0 else -1)
        if beside and diagonal and drawn.grid.cells_from(at, step):
            ways = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
            yield stroke, f"R{at[0] + 1}C{at[1] + 1}", ways


_NEARLY = 0.01
"""Lengths of arrows are written with few digits."""


def _little_killers(drawn: _Drawn) -> Iterator[_Proposal]:
    clues = {name: spot for spot in drawn.spots if (name := drawn.outside(spot))}
    for stroke, name, ways in _pointers(drawn):
        spot = clues.get(name)
        if spot is not None and spot.plain and integer(spot.text) is not None:
            entry = {"cell": name, "direction": ways, "value": spot.text}
            yield _Proposal("littlekillersum", entry, spot.sources | {stroke.source})


def _marked(key: str) -> Callable[[_Drawn], Iterator[_Proposal]]:
    """Return a function that proposes circles or squares in cells, apart from bulbs and rims."""

    def propose(drawn: _Drawn) -> Iterator[_Proposal]:
        strokes = [*drawn.lines, *drawn.arrows]
        paths = [(one, path) for one in strokes if (path := drawn.path(one))]
        ends = {(path[end], one.colour) for one, path in paths for end in (0, -1)}
        for spot in drawn.spots:
            name = drawn.inside(spot)
            shaped = spot.circle if key == "odd" else spot.square and not spot.round
            filled = spot.fills and all(
                "white" not in names_of(fill) and drawn.is_meant(key, fill) for fill in spot.fills
            )
            sized = spot.width >= _LEAST_CIRCLE and max(spot.extent) < _WHOLE_CELL
            bulb = any((name, fill) in ends for fill in spot.fills)
            if name and shaped and filled and sized and not bulb and not spot.text:
                yield _Proposal(key, {"cell": name}, spot.sources)

    return propose


def _diagonals(drawn: _Drawn) -> Iterator[_Proposal]:
    """Propose both long diagonals, unless just one is drawn."""
    size = drawn.grid.size
    found: dict[str, set[Source]] = {}
    for stroke in drawn.lines:
        ends = sorted((stroke.points[0], stroke.points[-1]))
        for key, cells in zip(("diagonal-", "diagonal+"), diagonals(size), strict=True):
            corners = ((0, 0), (size, size)) if key == "diagonal-" else ((0, size), (size, 0))
            if tuple(ends) == corners or stroke.cells(size) in (cells, cells[::-1]):
                found.setdefault(key, set()).add(stroke.source)
    if len(found) != 1:
        sources = frozenset(source for listed in found.values() for source in listed)
        yield _Proposal("diagonals", {}, sources)


_WHITE, _BLACK = frozenset({"ffffff"}), frozenset({"000000"})

_PROPOSE: Mapping[str, Callable[[_Drawn], Iterator[_Proposal]]] = {
    "arrow": _arrows,
    "betweenline": _between,
    "diagonals": _diagonals,
    "difference": _dots("difference", {_WHITE, frozenset()}),
    "even": _marked("even"),
    "littlekillersum": _little_killers,
    "odd": _marked("odd"),
    "palindrome": _lines("palindrome"),
    "quadruple": _quadruples,
    "ratio": _dots("ratio", {_BLACK}),
    "regionsumline": _lines("regionsumline"),
    "renban": _lines("renban"),
    "sandwichsum": _outside("sandwichsum"),
    "skyscraper": _outside("skyscraper"),
    "thermometer": _thermometers,
    "v": _letters("V"),
    "whispers": _whispers,
    "x": _letters("X"),
    "xsum": _outside("xsum"),
}
"""For each key of a sentence that is about drawings, what they could mean."""


def recognise(data: Mapping[str, Any], text: str, grid: EditorGrid, *, cages: bool) -> Recognised:
    """Return what the drawings and the text of a puzzle say together.

    Args:
        data: the puzzle, with long keys.
        text: its rules.
        grid: its size and regions.
        cages: whether there are cages.
    """
    said = claims(text, grid.size)
    drawn = _Drawn(data, grid, said)
    kept = _unambiguous(
        one for key, propose in _PROPOSE.items() if key in drawn.keys for one in propose(drawn)
    )
    entries: dict[str, Any] = {}
    answered = {""} | {one.entry["value"].lower() for one in kept if one.key == "xv"}
    for one in kept:
        answered.add(one.key)
        if one.key != "diagonals":
            entries.setdefault(one.key, []).append(one.entry)
    if "diagonals" in answered:
        entries |= {"diagonal+": True, "diagonal-": True}
    whole = bool(grid.regions) and None not in grid.regions
    flags = {"antiking", "antiknight"}
    flags |= {"disjointgroups"} if whole else set()
    flags |= {"nonconsecutive"} if not drawn.keys & {"difference", "ratio"} else set()
    for flag in flags & drawn.keys:
        entries[flag] = True
        answered.add(flag)
    negative = []
    if {"difference", "ratio", "all dots"} <= drawn.keys:
        negative.append("ratio")
        entries["nonconsecutive"] = True  # dots lift it
        answered.add("all dots")
    if {"x", "v", "negative xv"} <= drawn.keys:
        negative.append("xv")
        answered.add("negative xv")
    if negative:
        entries["negative"] = negative
    answered |= {"lines", "regions"} if whole else {"lines"}
    answered |= {"killercage"} if cages else set()
    return Recognised(
        entries,
        tuple(one.sentence for one in said if one.key in answered),
        tuple(one.sentence for one in said if one.key not in answered),
        frozenset().union(*(one.sources for one in kept)),
        "killercage" in drawn.keys,
        bool(drawn.keys & {"regions", "lines"}),
    )


def _unambiguous(proposals: Iterable[_Proposal]) -> list[_Proposal]:
    """Return the proposals that concern no drawing that could mean another rule too."""
    listed = list(proposals)
    meanings: dict[Source, set[str]] = {}
    for one in listed:
        for source in one.sources:
            meanings.setdefault(source, set()).add(one.key)
    return [one for one in listed if all(len(meanings[s]) == 1 for s in one.sources)]
