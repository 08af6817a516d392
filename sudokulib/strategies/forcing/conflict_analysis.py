"""Conflict analysis: the few implications of a run that a conclusion needs, as steps.

The premises of a conclusion are found by going back along the trail (as conflict analysis does in
J. Marques-Silva and K. Sakallah, "GRASP", 1999), so that proofs contain nothing superfluous. Steps
are built only for what is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sudokulib.board import Board
from sudokulib.logic.candidates import candidates_left
from sudokulib.logic.facts import StrongSet
from sudokulib.logic.memo import cached_on_model
from sudokulib.logic.reasons import pigeonhole_proof, rank_zero_proof
from sudokulib.logic.step import Fillings, Rank, Refutation, Role, Step, Truth
from sudokulib.model import Model, bits
from sudokulib.strategies.forcing.implication_graph import (
    CACHE_SIZE,
    ImplicationGraph,
    eliminated_by_each,
)
from sudokulib.strategies.forcing.implications import ForcingChain, Implication, Propagation


def chain_of(run: Propagation, assumed: int, goal: int = 0, *, holds: bool = True) -> ForcingChain:
    """Return the implications that the end of a run, or the removal of some candidates, needs."""
    end = run.end if not goal else None
    needs = goal if end is None else _needs(run.net, end, run.alive, 0)
    implications, needs, nodes = needed_implications(run.net, run.implications, run.alive, needs)
    removes = 0
    if implications and _bare(implications[0]):
        removes = implications[0].gone
        implications = implications[1:]
    return ForcingChain(assumed, holds, tuple(implications), end, needs, nodes, removes)


def _bare(implication: Implication) -> bool:
    """Return whether an implication is an assumption, without a reason."""
    return (
        implication.truth < 0
        and implication.rule < 0
        and not implication.pattern
        and implication.nested is None
    )


def needed_implications(
    net: ImplicationGraph, trail: list[Implication], state: int, needs: int
) -> tuple[list[Implication], int, int]:
    """Return the implications of a trail that are needed to remove some candidates.

    Args:
        net: the board.
        trail: the implications.
        state: what was left after them.
        needs: the candidates to be removed.

    Returns:
        The implications, what had to be removed before them, and how many candidates are involved.
    """
    kept: list[Implication] = []
    nodes = needs.bit_count()
    for implication in reversed(trail):
        state |= implication.gone
        used = implication.gone & needs
        if not used:
            continue
        needs &= ~used
        implication = replace(implication, gone=used)  # noqa: PLW2901 - only its needed part
        more = _needs(net, implication, state, used) & ~needs
        nodes += more.bit_count() + (implication.placed >= 0)
        if implication.nested is not None:
            nodes += implication.nested.nodes
        needs |= more
        kept.append(implication)
    return kept[::-1], needs, nodes


@cached_on_model
def _explained(model: Model) -> dict[tuple[int, tuple[int, ...], tuple[int, ...], int], int]:
    """Return the cache of what rules need, by number, domains before and now, and removals."""
    del model
    return {}


def _needs(net: ImplicationGraph, implication: Implication, state: int, used: int) -> int:
    """Return what must have been removed for an implication to follow in a state."""
    if implication.nested is not None:
        return implication.nested.needs
    if implication.truth >= 0:
        own = net.truths[implication.truth].mask
        return own & ~(1 << implication.placed) if implication.placed >= 0 else own
    if implication.rule >= 0:
        return _needs_of_rule(net, implication.rule, state, used)
    found = 0
    for truth in implication.pattern:
        found |= net.truths[truth].mask & ~state
    return found


def _needs_of_rule(net: ImplicationGraph, rule: int, state: int, used: int) -> int:
    """Return a small set of removals from a rule without which it would conclude less."""
    primitive = net.board.model.primitives[rule]
    before = tuple([net.board.masks[v] for v in primitive.variables])
    now = tuple([net.numbered.values(v, state) for v in primitive.variables])
    known = _explained(net.board.model)
    key = (rule, before, now, used)
    if key not in known:
        if len(known) >= CACHE_SIZE:
            known.clear()
        targets = [net.numbered.candidate(number) for number in bits(used)]
        found = _needed_removals(net, rule, now, targets)
        known[key] = found & ~used
    return known[key]


def _needed_removals(
    net: ImplicationGraph, rule: int, now: tuple[int, ...], targets: list[tuple[int, int]]
) -> int:
    """Return the removals from a rule's variables that cannot be undone.

    The variables get their candidates back one by one; where the conclusion still follows they may
    keep them.
    """
    primitive = net.board.model.primitives[rule]
    masks = list(net.board.masks)
    for v, mask in zip(primitive.variables, now, strict=True):
        masks[v] = mask
    found = 0
    for v, mask in zip(primitive.variables, now, strict=True):
        before = net.board.masks[v]
        if before == mask:
            continue
        masks[v] = before
        if _possible(primitive.may_hold, masks, targets):
            masks[v] = mask
            found |= net.numbered.of_variable(v, before & ~mask)
    return found


def _possible(
    may_hold: Callable[[list[int]], bool], masks: list[int], targets: list[tuple[int, int]]
) -> bool:
    """Return whether a rule may hold, or may with some of the targets."""
    if not targets:
        return may_hold(masks)
    for variable, value in targets:
        kept, masks[variable] = masks[variable], 1 << value
        found = may_hold(masks)
        masks[variable] = kept
        if found:
            return True
    return False


def steps_of(net: ImplicationGraph, board: Board, chain: ForcingChain) -> tuple[Step, ...]:
    """Return the implications of a chain as steps from a board without its assumption."""
    assumed = [net.numbered.candidate(chain.assumed)]
    board = board.placed(assumed) if chain.holds else board.without(assumed)
    found = []
    for implication in chain.implications:
        step = _step(net, board, implication)
        board = step.apply(board)
        found.append(step)
    if chain.end is not None:
        found.append(_end(net, chain.end))
    return tuple(found)


def refutation(net: ImplicationGraph, board: Board, chain: ForcingChain) -> Refutation:
    """Return a chain that ends in a contradiction, as an argument."""
    candidate = net.numbered.candidate(chain.assumed)
    return Refutation(candidate, steps_of(net, board, chain), chain.holds)


def _step(net: ImplicationGraph, board: Board, implication: Implication) -> Step:
    candidates = net.numbered.candidates(implication.gone)
    if implication.placed >= 0:
        strong = net.truths[implication.truth]
        placed = (net.numbered.candidate(implication.placed),)
        name = "hidden-single" if strong.variable is None else "naked-single"
        return Step(name, placed, arguments=(Rank((_truth(strong, placed),)),))
    if implication.rule >= 0:
        return Step("fillings", eliminations=candidates, arguments=(Fillings(implication.rule),))
    if implication.nested is not None:
        argument = refutation(net, board, implication.nested)
        return Step("contradiction", eliminations=candidates, arguments=(argument,))
    return _pattern(net, board, implication)


def _end(net: ImplicationGraph, end: Implication) -> Step:
    if end.rule >= 0:
        return Step("contradiction", arguments=(Fillings(end.rule),))
    strong = net.truths[end.truth]
    lost = Role("pattern", net.numbered.candidates(strong.mask))
    return Step("contradiction", arguments=(Rank((_truth(strong, ()),)),), roles=(lost,))


def _truth(strong: StrongSet, candidates: tuple[tuple[int, int], ...]) -> Truth:
    return Truth(candidates, strong.variable, strong.primitive)


def _pattern(net: ImplicationGraph, board: Board, implication: Implication) -> Step:
    here = candidates_left(board)
    masks = [net.truths[number].mask & here for number in implication.pattern]
    parts = [net.numbered.candidates(mask) for mask in masks]
    held = [
        _truth(net.truths[number], own)
        for number, own in zip(implication.pattern, parts, strict=True)
    ]
    gone = net.numbered.candidates(implication.gone)
    if len(parts) == 1:
        # The candidates of a truth need not exclude one another.
        arguments = tuple([pigeonhole_proof(board, held, [], target) for target in gone])
        return Step("locked-candidates", eliminations=gone, arguments=arguments)
    (a, b), (c, d) = parts
    near, far = eliminated_by_each(net, masks[0])
    if not (near >> net.numbered.number(c) & 1 and far >> net.numbered.number(d) & 1):
        c, d = d, c
    links = [(a, c), (b, d)]
    targets: list[list[tuple[int, int]]] = [[], []]
    for number in bits(implication.gone):
        first = all(net.eliminates[net.numbered.number(one)] >> number & 1 for one in links[0])
        targets[0 if first else 1].append(net.numbered.candidate(number))
    return Step("pair", eliminations=gone, arguments=rank_zero_proof(board, held, links, targets))
