"""Field types that several file models share."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from sudokulib.cells import Position

__all__ = ["At", "FileModel", "Name", "Refs", "Size", "Text"]


class FileModel(BaseModel):
    """Base of all file models: what is not named here is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _size(value: Any) -> Any:
    match = re.fullmatch(r"(\d+)\s*[x×]\s*(\d+)|(\d+)", str(value).strip())
    if match is None or isinstance(value, (list, dict)):
        if isinstance(value, tuple):
            return value
        raise ValueError("write a size as ROWSxCOLUMNS, such as 9x9, or as one number")
    rows, columns, both = match.groups()
    size = (int(rows or both), int(columns or both))
    if min(size) < 1 or max(size) > 1000:
        raise ValueError("a size is between 1 and 1000 rows and columns")
    return size


def _at(value: Any) -> Any:
    if isinstance(value, tuple):
        return value
    match = re.fullmatch(r"R(\d{1,6})C(\d{1,6})", str(value).strip())
    if match is None or min(int(match[1]), int(match[2])) < 1:
        raise ValueError("write a place in the picture as R1C1 (counted from 1)")
    return int(match[1]) - 1, int(match[2]) - 1


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Size = Annotated[
    tuple[int, int],
    BeforeValidator(_size),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "pattern": r"^\d+\s*[x×]\s*\d+$"}, {"type": "integer"}]}
    ),
]
"""``9x9`` (rows x columns) or ``9`` for both."""

At = Annotated[
    Position,
    BeforeValidator(_at),
    WithJsonSchema({"type": "string", "pattern": r"^R\d+C\d+$"}),
]
"""A place in the picture, ``R1C13``; a 0-based (row, column) once read."""

Refs = Annotated[
    list[str],
    BeforeValidator(_listed),
    Field(min_length=1),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    ),
]
"""One text of cell references, or a list of them."""

Name = Annotated[str, Field(pattern=r"^[^\W\d][\w'-]*$")]
"""A name for a grid, face or cell: a letter, then letters, digits, ``_``, ``-`` or ``'``."""

Text = Annotated[str, Field(min_length=1)]
"""Any text but none."""
