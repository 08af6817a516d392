"""The implication graph of almost locked sets.

A group is the candidates of one value in one set; it is true if one of them is. If one group of a
set is false, each other group is true; and a true group may exclude all of another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudokulib.basics.interruption import checked
from sudokulib.board import Board
from sudokulib.logic.almost_locked import AlmostLockedSet, almost_locked_sets
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.memo import cached_on_board
from sudokulib.model import bits


@dataclass(frozen=True, slots=True)
class AlsGraph:
    """The implications between the groups of almost locked sets; groups are numbered from 0.

    Args:
        sets: the sets.
        groups: for each group, its candidates as a bit mask.
        owners: for each group, the numbers of the sets that contain it, smaller ones first.
        excludes: for each group, the candidates of other cells in conflict with all of it.
        off: for each group, the groups (as bits) that are false if this one is true.
        on: for each group, the groups (as bits) that are true if this one is false.
        next_off: for each group, the groups (as bits) that are then false by way of `on`.
        off_by: for each candidate by number, the groups (as bits) that are false if it is true.
    """

    sets: tuple[AlmostLockedSet, ...]
    groups: tuple[int, ...]
    owners: tuple[tuple[int, ...], ...]
    excludes: tuple[int, ...]
    off: tuple[int, ...]
    on: tuple[int, ...]
    next_off: tuple[int, ...]
    off_by: dict[int, int]

    def joining(self, one: int, other: int) -> AlmostLockedSet:
        """Return the smallest set that contains two groups."""
        here = set(self.owners[other])
        return self.sets[next(number for number in self.owners[one] if number in here)]


@cached_on_board
def outside_conflicts(board: Board) -> tuple[int, ...]:
    """Return, for each candidate, its conflicts in other cells."""
    numbered = numbering(board.model)
    own = [numbered.of_variable(v, mask) for v, mask in enumerate(board.masks)]
    every = zip(checked(conflicts(board), _ROUNDS), numbered.variable_of, strict=True)
    return tuple([mask & ~own[variable] for mask, variable in every])


_ROUNDS = 16
"""Rounds of short loops between two checks of the clock, which costs as much as a few rounds."""


@cached_on_board
def als_graph(board: Board) -> AlsGraph:
    """Return the graph of the almost locked sets of a board."""
    sets = almost_locked_sets(board)
    owners: dict[int, list[int]] = {}
    for number, one in enumerate(sets):
        for group in one.groups:
            owners.setdefault(group, []).append(number)
    groups = tuple(owners)
    here = candidates_left(board)
    every = checked(groups, _ROUNDS)
    excludes = tuple([common_outside_conflicts(board, group) & here for group in every])
    within = _SubsetIndex(groups)
    index = {group: number for number, group in enumerate(groups)}
    of_set = [sum([1 << index[group] for group in one.groups]) for one in checked(sets, _ROUNDS)]
    on = []
    for number, group in enumerate(checked(groups, _ROUNDS)):
        reached = 0
        for owner in owners[group]:
            reached |= of_set[owner]
        on.append(reached & ~(1 << number))
    off = [within(mask) for mask in checked(excludes)]
    seen = outside_conflicts(board)
    return AlsGraph(
        sets,
        groups,
        tuple(map(tuple, owners.values())),
        excludes,
        tuple(off),
        tuple(on),
        tuple([union_of(off, reached) for reached in checked(on)]),
        {number: within(seen[number]) for number in checked(bits(here)) if seen[number]},
    )


def union_of(masks: Sequence[int], chosen: int) -> int:
    """Return the union of the masks whose numbers are chosen, as bits."""
    found = 0
    for number in bits(chosen):
        found |= masks[number]
    return found


def common_outside_conflicts(board: Board, group: int) -> int:
    """Return the candidates of other cells in conflict with all of a group."""
    seen, found = outside_conflicts(board), -1
    for number in bits(group):
        found &= seen[number]
    return found


class _SubsetIndex:
    """An index that finds the groups within a set of candidates.

    Args:
        groups: the groups, as masks of candidates.
    """

    def __init__(self, groups: Sequence[int]) -> None:
        self._holding: dict[int, int] = {}
        self._together: dict[int, int] = {}
        for index, group in enumerate(checked(groups, _ROUNDS)):
            for number in bits(group):
                self._holding[number] = self._holding.get(number, 0) | 1 << index
                self._together[number] = self._together.get(number, 0) | group

    def __call__(self, candidates: int) -> int:
        """Return the groups, as bits, that hold some of the candidates and no others."""
        hit = near = missed = 0
        for number in bits(candidates):
            if number in self._holding:
                hit |= self._holding[number]
                near |= self._together[number]
        for number in bits(near & ~candidates):
            missed |= self._holding[number]
        return hit & ~missed
