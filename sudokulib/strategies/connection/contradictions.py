"""Candidates that one rule about members refutes once they are assumed.

The propagation of a loop, a path, an area or unknown regions does not find all that they exclude:
whether some division of the grid is left takes a search. To assume a candidate is its first step.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.chaining import refute
from sudokulib.logic.islands import with_both_variables
from sudokulib.logic.memo import cached_by_domains
from sudokulib.logic.step import Candidates, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

_DEBRUYNE = (
    "Debruyne and Bessiere, Some Practicable Filtering Techniques for the Constraint Satisfaction "
    "Problem: Singleton Consistencies (1997)"
)


@cached_by_domains
def _refuted(board: Board, number: int) -> Candidates:
    """Return the candidates with which a rule has no filling, as far as its propagation shows."""
    primitive, masks = board.model.primitives[number], list(board.masks)
    if primitive.fails(masks):
        return ()
    found = []
    for v in primitive.variables:
        whole = masks[v]
        for value in bits(whole) if whole & (whole - 1) else ():
            masks[v] = 1 << value
            if primitive.fails(masks):
                found.append((v, value))
        masks[v] = whole
    return tuple(found)


def _tell(step: Step, words: Words) -> str:
    return f"otherwise {words.rule(step.roles[0].primitives[0])} could not be filled any more"


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
        if not primitives[number].searched:
            continue
        gone = _refuted(board, number)
        proofs = [refute(board, candidate, [number]) for candidate in gone]
        if proofs:
            step = Step(
                "rule-contradiction",
                eliminations=gone,
                arguments=tuple([proof for proof in proofs if proof is not None]),
                roles=(Role("pattern", gone, (number,)),),
            )
            yield with_both_variables(board, step)
