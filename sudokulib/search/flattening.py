"""A model as flat numbers, the input of the compiled search.

The description is a sequence of signed 64-bit integers; a list is its length, then its items. It
is read by `Problem` in ``_kernel/problem.cpp``, which describes the same in C++.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache, singledispatch

from sudokulib.basics.interruption import checked
from sudokulib.errors import SudokuError
from sudokulib.model import Model, bits
from sudokulib.primitives import (
    AllDifferent,
    DistinctSum,
    DistinctWord,
    Linear,
    Primitive,
    Regular,
    Table,
    When,
)
from sudokulib.search.bit_layout import rules_beyond_bits
from sudokulib.search.joined_tables import join_rules

__all__ = ["FlattenError", "domain_bytes", "flatten", "words"]

_VERSION = 1
_MASK = 64
"""Values of a variable that a rule may read: the kernel keeps its domain in one machine word."""


class FlattenError(SudokuError):
    """A model with a constraint that the compiled search does not support."""


def words(model: Model) -> int:
    """Return how many 64-bit words each domain takes."""
    widest = max((d.bit_length() for d in model.domains[model.cells :]), default=0)
    return max(1, -(-max(widest, len(model.values)) // _MASK))


def domain_bytes(domains: Iterable[int], width: int) -> bytes:
    """Return domains as `width` words each, little-endian."""
    size = 8 * width
    return b"".join([domain.to_bytes(size, "little") for domain in domains])


def flatten(root: Model) -> bytes:
    """Return a model without givens as numbers.

    Raises:
        FlattenError: a primitive of a type unknown here, or rules on more than 64 values.
    """
    cells = root.cells
    out: list[int] = [_VERSION, cells, len(root.values), len(root.domains), words(root)]
    for mask in root.peers[:cells]:
        _list(out, _places(mask & (1 << cells) - 1))
    houses = [house for house in root.houses if house.variables[-1] < cells]
    out.append(len(houses))
    for house in houses:
        _list(out, house.variables)
        _list(out, _places(house.values))
    cliques = [c.variables for c in root.cliques if c.variables.bit_length() <= cells]
    out.append(len(cliques))
    for clique in cliques:
        _list(out, _places(clique))
    out.append(len(root.leftovers))
    for pair in root.leftovers:
        for side in pair:
            _list(out, _places(side))
    rules = join_rules(root, tuple(rules_beyond_bits(root)))
    if rules and words(root) > 1:
        raise FlattenError(f"rules on more than {_MASK} values")
    derived = {root.primitives[number] for number in root.derived}
    out.append(len(rules))
    for rule in checked(rules):
        _rule(out, rule, rule in derived)
    return array("q", out).tobytes()


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=1 << 14)
def _places(mask: int) -> tuple[int, ...]:
    """Return the set bits; cached, since puzzles of one geometry have most sets in common."""
    return tuple(bits(mask))


def _list(out: list[int], numbers: Sequence[int]) -> None:
    out.append(len(numbers))
    out.extend(numbers)


def _rule(out: list[int], rule: Primitive, derived: bool) -> None:
    start = len(out)
    out += (0, derived)
    _list(out, rule.variables)
    out[start] = _write(rule, out)


@singledispatch
def _write(rule: Primitive, out: list[int]) -> int:  # noqa: ARG001 - for the others
    """Write the fields of a rule other than its variables; return the number of its type."""
    raise FlattenError(f"no compiled form of {type(rule).__name__}")


@_write.register
def _different(_rule: AllDifferent, _out: list[int]) -> int:
    return 1


@_write.register(Linear)
@_write.register(DistinctSum)
def _sum(rule: Linear | DistinctSum, out: list[int]) -> int:
    for weights in rule.weights:
        _list(out, weights)
    _list(out, rule.totals)
    place = {v: number for number, v in enumerate(rule.variables)}
    parts = rule.parts if isinstance(rule, DistinctSum) else [(v,) for v in rule.variables]
    out.append(len(parts))
    for part in parts:
        if len(part) > _MASK:
            raise FlattenError(f"a sum of more than {_MASK} different variables")
        _list(out, [place[v] for v in part])
    return 2


@_write.register(Regular)
@_write.register(DistinctWord)
def _word(rule: Regular | DistinctWord, out: list[int]) -> int:
    automaton = rule.automaton
    width = len(automaton.steps[0]) if automaton.steps else 0
    out += (isinstance(rule, DistinctWord), len(automaton.steps), width)
    _list(out, list(bits(automaton.start)))
    _list(out, list(bits(automaton.accept)))
    for after in automaton.steps:
        for states in after:
            _list(out, list(bits(states)))
    return 3


@_write.register
def _table(rule: Table, out: list[int]) -> int:
    out.append(len(rule.tuples))
    for values in sorted(rule.tuples):
        out.extend(values)
    return 4


@_write.register
def _when(rule: When, out: list[int]) -> int:
    out += (rule.variables[0], rule.case)
    _rule(out, rule.then, derived=False)
    return 5
