"""Tuples: n variables with n values between them, or n values with n places in a house.

Each comes in two forms. The fast one looks for a variable with exactly n candidates (or a value
with exactly n places) that covers the others; the complete one finds every tuple there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.hall import hall_sets
from sudokulib.logic.reasons import cell_truth, covered, seeing_all, value_truth
from sudokulib.logic.step import Role, Step
from sudokulib.model import House, bits
from sudokulib.strategies.registry import strategy

__all__ = ["hidden_tuples", "hidden_tuples_fast", "naked_tuples", "naked_tuples_fast"]


@strategy(
    "naked-tuples-fast",
    family="tuples",
    rating=3.0,
    score=60,
    source="Sudopedia, Naked Subset",
)
def naked_tuples_fast(board: Board) -> Iterator[Step]:
    """One cell has n candidates, and n - 1 others of an all-different shape have no others."""
    sizes: dict[int, list[int]] = {}
    for variable in bits(board.open):
        sizes.setdefault(board.masks[variable].bit_count(), []).append(variable)
    seen = set()
    for size in sorted(sizes.keys() - {0, 1}):
        for variable in sizes[size]:
            values = board.masks[variable]
            for clique in board.model.cliques_of[variable]:
                holders = _within(board, clique.variables & board.open, values, size)
                if holders and holders not in seen:
                    seen.add(holders)
                    yield from _naked(board, "naked-tuples-fast", holders, values, clique.primitive)


@strategy(
    "naked-tuples",
    family="tuples",
    rating=3.0,
    score=60,
    source="J.-C. Régin, AAAI 1994, by way of Hall's theorem",
)
def naked_tuples(board: Board) -> Iterator[Step]:
    """Any n cells of an all-different shape have n candidates between them."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for clique in board.model.cliques:
        variables = list(bits(clique.variables & board.open))
        for items, values in hall_sets([board.masks[v] for v in variables]):
            holders = sum(1 << variables[i] for i in bits(items))
            found.setdefault((values.bit_count(), holders), (values, clique.primitive))
    for (size, holders), (values, primitive) in sorted(found.items()):
        if size > 1:
            yield from _naked(board, "naked-tuples", holders, values, primitive)


@strategy(
    "hidden-tuples-fast",
    family="tuples",
    rating=3.4,
    score=70,
    source="Sudopedia, Hidden Subset",
)
def hidden_tuples_fast(board: Board) -> Iterator[Step]:
    """One value has n places in a house, and n - 1 other values have no others there."""
    sizes: dict[int, list[tuple[House, int]]] = {}
    for house in board.model.houses:
        for value in bits(house.values):
            holders = board.places[value] & house.cells
            sizes.setdefault(holders.bit_count(), []).append((house, holders))
    for size in sorted(sizes.keys() - {0, 1}):
        for house, holders in dict.fromkeys(sizes[size]):
            values = 0
            for value in bits(house.values):
                places = board.places[value] & house.cells
                if places and not places & ~holders:
                    values |= 1 << value
            if values.bit_count() >= size:
                yield from _hidden(
                    board, "hidden-tuples-fast", holders, _lowest(values, size), house
                )


@strategy(
    "hidden-tuples",
    family="tuples",
    rating=3.4,
    score=70,
    source="J.-C. Régin, AAAI 1994, by way of Hall's theorem",
)
def hidden_tuples(board: Board) -> Iterator[Step]:
    """Any n values have n places between them in a house."""
    found = []
    for number, house in enumerate(board.model.houses):
        cells = house.cells & board.open
        values = [v for v in bits(house.values) if board.places[v] & cells]
        for items, holders in hall_sets([board.places[v] & house.cells for v in values]):
            tied = sum(1 << values[i] for i in bits(items))
            found.append((holders.bit_count(), number, holders, tied))
    for size, number, holders, tied in sorted(found):
        if size > 1:
            house = board.model.houses[number]
            yield from _hidden(board, "hidden-tuples", holders, tied, house)


def _within(board: Board, variables: int, values: int, size: int) -> int:
    """The first `size` of some variables that hold only `values`; 0 if there are fewer."""
    holders = count = 0
    for v in bits(variables):
        if not board.masks[v] & ~values:
            holders |= 1 << v
            count += 1
            if count == size:
                return holders
    return 0


def _lowest(mask: int, count: int) -> int:
    """The lowest `count` bits of a mask."""
    return sum(1 << bit for bit, _ in zip(bits(mask), range(count), strict=False))


def _naked(
    board: Board, technique: str, holders: int, values: int, primitive: int
) -> Iterator[Step]:
    links, targets = [], []
    for value in bits(values):
        places = board.places[value] & holders
        links.append(tuple((v, value) for v in bits(places)))
        seen = seeing_all(board, value, places) if places else 0
        targets.append(tuple((target, value) for target in bits(seen)))
    gone = tuple(sorted(candidate for seen in targets for candidate in seen))
    if gone:
        truths = [cell_truth(board, v) for v in bits(holders)]
        pattern = tuple(candidate for truth in truths for candidate in truth.candidates)
        yield Step(
            technique,
            eliminations=gone,
            arguments=covered(board, truths, links, targets),
            roles=(Role("pattern", pattern, (primitive,)),),
        )


def _hidden(
    board: Board, technique: str, holders: int, values: int, house: House
) -> Iterator[Step]:
    links, targets = [], []
    for variable in bits(holders):
        mask = board.masks[variable]
        links.append(tuple((variable, value) for value in bits(mask & values)))
        targets.append(tuple((variable, value) for value in bits(mask & ~values)))
    gone = tuple(candidate for more in targets for candidate in more)
    if gone:
        truths = [value_truth(board, value, house.primitive) for value in bits(values)]
        pattern = tuple(candidate for own in links for candidate in own)
        yield Step(
            technique,
            eliminations=gone,
            arguments=covered(board, truths, links, targets),
            roles=(Role("pattern", pattern, (house.primitive,)),),
        )
