"""``sudokulib show``: a geometry or puzzle drawn, with its facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Any

from sudokulib.cli.drawing import print_picture
from sudokulib.cli.options import GivensArgument, Json, Plain, TargetArgument
from sudokulib.cli.output import answering
from sudokulib.cli.subject import puzzle_of
from sudokulib.render.results.parts import count_data, geometry_data, puzzle_data
from sudokulib.scene.legend import legend

if TYPE_CHECKING:
    from rich.console import Console

    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.puzzles.puzzle import Puzzle


def show(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """Draw a puzzle or geometry and say what it consists of."""
    with answering("show", as_json) as answer:
        puzzle = puzzle_of(target, givens)
        if as_json:
            answer.data(_data(puzzle))
            return
        geometry = puzzle.geometry
        if title := puzzle.title or geometry.title:
            answer.say(f"{title}\n", "bold")
        print_picture(answer, puzzle, plain=plain)
        answer.say()
        facts = list(_facts(puzzle))
        facts += [("" if row else "marks", line) for row, line in enumerate(legend(puzzle))]
        width = max(len(name) for name, _ in facts)
        for name, text in facts:
            answer.say(_wrapped(f"{name:<{width}}  ", text, answer.screen))


def _wrapped(name: str, text: str, screen: Console) -> str:
    """Return a fact, wrapped if it is shown on a terminal."""
    if not screen.is_terminal:
        return name + text
    blank = " " * len(name)
    return fill(
        text, max(screen.width, 2 * len(name)), initial_indent=name, subsequent_indent=blank
    )


def _facts(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    geometry = puzzle.geometry
    yield "geometry", geometry.name or "its own"
    yield "cells", f"{len(geometry.cells):,}"
    yield "symbols", f"{len(geometry.alphabet)}: {geometry.alphabet}"
    yield "shapes", _shapes(puzzle)
    yield "houses", f"{len(geometry.houses):,}"
    yield "neighbours", _neighbours(geometry)
    for way, pair in enumerate(_seams(geometry)):
        yield "" if way else "glued", pair
    restricted = sum(mask != geometry.alphabet.full for mask in geometry.domains)
    if restricted:
        yield "restricted", f"{restricted:,} cells may not hold every symbol"
    if puzzle.givens:
        yield "givens", f"{len(puzzle.givens):,}"
    if puzzle.author:
        yield "author", puzzle.author
    if geometry.expect and geometry.expect.solutions:
        known = geometry.expect.solutions
        source = f", {known.source}" if known.source else ""
        yield "filled grids", f"{known.value:,} ({known.known}{source})"
    for name in ("description", "source"):
        if text := getattr(puzzle, name) or getattr(geometry, name):
            yield name, text


def _shapes(puzzle: Puzzle) -> str:
    """Return the numbers of shapes by role or kind."""
    parts = [f"{number:,} {name}" for name, number in _by_role(puzzle).items()]
    return f"{len(puzzle.all_shapes):,}: {', '.join(parts)}" if parts else "0"


def _by_role(puzzle: Puzzle) -> Counter[str]:
    return Counter(" and ".join(sorted(shape.roles)) or shape.kind for shape in puzzle.all_shapes)


def _neighbours(geometry: Geometry) -> str:
    pairs = len(geometry.topology.edges())
    seams = pairs - len(geometry.topology.edges(across=False))
    across = f", {seams:,} of them across seams" if seams else ""
    return f"{pairs:,} pairs of cells share a side{across}"


_SIDES = ("top", "right", "bottom", "left")
_MOST = 24
"""The most seams listed, which must fit on one screen."""


def _seams(geometry: Geometry) -> list[str]:
    """Return the sides of faces that are glued together, such as "A right - B top"."""
    topology = geometry.topology
    found: dict[str, None] = {}
    for dart, twin in topology.glue.items():
        if twin.seam:
            ends = sorted(_end(geometry, end) for end in (dart, twin.dart))
            found[" - ".join(ends)] = None
    names = list(found)
    more = [f"and {len(names) - _MOST} more"] if len(names) > _MOST else []
    return [*names[:_MOST], *more]


def _end(geometry: Geometry, dart: tuple[int, int]) -> str:
    tile, side = dart
    topology = geometry.topology
    faces = geometry.cells[topology.cells[tile]].faces
    name = _SIDES[side] if topology.sides[tile] == 4 else f"side {side + 1}"
    return f"{faces[0]} {name}" if faces else name


def _data(puzzle: Puzzle) -> dict[str, Any]:
    geometry = puzzle.geometry
    houses = {shape.meaning for shape in geometry.houses}
    expect = geometry.expect
    return {
        "puzzle": puzzle_data(puzzle),
        "geometry": {
            **geometry_data(geometry),
            "houses": len(geometry.houses),
            "description": geometry.description,
            "source": geometry.source,
            "expect": None
            if expect is None
            else {
                "cells": expect.cells,
                "shapes": expect.shapes,
                "solutions": count_data(expect.solutions),
            },
        },
        "cells": [
            {
                "name": cell.name,
                "row": cell.at[0] + 1,
                "column": cell.at[1] + 1,
                "faces": list(cell.faces),
                "symbols": list(geometry.alphabet.of_mask(mask)),
                "neighbours": [
                    geometry.cells[c].name for c in geometry.topology.neighbours(number)
                ],
            }
            for number, (cell, mask) in enumerate(zip(geometry.cells, puzzle.masks, strict=True))
        ],
        "shapes": [
            {
                "kind": shape.kind,
                "labels": list(shape.labels),
                "roles": sorted(shape.roles),
                "house": shape.meaning in houses,
                "cells": [geometry.name_of(c) for c in shape.cells],
            }
            for shape in puzzle.all_shapes
        ],
    }
