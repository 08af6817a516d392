"""Propagation along several rules of one shape, as along a line.

The domains that each rule leaves are passed on to the next, back and forth, until nothing changes;
each removed candidate is refuted by assuming it and following only the rules that this needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sudokulib.board import Board, Candidate
from sudokulib.logic.memo import cached_on_model
from sudokulib.logic.step import Branch, Fillings, Refutation, Split, Step, Truth
from sudokulib.model import Model, bits

_MOST_CANDIDATES = 120
"""The most candidates of a chain that is propagated.

A bound on time: on the boards of the examples 30 finds 32 steps, 60, 120 and 240 find 44
(`python tests/benchmarks/constants.py`, 2026-11).
"""

_MOST_VARIABLES = 16
"""The most variables of a chain; rules that hold all over the grid are not followed.

On the boards of the examples 4 finds 15 steps, 8, 16 and 32 find 44
(`python tests/benchmarks/constants.py`, 2026-11; each tried alone, as chains are cached on models).
"""


@dataclass(frozen=True, slots=True)
class RelationChain:
    """Rules of one shape that share variables.

    Args:
        primitives: the rules, by number.
        variables: all variables that they read, in their order.
    """

    primitives: tuple[int, ...]
    variables: tuple[int, ...]


@cached_on_model
def shape_chains(model: Model) -> tuple[RelationChain, ...]:
    """Return the connected chains of each shape that is made of several rules on two cells."""
    by_shape: dict[int, list[int]] = {}
    for number in model.rules:
        if number not in model.derived and len(model.primitives[number].variables) == 2:
            by_shape.setdefault(model.sources[number][0], []).append(number)
    found = []
    for numbers in by_shape.values():
        for part in _connected(model, numbers):
            variables = dict.fromkeys(v for n in part for v in model.primitives[n].variables)
            if len(part) > 1 and len(variables) <= _MOST_VARIABLES:
                found.append(RelationChain(tuple(part), tuple(variables)))
    return tuple(found)


def _connected(model: Model, numbers: Iterable[int]) -> list[list[int]]:
    parts: list[tuple[int, list[int]]] = []
    for number in numbers:
        span, members = model.spans[number], [number]
        apart = []
        for cells, others in parts:
            if cells & span:
                span, members = span | cells, others + members
            else:
                apart.append((cells, others))
        parts = [*apart, (span, members)]
    return [sorted(members) for _, members in parts]


def relation_chain_step(board: Board, chain: RelationChain) -> Step | None:
    """Return a step with everything that the rules of a chain remove together.

    Returns:
        A step without a technique; None if they remove nothing, or nothing that one of them
        does not remove by itself.
    """
    if sum([board.masks[v].bit_count() for v in chain.variables]) > _MOST_CANDIDATES:
        return None
    trail = _propagate(board, chain.primitives, list(board.masks))
    gone = {c for loss in trail for c in loss.lost}
    if _contradictory(trail) or gone == _each_alone(board, chain.primitives):
        return None
    proofs = [(c, refute(board, c, chain.primitives)) for c in sorted(gone)]
    proved = [(c, proof) for c, proof in proofs if proof is not None]
    return Step(
        "",
        eliminations=tuple([c for c, _ in proved]),
        arguments=tuple([proof for _, proof in proved]),
    )


@dataclass(frozen=True, slots=True)
class _DomainReduction:
    """The loss of one variable to one rule; `after` is 0 if nothing satisfies the rule."""

    primitive: int
    variable: int
    before: int
    after: int

    @property
    def lost(self) -> list[Candidate]:
        return [(self.variable, x) for x in bits(self.before & ~self.after)]


def _contradictory(trail: list[_DomainReduction]) -> bool:
    return bool(trail) and not trail[-1].after


def _each_alone(board: Board, primitives: Iterable[int]) -> set[Candidate]:
    """Return the candidates that single rules remove."""
    found = set()
    for number in primitives:
        for v, left in (board.model.primitives[number].propagate(board.masks) or {}).items():
            found.update([(v, x) for x in bits(board.masks[v] & ~left)])
    return found


def _propagate(board: Board, primitives: Iterable[int], masks: list[int]) -> list[_DomainReduction]:
    """Propagate rules until nothing changes, the longest waiting first; return the reductions.

    Args:
        board: whose model it is.
        primitives: the rules, by number.
        masks: the candidates; changed in place.
    """
    model = board.model
    queue = list(primitives)
    trail: list[_DomainReduction] = []
    while queue:
        number = queue.pop(0)
        smaller = model.primitives[number].propagate(masks)
        if smaller is None:
            first = model.primitives[number].variables[0]
            return [*trail, _DomainReduction(number, first, masks[first], 0)]
        for v, left in sorted(smaller.items()):
            trail.append(_DomainReduction(number, v, masks[v], left))
            masks[v] = left
        touched = sum(1 << v for v in smaller)
        queue += [
            n for n in primitives if n != number and n not in queue and model.spans[n] & touched
        ]
    return trail


def refute(board: Board, candidate: Candidate, primitives: Iterable[int]) -> Refutation | None:
    """Return a refutation of a candidate by some rules only; None if they do not refute it.

    Reductions that the contradiction does not need are left out.
    """
    masks = list(board.masks)
    masks[candidate[0]] = 1 << candidate[1]
    trail = _propagate(board, primitives, masks)
    if not _contradictory(trail):
        return None
    *steps, end = trail
    needed, kept = set(board.model.primitives[end.primitive].variables), []
    for step in reversed(steps):
        if step.variable in needed:
            kept.append(step)
            needed.update(board.model.primitives[step.primitive].variables)
    found = [_as_step(step) for step in reversed(kept)]
    last = Step("contradiction", arguments=(Fillings(end.primitive),))
    return Refutation(candidate, (*found, last))


def case_split(
    board: Board, variable: int, primitives: Iterable[int], first: Sequence[Step] = ()
) -> Split:
    """Return the proof of what some rules leave together, in each case of a variable.

    Args:
        board: the board.
        variable: the variable; if it is decided, there is one case.
        primitives: the rules, by number.
        first: steps on the board that are taken in each case before.
    """
    rules, branches = tuple(dict.fromkeys(primitives)), []
    for value in bits(board.masks[variable]):
        case = board.placed([(variable, value)])
        for step in first:
            case = step.apply(case)
        trail = _propagate(case, rules, list(case.masks))
        steps = [_as_step(one) for one in trail if one.after]
        if _contradictory(trail):
            end = Fillings(trail[-1].primitive)
            steps.append(Step("contradiction", arguments=(end,)))
        branches.append(Branch((variable, value), (*first, *steps)))
    truth = Truth(tuple([one.candidate for one in branches]), variable=variable)
    return Split(truth, tuple(branches))


def filling_cases(
    board: Board,
    rules: Sequence[int],
    wide: int,
    variables: Sequence[int],
    conclusions: Collection[Candidate],
) -> tuple[Step, ...]:
    """Return steps by which candidates are in no filling of some rules that a wide one allows.

    Each way to decide some variables is a case, cut short where a rule has no filling.

    Args:
        board: the board.
        rules: the rules whose fillings are told apart, by number.
        wide: the rule that excludes some of them, or follows from them, by number.
        variables: those by which the fillings are told apart.
        conclusions: the candidates; each is in no such filling.

    Returns:
        at most one step, which removes all of the candidates that are on the board, or ends in a
        contradiction.
    """
    masks, primitives = board.masks, board.model.primitives
    for number in (*rules, wide):
        if primitives[number].propagate(masks) is None:
            return (Step("contradiction", arguments=(Fillings(number),)),)
    gone = tuple([candidate for candidate in conclusions if board.allows(candidate)])
    if not gone:
        return ()
    variable = next((v for v in variables if masks[v] & (masks[v] - 1)), None)
    if variable is None:
        arguments = tuple([Fillings(number) for number in (*rules, wide)])
        return (Step("shape-fillings", eliminations=gone, arguments=arguments),)
    cases = tuple([(variable, value) for value in bits(masks[variable])])
    branches = [
        Branch(case, filling_cases(board.placed([case]), rules, wide, variables, conclusions))
        for case in cases
    ]
    split = Split(Truth(cases, variable=variable), tuple(branches))
    return (Step("shape-fillings", eliminations=gone, arguments=(split,)),)


def _as_step(step: _DomainReduction) -> Step:
    argument = Fillings(step.primitive)
    return Step("shape-fillings", eliminations=tuple(step.lost), arguments=(argument,))
