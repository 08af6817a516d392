"""Hints for a partly solved puzzle: mistakes first, then as much of the next step as wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import Literal

from sudokulib.basics.arguments import whole_number
from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.board import Board
from sudokulib.logic.step import Fillings, Rank, Split, Step, Swap, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Givens, Puzzle, read_givens
from sudokulib.search.backend import backend
from sudokulib.search.conflict import find_conflict
from sudokulib.solving.explaining.notation import pattern_notation
from sudokulib.solving.explaining.solving_path import Explanation, explain_plan, make_plan
from sudokulib.solving.logic_limit import logic_limit
from sudokulib.solving.pipeline import Plan
from sudokulib.solving.result import Status, status_of
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

Depth = Literal[0, 1, 2, 3, 4]
"""How much a hint reveals: 0 whether there is a mistake or a next step; 1 where to look; 2 which
technique; 3 its pattern; 4 all of it."""

_IN_ONE = "each candidate left is in one of them"

SEVERAL = "the puzzle has several solutions"

_UNSURE = "mistakes could not be ruled out in time"

_SECONDS = 0.4
"""Seconds to search for mistakes if no limit was set, to find what several solutions have in
common, and to find a step of a puzzle that is not known to have one solution.

A bound, so that people learn within a second that there are several solutions, or that it is not
known. The search for mistakes takes less than 0.01 s in each of the examples (`hint`, 2026-11).
"""

_NAMED = 4
"""The most places that a hint names; if there are more, it names the first ones."""


@dataclass(frozen=True, slots=True)
class SolverState:
    """The entries of a person solving a puzzle.

    Args:
        values: for each cell that they have filled, the index of the symbol, givens or not.
        marks: for each cell with pencil marks, the symbols marked, as a bit mask.
    """

    values: Mapping[int, int]
    marks: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Hint(ResultBase):
    """A hint at the next step, revealing as much as requested.

    Args:
        kind: ``mistake`` (something is wrong already), ``step``, ``solved``, or ``stuck`` (no
            technique makes progress).
        depth: how much it reveals.
        text: the hint in words.
        cells: names of the cells that it points to, for ``mistake`` from depth 1 on; else empty.
        explanation: the step, for ``step`` from depth 3 on; do not show its conclusions before
            depth 4.
        several: whether the puzzle is known to have several solutions.
        puzzle: the puzzle that is being solved.

    >>> import sudokulib
    >>> found = sudokulib.hint("1.....2..3.....4", depth=2)
    >>> found.kind, found.text
    ('step', 'Look for a hidden single.')
    """

    kind: Literal["mistake", "step", "solved", "stuck"]
    depth: Depth
    text: str
    cells: tuple[str, ...] = ()
    explanation: Explanation | None = None
    several: bool = False
    puzzle: Puzzle | None = None

    @property
    def open(self) -> bool:
        """Return whether something is left to do and there is no mistake."""
        return self.kind in ("step", "stuck")

    def __repr__(self) -> str:
        return clipped(f"<Hint {self.kind}: {self.text}>")

    def __str__(self) -> str:
        return self.text


def hint(
    puzzle: PuzzleLike,
    state: SolverState | Givens = "",
    *,
    depth: Depth = 1,
    profile: str = "everything",
    assume_unique: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Hint:
    """Return a hint at the next step, revealing no more than `depth` allows.

    Args:
        puzzle: what is being solved.
        state: what has been filled in so far, as text like givens, as a grid of candidates, as a
            mapping, or as a `SolverState` with pencil marks. Pencil marks are trusted: what they
            omit counts as excluded, unless it is the value that the cell must hold.
        depth: how much to reveal, from 0 to 4; see `Depth`.
        profile: the techniques to look for.
        assume_unique: whether to use techniques that are valid only for a unique solution. They are
            not used once the search for mistakes has found two solutions.
        seconds: limit of wall time; half of it goes to the search for mistakes, after which only
            visible ones are found, and the text says so. If there are several solutions, at most
            half a second each goes to what they have in common and to a step. Absent: half a
            second for the search for mistakes; no limit for a step once the puzzle is known to
            have one solution, else half a second. ``math.inf`` for no limit.
        nodes: node limit of the search for mistakes, instead of half a second.
        token: cancels from another thread.

    Raises:
        GivensError: the state does not fit the puzzle's geometry.
        UnknownNameError: there is no profile of that name.
        OutOfBudget: reading the puzzle took all of the time.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> for depth in (0, 1, 2, 3, 4):
    ...     print(sudokulib.hint(puzzle, "1... ..2. 43.. ...4", depth=depth))
    No mistake so far, and the next step can be found.
    Look at box 2.
    Look for a hidden single.
    In box 2 there is one place for 1.
    Hidden single: 1 has no other place in box 2 than R2C4, so R2C4 = 1.
    """
    budget = Budget(seconds, nodes, token)
    whole_number("depth", depth, 0, 4)
    puzzle = as_puzzle(puzzle, budget=budget)
    known = state if isinstance(state, SolverState) else read_state(puzzle, state)
    limit = _search_limit(budget, timeless=seconds is None and nodes is None)
    try:
        with interruptible(budget.check):
            wrong, status = _mistakes(words := Words(puzzle), known, limit)
            several = status == "multiple"
            if wrong is not None:
                return replace(_mistake_hint(words, wrong, depth), several=several, puzzle=puzzle)
            board = state_board(puzzle, known)
            if board.complete and status == "unknown" and _filled(board, puzzle).violations():
                return replace(_mistake_hint(words, _Mistake((), "", {}), depth), puzzle=puzzle)
            if board.complete:
                text = "Every cell is filled correctly."
                return Hint("solved", depth, text, several=several, puzzle=puzzle)
            plan = make_plan(profile, assume_unique=assume_unique and not several)
            short = several or (status == "unknown" and seconds is None)
            most = _SECONDS if short else inf
            found = _step_hint(puzzle, board, plan, budget, depth=depth, status=status, most=most)
            return replace(found, puzzle=puzzle)
    except OutOfBudget:
        text = "Neither a mistake nor a step was found in time."
        return Hint("stuck", depth, text, puzzle=puzzle)


def _filled(board: Board, puzzle: Puzzle) -> Solution:
    masks = board.masks[: board.model.cells]
    return Solution(puzzle, tuple(mask.bit_length() - 1 for mask in masks))


def _search_limit(budget: Budget, *, timeless: bool) -> Budget:
    """Return the limit of the search for mistakes: a half of the time."""
    left = budget.seconds_left
    return budget.part(_SECONDS) if timeless else budget if left is None else budget.part(left / 2)


def _step_hint(
    puzzle: Puzzle,
    board: Board,
    plan: Plan,
    budget: Budget,
    *,
    depth: Depth,
    status: Status,
    most: float,
) -> Hint:
    """Return a hint at the next step; or that there is none, or that none was found in time."""
    several = status == "multiple"
    unsure = {"multiple": SEVERAL, "unknown": _UNSURE}.get(status, "")
    why = f"{unsure}, and " if unsure else ""
    start = "No visible mistake" if status == "unknown" else "No mistake"
    try:
        stuck = several and _nothing_in_common(board, budget)
        steps = explain_plan(puzzle, plan, board, budget.part(most))
        first = None if stuck else next(steps, None)
    except OutOfBudget:
        text = f"{start} so far, but {why}no step was found in time."
        return Hint("stuck", depth, text, several=several)
    if first is None:
        last = "none of the techniques makes progress"
        text = f"{start} so far, but {why}{_IN_ONE if stuck else last}."
        return Hint("stuck", depth, text, several=several)
    text = hint_text(first, depth) + (f" (But {unsure}.)" if unsure else "")
    return Hint("step", depth, text, (), first if depth >= 3 else None, several)


def _nothing_in_common(board: Board, budget: Budget) -> bool:
    """Return whether each remaining candidate is known to be in one of several solutions."""
    model = board.model.with_domains(board.masks)
    return logic_limit(model, budget.part(_SECONDS)).reached(board)


@dataclass(frozen=True, slots=True)
class _Mistake:
    """The mistakes in a state.

    Args:
        cells: the cells with mistakes; none if they are not known.
        clash: the contradiction visible without search, in words, or empty.
        right: for each cell, what it must hold, where known.
        unsolvable: whether the puzzle itself has no solution.
    """

    cells: tuple[int, ...]
    clash: str
    right: Mapping[int, int]
    unsolvable: bool = False


def _mistakes(words: Words, state: SolverState, budget: Budget) -> tuple[_Mistake | None, Status]:
    """Return the mistakes, if any, and how many solutions the puzzle is known to have."""
    model, given = words.model, dict(words.puzzle.given_values)
    changed = [c for c, value in sorted(state.values.items()) if given.get(c, value) != value]
    if changed:
        right = {c: given[c] for c in changed}
        return _Mistake(tuple(changed), "a given was changed", right), "unknown"
    clash, cells = visible_conflict(words, _masks(words, state))
    status: Status = "unknown"
    try:
        found = list(islice(backend("auto").solutions(model, budget), 2))
        status = status_of(len(found), "")
        if status == "none":
            clash, cells = visible_conflict(words, words.model.domains)
            return _Mistake(cells, clash, {}, unsolvable=True), status
        if status == "unique":
            wrong = _differing_cells(state, found[0])
            right = {c: found[0][c] for c in wrong}
            return (_Mistake(wrong, clash, right) if wrong else None), status
        rest = backend("auto").solutions(model.with_domains(_masks(words, state)), budget)
        fine = not clash and next(rest, None) is not None
    except OutOfBudget:
        fine = not clash
    return (None if fine else _Mistake(cells, clash, {})), status


def _differing_cells(state: SolverState, right: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cells whose symbol or pencil marks contradict the solution."""
    wrong = {cell for cell, value in state.values.items() if right[cell] != value}
    wrong |= {cell for cell, mask in state.marks.items() if not mask >> right[cell] & 1}
    return tuple(sorted(wrong))


def visible_conflict(words: Words, masks: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Return a contradiction visible without search, in words, and its cells; empty if none."""
    found = find_conflict(words.model.with_domains(masks))
    if found is None:
        return "", ()
    if found.primitive is None:
        return f"nothing is left for {words.cell(found.cells[0])}", found.cells
    symbol = words.symbol(found.cells[0], found.value)
    where = words.shape(found.primitive)
    return f"{words.cells(found.cells)} are both {symbol}, in {where}", found.cells


def _masks(words: Words, state: SolverState) -> tuple[int, ...]:
    masks = list(words.model.domains)
    for cell, value in state.values.items():
        masks[cell] &= 1 << value
    for cell, mask in state.marks.items():
        masks[cell] &= mask
    return tuple(masks)


def _mistake_hint(words: Words, wrong: _Mistake, depth: Depth) -> Hint:
    count = len(wrong.cells)
    names = tuple(words.cell(cell) for cell in wrong.cells)
    clash = f"; {wrong.clash}" if wrong.clash else ""
    if wrong.unsolvable:
        text = "The puzzle itself has no solution"
        if depth == 0:
            return Hint("mistake", depth, f"{text}.")
        return Hint("mistake", depth, f"{text}{clash}.", names)
    if depth == 0 or not count:
        many = f": in {count} cells" if count > 1 else ": in 1 cell" if count else ""
        more = "" if count else "; no solution is left"
        return Hint("mistake", depth, f"There is a mistake{many}{more}.")
    text = f"There is a mistake in {join_words(names)}{clash}."
    if depth == 4 and wrong.right:
        rights = [f"{words.cell(c)} = {words.symbol(c, value)}" for c, value in wrong.right.items()]
        text += f" Correct would be {join_words(rights)}."
    return Hint("mistake", depth, text, names)


def state_board(puzzle: Puzzle, state: SolverState) -> Board:
    """Return the board of a state: entries are placed, what pencil marks omit is removed."""
    board = Words(puzzle).board.placed(sorted(state.values.items()))
    gone = [
        (cell, value)
        for cell, mask in sorted(state.marks.items())
        for value in bits(board.masks[cell] & ~mask)
    ]
    return board.without(gone)


def hint_text(explanation: Explanation, depth: Depth) -> str:
    """Return as much of a step as requested, as a sentence.

    Args:
        explanation: the step.
        depth: how much; see `Depth`.
    """
    step, words = explanation.step, explanation.words
    if depth == 0:
        return "No mistake so far, and the next step can be found."
    if depth == 1:
        return f"Look at {_where(step, words)}."
    if depth == 2:
        return f"Look for {_article(explanation.title)}{explanation.title}."
    if depth == 3:
        return _pattern_only(explanation)
    text = explanation.text
    return f"{text[:1].upper()}{text[1:]}."


_COUNTED = re.compile(
    r"(single|house|pair|triple|quad|tuple|quadruple|quintuple|sextuple|wing|fish|chain|net|loop"
    r"|rectangle|kite|skyscraper|cell|blossom|squirmbag|whale|leviathan)( \d)?$"
)
"""Techniques named with an article."""


def _article(title: str) -> str:
    """Return the article for a technique that takes one, with a space."""
    if not _COUNTED.search(title):
        return ""
    first = re.split(r"[- ]", title, maxsplit=1)[0]
    vowel = first[0] in ("AEFHILMNORSX" if first.isupper() else "aeiou")
    return "an " if vowel and not title.startswith("unique") else "a "


def _where(step: Step, words: Words) -> str:
    """Return the names of the shapes that a step examines, or of its cells if there are none."""
    primitives: dict[int, None] = {}
    variables: dict[int, None] = {}
    for part in _premises(step):
        if isinstance(part, Fillings):
            primitives[part.primitive] = None
        elif isinstance(part, Swap):
            variables |= dict.fromkeys(variable for variable, _ in part.pairs)
        elif part.primitive is not None:
            primitives[part.primitive] = None
        elif part.variable is not None:
            variables[part.variable] = None
    names = list(dict.fromkeys(words.shape(number) for number in primitives))
    names += [words.cell(variable) for variable in variables]
    if not names:
        seen = (words.shape(number) for role in step.roles for number in role.primitives)
        names = list(dict.fromkeys(seen))
    if not names:
        gone = (*step.placements, *step.eliminations)
        names = list(dict.fromkeys(words.cell(v) for v, _ in gone))
    return join_words(names if len(names) <= _NAMED else [*names[:_NAMED], "more"])


def _premises(step: Step) -> Iterator[Truth | Swap | Fillings]:
    """Yield the premises that the arguments begin with, not those inside their cases."""
    for argument in step.arguments:
        if isinstance(argument, Fillings):
            yield argument
        elif isinstance(argument, Rank):
            yield from argument.truths
        elif isinstance(argument, Split):
            yield argument.truth


def _pattern_only(explanation: Explanation) -> str:
    """Return the pattern of a step without its conclusion."""
    step, words = explanation.step, explanation.words
    truth = next((part for part in _premises(step) if isinstance(part, Truth)), None)
    if explanation.single and truth is not None:
        if truth.primitive is None:
            return f"One symbol is left for {words.cell(truth.variable or 0)}."
        where = words.shape(truth.primitive)
        if step.technique == "full-house":
            return f"In {where} one cell is left."
        symbol = words.symbol(*truth.candidates[0])
        return f"In {where} there is one place for {symbol}."
    title = explanation.title
    return (
        f"{title[:1].upper()}{title[1:]}: {pattern_notation(step, words) or _where(step, words)}."
    )


_RULING = ".:'`,|+=*-┌┐└┘├┤┬┴┼─│━┃┏┓┗┛┣┫┳┻╋┠┨┯┷┿╂"
"""Characters that programs draw between the cells of a grid of candidates."""


def read_state(puzzle: Puzzle, text: Givens) -> SolverState:
    """Return the state shown by a text: entries as in givens, or a grid of candidates.

    In a grid of candidates the remaining symbols of a cell stand together, with spaces and any
    ruling between cells; a cell with one symbol counts as filled.

    Args:
        puzzle: the puzzle of the state.
        text: rows or one line, a grid of candidates, or symbols by cell.

    Raises:
        GivensError: the size does not fit; AlphabetError: unknown symbols.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> read_state(puzzle, "1 24 34 3|34 4 2 13|24 3 1 12|2 12 13 4").marks[1]
    10
    """
    geometry = puzzle.geometry
    if isinstance(text, str) and geometry.alphabet.compact:
        cells = _candidates(puzzle, text)
        if cells is not None:
            return cells
    return SolverState(read_givens(geometry, text, "state"), {})


def _candidates(puzzle: Puzzle, text: str) -> SolverState | None:
    """Return the state of a grid of candidates, if the text is one."""
    alphabet = puzzle.geometry.alphabet
    ruling = "".join(mark for mark in _RULING if mark not in alphabet.symbols)
    tokens = [token for token in re.split(rf"[\s{re.escape(ruling)}]+", text) if token]
    if len(tokens) != len(puzzle.masks) or max(map(len, tokens), default=0) < 2:
        return None
    values: dict[int, int] = {}
    marks: dict[int, int] = {}
    for cell, token in enumerate(tokens):
        mask = alphabet.mask(token)
        if mask & (mask - 1):
            marks[cell] = mask
        else:
            values[cell] = mask.bit_length() - 1
    return SolverState(values, marks)
