"""Sums as equations: which are plain sums of cells, and what derived ones were made of.

A derived sum is a signed combination of houses and given sums (the 45 rule of killer sudoku, for
houses of any values). The model does not keep which one; exact elimination recovers it from the
shapes that the sum is said to come from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model, bits
from sudokulib.primitives import DistinctSum, Linear


@dataclass(frozen=True, slots=True)
class SignedTotal:
    """Some variables minus others add up to a total.

    Args:
        plus: variables that count, as a bit mask.
        minus: variables that count negative, as a bit mask.
        total: what they add up to.
    """

    plus: int
    minus: int
    total: int


@dataclass(frozen=True, slots=True)
class Equation:
    """Houses and sums with factors, which add up to a derived sum.

    Args:
        houses: primitives that are houses, by number, each with its factor.
        sums: primitives that are sums, likewise.
    """

    houses: tuple[tuple[int, Fraction], ...]
    sums: tuple[tuple[int, Fraction], ...]


@cached_on_model
def plain_sums(model: Model) -> tuple[int, ...]:
    """Return the given sums of at least two cells, all counted once: what people call cages.

    A sum may have a choice of totals.
    """
    return tuple(
        number for number in model.rules if number not in model.derived and _is_plain(model, number)
    )


def _is_plain(model: Model, number: int) -> bool:
    primitive = model.primitives[number]
    return (
        isinstance(primitive, Linear | DistinctSum)
        and len(primitive.variables) > 1
        and max(primitive.variables) < model.cells
        and all(weights == model.values for weights in primitive.weights)
    )


def signed_sum(model: Model, number: int) -> SignedTotal | None:
    """Return a primitive as a sum of variables, each counted ±1; None if it is not such a sum."""
    primitive = model.primitives[number]
    if not isinstance(primitive, Linear | DistinctSum) or len(primitive.totals) != 1:
        return None
    plus = minus = 0
    negative = tuple(-value for value in model.values)
    for v, weights in zip(primitive.variables, primitive.weights, strict=True):
        if weights == model.values:
            plus |= 1 << v
        elif weights == negative:
            minus |= 1 << v
        else:
            return None
    return SignedTotal(plus, minus, primitive.totals[0])


def equation(model: Model, number: int) -> Equation | None:
    """Return the houses and sums that a derived sum is made of; None if they cannot be found.

    Args:
        model: the model of the sum.
        number: a derived primitive.
    """
    known = _equations(model)
    if number not in known:
        known[number] = _solved(model.root, number)
    return known[number]


@cached_on_model
def _equations(model: Model) -> dict[int, Equation | None]:
    del model
    return {}


def sum_category(model: Model, number: int) -> str:
    """Return what people call a derived sum.

    Returns:
        ``innies`` (inside the houses that it follows from), ``outies``, ``innies and outies``, or
        ``cage splitting``: a part of one cage.
    """
    known, made = signed_sum(model, number), equation(model, number)
    if known is None or made is None:
        return "innies and outies"
    cells = model.spans[number]
    one_sided = not known.minus or not known.plus
    cages = (model.spans[n] for n in plain_sums(model))
    if cells & (cells - 1) and one_sided and any(not cells & ~cage for cage in cages):
        return "cage splitting"
    return _side(model, made, known.plus, known.minus)


def _side(model: Model, made: Equation, plus: int, minus: int) -> str:
    signs = {factor > 0 for _, factor in made.houses}
    if len(signs) != 1:
        return "innies and outies" if signs else "cage splitting"
    if signs == {False}:
        plus, minus = minus, plus
    inside = 0
    for number, _ in made.houses:
        inside |= model.spans[number]
    if not minus and not plus & ~inside:
        return "innies"
    if not plus and not minus & inside:
        return "outies"
    return "innies and outies"


def _solved(model: Model, number: int) -> Equation | None:
    goal = signed_sum(model, number)
    if goal is None:
        return None
    basis = _Basis()
    facts = dict(_facts(model, model.sources[number]))
    for fact, known in facts.items():
        basis.add(fact, _vector(known))
    found = basis.combination(_vector(goal))
    if found is None:
        return None
    whole = {house.primitive for house in model.houses}
    ordered = sorted(found.items())
    return Equation(
        tuple((n, factor) for n, factor in ordered if n in whole),
        tuple((n, factor) for n, factor in ordered if n not in whole),
    )


def _facts(model: Model, shapes: tuple[int, ...]) -> Iterator[tuple[int, SignedTotal]]:
    """Yield the houses and sums that come from some shapes, in the order of the shapes."""
    houses = {house.primitive: house for house in model.houses}
    for shape in shapes:
        for number, sources in enumerate(model.sources):
            if shape not in sources or number in model.derived:
                continue
            if number in houses:
                house = houses[number]
                yield (
                    number,
                    SignedTotal(house.cells, 0, sum(model.values[x] for x in bits(house.values))),
                )
            elif known := signed_sum(model, number):
                yield number, known


_Vector = dict[int, Fraction]
"""Coefficients of variables; that of -1 is the negative total."""


def _vector(known: SignedTotal) -> _Vector:
    vector = {v: Fraction(1) for v in bits(known.plus)}
    vector |= {v: Fraction(-1) for v in bits(known.minus)}
    return vector | ({-1: Fraction(-known.total)} if known.total else {})


class _Basis:
    """Equations in echelon form, each with the given ones that it is made of."""

    def __init__(self) -> None:
        self._by_variable: dict[int, tuple[_Vector, _Vector]] = {}

    def add(self, name: int, vector: _Vector) -> None:
        """Add an equation, unless it follows from the others."""
        rest, made = self._reduced(vector)
        if rest:
            first = max(rest)
            made[name] = Fraction(1)
            scale = rest[first]
            self._by_variable[first] = (
                {v: k / scale for v, k in rest.items()},
                {n: k / scale for n, k in made.items()},
            )

    def combination(self, vector: _Vector) -> _Vector | None:
        """Return the multiples of equations that give another one; None if there are none."""
        rest, made = self._reduced(vector)
        return None if rest else {name: -k for name, k in made.items()}

    def _reduced(self, vector: _Vector) -> tuple[_Vector, _Vector]:
        """Return what is left of an equation after reduction, and what was added to it, by name."""
        rest, made = dict(vector), _Vector()
        while rest and (first := max(rest)) in self._by_variable:
            factor = rest[first]
            known, names = self._by_variable[first]
            _subtract(rest, known, factor)
            _subtract(made, names, factor)
        return rest, made


def _subtract(one: _Vector, other: _Vector, factor: Fraction) -> None:
    for key, k in other.items():
        one[key] = one.get(key, Fraction(0)) - factor * k
        if not one[key]:
            del one[key]
