"""Overlapping shapes: cells that see all places of a value that a shape needs cannot hold it."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board, Candidate
from sudokulib.logic.compact import compact_first, compact_houses
from sudokulib.logic.facts import required
from sudokulib.logic.memo import cached_by_places
from sudokulib.logic.reasons import common_peers, pigeonhole_proof, rank_zero_proof, value_truth
from sudokulib.logic.step import Rank, Role, Step, Truth
from sudokulib.logic.words import Words
from sudokulib.model import House, Model, bits
from sudokulib.strategies.phrases import shared_shapes_clause
from sudokulib.strategies.registry import strategy
from sudokulib.strategies.singles import other_shapes, relations_of_two

_COMPACT, _HOUSE, _OTHER = 2.6, 2.8, 2.9
"""Ratings: pointing, claiming, and what SukakuExplainer calls generalized intersections."""


def _tell(step: Step, words: Words) -> str:
    first = step.roles[0]
    cells = words.cells((variable for variable, _ in first.candidates), "or")
    symbol = words.symbol(*first.candidates[0])
    where = words.rule(first.primitives[0])
    seen = shared_shapes_clause(words, step.eliminations, first.candidates)
    return f"{symbol} can only go to {cells} in {where}{seen}"


@strategy(
    "overlapping-shapes",
    family="overlaps",
    rating=_COMPACT,
    score=50,
    source="Sudopedia, Locked Candidates; SukakuExplainer, generalized intersections",
    aliases=("locked-candidates", "pointing", "claiming"),
    pencil_marks=False,
    tell=_tell,
)
def overlapping_shapes(board: Board) -> Iterator[Step]:
    """All places of a value in a shape that needs it see a cell, through one shape or several.

    Pointing and claiming are the cases in which one other shape does all the seeing; they come
    first. A relation of two cells may have a single place left, as that is no hidden single.
    """
    late = []
    compact = compact_houses(board.model)
    for house, value, hits in pointing(board):
        rating = _COMPACT if house.primitive in compact else _HOUSE
        near = hits & _in_one_clique(board, board.places[value] & house.cells)
        if near:
            yield _step(board, value, house.primitive, near, rating)
        if hits & ~near:
            late.append((value, house.primitive, hits & ~near))
    for value, primitive, hits in late:
        yield _step(board, value, primitive, hits, _OTHER)
    pairs = relations_of_two(board.model)
    for number in other_shapes(board.model):
        for value in bits(required(board, number)):
            holders = board.places[value] & board.model.spans[number]
            alone = not holders & (holders - 1)
            if alone and number not in pairs:
                continue
            if hits := common_peers(board, value, holders):
                yield _step(board, value, number, hits, _OTHER)


def pointing(board: Board) -> list[tuple[House, int, int]]:
    """Return houses with several places for a value, all of which some other place sees.

    Returns:
        The house, the value, and those other places as a bit mask; compact houses first.
    """
    houses, order = board.model.houses, compact_first(board.model)
    found = sorted((rank, value, hits) for value, own in _pointing(board) for rank, hits in own)
    return [(houses[order[rank]], value, hits) for rank, value, hits in found]


@cached_by_places
def _pointing(model: Model, value: int, places: int) -> list[tuple[int, int]]:
    """Return, for one value, the ranks of houses with the cells that see all its places."""
    found = []
    for rank, number in enumerate(compact_first(model)):
        house = model.houses[number]
        holders = places & house.cells if house.values >> value & 1 else 0
        if holders & (holders - 1):
            hits = places
            for holder in bits(holders):
                hits &= model.peers[holder]
                if not hits:
                    break
            else:
                found.append((rank, hits))
    return found


def _in_one_clique(board: Board, holders: int) -> int:
    """Return the variables that lie in one clique with all the given ones."""
    found = 0
    for clique in board.model.cliques_of[holders.bit_length() - 1]:
        if not holders & ~clique.variables:
            found |= clique.variables
    return found


def _step(board: Board, value: int, primitive: int, hits: int, rating: float) -> Step:
    gone = tuple((target, value) for target in bits(hits))
    truth = value_truth(board, value, primitive)
    return Step(
        "overlapping-shapes",
        eliminations=gone,
        arguments=_why(board, truth, gone),
        roles=(Role("pattern", truth.candidates, (primitive,)),),
        rating=rating,
    )


def _why(board: Board, truth: Truth, gone: tuple[Candidate, ...]) -> tuple[Rank, ...]:
    """Return the proof: a link of all places with each target, if the places see one another."""
    holders = sum(1 << variable for variable, _ in truth.candidates)
    if all(not holders & ~(board.model.peers[v] | 1 << v) for v in bits(holders)):
        return rank_zero_proof(board, [truth], [truth.candidates], [gone])
    return tuple([pigeonhole_proof(board, [truth], [], target) for target in gone])
