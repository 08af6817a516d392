"""Checks of strategies: the claims of steps are true, and searches end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from inspect import isgenerator
from itertools import islice

import hypothesis
from hypothesis import strategies as st

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.strategies import Strategy
from sudokulib.testing.deadly_patterns import deadly_patterns
from sudokulib.testing.geometry_strategies import geometries
from sudokulib.testing.position import Position
from sudokulib.testing.position_strategies import stratified
from sudokulib.testing.reducing import reduced
from sudokulib.testing.replay import replay_code, subject_code
from sudokulib.testing.runner import (
    RoundRobin,
    StrategyLike,
    as_strategy,
    crash_message,
    fails_on,
    failure_of,
    run_check,
)
from sudokulib.testing.strata import Coverage

Cases = st.SearchStrategy[Position] | Iterable[Position]
"""The positions on which strategies are checked."""

_MOST_STEPS = 100
"""The most steps of one search to check: a bound on time."""

_LOOKS = 200
"""The most searches until a strategy must end.

Each step removes a candidate, and the boards of checks have fewer to remove: only steps that bring
candidates back go on for so long.
"""

RETRY_EXAMPLES = {4: 60, 6: 100, 8: 300}
"""Cells of the geometries on which a failure is sought again, and how many cases on each."""


def drawn_for(strategy: Strategy, *, cells: int | None = None) -> RoundRobin[Position]:
    """Return a source of the positions that a strategy is for.

    They are of all strata in turn. Puzzles have one solution if the strategy assumes that;
    otherwise every third has one, and the others have any number.

    Args:
        strategy: any strategy.
        cells: if all geometries are tiny, the number of cells that they have at most.
    """
    where = None if cells is None else geometries(cells=cells, symbols=6)
    one = stratified(solutions="one", geometries=where)
    if strategy.assumes != "unique":
        any_ = stratified(geometries=where)
        parts = [part for i, p in enumerate(any_) for part in (p, one[i])[: 1 + i % 2]]
        swaps = [deadly_patterns(cells=cells or 8, unique=False)] if (cells or 8) > 4 else []
        return RoundRobin((*parts, *swaps))
    if cells and cells < 5:
        return RoundRobin(one)
    unique = deadly_patterns(cells=cells or 8)
    return RoundRobin(tuple(part for p in one for part in (p, unique)))


def counterexample(strategy: Strategy, what: str, position: Position, *steps: Step) -> str:
    """Return a counterexample in words; the position itself is part of the replay code.

    Args:
        strategy: the strategy that is wrong.
        what: what is wrong, to follow its name.
        position: the position.
        steps: steps on its board.
    """
    words = Words(position.puzzle)
    lines = [f"{strategy.name} {what}"]
    for step in steps:
        reasons = "\n    ".join(f"{reason!r:.{_LONGEST}}" for reason in step.arguments[:_REASONS])
        lines.append(f"step: {_conclusion(words, step)}\n    {reasons or _NO_REASONS}")
    return "\n".join(lines)


def _conclusion(words: Words, step: Step) -> str:
    """Return the conclusion of a step in words, or as it stands if there are none for it."""
    if all(_is_known(words.board, one) for one in step.placements + step.eliminations):
        return words.conclusion(step) or "nothing"
    return f"placements {step.placements}, eliminations {step.eliminations}"


def _is_known(board: Board, candidate: Candidate) -> bool:
    """Return whether a variable and a value of these numbers exist; hidden ones have their own."""
    variable, value = candidate
    if not 0 <= variable < len(board.masks):
        return False
    cell = variable < board.model.cells
    values = len(board.model.values) if cell else board.model.domains[variable].bit_length()
    return 0 <= value < values


_LONGEST, _REASONS, _NO_REASONS = 300, 3, "no arguments"
"""Arguments of a step that are shown, and characters of each."""


def bounded_steps(strategy: Strategy, board: Board) -> Iterator[Step]:
    """Return the steps of one search, at most as many as are checked."""
    return islice(strategy.find(board), _MOST_STEPS)


def check_sound(
    strategy: StrategyLike,
    *,
    cases: Cases | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that no step claims what some filling of the board contradicts, or nothing new.

    Every filling is tried, by the rules of the shapes. Whether the arguments prove the step is
    checked by `check_explained`.

    Args:
        strategy: a `Strategy`, a function that finds steps on a board, or a registered name.
        cases: positions to try: a source for hypothesis (by default that of `positions`), or given
            positions, which are not shrunk.
        settings: settings of hypothesis; by default 300 cases, the same every time.
        max_examples: how many cases.
        coverage: whether to count the strata of the cases.

    Returns:
        The coverage, if it is asked for; it prints as a table.

    Raises:
        AssertionError: with the smallest failing position, the step, and code that tries the
            strategy there.

    >>> check_sound("hidden-single", max_examples=20)
    >>> failure_of = check_sound("hidden-single", max_examples=20, coverage=True)
    >>> failure_of.boards, failure_of.with_steps > 0
    (20, True)
    """
    __tracebackhide__ = True
    counted = Coverage() if coverage else None
    run_on_steps(
        "check_sound",
        strategy,
        _unsound,
        cases=cases,
        settings=settings,
        max_examples=max_examples,
        counted=counted,
    )
    return counted


def run_on_steps(
    name: str,
    strategy: StrategyLike,
    wrong: Callable[[Strategy, Position, Step], str],
    *,
    cases: Cases | None,
    settings: hypothesis.settings | None,
    max_examples: int | None,
    counted: Coverage | None,
) -> None:
    """Check each step that a strategy finds.

    Args:
        name: the name of the check.
        strategy, cases, settings, max_examples: as for `check_sound`.
        wrong: returns what is wrong with a step on a position, to follow the strategy's name.
        counted: where to count the cases.
    """
    __tracebackhide__ = True
    chosen = as_strategy(strategy)

    def check(position: Position) -> None:
        steps = 0
        for step in _steps(chosen, position):
            steps += 1
            if what := wrong(chosen, position, step):
                raise AssertionError(counterexample(chosen, what, position, step))
        if counted is not None:
            counted.add(position, found=steps > 0)

    run_for(name, chosen, check, cases=cases, settings=settings, max_examples=max_examples)


def run_for(
    name: str,
    strategy: Strategy,
    check: Callable[[Position], None],
    *,
    cases: Cases | None,
    settings: hypothesis.settings | None,
    max_examples: int | None,
) -> None:
    """Run a check on positions; a failure on many cells is sought again on a few, then cut down.

    Args:
        name: the name of the check.
        strategy: the strategy.
        check: raises AssertionError for a position that shows something wrong.
        cases, settings, max_examples: as for `check_sound`.
    """
    __tracebackhide__ = True
    failed: list[Position] = []

    def replay(position: Position) -> str:
        failed.append(position)
        return replay_code(name, subject_code(strategy), position)

    where = drawn_for(strategy) if cases is None else cases
    try:
        run_check(check, where, settings=settings, max_examples=max_examples, replay=replay)
    except AssertionError:
        # a larger geometry does not shrink to a tiny one, which may show the failure too
        if cases is None:
            for cells, number in RETRY_EXAMPLES.items():
                if cells + 2 <= len(failed[0].puzzle.masks):
                    where = drawn_for(strategy, cells=cells)
                    run_check(check, where, replay=replay, settings=settings, max_examples=number)
            # What is drawn on a few cells reads more easily than what is cut down to as many.
            if len(failed[0].puzzle.masks) > min(RETRY_EXAMPLES):
                small = reduced(failed[0], fails_on(check), unique=strategy.assumes == "unique")
                run_check(check, [small], replay=replay)
        raise


def _steps(strategy: Strategy, position: Position) -> Iterator[Step]:
    """Yield the steps of a search, which must not crash, nor change the board that it is given.

    Raises:
        AssertionError: the search does one of these.
    """
    board = position.board
    before = board.masks, board.places, board.solved
    steps = bounded_steps(strategy, board)
    while True:
        what = ""
        try:
            step = next(steps, None)
        except Exception as error:
            what = crash_message(error)
        if (board.masks, board.places, board.solved) != before:
            what = _CHANGES
        if what:
            for field, value in zip(("masks", "places", "solved"), before, strict=True):
                object.__setattr__(board, field, value)  # so that the position is printed as it was
            raise AssertionError(counterexample(strategy, what, position))
        if step is None:
            return
        yield step


_CHANGES = "changes the board that it searches"


def _unsound(strategy: Strategy, position: Position, step: Step) -> str:
    return _is_new(position.board, step) or _untrue(strategy, position, step)


def _is_new(board: Board, step: Step) -> str:
    """Return why a step adds nothing new to this board; empty if it does."""
    for variable, value in step.placements + step.eliminations:
        if not _is_known(board, (variable, value)) or not board.masks[variable] >> value & 1:
            return f"speaks of candidate {(variable, value)}, which is not on the board"
    for variable, value in step.placements:
        hidden = variable >= board.model.cells
        if board.masks[variable] == 1 << value if hidden else board.solved >> variable & 1:
            return f"places {(variable, value)}, which is placed already"
    return "" if step.placements or step.eliminations else "concludes nothing"


def _untrue(strategy: Strategy, position: Position, step: Step) -> str:
    """Return what some filling contradicts; everything if a step assumes more than it declares."""
    if step.assumes_unique and strategy.assumes != "unique":
        return "assumes a single solution, but is not registered with assumes='unique'"
    words, right = Words(position.puzzle), position.possible
    for variable, value in step.eliminations:
        if right[variable] >> value & 1:
            return f"removes {words.candidate((variable, value))}{_seen(position, words)}"
    for variable, value in step.placements:
        if right[variable] & ~(1 << value):
            return f"places {words.candidate((variable, value))}{_seen(position, words)}"
    return ""


def _seen(position: Position, words: Words) -> str:
    fillings = position.fillings
    first = " ".join(words.candidate(candidate) for candidate in enumerate(fillings[0]))
    more = f", and {len(fillings) - 1} more" if len(fillings) > 1 else ""
    return f", which contradicts a filling of the board ({first}{more})"


def check_terminates(
    strategy: StrategyLike,
    *,
    cases: Cases | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that searches are lazy and repeatable, change nothing themselves, and come to an end.

    Args:
        strategy, cases, settings, max_examples, coverage: as for `check_sound`.

    Raises:
        AssertionError: with the smallest failing position.

    >>> check_terminates("hidden-single", max_examples=20)
    """
    __tracebackhide__ = True
    chosen = as_strategy(strategy)
    counted = Coverage() if coverage else None

    def check(position: Position) -> None:
        if wrong := failure_of(lambda board: _unstable(chosen, board), position.board):
            raise AssertionError(counterexample(chosen, wrong, position))
        if counted is not None:
            found = next(iter(chosen.find(position.board)), None) is not None
            counted.add(position, found=found)

    run_for(
        "check_terminates", chosen, check, cases=cases, settings=settings, max_examples=max_examples
    )
    return counted


def _unstable(strategy: Strategy, board: Board) -> str:
    """Return what is wrong with a strategy that runs again on a board and on those it leads to."""
    fresh = _copy(board)
    if not isgenerator(strategy.find(fresh)):
        return "does not search lazily; write it as a generator"
    steps = list(bounded_steps(strategy, fresh))
    if (fresh.masks, fresh.places, fresh.solved) != (board.masks, board.places, board.solved):
        return _CHANGES
    if steps != list(bounded_steps(strategy, _copy(board))):
        return "finds other steps when it searches again"
    if wrong := _not_terminating(strategy, board):
        return wrong
    if steps != list(bounded_steps(strategy, _copy(board))):
        return "finds other steps when it searches again, once it has searched other boards"
    return ""


def _copy(board: Board) -> Board:
    """Return the same board, with nothing cached."""
    return Board(board.model, board.masks, board.places, board.solved)


def _not_terminating(strategy: Strategy, board: Board) -> str:
    """Return what is wrong on the way to the board where a strategy finds nothing more."""
    for _ in range(_LOOKS):
        step = next(iter(strategy.find(board)), None)
        if step is None:
            return ""
        after = step.apply(board)
        if (after.masks, after.solved) == (board.masks, board.solved):
            return "has a step that changes nothing"
        board = after
    return f"goes on after {_LOOKS} steps"
