"""Almost locked sets in pairs and chains.

An almost locked set holds all of its values but one. So if one of its values is not in it, each of
the others is (see `sudokulib.logic.almost_locked`), and may exclude values from other sets. Sets
may overlap: a cell that is in two of them is counted twice throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, product

from sudokulib.board import Board, Candidate
from sudokulib.logic.almost_locked import AlmostLockedSet
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.reasons import cell_truth, pigeonhole_proof, rank_zero_proof
from sudokulib.logic.step import Rank, Role, Step
from sudokulib.model import bits
from sudokulib.strategies.als.graph import AlsGraph, als_graph, common_outside_conflicts, union_of
from sudokulib.strategies.als.words import tell_als_chain, tell_xz
from sudokulib.strategies.registry import Find, Strategy, Tell, register_strategy

_LONGEST = 7
"""The most sets of a chain.

A bound: on the boards of the examples 3 to 9 find the same first 30 chains of each (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_BY_CELLS = {2: 4.2, 3: 4.4, 4: 5.5, 5: 6.2, 6: 6.6, 7: 7.5}
"""Ratings of two sets by the number of their cells, as for bent sets; larger ones like the last."""

Pairs = tuple[tuple[int, int], ...]
"""A chain: for each of its sets the group that is off and the one that is therefore on."""


def _shortest(graph: AlsGraph, start: int, fewest: int, most: int) -> Pairs | None:
    """Return the shortest chain from some groups that are off to one of them that is on.

    Args:
        graph: the almost locked sets and what follows from them.
        start: the groups that are off, as bits.
        fewest: the fewest sets that it may have.
        most: the most.
    """
    last = union_of(graph.on, start)
    levels, known = [start], 0
    while levels[-1] and len(levels) <= most:
        if levels[-1] & last and len(levels) >= fewest:
            return _chain_to(graph, levels, start)
        if len(levels) == most:
            return None
        off = union_of(graph.next_off, levels[-1])
        levels.append(off & ~known)
        known |= off if len(levels) >= fewest else 0
    return None


def _chain_to(graph: AlsGraph, levels: Sequence[int], ends: int) -> Pairs:
    """Return the chain to one of some groups that are on, built backwards from small sets."""
    pairs: list[tuple[int, int]] = []
    for level in reversed(levels):
        options = [
            (graph.joining(here, there).cells.bit_count(), here, there)
            for there in bits(ends)
            for here in bits(level & graph.on[there])
        ]
        _, here, there = min(options)
        pairs.append((here, there))
        ends = graph.off[here]
    return tuple(reversed(pairs))


def als_chains(board: Board, fewest: int, most: int, technique: str) -> Iterator[Step]:
    """Yield chains of almost locked sets: a value must be in the first or the last one.

    Args:
        board: the board.
        fewest: the fewest sets of a chain.
        most: the most.
        technique: the name of the steps.
    """
    graph, done = als_graph(board), 0
    for number, start in graph.off_by.items():
        if not start or done >> number & 1:
            continue
        pairs = _shortest(graph, start, fewest, most)
        if pairs is not None:
            step = _chain(board, graph, pairs, technique)
            done |= 1 << number | numbering(board.model).mask(step.eliminations)
            yield step


def _chain(board: Board, graph: AlsGraph, pairs: Pairs, technique: str) -> Step:
    """Return the step of a chain, for each value that its first and last set share."""
    plain = numbering(board.model).candidates
    sets = [graph.joining(off, on) for off, on in pairs]
    parts = [cell_truth(board, v) for one in sets for v in bits(one.cells)]
    masks = [(graph.groups[off], graph.groups[on]) for off, on in pairs]
    joints = [one[1] | other[0] for one, other in pairwise(masks)]
    free = [list(one.groups) for one in sets]
    for index, (off, on) in enumerate(masks):
        linked = (off if index else 0, on if index < len(masks) - 1 else 0)
        free[index] = [group for group in free[index] if group not in linked]
    roles = [Role("set", plain(sum(one.groups))) for one in sets]
    roles += [Role("restricted", plain(joint)) for joint in joints]
    arguments: dict[Candidate, Rank] = {}
    for (first, last), targets in _end_groups(board, free, (masks[0][0], masks[-1][1])):
        inner = [*joints, *_inner_groups(free, first, last)]
        links = [plain(mask) for mask in inner]
        for target in plain(targets):
            arguments.setdefault(target, pigeonhole_proof(board, parts, links, target))
        roles.append(Role("ends", plain(first | last)))
    rating = _rating_of(len(sets), len(parts))
    gone = tuple(sorted(arguments))
    return Step(technique, (), gone, tuple(arguments.values()), tuple(roles), rating)


def _rating_of(sets: int, cells: int) -> float | None:
    """Return the rating: that of the cells for two sets, by length for chains."""
    if sets < 3:
        return _BY_CELLS.get(cells, _BY_CELLS[7])
    return None if sets < 5 else 7.0 + (sets - 4) / 10


def _end_groups(
    board: Board, free: Sequence[Sequence[int]], main: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield groups of the first and last set with what both exclude, the given pair first.

    Args:
        board: the board.
        free: the groups of each set that are not used to join it to the next.
        main: two such groups that exclude something.
    """
    here = candidates_left(board)
    one = {group: common_outside_conflicts(board, group) for group in free[0]}
    other = {group: common_outside_conflicts(board, group) for group in free[-1]}
    yield main, here & one[main[0]] & other[main[1]]
    for first, last in product(one, other) if len(free) > 1 else ():
        targets = here & one[first] & other[last]
        if targets and (first, last) != main:
            yield (first, last), targets


def _inner_groups(free: Sequence[Sequence[int]], first: int, last: int) -> Iterator[int]:
    """Yield the free groups of each set except the ones at the ends of the chain."""
    for index, own in enumerate(free):
        ends = (first if not index else 0, last if index == len(free) - 1 else 0)
        yield from [group for group in own if group not in ends]


def als_xz(board: Board) -> Iterator[Step]:
    """Yield pairs of sets that share one value, or two, which only one of them can hold."""
    yield from _doubly_linked(board)
    yield from als_chains(board, 1, 2, "als-xz")


def _doubly_linked(board: Board) -> Iterator[Step]:
    """Yield steps of two sets with two such values: every value stands in them."""
    graph = als_graph(board)
    groups = {group: number for number, group in enumerate(graph.groups)}
    for first, one in enumerate(graph.sets):
        links: dict[int, list[tuple[int, int]]] = {}
        for group in one.groups:
            for other in bits(graph.off[groups[group]]):
                for second in graph.owners[other]:
                    if second > first:
                        links.setdefault(second, []).append((groups[group], other))
        for second, joints in sorted(links.items()):
            for pair in combinations(joints, 2):
                if all(here != there for here, there in zip(*pair, strict=True)):
                    yield from _rank_0(board, graph, (one, graph.sets[second]), pair)
                    break


def _rank_0(
    board: Board,
    graph: AlsGraph,
    sets: tuple[AlmostLockedSet, AlmostLockedSet],
    joints: Sequence[tuple[int, int]],
) -> Iterator[Step]:
    plain = numbering(board.model).candidates
    joint = [graph.groups[here] | graph.groups[there] for here, there in joints]
    used = [{graph.groups[group] for group in groups} for groups in zip(*joints, strict=True)]
    masks = [*joint]
    for one, linked in zip(sets, used, strict=True):
        masks += [group for group in one.groups if group not in linked]
    inside = 0
    for mask in masks:
        inside |= mask
    targets = [
        plain(common_outside_conflicts(board, mask) & candidates_left(board) & ~inside)
        for mask in masks
    ]
    gone = tuple(sorted({candidate for own in targets for candidate in own}))
    if gone:
        parts = [cell_truth(board, v) for one in sets for v in bits(one.cells)]
        roles = [Role("set", plain(sum(one.groups))) for one in sets]
        roles += [Role("restricted", plain(mask)) for mask in joint]
        arguments = rank_zero_proof(board, parts, [plain(mask) for mask in masks], targets)
        yield Step("als-xz", (), gone, arguments, tuple(roles), _rating_of(2, len(parts)))


_TECHNIQUES: tuple[tuple[str, Find, str, Tell | None, float, int, str], ...] = (
    (
        "als-xz",
        als_xz,
        "Two almost locked sets share a value, or two, that only one of them can hold.",
        tell_xz,
        5.5,
        300,
        "Sudopedia, ALS-XZ",
    ),
    (
        "als-xy-wing",
        partial(als_chains, fewest=3, most=3, technique="als-xy-wing"),
        "Three almost locked sets in a chain: a value must be in the first or in the last one.",
        tell_als_chain,
        6.6,
        320,
        "Sudopedia, ALS-XY-Wing",
    ),
    (
        "als-chain",
        partial(als_chains, fewest=4, most=_LONGEST, technique="als-chain"),
        "Almost locked sets in a chain: a value must be in the first one or in the last one.",
        tell_als_chain,
        7.0,
        340,
        "HoDoKu, ALS Chain",
    ),
)

for _name, _find, _summary, _tell, _rating, _score, _source in _TECHNIQUES:
    register_strategy(
        Strategy(
            _name,
            _find,
            _summary,
            "als",
            _rating,
            _score,
            _source,
            monotone=False,
            tell=_tell,
        )
    )
