"""Hidden copies of cells, for words that read a cell twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sudokulib.primitives import Table
from sudokulib.shapes.kind import Context
from sudokulib.shapes.unseen import Unseen

_ORDINALS = {2: "second", 3: "third"}


@dataclass(slots=True)
class CellCopies:
    """The variables that words read, none of them twice in a word.

    Args:
        context: the context to which copies are added.
        equal: a table for each copy, which says that it equals its cell.
    """

    context: Context
    equal: list[Table] = field(default_factory=list)
    _made: dict[tuple[int, int], int] = field(default_factory=dict)

    def word(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the cells of a word, with a copy wherever a cell is read again."""
        found: list[int] = []
        times: dict[int, int] = {}
        for cell in cells:
            times[cell] = times.get(cell, 0) + 1
            found.append(cell if times[cell] == 1 else self._copy(cell, times[cell]))
        return tuple(found)

    def _copy(self, cell: int, time: int) -> int:
        if (cell, time) not in self._made:
            symbols = self.context.alphabet.symbols
            said = f"the {_ORDINALS.get(time, f'{time}th')} reading of {{{cell}}}"
            self._made[cell, time] = self.context.hidden(len(symbols), Unseen(said, symbols))
            same = frozenset((i, i) for i in range(len(symbols)))
            self.equal.append(Table((cell, self._made[cell, time]), same))
        return self._made[cell, time]
