"""The checker of steps: believes no strategy, only the board and the model's primitives."""

from __future__ import annotations

from itertools import combinations

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Premise, Step
from sudokulib.model import House, Model, bits

__all__ = ["check_premises"]


def check_premises(board: Board, step: Step) -> bool:
    """Whether each premise of a step is true on a board, and each conclusion follows from one.

    Args:
        board: the board before the step.
        step: what is to be believed; a step without conclusions is not.
    """
    facts = step.premises
    return (
        bool(step.placements or step.eliminations)
        and bool(facts)
        and all(_true(board, fact) for fact in facts)
        and all(any(_places(fact, c) for fact in facts) for c in step.placements)
        and all(any(_removes(board, fact, c) for fact in facts) for c in step.eliminations)
    )


def _true(board: Board, fact: Premise) -> bool:
    if fact.confined:
        house = _house(board.model, fact)
        return house is not None and all(
            house.values >> value & 1
            and set(bits(board.places[value] & house.cells)) <= set(fact.variables)
            for value in bits(fact.values)
        )
    return all(not board.masks[v] & ~fact.values for v in fact.variables) and all(
        _differ(board.model, fact.primitives, one, other)
        for one, other in combinations(fact.variables, 2)
    )


def _places(fact: Premise, placement: Candidate) -> bool:
    """One place for a required value, or one value for a variable."""
    return fact.variables == placement[:1] and fact.values == 1 << placement[1]


def _removes(board: Board, fact: Premise, elimination: Candidate) -> bool:
    target, value = elimination
    if not fact.variables:
        return _impossible(board, fact, elimination)
    if fact.confined and target in fact.variables:
        # As many values as places: they leave no room for another.
        return not fact.values >> value & 1 and fact.values.bit_count() >= len(fact.variables)
    # The value stands among the holders, so whoever sees them all cannot have it.
    used = fact.confined or len(fact.variables) >= fact.values.bit_count()
    holders = [v for v in fact.variables if board.allows((v, value))]
    return (
        used
        and bool(fact.values >> value & 1)
        and target not in fact.variables
        and all(_differ(board.model, fact.primitives, target, v) for v in holders)
    )


def _impossible(board: Board, fact: Premise, candidate: Candidate) -> bool:
    """Whether the primitive cannot hold with this candidate."""
    domains = list(board.masks)
    domains[candidate[0]] &= 1 << candidate[1]
    return any(not board.model.primitives[n].feasible(domains) for n in fact.primitives)


def _house(model: Model, fact: Premise) -> House | None:
    first = fact.primitives[0] if fact.primitives else None
    return next((house for house in model.houses if house.primitive == first), None)


def _differ(model: Model, primitives: tuple[int, ...], one: int, other: int) -> bool:
    return any(
        one in group and other in group
        for number in primitives
        for group in model.primitives[number].groups()
    )
