"""Phrases that the texts of several techniques are made of."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulib.board import Candidate
from sudokulib.logic.facts import link
from sudokulib.logic.step import Candidates
from sudokulib.logic.words import Words, listed
from sudokulib.model import bits

__all__ = ["named", "named_bits", "sight", "symbols", "through"]


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


def sight(words: Words, target: Candidate, holders: Iterable[Candidate]) -> str:
    """Why a candidate excludes each of some others: ``R4C4 sees R1C1 and R7C7 in diagonal 1``."""
    by_shape: dict[tuple[int, ...], list[Candidate]] = {}
    for holder in holders:
        if holder[0] != target[0]:
            by_shape.setdefault(through(words, (target, holder)), []).append(holder)
    parts = [f"{named(words, own)} in {words.shapes(shape)}" for shape, own in by_shape.items()]
    return f"{words.cell(target[0])} sees {listed(parts)}"
