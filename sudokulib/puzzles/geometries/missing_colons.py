"""Fields of YAML files that lack their colon, or the space after it: ``geometry:9x9``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

FIELDS = (
    *("adjacency", "allowed", "at", "author", "box", "build", "cells", "description", "expect"),
    *("fog", "format", "geometry", "givens", "hidden", "kind", "label", "layers", "make", "map"),
    *("name", "on", "recipe", "role", "seams", "shapes", "size", "solution", "source", "symbols"),
    "title",
)
"""The most common fields of files, and of their generators and shapes."""

_ANY = "|".join(FIELDS)
_NO_SPACE = re.compile(r"(?P<lead>\s*(?:-\s+)*)(?P<field>[A-Za-z][\w-]*):(?P<value>[^\s:].*)")
_NO_COLON = re.compile(rf"(?P<lead>\s*(?:-\s+)*)(?P<field>{_ANY})\s+(?P<value>[^\s:#].*)")
_PLAIN = re.compile(rf"(?P<field>{_ANY}):(?P<value>\S.*?)(?=\s+(?:{_ANY}):|$)")


class MissingColon(NamedTuple):
    """A field that lacks its colon, or the space after it.

    Args:
        line: its line, counted from 1.
        column: its column, counted from 1.
        text: the field with its value, as written.
        message: what is wrong.
        fix: how to write it.
    """

    line: int
    column: int
    text: str
    message: str
    fix: str


def missing_colon_in(scalar: str) -> tuple[str, str, str]:
    """Return a field without a space after its colon, with the message and the fix.

    Return three empty strings if the unquoted scalar starts with no such field: only known fields
    count, as any text may have colons.

    >>> missing_colon_in("make:grid")[2]
    'write make: grid, with a space after the colon'
    >>> missing_colon_in("at 9:30")
    ('', '', '')
    """
    found = _PLAIN.match(scalar)
    return _spaced(found["field"], found["value"]) if found else ("", "", "")


def missing_colons(lines: Sequence[str]) -> Iterator[MissingColon]:
    """Yield the missing colons in the lines of a text that is not a YAML mapping."""
    for number, line in enumerate(lines, 1):
        if missing := _missing_colon(line, number):
            yield missing


def missing_colons_before(lines: Sequence[str], line: int) -> list[MissingColon]:
    """Return the missing colons that cause a syntax error: in its line and those right above.

    Args:
        lines: the lines of the text.
        line: where the parser stopped, counted from 1: often below the field itself.
    """
    found: list[MissingColon] = []
    for number in range(min(line, len(lines)), 0, -1):
        missing = _missing_colon(lines[number - 1], number)
        if missing:
            found.append(missing)
        elif number < line:
            break
    return found[::-1]


def _missing_colon(line: str, number: int) -> MissingColon | None:
    if found := _NO_SPACE.fullmatch(line.rstrip()):
        parts = _spaced(found["field"], found["value"])
    elif found := _NO_COLON.fullmatch(line.rstrip()):
        field, value = found["field"], found["value"]
        parts = (
            f"{field} {value}",
            f"there is no colon after {field!r}",
            f"write {field}: {value}, with a colon and a space after it",
        )
    else:
        return None
    return MissingColon(number, len(found["lead"]) + 1, *parts)


def _spaced(field: str, value: str) -> tuple[str, str, str]:
    return (
        f"{field}:{value}",
        f"there is no space after the colon of {field!r}",
        f"write {field}: {value}, with a space after the colon",
    )
