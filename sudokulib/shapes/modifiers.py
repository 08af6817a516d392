"""Cells that act otherwise: rules that name a layer of values see these, houses see the digits.

A layer of *modifiers* says which cells act otherwise, a layer of *values* what they count as. So a
sum of values is a sum on cells of that layer, and no other kind has to know of modifiers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar, TypeAlias

from sudokulib.basics.quoting import counted, join_words
from sudokulib.errors import GeometryError
from sudokulib.primitives import Linear, Primitive, Table
from sudokulib.shapes.fields import CellSet, CellSets
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import allowed_integers, table, value_count
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.relation import relation
from sudokulib.shapes.shading_kind import cell_below
from sudokulib.shapes.unseen import Unseen

_Values: TypeAlias = Mapping[int, int] | Sequence[int]

EFFECTS = {
    "same": "d",
    "double": "2 * d",
    "negate": "-d",
    "hot": "d + 1",
    "cold": "d - 1",
    "zero": "0",
}
"""The names of common effects: the value of a cell with the digit d."""

_LAYERS = (
    "{build: [{make: include, geometry: 4x4}], symbols: {first: 0, last: 8}, "
    'layers: {mod: "12", value: [0, 1, 2, 3, 4, 6, 8]}}'
)
"""A 4x4 with both layers, for examples."""

_ROLES = ("row", "column", "region")


# Safe to cache, as it reads nothing else: texts and integers.
@lru_cache(maxsize=256)
def _effect(text: str) -> Callable[[int, int], bool]:
    """Return whether a digit with an effect has a value.

    Raises:
        GeometryError: the text is no name of an effect and no expression in d.
    """
    return relation(f"v = ({EFFECTS.get(text, text)})", ("d", "v"))


def _mismatch(one: Iterable[int], other: Iterable[int], context: Context) -> str:
    """Return why two layers are not on the same cells; an empty string if they are."""
    places = context.topology.places
    first, second = ([c for c in layer if c in places] for layer in (one, other))
    on = [{cell_below(c, context) for c in layer} for layer in (first, second)]
    if not on[0] or (len(first), len(second)) != (len([*one]), len([*other])) or on[0] != on[1]:
        return (
            "modifiers and values are not two layers on the same cells; name them, such as "
            "modifiers: mod and values: value with layers: [mod, value]"
        )
    return ""


def lines_below(
    layer: Iterable[int], lines: Iterable[Sequence[int]], context: Context
) -> list[tuple[int, ...]]:
    """Return sets of cells below a layer, by default rows, columns and regions, as cells of it."""
    over = {cell_below(c, context): c for c in layer}
    every = lines or dict.fromkeys(
        shape.cells for shape in context.shapes if not shape.roles.isdisjoint(_ROLES)
    )
    return [tuple([over[c] for c in line]) for line in every if over.keys() >= {*line}]


def below_all(cells: Iterable[int], context: Context) -> list[int]:
    """Return the cells that some cells of a layer belong to."""
    return [cell_below(c, context) for c in cells]


def _where(lines: object) -> str:
    return "in each listed group" if lines else "in each row, column and region"


@dataclass(frozen=True, slots=True)
class _Valued(Kind):
    """Base of the kinds that give cells values.

    Args:
        modifiers: the layer of modifiers, or some of its cells.
        values: the layer of values, for the same cells.
    """

    modifiers: CellSet
    values: CellSet

    def numbers(self, context: Context) -> tuple[int, ...]:
        """Return the integers of the layer of modifiers, in the order of its symbols."""
        union = 0
        for mod in self.modifiers:
            union |= context.domains[mod]
        return tuple([v for i, v in enumerate(context.values) if union >> i & 1])

    def cells_of(self, context: Context) -> Iterator[tuple[int, int, int]]:
        """Yield each cell with those for its modifier and its value."""
        value = {cell_below(c, context): c for c in self.values}
        for mod in self.modifiers:
            cell = cell_below(mod, context)
            yield cell, mod, value[cell]


@register_kind
@dataclass(frozen=True, slots=True)
class Modifier(_Valued):
    """The value of a cell is its digit, or what an effect makes of it, as its modifier says.

    Args:
        modifiers: the layer of modifiers, or some of its cells.
        values: the layer of values, for the same cells.
        effects: for each symbol of the layer of modifiers, in order, a name (same, double, negate,
            hot, cold, zero) or an expression in the digit d.
    """

    name: ClassVar[str] = "modifier"
    says: ClassVar[str] = "The value of a cell depends on its modifier: {effects}."
    example: ClassVar[str] = (
        "[{kind: modifier, modifiers: mod, values: value, effects: [same, double]}]"
    )
    example_on: ClassVar[str] = _LAYERS

    effects: tuple[str, ...]

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether each value is what the effect of the modifier makes of the digit."""
        fits = self._fits(context)
        return all(
            fits(values[cell], values[mod], values[value])
            for cell, mod, value in self.cells_of(context)
        )

    def _fits(self, context: Context) -> Callable[[int, int, int], bool]:
        """Return whether a digit with a modifier has a value."""
        effects = dict(zip(self.numbers(context), map(_effect, self.effects), strict=False))

        def fits(digit: int, modifier: int, value: int) -> bool:
            return modifier in effects and effects[modifier](digit, value)

        return fits

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a table of digit, modifier and value for each cell."""
        known: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
        fits = self._fits(context)
        for cells in self.cells_of(context):
            key = tuple([context.domains[c] for c in cells])
            if key not in known:
                known[key] = table(cells, context.values, fits, context.domains).tuples
            yield Table(cells, known[key])

    def problem(self, context: Context) -> str:
        """Report layers that do not fit together, unknown effects, and values without a symbol."""
        if problem := _mismatch(self.modifiers, self.values, context):
            return problem
        for text in self.effects:
            try:
                _effect(text)
            except GeometryError as error:
                names = join_words(list(EFFECTS), "or")
                return f"{text!r} is no effect: {error}; write {names}, or an expression in d"
        return self._without_symbol(context)

    def _without_symbol(self, context: Context) -> str:
        """Return which effect on which digit gives no symbol that the layer of values has."""
        numbers = self.numbers(context)
        if len(numbers) != len(self.effects):
            return (
                f"{counted(len(self.effects), 'effect')} for the {len(numbers)} symbols of the "
                f"layer of modifiers; write one for each, such as same for the first"
            )
        effect = dict(zip(numbers, self.effects, strict=True))
        for cell, mod, value in self.cells_of(context):
            possible = allowed_integers(value, context)
            for number in allowed_integers(mod, context):
                for digit in allowed_integers(cell, context):
                    if not any(_effect(effect[number])(digit, v) for v in possible):
                        return (
                            f"the layer of values has no symbol for {digit} with the effect "
                            f"{effect[number]}; add it to the symbols"
                        )
        return ""

    def phrases(self, context: Context) -> dict[str, object]:
        """Return what each modifier makes of a digit d."""
        effects = [
            f"{context.symbols([number])} means {EFFECTS.get(text, text)}"
            for number, text in zip(self.numbers(context), self.effects, strict=False)
        ]
        return {"effects": f"for the digit d, {join_words(effects, 'and')}"}


@register_kind
@dataclass(frozen=True, slots=True)
class OneInEach(Kind):
    """Each row, column and region has one cell with some value in a layer; all their digits differ.

    Args:
        layer: the layer, or some of its cells.
        value: the value.
        lines: the sets of cells, below the layer, with one such cell each; absent: all rows,
            columns and regions.
        different: whether all their digits differ.
    """

    name: ClassVar[str] = "one-in-each"
    says: ClassVar[str] = "Exactly one cell {where} has a {value} in the layer{different}."
    example: ClassVar[str] = "[{kind: one-in-each, layer: mod, value: 2}]"
    example_on: ClassVar[str] = _LAYERS

    layer: CellSet
    value: int = 2
    lines: CellSets = ()
    different: bool = True

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the rows, columns and regions that others make."""
        return not self.lines

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether each set has one cell with the value, and their digits differ."""
        marked = [c for c in self.layer if values[c] == self.value]
        digits = [values[cell_below(c, context)] for c in marked]
        return all(
            sum(values[c] == self.value for c in line) == 1
            for line in lines_below(self.layer, self.lines, context)
        ) and (not self.different or len({*digits}) == len(digits))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each set, and one for each digit below it."""
        lines = lines_below(self.layer, self.lines, context)
        for line in lines:
            yield value_count(line, context.values, {self.value}, [1])
        if self.different:
            yield from self._different(lines, context)

    def _different(self, lines: Iterable[tuple[int, ...]], context: Context) -> Iterator[Primitive]:
        """Yield for each cell what is below the value, and how often each digit is."""
        ground = [cell_below(c, context) for c in self.layer]
        digits = sorted({v for c in ground for v in allowed_integers(c, context)})
        mine = context.symbols([self.value])
        shown = tuple(f"{context.symbols([d])} below a {mine}" for d in digits)
        marked = []
        for mark, cell in zip(self.layer, ground, strict=True):
            words = Unseen(f"{{{cell}}}", (f"below no {mine}", *shown))
            marked.append(hidden := context.hidden(len(digits) + 1, words))
            yield Table((cell, mark, hidden), self._marked(cell, mark, digits, context))
        every = self._count(lines) == len(digits)
        for n in range(1, len(digits) + 1):
            weights = tuple([int(k == n) for k in range(len(digits) + 1)])
            totals = (1,) if every else (0, 1)
            yield Linear(tuple(marked), (weights,) * len(marked), totals)

    def _marked(
        self, cell: int, mark: int, digits: Sequence[int], context: Context
    ) -> frozenset[tuple[int, int, int]]:
        values = context.values
        return frozenset(
            (values.index(d), values.index(r), digits.index(d) + 1 if r == self.value else 0)
            for d in allowed_integers(cell, context)
            for r in allowed_integers(mark, context)
        )

    def _count(self, lines: Iterable[tuple[int, ...]]) -> int:
        """Return how many cells have the value, if disjoint sets tell; else -1."""
        left, count = set(self.layer), 0
        for line in sorted(lines, key=len):
            if left.issuperset(line):
                left.difference_update(line)
                count += 1
        return -1 if left else count

    def problem(self, context: Context) -> str:
        """Report no layer, no sets, and what no filling satisfies."""
        if not self.layer or not context.topology.places.keys() >= {*self.layer}:
            return "no layer; name one, such as layer: mod with layers: [mod]"
        lines = lines_below(self.layer, self.lines, context)
        if len(lines) < len(self.lines):
            return "a set has cells that are not below the layer; name cells of the grid"
        if not lines:
            return "no row, column or region is below the layer; list them, such as lines: [R1, R2]"
        return infeasibility(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return where, which value, and whether their digits differ."""
        return {
            "where": _where(self.lines),
            "value": context.symbols([self.value]),
            "different": "; all these have different digits" if self.different else "",
        }


@register_kind
@dataclass(frozen=True, slots=True)
class Schrodinger(Kind):
    """Some cells hold two digits, so that every digit stands once in each row, column and region.

    The second digit of a cell, or a blank, stands in a layer. The first is the smaller one, so that
    each filling is counted once.

    Args:
        second: the layer of second digits.
        blank: the integer that stands for no second digit.
        values: a layer of values, the sum of both digits; absent: none.
        lines: the sets of cells, below the layer; absent: all rows, columns and regions.
    """

    name: ClassVar[str] = "schrodinger"
    says: ClassVar[str] = (
        "Some cells hold two digits, the larger one in the second grid, so that every digit stands "
        "exactly once {where}.{value}"
    )
    called: ClassVar[str] = "Schrödinger cells"
    example: ClassVar[str] = "[{kind: schrodinger, second: second, blank: -1}]"
    example_on: ClassVar[str] = (
        '{symbols: {symbols: "-01234", values: [-1, 0, 1, 2, 3, 4]}, '
        'build: [{make: grid, size: 4x4, box: 2x2}], allowed: {"R1C1:R4C4": "01234"}, '
        'layers: {second: "-01234"}}'
    )

    second: CellSet
    blank: int
    values: CellSet = ()
    lines: CellSets = ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the rows, columns and regions that others make."""
        return not self.lines

    def _digits(self, context: Context) -> list[int]:
        """Return the digits that its cells may hold."""
        cells = [cell_below(c, context) for c in self.second]
        return sorted({v for c in cells for v in allowed_integers(c, context)})

    def _cells(self, context: Context) -> list[tuple[int, ...]]:
        """Return each cell with that for its second digit and, if there is one, its value."""
        value = {cell_below(c, context): (c,) for c in self.values}
        own = [(cell_below(c, context), c) for c in self.second]
        return [(cell, second, *value.get(cell, ())) for cell, second in own]

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether all digits stand in each set, in order, and values are sums."""
        digits = self._digits(context)
        for cell, second, *value in self._cells(context):
            one, other = values[cell], values[second]
            if other != self.blank and one >= other:
                return False
            if value and values[value[0]] != one + (0 if other == self.blank else other):
                return False
        lines = lines_below(self.second, self.lines, context)
        every = ([values[c] for c in (*below_all(line, context), *line)] for line in lines)
        return all(sorted(v for v in line if v != self.blank) == digits for line in every)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the order of both digits, the values, and a count for each digit and set."""
        digits, values = self._digits(context), context.values

        def fits(one: int, other: int, *value: int) -> bool:
            if other == self.blank:
                return value in ((), (one,))
            return one < other and value in ((), (one + other,))

        known: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
        for cells in self._cells(context):
            key = tuple([context.domains[c] for c in cells])
            if key not in known:
                known[key] = table(cells, values, fits, context.domains).tuples
            yield Table(cells, known[key])
        for line in lines_below(self.second, self.lines, context):
            both = (*below_all(line, context), *line)
            yield value_count(line, values, {self.blank}, [2 * len(line) - len(digits)])
            for digit in digits:
                yield value_count(both, values, {digit}, [1])

    def problem(self, context: Context) -> str:
        """Report layers that do not fit, symbols that are no digits, and what cannot be filled."""
        if problem := _mismatch(self.second, self.values or self.second, context):
            return problem
        digits = self._digits(context)
        if self.blank in digits or self.blank not in context.values:
            return (
                f"blank: {self.blank} is a digit, or no symbol has this integer; give the layer a "
                "symbol that the cells below may not hold"
            )
        others = {v for c in self.second for v in allowed_integers(c, context)}
        if strange := sorted(others - {self.blank, *digits}):
            return (
                f"second digits may be {join_words(list(map(str, strange)), 'and')}, first ones "
                "may not; give both the same digits"
            )
        lines = lines_below(self.second, self.lines, context)
        if not lines or len(lines) < len(self.lines):
            return (
                "a set is not below the layer, or there is none; list sets of cells, such as "
                "lines: [R1, R2]"
            )
        for line in lines:
            if not len(line) <= len(digits) <= 2 * len(line):
                return Impossible(
                    f"{len(line)} cells with one or two digits each cannot hold {len(digits)} "
                    "digits once; change the symbols or the sets"
                )
        return infeasibility(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return where every digit stands, and what the value is."""
        del context
        value = " The value of a cell is the sum of its digits." if self.values else ""
        return {"where": _where(self.lines), "value": value}


@register_kind
@dataclass(frozen=True, slots=True)
class Vampires(_Valued):
    """Each region has a victim, whose value is 0, and a vampire, which has its digit in addition.

    Cells with the first symbol of the layer of modifiers are neither: their value is their digit.
    The second is for vampires, the third for victims. Further rules say where these stand, such as
    one in each row, with different digits.

    Args:
        modifiers: the layer of modifiers, or some of its cells.
        values: the layer of values, for the same cells.
        regions: the sets of cells with one vampire and one victim each; absent: all regions.
    """

    name: ClassVar[str] = "vampires"
    says: ClassVar[str] = (
        "Each region has one vampire ({vampire}) and one victim ({victim}). The value of a victim "
        "is 0, that of a vampire its own digit and its victim's together, of other cells their "
        "digit."
    )
    example: ClassVar[str] = (
        "[{kind: vampires, modifiers: mod, values: value, regions: [R1C1:R2C2, R3C3:R4C4]}]"
    )
    example_on: ClassVar[str] = (
        "{build: [{make: include, geometry: 4x4}], symbols: {first: 0, last: 8}, "
        'layers: {mod: "123", value: [0, 1, 2, 3, 4, 5, 6, 7, 8]}}'
    )

    regions: CellSets = ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the regions that others make."""
        return not self.regions

    def _regions(self, context: Context) -> list[list[tuple[int, int, int]]]:
        """Return the regions, each as its cells with those for their modifiers and values."""
        own = {cells[0]: cells for cells in self.cells_of(context)}
        regions: Iterable[Sequence[int]] = self.regions or dict.fromkeys(
            shape.cells for shape in context.shapes if "region" in shape.roles
        )
        return [[own[c] for c in region] for region in regions if own.keys() >= {*region}]

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether each region has both, and every value is right."""
        neither, vampire, victim = self.numbers(context)
        for region in self._regions(context):
            mods = Counter(values[mod] for _, mod, _ in region)
            if mods != Counter({neither: len(region) - 2, vampire: 1, victim: 1}):
                return False
            drained = next(values[cell] for cell, mod, _ in region if values[mod] == victim)
            gains = {neither: 0, vampire: drained, victim: -drained}
            if any(values[v] != values[cell] + gains[values[mod]] for cell, mod, v in region):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield both counts for each region, and tables with the digit of its victim."""
        integers, numbers = context.values, self.numbers(context)
        every = 0
        for cell, _, _ in self.cells_of(context):
            every |= context.domains[cell]
        for region in self._regions(context):
            mods = [mod for _, mod, _ in region]
            for number, count in zip(numbers, (len(region) - 2, 1, 1), strict=True):
                yield value_count(mods, integers, {number}, [count])
            shown = context.alphabet.symbols
            words = Unseen(f"the digit of the victim in the region of {{{region[0][0]}}}", shown)
            victim = context.hidden(len(integers), words)
            for cells in region:
                domains = tuple([context.domains[c] for c in cells])
                yield Table((*cells, victim), _drained(integers, numbers, domains, every))

    def problem(self, context: Context) -> str:
        """Report layers that do not fit together, no regions, and what no filling satisfies."""
        if problem := _mismatch(self.modifiers, self.values, context):
            return problem
        regions = self._regions(context)
        if not regions or len(regions) < len(self.regions):
            return (
                "a region is not below the layers, or there is none; list sets of cells, such as "
                "regions: [R1C1:R3C3]"
            )
        if len({c for region in regions for c, _, _ in region}) < sum(map(len, regions)):
            return "two regions overlap; list disjoint ones"
        if min(map(len, regions)) < 2:
            return Impossible(
                "a region of one cell has no room for a vampire and a victim; list larger ones"
            )
        if len(numbers := self.numbers(context)) != 3:
            return (
                f"the layer of modifiers has {counted(len(numbers), 'symbol')}, but it needs "
                "three: for neither, vampire and victim"
            )
        return infeasibility(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of vampires and victims."""
        _, vampire, victim = self.numbers(context)
        return {"vampire": context.symbols([vampire]), "victim": context.symbols([victim])}


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _drained(
    values: tuple[int, ...],
    numbers: tuple[int, ...],
    domains: tuple[int, ...],
    drainable: int,
) -> frozenset[tuple[int, ...]]:
    """Return the indices of digit, modifier, value and victim's digit that `Vampires` allows."""
    digits, mods, sums, victims = (
        [(i, v) for i, v in enumerate(values) if domain >> i & 1]
        for domain in (*domains, drainable)
    )

    def value_of(digit: int, modifier: int, drained: int) -> int | None:
        """Return the value of a cell; None if it cannot have the modifier."""
        if modifier == numbers[2]:
            return 0 if digit == drained else None
        return digit + drained if modifier == numbers[1] else digit

    return frozenset(
        (d, m, s, w)
        for (d, digit), (m, modifier), (s, value), (w, drained) in product(
            digits, mods, sums, victims
        )
        if value_of(digit, modifier, drained) == value
    )
