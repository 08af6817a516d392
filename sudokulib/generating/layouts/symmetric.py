"""Random partitions of graphs into connected pieces that a symmetry maps to each other.

Pieces grow one after the other, each from the vertex with the fewest free neighbours, and their
images with them. A piece may be its own image under some of the moves, as one must be that holds a
vertex which does not move: then it grows by all images of a vertex at a time. Where the rest can no
longer be cut into pieces, a few pieces are undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import SudokuError
from sudokulib.generating.layouts.partitions import (
    Partition,
    PartitionGraph,
    subset_sums,
    vertices_in,
)

Move = tuple[int, ...]
"""The image of each vertex."""

LARGEST_GROUP = 64
"""The most moves accepted: with more, hardly any piece would have room beside its images."""

_GROWTHS = 40
"""Failures to grow a piece before earlier ones are undone.

Without undoing, one of 60 half-turn layouts of 9x9 in nines was not found by 20,000 growths;
with limits of 10, 20, 40, 80 and 160 all were, by 1,350 to 2,630 growths together. 60 quarter-turn
layouts took 1,350 to 1,560 with any limit (`symmetric_split`, 2026-11).
"""


def generated_group(moves: Sequence[Sequence[int]], vertices: int) -> tuple[Move, ...]:
    """Return all products of some moves; the identity comes first.

    Raises:
        SudokuError: there are too many.

    >>> generated_group([(1, 2, 0)], 3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    found = {tuple(range(vertices)): None}
    queue = list(found)
    for known in checked(queue):
        for move in moves:
            after = tuple(move[vertex] for vertex in known)
            if after not in found:
                found[after] = None
                queue.append(after)
        if len(found) > LARGEST_GROUP:
            raise SudokuError(
                f"the symmetry has more than {LARGEST_GROUP} moves; choose fewer of them"
            )
    return tuple(found)


def symmetric_split(
    graph: PartitionGraph,
    sizes: Sequence[int],
    group: Sequence[Move],
    max_attempts: int,
    chance: SeededRandom,
) -> Partition | None:
    """Cut a graph into connected pieces that a group of moves maps to each other.

    Args:
        graph: the graph; the moves keep its edges.
        sizes: how many vertices each piece is to have.
        group: all moves, as `generated_group` lists them.
        max_attempts: pieces grown before giving up.
        chance: the source of all draws.
    """
    growing = _RegionGrowing(graph, tuple(group), _subgroups(group, len(graph.neighbours)), chance)
    free, left = (1 << len(graph.neighbours)) - 1, sorted(sizes)
    placed: list[list[int]] = []
    failures = 0
    while left:
        if max_attempts == 0:
            return None
        max_attempts -= 1
        check_interrupt()
        images = growing.piece(free, left)
        if images:
            failures = 0
            placed.append(images)
            free &= ~sum(images)
            for image in images:
                left.remove(image.bit_count())
        elif (failures := failures + 1) % _GROWTHS == 0:
            for _ in range(min(len(placed), 1 + int(chance.fraction() * failures / _GROWTHS))):
                images = placed.pop()
                free |= sum(images)
                left += [image.bit_count() for image in images]
            left.sort()
    return [image for images in placed for image in images]


@dataclass(frozen=True, slots=True)
class _RegionGrowing:
    """The graph, the symmetry and the random numbers with which pieces grow.

    Args:
        graph: the graph.
        group: the symmetries.
        subgroups: the sets of symmetries that may each leave a piece in place.
        chance: the source of all draws.
    """

    graph: PartitionGraph
    group: tuple[Move, ...]
    subgroups: tuple[tuple[Move, ...], ...]
    chance: SeededRandom

    def piece(self, free: int, left: Sequence[int]) -> list[int] | None:
        """Return a random piece of free vertices with its images; None if it spoils the rest.

        Args:
            free: the vertices in no piece yet.
            left: the sizes still wanted.
        """
        graph, chance = self.graph, self.chance
        start = min(
            vertices_in(free),
            key=lambda v: ((graph.neighbours[v] & free).bit_count(), chance.fraction()),
        )
        keeps = {move for move in self.group if move[start] == start}
        kept = chance.choice([own for own in self.subgroups if keeps <= set(own)])
        size = chance.choice(left)
        piece = _orbit(start, kept)
        while piece.bit_count() < size:
            rim = graph.neighbourhood(piece) & free
            if not rim:
                return None
            piece |= _orbit(chance.choice(tuple(vertices_in(rim))), kept)
        images = list(dict.fromkeys(_moved(piece, move) for move in self.group))
        union = sum(images)
        disjoint = union.bit_count() == sum(image.bit_count() for image in images)
        fits = piece.bit_count() == size and left.count(size) >= len(images)
        if not (disjoint and fits and next(graph.components(piece)) == piece):
            return None
        rest = list(left)
        for _ in images:
            rest.remove(size)
        possible = subset_sums(rest)
        parts = graph.components(free & ~union)
        return images if all(possible >> part.bit_count() & 1 for part in parts) else None


def _subgroups(group: Sequence[Move], vertices: int) -> tuple[tuple[Move, ...], ...]:
    """Return the subgroups generated by two moves: all subgroups in the symmetries of a square."""
    pairs = combinations_with_replacement(group, 2)
    found = (frozenset(generated_group(pair, vertices)) for pair in pairs)
    return tuple(tuple(sorted(one)) for one in dict.fromkeys(found))


def _orbit(vertex: int, moves: Sequence[Move]) -> int:
    mask = 0
    for move in moves:
        mask |= 1 << move[vertex]
    return mask


def _moved(piece: int, move: Move) -> int:
    mask = 0
    for vertex in vertices_in(piece):
        mask |= 1 << move[vertex]
    return mask
