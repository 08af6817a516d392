"""Rules of any kind as drawings of SudokuPad: the lines, areas and words of the library's pictures.

SudokuPad draws lines with any dashes, filled or not, one above the other, and words over them. Here
a circle is a short line with round ends, so that all stays in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sudokulib.formats.sudokupad.overlapping import Frame
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.scene.depictions import depictions, lowered, members
from sudokulib.scene.drawn_layers import draw_depictions, segments
from sudokulib.scene.items import Area, Disc, Item, Label, Polyline, fitted, width_of
from sudokulib.scene.legend import marks_of
from sudokulib.scene.marks import draw_marks
from sudokulib.scene.palette import SCALE, style_of
from sudokulib.scene.plane import Plane, Point, plane
from sudokulib.scene.regions import ItemsByDepth
from sudokulib.shapes import Shape
from sudokulib.shapes.composite import stated_rules

CELL_SIZE = 64
"""The pixels of a cell of SudokuPad."""

_SMALL, _LOW, _ROOM = 0.22, 0.33, 0.9
"""The size of a symbol given in a layer, how far from the middle of its cell it stands, and the
width in which it is written."""

_NEAR = 0.01
"""How far a middle may be from its place, for errors of floats."""

Drawings = dict[str, list[dict[str, Any]]]


def is_squared(frame: Frame) -> bool:
    """Return whether cells are drawn at their places: hexagons, triangles and rings are not."""
    where = plane(frame.geometry, "flat", (), len(frame.places))
    centres = ((x - 0.5, y - 0.5) for x, y in where.middles)
    places = (divmod(place, frame.side) for place in frame.places)
    return all(
        abs(x - column) + abs(y - row) < _NEAR
        for (x, y), (row, column) in zip(centres, places, strict=True)
    )


def pictured(
    puzzle: Puzzle, frame: Frame, shapes: Iterable[Shape], taken: Sequence[Mapping[str, Any]] = ()
) -> tuple[Drawings, list[str]]:
    """Return the drawings of some shapes and of what is given in layers, and texts for notes.

    Args:
        puzzle: the puzzle.
        frame: the positions of its cells, where they are drawn, see `is_squared`.
        shapes: those of its shapes that are to be drawn.
        taken: drawings that are there already; clues outside the grid do not cover their texts.
    """
    shown, known = depictions(puzzle), dict(puzzle.given_values)
    count = len(frame.places)
    where = plane(puzzle.geometry, "flat", puzzle.all_shapes, count)
    layers = ItemsByDepth()
    layers.claim([_claimed(one) for one in taken if one.get("text")])
    wanted = {Shape(rule).meaning for shape in shapes for rule in stated_rules(shape.rule)}
    marks = [some for shape, some in marks_of(puzzle) if shape.meaning in wanted]
    draw_marks(where, (lowered(puzzle, some, count) for some in marks), layers)
    draw_depictions(puzzle, where, shown, known, layers)
    drawn = {cell for one in shown for cell in one.cells if one.look != "borders" or one.values}
    layers.top += _symbols_in_layers(puzzle, where, known, drawn)
    for one in (one for one in shown if one.look == "borders" and one.values):
        joined, *_ = members(puzzle, one, known)
        runs = tuple(run for edge in joined for run in segments(puzzle, where, edge))
        layers.lines += [Polyline(runs, "shaft")] if runs else []
    found: Drawings = {}
    for item in (*layers.ground, *layers.lines, *layers.top):
        for key, drawing in _drawings(item):
            found.setdefault(key, []).append(drawing)
    return found, [f"[{number}] {text}" for text, number in layers.notes.items()]


def _claimed(drawing: Mapping[str, Any]) -> Item:
    (y, x), text = drawing["center"], str(drawing["text"])
    return Label((x, y), text, drawing.get("fontSize", CELL_SIZE / 2) / CELL_SIZE, "clue")


def _symbols_in_layers(
    puzzle: Puzzle, where: Plane, known: Mapping[int, int], drawn: Collection[int]
) -> Iterator[Item]:
    """Yield the symbols given in layers that are drawn neither as lines nor as shades.

    Where there are several such layers, each symbol stands after the name of its own.
    """
    geometry = puzzle.geometry
    places = geometry.topology.places
    open_ = {cell: " ".join(geometry.cells[cell].faces) for cell in places if cell not in drawn}
    several = len({*open_.values()}) > 1
    for cell, value in known.items():
        if cell in open_:
            symbol = geometry.alphabet.symbols[value]
            text = f"{open_[cell]} {symbol}" if several else symbol
            points = [where.middles[one] for one in places[cell].cells]
            x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
            at = (x, y + _LOW * (len(points) == 1))
            yield Label(at, text, fitted([text], _SMALL, _ROOM), "note")


def _drawings(item: Item) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(item, Polyline):
        for run in item.runs:
            yield "lines", _line([*run, run[0]] if item.closed else run, style_of(item.ink))
    elif isinstance(item, Area):
        style = style_of(item.ink)
        yield "lines", {
            "wayPoints": _way(_bridged(item.rings)), "color": "none", "fill": style["fill"],
            "fill-rule": "evenodd",
        }  # fmt: skip
    elif isinstance(item, Disc):
        style, (x, y) = style_of(item.ink), item.at
        edge = float(style.get("stroke-width", 0)) * CELL_SIZE / SCALE
        wide = 2 * item.radius * CELL_SIZE
        for colour, width in ((style.get("stroke"), wide + edge), (style["fill"], wide - edge)):
            if colour not in (None, "none"):
                yield "lines", _dot((x, y), colour, width)
    elif isinstance(item, Label):
        x, y = item.at
        x += item.start * width_of(item.text) * item.size / 2
        yield "overlays", {
            "center": [round(y, 3), round(x, 3)], "width": 0.1, "height": 0.1, "text": item.text,
            "fontSize": round(item.size * CELL_SIZE), "color": style_of(item.ink)["fill"],
        }  # fmt: skip


def _line(points: Sequence[Point], style: Mapping[str, str]) -> dict[str, Any]:
    scaled = {
        "stroke-dasharray": " ".join(
            f"{float(part) * CELL_SIZE / SCALE:g}"
            for part in style.get("stroke-dasharray", "").split()
        ),
        "stroke-linecap": style.get("stroke-linecap", ""),
        "opacity": style.get("stroke-opacity", ""),
    }
    return {
        "wayPoints": _way(points),
        "color": style["stroke"],
        "thickness": round(float(style["stroke-width"]) * CELL_SIZE / SCALE, 1),
        **{key: text for key, text in scaled.items() if text},
    }


def _dot(at: Point, colour: str, width: float) -> dict[str, Any]:
    x, y = at
    return {"wayPoints": _way([(x, y), (x, y + 0.001)]), "color": colour, "thickness": round(width)}


def _way(points: Iterable[Point]) -> list[list[float]]:
    return [[round(y, 3), round(x, 3)] for x, y in points]


def _bridged(rings: Sequence[Sequence[Point]]) -> list[Point]:
    """Return rings as one, by ways there and back again between them."""
    return list(chain.from_iterable([*ring, ring[0], rings[0][0]] for ring in rings))
