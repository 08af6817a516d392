"""The marks of a puzzle's own shapes: which cells they shade, and what they say, one line each.

Marks are all that is read here, so shapes of any kind are drawn, those of plug-ins included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Mark, Shape

__all__ = ["legend", "marked_cells", "own_shapes"]

_SIGNS = {"region": "▢", "path": "─", "badge": "●", "text": "”", "arrow": "→"}
_NAMED = 9
"""Cells of a mark that are named."""


def own_shapes(puzzle: Puzzle) -> list[Shape]:
    """The shapes that the puzzle adds to its geometry."""
    known = {shape.meaning for shape in puzzle.geometry.shapes}
    return [shape for shape in puzzle.all_shapes if shape.meaning not in known]


def marked_cells(shapes: Sequence[Shape], cells: int) -> list[tuple[int, ...]]:
    """The cells of the picture that each shape marks, clues beside the grid left out."""
    drawn = (
        {c for mark in shape.rule.marks() if mark.form != "arrow" for c in mark.cells if c < cells}
        for shape in shapes
    )
    return [tuple(sorted(some)) for some in drawn if some]


def legend(puzzle: Puzzle) -> Iterator[str]:
    """A line for each mark: its sign, what is written there, and where it is.

    >>> import sudokulib
    >>> from sudokulib.loading import loads
    >>> print(*legend(loads("{geometry: 4x4, shapes: [{kind: cage, sum: 5, cells: R1C1 R1C2}]}")))
    ▢ 5  R1C1 R1C2
    """
    for shape in own_shapes(puzzle):
        for mark in shape.rule.marks():
            yield _line(puzzle, shape, mark)


def _line(puzzle: Puzzle, shape: Shape, mark: Mark) -> str:
    names = [puzzle.geometry.name_of(cell) for cell in mark.cells]
    more = " …" if len(names) > _NAMED else ""
    text = " ".join(filter(None, (_SIGNS[mark.form], mark.text or shape.label)))
    return f"{text}  {' '.join(names[:_NAMED])}{more}"
