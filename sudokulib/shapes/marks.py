"""Marks: the parts of a shape's drawing, for any output, and how fillings of layers are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Hue = Literal[
    "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "black", "white"
]
"""The colour of a mark, by its usual name; a renderer chooses the tone."""


MarkStyle = Literal[
    "",
    "shade",
    "thin",
    "dashed",
    "dotted",
    "double",
    "ticked",
    "threaded",
    "broken",
    "dash-dot",
    "beaded",
    "directed",
    "disc",
    "square",
    "diamond",
    "pill",
    "sign",
    "chevron",
    "clue",
]
"""The style that distinguishes a mark from others of its form; see `Mark`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a shape's drawing, for any output: a region, path, badge, text or arrow.

    A *region* is outlined, dashed and a little inside its cells, with its text in the first corner;
    ``shade`` fills it instead. A *path* is a broad line through its cells, or ``thin``. Broad lines
    are told apart by their edges, ``dashed``, ``dotted``, ``ticked`` or ``double``, or by what runs
    along their middle: a line, ``threaded``, ``broken`` or ``dash-dot``, beads, ``beaded``, or an
    arrow, ``directed``. A *badge*
    is a circle on the place that its cells share: the middle of one, the side between two, the
    corner of more; ``disc``, ``square`` and ``diamond`` are filled in its hue, ``pill`` is an
    outline around all of the cells, ``sign`` is its text alone, ``chevron`` an angle that points to
    the first of two cells. A *text* is small, in the corner of its first cell. An *arrow* is a thin
    path with a head; as a ``clue`` it is its text, outside the picture, before the first cell, with
    a small sign above it, or else an arrow to the cell.

    Args:
        form: the drawing primitive.
        cells: the cells it covers or runs through, in order.
        text: the text to write, if any.
        look: its style within its form.
        hue: its colour.
        sign: the small sign by which a clue differs from those of other kinds.
    """

    form: Literal["region", "path", "badge", "text", "arrow"]
    cells: tuple[int, ...]
    text: str = ""
    look: MarkStyle = ""
    hue: Hue = "grey"
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Depiction:
    """How what is found in some cells is drawn on the cells below: not as symbols.

    *Lines* run through the middles of cells, or along their sides, where an edge has one of the
    values. A *shade* covers the cells with one of the values. *Borders* run between cells with
    different values; of edges, around cells that are joined by edges with one of the values.

    Args:
        look: which of these.
        cells: the cells.
        values: the integers that lines, shades or joined edges stand for.
        double: those of them whose lines are double.
        forward: those of them whose lines lead to the second of both cells.
        backward: those of them whose lines lead to the first.
    """

    look: Literal["lines", "shade", "borders"]
    cells: tuple[int, ...]
    values: tuple[int, ...] = ()
    double: tuple[int, ...] = ()
    forward: tuple[int, ...] = ()
    backward: tuple[int, ...] = ()
