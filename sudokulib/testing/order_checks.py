"""Checks of strategies registered as monotone: the order of deductions does not matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import hypothesis
from hypothesis.errors import InvalidArgument

from sudokulib.board import Board, Candidate
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.solving.pipeline import Plan, run
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.testing.position import Position
from sudokulib.testing.replay import replay_code, subject_code, times_until
from sudokulib.testing.runner import RoundRobin, StrategyLike, as_strategy, run_check, with_choices
from sudokulib.testing.strata import Coverage
from sudokulib.testing.strategy_checks import Cases, counterexample, drawn_for

SINGLES = ("naked-single", "hidden-single")
"""Strategies that every pipeline includes."""


@dataclass(frozen=True, slots=True)
class _Smaller:
    """A position, and sets of candidates whose removal gives smaller ones."""

    position: Position
    gone: tuple[tuple[Candidate, ...], ...]


def check_monotone(
    strategy: StrategyLike,
    *,
    cases: Cases | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that more eliminations never cost a strategy a conclusion.

    Whatever it concludes together with naked and hidden singles, from any board until nothing
    applies, it must also conclude from every smaller board that keeps a filling. That implies
    what `Strategy.monotone` promises: a pipeline of such strategies ends the same in any order.

    Args:
        strategy, cases, settings, max_examples, coverage: as for `check_sound`.

    Raises:
        AssertionError: with the smallest failing position, and the candidates to remove from it.
        InvalidArgument: the strategy is registered with ``monotone=False``, so nothing is promised.

    >>> check_monotone("hidden-single", max_examples=20)
    """
    chosen = _monotone(strategy)
    singles = [*map(strategy_named, SINGLES)]
    alone, plan = _plan(singles), _plan([*singles, chosen])
    counted = Coverage() if coverage else None

    def wrong(case: _Smaller) -> str:
        board, words = case.position.board, Words(case.position.puzzle)
        more = end_of(board, plan)
        if chosen not in singles and more.masks == end_of(board, alone).masks:
            return ""  # singles conclude all of this, and singles are monotone
        for some in case.gone:
            lost = _lost(more, end_of(board.without(some), plan))
            if lost is not None:
                gone = ", ".join(map(words.candidate, some))
                return (
                    f"with singles removes {words.candidate(lost)}, but no longer does once there "
                    f"is no {gone}; register it with monotone=False, or let it see more"
                )
        return ""

    def check(case: _Smaller) -> None:
        if what := wrong(case):
            raise AssertionError(counterexample(chosen, what, case.position))
        if counted is not None:
            counted.add(case.position, found=_moves(case.position, plan))

    def replay(case: _Smaller) -> str:
        position = case.position
        times = times_until(lambda one: bool(wrong(one)), partial(_smaller, position))
        return replay_code("check_monotone", subject_code(chosen), position, times=times)

    where = with_choices(drawn_for(chosen) if cases is None else cases, _smaller)
    run_check(check, where, settings=settings, max_examples=max_examples, replay=replay)
    return counted


def check_confluent(
    strategies: Sequence[StrategyLike],
    *,
    cases: Cases | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that monotone strategies, and singles among them, end the same in any order.

    Args:
        strategies: strategies, functions or registered names; all of them monotone.
        cases, settings, max_examples, coverage: as for `check_sound`.

    Raises:
        AssertionError: with the smallest failing position, and the order that ends differently.
        InvalidArgument: there are no strategies, or one is registered with ``monotone=False``.

    >>> check_confluent(["overlapping-shapes", "naked-tuples"], max_examples=20)
    """
    if isinstance(strategies, str) or not isinstance(strategies, Sequence) or not strategies:
        raise InvalidArgument(f"strategies={strategies!r} must be a list of strategies")
    chosen = [_monotone(one) for one in dict.fromkeys([*SINGLES, *strategies])]
    plan = _plan(chosen)
    counted = Coverage() if coverage else None

    def wrong(case: tuple[Position, Plan]) -> str:
        position, other = case
        for more, less in ((plan, other), (other, plan)):
            lost = _lost(end_of(position.board, more), end_of(position.board, less))
            if lost is not None:
                candidate = Words(position.puzzle).candidate(lost)
                what = f"remove {candidate} in this order, but not in the order {_names(less)}"
                return f"{_names(more)} {what}"
        return ""

    def check(case: tuple[Position, Plan]) -> None:
        if what := wrong(case):
            raise AssertionError(what)
        if counted is not None:
            counted.add(case[0], found=_moves(case[0], plan))

    def shuffled(position: Position, chance: Random) -> tuple[Position, Plan]:
        order = list(plan.strategies)
        chance.shuffle(order)
        return position, _plan(order)

    def replay(case: tuple[Position, Plan]) -> str:
        position, subjects = case[0], ", ".join(map(subject_code, chosen[len(SINGLES) :]))
        times = times_until(lambda one: bool(wrong(one)), partial(shuffled, position))
        return replay_code("check_confluent", f"[{subjects}]", position, times=times)

    where = with_choices(_cases_for(chosen) if cases is None else cases, shuffled)
    run_check(check, where, settings=settings, max_examples=max_examples, replay=replay)
    return counted


def _monotone(subject: StrategyLike) -> Strategy:
    chosen = as_strategy(subject)
    if not chosen.monotone:
        raise InvalidArgument(
            f"{chosen.name} is registered with monotone=False, so it promises nothing of the kind"
        )
    return chosen


def _cases_for(chosen: Sequence[Strategy]) -> RoundRobin[Position]:
    return drawn_for(next((one for one in chosen if one.assumes), chosen[0]))


def _names(plan: Plan) -> str:
    return ", ".join(strategy.name for strategy in plan.strategies)


def _plan(chosen: Iterable[Strategy]) -> Plan:
    found = tuple(dict.fromkeys(chosen))
    return Plan(found, tuple(strategy.rating for strategy in found))


def end_of(board: Board, plan: Plan) -> Board:
    """Return the board on which nothing applies any more."""
    for _, after in run(board, plan):
        board = after
    return board


def _moves(position: Position, plan: Plan) -> bool:
    """Return whether anything applies."""
    return next(iter(run(position.board, plan)), None) is not None


def _lost(more: Board, less: Board) -> Candidate | None:
    """Return a candidate removed from the first board, but not from the second one.

    Nothing is missed where every cell is filled or one is empty: solving stops there.
    """
    if less.complete or less.broken:
        return None
    for variable, (here, there) in enumerate(zip(more.masks, less.masks, strict=True)):
        if there & ~here:
            return variable, (there & ~here).bit_length() - 1
    return None


_WAYS = 40
"""The number of smaller boards compared with one on which a strategy concludes something.

Of eight runs of 300 boards each, with other seeds, a triple that skips pairs was detected by 2 with
20 smaller boards and by 6 with 40, a triple that waits until all its cells have all three values by
2 and by 5, in 50 and 75 s (`tests/seeded_mistakes`, 2026-11).
"""

_TOGETHER = 0.5
"""The chance that only two cells lose candidates, so that one pattern becomes another."""


def _smaller(position: Position, chance: Random) -> _Smaller:
    """Return a position and several sets of candidates, without each of which a filling is left."""
    return _Smaller(position, tuple(_some_free(position, chance) for _ in range(_WAYS)))


def _some_free(position: Position, chance: Random) -> tuple[Candidate, ...]:
    kept = chance.choice(position.fillings)
    free = [
        (cell, value)
        for cell, own in enumerate(kept)
        for value in bits(position.board.masks[cell])
        if value != own
    ]
    if chance.random() < _TOGETHER:
        open_cells = list(dict.fromkeys(cell for cell, _ in free))
        chosen = chance.sample(open_cells, min(2, len(open_cells)))
        free = [candidate for candidate in free if candidate[0] in chosen]
    return tuple(chance.sample(free, min(len(free), chance.choice((1, 2, 3)))))
