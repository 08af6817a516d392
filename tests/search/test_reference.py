"""The reference search against brute force and against itself."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import brute_force, cell_at, from_file, grid, overlapping, tiny_puzzles

from sudokulib.errors import UnknownNameError
from sudokulib.model import compile_geometry, compile_puzzle
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend, backends, depth_first

REFERENCE = backend("reference")


def found(puzzle: Puzzle, nodes: int | None = None) -> list[tuple[int, ...]]:
    """All solutions; with 0 nodes it looks for independent parts at every node."""
    with pytest.MonkeyPatch.context() as patch:
        if nodes is not None:
            patch.setattr(depth_first, "_FIRST_SPLIT", nodes)
        return list(REFERENCE.solutions(compile_puzzle(puzzle), Budget()))


def four() -> Geometry:
    return grid("4x4", "2x2", symbols="1234")


def test_reference_is_registered() -> None:
    assert "reference" in backends()
    with pytest.raises(UnknownNameError, match=r"unknown search 'fast'; there are .*reference"):
        backend("fast")


@given(tiny_puzzles(), st.sampled_from([None, 0]))
def test_solutions_are_those_of_brute_force_each_once(puzzle: Puzzle, nodes: int | None) -> None:
    assert sorted(found(puzzle, nodes)) == sorted(brute_force(puzzle))


def test_looking_for_parts_changes_nothing_but_the_order() -> None:
    puzzle = overlapping("2x2", (0, 0), (2, 2)).puzzle({"R1C1": "1", "R6C6": "2"})
    assert sorted(found(puzzle, 0)) == sorted(found(puzzle, 10**9))


@given(tiny_puzzles())
def test_true_candidates_are_the_union_over_all_solutions(puzzle: Puzzle) -> None:
    union = [0] * len(puzzle.masks)
    for solution in brute_force(puzzle):
        for cell, value in enumerate(solution):
            union[cell] |= 1 << value
    assert REFERENCE.true_candidates(compile_puzzle(puzzle), Budget()) == tuple(union)


def test_true_candidates_exclude_what_only_search_refutes() -> None:
    puzzle = four().puzzle("1... .... .... ..1.")
    union = [0] * 16
    for solution in found(puzzle):
        for cell, value in enumerate(solution):
            union[cell] |= 1 << value
    true = REFERENCE.true_candidates(compile_puzzle(puzzle), Budget())
    assert true == tuple(union)
    assert sum(m.bit_count() for m in true) < sum(m.bit_count() for m in puzzle.masks)


def test_true_candidates_of_all_parts_of_an_empty_multi_grid() -> None:
    puzzle = overlapping("2x2", (0, 0), (2, 2)).puzzle()
    assert set(REFERENCE.true_candidates(compile_puzzle(puzzle), Budget())) == {0b1111}


def test_givens_that_clash_have_no_solution() -> None:
    assert found(four().puzzle("11.. .... .... ....")) == []


def test_solutions_come_lazily() -> None:
    empty = grid("25x25", "5x5", symbols=[str(n) for n in range(1, 26)]).puzzle()
    budget = Budget(nodes=5_000)
    lazily = REFERENCE.solutions(compile_puzzle(empty), budget)
    assert len(set(islice(lazily, 3))) == 3
    assert 0 < budget.used < 5_000


def test_solutions_of_independent_parts_are_combined_lazily() -> None:
    apart = overlapping("2x2", *((5 * i, 5 * i) for i in range(8))).puzzle()
    lazily = REFERENCE.solutions(compile_puzzle(apart), Budget(nodes=2_000))
    some = list(islice(lazily, 1_000))
    assert len(set(some)) == 1_000


def hopeless() -> Geometry:
    """Six grids of 4x4, and four cells that must all differ by pairs but share three symbols."""
    corners = [(5 * i, 5 * i) for i in range(6)]
    build = [
        {"make": "grid", "size": "4x4", "box": "2x2", "at": cell_at(*corner), "as": f"G{i}"}
        for i, corner in enumerate(corners)
    ]
    build.append({"make": "grid", "size": "1x4", "lines": False, "at": cell_at(30, 30), "as": "K"})
    names = [cell_at(30, 30 + i) for i in range(4)]
    return from_file(
        symbols="1234",
        build=build,
        allowed=dict.fromkeys(names, "123"),
        shapes=[
            {"kind": "distinct", "cells": f"{one} {other}"} for one, other in combinations(names, 2)
        ],
    )


def test_a_part_without_solution_is_not_refuted_for_each_filling_of_the_others() -> None:
    model = compile_geometry(hopeless())
    budget = Budget(nodes=5_000)
    assert list(REFERENCE.solutions(model, budget)) == []
    assert REFERENCE.count(model, budget) == 0
    assert not any(REFERENCE.true_candidates(model, budget))


@pytest.mark.parametrize("cell", range(16))
def test_order_of_solutions_is_reproducible(cell: int) -> None:
    geometry = four()
    puzzle = geometry.puzzle({geometry.cells[cell].name: "2"})
    assert found(puzzle) == found(puzzle)


def test_a_puzzle_that_is_solved_already() -> None:
    assert found(four().puzzle("1234341221434321")) == [
        (0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0)
    ]


def test_every_solution_satisfies_the_model() -> None:
    model = compile_geometry(overlapping("2x3", (0, 0), (4, 3)))
    for solution in islice(REFERENCE.solutions(model, Budget()), 200):
        assert model.accepts(solution)
