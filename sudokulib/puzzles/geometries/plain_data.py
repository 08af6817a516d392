"""Data from Python in the form of a file, so that it has the same validation and messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sudokulib.puzzles.geometries.nodes import Node
from sudokulib.puzzles.geometries.source import Source

_NOWHERE = (0, 0)
"""Line and column of a value that is in no file."""


def plain_values(data: Any) -> Any:
    """Return data as dicts and lists, without the None values of mappings.

    >>> plain_values({"cells": ("R1C1", "R1C2"), "sum": None})
    {'cells': ['R1C1', 'R1C2']}
    """
    if isinstance(data, Mapping):
        return {str(key): plain_values(value) for key, value in data.items() if value is not None}
    if isinstance(data, set | frozenset):
        return sorted(map(plain_values, data), key=repr)
    if isinstance(data, list | tuple | range):
        return list(map(plain_values, data))
    if not isinstance(data, type) and callable(listed := getattr(data, "tolist", None)):
        return plain_values(listed())  # a numpy array or number
    return data


def data_source(data: Mapping[str, Any], name: str) -> Source:
    """Return data as if it had been read from a file.

    Args:
        data: a mapping, like that at the top of a file.
        name: its name in errors.
    """
    return Source(name, "", _node(plain_values(data)))


def _node(data: Any) -> Node:
    items: dict[str | int, Node] = {}
    if isinstance(data, dict):
        items = {key: _node(value) for key, value in data.items()}
    elif isinstance(data, list):
        items = dict(enumerate(map(_node, data)))
    return Node(_NOWHERE, data, items=items)
