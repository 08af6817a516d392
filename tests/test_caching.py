"""Caches tell apart all that their values depend on, also where equality does not."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import ClassVar

import pytest

import sudokulib
from sudokulib.basics.caching import ExactKey, cached_by
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.primitives import Linear
from sudokulib.puzzles.geometries import library
from sudokulib.puzzles.geometries.core import Count, Expect, Geometry, HiddenCell, Part
from sudokulib.puzzles.geometries.motions import symmetries
from sudokulib.shapes import AllOf, Difference, Distinct, Shape, register_kind
from sudokulib.shapes.unseen import Unseen

FOUR = sudokulib.geometry("4x4")
DOT = Difference((0, 1))


def changed_geometries() -> dict[str, Geometry]:
    """For each field the same geometry but for that field."""
    other = sudokulib.geometry("latin-5")
    return {
        "alphabet": replace(FOUR, alphabet=replace(FOUR.alphabet, empty="_")),
        "cells": replace(FOUR, cells=(replace(FOUR.cells[0], faces=("X",)), *FOUR.cells[1:])),
        "domains": replace(FOUR, domains=(0b111, *FOUR.domains[1:])),
        "shapes": replace(FOUR, shapes=FOUR.shapes[::-1]),
        "topology": replace(FOUR, topology=FOUR.topology.moved([1, 0, *range(2, 16)])),
        "index": replace(FOUR, index=replace(FOUR.index, lines=False)),
        "name": replace(FOUR, name="four"),
        "title": replace(FOUR, title="four"),
        "description": replace(FOUR, description="four"),
        "source": replace(FOUR, source="four"),
        "parts": replace(FOUR, parts=(Part("A", other, tuple(range(16))),)),
        "expect": replace(FOUR, expect=Expect(16, 12, Count(1))),
        "hidden": replace(FOUR, hidden=(HiddenCell("h", 0b1),)),
        "file": replace(FOUR, file="{}"),
        "seed": replace(FOUR, seed=1),
    }


def test_the_key_of_a_geometry_covers_every_field() -> None:
    changed = changed_geometries()
    assert changed.keys() == {field.name for field in fields(Geometry)}
    assert replace(FOUR).exact_key == FOUR.exact_key
    keys = {FOUR.exact_key, *(other.exact_key for other in changed.values())}
    assert len(keys) == 1 + len(changed)


def test_the_key_of_its_rules_covers_what_kinds_may_read_and_nothing_else() -> None:
    changed = changed_geometries()
    read = {name for name, other in changed.items() if other.rules_key != FOUR.rules_key}
    assert read == {"alphabet", "domains", "shapes", "topology", "hidden"}
    assert replace(FOUR, hidden=(HiddenCell("h", 0b1),)).rules_key != (
        replace(FOUR, hidden=(HiddenCell("h", 0b11),)).rules_key
    )


@pytest.mark.parametrize(
    "other",
    [
        Shape(AllOf((DOT,)), ("dot",)),
        Shape(Difference((1, 0)), ("dot",)),
        Shape(DOT, ("white dot",)),
        Shape(DOT, ("dot",), frozenset({"region"})),
    ],
    ids=lambda shape: f"{shape.rule}-{shape.label}-{len(shape.roles)}",
)
def test_shapes_that_mean_the_same_have_keys_of_their_own(other: Shape) -> None:
    shape = Shape(DOT, ("dot",))
    assert other.meaning == shape.meaning
    assert other.exact_key != shape.exact_key


def test_the_key_of_a_model_covers_every_field_but_the_root() -> None:
    model = compile_geometry(FOUR)
    extra = Linear.total((0, 1), (1, 2, 3, 4), (5,))
    changed = {
        "values": replace(model, values=(0, 1, 2, 3)),
        "cells": replace(model, cells=15),
        "domains": replace(model, domains=(1, *model.domains[1:])),
        "given": replace(model, given=(*model.given, extra)),
        "given_sources": replace(model, given_sources=model.given_sources[::-1]),
        "houses": replace(model, houses=model.houses[1:]),
        "peers": replace(model, peers=(0, *model.peers[1:])),
        "derivation": replace(model, derivation=replace(model.derivation, facts=9)),
        "descriptions": replace(model, descriptions={16: Unseen("it", ("so",))}),
    }
    assert changed.keys() == {field.name for field in fields(Model)} - {"base"}
    assert replace(model).exact_key == model.exact_key
    assert len({model.exact_key, *(other.exact_key for other in changed.values())}) == 10


def test_keys_compare_what_has_no_hash() -> None:
    assert ExactKey(1, unhashed=({"a": 1},)) == ExactKey(1, unhashed=({"a": 1},))
    assert ExactKey(1, unhashed=({"a": 1},)) != ExactKey(1, unhashed=({"a": 2},))
    assert ExactKey(1) != (1,)


def test_a_function_is_computed_once_for_a_key_and_again_when_it_was_forgotten() -> None:
    calls = []

    @cached_by(len, maxsize=2)
    def first(text: str) -> str:
        calls.append(text)
        return text[0]

    assert [first(text) for text in ("ab", "cd", "e", "fgh", "xy")] == ["a", "a", "e", "f", "x"]
    assert calls == ["ab", "e", "fgh", "xy"]


def test_a_kind_whose_fields_are_not_all_compared_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Secret(Distinct):
        name: ClassVar[str] = "secret"
        more: int = field(default=0, compare=False)

    with pytest.raises(ValueError, match="'more' of 'secret' is excluded from comparison"):
        register_kind(Secret)


# What equal geometries and puzzles need not share.


def texts(puzzle: sudokulib.Puzzle) -> str:
    return "\n".join(one.text for one in sudokulib.explain(puzzle))


def test_an_explanation_names_the_shapes_of_its_own_geometry() -> None:
    """Equal geometries with other labels, in another order."""
    renamed = replace(
        FOUR, shapes=tuple(Shape(s.rule, (f"my {s.label}",), s.roles) for s in FOUR.shapes[::-1])
    )
    givens = "1... ..2. .3.. ...4"
    assert renamed == FOUR
    before = texts(FOUR.puzzle(givens))
    mine = texts(renamed.puzzle(givens))
    assert "my row" in mine or "my column" in mine or "my box" in mine
    assert "my " not in before
    assert texts(FOUR.puzzle(givens)) == before


def test_compiled_shapes_are_those_of_the_puzzle_at_hand() -> None:
    turned = replace(FOUR, shapes=FOUR.shapes[::-1])
    extra = Shape(Distinct((0, 5, 10)))
    for puzzle in (FOUR.puzzle(shapes=[extra]), turned.puzzle(shapes=[extra])):
        model, shapes = compile_puzzle(puzzle), puzzle.all_shapes
        for primitive, sources in zip(model.primitives, model.sources, strict=True):
            for number in sources:
                assert set(shapes[number].cells) <= {*primitive.variables}


def test_symmetries_are_those_of_the_drawing_at_hand() -> None:
    """Equal geometries, one of them drawn as a single line of cells."""
    line = replace(
        FOUR,
        cells=tuple(replace(c, at=(0, n), views=()) for n, c in enumerate(FOUR.cells)),
    )
    assert line == FOUR
    square, flat = ({one.name for one in symmetries(geometry)} for geometry in (FOUR, line))
    assert "quarter-turn" in square
    assert "quarter-turn" not in flat


def test_a_file_reached_by_two_names_has_both(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("build: [{make: grid, size: 4x4, box: 2x2}]")
    alias = tmp_path / "yours.yaml"
    try:
        alias.symlink_to(file)
    except OSError:
        pytest.skip("no links here")
    assert [library.geometry(path).name for path in (file, alias)] == ["mine", "yours"]


def test_a_text_is_read_again_when_what_it_includes_changes(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SUDOKULIB_PATH", str(tmp_path))
    inner = tmp_path / "inner.yaml"
    inner.write_text("build: [{make: grid, size: 4x4, box: 2x2}]")
    text = "build: [{make: include, geometry: inner}]"
    first = library.geometry_in(text)
    assert library.geometry_in(text) is first
    inner.write_text("build: [{make: grid, size: 6x6, box: 2x3}]\n")
    assert len(library.geometry_in(text)) == 36


# The rule for caches to come.

MEANT = re.compile(r"\b(Geometry|Puzzle|Shape|Model|Context|Board|Position|Solution)\b")
"""Types whose equality leaves something out."""


def is_plain_cache(decorator: ast.expr) -> bool:
    return re.match(r"(functools\.)?(lru_)?cache\b", ast.unparse(decorator)) is not None


def plain_caches() -> list[tuple[str, ast.FunctionDef]]:
    root = Path(sudokulib.__file__).parent
    return [
        (f"{path.relative_to(root)}:{node.lineno}", node)
        for path in sorted(root.rglob("*.py"))
        if "cache" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and any(map(is_plain_cache, node.decorator_list))
    ]


def test_no_plain_cache_is_keyed_by_equality_of_meaning() -> None:
    caches = plain_caches()
    assert len(caches) > 40
    wrong = [
        place
        for place, function in caches
        for argument in (*function.args.args, *function.args.kwonlyargs)
        if argument.annotation and MEANT.search(ast.unparse(argument.annotation))
    ]
    assert wrong == [], "use cached_by with a key that covers all that the function reads"


def test_such_a_cache_can_be_emptied_like_one_of_functools() -> None:
    calls: list[int] = []

    @cached_by(lambda number: number, maxsize=2)
    def noted(number: int) -> int:
        calls.append(number)
        return number

    assert [noted(1), noted(1)] == [1, 1]
    noted.cache_clear()  # type: ignore[attr-defined]
    assert (noted(1), calls) == (1, [1, 1])
    assert noted.cache_parameters()["maxsize"] == 2  # type: ignore[attr-defined]
