"""The drawings of a SudokuPad puzzle: strokes through cells, and what stands at one place.

Places are rows and columns from the top left corner of the grid; the centre of its first cell is
(0.5, 0.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

from sudokulib.formats.sudokupad.colours import normal_colour

DRAWN = ("arrows", "lines", "overlays", "underlays")
"""The keys of drawings."""

Point = tuple[float, float]
Source = tuple[str, int]
"""The key and the number of a drawing."""

_NEAR_CENTRE = 0.36
"""How far a point of a line may be from the centre of its cell.

SudokuPad itself shortens arrows by 0.31 at the rim of their circles; at 0.5 the cell would change.
"""

_NEAR_PLACE = 0.2
"""How far drawings at one place may be apart: lines of digits in one circle are moved by 0.1."""

_FARTHEST = 100
"""Points farther away than any grid is wide are mistakes."""


@dataclass(frozen=True)
class Stroke:
    """A line or an arrow.

    Args:
        source: the drawing.
        points: where it passes, in order.
        colour: its colour, as six hexadecimal digits; empty if it has none.
    """

    source: Source
    points: tuple[Point, ...]
    colour: str

    def cells(self, size: int) -> tuple[int, ...]:
        """Return the cells through whose centres it leads; empty if it leads elsewhere."""
        found: list[int] = []
        here: tuple[int, int] | None = None
        for point in self.points:
            row, column = map(floor, point)
            if not (0 <= row < size and 0 <= column < size):
                return ()
            if max(abs(point[0] - row - 0.5), abs(point[1] - column - 0.5)) > _NEAR_CENTRE:
                return ()
            down, right = (row - here[0], column - here[1]) if here else (0, 0)
            steps = max(abs(down), abs(right))
            if down and right and abs(down) != abs(right):
                return ()
            for step in range(1, steps + 1) if here else [0]:
                at = here or (row, column)
                found.append(
                    (at[0] + down // (steps or 1) * step) * size
                    + at[1] + right // (steps or 1) * step
                )  # fmt: skip
            here = (row, column)
        return tuple(found)


@dataclass(frozen=True)
class DrawnPlace:
    """All that is drawn over and under the grid at one place.

    Args:
        sources: the drawings.
        place: twice its row and column, so that cells are odd, and corners even.
        round: whether a part of it with a fill or a border is round.
        square: whether one is not.
        fills: the colours with which it is filled.
        width: the lesser side of its largest part with a fill or a border.
        extent: the height and width of that part.
        text: what is written there, line by line.
    """

    sources: frozenset[Source]
    place: tuple[int, int]
    round: bool
    square: bool
    fills: frozenset[str]
    width: float
    extent: tuple[float, float]
    text: str

    @property
    def cell(self) -> tuple[int, int] | None:
        """The row and column of its cell, perhaps outside the grid; None between cells."""
        row, column = self.place
        return (row // 2, column // 2) if row % 2 and column % 2 else None

    @property
    def circle(self) -> bool:
        """True if it is nothing but circles, perhaps with a text."""
        return self.round and not self.square

    @property
    def plain(self) -> bool:
        """True if no part of it is filled with another colour than white."""
        return self.fills <= {"ffffff"}


def _number(value: Any) -> float | None:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and abs(value) < _FARTHEST else None


def _point(value: Any) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    row, column = map(_number, value)
    return None if row is None or column is None else (row, column)


def _listed(data: Mapping[str, Any], key: str) -> Iterator[tuple[Source, Mapping[str, Any]]]:
    found = data.get(key)
    for number, one in enumerate(found if isinstance(found, list) else ()):
        if isinstance(one, dict):
            yield (key, number), one


def strokes(data: Mapping[str, Any], key: str) -> list[Stroke]:
    """Return the lines or arrows of a puzzle, without those of which a point is missing."""
    found = []
    for source, one in _listed(data, key):
        listed = one.get("wayPoints")
        points = [_point(p) for p in listed] if isinstance(listed, list) else []
        if len(points) > 1 and None not in points:
            whole = tuple(p for p in points if p is not None)
            found.append(Stroke(source, whole, normal_colour(one.get("color"))))
    return found


def spots(data: Mapping[str, Any]) -> list[DrawnPlace]:
    """Return what is drawn over and under the grid, place by place."""
    at: dict[tuple[int, int], list[tuple[Source, Point, Mapping[str, Any]]]] = {}
    for key in ("underlays", "overlays"):
        for source, one in _listed(data, key):
            centre = _point(one.get("center"))
            if centre is None:
                continue
            place = round(2 * centre[0]), round(2 * centre[1])
            if max(abs(centre[n] - place[n] / 2) for n in (0, 1)) <= _NEAR_PLACE:
                at.setdefault(place, []).append((source, centre, one))
    return [_spot(place, parts) for place, parts in at.items()]


def _spot(
    place: tuple[int, int], parts: list[tuple[Source, Point, Mapping[str, Any]]]
) -> DrawnPlace:
    solid = [
        one for _, _, one in parts
        if normal_colour(one.get("backgroundColor")) or normal_colour(one.get("borderColor"))
    ]  # fmt: skip
    extent = max((_extent(one) for one in solid), key=min, default=(0.0, 0.0))
    texts = sorted((centre, str(one["text"])) for _, centre, one in parts if _has_text(one))
    return DrawnPlace(
        frozenset(source for source, _, _ in parts),
        place,
        any(one.get("rounded") is True for one in solid),
        any(one.get("rounded") is not True for one in solid),
        frozenset(normal_colour(one.get("backgroundColor")) for one in solid) - {""},
        min(extent),
        extent,
        re.sub(r"\s+", " ", " ".join(text for _, text in texts)).strip(),
    )  # fmt: skip


def _extent(one: Mapping[str, Any]) -> tuple[float, float]:
    return _number(one.get("height")) or 0, _number(one.get("width")) or 0


def _has_text(one: Mapping[str, Any]) -> bool:
    return isinstance(one.get("text"), str | int) and not isinstance(one.get("text"), bool)
