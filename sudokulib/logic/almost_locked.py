"""Almost locked sets: n cells that pairwise see each other, with n + 1 values between them.

If one of its values is absent, all the others are present: any two of its values are a truth.
"""

from __future__ import annotations

from dataclasses import dataclass

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.cliques import cliques
from sudokulib.logic.memo import cached_on_board
from sudokulib.model import bits

_LARGEST = 7
"""The most cells of a set; larger ones show little that complementary smaller ones do not.

In HoDoKu's library of techniques (``python tests/acceptance/reglib.py``, ALS-XZ to death blossom)
5 cells cover all 34 cases too, with 123 steps found instead of 134.
"""

_MOST = 600
"""The most sets of a board; a grid of 81 cells has fewer, larger ones lose their large sets.

A bound on time for larger boards: on the boards of the examples 150 find 6,669 pairs and chains of
three, 300, 600 and 1,200 find 6,791 (`python tests/benchmarks/constants.py`, 2026-11).
"""


@dataclass(frozen=True, slots=True)
class AlmostLockedSet:
    """Cells that pairwise see each other and have one more value than there are cells.

    Args:
        cells: the cells, as a bit mask.
        values: their values, as a bit mask.
        groups: for each of the values, lowest first, its candidates in the cells, as a bit mask
            of candidates (see `sudokulib.logic.candidates.numbering`). Of two groups one holds a
            true candidate, and no group holds two.
    """

    cells: int
    values: int
    groups: tuple[int, ...]

    def group(self, value: int) -> int:
        """Return the candidates of one value, as a bit mask; 0 if it is none of the values."""
        if not self.values >> value & 1:
            return 0
        return self.groups[(self.values & (1 << value) - 1).bit_count()]


@cached_on_board
def almost_locked_sets(board: Board) -> tuple[AlmostLockedSet, ...]:
    """Return the almost locked sets of a board, smaller ones first.

    Sets of one cell are those with two values. None contains a locked set (as many values as
    cells): without it the set would say the same. Sets of more than seven cells are left out, and
    on large boards all but the first 600.
    """
    unit = [1 << first for first in numbering(board.model).first[: board.model.cells]]
    found, locked = [], []
    for cells, values in cliques(board, bits(board.open), _LARGEST, _LARGEST + 1):
        check_interrupt()
        spare = values.bit_count() - cells.bit_count()
        if spare == 0:
            locked.append(cells)
        elif spare == 1 and not any(not inner & ~cells for inner in locked):
            groups = []
            for value in bits(values):
                places = board.places[value] & cells
                groups.append(sum([unit[v] for v in bits(places)]) << value)
            found.append(AlmostLockedSet(cells, values, tuple(groups)))
            if len(found) == _MOST:
                break
    return tuple(found)
