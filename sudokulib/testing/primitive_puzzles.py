"""Tiny puzzles of one primitive each, whose solutions change if a search misreads it.

For every type of primitive and up to four variables: all solutions of such a puzzle are the tuples
that the primitive accepts. A search that ignores it finds more of them; one that alters it (takes
a total for a bound, leaves out tuples, forgets the selector) finds others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, pairwise, product
from math import prod
from random import Random
from typing import ClassVar

from sudokulib.model import bits
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
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import CellSet, Context, Kind, Shape
from sudokulib.testing.oracle import completing
from sudokulib.testing.tiny import tiny_geometry

ARITIES = (1, 2, 3, 4)
"""Numbers of variables with which every type of primitive is tried."""

_MOST = 16
"""Solutions of a puzzle, at most, as searches run on it in many ways.

A bound on time; puzzles with more solutions lose candidates.
"""

_TRIES = 200
"""Random primitives and candidates among which some are sought that test all variables: a bound."""

_KEPT = 12
"""Solutions among which the one is chosen that is alone in the largest box of candidates.

A bound on time: the more candidates are left beside a solution, the more a search has to do.
"""

_WEIGHTS = (-7, -3, 0, 2, 5, 11)
"""Weights of sums: below zero, zero, and with gaps."""

_TWO_PAIRS = 4
"""The variables of two pairs, the fewest of which a rule can say something."""

_JOINED = 0.5
"""The chance that two vertices of a random graph are joined; any other would do."""

Tuples = frozenset[tuple[int, ...]]
"""A set of assignments, as value indices of all cells."""

Make = Callable[[int, int, Random], Iterator[Primitive]]
"""Yields random primitives of one type on the variables 0..arity-1, with some number of values.

It takes the arity, the number of values, and a source of choices, and yields nothing if the type
has no meaning for so many variables. It yields one of each sort that searches may treat
differently.
"""


@dataclass(frozen=True, slots=True)
class PrimitivesHold(Kind):
    """The rule that some primitives hold.

    Args:
        cells: the cells that they read.
        primitives: primitives on the cells, and on hidden variables, numbered after all cells.
        hidden: the number of values of each hidden variable.
    """

    name: ClassVar[str] = "primitives"

    cells: CellSet
    primitives: tuple[Primitive, ...]
    hidden: tuple[int, ...] = ()

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether some values of the hidden variables satisfy all primitives."""
        chosen = (context.values.index(values[cell]) for cell in range(len(context.domains)))
        return bool(self.fillings([1 << value for value in chosen]))

    def fillings(self, domains: Sequence[int]) -> Tuples:
        """Return all fillings that fit, of cells with these candidates."""
        masks = (*domains, *((1 << size) - 1 for size in self.hidden))
        found = completing(self.primitives, 0, masks)(())
        return frozenset(values[: len(domains)] for values in found)

    def lower(self, context: Context) -> Iterator[Primitive]:
        """Return the primitives as they are, on hidden variables of the context."""
        cells = len(context.domains)
        places = list(range(cells)) + [context.hidden(size) for size in self.hidden]
        return (primitive.moved(places) for primitive in self.primitives)


def _different(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    del chance
    if 1 < arity <= values:
        yield AllDifferent(tuple(range(arity)))


def _tables(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    everything = list(product(range(values), repeat=arity))
    some = chance.sample(everything, min(len(everything) - 1, 2 * arity))
    yield Table(tuple(range(arity)), frozenset(some))


def _sums(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield a cage's sum, one with gaps, negative weights and two totals, and a count."""
    variables = tuple(range(arity))
    yield Linear.total(variables, range(1, values + 1), [_total(_counted(arity, values), chance)])
    rows = tuple(tuple(chance.sample(_WEIGHTS, values)) for _ in variables)
    yield Linear(variables, rows, tuple(sorted({_total(rows, chance), _total(rows, chance)})))
    ones = tuple(_only(place % values, values) for place in variables)
    yield Linear(variables, ones, (1,))


def _only(chosen: int, values: int) -> tuple[int, ...]:
    return tuple(int(value == chosen) for value in range(values))


def _counted(arity: int, values: int) -> Sequence[Sequence[int]]:
    return (tuple(range(1, values + 1)),) * arity


def _total(rows: Sequence[Sequence[int]], chance: Random) -> int:
    return sum(chance.choice(row) for row in rows)


def _regulars(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    yield Regular(tuple(range(arity)), _automaton(values, chance))


def _automaton(values: int, chance: Random, states: int = 3) -> Automaton:
    """Return any automaton; a value may lead to several states, and several may be initial."""
    steps = tuple(
        tuple(chance.randrange(1 << states) for _ in range(values)) for _ in range(states)
    )
    return Automaton(chance.randrange(1, 1 << states), steps, chance.randrange(1, 1 << states))


def _distinct_sums(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield sums with all variables different, and with those of two parts."""
    for number, linear in enumerate(_sums(arity, values, chance)):
        assert isinstance(linear, Linear)
        if number % 2 and arity > 2:
            yield DistinctSum.of(linear, [linear.variables[:2], linear.variables[2:]])
        elif 1 < arity <= values:
            yield DistinctSum.of(linear, [linear.variables])


def _distinct_words(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    if 1 < arity <= values:
        yield DistinctWord(tuple(range(arity)), _automaton(values, chance))


def _ranks(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield ranks of single places, and of lines of two that cross and turn back, with ties."""
    if arity < 2:
        return
    order = tuple(chance.sample(range(-3, 9), values))
    single = tuple((place,) for place in range(arity))
    sides = (tuple(range(arity)),) if arity <= values else ()
    clue = (chance.randrange(arity), chance.randrange(arity))
    yield LineRank(tuple(range(arity)), single, (clue,), order, ties=False, sides=sides)
    around = (*pairwise(range(arity)), (arity - 1, 0), (1, 0))
    lines = tuple(dict.fromkeys(around))
    clues = tuple((n, chance.randrange(len(lines))) for n in range(min(2, len(lines))))
    equal = tuple(value // 2 for value in range(values))
    yield LineRank(tuple(range(arity)), lines, clues, equal, ties=True)


def _connections(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield parts of some sizes in a random graph, and parts that hang on roots."""
    places = range(arity)
    edges = [pair for pair in combinations(places, 2) if chance.random() < _JOINED]
    members = chance.randrange(1, (1 << values) - 1)
    # Of two sizes that follow each other, a search may leave out one without a trace.
    sizes = range(chance.randint(0, arity), arity + 1, 2)
    yield Connected.of(places, members, edges, sizes)
    roots = chance.sample(places, chance.randint(1, arity))
    yield Connected.of(places, members, edges, sizes, roots)


_TWO_VERTICES = 3
"""Edges of loops up to which there are but two vertices, so that any path has one beside it."""


def _loops(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield cycles and paths along the edges of a random graph with few vertices."""
    pairs = list(combinations(range(max(2, arity - 1)), 2))
    ends = dict(enumerate(chance.choices(pairs, k=arity)))
    members = chance.randrange(1, (1 << values) - 1)
    vertex = chance.choice(ends[0])
    yield Loop.of(ends, members, closed=False, tips=[vertex])
    if arity > 1:
        yield Loop.of(ends, members, through=[vertex])
    if arity > _TWO_VERTICES:
        yield Loop.of(ends, members, touching=False)
        yield Loop.of(ends, members, closed=False, touching=False)


def _areas(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield areas of some sizes in a random graph."""
    edges = [pair for pair in combinations(range(arity), 2) if chance.random() < _JOINED]
    members = chance.randrange(1, (1 << values) - 1)
    for count in range(min(2, arity)):
        # With all sizes, areas might be anything.
        sizes = chance.sample(range(1, arity + 1), min(count + 1, arity - 1))
        yield Areas.of(range(arity), members, edges, sizes)


def _pairs(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield pairs without common variables, and pairs round a ring."""
    del values
    order = chance.sample(range(arity), arity)
    if arity > 1:
        yield DistinctPairs.of(pairwise([*order, order[0]]))
    if arity == _TWO_PAIRS:
        yield DistinctPairs.of([(order[0], order[1]), (order[2], order[3])])


def _cases(arity: int, values: int, chance: Random) -> Iterator[Primitive]:
    """Yield each of the others, if the first variable takes some value, and nested cases."""
    inner = [make for one, make in EXAMPLES.items() if one is not When or arity > 3]
    for make in inner if arity > 1 else ():
        for then in islice(make(arity - 1, values, chance), 1):
            moved = then.moved(range(1, arity))
            yield When.of(0, chance.randrange(values), moved)


def _regions(arity: int, values: int, random: Random) -> Iterator[Primitive]:
    """Regions with or without values and a link, numbered in any order or in their own."""
    for valued, links in product((False, True), (0, 1)):
        vertices, rest = divmod(arity - links, 1 + valued)
        if rest or vertices <= max(valued, links):
            continue
        sizes = [n for n in range(1, vertices + 1) if vertices % n == 0 and vertices // n <= values]
        edges = [pair for pair in combinations(range(vertices), 2) if random.random() < _JOINED]
        size = random.choice(sizes)
        for in_order in (False, True):
            yield Regions.of(
                range(vertices),
                edges,
                size,
                values=range(vertices, 2 * vertices) if valued else (),
                links={(0, 1): arity - 1} if links else {},
                in_order=in_order,
            )


EXAMPLES: dict[type[Primitive], Make] = {
    AllDifferent: _different,
    Areas: _areas,
    Connected: _connections,
    DistinctPairs: _pairs,
    DistinctSum: _distinct_sums,
    DistinctWord: _distinct_words,
    Linear: _sums,
    LineRank: _ranks,
    Loop: _loops,
    Regions: _regions,
    Regular: _regulars,
    Table: _tables,
    When: _cases,
}
"""Functions that make examples of each type; a new type of primitive is to be added here."""


def primitive_puzzles() -> Iterator[Puzzle]:
    """Yield puzzles for every type of primitive, from one variable on, that it alone decides.

    Each has a solution, but not all its fillings are solutions; each variable matters, unless there
    is only one solution. They are the same every time. Some variables are hidden ones that follow
    from a cell.
    """
    for arity in ARITIES:
        for kind in EXAMPLES:
            yield from _of_type(kind, arity)


# The key covers everything it reads except constants.
@cache
def _of_type(kind: type[Primitive], arity: int) -> tuple[Puzzle, ...]:
    sorts = range(len(list(EXAMPLES[kind](arity, _values(arity), Random(0)))))
    found = []
    for sort in sorts:
        plain = _first_informative(_PuzzleSpec(kind, arity, sort, _VARIABLE_ROLES[0]))
        found += [plain, _with_one_solution(plain)]
        for form in _VARIABLE_ROLES[1:] if len(sorts) == 1 else (_VARIABLE_ROLES[1 + sort % 2],):
            found.append(_first_informative(_PuzzleSpec(kind, arity, sort, form)))
    return tuple(found)


def _values(arity: int) -> int:
    return max(3, arity)


@dataclass(frozen=True, slots=True)
class _VariableRoles:
    """The roles of a primitive's variables: which of them are cells, and in which order.

    Args:
        words: the form in words.
        turned: whether the order is the reverse of that of the cells.
        hidden: the place of the variable that is a hidden one, if any.
    """

    words: str = ""
    turned: bool = False
    hidden: int | None = None

    def rule(self, primitive: Primitive, arity: int, values: int) -> PrimitivesHold:
        """Return the rule with the primitive in this form on cells 0..arity-1."""
        places = list(range(arity))[:: -1 if self.turned else 1]
        if self.hidden is None:
            return PrimitivesHold(tuple(range(arity)), (primitive.moved(places),))
        cell, places[self.hidden] = places[self.hidden], arity
        # The hidden variable follows from the cell, and has other values, so that they differ.
        follows = frozenset((value, (value + 1) % values) for value in range(values))
        both = (Table((cell, arity), follows), primitive.moved(places))
        return PrimitivesHold(tuple(range(arity)), both, (values,))


_VARIABLE_ROLES = (
    _VariableRoles(),
    _VariableRoles(", the first variable hidden", hidden=0),
    _VariableRoles(", turned round and the last variable hidden", turned=True, hidden=-1),
)


@dataclass(frozen=True, slots=True)
class _PuzzleSpec:
    """A sketch of a puzzle: a type of primitive, the number of its sort, and its form."""

    kind: type[Primitive]
    arity: int
    sort: int
    form: _VariableRoles

    def __str__(self) -> str:
        return f"{self.kind.__name__} of {self.arity} variables ({self.sort + 1}){self.form.words}"

    def drawn(self, chance: Random) -> PrimitivesHold:
        """Return one of the rules that would do."""
        values = _values(self.arity)
        made = list(EXAMPLES[self.kind](self.arity, values, chance))
        return self.form.rule(made[self.sort], self.arity, values)


def _first_informative(wanted: _PuzzleSpec) -> Puzzle:
    """Return the first random puzzle in which every variable matters.

    Raises:
        LookupError: there is none among many, so the function that makes them has to be fixed.
    """
    cells, values = wanted.arity, _values(wanted.arity)
    for number in range(_TRIES):
        chance = Random(f"{wanted} {number}")
        rule = wanted.drawn(chance)
        everything = rule.fillings([(1 << values) - 1] * cells)
        masks = _few(everything, [(1 << values) - 1] * cells, chance)
        if _is_informative(everything, masks):
            geometry = tiny_geometry(values, cells, [], {})
            return Puzzle(geometry, tuple(masks), shapes=(Shape(rule, (str(wanted),)),))
    raise LookupError(f"no {wanted} was found on which it depends what the solutions are")


def _with_one_solution(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with as many candidates as leave it one solution."""
    (rule,) = (shape.rule for shape in puzzle.shapes)
    assert isinstance(rule, PrimitivesHold)
    domains = puzzle.geometry.domains
    everything = rule.fillings(domains)
    some = sorted(everything)[:: len(everything) // _KEPT + 1]
    wide = [_widest(everything, kept, domains) for kept in some]
    masks = max(wide, key=lambda masks: prod(mask.bit_count() for mask in masks))
    return replace(puzzle, masks=masks)


def _widest(tuples: Tuples, kept: Sequence[int], domains: Sequence[int]) -> tuple[int, ...]:
    """Return candidates to which none can be added without letting in a second tuple."""
    masks = [1 << value for value in kept]
    for cell, domain in enumerate(domains):
        for value in bits(domain):
            wider = [*masks[:cell], masks[cell] | 1 << value, *masks[cell + 1 :]]
            masks = wider if len(_within(tuples, wider)) == 1 else masks
    return tuple(masks)


def _within(tuples: Tuples, masks: Sequence[int]) -> Tuples:
    return tuples.intersection(product(*map(bits, masks)))


def _few(tuples: Tuples, masks: list[int], chance: Random) -> list[int]:
    """Return candidates, at least two for each cell, reduced until few tuples are left."""
    while len(_within(tuples, masks)) > _MOST:
        wide = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 2]
        if not wide:
            return masks
        cell = chance.choice(wide)
        masks[cell] &= ~(1 << chance.choice(list(bits(masks[cell]))))
    return masks


def _is_informative(tuples: Tuples, masks: Sequence[int]) -> bool:
    """Return whether few tuples are left, and another value is refused at each place of one."""
    left = _within(tuples, masks)
    if not 0 < len(left) <= _MOST:
        return False
    refused = {
        place
        for tuple_ in left
        for place, mask in enumerate(masks)
        for value in bits(mask)
        if (*tuple_[:place], value, *tuple_[place + 1 :]) not in left
    }
    return len(refused) == len(masks)
