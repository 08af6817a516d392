"""Frames around the shapes that a step uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sudokulib.explaining.solving_path import Explanation
from sudokulib.model import bits
from sudokulib.render.links import CHAINS
from sudokulib.render.plane import Plane
from sudokulib.render.scene import Polyline

__all__ = ["draw_frames"]

_FIRST = frozenset({"pattern", "base", "set", "sum", "houses"})
"""Roles of the shapes on which a pattern is based; shapes of other roles are additions."""

_INSET, _STEP = 0.06, 0.06
"""The distance of a frame from the sides of its cells, and what each frame it crosses adds."""

_MOST = 8
"""The most shapes with frames: more would hide the picture.

A visual bound: each frame lies on the sides of its cells, and those that cross are moved
inwards by `_STEP`: eight take half a cell.
"""


def draw_frames(explanation: Explanation, plane: Plane) -> Iterator[Polyline]:
    """Yield a frame around each shape of a step: solid for its base, dashed for additions.

    Sums derived from other shapes have no frame of their own; those shapes have one.

    Args:
        explanation: the step.
        plane: the positions of cells.
    """
    found = _shapes(explanation)
    if len(found) > _MOST:
        found = {cells: first for cells, first in found.items() if first}
    if len(found) > _MOST:
        return
    taken: defaultdict[int, set[int]] = defaultdict(set)
    for cells, first in found.items():
        depths = set().union(*(taken[cell] for cell in cells))
        depth = next(d for d in range(len(depths) + 1) if d not in depths)
        for cell in cells:
            taken[cell].add(depth)
        runs = tuple(map(tuple, plane.outline_of(cells, _INSET + depth * _STEP)))
        yield Polyline(runs, "frame-pattern" if first else "frame-second", closed=True)


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
