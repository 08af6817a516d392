"""Puzzle: a geometry with givens, restrictions and further shapes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sudokulib.basics.notebooks import SvgDisplay
from sudokulib.errors import GivensError, SudokuError
from sudokulib.geometries.core import Geometry
from sudokulib.puzzles.text_pictures import parse_text_picture, text_picture
from sudokulib.shapes import Context, Shape, merge_shapes

__all__ = ["SHORT", "Givens", "Puzzle", "make_puzzle"]

Givens = str | Mapping[str, str | int]
"""Rows of text, one line, or symbols by cell reference."""

_NAMED = 4
"""Cells that the name of a shape without a label lists."""


SHORT = 100
"""Cells that a line in a `repr` shows: a classic grid has 81, and no more fit on a screen."""


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle(SvgDisplay):
    """An immutable puzzle; make one with `Geometry.puzzle` or `load`.

    Puzzles are equal when they mean the same: geometry, candidates and shapes, not the title.

    Args:
        geometry: where it is played.
        masks: for each cell the symbols that givens and restrictions leave, as a bit mask.
        givens: index of the given symbol by cell, sorted by cell.
        shapes: shapes beyond the geometry's.
        title, author, source, description: for people.
        answer: the solution that a file states, as symbol indices; empty if it states none.
    """

    geometry: Geometry
    masks: tuple[int, ...]
    givens: tuple[tuple[int, int], ...] = ()
    shapes: tuple[Shape, ...] = ()
    title: str = ""
    author: str = ""
    source: str = ""
    description: str = ""
    answer: tuple[int, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        own = f", {len(self.shapes)} own shapes" if self.shapes else ""
        name, count = self.geometry.name or "unnamed", len(self.givens)
        line = f": {self.line()}" if len(self.geometry) <= SHORT else ""
        return f"<Puzzle {name}, {count} givens{own}{line}>"

    def _identity(self) -> Hashable:
        return (self.geometry, self.masks, self.givens, frozenset(self.shapes))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.geometry, self.masks, self.givens))

    @property
    def exact_key(self) -> Hashable:
        """A key equal only for puzzles that agree in all that is solved, shown or drawn of them.

        Caches identify puzzles by it (see `sudokulib.basics.caching`).
        """
        texts = (self.title, self.author, self.source, self.description)
        shapes = tuple(shape.exact_key for shape in self.shapes)
        return (self.geometry.exact_key, self.masks, self.givens, shapes, texts, self.answer)

    @property
    def all_shapes(self) -> tuple[Shape, ...]:
        """The geometry's shapes and the puzzle's own, merged."""
        if not self.shapes:
            return self.geometry.shapes
        return merge_shapes(self.geometry.shapes + self.shapes)

    @property
    def context(self) -> Context:
        """The view of the puzzle that kinds of shapes read, with all shapes."""
        return self.geometry.context_of(self.all_shapes)

    def with_shapes(self, *shapes: Shape) -> Puzzle:
        """Return the same puzzle with further shapes.

        Raises:
            GivensError: a shape that no filling can satisfy by itself.
        """
        more = replace(self, shapes=merge_shapes(self.shapes + shapes))
        context = more.context
        for shape in shapes:
            if problem := shape.rule.problem(context):
                raise GivensError(f"{shape.label}: {problem}")
        return more

    def without_shapes(self, *shapes: Shape) -> Puzzle:
        """Return the same puzzle without some of its shapes, found by their meaning.

        A shape of the geometry goes as well; the puzzle then has a geometry of its own, without
        the figures that the file of the first one states.

        Raises:
            GivensError: a shape that the puzzle does not have.

        >>> import sudokulib
        >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
        >>> len(puzzle.without_shapes(puzzle.all_shapes[0]).all_shapes)
        11
        """
        gone = {shape.meaning: shape for shape in shapes}
        have = {shape.meaning for shape in self.all_shapes}
        for meaning, shape in gone.items():
            if meaning not in have:
                raise GivensError(f"the puzzle has no such shape as {shape.label}; name one it has")
        geometry = self.geometry
        left = tuple(shape for shape in geometry.shapes if shape.meaning not in gone)
        if len(left) < len(geometry.shapes):
            geometry = replace(geometry, shapes=left, expect=None)
        mine = tuple(shape for shape in self.shapes if shape.meaning not in gone)
        return replace(self, geometry=geometry, shapes=mine)

    def name_of(self, shape: Shape) -> str:
        """Name a shape for people: its label, or its kind and the cells by which to find it."""
        if shape.labels or not shape.cells:
            return shape.label
        more = " …" if len(shape.cells) > _NAMED else ""
        return f"{shape.kind} of {' '.join(map(self.geometry.name_of, shape.cells[:_NAMED]))}{more}"

    def symbols(self) -> list[str]:
        """Return the given symbol of each cell, an empty text where there is none."""
        known = ["" for _ in self.geometry.cells]
        for cell, value in self.givens:
            known[cell] = self.geometry.alphabet.symbols[value]
        return known

    def geometry_text(self, symbols: Sequence[str]) -> str:
        """Return a symbol for each cell (or an empty text) as the geometry's text picture."""
        return text_picture(self.geometry, symbols)

    def line(self) -> str:
        """Return the givens in the order of the cells as one line."""
        alphabet = self.geometry.alphabet
        join = "" if alphabet.compact else " "
        return join.join(symbol or alphabet.empty for symbol in self.symbols())

    def __str__(self) -> str:
        return self.geometry_text(self.symbols())


def make_puzzle(
    geometry: Geometry,
    givens: Givens = "",
    *,
    shapes: Sequence[Shape] = (),
    allowed: Mapping[str, str] | None = None,
    title: str = "",
) -> Puzzle:
    """Make a puzzle from givens as text or mapping.

    Args:
        geometry: where it is played.
        givens: rows of text as the geometry is laid out (``.`` for empty), one line with all
            cells in order, or a mapping from references to symbols.
        shapes: shapes beyond the geometry's.
        allowed: symbols by cell reference, as ``{"R1C1": "135"}``.
        title: for people.

    Raises:
        GivensError: givens of the wrong size; AlphabetError: unknown symbols;
        CellReferenceError: unknown cells.
    """
    known = read_givens(geometry, givens)
    masks = list(geometry.domains)
    for reference, symbols in (allowed or {}).items():
        mask = geometry.alphabet.mask(symbols)
        for cell in geometry.find(reference):
            masks[cell] &= mask
    for cell, value in known.items():
        masks[cell] &= 1 << value
    puzzle = Puzzle(geometry, tuple(masks), tuple(sorted(known.items())), title=title)
    return puzzle.with_shapes(*shapes) if shapes else puzzle


def read_givens(geometry: Geometry, givens: Givens, what: str = "givens") -> dict[int, int]:
    """Return symbol index by cell from any form of givens, or of `what` else, for messages."""
    if isinstance(givens, str):
        return parse_text_picture(geometry, givens, what)
    known: dict[int, int] = {}
    for reference, symbol in givens.items():
        try:
            value = geometry.alphabet.index(str(symbol))
            cells = geometry.find(reference)
        except SudokuError as error:
            raise type(error)(str(error), field=(reference,)) from None
        for cell in cells:
            if known.setdefault(cell, value) != value:
                name = geometry.cells[cell].name
                raise GivensError(f"{name} is given twice, as different symbols; drop one")
    return known
