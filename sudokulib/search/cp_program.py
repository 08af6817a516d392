"""A model as a program of OR-Tools' CP-SAT, from its primitives alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.basics.late_binding import lazy_module
from sudokulib.model import Model, bits
from sudokulib.primitives import (
    AllDifferent,
    Areas,
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

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    cp_model = lazy_module("ortools.sat.python.cp_model")  # an extra, slow to import

_SUBSETS = 5000
"""Sets of states that a deterministic automaton may have; a larger one is posted as tables.

A bound, as they may be exponentially many: a line of 24 cells with 2,048 sets takes 0.1 s
(`_determinised`, 2026-11).
"""

Literals = tuple[Any, ...]
"""Literals on which a constraint is conditional; without any, it always holds."""


def unknown(model: Model) -> str:
    """Return the first type of primitive in a model that is not supported; empty if none."""
    for number, primitive in enumerate(model.primitives):
        inner = primitive
        while isinstance(inner, When):
            inner = inner.then
        if number not in model.derived and _post.dispatch(type(inner)) is _base:
            return type(inner).__name__
    return ""


class Program:
    """The variables and constraints of a model.

    Derived primitives are redundant and left out.

    Attributes:
        cells: the number of variables that are cells.
        cp: the `CpModel`.
        domains: of the variables, as bit masks.
        variables: its variables: the cells, the hidden ones, and any that constraints need.
        has_free_variables: whether some variables do not follow from the cells.
    """

    def __init__(self, model: Model) -> None:
        self.cells = model.cells
        self._domain: Callable[[Sequence[int]], Any] = cp_model.Domain.from_values
        self._literals: dict[tuple[int, int], Any] = {}
        self.cp: Any = cp_model.CpModel()
        self.domains: list[int] = []
        self.variables: list[Any] = []
        self.has_free_variables = False
        for domain in model.domains:
            self.add(domain)
        for number, primitive in enumerate(checked(model.primitives)):
            if number not in model.derived:
                _post(primitive, self, ())

    def add(self, domain: int) -> int:
        """Add a further variable; return its number."""
        check_interrupt()
        values = list(bits(domain))
        if not values:
            self.refuse(())
        self.domains.append(domain)
        self.variables.append(self.cp.new_int_var_from_domain(self._domain(values or [0]), ""))
        return len(self.variables) - 1

    def of(self, numbers: Iterable[int]) -> list[Any]:
        """Return the variables of those numbers."""
        return [self.variables[n] for n in numbers]

    def literal(self, number: int, value: int) -> Any:
        """Return the literal that is true if a variable takes a value of its domain."""
        key = (number, value)
        if key not in self._literals:
            check_interrupt()
            literal = self._literals[key] = self.cp.new_bool_var("")
            self.cp.add(self.variables[number] == value).only_enforce_if(literal)
            self.cp.add(self.variables[number] != value).only_enforce_if(~literal)
        return self._literals[key]

    def within(self, terms: Sequence[Any], totals: Iterable[int], when: Literals) -> None:
        """Require the terms to add up to one of the totals."""
        domain = self._domain(sorted(totals))
        self.cp.add_linear_expression_in_domain(sum(terms), domain).only_enforce_if(*when)

    def different(self, numbers: Sequence[int], when: Literals) -> None:
        """Require variables to take different values."""
        if not when:
            self.cp.add_all_different(self.of(numbers))
            return
        for one, other in combinations(self.of(numbers), 2):
            self.cp.add(one != other).only_enforce_if(*when)

    def refuse(self, when: Literals) -> None:
        """Forbid that all of these are true."""
        self.cp.add_bool_or([~literal for literal in when])

    def forbid(self, fillings: Sequence[Sequence[int]]) -> None:
        """Forbid each of these fillings of the cells together."""
        self.cp.add_forbidden_assignments(self.variables[: self.cells], fillings)

    def copied(self, primitive: Primitive, when: Literals) -> bool:
        """Post a primitive on copies of its variables, which are equal to them under conditions.

        So primitives for which CP-SAT has no conditional form can be conditional.

        Returns:
            True if that was needed, as there are conditions.
        """
        if not when:
            return False
        if not primitive.feasible(self.domains):
            self.refuse(when)
            return True
        places = {v: self.add(self.domains[v]) for v in primitive.variables}
        for old, new in places.items():
            same = self.variables[old] == self.variables[new]
            self.cp.add(same).only_enforce_if(*when)
        self.has_free_variables = True
        _post(primitive.moved(places), self, ())
        return True


@singledispatch
def _post(primitive: Primitive, program: Program, when: Literals) -> None:  # noqa: ARG001
    raise TypeError(f"no form of {type(primitive).__name__} for CP-SAT")


_base = _post.dispatch(object)


@_post.register
def _different(primitive: AllDifferent, program: Program, when: Literals) -> None:
    program.different(primitive.variables, when)


@_post.register
def _linear(primitive: Linear, program: Program, when: Literals) -> None:
    _sum(primitive.variables, primitive.weights, primitive.totals, program, when)


@_post.register
def _sum_of_different(primitive: DistinctSum, program: Program, when: Literals) -> None:
    _sum(primitive.variables, primitive.weights, primitive.totals, program, when)
    for part in primitive.parts:
        if len(part) > 1:
            program.different(part, when)


def _sum(
    variables: Sequence[int],
    weights: Sequence[Sequence[int]],
    totals: Iterable[int],
    program: Program,
    when: Literals,
) -> None:
    terms: list[Any] = []
    constant = 0
    for v, line in zip(variables, weights, strict=True):
        values = list(bits(program.domains[v]))
        base = line[values[0]] if values else 0
        slope = _slope(line, values)
        if slope is not None:
            terms.append(slope * program.variables[v])
            constant += base - slope * values[0] if values else 0
        else:
            terms += [line[value] * program.literal(v, value) for value in values if line[value]]
    if not (left := [total - constant for total in totals]):
        program.refuse(when)
    else:
        program.within(terms, left, when)


def _slope(weights: Sequence[int], values: Sequence[int]) -> int | None:
    """Return how much the weight grows from each value to the next number; None if it varies."""
    if len(values) < 2:
        return 0
    first, second = values[:2]
    slope, rest = divmod(weights[second] - weights[first], second - first)
    steady = all(weights[v] == weights[first] + slope * (v - first) for v in values)
    return slope if steady and not rest else None


@_post.register
def _table(primitive: Table, program: Program, when: Literals) -> None:
    if program.copied(primitive, when):
        return
    domains = [program.domains[v] for v in primitive.variables]
    tuples = [
        values
        for values in sorted(primitive.tuples)
        if all(domain >> value & 1 for domain, value in zip(domains, values, strict=True))
    ]
    if tuples:
        program.cp.add_allowed_assignments(program.of(primitive.variables), tuples)
    else:
        program.refuse(())


@_post.register
def _word_of_different(primitive: DistinctWord, program: Program, when: Literals) -> None:
    program.different(primitive.variables, when)
    _post(Regular(primitive.variables, primitive.automaton), program, when)


@_post.register
def _regular(primitive: Regular, program: Program, when: Literals) -> None:
    if program.copied(primitive, when):
        return
    if not primitive.feasible(program.domains):
        program.refuse(())
    elif (found := _determinised(primitive, program.domains)) is not None:
        transitions, final = found
        program.cp.add_automaton(program.of(primitive.variables), 0, final, transitions)
    else:
        _layered(primitive, program)


def _determinised(
    primitive: Regular, domains: Sequence[int]
) -> tuple[list[tuple[int, int, int]], list[int]] | None:
    """Return the automaton over sets of states, as CP-SAT wants it; None if too large.

    Returns:
        Its transitions (state, value, state), from state 0 on, and its final states.
    """
    automaton = primitive.automaton
    number = {automaton.start: 0}
    transitions = set()
    layer = {automaton.start}
    for v in primitive.variables:
        after = set()
        for states in sorted(layer):
            for value in bits(domains[v]):
                if reached := automaton.after(states, 1 << value):
                    number.setdefault(reached, len(number))
                    transitions.add((number[states], value, number[reached]))
                    after.add(reached)
        if len(number) > _SUBSETS:
            return None
        layer = after
    final = [n for states, n in number.items() if states & automaton.accept]
    return sorted(transitions), final


def _layered(primitive: Regular, program: Program) -> None:
    """Post the automaton with a variable for the state before and after each place."""
    automaton, alive = primitive.automaton, primitive.automaton.start
    before = program.add(alive)
    program.has_free_variables = True
    last = len(primitive.variables) - 1
    for place, v in enumerate(primitive.variables):
        tuples = [
            (state, value, reached)
            for state in bits(alive)
            for value in bits(program.domains[v])
            for reached in bits(automaton.steps[state][value])
            if place < last or automaton.accept >> reached & 1
        ]
        alive = automaton.after(alive, program.domains[v])
        after = program.add(alive & automaton.accept if place == last else alive)
        program.cp.add_allowed_assignments(program.of((before, v, after)), tuples)
        before = after


@_post.register
def _rank(primitive: LineRank, program: Program, when: Literals) -> None:
    for side in primitive.sides:
        if len(side) > 1:
            program.different([primitive.starts[n] for n in side], when)
    places = [_ordered(v, primitive.values, program) for v in primitive.variables]
    for number, lower in primitive.clues:
        mine = [places[place] for place in primitive.lines[number]]
        others = [line for n, line in enumerate(primitive.lines) if n != number]
        compared = [_compared(mine, [places[p] for p in line], program) for line in others]
        program.within([is_lower for is_lower, _ in compared], [lower], when)
        for _, tie in () if primitive.ties else compared:
            program.refuse((tie, *when))


def _ordered(number: int, values: Sequence[int], program: Program) -> Any:
    """Return an expression that grows with the integer behind a variable's value."""
    if all(one < other for one, other in pairwise(values)):
        return program.variables[number]
    order = sorted(set(values))
    domain = program.domains[number]
    return sum(order.index(values[x]) * program.literal(number, x) for x in bits(domain))


def _compared(mine: Sequence[Any], other: Sequence[Any], program: Program) -> tuple[Any, Any]:
    """Return how often the other line is lower, 0 or 1, and a literal if both read the same.

    Of each place there are literals if it is the first that differs; one of all these is true.
    """
    lower: list[Any] = []
    higher: list[Any] = []
    before: list[Any] = []
    for one, two in zip(mine, other, strict=True):
        less, more, equal = (program.cp.new_bool_var("") for _ in range(3))
        program.cp.add(two < one).only_enforce_if(less)
        program.cp.add(two > one).only_enforce_if(more)
        program.cp.add(two == one).only_enforce_if(equal)
        for literal in (less, more, equal) if before else ():
            program.cp.add_implication(literal, before[-1])
        lower.append(less)
        higher.append(more)
        before.append(equal)
    program.cp.add_exactly_one([*lower, *higher, before[-1]])
    return sum(lower), before[-1]


@_post.register
def _connected(primitive: Connected, program: Program, when: Literals) -> None:
    """Send a unit to each member, from the roots or a member chosen as such, along members only."""
    if program.copied(primitive, when):
        return
    members = [_member(v, primitive.values, program) for v in primitive.variables]
    count = len(members)
    program.within(members, primitive.sizes, ())
    program.has_free_variables = True
    flow = [[-1 * member] for member in members]
    for ends in primitive.edges:
        for one, other in (ends, ends[::-1]):
            sent = program.variables[program.add((1 << count) - 1)]
            for end in ends:
                program.cp.add(sent <= count * members[end])
            flow[one].append(-1 * sent)
            flow[other].append(sent)
    chosen = [] if primitive.roots else [program.cp.new_bool_var("") for _ in members]
    program.cp.add_at_most_one(chosen)
    sources = dict(enumerate(chosen)) or {place: members[place] for place in primitive.roots}
    for place, terms in enumerate(flow):
        if place in sources:
            drawn = program.variables[program.add((1 << (count + 1)) - 1)]
            program.cp.add(drawn <= count * sources[place])
            terms.append(drawn)
        program.cp.add(sum(terms) == 0)


@_post.register
def _areas(primitive: Areas, program: Program, when: Literals) -> None:
    """Post for each place whether the area that begins with it has each later place near it.

    Each area is spanned by a tree, whose root is its first member.
    """
    if program.copied(primitive, when):
        return
    program.has_free_variables = True
    cp, count, largest = program.cp, len(primitive.variables), max(primitive.sizes, default=0)
    members = [cp.new_bool_var("") for _ in range(count)]
    for member, v in zip(members, primitive.variables, strict=True):
        cp.add(member == _member(v, primitive.values, program))
    near: list[list[int]] = [[] for _ in members]
    for one, other in primitive.edges:
        near[one].append(other)
        near[other].append(one)
    areas = [
        {place: cp.new_bool_var("") for place in _ball(first, near, largest)}
        for first in range(count)
    ]
    depths = program.of([program.add((1 << max(1, largest)) - 1) for _ in members])
    for first, area in enumerate(areas):
        for place, inside in area.items():
            cp.add_implication(inside, area[first])
            for other in near[place]:
                both = [area[other]] if other in area else []
                cp.add_bool_or([~inside, ~members[other], *both])
        if area:
            program.within(list(area.values()), primitive.sizes, (area[first],))
    for place, member in enumerate(members):
        cp.add(sum(area[place] for area in areas if place in area) == member)
        entered = [areas[place][place]] if largest else []
        for other in near[place]:
            arc = cp.new_bool_var("")
            cp.add_implication(arc, members[other])
            cp.add(depths[place] == depths[other] + 1).only_enforce_if(arc)
            entered.append(arc)
        cp.add(sum(entered) == member)


def _ball(first: int, near: Sequence[Sequence[int]], size: int) -> set[int]:
    """Return the places that an area of so many can have if a place is its first."""
    found: set[int] = set()
    fresh = {first} if size else set()
    for _ in range(size):
        found |= fresh
        fresh = {other for place in fresh for other in near[place] if other > first} - found
    return found


@_post.register
def _loop(primitive: Loop, program: Program, when: Literals) -> None:
    """Post a circuit along members, in some direction; a path is closed by a further vertex."""
    if program.copied(primitive, when):
        return
    program.has_free_variables = True
    outside = primitive.vertices
    arcs, visited = [], [program.cp.new_bool_var("") for _ in range(outside)]
    for v, ends in zip(primitive.variables, primitive.ends, strict=True):
        there, back = program.cp.new_bool_var(""), program.cp.new_bool_var("")
        member = _member(v, primitive.values, program)
        program.cp.add(there + back == member)
        arcs += [(*ends, there), (*ends[::-1], back)]
        if not primitive.touching:
            program.cp.add(visited[ends[0]] + visited[ends[1]] <= 1 + member)
    if not primitive.closed:
        if len(primitive.tips) > 2:
            program.refuse(())
        for tip in range(outside):
            first, last = program.cp.new_bool_var(""), program.cp.new_bool_var("")
            arcs += [(outside, tip, first), (tip, outside, last)]
            program.cp.add_at_most_one(first, last)
            if tip in primitive.tips:
                program.cp.add_bool_or(first, last)
    arcs += [(vertex, vertex, ~here) for vertex, here in enumerate(visited)]
    program.cp.add_bool_or(visited)
    program.cp.add_bool_and(visited[vertex] for vertex in primitive.through)
    program.cp.add_circuit(arcs)


@_post.register
def _regions(primitive: Regions, program: Program, when: Literals) -> None:
    width = max(program.domains[v].bit_length() for v in primitive.labels)
    for part in primitive.parts(width):
        _post(part, program, when)


@_post.register
def _pairs(primitive: DistinctPairs, program: Program, when: Literals) -> None:
    width = max((program.domains[v].bit_length() for v in primitive.variables), default=0)
    variables = program.of(primitive.variables)
    joined = [width * variables[one] + variables[other] for one, other in primitive.pairs]
    if when:
        for first, second in combinations(joined, 2):
            program.cp.add(first != second).only_enforce_if(*when)
    else:
        program.cp.add_all_different(joined)


def _member(number: int, values: int, program: Program) -> Any:
    """Return an expression that is 1 if a variable takes one of some values, else 0."""
    return sum(program.literal(number, value) for value in bits(program.domains[number] & values))


@_post.register
def _when(primitive: When, program: Program, when: Literals) -> None:
    selector, bit = primitive.variables[0], 1 << primitive.case
    domain = program.domains[selector]
    if domain == bit:
        _post(primitive.then, program, when)
    elif domain & bit:
        _post(primitive.then, program, (*when, program.literal(selector, primitive.case)))
