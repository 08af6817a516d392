"""Frames around the shapes and the sets of cells that a step uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from string import ascii_uppercase

from sudokulib.logic.step import Candidates
from sudokulib.model import bits
from sudokulib.render.links import CHAINS, sets_of
from sudokulib.render.palette import SETS
from sudokulib.render.plane import Plane, Point
from sudokulib.render.scene import Area, Disc, Item, Label, Polyline
from sudokulib.solving.explaining.solving_path import Explanation

_FIRST = frozenset({"pattern", "base", "set", "sum", "houses", "plus"})
"""Roles of the shapes on which a pattern is based; shapes of other roles are additions."""

_INSET, _STEP = 0.06, 0.06
"""The distance of a frame from the sides of its cells, and what each frame it crosses adds."""

_MOST = 8
"""The most shapes with frames: more would hide the picture.

A visual bound: each frame lies on the sides of its cells, and those that cross are moved
inwards by `_STEP`: eight take half a cell.
"""


_BADGE, _LETTER = 0.12, 0.2
"""The radius of the disc that carries the letter of a set, and the size of the letter."""


def draw_frames(explanation: Explanation, plane: Plane) -> Iterator[Item]:
    """Yield a frame around each shape of a step: solid for its base, dashed for additions.

    Several sets of cells, such as almost locked sets, have a tint, a dash and a letter each. Sums
    derived from other shapes have no frame of their own; those shapes have one.

    Args:
        explanation: the step.
        plane: the positions of cells.
    """
    taken: defaultdict[int, set[int]] = defaultdict(set)
    cells = explanation.before.model.cells
    for number, role in enumerate(sets_of(explanation.step)):
        yield from _set(role.candidates, number, cells, plane, taken)
    found = _shapes(explanation)
    if len(found) > _MOST:
        found = {cells: first for cells, first in found.items() if first}
    if len(found) > _MOST:
        return
    for shape, first in found.items():
        ink = "frame-pattern" if first else "frame-second"
        yield Polyline(_outline(shape, plane, taken), ink, closed=True)


def _set(
    candidates: Candidates, number: int, cells: int, plane: Plane, taken: defaultdict[int, set[int]]
) -> Iterator[Item]:
    """Yield a set of cells: its tint, its frame, and its letter at each connected part."""
    own = tuple(sorted({cell for cell, _ in candidates if cell < cells}))
    if not own:
        return
    runs, ink = _outline(own, plane, taken), number % SETS + 1
    yield Area(runs, f"set-{ink}")
    yield Polyline(runs, f"frame-set-{ink}", closed=True)
    for part in plane.parts(own):
        (x, y), (mx, my) = plane.corner(first := plane.first(part)), plane.middles[first]
        at = x + 0.1 * (mx - x), y + 0.1 * (my - y)
        yield Disc(at, _BADGE, f"badge-{ink}")
        yield Label(at, ascii_uppercase[number % len(ascii_uppercase)], _LETTER, "badge-letter")


def _outline(
    cells: tuple[int, ...], plane: Plane, taken: defaultdict[int, set[int]]
) -> tuple[tuple[Point, ...], ...]:
    """Return the outline of cells, inside those of others on the same cells."""
    depths = set().union(*(taken[cell] for cell in cells))
    depth = next(d for d in range(len(depths) + 1) if d not in depths)
    for cell in cells:
        taken[cell].add(depth)
    return tuple(map(tuple, plane.outline_of(cells, _INSET + depth * _STEP)))


def _shapes(explanation: Explanation) -> dict[tuple[int, ...], bool]:
    """Return the cells of each shape in the roles of a step, with whether it is a base."""
    model = explanation.before.model
    found: dict[tuple[int, ...], bool] = {}
    for role in explanation.step.roles:
        # In chains, arrows show the links.
        for number in () if role.name in CHAINS else role.primitives:
            cells = tuple(cell for cell in bits(model.spans[number]) if cell < model.cells)
            if cells and number not in model.derived:
                found[cells] = found.get(cells, False) or role.name in _FIRST
    return found
