"""Composite kinds: all of some shapes, any of them, not all of them.

`any-of` has one hidden variable that selects a shape that holds. Where several hold, several of its
values fit: a solution only needs some value to fit, so no count is inflated
(`sudokulib.search.rules` asks for one and does not list them).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import ClassVar

from sudokulib.errors import LimitError
from sudokulib.primitives import Primitive, Table, When
from sudokulib.shapes.kind import Context, Impossible, Kind, Rules
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.negation import negated
from sudokulib.shapes.own_cells import by_own_cells, problem_finder, problem_of
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

_MOST_FILLINGS = 20_000
"""The most fillings of a shape's cells to try one by one for its opposite.

A bound against files that take long to load: four cells of nine symbols have 6,561.
"""


@dataclass(frozen=True, slots=True)
class Composite(Kind):
    """Base of the kinds made of other rules."""

    shapes: Rules

    @property
    def meaning(self) -> Hashable:
        """The parts in any order, each once; a single part means itself."""
        parts = _parts(self, type(self))
        return next(iter(parts)) if len(parts) == 1 else (self.name, parts)

    def problem(self, context: Context) -> str:
        """Report a part without meaning, or too many impossible parts."""
        if not self.shapes:
            return "no shapes are listed; list at least one"
        problems = [*map(problem_finder(context), self.shapes)]
        for number, (rule, problem) in enumerate(zip(self.shapes, problems, strict=True), 1):
            if problem and not isinstance(problem, Impossible):
                return f"shape {number}, {rule.name}: {problem}"
        return self._unsatisfied(problems)

    def _unsatisfied(self, problems: Sequence[str]) -> str:
        """Return why it is impossible, if it is: for each part why that is impossible."""
        for number, (rule, problem) in enumerate(zip(self.shapes, problems, strict=True), 1):
            if problem:
                return Impossible(f"shape {number}, {rule.name}: {problem}")
        return ""


@register_kind
@dataclass(frozen=True, slots=True)
class AllOf(Composite):
    """All of the listed shapes hold.

    Outside `any-of` and `not`, it is the same as listing the shapes.

    Args:
        shapes: shapes of any kind.
    """

    name: ClassVar[str] = "all-of"
    says: ClassVar[str] = "All of these hold."
    called: ClassVar[str] = "group of rules"
    problem_of_parts: ClassVar[bool] = True
    example: ClassVar[str] = """
    - kind: all-of
      shapes:
        - {kind: distinct, cells: R1C1 R2C3}
        - {kind: distinct, cells: R2C3 R4C1}
    """

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each part holds."""
        return all(rule.holds(values, context) for rule in self.shapes)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return the primitives of the parts."""
        return [primitive for rule in self.shapes for primitive in lower_part(rule, context)]

    def marks(self) -> Iterable[Mark]:
        """Return the marks of the parts."""
        return [mark for rule in self.shapes for mark in rule.marks()]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return the marks of the parts."""
        return [mark for rule in self.shapes for mark in rule.drawn(context)]


@register_kind
@dataclass(frozen=True, slots=True)
class AnyOf(Composite):
    """At least one of the listed shapes holds.

    Some of them may be impossible, but not all.

    Args:
        shapes: shapes of any kind.
    """

    name: ClassVar[str] = "any-of"
    says: ClassVar[str] = "At least one of these holds."
    called: ClassVar[str] = "choice"
    problem_of_parts: ClassVar[bool] = True
    example: ClassVar[str] = """
    - kind: any-of
      shapes:
        - {kind: not, shapes: [{kind: distinct, cells: R1C1 R3C3}]}
        - {kind: not, shapes: [{kind: distinct, cells: R1C1 R4C4}]}
    """

    @property
    def cases(self) -> tuple[Kind, ...]:
        """The listed shapes."""
        return self.shapes

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether one part holds."""
        return any(rule.holds(values, context) for rule in self.shapes)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a case for each shape."""
        return lower_disjunction([lower_part(rule, context) for rule in self.shapes], context)

    def _unsatisfied(self, problems: Sequence[str]) -> str:
        """Report that every part is impossible."""
        return Composite._unsatisfied(self, problems) if all(problems) else ""

    def marks(self) -> Iterable[Mark]:
        """Return its outline."""
        return [Mark("region", self.all_cells, "any of")]


@register_kind
@dataclass(frozen=True, slots=True)
class Not(Composite):
    """The listed shapes do not all hold.

    A single shape must not hold; to state that none of several holds, use `not` of `any-of`. The
    opposite of an impossible shape always holds. A shape has an opposite if its primitives on the
    cells have one, if it is a composite of such shapes, or if its cells have few enough fillings to
    try them all.

    Args:
        shapes: shapes of any kind whose opposite can be written.
    """

    name: ClassVar[str] = "not"
    says: ClassVar[str] = "These do not all hold."
    called: ClassVar[str] = "negation"
    problem_of_parts: ClassVar[bool] = True
    example: ClassVar[str] = """
    - kind: not
      shapes: [{kind: distinct, cells: R1C1 R2C3 R4C4}]
    """

    @property
    def meaning(self) -> Hashable:
        """The parts in any order; the opposite of an opposite is the original."""
        if len(self.shapes) == 1 and isinstance(self.shapes[0], Not):
            return AllOf(self.shapes[0].shapes).meaning
        return (self.name, _parts(AllOf(self.shapes), AllOf))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether some part does not hold."""
        return not all(rule.holds(values, context) for rule in self.shapes)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a case for the opposite of each shape."""
        return lower_disjunction([negation_of(rule, context) for rule in self.shapes], context)

    def _unsatisfied(self, problems: Sequence[str]) -> str:
        """Return an empty string, whatever is wrong with the parts."""
        del problems
        return ""

    def problem(self, context: Context) -> str:
        """Report a part without meaning or opposite, or the opposite of an empty rule."""
        if len(self.shapes) == 1 and isinstance(self.shapes[0], Not):
            inner = AllOf(self.shapes[0].shapes).problem(context)
            return inner and type(inner)(f"shape 1, not: {inner}")
        if problem := Composite.problem(self, context):
            return problem
        reason_of = by_own_cells(_no_negation, context)
        for number, rule in enumerate(self.shapes):
            if reason := reason_of(rule):
                return f"shape {number + 1}, {rule.name}, cannot be negated: {reason}"
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return its outline."""
        return [Mark("region", self.all_cells, "not")]


def stated_rules(rule: Kind) -> Iterator[Kind]:
    """Yield the rules that a rule states: those of an `all-of` one by one, any other itself.

    >>> from sudokulib.shapes.sets import Distinct
    >>> list(stated_rules(AllOf((AllOf((Distinct((0, 1)),)), Distinct((2, 3))))))
    [Distinct(cells=(0, 1)), Distinct(cells=(2, 3))]
    """
    if isinstance(rule, AllOf):
        for part in rule.shapes:
            yield from stated_rules(part)
    else:
        yield rule


def _parts(rule: Kind, kind: type[Kind]) -> frozenset[Hashable]:
    """Return the parts of a rule, flattening nested composites of the same kind."""
    if isinstance(rule, Composite) and type(rule) is kind:
        return frozenset(part for inner in rule.shapes for part in _parts(inner, kind))
    return frozenset([rule.meaning])


def lower_part(rule: Kind, context: Context) -> list[Primitive]:
    """Return the primitives of a part of a composite, which may be unsatisfiable by itself.

    Kinds need not be able to lower rules that they report as `Impossible`.
    """
    return _never(context) if _is_impossible(rule, context) else list(rule.lower(context))


def _is_impossible(rule: Kind, context: Context) -> bool:
    """Return whether a rule is impossible; composites find out when their parts are lowered."""
    return not isinstance(rule, Composite) and isinstance(
        problem_of(rule, context.for_trial()), Impossible
    )


def lower_disjunction(
    cases: Sequence[Sequence[Primitive]], context: Context, description: Unseen | None = None
) -> list[Primitive]:
    """Return primitives that hold exactly when all primitives of some case do.

    Args:
        cases: the primitives of each.
        context: the context to which a hidden variable is added.
        description: the words for the case in explanations; absent: the name of its rule.
    """
    if not all(cases):  # a case without primitives always holds
        return []
    if len(cases) == 1:
        return list(cases[0])
    selector = context.hidden(len(cases), description)
    return [
        When.of(selector, number, primitive)
        for number, primitives in enumerate(cases)
        for primitive in primitives
    ]


def _never(context: Context) -> list[Primitive]:
    """Return a primitive that nothing satisfies."""
    return [Table((context.hidden(1),), frozenset())]


def negation_of(rule: Kind, context: Context) -> list[Primitive]:
    """Return primitives that hold exactly when a rule does not.

    Raises:
        LimitError: there are none, or too many.
    """
    if isinstance(rule, Not):
        return list(AllOf(rule.shapes).lower(context))
    if isinstance(rule, AllOf):
        return lower_disjunction([negation_of(part, context) for part in rule.shapes], context)
    if isinstance(rule, AnyOf):
        return [p for part in rule.shapes for p in negation_of(part, context)]
    return _negation_of_primitives(rule, context)


def _no_negation(rule: Kind, context: Context) -> str:
    """Return why a rule cannot be negated; empty if it can."""
    try:
        negation_of(rule, context.for_trial())
    except LimitError as error:
        return str(error)
    return ""


def _negation_of_primitives(rule: Kind, context: Context) -> list[Primitive]:
    """Return primitives that hold when some primitive of a rule (not a composite) does not."""
    if _is_impossible(rule, context):
        return []
    primitives = list(rule.lower(context.for_trial()))
    if not primitives:
        return _never(context)
    if (cases := _cases_by_cell(primitives, context)) is not None:
        return _negation_of_cases(*cases, context)
    try:
        opposites = [negated(p, context.domains, len(context.values)) for p in primitives]
    except LimitError as error:
        return [_by_enumeration(rule, primitives, context, error)]
    return lower_disjunction([[opposite] for opposite in opposites], context)


def _cases_by_cell(
    primitives: Sequence[Primitive], context: Context
) -> tuple[int, dict[int, Primitive | None]] | None:
    """Return a cell and the consequences of each of its values, if a rule is of this form.

    Such a rule consists of one-cell tables and conditions, one for each value, on the same cell.
    Values with which it never holds are left out; for those with which it always does there is
    None.
    """
    conditions = {one.case: one for one in primitives if isinstance(one, When)}
    limits = [one for one in primitives if isinstance(one, Table) and len(one.variables) == 1]
    selectors = {one.variables[0] for one in (*conditions.values(), *limits)}
    if not conditions or len(conditions) + len(limits) < len(primitives) or len(selectors) > 1:
        return None
    (cell,) = selectors
    if cell >= len(context.domains):
        return None
    values = [i for i in range(len(context.values)) if context.domains[cell] >> i & 1]
    allowed = [i for i in values if all((i,) in one.tuples for one in limits)]
    return cell, {i: conditions[i].then if i in conditions else None for i in allowed}


def _negation_of_cases(
    cell: int, cases: Mapping[int, Primitive | None], context: Context
) -> list[Primitive]:
    """Return primitives by which, for every value of a cell, its consequences do not hold.

    Raises:
        LimitError: the opposite of a case cannot be written.
    """
    always = {(i,) for i, one in cases.items() if one is None}
    every = frozenset((i,) for i in range(len(context.values)))
    limits: list[Primitive] = [Table((cell,), every - always)] if always else []
    return limits + [
        When.of(cell, i, negated(one, context.domains, len(context.values)))
        for i, one in cases.items()
        if one is not None
    ]


def _by_enumeration(
    rule: Kind, primitives: Sequence[Primitive], context: Context, error: LimitError
) -> Table:
    """Return the table of all fillings of the rule's cells that violate it."""
    cells = rule.all_cells
    read = {v for p in primitives for v in p.variables if v < len(context.domains)}
    choices = [
        [i for i in range(len(context.values)) if context.domains[c] >> i & 1] for c in cells
    ]
    if not cells or not read <= set(cells) or prod(map(len, choices)) > _MOST_FILLINGS:
        raise error
    values = context.values
    return Table(
        cells,
        frozenset(
            filling
            for filling in product(*choices)
            if not rule.holds({c: values[i] for c, i in zip(cells, filling, strict=True)}, context)
        ),
    )
