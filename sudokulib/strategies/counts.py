"""Rules that count cells, in words: which cells count, and which still may."""

from __future__ import annotations

from dataclasses import dataclass

from sudokulib.logic.step import Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.primitives import Linear
from sudokulib.strategies.phrases import noun_of, some_cells


@dataclass(frozen=True, slots=True)
class _Count:
    """A rule on how many cells have certain values.

    Args:
        counted: for each cell the values that count, as a bit mask.
        least, most: the bounds of the number.
        number: the cell that holds the number; None if it is fixed.
    """

    counted: dict[int, int]
    least: int
    most: int
    number: int | None = None


def _count_of(primitive: object, words: Words) -> _Count | None:
    """Return what a rule counts; None if it is not a count of cells."""
    cells = len(words.puzzle.geometry.cells)
    if not isinstance(primitive, Linear) or max(primitive.variables) >= cells:
        return None
    masks, counted, numbers = words.board.masks, dict[int, int](), list[int]()
    for v, weights in zip(primitive.variables, primitive.weights, strict=True):
        if set(weights) <= {0, 1}:
            counted[v] = sum(1 << value for value, weight in enumerate(weights) if weight)
        else:
            numbers.append(v)
    if not numbers:
        return _Count(counted, primitive.totals[0], primitive.totals[-1])
    weights = primitive.weights[primitive.variables.index(numbers[0])]
    if len(numbers) > 1 or primitive.totals != (0,) or max(weights) > 0 or not counted:
        return None
    open_ = [-weights[value] for value in bits(masks[numbers[0]])] or [0]
    return _Count(counted, min(open_), max(open_), numbers[0])


def count_in_words(step: Step, number: int, name: str, words: Words) -> str:
    """Return why a count excludes candidates: that all cells are found, or all left are needed.

    Args:
        step: a step whose eliminations follow from one rule.
        number: the rule, by number.
        name: its name.
        words: names, with the board before the step.

    Returns:
        The reason; nothing if the rule is no count, or if the step has several reasons.
    """
    count = _count_of(words.model.primitives[number], words)
    if count is None:
        return ""
    masks = words.board.masks
    there = [v for v, own in count.counted.items() if not masks[v] & ~own]
    left = [v for v, own in count.counted.items() if masks[v] & own]
    decided = {v for v, _ in step.eliminations}
    sorts = {count.counted[v] >> x & 1 for v, x in step.eliminations if v != count.number}
    values = {words.model.root.domains[v] & own for v, own in count.counted.items()}
    first = next(iter(count.counted))
    what = f"{noun_of(first, words)} to count"
    if len(values) == 1:
        symbols = join_words([words.symbol(first, value) for value in bits(values.pop())], "or")
        what = f"{noun_of(first, words)} {'with ' * words.is_cell(first)}{symbols}"
    if decided == {count.number}:
        return _number_in_words(len(there), len(left), f"{what} in {name}")
    if count.number in decided:
        return ""
    if sorts == {1} and len(there) == count.most:
        return _with_number(count, words, "at most", _all_found(there, what, name, words))
    if sorts == {0} and len(left) == count.least:
        return _with_number(count, words, "at least", _all_needed(left, count, what, name, words))
    return ""


def _with_number(count: _Count, words: Words, bound: str, reason: str) -> str:
    """Return a reason after the number in its cell, if there is one."""
    if count.number is None:
        return reason
    exactly = "" if count.least == count.most else f"{bound} "
    number = count.most if bound == "at most" else count.least
    return f"{words.cell(count.number)} is {exactly}{number}, and {reason}"


def _number_in_words(least: int, most: int, what: str) -> str:
    if least == most:
        return f"the number of {what} is {least}"
    return f"the number of {what} is from {least} to {most}"


def _all_found(there: list[int], what: str, name: str, words: Words) -> str:
    if not there:
        return f"there are no {what} in {name}"
    only = f"is the only {_single(what)}" if len(there) == 1 else f"are the only {what}"
    return f"{some_cells(there, words)} {only} in {name}"


def _all_needed(left: list[int], count: _Count, what: str, name: str, words: Words) -> str:
    one = f"{'the' if count.most == 1 else 'one'} {_single(what)}"
    needed = f"{len(left)} {what}" if len(left) > 1 else one
    return f"{needed} in {name} can only be {some_cells(left, words)}"


def _single(what: str) -> str:
    """Return the singular: ``cell with 2`` for ``cells with 2``."""
    return what.replace("s ", " ", 1)
