"""Random partitions of graphs into connected pieces of given sizes.

A random spanning tree is cut at an edge that leaves sums of wanted sizes on both sides; then both
sides are cut in the same way, with new trees. Any partition can result, since the tree may consist
of trees of its pieces. Then two pieces that touch are united and cut again, again and again:
recombination, as in DeFord, Duchin and Solomon, *Recombination: A family of Markov chains for
redistricting* (2021).
With a Metropolis-Hastings acceptance step, the chain keeps the distribution in which the weight of
a partition is the number of spanning trees of its pieces (Cannon, Duchin, Randall and Rule,
*Spanning tree methods for sampling graph partitions*, 2022), which is high for round pieces; here
to a power of choice, down to 0, where all partitions weigh the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.basics.seeded_random import SeededRandom

Partition = list[int]
"""Pieces as bit masks of vertices."""

_TREES = 60
"""Spanning trees tried before an earlier cut is redone.

Few are needed: 100 partitions of 9x9 into nines (`split_into_pieces`) took 31 trees each, with 15
and 120 for 60 as well.
"""

_MAX_TREES_PER_PIECE = 200
"""Spanning trees tried in total, per piece: a bound for sizes that do not fit.

All 1,800 for nines of a star of 81 cells take 0.3 s (`split_into_pieces`, 2026-11).
"""


@dataclass(frozen=True)
class PartitionGraph:
    """A graph without loops.

    Args:
        neighbours: for each vertex its neighbours as a bit mask.
    """

    neighbours: tuple[int, ...]
    # Cached by piece; a graph never changes.
    _trees: dict[int, int] = field(default_factory=dict, repr=False, compare=False)

    # Cached properties read only the fields, which never change.
    @cached_property
    def lists(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each vertex."""
        return tuple(tuple(vertices_in(mask)) for mask in self.neighbours)

    def neighbourhood(self, piece: int) -> int:
        """Return the vertices adjacent to a set of vertices."""
        found = 0
        for vertex in vertices_in(piece):
            found |= self.neighbours[vertex]
        return found & ~piece

    def borders(self, one: int, other: int) -> int:
        """Return the number of edges between two sets."""
        return sum((self.neighbours[vertex] & other).bit_count() for vertex in vertices_in(one))

    def components(self, piece: int) -> Iterator[int]:
        """Yield the connected components of a set of vertices, that of the first vertex first."""
        while piece:
            part = piece & -piece
            while more := self.neighbourhood(part) & piece:
                part |= more
            yield part
            piece &= ~part

    def trees(self, piece: int) -> int:
        """Return the number of spanning trees in a set: a minor of its Laplacian (Kirchhoff)."""
        if piece not in self._trees:
            inner = list(vertices_in(piece))[1:]
            self._trees[piece] = _determinant(
                [
                    [
                        (self.neighbours[v] & piece).bit_count()
                        if v == u
                        else -(self.neighbours[v] >> u & 1)
                        for u in inner
                    ]
                    for v in inner
                ]
            )
        return self._trees[piece]

    def tree(self, piece: int, chance: SeededRandom) -> list[tuple[int, int]]:
        """Draw a random spanning tree of a connected set, each equally likely (Wilson 1996).

        Returns:
            Each vertex with its parent, parents first; the root is its own.
        """
        inside = {v: [u for u in self.lists[v] if piece >> u & 1] for v in vertices_in(piece)}
        root = (piece & -piece).bit_length() - 1
        done, order = {root}, [(root, root)]
        for start in checked(vertices_in(piece)):
            ahead: dict[int, int] = {}
            vertex = start
            while vertex not in done:
                ahead[vertex] = chance.choice(inside[vertex])
                vertex = ahead[vertex]
            path = []
            vertex = start
            while vertex not in done:
                path.append((vertex, ahead[vertex]))
                done.add(vertex)
                vertex = ahead[vertex]
            order += reversed(path)
        return order

    def cuts(self, piece: int, chance: SeededRandom) -> list[int]:
        """Return, for each edge of a random spanning tree of a set, the part that it cuts off."""
        tree = self.tree(piece, chance)
        below_: dict[int, int] = {}
        for vertex, parent in reversed(tree):
            below_[vertex] = below_.get(vertex, 0) | 1 << vertex
            below_[parent] = below_.get(parent, 0) | below_[vertex]
        return [below_[vertex] for vertex, _ in tree[1:]]


def vertices_in(piece: int) -> Iterator[int]:
    """Yield the vertices of a bit mask, in order.

    >>> list(vertices_in(0b1010))
    [1, 3]
    """
    while piece:
        lowest = piece & -piece
        yield lowest.bit_length() - 1
        piece ^= lowest


def split_into_pieces(
    graph: PartitionGraph,
    piece: int,
    sizes: Sequence[int],
    chance: SeededRandom,
    trees: Iterator[int] | None = None,
) -> Partition | None:
    """Cut a connected set of vertices into connected pieces; return None on failure.

    Args:
        graph: the graph.
        piece: the set.
        sizes: how many vertices each piece is to have; they add up to those of the set.
        chance: the source of all draws.
        trees: an iterator that runs out when it is time to give up; absent: a number of trees in
            proportion to the pieces.
    """
    if len(sizes) == 1:
        return [piece]
    trees = iter(range(_MAX_TREES_PER_PIECE * len(sizes))) if trees is None else trees
    for _ in checked(islice(trees, _TREES)):
        order = chance.shuffled(sizes)
        possible = subset_sums(order)
        cuts = [cut for cut in graph.cuts(piece, chance) if possible >> cut.bit_count() & 1]
        if not cuts:
            continue
        cut = chance.choice(cuts)
        there, here = _split_at_total(order, cut.bit_count())
        first = split_into_pieces(graph, cut, there, chance, trees)
        second = split_into_pieces(graph, piece & ~cut, here, chance, trees) if first else None
        if first and second:
            return first + second
    return None


def recombined(
    graph: PartitionGraph, pieces: Partition, crooked: float, steps: int, chance: SeededRandom
) -> Partition:
    """Return a partition after some steps of recombination.

    Args:
        graph: the graph.
        pieces: the partition to begin with.
        crooked: the weight of a partition is the number of spanning trees of its pieces to the
            power of ``1 - crooked``.
        steps: how often two pieces are drawn; if they touch, they are united and cut again, subject
            to acceptance.
        chance: the source of all draws.
    """
    pieces = list(pieces)
    for _ in checked(range(steps)):
        i, j = chance.below(len(pieces)), chance.below(len(pieces))
        if i != j and graph.neighbourhood(pieces[i]) & pieces[j]:
            _recombine(graph, pieces, (i, j), crooked, chance)
    return pieces


def _recombine(
    graph: PartitionGraph,
    pieces: Partition,
    pair: tuple[int, int],
    crooked: float,
    chance: SeededRandom,
) -> None:
    """Unite two pieces and cut them again, if the acceptance test passes.

    The number of trees that lead to a cut is the product of the numbers of trees of its two pieces
    and of the edges between them; where the pieces differ in size, several edges of one tree may
    give such a cut.
    """
    one, other = (pieces[i] for i in pair)
    size, rest = one.bit_count(), other.bit_count()
    union = one | other
    cuts = [
        cut if cut.bit_count() == size else union & ~cut
        for cut in graph.cuts(union, chance)
        if cut.bit_count() in (size, rest)
    ]
    most = (size + rest) // min(size, rest) if size != rest else 1
    place = chance.below(max(most, len(cuts)))
    if place >= len(cuts):
        return
    new, left = cuts[place], union & ~cuts[place]
    before, after = graph.trees(one) * graph.trees(other), graph.trees(new) * graph.trees(left)
    ratio = (before / after) ** crooked
    if chance.fraction() < ratio * graph.borders(one, other) / graph.borders(new, left):
        pieces[pair[0]], pieces[pair[1]] = new, left


def subset_sums(sizes: Sequence[int]) -> int:
    """Return the sums of all subsets of these numbers as a bit mask.

    >>> bin(subset_sums([1, 3]))
    '0b11011'
    """
    possible = 1
    for size in sizes:
        possible |= possible << size
    return possible


def _split_at_total(sizes: Sequence[int], total: int) -> tuple[list[int], list[int]]:
    """Return sizes that add up to a total, preferring the first ones, and the rest."""
    taken: list[int] = []
    left: list[int] = []
    for i, size in enumerate(sizes):
        fits = size <= total and subset_sums(sizes[i + 1 :]) >> (total - size) & 1
        total -= size if fits else 0
        (taken if fits else left).append(size)
    return taken, left


def _determinant(rows: list[list[int]]) -> int:
    """Return the determinant of an integer matrix with no zero leading minor (Bareiss 1968)."""
    last = 1
    for k in range(len(rows) - 1):
        check_interrupt()
        for i in range(k + 1, len(rows)):
            for j in range(k + 1, len(rows)):
                product = rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]
                rows[i][j] = product // last
        last = rows[k][k]
    return rows[-1][-1] if rows else 1
