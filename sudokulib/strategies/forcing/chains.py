"""Forcing chains: consequences of a candidate, link by link, that contradict or agree.

A chain is static: each link follows from the one before and from the board as it stands. What
several links together imply is left to nets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudokulib.board import Board
from sudokulib.logic.candidates import candidates_left
from sudokulib.logic.facts import StrongSet, truth, truths
from sudokulib.logic.step import Branch, Role, Split, Step
from sudokulib.model import Model, bits
from sudokulib.strategies.forcing.chain_length import (
    rating_with_length,
    tell_cases,
    tell_refutation,
)
from sudokulib.strategies.forcing.conflict_analysis import chain_of, refutation, steps_of
from sudokulib.strategies.forcing.implication_graph import (
    ImplicationGraph,
    open_candidates,
    static_graph,
    value_graph,
)
from sudokulib.strategies.forcing.implications import ForcingChain, Propagation, assume
from sudokulib.strategies.registry import Strategy, register_strategy, strategy

_MOST_CASES = 300
"""Conclusions by cases whose lengths are compared.

A bound on time for boards with many: on the boards of the examples 75, 150, 300 and 600 find 8,273,
8,492, 8,554 and 8,565 steps (`python tests/benchmarks/constants.py`, 2026-11); the ratings of
`_COMPARED` are the same with 75 and 1,200.
"""

_WIDEST = 6
"""The most candidates of a truth that is split into cases.

With 3 instead of 6 the ratings (``sudokulib rate --profile sudoku-explainer``) of 40 puzzles
(17 clues, 8.3 and more) sum to 339.4 instead of 338.2: some easier cases are missed.
"""


_COMPARED = 12
"""Contradictions that are analysed and sorted by length at a time.

With 3, 12 and 48 the ratings (``sudokulib rate --profile sudoku-explainer``) of 40 puzzles (17
clues, 8.3 to 8.9) sum to 338.0, 337.8 and 337.6, in 3,355, 3,334 and 3,314 steps (2026-11).
"""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A run that ended in a contradiction, with what it assumed: a candidate, by number."""

    run: Propagation
    number: int
    holds: bool = True

    def chain(self) -> tuple[ImplicationGraph, ForcingChain]:
        """Return the graph, and the part of the run that the contradiction needs."""
        return self.run.net, chain_of(self.run, self.number, holds=self.holds)


@strategy(
    "nishio",
    family="forcing",
    rating=7.5,
    score=400,
    source="T. Nishio; Sudopedia, Nishio",
    monotone=False,
    tell=tell_refutation,
)
def nishio(board: Board) -> Iterator[Step]:
    """One value, placed in a cell, would have no place left in some shape."""
    found = []
    for value, places in enumerate(board.places):
        if not places & board.open:
            continue
        net = value_graph(board, value)
        for variable in bits(places & board.open):
            number = net.numbered.number((variable, value))
            run = assume(net, number)
            if run.end is not None:
                found.append(Contradiction(run, number))
    yield from refutation_steps(board, "nishio", 7.5, found)


@strategy(
    "contradiction-chain",
    family="forcing",
    rating=8.0,
    score=500,
    source="HoDoKu, Forcing Chains (contradiction)",
    monotone=False,
    tell=tell_refutation,
)
def contradiction_chain(board: Board) -> Iterator[Step]:
    """A candidate implies, link by link, that another is both true and false."""
    net = static_graph(board)
    found = []
    for number in open_candidates(net):
        run = assume(net, number)
        if run.end is not None:
            found.append(Contradiction(run, number))
    yield from refutation_steps(board, "contradiction-chain", 8.0, found)


def refutation_steps(
    board: Board, technique: str, rating: float, found: Iterable[Contradiction]
) -> Iterator[Step]:
    """Yield steps from runs that end in contradictions, shortest first.

    Analysing what a contradiction needs takes longer than the run; so this is done for a few at a
    time, those with fewest implications first.
    """
    waiting = sorted(found, key=lambda one: (len(one.run.implications), one.number))
    for start in range(0, len(waiting), _COMPARED):
        chains = [one.chain() for one in waiting[start : start + _COMPARED]]
        for net, chain in sorted(chains, key=lambda pair: pair[1].nodes):
            argument = refutation(net, board, chain)
            candidate = (argument.candidate,)
            yield Step(
                technique,
                () if chain.holds else candidate,
                candidate if chain.holds else (),
                (argument,),
                (Role("node", _nodes(net, chain)), Role("target", candidate)),
                rating_with_length(rating, chain.nodes),
            )


def _nodes(net: ImplicationGraph, *chains: ForcingChain) -> tuple[tuple[int, int], ...]:
    """Return the candidates that chains place, in order."""
    placed = [
        number
        for chain in chains
        for number in (
            chain.assumed,
            *(one.placed for one in chain.all_implications()),
        )
        if number >= 0
    ]
    return tuple(net.numbered.candidate(number) for number in dict.fromkeys(placed))


def _cases_of_chains(board: Board, technique: str, *, of_cells: bool) -> Iterator[Step]:
    net = static_graph(board)
    runs: dict[int, Propagation] = {}

    def run_of(number: int) -> Propagation:
        if number not in runs:
            runs[number] = assume(net, number)
        return runs[number]

    chosen = [one for one in truths(board) if (one.variable is not None) == of_cells]
    yield from case_steps(board, net, technique=technique, rating=8.0, runs=run_of, chosen=chosen)


for _of_cells, _what, _summary in (
    (True, "cell", "Whatever a cell (or a case of a rule) holds, the same candidate is false."),
    (False, "region", "Wherever a shape has a value that it needs, the same candidate is false."),
):
    register_strategy(
        Strategy(
            f"{_what}-forcing-chain",
            partial(_cases_of_chains, technique=f"{_what}-forcing-chain", of_cells=_of_cells),
            _summary,
            family="forcing",
            rating=8.0,
            score=500,
            source="Sudoku Explainer, multiple forcing chains",
            monotone=False,
            tell=tell_cases,
        )
    )


def case_steps(
    board: Board,
    net: ImplicationGraph,
    *,
    technique: str,
    rating: float,
    runs: Callable[[int], Propagation],
    chosen: Sequence[StrongSet],
) -> Iterator[Step]:
    """Yield what is false whichever candidate of a truth is true, shortest first.

    Args:
        board: the board.
        net: the graph of the runs.
        technique: the name of the steps.
        rating: the rating of the shortest.
        runs: returns, for a candidate by number, the run that assumes it.
        chosen: the truths to split.
    """
    found: dict[int, tuple[int, int]] = {}
    narrow = [
        strong
        for strong in chosen
        if 1 < strong.mask.bit_count() <= _WIDEST and not _is_one_candidate(board.model, strong)
    ]
    tried = 0
    for place, strong in sorted(enumerate(narrow), key=lambda pair: pair[1].mask.bit_count()):
        own = [runs(candidate) for candidate in bits(strong.mask)]
        common = net.alive
        for run in own:
            common &= run.removed if run.end is None else 0
        for goal in bits(common):
            nodes = sum(chain.nodes for chain in _chains(own, strong, goal))
            found[goal] = min(found.get(goal, (nodes, place)), (nodes, place))
            tried += 1
        if tried > _MOST_CASES:
            break
    for goal, (nodes, place) in sorted(found.items(), key=lambda pair: pair[1]):
        strong = narrow[place]
        chains = _chains([runs(candidate) for candidate in bits(strong.mask)], strong, goal)
        split, roles = _split(board, net, strong, chains)
        gone = roles[-1].candidates
        yield Step(technique, (), gone, (split,), roles, rating_with_length(rating, nodes))


def _is_one_candidate(model: Model, strong: StrongSet) -> bool:
    """Return whether a truth says of a single candidate that it is true or false."""
    return strong.variable in model.indicators or strong.primitive in model.indicator_rules


def _chains(runs: Sequence[Propagation], strong: StrongSet, goal: int) -> list[ForcingChain]:
    numbers = bits(strong.mask)
    return [chain_of(run, n, 1 << goal) for run, n in zip(runs, numbers, strict=True)]


def _split(
    board: Board, net: ImplicationGraph, strong: StrongSet, chains: Sequence[ForcingChain]
) -> tuple[Split, tuple[Role, ...]]:
    """Return the argument and its roles, with everything that the chains have in common."""
    branches, common = [], net.alive
    for chain in chains:
        case = net.numbered.candidate(chain.assumed)
        steps = steps_of(net, board, chain)
        end = board.placed([case])
        for step in steps:
            end = step.apply(end)
        common &= ~candidates_left(end)
        branches.append(Branch(case, steps))
    split = truth(board, strong)
    through = () if strong.primitive is None else (strong.primitive,)
    roles = (
        Role("pattern", split.candidates, through),
        Role("node", _nodes(net, *chains)),
        Role("target", net.numbered.candidates(common)),
    )
    return Split(split, tuple(branches)), roles
