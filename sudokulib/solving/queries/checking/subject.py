"""A geometry or puzzle under check, with the field that each of its shapes is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import Field
from sudokulib.puzzles.geometries.files import GeometryFile
from sudokulib.shapes import Context, Shape, merge_shapes
from sudokulib.shapes.sets import Distinct

FieldShape = tuple[Field, Shape]
"""A shape, after the field of the file that made it; without a file the field is empty."""

_MAX_NAMED = 5
"""The most cells or shapes that a warning names, so that it fits on one line."""


class CheckWarning(NamedTuple):
    """A warning about content that is valid but probably a mistake.

    Args:
        field: the field of the file that it is about.
        message: what is suspicious.
        fix: what to write instead.
    """

    field: Field
    message: str
    fix: str


@dataclass(frozen=True)
class CheckSubject:
    """A geometry, or a puzzle, under check.

    Args:
        geometry: the geometry, with the hidden cells of the puzzle.
        entries: the shapes to judge: all of a geometry, or those of a puzzle alone.
        others: shapes that exist already, those of a puzzle's geometry.
        is_puzzle: whether it is a puzzle, whose geometry is judged by itself.
        file: the file of the geometry, if it is to be judged too and has one.
        at: the field of the file that has the geometry.
        rules: of a geometry in a puzzle's file, the shapes of the puzzle, which are judged apart.
    """

    geometry: Geometry
    entries: tuple[FieldShape, ...]
    others: tuple[Shape, ...] = ()
    is_puzzle: bool = False
    file: GeometryFile | None = None
    at: Field = ()
    rules: tuple[Shape, ...] = ()

    # Safe to cache: properties here read only the fields, which never change.
    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """Every shape, equal ones merged."""
        return merge_shapes((*self.others, *(shape for _, shape in self.entries)))

    @cached_property
    def context(self) -> Context:
        """The view that kinds read."""
        return self.geometry.context_of(self.shapes)

    @cached_property
    def sets(self) -> tuple[Shape, ...]:
        """The shapes in which no symbol stands twice."""
        return tuple(shape for shape in self.shapes if isinstance(shape.rule, Distinct))

    @cached_property
    def sets_of(self) -> Mapping[int, Sequence[Shape]]:
        """For each cell the sets that hold it."""
        found: dict[int, list[Shape]] = {}
        for shape in self.sets:
            for cell in shape.cells:
                found.setdefault(cell, []).append(shape)
        return found

    @cached_property
    def regions(self) -> tuple[FieldShape, ...]:
        """The shapes that are regions, with their fields."""
        return tuple(entry for entry in self.entries if "region" in entry[1].roles)

    def fields(self) -> Iterator[tuple[Field, list[Shape]]]:
        """Yield each field that makes shapes, with its shapes, in the order of the file."""
        found: dict[Field, list[Shape]] = {}
        for field, shape in self.entries:
            found.setdefault(field, []).append(shape)
        yield from found.items()

    def names(self, cells: Sequence[int]) -> str:
        """Return the names of a few cells, and how many more there are."""
        return named([self.geometry.name_of(cell) for cell in cells], " ")


def is_built(field: Field) -> bool:
    """Return whether a generator made the shapes of this field, or their origin is unknown."""
    return "shapes" not in field


def named(names: Sequence[str], between: str = ", ") -> str:
    """Return the first of some names, and how many more there are."""
    more = len(names) - _MAX_NAMED
    return between.join(names[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def symbols_in(cells: Sequence[int], context: Context) -> int:
    """Return how many symbols may stand in some cells."""
    union = 0
    for cell in cells:
        union |= context.domains[cell]
    return union.bit_count()
