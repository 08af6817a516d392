"""Phrases that the texts of several techniques are made of."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulib.board import Candidate
from sudokulib.logic.facts import link
from sudokulib.logic.step import Candidates
from sudokulib.logic.words import Words, listed
from sudokulib.model import bits

__all__ = ["named", "named_bits", "once", "sights", "symbols", "through"]


def named(words: Words, candidates: Iterable[Candidate], last: str = "and") -> str:
    """The variables of some candidates: ``R1C1, R1C5 and R4C1``."""
    return listed([words.cell(v) for v in dict.fromkeys(v for v, _ in candidates)], last)


def named_bits(words: Words, variables: int, last: str = "and") -> str:
    """The variables of a mask, likewise."""
    return listed([words.cell(v) for v in bits(variables)], last)


def symbols(words: Words, candidates: Iterable[Candidate], last: str = "and") -> str:
    """The values of some candidates, each once, lowest first: ``1, 2 and 5``."""
    found = {value: words.symbol(variable, value) for variable, value in candidates}
    return listed([found[value] for value in sorted(found)], last)


def through(words: Words, candidates: Candidates) -> tuple[int, ...]:
    """The primitives, by number, because of which candidates exclude one another."""
    return link(words.board, tuple(dict.fromkeys(candidates))).primitives


def sights(words: Words, targets: Iterable[Candidate], holders: Candidates) -> str:
    """Why each target excludes all of some candidates: ``R4C4 sees R1C1 in diagonal 1``.

    Targets that see the same through the same shapes are named together. Candidates in the cell
    of a target need no words.
    """
    by_reason: dict[str, list[Candidate]] = {}
    for target in targets:
        by_reason.setdefault(_sight(words, target, holders), []).append(target)
    parts = []
    for reason, own in by_reason.items():
        see = "see" if len({variable for variable, _ in own}) > 1 else "sees"
        parts.append(f"{named(words, own)} {see} {reason}" if reason else "")
    return "; ".join(part for part in parts if part)


def _sight(words: Words, target: Candidate, holders: Candidates) -> str:
    by_shape: dict[tuple[int, ...], list[Candidate]] = {}
    for holder in holders:
        if holder[0] != target[0]:
            by_shape.setdefault(through(words, (target, holder)), []).append(holder)
    seen = [f"{named(words, own)} in {words.shapes(shape)}" for shape, own in by_shape.items()]
    return listed(seen)


def once(words: Words, candidates: Candidates) -> str:
    """That some candidates of one value are true at most once: ``1 only once, in diagonal 2``."""
    symbol = words.symbol(*candidates[0])
    if len(candidates) == 1:
        return f"{symbol} only in {named(words, candidates)}"
    return f"{symbol} only once, in {words.shapes(through(words, candidates))}"
