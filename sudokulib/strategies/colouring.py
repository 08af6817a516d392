"""Colouring: candidates linked in pairs take two colours, one of which is all true.

Simple colouring looks at one cluster of one value, multi-colouring at two of them, and 3D Medusa
at one cluster of candidates of any values.

A cluster is candidates linked by pairs of which exactly one is true, in two colours. A pair counts
only if it is a truth and a conflict at once: a truth alone would let both be true, a conflict alone
neither. All of one colour are then true, and all of the other are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from typing import NamedTuple

from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import StrongSet, conflicts, link, truth, truths
from sudokulib.logic.memo import cached_on_board
from sudokulib.logic.step import Argument, Candidates, Link, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.strategies.chains.chain_steps import chain_arguments
from sudokulib.strategies.chains.graph import Chain
from sudokulib.strategies.chains.nodes import StrongInference, pairs, same_value_conflicts
from sudokulib.strategies.phrases import excluding_primitives
from sudokulib.strategies.registry import strategy

# The clusters.


@dataclass(frozen=True, slots=True)
class ColourClash:
    """Candidates of one colour that cannot all be true.

    Args:
        members: the candidates, by number, with repeats.
        links: the links that exclude them from one another, or from the truths, as masks.
        truths: truths that would have no candidate left.
    """

    members: tuple[int, ...]
    links: tuple[int, ...]
    truths: tuple[StrongSet, ...] = ()


@dataclass(frozen=True, slots=True)
class Cluster:
    """Candidates of which either all of one colour are true or all of the other.

    Args:
        colours: two masks of candidates.
        edges: for each candidate by number, the pairs that it is in: (other number, pair).
    """

    colours: tuple[int, int]
    edges: dict[int, list[tuple[int, StrongInference]]]

    def path(self, start: int, goals: int) -> list[int]:
        """Return the shortest path from a candidate to one of some others, by number."""
        before, line = {start: start}, [start]
        for here in line:
            if goals >> here & 1:
                return _back(before, here)
            for there, _ in self.edges[here]:
                if there not in before:
                    before[there] = here
                    line.append(there)
        raise ValueError("there is no way")

    def between(self, one: int, other: int) -> StrongInference:
        """Return the pair of two neighbours."""
        return next(inference for there, inference in self.edges[one] if there == other)

    def nearest(self, ones: int, others: int) -> list[int]:
        """Return the shortest path from any of some candidates to any of some others."""
        return min((self.path(start, others) for start in bits(ones)), key=len)

    def chain(self, path: Sequence[int]) -> Chain:
        """Return a path with an odd number of edges as a chain: one of its ends is true."""
        return Chain(
            tuple(1 << number for number in path),
            tuple(self.between(*pair) for pair in list(pairwise(path))[::2]),
        )


def _back(before: dict[int, int], end: int) -> list[int]:
    path = [end]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return path[::-1]


def clusters(board: Board, strong_inferences: Iterable[StrongInference]) -> Iterator[Cluster]:
    """Yield the clusters that some pairs link together, those of low candidates first.

    Args:
        board: the board.
        strong_inferences: pairs of candidates; those that may both be true do not count.
    """
    sight = conflicts(board)
    edges: dict[int, list[tuple[int, StrongInference]]] = {}
    for inference in strong_inferences:
        one, other = inference.first.bit_length() - 1, inference.second.bit_length() - 1
        if sight[one] >> other & 1:
            edges.setdefault(one, []).append((other, inference))
            edges.setdefault(other, []).append((one, inference))
    done = 0
    for start in sorted(edges):
        if not done >> start & 1:
            cluster = _coloured(edges, start)
            done |= cluster.colours[0] | cluster.colours[1]
            yield cluster


def _coloured(edges: dict[int, list[tuple[int, StrongInference]]], start: int) -> Cluster:
    colours, line = {start: 0}, [start]
    for here in line:
        for there, _ in edges[here]:
            if there not in colours:
                colours[there] = 1 - colours[here]
                line.append(there)
    masks = [sum(1 << n for n, c in colours.items() if c == colour) for colour in (0, 1)]
    # Where two colours do not suffice, every path still has to change colour at each edge.
    kept = {n: [edge for edge in edges[n] if colours[edge[0]] != colours[n]] for n in line}
    return Cluster((masks[0], masks[1]), kept)


def refute_colour(board: Board, cluster: Cluster, false: int, clash: ColourClash) -> Rank:
    """Return the proof that a candidate is false whose colour leads to a clash.

    Args:
        board: the board.
        cluster: the cluster.
        false: the candidate, by number.
        clash: what contradicts its colour.
    """
    truths = [truth(board, one) for one in clash.truths]
    links = [_link(board, mask) for mask in clash.links]
    for member in clash.members:
        more, between = _if_true(board, cluster, false, member)
        truths += more
        links += between
    return Rank(tuple(truths), tuple(links))


def _if_true(
    board: Board, cluster: Cluster, start: int, end: int
) -> tuple[list[Truth], list[Link]]:
    """Return truths and links that make a candidate true if another of its colour is."""
    path = cluster.path(start, 1 << end)
    pairs = list(pairwise(path))
    truths = [truth(board, cluster.between(*pair).truths[0]) for pair in pairs[1::2]]
    return truths, [_link(board, 1 << one | 1 << other) for one, other in pairs[::2]]


def _link(board: Board, mask: int) -> Link:
    return link(board, numbering(board.model).candidates(mask))


# Wordings.


def tell_colours(step: Step, words: Words) -> str:
    """Describe which candidates have which colour, and what the colours exclude."""
    colours = _needed(step, [r.candidates for r in step.roles if r.name == "colour"])
    clash = next((role for role in step.roles if role.name == "clash"), None)
    tied = "; ".join(
        _tied(one, other, words) for one, other in zip(colours[::2], colours[1::2], strict=True)
    )
    if clash is not None:
        return f"{tied}; {_clash(colours, clash, words)}"
    if len(colours) == 2:
        return f"{tied}; {_seeing(step, colours, words)}"
    bridge = _bridge(colours[0], colours[2], words)
    left = [colours[1], colours[3]]
    return (
        f"{tied}; {bridge}, so one of the other two colours is true; {_seeing(step, left, words)}"
    )


def _needed(step: Step, colours: list[Candidates]) -> list[Candidates]:
    """Return the part of the colours that the proof uses; all of them if that is not known."""
    truths = [truth for a in step.arguments if isinstance(a, Rank) for truth in a.truths]
    used = {c for truth in truths if isinstance(truth, Truth) for c in truth.candidates}
    fewer = [tuple(c for c in colour if c in used) for colour in colours]
    return fewer if all(fewer) else colours


def _tied(one: Candidates, other: Candidates, words: Words) -> str:
    """Return two colours, and the shapes that link their candidates in pairs, in words."""
    board = words.board
    both = numbering(board.model).mask((*one, *other))
    strong = [inference.truths[0] for inference in pairs(board)]
    shapes = [s.primitive for s in strong if s.primitive is not None and not s.mask & ~both]
    by = f", by pairs in {words.shapes(shapes)}" if shapes else ""
    return (
        f"either {words.candidates(one)} (one colour) or {words.candidates(other)} (the other){by}"
    )


def _clash(colours: list[Candidates], clash: Role, words: Words) -> str:
    """Return why the first colour cannot be true."""
    if set(clash.candidates) <= set(colours[0]):
        both = join_words([words.candidate(one) for one in clash.candidates])
        return f"the first colour would make both {both} true ({_why(clash.candidates, words)})"
    what = join_words([words.claim(one) for one in clash.candidates])
    if len(colours) > 2:
        return f"the first colour of the first pair excludes {what}, one of each colour"
    where = f" of {words.rule(clash.primitives[0])}" if clash.primitives else ""
    return f"the first colour excludes {what}, which are all that is left{where}"


def _seeing(step: Step, colours: list[Candidates], words: Words) -> str:
    """Return in words which candidates of two colours each of the targets excludes."""
    parts = []
    for target in step.eliminations:
        ends = [_first_seen(target, colour, words) for colour in colours]
        parts.append(f"{words.claim(target)} excludes {join_words(ends)}")
    return "; ".join(parts)


def _first_seen(target: Candidate, colour: Candidates, words: Words) -> str:
    other = _in_conflict(target, colour, words)[0]
    return f"{words.claim(other)} ({_why((target, other), words)})"


def _bridge(one: Candidates, other: Candidates, words: Words) -> str:
    pair = next((a, b) for a in one for b in _in_conflict(a, other, words))
    named = [words.claim(candidate) for candidate in pair]
    return f"{join_words(named)} exclude each other ({_why(pair, words)})"


def _in_conflict(one: Candidate, others: Candidates, words: Words) -> list[Candidate]:
    numbered = numbering(words.board.model)
    sight = conflicts(words.board)[numbered.number(one)]
    return [other for other in others if sight >> numbered.number(other) & 1]


def _why(candidates: Candidates, words: Words) -> str:
    shapes = excluding_primitives(words, candidates)
    return words.shapes(shapes) if shapes else "one cell"


# The techniques.


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
        yield from _wrap(board, "simple-colouring", cluster, same_value_conflicts(board))
        yield from _trap(board, "simple-colouring", cluster, same_value_conflicts(board))


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
            yield from _excluded(board, one, other, same_value_conflicts(board))
            if one.colours < other.colours:
                yield from _either_left(board, one, other, same_value_conflicts(board))


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
    """Candidates of any values tied in pairs: an impossible colour, or what sees both."""
    for cluster in clusters(board, pairs(board)):
        yield from _wrap(board, "3d-medusa", cluster, conflicts(board))
        yield from _emptied(board, "3d-medusa", cluster, conflicts(board))
        yield from _trap(board, "3d-medusa", cluster, conflicts(board))


@cached_on_board
def _of_values(board: Board) -> tuple[Cluster, ...]:
    by_value: dict[int, list[StrongInference]] = {}
    for inference in pairs(board):
        if inference.truths[0].value >= 0:
            by_value.setdefault(inference.truths[0].value, []).append(inference)
    return tuple(c for value in sorted(by_value) for c in clusters(board, by_value[value]))


def _value(board: Board, cluster: Cluster) -> int:
    return numbering(board.model).candidates(cluster.colours[0])[0][1]


def _wrap(board: Board, technique: str, cluster: Cluster, sight: tuple[int, ...]) -> Iterator[Step]:
    """Yield steps where two candidates of one colour exclude each other: that colour is false."""
    for own, other in (cluster.colours, cluster.colours[::-1]):
        pair = next(((a, b) for a in bits(own) for b in bits(own & sight[a])), None)
        if pair is not None:
            both = 1 << pair[0] | 1 << pair[1]
            role = Role("clash", _candidates(board, both))
            yield _refuted(
                board, technique, cluster, (own, other), ColourClash(pair, (both,)), role=role
            )


def _emptied(
    board: Board, technique: str, cluster: Cluster, sight: tuple[int, ...]
) -> Iterator[Step]:
    """Yield steps where one colour excludes all candidates of a truth: that colour is false."""
    for own, other in (cluster.colours, cluster.colours[::-1]):
        seen = _seen(sight, own)
        strong = None if own & seen else _smallest_within(board, seen)
        if strong is None:
            continue
        killers = [(_lowest(own & sight[one]), one) for one in bits(strong.mask)]
        clash = ColourClash(
            tuple(killer for killer, _ in killers),
            tuple(1 << killer | 1 << one for killer, one in killers),
            (strong,),
        )
        shapes = () if strong.primitive is None else (strong.primitive,)
        role = Role("clash", _candidates(board, strong.mask), shapes)
        yield _refuted(board, technique, cluster, (own, other), clash, role=role)


def _smallest_within(board: Board, seen: int) -> StrongSet | None:
    """Return the smallest truth all of whose candidates are in a set, the first of these."""
    by_lowest = _by_lowest(board)
    found = [
        (strong.mask.bit_count(), order, strong)
        for lowest in bits(seen & by_lowest.all)
        for order, strong in by_lowest.truths[lowest]
        if not strong.mask & ~seen
    ]
    return min(found)[2] if found else None


class _ByLowest(NamedTuple):
    """The truths of a board, each with its number, by the lowest of their candidates.

    Args:
        truths: the truths by candidate.
        all: all of these candidates.
    """

    truths: Mapping[int, Sequence[tuple[int, StrongSet]]]
    all: int


@cached_on_board
def _by_lowest(board: Board) -> _ByLowest:
    found: dict[int, list[tuple[int, StrongSet]]] = {}
    for order, strong in enumerate(truths(board)):
        if strong.mask:
            found.setdefault(_lowest(strong.mask), []).append((order, strong))
    return _ByLowest(found, sum(1 << lowest for lowest in found))


def _trap(board: Board, technique: str, cluster: Cluster, sight: tuple[int, ...]) -> Iterator[Step]:
    """Yield the step that removes what excludes candidates of both colours."""
    one, other = cluster.colours
    chains: dict[Chain, int] = {}
    for target in bits(_seen(sight, one) & _seen(sight, other) & ~(one | other)):
        path = cluster.nearest(one & sight[target], other & sight[target])
        if len(path) > 2:  # else a single truth proves it
            chain = cluster.chain(path)
            chains[chain] = chains.get(chain, 0) | 1 << target
    if chains:
        yield _trapped(board, technique, chains, (one, other))


def _excluded(board: Board, one: Cluster, other: Cluster, sight: tuple[int, ...]) -> Iterator[Step]:
    """Yield steps where a colour excludes candidates of both colours of another cluster."""
    for own, rest in (one.colours, one.colours[::-1]):
        seen = _seen(sight, own)
        first, second = (colour & seen for colour in other.colours)
        if first and second:
            path = other.nearest(first, second)
            killers = tuple(_lowest(own & sight[end]) for end in (path[0], path[-1]))
            links = [1 << a | 1 << b for a, b in zip(path[1:-1:2], path[2::2], strict=True)]
            links += [1 << a | 1 << b for a, b in zip(killers, (path[0], path[-1]), strict=True)]
            strong = tuple(inference.truths[0] for inference in other.chain(path).strong_inferences)
            role = Role("clash", _candidates(board, 1 << path[0] | 1 << path[-1]))
            clash = ColourClash(killers, tuple(links), strong)
            colours = (own, rest, *other.colours)
            yield _refuted(board, "multi-colouring", one, colours, clash, role=role)


def _either_left(
    board: Board, one: Cluster, other: Cluster, sight: tuple[int, ...]
) -> Iterator[Step]:
    """Yield steps where two colours exclude each other, so one of the other two is true."""
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
    return Chain(one.nodes + other.nodes, one.strong_inferences + other.strong_inferences)


def _trapped(
    board: Board, technique: str, chains: dict[Chain, int], colours: Sequence[int]
) -> Step:
    """Return the step that removes what is excluded by both ends of some chains."""
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
    clash: ColourClash,
    *,
    role: Role,
) -> Step:
    """Return the step that removes the first of some colours."""
    reasons = tuple(refute_colour(board, cluster, false, clash) for false in bits(colours[0]))
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
    """Return what is excluded by some candidate of a mask."""
    found = 0
    for number in bits(mask):
        found |= sight[number]
    return found


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
