"""The step player: an explanation as one self-contained page, to be read step by step."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import is_said
from sudokulib.render.background import Background, background
from sudokulib.render.figure import MARK_BACKGROUNDS
from sudokulib.render.frames import draw_frames, draw_notes
from sudokulib.render.links import draw_links
from sudokulib.render.step_marks import inks_of
from sudokulib.render.svg import path_of, point_of, svg_of
from sudokulib.scene.drawn_layers import draw_pairs, possible_walls
from sudokulib.scene.glyphs import visible
from sudokulib.scene.items import Box, Disc, Item, Label, Polyline, Scene, Slot
from sudokulib.scene.palette import SCALE, style_sheet
from sudokulib.solving.candidates import TrueCandidates
from sudokulib.solving.explaining.hints import Depth, hint_text
from sudokulib.solving.explaining.solving_path import Explanation

__all__ = [
    "as_script",
    "asset",
    "borders_data",
    "cell_data",
    "explanation_data",
    "filled_page",
    "page",
    "page_background",
    "rules_of",
    "start_data",
    "step_data",
]

_DEPTHS: tuple[Depth, ...] = (1, 2, 3, 4)


def page(
    puzzle: Puzzle, steps: Iterable[Explanation], *, view: str = "flat", ending: str = ""
) -> str:
    """Return an explanation as an HTML page that needs nothing but a browser.

    The page shows the board before each step, and of the step as much as its reader wants: the
    place, the technique, the pattern, or all.

    Args:
        puzzle: the puzzle.
        steps: its steps, from the givens on.
        view: one of `sudokulib.scene.plane.views_of`.
        ending: how the steps end, if that cannot be seen.

    Raises:
        SudokuError: the geometry has no such view.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> page(puzzle, sudokulib.explain(puzzle)).startswith("<!doctype html>")
    True
    """
    on = page_background(puzzle, view)
    scene = on.scene([Slot("contents")], rules=False)  # they stand above the board
    data = step_data(on, scene.box, steps) | {"ending": ending}
    return filled_page(
        "page", puzzle, scene, data, style=asset("page.css"), script=asset("page.js")
    )


def page_background(puzzle: Puzzle, view: str = "flat") -> Background:
    """Return the background of a page, whose script draws what is given and found in layers.

    Args:
        puzzle: the puzzle.
        view: one of `sudokulib.scene.plane.views_of`.

    Raises:
        SudokuError: the geometry has no such view.
    """
    return background(puzzle, view, {})


def filled_page(
    name: str,
    puzzle: Puzzle,
    scene: Scene,
    data: Mapping[str, Any],
    *,
    style: str,
    script: str,
    connect: str = "",
) -> str:
    """Return a page with the picture of a puzzle.

    Args:
        name: the name of its body.
        puzzle: the puzzle.
        scene: its picture.
        data: the data for the script.
        style: the style sheet.
        script: its own part of the script.
        connect: a further part of its security policy, after a semicolon.
    """
    parts = {
        "connect": connect,
        "title": escape(visible(scene.title) or "Sudoku"),
        "author": escape(visible(f"by {puzzle.author}" if puzzle.author else "")),
        "rules": rules_of(puzzle),
        "inks": style_sheet("auto"),
        "style": style,
        "script": asset("board.js") + script,
        "picture": svg_of(scene, theme=None),
        "across": f"{scene.box[2] - scene.box[0]:.0f}",
        "data": as_script(data),
    }
    return Template(asset("head.html") + asset(f"{name}.html")).substitute(parts)


def rules_of(puzzle: Puzzle) -> str:
    """Return the description and below it the rules as read, as HTML.

    With a description, the rules are in a ``details`` element, which is open if the description
    seems to leave one out; see `sudokulib.puzzles.rules_text.is_said`.
    """
    rules = puzzle.rules_text().splitlines()
    listed = "".join(map(_paragraph, rules))
    if not puzzle.description or not rules:
        return (_paragraph(puzzle.description) if puzzle.description else "") + listed
    whole = all(is_said(rule, puzzle.description) for rule in rules)
    fold = f"<details{'' if whole else ' open'}><summary>Rules, as read</summary>{listed}</details>"
    return _paragraph(puzzle.description) + fold


def _paragraph(text: str) -> str:
    return f"<p>{escape(visible(text))}</p>"


def asset(name: str) -> str:
    """Return the text of a file of this folder."""
    return (files("sudokulib.render.page") / name).read_text("utf-8")


def as_script(data: Mapping[str, Any]) -> str:
    """Return JSON that cannot end the script element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def cell_data(on: Background, box: Box) -> dict[str, Any]:
    """Return the cells for the script of a page; coordinates are those of its picture."""
    geometry = on.puzzle.geometry
    cells = range(len(geometry.cells))
    small = range(len(on.plane.outlines), len(geometry.cells))
    return {
        "names": [cell.name for cell in geometry.cells],
        "symbols": on.symbols,
        "givens": on.puzzle.given_values,
        "places": [_place(on, box, cell) for cell in cells],
        **_spots(on, box),
        "full": [list(bits(domain)) for domain in geometry.domains],
        "plain": sorted(on.plain),
        "walls": [
            [a, b, *_drawn([border], box)]
            for a, b, border in possible_walls(on.puzzle, on.plane, on.shown)
        ],
        "layers": {
            cell: [_known(on, box, (cell, v)) for v in bits(geometry.domains[cell])]
            for cell in small
        },
    }


def _known(on: Background, box: Box, candidate: tuple[int, int]) -> list[Any]:
    """Return the sign of a candidate of a layer, and what is drawn once it is known."""
    return [on.written(candidate), list(_drawn(on.drawn(candidate), box))]


def step_data(on: Background, box: Box, steps: Iterable[Explanation]) -> dict[str, Any]:
    """Return the cells, the board at the start and the steps for the script of a page."""
    return cell_data(on, box) | {
        "start": start_data(on.puzzle),
        "steps": [explanation_data(on, box, step) for step in steps],
    }


def borders_data(puzzle: Puzzle, found: TrueCandidates) -> list[list[Any]]:
    """Return what is known of borders of unknown regions, drawn for the script of a page."""
    if not found.same_region:
        return []
    on = page_background(puzzle)
    box = on.scene([], rules=False).box
    return list(_drawn(draw_pairs(puzzle, on.plane, found.same_region), box))


def start_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the candidates of each cell before the first step, and the cells that are solved."""
    board, cells = Words(puzzle).board, len(puzzle.geometry.cells)
    masks = [list(bits(mask)) for mask in board.masks[:cells]]
    return {"left": masks, "solved": [c for c in bits(board.solved) if c < cells]}


def _place(on: Background, box: Box, cell: int) -> list[float]:
    at, size = on.place(cell)
    return [*point_of(at, box), round(size * SCALE, 1)]


def _spots(on: Background, box: Box) -> dict[str, Any]:
    """Return where candidates stand: arrangements of them, and for each cell a point and which one.

    An arrangement has the place of each candidate from the point on, the room around it, and the
    size of its mark.
    """
    distinct = {id(one): one for _, one in on.arrangements}
    number = {key: n for n, key in enumerate(distinct)}
    return {
        "spots": [[*point_of(at, box), number[id(one)]] for at, one in on.arrangements],
        "arrangements": [
            [
                [round(size * SCALE, 1) for size in (*at, room, room * on.pencil_sizes[value])]
                for value, at, room in arrangement
            ]
            for arrangement in distinct.values()
        ],
    }


def _drawn(items: Iterable[Item], box: Box) -> Iterator[list[Any]]:
    """Yield items as the script draws them: paths, discs and letters."""
    for item in items:
        if isinstance(item, Polyline):
            yield [item.ink, path_of(item.runs, box, closed=item.closed)]
        elif isinstance(item, Disc):
            yield [item.ink, *point_of(item.at, box), round(item.radius * SCALE, 1)]
        elif isinstance(item, Label):
            yield [item.ink, *point_of(item.at, box), round(item.size * SCALE, 1), item.text]
        elif not isinstance(item, Slot):
            yield [item.ink, path_of(item.rings, box, closed=True)]


def explanation_data(on: Background, box: Box, explanation: Explanation) -> dict[str, Any]:
    """Return a step for the script of a page; coordinates are those of its picture."""
    before, after, step = explanation.before, explanation.after, explanation.step
    cells = len(on.puzzle.geometry.cells)
    gone = [
        (cell, value)
        for cell in range(cells)
        for value in bits(before.masks[cell] & ~after.masks[cell])
    ]
    above = (*draw_links(explanation, on.spots), *draw_notes(explanation, on.plane))
    placed = [cell for cell in bits(after.solved & ~before.solved) if cell < cells]
    return {
        "title": explanation.title,
        "rating": explanation.rating,
        "unique": step.assumes_unique,
        "hints": [hint_text(explanation, depth) for depth in _DEPTHS],
        "lines": [[line.depth, line.text] for line in explanation.lines],
        "notation": explanation.notation,
        "inks": [
            [c, v, ink] for (c, v), ink in inks_of(step, before).items() if ink in MARK_BACKGROUNDS
        ],
        "gone": gone,
        "placed": placed,
        "frames": list(_drawn(draw_frames(explanation, on.plane), box)),
        "links": list(_drawn(above, box)),
    }
