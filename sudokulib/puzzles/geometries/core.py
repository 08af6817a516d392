"""Geometry: an alphabet, cells, shapes and their neighbourhood, without givens."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import ExactKey
from sudokulib.basics.cells import CellIndex, Position
from sudokulib.basics.late_binding import convenience
from sudokulib.basics.notebooks import SvgDisplay
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.errors import GeometryError
from sudokulib.shapes import Context, Kind, Shape, merge_shapes
from sudokulib.shapes.layer_cells import place_in_words
from sudokulib.shapes.topology import Topology
from sudokulib.shapes.unseen import Unseen

if TYPE_CHECKING:
    import networkx as nx

    from sudokulib.puzzles.puzzle import Givens, Puzzle

Polygon = tuple[tuple[float, float], ...]
"""Corner points (x, y) in cell sides, y pointing down."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A named place.

    Args:
        name: canonical name, ``R4C7`` of the picture or ``A.R4C7`` of a face.
        at: 0-based (row, column) in the text picture; no two cells share one.
        views: for each view ("flat", and "solid" if it has one) the outline to draw.
        faces: names of the grids or faces on which it lies.
    """

    name: str
    at: Position
    views: tuple[tuple[str, Polygon], ...] = ()
    faces: tuple[str, ...] = ()

    def outline(self, view: str = "flat") -> Polygon:
        """Return the outline in a view; if it has none, the unit square at its place."""
        row, column = self.at
        square = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        return dict(self.views).get(view, square)


@dataclass(frozen=True, slots=True)
class HiddenCell:
    """A cell that shapes may read, but that is absent from pictures, givens and solutions.

    Args:
        name: the name by which shapes refer to it.
        domain: the symbols that it may take, as a bit mask.
    """

    name: str
    domain: int


Known = Literal["computed", "derived", "published"]
"""How a number is known."""


@dataclass(frozen=True, slots=True)
class Count(ResultBase):
    """A number of solutions and how it is known.

    Args:
        value: the number.
        known: ``computed`` here, ``derived`` by the tree rule, or ``published``.
        source: who published it, or the published factor it was derived from.
        stopped: "time" or "nodes" if a limit of the count was reached first, else empty.

    >>> import sudokulib
    >>> count = sudokulib.count("4x4")
    >>> count.value, int(count), bool(count)
    (288, 288, True)
    """

    value: int
    known: Known = "computed"
    source: str = ""
    stopped: str = ""

    @property
    def complete(self) -> bool:
        """True unless a limit was reached first: then there are at least this many."""
        return not self.stopped

    def __repr__(self) -> str:
        stopped = f", stopped={self.stopped!r}" if self.stopped else ""
        known = f"known={self.known!r}, source={self.source!r}{stopped}"
        return clipped(f"Count(value={self.value}, {known})")

    def __int__(self) -> int:
        return self.value

    def __bool__(self) -> bool:
        """Return whether there is a solution."""
        return self.value > 0


@dataclass(frozen=True, slots=True)
class Expect:
    """Properties that a geometry file states about itself, for tests.

    Args:
        cells: number of cells.
        shapes: number of shapes after merging.
        solutions: number of filled grids, where known.
    """

    cells: int
    shapes: int
    solutions: Count | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A geometry that was included in another.

    Args:
        name: its name there ("A").
        geometry: the geometry that was included.
        cells: for each of its cells, the cell it became.
    """

    name: str
    geometry: Geometry
    cells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Geometry(SvgDisplay, ResultBase):
    """An immutable geometry. Comparing geometries ignores names and drawings.

    Everything that is cached on it depends on its own fields alone, which never change.

    Args:
        alphabet: the symbols.
        cells: the cells; their position in this tuple is their index everywhere.
        domains: for each cell, the symbols allowed in it, as a bit mask.
        shapes: the shapes, merged.
        topology: sides and neighbours.
        index: the names that cell references may use.
        name: name of the file, such as ``samurai``.
        title, description, source: for people.
        parts: the geometries included in it, with their places.
        expect: figures from the file.
        hidden: hidden cells; their indices follow those of the cells.
        file: the content of a file that describes it, as JSON, if known; before writing it, check
            that it still does.
        seed: the seed of a random geometry.

    >>> import sudokulib
    >>> samurai = sudokulib.geometry("samurai")
    >>> samurai
    <Geometry samurai: 369 cells, 131 shapes, 9 symbols>
    >>> samurai.cells[samurai.cell("A.R9C9")].name, len(samurai.find("A.R7C7:R9C9"))
    ('R9C9', 9)
    """

    alphabet: Alphabet
    cells: tuple[Cell, ...]
    domains: tuple[int, ...]
    shapes: tuple[Shape, ...]
    topology: Topology
    index: CellIndex = field(repr=False)
    name: str = ""
    title: str = ""
    description: str = ""
    source: str = ""
    parts: tuple[Part, ...] = field(default=(), repr=False)
    expect: Expect | None = None
    hidden: tuple[HiddenCell, ...] = ()
    file: str = field(default="", repr=False)
    seed: int | None = None

    @cached_property
    def _identity(self) -> Hashable:
        return (
            self.alphabet,
            tuple(cell.name for cell in self.cells),
            self.domains,
            frozenset(self.shapes),
            self.topology,
            self.hidden,
        )

    @cached_property
    def _hash(self) -> int:
        return hash(self._identity)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Geometry):
            return NotImplemented
        return self._hash == other._hash and self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def exact_key(self) -> ExactKey:
        """A key equal only for geometries that agree in every field, order of shapes included.

        Caches identify geometries by it or by `rules_key` (see `sudokulib.basics.caching`).
        """
        return ExactKey(
            self.rules_key,
            self.cells,
            (self.name, self.title, self.description, self.source, self.file, self.seed),
            tuple((part.name, part.geometry.exact_key, part.cells) for part in self.parts),
            self.expect,
            self.hidden,
            unhashed=(self.index,),
        )

    @cached_property
    def rules_key(self) -> ExactKey:
        """A key equal only for geometries with the same `context`, labels of shapes included."""
        shapes = tuple(shape.exact_key for shape in self.shapes)
        words = tuple([place.words for place in self.topology.places.values()])
        return ExactKey(
            self.alphabet, self._domains, self.topology, shapes, len(self.hidden), words
        )

    @cached_property
    def meanings(self) -> frozenset[Hashable]:
        """The meanings of its shapes (see `Shape.meaning`)."""
        return frozenset(shape.meaning for shape in self.shapes)

    def shapes_with(self, more: Mapping[Hashable, Shape]) -> tuple[Shape, ...]:
        """Return its shapes merged with others.

        Args:
            more: shapes by meaning (see `sudokulib.shapes.kind.shapes_by_meaning`).
        """
        every = (*self.shapes, *more.values())
        known = self.meanings
        apart = len(known) == len(self.shapes) and known.isdisjoint(more)
        return every if apart else merge_shapes(every)

    def __getstate__(self) -> dict[str, object]:
        hidden = {"_hash", "_identity", "exact_key", "meanings", "rules_key", "shape_index"}
        return {k: v for k, v in self.__dict__.items() if k not in hidden}

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def called(self) -> str:
        """Its name; its title if it has no name, and "unnamed" if it has neither."""
        return self.name or self.title or "unnamed"

    def __repr__(self) -> str:
        sizes = {"cell": len(self.cells), "shape": len(self.shapes), "symbol": len(self.alphabet)}
        said = (f"{size} {word}{'s' * (size != 1)}" for word, size in sizes.items())
        return clipped(f"<Geometry {self.called}: {', '.join(said)}>")

    def cell(self, reference: str) -> int:
        """Return the index of the one cell that a reference names ("R4C7", "A.R4C7")."""
        return self.index.single(reference)

    def find(self, reference: str) -> tuple[int, ...]:
        """Return the indices of the cells that a reference names ("R1C1:R3C3"), in order."""
        return tuple(self.index.resolve(reference))

    @cached_property
    def unconstrained_cells(self) -> tuple[int, ...]:
        """The cells in no shape and no layer, which may hold anything: usually a mistake."""
        covered = {cell for shape in self.shapes for cell in shape.cells} | self.topology.layered
        return tuple(cell for cell in range(len(self.cells)) if cell not in covered)

    @property
    def context(self) -> Context:
        """The view of the geometry that kinds of shapes read."""
        return self.context_of(self.shapes)

    def context_of(self, shapes: tuple[Shape, ...]) -> Context:
        """Return the view that kinds of shapes read, given all shapes."""
        return Context(
            self.alphabet,
            self._domains,
            self.topology,
            shapes,
            len(self.hidden),
            descriptions=self._descriptions(),
        )

    def _descriptions(self) -> dict[int, Unseen]:
        """Return the words that files have for cells of layers."""
        found = {}
        for cell, place in self.topology.places.items():
            if place.words:
                said = dict(place.words)
                words = tuple([said.get(symbol, symbol) for symbol in self.alphabet.symbols])
                layer = self.cells[cell].name.partition(".")[0]
                found[cell] = place_in_words(cell, place, layer, words)
        return found

    @property
    def _domains(self) -> tuple[int, ...]:
        """The domains of all cells, the hidden ones last."""
        return self.domains + tuple(cell.domain for cell in self.hidden)

    def name_of(self, number: int) -> str:
        """Return the name of a cell or hidden cell."""
        seen = len(self.cells)
        return self.cells[number].name if number < seen else self.hidden[number - seen].name

    @cached_property
    def shape_index(self) -> CellIndex:
        """The names that references in shapes may use: `index`, and hidden cells by their names."""
        numbers = {cell.name: len(self.cells) + i for i, cell in enumerate(self.hidden)}
        return replace(self.index, hidden=numbers)

    @staticmethod
    def from_houses(
        houses: Iterable[str | Iterable[Hashable]] | Mapping[str, str | Iterable[Hashable]],
        *,
        symbols: Any = None,
        neighbours: Iterable[tuple[Hashable, Hashable]] | None = None,
        title: str = "",
    ) -> Geometry:
        """Return the geometry of some houses: sets of cells in which no symbol repeats.

        Args:
            houses: the cells of each, perhaps by label. Cells are references in a text
                (``"R1C1..R1C4"``), or any names, numbers or pairs (row, column) from 0. Names and
                numbers are drawn in a square, and numbers are named after their places in it.
            symbols: as in a file, or their number; absent: as many as the largest house has cells.
            neighbours: pairs of cells that lie side by side; absent: those side by side in the
                picture, or none if cells have their own names.
            title: for people.

        Raises:
            ProblemsError: with the messages of files.

        >>> Geometry.from_houses(["R1", "R2", "R3", "C1", "C2", "C3", "R1C1 R2C2 R3C3"])
        <Geometry unnamed: 9 cells, 7 shapes, 3 symbols>
        """
        make = convenience("Geometry.from_houses")
        made: Geometry = make(houses, symbols=symbols, neighbours=neighbours, title=title)
        return made

    @staticmethod
    def from_graph(
        graph: nx.Graph[Any],
        *,
        symbols: Any = None,
        neighbours: Iterable[tuple[Hashable, Hashable]] | None = None,
        title: str = "",
    ) -> Geometry:
        """Return the geometry of a networkx graph; its fillings are the proper colourings.

        Args:
            graph: cells, and an edge where two must differ; or as `graph` has them, cells
                (``bipartite=0``) and houses (``bipartite=1``). Of the attributes of cells, ``at``
                is the place in the picture, from 0, and ``symbols`` are those allowed.
            symbols: as in a file, or how many; absent: those that cells carry, else as many as the
                largest clique has cells, which may be too few.
            neighbours, title: as of `from_houses`.

        Raises:
            GeometryError: an edge from a cell to itself, or a shape of a kind with more to it.
            ProblemsError: the errors that a file would have.

        >>> import networkx as nx
        >>> Geometry.from_graph(nx.sudoku_graph(3))
        <Geometry unnamed: 81 cells, 27 shapes, 9 symbols>
        >>> Geometry.from_graph(nx.petersen_graph(), symbols="RGB")
        <Geometry unnamed: 10 cells, 15 shapes, 3 symbols>
        """
        make = convenience("Geometry.from_graph")
        made: Geometry = make(graph, symbols=symbols, neighbours=neighbours, title=title)
        return made

    def add(
        self,
        shape: str | Kind | type[Kind] | Shape | Mapping[str, Any],
        /,
        *values: Any,
        **more: Any,
    ) -> Geometry:
        """Return the same geometry with a further shape; arguments as of `Puzzle.add`.

        Figures that its file states, and the geometries it is made of, are not those of the other.

        >>> from sudokulib import geometry
        >>> geometry("9x9").add("diagonals").add("anti-knight")
        <Geometry 9x9: 81 cells, 29 shapes, 9 symbols>
        """
        made: Geometry = convenience("Geometry.add")(self, shape, *values, **more)
        return made

    def without(self, role: str) -> Geometry:
        """Return the same geometry without the shapes that have a role.

        Those that have another role as well stay with that one.
        """
        shapes = tuple(
            replace(shape, roles=shape.roles - {role})
            for shape in self.shapes
            if shape.roles != {role}
        )
        return replace(self, shapes=shapes, parts=(), expect=None, file="", seed=None)

    def with_hidden(self, cells: Mapping[str, int]) -> Geometry:
        """Return the same geometry with further hidden cells.

        Args:
            cells: for each name the symbols that it may take, as a bit mask.

        Raises:
            GeometryError: a name is taken.
        """
        taken = self.shape_index.names.keys() | self.shape_index.hidden.keys()
        for name in cells:
            check_hidden_name(name, taken)
        more = tuple(HiddenCell(name, mask) for name, mask in cells.items())
        return replace(self, hidden=self.hidden + more) if more else self

    @cached_property
    def houses(self) -> tuple[Shape, ...]:
        """The shapes in which every allowed symbol stands exactly once: computed, not declared."""
        found: tuple[Shape, ...] = convenience("Geometry.houses")(self)
        return found

    @property
    def graph(self) -> nx.Graph[str]:
        """Cells and shapes as a bipartite graph (see `sudokulib.puzzles.geometries.graph`).

        It is a new one each time, which may be changed: the geometry stays as it is.
        """
        graph: nx.Graph[str] = convenience("Geometry.graph")(self)
        return graph

    @property
    def peer_graph(self) -> nx.Graph[str]:
        """Cells that must differ as a networkx graph (see `sudokulib.model.of_geometry`).

        It is a new one each time, as `graph` is.
        """
        graph: nx.Graph[str] = convenience("Geometry.peer_graph")(self)
        return graph

    def puzzle(
        self,
        givens: Givens = "",
        *,
        shapes: Sequence[Shape] = (),
        allowed: Mapping[str, str] | None = None,
        title: str = "",
    ) -> Puzzle:
        """Return a puzzle on this geometry; see `sudokulib.puzzles.puzzle.make_puzzle`."""
        make = convenience("Geometry.puzzle")
        puzzle: Puzzle = make(self, givens, shapes=shapes, allowed=allowed or {}, title=title)
        return puzzle


def check_hidden_name(name: str, taken: Collection[str], what: str = "hidden cell") -> None:
    """Raise GeometryError if a hidden cell, or a layer, cannot have this name."""
    if name in taken or name == "all" or re.fullmatch(r"(R\d+)?(C\d+)?", name):
        raise GeometryError(f"{name!r} already names cells; rename the {what}", field=(name,))
    if what == "layer" and not name.isidentifier():
        raise GeometryError(
            f"{name!r} cannot name a layer; use a word of letters and digits", field=(name,)
        )
