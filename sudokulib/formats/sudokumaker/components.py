"""The standard components of SudokuMaker's custom constraints, as rules: one function for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import isfinite
from typing import Any

from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.editor_grid import integer
from sudokulib.formats.spelling import Fields, rule_of
from sudokulib.formats.sudokumaker.automata import Digits, automaton, fillings, sequence
from sudokulib.formats.sudokumaker.maker_grid import MakerGrid, as_list, objects

Groups = tuple[Digits, ...]
Weights = tuple[tuple[int, int], ...]
"""Cells, each with the factor of its digit."""

_LONGEST = 5
"""The most digits of a number in several cells: sums may lie a million apart."""

# Arguments -------------------------------------------------------------------------------------


def _cell(grid: MakerGrid, given: Any) -> int:
    return grid.cell(given)


def _cells(grid: MakerGrid, given: Any) -> Line:
    """Return the cells of a list, as often as they are listed.

    Raises:
        SudokuError: there are none.
    """
    if not (found := tuple(map(grid.cell, as_list(given)))):
        raise SudokuError("it has no cells")
    return found


def _set(grid: MakerGrid, given: Any) -> Line:
    return tuple(sorted(set(_cells(grid, given))))


def _cell_or_cells(grid: MakerGrid, given: Any) -> Line:
    return _set(grid, given if isinstance(given, list) else [given])


def _two_cells(grid: MakerGrid, given: Any) -> Line:
    found = _cells(grid, given)
    if len(found) != 2:
        raise SudokuError(f"{short(repr(given))} are not two cells")
    return found


def _number(_: MakerGrid, given: Any) -> int:
    if (found := integer(given)) is None:
        raise SudokuError(f"{short(repr(given))} is not a whole number")
    return found


def _numbers(grid: MakerGrid, given: Any) -> tuple[int, ...]:
    listed = given if isinstance(given, list) else [given]
    if not listed:
        raise SudokuError("its list of numbers is empty")
    return tuple(sorted({_number(grid, one) for one in listed}))


def _fractions(_: MakerGrid, given: Any) -> tuple[float, ...]:
    listed = given if isinstance(given, list) else [given]
    for one in listed:
        if isinstance(one, bool) or not isinstance(one, int | float) or not isfinite(one):
            raise SudokuError(f"{short(repr(one))} is not a number")
    return tuple(map(float, listed))


def _digit_list(grid: MakerGrid, given: Any) -> Digits:
    """Return listed digits, as often as they are listed."""
    return tuple(grid.values[grid.value(one)] for one in as_list(given))


def _digits(grid: MakerGrid, given: Any) -> Digits:
    """Return the digits of the puzzle among those of a list or a bit set."""
    if isinstance(given, list):
        return tuple(value for value in grid.values if value in given)
    return grid.digits(given)


def _groups(grid: MakerGrid, given: Any) -> Groups:
    return tuple(_digits(grid, one) for one in as_list(given))


def _cell_groups(grid: MakerGrid, given: Any) -> tuple[Line, ...]:
    return tuple(_cells(grid, one) for one in as_list(given))


def _pairs(grid: MakerGrid, given: Any) -> tuple[tuple[int, int], ...]:
    """Return a list of lists of two whole numbers."""
    found = [tuple([_number(grid, n) for n in as_list(one)]) for one in as_list(given)]
    if any(len(one) != 2 for one in found):
        raise SudokuError(f"{short(repr(given))} is not a list of pairs")
    return tuple((a, b) for a, b in found)


def _weights(grid: MakerGrid, given: Any) -> Weights:
    return tuple((grid.cell(cell), factor) for cell, factor in _pairs(grid, given))


def _sides(grid: MakerGrid, given: Any) -> tuple[Weights, ...]:
    """Return the groups of cells that have the same sum."""
    found = []
    for group in objects(given):
        cells = _cells(grid, group.get("cells"))
        if group.get("asNumber"):
            if len(cells) > _LONGEST:
                raise SudokuError(f"it has a number of {len(cells)} digits, more than {_LONGEST}")
            found.append(tuple((cell, 10**n) for n, cell in enumerate(cells)))
        else:
            factors = dict(_weights(grid, group.get("weights") or []))
            found.append(tuple((cell, factors.get(cell, 1)) for cell in cells))
    return tuple(found)


# Rules -----------------------------------------------------------------------------------------

_START = -1
"""The state of an automaton that has not read its first cell, which tells a number from 0 on."""


def _any_of(choices: Sequence[Fields]) -> Fields:
    if len(choices) == 1:
        return choices[0]
    return {"kind": "any-of", "shapes": tuple(map(rule_of, choices))}


def _related(
    grid: MakerGrid, a: int, b: int, holds: Callable[[int, int], bool]
) -> Iterator[Fields]:
    pairs = [(x, y) for x in grid.values for y in grid.values if holds(x, y)]
    if len(pairs) < len(grid.values) ** 2:
        yield fillings(grid, (a, b), pairs)


def _between(_: MakerGrid, ends: Line, middle: Line) -> Iterator[Fields]:
    yield {"kind": "between", "lines": ((ends[0], *middle, ends[1]),)}


def _not_between(grid: MakerGrid, ends: Line, middle: Line) -> Iterator[Fields]:
    for cell in middle:
        rows = [
            (a, b, c)
            for a in grid.values for b in grid.values for c in grid.values
            if not min(a, b) < c < max(a, b)
        ]  # fmt: skip
        yield fillings(grid, (*ends, cell), rows)


def _consecutive(grid: MakerGrid, cells: Line) -> Iterator[Fields]:
    """Yield an automaton that remembers which digits it has read."""

    def step(read: frozenset[int], digit: int) -> frozenset[int] | None:
        now = read | {digit}
        return now if max(now) - min(now) < len(cells) else None

    def runs(read: frozenset[int]) -> bool:
        return len(read) == max(read, default=0) - min(read, default=1) + 1

    yield automaton(grid, cells, frozenset(), step, runs)


def _counted(grid: MakerGrid, digits: Digits, counter: int, cells: Line) -> Iterator[Fields]:
    """Yield an automaton that counts down what the counter says."""

    def step(left: int, digit: int) -> int | None:
        if left == _START:
            return digit if digit <= len(cells) else None
        return None if digit in digits and not left else left - (digit in digits)

    yield automaton(grid, (counter, *cells), _START, step, lambda left: left == 0)


def _at_most(grid: MakerGrid, digit: int, most: int, cells: Line) -> Iterator[Fields]:
    def step(left: int, value: int) -> int | None:
        return None if value == digit and not left else left - (value == digit)

    if 0 <= most < len(cells):
        yield automaton(grid, cells, most, step, lambda _: True)
    elif most < 0:
        raise SudokuError("no digits satisfy it")


def _exactly(_: MakerGrid, digit: int, count: int, cells: Line) -> Iterator[Fields]:
    if count < 0:
        raise SudokuError("no digits satisfy it")
    said: Fields = {"values": (digit,) * count} if count else {"absent": (digit,)}
    yield {"kind": "exactly", "cells": cells, **said}


def _different_makeup(_: MakerGrid, groups: tuple[Line, ...]) -> Iterator[Fields]:
    for a, b in combinations(groups, 2):
        if len(a) == len(b):
            same = rule_of({"kind": "same-multiset", "groups": (a, b)})
            yield {"kind": "not", "shapes": (same,)}


def _disjoint(grid: MakerGrid, groups: Groups) -> None:
    """Raise unless no digit is in two groups, as the components that take groups demand."""
    if any(len([group for group in groups if value in group]) > 1 for value in grid.values):
        raise SudokuError("a digit is in two of its groups, for which it is not defined")


def _different_groups(grid: MakerGrid, groups: Groups, cells: Line) -> Iterator[Fields]:
    _disjoint(grid, groups)
    of = {digit: n for n, group in enumerate(groups) for digit in group}

    def step(used: frozenset[int], digit: int) -> frozenset[int] | None:
        return None if of.get(digit, -1) in {-1, *used} else used | {of[digit]}

    yield automaton(grid, cells, frozenset(), step, lambda _: True)


def _required_groups(grid: MakerGrid, groups: Groups, cells: Line) -> Iterator[Fields]:
    _disjoint(grid, groups)
    for group in groups:
        yield _contains_one(grid, group, cells)


def _contains_one(grid: MakerGrid, group: Digits, cells: Line) -> Fields:
    return automaton(grid, cells, False, lambda met, digit: met or digit in group, bool)


def _diverse_groups(grid: MakerGrid, groups: Groups, cells: Line) -> Iterator[Fields]:
    if len(cells) >= len(groups):
        yield from _required_groups(grid, groups, cells)
    elif {digit for group in groups for digit in group} == set(grid.values):
        yield from _different_groups(grid, groups, cells)
    else:
        raise SudokuError("it has fewer cells than groups, and digits in none of them")


def _same_digit(_: MakerGrid, cells: Line) -> Iterator[Fields]:
    if len(cells) > 1:
        yield {"kind": "clone", "groups": tuple((cell,) for cell in cells)}


def _same_group(grid: MakerGrid, groups: Groups, cells: Line) -> Iterator[Fields]:
    def step(left: frozenset[int], digit: int) -> frozenset[int] | None:
        return frozenset(n for n in left if digit in groups[n]) or None

    yield automaton(grid, cells, frozenset(range(len(groups))), step, lambda _: True)


def _forbidden(grid: MakerGrid, digits: Digits, cells: Line) -> Iterator[Fields]:
    yield from _allowed(grid, tuple(v for v in grid.values if v not in digits), cells)


def _allowed(grid: MakerGrid, digits: Digits, cells: Line) -> Iterator[Fields]:
    if not digits:
        raise SudokuError("no digits satisfy it")
    if len(digits) < len(grid.values):
        yield {"kind": "allowed", "cells": cells, "values": digits}


def _house(grid: MakerGrid, cells: Line) -> Iterator[Fields]:
    if len(cells) != len(grid.values):
        raise SudokuError(f"it has {len(cells)} cells for {len(grid.values)} digits")
    yield {"kind": "house", "cells": cells}


def _distinct(_: MakerGrid, cells: Line) -> Iterator[Fields]:
    if len(cells) > 1:
        yield {"kind": "distinct", "cells": cells}


def _indexed(wanted: bool) -> Callable[[MakerGrid, int, int, Line], Iterator[Fields]]:
    """Return a function for lines that have a digit, or not, where their first cell says."""

    def read(grid: MakerGrid, digit: int, indexer: int, cells: Line) -> Iterator[Fields]:
        def step(left: int, value: int) -> int | None:
            if left == _START:
                return value if 0 < value <= len(cells) else None if wanted else 0
            if left == 1 and (value == digit) is not wanted:
                return None
            return left - 1 if left else 0

        yield automaton(grid, (indexer, *cells), _START, step, lambda left: left == 0)

    return read


def _ratio(grid: MakerGrid, ratios: Sequence[float], a: int, b: int) -> Iterator[Fields]:
    if len(ratios) == 1 and ratios[0].is_integer() and ratios[0] > 1:
        yield {"kind": "ratio", "cells": (a, b), "value": int(ratios[0])}
    else:
        yield from _related(grid, a, b, lambda x, y: _has_ratio(x, y, ratios))


def _has_ratio(x: int, y: int, ratios: Sequence[float]) -> bool:
    return any(abs(m - ratio * n) < 1e-6 for ratio in ratios for m, n in ((x, y), (y, x)))


def _difference(grid: MakerGrid, numbers: Sequence[int], a: int, b: int) -> Iterator[Fields]:
    if len(numbers) == 1 and numbers[0] > 0:
        yield {"kind": "difference", "cells": (a, b), "value": numbers[0]}
    else:
        yield from _related(grid, a, b, lambda x, y: abs(x - y) in numbers)


def _products(_: MakerGrid, numbers: Sequence[int], cells: Line) -> Iterator[Fields]:
    yield _any_of([{"kind": "product", "cells": cells, "product": one} for one in numbers])


def _total(numbers: Sequence[int]) -> int | tuple[int, ...]:
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _sum(_: MakerGrid, totals: Sequence[int], cells: Line) -> Iterator[Fields]:
    yield {"kind": "sum", "cells": cells, "total": _total(totals)}


def _not_sum(_: MakerGrid, totals: Sequence[int], cells: Line) -> Iterator[Fields]:
    yield {"kind": "sum", "cells": cells, "total": _total(totals), "comparison": "!="}


def _weighted(_: MakerGrid, totals: Sequence[int], terms: Weights) -> Iterator[Fields]:
    cells, factors = zip(*terms, strict=True) if terms else ((), ())
    if not cells:
        raise SudokuError("it has no cells")
    yield {"kind": "sum", "cells": cells, "coefficients": factors, "total": _total(totals)}


def _same_sum(grid: MakerGrid, sides: tuple[Weights, ...]) -> Iterator[Fields]:
    cells = [tuple(cell for cell, _ in side) for side in sides]
    plain = all(factor == 1 for side in sides for _, factor in side)
    if plain and len(sides) > 1 and all(len(set(line)) == len(line) for line in cells):
        yield {"kind": "equal-sum", "groups": tuple(cells)}
        return
    for one, other in pairwise(sides):
        terms = (*one, *((cell, -factor) for cell, factor in other))
        yield from _weighted(grid, (0,), terms)


def _sequence(grid: MakerGrid, cells: Line) -> Iterator[Fields]:
    if len(cells) > 2:
        yield sequence(grid, cells)


def _skyscraper(_: MakerGrid, count: int, cells: Line) -> Iterator[Fields]:
    yield {"kind": "skyscraper", "cells": cells, "count": count}


def _sandwich(_: MakerGrid, total: int, crusts: Digits, cells: Line) -> Iterator[Fields]:
    if len(set(crusts)) != 2:
        raise SudokuError(f"{short(repr(crusts))} are not two crusts")
    yield {"kind": "sandwich", "cells": cells, "sum": total, "crusts": crusts}


def _x_sum(grid: MakerGrid, total: int, counter: int, cells: Line) -> Iterator[Fields]:
    """Yield an automaton that remembers how many digits are left, and what they are to add up to.

    With the counter at the head of its line, as usual, the rule is an X-sum.
    """
    if counter == cells[0] and total > 0:
        yield {"kind": "x-sum", "cells": cells, "sum": total}
        return

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        left, wanted = state
        if left == _START:
            return (digit, wanted) if 0 <= digit <= len(cells) else None
        if not left:
            return state
        return (left - 1, wanted - digit) if digit <= wanted else None

    yield automaton(grid, (counter, *cells), (_START, total), step, lambda state: state == (0, 0))


def _weak_links(
    grid: MakerGrid, ones: Line, those: Digits, others: Line, these: Digits
) -> Iterator[Fields]:
    for a in ones:
        for b in others:
            if a == b:
                yield from _forbidden(grid, tuple(v for v in those if v in these), (a,))
            else:
                yield from _related(grid, a, b, lambda x, y: not (x in those and y in these))


def _weak_link(grid: MakerGrid, a: int, x: int, b: int, y: int) -> Iterator[Fields]:
    yield from _weak_links(grid, (a,), (x,), (b,), (y,))


def _lined(kind: str) -> Callable[..., Iterator[Fields]]:
    return lambda _, cells: iter([{"kind": kind, "lines": (cells,)}])


Parse = Callable[[MakerGrid, Any], Any]


@dataclass(frozen=True)
class ComponentType:
    """A standard component.

    Args:
        read: yields the fields of its shapes, given the grid and its arguments.
        parts: what reads each argument after the name.
    """

    read: Callable[..., Iterator[Fields]]
    parts: tuple[Parse, ...]


def _type(read: Callable[..., Iterator[Fields]], *parts: Parse) -> ComponentType:
    return ComponentType(read, parts)


_PAIR = _type(lambda grid, pairs, a, b: iter([fillings(grid, (a, b), pairs)]), _pairs, _cell, _cell)
_LESS = _type(lambda _, a, b: iter([{"kind": "less-than", "cells": (a, b)}]), _cell, _cell)

STANDARD: Mapping[str, ComponentType] = {
    "AsymmetricalPair": _PAIR,
    "Between": _type(_between, _two_cells, _cells),
    "ConsecutiveDigits": _type(_consecutive, _set),
    "ConsecutiveDigitsSet": _type(_lined("renban"), _set),
    "CountDigit": _type(lambda g, digit, *rest: _counted(g, (digit,), *rest),
                        _number, _cell, _cells),
    "CountDigits": _type(_counted, _digits, _cell, _cells),
    "Difference": _type(_difference, _numbers, _cell, _cell),
    "DifferentCombinations": _type(_different_makeup, _cell_groups),
    "DifferentDigits": _type(_distinct, _set),
    "DifferentGroups": _type(_different_groups, _groups, _set),
    "DiverseGroups": _type(_diverse_groups, _groups, _set),
    "ExactDigitCount": _type(_exactly, _number, _number, _set),
    "ForbiddenCandidates": _type(_forbidden, _digits, _cell_or_cells),
    "GreaterThan": _LESS,
    "GreaterThanOrEquals": _type(
        lambda _, a, b: iter([{"kind": "slow-thermometer", "lines": ((a, b),)}]), _cell, _cell
    ),
    "House": _type(_house, _set),
    "Index": _type(_indexed(True), _number, _cell, _cells),
    "LessThan": _LESS,
    "MaxDigitCount": _type(_at_most, _number, _number, _cells),
    "MaximumDifference": _type(
        lambda g, d, a, b: _related(g, a, b, lambda x, y: abs(x - y) <= d), _number, _cell, _cell
    ),
    "MinimumDifference": _type(
        lambda g, d, a, b: _related(g, a, b, lambda x, y: abs(x - y) >= d), _number, _cell, _cell
    ),
    "NegativeBetween": _type(_not_between, _two_cells, _cells),
    "NegativeDifference": _type(
        lambda g, numbers, a, b: _related(g, a, b, lambda x, y: abs(x - y) not in numbers),
        _numbers, _cell, _cell,
    ),
    "NegativeIndex": _type(_indexed(False), _number, _cell, _cells),
    "NegativeRatio": _type(
        lambda g, ratios, a, b: _related(g, a, b, lambda x, y: not _has_ratio(x, y, ratios)),
        _fractions, _cell, _cell,
    ),
    "NegativeSum": _type(_not_sum, _numbers, _cells),
    "Pair": _PAIR,
    "PredefinedCandidates": _type(_allowed, _digits, _cell_or_cells),
    "Product": _type(_products, _numbers, _cells),
    "Ratio": _type(_ratio, _fractions, _cell, _cell),
    "RequiredDigits": _type(
        lambda _, digits, cells: iter([{"kind": "contains", "cells": cells, "values": digits}]),
        _digit_list, _set,
    ),
    "RequiredGroups": _type(_required_groups, _groups, _cells),
    "SameDigit": _type(_same_digit, _set),
    "SameGroup": _type(_same_group, _groups, _set),
    "SameSum": _type(_same_sum, _sides),
    "SandwichSum": _type(_sandwich, _number, _digit_list, _cells),
    "SelfCounting": _type(
        lambda _, cells: iter([{"kind": "counting-circles", "cells": cells}]), _set
    ),
    "Sequence": _type(_sequence, _cells),
    "Skyscraper": _type(_skyscraper, _number, _cells),
    "Sum": _type(_sum, _numbers, _cells),
    "WeakLink": _type(_weak_link, _cell, _number, _cell, _number),
    "WeakLinks": _type(_weak_links, _cell_or_cells, _digits, _cell_or_cells, _digits),
    "WeightedSum": _type(_weighted, _numbers, _weights),
    "XSum": _type(_x_sum, _number, _cell, _cells),
}  # fmt: skip
"""The standard components, by name."""


def standard_shapes(grid: MakerGrid, name: str, arguments: Sequence[Any]) -> list[Fields]:
    """Return the fields of the shapes that a standard component stands for.

    Args:
        grid: the grid.
        name: the name of the component, without Component.
        arguments: its arguments after the name, sets as lists and maps as lists of pairs.

    Raises:
        SudokuError: arguments are missing or wrong, or no digits satisfy it.
    """
    if (made := STANDARD.get(name)) is None:
        raise SudokuError("there is no such component")
    if len(arguments) < len(made.parts):
        raise SudokuError(f"it has {len(arguments)} of {len(made.parts)} arguments")
    parsed = [part(grid, one) for part, one in zip(made.parts, arguments, strict=False)]
    return list(made.read(grid, *parsed))
