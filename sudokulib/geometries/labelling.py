"""Canonical labelling of coloured graphs, and with it their automorphisms.

Vertices are distinguished by the colours around them until nothing changes (colour refinement);
where that leaves several of a colour, each in turn is singled out. Of the leaves of this tree the
one whose renumbered graph is least is the canonical form. Two leaves with equal graphs reveal an
automorphism, which prunes all branches that it maps to those already searched (McKay and Piperno,
*Practical graph isomorphism, II*, 2014). Classes are ordered by sums of fixed numbers, so that a
graph gets the same form on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import prod
from operator import itemgetter

from sudokulib.basics.interruption import check_interrupt

__all__ = [
    "ColouredGraph",
    "Labelling",
    "Permutation",
    "PermutationGroup",
    "canonical_labelling",
    "orbits",
]

Permutation = Sequence[int]
"""For each point (a cell, say) the one to which it moves."""

_WORD = (1 << 64) - 1  # hashes are 64 bits wide


@dataclass(frozen=True, slots=True)
class ColouredGraph:
    """A graph with coloured vertices.

    Args:
        near: the neighbours of each vertex.
        colours: the colour of each vertex; only vertices of one colour map to each other.
        points: the vertices 0..points-1 determine all others, so a mapping is one of them.
    """

    near: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]
    points: int

    @classmethod
    def of_masks(cls, near: Sequence[int]) -> ColouredGraph:
        """Return the plain graph in which `near` holds each vertex's neighbours as a bit mask."""
        lists = tuple(tuple(u for u in range(len(near)) if mask >> u & 1) for mask in near)
        return cls(lists, ("",) * len(near), len(near))


@dataclass(frozen=True, slots=True)
class PermutationGroup:
    """A group of moves, as a chain: level by level one more point stays where it is.

    Args:
        points: how many points are moved.
        levels: for each point that is fixed next, its images while the earlier ones stay, each
            with a move that takes it there; first itself, by the move that changes nothing.
        generators: moves that generate the group.
    """

    points: int
    levels: tuple[dict[int, Permutation], ...]
    generators: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls, points: int, base: Iterable[int], generators: Iterable[Permutation]
    ) -> PermutationGroup:
        """Return the group that strong generators make.

        Those that hold the first points of the base make all moves that hold them.
        """
        kept = [tuple(move) for move in generators]
        made = tuple(kept)
        levels = []
        for point in base:
            levels.append(_transversal(point, kept, points))
            kept = [move for move in kept if move[point] == point]
        return cls(points, tuple(levels), made)

    @property
    def order(self) -> int:
        """The number of moves."""
        return prod(len(level) for level in self.levels)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield every move once; the first changes nothing."""
        yield from self._from(0, tuple(range(self.points)))

    def _from(self, depth: int, move: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if depth == len(self.levels):
            yield move
            return
        for more in self.levels[depth].values():
            yield from self._from(depth + 1, tuple([move[point] for point in more]))

    def __contains__(self, move: object) -> bool:
        """Return whether a move is in the group."""
        if not isinstance(move, tuple) or len(move) != self.points:
            return False
        left: Permutation = move
        for level in self.levels:
            point = next(iter(level))
            if left[point] not in level:
                return False
            back = {image: p for p, image in enumerate(level[left[point]])}
            left = [back[image] for image in left]
        return all(point == image for point, image in enumerate(left))

    def first(self, rank: Callable[[int], int]) -> tuple[int, ...]:
        """Return the move that takes the points of the chain, in order, to the least rank."""
        move: Permutation = range(self.points)
        for level in self.levels:
            best = min(level, key=lambda image: rank(move[image]))
            move = [move[point] for point in level[best]]
        return tuple(move)


def _transversal(start: int, moves: Sequence[Permutation], points: int) -> dict[int, Permutation]:
    """Return where a point can go, and by which move."""
    found: dict[int, Permutation] = {start: tuple(range(points))}
    queue = [start]
    for point in queue:
        for move in moves:
            if move[point] not in found:
                found[move[point]] = tuple([move[p] for p in found[point]])
                queue.append(move[point])
    return found


def _reached(points: list[int], moves: Sequence[Permutation]) -> set[int]:
    """Return where sequences of moves take some points, the points themselves included."""
    reached, queue = set(points), points.copy()
    for point in queue:
        for move in moves:
            if move[point] not in reached:
                reached.add(move[point])
                queue.append(move[point])
    return reached


def orbits(points: int, moves: Iterable[Permutation]) -> tuple[tuple[int, ...], ...]:
    """Return the sets of points that sequences of some moves take to each other.

    >>> orbits(5, [(1, 0, 2, 3, 4), (0, 2, 1, 3, 4)])
    ((0, 1, 2), (3,), (4,))
    """
    home = list(range(points))

    def root(point: int) -> int:
        while home[point] != point:
            point = home[point]
        return point

    for move in moves:
        for point, image in enumerate(move):
            one, other = root(point), root(image)
            home[max(one, other)] = min(one, other)
    found: dict[int, list[int]] = {}
    for point in range(points):
        found.setdefault(root(point), []).append(point)
    return tuple(map(tuple, found.values()))


@dataclass(frozen=True, slots=True)
class Labelling:
    """The canonical form of a graph.

    Args:
        places: the number of each vertex in it; vertices with the same neighbours may share one.
        certificate: the renumbered graph; equal for exactly the isomorphic graphs.
        symmetries: the automorphisms, as moves of the points.
    """

    places: tuple[int, ...]
    certificate: tuple[object, ...]
    symmetries: PermutationGroup


def canonical_labelling(
    graph: ColouredGraph, spend: Callable[[], None] = check_interrupt
) -> Labelling:
    """Return the canonical form of a graph.

    Args:
        graph: the graph.
        spend: called at each node of the search, and raises to stop.

    >>> path = ColouredGraph.of_masks([0b010, 0b101, 0b010])
    >>> other = ColouredGraph.of_masks([6, 1, 1])
    >>> canonical_labelling(path).certificate == canonical_labelling(other).certificate
    True
    >>> canonical_labelling(path).symmetries.order
    2
    """
    search = _Search(graph, spend)
    search.run()
    names = tuple(sorted(graph.colours))
    counted = tuple(i for i, (a, b) in enumerate(pairwise(names)) if a != b)
    kinds = tuple(names[i] for i in (*counted, len(names) - 1)) if names else ()
    return Labelling(
        tuple(search.best),
        (graph.points, kinds, counted, search.certificate),
        PermutationGroup.of(graph.points, search.best_path, search.found),
    )


@dataclass(slots=True)
class _Colouring:
    """A colouring of the vertices; the colour of a class is the number of vertices before it.

    Args:
        colours: the colour of each vertex.
        weights: the number that represents the colour; after the last vertex a 0.
        classes: the vertices that share their colour with others, by colour.
    """

    colours: list[int]
    weights: list[int]
    classes: list[list[int]]

    def individualise(self, members: list[int], vertex: int) -> _Colouring:
        """Return the colouring in which a vertex is singled out from the others of its class."""
        colours, weights = self.colours.copy(), self.weights.copy()
        colours[vertex] += len(members) - 1
        weights[vertex] = _weights(len(colours))[colours[vertex]]
        others = [v for v in members if v != vertex]
        finer = (others if found is members else found for found in self.classes)
        return _Colouring(colours, weights, [found for found in finer if len(found) > 1])


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=32)
def _weights(size: int) -> tuple[int, ...]:
    """Return numbers for colours whose sums are hardly ever equal (splitmix64)."""
    found, state = [], 0
    for _ in range(size):
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
        found.append((z ^ z >> 31) >> 8)
    return tuple(found)


@dataclass(slots=True)
class _Node:
    """A node of the search tree.

    Args:
        state: its colouring.
        path: the vertices that were singled out on the way there.
        target: the class of which a vertex is singled out next; empty in a leaf.
        left: those of them that were not tried yet.
        done: those that were.
        like_done: these, and what automorphisms take them to.
        holding: the automorphisms that leave the path where it is.
        known: how many automorphisms had been found when these were last looked at.
    """

    state: _Colouring
    path: list[int]
    target: list[int]
    left: Iterator[int]
    done: list[int] = field(default_factory=list)
    like_done: set[int] = field(default_factory=set)
    holding: list[tuple[int, ...]] = field(default_factory=list)
    known: int = 0

    def add(self, vertex: int) -> None:
        """Note that a vertex is tried."""
        self.done.append(vertex)
        self.like_done |= _reached([vertex], self.holding)


class _Search:
    """The search tree: in each node one more vertex is singled out.

    Attributes:
        best: the colours at the best leaf so far.
        best_path: the vertices that were singled out on the way there.
        certificate: the graph as it is numbered there.
        found: the automorphisms found, as moves of the points.
    """

    def __init__(self, graph: ColouredGraph, spend: Callable[[], None]) -> None:
        self.spend = spend
        self.near = graph.near
        self.points = graph.points
        size = len(graph.near)
        self.sees = [itemgetter(*near, size, size) for near in graph.near]
        self.listed = list(enumerate(graph.near))
        self.names = graph.colours
        self.best: list[int] = []
        self.best_path: list[int] = []
        self.best_traces: list[tuple[int, int]] = []
        self.certificate: tuple[tuple[int, ...], ...] | None = None
        self.found: list[tuple[int, ...]] = []

    def run(self) -> None:
        size = len(self.near)
        by_name: dict[str, list[int]] = {}
        for vertex, name in enumerate(self.names):
            by_name.setdefault(name, []).append(vertex)
        colours = [0] * size
        start = 0
        for name in sorted(by_name):
            for vertex in by_name[name]:
                colours[vertex] = start
            start += len(by_name[name])
        weights = [_weights(size)[colour] for colour in colours] + [0]
        classes = [by_name[name] for name in sorted(by_name) if len(by_name[name]) > 1]
        state = _Colouring(colours, weights, classes)
        self._refine(state, set(range(size)))
        self._visit(state)

    def _refine(self, state: _Colouring, touched: set[int]) -> tuple[int, int]:
        """Split colours by those of neighbours until stable; return a trace of the refinement.

        Args:
            state: changed in place.
            touched: the vertices with a neighbour whose colour has changed.
        """
        colours, weights, classes = state.colours, state.weights, state.classes
        near, sees, numbers = self.near, self.sees, _weights(len(colours))
        trace = 0
        while touched:
            check_interrupt()
            changed: set[int] = set()
            finer: list[list[int]] = []
            for members in classes:
                if touched.isdisjoint(members):
                    finer.append(members)
                    continue
                groups: dict[int, list[int]] = {}
                for v in members:
                    groups.setdefault(sum(sees[v](weights)), []).append(v)
                start = colours[members[0]]
                trace = (trace * 0x5851F42D4C957F2D + start) & _WORD
                if len(groups) == 1:
                    (seen,) = groups
                    trace = (trace * 0x5851F42D4C957F2D + seen) & _WORD
                    finer.append(members)
                    continue
                first = start
                for seen in sorted(groups):
                    group = groups[seen]
                    trace = (trace * 0x5851F42D4C957F2D + seen + len(group)) & _WORD
                    if start > first:
                        number = numbers[start]
                        for v in group:
                            colours[v] = start
                            weights[v] = number
                            changed.update(near[v])
                    if len(group) > 1:
                        finer.append(group)
                    start += len(group)
            classes, touched = finer, changed
        state.classes = classes
        return trace, len(classes)

    def _visit(self, start: _Colouring) -> None:
        """Search below a state, without recursion: the tree may be as deep as there are cells."""
        nodes = [self._node(start, [])]
        while nodes:
            node = nodes[-1]
            vertex = next((v for v in node.left if self._is_new(node, v)), None)
            if vertex is None:
                nodes.pop()
                continue
            node.add(vertex)
            below = node.state.individualise(node.target, vertex)
            trace = self._refine(below, set(self.near[vertex]))
            if self._is_worse(len(node.path), trace):
                continue
            child = self._node(below, [*node.path, vertex])
            if child.target:
                nodes.append(child)
            else:
                del nodes[self._leaf(below, child.path) + 1 :]

    def _node(self, state: _Colouring, path: list[int]) -> _Node:
        self.spend()
        choices = (members for members in state.classes if members[0] < self.points)
        target = min(choices, key=len, default=[])
        if not target and not path:
            self._leaf(state, path)
        return _Node(state, path, target, iter(target))

    def _is_new(self, node: _Node, vertex: int) -> bool:
        """Return whether no automorphism found by now takes a vertex to one already tried."""
        if len(self.found) > node.known:
            more = self.found[node.known :]
            node.holding += [m for m in more if all(m[v] == v for v in node.path)]
            node.known, node.like_done = len(self.found), _reached(node.done, node.holding)
        return vertex not in node.like_done

    def _is_worse(self, depth: int, trace: tuple[int, int]) -> bool:
        """Return whether a branch cannot lead to the best leaf; else note how it looks."""
        if depth < len(self.best_traces):
            if trace > self.best_traces[depth]:
                return True
            if trace < self.best_traces[depth]:
                del self.best_traces[depth:]
                self.certificate = None
        if depth == len(self.best_traces):
            self.best_traces.append(trace)
        return False

    def _leaf(self, state: _Colouring, path: list[int]) -> int:
        colours = state.colours
        rows = ((colours[v], *sorted([colours[u] for u in near])) for v, near in self.listed)
        numbered = tuple(sorted(rows))
        if self.certificate == numbered:
            place = {colours[v]: v for v in range(self.points)}
            self.found.append(tuple(place[self.best[v]] for v in range(self.points)))
            pairs = zip(path, self.best_path, strict=True)
            return next(i for i, (mine, other) in enumerate(pairs) if mine != other)
        if self.certificate is None or numbered < self.certificate:
            self.best, self.best_path, self.certificate = colours, path, numbered
        return len(path)
