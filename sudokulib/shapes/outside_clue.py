"""The base of clues outside the grid: a line of cells seen from one end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from sudokulib.shapes.fields import CellLine
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.own_cells import infeasibility


@dataclass(frozen=True, slots=True)
class OutsideClue(Kind):
    """A clue that sees a line of cells from one end.

    Subclasses return from `_unmet` why no values fit, and from `clue` the text of the clue if that
    is not their first field after the cells.

    Args:
        cells: the line, from the clue on; R4C1>right is row 4 from its left end.
    """

    cells: CellLine

    repeats: ClassVar[bool] = False
    """True if a line may visit a cell twice."""
    sign: ClassVar[str] = ""
    """The small sign above the clue by which it differs from clues of other kinds."""

    def clue(self) -> str:
        """Return the text at the end of the line: the first field after the cells."""
        return str(getattr(self, fields(self)[1].name))

    def seen(self, values: Mapping[int, int] | Sequence[int]) -> list[int]:
        """Return the integers along the line."""
        return [values[c] for c in self.cells]

    def problem(self, context: Context) -> str:
        """Report a line that is empty or repeats a cell, or a clue that no values meet."""
        if not self.cells:
            return "no cells; list the line that the clue sees, such as R4C1>right"
        if not self.repeats and len(set(self.cells)) < len(self.cells):
            return "a cell is on the line twice; list each cell once"
        return self._unmet(context)

    def _unmet(self, context: Context) -> str:
        """Return why no values on this line meet the clue, or an empty string."""
        if not infeasibility(self, context):
            return ""
        return Impossible(
            f"nothing on a line of {len(self.cells)} cells gives the clue {self.clue()}; "
            "check the clue and the line"
        )

    def _short(self, first: int) -> str:
        """Return why the line has no such part, or an empty string."""
        if 1 <= first <= len(self.cells):
            return ""
        return (
            f"the line has {len(self.cells)} cells, so there are no first {first}; change "
            f"first, or list the whole line"
        )

    def marks(self) -> Iterable[Mark]:
        """Return the clue, with an arrow along the cells that it sees."""
        return [Mark("arrow", self.cells, self.clue(), "clue", sign=self.sign)]

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the fields, and how its clues look."""
        sign = f"“{self.sign}”" if self.sign.isalnum() else self.sign
        clue = f"clues with {sign or 'an arrow'} outside the grid"
        return {**Kind.phrases(self, context), "clue": clue}
