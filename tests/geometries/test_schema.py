"""The JSON Schemas: current, accepted by a validator, and true of what ships."""

import json
from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator
from support import one_in

from sudokulib.generating.schema import all_schemas, write_all_schemas
from sudokulib.puzzles.geometries.files import geometry_file, puzzle_file
from sudokulib.puzzles.geometries.generators import generators
from sudokulib.puzzles.geometries.library import geometry_entries
from sudokulib.puzzles.geometries.schema import SCHEMA_FOLDER
from sudokulib.shapes import kinds
from sudokulib.shapes.aliases import aliases

EXAMPLES = Path(__file__).parents[2] / "examples"


def as_an_editor_reads(text):
    """YAML with its numbers, but every key text, as in JSON."""

    def keys(data):
        if isinstance(data, dict):
            return {str(key): keys(value) for key, value in data.items()}
        return [keys(one) for one in data] if isinstance(data, list) else data

    return keys(yaml.safe_load(text))


@cache
def schema_of(name):
    return all_schemas()[name]


@cache
def validator(name):
    return Draft7Validator(schema_of(name))


def complaints(name, text):
    return [error.message for error in validator(name).iter_errors(as_an_editor_reads(text))]


def objects(schema):
    """All schemas of mappings within a schema."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for value in schema.values():
            yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


def test_the_shipped_schemas_are_current(tmp_path):
    for path in write_all_schemas(tmp_path):
        shipped, current = (
            (folder / path.name).read_text("utf-8") for folder in (SCHEMA_FOLDER, tmp_path)
        )
        assert shipped == current, "run python -m sudokulib.generating.schema"


@pytest.mark.parametrize("name", ["geometry", "puzzle"])
class TestForm:
    def test_it_is_a_schema(self, name):
        Draft7Validator.check_schema(schema_of(name))

    def test_no_mapping_takes_unknown_fields(self, name):
        for schema in objects(schema_of(name)):
            assert schema["additionalProperties"] is False

    def test_everything_is_explained(self, name):
        for schema in objects(schema_of(name)):
            assert schema["description"], schema["title"]

    def test_entries_are_told_apart_by_a_required_word(self, name):
        schema = schema_of(name)
        top = schema if name == "geometry" else schema["$defs"]["Geometry"]
        for field, tag, known in (("build", "make", generators()), ("shapes", "kind", kinds())):
            words = []
            for arm in top["properties"][field]["items"]["oneOf"]:
                entry = schema["$defs"][arm["$ref"].rpartition("/")[2]]
                assert entry["required"][0] == tag
                said = entry["properties"][tag]
                said = said.get("enum") or [said["const"]]
                assert entry["title"] == said[0]
                words += said
            names = [
                one.name if tag == "kind" else one.model_fields["make"].default for one in known
            ]
            other = ["each", *(alias.name for alias in aliases())] if tag == "kind" else []
            assert sorted(words) == sorted(names + other)

    def test_nothing_is_null(self, name):
        assert "null" not in json.dumps(schema_of(name))


def test_defaults_are_written_as_in_files():
    windows = schema_of("geometry")["$defs"]["WindowShapes"]["properties"]
    grid = schema_of("geometry")["$defs"]["Grid"]["properties"]
    assert (windows["size"]["default"], grid["at"]["default"]) == ("3x3", "R1C1")


def test_the_fields_of_files_and_of_schemas_are_the_same():
    for model, name in ((geometry_file(), "geometry"), (puzzle_file(), "puzzle")):
        assert set(schema_of(name)["properties"]) == set(model.model_fields)


@pytest.mark.parametrize("entry", geometry_entries(), ids=lambda entry: entry.name)
def test_every_shipped_geometry_follows_the_schema(entry):
    assert complaints("geometry", entry.path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "path", one_in(4, sorted(EXAMPLES.rglob("*.yaml"))), ids=lambda path: path.stem
)
def test_every_example_follows_the_schema(path):
    text = path.read_text("utf-8")
    is_puzzle = {"geometry", "givens"} & as_an_editor_reads(text).keys()
    assert complaints("puzzle" if is_puzzle else "geometry", text) == []


@pytest.mark.parametrize("path", sorted((EXAMPLES / "recipes").iterdir()), ids=lambda p: p.stem)
def test_every_example_of_a_recipe_follows_the_schema(path):
    text = path.read_text("utf-8")
    assert complaints("recipe", text) == []
    assert text.startswith("# yaml-language-server: $schema=../../sudokulib/schema/recipe.schema")


def test_a_recipe_with_unknown_words_is_refused():
    head = "{recipe: 1, geometry: 4x4, layers: "
    assert complaints("recipe", head + "[{lay: dots, negative: true}]}") == []
    assert complaints("recipe", head + "[{lay: dots, size: 3}]}")
    assert complaints("recipe", head + "[{lay: nothing}]}")


@pytest.mark.parametrize(
    "text",
    [
        "symbols: 123456789",
        "symbols: [1, 2, a]",
        "symbols: {first: 0, last: 15}",
        "symbols: {symbols: 0123, values: [1, 2, 3, 4], empty: '.'}",
        "build: [{make: grid, size: 9, box: 3x3, at: R1C1, as: A}]",
        "build: [{make: include, geometry: 9x9, at: {A: R1C1, B: R7C7}}]",
        "allowed: {R1C1: 12, R2: [1, 2]}",
        "allowed: {map: 1.2, key: {1: 12, 2: [3]}}",
        "shapes: [{kind: distinct, cells: [R1C1, R2C2], label: 7}]",
        "cells: {a: {at: [1, 2], outline: [[0, 0.5], [1, 1]]}}",
        "expect: {cells: 1, shapes: 2, solutions: {count: 3, known: computed}}",
    ],
)
def test_what_we_take_an_editor_takes(text):
    assert complaints("geometry", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "symbls: 1",
        "build: [{make: grd}]",
        "build: [{size: 9}]",
        "build: [{make: grid, size: 9 by 9}]",
        "build: [{make: grid, bxo: 3x3}]",
        "build: [{make: grid, size: 9, wrap: all}]",
        "shapes: [{kind: distinct}]",
        "shapes: [{kind: dist, cells: R1}]",
        "symbols: {first: 1}",
        "cells: {a: {at: [1, 2, 3]}}",
        "expect: {cells: 1}",
    ],
)
def test_what_we_refuse_an_editor_marks(text):
    assert complaints("geometry", text)


def test_puzzles_follow_theirs():
    for text in (
        "geometry: 9x9\ngivens: 000000010",
        "geometry: 9x9\ngivens: {R1C1: 5}",
        "geometry: {symbols: 1234, build: [{make: grid, size: 4}]}\ngivens: |\n  1...\n",
    ):
        assert complaints("puzzle", text) == []
    assert complaints("puzzle", "givens: 1")
    assert complaints("puzzle", "geometry: {symbls: 1}")
