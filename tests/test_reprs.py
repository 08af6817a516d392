"""The `repr` of each result is one short line; `str` and pictures say more."""

from __future__ import annotations

import pytest

import sudokulib
from sudokulib.model import compile_puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = sudokulib.read(LINE)
FIRST = next(iter(sudokulib.steps(PUZZLE)))
THINGS = [
    PUZZLE,
    sudokulib.geometry("samurai").puzzle(),
    PUZZLE.geometry,
    sudokulib.solve(PUZZLE),
    sudokulib.solve(PUZZLE).solution,
    sudokulib.solution("samurai", seed=1),
    sudokulib.rate(PUZZLE),
    sudokulib.lint("1.....2..3.....4"),
    sudokulib.generate("4x4", seed=1, rating=True),
    sudokulib.hint(PUZZLE),
    sudokulib.count("4x4"),
    sudokulib.estimate("4x4"),
    sudokulib.canonical(PUZZLE),
    sudokulib.symmetries(PUZZLE.geometry)[0],
    sudokulib.solutions(PUZZLE),
    sudokulib.steps(PUZZLE),
    FIRST,
    FIRST.before,
    FIRST.step,
    sudokulib.draw(PUZZLE),
    compile_puzzle(PUZZLE),
    PUZZLE.geometry.shapes[0],
    PUZZLE.geometry.alphabet,
]


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
def test_a_repr_is_one_line_with_the_type(thing: object) -> None:
    assert type(thing).__name__ in repr(thing)
    assert "\n" not in repr(thing)
    assert len(repr(thing)) <= 200


def test_a_puzzle_is_shown_as_its_line() -> None:
    assert repr(PUZZLE) == f"<Puzzle 9x9, 30 givens: {LINE}>"
    assert repr(sudokulib.geometry("samurai").puzzle()) == "<Puzzle samurai, 0 givens>"
    assert repr(sudokulib.solve(PUZZLE)).startswith("<Result unique: ")


def test_a_geometry_without_a_name_is_shown_by_its_title() -> None:
    two = sudokulib.Geometry.from_houses(["R1", "R2", "C1", "C2"], title="Two by two")
    assert repr(two) == "<Geometry Two by two: 4 cells, 4 shapes, 2 symbols>"
    assert repr(two.puzzle()).startswith("<Puzzle Two by two, ")
    untitled = sudokulib.Geometry.from_houses(["R1", "R2", "C1", "C2"])
    assert repr(untitled).startswith("<Geometry unnamed: ")
    one = sudokulib.Geometry.from_houses([["a", "b"]])
    assert repr(one) == "<Geometry unnamed: 2 cells, 1 shape, 2 symbols>"
