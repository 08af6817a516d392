"""The nodes of YAML text, built one by one from the events of its parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

import yaml

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import LimitError, Problem
from sudokulib.puzzles.geometries.error_collector import Field, problems_error
from sudokulib.puzzles.geometries.missing_colons import (
    MissingColon,
    missing_colon_in,
)

NESTING = 64
"""The deepest nesting of lists and mappings.

A bound against hostile files: they are walked recursively, which ends at a depth of 985. The
deepest meaningful file has about ten levels.
"""


TOO_DEEP = f"more than {NESTING} levels of nesting"


FIX_OF_TOO_DEEP = "nest less deeply"


_PLAIN_KEY = re.compile(r"[^\W\d][\w-]*")


TextPosition = tuple[int, int]
"""Line and column, counted from 1."""


@dataclass(slots=True)
class Node:
    """A value in the text.

    Args:
        mark: its beginning.
        data: text, list or dict.
        style: ``|`` for a block of lines, ``>`` for a folded one, a quote, or nothing.
        keys: for a mapping, the place of each key.
        items: the values of a mapping or list, by key or number.
        size: the number of values and keys in it, with aliases expanded, itself included.
    """

    mark: TextPosition
    data: Any
    style: str = ""
    keys: dict[str, TextPosition] = field(default_factory=dict)
    items: dict[str | int, Node] = field(default_factory=dict)
    size: int = 1


def split_message(text: str, where: Field) -> tuple[str, Field, str]:
    """Split a message of this library: what is wrong, then after a semicolon how to fix it."""
    message, found, fix = text.rpartition("; ")
    return (message, where, fix) if found else (text, where, "")


def path_text(where: Field) -> str:
    """Return the path of a field as text: ``build[0].make``."""
    path = ""
    for step in where:
        if isinstance(step, int):
            path += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            path += f".{short(step)}" if path else short(step)
        else:
            path += f"[{short(step)!r}]"
    return path


_DROPPED = object()
"""A key that cannot be used; its value is read and dropped."""


@dataclass(slots=True)
class _OpenCollection:
    """A list or mapping whose end has not been read."""

    node: Node
    anchor: str | None
    key: Any = None
    key_mark: TextPosition = (0, 0)


class NodeBuilder:
    """Builds nodes from the parser's events."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self.problems: list[Problem] = []
        self.roots: list[Node] = []
        self.total = 0
        self._open: list[_OpenCollection] = []
        self._anchors: dict[str, Node] = {}

    def note(self, message: str, mark: TextPosition, fix: str, value: str = "") -> None:
        """Note a problem and continue."""
        self.problems.append(Problem(message, fix, self.name, *mark, self._here(), short(value)))

    def fail(self, message: str, mark: TextPosition, fix: str, value: str = "") -> NoReturn:
        """Record a problem after which reading cannot continue, and raise all of them.

        Raises:
            ProblemsError: with all recorded so far.
        """
        self.note(message, mark, fix, value)
        raise problems_error(self.problems) from None

    def fail_at(self, missing: Sequence[MissingColon]) -> None:
        """Raise the problems of fields without their colon, if there are any.

        Raises:
            ProblemsError: with all noted so far.
        """
        marks = {(one.line, one.column) for one in missing}
        self.problems = [one for one in self.problems if (one.line, one.column) not in marks]
        for one in missing:
            self.note(one.message, (one.line, one.column), one.fix, one.text)
        if missing:
            raise problems_error(self.problems) from None

    @contextmanager
    def limited(self, mark: TextPosition = (1, 1)) -> Iterator[None]:
        """Add a place in the file to an error of the body about a limit."""
        try:
            yield
        except LimitError as error:
            message, _, fix = split_message(str(error), ())
            self.fail(message, mark, fix)

    def take(self, event: Any) -> None:
        """Take the next event of the parser."""
        mark = (event.start_mark.line + 1, event.start_mark.column + 1)
        tag = getattr(event, "tag", None)
        if tag is not None and not isinstance(event, yaml.DocumentStartEvent):
            self.note("tags are not allowed", mark, "drop it; every value is text here", tag)
        if isinstance(event, yaml.ScalarEvent):
            plain = event.style in (None, "")
            node = Node(mark, event.value, event.style or "")
            self._count(1, mark)
            if plain and (self._wants_key() or self._wants_item()):
                self._check_colon(node)
            self._finished(node, event.anchor, merge=plain and event.value == "<<")
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event.anchor, mark)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            data: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
            self._begin(Node(mark, data), event.anchor)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            done = self._open.pop()
            self._finished(done.node, done.anchor)
        elif isinstance(event, yaml.DocumentStartEvent) and self.roots:
            self.fail("a second document begins here", mark, "keep one document a file")

    def _begin(self, node: Node, anchor: str | None) -> None:
        self._count(1, node.mark)
        if len(self._open) >= NESTING:
            self.fail(TOO_DEEP, node.mark, FIX_OF_TOO_DEEP)
        self._open.append(_OpenCollection(node, anchor))

    def _count(self, nodes: int, mark: TextPosition) -> None:
        self.total += nodes
        if self.total > self.limits.nodes:
            with self.limited(mark):
                self.limits.check("nodes", self.total)

    def _alias(self, anchor: str | None, mark: TextPosition) -> None:
        if any(one.anchor == anchor for one in self._open):
            self.fail("a value cannot contain itself", mark, "write it out", f"*{anchor}")
        if anchor is None or anchor not in self._anchors:
            self.fail(
                "nothing above is called so",
                mark,
                f"name a value with &{anchor} first",
                f"*{anchor}",
            )
        node = self._anchors[anchor]
        self._count(node.size, mark)
        self._finished(node, None, key_mark=mark)

    def _wants_key(self) -> bool:
        return (
            bool(self._open)
            and self._open[-1].key is None
            and isinstance(self._open[-1].node.data, dict)
        )

    def _wants_item(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].node.data, list)

    def _check_colon(self, node: Node) -> None:
        text, message, fix = missing_colon_in(node.data)
        if text:
            self.note(message, node.mark, fix, text)

    def _finished(
        self,
        node: Node,
        anchor: str | None,
        *,
        merge: bool = False,
        key_mark: TextPosition | None = None,
    ) -> None:
        """Store a complete value in its parent."""
        if anchor is not None:
            self._anchors[anchor] = node
        if not self._open:
            self.roots.append(node)
        elif self._wants_key():
            self._key(node, key_mark or node.mark, merge)
        else:
            self._value(node)

    def _key(self, node: Node, mark: TextPosition, merge: bool) -> None:
        """Store the key of the next value; an unusable key drops the value."""
        top = self._open[-1]
        top.key, top.key_mark = _DROPPED, mark
        if not isinstance(node.data, str):
            self.note("a key must be text", mark, "write key: value")
        elif merge:
            self.note("merge keys are not allowed", mark, "write the fields out", "<<")
        elif node.data in top.node.data:
            line, column = top.node.keys[node.data]
            self.note(
                f"{short(node.data)!r} stands twice",
                mark,
                f"drop one of them; the first is in line {line}, column {column}",
                node.data,
            )
        else:
            top.key = node.data

    def _value(self, node: Node) -> None:
        """Store a value in the open list or mapping."""
        top = self._open[-1]
        if top.key is not _DROPPED:
            if isinstance(top.node.data, list):
                top.node.items[len(top.node.data)] = node
                top.node.data.append(node.data)
            else:
                top.node.items[top.key] = node
                top.node.keys[top.key] = top.key_mark
                top.node.data[top.key] = node.data
                top.node.size += 1
            top.node.size += node.size
        top.key = None

    def _here(self) -> str:
        """Return the path of the file being read."""
        steps: list[str | int] = []
        for one in self._open:
            if isinstance(one.node.data, list):
                steps.append(len(one.node.data))
            elif isinstance(one.key, str):
                steps.append(one.key)
        return path_text(tuple(steps))
