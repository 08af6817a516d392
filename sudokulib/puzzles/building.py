"""Rules added to a puzzle or a geometry in Python, validated like those of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import GeometryError, ProblemsError, UnknownNameError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import ErrorCollector
from sudokulib.puzzles.geometries.files import shapes_file
from sudokulib.puzzles.geometries.loader import validated
from sudokulib.puzzles.geometries.plain_data import data_source, plain_values
from sudokulib.puzzles.loading import loaded_shapes
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import cell_names, rule_data, shape_data
from sudokulib.shapes import Kind, Shape, merge_shapes
from sudokulib.shapes.aliases import aliases
from sudokulib.shapes.fields import CellField, cell_fields
from sudokulib.shapes.registry import kinds_meant

Data = dict[str, Any]


def puzzle_with(puzzle: Puzzle, shape: Any, /, *values: Any, **more: Any) -> Puzzle:
    """Return a puzzle with a further shape; see `Puzzle.add`."""
    made = _made(puzzle.geometry, puzzle.shapes, shape, values, more)
    return replace(puzzle, shapes=merge_shapes(puzzle.shapes + made))


def geometry_with(geometry: Geometry, shape: Any, /, *values: Any, **more: Any) -> Geometry:
    """Return a geometry with a further shape; see `Geometry.add`."""
    made = _made(geometry, (), shape, values, more)
    shapes = merge_shapes(geometry.shapes + made)
    return replace(geometry, shapes=shapes, parts=(), expect=None, file="")


def _made(
    geometry: Geometry,
    other: tuple[Shape, ...],
    shape: Any,
    values: tuple[Any, ...],
    more: Mapping[str, Any],
) -> tuple[Shape, ...]:
    """Return the shapes that the arguments describe, read like those of a file."""
    data = list(_data(geometry, shape, values, more))
    source = data_source({"shapes": data}, f"add({data[0].get('kind', '')!r})")
    errors = ErrorCollector()
    try:
        file, source = validated(source, shapes_file)
        with source.locating_errors():
            shapes = loaded_shapes(file.shapes, geometry, errors, other=other)
            errors.check()
    except ProblemsError as error:
        raise _without_place(error) from None
    return shapes


def _without_place(error: ProblemsError) -> ProblemsError:
    """Return an error without the place of the shape in a list, where it stands alone."""
    return ProblemsError(
        replace(problem, path=problem.path.removeprefix("shapes[0]").lstrip("."))
        for problem in error.problems
    )


def _data(
    geometry: Geometry, shape: Any, values: tuple[Any, ...], more: Mapping[str, Any]
) -> Iterator[Data]:
    """Yield the data that a file would have."""
    named = {name.removesuffix("_"): value for name, value in more.items()}
    if isinstance(shape, type) and issubclass(shape, Kind):
        shape = shape.name
    if isinstance(shape, str):
        kind = _known_name(shape)
        data = dict(zip(_places(kind, values), values, strict=False))
        if twice := data.keys() & named.keys():
            raise GeometryError(f"{min(twice)} of {kind} is passed twice; pass it once")
        yield _named({"kind": kind, **data, **named}, geometry)
    elif not isinstance(shape, Kind | Shape | Mapping):
        raise GeometryError(
            f"a kind or a rule is expected first, not {short(repr(shape))}; pass the name of a "
            'kind and its fields, as in add("cage", "R1C1 R1C2", sum=5), or a rule, as in '
            'add(Cage("R1C1 R1C2", sum=5))'
        )
    elif values:
        raise GeometryError(
            f"{short(repr(values[0]))} follows a rule that is complete; pass a rule alone, or the "
            "name of a kind with its fields"
        )
    elif isinstance(shape, Kind):
        yield {**rule_data(geometry, shape), **named}
    elif isinstance(shape, Shape):
        yield from ({**data, **named} for data in shape_data(geometry, [shape]))
    else:
        yield _named({**shape, **named}, geometry)


def _known_name(name: str) -> str:
    """Return a name of a kind as files have it: German whisper is written german-whisper."""
    plainer = "-".join(name.lower().replace("_", " ").split())
    return plainer if _kind(plainer) else name


def _kind(name: str) -> type[Kind] | None:
    """Return the kind of a name or alias, the first of several; None if there is none."""
    try:
        return kinds_meant(name)[0]
    except UnknownNameError:
        return None


def _places(kind: str, values: tuple[Any, ...]) -> list[str]:
    """Return the fields of a kind or alias by place, as its class has them."""
    alias = next((one for one in aliases() if one.name == kind), None)
    found = _kind(kind)
    if found is None:
        return []  # the reader of the data reports that there is no such kind
    names = [f.name.removesuffix("_") for f in fields(found) if not f.kw_only]
    if alias:
        preset = alias.meanings[next(iter(alias.meanings))].preset
        names = [name for name in names if name not in preset] + [alias.choice] * bool(alias.choice)
    if len(values) > len(names):
        raise GeometryError(
            f"{len(values)} values for {kind}, which has {len(names)}: {', '.join(names)}; "
            "pass one for each, several lines or groups as one list"
        )
    return names


def _named(data: Data, geometry: Geometry) -> Data:
    """Return data of a shape with names of cells instead of indices, and rules as data."""
    kind = _kind(str(data.get("kind", "")))
    forms = cell_fields(kind) if kind else {}
    return {
        field: _cells(value, forms[field], geometry)
        if field in forms
        else _plainer(value, geometry)
        for field, value in data.items()
    }


def _plainer(value: Any, geometry: Geometry) -> Any:
    """Return a value with its rules as data, including those within lists."""
    if isinstance(value, Kind):
        return rule_data(geometry, value)
    if isinstance(value, Mapping) and "kind" in value:
        return _named(dict(value), geometry)
    return [_plainer(one, geometry) for one in value] if isinstance(value, list | tuple) else value


def _cells(value: Any, form: CellField, geometry: Geometry) -> Any:
    """Return cells with names instead of indices."""
    plainer = plain_values(value)
    is_line = isinstance(plainer, list) and all(isinstance(cell, int) for cell in plainer)
    return cell_names(geometry, [plainer] if form.many and is_line else plainer)
