"""The base of the kinds about shaded cells: those with some values, such as in a layer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, fields
from typing import ClassVar

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.quoting import join_words
from sudokulib.primitives import Connected
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.layer_cells import below_all, own_cells
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.marks import Depiction, Hue, Mark, MarkStyle
from sudokulib.shapes.unseen import Unseen

SHADED_EXAMPLE = '{build: [{make: include, geometry: 4x4}], layers: {shade: "12"}}'
"""A 4x4 with a layer, for examples."""


@dataclass(frozen=True, slots=True)
class Shading(GlobalKind):
    """Base of the kinds about shaded cells.

    Args:
        shaded: the values of cells that are shaded.
    """

    look: ClassVar[MarkStyle] = ""
    hue: ClassVar[Hue] = "grey"
    shades: ClassVar[tuple[str, str]] = ("not shaded", "shaded")
    """What explanations say of cells that are not shaded, and of those that are."""

    shaded: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values in any order, and all else."""
        rest = (getattr(self, f.name) for f in fields(self) if f.name != "shaded")
        return (self.name, frozenset(self.shaded), *rest)

    def colours(self, values: Values, context: Context) -> tuple[set[int], set[int]]:
        """Return the shaded cells and the others."""
        cells = self.affected_cells(context)
        shaded = {c for c in cells if values[c] in self.shaded}
        return shaded, set(cells) - shaded

    def parts(self, area: Collection[int], context: Context) -> list[set[int]]:
        """Return the parts of some cells that are connected by their sides."""
        return list(connected_parts(area, context.topology.neighbours))

    def mask(self, context: Context) -> int:
        """Return the values of shaded cells, as a bit mask."""
        return sum(1 << i for i, value in enumerate(context.values) if value in self.shaded)

    def others(self, context: Context) -> int:
        """Return the values of cells that are not shaded, as a bit mask."""
        return (1 << len(context.values)) - 1 & ~self.mask(context)

    def connected(
        self, members: int, context: Context, sizes: Iterable[int], roots: Iterable[int] = ()
    ) -> Connected:
        """Return the rule that the cells with some values, a bit mask, are connected."""
        cells = self.affected_cells(context)
        return Connected.of(cells, members, self.edges(context), sizes, roots)

    def edges(self, context: Context) -> list[tuple[int, int]]:
        """Return the pairs of neighbours among its cells."""
        return context.topology.edges_among(self.affected_cells(context))

    def squares(self, context: Context) -> list[tuple[int, ...]]:
        """Return the 2×2 squares of its cells."""
        cells = self.affected_cells(context)
        return [square for square in context.topology.squares() if cells.issuperset(square)]

    def grid(self, context: Context) -> tuple[frozenset[Hashable], ...]:
        """Return its cells, the pairs that share a side, and the 2×2 squares, as sets."""
        return (
            self.affected_cells(context),
            frozenset(map(frozenset, self.edges(context))),
            frozenset(map(frozenset, self.squares(context))),
        )

    def word_shades(self, context: Context) -> None:
        """Give the words for its cells in a layer: "R1C2 is shaded", of the cell below.

        Where rules about shades are in several layers, cells are told by their own names.
        """
        places = context.topology.places
        own = [c for c in sorted(self.affected_cells(context)) if c in places]
        rules = [s.rule for s in context.shapes if own and isinstance(s.rule, Shading)]
        every = set(own).union(*[rule.affected_cells(context) for rule in rules])
        if len(set(below_all(every, context))) < len(every):
            return
        words = {mask: self.words_of_shades(mask, context) for mask in {*context.domains}}
        for c, below in zip(own, below_all(own, context), strict=True):
            said = words[context.domains[c]]
            context.word(c, Unseen(f"{{{below}}}", said, f"the shade of {{{below}}}"))

    def words_of_shades(self, domain: int, context: Context) -> tuple[str, ...]:
        """Return the words for each value of a cell, with its symbol where others say the same.

        Args:
            domain: the values that it may have, as a bit mask.
            context: the symbols.
        """
        words = [self.shades[value in self.shaded] for value in context.values]
        own = [words[i] for i in bits(domain)]
        return tuple(
            f"{said} with {symbol}" if own.count(said) > 1 else said
            for said, symbol in zip(words, context.alphabet.symbols, strict=True)
        )

    def not_both_shaded(self, one: int, other: int) -> bool:
        """Return whether one of two values is not that of a shaded cell."""
        return one not in self.shaded or other not in self.shaded

    def own(self, cells: Iterable[int], context: Context) -> list[int]:
        """Return its own cell for each of some cells: itself, or the one in the layer over it."""
        return own_cells(cells, self.affected_cells(context), context)

    def problem(self, context: Context) -> str:
        """Report values that cannot be, clues that are none of its cells, and contradictions."""
        if problem := unknown_values(self.shaded, context):
            return problem
        if not (cells := self.affected_cells(context)):
            return "no cells have neighbours here; list cells of a grid"
        if strange := [c for c in self.own(self.clued(), context) if c not in cells]:
            return f"{len(strange)} of the cells are none that it is about; list its own cells"
        return self.own_problem(context) or infeasibility(self, context)

    def own_problem(self, context: Context) -> str:
        """Return what else is wrong; by default nothing."""
        del context
        return ""

    def clued(self) -> Iterable[int]:
        """Return the cells that the rule names; by default none."""
        return ()

    def marks(self) -> Iterable[Mark]:
        """Return a mark in each cell that it names."""
        return [Mark("badge", (c,), look=self.look, hue=self.hue) for c in self.clued()]

    def depiction(self, context: Context) -> Depiction | None:
        """Return the shade of its cells."""
        return Depiction("shade", tuple(sorted(self.affected_cells(context))), self.shaded)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of shaded cells."""
        shaded = join_words(context.symbols(self.shaded).split(), "or")
        return {**GlobalKind.phrases(self, context), "shaded": shaded}


class CluedShading(Shading):
    """Base of those whose shading depends on numbers in cells below a layer."""

    __slots__ = ()

    @abstractmethod
    def clued(self) -> Iterable[int]:
        """Return the cells with numbers."""

    def own_problem(self, context: Context) -> str:
        """Report cells that are shaded or not by the numbers in them."""
        if set(self.clued()) & self.affected_cells(context):
            return "cells cannot be shaded and hold numbers; name a layer, such as cells: shade"
        return ""
