"""Puzzles as f-puzzles JSON: the inverse of the reader."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from sudokulib.formats.fpuzzles.editor_grid import EditorGrid
from sudokulib.formats.fpuzzles.entries import (
    FLAGS,
    entry_specifications,
    negative_specifications,
    written_entry,
)
from sudokulib.formats.grids import cells_by_region, regions_of, size_of
from sudokulib.formats.round_trip import remaining_symbols, single_rules
from sudokulib.formats.spelling import shape_of
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import rule_sentences
from sudokulib.shapes import Kind, Shape, kind_named


def json_text(puzzle: Puzzle, undrawn: Collection[Shape] = ()) -> str:
    """Return the JSON of a puzzle, without features for which f-puzzles has no key.

    Args:
        puzzle: the puzzle.
        undrawn: the shapes for which it has no key; the ruleset names their cells.

    Raises:
        Unwritable: it is not on a square grid with as many symbols as rows.
    """
    data = puzzle_data(puzzle)
    lines = ruleset_lines(puzzle, undrawn)
    data["ruleset"] = "\n".join(filter(None, [puzzle.description, *lines]))
    data["metadata"] = {"description": puzzle.description}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


_COLOURS = {
    "palindrome": "grey", "region-sum": "blue", "renban": "purple", "whisper": "green",
}  # fmt: skip
"""The colours in which f-puzzles draws lines, where setters know the kind by its colour."""


def ruleset_lines(puzzle: Puzzle, undrawn: Collection[Shape] = ()) -> list[str]:
    """Return the rules in words, with cells for some shapes, and for lines of no known colour."""

    def look(rule: Kind) -> dict[str, str] | None:
        if rule in rules or ("{line}" in rule.says and rule.name not in _COLOURS):
            return None
        return {"line": f"a {_COLOURS.get(rule.name, '')} line", "clue": "clues outside the grid"}

    rules = {shape.rule for shape in undrawn}
    said = rule_sentences(puzzle.geometry, puzzle.all_shapes, look)
    return [one.text for one in said]


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of a puzzle, without features for which f-puzzles has no key.

    Raises:
        Unwritable: it is not on a square grid with as many symbols as rows.
    """
    size = size_of(puzzle, 99)
    regions = regions_of(puzzle)
    editor_grid = EditorGrid(size, tuple(regions))
    data: dict[str, Any] = {"size": size}
    for key in ("title", "author"):
        if text := getattr(puzzle, key):
            data[key] = text
    data["grid"] = _grid(puzzle, editor_grid)
    base = _base(editor_grid)
    have = {rule.meaning for _, rule in single_rules(puzzle)}
    for key, flag in _flags(editor_grid).items():
        if flag <= have:
            data[key] = True
            base |= flag
    data |= _negative(have)
    for _, rule in single_rules(puzzle):
        if rule.meaning not in base and (made := written_entry(rule, editor_grid)):
            data.setdefault(made[0], []).append(made[1])
            base.add(rule.meaning)
    for key in ("minimum", "maximum"):
        first = next((s.rule for s in puzzle.all_shapes if s.kind == key), None)
        if first is not None:
            data[key] = [{"cell": name} for name in editor_grid.names(first.all_cells)]
    if puzzle.fog:
        data["foglight"] = [puzzle.geometry.name_of(cell) for cell in puzzle.fog]
    if puzzle.answer:
        data["solution"] = [value + 1 for value in puzzle.answer]
    return data


def _grid(puzzle: Puzzle, editor_grid: EditorGrid) -> list[list[dict[str, Any]]]:
    """Return the cells: givens, candidates of the setter, and regions that are not boxes."""
    boxes = [
        editor_grid.box_of(divmod(cell, editor_grid.size)) for cell in range(editor_grid.size**2)
    ]
    plain = _same_parts(boxes, editor_grid.regions) and editor_grid.box[0] > 1
    given = dict(puzzle.given_values)
    cells: list[dict[str, Any]] = []
    for cell, mask in enumerate(remaining_symbols(puzzle)[: len(puzzle.geometry)]):
        one: dict[str, Any] = {}
        if cell in given:
            one |= {"value": given[cell] + 1, "given": True}
        elif mask != (1 << editor_grid.size) - 1:
            one["givenPencilMarks"] = [v + 1 for v in range(editor_grid.size) if mask >> v & 1]
        if not plain:
            one["region"] = editor_grid.regions[cell]
        cells.append(one)
    return [
        cells[start : start + editor_grid.size] for start in range(0, len(cells), editor_grid.size)
    ]


def _same_parts(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len(set(one)) == len(set(other)) and None not in other


def _base(editor_grid: EditorGrid) -> set[Any]:
    """Return the rules stated by the grid itself: rows, columns and regions."""
    size = editor_grid.size
    lines = [tuple(range(start, start + size)) for start in range(0, size * size, size)]
    regions = cells_by_region(editor_grid.regions).values()
    sets = [*lines, *zip(*lines, strict=True), *map(tuple, regions)]
    distinct = kind_named("distinct")
    return {distinct(cells).meaning for cells in sets}  # type: ignore[call-arg]


def _flags(editor_grid: EditorGrid) -> dict[str, set[Any]]:
    """Return the rules about the whole grid, as they are read."""
    found = {
        key: {shape_of(made).meaning for made in entry_specifications(flag, editor_grid)}
        for key, flag in FLAGS.items()
    }
    return {key: meanings for key, meanings in found.items() if meanings}


def _negative(have: set[Any]) -> dict[str, Any]:
    said = {
        name: {shape_of(made).meaning for made in negative_specifications([name])}
        for name in ("ratio", "xv")
    }
    listed = [name for name, meanings in said.items() if meanings <= have]
    return {"negative": listed} if listed else {}
