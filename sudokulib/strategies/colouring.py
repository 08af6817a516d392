"""Colouring: candidates tied in pairs take two colours, one of which is all true.

Simple colouring looks at one cluster of one value, multi-colouring at two of them, and 3D Medusa
at one cluster of candidates of any values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts, truths
from sudokulib.logic.memo import of_board
from sudokulib.logic.step import Argument, Candidates, Role, Step
from sudokulib.model import bits
from sudokulib.strategies.chain_steps import chain_arguments
from sudokulib.strategies.clusters import Clash, Cluster, clusters, colour_refuted
from sudokulib.strategies.colouring_words import tell_colours
from sudokulib.strategies.nodes import Either, pairs, same_value
from sudokulib.strategies.registry import strategy
from sudokulib.strategies.webs import Chain

__all__ = ["medusa", "multi_colouring", "simple_colouring"]


@strategy(
    "simple-colouring",
    family="colouring",
    rating=4.4,
    score=150,
    source="Sudopedia, Simple Colors",
    aliases=("simple-coloring", "single-chains", "colour-trap", "colour-wrap"),
    monotone=False,
    tell=tell_colours,
)
def simple_colouring(board: Board) -> Iterator[Step]:
    """Places of one value tied in pairs: what sees both colours, or a colour that sees itself."""
    for cluster in _of_values(board):
        yield from _wrap(board, "simple-colouring", cluster, same_value(board))
        yield from _trap(board, "simple-colouring", cluster, same_value(board))


@strategy(
    "multi-colouring",
    family="colouring",
    rating=5.1,
    score=200,
    source="Sudopedia, Multi-Colors",
    aliases=("multi-coloring", "multi-colors"),
    monotone=False,
    tell=tell_colours,
)
def multi_colouring(board: Board) -> Iterator[Step]:
    """Two clusters of one value: two of their colours exclude each other, or one excludes both."""
    by_value: dict[int, list[Cluster]] = {}
    for cluster in _of_values(board):
        by_value.setdefault(_value(board, cluster), []).append(cluster)
    for value in sorted(by_value):
        for one, other in permutations(by_value[value], 2):
            yield from _excluded(board, one, other, same_value(board))
            if one.colours < other.colours:
                yield from _either_left(board, one, other, same_value(board))


@strategy(
    "3d-medusa",
    family="colouring",
    rating=6.4,
    score=250,
    source="A. Stuart, The Logic of Sudoku (2007), 3D Medusa",
    aliases=("medusa", "three-dimensional-medusa"),
    monotone=False,
    tell=tell_colours,
)
def medusa(board: Board) -> Iterator[Step]:
    """Candidates of any values tied in pairs: a colour that cannot be, or what sees both."""
    for cluster in clusters(board, pairs(board)):
        yield from _wrap(board, "3d-medusa", cluster, conflicts(board))
        yield from _emptied(board, "3d-medusa", cluster, conflicts(board))
        yield from _trap(board, "3d-medusa", cluster, conflicts(board))


@of_board
def _of_values(board: Board) -> tuple[Cluster, ...]:
    by_value: dict[int, list[Either]] = {}
    for either in pairs(board):
        if either.truths[0].value >= 0:
            by_value.setdefault(either.truths[0].value, []).append(either)
    return tuple(c for value in sorted(by_value) for c in clusters(board, by_value[value]))


def _value(board: Board, cluster: Cluster) -> int:
    return numbering(board.model).candidates(cluster.colours[0])[0][1]


def _wrap(board: Board, technique: str, cluster: Cluster, sight: tuple[int, ...]) -> Iterator[Step]:
    """Two candidates of one colour exclude each other: all of that colour are false."""
    for own, other in (cluster.colours, cluster.colours[::-1]):
        pair = next(((a, b) for a in bits(own) for b in bits(own & sight[a])), None)
        if pair is not None:
            both = 1 << pair[0] | 1 << pair[1]
            role = Role("clash", _candidates(board, both))
            yield _refuted(board, technique, cluster, (own, other), Clash(pair, (both,)), role=role)


def _emptied(
    board: Board, technique: str, cluster: Cluster, sight: tuple[int, ...]
) -> Iterator[Step]:
    """One colour excludes all candidates of a truth: all of that colour are false."""
    for own, other in (cluster.colours, cluster.colours[::-1]):
        seen = _seen(sight, own)
        empty = (strong for strong in truths(board) if not strong.mask & ~seen)
        strong = min(empty, key=lambda strong: strong.mask.bit_count(), default=None)
        if strong is None or own & seen:
            continue
        killers = [(_lowest(own & sight[one]), one) for one in bits(strong.mask)]
        clash = Clash(
            tuple(killer for killer, _ in killers),
            tuple(1 << killer | 1 << one for killer, one in killers),
            (strong,),
        )
        shapes = () if strong.primitive is None else (strong.primitive,)
        role = Role("clash", _candidates(board, strong.mask), shapes)
        yield _refuted(board, technique, cluster, (own, other), clash, role=role)


def _trap(board: Board, technique: str, cluster: Cluster, sight: tuple[int, ...]) -> Iterator[Step]:
    """What excludes a candidate of either colour is false."""
    one, other = cluster.colours
    chains: dict[Chain, int] = {}
    for target in bits(_seen(sight, one) & _seen(sight, other) & ~(one | other)):
        way = cluster.nearest(one & sight[target], other & sight[target])
        if len(way) > 2:  # else one truth says so alone
            chain = cluster.chain(way)
            chains[chain] = chains.get(chain, 0) | 1 << target
    if chains:
        yield _trapped(board, technique, chains, (one, other))


def _excluded(board: Board, one: Cluster, other: Cluster, sight: tuple[int, ...]) -> Iterator[Step]:
    """A colour of one cluster excludes candidates of both colours of another, so it is false."""
    for own, rest in (one.colours, one.colours[::-1]):
        seen = _seen(sight, own)
        first, second = (colour & seen for colour in other.colours)
        if first and second:
            way = other.nearest(first, second)
            killers = tuple(_lowest(own & sight[end]) for end in (way[0], way[-1]))
            links = [1 << a | 1 << b for a, b in zip(way[1:-1:2], way[2::2], strict=True)]
            links += [1 << a | 1 << b for a, b in zip(killers, (way[0], way[-1]), strict=True)]
            strong = tuple(either.truths[0] for either in other.chain(way).eithers)
            role = Role("clash", _candidates(board, 1 << way[0] | 1 << way[-1]))
            clash = Clash(killers, tuple(links), strong)
            colours = (own, rest, *other.colours)
            yield _refuted(board, "multi-colouring", one, colours, clash, role=role)


def _either_left(
    board: Board, one: Cluster, other: Cluster, sight: tuple[int, ...]
) -> Iterator[Step]:
    """Two colours exclude each other, so one of the other two colours is true."""
    for i, j in product((0, 1), repeat=2):
        bridges = [(a, b) for a in bits(one.colours[i]) for b in bits(other.colours[j] & sight[a])]
        left, right = one.colours[1 - i], other.colours[1 - j]
        targets = _seen(sight, left) & _seen(sight, right) if bridges else 0
        chains: dict[Chain, int] = {}
        for target in bits(targets & ~sum((*one.colours, *other.colours))):
            chain = min(
                (
                    _bridged(
                        one.chain(one.nearest(left & sight[target], 1 << a)),
                        other.chain(other.nearest(1 << b, right & sight[target])),
                    )
                    for a, b in bridges
                ),
                key=lambda chain: len(chain.nodes),
            )
            chains[chain] = chains.get(chain, 0) | 1 << target
        if chains:
            colours = (one.colours[i], left, other.colours[j], right)
            yield _trapped(board, "multi-colouring", chains, colours)


def _bridged(one: Chain, other: Chain) -> Chain:
    return Chain(one.nodes + other.nodes, one.eithers + other.eithers)


def _trapped(
    board: Board, technique: str, chains: dict[Chain, int], colours: Sequence[int]
) -> Step:
    """The step that removes what is excluded by both ends of some chains."""
    gone = 0
    for targets in chains.values():
        gone |= targets
    arguments: list[Argument] = []
    for chain, targets in chains.items():
        arguments += chain_arguments(board, chain, targets)
    return Step(
        technique,
        eliminations=_candidates(board, gone),
        arguments=tuple(arguments),
        roles=_roles(board, colours),
    )


def _refuted(
    board: Board,
    technique: str,
    cluster: Cluster,
    colours: Sequence[int],
    clash: Clash,
    *,
    role: Role,
) -> Step:
    """The step that removes the first of some colours."""
    reasons = tuple(colour_refuted(board, cluster, false, clash) for false in bits(colours[0]))
    return Step(
        technique,
        eliminations=_candidates(board, colours[0]),
        arguments=reasons,
        roles=(*_roles(board, colours), role),
    )


def _roles(board: Board, colours: Sequence[int]) -> tuple[Role, ...]:
    return tuple(Role("colour", _candidates(board, mask)) for mask in colours)


def _candidates(board: Board, mask: int) -> Candidates:
    return numbering(board.model).candidates(mask)


def _seen(sight: tuple[int, ...], mask: int) -> int:
    """What is excluded by some candidate of a mask."""
    found = 0
    for number in bits(mask):
        found |= sight[number]
    return found


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
