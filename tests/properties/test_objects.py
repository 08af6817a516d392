"""The laws of the domain objects: equal, hashable, picklable, immutable, written and read back."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from support import KNIGHT, from_text, grid, move_pairs, overlapping, tiny_puzzles

from sudokulib import geometry, solve
from sudokulib.basics.alphabet import Alphabet
from sudokulib.board import Board
from sudokulib.model import compile_geometry, compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Distinct, Shape

#: The attributes of the types that are not dataclasses.
PARTS = {Solution: ("puzzle", "indices", "seed")}

every_geometry = pytest.mark.parametrize("name", geometry_names())


@cache
def samples() -> dict[str, Any]:
    """One object of each type, all of them from one solve."""
    puzzle = geometry("4x4").puzzle("1... ..2. .3.. ...4", title="sample")
    result = solve(puzzle)
    return {
        "alphabet": puzzle.geometry.alphabet,
        "geometry": puzzle.geometry,
        "cell": puzzle.geometry.cells[0],
        "shape": puzzle.geometry.shapes[0],
        "topology": puzzle.geometry.topology,
        "puzzle": puzzle,
        "model": compile_puzzle(puzzle),
        "board": Board.start(compile_puzzle(puzzle)),
        "step": result.steps[0],
        "result": result,
        "solution": result.solution,
        "placed": result.order[0],
        "stats": result.stats,
    }


@pytest.mark.parametrize("kind", samples())
def test_copies_and_pickles_are_equal_and_hash_the_same(kind: str) -> None:
    one = samples()[kind]
    for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        assert other == one
        assert hash(other) == hash(one)
        assert not other != one  # noqa: SIM202 - another method than ==
    assert one != object()


@pytest.mark.parametrize("kind", samples())
def test_nothing_can_be_changed(kind: str) -> None:
    one = samples()[kind]
    names = [f.name for f in fields(one)] if is_dataclass(one) else PARTS[type(one)]
    for name in names:
        with pytest.raises(AttributeError):
            setattr(one, name, None)
    with pytest.raises((TypeError, AttributeError)):
        one.something_new = 1


@every_geometry
def test_a_geometry_survives_pickling_before_and_after_use(name: str) -> None:
    fresh = geometry(name)
    compile_geometry(fresh)
    again = pickle.loads(pickle.dumps(fresh))
    assert again == fresh
    assert hash(again) == hash(fresh)
    assert compile_geometry(again) == compile_geometry(fresh)
    assert again.cell(fresh.cells[-1].name) == len(fresh) - 1


@every_geometry
def test_givens_are_read_back_from_the_picture_the_line_and_a_mapping(name: str) -> None:
    played_on = geometry(name)
    for density in (0.0, 0.3, 1.0):
        puzzle = random_puzzle(played_on, density)
        assert played_on.puzzle(str(puzzle)) == puzzle
        assert played_on.puzzle(puzzle.line()) == puzzle
        given = {
            played_on.cells[c].name: played_on.alphabet.symbols[v] for c, v in puzzle.given_values
        }
        assert played_on.puzzle(given) == puzzle
        assert hash(played_on.puzzle(given)) == hash(puzzle)


def random_puzzle(played_on: Geometry, density: float) -> Puzzle:
    """Givens that need not fit each other."""
    chance = Random(len(played_on))
    known = {c: chance.choice(played_on.alphabet.symbols)
             for c in range(len(played_on)) if chance.random() < density}  # fmt: skip
    return played_on.puzzle({played_on.cells[c].name: symbol for c, symbol in known.items()})


def test_names_titles_and_drawing_do_not_count() -> None:
    text = "symbols: 1234\nbuild: [{make: grid, size: 4x4, box: 2x2}]"
    one, other = from_text(text), from_text(f"name: other\ntitle: Other\n{text}")
    assert one == other
    assert hash(one) == hash(other)
    assert one.puzzle("1" + "." * 15) == other.puzzle("1" + "." * 15, title="mine")


def test_shapes_count_however_they_came_about() -> None:
    with_generator = grid("4x4", "2x2", {"make": "windows", "size": "2x2"})
    by_hand = grid(
        "4x4", "2x2", shapes=[{"kind": "distinct", "cells": "R2C2:R3C3", "role": "window"}]
    )
    assert with_generator == by_hand
    assert with_generator != grid("4x4", "2x2")
    assert with_generator in {by_hand}


def test_further_shapes_make_another_puzzle() -> None:
    played_on = geometry("4x4")
    pair = Shape(Distinct((0, 5)), ("pair",))
    plain, more = played_on.puzzle(), played_on.puzzle(shapes=[pair])
    assert plain != more
    assert more == plain.with_shapes(Shape(Distinct((0, 5)), ("called otherwise",)))
    assert len({plain, more, played_on.puzzle(shapes=[pair])}) == 2


def test_solutions_are_equal_by_geometry_and_symbols() -> None:
    solution = solve(geometry("4x4").puzzle("1... ..2. .3.. ...4")).solution
    assert solution is not None
    full = solve(geometry("4x4").puzzle(str(solution))).solution
    assert full == solution
    assert len({full, solution}) == 1
    assert dict(solution) == {name: solution[name] for name in solution}
    assert Solution(solution.puzzle, solution.indices[::-1]) != solution


def test_a_solution_is_not_changed_by_being_looked_at() -> None:
    solution = solve(geometry("4x4").puzzle("1... ..2. .3.. ...4")).solution
    assert solution is not None
    with pytest.raises(TypeError):
        solution["R1C1"] = "2"  # type: ignore[index]


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("1234", "1234", True),
        ("1234", "4321", False),
        ("1234", "ABCD", False),
        ("é", "é", True),
    ],
)
def test_alphabets_are_equal_if_their_symbols_are(one: str, other: str, equal: bool) -> None:
    assert (Alphabet.of(one) == Alphabet.of(other)) == equal
    assert (hash(Alphabet.of(one)) == hash(Alphabet.of(other))) == equal


def test_models_are_compiled_once() -> None:
    pairs = move_pairs(4, 4, KNIGHT)
    one, other = grid("4x4", "2x2", shapes=pairs), grid("4x4", "2x2", shapes=pairs)
    assert one is not other
    assert compile_geometry(one) is compile_geometry(other)
    assert compile_geometry(one) != compile_geometry(grid("4x4", "2x2"))


def test_a_merged_shape_stands_once_and_keeps_its_names() -> None:
    twin = overlapping("2x2", (0, 0), (2, 2))
    shared = twin.find("R3C3:R4C4")
    (shape,) = [shape for shape in twin.shapes if shape.cells == tuple(sorted(shared))]
    assert shape.labels == ("box 4 of G1", "box 1 of G2")


@given(tiny_puzzles())
def test_random_puzzles_keep_the_laws(puzzle: Puzzle) -> None:
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert compile_puzzle(again) == compile_puzzle(puzzle)
    if not puzzle.shapes and puzzle.masks == puzzle.geometry.puzzle(puzzle.line()).masks:
        assert puzzle.geometry.puzzle(str(puzzle)) == puzzle
