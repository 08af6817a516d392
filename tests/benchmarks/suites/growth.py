"""The growth of cost with the grid, and with the number of grids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.kernel import native
from benchmarks.suites.suite import Data, Run, Suite, Table, number, seconds
from benchmarks.timing import best

if TYPE_CHECKING:
    from sudokulib.model import Model
    from sudokulib.puzzles.geometries.core import Geometry

__all__ = ["SUITE", "hide_givens"]

_PLACES = {
    "from 4×4 to 25×25": ("4x4", "6x6", "8x8", "9x9", "10x10", "12x12", "15x15", "16x16", "20x20",
                          "25x25"),
    "from one grid to sumo": ("9x9", "twin", "samurai", "gattai-8", "shogun", "sumo"),
}  # fmt: skip
_GUESSES = 300
"""A given is kept if the proof that it can go takes more nodes."""

Assignment = tuple[int, ...]


def hide_givens(
    model: Model, solution: Assignment, seed: int, only: Callable[[Model], bool]
) -> Model:
    """Return a puzzle of a solved grid: givens hidden in random order while it stays unique.

    Many are hidden at once as long as that succeeds, fewer when it fails, and each cell is tried
    alone at most once.
    """
    cells = list(range(model.cells))
    Random(seed).shuffle(cells)
    gone: set[int] = set()
    step = max(1, len(cells) // 4)
    while cells:
        some = cells[:step]
        if only(_without(model, solution, gone | set(some))):
            gone |= set(some)
        elif step > 1:
            step = max(1, step // 2)
            continue
        del cells[:step]
    return _without(model, solution, gone)


def _without(model: Model, solution: Assignment, gone: set[int]) -> Model:
    domains = [model.domains[c] if c in gone else 1 << value for c, value in enumerate(solution)]
    return model.with_domains(tuple(domains) + model.domains[model.cells :])


def _only(search: str, limit: int) -> Callable[[Model], bool]:
    from sudokulib.search import Budget, OutOfBudget, backend

    def only(model: Model) -> bool:
        try:
            return len(list(islice(backend(search).solutions(model, Budget(nodes=limit)), 2))) == 1
        except OutOfBudget:
            return False

    return only


def grown(place: Geometry, search: str, puzzles: int) -> Data | None:
    """Return the median cost of puzzles of a geometry; None if no filled grid is found soon."""
    from sudokulib.model import compile_geometry
    from sudokulib.search import Budget, OutOfBudget, backend

    model = compile_geometry(place)
    try:
        solution = next(backend(search).solutions(model, Budget(seconds=5)))
    except (OutOfBudget, StopIteration):
        return None
    only = _only(search, _GUESSES)
    spent, nodes, givens = [], [], []
    for seed in range(puzzles):
        puzzle = hide_givens(model, solution, seed, only)
        givens.append(sum(d & d - 1 == 0 for d in puzzle.domains[: puzzle.cells]))
        budget = Budget()
        list(islice(backend(search).solutions(puzzle, budget), 2))
        nodes.append(budget.used)
        spent.append(best(lambda p=puzzle: list(islice(backend(search).solutions(p, Budget()), 2))))
    return {
        "cells": model.cells, "values": len(model.values), "shapes": len(model.cliques),
        "givens": median(givens), "nodes": median(nodes), "seconds": median(spent),
        "slowest": max(spent),
    }  # fmt: skip


def _measure(run: Run) -> Data:
    from sudokulib import geometry

    search = "native" if native() else "reference"
    found: Data = {"search": search, "ways": {}}
    for way, names in _PLACES.items():
        found["ways"][way] = {}
        for name in names[:3] if run.quick else names:
            run.say(f"growth: {name}")
            found["ways"][way][name] = grown(geometry(name), search, 2 if run.quick else 5)
    return found


def _tables(data: Data) -> Iterator[Table]:
    for way, entries in data["ways"].items():
        rows = [[name, *_row(entry)] for name, entry in entries.items()]
        yield Table(
            ["geometry", "cells", "values", "shapes", "givens", "nodes", "time", "time a cell",
             "slowest"],
            rows,
            title=way[0].upper() + way[1:],
            text=f"Medians; givens hidden in random order while the solution stays the only one "
            f"and its proof takes at most {_GUESSES} nodes. Search alone, {data['search']}.",
        )  # fmt: skip


def _row(entry: Data | None) -> list[str]:
    if entry is None:
        return ["no filled grid was found within 5 s"] + ["–"] * 7
    return [
        str(entry["cells"]), str(entry["values"]), str(entry["shapes"]), number(entry["givens"]),
        number(entry["nodes"]), seconds(entry["seconds"]),
        seconds(entry["seconds"] / entry["cells"]), seconds(entry["slowest"]),
    ]  # fmt: skip


SUITE = Suite("growth", "How cost grows", _measure, _tables)
