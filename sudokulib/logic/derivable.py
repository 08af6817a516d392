"""An independent check that derived sums follow: it shares no code with their derivation."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent, DistinctSum, Linear, Primitive


@cached_on_model
def derivable(model: Model) -> frozenset[int]:
    """Return the derived sums, by number, that are sums of others and claim no more differences.

    Args:
        model: the model whose derived sums are checked.
    """
    basis = _Basis()
    for number, primitive in enumerate(model.primitives):
        if number not in model.derived and (equation := _equation(model, primitive)):
            basis.add(equation)
    return frozenset(
        number
        for number in model.derived
        if _differ(model, model.primitives[number])
        and (equation := _equation(model, model.primitives[number])) is not None
        and basis.implies(equation)
    )


def _differ(model: Model, primitive: Primitive) -> bool:
    given = [p for n, p in enumerate(model.primitives) if n not in model.derived]
    known = {pair for p in given for group in p.groups() for pair in combinations(sorted(group), 2)}
    claimed = (combinations(sorted(group), 2) for group in primitive.groups())
    return all(pair in known for pairs in claimed for pair in pairs)


_Equation = dict[int, Fraction]
"""Coefficients of variables; that of -1 is the negative total."""


def _equation(model: Model, primitive: Primitive) -> _Equation | None:
    """Return the equation of a sum or house for the integers of its variables; None if none."""
    values = model.root.values
    if isinstance(primitive, AllDifferent):
        mask = 0
        for v in primitive.variables:
            mask |= model.domains[v]
        cells = all(v < model.cells for v in primitive.variables)
        if not cells or mask.bit_count() != len(primitive.variables):
            return None
        total = sum(values[i] for i in bits(mask))
        return {**dict.fromkeys(primitive.variables, Fraction(1)), -1: Fraction(-total)}
    if not isinstance(primitive, Linear | DistinctSum) or len(primitive.totals) != 1:
        return None if getattr(primitive, "totals", True) else {-1: Fraction(1)}
    equation = {-1: Fraction(-primitive.totals[0])}
    for v, weights in zip(primitive.variables, primitive.weights, strict=True):
        signs = {sign for sign in (1, -1) if weights == tuple(sign * value for value in values)}
        if not signs:
            return None
        equation[v] = Fraction(signs.pop())
    return equation


class _Basis:
    """Linear equations in echelon form."""

    def __init__(self) -> None:
        self._by_variable: dict[int, _Equation] = {}

    def add(self, equation: _Equation) -> None:
        """Add an equation."""
        rest = self._reduced(equation)
        first = max(rest, default=-1)
        if rest:
            self._by_variable[first] = {v: k / rest[first] for v, k in rest.items()}

    def implies(self, equation: _Equation) -> bool:
        """Return whether an equation follows from those added; from a contradiction, all do."""
        return -1 in self._by_variable or not self._reduced(equation)

    def _reduced(self, equation: _Equation) -> _Equation:
        rest = {v: k for v, k in equation.items() if k}
        while rest and (first := max(rest)) in self._by_variable:
            factor = rest[first]
            for v, k in self._by_variable[first].items():
                rest[v] = rest.get(v, Fraction(0)) - factor * k
                if not rest[v]:
                    del rest[v]
        return rest
