"""Indexers: cells that say where a value stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from sudokulib.primitives import Primitive, Table
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.marks import Hue, Mark
from sudokulib.shapes.pairs import pair_table
from sudokulib.shapes.registry import register_kind

_ROLES = {"column": "row", "row": "column", "box": "region"}
"""The role of the lines that places refer to: a cell's column is its place in its row."""
_HUES: dict[str, Hue] = {"column": "red", "row": "green", "box": "blue"}


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=1024)
def _listed(values: tuple[int, ...], target: int, place: int) -> frozenset[tuple[int, int]]:
    """Return the integers of an indexer and of the cell at `target` that satisfy the rule."""
    return frozenset((x, y) for x in values for y in values if x != target or y == place)


@register_kind
@dataclass(frozen=True, slots=True)
class Indexer(Kind):
    """A cell at place p with value v says that p stands at place v of the same line.

    Places count from 1 in reading order, along the shapes with the role that the axis needs: a
    column indexer counts in its row, a row indexer in its column, a box indexer in its region.

    Args:
        cells: the indexers.
        axis: row, column or box.
        from_end: whether places count from the other end: in a row from the right, in a column from
            below, in a box from its last cell on.
    """

    name: ClassVar[str] = "indexer"
    says: ClassVar[str] = (
        "A cell marked {sign} with the digit v says where the number of its own place in the "
        "{of_axis} stands: at place v{end}."
    )
    example: ClassVar[str] = """
    - {kind: indexer, axis: column, cells: R1C1 R2C1}
    - {kind: indexer, axis: box, cells: R4C4}
    """

    cells: CellSet
    axis: Literal["row", "column", "box"]
    from_end: bool = False

    def problem(self, context: Context) -> str:
        """Report lines that do not exist, or a cell without a possible value."""
        role = _ROLES[self.axis]
        through = self._lines_through(context)
        for lines in through.values():
            if not lines:
                return (
                    f"an indexer of the axis {self.axis} needs shapes with role: {role} through "
                    "each of its cells; give them that role, or choose another axis"
                )
        for cell, lines in through.items():
            if not context.domains[cell] & self._possible(cell, lines, context):
                return Impossible(
                    f"no symbol of a cell says where its place {lines[0].index(cell) + 1} stands; "
                    "choose another cell or other symbols"
                )
        return "" if self.cells else "no cells; name the indexers"

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each cell points to the place where its value stands."""
        for cell, lines in self._lines_through(context).items():
            for line in lines:
                value, place = values[cell], line.index(cell) + 1
                if not 1 <= value <= len(line) or values[line[value - 1]] != place:
                    return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the values that point into the line, and a table for each of them."""
        values = context.values
        for cell, lines in self._lines_through(context).items():
            mask = self._possible(cell, lines, context)
            allowed = [i for i in range(len(values)) if mask >> i & 1]
            yield Table((cell,), frozenset((i,) for i in allowed))
            for line in lines:
                place = line.index(cell) + 1
                for target in (values[i] for i in allowed if values[i] != place):
                    listed = _listed(values, target, place)
                    yield pair_table((cell, line[target - 1]), values, listed)

    def _possible(self, cell: int, lines: Iterable[Sequence[int]], context: Context) -> int:
        """Return the value indices that point into every line, if its own place is a value."""
        values, mask = context.values, (1 << len(context.values)) - 1
        for line in lines:
            place = line.index(cell) + 1
            valid = place in values
            mask &= sum(1 << i for i, v in enumerate(values) if valid and 1 <= v <= len(line))
        return mask

    def _lines_through(self, context: Context) -> dict[int, list[tuple[int, ...]]]:
        """Return for each of the cells the lines that contain it."""
        role = _ROLES[self.axis]
        through: dict[int, list[tuple[int, ...]]] = {cell: [] for cell in self.cells}
        for shape in context.shapes:
            if role in shape.roles:
                line = tuple(sorted(shape.cells, reverse=self.from_end))
                for cell in through.keys() & set(line):
                    through[cell].append(line)
        return through

    def marks(self) -> Iterable[Mark]:
        """Yield each cell in the colour of its axis, and its first letters."""
        for cell in self.cells:
            yield Mark("region", (cell,), look="shade", hue=_HUES[self.axis])
            yield Mark("text", (cell,), self.axis[:3] + "<" * self.from_end)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the text in the cell, and the line in which it counts."""
        del context
        line = {"row": "column", "column": "row", "box": "box"}[self.axis]
        end = ", counted from the end" if self.from_end else ""
        return {"sign": self.axis[:3] + "<" * self.from_end, "of_axis": line, "end": end}
