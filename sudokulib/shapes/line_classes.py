"""Kinds that divide the values into classes, which alternate along a line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from sudokulib.primitives import Primitive
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import (
    LineKind,
    Relation,
    infeasibility,
    line_problem,
    looped,
    relation_table,
)
from sudokulib.shapes.marks import Hue, MarkStyle
from sudokulib.shapes.registry import register_kind

Classes = tuple[tuple[int, ...], ...]


@register_kind
@dataclass(frozen=True, slots=True)
class Modular(LineKind):
    """Any `m` cells in a row on a line have different remainders when divided by `m`.

    Args:
        lines: the lines.
        m: the modulus.
        closed: whether the last cell of each line is next to its first.
    """

    name: ClassVar[str] = "modular"
    says: ClassVar[str] = (
        "Any {m} cells in a row along {line} have different remainders when divided by {m}."
    )
    hue: ClassVar[Hue] = "teal"
    look: ClassVar[MarkStyle] = "dash-dot"
    called: ClassVar[str] = "modular line"
    example: ClassVar[str] = "[{kind: modular, lines: [R1C1 R2C2 R2C3 R3C3]}]"

    m: int = 3
    closed: bool = False

    @property
    def meaning(self) -> Hashable:
        """The lines, from whichever end."""
        return (self.name, self.m, looped(self.lines, self.closed), self.closed)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the remainders in every window of `m` cells differ."""
        del context
        read = ([values[c] % self.m for c in line] for line in self.lines)
        return all(_take_turns(line, self.m, self.closed) for line in read)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each pair of cells closer than `m`."""
        return _lowered(self.lines, self.m, self.closed, context, _remainders_differ(self.m))

    def problem(self, context: Context) -> str:
        """Report a meaningless modulus, or too few remainders."""
        if not 2 <= self.m <= 1000:
            return f"a modulus of {self.m} makes no classes; write m: from 2 to 1000"
        if problem := line_problem(self.lines, closed=self.closed, crossing=True):
            return problem
        remainders = len({value % self.m for value in context.values})
        for number, line in enumerate(self.lines, 1):
            if remainders < min(self.m, len(line)):
                return Impossible(
                    f"the symbols leave {remainders} remainders, fewer than {self.m} cells in a "
                    f"row on line {number} need; write m: {remainders} or less"
                )
        return _problem(self, self.m, self.closed, context)

    def clue(self) -> str:
        """Return the modulus, if it is not the usual 3."""
        return "" if self.m == 3 else f"mod {self.m}"


@register_kind
@dataclass(frozen=True, slots=True)
class Entropic(LineKind):
    """Any run of as many cells on a line as there are classes has one value of each class.

    Args:
        lines: the lines.
        classes: the values of each class; absent: the low, middle and high third of the values.
            Values in no class must not occur on a line.
        closed: whether the last cell of each line is next to its first.
    """

    name: ClassVar[str] = "entropic"
    says: ClassVar[str] = (
        "Any {count} cells in a row along {line} contain a digit of each of these sets: {classes}."
    )
    hue: ClassVar[Hue] = "orange"
    look: ClassVar[MarkStyle] = "beaded"
    called: ClassVar[str] = "entropic line"
    example: ClassVar[str] = (
        "[{kind: entropic, classes: [[1], [2, 3], [4]], lines: [R1C1 R2C2 R2C3 R3C3]}]"
    )

    classes: Classes = ()
    closed: bool = False

    @property
    def meaning(self) -> Hashable:
        """The classes, and the lines from either end."""
        classes = frozenset(frozenset(values) for values in self.classes)
        return (self.name, classes, looped(self.lines, self.closed), self.closed)

    def classes_in(self, context: Context) -> Classes:
        """Return the values of each class."""
        if self.classes:
            return self.classes
        ordered, third = sorted(context.values), len(context.values) // 3
        return tuple(tuple(ordered[i * third : (i + 1) * third]) for i in range(3))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the classes in every window differ."""
        classes = self.classes_in(context)
        for line in self.lines:
            read = [[i for i, members in enumerate(classes) if values[c] in members] for c in line]
            if [] in read or not _take_turns([i for (i,) in read], len(classes), self.closed):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table for each pair of cells closer than the number of classes."""
        classes = self.classes_in(context)
        relation = _classes_differ(classes)
        known = _in_a_class(classes)
        yield from (relation_table(line, context, known) for line in self.lines if len(line) == 1)
        yield from _lowered(self.lines, len(classes), self.closed, context, relation)

    def problem(self, context: Context) -> str:
        """Report classes that overlap or have unknown values, or symbols without thirds."""
        return self._bad_classes(context) or _problem(
            self, len(self.classes_in(context)), self.closed, context
        )

    def _bad_classes(self, context: Context) -> str:
        if not self.classes and len(context.values) % 3:
            return (
                f"{len(context.values)} symbols have no thirds; "
                "write for example classes: [[1, 2], [3], [4, 5]]"
            )
        if len(self.classes_in(context)) < 2:
            return "a single class cannot alternate; write two classes or more"
        listed = [value for values in self.classes for value in values]
        for value in listed:
            if value not in context.values:
                return (
                    f"{value} in classes is not the value of a symbol; these are {context.values}"
                )
            if listed.count(value) > 1:
                return f"{value} stands twice in classes; put it into one class"
        return ""

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the classes, and how many they are."""
        classes = self.classes_in(context)
        listed = ", ".join(f"{{{context.symbols(one)}}}" for one in classes)
        return {**LineKind.phrases(self, context), "count": len(classes), "classes": listed}


@register_kind
@dataclass(frozen=True, slots=True)
class Parity(LineKind):
    """Odd and even values alternate along each line.

    Args:
        lines: the lines.
        closed: whether the last cell of each line is next to its first.
    """

    name: ClassVar[str] = "parity"
    says: ClassVar[str] = "Odd and even digits alternate along {line}."
    hue: ClassVar[Hue] = "red"
    look: ClassVar[MarkStyle] = "broken"
    called: ClassVar[str] = "parity line"
    example: ClassVar[str] = "[{kind: parity, lines: [R1C1 R2C2 R2C3 R3C3]}]"

    closed: bool = False

    @property
    def meaning(self) -> Hashable:
        """The meaning, which it shares with a modular line of modulus 2."""
        return Modular(self.lines, 2, self.closed).meaning

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no two neighbours are both odd or both even."""
        del context
        read = ([values[c] % 2 for c in line] for line in self.lines)
        return all(_take_turns(line, 2, self.closed) for line in read)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each step."""
        return _lowered(self.lines, 2, self.closed, context, _remainders_differ(2))

    def problem(self, context: Context) -> str:
        """Report a loop of an odd number of cells."""
        return _problem(self, 2, self.closed, context)


def _take_turns(classes: Sequence[int], m: int, closed: bool) -> bool:
    """Return whether the classes within every window of `m` places differ."""
    size = min(m, len(classes))
    round_again = [*classes, *classes[: size - 1]] if closed else classes
    windows = (round_again[i : i + size] for i in range(len(round_again) - size + 1))
    return all(len(set(window)) == size for window in windows)


# Cached so that the same numbers give the same function, by which tables are cached. So below.
@cache
def _remainders_differ(m: int) -> Relation:
    return lambda a, b: a % m != b % m


@cache
def _classes_differ(classes: Classes) -> Relation:
    class_of = _class_of(classes)
    return lambda a, b: len({class_of(a), class_of(b)} - {None}) == 2


@cache
def _in_a_class(classes: Classes) -> Relation:
    class_of = _class_of(classes)
    return lambda a: class_of(a) is not None


def _class_of(classes: Classes) -> Callable[[int], int | None]:
    return {value: i for i, values in enumerate(classes) for value in values}.get


def _lowered(
    lines: Iterable[tuple[int, ...]], m: int, closed: bool, context: Context, relation: Relation
) -> Iterable[Primitive]:
    pairs = (pair for line in lines for pair in _close(line, m, closed))
    return [relation_table(pair, context, relation) for pair in dict.fromkeys(pairs)]


def _close(line: tuple[int, ...], m: int, closed: bool) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells closer than `m` to each other on the line, smaller first."""
    for i, j in combinations(range(len(line)), 2):
        gap = min(j - i, len(line) - j + i) if closed else j - i
        if gap < m:
            yield min(line[i], line[j]), max(line[i], line[j])


def _problem(kind: LineKind, m: int, closed: bool, context: Context) -> str:
    problem = line_problem(kind.lines, least=1, closed=closed, crossing=True)
    if problem or not closed:
        return problem or infeasibility(kind, context)
    for number, line in enumerate(kind.lines, 1):
        if len(line) >= m and len(line) % m:
            return Impossible(
                f"{m} classes cannot alternate around the {len(line)} cells of loop {number}; "
                f"make it {len(line) // m * m} or {len(line) // m * m + m} cells long"
            )
    return infeasibility(kind, context)
