"""The rule that every row, column and box misses a different value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from sudokulib.basics.cells import Line
from sudokulib.primitives import AllDifferent, Primitive, When
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.lowering import predicate_table
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

_ROLES = {"row": "row", "column": "column", "region": "box"}
"""The roles of the shapes that miss a value, and the word for such a shape."""


@register_kind
@dataclass(frozen=True, slots=True)
class Doppelganger(GlobalKind):
    """Rows, columns and boxes each miss one value, not 0; those through a 0 miss different ones.

    No two rows miss the same value, nor do two columns or two boxes. They have one cell fewer than
    there are values, as with 0 to 9 on a grid of nine by nine; longer and shorter ones do not
    count. This is what `.Doppelganger` means to the Interactive Sudoku Solver.

    Args:
        zero: the value that nothing misses, usually 0.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "doppelganger"
    says: ClassVar[str] = (
        "Each row, column and box misses one digit, never {zero}; those that share a {zero} "
        "miss different ones."
    )
    called: ClassVar[str] = "doppelgänger rule"
    example: ClassVar[str] = "[{kind: doppelganger, zero: 1}]"
    example_on: ClassVar[str] = "sujiken"

    zero: int = 0

    def lines_by_role(self, context: Context) -> dict[str, list[Line]]:
        """Return the rows, columns and regions that miss a value, by their role."""
        long = len(context.values) - 1
        reach = self.affected_cells(context)
        found: dict[str, list[Line]] = {role: [] for role in _ROLES}
        for shape in context.shapes:
            for role in shape.roles & _ROLES.keys():
                if len(shape.cells) == long and reach.issuperset(shape.cells):
                    found[role].append(tuple(sorted(shape.cells)))
        return {role: list(dict.fromkeys(lines)) for role, lines in found.items() if lines}

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the missing values differ where they should."""
        missing: dict[int, list[int]] = {}
        for lines in self.lines_by_role(context).values():
            of_role = []
            for line in lines:
                (absent, *more) = {*context.values} - {values[c] for c in line}
                if more or absent == self.zero:
                    return False
                of_role.append(absent)
                for c in line:
                    missing.setdefault(c, []).append(absent)
            if len(set(of_role)) < len(of_role):
                return False
        return all(len(set(of)) == len(of) for c, of in missing.items() if values[c] == self.zero)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the primitives of hidden variables for missing values, and of their differences."""
        through: dict[int, list[int]] = {}
        for role, lines in self.lines_by_role(context).items():
            of_role = []
            for line in lines:
                absent = context.hidden(len(context.values), _description(role, line, context))
                of_role.append(absent)
                yield AllDifferent((*line, absent))
                yield predicate_table(absent, context.values, lambda value: value != self.zero)
                for c in line:
                    through.setdefault(c, []).append(absent)
            if len(of_role) > 1:
                yield AllDifferent(tuple(of_role))
        zero = context.values.index(self.zero)
        for c, absents in through.items():
            for couple in combinations(absents, 2):
                yield When.of(c, zero, AllDifferent(couple))

    def problem(self, context: Context) -> str:
        """Report lines as long as there are values, or values without a 0."""
        if problem := unknown_values((self.zero,), context):
            return problem
        found = self.lines_by_role(context)
        long = len(context.values) - 1
        if not found:
            return (
                f"no shape with role: row, column or region has {long} cells, one fewer than "
                f"there are values; write for example symbols: 0123456789 for nine by nine cells"
            )
        if any(len(lines) > long for lines in found.values()):
            return Impossible(f"more than {long} lines cannot all miss different values")
        return ""

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbol for zero."""
        return {"zero": context.symbols((self.zero,))}


def _description(role: str, line: Line, context: Context) -> Unseen:
    where = f"the {_ROLES[role]} of {{{line[0]}}}"
    return Unseen(f"what {where} misses", context.alphabet.symbols)
