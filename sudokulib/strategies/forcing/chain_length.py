"""Lengths of forcing chains: their ratings on the scale of Sudoku Explainer, and their wording."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sudokulib.board import Candidate
from sudokulib.logic.forms import form_tables
from sudokulib.logic.step import Fillings, Rank, Refutation, Split, Step, Truth
from sudokulib.logic.words import Words, join_words

_MOST_TOLD = 12
"""The most steps of a chain that are listed; of longer chains the middle is left out."""


def rating_with_length(base: float, nodes: int) -> float:
    """Return the rating of a technique with that many nodes.

    A tenth is added each time the nodes beyond two pass 4, 6, 8, 12, 16, 24, 32, …

    >>> rating_with_length(8.0, 6), rating_with_length(8.0, 12)
    (8.0, 8.3)
    """
    found, bound, wide = base, 4, False
    while nodes - 2 > bound:
        found += 0.1
        bound = bound * 4 // 3 if wide else bound * 3 // 2
        wide = not wide
    return round(found, 1)


def tell_refutation(step: Step, words: Words) -> str:
    """Describe step by step the consequences of an assumption."""
    for argument in step.arguments:
        if isinstance(argument, Refutation):
            return _assumption_text(argument, words)
    return ""


def _assumption_text(argument: Refutation, words: Words) -> str:
    (variable, value), holds = argument.candidate, argument.holds
    assumed = f"if {words.subject(variable)} were {words.predicate(variable, [value], holds=holds)}"
    return f"{assumed}, {_chain(argument.steps, words, argument.candidate)}"


def tell_cases(step: Step, words: Words) -> str:
    """Describe the common conclusion of all candidates of a truth, each with its chain."""
    for argument in step.arguments:
        if isinstance(argument, Split):
            cases = [
                f"if {words.candidate(branch.candidate)}, "
                f"{_chain(branch.steps, words, branch.candidate) or 'at once'}"
                for branch in argument.branches
            ]
            return (
                f"{words.truth(argument.truth)}, and the same follows from each: {'; '.join(cases)}"
            )
    return ""


def _chain(steps: tuple[Step, ...], words: Words, assumed: Candidate | None = None) -> str:
    """Return the links of a chain; what a cell and a hidden variable both say is said once."""
    said = {words.statement(assumed[0], [assumed[1]])} if assumed else set()
    told = []
    for step in _together(steps, words):
        conclusion = words.conclusion(step) if step.placements or step.eliminations else ""
        if conclusion not in said and not _follows_of_itself(step, words):
            told.append(step)
            said.add(conclusion)
    phrases = [_tell_link(step, words) for step in told]
    if len(phrases) > _MOST_TOLD:
        phrases[_MOST_TOLD // 2 : -_MOST_TOLD // 2] = [f"… ({len(phrases) - _MOST_TOLD} more)"]
    return ", then ".join(phrases)


def _together(steps: Iterable[Step], words: Words) -> list[Step]:
    """Return the links of a chain, those that follow from one rule alone as one.

    A later link joins an earlier one unless it may need what was found in between: something about
    a variable of the rule.
    """
    found: list[Step] = []
    for step in steps:
        number, at = _only_rule(step, words), len(found)
        while number is not None and at > 0:
            at -= 1
            before = found[at]
            if _only_rule(before, words) == number:
                found[at] = replace(
                    before,
                    placements=before.placements + step.placements,
                    eliminations=before.eliminations + step.eliminations,
                )
                break
            changed = {v for v, _ in before.placements + before.eliminations}
            if not changed.isdisjoint(words.model.primitives[number].variables):
                number = None
        else:
            found.append(step)
    return found


def _only_rule(step: Step, words: Words) -> int | None:
    """Return the rule, by number, of a link that is told as what it leaves; None for any other."""
    if len(step.arguments) != 1 or not (step.placements or step.eliminations):
        return None
    (argument,) = step.arguments
    if isinstance(argument, Fillings):
        return argument.primitive
    if isinstance(argument, Rank) and len(argument.truths) == 1:
        (truth,) = argument.truths
        if isinstance(truth, Truth) and truth.primitive in form_tables(words.model):
            return truth.primitive
    return None


def _follows_of_itself(step: Step, words: Words) -> bool:
    """Return whether a step only says of a variable what it tells of a cell, or the other way."""
    numbers: set[int | None] = set()
    for argument in step.arguments:
        if isinstance(argument, Rank):
            numbers.update(one.primitive for one in argument.truths if isinstance(one, Truth))
        elif isinstance(argument, Fillings):
            numbers.add(argument.primitive)
        else:
            return False
    return bool(step.placements or step.eliminations) and numbers <= words.model.indicator_rules


def _tell_link(step: Step, words: Words) -> str:
    """Return one step of a chain in words: what follows and why."""
    if not step.placements and not step.eliminations:
        return _tell_contradiction(step, words)
    return f"{words.conclusion(step)} ({_reason(step, words)})"


def _tell_contradiction(step: Step, words: Words) -> str:
    """Return a contradiction in words: a shape or value without a place, a cell without a value."""
    argument = step.arguments[0]
    truth = argument.truths[0] if isinstance(argument, Rank) else None
    number = argument.primitive if isinstance(argument, Fillings) else None
    if isinstance(truth, Truth):
        number = truth.primitive
    if number is not None and number in words.model.indicator_rules:
        cell = words.model.primitives[number].variables[0]
        return f"nothing is left for {words.subject(cell)}"
    if isinstance(argument, Fillings):
        return words.no_filling(argument.primitive)
    if isinstance(truth, Truth) and truth.variable is not None:
        return f"nothing is left for {words.cell(truth.variable)}"
    open_ = [candidate for role in step.roles for candidate in role.candidates]
    lost = {words.symbol(*candidate) for candidate in open_}
    cells = all(words.is_cell(variable) for variable, _ in open_)
    if isinstance(truth, Truth) and truth.primitive is not None and len(lost) == 1 and cells:
        return f"no place is left for {lost.pop()} in {words.rule(truth.primitive)}"
    return _reason(step, words)


def _reason(step: Step, words: Words) -> str:
    found = []
    for argument in step.arguments:
        if isinstance(argument, Refutation):
            found.append(f"else {_chain(argument.steps, words)}")
        elif isinstance(argument, Fillings):
            left = bool(step.placements or step.eliminations)
            said = words.no_other_filling if left else words.no_filling
            found.append(said(argument.primitive))
        elif isinstance(argument, Rank):
            found += [words.truth(truth) for truth in argument.truths]
    return join_words(list(dict.fromkeys(found)))
