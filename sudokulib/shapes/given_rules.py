"""The rules that are given, also within composites, for rules about marks that are absent.

A part of `all-of` counts as given by itself. A part of `any-of` is given where its alternative
holds. The parts of `not` are not given, though `not` of `any-of` gives the opposites of all, by De
Morgan's laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.primitives import Primitive
from sudokulib.shapes.composite import AllOf, AnyOf, Composite, Not, lower_disjunction, lower_part
from sudokulib.shapes.kind import Context, Kind
from sudokulib.shapes.unseen import Unseen


@dataclass(frozen=True, slots=True)
class GivenRule:
    """A rule that is not a composite, and the alternatives in which it is given.

    Args:
        rule: the rule itself.
        where: the alternatives that contain it, outermost first; it is given where all of them
            hold, and always if there are none.
    """

    rule: Kind
    where: tuple[Kind, ...] = ()

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether it is given in a filling."""
        return all(rule.holds(values, context) for rule in self.where)


def given_in(context: Context) -> Iterator[GivenRule]:
    """Yield the rules given by the shapes of a puzzle, taking composites apart."""
    for shape in context.shapes:
        yield from _given(shape.rule, ())


def _given(rule: Kind, where: tuple[Kind, ...]) -> Iterator[GivenRule]:
    if isinstance(rule, Not):
        rule = _push_negation(rule)
    if isinstance(rule, AllOf):
        for part in rule.shapes:
            yield from _given(part, where)
    elif isinstance(rule, AnyOf):
        alone = len({part.meaning for part in rule.shapes}) == 1
        for part in rule.shapes:
            yield from _given(part, where if alone else (*where, _without_dependents(part)))
    elif not isinstance(rule, Not):
        yield GivenRule(rule, where)


def _push_negation(rule: Not) -> Kind:
    """Move a negation inwards; `not` of a rule that is not a composite stays."""
    if len(rule.shapes) != 1:
        return AnyOf(tuple(Not((part,)) for part in rule.shapes))
    (denied,) = rule.shapes
    if isinstance(denied, Not):
        return AllOf(denied.shapes)
    if isinstance(denied, AllOf):
        return _push_negation(Not(denied.shapes))
    if isinstance(denied, AnyOf):
        return AllOf(tuple(Not((part,)) for part in denied.shapes))
    return rule


def _without_dependents(rule: Kind) -> Kind:
    """Drop from an alternative the rules that depend on given rules, and so on themselves."""
    if isinstance(rule, Not) and any(part != _without_dependents(part) for part in rule.shapes):
        return AllOf(())
    if isinstance(rule, Composite):
        return type(rule)(tuple(map(_without_dependents, rule.shapes)))
    return AllOf(()) if rule.depends_on_given_rules else rule


def unless_given(
    primitive: Primitive, ways: Sequence[GivenRule], context: Context, noun: str = "dot"
) -> Sequence[Primitive]:
    """Return a primitive that holds unless one of some rules is given; see `GivenRule.where`.

    Args:
        primitive: the primitive that holds otherwise.
        ways: the rules.
        context: the context to which a hidden variable is added.
        noun: the word for such a rule.
    """
    cases = [[p for rule in way.where for p in lower_part(rule, context)] for way in ways]
    cells = " and ".join(f"{{{cell}}}" for cell in primitive.variables)
    numbers = ("",) if len(ways) == 1 else tuple(f" {n}" for n in range(1, len(ways) + 1))
    values = (f"without a {noun}", *(f"with {noun}{number}" for number in numbers))
    place = "side" if len(primitive.variables) == 2 else "place"
    description = Unseen(f"the {place} of {cells}", values, f"whether {cells} have a {noun}")
    return lower_disjunction([[primitive], *cases], context, description)
