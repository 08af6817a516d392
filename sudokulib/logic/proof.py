"""The checker of steps: trusts no strategy, only the board and the model's primitives.

It knows only five rules. *Local*: one primitive, as the board stands, excludes or demands
candidates, or bounds a sum of them; derived sums are checked to be sums of others, and what a cut
shows is checked without a search (`sudokulib.logic.cuts`). *Add*: inequalities are added, divided
and rounded. *Cases*: what follows whichever candidate of a truth is true. *Lemma*: what earlier
steps left on the board, or a sum computed before. *Swap*: the one rule that assumes a single
solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice

from sudokulib.basics.budget import OutOfBudget
from sudokulib.board import Board, Candidate
from sudokulib.logic.cuts import is_impossible, vertices_of
from sudokulib.logic.derivable import derivable
from sudokulib.logic.step import (
    Argument,
    Bound,
    Fillings,
    Link,
    Rank,
    Refutation,
    Split,
    Step,
    Swap,
    Truth,
)
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent, DistinctSum, Linear, Primitive

_NODES = 20_000
"""The most partial fillings that the checker visits for a bound.

A limit on hostile proofs: as many take 0.1 s (`python tests/benchmarks/at_limits.py`, 2026-11).
"""

_PARTS = 100_000
"""The most truths, links, cases and the like in a step, each counted where it is used.

A limit on hostile proofs: a step of as many takes 0.6 s (`python tests/benchmarks/at_limits.py`,
2026-11).
"""

_Weights = Counter[Candidate]
_Sum = tuple[_Weights, int]
"""Weights of candidates, and a number that they add up to at most."""


class ProofError(Exception):
    """A step that does not follow; the message says what is wrong with it."""


def is_proved(board: Board, step: Step) -> bool:
    """Return whether a step follows on a board, by its own arguments.

    Args:
        board: the board before the step.
        step: the step to check; one without conclusions proves nothing.
    """
    try:
        check_step(board, step)
    except ProofError:
        return False
    return True


def check_step(board: Board, step: Step) -> None:
    """Check that a step concludes something and that its arguments prove every conclusion.

    Raises:
        ProofError: they do not; it says which, and why.
    """
    if not step.placements and not step.eliminations:
        raise ProofError("it concludes nothing")
    try:
        if next(islice(step.parts(), _PARTS, None), None) is not None:
            raise ProofError(f"it has more than {_PARTS:,} parts")
        _check(board, step)
    except RecursionError:
        raise ProofError("its arguments are nested too deeply") from None
    except OutOfBudget:
        raise
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        # Data that does not follow the classes of steps proves nothing.
        raise ProofError(f"its arguments are malformed: {error}") from error


def _check(board: Board, step: Step) -> None:
    claims = [(c, True) for c in step.placements] + [(c, False) for c in step.eliminations]
    open_ = dict.fromkeys(claims)
    for candidate, _ in claims:
        _check_candidate(board.model, candidate)
    for argument in step.arguments:
        proved = _prove(board, argument, claims)
        open_ = {claim: None for claim in open_ if claim not in proved}
        if not claims and proved:
            return
    if open_ or not claims:
        (variable, value), holds = next(iter(open_), ((-1, -1), False))
        what = f"candidate {variable, value} {'is true' if holds else 'is false'}"
        raise ProofError(f"no argument shows that {what}" if claims else "it contradicts nothing")


_Claim = tuple[Candidate, bool]
_CONTRADICTION: _Claim = ((-1, -1), False)


def _prove(board: Board, argument: Argument, claims: Sequence[_Claim]) -> set[_Claim]:
    """Return the claims that follow from an argument; all of them from a contradiction.

    Without claims it looks for a contradiction: the result is not empty if there is one.
    """
    if isinstance(argument, Rank):
        return _by_sum(_sum(board, argument), claims)
    if isinstance(argument, Fillings):
        return _by_fillings(board, argument, claims)
    if isinstance(argument, Refutation):
        return _by_refutation(board, argument, claims)
    if isinstance(argument, Split):
        return _by_cases(board, argument, claims)
    raise ProofError(f"{type(argument).__name__} is not an argument")


def _by_sum(total: _Sum, claims: Sequence[_Claim]) -> set[_Claim]:
    weights, most = total
    least = sum(weight for weight in weights.values() if weight < 0)
    if least > most:
        return {_CONTRADICTION, *claims}
    proved = set()
    for claim in claims:
        weight = weights[claim[0]]
        # The least value of the sum if the claim is wrong.
        wrong = least + max(weight, 0) if not claim[1] else least - min(weight, 0)
        if wrong > most:
            proved.add(claim)
    return proved


def _by_fillings(board: Board, argument: Fillings, claims: Sequence[_Claim]) -> set[_Claim]:
    primitive = _primitive(board.model, argument.primitive)
    cut = _vertices(primitive, argument.cut)

    def possible(masks: Sequence[int]) -> bool:
        return (
            primitive.feasible(masks) if cut is None else not is_impossible(primitive, masks, cut)
        )

    if not claims:
        return set() if possible(board.masks) else {_CONTRADICTION}
    proved = set()
    for claim in claims:
        (variable, value), holds = claim
        if variable in primitive.variables:
            masks = list(board.masks)
            masks[variable] &= ~(1 << value) if holds else 1 << value
            if not possible(masks):
                proved.add(claim)
    return proved


def _vertices(primitive: Primitive, cut: Sequence[int] | None) -> int | None:
    """Return the vertices of a cut as a bit mask; None if there is no cut."""
    if cut is None:
        return None
    last = vertices_of(primitive) - 1
    if not all(0 <= vertex <= last for vertex in cut):
        raise ProofError(f"the rule has vertices 0 to {last}, not all of {cut}")
    return sum({1 << vertex for vertex in cut})


def _by_refutation(board: Board, argument: Refutation, claims: Sequence[_Claim]) -> set[_Claim]:
    _check_candidate(board.model, argument.candidate)
    opposite = (argument.candidate, not argument.holds)
    end = _apply_checked(_assume(board, argument.candidate, argument.holds), argument.steps)
    if end is not None:
        raise ProofError("the assumption leads to no contradiction")
    return {opposite} & set(claims)


def _by_cases(board: Board, argument: Split, claims: Sequence[_Claim]) -> set[_Claim]:
    _sum_of_truth(board, argument.truth)
    left = set(argument.truth.candidates) - {branch.candidate for branch in argument.branches}
    if any(board.allows(candidate) for candidate in left):
        raise ProofError(f"the case of candidate {min(left)} is missing")
    proved = {_CONTRADICTION, *claims}
    for branch in argument.branches:
        end = _apply_checked(_assume(board, branch.candidate, True), branch.steps)
        if end is not None:
            proved = {claim for claim in proved if claim in claims and _shows(end, claim)}
    return proved


def _shows(board: Board, claim: _Claim) -> bool:
    (variable, value), holds = claim
    return board.masks[variable] == 1 << value if holds else not board.allows((variable, value))


def _assume(board: Board, candidate: Candidate, holds: bool) -> Board:
    _check_candidate(board.model, candidate)
    return board.placed([candidate]) if holds else board.without([candidate])


def _apply_checked(board: Board, steps: Sequence[Step]) -> Board | None:
    """Return the board after some steps, each of them checked; None after a contradiction."""
    for step in steps:
        _check(board, step)
        if not step.placements and not step.eliminations:
            return None
        board = step.apply(board)
    return board


def _sum(board: Board, part: Truth | Swap | Link | Bound | Rank) -> _Sum:
    """Return the inequality that a part of an argument states, after checking that it holds."""
    if isinstance(part, Truth | Swap):
        return _sum_of_truth(board, part)
    if isinstance(part, Link):
        return _sum_of_link(board, part)
    if isinstance(part, Bound):
        return _sum_of_bound(board, part)
    weights: _Weights = Counter()
    most = 0
    for one in (*part.truths, *part.links):
        more, bound = _sum(board, one)
        for candidate, weight in more.items():
            weights[candidate] += weight
        most += bound
    if part.divisor < 1:
        raise ProofError(f"a sum cannot be divided by {part.divisor}")
    if part.divisor > 1:
        weights = Counter({c: w // part.divisor for c, w in weights.items()})
    return weights, most // part.divisor


def _sum_of_truth(board: Board, truth: Truth | Swap) -> _Sum:
    for candidate in truth.candidates:
        _check_candidate(board.model, candidate)
    if isinstance(truth, Swap):
        _check_swap(board, truth)
    elif isinstance(truth, Truth):
        _check_truth(board, truth)
    else:
        raise ProofError(f"{type(truth).__name__} is not a truth")
    return Counter(dict.fromkeys(truth.candidates, -1)), -1


def _check_truth(board: Board, truth: Truth) -> None:
    masks = list(board.masks)
    for variable, value in truth.candidates:
        masks[variable] &= ~(1 << value)
    if truth.primitive is None:
        if truth.variable is None or not 0 <= truth.variable < len(masks) or masks[truth.variable]:
            raise ProofError(f"variable {truth.variable} may hold something else")
    elif truth.variable is not None:
        raise ProofError("a truth is that of a variable or of a primitive, not of both")
    elif _primitive(board.model, truth.primitive).feasible(masks):
        raise ProofError(f"primitive {truth.primitive} can do without {truth.candidates}")


def _sum_of_link(board: Board, link: Link) -> _Sum:
    for candidate in link.candidates:
        _check_candidate(board.model, candidate)
    for one, other in combinations(dict.fromkeys(link.candidates), 2):
        if not _conflict(board, link.primitives, one, other):
            raise ProofError(f"{one} and {other} may both be true")
    return Counter(dict.fromkeys(link.candidates, 1)), 1


def _conflict(board: Board, numbers: Sequence[int], one: Candidate, other: Candidate) -> bool:
    if one[0] == other[0]:
        return True
    for number in numbers:
        primitive = _primitive(board.model, number)
        if one[1] == other[1] and any(
            one[0] in group and other[0] in group for group in primitive.groups()
        ):
            return True
        if one[0] in primitive.variables and other[0] in primitive.variables:
            masks = list(board.masks)
            masks[one[0]] &= 1 << one[1]
            masks[other[0]] &= 1 << other[1]
            if not primitive.feasible(masks):
                return True
    return False


def _sum_of_bound(board: Board, bound: Bound) -> _Sum:
    primitive = _primitive(board.model, bound.primitive)
    weights: _Weights = Counter()
    for candidate, weight in bound.terms:
        _check_candidate(board.model, candidate)
        weights[candidate] += weight
        if candidate[0] not in primitive.variables:
            raise ProofError(f"{candidate} is not a candidate of primitive {bound.primitive}")
    left = _NODES

    def check_fillings(variables: Sequence[int], total: int) -> None:
        """Check all fillings of `variables` within the masks against the bound."""
        nonlocal left
        left -= 1
        if left < 0:
            raise ProofError("there are too many fillings to list")
        best = total + sum(
            max((weights[v, x] for x in bits(masks[v])), default=0) for v in variables
        )
        if best <= bound.most or not primitive.feasible(masks):
            return
        if not variables:
            raise ProofError(f"some filling comes to {total}, more than {bound.most}")
        first, *rest = variables
        mask = masks[first]
        for value in bits(mask):
            masks[first] = 1 << value
            check_fillings(rest, total + weights[first, value])
        masks[first] = mask

    masks = list(board.masks)
    check_fillings(sorted({variable for variable, _ in weights}), 0)
    return weights, bound.most


def _check_swap(board: Board, swap: Swap) -> None:
    model = board.model
    pairs = dict(swap.pairs)
    if len(pairs) != len(swap.pairs):
        raise ProofError("a variable has two pairs")
    if not pairs:
        raise ProofError("an exchange of nothing makes no other solution")
    missing = []
    for variable, pair in pairs.items():
        if not 0 <= variable < model.cells or len(pair) != 2 or pair[0] == pair[1]:
            raise ProofError(f"{pair} is not a pair of values of cell {variable}")
        if not all(_holds(model.domains[variable], value) for value in pair):
            raise ProofError(f"cell {variable} was never free to hold both of {pair}")
        rest = board.masks[variable] & ~(1 << pair[0] | 1 << pair[1])
        missing += [(variable, value) for value in bits(rest)]
    if set(missing) - set(swap.candidates):
        raise ProofError(f"{set(missing) - set(swap.candidates)} would spoil the swap as well")
    for number, primitive in enumerate(model.primitives):
        if number not in model.derived and not _survives(board, primitive, pairs):
            raise ProofError(f"primitive {number} may not survive the swap")


def _survives(board: Board, primitive: Primitive, pairs: dict[int, tuple[int, int]]) -> bool:
    """Return whether a filling that uses only the pairs satisfies it with every pair swapped.

    An all-different one does if each value of the pairs is in two of them: as many values as
    variables are all used, before and after. A value in one pair must have no place outside.
    Any other does if its variables come in twos that differ and have equal pairs, and it treats
    the two alike.
    """
    inside = [v for v in primitive.variables if v in pairs]
    if not inside:
        return True
    times = Counter(value for v in inside for value in pairs[v])
    if not isinstance(primitive, AllDifferent):
        return _interchangeable(board.model, primitive, inside, pairs)
    if all(count == 2 for count in times.values()):
        return True
    outside = 0
    for v in primitive.variables:
        outside |= 0 if v in pairs else board.masks[v]
    alone = len(inside) == 1
    return alone and not any(outside >> value & 1 for value in times)


def _interchangeable(
    model: Model, primitive: Primitive, inside: list[int], pairs: dict[int, tuple[int, int]]
) -> bool:
    if not isinstance(primitive, DistinctSum | Linear):
        return False
    weights = dict(zip(primitive.variables, primitive.weights, strict=True))
    if isinstance(primitive, DistinctSum) and any(
        0 < len(set(part) & set(inside)) < len(inside) for part in primitive.parts
    ):
        return False
    return (
        len(inside) == 2
        and set(pairs[inside[0]]) == set(pairs[inside[1]])
        and bool(model.peers[inside[0]] >> inside[1] & 1)
        and weights[inside[0]] == weights[inside[1]]
    )


def _check_candidate(model: Model, candidate: Candidate) -> None:
    variable, value = candidate
    domains = model.root.domains
    if not 0 <= variable < len(domains) or not _holds(domains[variable], value):
        raise ProofError(f"there is no candidate {candidate}")


def _holds(mask: int, value: int) -> bool:
    return value >= 0 and bool(mask >> value & 1)


def _primitive(model: Model, number: int) -> Primitive:
    """Return a primitive by number; check that a derived one follows from given ones."""
    if not 0 <= number < len(model.primitives):
        raise ProofError(f"there is no primitive {number}")
    if number in model.derived and number not in derivable(model):
        raise ProofError(f"the derived sum {number} does not follow")
    return model.primitives[number]
