"""Every registered kind: its primitives say exactly what its rule says.

`holds` is the oracle. Kinds are tried on small instances (see `sudokulib.testing.instances`),
each in a *box*: some values for each cell, so few in all that every filling can be tried.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice, product
from math import prod
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

import sudokulib
from sudokulib.geometries.files import geometry_file
from sudokulib.geometries.geometry import Geometry
from sudokulib.geometries.schema import schemas
from sudokulib.loading import loads
from sudokulib.primitives import Primitive
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Context, Kind, Shape, kinds
from sudokulib.shapes.kind import cell_fields, rule_fields
from sudokulib.testing.instances import instances, ordered, own_geometries, small_geometries

OURS = {kind.name: kind for kind in kinds() if kind.__module__.startswith("sudokulib.")}
TRIED = sorted(OURS.keys() & instances().keys())
CHOOSING = {"all-of", "any-of", "not"}
"""Kinds of which several cases may fit one filling."""

EXAMPLES = int(os.environ.get("SUDOKULIB_KIND_EXAMPLES", "20"))
"""Instances of each kind that each test tries."""
LARGEST = 400
"""Fillings of a box."""

every_kind = pytest.mark.parametrize("name", TRIED)
some_examples = settings(max_examples=EXAMPLES)


@dataclass(frozen=True)
class Case:
    """A rule on a geometry, and the fillings to try, as value indices."""

    geometry: Geometry
    rule: Kind
    box: tuple[tuple[int, ...], ...]

    @property
    def context(self) -> Context:
        return context_of(self.geometry, self.rule)

    def fillings(self) -> Iterator[tuple[int, ...]]:
        return product(*self.box)

    def holds(self, filling: Sequence[int]) -> bool:
        return self.rule.holds(numbers(filling, self.context), self.context)

    def __repr__(self) -> str:
        cells = (f"{c}: {''.join(map(str, b))}" for c, b in enumerate(self.box))
        alphabet = self.geometry.alphabet
        return (
            f"{self.rule!r} on {self.geometry!r} with values {alphabet.values}; "
            f"value indices tried by cell {{{', '.join(cells)}}}"
        )


def context_of(geometry: Geometry, *rules: Kind) -> Context:
    shapes = geometry.shapes + tuple(Shape(rule) for rule in rules)
    return replace(geometry.context, shapes=shapes, made=[])


def numbers(filling: Sequence[int], context: Context) -> list[int]:
    """The integers behind value indices."""
    return [context.values[i] for i in filling]


def where(name: str) -> st.SearchStrategy[Geometry]:
    return own_geometries().get(name, small_geometries())


@st.composite
def cases(draw: st.DrawFn, name: str) -> Case:
    """An instance of a kind and a box for it."""
    geometry = draw(where(name))
    rule = instances()[name](draw, geometry)
    context = context_of(geometry, rule)
    assume(not rule.problem(context))
    return Case(geometry, rule, box_for(geometry, rule, draw(st.integers(0, 1 << 16))))


def box_for(
    geometry: Geometry, rule: Kind, seed: int, centre: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Value indices by cell, few in all; in most boxes the rule holds somewhere.

    Cells that neither the rule nor its primitives name get one value only.
    """
    chance = Random(seed)
    context = context_of(geometry, rule)
    centre = centre or _some_filling(context, rule, chance)
    read = set(rule.all_cells).union(*(p.variables for p in rule.lower(context)))
    full = len(context.values)
    box = [
        [i for i in range(full) if domain >> i & 1] if c in read else [centre[c]]
        for c, domain in enumerate(geometry.domains)
    ]
    while prod(map(len, box)) > LARGEST:
        cell = chance.choice([c for c, values in enumerate(box) if len(values) > 1])
        box[cell].remove(chance.choice([i for i in box[cell] if i != centre[cell]]))
    return tuple(map(tuple, box))


def _some_filling(context: Context, rule: Kind, chance: Random) -> list[int]:
    """One that the rule accepts, if a few tries find one."""
    full = range(len(context.values))
    choices = [[i for i in full if domain >> i & 1] for domain in context.domains]
    for _ in range(100):
        filling = [chance.choice(values) for values in choices]
        if rule.holds(numbers(filling, context), context):
            break
    return filling


def fits(
    primitives: Sequence[Primitive], filling: Mapping[int, int], hidden: Sequence[int]
) -> Iterator[Mapping[int, int]]:
    """The values of hidden variables (their sizes given) that make primitives accept a filling."""
    cells = len(filling)

    def fill(known: dict[int, int], number: int) -> Iterator[Mapping[int, int]]:
        newest = cells + number - 1
        for p in primitives:
            last = max(p.variables, default=-1)
            due = last == newest if number else last < cells
            if due and not p.check([known[v] for v in p.variables]):
                return
        if number == len(hidden):
            yield known
            return
        for value in range(hidden[number]):
            yield from fill({**known, cells + number: value}, number + 1)

    return fill(dict(filling), 0)


def lowered(rule: Kind, context: Context) -> tuple[list[Primitive], list[int]]:
    """The primitives of a rule, and the sizes of its hidden variables."""
    fresh = replace(context, made=[])
    primitives = list(rule.lower(fresh))
    return primitives, [mask.bit_length() for mask in fresh.made]


def accepted(rule: Kind, context: Context, filling: Sequence[int]) -> bool:
    primitives, hidden = lowered(rule, context)
    return any(True for _ in fits(primitives, dict(enumerate(filling)), hidden))


def told(case: Case, filling: Sequence[int], primitives: Sequence[Primitive]) -> str:
    """What a failure looks like."""
    lines = "\n".join(f"  {p!r:.300}" for p in primitives)
    return (
        f"\n{case.rule.name} with integers {numbers(filling, case.context)}: "
        f"holds() says {case.holds(filling)}, the primitives say otherwise\n{case!r}\n{lines}"
    )


def test_every_kind_has_instances():
    missing = sorted(OURS.keys() - instances().keys())
    assert not missing, f"add them to a module of sudokulib/testing/instances: {missing}"


@every_kind
def test_primitives_accept_what_the_rule_accepts(name):
    seen = set()

    @some_examples
    @given(cases(name))
    def check(case):
        primitives, hidden = lowered(case.rule, case.context)
        for filling in case.fillings():
            found = any(True for _ in fits(primitives, dict(enumerate(filling)), hidden))
            assert found == case.holds(filling), told(case, filling, primitives)
            seen.add(found)

    check()
    assert seen == {True, False}, f"all fillings tried are the same: {seen}; draw other instances"


@every_kind
@some_examples
@given(st.data())
def test_hidden_variables_follow_from_the_cells(name, data):
    case = data.draw(cases(name))
    primitives, hidden = lowered(case.rule, case.context)
    if not hidden or name in CHOOSING:
        return
    for filling in case.fillings():
        ways = list(islice(fits(primitives, dict(enumerate(filling)), hidden), 2))
        assert len(ways) <= 1, f"{numbers(filling, case.context)} in two ways: {ways}\n{case!r}"


@every_kind
@some_examples
@given(st.data())
def test_propagation_removes_no_supported_value(name, data):
    case = data.draw(cases(name))
    primitives, hidden = lowered(case.rule, case.context)
    domains = [sum(1 << i for i in values) for values in case.box]
    domains += [(1 << size) - 1 for size in hidden]
    left = fixpoint(primitives, domains)
    for filling in case.fillings():
        if case.holds(filling):
            kept = left is not None and all(left[c] >> i & 1 for c, i in enumerate(filling))
            assert kept, f"{numbers(filling, case.context)} was lost: {left}\n{case!r}"


def fixpoint(primitives: Sequence[Primitive], domains: Sequence[int]) -> list[int] | None:
    """What is left after all primitives have pruned; None if one finds no assignment."""
    now, changed = list(domains), True
    while changed:
        changed = False
        for p in primitives:
            smaller = p.propagate(now)
            if smaller is None or not all(smaller.values()):
                return None
            changed |= bool(smaller)
            for v, domain in smaller.items():
                assert domain & ~now[v] == 0, f"{p!r} adds values to {v}"
                now[v] = domain
    return now


@every_kind
@some_examples
@given(st.data())
def test_renaming_cells_keeps_the_meaning(name, data):
    """As in a larger geometry, with two cells more, that has this one as a part."""
    case = data.draw(cases(name))
    count = len(case.geometry.cells)
    places = data.draw(st.permutations(range(count + 2)))[:count]
    if name in ordered():
        places.sort()
    context = moved_context(case.context, places)
    rule = case.rule.moved(places).within(tuple(places))
    assert not rule.problem(context)
    for filling in islice(case.fillings(), 0, None, 7):
        renamed = [0] * (count + 2)
        for place, value in zip(places, filling, strict=True):
            renamed[place] = value
        holds = case.holds(filling)
        assert rule.holds(numbers(renamed, context), context) == holds, f"{rule!r}\n{case!r}"
        assert accepted(rule, context, renamed) == holds, f"{rule!r}\n{case!r}"


def moved_context(context: Context, places: Sequence[int]) -> Context:
    """The context of a geometry that has two cells more, which nothing is next to."""
    domains = [(1 << len(context.values)) - 1] * (len(places) + 2)
    for cell, place in enumerate(places):
        domains[place] = context.domains[cell]
    shapes = tuple(shape.moved(places) for shape in context.shapes)
    return replace(
        context,
        domains=tuple(domains),
        topology=context.topology.moved(places),
        shapes=shapes,
        made=[],
    )


@every_kind
@some_examples
@given(st.data())
def test_files_can_say_it_in_any_spelling(name, data):
    case = data.draw(cases(name))
    chance = Random(data.draw(st.integers(0, 99)))
    cells = [cell.name for cell in case.geometry.cells]
    entry = as_written(case.rule, cells, chance)
    file = {"symbols": "1", "shapes": [entry]}
    complaints = [error.message for error in SCHEMA.iter_errors(file)]
    assert not complaints, f"{entry}: {complaints}"
    (shape,) = geometry_file().model_validate({"shapes": [entry]}).shapes
    rules = pytest.importorskip("sudokulib.geometries.rules")
    ground = rules.Ground(case.geometry.index, case.geometry.topology)
    (made,) = rules.rules_of(shape, ground)
    assert Shape(made.rule) == Shape(case.rule), entry


SCHEMA = Draft7Validator(schemas()["geometry"])


def as_written(rule: Kind, cells: Sequence[str], chance: Random) -> dict[str, object]:
    """A rule as an entry of a file; the cells of sets in any order."""
    entry: dict[str, object] = {"kind": rule.name}
    for f in fields(rule):
        value, form = getattr(rule, f.name), cell_fields(type(rule)).get(f.name)
        if f.name in rule_fields(type(rule)):
            value = [as_written(inner, cells, chance) for inner in value]
        elif form is not None and value is not None:
            value = _references(value, form, cells, chance)
        if value is not None and getattr(rule, f.name) != f.default:
            entry[f.name.rstrip("_")] = plain(value)
    return entry


def _references(value, form, cells, chance):
    if form.form == "one":
        return cells[value]
    lines = [list(line) for line in (value if form.many else [value])]
    for line in lines:
        if form.form == "set":
            chance.shuffle(line)
    texts = [[cells[c] for c in line] for line in lines]
    return texts if form.many else texts[0]


def plain(value):
    """Tuples and sets as the lists of a file."""
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


@every_kind
@some_examples
@given(st.data())
def test_equal_meaning_is_the_same_rule(name, data):
    """Lists turned round either mean something else or hold for the same fillings."""
    case = data.draw(cases(name))
    for f in fields(case.rule):
        value = getattr(case.rule, f.name)
        if not isinstance(value, tuple) or len(value) < 2:
            continue
        form = cell_fields(type(case.rule)).get(f.name)
        turned = [value[::-1]] if form is None or form.form != "set" or form.many else []
        if form is not None and form.many and form.form == "line":
            turned.append(tuple(line[::-1] for line in value))
        for changed in turned:
            other = replace(case.rule, **{f.name: changed})
            if other.meaning == case.rule.meaning:
                twin = replace(case, rule=other)
                different = [x for x in case.fillings() if case.holds(x) != twin.holds(x)]
                assert not different, f"{other!r} has the meaning of {case!r}"


@every_kind
@some_examples
@given(st.data())
def test_rules_are_plain_data(name, data):
    case = data.draw(cases(name))
    assert pickle.loads(pickle.dumps(case.rule)) == case.rule
    assert hash(case.rule.meaning) == hash(case.rule.meaning)
    for mark in case.rule.marks():
        assert set(mark.cells) <= set(range(len(case.geometry.cells))), mark
        assert isinstance(mark.text, str)


@every_kind
@some_examples
@given(st.data())
def test_search_counts_what_the_rules_allow(name, data):
    """Together with a rule of any kind; the further rule never adds a solution."""
    case = data.draw(cases(name))
    assume(all(map(len, case.box)))
    further = data.draw(st.sampled_from(FURTHER))
    other = instances()[further](data.draw, case.geometry)
    both = context_of(case.geometry, case.rule, other)
    assume(not other.problem(both) and not case.rule.problem(both))
    masks = tuple(sum(1 << i for i in values) for values in case.box)
    puzzle = Puzzle(case.geometry, masks)
    alone = puzzle.with_shapes(Shape(case.rule))
    together = puzzle.with_shapes(Shape(case.rule), Shape(other))
    with_one, with_two = (set(by_the_rules(case, puzzle)) for puzzle in (alone, together))
    message = f"{other!r}\n{case!r}"
    # A dot lifts what its absence forbids.
    assert with_two <= with_one or name == "negative", message
    assert sudokulib.count(alone, how="computed").value == len(with_one), message
    assert sudokulib.count(together, how="computed").value == len(with_two), message


FURTHER = [name for name in TRIED if name not in own_geometries() and name != "negative"]


def by_the_rules(case: Case, puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    context = puzzle.context
    for filling in case.fillings():
        values = numbers(filling, context)
        if all(shape.rule.holds(values, context) for shape in context.shapes):
            yield filling


@pytest.mark.parametrize("name", sorted(OURS))
def test_the_example_means_what_its_primitives_say(name):
    """On the fillings round a solution of the example."""
    kind = OURS[name]
    puzzle = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}\n")
    solution = next(sudokulib.solutions(puzzle, seconds=60))
    index = puzzle.geometry.alphabet.symbols.index
    centre = [index(symbol) for symbol in solution.symbols]
    for shape in puzzle.shapes:
        if shape.kind == name:
            assert not shape.rule.problem(puzzle.context)
            case = Case(puzzle.geometry, shape.rule, _round(puzzle, shape.rule, centre))
            primitives, hidden = lowered(shape.rule, case.context)
            for filling in case.fillings():
                found = any(True for _ in fits(primitives, dict(enumerate(filling)), hidden))
                assert found == case.holds(filling), told(case, filling, primitives)


def _round(puzzle: Puzzle, rule: Kind, centre: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    geometry = replace(puzzle.geometry, shapes=puzzle.all_shapes)
    return box_for(geometry, rule, 0, centre)
