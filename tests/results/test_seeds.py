"""Whoever gives no seed is told the one drawn, which gives the same again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sudokulib

DRAWN: dict[str, Callable[..., Any]] = {
    "estimate": lambda **seed: sudokulib.estimate("6x6", samples=20, **seed),
    "generate": lambda **seed: sudokulib.generate("6x6", **seed),
    "generate_many": lambda **seed: next(iter(sudokulib.generate_many("6x6", 1, **seed))),
    "generate_set": lambda **seed: next(iter(sudokulib.generate_set("6x6", 1, **seed))),
    "layout": lambda **seed: sudokulib.layout("6x6", **seed),
    "solution": lambda **seed: sudokulib.solution("6x6", **seed),
    "tredoku": lambda **seed: sudokulib.tredoku(9, **seed),
}


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_the_seed_that_is_told_gives_the_same_again(name: str) -> None:
    first = DRAWN[name]()
    assert isinstance(first.seed, int)
    again = DRAWN[name](seed=first.seed)
    assert again == first
    assert again.seed == first.seed
    others = [DRAWN[name]() for _ in range(3)]
    assert any(other != first for other in others)


def test_every_public_function_with_a_seed_can_do_without() -> None:
    from inspect import Parameter, signature

    for name in sudokulib.__all__:
        value = getattr(sudokulib, name)
        if callable(value) and not isinstance(value, type):
            seed = signature(value).parameters.get("seed")
            if seed is not None:
                assert seed.default is not Parameter.empty, name
                assert name in DRAWN or name == "write_set", name


def test_a_geometry_that_is_changed_has_no_seed() -> None:
    made = sudokulib.layout("6x6", seed=3)
    assert made.seed == 3
    assert made.without("row").seed is None
    assert made.puzzle().without_shapes(made.shapes[0]).geometry.seed is None
    assert sudokulib.geometry("6x6").seed is None


LINE = "1.....2..3.....4"


@pytest.mark.parametrize(
    "subject",
    [LINE, [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]], sudokulib.read(LINE)],
    ids=["text", "rows", "puzzle"],
)
def test_functions_of_geometries_and_formats_take_what_people_have(subject: Any) -> None:
    four = sudokulib.geometry("4x4")
    assert sudokulib.symmetries(subject) == sudokulib.symmetries(four)
    assert sudokulib.layout(subject, seed=1) == sudokulib.layout(four, seed=1)
    assert sudokulib.write(subject, "line").text == LINE
    assert sudokulib.convert(subject, "sdk").text.splitlines() == ["1...", "..2.", ".3..", "...4"]
    assert sudokulib.write("4x4", "line").text == "." * 16


def test_a_string_is_no_file(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text(LINE)
    with pytest.raises(sudokulib.SudokuError, match=r"pathlib\.Path"):
        sudokulib.convert("mine.txt", "line")
    with pytest.raises(sudokulib.SudokuError, match=r"pathlib\.Path"):
        sudokulib.layout("./mine.txt")
    assert sudokulib.convert(tmp_path / "mine.txt", "line").text == LINE
