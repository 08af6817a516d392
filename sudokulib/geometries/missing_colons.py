"""Fields of YAML files that lack their colon, or the space after it: ``geometry:9x9``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["FIELDS", "Slip", "slip_in", "slips_before", "slips_of"]

FIELDS = (
    *("adjacency", "allowed", "at", "author", "box", "build", "cells", "description", "expect"),
    *("format", "geometry", "givens", "hidden", "kind", "label", "make", "map", "name", "on"),
    *("recipe", "role", "seams", "shapes", "size", "solution", "source", "symbols", "title"),
)
"""The fields of files, of their generators and shapes, that people write first of all."""

_ANY = "|".join(FIELDS)
_NO_SPACE = re.compile(r"(?P<lead>\s*(?:-\s+)*)(?P<field>[A-Za-z][\w-]*):(?P<value>[^\s:].*)")
_NO_COLON = re.compile(rf"(?P<lead>\s*(?:-\s+)*)(?P<field>{_ANY})\s+(?P<value>[^\s:#].*)")
_PLAIN = re.compile(rf"(?P<field>{_ANY}):(?P<value>\S.*?)(?=\s+(?:{_ANY}):|$)")


class Slip(NamedTuple):
    """A field that lacks its colon, or the space after it.

    Args:
        line: its line, counted from 1.
        column: its column, counted from 1.
        text: the field with its value, as it stands there.
        message: what is wrong.
        fix: how to write it.
    """

    line: int
    column: int
    text: str
    message: str
    fix: str


def slip_in(scalar: str) -> tuple[str, str, str]:
    """Return the text of a slip, its message and its fix, if an unquoted scalar is one.

    Three empty texts if it is none: only fields that are known count, as any text has colons.

    >>> slip_in("make:grid")[2]
    'write make: grid, with a space after the colon'
    >>> slip_in("at 9:30")
    ('', '', '')
    """
    found = _PLAIN.match(scalar)
    return _spaced(found["field"], found["value"]) if found else ("", "", "")


def slips_of(lines: Sequence[str]) -> Iterator[Slip]:
    """Yield the slips in the lines of a text that is no YAML mapping."""
    for number, line in enumerate(lines, 1):
        if slip := _slip(line, number):
            yield slip


def slips_before(lines: Sequence[str], line: int) -> list[Slip]:
    """Return the slips that cause a syntax error: in its line, and in those right above.

    Args:
        lines: the lines of the text.
        line: where the parser stopped, counted from 1: often below the slip itself.
    """
    found: list[Slip] = []
    for number in range(min(line, len(lines)), 0, -1):
        slip = _slip(lines[number - 1], number)
        if slip:
            found.append(slip)
        elif number < line:
            break
    return found[::-1]


def _slip(line: str, number: int) -> Slip | None:
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
    return Slip(number, len(found["lead"]) + 1, *parts)


def _spaced(field: str, value: str) -> tuple[str, str, str]:
    return (
        f"{field}:{value}",
        f"there is no space after the colon of {field!r}",
        f"write {field}: {value}, with a space after the colon",
    )
