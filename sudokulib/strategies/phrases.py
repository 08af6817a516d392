"""Phrases shared by the texts of several techniques."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations as pairs_of

from sudokulib.board import Board, Candidate
from sudokulib.logic.cliques import clique_cover
from sudokulib.logic.facts import link
from sudokulib.logic.step import Candidates
from sudokulib.logic.words import Words, join_words

MOST_NAMED = 6
"""The most cells named one by one, so that a sentence can be read; of more, the number is given."""

_NOUNS = ("edges", "sides", "corners")
"""What the cells of a layer are called by where they are; all others are cells."""


def noun_of(variable: int, words: Words) -> str:
    """Return what variables such as this one are: cells, edges, sides or corners."""
    place = words.puzzle.geometry.topology.places.get(variable)
    return place.on if place and place.on in _NOUNS else "cells"


def some_cells(variables: Sequence[int], words: Words) -> str:
    """Return the names of variables, or how many there are if they are too many to read."""
    if len(variables) > MOST_NAMED:
        return f"{len(variables)} {noun_of(variables[0], words)}"
    return join_words([words.subject(v) for v in variables])


def name_list(words: Words, candidates: Iterable[Candidate], last: str = "and") -> str:
    """Return the names of the variables of some candidates: ``R1C1, R1C5 and R4C1``."""
    return join_words([words.cell(v) for v in dict.fromkeys(v for v, _ in candidates)], last)


def symbol_list(words: Words, candidates: Iterable[Candidate], last: str = "and") -> str:
    """Return the symbols of some candidates, each once, lowest first: ``1, 2 and 5``."""
    found = {value: words.symbol(variable, value) for variable, value in candidates}
    return join_words([found[value] for value in sorted(found)], last)


def seen_by(board: Board, candidate: Candidate, others: Candidates) -> Candidates:
    """Return those of some candidates whose variables are peers of a candidate's."""
    return tuple(c for c in others if board.model.peers[candidate[0]] >> c[0] & 1)


def excluding_primitives(words: Words, candidates: Candidates) -> tuple[int, ...]:
    """Return the primitives, by number, because of which candidates exclude one another."""
    return link(words.board, tuple(dict.fromkeys(candidates))).primitives


def exclusion_reasons(words: Words, targets: Iterable[Candidate], holders: Candidates) -> str:
    """Return why each target excludes all of some candidates: ``R4C4 sees R1C1 in diagonal 1``.

    Targets that see the same through the same shapes are named together. Candidates in the cell
    of a target need no words.
    """
    by_reason: dict[str, list[Candidate]] = {}
    for target in targets:
        by_reason.setdefault(_sight(words, target, holders), []).append(target)
    parts = [_seeing(words, own, reason) for reason, own in by_reason.items() if reason]
    return "; ".join(parts)


def _seeing(words: Words, targets: list[Candidate], reason: str) -> str:
    """Say that cells see others; for hidden variables, that these exclude it."""
    seen = [target for target in targets if words.is_cell(target[0])]
    see = "see" if len({variable for variable, _ in seen}) > 1 else "sees"
    parts = [f"{name_list(words, seen)} {see} {reason}"] if seen else []
    if others := [target for target in targets if not words.is_cell(target[0])]:
        parts.append(f"that {words.alternatives(others)} is ruled out by {reason}")
    return "; ".join(parts)


def shared_shapes_clause(words: Words, targets: Candidates, holders: Candidates) -> str:
    """Return a clause on the other shapes of some places, and on the cells that see them there.

    Args:
        words: names.
        targets: the candidates that see all places of their value.
        holders: the places.

    Returns:
        For example ``, which both lie in piece 2 too``, or which cell sees which place and how.
    """
    shapes: dict[int, None] = {}
    cells = dict.fromkeys(variable for variable, _ in holders)
    for target in targets:
        own = [holder for holder in holders if holder[1] == target[1]]
        seen = _in_one(words, target, own)
        if seen is None:
            values = grouped_by_value(targets)
            pairs = [(t, tuple(h for h in holders if h[1] == t[0][1])) for t in values]
            return "; " + "; ".join(
                dict.fromkeys(exclusion_reasons(words, *pair) for pair in pairs)
            )
        shapes[seen] = None
    lie = {1: "lies", 2: "both lie"}.get(len(cells), "all lie")
    return f", which {lie} in {words.shapes(shapes)} too"


def _in_one(words: Words, target: Candidate, holders: list[Candidate]) -> int | None:
    """Return the single shape in which a candidate sees all of some others, if there is one."""
    peers = words.model.peers
    if any(not peers[a] >> b & 1 for (a, _), (b, _) in pairs_of(holders, 2)):
        return None
    found = excluding_primitives(words, (target, *holders))
    return found[0] if len(found) == 1 else None


def _sight(words: Words, target: Candidate, holders: Candidates) -> str:
    by_shape: dict[str, list[Candidate]] = {}
    for holder in holders:
        if holder[0] != target[0]:
            shapes = words.shapes(excluding_primitives(words, (target, holder)))
            by_shape.setdefault(shapes, []).append(holder)
    return join_words([f"{name_list(words, own)} in {shapes}" for shapes, own in by_shape.items()])


def capacities(words: Words, everything: Candidates) -> str:
    """Return how often each value fits: ``1 and 2 (once each, in diagonal 2)``."""
    where: dict[str, list[str]] = {}
    for own in grouped_by_value(everything):
        holders = sum(1 << variable for variable, _ in own)
        times = len(clique_cover(words.board.model, holders))
        if times > 1:
            text = _TIMES.get(times, f"{times} times")
        elif len(own) == 1:
            text = f"in {name_list(words, own)}"
        else:
            text = f"once, in {words.shapes(excluding_primitives(words, own))}"
        where.setdefault(text, []).append(words.symbol(*own[0]))
    parts = []
    for text, values in where.items():
        each = text.replace("once,", "once each,") if len(values) > 1 else text
        parts.append(f"{join_words(values)} ({each})")
    return join_words(parts)


def candidates_by_cell(words: Words, candidates: Iterable[Candidate]) -> str:
    """Return candidates grouped by cell: ``2 or 3 in R7C9, or 5 in R5C4 or R5C5``."""
    cells: dict[int, list[str]] = {}
    for variable, value in candidates:
        cells.setdefault(variable, []).append(words.symbol(variable, value))
    alike: dict[str, list[str]] = {}
    for variable, own in cells.items():
        alike.setdefault(join_words(own, "or"), []).append(words.cell(variable))
    return ", or ".join(f"{own} in {join_words(names, 'or')}" for own, names in alike.items())


_TIMES = {2: "twice", 3: "three times"}

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
"""Small numbers in words."""


def grouped_by_value(candidates: Iterable[Candidate]) -> list[Candidates]:
    """Return candidates grouped by value, lowest first."""
    found: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        found.setdefault(candidate[1], []).append(candidate)
    return [tuple(found[value]) for value in sorted(found)]
