"""Innies and outies: sums that houses and cages leave over, told as equations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sudokulib.board import Board
from sudokulib.logic.equations import Equation, equation, plain_sums, signed_sum
from sudokulib.logic.memo import of_model
from sudokulib.logic.step import Candidates, Fillings, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import Model
from sudokulib.strategies.fillings import changes, lost, pattern
from sudokulib.strategies.registry import Strategy, register_strategy
from sudokulib.strategies.sum_words import combinations_left, equation_told, may_repeat, named_sum

__all__ = ["innies_and_outies"]

_WIDE = 0.2
"""What each further house, and each further open cell, adds to the rating."""


@of_model
def _by_sort(model: Model) -> dict[str, tuple[int, ...]]:
    """The derived sums by what people call them."""
    found: dict[str, list[int]] = {}
    for number in sorted(model.derived):
        found.setdefault(_sort(model, number), []).append(number)
    return {sort: tuple(numbers) for sort, numbers in found.items()}


def _sort(model: Model, number: int) -> str:
    """Part of one cage, inside the houses, outside of them, or both."""
    known, made = signed_sum(model, number), equation(model, number)
    if known is None or made is None:
        return "innies-and-outies"
    cells = model.spans[number]
    one_sided = not known.minus or not known.plus
    cages = (model.spans[n] for n in plain_sums(model))
    if cells & (cells - 1) and one_sided and any(not cells & ~cage for cage in cages):
        return "cage-splitting"
    return _side(model, made, known.plus, known.minus)


def _side(model: Model, made: Equation, plus: int, minus: int) -> str:
    signs = {factor > 0 for _, factor in made.houses}
    if len(signs) != 1:
        return "cage-splitting" if not signs else "innies-and-outies"
    if signs == {False}:
        plus, minus = minus, plus
    inside = 0
    for number, _ in made.houses:
        inside |= model.spans[number]
    if not minus and not plus & ~inside:
        return "innies"
    if not plus and not minus & inside:
        return "outies"
    return "innies-and-outies"


def _rating(board: Board, number: int, least: float) -> float:
    """More houses at once are harder to see, more open cells harder to fill."""
    made = equation(board.model, number)
    houses = len(made.houses) if made else 4
    variables = board.model.primitives[number].variables
    open_ = sum(1 for v in variables if board.masks[v] & (board.masks[v] - 1))
    return round(least + _WIDE * max(0, houses - 1) + _WIDE * max(0, open_ - 1), 1)


def innies_and_outies(board: Board, technique: str, least: float) -> Iterator[Step]:
    """Steps of the derived sums of one sort.

    Args:
        board: where.
        technique: the sort: ``innies``, ``outies``, ``innies-and-outies`` or ``cage-splitting``.
        least: the rating of the easiest, with one house and one cell.
    """
    for number in _by_sort(board.model).get(technique, ()):
        gone = lost(board, number)
        if gone:
            yield _step(board, technique, number, gone, _rating(board, number, least))


def _step(board: Board, technique: str, number: int, gone: Candidates, rating: float) -> Step:
    """One cell alone is placed; of several the candidates go that no filling has."""
    variables = board.model.primitives[number].variables
    left = [(v, x) for v, x in pattern(board, variables) if (v, x) not in gone]
    alone = len(variables) == 1 and len(left) == 1 and not board.solved >> variables[0] & 1
    made = equation(board.model, number)
    roles = [Role(_ROLES[technique], pattern(board, variables), (number,))]
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
    text = equation_told(number, words)
    if step.technique == "cage-splitting":
        text += _of_cage(number, words)
    told = [may_repeat(number, words), combinations_left(number, words)]
    more = "; ".join(filter(None, told))
    text += f" ({more})" if more else ""
    return f"{text}; this leaves {changes(step, words)}" if step.eliminations else text


def _of_cage(number: int, words: Words) -> str:
    """Which cage a sum is a part of."""
    cells, spans = words.model.spans[number], words.model.spans
    whole = [n for n in plain_sums(words.model) if not cells & ~spans[n]]
    return f" as a part of {named_sum(whole[0], words)}" if whole else ""


_SUMMARIES = {
    "innies": "Cells of some houses that no cage inside covers have what the houses leave them.",
    "outies": "Cells that cages have outside of the houses they cover hold what is over.",
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
