"""Truths, links and conflicts of a board: all that a technique needs to know of the shapes.

A *conflict* is two candidates that cannot both be true, a *truth* some candidates of which at
least one is, a *required value* one that every filling of a primitive uses, the *capacity* of
some variables for a value the most of them that can hold it together. Each primitive feeds them:
a house requires its values, a cage those in all its combinations, a rule on two cells makes
conflicts, a selector is a variable whose values are named cases.

Everything here is a function of the board alone, remembered on it; what one primitive says is
remembered for as long as the domains of its variables stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import alive, numbering
from sudokulib.logic.memo import of_board, of_domains, of_model
from sudokulib.logic.step import Link, Truth
from sudokulib.model import Clique, Model, bits
from sudokulib.primitives import AllDifferent

__all__ = [
    "Strong",
    "capacity",
    "conflicts",
    "link",
    "required",
    "rule_conflicts",
    "strong_pairs",
    "truth",
    "truths",
]

_MOST_CANDIDATES = 60
"""Candidates of a rule up to which all its conflicts are worked out."""


@dataclass(frozen=True, slots=True)
class Strong:
    """A truth as bits.

    Args:
        mask: its candidates on the board, as numbered by `numbering`.
        variable: whose value they are, if it is a variable's.
        primitive: which primitive demands it, by number, if not.
        value: the value that it is about; -1 if there are several.
    """

    mask: int
    variable: int | None
    primitive: int | None
    value: int = -1


def truth(board: Board, strong: Strong) -> Truth:
    """A truth in the words of steps."""
    candidates = numbering(board.model).candidates(strong.mask)
    return Truth(candidates, strong.variable, strong.primitive)


@of_board
def truths(board: Board) -> tuple[Strong, ...]:
    """The truths of a board: of each unsolved variable, then of each required value.

    Truths of a single candidate are singles and are among them; those of placed cells are not.
    """
    return (*_of_variables(board), *_of_values(board), *_of_pairs(board))


def _of_variables(board: Board) -> Iterator[Strong]:
    width = numbering(board.model).width
    for variable, mask in enumerate(board.masks):
        if not board.solved >> variable & 1:
            yield Strong(mask << variable * width, variable, None)


def _of_values(board: Board) -> Iterator[Strong]:
    """Each required value of each primitive; the same candidates only once."""
    numbered = numbering(board.model)
    seen = set()
    for number, primitive in enumerate(board.model.primitives):
        cells = board.model.spans[number]
        for value in bits(required(board, number)):
            places = board.places[value] & cells if value < len(board.places) else 0
            if places & board.solved:
                continue
            mask = numbered.of_value(value, places)
            if mask not in seen and max(primitive.variables) < board.model.cells:
                seen.add(mask)
                yield Strong(mask, None, number, value)


def _of_pairs(board: Board) -> Iterator[Strong]:
    """Two candidates of a rule without both of which it has no filling."""
    for number in board.model.rules:
        for one, other in strong_pairs(board, number):
            yield Strong(one | other, None, number)


def required(board: Board, number: int) -> int:
    """The values that every filling of a primitive uses, as a bit mask of values.

    Args:
        board: where.
        number: which primitive.
    """
    house = _house_values(board.model).get(number)
    return _required(board, number) if house is None else house


@of_model
def _house_values(model: Model) -> dict[int, int]:
    return {house.primitive: house.values for house in model.houses}


@of_domains
def _required(board: Board, number: int) -> int:
    """A value is required if nothing is left without it; the cells are looked at, not the rest."""
    primitive, masks = board.model.primitives[number], board.masks
    variables = [v for v in primitive.variables if v < board.model.cells]
    if not variables or len(variables) < len(primitive.variables):
        return 0
    union = 0
    for v in variables:
        union |= masks[v]
    if isinstance(primitive, AllDifferent):
        if union.bit_count() > len(variables):
            if all(masks[v].bit_count() >= len(variables) for v in variables):
                return 0
            return _needed_by_hall(board, variables, union)
        return union if union.bit_count() == len(variables) else 0
    if not primitive.feasible(masks):
        return 0
    found = 0
    for value in bits(union):
        trial = list(masks)
        for v in variables:
            trial[v] &= ~(1 << value)
        if not all(trial[v] for v in variables) or not primitive.feasible(trial):
            found |= 1 << value
    return found


def _needed_by_hall(board: Board, variables: list[int], union: int) -> int:
    """What n variables with n values between them use, in a shape that has more of both."""
    primitive = AllDifferent(tuple(variables))
    found = 0
    for value in bits(union):
        trial = list(board.masks)
        for v in variables:
            trial[v] &= ~(1 << value)
        if not primitive.feasible(trial):
            found |= 1 << value
    return found


@of_board
def conflicts(board: Board) -> tuple[int, ...]:
    """For the number of each candidate the candidates that cannot be true with it, as a mask.

    Those of the same variable, those of the same value that see it, and those that a rule
    excludes. Only what is on the board counts; candidates that are gone have none.
    """
    model = board.model
    numbered, here = numbering(model), alive(board)
    found = [0] * (numbered.width * numbered.variables)
    width = numbered.width
    seen = _seen(model)
    for variable, mask in enumerate(board.masks):
        own = mask << variable * width
        for value in bits(mask):
            number = variable * width + value
            others = seen[number] & here if variable < model.cells else 0
            found[number] = others | own & ~(1 << number)
    for primitive in model.rules:
        for number, mask in rule_conflicts(board, primitive):
            found[number] |= mask & here
    return tuple(found)


@of_model
def _seen(model: Model) -> tuple[int, ...]:
    """For each candidate the same value on all that it sees."""
    numbered = numbering(model)
    found = [0] * (numbered.width * numbered.variables)
    for variable, peers in enumerate(model.peers):
        for value in range(numbered.width):
            found[variable * numbered.width + value] = numbered.of_value(value, peers)
    return tuple(found)


@of_domains
def rule_conflicts(board: Board, number: int) -> tuple[tuple[int, int], ...]:
    """What a primitive excludes beside each of its candidates: (number, mask of candidates).

    It is what propagating the candidate shows. Very wide rules are passed over.
    """
    primitive = board.model.primitives[number]
    if sum(board.masks[v].bit_count() for v in primitive.variables) > _MOST_CANDIDATES:
        return ()
    numbered = numbering(board.model)
    found = []
    for variable in primitive.variables:
        for value in bits(board.masks[variable]):
            trial = list(board.masks)
            trial[variable] = 1 << value
            gone = 0
            for v, left in (primitive.propagate(trial) or {}).items():
                gone |= (trial[v] & ~left) << v * numbered.width
            if gone:
                found.append((variable * numbered.width + value, gone))
    return tuple(found)


@of_domains
def strong_pairs(board: Board, number: int) -> tuple[tuple[int, int], ...]:
    """Two candidates of a rule, on two variables, of which one is true; each as a mask of one."""
    primitive = board.model.primitives[number]
    if sum(board.masks[v].bit_count() for v in primitive.variables) > _MOST_CANDIDATES:
        return ()
    numbered = numbering(board.model)
    found = set()
    for variable in primitive.variables:
        if not board.masks[variable] & (board.masks[variable] - 1):
            continue
        for value in bits(board.masks[variable]):
            trial = list(board.masks)
            trial[variable] &= ~(1 << value)
            one = 1 << variable * numbered.width + value
            for v, left in (primitive.propagate(trial) or {}).items():
                if v != variable and not left & (left - 1) and board.masks[v] != left:
                    other = left << v * numbered.width
                    found.add((min(one, other), max(one, other)))
    return tuple(sorted(found))


def capacity(board: Board, value: int, variables: int) -> int:
    """The most of some variables (a mask) that can hold a value together.

    That is the independence number of those that may hold it, in the graph of who sees whom.
    """
    return _independent(board.model.peers, board.places[value] & variables)


def _independent(peers: tuple[int, ...], left: int) -> int:
    best = 0
    while left:
        first = min(bits(left), key=lambda v: (peers[v] & left).bit_count())
        near = peers[first] & left
        if near.bit_count() <= 1 or all((near & ~peers[v]) == 1 << v for v in bits(near)):
            # Its neighbours see one another: taking it is never worse.
            best += 1
            left &= ~(near | 1 << first)
            continue
        without = _independent(peers, left & ~(1 << first))
        return best + max(without, 1 + _independent(peers, left & ~(near | 1 << first)))
    return best


def link(board: Board, candidates: tuple[Candidate, ...]) -> Link:
    """A link of candidates that are pairwise in conflict, with the primitives that make it one.

    Candidates of one value that lie in one all-different shape need that shape only.
    """
    needed: list[int] = []
    rest = [
        (one, other)
        for place, one in enumerate(candidates)
        for other in candidates[place + 1 :]
        if one[0] != other[0]
    ]
    while rest:
        best = max(_joining(board, *rest[0]), key=lambda c: _joined(c, rest))
        needed.append(best.primitive)
        rest = [pair for pair in rest[1:] if not _joins(best, *pair)]
    return Link(candidates, tuple(dict.fromkeys(needed)))


def _joins(clique: Clique, one: Candidate, other: Candidate) -> bool:
    """Whether the two lie in a clique; they then cannot hold the same value."""
    return one[1] == other[1] and bool(
        clique.variables >> one[0] & 1 and clique.variables >> other[0] & 1
    )


def _joined(clique: Clique, pairs: list[tuple[Candidate, Candidate]]) -> int:
    return sum(_joins(clique, *pair) for pair in pairs)


def _joining(board: Board, one: Candidate, other: Candidate) -> list[Clique]:
    """The cliques that hold two candidates of one value, or the rule that excludes both."""
    found = [c for c in board.model.cliques_of[one[0]] if _joins(c, one, other)]
    if found:
        return found
    numbered = numbering(board.model)
    bit = 1 << numbered.number(other)
    both = 1 << one[0] | 1 << other[0]
    for number in board.model.rules:
        if not both & ~board.model.spans[number]:
            for first, gone in rule_conflicts(board, number):
                if first == numbered.number(one) and gone & bit:
                    return [Clique(number, 0)]
    raise ValueError(f"{one} and {other} are not in conflict")
