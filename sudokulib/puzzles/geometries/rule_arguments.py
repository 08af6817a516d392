"""Arguments passed to a kind, converted to the form that it stores."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any

from pydantic import create_model

from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.fields import FileModel
from sudokulib.puzzles.geometries.files import kind_entries
from sudokulib.puzzles.geometries.loader import validated
from sudokulib.puzzles.geometries.plain_data import data_source, plain_values
from sudokulib.shapes import Kind
from sudokulib.shapes.fields import CellField, cell_fields, rule_fields


def settle_arguments(rule: Kind) -> None:
    """Convert the fields of a new rule to the form that its kind stores.

    Cells may be indices or references, rules a list. All else is validated as in a file, and may be
    text wherever it is text there.

    Raises:
        GeometryError: a cell twice in a set, or something that is not a rule among rules.
        ProblemsError: the errors that a file would have.
    """
    cells, rules = cell_fields(type(rule)), rule_fields(type(rule))
    left = {}
    for f in fields(rule):
        value = getattr(rule, f.name)
        if f.name in rules:
            _set(rule, f.name, _rules(value))
        elif value is f.default:
            continue
        elif f.name in cells and _is_numbered(numbered := plain_values(value)):
            _set(rule, f.name, _indices(numbered, cells[f.name]))
        else:
            left[f.name] = value
    for name, value in _validated(type(rule), left).items():
        _set(rule, name, _names(value) if name in cells else value)


def _set(rule: Kind, name: str, value: Any) -> None:
    object.__setattr__(rule, name, value)  # it is frozen, but still under construction


def _validated(kind: type[Kind], values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of some fields as read from a file with them."""
    entries = kind_entries(kind)
    model: type[FileModel] = create_model(
        kind.__name__, __base__=FileModel, **{name: entries[name] for name in values}
    )
    data = {name.removesuffix("_"): value for name, value in values.items()}
    file, _ = validated(data_source(data, kind.name), lambda _=None: model)
    return {name: getattr(file, name) for name in values}


def _rules(value: Any) -> tuple[Kind, ...]:
    listed = [value] if isinstance(value, Kind) else value
    if not isinstance(listed, Collection) or not all(isinstance(one, Kind) for one in listed):
        raise GeometryError(
            f"{value!r} is not a list of rules; write them as Cage(...), or add all by the name of "
            "the kind, with rules as in files"
        )
    return tuple(listed)


def _is_numbered(cells: Any) -> bool:
    """Return whether cells are a list of indices, or a list of such lists."""
    if not isinstance(cells, list):
        return False
    return all(type(cell) is int or _is_numbered(cell) for cell in cells)


def _indices(cells: list[Any], form: CellField) -> Any:
    if not form.many:
        return _index_tuple(cells, form)
    lines = cells if all(isinstance(line, list) for line in cells) else [cells]
    return tuple(_index_tuple(line, form) for line in lines)


def _index_tuple(cells: list[int], form: CellField) -> tuple[int, ...]:
    if form.form != "set":
        return tuple(cells)
    if len(set(cells)) < len(cells):
        raise GeometryError(f"{cells!r} puts a cell into the set twice; drop it once")
    return tuple(sorted(cells))


def _names(cells: Any) -> Any:
    """Return references as tuples of tuples, which can be hashed."""
    return tuple(map(_names, cells)) if isinstance(cells, list) else cells
