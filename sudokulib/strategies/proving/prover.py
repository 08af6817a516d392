"""Truths and links without a pattern: the lightest sum that proves a candidate false.

Each truth and each link gets a multiplier, none of them negative; a candidate goes if its links
outweigh its truths by more than all links outweigh all truths, and no candidate's truths outweigh
its links. Finding multipliers is a linear program; the smallest ones are few truths and links.
Rules take part by what they require and exclude, small ones by a bound over their fillings.

It needs OR-Tools (the extra ``cp-sat``); without it nothing is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import link, truth
from sudokulib.logic.step import Bound, Link, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.strategies.forcing.chain_length import rating_with_length
from sudokulib.strategies.forcing.implication_graph import implication_graph, open_candidates
from sudokulib.strategies.forcing.refutations import most_promising_first
from sudokulib.strategies.proving.certificates import (
    BoardCertificates,
    Certificate,
    disproved,
    max_weight,
)
from sudokulib.strategies.registry import strategy

_MOST_WORK = 100_000
"""The limit of one search: candidates of the board times candidates tried.

A bound on time: on every 15th of the boards of the examples (`boards` of `python
tests/benchmarks/constants.py`, 2026-11) 10,000 finds 604 steps and 100,000 finds 724, in twice the
time.
"""

_COMPARED = 3
"""The number of proofs that are sorted by size at a time.

Few, a bound on time: each takes a linear program, even where only the first is consumed.
"""


def available() -> bool:
    """Return whether OR-Tools is installed, without which the prover finds nothing."""
    return find_spec("ortools") is not None


def _tell(step: Step, words: Words) -> str:
    (argument,) = step.arguments
    assert isinstance(argument, Rank)
    parts = [part for part in argument.links if not isinstance(part, Rank)]
    cells = [p.candidates[0][0] for p in parts if isinstance(p, Link) and not p.primitives]
    facts = [words.truth(one) for one in argument.truths]
    facts += [words.link(one) for one in parts if isinstance(one, Bound) or one.primitives]
    if cells:
        facts.append(
            f"only one value in {join_words([words.cell(v) for v in dict.fromkeys(cells)])}"
        )
    phrases = []
    for fact, times in Counter(facts).items():
        phrases.append(fact if times == 1 else f"{fact} (counted {times} times)")
    counts = f"{len(argument.truths)} truths, {len(argument.links)} links"
    return f"{counts}: {'; '.join(phrases)}"


@strategy(
    "truths-and-links",
    family="prover",
    rating=9.2,
    score=800,
    source="A. Barker, Sudoku One Step at a Time (2006): truths, links and rank",
    aliases=("rank-logic",),
    tell=_tell,
    monotone=False,
    expensive=True,
)
def truths_and_links(board: Board) -> Iterator[Step]:
    """Some truths and links, added with multipliers, leave no room for a candidate."""
    if not available():
        return
    certificates = BoardCertificates(board)
    found: list[tuple[int, int, Certificate]] = []
    net = implication_graph(board)
    targets = most_promising_first(net, open_candidates(net))
    for target in targets[: _MOST_WORK // max(1, len(targets))]:
        check_interrupt()
        proof = certificates.prove(target)
        if proof is not None:
            found.append((proof.size, target, proof))
        if len(found) == _COMPARED:
            yield from _steps(board, found)
            found = []
    yield from _steps(board, found)


def _steps(board: Board, found: list[tuple[int, int, Certificate]]) -> Iterator[Step]:
    for size, _, proof in sorted(found, key=lambda one: one[:2]):
        gone = tuple(numbering(board.model).candidate(number) for number in disproved(proof))
        parts = _parts(board, proof)
        roles = (
            Role("truths", tuple(c for one in parts.truths for c in one.candidates)),
            Role("target", gone),
        )
        rating = rating_with_length(9.2, 2 * size)
        yield Step("truths-and-links", (), gone, (parts,), roles, rating)


def _parts(board: Board, proof: Certificate) -> Rank:
    numbered = numbering(board.model)
    held: list[Truth] = []
    links: list[Link | Bound] = []
    for member, times in proof.members:
        if member.strong is not None:
            held += [truth(board, member.strong)] * times
        else:
            links += [link(board, numbered.candidates(member.mask))] * times
    for rule, weights in proof.bounds:
        terms = tuple((numbered.candidate(number), weight) for number, weight in weights)
        links.append(Bound(terms, max_weight(rule, weights), rule.number))
    return Rank(tuple(held), tuple(links))
