"""Edits of a puzzle's YAML text that leave the rest of it, comments included, as it is.

Each is made where the reader of files found the value, read again, and compared with the data that
was wanted; what cannot be changed in place is written anew, field by field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.nodes import Node
from sudokulib.puzzles.geometries.source import Source, read_source
from sudokulib.puzzles.puzzle import read_givens
from sudokulib.puzzles.writing import yaml_text

Data = dict[str, Any]

_SHAPES, _GIVENS = "shapes", "givens"
_PLAIN = re.compile(r"[A-Za-z0-9][\w.-]*")
"""Text that is its own YAML, wherever it stands."""


def with_field(text: str, name: str, value: object) -> str:
    """Return the text with a field at its top replaced, or added at its end.

    Args:
        text: of a file.
        name: of the field.
        value: mappings, lists and text; None removes the field.

    Raises:
        ProblemsError: the text is no YAML of ours.

    >>> print(with_field("geometry: 4x4  # small\\ntitle: A\\n", "title", "B"), end="")
    geometry: 4x4  # small
    title: B
    """
    source = _in_lines(text)
    lines = source.text.splitlines(keepends=True)
    written = "" if value is None else yaml_text({name: value})
    if name not in source.root.keys:
        return _lines_end(source.text) + written
    first, last = _extent(source, name)
    return "".join([*lines[:first], written, *lines[last:]])


def with_given(text: str, geometry: Geometry, cell: int, symbol: str) -> str:
    """Return the text with a symbol given to a cell, in the form in which it has its givens.

    Args:
        text: of a puzzle file.
        geometry: its geometry.
        cell: index of the cell.
        symbol: the symbol; nothing to clear the cell.

    Raises:
        AlphabetError, GivensError: the cell cannot hold the symbol.
        ProblemsError: the text is no YAML of ours.

    >>> import sudokulib
    >>> four = sudokulib.geometry("4x4")
    >>> print(with_given("geometry: 4x4\\ngivens: 1... ..2. .3.. ...4", four, 1, "3"))
    geometry: 4x4
    givens: 13.. ..2. .3.. ...4
    """
    source = _in_lines(text)
    written = source.root.data.get(_GIVENS, {})
    before = read_givens(geometry, written)
    wanted = {one: value for one, value in before.items() if one != cell}
    if symbol:
        wanted |= read_givens(geometry, {geometry.name_of(cell): symbol})
    if wanted == before:
        return text
    for edited in _given_edits(source, geometry, cell, symbol):
        if _givens_in(edited, geometry) == wanted:
            return edited
    symbols = geometry.alphabet.symbols
    named = {geometry.name_of(c): symbols[value] for c, value in sorted(wanted.items())}
    return with_field(source.text, _GIVENS, named or None)


def with_shape(text: str, fields: Mapping[str, str]) -> str:
    """Return the text with a shape at the end of its list.

    Args:
        text: of a puzzle file.
        fields: the fields of the shape, each as YAML in one line.

    Raises:
        ProblemsError: the text, or a field, is no YAML of ours.
        SudokuError: the fields cannot be written in one line.

    >>> print(with_shape("geometry: 4x4\\n", {"kind": "cage", "cells": "R1C1 R1C2", "sum": "5"}))
    geometry: 4x4
    shapes:
      - {kind: cage, cells: R1C1 R1C2, sum: 5}
    <BLANKLINE>
    """
    source = _in_lines(text)
    item = "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + "}"
    data = read_source(f"{_SHAPES}: [{item}]").data[_SHAPES]
    if len(data) != 1 or not isinstance(data[0], dict) or data[0].keys() != fields.keys():
        raise SudokuError(f"{item} is not one shape; write values without unpaired brackets")
    before = source.root.data.get(_SHAPES)
    before = before if isinstance(before, list) else []
    wanted = {**source.data, _SHAPES: [*before, *data]}
    for edited in _shape_edits(source, item):
        if _data(edited) == wanted:
            return edited
    return with_field(source.text, _SHAPES, wanted[_SHAPES])


def without_shape(text: str, number: int) -> str:
    """Return the text without a shape.

    Args:
        text: of a puzzle file.
        number: of the shape in its list, from 0.

    Raises:
        SudokuError: there is no such shape.
        ProblemsError: the text is no YAML of ours.

    >>> two = "shapes:\\n- {kind: even, cells: R1C1}  # one\\n- {kind: odd, cells: R2C2}\\n"
    >>> print(without_shape(two, 1), end="")
    shapes:
    - {kind: even, cells: R1C1}  # one
    """
    source = _in_lines(text)
    node = _shape_node(source, number)
    left = [one for at, one in enumerate(source.data[_SHAPES]) if at != number]
    wanted = {**source.data, _SHAPES: left}
    if not left:
        return with_field(source.text, _SHAPES, None)
    lines = source.text.splitlines(keepends=True)
    end = _item_end(source, number)
    edited = "".join([*lines[: node.mark[0] - 1], *lines[end:]])
    return edited if _data(edited) == wanted else with_field(source.text, _SHAPES, left)


def with_value_in_shape(text: str, number: int, name: str, value: str) -> str:
    """Return the text with a further field in a shape.

    Args:
        text: of a puzzle file.
        number: of the shape in its list, from 0.
        name: of the field, which the shape does not have.
        value: plain text.

    Raises:
        SudokuError: there is no such shape.
        ProblemsError: the text is no YAML of ours.

    >>> print(with_value_in_shape("shapes: [{kind: cage, cells: R1}]", 0, "sum", "10"))
    shapes: [{kind: cage, cells: R1, sum: 10}]
    """
    source = _in_lines(text)
    node = _shape_node(source, number)
    shapes = list(source.data[_SHAPES])
    shapes[number] = {**shapes[number], name: value}
    wanted = {**source.data, _SHAPES: shapes}
    begin, end = _offset(source, node.mark), _item_stop(source, number)
    brace = source.text.rfind("}", begin, end)
    column = " " * (min(mark[1] for mark in node.keys.values()) - 1)
    last = max(item.mark[0] for item in node.items.values())
    lines = source.text.splitlines(keepends=True)
    block = [*lines[: last - 1], _lines_end(lines[last - 1]), f"{column}{name}: {value}\n"]
    edits = [
        f"{source.text[:brace]}, {name}: {value}{source.text[brace:]}",
        "".join([*block, *lines[last:]]),
    ]
    found = (edited for edited in edits if _data(edited) == wanted)
    return next(found, with_field(source.text, _SHAPES, shapes))


def _in_lines(text: str) -> Source:
    """Return the text as read, written anew if its fields do not begin lines of their own."""
    source = read_source(text) if text.strip() else read_source("format: 1\n")
    keys = list(source.root.keys.values())
    if all(column == 1 for _, column in keys) and len({line for line, _ in keys}) == len(keys):
        return source
    return read_source(yaml_text(source.data))


def _data(text: str) -> Data | None:
    """Return the data of a text; None if it is not valid."""
    try:
        source = read_source(text)
    except SudokuError:
        return None
    return None if source.problems else source.data


def _givens_in(text: str, geometry: Geometry) -> dict[int, int] | None:
    data = _data(text)
    try:
        return None if data is None else read_givens(geometry, data.get(_GIVENS, {}))
    except SudokuError:
        return None


def _lines_end(text: str) -> str:
    """Return a text that ends with an end of line, unless it is empty."""
    return text if not text or text.endswith("\n") else f"{text}\n"


def _extent(source: Source, name: str) -> tuple[int, int]:
    """Return the lines of a field at the top: the first, and the one after the last."""
    begin = source.root.keys[name][0] - 1
    later = [line - 1 for line, _ in source.root.keys.values() if line - 1 > begin]
    lines = source.text.splitlines()
    return begin, _without_remarks(lines, begin, min(later, default=len(lines)))


def _without_remarks(lines: list[str], begin: int, end: int) -> int:
    """Return an end without the blank lines and remarks that stand before it."""
    while end > begin + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    return end


def _offset(source: Source, mark: tuple[int, int]) -> int:
    lines = source.text.splitlines(keepends=True)
    return sum(map(len, lines[: mark[0] - 1])) + mark[1] - 1


def _shape_node(source: Source, number: int) -> Node:
    node = source.root.items.get(_SHAPES)
    if node is None or number not in node.items or not node.items[number].keys:
        raise SudokuError(f"there is no shape {number + 1} in this text; look at it again")
    return node.items[number]


def _item_end(source: Source, number: int) -> int:
    """Return the line after those of an entry of the list of shapes."""
    items = source.root.items[_SHAPES].items
    stop = _extent(source, _SHAPES)[1]
    end = items[number + 1].mark[0] - 1 if number + 1 in items else stop
    lines = source.text.splitlines()
    begin = items[number].mark[0] - 1
    while end > begin + 1 and not lines[end - 1].split("#")[0].strip():
        end -= 1
    return end


def _item_stop(source: Source, number: int) -> int:
    """Return the offset at which the next entry of the list of shapes begins."""
    items = source.root.items[_SHAPES].items
    if number + 1 in items:
        return _offset(source, items[number + 1].mark)
    lines = source.text.splitlines(keepends=True)
    return sum(map(len, lines[: _extent(source, _SHAPES)[1]]))


def _shape_edits(source: Source, item: str) -> Iterator[str]:
    """Yield texts with a further shape, in each form that a list has."""
    lines = source.text.splitlines(keepends=True)
    if _SHAPES not in source.root.keys:
        yield f"{_lines_end(source.text)}{_SHAPES}:\n  - {item}\n"
        return
    items = source.root.items[_SHAPES].items
    first, end = _extent(source, _SHAPES)
    before = lines[items[0].mark[0] - 1] if items else ""
    indent = before[: len(before) - len(before.lstrip())] if before.lstrip()[:1] == "-" else "  "
    above = "".join(lines[:end])
    below = "".join(lines[end:])
    yield f"{_lines_end(above)}{indent}- {item}\n{below}"
    bracket = above.rfind("]")
    if bracket >= sum(map(len, lines[:first])):
        comma = ", " if items else ""
        yield f"{above[:bracket]}{comma}{item}{above[bracket:]}{below}"


def _given_edits(source: Source, geometry: Geometry, cell: int, symbol: str) -> Iterator[str]:
    """Yield texts with another symbol at a place of the givens, in each form that they have."""
    name, written = geometry.name_of(cell), _as_yaml(symbol)
    node = source.root.items.get(_GIVENS)
    if node is None:
        yield f"{_lines_end(source.text)}{_GIVENS}:\n  {name}: {written}\n"
    elif isinstance(node.data, str):
        yield from _text_edits(source, geometry, cell, symbol)
    elif isinstance(node.data, dict):
        yield from _map_edits(source, node, name, written)


def _as_yaml(symbol: str) -> str:
    return symbol if _PLAIN.fullmatch(symbol) else json.dumps(symbol, ensure_ascii=False)


def _map_edits(source: Source, node: Node, name: str, written: str) -> Iterator[str]:
    text, lines = source.text, source.text.splitlines(keepends=True)
    if name in node.items:
        item, key = node.items[name], node.keys[name]
        begin = _offset(source, item.mark)
        end = begin + len(item.data) + 2 * bool(item.style)
        if written != '""':
            yield text[:begin] + written + text[end:]
            return
        yield "".join([*lines[: key[0] - 1], *lines[key[0] :]])
        start = _offset(source, key)
        yield text[:start].rstrip(", ") + text[end:]
        yield text[:start] + text[end:].lstrip(", ")
        return
    begin = _offset(source, node.mark)
    if text[begin : begin + 1] == "{":
        yield f"{text[: begin + 1]}{name}: {written}{', ' * bool(node.items)}{text[begin + 1 :]}"
    elif node.keys:
        last, column = max(node.keys.values())
        indent = " " * (column - 1)
        above = _lines_end("".join(lines[:last]))
        yield "".join([above, f"{indent}{name}: {written}\n", *lines[last:]])


def _text_edits(source: Source, geometry: Geometry, cell: int, symbol: str) -> Iterator[str]:
    """Yield the text with a symbol replaced in a picture or line of givens."""
    alphabet = geometry.alphabet
    lines = source.text.splitlines(keepends=True)
    node = source.root.items[_GIVENS]
    begin = _offset(source, node.mark)
    if node.style in ("|", ">"):
        begin = source.text.index("\n", begin) + 1
    end = sum(map(len, lines[: _extent(source, _GIVENS)[1]]))
    picture = source.text[begin:end]
    longest = max(map(len, (*alphabet.symbols, alphabet.empty)))
    sign = "." if longest == 1 else r"[^\s|│┃]+"
    places = [
        found
        for found in re.finditer(sign, picture)
        if found[0] in alphabet.symbols or alphabet.is_empty(found[0])
    ]
    cells = sorted(range(len(geometry.cells)), key=lambda one: (geometry.cells[one].at, one))
    orders = [cells, list(range(len(geometry.cells)))]
    for order in orders:
        if len(places) != len(order):
            continue
        found = places[order.index(cell)]
        new = symbol or alphabet.empty
        yield source.text[: begin + found.start()] + new + source.text[begin + found.end() :]
