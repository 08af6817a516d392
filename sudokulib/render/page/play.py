"""A puzzle to solve by hand, as one self-contained page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any

from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.primitives import AllDifferent, Linear, Primitive, Regular, Table, When
from sudokulib.primitives.distinct_sum import DistinctSum
from sudokulib.primitives.distinct_word import DistinctWord
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.page import asset, filled_page, page_background, step_data
from sudokulib.render.svg import path_of, point_of
from sudokulib.scene.glyphs import visible
from sudokulib.scene.items import Slot
from sudokulib.scene.palette import SCALE
from sudokulib.solving.explaining.solving_path import Explanation

_MOST_TUPLES = 20_000
"""The longest list of tuples on a page: 20,000 triples are about 140 kB. Conflicts with longer ones
are found by the check alone."""


def play_page(
    puzzle: Puzzle,
    steps: Iterable[Explanation] = (),
    solution: Solution | None = None,
    *,
    view: str = "flat",
    live: Mapping[str, str] | None = None,
) -> str:
    """Return a puzzle as an HTML page on which it is solved by hand, in any browser.

    Conflicts are marked by the constraints of all rules but those about connected cells, lines in
    order of rank, and pairs that differ; the check compares with the solution.

    Args:
        puzzle: the puzzle.
        steps: its steps from the givens on, for hints.
        solution: its solution, for checks and hints; None if there is not exactly one.
        view: one of `sudokulib.scene.plane.views_of`.
        live: of a page from a server: where it asks for hints in ``address``, and what else it
            says there; see `sudokulib.cli.studio.server`. It needs no steps.

    Raises:
        SudokuError: the geometry has no such view.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> result = sudokulib.solve(puzzle)
    >>> play_page(puzzle, sudokulib.explain(puzzle), result.solution).startswith("<!doctype html>")
    True
    """
    clear = replace(puzzle, fog=())  # fog is drawn by the script
    on, model = page_background(clear, view), compile_puzzle(puzzle.without_givens())
    slots = [Slot("colours"), Slot("found"), Slot("drawn"), Slot("contents"), Slot("cells")]
    below, over = ([], [Slot("fog"), *slots]) if puzzle.fog else (slots, [])
    scene = on.scene(below, over=over, rules=False)  # the page has them beside the board
    data = step_data(on, scene.box, steps) | {
        "outlines": [path_of([line], scene.box, closed=True) for line in on.contents.outlines],
        "middles": [point_of(middle, scene.box) for middle in on.contents.middles],
        "noted": sorted(on.layers.corner_texts),
        "radii": [round(radius * SCALE, 1) for radius in on.contents.radii],
        "solution": list(solution.indices) if solution else [],
        "domains": [list(bits(domain)) for domain in model.domains],
        "rules": list(_rules(puzzle, model)),
        "live": live,
        "fog": _fog_data(puzzle),
    }
    style = asset("page.css") + asset("play.css")
    connect = "; connect-src 'self'" if live else ""
    script = asset("moves.js") + asset("play.js")
    return filled_page("play", puzzle, scene, data, style=style, script=script, connect=connect)


def _fog_data(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return the cells that are seen at the start, and for each cell those that touch it."""
    near, cells = puzzle.geometry.topology.corner_neighbours, range(len(puzzle.geometry.cells))
    return {"lit": puzzle.fog, "near": list(map(near, cells))} if puzzle.fog else None


def _rules(puzzle: Puzzle, model: Model) -> Iterator[dict[str, Any]]:
    """Yield the constraints for the script, each with the name of its shape."""
    shapes = puzzle.all_shapes
    own = {shape.meaning for shape in puzzle.shapes}
    for primitive, sources in zip(model.given, model.given_sources, strict=True):
        name = puzzle.name_of(shapes[sources[0]]) if sources else ""
        clue = any(shapes[source].meaning in own for source in sources)
        for data in _constraints(primitive):
            yield {"name": visible(name), "clue": clue, **data}


@singledispatch
def _constraints(primitive: Primitive) -> Iterator[dict[str, Any]]:
    """Yield a constraint as data of one or several sorts; nothing of one that has none."""
    del primitive
    yield from ()


@_constraints.register
def _(primitive: AllDifferent) -> Iterator[dict[str, Any]]:
    yield {"sort": "different", "on": primitive.variables}


@_constraints.register
def _(primitive: Linear) -> Iterator[dict[str, Any]]:
    yield _sum(primitive)


@_constraints.register
def _(primitive: DistinctSum) -> Iterator[dict[str, Any]]:
    for part in primitive.parts:
        yield {"sort": "different", "on": part}
    yield _sum(primitive)


def _sum(primitive: Linear | DistinctSum) -> dict[str, Any]:
    return {
        "sort": "sum",
        "on": primitive.variables,
        "weights": primitive.weights,
        "totals": primitive.totals,
    }


@_constraints.register
def _(primitive: Table) -> Iterator[dict[str, Any]]:
    if len(primitive.tuples) <= _MOST_TUPLES:
        yield {"sort": "table", "on": primitive.variables, "tuples": sorted(primitive.tuples)}


@_constraints.register
def _(primitive: Regular) -> Iterator[dict[str, Any]]:
    yield _word(primitive)


@_constraints.register
def _(primitive: DistinctWord) -> Iterator[dict[str, Any]]:
    yield {"sort": "different", "on": primitive.variables}
    yield _word(primitive)


def _word(primitive: Regular | DistinctWord) -> dict[str, Any]:
    automaton = primitive.automaton
    return {
        "sort": "word",
        "on": primitive.variables,
        "start": list(bits(automaton.start)),
        "accept": list(bits(automaton.accept)),
        "steps": [[list(bits(mask)) for mask in state] for state in automaton.steps],
    }


@_constraints.register
def _(primitive: When) -> Iterator[dict[str, Any]]:
    inner = list(_constraints(primitive.then))
    yield {
        "sort": "case",
        "on": primitive.variables,
        "selector": primitive.variables[0],
        "case": primitive.case,
        "then": inner,
    }
