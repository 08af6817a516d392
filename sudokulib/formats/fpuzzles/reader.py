"""The formats of f-puzzles: the JSON of the most common puzzle editor, and links that contain it.

Facts of the format: cells are R1C1, counted from 1; row or column 0 and size + 1 are outside the
grid. A value that is not given is a solver's entry. Many rules are only text or drawings; each
causes a warning.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import counted, short
from sudokulib.errors import GivensError, Problem, ProblemsError, SudokuError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.fpuzzles.editor_grid import EditorEntry, EditorGrid, integer
from sudokulib.formats.fpuzzles.entries import (
    ENTRIES,
    FLAGS,
    GROUPS,
    entry_specifications,
    negative_specifications,
)
from sudokulib.formats.fpuzzles.export import json_text, ruleset_lines
from sudokulib.formats.fpuzzles.payload import is_fpuzzles, json_of
from sudokulib.formats.grids import jigsaw_grid
from sudokulib.formats.lzstring import compress
from sudokulib.formats.spelling import Fields, shape_of
from sudokulib.formats.stated_rules import not_read
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import (
    CollectedError,
    ErrorCollector,
    Field,
    problems_error,
)
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.kind import shapes_by_meaning
from sudokulib.shapes.own_cells import shape_problem_finder

_DRAWN = ("cage", "circle", "line", "rectangle", "text")
"""Keys of drawings."""

_FOG_CAGES = {"FOGLIGHT": "foglight", "FOW": "fogofwar"}
"""The keys of lights and lamps of fog, by the texts of drawn cages that stand for them."""

_SILENT = frozenset({
    "author", "disabledlogic", "foglight", "fogofwar", "grid", "highlightConflicts", "metadata",
    "ruleset", "size", "solution", "successMessage", "title", "triggereffect",
    "truecandidatesoptions",
})  # fmt: skip
"""Keys that state no rule, or that are read elsewhere."""


_CONTENTS = frozenset({"given", "givenPencilMarks", "parity"})
"""Keys of a cell that restrict it; its value is a solver's entry if it is not given."""

_MOST_REGIONS = 10**9
"""Beyond it numbers are mistakes, as everywhere in such a file."""


def read_fpuzzles(text: str, name: str, limits: Limits) -> Puzzle:
    """Return the puzzle in a link, its payload, or JSON.

    Args:
        text: any of these.
        name: the name of the text in errors.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything wrong in it, each with its key and value.
    """
    data: dict[str, Any] = {}
    try:
        data = json_of(text, limits)
        editor_grid = _editor_grid(data, limits)
        puzzle = _puzzle(data, editor_grid, limits)
    except OutOfBudget:
        raise
    except SudokuError as error:
        raise _failure(error, data, name) from None
    editor_grid.give_warnings()
    return puzzle


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{") and is_fpuzzles(text)


def _is_link(text: str) -> bool:
    return not text.lstrip().startswith("{") and is_fpuzzles(text)


def _link(puzzle: Puzzle, undrawn: Collection[Shape] = ()) -> str:
    return f"https://f-puzzles.com/?load={quote(compress(json_text(puzzle, undrawn)), safe='')}"


_KEEPS = "square grids, regions, givens, candidates, texts, solution, fog, and 34 kinds of shapes"

FPUZZLES = register_format(
    Format(
        "f-puzzles",
        _is_json,
        read_fpuzzles,
        json_text,
        summary="JSON of f-puzzles.com",
        keeps=_KEEPS,
        suffixes=(".json",),
        worded=json_text,
    )
)

LINK = register_format(
    Format(
        "f-puzzles-link",
        _is_link,
        read_fpuzzles,
        _link,
        summary="links of f-puzzles.com that hold their puzzle, also as SudokuPad takes them",
        keeps=_KEEPS,
        worded=_link,
    )
)


def _puzzle(data: Mapping[str, Any], editor_grid: EditorGrid, limits: Limits) -> Puzzle:
    errors = ErrorCollector()
    grid = jigsaw_grid(
        editor_grid.size,
        editor_grid.regions,
        tuple(map(str, range(1, editor_grid.size + 1))),
        limits,
    )
    masks, givens = _contents(data, editor_grid, errors)
    shapes = _shapes(data, editor_grid, grid, limits, errors)
    answer: tuple[int, ...] = ()
    with errors.at("solution"):
        answer = _answer(data.get("solution"), editor_grid)
    lit: dict[str, list[int]] = {}
    for key in ("foglight", "fogofwar"):
        with errors.at(key):
            lit[key] = [
                editor_grid.cell(name) for name in (*(data.get(key) or ()), *_lights(data, key))
            ]
    errors.check()
    around = map(grid.topology.corner_neighbours, lit["fogofwar"])
    puzzle = Puzzle(
        geometry=grid,
        masks=masks,
        given_values=givens,
        shapes=shapes,
        title=_text(data, "title"),
        author=_text(data, "author"),
        source="f-puzzles",
        description=_text(data, "ruleset"),
        answer=answer,
        fog=tuple(sorted({*lit["foglight"], *lit["fogofwar"]}.union(*around))),
    )
    ruleset = data.get("ruleset")
    said = ruleset if isinstance(ruleset, str) else ""
    own = _own_description(data)
    if own is not None:
        puzzle = replace(puzzle, description=own)
        stated = {*ruleset_lines(puzzle)} - {*own.splitlines()}
        said = "\n".join(line for line in said.splitlines() if line not in stated)
    _warn(data, said, editor_grid)
    return puzzle


def _own_description(data: Mapping[str, Any]) -> str | None:
    """Return the description before the sentences that this library adds; None if it added none."""
    metadata, ruleset = data.get("metadata"), data.get("ruleset")
    own = metadata.get("description") if isinstance(metadata, dict) else None
    if isinstance(own, str) and isinstance(ruleset, str) and ruleset.startswith(own):
        return own.encode("utf-8", "replace").decode("utf-8")
    return None


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    words = " ".join(value.split()) if isinstance(value, str) else ""
    return words.encode("utf-8", "replace").decode("utf-8")


def _editor_grid(data: Mapping[str, Any], limits: Limits) -> EditorGrid:
    """Return the grid with its regions, after checking that it is square."""
    rows = data.get("grid")
    if not isinstance(rows, list):
        what = "is missing" if rows is None else f"is {short(repr(rows))}"
        raise SudokuError(f"grid {what}; a list of rows is expected", field=("grid",))
    size = integer(data.get("size", len(rows)))
    if size is None or size < 1:
        raise SudokuError(
            f"size {short(repr(data.get('size')))} is not a size; write a whole number from 1",
            field=("size",),
        )
    limits.check("cells", size * size)
    if len(rows) != size:
        raise SudokuError(
            f"the grid has {len(rows)} rows, but size is {size}; make them agree", field=("grid",)
        )
    errors = ErrorCollector()
    for number, row in enumerate(rows):
        with errors.at("grid", number):
            if not isinstance(row, list) or len(row) != size:
                found = counted(len(row), "cell") if isinstance(row, list) else short(repr(row))
                raise SudokuError(
                    f"a row has {counted(size, 'cell')}, but this is {found}; fix the row"
                )
            for place, cell in enumerate(row):
                if not isinstance(cell, dict):
                    raise SudokuError(
                        f"{short(repr(cell))} is not a cell; an object such as {{}} is expected "
                        f"here",
                        field=(place,),
                    )
    errors.check()
    editor_grid = EditorGrid(size)
    return replace(editor_grid, regions=tuple(_regions(rows, editor_grid)))


def _regions(rows: list[list[dict[str, Any]]], editor_grid: EditorGrid) -> Iterator[int | None]:
    """Yield the region of each cell: its own, None for null, else its box."""
    errors = ErrorCollector()
    boxes = iter(_boxes(editor_grid.size))
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            value = cell.get("region", next(boxes))
            if type(value) is int and abs(value) < _MOST_REGIONS:  # nearly always
                yield value
                continue
            with errors.at("grid", r, c, "region"):
                if value is not None and integer(value) is None:
                    raise SudokuError(
                        f"{short(repr(value))} is not a region; write a number from 0, or null"
                    )
            yield None if value is None else integer(value)
    errors.check()


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=64)
def _boxes(size: int) -> tuple[int, ...]:
    """Return the box of each cell."""
    grid = EditorGrid(size)
    return tuple(grid.box_of((r, c)) for r in range(size) for c in range(size))


def _contents(
    data: Mapping[str, Any], editor_grid: EditorGrid, errors: ErrorCollector
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return the candidates left by givens and the setter's marks, and the givens."""
    full = (1 << editor_grid.size) - 1
    masks, givens = [], []
    for r, row in enumerate(data["grid"]):
        for c, cell in enumerate(row):
            mask = full
            if _CONTENTS.isdisjoint(cell):
                masks.append(mask)
                continue
            with errors.at("grid", r, c, "givenPencilMarks"):
                mask = _marks(cell.get("givenPencilMarks"), editor_grid)
            with errors.at("grid", r, c, "parity"):
                mask &= _parity(cell.get("parity"), editor_grid)
            with errors.at("grid", r, c, "value"):
                if cell.get("given") is True and cell.get("value") not in (None, 0, ""):
                    value = _value(cell["value"], editor_grid)
                    givens.append((r * editor_grid.size + c, value))
                    mask &= 1 << value
            masks.append(mask)
    return tuple(masks), tuple(givens)


def _value(value: Any, editor_grid: EditorGrid) -> int:
    """Return the index of a value."""
    number = integer(value)
    if number is None or not 1 <= number <= editor_grid.size:
        raise GivensError(
            f"{short(repr(value))} is not a value; write a number from 1 to {editor_grid.size}"
        )
    return number - 1


def _marks(listed: Any, editor_grid: EditorGrid) -> int:
    """Return the candidates that a setter's marks leave in a cell."""
    if listed is None or listed == []:
        return (1 << editor_grid.size) - 1
    if not isinstance(listed, list):
        raise GivensError(f"{short(repr(listed))} is not a list of candidates; write one, or null")
    mask = 0
    for value in listed:
        mask |= 1 << _value(value, editor_grid)
    return mask


def _parity(word: Any, editor_grid: EditorGrid) -> int:
    """Return the candidates of a cell that old files call odd or even."""
    first = {"odd": 0, "even": 1}.get(str(word).lower())
    full = (1 << editor_grid.size) - 1
    if first is None:
        if word is not None:
            editor_grid.warn(f"the parity {short(repr(word))} of a cell is unknown and not read")
        return full
    return sum(1 << value for value in range(first, editor_grid.size, 2))


def _shapes(
    data: Mapping[str, Any],
    editor_grid: EditorGrid,
    grid: Geometry,
    limits: Limits,
    errors: ErrorCollector,
) -> tuple[Shape, ...]:
    """Return the rules beyond those of the grid, each satisfiable by itself."""
    made = stated_shapes(data, editor_grid, limits, errors)
    own = shapes_by_meaning(shape for _, shape in made)
    problem_of = shape_problem_finder(grid.context_of(grid.shapes_with(own)))
    for where, shape in made:
        with errors.at(*where):
            if problem := problem_of(shape):
                raise GivensError(problem)
    return tuple(own.values())


def stated_shapes(
    data: Mapping[str, Any], editor_grid: EditorGrid, limits: Limits, errors: ErrorCollector
) -> list[tuple[Field, Shape]]:
    """Return the shapes that the entries and flags of a file state, each with its place in it.

    Raises:
        CollectedError: some are wrong.
    """
    made: list[tuple[Field, Shape]] = []
    for where, written in _shape_specifications(data, editor_grid, errors):
        with errors.at(*where):
            for one in written:
                made.append((where, shape_of(one)))
                limits.check("shapes", len(made))
    errors.check()
    return made


def _shape_specifications(
    data: Mapping[str, Any], editor_grid: EditorGrid, errors: ErrorCollector
) -> Iterator[tuple[Field, Iterator[Fields]]]:
    """Yield the shape specifications of each part of the file, with its place in it."""
    for key in FLAGS:
        on = False
        with errors.at(key):
            on = _is_on(data.get(key))
        if on:
            yield (key,), entry_specifications(FLAGS[key], editor_grid)
    if data.get("negative"):
        yield ("negative",), negative_specifications(data["negative"])
    for key in (*ENTRIES, *GROUPS):
        entries: list[EditorEntry] = []
        with errors.at(key):
            entries = _entries(data.get(key), key, editor_grid)
        if key in GROUPS:
            yield (key,), entry_specifications(GROUPS[key], entries)
            continue
        for number, entry in enumerate(entries):
            yield (key, number), entry_specifications(ENTRIES[key], entry)


def _is_on(value: Any) -> bool:
    if not (value is None or isinstance(value, bool)):
        raise SudokuError(f"{short(repr(value))} is neither true nor false; write one of them")
    return bool(value)


def _entries(value: Any, key: str, editor_grid: EditorGrid) -> list[EditorEntry]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise SudokuError(f"{short(repr(value))} is not a list; a list of objects is expected here")
    for number, data in enumerate(value):
        if not isinstance(data, dict):
            raise SudokuError(
                f"{short(repr(data))} is not an object; such as {{...}} is expected here",
                field=(number,),
            )
    return [EditorEntry(key, data, editor_grid) for data in value]


def _answer(listed: Any, editor_grid: EditorGrid) -> tuple[int, ...]:
    """Return the stated solution; empty where it is not filled."""
    if not isinstance(listed, list) or any(integer(value) in (None, 0) for value in listed):
        return ()
    if len(listed) != editor_grid.size**2:
        raise GivensError(
            f"{len(listed)} values for {editor_grid.size**2} cells; "
            "state all of them, or no solution"
        )
    return tuple(_value(value, editor_grid) for value in listed)


def _warn(data: Mapping[str, Any], ruleset: str, editor_grid: EditorGrid) -> None:
    """Warn of everything that may be a rule but is readable only by people."""
    given = {"lines", *(key for key, value in data.items() if value)}
    if editor_grid.regions and None not in editor_grid.regions:
        given.add("regions")
    if {"diagonal+", "diagonal-"} <= given:
        given.add("diagonals")
    if "xv" in given:
        given |= {"x", "v"}
    given.update(f"negative {name}" for name in data.get("negative") or ())
    if {"negative ratio", "nonconsecutive"} <= given:
        given.add("all dots")
    if text := " ".join(not_read(ruleset, editor_grid.size, given).split()):
        editor_grid.warn(f"ruleset: a rule that is only said in words is not read: {short(text)!r}")
    for key in _DRAWN:
        drawn = data.get(key)
        free = (
            [one for one in drawn if not _drawn_for(one, data)] if isinstance(drawn, list) else []
        )
        if free:
            what = "1 drawing" if len(free) == 1 else f"{len(free)} drawings"
            editor_grid.warn(f"{key}: {what} of this sort; if they mean a rule, it is not read")
    known = {"negative", *_SILENT, *_DRAWN, *ENTRIES, *GROUPS, *FLAGS}
    for key in data:
        if key not in known and data[key] not in (None, False, [], {}, ""):
            editor_grid.warn(
                f"{short(key)}: this key is not known; if it is a rule, it is not read"
            )


def _lights(data: Mapping[str, Any], key: str) -> Iterator[Any]:
    """Yield the cells of drawn cages that are lights or lamps of fog, by their words."""
    for cage in _list(data.get("cage")):
        if isinstance(cage, dict) and _FOG_CAGES.get(str(cage.get("value"))) == key:
            yield from _list(cage.get("cells"))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _drawn_for(drawing: Any, data: Mapping[str, Any]) -> bool:
    """Return whether a drawing merely illustrates a rule that is read."""
    if isinstance(drawing, dict) and str(drawing.get("value")) in _FOG_CAGES:
        return True
    origin = drawing.get("fromConstraint") if isinstance(drawing, dict) else None
    key = re.sub(r"[^a-z]", "", origin.lower()) if isinstance(origin, str) else ""
    return (key in ENTRIES or key in GROUPS) and bool(data.get(key))


def _failure(error: SudokuError, data: Mapping[str, Any], name: str) -> ProblemsError:
    """Return the problems of an error, each with the path and value of its field."""
    if isinstance(error, ProblemsError):
        return error
    errors = error.errors if isinstance(error, CollectedError) else ((error.field, error),)
    return problems_error(_problem(where, str(error), data, name) for where, error in errors)


def _problem(where: Field, text: str, data: Mapping[str, Any], name: str) -> Problem:
    message, _, fix = text.rpartition("; ")
    path, value = "", data
    for step in where:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
        try:
            value = value[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            value = {}
    shown = "" if value in ({}, [], data) else short(repr(value))
    if isinstance(value, str):
        shown = short(value)
    return Problem(message or fix, fix if message else "", name, path=path, value=shown)
