"""Shrunk JSON, as in links of SudokuPad.

Names of keys are short and without quotes, strings stand in single quotes, t and f are true and
false, colours have no quotes, and an empty object among others is left out altogether.
"""

from __future__ import annotations

import json
import re
from typing import Any

from sudokulib.errors import SudokuError

_LONG = {
    "ca": "cages", "ce": "cells", "re": "regions", "v": "value", "l": "lines", "a": "arrows",
    "o": "overlays", "u": "underlays", "t": "title", "cs": "cellSize", "te": "text",
    "wp": "wayPoints", "ct": "center", "c": "color", "c1": "borderColor", "c2": "backgroundColor",
    "w": "width", "h": "height", "r": "rounded", "th": "thickness", "hl": "headLength",
    "fs": "fontSize",
}  # fmt: skip
"""The relevant keys, by their shrunk form."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>[\[\]{}:,])|(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
    r"""|(?P<word>[^\s\[\]{}:,'"]+))""",
    re.DOTALL,
)
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None}
_DEEPEST = 40
"""The deepest nesting of lists and objects, a bound against hostile links: the parser is
recursive, and exceeds Python's stack at a depth of 496."""


def unshrink(text: str) -> Any:
    """Return the data in JSON or shrunk JSON, with long keys.

    Raises:
        SudokuError: the text is neither.

    >>> unshrink("{ce:[[{v:1},,{}]],re:[],on:t}")
    {'cells': [[{'value': 1}, {}, {}]], 'regions': [], 'on': True}
    """
    reader = _Reader(text)
    value = reader.value(0)
    if reader.token() != "":
        raise reader.wrong()
    return value


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._place = 0
        self._token = ""
        self._kind = ""
        self._next()

    def token(self) -> str:
        """Return the current token; empty at the end."""
        return self._token

    def wrong(self) -> SudokuError:
        """Return the error for the current token."""
        near = self._text[max(0, self._place - 20) : self._place + 20]
        return SudokuError(f"the JSON is broken near {near!r}; copy the whole link again")

    def _next(self) -> str:
        """Return the current token and advance."""
        before = self._token
        if self._place >= len(self._text):
            self._token, self._kind = "", ""
            return before
        match = _TOKEN.match(self._text, self._place)
        if match is None:
            raise self.wrong()
        self._place = match.end()
        self._kind = match.lastgroup or ""
        self._token = match[self._kind]
        return before

    def value(self, depth: int) -> Any:
        """Parse the value that begins with the current token."""
        if depth > _DEEPEST:
            raise SudokuError("the JSON is nested too deep for a puzzle; copy the link again")
        if self._kind == "string":
            return _string(self._next())
        if self._kind == "word":
            return _word(self._next())
        if self._token == "[":
            return self._list(depth)
        if self._token == "{":
            return self._object(depth)
        raise self.wrong()

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._next()
        while self._token != "]":
            found.append({} if self._token == "," else self.value(depth + 1))
            if self._token == ",":
                self._next()
                if self._token == "]":
                    found.append({})
            elif self._token != "]":
                raise self.wrong()
        self._next()
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._next()
        while self._token != "}":
            if self._kind not in {"string", "word"}:
                raise self.wrong()
            quoted, key = self._kind == "string", self._next()
            key = str(_string(key)) if quoted else key
            if self._token != ":":
                raise self.wrong()
            self._next()
            found[_LONG.get(key, key)] = {} if self._token in ",}" else self.value(depth + 1)
            if self._token == ",":
                self._next()
            elif self._token != "}":
                raise self.wrong()
        self._next()
        return found


def _string(text: str) -> str:
    inside = text[1:-1]
    if text[0] == "'":
        inside = inside.replace("\\'", "'").replace('"', '\\"')
    try:
        return str(json.loads(f'"{inside}"', strict=False))
    except ValueError:
        return inside


def _word(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text
