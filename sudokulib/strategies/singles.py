"""Singles: one value left for a variable, one place left for a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulib.board import Board
from sudokulib.logic.compact import compact_houses
from sudokulib.logic.facts import required
from sudokulib.logic.memo import cached_by_places, cached_on_model
from sudokulib.logic.step import Rank, Role, Step, Truth
from sudokulib.logic.words import Words
from sudokulib.model import House, Model, bits
from sudokulib.primitives import Table
from sudokulib.strategies.registry import strategy
from sudokulib.strategies.sums.words import combinations_left

_IN_COMPACT, _IN_HOUSE, _IN_OTHER = 1.2, 1.5, 2.0
"""Ratings of hidden singles; Sudoku Explainer has the first two, for blocks and lines."""


def _tell_full(step: Step, words: Words) -> str:
    (variable, _), (where,) = step.placements[0], step.roles[0].primitives
    return f"{words.cell(variable)} is the last open cell of {words.shape(where)}"


@strategy(
    "full-house",
    family="singles",
    rating=1.0,
    score=4,
    source="Sudopedia, Full House",
    aliases=("last-digit",),
    pencil_marks=False,
    tell=_tell_full,
    sweeps=True,
)
def full_house(board: Board) -> Iterator[Step]:
    """A house has one cell left."""
    found, unsolved = 0, board.open
    for number, cells in enumerate(_house_cells(board.model)):
        left = cells & unsolved
        if left and not left & (left - 1) and not left & found:
            variable = left.bit_length() - 1
            mask = board.masks[variable]
            if mask and not mask & (mask - 1):
                found |= left
                where = board.model.houses[number].primitive
                yield _hidden("full-house", variable, mask.bit_length() - 1, where)


@cached_on_model
def _house_cells(model: Model) -> tuple[int, ...]:
    return tuple(house.cells for house in model.houses)


def _tell_naked(step: Step, words: Words) -> str:
    variable, value = step.placements[0]
    return f"{words.subject(variable)} can only be {words.symbol(variable, value)}"


@strategy(
    "naked-single",
    family="singles",
    rating=2.3,
    score=4,
    source="Sudopedia, Naked Single",
    aliases=("sole-candidate",),
    tell=_tell_naked,
    sweeps=True,
)
def naked_single(board: Board) -> Iterator[Step]:
    """A cell has one candidate left.

    It reads the whole board at once: `one` collects cells with a candidate, `two` with a second.
    """
    one = two = 0
    for places in board.places:
        two |= one & places
        one |= places
    for variable in bits(one & ~two & board.open):
        found = ((variable, board.masks[variable].bit_length() - 1),)
        yield Step(
            "naked-single",
            found,
            arguments=(Rank((Truth(found, variable=variable),)),),
            roles=(Role("pattern", found),),
        )


def _tell_hidden(step: Step, words: Words) -> str:
    (variable, value), (where,) = step.placements[0], step.roles[0].primitives
    place, symbol, shape = words.cell(variable), words.symbol(variable, value), words.rule(where)
    if not words.is_cell(variable):
        return words.truth(Truth(((variable, value),), where))
    if any(house.primitive == where for house in words.model.houses):
        return f"{symbol} has no other place in {shape} than {place}"
    phrase = combinations_left(where, words)
    ways = f" ({phrase})" if phrase else ""
    return f"{shape}{ways} needs {symbol}, which has no other place there than {place}"


@strategy(
    "hidden-single",
    family="singles",
    rating=_IN_COMPACT,
    score=14,
    source="Sudopedia, Hidden Single",
    aliases=("pinned-digit",),
    pencil_marks=False,
    tell=_tell_hidden,
    sweeps=True,
)
def hidden_single(board: Board) -> Iterator[Step]:
    """A shape has one place left for a value that it needs.

    Compact houses come first, then the other houses; if these have none, other shapes that require
    values, such as a sum with a value in all combinations.
    """
    found = 0
    for step in _in_houses(board):
        found |= 1 << step.placements[0][0]
        yield step
    if not found:
        yield from _in_others(board)


def _in_houses(board: Board) -> Iterator[Step]:
    found = board.solved
    alone = _alone(board)
    for which, rating in enumerate((_IN_COMPACT, _IN_HOUSE)):
        for value, own in alone:
            for hit, primitive in own[which]:
                if not hit & found:
                    found |= hit
                    variable = hit.bit_length() - 1
                    yield _hidden("hidden-single", variable, value, primitive, rating)


Houses = tuple[tuple[int, int], ...]
"""Cells of some houses, as bit masks, and the primitives of these."""


@cached_by_places
def _alone(model: Model, value: int, places: int) -> tuple[Houses, Houses]:
    """Return the only places of a value in compact houses and in others, each with its house."""
    near, far = _houses(model)[value]
    return _single(near, places), _single(far, places)


def _single(houses: Houses, places: int) -> Houses:
    return tuple(
        [
            (hit, primitive)
            for cells, primitive in houses
            if (hit := places & cells) and not hit & (hit - 1)
        ]
    )


@cached_on_model
def _houses(model: Model) -> tuple[tuple[Houses, Houses], ...]:
    """Return, for each value, the compact houses that take it, and the others."""
    compact = compact_houses(model)
    near = tuple(house for house in model.houses if house.primitive in compact)
    far = tuple(house for house in model.houses if house.primitive not in compact)
    return tuple(zip(_by_value(model, near), _by_value(model, far), strict=True))


def _by_value(model: Model, houses: Iterable[House]) -> tuple[Houses, ...]:
    return tuple(
        tuple((house.cells, house.primitive) for house in houses if house.values >> value & 1)
        for value in range(len(model.values))
    )


def _in_others(board: Board) -> Iterator[Step]:
    """Yield singles of shapes that are no houses, but for relations of two cells.

    Where one cell of these is the only place for a value, `pair-relation` says so.
    """
    found = board.solved
    pairs = relations_of_two(board.model)
    for number in other_shapes(board.model):
        cells = board.model.spans[number]
        if number in pairs or not cells & ~board.solved:
            continue
        for value in bits(required(board, number)):
            hit = board.places[value] & cells
            if not hit & (hit - 1) and hit & ~found:
                found |= hit
                yield _hidden("hidden-single", hit.bit_length() - 1, value, number, _IN_OTHER)


@cached_on_model
def relations_of_two(model: Model) -> frozenset[int]:
    """Return the relations of two cells: `pair-relation` tells the only place of a value there."""
    return frozenset(
        number
        for number, rule in enumerate(model.primitives)
        if isinstance(rule, Table) and len(rule.variables) == 2
    )


@cached_on_model
def other_shapes(model: Model) -> tuple[int, ...]:
    """Return the shapes on cells alone that may require values although they are not houses.

    Shapes derived from several others are left to techniques that show the derivation.
    """
    left_out = {house.primitive for house in model.houses} | model.derived
    return tuple(
        number
        for number, span in enumerate(model.spans)
        if number not in left_out and not span >> model.cells
    )


def _hidden(
    technique: str, variable: int, value: int, primitive: int, rating: float | None = None
) -> Step:
    found = ((variable, value),)
    return Step(
        technique,
        found,
        arguments=(Rank((Truth(found, primitive=primitive),)),),
        roles=(Role("pattern", found, (primitive,)),),
        rating=rating,
    )
