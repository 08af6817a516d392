"""Smallest premises: a few shapes that leave nothing else, for any puzzle and any rule.

A candidate that is in no solution is refuted, by assumptions within assumptions if need be; then
shapes are left out one by one as long as the others still refute it. The guarantee is that of
minimal unsatisfiable subsets (J. Espasa, I. Gent, R. Hoffmann, C. Jefferson and A. Lynch, "Using
Small MUSes to Explain How to Solve Pen and Paper Puzzles", 2021); the proof is one that can be
followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulib.board import Board
from sudokulib.logic.patience import ask
from sudokulib.logic.step import Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.conclusions import refutation
from sudokulib.strategies.implications import Chain
from sudokulib.strategies.lengths import longer, tell_refutation
from sudokulib.strategies.networks import Network, network, open_candidates, restricted
from sudokulib.strategies.refutations import Refuter, by_promise, refuted_again
from sudokulib.strategies.registry import strategy

__all__ = ["nested_forcing_net", "premises_of", "smallest_premises"]

_NESTED = 3
"""Assumptions within an assumption of a nested net."""

_FEW = 2
"""Assumptions of a refutation up to which others are looked for when a shape is left out."""

_COMPARED = 4
"""Refutations that are compared, once there is one."""


@strategy(
    "nested-forcing-net",
    family="forcing",
    rating=9.5,
    score=900,
    source="Sudoku Explainer, nested forcing chains",
    monotone=False,
    tell=tell_refutation,
    dear=True,
)
def nested_forcing_net(board: Board) -> Iterator[Step]:
    """A candidate leads to a contradiction, with few further assumptions on the way."""
    net = network(board)
    for chain in _refuted(by_promise(net, open_candidates(net)), Refuter(net, _NESTED)):
        yield _step("nested-forcing-net", 9.5, board, net, chain)


def _tell(step: Step, words: Words) -> str:
    premises = words.shapes(step.roles[0].primitives)
    return f"by {premises} alone: {tell_refutation(step, words)}"


@strategy(
    "smallest-premises",
    family="premises",
    rating=10.5,
    score=1000,
    source="Espasa et al., Using Small MUSes to Explain How to Solve Pen and Paper Puzzles (2021)",
    monotone=False,
    tell=_tell,
    dear=True,
)
def smallest_premises(board: Board) -> Iterator[Step]:
    """Some shapes, few of which could be spared, leave nothing else.

    Only what takes fewest assumptions: afterwards there may be something easier.
    """
    net = network(board)
    left = dict.fromkeys(by_promise(net, open_candidates(net)))
    refuter = Refuter(net, 1)
    found = False
    while left and not found:
        for chain in _refuted(list(left), refuter):
            found = True
            yield _smaller(board, net, chain)
        left = {number: None for number in left if not refuter.solutions >> number & 1}
        refuter.most *= 2


def _refuted(numbers: Iterable[int], refuter: Refuter) -> Iterator[Chain]:
    """Refutations within the limit, a few of them at a time, shortest first."""
    found: list[Chain] = []
    for number in numbers:
        chain = None if refuter.solutions >> number & 1 else refuter.refute(number)
        if chain is not None:
            found.append(chain)
        if len(found) == _COMPARED:
            yield from sorted(found, key=lambda one: one.nodes)
            found = []
    yield from sorted(found, key=lambda one: one.nodes)


def _smaller(board: Board, net: Network, chain: Chain) -> Step:
    """The step of a refutation after shapes that it can do without are left out."""
    premises = premises_of(net, chain)
    for number in sorted(premises, reverse=True):
        if number in premises:
            smaller = restricted(board, premises - {number})
            ask()
            found = refuted_again(smaller, chain)
            if found is None and (most := _assumptions(chain)) <= _FEW:
                found = Refuter(smaller, 2 * most).refute(chain.assumed)
            if found is not None:
                net, chain, premises = smaller, found, premises_of(smaller, found)
    return _step("smallest-premises", 10.5, board, net, chain)


def _step(technique: str, rating: float, board: Board, net: Network, chain: Chain) -> Step:
    argument = refutation(net, board, chain)
    target = (argument.candidate,)
    roles = (
        Role("premises", (), tuple(sorted(premises_of(net, chain)))),
        Role("target", target),
    )
    return Step(technique, (), target, (argument,), roles, longer(rating, chain.nodes))


def _assumptions(chain: Chain) -> int:
    return 1 + sum(event.nested is not None for event in chain.all_events())


def premises_of(net: Network, chain: Chain) -> frozenset[int]:
    """The primitives, by number, that a chain and the refutations in it rest on."""
    found: set[int] = set()
    removed: list[tuple[int, int]] = []
    for one in _with_nested(chain):
        removed.append((one.assumed, one.removes))
        for event in (*one.events, *([one.end] if one.end else [])):
            if event.rule >= 0:
                found.add(event.rule)
            for truth in (event.truth, *event.pattern):
                if truth >= 0 and (primitive := net.truths[truth].primitive) is not None:
                    found.add(primitive)
            if event.placed >= 0:
                removed.append((event.placed, event.gone))
    for number, gone in removed:
        found |= _seeing(net, number, gone, found)
    return frozenset(found)


def _with_nested(chain: Chain) -> Iterator[Chain]:
    yield chain
    for event in chain.events:
        if event.nested is not None:
            yield from _with_nested(event.nested)


def _seeing(net: Network, number: int, gone: int, known: set[int]) -> set[int]:
    """Through which shapes a placed candidate removes others: known ones if they do."""
    variable = net.numbered.candidate(number)[0]
    cliques = net.board.model.cliques_of[variable]
    found: set[int] = set()
    for other in bits(gone):
        seen = 1 << net.numbered.candidate(other)[0]
        through = [clique.primitive for clique in cliques if clique.variables & seen]
        if seen != 1 << variable and not (known | found) & set(through):
            found.add(through[0])
    return found
