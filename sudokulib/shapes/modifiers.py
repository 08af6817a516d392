"""Cells whose value is not their digit.

Houses see the digits, rules that name a layer of values see these. A layer of *modifiers* says
which cells count otherwise, a layer of *values* what they count as. So a sum of values is a sum
on cells of that layer, and no other kind has to know of modifiers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from sudokulib.basics.quoting import counted, join_words
from sudokulib.errors import GeometryError
from sudokulib.primitives import Primitive
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Kind, Values
from sudokulib.shapes.layer_cells import VALUES_EXAMPLE, cell_below, layer_mismatch
from sudokulib.shapes.lowering import allowed_integers, tables
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.relation import relation

EFFECTS = {
    "same": "d",
    "double": "2 * d",
    "negate": "-d",
    "hot": "d + 1",
    "cold": "d - 1",
    "zero": "0",
}
"""The names of common effects: the value of a cell with the digit d."""


# Safe to cache, as it reads nothing else: texts and integers.
@lru_cache(maxsize=256)
def _effect(text: str) -> Callable[[int, int], bool]:
    """Return whether a digit with an effect has a value.

    Raises:
        GeometryError: the text is no name of an effect and no expression in d.
    """
    return relation(f"v = ({EFFECTS.get(text, text)})", ("d", "v"))


@dataclass(frozen=True, slots=True)
class ValuedKind(Kind):
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
class Modifier(ValuedKind):
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
    example_on: ClassVar[str] = VALUES_EXAMPLE

    effects: tuple[str, ...]

    def holds(self, values: Values, context: Context) -> bool:
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
        cells = self.cells_of(context)
        return tables(cells, context.values, self._fits(context), context.domains)

    def problem(self, context: Context) -> str:
        """Report layers that do not fit together, unknown effects, and values without a symbol."""
        if problem := layer_mismatch(self.modifiers, self.values, context):
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
