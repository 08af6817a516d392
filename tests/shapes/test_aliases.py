"""Aliases: other names of kinds, which mean the same everywhere."""

import pytest

import sudokulib
from sudokulib.errors import ProblemsError, UnknownNameError
from sudokulib.puzzles.geometries.schema import schemas
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.writing import rule_data
from sudokulib.shapes import kind_named, kinds, register_kind
from sudokulib.shapes.aliases import aliases, aliases_of, register_alias
from sudokulib.shapes.registry import kinds_meant

MEANINGS = [
    pytest.param(alias, word, id=f"{alias.name} {word}".strip())
    for alias in aliases()
    for word in alias.meanings
]
PRESET = [alias for alias in aliases() if not alias.is_plain]


def shapes_of(data, geometry):
    return loads(f"{{geometry: {geometry}, shapes: [{data}]}}").shapes


def written(data):
    """A flow mapping of YAML, which JSON is too."""
    return str(data).replace("True", "true").replace("False", "false")


@pytest.mark.parametrize(("alias", "word"), MEANINGS)
def test_an_alias_means_its_kind_with_the_preset_fields(alias, word):
    meaning = alias.meanings[word]
    kind = kind_named(meaning.kind)
    on = "9x9" if meaning.preset else kind.example_on
    example = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}\n")
    own = next(shape for shape in example.shapes if shape.kind == kind.name)
    data = rule_data(example.geometry, own.rule) | dict(meaning.preset)
    said = {name: value for name, value in data.items() if name not in meaning.preset}
    said |= {"kind": alias.name} | ({alias.choice: word} if alias.choice else {})
    assert shapes_of(written(said), on) == shapes_of(written(data), on) != ()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("{kind: killer, cells: R1C1 R1C2, sum: 9}", "{kind: cage, cells: R1C1 R1C2, sum: 9}"),
        ("{kind: kropki, cells: R1C1 R1C2, dot: white}", "{kind: difference, cells: R1C1 R1C2}"),
        ("{kind: kropki, cells: R1C1 R1C2, dot: black}", "{kind: ratio, cells: R1C1 R1C2}"),
        ("{kind: consecutive, cells: R1C1 R1C2}", "{kind: difference, cells: R1C1 R1C2}"),
        ("{kind: xv, cells: R1C1 R1C2, mark: X}", "{kind: pair-sum, cells: R1C1 R1C2, sum: 10}"),
        ("{kind: xv, cells: R1C1 R1C2, mark: V}", "{kind: pair-sum, cells: R1C1 R1C2, sum: 5}"),
        ("{kind: v, cells: R1C1 R1C2}", "{kind: pair-sum, cells: R1C1 R1C2, sum: 5}"),
        ("{kind: anti-king}", "{kind: anti, moves: king}"),
        ("{kind: row-indexer, cells: R1C1}", "{kind: indexer, cells: R1C1, axis: row}"),
        ("{kind: german-whisper, lines: R1C1-R1C3}", "{kind: whisper, lines: [R1C1-R1C3], d: 5}"),
        ("{kind: dutch-whispers, lines: R1C1-R1C3}", "{kind: whisper, lines: [R1C1-R1C3], d: 4}"),
        (
            "{kind: quadruple, cells: R1C1:R2C2, values: [1, 2]}",
            "{kind: contains, cells: R1C1:R2C2, values: [1, 2]}",
        ),
    ],
)
def test_aliases_mean_what_people_mean(said, meant):
    assert shapes_of(said, "9x9") == shapes_of(meant, "9x9") != ()


def test_aliases_name_kinds_that_are_registered_and_are_no_kinds_themselves():
    names = {kind.name for kind in kinds()}
    assert {kind for alias in aliases() for kind in alias.kinds} <= names
    assert not {alias.name for alias in aliases()} & names
    with pytest.raises(ValueError, match="'killer' is already an alias of a kind"):
        register_kind(type("Killer", (kind_named("cage"),), {"name": "killer"}))


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("{kind: kropki, cells: R1C1 R1C2}", "shapes[0].dot: is missing"),
        ("{kind: kropki, dot: red, cells: R1C1 R1C2}", "write 'white' or 'black'"),
        ("{kind: x, sum: 9, cells: R1C1 R1C2}", "unknown field 'sum'"),
        ("{kind: killer, cells: R1C1 R1C2, sun: 3}", "did you mean sum? the fields here are kind"),
        ("{kind: whisper, cells: R1C1 R1C2}", "did you mean lines? the fields here are kind"),
        (
            "{kind: kropki, dot: white, cells: R1C1 R1C2, difference: 2}",
            "unknown field 'difference'",
        ),
        ("{kind: kilelr, cells: R1C1}", "did you mean killer? `sudokulib kinds`"),
    ],
)
def test_mistakes_under_an_alias_are_told_as_those_under_a_kind(said, message):
    with pytest.raises(ProblemsError) as caught:
        shapes_of(said, "9x9")
    assert message in str(caught.value)


def test_a_kind_is_found_by_any_of_its_names():
    assert kind_named("killer") is kind_named("cage")
    assert kinds_meant("kropki") == (kind_named("difference"), kind_named("ratio"))
    assert kinds_meant("xv") == (kind_named("pair-sum"),)
    with pytest.raises(UnknownNameError, match="'kropki' may be difference or ratio"):
        kind_named("kropki")
    with pytest.raises(UnknownNameError, match="unknown kind 'termo'; did you mean thermo"):
        kind_named("termo")


def test_the_schema_knows_every_alias():
    definitions = schemas()["puzzle"]["$defs"].values()
    tags = [found.get("properties", {}).get("kind", {}) for found in definitions]
    known = {word for tag in tags for word in tag.get("enum", [tag.get("const")])}
    assert {alias.name for alias in aliases()} < known


def test_a_preset_field_is_not_in_the_schema():
    (white,) = (
        found
        for found in schemas()["puzzle"]["$defs"].values()
        if found.get("properties", {}).get("kind", {}).get("const") == "kropki"
    )
    assert white["properties"]["dot"]["enum"] == ["white", "black"]
    assert set(white["required"]) == {"kind", "cells", "dot"}
    assert "value" not in white["properties"]


def test_an_alias_stands_for_one_thing():
    register_alias("cage", "killer")
    with pytest.raises(ValueError, match="'killer' is registered already"):
        register_alias("sum", "killer")
    with pytest.raises(ValueError, match="'cage' is the name of a kind"):
        register_alias("sum", "cage")
    assert "killer" not in {alias.name for alias in aliases_of("sum")}


def test_a_file_is_written_with_the_names_of_the_kinds():
    puzzle = loads("{geometry: 9x9, shapes: [{kind: v, cells: r1c1..r1c2}]}")
    assert "kind: pair-sum" in sudokulib.write(puzzle, "yaml").text
