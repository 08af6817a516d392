"""The rule that all marks of some kinds are given, so that unmarked places violate their rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.quoting import join_words
from sudokulib.errors import SudokuError
from sudokulib.primitives import Primitive
from sudokulib.shapes.given_rules import GivenRule, given_in, unless_given
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context
from sudokulib.shapes.missing_marks import MARKED, forbidden_rules, missing_marks
from sudokulib.shapes.pairs import (
    Difference,
    IntPair,
    PairSum,
    Ratio,
    SymmetricRelation,
    dots_between,
    is_dot,
    pair_table,
)
from sudokulib.shapes.registry import register_kind

_USUAL: Mapping[str, tuple[int, ...]] = {"difference": (1,), "ratio": (2,), "pair-sum": (5, 10)}

Marks = Literal[
    "difference", "ratio", "pair-sum",
    "less-than", "pair",
    "entropic", "modular", "nabner", "palindrome", "parity", "renban", "whisper",
    "contains",
    "between-mark", "equal-neighbours", "even", "high", "low", "maximum", "minimum", "odd",
    "battlefield", "doppelblock", "frame", "hidden-skyscraper", "numbered-room", "outside",
    "sandwich", "skyscraper", "skyscraper-sum", "x-sum",
    "little-killer",
]  # fmt: skip
"""The kinds whose absence can mean something: in a cell, on a side or square, or at a line's end.

Not `full-rank`, as a given rank is already taken; nor thermometers, as two neighbours with
different values always rise one way."""

Forbidden = tuple[int, int, tuple[SymmetricRelation, ...], tuple[GivenRule, ...]]
"""Two cells, relations forbidden to them, and the dots any of which lifts this."""


@register_kind
@dataclass(frozen=True, slots=True)
class Negative(GlobalKind):
    """All marks of some kinds are given: where one is missing, none of the given ones would hold.

    Marks of single cells are missing in cells; dots, other pairs and lines (two neighbours are a
    line of two cells) between side neighbours; `contains` on squares of four cells; clues outside
    the grid at the ends of rows and columns, and of diagonals for `little-killer`. The rules of the
    given marks must not hold there: with a sandwich of 10 and one of 12, no line without a sandwich
    adds up to 10 or 12. For difference and ratio without any dot the numbers are 1 and 2; for
    pair-sum they are 5 and 10, and all those given.

    Adding a mark lifts a prohibition. A mark inside `all-of` counts like one by itself. One inside
    `any-of` counts where its alternative holds (apart from rules in it that ask for marks
    themselves). A rule inside `not` is not a mark.

    Args:
        kinds: the kinds whose marks are all given, such as difference, whisper or sandwich.
        differences: the forbidden differences, if not those above.
        ratios: the forbidden ratios, if not those above.
        sums: the forbidden sums, if not those above.
        strict: whether a dot (difference, ratio, pair-sum) lifts only the prohibition of its own
            kind; else it lifts that of all dots. Marks of other kinds lift only their own.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "negative"
    called: ClassVar[str] = "missing mark"
    example: ClassVar[str] = """
    - {kind: negative, kinds: [ratio]}
    - {kind: ratio, cells: R1C1 R1C2}
    - {kind: negative, kinds: [skyscraper]}
    - {kind: skyscraper, cells: R1C1>right, count: 5}
    """
    example_on: ClassVar[str] = "6x6"

    kinds: tuple[Marks, ...]
    differences: tuple[int, ...] = ()
    ratios: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()
    strict: bool = False

    @property
    def depends_on_given_rules(self) -> bool:
        """Always true: it is about missing marks."""
        return True

    def problem(self, context: Context) -> str:
        """Report a lack of kinds, or one without an opposite or without places."""
        if not self.kinds:
            return "no kinds of marks; write for example kinds: [ratio]"
        trial = context.for_trial()
        for name in self._others:
            try:
                for _ in missing_marks(name, trial, self.affected_cells(context)):
                    pass
            except OutOfBudget:
                raise
            except SudokuError as error:
                return f"missing marks of {name} have no rule: {error}"
        return ""

    @property
    def _others(self) -> list[str]:
        """The kinds of marks that are not dots."""
        return [name for name in dict.fromkeys(self.kinds) if name in MARKED]

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no unmarked place is filled as if it had a mark."""
        where = self.affected_cells(context)
        return not any(
            rule.related(values[a], values[b])
            for a, b, rules, dots in self._forbidden(context)
            for rule in rules
            if not any(dot.holds(values, context) for dot in dots)
        ) and not any(
            one.rule.holds(values, context)
            for name in self._others
            for one in forbidden_rules(name, context, where)
            if not any(mark.holds(values, context) for mark in one.lifted_by)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield tables of all other pairs for neighbours, and the opposites of other marks."""
        values = context.values
        everything = frozenset((x, y) for x in values for y in values)
        left: dict[tuple[SymmetricRelation, ...], frozenset[IntPair]] = {}
        for a, b, rules, dots in self._forbidden(context):
            if rules not in left:
                left[rules] = everything.difference(*(rule.integers(values) for rule in rules))
            if left[rules] != everything:
                yield from unless_given(pair_table((a, b), values, left[rules]), dots, context)
        for name in self._others:
            yield from missing_marks(name, context, self.affected_cells(context))

    def _forbidden(self, context: Context) -> Iterable[Forbidden]:
        """Yield neighbours, the relations forbidden to them, and the dots that allow these."""
        names: list[str] = sorted(set(self.kinds) - set(self._others))
        dotted = {kind: dots_between(context, [kind]) for kind in names}
        rules = {kind: self._rules(kind, context) for kind in names}
        where = self.affected_cells(context)
        for a, b in context.topology.edges():
            if a not in where or b not in where:
                continue
            dots = {kind: dotted[kind].get((a, b), ()) for kind in names}
            for kinds in self._together(dots):
                lifting = tuple(dot for kind in kinds for dot in dots[kind])
                if all(dot.where for dot in lifting):
                    yield a, b, tuple(rule for kind in kinds for rule in rules[kind]), lifting

    def _together(self, dots: Mapping[str, Sequence[GivenRule]]) -> list[list[str]]:
        """Group the kinds whose relations are forbidden together, as the same dots lift them."""
        if not self.strict:
            return [[*dots]]
        without = [kind for kind in dots if not dots[kind]]
        return [*([without] if without else []), *([kind] for kind in dots if dots[kind])]

    def _rules(self, kind: str, context: Context) -> tuple[SymmetricRelation, ...]:
        """Return the relations that the absence of a kind forbids, as dots without cells."""
        said = {"difference": self.differences, "ratio": self.ratios, "pair-sum": self.sums}[kind]
        given = {one.rule.number for one in given_in(context) if is_dot(one.rule, [kind])}
        if kind == "pair-sum" or not given:
            given.update(_USUAL[kind])
        dot = {"difference": Difference, "ratio": Ratio, "pair-sum": PairSum}[kind]
        return tuple(dot((), number) for number in sorted(said or given))

    def sentence(self, context: Context) -> str:
        """Return that no mark is missing, in the words for these marks."""
        del context
        if {*self.kinds} == {"difference", "ratio"} and not (self.differences or self.ratios):
            return "All dots are given."
        if self.kinds == ("pair-sum",) and not self.sums:
            return "All Xs and Vs are given."
        marks = {"difference": "white dots", "ratio": "black dots", "pair-sum": "sums"}
        marks |= {"contains": "circles with digits"}
        marks |= {"between-mark": "between marks"}
        named = [marks.get(one, f"{one.replace('-', ' ')} clues") for one in self.kinds]
        lists = (("differences", self.differences), ("ratios", self.ratios), ("sums", self.sums))
        numbers = [f"{what} {', '.join(map(str, values))}" for what, values in lists if values]
        own = "; a mark lifts only what its own kind forbids" if self.strict else ""
        said = f" ({'; '.join(numbers)})" if numbers else ""
        which = join_words(named)
        return f"All {which}{said} are given: where one is missing, its rule does not hold{own}."
