"""The check of strategies that steps are proved by their arguments and described rightly."""

from __future__ import annotations

import re
from collections.abc import Iterator

import hypothesis

from sudokulib.board import Board, Candidate
from sudokulib.logic.proof import ProofError, check_step
from sudokulib.logic.step import Bound, Fillings, Link, Refutation, Split, Step, Swap, Truth
from sudokulib.logic.words import Words
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies import Strategy
from sudokulib.testing.position import Position
from sudokulib.testing.runner import StrategyLike
from sudokulib.testing.strata import Coverage
from sudokulib.testing.strategy_checks import Cases, run_on_steps


def check_explained(
    strategy: StrategyLike,
    *,
    cases: Cases | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that every step proves itself, and that its texts are right.

    Its arguments must prove each conclusion. Its text must name each cell and symbol that it
    changes, and no unrelated cell. Its roles must be on the board.

    Args:
        strategy, cases, settings, max_examples, coverage: as for `check_sound`.

    Raises:
        AssertionError: with the smallest failing position, and the step.

    >>> check_explained("hidden-single", max_examples=20)
    """
    __tracebackhide__ = True
    counted = Coverage() if coverage else None
    run_on_steps(
        "check_explained",
        strategy,
        _unexplained,
        cases=cases,
        settings=settings,
        max_examples=max_examples,
        counted=counted,
    )
    return counted


def _unexplained(strategy: Strategy, position: Position, step: Step) -> str:
    return _unproved(position.board, step) or _wrong_text(strategy, position, step)


def _unproved(board: Board, step: Step) -> str:
    try:
        check_step(board, step)
    except ProofError as error:
        return f"has a step that its arguments do not prove: {error}"
    return ""


def _wrong_text(strategy: Strategy, position: Position, step: Step) -> str:
    """Return what is wrong with the text and the roles of a step."""
    board, words = position.board, Words(position.puzzle, position.board)
    for role in step.roles:
        for candidate in role.candidates:
            if not board.allows(candidate):
                return f"has a role {role.name!r} for {candidate}, which is not on the board"
    text = _text(strategy, position, step, words)
    after = step.apply(board)
    fresh = after.solved & ~board.solved & board.model.plain_cells
    for variable, lost in step.placements + step.eliminations:
        found = fresh >> variable & 1 and after.masks[variable]
        value = found.bit_length() - 1 if found else lost
        symbol = [words.symbol(variable, value)] if words.is_cell(variable) else []
        for word in [words.subject(variable), *symbol]:
            if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text):
                return f"changes {word}, but does not say so: {text}"
    cells = {words.cell(variable) for variable in range(board.model.cells)}
    concerned = {words.cell(variable) for variable in _concerned(position, step)}
    wrong = _named(text) & cells - concerned
    if wrong:  # names of rules may hold cells, as "the sum R1C1 + R1C2"
        wrong &= _named(_without_names_of_shapes(text, board.model, words))
    wrong -= _named_by_hidden(board, step, words)
    if wrong:
        return f"names {' '.join(sorted(wrong))}, which the step has nothing to do with: {text}"
    return ""


def _named_by_hidden(board: Board, step: Step, words: Words) -> set[str]:
    """Return what the words for the hidden variables of a step name, as "R1C2 to R1C1 is lower"."""
    found = set()
    for variable in {v for v, _ in _candidates(step) if v >= board.model.cells}:
        found |= _named(words.subject(variable))
        for value in bits(board.model.domains[variable]):
            found |= _named(words.candidate((variable, value)))
    return found


def _named(text: str) -> set[str]:
    """Return the words of a text; the name of a cell in a part or layer, "A.R1C2", is one word."""
    return set(re.findall(r"\w+(?:\.\w+)*", text))


def _text(strategy: Strategy, position: Position, step: Step, words: Words) -> str:
    """Return the step in words, by the strategy's own text, be it registered or not."""
    if strategy.tell is None:
        return describe(step, position.puzzle)
    return f"{strategy.tell(step, words)}, so {words.conclusion(step)}"


def _without_names_of_shapes(text: str, model: Model, words: Words) -> str:
    """Return the text without the names of primitives."""
    names = {words.shape(number) for number in range(len(model.primitives))}
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return text


def _primitives(step: Step) -> Iterator[int]:
    """Yield the primitives that a step rests on, by number."""
    for role in step.roles:
        yield from role.primitives
    for part in step.parts():
        if isinstance(part, Fillings | Bound | Truth):
            yield from () if part.primitive is None else (part.primitive,)
        elif isinstance(part, Link):
            yield from part.primitives


def _concerned(position: Position, step: Step) -> set[int]:
    """Return the cells that a text may mention: those of candidates, and of the rules used.

    A plain all-different shape is mentioned by its name; which of its cells are placed may matter.
    Hidden variables are described by cells of the rules that need them, and edges and corners of a
    layer by the cells at them.
    """
    board = position.board
    found = {variable for variable, _ in _candidates(step)}
    for hidden in [variable for variable in found if variable >= board.model.cells]:
        for span in board.model.spans:
            found |= set(bits(span)) if span >> hidden & 1 else set()
    for number in _primitives(step):
        primitive = board.model.primitives[number]
        plain = isinstance(primitive, AllDifferent)
        span = board.model.spans[number]
        found |= set(bits(span & board.solved if plain else span))
    places = position.puzzle.geometry.topology.places
    return found.union(*[places[variable].cells for variable in found & places.keys()])


def _candidates(step: Step) -> Iterator[Candidate]:
    yield from step.placements
    yield from step.eliminations
    for role in step.roles:
        yield from role.candidates
    for part in step.parts():
        if isinstance(part, Truth | Link):
            yield from part.candidates
        elif isinstance(part, Swap):
            yield from part.candidates
            yield from ((variable, pair[0]) for variable, pair in part.pairs)
        elif isinstance(part, Bound):
            yield from (candidate for candidate, _ in part.terms)
        elif isinstance(part, Refutation):
            yield part.candidate
            yield from (c for step in part.steps for c in _candidates(step))
        elif isinstance(part, Split):
            for branch in part.branches:
                yield branch.candidate
                yield from (c for step in branch.steps for c in _candidates(step))
