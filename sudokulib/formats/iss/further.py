"""Further cells in strings of the Interactive Sudoku Solver, outside the grid."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import LONGEST_KEPT, Item, required_arguments
from sudokulib.formats.iss.regions import layer_prefixes
from sudokulib.formats.iss.solver_grid import CellBlock, SolverGrid

_STATING = frozenset({"ChaosConstruction", "Doppelganger", "Var"})
"""Types of items that state further cells."""
_PREFIX = re.compile("[A-Z]+")
_COUNT = re.compile(r"(?:([1-9]\d{0,3})x)?([1-9]\d{0,3})")
_NUMBERED = re.compile(r"V([A-Z]+)([1-9]\d{0,3})?")


@dataclass(frozen=True)
class _Cells:
    """Cells with one prefix, in rows as long as those of the grid if `columns` is 0."""

    prefix: str
    count: int
    columns: int = 0

    def covers(self, board: SolverGrid) -> bool:
        """Return whether they stand as those of the grid do."""
        columns = self.columns or board.columns
        return self.count == board.rows * board.columns and columns == board.columns

    @property
    def names(self) -> list[str]:
        """The name of each cell; a single cell has no number."""
        if self.count == 1:
            return [self.prefix]
        return [f"{self.prefix}{n + 1}" for n in range(self.count)]


def with_further_cells(board: SolverGrid, items: Sequence[Item], limits: Limits) -> SolverGrid:
    """Return a grid with the further cells that items state.

    Raises:
        SudokuError: a prefix is invalid, two have cells of the same name, or there are too many.
    """
    stating = tuple([item for item in items if item.type in _STATING])
    if not stating:
        return board
    prefixes = tuple(layer_prefixes(items))
    key = stating, prefixes, limits
    if (known := board.with_cells.get(key)) is None:
        known = _with_cells(board, stating, prefixes, limits)
        if sum(item.length for item in stating) <= LONGEST_KEPT:
            board.with_cells[key] = known
    return known


def _with_cells(
    board: SolverGrid, stating: Iterable[Item], wanted: Collection[str], limits: Limits
) -> SolverGrid:
    """Return a grid with the further cells of items; those with some prefixes may be layers."""
    found = [cells for item in stating for cells in _cells_of(item, board)]
    layers = [cells for cells in found if cells.prefix in wanted and cells.covers(board)]
    found = layers + [cells for cells in found if cells not in layers]
    size = board.rows * board.columns
    limits.check("cells", size + sum(cells.count for cells in found))
    names = [name for cells in found for name in cells.names]
    if len(set(names)) < len(names):
        raise SudokuError("two .Var have cells of the same name; write another prefix")
    groups, first = [], size
    for cells in found:
        groups.append(CellBlock(first, cells.count, cells.columns or board.columns))
        first += cells.count
    hidden = {name: size + n for n, name in enumerate(names)}
    prefixes = tuple(cells.prefix for cells in layers)
    return replace(board, hidden=hidden, groups=tuple(groups), layers=prefixes)


def _cells_of(item: Item, board: SolverGrid) -> Iterator[_Cells]:
    if item.type == "Var":
        yield _var(item)
    elif item.type == "ChaosConstruction":
        yield _Cells("CC", board.rows * board.columns)
    elif item.type == "Doppelganger":
        boxes = board.rows * board.columns // board.region if board.boxes else 0
        for prefix, count in zip(doppelganger_prefixes(), (board.rows, board.columns, boxes),
                                 strict=True):  # fmt: skip
            if count:
                yield _Cells(prefix, count)


def doppelganger_prefixes() -> tuple[str, str, str]:
    """Return the prefixes of the cells for the digits that rows, columns and boxes miss.

    Those beside the rows form a further column, and are named after it.
    """
    return "DGC", "DGR", "DGB"


def _var(item: Item) -> _Cells:
    prefix, _, said = (*required_arguments(item, 1), "", "")[:3]
    match = _COUNT.fullmatch(said or "1")
    if not _PREFIX.fullmatch(prefix) or match is None:
        raise SudokuError(
            f".Var~{short('~'.join(item.args))}: write a prefix of letters, and perhaps a label "
            "and how many cells, such as .Var~X~label~4 or .Var~X~label~2x3"
        )
    rows, columns = (int(part or 0) for part in match.groups())
    return _Cells(f"V{prefix}", rows * columns, columns) if rows else _Cells(f"V{prefix}", columns)


def var_items(names: Sequence[str]) -> list[Item]:
    """Return the items that state further cells; none if some names are not of such cells.

    >>> [str(item) for item in var_items(["VA", "VB1", "VB2", "DGC1", "DGC2"])]
    ['.Var~A', '.Var~B~~2', '.Doppelganger']
    """
    others = [name for name in names if name.startswith(doppelganger_prefixes())]
    if others:
        # The grid determines which of them exist; the caller compares the names.
        found = var_items([name for name in names if name not in others])
        last = list(names[-len(others) :]) == others
        whole = last and (found or len(others) == len(names))
        return [*found, Item("Doppelganger")] if whole else []
    counts: dict[str, list[str]] = {}
    for name in names:
        match = _NUMBERED.fullmatch(name)
        if match is None:
            return []
        counts.setdefault(match[1], []).append(name)
    made = [Item("Var", (prefix, "", str(len(had))) if len(had) > 1 else (prefix,))
            for prefix, had in counts.items()]  # fmt: skip
    return made if [n for item in made for n in _var(item).names] == list(names) else []
