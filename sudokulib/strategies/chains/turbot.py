"""Two truths of one value, joined by a conflict: skyscrapers, kites, turbot fish, grouped forms.

They are chains of two strong inferences, and differ in how their shapes meet. Defined without a
grid: a skyscraper stands on two shapes that do not meet, and is joined by one that
meets each of them once; the strings of a kite meet each other once; any other is a turbot fish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import StrongSet, required
from sudokulib.logic.memo import cached_on_board
from sudokulib.logic.step import Step
from sudokulib.strategies.chains.chain_steps import chain_step
from sudokulib.strategies.chains.graph import Chain, graphs_by_value
from sudokulib.strategies.chains.nodes import StrongInference, groups, pairs
from sudokulib.strategies.chains.words import tell_chain
from sudokulib.strategies.registry import Strategy, register_strategy


class TwoTruths(NamedTuple):
    """A chain of two truths, the technique that it is, and what it excludes."""

    technique: str
    chain: Chain
    targets: int


def two_truths(board: Board, technique: str) -> Iterator[Step]:
    """Yield the steps of one technique of this family.

    Args:
        board: the board.
        technique: the name of the technique.
    """
    found = grouped_chains(board) if technique in _GROUPED else plain_chains(board)
    seen = set()
    for own in found:
        if own.technique == technique:
            step = chain_step(board, technique, own.chain, own.targets, None)
            if step is not None and step.eliminations not in seen:
                seen.add(step.eliminations)
                yield step


@cached_on_board
def plain_chains(board: Board) -> tuple[TwoTruths, ...]:
    """Return the chains of truths of two candidates each."""
    return tuple(
        TwoTruths(_technique_of(board, chain), chain, targets)
        for chain, targets in _twos(board, pairs(board))
    )


@cached_on_board
def grouped_chains(board: Board) -> tuple[TwoTruths, ...]:
    """Return the chains with a truth that falls into two groups."""
    found = []
    for chain, targets in _twos(board, (*pairs(board), *groups(board))):
        wide = sum(_is_group(inference) for inference in chain.strong_inferences)
        if wide:
            name = "empty-rectangle" if wide == 1 else "grouped-turbot-fish"
            found.append(TwoTruths(name, chain, targets))
    return tuple(found)


def _twos(
    board: Board, strong_inferences: Iterable[StrongInference]
) -> Iterator[tuple[Chain, int]]:
    """Yield every chain of two truths of one value, with what only both of them exclude."""
    for own in graphs_by_value(board, strong_inferences):
        for chain in own.two_link_chains():
            first, second, third, last = (own.sight[own.numbers[node]] for node in chain.nodes)
            targets = first & last & ~(first & second) & ~(third & last)
            if targets:
                yield chain, targets


def _is_group(inference: StrongInference) -> bool:
    return (inference.first | inference.second).bit_count() > 2


def _technique_of(board: Board, chain: Chain) -> str:
    """Return the name of the technique of two truths of two candidates."""
    one, other = (_shapes(board, inference.truths[0]) for inference in chain.strong_inferences)
    link = [variable for variable, _ in numbering(board.model).candidates(chain.nodes[1])]
    end = [variable for variable, _ in numbering(board.model).candidates(chain.nodes[2])]
    joining = [
        clique.variables
        for clique in board.model.cliques_of[link[0]]
        if clique.variables >> end[0] & 1
    ]
    pairs_of_shapes = [(a, b) for a in one for b in other]
    for a, b in pairs_of_shapes:
        if not a & b and any((j & a).bit_count() == (j & b).bit_count() == 1 for j in joining):
            return "skyscraper"
    if any((a & b).bit_count() == 1 for a, b in pairs_of_shapes):
        return "two-string-kite"
    return "turbot-fish"


def _shapes(board: Board, strong: StrongSet) -> list[int]:
    """Return the variables of each primitive that makes the same truth."""
    cells = sum(1 << variable for variable, _ in numbering(board.model).candidates(strong.mask))
    return [
        span
        for number, span in enumerate(board.model.spans)
        if span & board.places[strong.value] == cells
        and required(board, number) >> strong.value & 1
    ]


_GROUPED = ("empty-rectangle", "grouped-turbot-fish")

_FAMILY = (
    (
        "skyscraper", 4.0, 130, (),
        "Two places in each of two shapes that do not meet; two of the four exclude each other.",
        "Sudopedia, Skyscraper",
    ),
    (
        "two-string-kite", 4.1, 150, ("2-string-kite",),
        "Two places in each of two shapes that cross; two of the four exclude each other.",
        "Sudopedia, 2-String Kite",
    ),
    (
        "turbot-fish", 4.2, 120, (),
        "Two places in each of any two shapes; two of the four exclude each other.",
        "Sudopedia, Turbot Fish; Nick70's posts of 2005",
    ),
    (
        "empty-rectangle", 4.3, 120, (),
        "A value's places in one shape fall in two groups; one group sees one of two places in "
        "another.",
        "Sudopedia, Empty Rectangle",
    ),
    (
        "grouped-turbot-fish", 4.3, 150, ("grouped-two-strong-links",),
        "A value's places in each of two shapes fall in two groups; a group of each exclude each "
        "other.",
        "SukakuExplainer, 2 strong links, grouped",
    ),
)  # fmt: skip

for _name, _rating, _score, _aliases, _summary, _source in _FAMILY:
    register_strategy(
        Strategy(
            _name,
            partial(two_truths, technique=_name),
            _summary,
            "chains",
            _rating,
            _score,
            _source,
            _aliases,
            monotone=False,
            tell=tell_chain,
        )
    )
