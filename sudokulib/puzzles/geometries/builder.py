"""A geometry under construction, to which generators add cells, tiles and shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.cells import CellIndex, Position, cell_name
from sudokulib.basics.interruption import checked
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.core import (
    Cell,
    Expect,
    Geometry,
    HiddenCell,
    Part,
    Polygon,
    check_hidden_name,
)
from sudokulib.puzzles.geometries.error_collector import ErrorCollector, Field
from sudokulib.puzzles.geometries.layer_places import Layer, layer_places
from sudokulib.puzzles.geometries.walks import Sheet, TileWalks
from sudokulib.shapes import Context, Kind, Shape, all_different, merge_shapes
from sudokulib.shapes.own_cells import shape_problem_finder
from sudokulib.shapes.topology import LayerPlaces, Mesh, Place, Topology


@dataclass
class DraftCell:
    """A cell in the making.

    Args:
        at: its place in the text picture.
        name: its own name; if empty, it is named after its place in the picture.
        views: outlines by view.
        faces: the grids or faces it lies on.
    """

    at: Position
    name: str = ""
    views: dict[str, Polygon] = field(default_factory=dict)
    faces: list[str] = field(default_factory=list)


class Builder:
    """Collects cells, tiles, shapes and parts; `finish` makes the geometry.

    Cells of flat grids are placed by their position in the picture and merge where grids
    overlap (`place`); cells of faces have names and never merge by themselves (`add`).
    """

    def __init__(self, alphabet: Alphabet, limits: Limits = DEFAULT_LIMITS) -> None:
        self.alphabet = alphabet
        self.limits = limits
        self.cells: list[DraftCell] = []
        self.mesh = Mesh()
        self.shapes: list[Shape] = []
        self.parts: list[Part] = []
        self.allowed: dict[int, int] = {}
        self.patches: dict[str, dict[Position, int]] = {}
        self.tiles: dict[str, dict[Position, int]] = {}
        self.grids = 0
        self._sheets: list[Sheet] = []
        self._placed: dict[Position, int] = {}
        self._named: dict[str, int] = {}
        self._same: list[tuple[int, int]] = []
        self._hidden: dict[str, int] = {}
        self._members = 0
        self._origins: dict[int, Field] = {}

    @contextmanager
    def origin(self, *field: str | int) -> Iterator[None]:
        """Attribute errors of shapes added in the body to this field of the file."""
        yield
        for number in range(len(self._origins), len(self.shapes)):
            self._origins[number] = field

    def place(self, at: Position) -> int:
        """Return the cell of the flat picture at `at`, creating it if necessary."""
        if at not in self._placed:
            if min(at) < 0:
                raise GeometryError(
                    f"a cell at row {at[0] + 1}, column {at[1] + 1} is off the picture"
                )
            self._placed[at] = self._new(DraftCell(at))
        return self._placed[at]

    def add(self, name: str, at: Position, views: Mapping[str, Polygon] | None = None) -> int:
        """Add a cell with its own name, drawn at `at` in the text picture; return its number.

        Raises:
            GeometryError: the name is taken.
        """
        if name in self._named:
            raise GeometryError(f"two cells are called {name!r}; rename one")
        self._named[name] = self._new(DraftCell(at, name, dict(views or {})))
        return self._named[name]

    def _new(self, draft: DraftCell) -> int:
        self.limits.check("cells", len(self.cells) + 1)
        self.cells.append(draft)
        return len(self.cells) - 1

    def merge(self, one: int, other: int) -> None:
        """Make two cells the same cell; the first keeps its name and place."""
        self._same.append((one, other))

    def patch(self, name: str, cells: Mapping[Position, int]) -> None:
        """Let references address these cells as ``name.RnCm``.

        Raises:
            GeometryError: the name is taken.
        """
        if name in self.patches:
            raise GeometryError(f"two grids or faces are called {name!r}; rename one with as:")
        self.patches[name] = dict(cells)
        for cell in cells.values():
            if name and name not in self.cells[cell].faces:
                self.cells[cell].faces.append(name)

    def cells_on(self, name: str) -> dict[Position, int]:
        """Return the cells of a grid or face by position; of the whole flat picture without a name.

        Raises:
            GeometryError: there is no such grid.
        """
        if name in self.patches:
            return self.patches[name]
        if not name and self._placed:
            return self._placed
        known = ", ".join(sorted(filter(None, self.patches)))
        if not self.cells:
            raise GeometryError(
                "there is no grid here yet; write - {make: grid, size: 9x9} above it"
            )
        if not name:
            raise GeometryError(
                f"there are several grids here; write on: with the name of one: {known}"
                if known
                else "there is no grid here, but cells by hand; write - {make: grid, size: 9x9}"
            )
        raise GeometryError(f"no grid or face is called {name!r}; there are: {known or 'none'}")

    @property
    def picture(self) -> dict[Position, int]:
        """All cells so far, by their places in the text picture."""
        return {draft.at: number for number, draft in enumerate(self.cells)}

    def distinct(self, cells: Iterable[int], label: str, role: str = "") -> None:
        """Add a no-repeat shape (a house if it has as many cells as there are symbols)."""
        self.shape(all_different(cells, len(self.alphabet)), label, role)

    def shape(self, rule: Kind, label: str = "", role: str = "") -> None:
        """Add a shape."""
        labels, roles = ((label,) if label else ()), frozenset([role] if role else [])
        self._append(Shape(rule, labels, roles))

    def _append(self, shape: Shape) -> None:
        self._members += len(shape.cells)
        self.limits.check("members", self._members)
        self.limits.check("shapes", len(self.shapes) + 1)
        self.shapes.append(shape)

    def drop(self, role: str) -> None:
        """Drop the present shapes that have only this role, and the role from the others."""
        shapes, origins = self.shapes, self._origins
        self.shapes, self._origins = [], {}
        for number, shape in enumerate(shapes):
            if shape.roles != {role}:
                if number in origins:
                    self._origins[len(self.shapes)] = origins[number]
                self.shapes.append(replace(shape, roles=shape.roles - {role}))
        self.parts = []  # they are not here as they were

    def allow(self, cells: Iterable[int], symbols: int) -> None:
        """Restrict cells to a set of symbols (a bit mask), on top of earlier restrictions."""
        for cell in cells:
            self.allowed[cell] = self.allowed.get(cell, self.alphabet.full) & symbols

    def hide(self, name: str, symbols: int) -> int:
        """Add a hidden cell that takes one of some symbols (a bit mask); return its number.

        Raises:
            GeometryError: the name is taken.
        """
        check_hidden_name(name, {*self._named, *self._hidden, *self.patches})
        self.limits.check("cells", len(self.cells) + len(self._hidden) + 1)
        self._hidden[name] = symbols
        return -len(self._hidden)

    def layer(self, name: str, layer: Layer) -> None:
        """Add further cells, right of the picture.

        Args:
            name: its prefix: a cell is ``name.R1C1``, and ``name`` are all of them. Those for cells
                are called as these, and have the same neighbours. Those for edges, sides and
                corners are called by their places in a picture of their own: twice as fine, with
                the edges between odd rows and columns and the sides around even ones.
            layer: what they are for, and may hold.

        Raises:
            GeometryError: the name is taken, or there are no such places.
        """
        check_hidden_name(name, {*self._named, *self._hidden, *self.patches}, "layer")
        before = len(self.cells)
        if layer.on == "cells":
            self._layer_of_cells(name)
        else:
            self._layer_between(name, layer.on)
        added = range(before, len(self.cells))
        self.allow(added, layer.symbols)
        for cell in added if layer.words else ():
            self.mesh.places[cell] = replace(self.mesh.places[cell], words=layer.words)

    def _layer_between(self, name: str, on: LayerPlaces) -> None:
        """Add a cell for each edge, side or corner."""
        root, right = self._roots(), 2 + max(draft.at[1] for draft in self.cells)
        everything = self.mesh.freeze()
        ground = everything.only(frozenset(range(len(root))) - everything.layered).moved(root)
        tiles = [t for t, cell in enumerate(everything.cells) if cell not in everything.layered]
        at = {tile: self.cells[cell].at for tile, cell in enumerate(ground.cells)}
        found = list(layer_places(ground, at, on))
        if not found:
            raise GeometryError(
                f"there are no {on} here; use a geometry of polygons", field=(name, "at")
            )
        bottom = max(place[0] for place, _ in found) + 1
        free = ((row, column) for row in count(bottom) for column in range(len(found)))
        taken: dict[Position, int] = {}
        for wanted, place in found:
            here = next(free) if wanted in taken else wanted
            cell = self.add(f"{name}.{cell_name(here)}", (here[0], here[1] + right))
            taken[here] = cell
            points = tuple((tiles[tile], side) for tile, side in place.points)
            self.mesh.places[cell] = replace(place, points=points)
        self.patch(name, dict(sorted(taken.items())))

    def _layer_of_cells(self, name: str) -> None:
        root, right = self._roots(), 2 + max(draft.at[1] for draft in self.cells)
        layered = frozenset(self.mesh.places)
        ground = self.mesh.freeze().only(frozenset(range(len(root))) - layered)
        cells: dict[int, int] = {}
        for number in sorted(set(root) - layered, key=lambda c: self.cells[c].at):
            draft = self.cells[number]
            row, column = draft.at
            views = {view: _shifted(shape, 0, right) for view, shape in draft.views.items()}
            own = draft.name or cell_name(draft.at)
            cells[number] = self.add(f"{name}.{own}", (row, column + right), views)
        self.patch(name, {self.cells[number].at: cell for number, cell in cells.items()})
        first = self.mesh.absorb(ground, {c: cells[root[c]] for c in ground.cells})
        if len(set(ground.cells)) == len(ground.cells):  # each cell is on one grid
            tiles = enumerate(ground.cells, first)
            self._sheets.append((name, {self.cells[root[c]].at: tile for tile, c in tiles}))
        self.mesh.places.update((cell, Place("cells", (number,))) for number, cell in cells.items())

    def index(self) -> CellIndex:
        """Return the names that references may use so far (cells by their draft numbers)."""
        patches = dict(self.patches)
        if self._placed:
            patches.setdefault("", self._placed)
        return CellIndex(
            self._named,
            patches,
            lines=self.grids <= 1,
            walks=self._walks(self.mesh.freeze()),
            hidden={name: -1 - i for i, name in enumerate(self._hidden)},
            layered=frozenset(self.mesh.places),
        )

    def _walks(self, topology: Topology) -> TileWalks:
        return TileWalks(topology, (*self.tiles.items(), *self._sheets))

    def include(self, part: Geometry, name: str, at: Position | None) -> None:
        """Add another geometry's cells, shapes, tiles and parts.

        Args:
            part: the geometry to include; its symbols must be symbols here, with the same integers.
            name: prefix for its grids and named cells, and "of NAME" in its labels.
            at: the position of its top left corner in the picture.

        Raises:
            GeometryError: it has other symbols.
        """
        here_of = self._own_symbols(part)
        down, right = at or (0, 0)
        cells = []
        for cell in part.cells:
            row, column = cell.at
            here = (row + down, column + right)
            views = {view: _shifted(shape, down, right) for view, shape in cell.views}
            if cell.name == cell_name(cell.at):
                cells.append(self.place(here))
                self.cells[cells[-1]].views |= views
            else:
                cells.append(self.add(_joined(name, cell.name), here, views))
        self._keep_sheets(part, name, self.mesh.absorb(part.topology, cells))
        for patch, positions in part.index.patches.items():
            full = _joined(name, patch)
            if full not in self.patches and full:
                self.patch(full, {p: cells[c] for p, c in positions.items()})
        self.grids += 1
        hidden = [self.hide(_joined(name, cell.name), here_of(cell.domain)) for cell in part.hidden]
        layered = part.topology.layered
        ground = tuple(sorted(here for cell, here in enumerate(cells) if cell not in layered))
        for shape in part.shapes:
            moved = shape.moved([*cells, *hidden])
            labels = tuple(f"{label} of {name}" if name else label for label in moved.labels)
            self._append(Shape(moved.rule.within(ground), labels, moved.roles))
        for number, domain in zip(cells, part.domains, strict=True):
            self.allow([number], here_of(domain))
        self.parts.append(Part(name, part, tuple(cells)))

    def _own_symbols(self, part: Geometry) -> Callable[[int], int]:
        """Return what turns a set of symbols of another geometry into one of symbols here.

        Raises:
            GeometryError: it has other symbols.
        """
        own, here = part.alphabet, self.alphabet
        if own == here:
            return int
        known = dict(zip(here.symbols, here.values, strict=True))
        if any(known.get(s) != v for s, v in zip(own.symbols, own.values, strict=True)):
            raise GeometryError(
                f"{part.name} has the symbols {own}, but here they are {here}; the symbols of an "
                "included geometry must be among them, with the same integers"
            )
        return lambda mask: here.mask(own.of_mask(mask))

    def _keep_sheets(self, part: Geometry, name: str, first: int) -> None:
        """Record the grids and faces of an included geometry, whose tiles begin at `first`."""
        if not isinstance(part.index.walks, TileWalks):
            return
        for patch, tiles in part.index.walks.sheets:
            full, moved = _joined(name, patch), {at: first + tile for at, tile in tiles.items()}
            if full and full not in self.tiles:
                self.tiles[full] = moved
            else:
                self._sheets.append((full, moved))

    def finish(
        self,
        *,
        name: str = "",
        title: str = "",
        description: str = "",
        source: str = "",
        expect: Expect | None = None,
    ) -> Geometry:
        """Return the geometry, with cells numbered in reading order (flat) or in order of creation.

        Raises:
            GeometryError: no cells, cells drawn on top of one another, or an impossible shape.
        """
        if not self.cells:
            raise GeometryError(
                "a geometry needs cells, but no grid is built; "
                "write for example build: [{make: grid, size: 9x9, box: 3x3}], or list cells"
            )
        kept, places = self._numbering()
        cells = tuple(self._cell(c) for c in kept)
        _check_places(cells, self.limits)
        domains = [self.alphabet.full] * len(cells)
        for cell, mask in self.allowed.items():
            domains[places[cell]] &= mask
        topology = self.mesh.freeze().moved(places)
        hidden = tuple(HiddenCell(cell, mask) for cell, mask in self._hidden.items())
        shapes = self._moved_shapes(len(kept), places)
        everything = (*domains, *self._hidden.values())
        context = Context(self.alphabet, everything, topology, tuple(shapes), len(hidden))
        self._check_shapes(shapes, context)
        return Geometry(
            alphabet=self.alphabet,
            cells=cells,
            domains=tuple(domains),
            shapes=merge_shapes(shapes),
            topology=topology,
            index=self._final_index(cells, places, topology),
            name=name,
            title=title,
            description=description,
            source=source,
            parts=tuple(
                Part(p.name, p.geometry, tuple(places[c] for c in p.cells)) for p in self.parts
            ),
            expect=expect,
            hidden=hidden,
        )

    @property
    def entries(self) -> tuple[tuple[Field, Shape], ...]:
        """Each shape before equal ones are merged, with the field of the file that it is from."""
        kept, places = self._numbering()
        moved = enumerate(self._moved_shapes(len(kept), places))
        return tuple((self._origins.get(number, ()), shape) for number, shape in moved)

    def _numbering(self) -> tuple[list[int], list[int]]:
        """Return the cells that remain, in order, and for each cell its number among them."""
        root = self._roots()
        kept = sorted(set(root))
        layered = self.mesh.places
        if set(layered).issuperset(self._named.values()):
            kept.sort(key=lambda c: (c in layered, self.cells[c].at))
        number = {c: i for i, c in enumerate(kept)}
        return kept, [number[root[c]] for c in range(len(self.cells))]

    def _moved_shapes(self, kept: int, places: list[int]) -> list[Shape]:
        """Return the shapes with the final numbers of cells, `kept` of which are not hidden."""
        if not self._hidden and places == list(range(kept)):
            return self.shapes.copy()  # a single grid, nearly always
        hidden = {-1 - i: kept + i for i in range(len(self._hidden))}
        numbers = dict(enumerate(places)) | hidden
        return [shape.moved(numbers) for shape in self.shapes]

    def _check_shapes(self, moved: list[Shape], context: Context) -> None:
        """Find the impossible shapes; of those from one field, report only the first."""
        errors = ErrorCollector()
        reported: set[Field] = set()
        problem_of = shape_problem_finder(context)
        for i, (before, shape) in enumerate(checked(zip(self.shapes, moved, strict=True), 32)):
            origin = self._origins.get(i, ())
            if origin not in reported:
                with errors.at(*origin):
                    _check_shape(before, shape, problem_of)
                    continue
                reported.add(origin)
        errors.check()

    def _cell(self, number: int) -> Cell:
        draft = self.cells[number]
        if not (draft.name or draft.views or draft.faces):
            return _plain_cell(*draft.at)
        name = draft.name or cell_name(draft.at)
        return Cell(name, draft.at, tuple(draft.views.items()), tuple(draft.faces))

    def _roots(self) -> list[int]:
        root = list(range(len(self.cells)))

        def find(c: int) -> int:
            while root[c] != c:
                c = root[c]
            return c

        for one, other in self._same:
            root[find(other)] = find(one)
        return [find(c) for c in root]

    def _final_index(
        self, cells: tuple[Cell, ...], places: list[int], topology: Topology
    ) -> CellIndex:
        names = {cell.name: i for i, cell in enumerate(cells)}
        names |= {name: places[c] for name, c in self._named.items()}
        patches = {
            patch: {at: places[c] for at, c in positions.items()}
            for patch, positions in self.patches.items()
        }
        if self._placed:
            patches.setdefault("", {at: places[c] for at, c in sorted(self._placed.items())})
        return CellIndex(
            names,
            patches,
            lines=self.grids <= 1,
            walks=self._walks(topology),
            layered=topology.layered,
        )


# Safe to cache, as it reads nothing else; cells never change.
@lru_cache(maxsize=4096)
def _plain_cell(row: int, column: int) -> Cell:
    return Cell(cell_name((row, column)), (row, column))


def _joined(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix and name else prefix or name


def _shifted(shape: Polygon, down: int, right: int) -> Polygon:
    return tuple((x + right, y + down) for x, y in shape)


def _check_shape(before: Shape, shape: Shape, problem_of: Callable[[Shape], str]) -> None:
    if len(set(shape.cells)) != len(before.cells):
        raise GeometryError(
            f"{shape.label}: merging put one cell into it twice; merge fewer, or drop the shape"
        )
    if problem := problem_of(shape):
        raise GeometryError(f"{shape.label}: {problem}")


def _check_places(cells: tuple[Cell, ...], limits: Limits) -> None:
    rows, columns = (1 + max(cell.at[axis] for cell in cells) for axis in (0, 1))
    limits.check("places", rows * columns)
    seen: dict[Position, str] = {}
    for cell in cells:
        if cell.at in seen:
            raise GeometryError(
                f"{seen[cell.at]} and {cell.name} are drawn in the same place, "
                f"row {cell.at[0] + 1}, column {cell.at[1] + 1}; move one"
            )
        seen[cell.at] = cell.name
