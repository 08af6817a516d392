"""Innies and outies: sums that houses and cages leave over, described by their equations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sudokulib.board import Board
from sudokulib.logic.equations import equation, plain_sums, sum_category
from sudokulib.logic.memo import cached_on_model
from sudokulib.logic.step import Candidates, Fillings, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import Model
from sudokulib.strategies.fillings import candidates_of, lost_candidates
from sudokulib.strategies.registry import Strategy, register_strategy
from sudokulib.strategies.sums.words import (
    combinations_left,
    equation_text,
    may_repeat,
    named_sum,
    unfilled,
)

_WIDE = 0.2
"""The rating added by each further house, and each further open cell.

A judgement, as no published scale rates these steps. The 18 killers of ``tests/acceptance`` take
245 of them with 0, 160 with 0.1, 103 with 0.2 and 50 with 0.4, of some 2,750 steps each time;
their ratings sum to 43.5, 45.5, 47.1 and 48.1 (``sudokulib rate --profile killer``, 2026-11).
"""


@cached_on_model
def _by_category(model: Model) -> dict[str, tuple[int, ...]]:
    """Return the derived sums, grouped by what people call them."""
    found: dict[str, list[int]] = {}
    for number in sorted(model.derived):
        found.setdefault(sum_category(model, number).replace(" ", "-"), []).append(number)
    return {sort: tuple(numbers) for sort, numbers in found.items()}


def _rating(board: Board, number: int, least: float) -> float:
    """Return the rating: more houses are harder to see, more open cells harder to fill."""
    made = equation(board.model, number)
    houses = len(made.houses) if made else 4
    variables = board.model.primitives[number].variables
    open_ = sum(1 for v in variables if board.masks[v] & (board.masks[v] - 1))
    return round(least + _WIDE * max(0, houses - 1) + _WIDE * max(0, open_ - 1), 1)


def innies_and_outies(board: Board, technique: str, least: float) -> Iterator[Step]:
    """Yield the steps of the derived sums of one category.

    Args:
        board: the board.
        technique: one of ``innies``, ``outies``, ``innies-and-outies`` or ``cage-splitting``.
        least: the rating of the easiest, with one house and one cell.
    """
    for number in _by_category(board.model).get(technique, ()):
        gone = lost_candidates(board, number)
        if gone:
            yield _step(board, technique, number, gone, _rating(board, number, least))


def _step(board: Board, technique: str, number: int, gone: Candidates, rating: float) -> Step:
    """Return the step of a derived sum, which places a single cell or removes candidates."""
    variables = board.model.primitives[number].variables
    left = [(v, x) for v, x in candidates_of(board, variables) if (v, x) not in gone]
    alone = len(variables) == 1 and len(left) == 1 and not board.solved >> variables[0] & 1
    made = equation(board.model, number)
    roles = [Role(_ROLES[technique], candidates_of(board, variables), (number,))]
    if made is not None:
        roles.append(Role("houses", (), tuple(n for n, _ in made.houses)))
        roles.append(Role("cages", (), tuple(n for n, _ in made.sums)))
    return Step(
        technique,
        placements=tuple(left) if alone else (),
        eliminations=() if alone else gone,
        arguments=(Fillings(number),),
        roles=tuple(roles),
        rating=rating,
    )


_ROLES = {
    "innies": "innies",
    "outies": "outies",
    "innies-and-outies": "innies",
    "cage-splitting": "sum",
}


def _tell(step: Step, words: Words) -> str:
    number = step.roles[0].primitives[0]
    text = equation_text(number, words)
    if step.technique == "cage-splitting":
        text += _of_cage(number, words)
    phrases = [may_repeat(number, words), combinations_left(number, words)]
    more = "; ".join(filter(None, phrases))
    text += f" ({more})" if more else ""
    return f"{text}{unfilled(step, number, words)}"


def _of_cage(number: int, words: Words) -> str:
    """Describe the cage that a sum is a part of."""
    cells, spans = words.model.spans[number], words.model.spans
    whole = [n for n in plain_sums(words.model) if not cells & ~spans[n]]
    return f" as a part of {named_sum(whole[0], words)}" if whole else ""


_SUMMARIES = {
    "innies": "Cells of some houses that no cage inside covers have what the houses leave them.",
    "outies": "Cells of cages outside the houses that they cover hold the excess.",
    "innies-and-outies": "Cells inside houses and cells outside differ by a known amount.",
    "cage-splitting": "A part of a cage has a sum of its own, and so has the rest.",
}
_RATINGS = {
    "innies": (2.2, 50),
    "outies": (2.3, 50),
    "innies-and-outies": (2.6, 60),
    "cage-splitting": (2.5, 60),
}

for _name, _summary in _SUMMARIES.items():
    register_strategy(
        Strategy(
            _name,
            partial(innies_and_outies, technique=_name, least=_RATINGS[_name][0]),
            _summary,
            "cages",
            *_RATINGS[_name],
            source="Sudopedia, Innies and Outies (the 45 rule); SudokuWiki, Cage Splitting",
            tell=_tell,
        )
    )
