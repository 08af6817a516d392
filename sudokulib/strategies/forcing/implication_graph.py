"""A board as a graph of implications between candidate bits.

The graph says what placing a candidate removes, what must hold one of its candidates, and which
rules to propagate again when a candidate has been removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.board import Board
from sudokulib.logic.candidates import Numbering, candidates_left, numbering
from sudokulib.logic.facts import StrongSet, rule_conflicts, truths
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.model import Model, bits

CACHE_SIZE = 50_000
"""The most propagation results that a model caches for a rule before it clears them.

A bound on memory: 17 MB for each rule of 9x9, as a state and a result are numbers of 729 bits.
"""


@dataclass(frozen=True, slots=True)
class ImplicationGraph:
    """A board as propagation reads it.

    Args:
        board: the board on which candidates are assumed.
        numbered: the numbering of its candidates.
        alive: its candidates.
        eliminates: for each candidate, those that placing it removes directly.
        truths: what must hold one of its candidates.
        truths_of: for each candidate, the masks and numbers of the truths that it is in.
        rules: for each candidate, the primitives to propagate when it has been removed.
        propagations: for each primitive, the candidates that it reads, and its known removals.
        static: for each candidate, what rules exclude beside it, if no rule is propagated.
        survived: the number of further assumptions that candidates are known to survive.
    """

    board: Board
    numbered: Numbering
    alive: int
    eliminates: tuple[int, ...]
    truths: tuple[StrongSet, ...]
    truths_of: tuple[tuple[tuple[int, int], ...], ...]
    rules: tuple[tuple[int, ...], ...]
    propagations: tuple[tuple[int, dict[int, int | None]], ...]
    static: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    survived: dict[int, int] = field(default_factory=dict, compare=False)


def open_candidates(net: ImplicationGraph) -> Iterator[int]:
    """Yield the candidates, by number, of unsolved variables with more than one.

    Variables that only say whether a cell has a value are left out: the cell has the candidate.
    """
    indicators = net.board.model.indicators
    for strong in net.truths:
        variable, mask = strong.variable, strong.mask
        if variable is not None and mask & (mask - 1) and variable not in indicators:
            check_interrupt()
            yield from bits(mask)


@cached_on_board
def implication_graph(board: Board) -> ImplicationGraph:
    """Return the graph of all truths and rules of a board."""
    return restricted_graph(board, None)


def restricted_graph(board: Board, premises: Collection[int] | None) -> ImplicationGraph:
    """Return the graph of some primitives only, by number; None for all."""
    model, numbered = board.model, numbering(board.model)
    here = candidates_left(board)
    kept = [
        strong
        for strong in truths(board)
        if premises is None or strong.primitive is None or strong.primitive in premises
    ]
    rules: list[list[int]] = [[] for _ in range(numbered.first[-1])]
    chosen = model.rules if premises is None else [p for p in model.rules if p in premises]
    for rule in checked(chosen):
        for v in model.primitives[rule].variables:
            for number in bits(numbered.of_variable(v, board.masks[v])):
                rules[number].append(rule)
    eliminates = _kills(board, here, model.peers if premises is None else _peers(model, premises))
    return ImplicationGraph(
        board, numbered, here, eliminates, tuple(kept), _holding(numbered, kept),
        tuple(map(tuple, rules)) if chosen else (), _propagations(model),
    )  # fmt: skip


@cached_on_board
def static_graph(board: Board) -> ImplicationGraph:
    """Return the graph of what follows from one candidate alone: conflicts and truths of two."""
    numbered = numbering(board.model)
    kept = [strong for strong in truths(board) if strong.mask.bit_count() == 2]
    static: dict[int, list[tuple[int, int]]] = {}
    for rule in board.model.rules:
        for number, gone in rule_conflicts(board, rule):
            static.setdefault(number, []).append((rule, gone))
    left, eliminates = candidates_left(board), implication_graph(board).eliminates
    return ImplicationGraph(
        board, numbered, left, eliminates, tuple(kept), _holding(numbered, kept), (),
        _propagations(board.model), {number: tuple(pairs) for number, pairs in static.items()},
    )  # fmt: skip


def value_graph(board: Board, value: int) -> ImplicationGraph:
    """Return the graph of only the candidates of one value of the cells."""
    numbered = numbering(board.model)
    own = numbered.of_value(value, board.places[value])
    kept = [strong for strong in truths(board) if not strong.mask & ~own]
    eliminates = tuple([kill & own for kill in implication_graph(board).eliminates])
    return ImplicationGraph(
        board, numbered, own, eliminates, tuple(kept), _holding(numbered, kept), (), ()
    )


def _kills(board: Board, here: int, peers: tuple[int, ...]) -> tuple[int, ...]:
    numbered = numbering(board.model)
    eliminates = [0] * numbered.first[-1]
    for variable, mask in enumerate(checked(board.masks)):
        own = numbered.of_variable(variable, mask)
        for value in bits(mask):
            # As in `Board.placed`: only cells have places.
            seen = peers[variable] & board.places[value] if value < len(board.places) else 0
            number = numbered.number((variable, value))
            eliminates[number] = (numbered.of_value(value, seen) | own & ~(1 << number)) & here
    return tuple(eliminates)


def _peers(model: Model, premises: Collection[int]) -> tuple[int, ...]:
    found = [0] * len(model.domains)
    for clique in model.cliques:
        if clique.primitive in premises:
            for v in bits(clique.variables):
                found[v] |= clique.variables & ~(1 << v)
    return tuple(found)


def _holding(
    numbered: Numbering, kept: Iterable[StrongSet]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    found: list[list[tuple[int, int]]] = [[] for _ in range(numbered.first[-1])]
    for number, strong in enumerate(kept):
        for candidate in bits(strong.mask):
            found[candidate].append((strong.mask, number))
    return tuple(map(tuple, found))


@cached_on_model
def _propagations(model: Model) -> tuple[tuple[int, dict[int, int | None]], ...]:
    """Return, for each primitive, the candidates that it reads, and a cache of its removals."""
    numbered = numbering(model)
    own = [numbered.of_variable(v, numbered.all_values(v)) for v in range(len(model.domains))]
    return tuple((sum(own[v] for v in set(p.variables)), {}) for p in model.primitives)


def eliminated_by_rule(net: ImplicationGraph, rule: int, state: int) -> int | None:
    """Return the candidates that a primitive removes in a state; None if it has no filling."""
    own, known = net.propagations[rule]
    state &= own
    if state not in known:
        if len(known) >= CACHE_SIZE:
            known.clear()
        known[state] = _eliminated_by_rule(net, rule, state)
    return known[state]


def _eliminated_by_rule(net: ImplicationGraph, rule: int, state: int) -> int | None:
    primitive, numbered = net.board.model.primitives[rule], net.numbered
    masks = list(net.board.masks)
    for v in primitive.variables:
        masks[v] = mask = numbered.values(v, state)
        if not mask:
            return None
    smaller = primitive.propagate(masks)
    if smaller is None:
        return None
    return sum(numbered.of_variable(v, masks[v] & ~left) for v, left in smaller.items())


def eliminated_by_each(net: ImplicationGraph, two: int) -> tuple[int, int]:
    """Return what each of two candidates removes."""
    return net.eliminates[(two & -two).bit_length() - 1], net.eliminates[two.bit_length() - 1]
