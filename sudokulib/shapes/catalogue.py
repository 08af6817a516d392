"""The reference of kinds: rule, fields, defaults."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.shapes.kind import Kind

_CELLS = {
    ("set", False): "cells",
    ("line", False): "cells in order",
    ("one", False): "a cell",
    ("set", True): "list of cells",
    ("line", True): "list of cells in order",
}


@dataclass(frozen=True, slots=True)
class KindField:
    """A field of a kind as written in files.

    Args:
        name: the key.
        written: the form of its value, in words.
        default: as text; empty if the field is required.
        description: from the class docstring.
    """

    name: str
    written: str
    default: str
    description: str


def kind_rule(kind: type[Kind]) -> str:
    """Return the rule in one sentence.

    >>> from sudokulib.shapes import Distinct
    >>> kind_rule(Distinct)
    'No symbol repeats in these cells.'
    """
    return kind_text(kind).partition("\n\n")[0].replace("\n", " ")


def kind_text(kind: type[Kind]) -> str:
    """Return the class docstring without its list of fields."""
    return re.split(r"\n\s*Args:\n", inspect.getdoc(kind) or "")[0].strip()


def kind_fields(kind: type[Kind]) -> Iterator[KindField]:
    """Yield the fields of a kind, in order."""
    hints = get_type_hints(kind)
    described = _described(kind)
    for f in fields(kind):
        yield KindField(
            f.name.removesuffix("_"),  # the field except_ is written except
            _written(kind, f.name, hints[f.name]),
            "" if f.default is MISSING else _default(f.default),
            described.get(f.name, ""),
        )


def _described(kind: type[Kind]) -> dict[str, str]:
    _, _, listed = (inspect.getdoc(kind) or "").partition("Args:\n")
    found = re.findall(r"^ {4}(\w+): ((?:.|\n {8})+)", listed, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in found}


def _written(kind: type[Kind], name: str, hint: Any) -> str:
    if name in rule_fields(kind):
        return "list of shapes"
    cells = cell_fields(kind).get(name)
    return _words(hint) if cells is None else _CELLS[cells.form, cells.many]


def _words(hint: Any) -> str:
    """Describe a type in words."""
    if get_origin(hint) is Literal:
        return " or ".join(f"`{choice}`" for choice in get_args(hint))
    plain = {int: "a number", str: "text", bool: "true or false", float: "a number"}
    if hint in plain:
        return plain[hint]
    inner = [arg for arg in get_args(hint) if arg not in (type(None), Ellipsis)]
    if get_origin(hint) in (tuple, list, frozenset):
        return f"list of {_plural(_words(inner[0]))}" if inner else "list"
    return " or ".join(dict.fromkeys(_words(arg) for arg in inner)) or "a value"


def _plural(words: str) -> str:
    return {"a number": "numbers", "text": "texts"}.get(words, words)


def _default(value: object) -> str:
    if value is None or value in ((), ""):
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
