"""Direct techniques: eliminations that need no pencil marks, since a single follows at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from sudokulib.board import Board, Candidate
from sudokulib.logic.compact import compact_first, compact_houses
from sudokulib.logic.facts import link
from sudokulib.logic.reasons import value_truth
from sudokulib.logic.step import Rank, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import House, bits
from sudokulib.strategies.overlaps import pointing
from sudokulib.strategies.phrases import shared_shapes_clause
from sudokulib.strategies.registry import Strategy, register_strategy, strategy

_SOURCE = "N. Juillerat, Sudoku Explainer"
_COMPACT, _HOUSE = 1.7, 1.9
"""Ratings: pointing and claiming."""


def _tell_overlap(step: Step, words: Words) -> str:
    first, last = step.roles
    symbol = words.symbol(*step.placements[0])
    cells = words.cells((variable for variable, _ in first.candidates), "or")
    where, then = words.shape(first.primitives[0]), words.shape(last.primitives[0])
    lost = [c for c in last.candidates if c not in step.placements and c not in first.candidates]
    seen = shared_shapes_clause(words, tuple(lost), first.candidates)
    return (
        f"{symbol} can only go to {cells} in {where}{seen}; this leaves it only "
        f"{words.cell(step.placements[0][0])} in {then}"
    )


@strategy(
    "direct-overlap",
    family="overlaps",
    rating=_COMPACT,
    score=64,
    source=_SOURCE,
    aliases=("direct-pointing", "direct-claiming"),
    pencil_marks=False,
    tell=_tell_overlap,
)
def direct_overlap(board: Board) -> Iterator[Step]:
    """All places of a value in one house see all its places but one in another.

    As in Sudoku Explainer, the other house does not meet the first and is as compact as it is:
    people keep looking at houses of the kind that they are scanning.
    """
    compact = compact_houses(board.model)
    found = 0
    for house, value, hits in pointing(board):
        mine = house.primitive in compact
        for other, left in _left_alone(board, value, hits):
            alike = (other.primitive in compact) == mine
            if alike and not other.cells & house.cells and not left & found:
                found |= left
                placed = (left.bit_length() - 1, value)
                yield _overlap(board, placed, house, other, _COMPACT if mine else _HOUSE)


def _left_alone(board: Board, value: int, hits: int) -> Iterator[tuple[House, int]]:
    """Yield the houses that keep one place of a value after it has lost some, with the place."""
    places = board.places[value]
    for house in board.model.houses:
        if house.cells & hits and house.values >> value & 1:
            left = places & house.cells & ~hits
            if left and not left & (left - 1):
                yield house, left


def _overlap(board: Board, placed: Candidate, house: House, other: House, rating: float) -> Step:
    base = value_truth(board, placed[1], house.primitive)
    then = value_truth(board, placed[1], other.primitive)
    lost = [c for c in then.candidates if c != placed and c not in base.candidates]
    return Step(
        "direct-overlap",
        (placed,),
        arguments=(Rank((base, then), (link(board, (*base.candidates, *lost)),)),),
        roles=(
            Role("pattern", base.candidates, (house.primitive,)),
            Role("extra", then.candidates, (other.primitive,)),
        ),
        rating=rating,
    )


def direct_hidden_tuple(board: Board, technique: str, size: int) -> Iterator[Step]:
    """Yield hidden tuples of a house that leave only one place for another value.

    Args:
        board: the board.
        technique: the name of the steps.
        size: how many values.
    """
    houses = board.model.houses
    found, unsolved = 0, board.open
    for house in (houses[number] for number in compact_first(board.model)):
        left_open = house.cells & unsolved
        if left_open.bit_count() <= size:
            continue
        places = {v: mask for v in bits(house.values) if (mask := board.places[v] & left_open)}
        few = [v for v, mask in places.items() if 2 <= mask.bit_count() <= size]
        if len(few) < size:
            continue
        for values in combinations(few, size):
            cells = 0
            for value in values:
                cells |= places[value]
            if cells.bit_count() != size:
                continue
            for value, mask in places.items():
                left = mask & ~cells
                if mask & cells and left and not left & (left - 1) and not left & found:
                    found |= left
                    placed = (left.bit_length() - 1, value)
                    yield _tuple(board, technique, house, values, placed)


def _tuple(
    board: Board, technique: str, house: House, values: tuple[int, ...], placed: Candidate
) -> Step:
    truths = [value_truth(board, v, house.primitive) for v in (*values, placed[1])]
    tied = tuple(candidate for truth in truths[:-1] for candidate in truth.candidates)
    every = (*values, placed[1])
    inside = [
        tuple([(v, x) for x in every if board.allows((v, x))])
        for v in dict.fromkeys(variable for variable, _ in tied)
    ]
    return Step(
        technique,
        (placed,),
        arguments=(Rank(tuple(truths), tuple([link(board, own) for own in inside])),),
        roles=(
            Role("pattern", tied, (house.primitive,)),
            Role("extra", truths[-1].candidates, (house.primitive,)),
        ),
    )


def _tell_tuple(step: Step, words: Words) -> str:
    first = step.roles[0]
    cells = words.cells(dict.fromkeys(variable for variable, _ in first.candidates))
    symbols = join_words(list(dict.fromkeys(words.symbol(*c) for c in first.candidates)))
    where, symbol = words.shape(first.primitives[0]), words.symbol(*step.placements[0])
    return (
        f"{symbols} can only go to {cells} in {where} and fill these cells, which leaves "
        f"{symbol} only {words.cell(step.placements[0][0])} there"
    )


for _name, _size, _rating, _score in (
    ("direct-hidden-pair", 2, 2.0, 84),
    ("direct-hidden-triple", 3, 2.5, 114),
):
    register_strategy(
        Strategy(
            _name,
            partial(direct_hidden_tuple, technique=_name, size=_size),
            f"{('Two', 'Three')[_size - 2]} values take as many cells of a house, "
            "which leaves one place for another value.",
            "tuples",
            _rating,
            _score,
            _SOURCE,
            monotone=_size == 2,  # of a triple, a single may leave a pair
            pencil_marks=False,
            tell=_tell_tuple,
        )
    )
