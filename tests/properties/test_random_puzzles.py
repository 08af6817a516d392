"""Tiny random puzzles against brute force, which reads nothing but `holds`."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st
from support import SYMBOLS, brute_force, cell_at, from_file, tiny_puzzles

from sudokulib import count, is_unique, solutions, solve, steps, true_candidates
from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.pipeline import DEFAULT


@given(tiny_puzzles())
def test_the_search_finds_every_filling_that_keeps_the_rules_once(puzzle: Puzzle) -> None:
    found = [solution.indices for solution in solutions(puzzle)]
    assert sorted(found) == sorted(brute_force(puzzle))
    assert count(puzzle).value == len(found)
    assert is_unique(puzzle) == (len(found) == 1)


@given(tiny_puzzles(), st.integers(1, 5))
def test_a_limited_count_stops_at_its_limit(puzzle: Puzzle, limit: int) -> None:
    number = sum(1 for _ in brute_force(puzzle))
    assert count(puzzle, limit=limit).value == min(number, limit)


@given(tiny_puzzles())
def test_true_candidates_are_those_of_the_fillings(puzzle: Puzzle) -> None:
    fillings = list(brute_force(puzzle))
    symbols = puzzle.geometry.alphabet.symbols
    expected = {
        cell.name: tuple(s for v, s in enumerate(symbols) if any(f[c] == v for f in fillings))
        for c, cell in enumerate(puzzle.geometry.cells)
    }
    assert true_candidates(puzzle) == expected


@given(tiny_puzzles())
def test_solving_with_and_without_strategies_says_the_same(puzzle: Puzzle) -> None:
    fillings = list(brute_force(puzzle))
    status = ("none", "unique", "multiple")[min(len(fillings), 2)]
    for result in (solve(puzzle), solve(puzzle, strategies=())):
        assert result.status == status
        assert len(result.solutions) == min(len(fillings), 2)
        assert {solution.indices for solution in result.solutions} <= set(fillings)
        assert result.solutions == () or result.conflict == ""
    assert solve(puzzle, strategies=()).steps == ()


some_strategies = st.permutations(DEFAULT).flatmap(
    lambda names: st.integers(1, len(names)).map(lambda n: tuple(names[:n]))
)


@given(tiny_puzzles(), some_strategies)
def test_no_step_loses_a_solution(puzzle: Puzzle, strategies: tuple[str, ...]) -> None:
    fillings = list(brute_force(puzzle))
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    for step in (one.step for one in steps(puzzle, strategies=strategies)):
        assert step.technique in strategies
        assert step.placements or step.eliminations
        assert all(board.allows(candidate) for candidate in step.eliminations)
        board = step.apply(board)
        for filling in fillings:
            assert all(board.allows(candidate) for candidate in enumerate(filling))
            assert all(filling[cell] == value for cell, value in step.placements)


@given(tiny_puzzles(), st.permutations(DEFAULT))
def test_strategies_end_at_the_same_board_in_any_order(puzzle: Puzzle, names: list[str]) -> None:
    one, other = last_board(puzzle, DEFAULT), last_board(puzzle, tuple(names))
    assert one.broken == other.broken
    if not one.broken:
        assert (one.masks, one.solved) == (other.masks, other.solved)


def last_board(puzzle: Puzzle, strategies: tuple[str, ...]) -> Board:
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    for one in steps(puzzle, strategies=strategies):
        board = one.after
    return board


@given(tiny_puzzles())
def test_the_model_accepts_what_the_rules_accept(puzzle: Puzzle) -> None:
    model = compile_puzzle(puzzle)
    fillings = set(brute_force(puzzle))
    for filling in islice(fillings, 20):
        assert model.accepts(filling)
        other = tuple((v + 1) % len(puzzle.geometry.alphabet) for v in filling)
        assert model.accepts(other) == (other in fillings)


@given(tiny_puzzles(), st.data())
def test_a_solution_lists_exactly_what_it_breaks(puzzle: Puzzle, data: st.DataObject) -> None:
    n = len(puzzle.geometry.alphabet)
    filling = data.draw(st.tuples(*[st.integers(0, n - 1) for _ in puzzle.geometry.cells]))
    broken = Solution(puzzle, filling).violations()
    shapes = [s for s in puzzle.all_shapes if len({filling[c] for c in s.cells}) < len(s.cells)]
    cells = [c.name for c, v, m in zip(puzzle.geometry.cells, filling, puzzle.masks, strict=True)
             if not m >> v & 1]  # fmt: skip
    assert [b.what for b in broken if b.what is not None] == shapes
    assert [b.cells for b in broken if b.what is None] == [(name,) for name in cells]
    assert (broken == ()) == (filling in set(brute_force(puzzle)))


@given(tiny_puzzles(), st.randoms(use_true_random=False))
def test_renaming_symbols_and_cells_changes_nothing(puzzle: Puzzle, chance: object) -> None:
    n, m = len(puzzle.geometry.cells), len(puzzle.geometry.alphabet)
    cells, values = list(range(n)), list(range(m))
    chance.shuffle(cells)  # type: ignore[attr-defined]
    chance.shuffle(values)  # type: ignore[attr-defined]
    masks = [0] * n
    for cell, mask in enumerate(puzzle.masks):
        masks[cells[cell]] = sum(1 << values[v] for v in range(m) if mask >> v & 1)
    allowed = {cell_at(0, c): "".join(s for v, s in enumerate(SYMBOLS) if mask >> v & 1)
               for c, mask in enumerate(masks) if mask}  # fmt: skip
    moved = from_file(
        symbols=SYMBOLS[:m],
        build=[{"make": "grid", "size": f"1x{n}", "lines": False}],
    ).puzzle(allowed=allowed, shapes=[shape.moved(cells) for shape in puzzle.all_shapes])
    if all(masks):
        assert count(moved).value == count(puzzle).value
        assert solve(moved).status == solve(puzzle).status
