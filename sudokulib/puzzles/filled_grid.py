"""Solution: a symbol for every cell, which checks itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from sudokulib.basics.notebooks import SvgDisplay
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.puzzles.arrays import grid_array
from sudokulib.puzzles.puzzle import SHORT, Puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.witness import shapes_by_hidden, witnesses

if TYPE_CHECKING:
    import numpy as np

    from sudokulib.puzzles.geometries.core import Geometry


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule, given or restriction that a solution violates.

    Args:
        what: the shape, or None if a cell contradicts its given or allowed symbols.
        cells: names of the cells concerned.
        message: in words.
    """

    what: Shape | None
    cells: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        return self.message


_IMMUTABLE = (tuple, bytes)


class LazyPuzzle(Protocol):
    """A puzzle that is made when somebody asks for it, on a geometry that is known."""

    @property
    def geometry(self) -> Geometry:
        """The geometry that the puzzle is on."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""


class Solution(SvgDisplay, ResultBase, Mapping[str, str]):
    """An immutable mapping from cell names to symbols.

    Any cell reference that names one cell is a key: ``solution["R1C1"]``, ``solution["A.R1C1"]``.
    So is the index of a cell: ``solution[0]``, ``solution[-1]``.

    Args:
        puzzle: the puzzle that it solves.
        indices: for each cell the index of its symbol; hidden cells are left out.
        seed: the seed of a random solution.

    >>> import sudokulib
    >>> found = sudokulib.solve("1.....2..3.....4").solution
    >>> found["R1C2"], found[1], dict(found)["R4C4"]
    ('2', '2', '4')
    """

    __slots__ = ("_indices", "_of", "_seed")

    _of: Puzzle | LazyPuzzle
    _indices: Sequence[int]
    _seed: int | None

    def __init__(
        self, puzzle: Puzzle | LazyPuzzle, indices: Sequence[int], seed: int | None = None
    ) -> None:
        self._of = puzzle
        # Batches pass bytes, which are spelled out as text faster.
        self._indices = indices if isinstance(indices, _IMMUTABLE) else tuple(indices)
        self._seed = seed

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it solves."""
        return self._of if isinstance(self._of, Puzzle) else self._of.puzzle

    @property
    def indices(self) -> tuple[int, ...]:
        """For each cell the index of its symbol; hidden cells are left out."""
        return tuple(self._indices)

    @property
    def seed(self) -> int | None:
        """The seed of a random solution; None for others."""
        return self._seed

    def __reduce__(self) -> tuple[type[Solution], tuple[Puzzle, tuple[int, ...], int | None]]:
        return Solution, (self.puzzle, self.indices, self.seed)

    def __repr__(self) -> str:
        geometry, symbols = self._of.geometry, self.symbols
        line = ("" if geometry.alphabet.compact else " ").join(symbols[:SHORT])
        more = " …" * (len(symbols) > SHORT)
        return clipped(f"<Solution {geometry.called}: {line}{more}>")

    def __getitem__(self, name: str | SupportsIndex) -> str:
        """Return the symbol of a cell, by its name or its place in the order of the cells.

        Raises:
            KeyError: no cell has that name.
            IndexError: there are fewer cells.
        """
        if not isinstance(name, str | SupportsIndex):
            raise KeyError(f"{name!r} is neither the name nor the number of a cell; write 'R1C1'")
        if not isinstance(name, str):
            return self._of.geometry.alphabet.symbols[self._indices[name.__index__()]]
        geometry = self._of.geometry
        try:
            cell = geometry.cell(name)
        except ValueError as error:
            raise KeyError(str(error)) from error
        return geometry.alphabet.symbols[self._indices[cell]]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and Mapping.__contains__(self, name)

    def __iter__(self) -> Iterator[str]:
        return (cell.name for cell in self._of.geometry.cells)

    def __len__(self) -> int:
        return len(self._indices)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.indices == other.indices and self._of.geometry == other._of.geometry

    def __hash__(self) -> int:
        return hash(self.indices)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbol of each cell, by index."""
        symbols = self._of.geometry.alphabet.symbols
        return tuple([symbols[i] for i in self._indices])

    @property
    def integers(self) -> tuple[int, ...]:
        """The integer of each cell, by index."""
        values = self._of.geometry.alphabet.values
        return tuple([values[i] for i in self._indices])

    def line(self) -> str:
        """Return all symbols in the order of the cells, as one line."""
        return self._of.geometry.alphabet.text(self._indices)

    def to_array(self, *, empty: int | None = None) -> np.ndarray[Any, Any]:
        """Return the integers of the symbols as an array of numpy, laid out like the picture.

        Args:
            empty: the number for places without a cell; by default 0, or -1 where 0 is the value
                of a symbol.

        Raises:
            SudokuError: numpy is not installed, or `empty` is the value of a symbol.

        >>> import sudokulib
        >>> sudokulib.solve("1.....2..3.....4").solution.to_array().sum(axis=0).tolist()
        [10, 10, 10, 10]
        """
        return grid_array(self._of.geometry, dict(enumerate(self.indices)), empty)

    def __str__(self) -> str:
        """Return the picture that the geometry's givens are written in."""
        return self.puzzle.geometry_text(self.symbols)

    def violations(self) -> tuple[Violation, ...]:
        """Return everything that it violates, shape by shape; empty for a correct solution."""
        return tuple(self._violations())

    def _violations(self) -> Iterator[Violation]:
        geometry, integers = self.puzzle.geometry, self.integers
        for cell, (mask, index) in enumerate(zip(self.puzzle.masks, self.indices, strict=True)):
            if not mask >> index & 1:
                name, symbol = geometry.cells[cell].name, geometry.alphabet.symbols[index]
                wanted = " or ".join(geometry.alphabet.of_mask(mask)) or "nothing"
                yield Violation(None, (name,), f"{name} is {symbol}, but must be {wanted}")
        context = self.puzzle.context
        for shape in context.shapes:
            if max(shape.cells, default=-1) >= len(integers):
                continue
            if not shape.rule.holds(integers, context):
                names = tuple(geometry.cells[c].name for c in shape.cells)
                symbols = " ".join(self.symbols[c] for c in shape.cells)
                yield Violation(shape, names, f"{shape.label} does not hold: {symbols}")
        for shapes in shapes_by_hidden(context):
            if next(witnesses(integers, shapes, context), None) is None:
                names = tuple(geometry.name_of(c) for shape in shapes for c in shape.cells)
                unique = tuple(dict.fromkeys(names))
                labels = " and ".join(shape.label for shape in shapes)
                yield Violation(shapes[0], unique, f"no hidden cells fit: {labels}")

    @property
    def hidden(self) -> Mapping[str, str]:
        """Symbols for the hidden cells that a file declares, by name; empty if none fit."""
        geometry, context = self.puzzle.geometry, self.puzzle.context
        seen = len(self.indices)
        found = {seen + i: cell.domain for i, cell in enumerate(geometry.hidden)}
        values = {c: context.values[(d & -d).bit_length() - 1] for c, d in found.items() if d}
        for shapes in shapes_by_hidden(context):
            fit = next(witnesses(self.integers, shapes, context), None)
            if fit is None:
                return {}
            values |= fit
        symbols = dict(zip(context.values, geometry.alphabet.symbols, strict=True))
        return {geometry.name_of(c): symbols[value] for c, value in values.items()}
