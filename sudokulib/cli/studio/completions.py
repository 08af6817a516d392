"""Completion of a puzzle's text from the JSON Schema of puzzle files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.puzzles.geometries.schema import schemas

Schema = Mapping[str, Any]

_WORD = re.compile(r"[\w.-]*$")
_VALUE = re.compile(r"([\w-]+):\s+[\"']?([\w.-]*)$")
_KIND = re.compile(r"\bkind:\s*[\"']?([\w-]+)")
_MAKE = re.compile(r"\bmake:\s*[\"']?([\w-]+)")


class Completion(NamedTuple):
    """A text that may stand at a place.

    Args:
        text: what to write, instead of the word that stands there.
        detail: a sentence about it.
    """

    text: str
    detail: str = ""


class Drawable(NamedTuple):
    """A kind of shape that is drawn on the picture: its cells, and at most some clues.

    Args:
        kind: its name.
        cells: the field with its cells.
        clues: the other fields with numbers or text, those that it must have first.
        required: how many it must have.
        detail: its rule.
    """

    kind: str
    cells: str
    clues: tuple[str, ...]
    required: int
    detail: str


def completions(text: str, at: int) -> tuple[int, list[Completion]]:
    """Return what may stand at a place of a text, and where the word begins that it replaces.

    Args:
        text: of a puzzle file.
        at: the offset of the place.

    >>> start, found = completions("geometry: sam", 13)
    >>> start, [one.text for one in found]
    (10, ['samurai', 'samurai-4x4', 'samurai-16x16'])
    >>> _, found = completions("shapes:\\n  - {kind: cage, cells: R1C1 R1C2, s", 44)
    >>> [one.text for one in found]
    ['sum: ', 'repeats: ']
    """
    line = text[text.rfind("\n", 0, at) + 1 : at]
    word = _WORD.search(line)
    assert word is not None, "it matches nothing too"
    begun = word[0].lower()
    options = list(_options(text[:at], line))
    fitting = [one for one in options if one.text.lower().startswith(begun)]
    inner = [one for one in options if begun in one.text.lower() and one not in fitting]
    found = [*fitting, *inner]
    done = [one for one in found if one.text != word[0]]
    return at - len(word[0]), done if len(done) < len(found) == 1 else found


def _options(before: str, line: str) -> Iterator[Completion]:
    puzzle = _puzzle_schema()
    value = _VALUE.search(line)
    if "#" in line and re.search(r"(^|\s)#", line):
        return
    if value is not None:
        yield from _values(puzzle, before, value[1])
    elif not line or line[0] not in " -{":
        yield from _fields(puzzle["properties"], ())
    elif re.search(r"[-{,]\s*[\w-]*$|^\s+[\w-]*$", line):
        item = _item(before)
        shape = _shape(item)
        if shape:
            written = re.findall(r"([\w-]+):", item)
            yield from _fields(shape["properties"], written)
        elif _section(before) == "shapes":
            yield Completion("kind: ", "the rule")


def _values(puzzle: Schema, before: str, field: str) -> Iterator[Completion]:
    if field == "geometry":
        yield from (Completion(name, "geometry") for name in geometry_names())
    elif field == "kind":
        yield from (Completion(name, detail) for name, detail in sorted(_kinds().items()))
    else:
        shape = _shape(_item(before))
        home = shape or (puzzle if not before.rpartition("\n")[2].startswith(" ") else {})
        for option in _enumerated(home.get("properties", {}).get(field, {})):
            yield Completion(option)


def _enumerated(schema: Schema) -> Iterator[str]:
    if schema.get("type") == "boolean":
        yield from ("true", "false")
    yield from map(str, schema.get("enum", ()))
    for part in schema.get("anyOf", ()):
        yield from _enumerated(part)


def _fields(properties: Mapping[str, Schema], written: Iterable[str]) -> Iterator[Completion]:
    for name, schema in properties.items():
        if name not in written:
            yield Completion(f"{name}: ", _first_sentence(schema.get("description", "")))


def _section(before: str) -> str:
    found = re.findall(r"^([\w-]+):", before, re.MULTILINE)
    return found[-1] if found else ""


def _item(before: str) -> str:
    """Return the entry of a list that is being written."""
    if _section(before) != "shapes":
        return ""
    start = max(before.rfind("{"), *(m.start() for m in re.finditer(r"^\s*-\s", before, re.M)), -1)
    if before.rfind("}") > start and before.rfind("{") == start:
        return ""
    return before[start:] if start >= 0 else ""


def _shape(item: str) -> Schema | None:
    found = _KIND.search(item)
    return _shape_schemas().get(found[1]) if found else None


@cache
def _puzzle_schema() -> Schema:
    return schemas()["puzzle"]


@cache
def _shape_schemas() -> dict[str, Schema]:
    """Return the schema of each kind by all its names."""
    definitions = _puzzle_schema()["$defs"]
    return {
        name: schema
        for schema in definitions.values()
        for name in _names(schema.get("properties", {}).get("kind", {}))
    }


def _names(schema: Schema) -> list[str]:
    return list(map(str, schema.get("enum", [schema["const"]] if "const" in schema else [])))


@cache
def _kinds() -> dict[str, str]:
    return {
        name: _first_sentence(schema.get("description", ""))
        for name, schema in _shape_schemas().items()
    }


def _first_sentence(text: str) -> str:
    return text.partition("\n")[0]


@cache
def drawables() -> tuple[Drawable, ...]:
    """Return the kinds whose cells are drawn on the picture, in the order of their names.

    >>> cage = next(one for one in drawables() if one.kind == "cage")
    >>> cage.cells, cage.clues, cage.required
    ('cells', ('sum',), 0)
    """
    found = []
    for name, schema in _shape_schemas().items():
        if name != _names(schema["properties"]["kind"])[0]:
            continue
        required = [field for field in schema.get("required", ()) if field != "kind"]
        cells = next((field for field in ("cells", "lines") if field in required), "")
        if not cells:
            continue
        must = [field for field in required if field != cells]
        simple = [
            field
            for field, said in schema["properties"].items()
            if field not in ("kind", "label", "role", cells, *must) and _is_clue(said)
        ]
        detail = _first_sentence(schema.get("description", ""))
        if all(_is_clue(schema["properties"][field]) for field in must):
            found.append(Drawable(name, cells, (*must, *simple), len(must), detail))
    return tuple(sorted(found))


def _is_clue(schema: Schema) -> bool:
    """Return whether a field is a number or a word."""
    kinds = [schema, *schema.get("anyOf", ())]
    sorts = {sort for kind in kinds for sort in _list(kind.get("type"))}
    return bool(sorts & {"integer", "number", "string"}) and "$ref" not in schema


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]
