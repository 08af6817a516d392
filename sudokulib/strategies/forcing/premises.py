"""Smallest premises: a few shapes that refute a candidate, for any puzzle and any rule.

A candidate that is in no solution is refuted, by assumptions within assumptions if need be; then
shapes are dropped one by one as long as the others still refute it. The guarantee is that of
minimal unsatisfiable subsets (J. Espasa, I. Gent, R. Hoffmann, C. Jefferson and A. Lynch, "Using
Small MUSes to Explain How to Solve Pen and Paper Puzzles", 2021); the proof is one that can be
followed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.step import Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.forcing.chain_length import rating_with_length, tell_refutation
from sudokulib.strategies.forcing.conflict_analysis import refutation
from sudokulib.strategies.forcing.implication_graph import (
    ImplicationGraph,
    implication_graph,
    open_candidates,
    restricted_graph,
)
from sudokulib.strategies.forcing.implications import ForcingChain
from sudokulib.strategies.forcing.refutations import (
    Refuter,
    most_promising_first,
    replay_refutation,
)
from sudokulib.strategies.registry import strategy

_NESTED = 3
"""Assumptions within an assumption of a nested net.

On 452 boards of the examples 1 finds 10,008 steps, 3 finds 10,043, 4 and 5 find 10,053 and 10,056
(`python tests/benchmarks/constants.py`, 2026-11), none of them slower: 3 is kept because a longer
argument is harder to follow, and what it misses is left to refutations of any depth.
"""

_FEW = 2
"""The most assumptions of a refutation from which shapes are dropped, with new searches.

A bound on time: each shape that is tried may take a search, and those with more assumptions take
long.
"""

_SHARE = 10
"""The share of candidates, as 1 in 10, to remove before returning to easier techniques.

A bound on waiting, so that a board which has become easier is not left to the hardest technique.
"""

_COMPARED = 4
"""The number of refutations that are compared; the shortest comes first.

Few, a bound on time: each takes a search of its own, even where only the first is consumed.
"""


@strategy(
    "nested-forcing-net",
    family="forcing",
    rating=9.5,
    score=900,
    source="Sudoku Explainer, nested forcing chains",
    monotone=False,
    tell=tell_refutation,
    expensive=True,
)
def nested_forcing_net(board: Board) -> Iterator[Step]:
    """A candidate leads to a contradiction, with few further assumptions on the way."""
    step_of = partial(_step, "nested-forcing-net", 9.5)
    yield from _refutations(Refuter(implication_graph(board), _NESTED), step_of)


def _tell(step: Step, words: Words) -> str:
    premises = words.shapes(step.roles[0].primitives)
    more = "; so it is with the others" if len(step.arguments) > 1 else ""
    return f"by {premises} alone: {tell_refutation(step, words)}{more}"


@strategy(
    "smallest-premises",
    family="premises",
    rating=10.5,
    score=1000,
    source="Espasa et al., Using Small MUSes to Explain How to Solve Pen and Paper Puzzles (2021)",
    monotone=False,
    tell=_tell,
    sweeps=True,
    expensive=True,
)
def smallest_premises(board: Board) -> Iterator[Step]:
    """A few shapes by themselves refute a candidate, by assumptions if need be.

    Refutations with few assumptions come first, and once some candidates are removed there may
    be something easier. Where it takes many assumptions, nobody would follow them with fewer shapes
    either, so the step names all those that they rest on.
    """
    net = implication_graph(board)
    refuter = Refuter(net, 1)
    enough = len(list(open_candidates(net))) // _SHARE
    while refuter.refuted.bit_count() <= enough and any(refuter.undecided()):
        few = refuter.most <= _FEW
        step_of = _smaller if few else partial(_step, "smallest-premises", 10.5)
        refuter = yield from _refutations(refuter, step_of)
        refuter.most *= 2


def _refutations(
    refuter: Refuter, step_of: Callable[[Board, ImplicationGraph, ForcingChain], Step]
) -> Generator[Step, Board | None, Refuter]:
    """Yield refutations of each candidate, a few of them at a time, shortest first.

    The consumer of a step may send the current board: the round continues there.

    Args:
        refuter: refutes the candidates of its board.
        step_of: makes the step of a refutation.

    Returns:
        The refuter, on the last board.
    """
    found: list[ForcingChain] = []
    left = most_promising_first(refuter.net, refuter.undecided())
    for number in left:
        chain = refuter.refute(number) if number in refuter else None
        if chain is not None:
            found.append(chain)
        if len(found) == _COMPARED or (found and number == left[-1]):
            net = refuter.net
            for one in sorted(found, key=lambda one: one.nodes):
                now = yield step_of(net.board, net, one)
                if now is not None and now is not refuter.net.board:
                    refuter = refuter.for_graph(implication_graph(now))
            found = []
    return refuter


def _smaller(board: Board, net: ImplicationGraph, chain: ForcingChain) -> Step:
    """Return the step of a refutation after dropping the shapes that it does not need.

    Other candidates that the remaining shapes refute, with no more assumptions, are added.
    """
    premises = premises_of(net, chain)
    for number in sorted(premises, reverse=True):
        if number in premises:
            smaller = restricted_graph(board, premises - {number})
            check_interrupt()
            found = replay_refutation(smaller, chain)
            if found is None and (most := _assumptions(chain)) <= _FEW:
                found = Refuter(smaller, 2 * most).refute(chain.assumed)
            if found is not None:
                net, chain, premises = smaller, found, premises_of(smaller, found)
    alone = restricted_graph(board, premises)
    again = replay_refutation(alone, chain)
    if again is None:
        return _step("smallest-premises", 10.5, board, net, chain)
    return _step("smallest-premises", 10.5, board, alone, again, *_others(alone, again, premises))


def _others(
    net: ImplicationGraph, chain: ForcingChain, premises: Iterable[int]
) -> Iterator[ForcingChain]:
    """Yield refutations of other candidates by the same premises, with no more assumptions."""
    primitives = net.board.model.primitives
    inside = {variable for number in premises for variable in primitives[number].variables}
    refuter = Refuter(net, _assumptions(chain) - 1)
    for number in open_candidates(net):
        if number != chain.assumed and net.numbered.candidate(number)[0] in inside:
            found = refuter.refute(number)
            if found is not None:
                yield found


def _step(
    technique: str, rating: float, board: Board, net: ImplicationGraph, *chains: ForcingChain
) -> Step:
    arguments = tuple([refutation(net, board, chain) for chain in chains])
    targets = tuple(argument.candidate for argument in arguments)
    premises = frozenset[int]().union(*(premises_of(net, chain) for chain in chains))
    roles = (Role("premises", (), tuple(sorted(premises))), Role("target", targets))
    return Step(
        technique, (), targets, arguments, roles, rating_with_length(rating, chains[0].nodes)
    )


def _assumptions(chain: ForcingChain) -> int:
    return 1 + sum(implication.nested is not None for implication in chain.all_implications())


def premises_of(net: ImplicationGraph, chain: ForcingChain) -> frozenset[int]:
    """Return the primitives, by number, that a chain and the refutations in it rest on."""
    found: set[int] = set()
    removed: list[tuple[int, int]] = []
    for one in _with_nested(chain):
        removed.append((one.assumed, one.removes))
        for implication in (*one.implications, *([one.end] if one.end else [])):
            if implication.rule >= 0:
                found.add(implication.rule)
            for truth in (implication.truth, *implication.pattern):
                if truth >= 0 and (primitive := net.truths[truth].primitive) is not None:
                    found.add(primitive)
            if implication.placed >= 0:
                removed.append((implication.placed, implication.gone))
    for number, gone in removed:
        found |= _seeing(net, number, gone, found)
    return frozenset(found)


def _with_nested(chain: ForcingChain) -> Iterator[ForcingChain]:
    yield chain
    for implication in chain.implications:
        if implication.nested is not None:
            yield from _with_nested(implication.nested)


def _seeing(net: ImplicationGraph, number: int, gone: int, known: set[int]) -> set[int]:
    """Return the shapes through which a placed candidate removes others, preferring known ones."""
    variable = net.numbered.candidate(number)[0]
    cliques = net.board.model.cliques_of[variable]
    found: set[int] = set()
    for other in bits(gone):
        seen = 1 << net.numbered.candidate(other)[0]
        through = [clique.primitive for clique in cliques if clique.variables & seen]
        if seen != 1 << variable and not (known | found) & set(through):
            found.add(through[0])
    return found
