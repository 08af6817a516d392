"""Loops and paths with a direction: they lead to each place once, and on from it once."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.directions import direction_counts
from sudokulib.logic.step import Fillings, Role, Step
from sudokulib.logic.words import Words
from sudokulib.primitives import Linear
from sudokulib.strategies.fillings import lost_candidates
from sudokulib.strategies.registry import strategy


def _tell_one_way(step: Step, words: Words) -> str:
    (number,) = step.roles[0].primitives
    line = words.rule(direction_counts(words.model)[number])
    places = [set(words.puzzle.geometry.topology.places[v].cells) for v in _variables(step, words)]
    (here, *_) = sorted(set.intersection(*places))
    known = words.alternatives(step.roles[0].candidates)
    return f"{known}, and {line} does not come to {words.cell(here)} twice, nor leave it twice"


def _variables(step: Step, words: Words) -> tuple[int, ...]:
    return words.model.primitives[step.roles[0].primitives[0]].variables


@strategy(
    "one-way",
    family="connection",
    rating=1.55,
    score=10,
    source="J. Bang-Jensen, G. Gutin, Digraphs (2009), directed cycles and paths",
    pencil_marks=False,
    tell=_tell_one_way,
)
def one_way(board: Board) -> Iterator[Step]:
    """A loop or path with a direction comes to a place by one edge, and leaves it by another."""
    for number in direction_counts(board.model):
        lost = lost_candidates(board, number)
        if not lost:
            continue
        rule = board.model.primitives[number]
        assert isinstance(rule, Linear)
        weights = dict(zip(rule.variables, rule.weights, strict=True))
        known = tuple(
            [
                (v, board.masks[v].bit_length() - 1)
                for v in rule.variables
                if board.masks[v].bit_count() == 1 and weights[v][board.masks[v].bit_length() - 1]
            ]
        )
        left = {v: board.masks[v] & ~(1 << value) for v, value in lost}
        placed = {v: mask.bit_length() - 1 for v, mask in left.items() if mask.bit_count() == 1}
        yield Step(
            "one-way",
            tuple(placed.items()),
            tuple([(v, value) for v, value in lost if v not in placed]),
            (Fillings(number),),
            (Role("pattern", known, (number,)),),
        )
