"""A strategy from outside the library: what neighbours leave one another."""

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Fillings, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies import Strategy


def no_partner(board: Board) -> Iterator[Step]:
    for number, primitive in enumerate(board.model.primitives):
        if len(primitive.variables) != 2:
            continue
        one, other = primitive.variables
        for here, left in (primitive.propagate(board.masks) or {}).items():
            there = other if here == one else one
            gone = tuple((here, value) for value in bits(board.masks[here] & ~left))
            partners = tuple((there, value) for value in bits(board.masks[there]))
            yield Step(
                "no-partner",
                eliminations=gone,
                arguments=(Fillings(number),),
                roles=(Role("pattern", gone, (number,)), Role("partners", partners)),
            )


def tell(step: Step, words: Words) -> str:
    (here, _), (there, _) = step.eliminations[0], step.roles[1].candidates[0]
    symbols = ", ".join(words.symbol(here, value) for _, value in step.eliminations)
    return f"{symbols} in {words.cell(here)} goes with nothing left in {words.cell(there)}"


NO_PARTNER = Strategy(
    name="no-partner",
    find=no_partner,
    summary="A candidate goes with none of the cell to which a rule ties its own.",
    family="relations",
    rating=2.4,
    score=20,
    source="the tutorial on plug-ins",
    tell=tell,
)
