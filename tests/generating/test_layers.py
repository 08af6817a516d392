"""Every registered layer: what it lays holds on the solution, wherever it fits."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import sudokulib
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import GeometryError
from sudokulib.generating.layers import Canvas, Layer, layers

GEOMETRIES = ("4x4", "6x6", "9x9", "jigsaw-9", "tredoku-7", "samurai")
LAYERS = {layer.model_fields["lay"].default: layer for layer in layers()}


@cache
def filled(name: str) -> tuple[sudokulib.Geometry, tuple[int, ...]]:
    geometry = sudokulib.geometry(name)
    return geometry, sudokulib.solution(geometry, seed=3).indices


def canvas(name: str, seed: int = 1) -> Canvas:
    return Canvas(*filled(name), SeededRandom(seed))


def fits(layer: Layer, geometry: sudokulib.Geometry) -> bool:
    """Return whether a layer can be used; if not, it must say what to do instead."""
    try:
        layer.check(geometry)
    except GeometryError as error:
        message = str(error)
    else:
        return True
    assert "; " in message
    return False


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("name", sorted(LAYERS))
def test_all_rules_of_a_layer_hold_on_the_solution(name: str, geometry: str) -> None:
    layer = LAYERS[name](count=20) if geometry == "samurai" else LAYERS[name]()
    here = canvas(geometry)
    if not fits(layer, here.geometry):
        return
    rules = layer.rules_on(here)
    assert rules or geometry == "4x4"
    context = here.geometry.puzzle().with_shapes(*map(sudokulib.Shape, rules)).context
    for rule in rules:
        assert rule.holds(here.values, context)
        assert rule.problem(context) == ""
        assert list(rule.lower(context.for_trial()))
    assert len({rule.meaning for rule in rules}) == len(rules)


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_a_seed_lays_the_same_again_and_no_more_than_wanted(name: str) -> None:
    few = LAYERS[name](count=3)
    assert few.rules_on(canvas("9x9")) == few.rules_on(canvas("9x9"))
    assert 1 <= len(few.rules_on(canvas("9x9"))) <= 3


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_a_layer_says_what_it_is(name: str) -> None:
    layer = LAYERS[name]
    assert layer.__doc__
    assert layer.__doc__.endswith(".")
    assert all(field.description for key, field in layer.model_fields.items() if key != "lay")
    assert issubclass(layer, Layer)


def written(value: object) -> str:
    """A default as it would stand in a file."""
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "none" if value is None else str(value).lower()


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_a_layer_stands_in_the_table(name: str) -> None:
    layer = LAYERS[name]
    common = Layer.model_fields
    own = [
        f"`{key}` {written(field.default)}"
        for key, field in layer.model_fields.items()
        if key not in common or (key != "lay" and field.default != common[key].default)
    ]
    row = f"| `{name}` | {' '.join((layer.__doc__ or '').split())} | {', '.join(own)} |"
    page = Path(__file__).parents[2] / "docs" / "recipes.md"
    assert row in page.read_text("utf-8").splitlines()
