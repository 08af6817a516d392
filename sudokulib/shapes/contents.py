"""Kinds that count: which values occur in some cells, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import Linear, Primitive
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.fields import CellSet, OptionalCell
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.lowering import allowed_integers, predicate_tables, value_count
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

_NO_CELLS = "no cells are listed; list at least one"


@dataclass(frozen=True, slots=True)
class _Listed(Kind):
    """Some values that occur in some cells."""

    cells: CellSet
    values: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values in any order."""
        return (self.name, self.cells, tuple(sorted(self.values)))

    def problem(self, context: Context) -> str:
        """Report a lack of cells, unknown values, or more values than cells that allow them."""
        if not self.cells:
            return _NO_CELLS
        if problem := unknown_values(self.values, context):
            return problem
        if len(self.values) > len(self.cells):
            return Impossible(
                f"{len(self.values)} values do not fit into {len(self.cells)} cells; drop values "
                f"or add cells"
            )
        domains = [context.domains[c] for c in self.cells]
        for value, times in Counter(self.values).items():
            place = context.values.index(value)
            if sum(domain >> place & 1 for domain in domains) < times:
                return Impossible(f"too few of the cells allow {value}; drop it, or add cells")
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return a badge that lists the values."""
        return [self._badge(" ".join(map(str, self.values)))]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return a badge that lists their symbols."""
        return [self._badge(context.symbols(self.values))]

    def _badge(self, text: str) -> Mark:
        """Return a circle on a corner; on a side, where circles mean differences, a square."""
        return Mark("badge", self.cells, text, "" if len(self.cells) > 2 else "square", "white")


@register_kind
@dataclass(frozen=True, slots=True)
class Contains(_Listed):
    """The cells contain all listed values, each at least as often as it is listed.

    Args:
        cells: usually the four around a point (a quadruple).
        values: the integers behind the symbols.
    """

    name: ClassVar[str] = "contains"
    says: ClassVar[str] = "Digits in a circle appear in the surrounding cells."
    called: ClassVar[str] = "quadruple"
    example: ClassVar[str] = "[{kind: contains, cells: R2C2:R3C3, values: [1, 1, 3]}]"

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether nothing is missing."""
        del context
        return Counter(self.values) <= Counter(values[c] for c in self.cells)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a count for each value."""
        most = len(self.cells)
        return [
            value_count(self.cells, context.values, {value}, range(times, most + 1))
            for value, times in Counter(self.values).items()
        ]


@register_kind
@dataclass(frozen=True, slots=True)
class Exactly(_Listed):
    """Each listed value occurs in the cells exactly as often as it is listed.

    Other values may occur as well.

    Args:
        cells: where to count.
        values: the integers behind the symbols.
        absent: the integers behind the symbols that occur in none of the cells.
    """

    name: ClassVar[str] = "exactly"
    says: ClassVar[str] = (
        "Digits in a sign after = appear in its cells exactly as often as they are listed, "
        'and those after "no" do not appear.'
    )
    called: ClassVar[str] = "count"
    example: ClassVar[str] = """
    - {kind: exactly, cells: R1C1:R2C3, values: [1, 1, 3]}
    - {kind: exactly, cells: R4C1 R4C2, values: [1], absent: [2]}
    """

    values: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def meaning(self) -> Hashable:
        """Both lists in any order."""
        return _meaning_of_counts(self.cells, self.values, self.absent)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each value occurs as often as listed, and no absent one at all."""
        del context
        here = [values[c] for c in self.cells]
        counts = all(here.count(v) == self.values.count(v) for v in self.values)
        return counts and set(here).isdisjoint(self.absent)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each listed value, and a table for each cell for the absent ones."""
        for value, times in Counter(self.values).items():
            yield value_count(self.cells, context.values, {value}, [times])
        if self.absent:
            yield from predicate_tables(
                self.cells, context.values, lambda value: value not in self.absent
            )

    def problem(self, context: Context) -> str:
        """Report a value listed wrongly, or more often than possible."""
        if both := sorted({*self.values} & {*self.absent}):
            return f"{both[0]} is listed under values and under absent; drop one"
        if self.absent and (problem := unknown_values(self.absent, context)):
            return problem
        if not self.cells:
            return _NO_CELLS
        listed = _Listed.problem(self, context) if self.values or not self.absent else ""
        return listed or self._left_over(context)

    def _left_over(self, context: Context) -> str:
        """Report a cell that allows only absent values."""
        if not self.absent:
            return ""
        for cell in self.cells:
            if {*allowed_integers(cell, context)} <= {*self.absent}:
                return Impossible(
                    "some cell allows only absent values; drop one of absent:, or the cell"
                )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return a badge that lists the values, with a "no" before each that is absent."""
        return [self._badge(_said(self.values, self.absent))]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return a badge that lists their symbols."""
        values, absent = (context.symbols(one).split() for one in (self.values, self.absent))
        return [self._badge(_said(values, absent))]


def _meaning_of_counts(
    cells: tuple[int, ...], values: tuple[int, ...], absent: tuple[int, ...]
) -> Hashable:
    return (Exactly.name, cells, tuple(sorted(values)), frozenset(absent))


def _said(values: Iterable[object], absent: Iterable[object]) -> str:
    """Return the text of a badge: the values, then each absent one after a "no"."""
    return "= " + " ".join([*map(str, values), *(f"no {one}" for one in absent)])


@register_kind
@dataclass(frozen=True, slots=True)
class LookAndSay(Kind):
    """The clue says how often which values occur in the cells: 1324 is one 3 and two 4s.

    Other values may occur as well, but not those with the count 0.

    Args:
        cells: the cage.
        said: pairs [how often, which value], such as [[1, 3], [2, 4]]; each value once.
    """

    name: ClassVar[str] = "look-and-say"
    says: ClassVar[str] = (
        "A clue in quotation marks reads aloud what its cage contains: “1324” is one 3 and "
        "two 4s, and nothing of what is not there."
    )
    called: ClassVar[str] = "look-and-say cage"
    example: ClassVar[str] = "[{kind: look-and-say, cells: R1C1:R2C3, said: [[1, 3], [2, 4]]}]"

    cells: CellSet
    said: tuple[tuple[int, int], ...]

    @property
    def _lists(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The values as often as they occur, and those that do not."""
        values = [value for times, value in self.said for _ in range(times)]
        return tuple(values), tuple([value for times, value in self.said if not times])

    @property
    def _counts(self) -> Exactly:
        """The same, said by a list of values."""
        return Exactly(self.cells, *self._lists)

    @property
    def meaning(self) -> Hashable:
        """The meaning of its counts."""
        return _meaning_of_counts(self.cells, *self._lists)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each value occurs as often as the clue says."""
        del context
        here = [values[c] for c in self.cells]
        return all(here.count(value) == times for times, value in self.said)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return the primitives of the counts."""
        return self._counts.lower(context)

    def problem(self, context: Context) -> str:
        """Report an empty clue, a value counted twice or less than 0 times, or too many values."""
        if not self.said:
            return "the clue is empty; write pairs of how often and which value, such as [[1, 3]]"
        times, values = zip(*self.said, strict=True)
        if len(set(values)) < len(values):
            return (
                f"it counts {Counter(values).most_common(1)[0][0]} twice; give each value one count"
            )
        if min(times) < 0:
            return f"no value occurs {min(times)} times; write 0 or more"
        return self._counts.problem(context)

    def marks(self) -> Iterable[Mark]:
        """Return its outline, with the clue."""
        return [Mark("region", self.cells, f"“{_aloud(self.said)}”")]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return its outline, with the clue in symbols."""
        symbols = ((times, context.symbols((value,))) for times, value in self.said)
        return [Mark("region", self.cells, f"“{_aloud(symbols)}”")]


def _aloud(said: Iterable[tuple[int, object]]) -> str:
    """Return counts and values in turn, separated by blanks where they would be misread."""
    pairs = [f"{times}{value}" for times, value in said]
    return ("" if all(len(pair) == 2 for pair in pairs) else " ").join(pairs)


@register_kind
@dataclass(frozen=True, slots=True)
class CountDistinct(Kind):
    """The number of different values in the cells is given, or stands in a cell.

    Args:
        cells: where to count.
        count: the number of different values.
        control: instead, the cell that holds this number; it may be one of the cells.
    """

    name: ClassVar[str] = "count-distinct"
    says: ClassVar[str] = (
        "An outlined group contains as many different digits as the number after #, or the "
        "digit in its orange square, says."
    )
    called: ClassVar[str] = "count of symbols"
    example: ClassVar[str] = """
    - {kind: count-distinct, cells: R1C1 R2C3 R4C4, count: 2}
    - {kind: count-distinct, cells: R1C2:R2C3, control: R4C1}
    """

    cells: CellSet
    count: int | None = None
    control: OptionalCell = None

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the number is right."""
        del context
        wanted = self.count if self.control is None else values[self.control]
        return len({values[c] for c in self.cells}) == wanted

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each value a hidden bit, 1 if it occurs, and the sum of the bits."""
        bits = []
        for value, symbol in zip(context.values, context.alphabet.symbols, strict=True):
            description = Unseen(
                symbol, ("missing from {shape}", "in {shape}"), f"whether {symbol} is in {{shape}}"
            )
            bits.append(context.hidden(2, description))
            yield _presence(self.cells, value, bits[-1], context)
        if self.control is None:
            yield Linear.total(bits, (0, 1), [self.count or 0])
        else:
            weights = ((0, 1),) * len(bits) + (tuple(-value for value in context.values),)
            yield Linear((*bits, self.control), weights, (0,))

    def problem(self, context: Context) -> str:
        """Report both numbers or neither, or a number out of reach."""
        if not self.cells:
            return _NO_CELLS
        if (self.count is None) == (self.control is None):
            return "write either count: or control:, and not both"
        numbers = [self.count] if self.control is None else allowed_integers(self.control, context)
        known = {value for c in self.cells for value in allowed_integers(c, context)}
        most = min(len(self.cells), len(known))
        if not any(number is not None and 1 <= number <= most for number in numbers):
            return Impossible(
                f"there can only be 1 to {most} different values; change the number or the cells"
            )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Yield the outline with the number, or the control cell."""
        yield Mark("region", self.cells, "" if self.count is None else f"#{self.count}")
        if self.control is not None:
            yield Mark("badge", (self.control,), look="square", hue="orange")


def _presence(cells: Sequence[int], value: int, bit: int, context: Context) -> Linear:
    """Return a sum by which the bit is 1 exactly if some cell holds the value.

    The number of such cells, less that of all cells if the bit is 1, lies from 1 - n to 0.
    """
    n = len(cells)
    row = tuple(int(other == value) for other in context.values)
    return Linear((*cells, bit), ((row,) * n + ((0, -n),)), tuple(range(1 - n, 1)))


@register_kind
@dataclass(frozen=True, slots=True)
class CountingCircles(Kind):
    """A value that occurs in the circles occurs in exactly as many circles as it says.

    Args:
        cells: all circles.
    """

    name: ClassVar[str] = "counting-circles"
    says: ClassVar[str] = "A digit in a circle says how many of the circles contain it."
    called: ClassVar[str] = "set of circles"
    example: ClassVar[str] = "[{kind: counting-circles, cells: R1C1 R2C2 R2C3 R3C4 R4C1}]"
    example_on: ClassVar[str] = "latin-4"

    cells: CellSet

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether every value in a circle counts its circles."""
        del context
        here = [values[c] for c in self.cells]
        return all(here.count(value) == value for value in here)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each value, and the sum of the values that occur."""
        bits, weights = [], []
        for value in context.values:
            if value <= 0:
                yield value_count(self.cells, context.values, {value}, {0})
                continue
            symbol = context.symbols([value])
            shown = Unseen(symbol, ("in no circle", "in a circle"), f"whether {symbol} is circled")
            bits.append(context.hidden(2, shown))
            weights.append((0, value))
            row = tuple(int(other == value) for other in context.values)
            rows = (row,) * len(self.cells) + ((0, -value),)
            yield Linear((*self.cells, bits[-1]), rows, (0,))
        yield Linear(tuple(bits), tuple(weights), (len(self.cells),))

    def problem(self, context: Context) -> str:
        """Report a number of circles that is not a sum of different values."""
        if not self.cells:
            return _NO_CELLS
        sums = {0}
        for value in context.values:
            if value > 0:
                sums |= {total + value for total in sums}
        if len(self.cells) not in sums:
            return Impossible(
                f"no different values add up to {len(self.cells)} circles; add or drop circles"
            )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return a circle in each cell."""
        return [Mark("badge", (c,)) for c in self.cells]
