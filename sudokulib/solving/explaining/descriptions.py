"""Descriptions of steps in words, for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sudokulib.board import Board
from sudokulib.errors import UnknownNameError
from sudokulib.logic.step import Argument, Branch, Fillings, Rank, Refutation, Split, Step
from sudokulib.logic.words import Words
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import Strategy, strategy_named

_BY_CASES = frozenset({"forcing", "premises"})
"""Families whose techniques examine cases; others describe a proof by cases in one sentence."""

_LETTERS = re.compile(r"[t-z]{0,6}[xyw]z?|w|aic|als|bug|3d|xz")
"""Parts of techniques that are letters, as in XY-wing."""

_NAMES = {"nishio": "Nishio", "sue": "Sue", "coq": "Coq", "medusa": "Medusa"}

_JOINED = ("W", "X", "XY", "XYZ")
"""Endings that a hyphen joins to the next word; longer names, such as WXYZ, end in the same way."""

_SIZES = {2: "pair", 3: "triple", 4: "quadruple"}


class TextLine(NamedTuple):
    """A line of an explanation.

    Args:
        depth: how far to indent it: 0 for the step itself, more for its cases.
        text: what it says.
    """

    depth: int
    text: str


_FALSE = " is false"
"""How an assumption ends that says of a cell what it is not."""


def describe(step: Step, puzzle: Puzzle, board: Board | None = None) -> str:
    """Return a step as one sentence, with the names of cells and the labels of shapes.

    Args:
        step: a step on the board of `puzzle`.
        puzzle: the puzzle with the cells, symbols and shapes.
        board: the board before the step, which shows what was still possible; the text may say less
            without it.

    Returns:
        For example ``hidden single: 7 can only go to R2C4 in window 2, so R2C4 = 7``.

    >>> import sudokulib
    >>> result = sudokulib.solve("1.....2..3.....4")
    >>> describe(result.steps[0], result.puzzle)
    'naked single: R1C4 can only be 3, so R1C4 = 3'
    """
    words = Words(puzzle, board)
    try:
        return sentence(step, words)
    except ValueError:
        if board is not None:
            raise
        # The wording of a technique may quote conflicts that hold only on the board of the step.
        return _joined(step, _arguments(step, words), words)


def sentence(step: Step, words: Words) -> str:
    """Return a step as one sentence.

    Args:
        step: the step.
        words: names, with the board before the step.
    """
    return _joined(step, reason(step, words), words)


def _joined(step: Step, why: str, words: Words) -> str:
    what = words.conclusion(step)
    said = not what or why.endswith(f" {what}")
    return f"{title(step)}: {why}" if said else f"{title(step)}: {why}, so {what}"


def title(step: Step) -> str:
    """Return the name that people use for the technique; tuples by their size.

    >>> title(Step("hidden-single")), title(Step("finned-x-wing")), title(Step("als-xz"))
    ('hidden single', 'finned X-wing', 'ALS-XZ')
    """
    words = _technique_words(step.technique)
    if "tuples" not in words or not step.arguments or not isinstance(step.arguments[0], Rank):
        return words
    size = len(step.arguments[0].truths)
    return words.removesuffix(" fast").replace("tuples", _SIZES.get(size, f"{size}-tuple"))


def _technique_words(technique: str) -> str:
    """Return a technique with the usual capitals and hyphens."""
    text = ""
    for part in technique.split("-"):
        name = part.upper() if _LETTERS.fullmatch(part) else _NAMES.get(part, part)
        joined = text.endswith(_JOINED) or (text.endswith("ALS") and name in ("XZ", "XY"))
        text += name if not text else f"{'-' if joined else ' '}{name}"
    return text


def known_strategy(step: Step) -> Strategy | None:
    """Return the strategy named by a step as its finder, if it is registered."""
    try:
        return strategy_named(step.technique)
    except UnknownNameError:
        return None


def reason(step: Step, words: Words) -> str:
    """Return why a step follows: in the words of its strategy, else from its arguments."""
    strategy = known_strategy(step)
    if strategy is not None and strategy.tell is not None:
        return strategy.tell(step, words)
    return _arguments(step, words)


def _arguments(step: Step, words: Words) -> str:
    last = not (step.placements or step.eliminations)
    return "; ".join(dict.fromkeys(_argument(one, words, last) for one in step.arguments))


def _argument(argument: Argument, words: Words, last: bool) -> str:
    """Return an argument in words; at the end of a refutation, only the contradiction."""
    if isinstance(argument, Fillings):
        rule = words.rule(argument.primitive)
        return (
            f"{rule} cannot be filled any more"
            if last
            else f"no filling of {rule} is left otherwise"
        )
    if isinstance(argument, Rank):
        facts = [words.truth(truth) for truth in argument.truths]
        facts += [words.link(part) for part in argument.links if not isinstance(part, Rank)]
        return "; ".join(dict.fromkeys(facts))
    if isinstance(argument, Refutation):
        assumed = _assumption(argument, words)
        that = "that " if assumed.endswith(_FALSE) else ""
        return f"supposing {that}{assumed} leads to a contradiction"
    return f"{words.truth(argument.truth)}, and the same follows from each"


def detailed_lines(step: Step, words: Words, depth: int = 0) -> Iterator[TextLine]:
    """Yield a step as a sentence, followed by the cases that it examines.

    Args:
        step: the step.
        words: names, with the board before the step.
        depth: where indenting begins.
    """
    unfold = _worth_unfolding(step)
    brief = unfold or (depth and not step.roles)
    yield TextLine(
        depth, _joined(step, _arguments(step, words), words) if brief else sentence(step, words)
    )
    for argument in step.arguments if unfold else ():
        if isinstance(argument, Refutation):
            yield from _assumed(argument, words, depth + 1)
        elif isinstance(argument, Split):
            for branch in argument.branches:
                yield from _case(branch, words, depth + 1)


def _worth_unfolding(step: Step) -> bool:
    """Return whether to list the cases of a step because nothing else describes them."""
    if not any(isinstance(argument, Split | Refutation) for argument in step.arguments):
        return False
    strategy = known_strategy(step)
    return strategy is None or strategy.tell is None or strategy.family in _BY_CASES


def _assumed(argument: Refutation, words: Words, depth: int) -> Iterator[TextLine]:
    candidate, board = argument.candidate, words.board
    yield TextLine(depth, f"suppose {_assumption(argument, words)}:")
    board = board.placed([candidate]) if argument.holds else board.without([candidate])
    yield from _case_lines(argument.steps, words.for_board(board), depth + 1)


def _assumption(argument: Refutation, words: Words) -> str:
    """Return what is assumed: ``R1C2=7``, ``R1C2=7 is false``, ``R1C2 is not shaded``."""
    (variable, value), holds = argument.candidate, argument.holds
    if words.is_cell(variable):
        return words.candidate(argument.candidate) + ("" if holds else _FALSE)
    return words.statement(variable, [value], holds=holds)


def _case(branch: Branch, words: Words, depth: int) -> Iterator[TextLine]:
    case = f"if {words.candidate(branch.candidate)}"
    yield TextLine(depth, f"{case}:" if branch.steps else f"{case}, at once")
    yield from _case_lines(
        branch.steps, words.for_board(words.board.placed([branch.candidate])), depth + 1
    )


def _case_lines(steps: tuple[Step, ...], words: Words, depth: int) -> Iterator[TextLine]:
    for step in steps:
        yield from detailed_lines(step, words, depth)
        words = words.for_board(step.apply(words.board))
