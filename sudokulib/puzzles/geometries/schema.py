"""JSON Schema of geometry and puzzle files, in the form that editors use for completion.

Pydantic's schema describes files in which every scalar is text; here it is turned into what an
editor sees (yaml-language-server, draft 7): unquoted numbers where text belongs, no nulls, and
entries of a list distinguished by a required constant, ``make``, ``kind`` or ``lay``.

Run ``python -m sudokulib.puzzles.geometries.schema`` to write the files that the package ships.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sudokulib.basics.cells import cell_name
from sudokulib.puzzles.geometries.fields import AT_PATTERN, SIZE_PATTERN, SPAN_PATTERN
from sudokulib.puzzles.geometries.files import geometry_file, puzzle_file

SCHEMA_FOLDER = Path(__file__).resolve().parents[2] / "schema"
"""The folder of the shipped schemas."""

_DRAFT = "http://json-schema.org/draft-07/schema#"
_TAGS = ("kind", "make", "lay")
_CONSTANTS = ("const", "enum")
"""The keys under which a schema lists the words of a tag: one, or its aliases as well."""

Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """Return the schemas of ``geometry`` and ``puzzle`` files, with all kinds and generators.

    >>> sorted(schemas())
    ['geometry', 'puzzle']
    """
    return {
        "geometry": schema_of(geometry_file(), "Geometry of a sudoku"),
        "puzzle": schema_of(puzzle_file(), "Sudoku puzzle"),
    }


def write_schemas(
    folder: str | Path = SCHEMA_FOLDER, found: Mapping[str, Schema] | None = None
) -> list[Path]:
    """Write schemas into a folder; return their paths.

    Args:
        folder: created if necessary.
        found: schemas by name; absent: `schemas`, so that ``geometry.schema.json`` and
            ``puzzle.schema.json`` are written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in (found or schemas()).items():
        path = folder / f"{name}.schema.json"
        text = json.dumps(schema, indent=2, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8", newline="\n")
        written.append(path)
    return written


def schema_of(model: type[BaseModel], title: str) -> Schema:
    """Build the schema of one sort of files in the form that editors need.

    Args:
        model: the model of the file.
        title: the title of the schema.
    """
    made = model.model_json_schema(by_alias=True)
    definitions = {name: _edited(found) for name, found in made.pop("$defs", {}).items()}
    return {"$schema": _DRAFT, **_edited(made), "title": title, "$defs": definitions}


def _edited(schema: Any) -> Schema:
    """Return a schema and its parts in the form that editors need."""
    if not isinstance(schema, dict):
        return dict(schema)
    done: Schema = {}
    for word, value in schema.items():
        if word in ("anyOf", "oneOf"):
            done[word] = [_edited(arm) for arm in value if arm.get("type") != "null"]
        elif word == "properties":
            done[word] = {name: _field(found) for name, found in value.items()}
        elif word in ("items", "additionalProperties") and isinstance(value, dict):
            done[word] = _edited(value)
        elif word == "prefixItems":
            done |= {"items": [_edited(item) for item in value], "additionalItems": False}
        elif word not in ("discriminator", "propertyNames", "patternProperties") or "enum" in value:
            done[word] = value
    for change in (_unwrapped, _numbers_too, _told_apart, _default_as_written):
        done = change(done)
    return done


def _field(schema: Schema) -> Schema:
    """Drop the title of a field, which would only repeat its name."""
    return _edited({word: value for word, value in schema.items() if word != "title"})


def _unwrapped(schema: Schema) -> Schema:
    """Replace a choice of one alternative by that alternative."""
    for word in ("anyOf", "oneOf"):
        if len(schema.get(word, ())) == 1:
            (only,) = schema.pop(word)
            return {**only, **schema}
    return schema


def _numbers_too(schema: Schema) -> Schema:
    """Allow numbers where text is meant: editors read symbols: 123456789 as a number."""
    if schema.get("type") == "string" and not {"const", "enum", "pattern"} & schema.keys():
        return {**schema, "type": ["string", "number"]}
    return schema


def _told_apart(schema: Schema) -> Schema:
    """Require the tag of an entry that has one, and let it name and explain the entry."""
    fields: dict[str, Schema] = schema.get("properties", {})
    for tag in _TAGS:
        words = {word: fields[tag][word] for word in _CONSTANTS if word in fields.get(tag, {})}
        if words:
            title = words.get("const") or words["enum"][0]
            about = schema.get("description", "")
            fields = {tag: {**words, "description": about}} | _without(fields, tag)
            required = [tag, *(name for name in schema.get("required", ()) if name != tag)]
            return {**schema, "title": title, "properties": fields, "required": required}
    if "title" in schema:
        return {**schema, "title": schema["title"].removesuffix("File")}
    return schema


def _without(fields: dict[str, Schema], tag: str) -> dict[str, Schema]:
    return {name: field for name, field in fields.items() if name != tag}


def _default_as_written(schema: Schema) -> Schema:
    """Show defaults as written in a file; none where the default is absence."""
    default = schema.get("default")
    if default is None or default in ("", [], {}):
        return {word: value for word, value in schema.items() if word != "default"}
    patterns = set(_patterns(schema))
    if AT_PATTERN in patterns and isinstance(default, list):
        return {**schema, "default": cell_name((default[0], default[1]))}
    if SPAN_PATTERN in patterns and isinstance(default, list):
        return {**schema, "default": f"{default[0]}-{default[1]}"}
    if SIZE_PATTERN in patterns and isinstance(default, list):
        return {**schema, "default": f"{default[0]}x{default[1]}"}
    return schema


def _patterns(schema: Schema) -> Iterator[str]:
    for form in (schema, *schema.get("anyOf", ())):
        if "pattern" in form:
            yield form["pattern"]


if __name__ == "__main__":
    for written in write_schemas():
        print(written)
