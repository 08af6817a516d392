"""The check of kinds of shapes: all the ways in which a kind states its rule agree."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import islice, permutations
from random import Random
from typing import Any

import hypothesis
import yaml
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, Unsatisfiable
from pydantic import TypeAdapter

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.errors import SudokuError, UnknownNameError
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.files import any_shape
from sudokulib.puzzles.geometries.rule_loading import RuleScope, loaded_rules
from sudokulib.puzzles.geometries.source import read_source
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import rule_data
from sudokulib.search import backend
from sudokulib.shapes import Context, Kind, Shape, kind_named, kinds
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.shapes.own_cells import problem_alone
from sudokulib.solving.queries.counting import count
from sudokulib.testing.contracts import broken_contract, fixpoint, random_subdomains
from sudokulib.testing.deriving import derived
from sudokulib.testing.instances import instances as registered_instances
from sudokulib.testing.instances import ordered, own_geometries, small_geometries, tiny_grids
from sudokulib.testing.instances.instance import Instance
from sudokulib.testing.oracle import completing
from sudokulib.testing.oracle import fillings as brute_force
from sudokulib.testing.rule_case import RuleCase, compiled_rule
from sudokulib.testing.runner import failure_of, run_check

Rules = Callable[[Geometry], st.SearchStrategy[Kind]]
"""Draws rules of a kind on a small geometry."""

_EXAMPLES = 100
"""The default number of rules, each tried on some hundreds of fillings: 1.3 s for
`check_kind(Thermometer)` (2026-11)."""

_SKIPPED = 7
"""One in this many fillings is tried with its cells renamed.

More than the symbols of small geometries, and a prime, so that no cell has the same value in all of
them.
"""

_ALL_ORDERS = 5
"""The most items of a list to try in all orders: 5 have 120 orders, 6 would have 720."""

_ORDERS = 24
"""Orders of equal meaning to try for a rule, picked at random from all of them."""

_SECONDS = 60
"""Seconds within which the solution of an example must be found: a bound on waiting."""


def check_kind(
    kind: type[Kind] | str,
    *,
    instances: Rules | None = None,
    geometries: st.SearchStrategy[Geometry] | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
) -> None:
    """Check that all the ways in which a kind of shape states its rule agree.

    On every filling of a few cells its primitives, with suitable hidden variables, agree with
    `holds`, and so does a search; propagation loses nothing and `feasible` is exact; renaming
    cells, writing to a file and reading back, and pickling leave a rule as it is; `problem` and
    `lower` do not crash; marks lie on the rule's own cells; the example loads and can be solved.

    Args:
        kind: a kind or its name; it need not be registered.
        instances: draws rules on a geometry; by default they are derived from the types of the
            fields. Those that `problem` refuses are skipped.
        geometries: geometries to try rules on; by default geometries of up to 16 cells.
        settings: settings of hypothesis; by default 100 rules, the same every time.
        max_examples: how many rules.

    Raises:
        AssertionError: with the smallest failing rule.

    >>> check_kind("thermometer", max_examples=5)
    """
    chosen = _as_kind(kind)
    _check_example(chosen)
    rules = _rules(chosen, instances)
    own = own_geometries().get(chosen.name, small_geometries())
    where = own if geometries is None else geometries
    number = _EXAMPLES if settings is None and max_examples is None else max_examples
    said: set[bool] = set()

    def check(rule_case: RuleCase) -> None:
        for law in _LAWS:
            _demand(rule_case, law)
        said.update(filling in rule_case.fitting for filling in rule_case.fillings)

    if _derivable(chosen):
        run_check(_check_problem, _any_rule(chosen, where), settings=settings, max_examples=number)
    try:
        run_check(check, _rule_cases(rules, where), settings=settings, max_examples=number)
    except Unsatisfiable:
        raise InvalidArgument(
            f"problem() refuses every {chosen.name} that was drawn; pass instances="
        ) from None
    if len(said) == 1:
        what = "accepts" if True in said else "refuses"
        raise AssertionError(
            f"holds() of {chosen.name} {what} all fillings that were tried; "
            "fix it, or draw rules that tell more by instances="
        )


def _as_kind(kind: type[Kind] | str) -> type[Kind]:
    if isinstance(kind, str):
        try:
            return kind_named(kind)
        except UnknownNameError as error:
            raise InvalidArgument(str(error)) from None
    if not (isinstance(kind, type) and issubclass(kind, Kind)):
        raise InvalidArgument(f"{kind!r} is not a kind of shape; pass a subclass of Kind or a name")
    return kind


def _rules(kind: type[Kind], instances: Rules | None) -> Rules:
    if instances is not None:
        return instances
    make = registered_instances().get(kind.name)
    if make is None or kind not in kinds():
        return lambda geometry: derived(kind, geometry)
    return lambda geometry: _made(make, geometry)


@st.composite
def _made(draw: st.DrawFn, make: Instance, geometry: Geometry) -> Kind:
    return make(draw, geometry)


@st.composite
def _rule_cases(draw: st.DrawFn, rules: Rules, where: st.SearchStrategy[Geometry]) -> RuleCase:
    geometry = draw(where)
    rule_case = RuleCase(geometry, draw(rules(geometry)), draw(st.integers(0, 1 << 16)))
    assume(not _refused(rule_case))
    return rule_case


@st.composite
def _any_rule(draw: st.DrawFn, kind: type[Kind], where: st.SearchStrategy[Geometry]) -> RuleCase:
    """Draw any rule that the types of the fields allow."""
    geometry = draw(where)
    return RuleCase(geometry, draw(derived(kind, geometry)))


def _derivable(kind: type[Kind]) -> bool:
    try:
        derived(kind, tiny_grids()[0])
    except InvalidArgument:
        return False
    return True


def _check_problem(rule_case: RuleCase) -> None:
    _demand(rule_case, _rule_text)


def _refused(rule_case: RuleCase) -> bool:
    """Return whether a rule is impossible by itself; a crash is left for the check to report."""
    try:
        return bool(rule_case.rule.problem(rule_case.context))
    except Exception:
        return False


Law = Callable[[RuleCase], str]
"""Returns what is wrong with a rule, to follow its name; empty if nothing is."""


def _demand(rule_case: RuleCase, law: Law) -> None:
    if wrong := failure_of(law, rule_case):
        raise AssertionError(f"{rule_case.rule.name} {wrong}\n{rule_case!r}")


def _rule_text(rule_case: RuleCase) -> str:
    problem = rule_case.rule.problem(rule_case.context)
    if not isinstance(problem, str):
        return f"has a problem() that is not a text: {problem!r}"
    found = problem_alone(rule_case.rule, rule_case.context) if rule_case.rule.all_cells else None
    if found is None or (type(found), found) == (type(problem), problem):
        return ""
    return (
        f"has the problem() {problem!r}, but {found!r} with other cells of the same values; "
        "let it depend on the order and the values of its cells only, or read the shapes"
    )


def _same_by_primitives(rule_case: RuleCase) -> str:
    """Check that its primitives accept what the rule accepts, in one way."""
    primitives, hidden = rule_case.lowered
    domains = rule_case.geometry.domains
    complete = completing(primitives, len(domains), domains + hidden)
    for filling in rule_case.fillings:
        ways = list(islice(complete(filling), 2))
        if bool(ways) != (filling in rule_case.fitting):
            return _disagree(rule_case, filling, "its primitives", accepts=bool(ways))
        # Several rules inside a rule may hold at once, so there may be several ways.
        if len(ways) > 1 and not rule_fields(type(rule_case.rule)):
            named = " ".join(rule_case.named(filling))
            return f"leaves a hidden variable open, with {named}: {ways[0]} and {ways[1]}"
    return ""


def _disagree(rule_case: RuleCase, filling: Sequence[int], who: str, *, accepts: bool) -> str:
    verb, other = ("accepts", "refuse") if not accepts else ("refuses", "accept")
    parts = "\n    ".join(f"{p!r:.200}" for p in rule_case.lowered[0])
    named = " ".join(rule_case.named(filling))
    return f"{verb} {named} by holds(), but {who} {other} it:\n    {parts}"


def _propagates_soundly(rule_case: RuleCase) -> str:
    """Check that each primitive keeps its contract, and that all together lose no filling."""
    primitives, hidden = rule_case.lowered
    masks = rule_case.masks + hidden
    for primitive in primitives:
        for domains in (masks, random_subdomains(masks, rule_case.seed)):
            if wrong := broken_contract(primitive, domains):
                return f"has a primitive that {wrong}:\n    {primitive!r:.300}\n    {domains}"
    left = fixpoint(primitives, masks)
    for filling in rule_case.fitting:
        if left is None or not all(left[c] >> value & 1 for c, value in enumerate(filling)):
            return f"loses {' '.join(rule_case.named(filling))} when its primitives propagate"
    return ""


def _same_when_renamed(rule_case: RuleCase) -> str:
    """Check the rule in a larger geometry, with two more cells, that has this one as a part."""
    cells = len(rule_case.geometry.cells)
    places = list(range(cells + 2))
    Random(rule_case.seed).shuffle(places)
    places = sorted(places[:cells]) if rule_case.rule.name in ordered() else places[:cells]
    context = _renamed(rule_case.context, places)
    layered = rule_case.geometry.topology.layered
    ground = tuple(place for cell, place in enumerate(places) if cell not in layered)
    rule = rule_case.rule.moved(places).within(ground)
    if problem := rule.problem(context):
        return f"is refused once its cells are renamed by moved() and within(): {problem}"
    primitives, hidden = compiled_rule(rule, context)
    complete = completing(primitives, cells + 2, context.domains + hidden)
    for filling in islice(rule_case.fillings, 0, None, _SKIPPED):
        new = [0] * (cells + 2)
        for place, value in zip(places, filling, strict=True):
            new[place] = value
        by_rule = bool(rule.holds([context.values[value] for value in new], context))
        by_primitives = any(True for _ in complete(new))
        if not by_rule == by_primitives == (filling in rule_case.fitting):
            named = " ".join(rule_case.named(filling))
            return f"says something else of {named} once its cells are renamed: {rule!r}"
    return ""


def _renamed(context: Context, places: Sequence[int]) -> Context:
    """Return the context of a geometry that has two more cells, isolated from all others."""
    domains = [(1 << len(context.values)) - 1] * (len(places) + 2)
    for cell, place in enumerate(places):
        domains[place] = context.domains[cell]
    return replace(
        context,
        domains=tuple(domains),
        topology=context.topology.moved(places),
        shapes=tuple(shape.moved(places) for shape in context.shapes),
        made=[],
        links={},
    )


def _same_when_written(rule_case: RuleCase) -> str:
    """Check that the rule is the same once it is written to a file and read back."""
    text = yaml.safe_dump(
        {"shapes": [rule_data(rule_case.geometry, rule_case.rule)]}, sort_keys=False
    )
    (again,) = _read(text, rule_case.geometry, tuple(_all_kinds(rule_case.rule)))
    if Shape(again) != Shape(rule_case.rule):
        return f"is another rule when it is read back: {again!r} from\n{text}"
    return ""


def _all_kinds(rule: Kind) -> Iterator[type[Kind]]:
    """Yield its kind and those of the rules inside it, each once."""
    found = {type(rule): None}
    for name in rule_fields(type(rule)):
        for inner in getattr(rule, name):
            found.update(dict.fromkeys(_all_kinds(inner)))
    return iter(sorted(found, key=lambda kind: kind.name))


def _read(text: str, geometry: Geometry, kinds: tuple[type[Kind], ...]) -> list[Kind]:
    """Return the rules in a file's shapes, all of some kinds."""
    ground = RuleScope(geometry.shape_index, geometry.topology)
    entries = read_source(text).data["shapes"]
    return [
        made.rule
        for entry in entries
        for made in loaded_rules(_file_model(kinds).validate_python(entry), ground)
    ]


# The key covers everything it reads except constants.
@cache
def _file_model(kinds: tuple[type[Kind], ...]) -> TypeAdapter[Any]:
    return TypeAdapter(any_shape(kinds))


def _same_by_meaning(rule_case: RuleCase) -> str:
    """Check that with its lists in other orders a rule has another meaning, or the same fillings.

    Shapes of the same meaning are merged, so a meaning that ignores an order would lose a rule.
    """
    others = list(_reordered(rule_case.rule))
    Random(rule_case.seed).shuffle(others)
    same = (other for other in others if other.meaning == rule_case.rule.meaning)
    possible = (other for other in same if not other.problem(rule_case.context))
    for turn, other in enumerate(islice(possible, _ORDERS)):
        case = replace(rule_case, rule=other)
        # One order is tried on all fillings, each of the others on some.
        for filling in islice(rule_case.fillings, turn % _SKIPPED, None, _SKIPPED if turn else 1):
            if case.holds(filling) != (filling in rule_case.fitting):
                named = " ".join(rule_case.named(filling))
                return f"has the meaning of {other!r}, which says something else of {named}"
    return ""


def _reordered(rule: Kind) -> Iterator[Kind]:
    """Yield a rule with one of its lists, or all its lines, in another order."""
    for f in fields(rule):
        value, form = getattr(rule, f.name), cell_fields(type(rule)).get(f.name)
        if not isinstance(value, tuple):
            continue
        orders: list[tuple[Any, ...]] = []
        if form is not None and form.many and form.form == "line":
            orders.append(tuple(line[::-1] for line in value))
            for n, line in enumerate(value):
                orders += [(*value[:n], order, *value[n + 1 :]) for order in _orders(line)]
        if form is None or form.many or form.form != "set":
            orders += _orders(value)
        for order in dict.fromkeys(orders):
            if order != value:
                with suppress(SudokuError):
                    yield replace(rule, **{f.name: order})


def _orders(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield other orders of some items: the reversed one, then all of few, or some of many."""
    yield items[::-1]
    if len(items) <= _ALL_ORDERS:
        yield from permutations(items)
        return
    yield items[1:] + items[:1]
    for n in range(len(items) - 1):
        yield (*items[:n], items[n + 1], items[n], *items[n + 2 :])


def _plain_data(rule_case: RuleCase) -> str:
    if pickle.loads(pickle.dumps(rule_case.rule)) != rule_case.rule:
        return "is another rule when it is pickled"
    hash(rule_case.rule.meaning)
    own = set(rule_case.rule.all_cells) or set(range(len(rule_case.geometry.cells)))
    for mark in rule_case.rule.marks():
        if not set(mark.cells) <= own or not isinstance(mark.text, str):
            return f"has a mark on cells that are not its own, or without text: {mark!r}"
    return ""


def _same_by_search(rule_case: RuleCase) -> str:
    """Check that a search counts the fillings that all rules accept."""
    puzzle = Puzzle(rule_case.geometry, rule_case.masks).with_shapes(Shape(rule_case.rule))
    right = sum(1 for _ in brute_force(puzzle))
    found = count(puzzle, how="computed").value
    return (
        "" if found == right else f"has {right} fillings by the rules, but a search finds {found}"
    )


_LAWS: tuple[Law, ...] = (
    _rule_text,
    _same_by_primitives,
    _propagates_soundly,
    _same_when_renamed,
    _same_when_written,
    _same_by_meaning,
    _plain_data,
    _same_by_search,
)


def _check_example(kind: type[Kind]) -> None:
    """Check that its example loads, can be solved, and agrees with its primitives."""
    if not kind.example:
        return
    place = loads(f"geometry: {kind.example_on}").geometry
    known = tuple(sorted({kind, *kinds()} - _namesakes(kind), key=lambda one: one.name))
    try:
        rules = _read(f"shapes: {kind.example}", place, known)
    except Exception as error:
        raise AssertionError(f"{kind.name} has an example that cannot be read: {error}") from None
    if not any(isinstance(rule, kind) for rule in rules):
        raise AssertionError(f"{kind.name} has an example without a shape of that kind")
    puzzle = place.puzzle(shapes=[Shape(rule) for rule in rules])
    for rule in rules:
        if problem := rule.problem(puzzle.context):
            raise AssertionError(f"{kind.name} has an example that is refused: {problem}")
    centre = _solved(puzzle)
    if not centre:
        raise AssertionError(f"{kind.name} has an example without a solution")
    for rule in rules:
        if type(rule) is kind:
            full = replace(place, shapes=puzzle.all_shapes)
            _demand(RuleCase(full, rule, 0, centre), _same_by_primitives)


def _namesakes(kind: type[Kind]) -> set[type[Kind]]:
    return {one for one in kinds() if one.name == kind.name and one is not kind}


def _solved(puzzle: Puzzle) -> tuple[int, ...]:
    """Return some solution by the primitives; empty if there is none."""
    try:
        return next(backend("auto").solutions(compile_puzzle(puzzle), Budget(_SECONDS)), ())
    except OutOfBudget:
        raise AssertionError(f"no solution within {_SECONDS} seconds") from None
