"""Mistakes with sums and other rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from seeded_mistakes.mistake import Mistake, Steps
from seeded_mistakes.on_boards import removal, see
from sudokulib.board import Board
from sudokulib.model import bits
from sudokulib.primitives import DistinctSum, Linear, Table, When


def sums_of(board: Board) -> Iterator[Linear | DistinctSum]:
    for number, primitive in enumerate(board.model.primitives):
        sums = isinstance(primitive, Linear | DistinctSum) and number not in board.model.derived
        if sums and len(primitive.variables) <= 4:
            yield primitive


def cage_table(
    board: Board,
    *,
    off: int = 0,
    plain: bool = False,
    counting: bool = False,
    first: bool = False,
) -> Steps:
    """Yield the removals that the combinations of each cage justify."""
    for primitive in sums_of(board):
        weights, totals = primitive.weights, primitive.totals
        if plain:  # every cell counts once
            weights = (board.model.values,) * len(weights)
        if counting:  # symbols are taken for 1, 2, 3 and so on
            weights = (tuple(range(1, len(board.model.values) + 1)),) * len(weights)
        if all(len(weight) >= len(board.model.values) for weight in weights):
            yield from listed(
                board, primitive, weights, totals[:1] if first else totals, off, False
            )


def innies(board: Board, *, no_repeats: bool = False) -> Steps:
    """Yield the removals that sums derived from houses and cages justify."""
    for number in sorted(board.model.derived):
        primitive = board.model.primitives[number]
        if isinstance(primitive, Linear | DistinctSum) and len(primitive.variables) <= 4:
            yield from listed(board, primitive, primitive.weights, primitive.totals, 0, no_repeats)


def listed(
    board: Board, primitive: Any, weights: Any, totals: Any, off: int, no_repeats: bool
) -> Steps:
    cells, found = primitive.variables, set()
    for values in product(*(bits(board.masks[c]) for c in cells)):
        total = sum(w[v] for w, v in zip(weights, values, strict=True))
        pairs = combinations(range(len(cells)), 2)
        if total + off in totals and not any(
            values[i] == values[j] and (no_repeats or see(board, cells[i], cells[j]))
            for i, j in pairs
        ):
            found.update(zip(cells, values, strict=True))
    here = {(c, v) for c in cells for v in bits(board.masks[c])}
    yield from removal(board, here - found)


def bounds(board: Board, *, least: int | None = None) -> Steps:
    """A summand is at most the sum less the least that the others can be."""
    values = board.model.values
    for primitive in sums_of(board):
        if all(weights == values for weights in primitive.weights):
            small = min(values) if least is None else least
            most = max(primitive.totals) - small * (len(primitive.variables) - 1)
            gone = [v for v, value in enumerate(values) if value > most]
            yield from removal(board, [(c, v) for c in primitive.variables for v in gone])


def relation(board: Board, *, turned: bool = False, cells_sorted: bool = False) -> Steps:
    """A value goes that no tuple of a relation has with what is left in the other cells."""
    for primitive in board.model.primitives:
        if isinstance(primitive, Table) and len(primitive.variables) == 2:
            cells = sorted(primitive.variables) if cells_sorted else primitive.variables
            if max(cells) < board.model.cells:
                yield from supported(board, tuple(cells), primitive.tuples, turned)


def supported(board: Board, cells: tuple[int, ...], tuples: Any, turned: bool) -> Steps:
    found = set()
    for row in tuples:
        values = row[::-1] if turned else row
        if all(board.allows(candidate) for candidate in zip(cells, values, strict=True)):
            found.update(zip(cells, values, strict=True))
    yield from removal(
        board, [(c, v) for c in cells for v in bits(board.masks[c]) if (c, v) not in found]
    )


def by_rules(board: Board, *, always: bool = False) -> Steps:
    """Yield the removals of each rule; of a rule with a condition only once it is met."""
    for primitive in board.model.primitives:
        if isinstance(primitive, When):
            sure = board.masks[primitive.variables[0]] == 1 << primitive.case
            rule = primitive.then if always or sure else None
        else:
            rule = primitive
        smaller = None if rule is None else rule.propagate(board.masks)
        for variable, mask in (smaller or {}).items():
            gone = board.masks[variable] & ~mask
            yield from removal(board, [(variable, value) for value in bits(gone)])


def one_left(board: Board, *, unseen: bool = False) -> Steps:
    """Yield the removals in a rule's only open cell; hidden variables count as cells."""
    cells = (1 << board.model.cells) - 1
    for primitive, span in zip(board.model.primitives, board.model.spans, strict=True):
        left = [v for v in bits(span & (cells if unseen else -1)) if board.masks[v].bit_count() > 1]
        if len(left) == 1 and left[0] < board.model.cells:
            fits = set()
            for value in bits(board.masks[left[0]]):
                known = {v: (board.masks[v] & -board.masks[v]).bit_length() - 1 for v in bits(span)}
                known[left[0]] = value
                if primitive.check([known[v] for v in primitive.variables]):
                    fits.add(value)
            gone = [v for v in bits(board.masks[left[0]]) if v not in fits]
            yield from removal(board, [(left[0], value) for value in gone])


MISTAKES = (
    Mistake("cage combinations off by one", cage_table, {"off": 1}),
    Mistake("cage whose coefficients are forgotten", cage_table, {"plain": True}),
    Mistake("cage whose symbols are taken for 1 to n", cage_table, {"counting": True}),
    Mistake("cage of which the first of several totals is read", cage_table, {"first": True}),
    Mistake("innies without repeats", innies, {"no_repeats": True}),
    Mistake("bounds with 1 as the least value", bounds, {"least": 1}),
    Mistake("relation read the wrong way round", relation, {"turned": True}),
    Mistake("relation on its cells in order of their numbers", relation, {"cells_sorted": True}),
    Mistake("a rule of one case taken to hold in all", by_rules, {"always": True}),
    Mistake("hidden variables taken for known", one_left, {"unseen": True}),
)
