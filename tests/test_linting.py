"""The findings of `lint` about clues and changes equal those of trying everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudokulib
from sudokulib import Puzzle, lint
from sudokulib.testing import puzzles

CELLS = [cell.name for cell in sudokulib.geometry("4x4").cells]
FEW = settings(max_examples=40, deadline=None)


def others(puzzle: Puzzle) -> dict[str, Puzzle]:
    """Every puzzle that a change of one clue makes, by what is done; only plain givens."""
    geometry, symbols = puzzle.geometry, puzzle.geometry.alphabet.symbols
    names = [cell.name for cell in geometry.cells]
    given = {names[cell]: symbols[value] for cell, value in puzzle.given_values}

    def changed(givens: dict[str, str]) -> Puzzle:
        return geometry.puzzle(givens)

    found = {}
    for name, own in zip(names, geometry.domains, strict=True):
        rest = {cell: symbol for cell, symbol in given.items() if cell != name}
        for symbol in geometry.alphabet.of_mask(own):
            if name not in given:
                found[f"give {name} = {symbol}"] = changed(rest | {name: symbol})
            elif symbol != given[name]:
                found[f"{name} = {symbol} instead of {given[name]}"] = changed(
                    rest | {name: symbol}
                )
        if name in given:
            found[f"drop {name} = {given[name]}"] = changed(rest)
    return found


@given(givens=st.dictionaries(st.sampled_from(CELLS), st.sampled_from("1234")))
@FEW
def test_it_names_every_change_that_makes_a_puzzle_unique(givens: dict[str, str]) -> None:
    puzzle = sudokulib.geometry("4x4").puzzle(givens)
    found, tried = lint(puzzle, rating=False), others(puzzle)
    unique = {what for what, other in tried.items() if sudokulib.is_unique(other)}
    if found.status == "multiple":
        assert {one.text for one in found.changes} == {w for w in unique if w.startswith("give")}
    elif found.status == "none":
        assert {one.text for one in found.changes} == {
            what for what in unique if not what.startswith("give")
        }
    for change in found.changes:
        assert change.puzzle == tried[change.text]


@pytest.mark.slow
@given(puzzle=puzzles(solutions="one"))
@FEW
def test_what_hangs_on_a_clue_is_what_is_open_without_it(puzzle: Puzzle) -> None:
    found = lint(puzzle, rating=False)
    assert found.status == "unique"
    assert len(found.clues) == len(puzzle.shapes) + sum(
        mask != domain for mask, domain in zip(puzzle.masks, puzzle.geometry.domains, strict=True)
    )
    for clue in found.clues:
        assert clue.redundant == (not clue.leaves_open)
    assert found.minimal == (not found.redundant)


def test_what_a_limit_leaves_out_is_not_claimed() -> None:
    found = lint(sudokulib.load("examples/samurai/crossroads.yaml"), nodes=3)
    assert (found.status, found.stopped, found.minimal) == ("unique", "nodes", None)
    assert found.rating is not None, "it needs no nodes"
