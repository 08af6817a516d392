"""Forcing nets: the consequences of an assumption where several links together imply others.

They come in three strengths: with singles and rules; with locked candidates and pairs as well; with
refutations of further assumptions.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.facts import truths
from sudokulib.logic.step import Step
from sudokulib.strategies.forcing.chain_length import tell_cases, tell_refutation
from sudokulib.strategies.forcing.chains import Contradiction, case_steps, refutation_steps
from sudokulib.strategies.forcing.implication_graph import implication_graph, open_candidates
from sudokulib.strategies.forcing.implications import Propagation, assume
from sudokulib.strategies.registry import strategy

_ENOUGH = 40
"""Contradictions after which the search stops, to take the shortest.

With 10 instead of 40 the ratings (``sudokulib rate --profile sudoku-explainer``) of 40 puzzles
(17 clues, 8.3 and more) sum to 338.9 instead of 338.2, in 3,295 steps instead of 3,282.
"""


@strategy(
    "forcing-net",
    family="forcing",
    rating=8.5,
    score=700,
    source="Sudoku Explainer, dynamic contradiction forcing chains; D. Berthier, braids",
    monotone=False,
    tell=tell_refutation,
)
def forcing_net(board: Board) -> Iterator[Step]:
    """A candidate, assumed to be true or false, leads to a contradiction by singles and rules."""
    yield from refutation_steps(board, "forcing-net", 8.5, _contradictions(board, patterns=False))


@strategy(
    "forcing-net-cases",
    family="forcing",
    rating=8.6,
    score=700,
    source="Sudoku Explainer, dynamic cell and region forcing chains",
    monotone=False,
    tell=tell_cases,
)
def forcing_net_cases(board: Board) -> Iterator[Step]:
    """Whichever candidate of a truth is true, the same one is false, by singles and rules."""
    net = implication_graph(board)
    runs: dict[int, Propagation] = {}

    def run_of(number: int) -> Propagation:
        if number not in runs:
            runs[number] = assume(net, number)
        return runs[number]

    yield from case_steps(
        board, net, technique="forcing-net-cases", rating=8.6, runs=run_of, chosen=truths(board)
    )


@strategy(
    "forcing-net-plus",
    family="forcing",
    rating=9.0,
    score=800,
    source="Sudoku Explainer, dynamic forcing chains (+)",
    monotone=False,
    tell=tell_refutation,
)
def forcing_net_plus(board: Board) -> Iterator[Step]:
    """A candidate leads to a contradiction, with locked candidates and pairs on the way."""
    yield from refutation_steps(
        board, "forcing-net-plus", 9.0, _contradictions(board, patterns=True)
    )


def _contradictions(board: Board, *, patterns: bool) -> list[Contradiction]:
    net = implication_graph(board)
    found: list[Contradiction] = []
    for number in open_candidates(net):
        if len(found) >= _ENOUGH:
            break
        for holds in (True, False):
            run = assume(net, number, holds=holds, patterns=patterns)
            if run.end is not None:
                found.append(Contradiction(run, number, holds))
    return found
