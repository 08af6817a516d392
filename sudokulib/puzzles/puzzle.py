"""Puzzle: a geometry with givens, restrictions and further shapes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sudokulib.basics.arguments import listed
from sudokulib.basics.late_binding import convenience, lazy_module
from sudokulib.basics.notebooks import SvgDisplay
from sudokulib.basics.quoting import clipped, counted, short
from sudokulib.basics.results import ResultBase
from sudokulib.errors import CellReferenceError, GivensError, SudokuError
from sudokulib.puzzles.arrays import grid_array
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.rows import Array, Table, nested_lists, parse_rows
from sudokulib.puzzles.text_pictures import parse_text_picture, text_picture
from sudokulib.shapes import Context, Kind, Shape, merge_shapes
from sudokulib.shapes.fields import rule_fields
from sudokulib.shapes.kind import names_cells, shapes_by_meaning
from sudokulib.shapes.own_cells import shape_problem_finder

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np

    from sudokulib.puzzles import rules_text
    from sudokulib.puzzles.geometries import graph as graphs
else:
    graphs = lazy_module("sudokulib.puzzles.geometries.graph")
    rules_text = lazy_module("sudokulib.puzzles.rules_text")

Givens = str | Mapping[str, str | int] | Sequence[Any] | Array | Table
"""Rows of text, one line, symbols by cell reference, or rows of values."""

_NAMED = 4
"""Cells that the name of a shape without a label lists."""


SHORT = 100
"""Cells that a line in a `repr` shows: a classic grid has 81, and no more fit on a screen."""


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle(SvgDisplay, ResultBase):
    """An immutable puzzle; make one with `Geometry.puzzle` or `load`.

    Puzzles are equal when they mean the same: geometry, candidates and shapes, not the title.

    Args:
        geometry: the geometry that it is on.
        masks: for each cell the symbols that givens and restrictions leave, as a bit mask.
        given_values: the givens as pairs of cell and value, both as indices, sorted by cell.
        shapes: shapes in addition to those of the geometry.
        title, author, source, description: for people.
        answer: the solution that a file states, as symbol indices; empty if it states none.
        fog: the cells that are seen at the start where fog hides the clues; empty: there is none.

    >>> import sudokulib
    >>> sudokulib.read("1.....2..3.....4")
    <Puzzle 4x4, 4 givens: 1.....2..3.....4>
    """

    geometry: Geometry
    masks: tuple[int, ...]
    given_values: tuple[tuple[int, int], ...] = ()
    shapes: tuple[Shape, ...] = ()
    title: str = ""
    author: str = ""
    source: str = ""
    description: str = ""
    answer: tuple[int, ...] = field(default=(), repr=False)
    fog: tuple[int, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        own = f", {counted(len(self.shapes), 'own shape')}" if self.shapes else ""
        name = self.geometry.called
        givens = counted(len(self.given_values), "given")
        line = f": {self.line()}" if len(self.geometry) <= SHORT else ""
        return clipped(f"<Puzzle {name}, {givens}{own}{line}>")

    def _identity(self) -> Hashable:
        return (self.geometry, self.masks, self.given_values, frozenset(self.shapes))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.geometry, self.masks, self.given_values))

    @property
    def exact_key(self) -> Hashable:
        """A key equal only for puzzles that agree in all that is solved, shown or drawn of them.

        Caches identify puzzles by it (see `sudokulib.basics.caching`).
        """
        texts = (self.title, self.author, self.source, self.description, self.fog)
        shapes = tuple(shape.exact_key for shape in self.shapes)
        return (self.geometry.exact_key, self.masks, self.given_values, shapes, texts, self.answer)

    @property
    def all_shapes(self) -> tuple[Shape, ...]:
        """The geometry's shapes and the puzzle's own, merged."""
        if not self.shapes:
            return self.geometry.shapes
        return self.geometry.shapes_with(shapes_by_meaning(self.shapes))

    @property
    def context(self) -> Context:
        """The view of the puzzle that kinds of shapes read, with all shapes."""
        return self.geometry.context_of(self.all_shapes)

    def add(
        self,
        shape: str | Kind | type[Kind] | Shape | Mapping[str, Any],
        /,
        *values: Any,
        **more: Any,
    ) -> Puzzle:
        """Return the same puzzle with a further shape, validated like those of a file.

        Args:
            shape: the name of a kind or an alias; or a rule, a shape, or what a file says of one.
            values: after a name, the fields of the kind in order (see ``sudokulib kinds NAME``),
                cells as in files, lists of them or of indices, numbers, rules.
            more: further fields by name; also ``label``, its name in explanations, and ``role``.

        Raises:
            ProblemsError: with the messages of files.
            GeometryError: there is no such cell, or `shape` is something else.

        >>> import sudokulib
        >>> from sudokulib.shapes import Cage
        >>> puzzle = (
        ...     sudokulib.geometry("4x4")
        ...     .puzzle()
        ...     .add("cage", "R1C1 R2C1", sum=3)
        ...     .add("thermometer", "R3C2..R3C4")
        ...     .add("kropki", "r1c3 r1c4", dot="black")
        ...     .add(Cage(cells="R4C1 R4C2", sum=3))
        ... )
        >>> [shape.kind for shape in puzzle.shapes]
        ['cage', 'thermometer', 'ratio', 'cage']
        >>> puzzle.add("cage", "R1C1 R1C2", sum=30)
        Traceback (most recent call last):
        ...
        sudokulib.errors.ProblemsError: add('cage'): cage: 2 cells cannot sum to 30 with different \
values, only to 3 to 7
            fix: change the sum or the cells
        """
        made: Puzzle = convenience("Puzzle.add")(self, shape, *values, **more)
        return made

    @property
    def graph(self) -> nx.Graph[str]:
        """Cells and all shapes, the puzzle's own too, as a networkx graph (see `Geometry.graph`).

        Cells carry ``given`` as well, and in ``symbols`` only what givens and restrictions leave.
        Each call makes a new graph, which may be changed without changing the puzzle.

        >>> from sudokulib import geometry
        >>> graph = geometry("4x4").puzzle().add("cage", "R1C1 R2C2", sum=5).graph
        >>> sorted(graph["cage"])
        ['R1C1', 'R2C2']
        """
        graph = graphs.bipartite_graph(self.geometry, self.all_shapes)
        alphabet, given = self.geometry.alphabet, self.symbols()
        for number, cell in enumerate(self.geometry.cells):
            symbols = alphabet.of_mask(self.masks[number])
            graph.nodes[cell.name].update(given=given[number], symbols=symbols)
        return graph

    @property
    def givens(self) -> Mapping[str, str]:
        """The given symbols by the names of their cells, in the order of the cells.

        >>> from sudokulib import geometry
        >>> dict(geometry("4x4").puzzle("1... ..2. .... ....").givens)
        {'R1C1': '1', 'R2C3': '2'}
        """
        cells, symbols = self.geometry.cells, self.geometry.alphabet.symbols
        return MappingProxyType({cells[c].name: symbols[v] for c, v in self.given_values})

    def __getitem__(self, cell: str) -> str:
        """Return the given symbol of the cell that a reference names, an empty text if none is.

        Raises:
            CellReferenceError: it does not name exactly one cell.

        >>> from sudokulib import geometry
        >>> puzzle = geometry("4x4").puzzle("1... ..2. .... ....")
        >>> puzzle["R1C1"], puzzle["r1c2"]
        ('1', '')
        """
        if not isinstance(cell, str):
            raise CellReferenceError(f"{cell!r} is not the name of a cell; write puzzle['R1C1']")
        value = dict(self.given_values).get(self.geometry.cell(cell))
        return "" if value is None else self.geometry.alphabet.symbols[value]

    __iter__ = None  # else a loop would ask for puzzle[0]; loop over givens or geometry.cells

    def with_givens(self, givens: Givens) -> Puzzle:
        """Return the same puzzle with further givens.

        Args:
            givens: symbols by cell reference, rows of text, or one line.

        Raises:
            GivensError: a cell already has another given, or a text does not fit.
            CellReferenceError, AlphabetError: there is no such cell or symbol.

        >>> from sudokulib import geometry
        >>> geometry("4x4").puzzle().with_givens({"R1C1": 3, "R4": 2}).line()
        '3...........2222'
        """
        known = dict(self.given_values)
        masks = list(self.masks)
        for cell, value in read_givens(self.geometry, givens).items():
            if known.setdefault(cell, value) != value:
                name = self.geometry.cells[cell].name
                raise GivensError(
                    f"{name} is given twice, as different symbols; drop the first by "
                    f"without_givens({name!r})",
                    field=(name,),
                )
            masks[cell] &= 1 << value
        fits = all(masks[cell] >> value & 1 for cell, value in enumerate(self.answer))
        return self._given(masks, known, self.answer if fits else ())

    def without_givens(self, *references: str | Iterable[str]) -> Puzzle:
        """Return the same puzzle without the givens in some cells, or without any.

        What was ``allowed`` in a cell with a given is no longer known: all of the
        geometry's symbols are possible there.

        Args:
            references: of cells, given or not, alone or in lists; none means all.

        Raises:
            CellReferenceError: there is no such cell.

        >>> from sudokulib import geometry
        >>> puzzle = geometry("4x4").puzzle("1... ..2. .3.. ...4")
        >>> puzzle.without_givens("R1C1", "R3 R4").line()
        '......2.........'
        """
        named = [one for some in references for one in listed(some)]
        cells = [cell for one in named for cell in self.geometry.find(one)]
        gone = set(cells if references else range(len(self.masks)))
        masks = list(self.masks)
        for cell in gone.intersection(dict(self.given_values)):
            masks[cell] = self.geometry.domains[cell]
        left = {c: v for c, v in self.given_values if c not in gone}
        return self._given(masks, left, ())  # what was the only solution may be one of several

    def _given(
        self, masks: Sequence[int], known: Mapping[int, int], answer: tuple[int, ...]
    ) -> Puzzle:
        given = tuple(sorted(known.items()))
        return replace(self, masks=tuple(masks), given_values=given, answer=answer)

    def with_shapes(self, *shapes: Shape) -> Puzzle:
        """Return the same puzzle with further shapes.

        Raises:
            GivensError: a shape that no filling can satisfy by itself.
        """
        _check_shapes(shapes)
        if any(names_cells(shape.rule) for shape in shapes):
            return reduce(Puzzle.add, shapes, self)
        more = replace(self, shapes=merge_shapes(self.shapes + shapes))
        context = more.context
        problem_of = shape_problem_finder(context)
        for shape in shapes:
            if strange := [c for c in shape.cells if not 0 <= c < len(context.domains)]:
                last = len(context.domains) - 1
                raise GivensError(
                    f"{shape.label}: there is no cell {strange[0]}; indices go from 0 to {last}"
                )
            if problem := problem_of(shape):
                raise GivensError(f"{shape.label}: {problem}")
        return more

    def without_shapes(self, *shapes: Shape) -> Puzzle:
        """Return the same puzzle without some of its shapes, found by their meaning.

        A shape of the geometry can be removed too; the puzzle then has a geometry of its own,
        without the figures that the file of the first one states.

        Raises:
            GivensError: a shape that the puzzle does not have.

        >>> import sudokulib
        >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
        >>> len(puzzle.without_shapes(puzzle.all_shapes[0]).all_shapes)
        11
        """
        _check_shapes(shapes)
        gone = {shape.meaning: shape for shape in shapes}
        have = {shape.meaning for shape in self.all_shapes}
        for meaning, shape in gone.items():
            if meaning not in have:
                raise GivensError(f"the puzzle has no shape {shape.label}; name one that it has")
        geometry = self.geometry
        left = tuple(shape for shape in geometry.shapes if shape.meaning not in gone)
        if len(left) < len(geometry.shapes):
            geometry = replace(geometry, shapes=left, expect=None, seed=None)
        mine = tuple(shape for shape in self.shapes if shape.meaning not in gone)
        return replace(self, geometry=geometry, shapes=mine)

    def name_of(self, shape: Shape) -> str:
        """Name a shape for people: its label, or its kind and the cells by which to find it.

        >>> import sudokulib
        >>> puzzle = sudokulib.geometry("4x4").puzzle().add("renban", "R1C1 R2C2")
        >>> puzzle.name_of(puzzle.shapes[0])
        'renban of R1C1 R2C2'
        """
        if shape.labels or not shape.cells:
            return shape.label
        more = " …" if len(shape.cells) > _NAMED else ""
        inner = rule_fields(type(shape.rule))
        what = f"{shape.rule.called} on" if inner else f"{shape.kind} of"
        return f"{what} {' '.join(map(self.geometry.name_of, shape.cells[:_NAMED]))}{more}"

    def rules_text(self) -> str:
        """Return the rules in sentences for people who see a picture of it, line by line.

        They are made from the shapes, and say nothing of the description. Marks that a picture
        shows are named, such as white dots; cells only where a rule has no marks.

        >>> import sudokulib
        >>> puzzle = sudokulib.geometry("4x4").puzzle().add("whisper", "R1C1 R2C2 R3C1", d=2)
        >>> print(puzzle.rules_text())
        Each row, column and region contains the digits from 1 to 4 exactly once.
        Adjacent digits along a dashed green line differ by at least 2.
        """
        rules = rules_text.rule_sentences(self.geometry, self.all_shapes)
        fog = [rules_text.FOG] if self.fog else []
        return "\n".join([*(rule.text for rule in rules), *fog])

    @property
    def fogged(self) -> tuple[int, ...]:
        """The cells whose clues fog hides at the start: those that no given touches, unless seen.

        >>> import sudokulib
        >>> puzzle = sudokulib.read("{geometry: 4x4, fog: R1C1:R2C4, givens: {R4C4: 1}}")
        >>> [puzzle.geometry.name_of(cell) for cell in puzzle.fogged]
        ['R3C1', 'R3C2', 'R4C1', 'R4C2']
        """
        if not self.fog:
            return ()
        given, near = dict(self.given_values), self.geometry.topology.corner_neighbours
        seen = {*self.fog, *given, *(other for cell in given for other in near(cell))}
        return tuple(cell for cell in range(len(self.geometry)) if cell not in seen)

    def symbols(self) -> list[str]:
        """Return the given symbol of each cell, an empty text where there is none."""
        known = ["" for _ in self.geometry.cells]
        for cell, value in self.given_values:
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

    def to_array(self, *, empty: int | None = None) -> np.ndarray[Any, Any]:
        """Return the givens as an array of numpy, which `sudokulib.solve` takes as well.

        Args:
            empty: what stands in cells without a given and where there is no cell; absent: 0, or
                -1 where 0 is the value of a symbol.

        Raises:
            SudokuError: numpy is not installed, or `empty` is the value of a symbol.

        >>> import sudokulib
        >>> sudokulib.read("1.....2..3.....4").to_array()[0].tolist()
        [1, 0, 0, 0]
        """
        return grid_array(self.geometry, dict(self.given_values), empty)

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
        geometry: the geometry that it is on.
        givens: rows of text as the geometry is laid out (``.`` for empty), one line with all
            cells in order, a mapping from references to symbols, or rows of values (0 or None for
            empty).
        shapes: shapes in addition to those of the geometry.
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


def _check_shapes(shapes: Iterable[object]) -> None:
    """Raise a TypeError for what is no shape."""
    for one in shapes:
        if not isinstance(one, Shape):
            raise TypeError(f"{one!r} is not a Shape; take one of puzzle.all_shapes")


def read_givens(geometry: Geometry, givens: Givens, what: str = "givens") -> dict[int, int]:
    """Return symbol index by cell from any form of givens, or of `what` else, for messages.

    Raises:
        TypeError: they are neither text nor a mapping.
        SudokuError: see `make_puzzle`.
    """
    if isinstance(givens, str):
        return parse_text_picture(geometry, givens, what)
    givens = nested_lists(givens)
    if isinstance(givens, list | tuple):
        return parse_rows(geometry, givens, what)
    if not isinstance(givens, Mapping):
        raise TypeError(
            f"{short(repr(givens))} cannot be {what}; write symbols by cell, as in {{'R1C1': 5}}, "
            "text, or rows of symbols"
        )
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
