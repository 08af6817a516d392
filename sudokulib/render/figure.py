"""Geometries, puzzles, boards, solutions and steps as scenes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt

from sudokulib.board import Board, Candidate
from sudokulib.errors import SudokuError
from sudokulib.explaining.walk import Explanation
from sudokulib.geometries.geometry import Geometry
from sudokulib.model import bits
from sudokulib.puzzle import Puzzle
from sudokulib.render.glyphs import visible
from sudokulib.render.legend import own_shapes
from sudokulib.render.links import Spots, draw_links
from sudokulib.render.marks import Layers, draw_marks
from sudokulib.render.palette import TINTS
from sudokulib.render.plane import Plane, Point, plane, views_of
from sudokulib.render.scene import Area, Disc, Item, Line, Scene, Words, circled, fitted, width_of
from sudokulib.render.steps import inks_of, touched
from sudokulib.render.tints import tints
from sudokulib.solution import Solution

__all__ = ["Subject", "figure"]

Subject = Geometry | Puzzle | Solution | Explanation
"""What can be drawn."""

_SYMBOL, _CAPTION, _NAME = 0.66, 0.3, 0.34
"""Sizes of letters."""

_LOWER, _SMALLER = 0.06, 0.88
"""How far symbols move down below a text in the corner, and how small they become."""

_ROOM = 0.86
"""The part of a cell's inner circle that pencil marks fill."""

_GROUNDS = {"pattern": "disc", "second": "square", "target": "disc", "placed": "diamond"}
"""What is under a candidate that plays a part in a step: its form tells which, as its colour."""

Inks = Mapping[Candidate, str]
"""What each candidate is to a step."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def figure(
    subject: Subject,
    *,
    view: str = "flat",
    board: Board | None = None,
    caption: bool = True,
    outcome: bool = True,
) -> Scene:
    """The scene of a subject.

    Args:
        subject: what to draw; a step is drawn on the board before it.
        view: one of `sudokulib.render.plane.views_of`.
        board: candidates to show as pencil marks, where the subject is a puzzle.
        caption: whether rules that cannot be drawn are named below.
        outcome: whether a step shows what it places and removes.

    Raises:
        SudokuError: the geometry has no such view.
    """
    puzzle = _puzzle(subject)
    geometry = puzzle.geometry
    if view not in (known := views_of(geometry)):
        raise SudokuError(f"there is no view {view!r}; choose {' or '.join(known)}")
    where = plane(geometry, view, puzzle.all_shapes)
    layers = Layers()
    own = own_shapes(puzzle)
    items = list(_shaded(geometry, where, puzzle, layers))
    draw_marks(where, (mark for shape in own for mark in shape.rule.marks()), layers)
    items += layers.ground
    items.append(Line(tuple(map(tuple, where.lines(thick=False))), "thin"))
    items.append(Line(tuple(map(tuple, where.lines(thick=True))), "thick"))
    items += layers.lines
    items += _contents(subject, where, layers, board, outcome)
    items += layers.top
    if isinstance(subject, Explanation):
        items += draw_links(subject, _spots(puzzle, where, layers))
    box = _box(items, where.box)
    if caption:
        items += (captions := list(_captions(puzzle, box)))
        box = _box(captions, box)
    return Scene(tuple(items), box, puzzle.title or geometry.title, _text(subject))


def _puzzle(subject: Subject) -> Puzzle:
    if isinstance(subject, Geometry):
        return subject.puzzle()
    return subject if isinstance(subject, Puzzle) else subject.puzzle


def _text(subject: Subject) -> str:
    """What a drawing shows, for those who cannot see it."""
    if isinstance(subject, Explanation):
        return subject.text
    return str(_puzzle(subject) if isinstance(subject, Geometry) else subject)


def _shaded(geometry: Geometry, where: Plane, puzzle: Puzzle, layers: Layers) -> Iterator[Item]:
    """The cells that are shaded, one area for each shade."""
    shades = tints(geometry, puzzle.all_shapes)
    for shade in sorted(set(shades) - {0}):
        cells = [cell for cell, own in enumerate(shades) if own == shade]
        ink = f"tint-{(shade - 1) % TINTS + 1}"
        layers.inks |= dict.fromkeys(cells, ink)
        yield Area(tuple(map(tuple, where.outline_of(cells))), ink)


def _contents(
    subject: Subject, where: Plane, layers: Layers, board: Board | None, outcome: bool
) -> Iterator[Item]:
    """Symbols, given and found, and pencil marks with the parts that they play."""
    puzzle = _puzzle(subject)
    symbols = [visible(symbol) for symbol in puzzle.geometry.alphabet.symbols]
    inks: Inks = {}
    if isinstance(subject, Explanation):
        board = subject.before
        inks = inks_of(subject.step, board, outcome=outcome)
    given = dict(puzzle.givens)
    size = fitted(symbols, _SYMBOL, 0.9)
    known = dict(given)
    if isinstance(subject, Solution):
        known = dict(enumerate(subject.indices))
    elif board is not None:
        known |= {c: board.masks[c].bit_length() - 1 for c in bits(board.solved)}
        known = {c: v for c, v in known.items() if c < len(where.middles)}
    for cell, value in known.items():
        ink = "given" if cell in given else "solved"
        (x, y), room = where.middles[cell], 2 * where.radii[cell]
        at, scale = ((x, y + _LOWER * room), _SMALLER) if cell in layers.noted else ((x, y), 1.0)
        yield Words(at, symbols[value], scale * size * room, ink)
    if board is not None:
        spots = _spots(puzzle, where, layers)
        cells = sorted((touched(board) | {cell for cell, _ in inks}) - known.keys())
        yield from _pencils(board, cells, symbols, spots, inks)


def _spots(puzzle: Puzzle, where: Plane, layers: Layers) -> Spots:
    """The place of each candidate in its cell: in lines, each value always at the same place.

    They keep off the outlines of cages, and off a text in the corner.
    """
    spots: dict[Candidate, tuple[Point, float]] = {}
    for cell, (x, y) in enumerate(where.middles):
        values = list(bits(puzzle.geometry.domains[cell]))
        across = ceil(sqrt(len(values)))
        down = ceil(len(values) / across)
        noted = cell in layers.noted
        part = _ROOM - (0.14 if layers.cages.get(cell) else 0.0) - (0.06 if noted else 0.0)
        half = where.radii[cell] * part
        middle = y + (0.2 * where.radii[cell] if noted else 0.0)
        pitch = 2 * half / across
        for number, value in enumerate(values):
            row, column = divmod(number, across)
            at = (x + (column + 0.5) * pitch - half, middle + (row + 0.5 - down / 2) * pitch)
            spots[cell, value] = (at, pitch / 2)
    return spots


def _pencils(
    board: Board, cells: Iterable[int], symbols: Sequence[str], spots: Spots, inks: Inks
) -> Iterator[Item]:
    """The candidates of some cells; those that play a part in a step stand on its ground."""
    for cell in cells:
        for value in bits(board.masks[cell]):
            at, room = spots[cell, value]
            ink = inks.get((cell, value), "")
            if ink in _GROUNDS:
                yield circled(at, 0.95 * room, f"role-{ink}", _GROUNDS[ink])
            size = fitted([symbols[value]], 1.5 * room, 1.7 * room)
            yield Words(at, symbols[value], size, "pencil-on" if ink else "pencil")
            if ink == "placed":
                yield Disc(at, 1.25 * room, "halo")
            if ink == "target":
                (x, y), r = at, 0.75 * room
                yield Line((((x - r, y + r), (x + r, y - r)),), "cross")


def _captions(puzzle: Puzzle, box: Box) -> Iterator[Words]:
    """The names of the puzzle's rules that have no marks, below the picture."""
    names = dict.fromkeys(
        puzzle.name_of(shape)
        for shape in own_shapes(puzzle)
        if not list(shape.rule.marks()) and shape.rule.noun
    )
    left, _, right, bottom = box
    for number, line in enumerate(_wrapped(list(names), (right - left) / _CAPTION)):
        yield Words((left, bottom + 0.35 + number * 0.4), line, _CAPTION, "note", start=True)


def _wrapped(names: Sequence[str], room: float) -> Iterator[str]:
    line = ""
    for name in names:
        longer = f"{line} · {name}" if line else name
        if line and width_of(longer) > room:
            yield line
            longer = name
        line = longer
    if line:
        yield line


def _box(items: Iterable[Item], known: Box) -> Box:
    """The box of what is known and of all items."""
    xs, ys = list(known[::2]), list(known[1::2])
    for item in items:
        if isinstance(item, Line | Area):
            points = [
                p for run in (item.runs if isinstance(item, Line) else item.rings) for p in run
            ]
            xs += [x for x, _ in points]
            ys += [y for _, y in points]
        elif isinstance(item, Disc):
            xs += [item.at[0] - item.radius, item.at[0] + item.radius]
            ys += [item.at[1] - item.radius, item.at[1] + item.radius]
        else:
            wide = width_of(item.text) * item.size
            xs += (
                [item.at[0], item.at[0] + wide]
                if item.start
                else [item.at[0] - wide / 2, item.at[0] + wide / 2]
            )
            ys += [item.at[1] - item.size / 2, item.at[1] + item.size / 2]
    return min(xs), min(ys), max(xs), max(ys)
