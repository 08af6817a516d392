"""Rules of SudokuMaker that have no kind of their own, as automata along a line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from sudokulib.basics.cells import Line
from sudokulib.errors import SudokuError
from sudokulib.formats.spelling import Fields
from sudokulib.formats.sudokumaker.maker_grid import MakerGrid

Digits = tuple[int, ...]

_STATES = 10_000
"""The most states of an automaton, a bound against hostile files: nine cells of 30 digits that are
to be consecutive have 5,632, which are read in 0.4 s, and 16 of 16 digits 65,536."""

Step = Callable[[Any, int], Hashable | None]
"""From a state by a digit to a state; None where no word goes on."""


def automaton(
    grid: MakerGrid, line: Line, start: Hashable, step: Step, accepts: Callable[[Any], bool]
) -> Fields:
    """Return the fields of an automaton that reads the digits along a line.

    Raises:
        SudokuError: no digits lead to a state that it accepts, or there are too many states.
    """
    number, steps, states = {start: 0}, [], [start]
    for state in states:
        symbols: dict[Hashable, list[str]] = {}
        for value in grid.values:
            if (target := step(state, value)) is not None:
                symbols.setdefault(target, []).append(str(value))
        for target, read in symbols.items():
            if target not in number:
                number[target] = len(number)
                states.append(target)
                if len(states) > _STATES:
                    raise SudokuError(f"its automaton has more than {_STATES:,} states")
            said = "." if len(read) == len(grid.values) else " ".join(read)
            steps.append((str(number[state]), said, str(number[target])))
    if not (accept := tuple(str(number[state]) for state in states if accepts(state))):
        raise SudokuError("no digits satisfy it")
    return {
        "kind": "automaton", "lines": (line,), "start": "0", "accept": accept,
        "steps": tuple(steps),
    }  # fmt: skip


def fillings(grid: MakerGrid, cells: Line, rows: Iterable[Sequence[int]]) -> Fields:
    """Return the fields of a rule that allows just these digits for the cells, in their order.

    Raises:
        SudokuError: there are no rows.
    """
    rest = frozenset(map(tuple, rows))
    if not rest:
        raise SudokuError("no digits satisfy it")
    if len(cells) == 1:
        return {"kind": "allowed", "cells": cells, "values": tuple(sorted(row[0] for row in rest))}
    if len(cells) == 2:
        return {"kind": "pair", "cells": cells, "pairs": tuple(sorted(rest))}
    return automaton(grid, cells, rest, _after, lambda left: () in left)


def _after(rows: frozenset[Digits], digit: int) -> frozenset[Digits] | None:
    """Return what may follow a digit, given what may be read before it."""
    return frozenset(row[1:] for row in rows if row and row[0] == digit) or None


def sequence(grid: MakerGrid, line: Line) -> Fields:
    """Return an automaton that remembers the difference and the last digit."""

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) < 2:
            return (digit - state[0], digit) if state else (digit,)
        difference, last = state
        return (difference, digit) if digit == last + difference else None

    return automaton(grid, line, (), step, bool)
