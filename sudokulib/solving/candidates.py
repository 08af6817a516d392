"""Facts about each cell over all solutions: which symbols it holds, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.same_region import Pair
from sudokulib.shapes.layer_cells import cell_below

_T = TypeVar("_T")


class _ByCell(ResultBase, dict[str, _T]):
    """Answers by the names of the cells, which a limit may have cut short.

    Args:
        puzzle: whose solutions they are about.
        answers: for each cell its own, in the order of the cells.
        stopped: "time" or "nodes" if a limit was reached first, else empty.
    """

    __slots__ = ("puzzle", "stopped")

    def __init__(self, puzzle: Puzzle, answers: Iterable[_T], stopped: str = "") -> None:
        names = (cell.name for cell in puzzle.geometry.cells)
        super().__init__(zip(names, answers, strict=True))
        self.puzzle = puzzle
        self.stopped = stopped

    def __missing__(self, name: str) -> _T:
        """Return the answer for a cell in another spelling, such as ``r1c1``.

        Raises:
            KeyError: there is no such cell.
        """
        if not isinstance(name, str):
            raise KeyError(name)
        try:
            cell = self.puzzle.geometry.cell(name)
        except ValueError as error:
            raise KeyError(str(error)) from error
        return self[self.puzzle.geometry.name_of(cell)]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.puzzle, list(self.values()), self.stopped)

    @property
    def complete(self) -> bool:
        """True unless a limit was reached first; then there may be more."""
        return not self.stopped

    def _said(self, what: str) -> str:
        """Return the text of a `repr`."""
        name = self.puzzle.geometry.called
        end = f", out of {self.stopped}" if self.stopped else ""
        return clipped(f"<{type(self).__name__} {name}: {what}{end}>")


class TrueCandidates(_ByCell[tuple[str, ...]]):
    """A dictionary from cell names to the symbols that the cell holds in some solution.

    At a limit it has only the symbols of the solutions found by then, and `complete` is False.

    Where regions are unknown, their numbers follow from the order of their first cells and say
    little; `same_region` tells of pairs of cells whether a border is between them.

    Args:
        puzzle: the puzzle.
        answers: for each cell the symbols.
        stopped: "time" or "nodes" if a limit was reached first, else empty.
        same_region: for pairs of neighbours in unknown regions, and those that other rules compare:
            True if both cells are in the same region in every solution, False if in none, None if
            neither is proved. The names are those of the cells that are divided; in a second
            division of the same cells, those in its layer. Empty if no regions are unknown.

    >>> import sudokulib
    >>> sudokulib.true_candidates("1234............")
    <TrueCandidates 4x4: 4 of 16 cells decided, 36 candidates>
    >>> found = sudokulib.true_candidates("4x4", nodes=2)
    >>> found.complete, found.stopped, found["R1C1"] <= ("1", "2", "3", "4")
    (False, 'nodes', True)
    >>> chaos = sudokulib.geometry("chaos-4").puzzle("....2..3..1.3..........2........")
    >>> found = sudokulib.true_candidates(chaos)
    >>> [pair for pair, same in found.same_region.items() if same is False]
    [('R1C1', 'R2C1'), ('R1C2', 'R2C2'), ('R2C3', 'R3C3')]
    """

    __slots__ = ("same_region",)

    def __init__(
        self,
        puzzle: Puzzle,
        answers: Iterable[tuple[str, ...]],
        stopped: str = "",
        same_region: Mapping[tuple[str, str], bool | None] | None = None,
    ) -> None:
        super().__init__(puzzle, answers, stopped)
        self.same_region = dict(same_region or {})

    @property
    def masks(self) -> tuple[int, ...]:
        """The symbols of each cell as a bit mask."""
        mask = self.puzzle.geometry.alphabet.mask
        return tuple(sum(map(mask, symbols)) for symbols in self.values())

    def __repr__(self) -> str:
        numbers = [len(symbols) for symbols in self.values()]
        decided = f"{numbers.count(1)} of {len(self)} cells decided" if self.complete else ""
        said = ", ".join(filter(None, (decided, f"{sum(numbers)} candidates")))
        if self.same_region:
            known = list(self.same_region.values())
            said += f"; {known.count(False)} borders, {known.count(True)} pairs in one region"
        return self._said(said)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.puzzle, list(self.values()), self.stopped, self.same_region)


def named_pairs(
    puzzle: Puzzle, pairs: Mapping[Pair, bool | None]
) -> dict[tuple[str, str], bool | None]:
    """Return what is known of pairs of cells with the numbers of regions, by the names of cells."""
    found: dict[tuple[str, str], bool | None] = {}
    for pair, same in pairs.items():
        names = _names(puzzle, [cell_below(cell, puzzle.context) for cell in pair])
        found[_names(puzzle, pair) if names in found else names] = same
    return found


def _names(puzzle: Puzzle, pair: Sequence[int]) -> tuple[str, str]:
    one, other = (puzzle.geometry.name_of(cell) for cell in pair)
    return one, other


class SupportCounts(_ByCell[Mapping[str, int]]):
    """A dictionary from cell names to the number of solutions for each symbol of the cell.

    At a limit the numbers are lower bounds, and `complete` is False.

    Args:
        puzzle: the puzzle.
        answers: for each cell the numbers, by symbol.
        cap: where counting stopped for a symbol of a cell; None if all were counted.
        stopped: "time" or "nodes" if a limit was reached first, else empty.

    >>> import sudokulib
    >>> found = sudokulib.support_counts("1234............")
    >>> found["R2C1"], found.complete
    ({'3': 6, '4': 6}, True)
    """

    __slots__ = ("cap",)

    def __init__(
        self,
        puzzle: Puzzle,
        answers: Iterable[Mapping[str, int]],
        cap: int | None = None,
        stopped: str = "",
    ) -> None:
        super().__init__(puzzle, answers, stopped)
        self.cap = cap

    def __repr__(self) -> str:
        return self._said(f"{len(self)} cells{'' if self.cap is None else f', up to {self.cap}'}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.puzzle, list(self.values()), self.cap, self.stopped)
