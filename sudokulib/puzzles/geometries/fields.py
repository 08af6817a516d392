"""Field types that several file models share."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from sudokulib.basics.cells import Position
from sudokulib.basics.quoting import short

NUMBERS_PATTERN = r"^-?\d+([\s,]+-?\d+)*$"
SIZE_PATTERN = r"^\d+\s*[x×]\s*\d+$"
SPAN_PATTERN = r"^\d+(\s*-\s*\d+)?$"
AT_PATTERN = r"^[Rr]\d+[Cc]\d+$"
_NAME = r"[^\W\d][\w'-]*"


class FileModel(BaseModel):
    """Base of all file models: an unknown field is an error."""

    # Most models are only parts of others, or unused by a program: build them when needed.
    # Every value in a file is text; data from Python also has numbers where text belongs.
    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, coerce_numbers_to_str=True
    )


def _size(value: Any) -> Any:
    if isinstance(value, tuple):
        return value
    match = re.fullmatch(r"(\d{1,9})\s*[x×]\s*(\d{1,9})|(\d{1,9})", str(value).strip())
    if match is None:
        raise ValueError("not a size; write ROWSxCOLUMNS, such as 9x9, or one number")
    rows, columns, both = match.groups()
    size = (int(rows or both), int(columns or both))
    if min(size) < 1 or max(size) > 1000:
        raise ValueError("not a usable size; write 1 to 1000 for rows and columns")
    return size


def _at(value: Any) -> Any:
    if isinstance(value, tuple):
        return value
    match = re.fullmatch(r"[Rr](\d{1,6})[Cc](\d{1,6})", str(value).strip())
    if match is None or min(int(match[1]), int(match[2])) < 1:
        raise ValueError("not a place in the picture; write R1C1, counted from 1")
    return int(match[1]) - 1, int(match[2]) - 1


def _numbers(value: Any) -> Any:
    numbers: list[int] = []
    for part in value.replace(",", " ").split() if isinstance(value, str) else value:
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", str(part))
        if match is None or int(match[1]) < 1:
            raise ValueError("not numbers from 1; write numbers and ranges, such as 1 4 7-9")
        numbers += range(int(match[1]), int(match[2] or match[1]) + 1)
        if len(numbers) > 10_000:
            raise ValueError("more than 10,000 numbers; write fewer")
    return numbers


def _integers(value: Any) -> Any:
    """Return text as a list: its parts between blanks and commas, or the digits of a single one."""
    if not isinstance(value, str):
        return value
    parts = value.replace(",", " ").split()
    return list(parts[0]) if len(parts) == 1 and parts[0].isdecimal() else parts


def _span(value: Any) -> Any:
    if isinstance(value, tuple):
        return value
    match = re.fullmatch(r"(\d{1,4})(?:\s*-\s*(\d{1,4}))?", str(value).strip())
    if match is None:
        raise ValueError("neither a number nor a range; write one such as 4 or 2-5")
    least, most = int(match[1]), int(match[2] or match[1])
    if not 1 <= least <= most <= 1000:
        raise ValueError("not a usable range; write it upwards, from 1 to 1000")
    return least, most


def _listed(value: Any) -> Any:
    if not isinstance(value, (str, list, tuple)):
        raise ValueError(
            f"{short(repr(value))} does not name cells; write R1C1 R2C3, or a list of such "
            "references"
        )
    return [value] if isinstance(value, str) else value


_LONGEST_WORDS = 80
"""Characters of what a symbol says of a cell, so that sentences stay readable."""


def _name(value: str) -> str:
    if not re.fullmatch(_NAME, value):
        raise ValueError(
            f"{value[:60]!r} is not a name; begin with a letter, "
            "then use letters, digits, _, - and '"
        )
    return value


def _predicate(value: str) -> str:
    if not value.strip() or len(value) > _LONGEST_WORDS or not value.isprintable():
        raise ValueError(
            f"this is no line of 1 to {_LONGEST_WORDS} characters; write words such as not shaded"
        )
    if "{" in value or "}" in value:
        raise ValueError("words have no braces; write them without")
    return value.strip()


Size = Annotated[
    tuple[int, int],
    BeforeValidator(_size),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "pattern": SIZE_PATTERN}, {"type": "integer", "minimum": 1}]}
    ),
]
"""``9x9`` (rows x columns) or ``9`` for both."""

At = Annotated[
    Position,
    BeforeValidator(_at),
    WithJsonSchema({"type": "string", "pattern": AT_PATTERN}),
]
"""A place in the picture, ``R1C13``; a 0-based (row, column) once read."""

Numbers = Annotated[
    list[int],
    BeforeValidator(_numbers),
    Field(min_length=1),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
]
"""``1 4 7-9``: numbers from 1, in order."""

Integers = Annotated[
    tuple[int, ...],
    BeforeValidator(_integers),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "array", "items": {"type": "integer"}},
                {"type": "string", "pattern": NUMBERS_PATTERN},
                {"type": "integer", "minimum": 0},
            ]
        }
    ),
]
"""``[1, 12]`` or ``1 12``; in ``12`` alone each digit stands for itself."""

Span = Annotated[
    tuple[int, int],
    BeforeValidator(_span),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "pattern": SPAN_PATTERN}, {"type": "integer", "minimum": 1}]}
    ),
]
"""``2-5``, or one number for both ends."""

Refs = Annotated[
    list[str],
    BeforeValidator(_listed),
    Field(min_length=1),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
"""One text with cell references, or a list of them."""

RefLists = Annotated[
    list[Refs],
    BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "array",
                    "items": {
                        "anyOf": [
                            {"type": "string"},
                            {"type": "array", "items": {"type": "string"}},
                        ]
                    },
                },
            ]
        }
    ),
]
"""A list of lines or groups of cells, each as `Refs`; one text is a single one."""

Name = Annotated[str, AfterValidator(_name)]
"""A name for a grid, face or cell: a letter, then letters, digits, ``_``, ``-`` or ``'``."""

Predicate = Annotated[str, AfterValidator(_predicate)]
"""What is said of something, such as ``not shaded``: a line of text without braces."""

Text = Annotated[str, Field(min_length=1)]
"""Any text but none."""
