"""The opposite of a primitive, as a primitive, if it has one of manageable size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from sudokulib.errors import LimitError
from sudokulib.primitives import AllDifferent, Automaton, Linear, Primitive, Regular, Table

# Bounds against files that take long to load; larger opposites are refused with a reason.
_MOST_TUPLES = 100_000
"""Combinations of values that are tried one by one: as many take 0.05 s (`python
tests/benchmarks/at_limits.py`, 2026-11)."""

_MOST_TOTALS = 100_000
"""Different totals of a sum."""


def negated(primitive: Primitive, domains: Sequence[int], values: int) -> Primitive:
    """Return the primitive that holds exactly when a primitive does not.

    Args:
        primitive: one on cells alone: with hidden variables, "none fits" is not a primitive.
        domains: of the cells, as bit masks.
        values: how many value indices there are.

    Raises:
        LimitError: the opposite cannot be written, or only with too many parts.

    >>> negated(Table((0,), frozenset({(0,), (2,)})), [0b111], 3)
    Table(variables=(0,), tuples=frozenset({(1,)}))
    """
    if any(v >= len(domains) for v in primitive.variables):
        raise LimitError("its rule needs hidden variables; state the opposite with other shapes")
    if isinstance(primitive, AllDifferent):
        return _some_equal(primitive.variables, values)
    if isinstance(primitive, Linear):
        return _other_totals(primitive, domains)
    if isinstance(primitive, Regular):
        return Regular(primitive.variables, _complement(primitive.automaton, values))
    return _other_tuples(primitive, domains)


def _some_equal(variables: tuple[int, ...], values: int) -> Regular:
    """Return an automaton for two equal values: it guesses the value and waits for it twice."""

    def step(state: tuple[int, int], value: int) -> list[tuple[int, int]]:
        guess, seen = state
        return [(guess, min(2, seen + (value == guess)))]

    start = [(guess, 0) for guess in range(values)]
    return Regular(variables, Automaton.of(start, step, lambda state: state[1] == 2, values))


def _other_totals(sum_of: Linear, domains: Sequence[int]) -> Linear:
    reached = {0}
    for v, weights in zip(sum_of.variables, sum_of.weights, strict=True):
        terms = {w for i, w in enumerate(weights) if domains[v] >> i & 1}
        reached = {total + term for total in reached for term in terms}
        if len(reached) > _MOST_TOTALS:
            raise LimitError(f"its sum has more than {_MOST_TOTALS:,} totals; use fewer cells")
    return Linear(sum_of.variables, sum_of.weights, tuple(sorted(reached - set(sum_of.totals))))


def _complement(automaton: Automaton, values: int) -> Automaton:
    """Return the automaton of all other words; its states are sets of states of the original."""
    return Automaton.of(
        [automaton.start],
        lambda states, value: [automaton.after(states, 1 << value)],
        lambda states: not states & automaton.accept,
        values,
    )


def _other_tuples(primitive: Primitive, domains: Sequence[int]) -> Table:
    choices = [
        [i for i in range(domains[v].bit_length()) if domains[v] >> i & 1]
        for v in primitive.variables
    ]
    if prod(map(len, choices)) > _MOST_TUPLES:
        raise LimitError(
            f"its opposite has more than {_MOST_TUPLES:,} combinations; use fewer cells"
        )
    every = product(*choices)
    if type(primitive) is Table:
        return Table(primitive.variables, frozenset(every) - primitive.tuples)
    others = (values for values in every if not primitive.check(values))
    return Table(primitive.variables, frozenset(others))
