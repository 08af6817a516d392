"""Custom constraints of SudokuMaker: programs that add components to the puzzle.

The programs of a puzzle are run, without anything that they could read or change but the grid, and
all together at most for some seconds. What they add is read as rules: standard components by their
arguments, components of the setter's own by asking them about each filling of their cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from sudokulib.basics.cells import Line
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.grids import cells_by_region
from sudokulib.formats.spelling import Fields, shape_of
from sudokulib.formats.sudokumaker import sandbox
from sudokulib.formats.sudokumaker.automata import fillings
from sudokulib.formats.sudokumaker.components import standard_shapes
from sudokulib.formats.sudokumaker.elements import Data
from sudokulib.formats.sudokumaker.maker_grid import MakerGrid, as_list, objects

_FILLINGS = 500_000
"""The most fillings about which a component of the setter's own is asked, with those of its first
cells alone. Five cells have 66,429 of the digits from 1 to 9, a whisper of nine cells at most
161,712, a whole row 986,409; 100,000 take 0.1 s (`python -m pytest
tests/formats/test_sudokumaker_custom.py --durations=5`, 2026-11)."""


Read = tuple[list[Fields], list[str]]
"""The fields of the shapes that a custom constraint adds, and what is not read of it."""


def custom_shapes(
    grid: MakerGrid,
    elements: Sequence[Data],
    houses: Iterable[Iterable[int]],
    limits: Limits,
) -> list[Read]:
    """Return what each of some custom constraints adds.

    Args:
        grid: the grid.
        elements: the custom constraints.
        houses: sets of cells that differ, of which programs may ask.
        limits: bounds the number of components.
    """
    names = [_name(element) for element in elements]
    if elements and not sandbox.is_installed():
        said = "is a program, and not read; to read it, run: pip install 'sudokulib[sudokumaker]'"
        return [([], [f"the custom constraint {name!r} {said}"]) for name in names]
    programs: dict[int, Data] = {}
    read: dict[int, Read] = {}
    for place, element in enumerate(elements):
        try:
            programs[place] = _program(element)
        except SudokuError as error:
            read[place] = _unread(names[place], str(error))
    for place, told in zip(programs, _run(grid, programs.values(), houses, limits), strict=True):
        try:
            added = objects(told.get("added"))
        except SudokuError as error:
            read[place] = _unread(names[place], str(told.get("error", error)))
        else:
            read[place] = _read(grid, names[place], added)
    return [read[place] for place in range(len(elements))]


def _name(element: Data) -> str:
    definition = element.get("definition")
    said = definition.get("name") if isinstance(definition, dict) else ""
    return short(str(element.get("name") or said or "without a name"))


def _unread(name: str, reason: str) -> Read:
    return [], [f"the custom constraint {name!r} is not read: {reason}"]


def _program(element: Data) -> Data:
    """Return the program of a custom constraint, its components, and the groups of cells entered.

    Raises:
        SudokuError: there is none, or it is damaged.
    """
    definition = element.get("definition")
    backend = definition.get("backend") if isinstance(definition, dict) else None
    code = backend.get("code") if isinstance(backend, dict) else None
    if not isinstance(definition, dict) or not isinstance(code, str):
        raise SudokuError("it has no program")
    entered = element.get("input")
    groups = entered.get("groups", []) if isinstance(entered, dict) else []
    return {
        "code": code,
        "components": [
            {"name": _text(one, "name"), "code": _text(one, "code")}
            for one in objects(definition.get("components") or [])
        ],
        "input": {
            "groups": [
                {"cells": as_list(one.get("cells", [])), "value": one.get("value", "")}
                for one in objects(groups)
            ]
        },
    }


def _run(
    grid: MakerGrid, programs: Iterable[Data], houses: Iterable[Iterable[int]], limits: Limits
) -> list[Data]:
    """Return what each program adds, or its error."""
    if not (constraints := list(programs)):
        return []
    asked = {
        "constraints": constraints,
        "spec": {
            "type": grid.type,
            "size": {"width": grid.columns, "height": grid.rows},
            "minDigit": grid.values[0],
            "maxDigit": grid.values[-1],
            "digitCount": len(grid.values),
        },
        "regions": [-1 if one is None else one for one in grid.regions],
        "houses": [*map(list, houses), *cells_by_region(grid.regions).values()],
        "most": {"components": limits.shapes, "fillings": _FILLINGS},
    }
    try:
        found = objects(sandbox.result_of(_environment(), "run", asked))
    except (sandbox.JavaScriptError, SudokuError) as error:
        return [{"error": str(error)}] * len(constraints)
    # A program may change even what runs it, so nothing is taken for granted, here and below.
    if len(found) != len(constraints):
        return [{"error": "its result is damaged"}] * len(constraints)
    return found


def _read(grid: MakerGrid, name: str, components: Iterable[Data]) -> Read:
    shapes: list[Fields] = []
    unread: Counter[tuple[str, str]] = Counter()
    for component in components:
        try:
            shapes += _labelled(component, grid)
        except SudokuError as error:
            unread[short(str(component.get("type"))), str(error)] += 1
    return _with_moves(grid, shapes), [
        f"the custom constraint {name!r}: "
        + (f"{count} components {kind} are" if count > 1 else f"a component {kind} is")
        + f" not read: {reason}"
        for (kind, reason), count in unread.items()
    ]


def _environment() -> str:
    return files(__package__).joinpath("custom_constraint.js").read_text(encoding="utf-8")


def _text(data: Data, key: str) -> str:
    if not isinstance(found := data.get(key), str):
        raise SudokuError(f"{short(repr(found))} is not the {key} of a component")
    return found


def _with_moves(grid: MakerGrid, shapes: list[Fields]) -> list[Fields]:
    """Return shapes with all pairs of cells a move apart that differ as one rule of such moves.

    Programs add a component for each pair, of which a 9×9 has 224 a knight's move apart.
    """
    by_move: dict[tuple[int, int], set[Line]] = {}
    for fields in shapes:
        if move := _move(grid, fields):
            by_move.setdefault(move, set()).add(fields["cells"])
    moves = {move for move, pairs in by_move.items() if pairs == grid.pairs_apart(move)}
    if not moves:
        return shapes
    known = {((1, 2),): "knight", ((0, 1), (1, 1)): "king"}
    said = tuple(sorted(moves))
    rest = [fields for fields in shapes if _move(grid, fields) not in moves]
    return [{"kind": "anti", "moves": known.get(said, said)}, *rest]


def _move(grid: MakerGrid, fields: Fields) -> tuple[int, int] | None:
    """Return how far two cells lie apart that differ; None if that is not what the fields say."""
    apart = fields["kind"] == "distinct" and len(fields["cells"]) == 2
    return grid.move(*fields["cells"]) if apart else None


def _labelled(component: Data, grid: MakerGrid) -> Iterator[Fields]:
    """Yield the fields of the shapes of a component, each with its name as a label.

    They are made here once, as a wrong one must not spoil the puzzle.

    Raises:
        SudokuError: it cannot be read.
    """
    label = short(" ".join(str(component.get("name") or "").split()))
    for fields in _shapes(component, grid):
        shape_of(fields)
        yield {**fields, "label": label} if label else fields


def _shapes(component: Data, grid: MakerGrid) -> list[Fields]:
    if reason := component.get("unread"):
        raise SudokuError(str(reason))
    if "rest" in component:
        return standard_shapes(grid, str(component.get("type")), as_list(component["rest"]))
    cells = tuple(map(grid.cell, as_list(component.get("cells"))))
    if component.get("rows") is None:
        return []
    rows = [as_list(row) for row in as_list(component["rows"])]
    if any(len(row) != len(cells) or any(n not in grid.values for n in row) for row in rows):
        raise SudokuError("its fillings are not lists of digits, one for each cell")
    return [fillings(grid, cells, rows)]
