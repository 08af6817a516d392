"""A step in words, for people."""

from __future__ import annotations

from sudokulib.board import Board
from sudokulib.errors import UnknownNameError
from sudokulib.logic.step import Argument, Fillings, Rank, Refutation, Step
from sudokulib.logic.words import Words, listed
from sudokulib.puzzle import Puzzle
from sudokulib.strategies import strategy_named

__all__ = ["describe", "title"]

_SIZES = {2: "pair", 3: "triple", 4: "quadruple"}


def describe(step: Step, puzzle: Puzzle, board: Board | None = None) -> str:
    """A step as one sentence, with the names of cells and the labels of shapes.

    Args:
        step: a step on the board of `puzzle`.
        puzzle: whose cells, symbols and shapes it speaks of.
        board: the board before the step, so that it can be said what was still possible there;
            by default that of the givens.

    Returns:
        For example ``hidden single: 7 can only go to R2C4 in window 2, so R2C4 = 7``.
    """
    words = Words(puzzle, board)
    return f"{title(step)}: {_reason(step, words)}, so {words.conclusion(step)}"


def title(step: Step) -> str:
    """The technique as people call it; tuples by their size.

    >>> title(Step("hidden-single"))
    'hidden single'
    """
    words = step.technique.replace("-", " ")
    if "tuples" not in words or not step.arguments or not isinstance(step.arguments[0], Rank):
        return words
    size = len(step.arguments[0].truths)
    return words.removesuffix(" fast").replace("tuples", _SIZES.get(size, f"{size}-tuple"))


def _reason(step: Step, words: Words) -> str:
    try:
        tell = strategy_named(step.technique).tell
    except UnknownNameError:
        tell = None
    if tell is not None:
        return tell(step, words)
    return "; ".join(dict.fromkeys(_argument(one, words) for one in step.arguments))


def _argument(argument: Argument, words: Words) -> str:
    if isinstance(argument, Fillings):
        return f"no filling of {words.rule(argument.primitive)} is left otherwise"
    if isinstance(argument, Rank):
        facts = [words.truth(truth) for truth in argument.truths]
        facts += [words.link(part) for part in argument.links if not isinstance(part, Rank)]
        return "; ".join(facts)
    if isinstance(argument, Refutation):
        assumed = words.candidate(argument.candidate)
        return f"if {assumed}{'' if argument.holds else ' were false'}, nothing fits"
    cases = [words.candidate(branch.candidate) for branch in argument.branches]
    return f"whichever of {listed(cases, 'or')} is true"
