"""The marks of a puzzle's own shapes: the cells they shade, and their texts, one line each.

Only marks are read here, so shapes of any kind are drawn, those of plug-ins included.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import is_link
from sudokulib.shapes import Mark, Shape
from sudokulib.shapes.composite import stated_rules

_SIGNS = {"region": "▢", "path": "─", "badge": "●", "text": "”", "arrow": "→"}
_NAMED = 9
"""The most cells named for a mark: as many as a house of 9×9 has, which fit on a line."""


def drawn_shapes(puzzle: Puzzle) -> list[Shape]:
    """Return the shapes that need marks: all but those that the borders and shades show anyway."""
    known = {
        shape.meaning for shape in puzzle.geometry.shapes if _is_set(shape) and not is_link(shape)
    }
    every = (part for shape in puzzle.all_shapes for part in _parts(shape))
    return [shape for shape in every if shape.meaning not in known]


def _parts(shape: Shape) -> Iterator[Shape]:
    """Yield a shape; of one without a label whose rule states several, one for each."""
    if shape.labels:
        yield shape
        return
    for rule in stated_rules(shape.rule):
        yield shape if rule is shape.rule else Shape(rule)


def _is_set(shape: Shape) -> bool:
    """Return whether the marks of a shape only show its cells."""
    marks = list(shape.rule.marks())
    plain = all(one.form == "region" and not one.text and one.hue == "grey" for one in marks)
    return bool(marks) and plain


def marks_of(puzzle: Puzzle) -> list[tuple[Shape, tuple[Mark, ...]]]:
    """Return the shapes that need marks, with their marks; none for shapes that cannot be drawn."""
    own = {part.meaning for shape in puzzle.shapes for part in _parts(shape)}
    context, found = puzzle.context, []
    for shape in drawn_shapes(puzzle):
        if is_link(shape) and shape.meaning not in own:
            marks: tuple[Mark, ...] = (Mark("path", shape.cells, look="thin"),)
        else:
            marks = tuple(shape.rule.drawn(context))
        found.append((shape, marks))
    return found


def marked_cells(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the cells that each shape marks in a hue, without clues beside the grid."""
    cells = len(puzzle.geometry.cells)
    found: list[tuple[int, ...]] = []
    for _, marks in marks_of(puzzle):
        covered: dict[str, set[int]] = {}
        for mark in marks:
            if mark.form != "arrow":
                covered.setdefault(mark.hue, set()).update(c for c in mark.cells if c < cells)
        found += [tuple(sorted(some)) for some in covered.values() if some]
    return found


def legend(puzzle: Puzzle) -> Iterator[str]:
    """Yield a line for each mark: its sign, its text, and its cells.

    >>> import sudokulib
    >>> from sudokulib.puzzles.loading import loads
    >>> print(*legend(loads("{geometry: 4x4, shapes: [{kind: cage, sum: 5, cells: R1C1 R1C2}]}")))
    ▢ 5  R1C1 R1C2
    """
    for shape, marks in marks_of(puzzle):
        for mark in marks:
            yield _line(puzzle, shape, mark)


def _line(puzzle: Puzzle, shape: Shape, mark: Mark) -> str:
    names = [puzzle.geometry.name_of(cell) for cell in mark.cells]
    more = " …" if len(names) > _NAMED else ""
    text = " ".join(filter(None, (_SIGNS[mark.form], mark.sign, mark.text or shape.label)))
    return f"{text}  {' '.join(names[:_NAMED])}{more}"
