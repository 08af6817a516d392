"""The shapes that a step looks at, framed."""

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
"""Roles whose shapes a pattern begins with; those of the others come to it."""

_INSET, _STEP = 0.06, 0.06
"""How far a frame keeps from the sides of its cells, and one that crosses it further."""

_MOST = 8
"""Shapes beyond which a picture would show nothing but frames."""


def draw_frames(explanation: Explanation, plane: Plane) -> Iterator[Polyline]:
    """A frame around each shape of a step: solid where it begins, dashed what comes to it.

    Sums that follow from other shapes have no frame of their own; those shapes have.

    Args:
        explanation: the step.
        plane: where cells lie.
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
    """The cells of each shape in the roles of a step, and whether the pattern begins with it."""
    model = explanation.before.model
    found: dict[tuple[int, ...], bool] = {}
    for role in explanation.step.roles:
        # The links of a chain are told by its arrows.
        for number in () if role.name in CHAINS else role.primitives:
            cells = tuple(cell for cell in bits(model.spans[number]) if cell < model.cells)
            if cells and number not in model.derived:
                found[cells] = found.get(cells, False) or role.name in _FIRST
    return found
