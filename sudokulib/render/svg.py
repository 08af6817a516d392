"""Scenes as SVG, by the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from xml.etree import ElementTree as ET

from sudokulib.scene.items import Area, Box, Disc, Item, Polyline, Scene, Slot
from sudokulib.scene.palette import SCALE, Theme, style_sheet
from sudokulib.scene.plane import Point

_MARGIN = 0.12
"""The margin around everything, in cell sides: room for half of the thickest line."""

_BASELINE = 0.355
"""The distance of the baseline of digits below their middle, relative to their size.

Half of their height, which is 0.71 to 0.73 in common fonts without serifs.
"""


def svg_of(scene: Scene, theme: Theme | None = "auto", scale: float = 1.0) -> str:
    """Return a scene as the text of an SVG file.

    Args:
        scene: the scene.
        theme: light or dark, or as the reader's system is set; None leaves the style sheet to the
            page that it stands on.
        scale: a factor of the size in which it is shown.
    """
    origin = _origin(scene.box)
    width, height = (_number(side * SCALE) for side in size_of(scene))
    root = ET.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=_number(float(width) * scale),
        height=_number(float(height) * scale),
        role="img",
    )
    for name, text in (("title", scene.title), ("desc", scene.text)):
        if text:
            ET.SubElement(root, name).text = _clean(text)
    if theme:
        ET.SubElement(root, "style").text = _used(scene, theme)
    ET.SubElement(root, "rect", {"class": "paper", "width": width, "height": height})
    for item in scene.items:
        _write(root, item, origin)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


def size_of(scene: Scene) -> Point:
    """Return the width and height of a scene with its margin, in cell sides."""
    left, top, right, bottom = scene.box
    return right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN


def point_of(point: Point, box: Box) -> list[float]:
    """Return a point of a scene with this box, in the coordinates of its SVG."""
    left, top = _origin(box)
    return [_rounded((point[0] - left) * SCALE), _rounded((point[1] - top) * SCALE)]


def path_of(runs: Iterable[Sequence[Point]], box: Box, *, closed: bool = False) -> str:
    """Return the path through points of a scene with this box, as SVG writes it."""
    return "".join(_path(run, closed, _origin(box)) for run in runs)


def _origin(box: Box) -> Point:
    return box[0] - _MARGIN, box[1] - _MARGIN


def _write(root: ET.Element, item: Item, origin: Point) -> None:
    if isinstance(item, Polyline | Area):
        runs = item.runs if isinstance(item, Polyline) else item.rings
        closed = item.closed if isinstance(item, Polyline) else True
        path = "".join(_path(run, closed, origin) for run in runs)
        more = {} if isinstance(item, Polyline) else {"fill-rule": "evenodd"}
        ET.SubElement(root, "path", {"class": item.ink, "d": path} | more)
    elif isinstance(item, Slot):
        ET.SubElement(root, "g", id=item.name)
    elif isinstance(item, Disc):
        x, y = _at(item.at, origin)
        radius = _number(item.radius * SCALE)
        ET.SubElement(root, "circle", {"class": item.ink, "cx": x, "cy": y, "r": radius})
    else:
        x, y = _at((item.at[0], item.at[1] + _BASELINE * item.size), origin)
        size = _number(item.size * SCALE)
        anchor = "start" if item.start else "middle"
        places = {"x": x, "y": y, "font-size": size, "text-anchor": anchor}
        ET.SubElement(root, "text", {"class": item.ink} | places).text = _clean(item.text)


def _path(run: Sequence[Point], closed: bool, origin: Point) -> str:
    points = [" ".join(_at(point, origin)) for point in run]
    return "M" + "L".join(points) + ("Z" if closed else "")


def _at(point: Point, origin: Point) -> tuple[str, str]:
    return _number((point[0] - origin[0]) * SCALE), _number((point[1] - origin[1]) * SCALE)


def _number(value: float) -> str:
    return f"{_rounded(value):g}"


def _rounded(value: float) -> float:
    return round(value, 1) + 0.0  # no negative zero


def _clean(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(sign for sign in text if sign >= " " or sign in "\n\t")


def _used(scene: Scene, theme: Theme) -> str:
    """Return the styles of the inks that the scene uses."""
    drawn = (item.ink for item in scene.items if not isinstance(item, Slot))
    inks = {"paper"}.union(*map(str.split, drawn))
    lines = _lines(theme)
    return "\n" + "\n".join(
        line for line in lines if not line.startswith(".") or line[1:].split()[0] in inks
    )


# The key covers everything it reads: themes are words.
@lru_cache
def _lines(theme: Theme) -> tuple[str, ...]:
    return tuple(style_sheet(theme).splitlines())
