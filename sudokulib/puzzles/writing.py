"""Puzzles and geometries as the data of files: the reverse of `sudokulib.puzzles.loading`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any

import yaml

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.budget import OutOfBudget
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.layer_places import Layer
from sudokulib.puzzles.geometries.layers import layer_data
from sudokulib.puzzles.geometries.library import geometry as named_geometry
from sudokulib.puzzles.geometries.library import geometry_in
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Kind, Shape
from sudokulib.shapes.fields import cell_fields, rule_fields

Data = dict[str, Any]


def puzzle_file_data(puzzle: Puzzle) -> Data:
    """Return the data of a file that describes a puzzle.

    A geometry that has a name is named; any other is written as by `geometry_file_data`.

    Returns:
        Mappings, lists and text, which JSON and YAML can hold alike.

    >>> from sudokulib.puzzles.loading import loads
    >>> puzzle_file_data(loads("{geometry: 4x4, givens: {R1C1: 3}}"))
    {'format': 1, 'geometry': '4x4', 'givens': {'R1C1': '3'}}
    """
    home = _named(puzzle.geometry) or _filed(puzzle.geometry)
    names = [cell.name for cell in puzzle.geometry.cells]
    given = dict(puzzle.given_values)
    allowed = {
        names[cell]: list(puzzle.geometry.alphabet.of_mask(mask))
        for cell, mask in enumerate(puzzle.masks)
        if mask != puzzle.geometry.domains[cell] and cell not in given
    }
    hidden = () if home is None else puzzle.geometry.hidden[len(home.hidden) :]
    data = {
        "format": 1,
        "geometry": _geometry(puzzle.geometry) if home is None else _reference(home),
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "description": puzzle.description,
        "givens": dict(puzzle.givens),
        "allowed": allowed,
        "hidden": {
            cell.name: list(puzzle.geometry.alphabet.of_mask(cell.domain)) for cell in hidden
        },
        "shapes": list(shape_data(puzzle.geometry, puzzle.shapes)),
        "fog": " ".join(names[cell] for cell in puzzle.fog),
    }
    return {key: value for key, value in data.items() if value}


def geometry_file_data(geometry: Geometry) -> Data:
    """Return the data of a file that describes a geometry.

    If its maker knows a short form, as for random layouts and tredoku tilings, that is used.
    Otherwise it is written out: its cells, neighbours and shapes. Such a file has no seams and no
    grids with names, so rules that read them may mean something else after reading it again;
    compare the geometries if that matters.

    >>> geometry_file_data(named_geometry("4x4").without("region"))["symbols"]
    {'symbols': ['1', '2', '3', '4'], 'values': [1, 2, 3, 4], 'empty': '.'}
    """
    home = _filed(geometry)
    if home is not None and home.hidden == geometry.hidden:
        return {"format": 1, **_said(home)}
    return {"format": 1, **_geometry(geometry)}


def geometry_text(geometry: Geometry) -> str:
    """Return a geometry as the text of a file; see `geometry_file_data`.

    >>> from sudokulib.generating.layouts import layout
    >>> print(geometry_text(layout("4x4", seed=1)))  # doctest: +ELLIPSIS
    format: 1
    title: Jigsaw 4×4
    ...
    """
    return yaml_text(geometry_file_data(geometry))


def yaml_text(data: Data) -> str:
    """Write data as YAML, text of several lines as such.

    >>> print(yaml_text({"title": "Jigsaw", "map": "AB\\nAB\\n"}), end="")
    title: Jigsaw
    map: |
      AB
      AB
    """
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)


class _Dumper(yaml.SafeDumper):
    """A YAML dumper that writes maps as they look."""

    def represent_text(self, text: str) -> yaml.Node:
        style = "|" if "\n" in text else None
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    def represent_cells(self, items: list[Any]) -> yaml.Node:
        short = all(isinstance(item, str | int) for item in items)
        return self.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=short)

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        del indentless  # entries of a list are indented further than the field that holds them
        super().increase_indent(flow, False)


_Dumper.add_representer(str, _Dumper.represent_text)
_Dumper.add_representer(list, _Dumper.represent_cells)


def _named(geometry: Geometry) -> Geometry | None:
    """Return the geometry of the same name, if it means the same but for hidden cells."""
    try:
        known = named_geometry(geometry.name) if geometry.name else None
    except OutOfBudget:
        raise
    except (SudokuError, OSError):
        return None
    return known if known is not None and _is_home(known, geometry) else None


def _filed(geometry: Geometry) -> Geometry | None:
    """Return what its maker's file describes, if that means the same but for hidden cells.

    A file that includes others by their paths can only be read in its folder.
    """
    if not geometry.file:
        return None
    try:
        known = geometry_in(geometry.file)
    except OutOfBudget:
        raise
    except (SudokuError, OSError):
        return None
    return replace(known, name="", file=geometry.file) if _is_home(known, geometry) else None


def _is_home(known: Geometry, geometry: Geometry) -> bool:
    if geometry.hidden[: len(known.hidden)] != known.hidden:
        return False
    more = {cell.name: cell.domain for cell in geometry.hidden[len(known.hidden) :]}
    return known.with_hidden(more) == geometry


def _said(home: Geometry) -> Data:
    return dict(json.loads(home.file))


def _reference(home: Geometry) -> str | Data:
    """Return how a puzzle file says which geometry it is on."""
    return home.name or _said(home)


def _geometry(geometry: Geometry) -> Data:
    alphabet = geometry.alphabet
    names = [cell.name for cell in geometry.cells]
    layered = geometry.topology.layered
    layers: dict[str, Layer] = {}
    for cell in sorted(layered):
        prefix = names[cell].partition(".")[0]
        mask = layers[prefix].symbols if prefix in layers else 0
        place = geometry.topology.places[cell]
        layers[prefix] = Layer(mask | geometry.domains[cell], place.on, place.words)
    full = [
        layers[n.partition(".")[0]].symbols if c in layered else alphabet.full
        for c, n in enumerate(names)
    ]
    data = {
        "symbols": symbols_data(alphabet),
        "title": geometry.title,
        "cells": {
            cell.name: {"at": [at + 1 for at in cell.at]}
            for number, cell in enumerate(geometry.cells)
            if number not in layered
        },
        "adjacency": [
            [names[c] for c in edge]
            for edge in geometry.topology.edges()
            if layered.isdisjoint(edge)
        ],
        "layers": {prefix: layer_data(layer, alphabet) for prefix, layer in layers.items()},
        "allowed": {
            names[cell]: list(alphabet.of_mask(mask))
            for cell, mask in enumerate(geometry.domains)
            if mask != full[cell]
        },
        "hidden": {cell.name: list(alphabet.of_mask(cell.domain)) for cell in geometry.hidden},
        "shapes": list(shape_data(geometry, geometry.shapes)),
    }
    return {key: value for key, value in data.items() if value}


def symbols_data(alphabet: Alphabet) -> Data:
    """Return an alphabet as files have it.

    >>> symbols_data(named_geometry("4x4").alphabet)
    {'symbols': ['1', '2', '3', '4'], 'values': [1, 2, 3, 4], 'empty': '.'}
    """
    return {
        "symbols": list(alphabet.symbols),
        "values": list(alphabet.values),
        "empty": alphabet.empty,
    }


def shape_data(geometry: Geometry, shapes: Sequence[Shape]) -> Iterator[Data]:
    """Yield shapes as files have them, once for each label and role; reading merges them."""
    for shape in shapes:
        labels, roles = shape.labels or ("",), sorted(shape.roles) or [""]
        for number in range(max(len(labels), len(roles))):
            label = labels[min(number, len(labels) - 1)]
            role = roles[min(number, len(roles) - 1)]
            named = {"label": label} if label else {}
            yield rule_data(geometry, shape.rule) | named | ({"role": role} if role else {})


def rule_data(geometry: Geometry, rule: Kind) -> Data:
    """Return the data in a file that describes a rule; fields with their defaults are left out.

    >>> from sudokulib.shapes import Distinct
    >>> rule_data(named_geometry("4x4"), Distinct((0, 5)))
    {'kind': 'distinct', 'cells': ['R1C1', 'R2C2']}
    """
    cells, rules = cell_fields(type(rule)), rule_fields(type(rule))
    data: Data = {"kind": rule.name}
    for field in fields(rule):
        value = getattr(rule, field.name)
        if value is None or (field.default is not MISSING and value == field.default):
            continue
        if field.name in cells:
            value = cell_names(geometry, value)
        elif field.name in rules:
            value = [rule_data(geometry, inner) for inner in value]
        data[field.name.removesuffix("_")] = _plain(value)
    return data


def cell_names(geometry: Geometry, cells: Any) -> Any:
    """Return cells as files have them: names for indices, in lists; names stay as they are.

    Raises:
        GeometryError: there is no cell with such an index.
    """
    if isinstance(cells, int) and not isinstance(cells, bool):
        last = len(geometry.cells) + len(geometry.hidden) - 1
        if not 0 <= cells <= last:
            raise GeometryError(
                f"there is no cell {cells}; indices go from 0 to {last}, names are as R1C1"
            )
        return geometry.name_of(cells)
    return (
        [cell_names(geometry, one) for one in cells] if isinstance(cells, list | tuple) else cells
    )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value
