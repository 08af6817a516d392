"""Shapes: rules in a geometry or puzzle, with the names that people use for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.basics.results import clipped
from sudokulib.shapes.kind import Kind

__all__ = ["Shape", "merge_shapes", "shapes_by_meaning"]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A rule on cells; equal to every shape of the same meaning.

    Args:
        rule: the rule itself.
        labels: names for people, best known first ("row 3 of A", "box 5").
        roles: roles that some kinds look for ("row", "column", "region").

    >>> import sudokulib
    >>> first = sudokulib.geometry("4x4").shapes[0]
    >>> first.label, first.kind, first.cells
    ('row 1', 'house', (0, 1, 2, 3))
    """

    rule: Kind
    labels: tuple[str, ...] = ()
    roles: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return clipped(f"Shape(rule={self.rule!r}, labels={self.labels!r}, roles={self.roles!r})")

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.rule.name

    @property
    def cells(self) -> tuple[int, ...]:
        """Every cell it reads, as indices."""
        return self.rule.all_cells

    @property
    def meaning(self) -> Hashable:
        """The key by which two shapes are the same."""
        return self.rule.meaning

    @property
    def exact_key(self) -> Hashable:
        """A key equal only for shapes with the same rule field by field, labels and roles.

        Caches identify shapes by it (see `sudokulib.basics.caching`): rules of equal meaning may
        differ in the shapes they read, their explanations and their drawing.
        """
        return (self.rule, self.labels, self.roles)

    @property
    def label(self) -> str:
        """The best-known name, or the kind."""
        return self.labels[0] if self.labels else self.kind

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Shape:
        """Return the same shape with every cell c renamed to ``places[c]``."""
        return Shape(self.rule.moved(places), self.labels, self.roles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self.meaning == other.meaning and self.roles == other.roles

    def __hash__(self) -> int:
        return hash(self.meaning)

    def __str__(self) -> str:
        return self.label


def merge_shapes(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Merge shapes of equal meaning, in order of first appearance, with all labels and roles.

    >>> from sudokulib.shapes import Distinct, House
    >>> two = [Shape(Distinct((0, 1)), ("pair",)), Shape(House((0, 1)), ("row 1",))]
    >>> [shape.labels for shape in merge_shapes(two)]
    [('pair', 'row 1')]
    """
    return tuple(shapes_by_meaning(shapes).values())


def shapes_by_meaning(shapes: Iterable[Shape]) -> dict[Hashable, Shape]:
    """Return merged shapes by meaning, as `merge_shapes` does."""
    merged: dict[Hashable, Shape] = {}
    for shape in shapes:
        meaning = shape.rule.meaning
        old = merged.setdefault(meaning, shape)
        if old is not shape:
            labels = tuple(dict.fromkeys(old.labels + shape.labels))
            merged[meaning] = Shape(old.rule, labels, old.roles | shape.roles)
    return merged
