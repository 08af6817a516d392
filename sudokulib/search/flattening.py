"""A model as flat numbers, the input of the compiled search.

The description is a sequence of signed 64-bit integers; a list is its length, then its items. It
is read by `Problem` in ``_kernel/problem.cpp``, which describes the same in C++.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache, partial, reduce, singledispatch
from itertools import chain
from operator import or_
from typing import TypeAlias

from sudokulib._kernel import core
from sudokulib.basics.interruption import checked
from sudokulib.errors import SudokuError
from sudokulib.model import Model, bits
from sudokulib.model.derived import Derivation
from sudokulib.primitives import (
    AllDifferent,
    Areas,
    Automaton,
    Connected,
    DistinctPairs,
    DistinctSum,
    DistinctWord,
    Linear,
    LineRank,
    Loop,
    Primitive,
    Regions,
    Regular,
    Table,
    When,
)
from sudokulib.search.bit_layout import rules_beyond_bits
from sudokulib.search.joined_tables import MOST_TUPLES, JointRules, join_rules, rules_and_tables

_VERSION = 3
_TABLE = 4
"""The number of the type of a table."""
_ALIKE = 6
"""A mark in place of a type: the rule equals an earlier one, whose number follows."""
_Known: TypeAlias = "dict[Hashable, int]"
"""The numbers of sums, words and tables, by all that they say except their variables."""
_Fillings: TypeAlias = "tuple[tuple[int, ...], array[int]]"
"""Cells, and all their fillings, one after the other."""
_ROUNDS = 64
"""Rules between two checks of the clock, which costs as much as a few rules."""
_KEPT = 1000
"""States or tuples up to which numbers are kept for the next rule: a bound on memory."""
_MASK = 64
"""Values of a variable that a rule may read: the kernel keeps its domain in one machine word."""


class FlattenError(SudokuError):
    """A model with a constraint that the compiled search does not support."""


def words(model: Model) -> int:
    """Return how many 64-bit words each domain takes."""
    widest = reduce(or_, model.domains[model.cells :], 0).bit_length()
    return max(1, -(-max(widest, len(model.values)) // _MASK))


def domain_bytes(domains: Iterable[int], width: int) -> bytes:
    """Return domains as `width` words each, little-endian."""
    if width == 1 and sys.byteorder == "little":  # in a seventh of the time
        return array("Q", domains).tobytes()
    size = 8 * width
    return b"".join([domain.to_bytes(size, "little") for domain in domains])


def flatten(root: Model) -> bytes:
    """Return a model without givens as numbers.

    Raises:
        FlattenError: a primitive of a type unknown here, or rules on more than 64 values.
    """
    cells = root.cells
    out = array("q", (_VERSION, cells, len(root.values), len(root.domains), words(root)))
    seen = (1 << cells) - 1
    houses = [house for house in root.houses if house.variables[-1] < cells]
    out.extend(_sets(tuple([mask for house in houses for mask in (house.cells, house.values)]), 2))
    whole = {house.primitive for house in houses}
    cliques = [c.variables & seen for c in root.cliques if c.primitive not in whole]
    out.extend(_sets(tuple([cells for cells in cliques if cells & cells - 1])))
    out.extend(_sets(tuple(chain.from_iterable(root.leftovers)), 2))
    rules = tuple(rules_beyond_bits(root.given, cells))
    if rules and words(root) > 1:
        raise FlattenError(f"rules on more than {_MASK} values")
    kept, tables = _joined(root, rules)
    sums = array("q", (0,)) if root.derivation is None else _known_sums(root.derivation)
    derived = () if sums else root.primitives[len(root.given) :]
    out.append(len(kept) + len(derived) + len(tables))
    known: _Known = {}
    for rule in checked(kept, _ROUNDS):
        _rule(out, rule, False, known)
    for rule in derived:
        _rule(out, rule, True, known)
    for joined, fillings in tables:
        _joint_table(out, joined, fillings, known)
    out.extend(sums or (0,))
    return out.tobytes()


def _known_sums(derivation: Derivation) -> array[int]:
    """Return the sums that the kernel is to derive others from; empty if they are too large."""
    if not derivation.sums:
        return array("q", (0,))
    if not derivation.small:
        return array("q")
    out = array("q", derivation.bounds)
    _list(out, derivation.values)
    out.append(len(derivation.sums))
    for plus, minus, total, _ in derivation.sums:
        out.extend(_places(plus))
        out.extend(_places(minus))
        out.append(total)
    return out


def _joint_table(
    out: array[int], joined: tuple[int, ...], fillings: array[int], known: _Known
) -> None:
    content = _TABLE, id(fillings)  # which is alive, and kept for rules that are alike
    if (number := known.get(content)) is not None:
        out.extend((_ALIKE, False, len(joined), *joined, number))
        return
    known[content] = len(known)
    out.extend((_TABLE, False, len(joined), *joined, len(fillings) // len(joined)))
    out.extend(fillings)


def _joined(root: Model, rules: Sequence[Primitive]) -> tuple[list[Primitive], list[_Fillings]]:
    """Return rules, and tables of those on the same few cells, listed by the kernel if it can."""
    if not hasattr(core, "joint_fillings"):  # none, or an older build
        return join_rules(root, rules), []
    return rules_and_tables(root, rules, partial(joint_table, len(root.values)))


def joint_table(values: int, joint: JointRules) -> _Fillings | None:
    """Return cells with all their fillings, one after the other; None if too many.

    Args:
        values: the number of values of the model.
        joint: the rules on the cells.
    """
    fillings = _joint_fillings(values, joint.domains, joint.apart, joint.rules)
    return None if fillings is None else (joint.cells, fillings)


# Safe to cache, as it reads nothing else: equal primitives agree in every field. The same rules
# stand in many places.
@lru_cache(maxsize=128)
def _joint_fillings(
    values: int,
    domains: tuple[int, ...],
    apart: tuple[tuple[int, ...], ...],
    rules: tuple[Primitive, ...],
) -> array[int] | None:
    size = len(domains)
    pairs = [(one, other) for other, before in enumerate(apart) for one in before]
    out = array("q", (_VERSION, size, values, size, 1, 0, len(pairs)))
    for pair in pairs:
        _list(out, pair)
    out.extend((0, len(rules)))
    known: _Known = {}
    for rule in rules:
        _rule(out, rule, False, known)
    out.append(0)
    problem = core.Problem(out.tobytes(), domain_bytes(domains, 1))
    found = core.joint_fillings(problem, MOST_TUPLES)
    return None if found is None else array("q", found)


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=1 << 14)
def _places(mask: int) -> array[int]:
    """Return the set bits after their number; puzzles of one geometry have most sets in common."""
    places = array("q", bits(mask))
    places.insert(0, len(places))
    return places


# Safe to cache, as it reads nothing else; all puzzles of a geometry have the same houses.
@lru_cache(maxsize=256)
def _sets(masks: tuple[int, ...], parts: int = 1) -> array[int]:
    """Return sets after their number, each in that many parts."""
    out = array("q", (len(masks) // parts,))
    for mask in masks:
        out.extend(_places(mask))
    return out


def _list(out: array[int], numbers: Sequence[int]) -> None:
    out.append(len(numbers))
    out.extend(numbers)


def _rule(out: array[int], rule: Primitive, derived: bool, known: _Known) -> None:
    """Write a rule; only its variables if a known rule has the same content on others."""
    start, variables = len(out), rule.variables
    content = _content(rule)
    number = None if content is None else known.get(content)
    if number is not None:
        out.extend((_ALIKE, derived, len(variables), *variables, number))
        return
    out.extend((0, derived, len(variables), *variables))
    out[start] = _write(rule, out, known)
    if content is not None:
        known[content] = len(known)


def _content(rule: Primitive) -> Hashable:
    """Return all that a rule says except its variables; None for differences and cases."""
    # The exact types, which are faster to compare than with `isinstance`: subclasses have no
    # compiled form of their own.
    if type(rule) is Table:
        return rule.tuples, len(rule.variables)
    if type(rule) is DistinctSum:
        return rule.weights, rule.totals, _places_of_parts(rule.variables, rule.parts)
    if type(rule) is Linear:
        return rule.weights, rule.totals
    if type(rule) is Regular or type(rule) is DistinctWord:
        return type(rule), rule.automaton, len(rule.variables)
    return _content_of_lines(rule)


def _content_of_lines(rule: Primitive) -> Hashable:
    """Return the same for ranked lines, graphs and pairs."""
    if type(rule) is LineRank:
        return rule.lines, rule.clues, rule.values, rule.ties, rule.sides, len(rule.variables)
    if type(rule) is Areas or type(rule) is Connected:
        roots = rule.roots if type(rule) is Connected else None
        return rule.values, rule.edges, rule.sizes, roots, len(rule.variables)
    if type(rule) is Loop:
        return rule.values, rule.ends, rule.through, rule.closed, rule.tips, rule.touching
    if type(rule) is DistinctPairs:
        return rule.pairs, len(rule.variables)
    if type(rule) is Regions:
        fields = rule.edges, rule.size, rule.links, rule.valued, rule.in_order
        return (*fields, len(rule.variables))
    return None


def _places_of_parts(
    variables: tuple[int, ...], parts: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the parts of a sum with each variable's place instead of the variable."""
    if parts == (variables,):  # nearly always, for cages
        return (tuple(range(len(variables))),)
    place = dict(zip(variables, range(len(variables)), strict=True))
    return tuple([tuple([place[v] for v in part]) for part in parts])


@singledispatch
def _write(rule: Primitive, out: array[int], known: _Known) -> int:  # noqa: ARG001 - for the others
    """Write the fields of a rule other than its variables; return the number of its type."""
    raise FlattenError(f"no compiled form of {type(rule).__name__}")


@_write.register(AllDifferent)
def _different(_rule: AllDifferent, _out: array[int], _known: _Known) -> int:
    return 1


# Safe to cache, as it reads nothing else: sums of as many cells have the same weights.
@lru_cache(maxsize=1 << 10)
def _lists(lists: tuple[tuple[int, ...], ...]) -> array[int]:
    out = array("q")
    for numbers in lists:
        _list(out, numbers)
    return out


@_write.register(Linear)
@_write.register(DistinctSum)
def _sum(rule: Linear | DistinctSum, out: array[int], _known: _Known) -> int:
    out.extend(_lists(rule.weights))
    _list(out, rule.totals)
    if isinstance(rule, DistinctSum):
        parts = _places_of_parts(rule.variables, rule.parts)
    else:
        parts = tuple([(place,) for place in range(len(rule.variables))])
    out.append(len(parts))
    for part in parts:
        if len(part) > _MASK:
            raise FlattenError(f"a sum of more than {_MASK} different variables")
        _list(out, part)
    return 2


@_write.register(Regular)
@_write.register(DistinctWord)
def _word(rule: Regular | DistinctWord, out: array[int], _known: _Known) -> int:
    out.append(isinstance(rule, DistinctWord))
    automaton = rule.automaton
    known = _known_automaton if len(automaton.steps) <= _KEPT else _automaton
    out.extend(known(automaton))
    return 3


def _automaton(automaton: Automaton) -> array[int]:
    """Return an automaton as numbers."""
    size = len(automaton.steps), len(automaton.steps[0]) if automaton.steps else 0
    out = array("q", size)
    out.extend(_places(automaton.start))
    out.extend(_places(automaton.accept))
    after = map(_places, chain.from_iterable(automaton.steps))
    out.extend(array("q", chain.from_iterable(after)))
    return out


@_write.register(Table)
def _table(rule: Table, out: array[int], _known: _Known) -> int:
    out.append(len(rule.tuples))
    known = _known_in_order if len(rule.tuples) <= _KEPT else _in_order
    out.extend(known(rule.tuples))
    return _TABLE


def _in_order(tuples: frozenset[tuple[int, ...]]) -> array[int]:
    """Return sorted tuples, one after the other."""
    return array("q", chain.from_iterable(sorted(tuples)))


# Safe to cache: equal automata and equal sets of tuples agree in all that is read of them. The
# same ones stand in many places of a puzzle.
_known_automaton = lru_cache(maxsize=128)(_automaton)
_known_in_order = lru_cache(maxsize=128)(_in_order)


@_write.register(LineRank)
def _rank(rule: LineRank, out: array[int], _known: _Known) -> int:
    order = sorted(set(rule.values))
    out.append(rule.ties)
    _list(out, [order.index(value) for value in rule.values])
    out.append(len(rule.lines))
    out.extend(_lists(rule.lines))
    out.append(len(rule.clues))
    out.extend(chain.from_iterable(rule.clues))
    out.append(len(rule.sides))
    out.extend(_lists(rule.sides))
    return 7


@_write.register(Areas)
@_write.register(Connected)
def _connected(rule: Areas | Connected, out: array[int], _known: _Known) -> int:
    out.extend(_places(rule.values))
    out.append(len(rule.edges))
    out.extend(chain.from_iterable(rule.edges))
    _list(out, rule.sizes)
    if isinstance(rule, Areas):
        return 12
    _list(out, rule.roots)
    return 8


@_write.register(Loop)
def _loop(rule: Loop, out: array[int], _known: _Known) -> int:
    out.extend(_places(rule.values))
    out.extend(chain.from_iterable(rule.ends))
    _list(out, rule.through)
    out.append(rule.closed)
    _list(out, rule.tips)
    out.append(rule.touching)
    return 11


@_write.register(DistinctPairs)
def _pairs(rule: DistinctPairs, out: array[int], _known: _Known) -> int:
    out.append(len(rule.pairs))
    out.extend(chain.from_iterable(rule.pairs))
    return 9


@_write.register(Regions)
def _regions(rule: Regions, out: array[int], _known: _Known) -> int:
    out.extend((rule.vertices, rule.size, rule.in_order, rule.valued))
    for pairs in (rule.edges, rule.links):
        out.append(len(pairs))
        out.extend(chain.from_iterable(pairs))
    return 10


@_write.register(When)
def _when(rule: When, out: array[int], known: _Known) -> int:
    out.extend((rule.variables[0], rule.case))
    _rule(out, rule.then, False, known)
    return 5
