"""The items of a drawing: lines, areas, discs and words, each with a meaning instead of a colour.

A `Scene` is plain data in cell sides, y pointing down. `sudokulib.render.svg` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, east_asian_width

import regex

from sudokulib.scene.plane import Point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Polyline:
    """Lines through points.

    Args:
        runs: the lines, each with its points.
        ink: their meaning.
        closed: whether each comes back to its first point.
    """

    runs: tuple[tuple[Point, ...], ...]
    ink: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """Filled polygons; where they overlap, or one is a hole of another, they are empty.

    Args:
        rings: their corners.
        ink: their meaning.
    """

    rings: tuple[tuple[Point, ...], ...]
    ink: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled or not.

    Args:
        at: its middle.
        radius: its size.
        ink: its meaning.
    """

    at: Point
    radius: float
    ink: str


@dataclass(frozen=True, slots=True)
class Label:
    """A piece of text around a point.

    Args:
        at: its middle; for ``start`` the middle of its left end.
        text: the text.
        size: the size of the letters.
        ink: its meaning.
        start: whether it begins at the point.
    """

    at: Point
    text: str
    size: float
    ink: str
    start: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A place among the items where a page inserts its own elements.

    Args:
        name: its name there.
    """

    name: str


Item = Polyline | Area | Disc | Label | Slot


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished drawing.

    Args:
        items: the items, the first at the bottom.
        box: the bounding box.
        title: its title.
        text: a description, for those who cannot see it.
    """

    items: tuple[Item, ...]
    box: Box
    title: str = ""
    text: str = ""


def circled(at: Point, radius: float, ink: str, look: str) -> Item:
    """Return a disc, or a square or diamond of about its size."""
    x, y = at
    r = radius
    if look == "square":
        r *= 0.92
        return Area((((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)),), ink)
    if look == "diamond":
        r *= 1.2
        return Area((((x, y - r), (x + r, y), (x, y + r), (x - r, y)),), ink)
    return Disc(at, radius, ink)


# The key covers everything it reads: a text.
@lru_cache(4096)
def width_of(text: str) -> float:
    """Return the approximate width of a text at size 1; combined characters count as one sign.

    >>> width_of("8"), width_of("数"), width_of("🇩🇪"), width_of("♥K")
    (0.65, 1.0, 1.25, 1.55)
    """
    if text.isascii():
        return 0.65 * len(text)
    return sum(map(_width, regex.findall(r"\X", text)))


def _width(sign: str) -> float:
    """Return the width of one sign: pictures are wider than letters."""
    if category(sign[0]) == "So":
        return 1.25 if east_asian_width(sign[0]) in "WF" or len(sign) > 1 else 0.9
    return 1.0 if east_asian_width(sign[0]) in "WF" else 0.65


def fitted(texts: Iterable[str], size: float, room: float) -> float:
    """Return the size at which the widest of some texts fits into a width, at most `size`."""
    widest = max(map(width_of, texts), default=0.0)
    return min(size, room / widest) if widest else size


def bounding_box(items: Iterable[Item], known: Box | None = None) -> Box:
    """Return the box around all items, and a known box."""
    xs, ys = (list(known[i::2]) if known else [] for i in (0, 1))
    for item in items:
        for x, y in _extremes(item):
            xs.append(x)
            ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def _extremes(item: Item) -> Iterator[Point]:
    """Yield the extreme points of an item."""
    if isinstance(item, Polyline | Area):
        for run in item.runs if isinstance(item, Polyline) else item.rings:
            yield from run
    elif isinstance(item, Disc):
        (x, y), r = item.at, item.radius
        yield from ((x - r, y - r), (x + r, y + r))
    elif isinstance(item, Label):
        (x, y), wide, high = item.at, width_of(item.text) * item.size, item.size / 2
        left = x if item.start else x - wide / 2
        yield from ((left, y - high), (left + wide, y + high))


def wrapped(words: Sequence[str], room: float, between: str = " ") -> Iterator[str]:
    """Yield lines of words at size 1, as wide as there is room; a longer word has its own line.

    >>> list(wrapped("no two cells are equal".split(), 8))
    ['no two cells', 'are equal']
    """
    line = ""
    for word in words:
        longer = f"{line}{between}{word}" if line else word
        if line and width_of(longer) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line
