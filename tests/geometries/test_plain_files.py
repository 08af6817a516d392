"""Files read without pydantic: the same as with it, or not at all."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sudokulib.puzzles.geometries.files import PuzzleFile, puzzle_file
from sudokulib.puzzles.geometries.loader import is_puzzle, source_of
from sudokulib.puzzles.geometries.plain_files import PlainPuzzle, plain_puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"


def _data() -> dict[str, Any]:
    found = {}
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        source = source_of(path)
        if is_puzzle(source) and "recipe" not in source.data:
            found[str(path.relative_to(EXAMPLES))] = source.data
    return found


DATA = _data()
ODD = [
    "",
    " 5",
    "05",
    "+5",
    "5.0",
    "1e1",
    "1_0",
    "yes",
    "True",
    "null",
    "R1C1",
    "٣",
    "-0",
    "9" * 30,
]


def _same(plain: PlainPuzzle, whole: PuzzleFile) -> bool:
    fields = set(PlainPuzzle._fields) - {"shapes"}
    return (
        all(getattr(plain, name) == getattr(whole, name) for name in fields)
        and not (whole.hidden or whole.allowed)
        and list(map(_meaning, plain.shapes)) == list(map(_meaning, whole.shapes))
    )


def _meaning(shape: Any) -> object:
    kind, values = shape.meant()
    plain = {name: _plain(value) for name, value in values.items()}
    return kind, plain, shape.label, shape.role


def _plain(value: Any) -> Any:
    if hasattr(value, "meant"):
        return _meaning(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return type(value), value


@pytest.mark.parametrize("name", sorted(DATA))
def test_an_example_is_read_as_by_the_file_models(name: str) -> None:
    plain = plain_puzzle(DATA[name])
    assert plain is None or _same(plain, puzzle_file().model_validate(DATA[name]))


def test_most_examples_on_named_geometries_are_read() -> None:
    # Geometries in place are never plain.
    named = {name for name, data in DATA.items() if isinstance(data["geometry"], str)}
    read = {name for name in named if plain_puzzle(DATA[name])}
    assert len(read) > 0.85 * len(named), sorted(named - read)


@given(st.data())
def test_what_is_read_of_a_changed_file_is_what_the_file_models_read(data: st.DataObject) -> None:
    changed = copy.deepcopy(DATA[data.draw(st.sampled_from(sorted(DATA)))])
    for _ in range(data.draw(st.integers(1, 3))):
        _change(changed, data)
    plain = plain_puzzle(changed)
    try:
        whole = puzzle_file().model_validate(changed)
    except ValidationError:
        assert plain is None
    else:
        assert plain is None or _same(plain, whole)


def _change(data: Any, draw: st.DataObject) -> None:
    """Change one entry, at any depth."""
    while isinstance(data, dict | list) and data:
        key = draw.draw(
            st.sampled_from(sorted(data) if isinstance(data, dict) else range(len(data)))
        )
        inner = data[key]
        if isinstance(inner, dict | list) and inner and draw.draw(st.integers(0, 5)):
            data = inner
            continue
        how = draw.draw(st.sampled_from(["drop", "odd", "list", "map", "more"]))
        if how == "drop":
            del data[key]
        elif how == "more" and isinstance(data, dict):
            data[draw.draw(st.sampled_from(["label", "cells", "sum", "kind", "extra"]))] = "5"
        else:
            odd = draw.draw(st.sampled_from(ODD))
            data[key] = {"odd": odd, "list": [odd], "map": {"map": odd}}.get(how, odd)
        return
