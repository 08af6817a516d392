"""Well-formed puzzle files, read without pydantic.

Importing pydantic and making its models takes longer than solving most puzzles: `sudokulib solve`
takes 16 times the CPU time of ``python -c pass`` for the first killer of the examples, and 28 times
if its file is left to the file models (installed, medians of nine runs side by side, 2026-11;
`tests/benchmarks --only footprint` measures such a file). Only simple, certainly valid files are
read here: a file with anything else, right or wrong, is left to the file models, which have the
messages. Wherever both read a file they read the same, which a test checks with changed examples.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from sudokulib.shapes import Kind, kind_named
from sudokulib.shapes.fields import CellField, cell_fields, rule_fields
from sudokulib.shapes.kind_index import KIND_MODULES

_TEXTS = ("title", "author", "source", "description", "solution")

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,8}")

FORMAT = 1
"""The newest file format that this version reads; older formats are left to the file models."""


class _NotPlainError(Exception):
    """The file contains something that is left to the file models."""


class PlainShape(NamedTuple):
    """A shape as written in a file.

    Args:
        of: its kind.
        values: the values of its fields, as in a file model: cells are references.
        label: its name in explanations; may be empty.
        role: its role for rules that look for one.
    """

    of: type[Kind]
    values: Mapping[str, Any]
    label: str = ""
    role: str = ""

    def meant(self) -> tuple[type[Kind], dict[str, Any]]:
        """Return the kind that is meant, and the values of its fields as written."""
        return self.of, dict(self.values)


class PlainPuzzle(NamedTuple):
    """A puzzle file without restrictions and hidden cells; its fields are those of `PuzzleFile`."""

    geometry: str
    givens: str | dict[str, str] = ""
    shapes: tuple[PlainShape, ...] = ()
    title: str = ""
    author: str = ""
    source: str = ""
    description: str = ""
    solution: str = ""


def plain_puzzle(data: Any) -> PlainPuzzle | None:
    """Return the puzzle file in some data; None if it is left to the file models.

    Args:
        data: the content of the file, every scalar as text.

    >>> plain_puzzle({"geometry": "4x4", "givens": "1... ..2. .3.. ...4"}).geometry
    '4x4'
    >>> plain_puzzle({"geometry": "4x4", "given": "1... ..2. .3.. ...4"}) is None
    True
    """
    try:
        return _puzzle(data)
    except _NotPlainError:
        return None


def _puzzle(data: Any) -> PlainPuzzle:
    _check(isinstance(data, dict) and data.keys() <= {"format", *PlainPuzzle._fields})
    _check(data.get("format", str(FORMAT)) == str(FORMAT))
    given = data.get("givens", "")
    shapes = data.get("shapes", [])
    _check(isinstance(shapes, list) and (isinstance(given, str) or _is_text_map(given)))
    return PlainPuzzle(
        geometry=_text(data.get("geometry")),
        givens=given,
        shapes=tuple(map(_shape, shapes)),
        **{name: _text(data[name]) for name in _TEXTS if name in data},
    )


def _check(plain: object) -> None:
    if not plain:
        raise _NotPlainError


def _is_text_map(data: Any) -> bool:
    return isinstance(data, dict) and all(isinstance(value, str) for value in data.values())


def _text(data: Any) -> str:
    _check(isinstance(data, str))
    return str(data)


def _shape(data: Any) -> PlainShape:
    _check(isinstance(data, dict))
    name = _text(data.get("kind"))
    _check(name in KIND_MODULES)
    kind = kind_named(name)
    values: dict[str, Any] = {}
    for field in _fields(kind):
        if field.written not in data:
            _check(field.default is not MISSING)
            values[field.name] = field.default
        elif field.of_rules:
            _check(isinstance(data[field.written], list))
            values[field.name] = list(map(_shape, data[field.written]))
        elif field.cells:
            values[field.name] = _references(data[field.written], field.cells)
        else:
            values[field.name] = _value(data[field.written], field.hint)
    known = {"kind", "label", "role", *(field.written for field in _fields(kind))}
    _check(data.keys() <= known)
    return PlainShape(kind, values, _text(data.get("label", "")), _text(data.get("role", "")))


class _Field(NamedTuple):
    """A field of a kind, and the value written for it."""

    name: str
    written: str
    default: Any
    hint: Any
    cells: CellField | None
    of_rules: bool


# Safe to cache: the fields of a class never change.
@cache
def _fields(kind: type[Kind]) -> tuple[_Field, ...]:
    hints, cells, rules = get_type_hints(kind), cell_fields(kind), rule_fields(kind)
    found = []
    for f in fields(kind):
        written = f.name.removesuffix("_")  # except_ is written except, a Python keyword
        of_rules = f.name in rules
        found.append(_Field(f.name, written, f.default, hints[f.name], cells.get(f.name), of_rules))
    return tuple(found)


def _references(data: Any, field: CellField) -> Any:
    """Return the cell references of a field: one text, or lists of them."""
    if field.form == "one":
        _check(isinstance(data, str) and data)
        return data
    if field.many:
        _check(isinstance(data, list))
        return [_line(item) for item in data]
    return _line(data)


def _line(data: Any) -> list[str]:
    listed = [data] if isinstance(data, str) else data
    _check(isinstance(listed, list) and listed and all(isinstance(one, str) for one in listed))
    return list(listed)


def _value(data: Any, hint: Any) -> Any:
    """Return the value that a scalar, or a list of them, has in a field of this type."""
    choices = get_args(hint)
    if isinstance(data, list):
        _check(get_origin(hint) is tuple and choices[1:] == (Ellipsis,) and data)
        return tuple(_value(item, choices[0]) for item in data)
    _check(isinstance(data, str) and get_origin(hint) is not tuple)
    if get_origin(hint) is Literal:
        _check(data in choices)
        return data
    if hint is str:
        return data
    return _number_or_truth(data, {hint, *choices} - {NoneType})


def _number_or_truth(data: str, types: set[Any]) -> int | bool:
    if bool in types:
        _check(types == {bool} and data in ("true", "false"))
        return data == "true"
    _check(int in types and str not in types and _INTEGER.fullmatch(data))
    return int(data)
