"""YAML text as plain data that records the place of each value.

Every scalar stays text: ``000000010``, ``no``, ``1:30`` and ``~`` are not turned
into numbers, truth values or nulls. The parser's events are read one by one with an explicit
stack, so that neither deep nesting nor aliases can exhaust the machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import yaml

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.interruption import checked
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import Problem, ProblemsError, SudokuError
from sudokulib.puzzles.geometries.error_collector import CollectedError, Field, problems_error
from sudokulib.puzzles.geometries.missing_colons import (
    missing_colons,
    missing_colons_before,
)
from sudokulib.puzzles.geometries.nodes import (
    FIX_OF_TOO_DEEP,
    TOO_DEEP,
    Node,
    NodeBuilder,
    TextPosition,
    path_text,
    split_message,
)

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufeff\uff00-\ufffd\U00010000-\U0010ffff]"
)


@dataclass(frozen=True)
class Source:
    """A file as read: its data, the places of all values, and the problems with its form.

    Args:
        name: the name of the file in errors.
        text: the text of the file.
        root: the mapping at its top.
        problems: duplicate keys, tags and the like, which are left out of the data.
        kept: the numbers of the entries of ``shapes`` in use, if some are left out.
    """

    name: str
    text: str = field(repr=False)
    root: Node = field(repr=False)
    problems: tuple[Problem, ...] = ()
    kept: tuple[int, ...] | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The whole file as dicts, lists and text."""
        data: dict[str, Any] = self.root.data
        return data

    # Safe to cache: properties here read only the fields, which never change.
    @cached_property
    def _lines(self) -> list[str]:
        return _LINE_END.split(self.text)

    def problem(
        self, message: str, where: Field = (), fix: str = "", *, key: bool = False
    ) -> Problem:
        """Return a problem at a field of this file, or at the deepest part of it that exists.

        Args:
            message: what is wrong.
            where: the field; see `sudokulib.puzzles.geometries.error_collector.Field`.
            fix: how to fix it.
            key: whether the key is wrong, not its value.
        """
        where = self._written(where)
        node, mark, steps, rest = self.root, self.root.mark, 0, where
        while rest and rest[0] in node.items:
            mark = node.keys.get(str(rest[0]), mark) if key else node.items[rest[0]].mark
            node, rest, steps = node.items[rest[0]], rest[1:], steps + 1
        value = node.data if isinstance(node.data, str) else ""
        if isinstance(node.data, int | float) and not self.text:  # from Python
            value = str(node.data)
        if key and steps:
            value = str(where[steps - 1])
        elif isinstance(node.data, str) and rest and isinstance(rest[0], int):
            mark, value = self._within(node, rest[0], rest[1:])
        return Problem(message, fix, self.name, *mark, path_text(where[:steps]), short(value))

    def missing(self, message: str, where: Field, fix: str) -> Problem:
        """Return a problem with a missing field, placed at the field that should hold it."""
        found = self.problem(message, where[:-1], fix)
        return replace(found, path=path_text(where), value="")

    def _written(self, where: Field) -> Field:
        """Return the field as numbered in the file, before some entries were left out."""
        if self.kept is None or len(where) < 2 or where[0] != "shapes":
            return where
        number = where[1]
        return ("shapes", self.kept[number], *where[2:]) if isinstance(number, int) else where

    def _within(self, node: Node, line: int, rest: Field) -> tuple[TextPosition, str]:
        """Return the mark of a place in a line of a text, or of the text, and the line."""
        texts = node.data.splitlines()
        if not 0 <= line < len(texts):
            return node.mark, node.data
        text = texts[line]
        place = rest[0] if rest and isinstance(rest[0], int) else 0
        number = node.mark[0] + line + 1
        if node.style == "|" and self._lines[number - 1 : number]:
            raw = self._lines[number - 1]
            if raw.endswith(text):
                return (number, len(raw) - len(text) + place + 1), text
        elif len(texts) == 1 and place and node.style != ">":
            return (node.mark[0], node.mark[1] + place + bool(node.style)), text
        return node.mark, text

    def problems_of(self, error: SudokuError) -> Iterator[Problem]:
        """Yield an error as problems with their places in this file."""
        if isinstance(error, ProblemsError):
            yield from error.problems
        elif isinstance(error, CollectedError):
            for where, one in error.errors:
                if isinstance(one, ProblemsError):
                    yield from one.problems
                else:
                    yield self.problem(*split_message(str(one), where))
        else:
            yield self.problem(*split_message(str(error), error.field))

    def failure(self, error: SudokuError) -> ProblemsError:
        """Return an error with places, together with the problems of the file's form."""
        return problems_error([*self.problems, *self.problems_of(error)])

    @contextmanager
    def locating_errors(self) -> Iterator[None]:
        """Give errors from the body their places in this file.

        Raises:
            ProblemsError: with the errors of the body and the problems of the file's form, such as
                duplicate keys, even if the body succeeded.
        """
        try:
            yield
        except OutOfBudget:
            raise
        except SudokuError as error:
            raise self.failure(error) from None
        if self.problems:
            raise problems_error(self.problems)


_OTHER_FILES = (
    (b"\x1f\x8b", "compressed by gzip", "unpack it with gunzip"),
    (b"PK\x03\x04", "a ZIP archive", "unpack it"),
    (b"\x89PNG", "a picture", "name the file of the puzzle"),
    (b"\xff\xfe", "UTF-16", "save the file as UTF-8"),
    (b"\xfe\xff", "UTF-16", "save the file as UTF-8"),
)
"""The first bytes of other files that people pass, what they are, and how to fix it."""


def decode(raw: bytes, name: str) -> str:
    """Decode the text of a file.

    Raises:
        ProblemsError: it is not UTF-8.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        for start, what, fix in _OTHER_FILES:
            if raw.startswith(start):
                raise ProblemsError([Problem(f"the file is {what}", fix, name)]) from None
        good = raw[: error.start].decode("utf-8-sig", errors="replace")
        lines = _LINE_END.split(good)
        raise ProblemsError(
            [
                Problem(
                    f"byte {raw[error.start]:#04x} is not UTF-8",
                    "save the file as UTF-8",
                    name,
                    len(lines),
                    len(lines[-1]) + 1,
                )
            ]
        ) from None


def read_source(text: str, name: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> Source:
    """Read YAML text.

    Args:
        text: one YAML document with a mapping at its top.
        name: the name of the text in errors.
        limits: bounds on its size.

    Raises:
        ProblemsError: it is not such a document; with all problems found by then.

    >>> read_source("symbols: 0123\\nwrap: no").data
    {'symbols': '0123', 'wrap': 'no'}
    """
    reading = NodeBuilder(name, limits)
    with reading.limited():
        limits.check("text", len(text))
    if found := _UNPRINTABLE.search(text):
        lines = _LINE_END.split(text[: found.start()])
        reading.fail(
            f"the character U+{ord(found[0]):04X} is not allowed in YAML",
            (len(lines), len(lines[-1]) + 1),
            "remove it",
        )
    try:
        for event in checked(yaml.parse(text, Loader=_LOADER), 256):
            reading.take(event)
    except yaml.YAMLError as error:
        message, mark, fix = _syntax(error, text)
        reading.fail_at(missing_colons_before(_LINE_END.split(text), mark[0]))
        reading.fail(message, mark, fix)
    root = reading.roots[0] if reading.roots else Node((1, 1), "")
    if not isinstance(root.data, dict):
        if not root.style and isinstance(root.data, str):
            reading.fail_at(list(missing_colons(_LINE_END.split(text))))
        sort = "a list" if isinstance(root.data, list) else "plain text" if root.data else "empty"
        reading.fail(
            f"the file is {sort}, but fields are expected",
            root.mark,
            "write fields, such as symbols: 123456789",
        )
    return Source(name, text, root, tuple(reading.problems))


def _syntax(error: yaml.YAMLError, text: str) -> tuple[str, TextPosition, str]:
    """Return message, place and fix of a syntax error."""
    lines = _LINE_END.split(text)
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or str(error)
    context = getattr(error, "context", None)
    message = f"{what} {context}" if context else what
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if line > len(lines):
        line, column = len(lines), len(lines[-1]) + 1
    given = lines[line - 1]
    if "maximum nesting depth" in what:  # from libyaml 0.2.6 on, which scans far ahead
        return TOO_DEEP, (line, column), FIX_OF_TOO_DEEP
    if "\t" in given[: max(column, len(given) - len(given.lstrip()))]:
        return message, (line, column), "indent with spaces, not with tabs"
    return (
        message,
        (line, column),
        _SYNTAX_FIXES.get(what, "check brackets, quotes and indents here"),
    )


_SYNTAX_FIXES = {
    "mapping values are not allowed in this context": (
        "quote text that contains a colon, or check the indent"
    ),
    "found unexpected end of stream": "close the quote",
    "did not find expected ',' or ']'": "close the bracket ]",
    "did not find expected ',' or '}'": "close the brace }",
    "could not find expected ':'": "write key: value, each field on a line of its own",
    "did not find expected key": "check the indent: fields of one entry begin in one column",
}
