"""Inference graphs, and the shortest chains in them.

If a node is false, those that share a truth with it are true; if it is true, those in conflict with
it are false. Such inferences can be read backwards, so whole levels are computed at once as bit
sets, and a chain is read off from its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.facts import conflicts
from sudokulib.logic.memo import cached_on_board
from sudokulib.model import bits
from sudokulib.strategies.chains.nodes import (
    StrongInference,
    almost_locked,
    common_conflicts,
    groups,
    pairs,
    same_value_conflicts,
)

_MOST_TRIED = 300
"""Inferences tried to find a chain without repeated candidates.

In HoDoKu's library (``python tests/acceptance/reglib.py``, codes 0709 to 0711) 100 find 1,309
steps, 300 find 1,315 and 1,000 no more.
"""


@dataclass(frozen=True, slots=True)
class Chain:
    """Nodes of which the first is false, the next therefore true, the next false, and so on.

    No candidate is in it twice, other than at both ends: else a part of the chain would decide it.

    Args:
        nodes: masks of candidates, an even number: two for each strong inference.
        strong_inferences: the strong inferences.
    """

    nodes: tuple[int, ...]
    strong_inferences: tuple[StrongInference, ...]

    def part(self, start: int, length: int) -> Chain:
        """Return an even number of nodes of a closed chain, starting at an even one."""
        nodes, strong_inferences = self.nodes * 2, self.strong_inferences * 2
        end = start + length
        return Chain(nodes[start:end], strong_inferences[start // 2 : end // 2])

    @property
    def grouped(self) -> bool:
        """Return whether one of its nodes has several candidates."""
        return any(node & (node - 1) for node in self.nodes)

    @property
    def sets(self) -> bool:
        """Return whether it runs through an almost locked set."""
        return any(len(inference.truths) > 1 for inference in self.strong_inferences)

    @property
    def pure(self) -> bool:
        """Return whether it is about the places of one value only, or about variables only."""
        if self.sets:
            return False
        first = [inference.truths[0] for inference in self.strong_inferences]
        if all(strong.variable is not None for strong in first):
            return True
        return len({strong.value for strong in first}) == 1 and first[0].value >= 0


def _union(masks: Sequence[int], chosen: int) -> int:
    """Return the union of the chosen masks; `bits` is inlined, as most time is spent here."""
    found = 0
    while chosen:
        low = chosen & -chosen
        found |= masks[low.bit_length() - 1]
        chosen ^= low
    return found


def _disjoint(masks: Iterable[int]) -> bool:
    found = 0
    for mask in masks:
        if found & mask:
            return False
        found |= mask
    return True


@dataclass(frozen=True, slots=True)
class InferenceGraph:
    """Nodes by number and their inferences; single candidates come first.

    Args:
        nodes: masks of candidates.
        sight: for each node, the mask of candidates in conflict with all of it.
        strong: for each node, the mask of nodes that are true if it is false.
        weak: for each node, the mask of nodes that are false if it is true.
        strong_inferences: for two nodes, why one of them is true.
        seen: for each candidate by number, the nodes that it excludes.
        numbers: the number of each node.
    """

    nodes: tuple[int, ...]
    sight: tuple[int, ...]
    strong: tuple[int, ...]
    weak: tuple[int, ...]
    strong_inferences: dict[tuple[int, int], StrongInference]
    seen: dict[int, int]
    numbers: dict[int, int]

    def levels(self, false: int) -> Iterator[tuple[int, int]]:
        """Yield what follows from some nodes being false, by level: new false nodes, new true ones.

        Args:
            false: the nodes, as a mask.
        """
        all_false, all_true = false, 0
        while false:
            check_interrupt()
            true = _union(self.strong, false) & ~all_true
            all_true |= true
            yield false, true
            false = _union(self.weak, true) & ~all_false
            all_false |= false

    def chain_to(self, levels: Sequence[tuple[int, int]], end: int) -> Chain | None:
        """Return the first simple chain that ends in a node of the last level, low nodes first.

        It is read from the lower of its ends.

        Args:
            levels: the inferences so far, by level.
            end: the number of the node.

        Returns:
            None if there is no simple one, or too many others before it.
        """
        left = _MOST_TRIED
        way: list[int] = []

        def extend(true: int, place: int, used: int) -> bool:
            """Extend the chain back from a true node to the first level."""
            nonlocal left
            for false in bits(self.strong[true] & levels[place][0]):
                left -= 1
                if left < 0:
                    return False
                closing = not place and false == end
                if self.nodes[false] & used and not closing:
                    continue
                way.extend((true, false))
                now = used | self.nodes[false]
                if not place:
                    return True
                for before in bits(self.weak[false] & levels[place - 1][1]):
                    if not self.nodes[before] & now and (
                        extend(before, place - 1, now | self.nodes[before])
                    ):
                        return True
                del way[-2:]
            return False

        if not extend(end, len(levels) - 1, self.nodes[end]):
            return None
        if way[-1] < way[0]:
            way.reverse()
        pairs = zip(way[::2], way[1::2], strict=True)
        return Chain(
            tuple(self.nodes[number] for number in way),
            tuple(self.strong_inferences[pair] for pair in pairs),
        )

    def two_link_chains(self) -> Iterator[Chain]:
        """Yield every chain of two strong inferences from different truths, in one direction."""
        for (first, second), one in self.strong_inferences.items():
            for third in bits(self.weak[second]):
                for last in bits(self.strong[third]):
                    other = self.strong_inferences[third, last]
                    nodes = tuple([self.nodes[n] for n in (first, second, third, last)])
                    if first < last and one.truths != other.truths and _disjoint(nodes):
                        yield Chain(nodes, (one, other))


def build_graph(
    strong_inferences: Iterable[StrongInference], sight: tuple[int, ...]
) -> InferenceGraph:
    """Return the graph of some strong inferences.

    Args:
        strong_inferences: the inferences; of several for the same nodes the first counts.
        sight: for each candidate, by number, what it is in conflict with.
    """
    own: dict[tuple[int, int], StrongInference] = {}
    for inference in strong_inferences:
        own.setdefault((inference.first, inference.second), inference)
    masks = {mask for pair in own for mask in pair}
    nodes = sorted(masks, key=lambda mask: (mask.bit_count(), mask))
    numbers = {mask: number for number, mask in enumerate(nodes)}
    strong = [0] * len(nodes)
    why: dict[tuple[int, int], StrongInference] = {}
    for (first, second), inference in own.items():
        one, other = numbers[first], numbers[second]
        strong[one] |= 1 << other
        strong[other] |= 1 << one
        why[one, other] = why[other, one] = inference
    views = tuple(common_conflicts(sight, mask) for mask in nodes)
    seen = _excluded_nodes(views)
    weak = tuple(_excluded_by_all(seen, mask) for mask in nodes)
    return InferenceGraph(
        tuple(nodes), views, tuple(strong), weak, dict(sorted(why.items())), seen, numbers
    )


@cached_on_board
def bivalue_graph(board: Board) -> InferenceGraph:
    """Return the graph of cells with two candidates and their conflicts by the same value."""
    bivalue = []
    for inference in pairs(board):
        variable = inference.truths[0].variable
        if variable is not None and variable < board.model.cells:
            bivalue.append(inference)
    return build_graph(bivalue, same_value_conflicts(board))


@cached_on_board
def plain_graph(board: Board) -> InferenceGraph:
    """Return the graph of all truths of two candidates and all conflicts."""
    return build_graph(pairs(board), conflicts(board))


@cached_on_board
def grouped_graph(board: Board) -> InferenceGraph:
    """Return the plain graph with truths in two groups added."""
    return build_graph((*pairs(board), *groups(board)), conflicts(board))


@cached_on_board
def almost_locked_graph(board: Board) -> InferenceGraph:
    """Return the grouped graph with pairs of values of almost locked sets added."""
    return build_graph((*pairs(board), *groups(board), *almost_locked(board)), conflicts(board))


def graphs_by_value(
    board: Board, strong_inferences: Iterable[StrongInference]
) -> Iterator[InferenceGraph]:
    """Yield, for each value, the graph of the truths about its places.

    Args:
        board: the board.
        strong_inferences: the inferences, of which those about one value are used.
    """
    own: dict[int, list[StrongInference]] = {}
    for inference in strong_inferences:
        if inference.truths[0].value >= 0:
            own.setdefault(inference.truths[0].value, []).append(inference)
    for value in sorted(own):
        if len(own[value]) > 1:
            yield build_graph(own[value], same_value_conflicts(board))


def _excluded_nodes(views: tuple[int, ...]) -> dict[int, int]:
    """Return, for each candidate in conflict with whole nodes, those nodes."""
    found: dict[int, int] = {}
    for number, view in enumerate(views):
        bit = 1 << number
        for candidate in bits(view):
            found[candidate] = found.get(candidate, 0) | bit
    return found


def _excluded_by_all(seen: dict[int, int], mask: int) -> int:
    """Return the nodes that every candidate of a mask excludes."""
    found = -1
    for candidate in bits(mask):
        found &= seen.get(candidate, 0)
    return found
