"""Conflict analysis: the few events of a run that a conclusion needs, as steps.

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
from sudokulib.strategies.forcing.implications import Event, ForcingChain, Propagation

__all__ = ["chain_of", "needed_events", "refutation", "steps_of"]


def chain_of(run: Propagation, assumed: int, goal: int = 0, *, holds: bool = True) -> ForcingChain:
    """Return the events that the end of a run, or the removal of some candidates, needs."""
    end = run.end if not goal else None
    needs = goal if end is None else _needs(run.net, end, run.alive, 0)
    events, needs, nodes = needed_events(run.net, run.events, run.alive, needs)
    removes = 0
    if events and _bare(events[0]):
        removes = events[0].gone
        events = events[1:]
    return ForcingChain(assumed, holds, tuple(events), end, needs, nodes, removes)


def _bare(event: Event) -> bool:
    """Return whether an event is an assumption, without a reason."""
    return event.truth < 0 and event.rule < 0 and not event.pattern and event.nested is None


def needed_events(
    net: ImplicationGraph, trail: list[Event], state: int, needs: int
) -> tuple[list[Event], int, int]:
    """Return the events of a trail that are needed to remove some candidates.

    Args:
        net: the board.
        trail: the events.
        state: what was left after them.
        needs: the candidates to be removed.

    Returns:
        The events, what had to be removed before them, and how many candidates are involved.
    """
    kept: list[Event] = []
    nodes = needs.bit_count()
    for event in reversed(trail):
        state |= event.gone
        used = event.gone & needs
        if not used:
            continue
        needs &= ~used
        event = replace(event, gone=used)  # noqa: PLW2901 - only its needed part
        more = _needs(net, event, state, used) & ~needs
        nodes += more.bit_count() + (event.placed >= 0)
        if event.nested is not None:
            nodes += event.nested.nodes
        needs |= more
        kept.append(event)
    return kept[::-1], needs, nodes


@cached_on_model
def _explained(model: Model) -> dict[tuple[int, tuple[int, ...], tuple[int, ...], int], int]:
    """Return the cache of what rules need, by number, domains before and now, and removals."""
    del model
    return {}


def _needs(net: ImplicationGraph, event: Event, state: int, used: int) -> int:
    """Return what must have been removed for an event to happen in a state."""
    if event.nested is not None:
        return event.nested.needs
    if event.truth >= 0:
        own = net.truths[event.truth].mask
        return own & ~(1 << event.placed) if event.placed >= 0 else own
    if event.rule >= 0:
        return _needs_of_rule(net, event.rule, state, used)
    found = 0
    for truth in event.pattern:
        found |= net.truths[truth].mask & ~state
    return found


def _needs_of_rule(net: ImplicationGraph, rule: int, state: int, used: int) -> int:
    """Return a small set of removals from a rule without which it would conclude less."""
    primitive, width = net.board.model.primitives[rule], net.numbered.width
    full = (1 << width) - 1
    before = tuple([net.board.masks[v] for v in primitive.variables])
    now = tuple([state >> v * width & full for v in primitive.variables])
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
    primitive, width = net.board.model.primitives[rule], net.numbered.width
    masks = list(net.board.masks)
    for v, mask in zip(primitive.variables, now, strict=True):
        masks[v] = mask
    found = 0
    for v, mask in zip(primitive.variables, now, strict=True):
        before = net.board.masks[v]
        if before == mask:
            continue
        masks[v] = before
        if _possible(primitive.feasible, masks, targets):
            masks[v] = mask
            found |= (before & ~mask) << v * width
    return found


def _possible(
    feasible: Callable[[list[int]], bool], masks: list[int], targets: list[tuple[int, int]]
) -> bool:
    """Return whether there is a filling, or one with some of the targets."""
    if not targets:
        return feasible(masks)
    for variable, value in targets:
        kept, masks[variable] = masks[variable], 1 << value
        found = feasible(masks)
        masks[variable] = kept
        if found:
            return True
    return False


def steps_of(net: ImplicationGraph, board: Board, chain: ForcingChain) -> tuple[Step, ...]:
    """Return the events of a chain as steps from a board without its assumption."""
    assumed = [net.numbered.candidate(chain.assumed)]
    board = board.placed(assumed) if chain.holds else board.without(assumed)
    found = []
    for event in chain.events:
        step = _step(net, board, event)
        board = step.apply(board)
        found.append(step)
    if chain.end is not None:
        found.append(_end(net, chain.end))
    return tuple(found)


def refutation(net: ImplicationGraph, board: Board, chain: ForcingChain) -> Refutation:
    """Return a chain that ends in a contradiction, as an argument."""
    candidate = net.numbered.candidate(chain.assumed)
    return Refutation(candidate, steps_of(net, board, chain), chain.holds)


def _step(net: ImplicationGraph, board: Board, event: Event) -> Step:
    candidates = net.numbered.candidates(event.gone)
    if event.placed >= 0:
        strong = net.truths[event.truth]
        placed = (net.numbered.candidate(event.placed),)
        name = "hidden-single" if strong.variable is None else "naked-single"
        return Step(name, placed, arguments=(Rank((_truth(strong, placed),)),))
    if event.rule >= 0:
        return Step("fillings", eliminations=candidates, arguments=(Fillings(event.rule),))
    if event.nested is not None:
        argument = refutation(net, board, event.nested)
        return Step("contradiction", eliminations=candidates, arguments=(argument,))
    return _pattern(net, board, event)


def _end(net: ImplicationGraph, end: Event) -> Step:
    if end.rule >= 0:
        return Step("contradiction", arguments=(Fillings(end.rule),))
    strong = net.truths[end.truth]
    lost = Role("pattern", net.numbered.candidates(strong.mask))
    return Step("contradiction", arguments=(Rank((_truth(strong, ()),)),), roles=(lost,))


def _truth(strong: StrongSet, candidates: tuple[tuple[int, int], ...]) -> Truth:
    return Truth(candidates, strong.variable, strong.primitive)


def _pattern(net: ImplicationGraph, board: Board, event: Event) -> Step:
    here = candidates_left(board)
    masks = [net.truths[number].mask & here for number in event.pattern]
    parts = [net.numbered.candidates(mask) for mask in masks]
    held = [
        _truth(net.truths[number], own) for number, own in zip(event.pattern, parts, strict=True)
    ]
    gone = net.numbered.candidates(event.gone)
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
    for number in bits(event.gone):
        first = all(net.eliminates[net.numbered.number(one)] >> number & 1 for one in links[0])
        targets[0 if first else 1].append(net.numbered.candidate(number))
    return Step("pair", eliminations=gone, arguments=rank_zero_proof(board, held, links, targets))
