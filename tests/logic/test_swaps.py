"""Swaps, the one rule that assumes a single solution, against all solutions of tiny puzzles.

Puzzles with one solution and nearly an exchange in them are rare by chance; here they are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from sudokulib.basics.alphabet import Alphabet
from sudokulib.board import Board, Candidate
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Rank, Step, Swap
from sudokulib.model import Model, bits
from sudokulib.model.compiler import compile_shapes
from sudokulib.shapes import Context, Distinct, Shape
from sudokulib.shapes.sums import Sum
from sudokulib.shapes.topology import Mesh

CELLS, VALUES = 4, 3
PAIRS = tuple(combinations(range(VALUES), 2))
EDGES = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (0, 1, 2))


def puzzle(chance: Random) -> Model:
    """Four cells, some of the sides of a rectangle, perhaps a sum; few candidates are missing."""
    rules: list[Distinct | Sum] = [Distinct(edge) for edge in EDGES if chance.randrange(2)]
    if chance.randrange(2):
        cells = tuple(sorted(chance.sample(range(CELLS), chance.choice((2, 2, 3)))))
        weights = tuple(chance.choice((1, 1, 2, -1)) for _ in cells)
        totals = tuple(sorted({chance.randint(2, 7), chance.randint(2, 7)}))
        rules.append(Sum(cells, totals, "=", weights))
    masks = tuple(chance.choice((7, 7, 3, 5, 6)) for _ in range(CELLS))
    shapes = tuple(Shape(rule, (f"rule {n}",)) for n, rule in enumerate(rules))
    context = Context(Alphabet.of([1, 2, 3]), (7,) * CELLS, Mesh().freeze(), shapes)
    return compile_shapes(context).with_domains(masks)


def solutions(model: Model) -> list[tuple[int, ...]]:
    return [s for s in product(range(VALUES), repeat=CELLS) if model.accepts(s)]


def swaps(chance: Random) -> Iterator[Swap]:
    """Exchanges of two values in some cells, or of a pair in each."""
    for size in (1, 2, 2, 3, 4):
        for cells in combinations(range(CELLS), size):
            for same in PAIRS:
                pairs = [same if chance.randrange(4) else chance.choice(PAIRS) for _ in cells]
                yield Swap(tuple(zip(cells, pairs, strict=True)), ())


def extras(board: Board, swap: Swap, chance: Random) -> list[Candidate]:
    """The candidates that spoil a swap, now and then without one of them."""
    found = [(c, v) for c, pair in swap.pairs for v in bits(board.masks[c]) if v not in pair]
    if found and not chance.randrange(3):
        found.remove(chance.choice(found))
    return found


@pytest.mark.slow
def test_where_the_only_solution_is_left_no_swap_is_a_contradiction() -> None:
    chance = Random(0)
    believed = singles = 0
    while singles < 200:
        model = puzzle(chance)
        found = solutions(model)
        if len(found) != 1:
            continue
        singles += 1
        right = tuple(enumerate(found[0]))
        for swap in swaps(chance):
            board = Board.start(model)
            board = board.without(extras(board, swap, chance))
            step = Step("swap", (), right[:1], (Rank((swap,)),))
            if is_proved(board, step):
                believed += 1
                assert not all(map(board.allows, right)), (model, board.masks, swap)
    assert believed


def test_two_cells_of_a_sum_must_exchange_the_same_two_values() -> None:
    """1 + 2 is the only solution; 2 + 3 would be another filling, but not of the sum."""
    rules = (Distinct((0, 1)), Sum((0, 1), 3))
    shapes = tuple(Shape(rule, (rule.name,)) for rule in rules)
    context = Context(Alphabet.of([1, 2, 3]), (7, 7), Mesh().freeze(), shapes)
    board = Board.start(compile_shapes(context).with_domains((0b011, 0b110)))
    swap = Swap(((0, (0, 1)), (1, (1, 2))), ())
    assert not is_proved(board, Step("swap", (), ((0, 0),), (Rank((swap,)),)))
