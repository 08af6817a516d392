"""Candidates that one rule about members refutes once they are assumed.

The propagation of a loop, a path, an area or unknown regions does not find all that they exclude:
whether some division of the grid is left takes a search. To assume a candidate is its first step.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board, Candidate
from sudokulib.logic.chaining import refute
from sudokulib.logic.islands import with_both_variables
from sudokulib.logic.memo import cached_by_domains
from sudokulib.logic.step import Candidates, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.primitives import Connected, DistinctPairs, Primitive, Regions, Regular
from sudokulib.primitives.primitive import Pruning
from sudokulib.strategies.registry import strategy

_DEBRUYNE = (
    "Debruyne and Bessiere, Some Practicable Filtering Techniques for the Constraint Satisfaction "
    "Problem (1997)"
)


@cached_by_domains
def _refuted(board: Board, number: int) -> tuple[Candidates, ...]:
    """Return the candidates with which a rule has no filling, as far as its propagation shows.

    Those are together that are refuted by the same part of the rule.
    """
    primitive, masks = board.model.primitives[number], list(board.masks)
    if primitive.fails(masks):
        return ()
    found: dict[object, list[Candidate]] = {}
    for v in primitive.variables:
        whole = masks[v]
        for value in bits(whole) if whole & (whole - 1) else ():
            masks[v] = 1 << value
            if primitive.fails(masks):
                part = _part_at_fault(primitive, masks)
                key = part if isinstance(part, Connected) else type(part)
                found.setdefault(key, []).append((v, value))
        masks[v] = whole
    return tuple(map(tuple, found.values()))


def _part_at_fault(primitive: Primitive, masks: list[int]) -> Pruning | None:
    """Return the part of a division into regions that cannot be met; None for other rules."""
    return primitive.conflict(masks) if isinstance(primitive, Regions) else None


def _tell(step: Step, words: Words) -> str:
    (number,) = step.roles[0].primitives
    primitive = words.model.primitives[number]
    masks = list(words.board.masks)
    v, value = step.eliminations[0]
    masks[v] = 1 << value
    part = _part_at_fault(primitive, masks)
    if isinstance(part, Connected):
        own = (u for u in part.variables if words.board.masks[u] & (words.board.masks[u] - 1))
        where = words.symbol(next(own), part.values.bit_length() - 1)
        return f"otherwise there could not be {part.sizes[0]} connected cells {where}"
    if isinstance(part, DistinctPairs):
        return "otherwise a symbol would be in a region twice, or not at all"
    if isinstance(part, Regular):
        return "otherwise regions would not be numbered in the order of their first cells"
    if part is not None:
        return "otherwise two cells would be in one region and in different ones"
    return f"otherwise {words.rule(number)} could not be completed any more"


@strategy(
    "rule-contradiction",
    family="connection",
    rating=4.4,
    score=90,
    source=_DEBRUYNE,
    aliases=("one-rule-nishio",),
    monotone=False,
    tell=_tell,
)
def rule_contradiction(board: Board) -> Iterator[Step]:
    """A loop, a path, an area or regions have no filling left once a candidate is assumed."""
    primitives = board.model.primitives
    for number in board.model.rules:
        for gone in _refuted(board, number) if primitives[number].searched else ():
            proofs = [refute(board, candidate, [number]) for candidate in gone]
            step = Step(
                "rule-contradiction",
                eliminations=gone,
                arguments=tuple([proof for proof in proofs if proof is not None]),
                roles=(Role("pattern", gone, (number,)),),
            )
            yield with_both_variables(board, step)
