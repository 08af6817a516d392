"""Death blossoms: almost locked sets as petals around a stem.

Whichever candidate of the stem, a cell or any other truth, is true, it removes a value from some
petal, which then holds all its other values. Candidates that all of these exclude are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sudokulib.board import Board, Candidate
from sudokulib.logic.almost_locked import AlmostLockedSet
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.facts import StrongSet, narrow_conflicts, truth, truths
from sudokulib.logic.reasons import cell_truth, pigeonhole_proof
from sudokulib.logic.step import Rank, Role, Step
from sudokulib.model import bits
from sudokulib.strategies.als.graph import (
    AlsGraph,
    als_graph,
    common_outside_conflicts,
    outside_conflicts,
    union_of,
)
from sudokulib.strategies.als.words import tell_blossom
from sudokulib.strategies.registry import strategy


@strategy(
    "death-blossom",
    family="als",
    rating=7.0,
    score=360,
    source="Sudopedia, Death Blossom",
    monotone=False,
    tell=tell_blossom,
)
def death_blossom(board: Board) -> Iterator[Step]:
    """Whichever candidate of a stem is true, one of the sets around it (petals) holds a value."""
    graph, done = als_graph(board), 0
    seen, excluded = outside_conflicts(board), narrow_conflicts(board)
    stems = [strong for strong in truths(board) if _is_stem(strong.mask, excluded)]
    for number, start in graph.off_by.items():
        if not start or done >> number & 1:
            continue
        target = 1 << number
        on = union_of(graph.on, start)
        gone = seen[number] | union_of(graph.excludes, on)
        for stem in stems:
            if not stem.mask & ~gone and not stem.mask & target and stem.mask & ~seen[number]:
                step = _blossom(board, graph, stem, number, on)
                done |= numbering(board.model).mask(step.eliminations)
                yield step
                break


def _is_stem(mask: int, excluded: Sequence[int]) -> bool:
    """Return whether there are several candidates, each of which excludes the others.

    What a petal excludes shares a link with it, but of the candidates that a rule needs several
    may be true.
    """
    several = mask & mask - 1
    return bool(several) and all(not mask & ~(excluded[n] | 1 << n) for n in bits(mask))


def _blossom(board: Board, graph: AlsGraph, stem: StrongSet, number: int, on: int) -> Step:
    """Return the step of a stem, with few and small petals.

    Args:
        board: the board.
        graph: the almost locked sets and what follows from them.
        stem: the truth, each of whose candidates is excluded by a petal or by the target.
        number: of the target.
        on: the groups, as bits, in which something is true if the target is.
    """
    plain = numbering(board.model).candidates
    direct = stem.mask & outside_conflicts(board)[number]
    petals, rest = [], stem.mask & ~direct
    while rest:
        petals.append(_petal(graph, graph.off_by[number], rest, on))
        rest &= ~petals[-1].driven
    parts = [truth(board, stem)]
    parts += [cell_truth(board, v) for petal in petals for v in bits(petal.own.cells)]
    joints = [petal.driving | petal.driven for petal in petals]
    shapes = () if stem.primitive is None else (stem.primitive,)
    roles = [Role("stem", plain(stem.mask), shapes)]
    roles += [Role("petal", plain(sum(petal.own.groups))) for petal in petals]
    roles += [Role("restricted", plain(joint)) for joint in joints]
    arguments: dict[Candidate, Rank] = {}
    for off, targets in _tips(board, petals, direct):
        links = [*joints]
        for petal, tip in zip(petals, off, strict=True):
            links += [group for group in petal.own.groups if group not in (petal.driving, tip)]
        for target in plain(targets):
            inner = [plain(mask) for mask in links]
            arguments.setdefault(target, pigeonhole_proof(board, parts, inner, target))
        roles.append(Role("ends", plain(_union(off) | direct)))
    gone = tuple(sorted(arguments))
    return Step("death-blossom", (), gone, tuple(arguments.values()), tuple(roles))


def _tips(
    board: Board, petals: Sequence[_Petal], direct: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield one group of each petal with what they all exclude, the original tips first.

    Args:
        board: the board.
        petals: the petals.
        direct: candidates of the stem that no petal excludes.
    """
    main = tuple(petal.tip for petal in petals)
    values = petals[0].own.values
    for petal in petals:
        values &= petal.own.values
    options = [tuple(petal.own.group(value) for petal in petals) for value in bits(values)]
    for off in dict.fromkeys([main, *options]):
        if not any(tip == petal.driving for tip, petal in zip(off, petals, strict=True)):
            targets = candidates_left(board) & common_outside_conflicts(board, _union(off) | direct)
            if targets:
                yield off, targets


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


@dataclass(frozen=True, slots=True)
class _Petal:
    """An almost locked set that excludes some candidates of a stem.

    Args:
        own: the set.
        driving: its candidates that exclude these.
        tip: its candidates that the target excludes.
        driven: the candidates of the stem.
    """

    own: AlmostLockedSet
    driving: int
    tip: int
    driven: int


def _petal(graph: AlsGraph, start: int, rest: int, on: int) -> _Petal:
    """Return the petal that excludes the first of some candidates, and as many others as possible.

    Args:
        graph: the almost locked sets and what follows from them.
        start: the groups, as bits, that the target excludes.
        rest: candidates of the stem.
        on: the groups, as bits, in which something is true if the target is.
    """
    first = rest & -rest
    options = []
    for group in bits(on):
        driven = graph.excludes[group] & rest
        if driven & first:
            for tip in bits(graph.on[group] & start):
                own = graph.joining(tip, group)
                options.append((-driven.bit_count(), own.cells.bit_count(), group, tip, driven))
    _, _, group, tip, driven = min(options)
    return _Petal(graph.joining(tip, group), graph.groups[group], graph.groups[tip], driven)
