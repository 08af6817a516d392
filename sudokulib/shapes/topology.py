"""The relation of neighbours: tiles with sides, glued side to side.

A *tile* is one appearance of a cell in a face: a polygon whose sides are numbered clockwise (a
square's are top, right, bottom, left). A merged samurai cell has a tile on each of its grids. A
*dart* is a tile's side; glueing makes two darts each other's twin. Glue between faces, or round
the edge of one, is a *seam*. Torus, cube, Moebius band and tredoku are merely lists of glue.

A tile may also be *solid*, a box in d dimensions with 2d sides: side k leads up axis k and side
k + d down it, so that straight on is again the side half-way round. Solids have no corner points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from sudokulib.basics.interruption import checked

TOP, RIGHT, BOTTOM, LEFT = range(4)
"""The sides of a square tile, clockwise."""

Dart = tuple[int, int]
"""A tile and one of its sides."""

LayerPlaces = Literal["cells", "edges", "sides", "corners"]
"""The places that a layer has a cell for: cells, pairs of neighbours, sides, or corner points."""


class Twin(NamedTuple):
    """The side that lies beyond a dart.

    Args:
        dart: the side of the other tile.
        flip: whether the glue reverses orientation (a Moebius band has such a seam).
        seam: whether it leaves the face.
    """

    dart: Dart
    flip: bool = False
    seam: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a layer's cell: a cell, an edge between two, a side, or a corner point.

    Args:
        on: which of these.
        cells: the cell, both cells of the edge, those on the side, or those around the point.
        points: the ends of the side, or the point, as darts that begin there; none for others.
        words: symbols with what they say of it, such as ``("2", "shaded")``, for explanations.
    """

    on: LayerPlaces
    cells: tuple[int, ...]
    points: tuple[Dart, ...] = ()
    words: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Place:
        """Return the same place with cell c renamed to ``places[c]``."""
        return replace(self, cells=tuple(places[c] for c in self.cells))

    def only(self, kept: frozenset[int], tiles: Mapping[int, int]) -> Place:
        """Return what is left of it with some cells alone, whose tiles have new numbers."""
        points = tuple((tiles[tile], side) for tile, side in self.points if tile in tiles)
        return replace(self, cells=tuple(c for c in self.cells if c in kept), points=points)


@dataclass(frozen=True)
class Topology:
    """An immutable set of tiles and glue; make one with `Mesh`.

    Args:
        cells: the cell of each tile.
        sides: the number of sides of each tile.
        glue: for each dart that has one, its twin.
        solids: the tiles that are not flat.
        places: what each cell of a layer belongs to; rules about everything leave these out.
    """

    cells: tuple[int, ...]
    sides: tuple[int, ...]
    glue: Mapping[Dart, Twin]
    solids: frozenset[int] = frozenset()
    places: Mapping[int, Place] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.cells, self.sides, len(self.glue)))

    # Safe to cache: properties here read only the fields, which never change.
    @cached_property
    def tiles_of(self) -> Mapping[int, tuple[int, ...]]:
        """The tiles of each cell."""
        found: dict[int, list[int]] = {}
        for tile, cell in enumerate(self.cells):
            found.setdefault(cell, []).append(tile)
        return {cell: tuple(tiles) for cell, tiles in found.items()}

    @cached_property
    def layered(self) -> frozenset[int]:
        """The cells of layers."""
        return frozenset(self.places)

    @cached_property
    def base_cells(self) -> frozenset[int]:
        """The cells that have tiles and are in no layer."""
        return frozenset(self.tiles_of) - self.layered

    def darts(self, cell: int) -> Iterator[Dart]:
        """Yield all sides of all tiles of a cell."""
        for tile in self.tiles_of.get(cell, ()):
            for side in range(self.sides[tile]):
                yield tile, side

    def beyond(self, dart: Dart, *, across: bool = True) -> Dart | None:
        """Return the side entered by leaving through `dart`; None at an edge.

        Args:
            dart: tile and side to leave through.
            across: whether seams may be crossed.
        """
        twin = self.glue.get(dart)
        if twin is None or (twin.seam and not across):
            return None
        return twin.dart

    def opposite(self, dart: Dart) -> Dart | None:
        """Return the side straight across the tile; None if the tile has an odd number of sides."""
        tile, side = dart
        n = self.sides[tile]
        return None if n % 2 else (tile, (side + n // 2) % n)

    def walk(self, dart: Dart, *, across: bool = False) -> Iterator[int]:
        """Yield the cells met by leaving through `dart` and going straight on, without the first.

        Stop at an edge, and before leaving through the same dart twice.
        """
        left: set[Dart] = set()
        out: Dart | None = dart
        while out is not None and out not in left:
            left.add(out)
            entered = self.beyond(out, across=across)
            if entered is None:
                return
            yield self.cells[entered[0]]
            out = self.opposite(entered)

    def turns(self, entered: Dart) -> tuple[Dart, ...]:
        """Return the sides next to the one straight across (a quarter turn in square or solid)."""
        tile, side = entered
        n = self.sides[tile]
        if tile in self.solids:
            return tuple((tile, s) for s in range(n) if (s - side) % (n // 2))
        ahead = self.opposite(entered)
        return () if ahead is None else tuple((tile, (ahead[1] + k) % n) for k in (-1, 1))

    def jumps(self, cell: int, straight: int, aside: int = 0) -> tuple[int, ...]:
        """Return the cells `straight` steps away and, after a turn, `aside` more; sorted, unique.

        A knight jumps 2 straight and 1 aside. To get all its moves, call this for both ends, as an
        edge or a corner may leave only one of the two ways around.
        """
        found = set()
        for dart in self.darts(cell):
            entered = self._after_steps(dart, straight)
            ways = () if entered is None or not aside else self.turns(entered)
            for end in [self._after_steps(way, aside) for way in ways] if aside else [entered]:
                if end is not None:
                    found.add(self.cells[end[0]])
        return tuple(sorted(found - {cell}))

    def _after_steps(self, dart: Dart, steps: int) -> Dart | None:
        """Return the last side entered when leaving through `dart` and going `steps` straight."""
        entered = self.beyond(dart)
        for _ in range(steps - 1):
            out = None if entered is None else self.opposite(entered)
            entered = None if out is None else self.beyond(out)
        return entered

    @cached_property
    def unseamed(self) -> Topology:
        """The same with every seam cut open."""
        kept = {dart: twin for dart, twin in self.glue.items() if not twin.seam}
        return replace(self, glue=kept)

    def faces(self) -> tuple[tuple[int, ...], ...]:
        """Return the sets of tiles connected without seams, in order of their first tiles."""
        root: dict[int, int] = {}
        for first in range(len(self.cells)):
            waiting = [] if first in root else [first]
            while waiting:
                tile = waiting.pop()
                if tile not in root:
                    root[tile] = first
                    darts = ((tile, side) for side in range(self.sides[tile]))
                    near = (self.beyond(dart, across=False) for dart in darts)
                    waiting += [dart[0] for dart in near if dart is not None]
        found: dict[int, list[int]] = {}
        for tile in sorted(root):
            found.setdefault(root[tile], []).append(tile)
        return tuple(map(tuple, found.values()))

    def neighbours(self, cell: int, *, across: bool = True) -> tuple[int, ...]:
        """Return the cells that share a side with `cell`, each once, sorted."""
        near = self._near.get((cell, across))
        if near is None:
            near = self._near[cell, across] = self._beside(cell, across)
        return near

    # Safe to cache, as above. So below.
    @cached_property
    def _near(self) -> dict[tuple[int, bool], tuple[int, ...]]:
        """The neighbours of the cells that were asked for, by cell and whether across seams."""
        return {}

    @cached_property
    def _edges(self) -> dict[bool, tuple[tuple[int, int], ...]]:
        """The pairs of neighbours, once they were asked for, by whether across seams."""
        return {}

    def _beside(self, cell: int, across: bool) -> tuple[int, ...]:
        found = {
            self.cells[entered[0]]
            for dart in self.darts(cell)
            if (entered := self.beyond(dart, across=across)) is not None
        }
        return tuple(sorted(found - {cell}))

    def corner_neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the cells that share a side or a corner with `cell` (a king's move), sorted.

        A solid cell has only those that share a side.
        """
        found = {
            self.cells[tile] for corner in self._corners_of(cell) for tile in self._around[corner]
        }
        found.update(self.neighbours(cell))
        return tuple(sorted(found - {cell}))

    def corners(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells around each corner point, sorted; points on the edge included."""
        return tuple(sorted(self.around(point) for point in self._around))

    def squares(self) -> tuple[tuple[int, ...], ...]:
        """Return the four cells around each inner point where four squares meet, each set once."""
        round_: dict[Dart, list[Dart]] = {}
        for corner, point in self._corner_class.items():
            round_.setdefault(point, []).append(corner)
        found = {
            tuple(sorted({self.cells[tile] for tile, _ in corners}))
            for corners in round_.values()
            if len(corners) == 4
            and all(self.sides[tile] == 4 for tile, _ in corners)
            and all((t, i) in self.glue and (t, (i - 1) % 4) in self.glue for t, i in corners)
        }
        return tuple(sorted(cells for cells in found if len(cells) == 4))

    def around(self, point: Dart) -> tuple[int, ...]:
        """Return the cells around a corner point, sorted."""
        return tuple(sorted({self.cells[tile] for tile in self._around[point]}))

    def point(self, dart: Dart) -> Dart | None:
        """Return the dart that stands for the corner point where a side begins; None on a solid."""
        return self._corner_class.get(dart)

    def sides_of_cells(self) -> tuple[Dart, ...]:
        """Return one dart for each side, the lower of two that are glued; none of solids."""
        darts = (
            (tile, side)
            for tile, n in enumerate(self.sides)
            if tile not in self.solids
            for side in range(n)
        )
        return tuple(d for d in darts if d not in self.glue or d <= self.glue[d].dart)

    def edges(self, *, across: bool = True) -> tuple[tuple[int, int], ...]:
        """Return every pair of cells that share a side, smaller first, each pair once, sorted."""
        pairs = self._edges.get(across)
        if pairs is None:
            near = ((a, b) for a in self.tiles_of for b in self.neighbours(a, across=across))
            pairs = self._edges[across] = tuple(sorted({(min(pair), max(pair)) for pair in near}))
        return pairs

    def edges_among(self, cells: Set[int]) -> list[tuple[int, int]]:
        """Return those of `edges` whose cells are both in a set."""
        return [pair for pair in self.edges() if pair[0] in cells and pair[1] in cells]

    def only(self, kept: frozenset[int]) -> Topology:
        """Return the tiles of some cells, and the glue between them."""
        tiles = [tile for tile, cell in enumerate(self.cells) if cell in kept]
        number = {tile: new for new, tile in enumerate(tiles)}
        glue = {
            (number[tile], side): twin._replace(dart=(number[twin.dart[0]], twin.dart[1]))
            for (tile, side), twin in self.glue.items()
            if tile in number and twin.dart[0] in number
        }
        return Topology(
            tuple(self.cells[tile] for tile in tiles),
            tuple(self.sides[tile] for tile in tiles),
            glue,
            frozenset(number[tile] for tile in self.solids & number.keys()),
            {c: place.only(kept, number) for c, place in self.places.items() if c in kept},
        )

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Topology:
        """Return the same topology with cell c renamed to ``places[c]``."""
        layered = {places[c]: place.moved(places) for c, place in self.places.items()}
        return replace(self, cells=tuple(places[c] for c in self.cells), places=layered)

    def _corners_of(self, cell: int) -> set[Dart]:
        classes = self._corner_class
        return {classes[dart] for dart in self.darts(cell) if dart in classes}

    @cached_property
    def _around(self) -> Mapping[Dart, tuple[int, ...]]:
        """The tiles around each corner point, by the point's representative."""
        found: dict[Dart, list[int]] = {}
        for corner, point in self._corner_class.items():
            found.setdefault(point, []).append(corner[0])
        return {point: tuple(tiles) for point, tiles in found.items()}

    @cached_property
    def _corner_class(self) -> Mapping[Dart, Dart]:
        """The point of each corner: corner i of a tile is where side i begins; glue joins them."""
        parent: dict[Dart, Dart] = {
            (tile, i): (tile, i)
            for tile, n in enumerate(self.sides)
            if tile not in self.solids
            for i in range(n)
        }

        def find(corner: Dart) -> Dart:
            while parent[corner] != corner:
                parent[corner] = parent[parent[corner]]
                corner = parent[corner]
            return corner

        for (tile, side), twin in self.glue.items():
            other, entered = twin.dart
            if tile in self.solids or other in self.solids:
                continue
            start, end = (tile, side), (tile, (side + 1) % self.sides[tile])
            begin, finish = (other, entered), (other, (entered + 1) % self.sides[other])
            pairs = (
                ((start, begin), (end, finish)) if twin.flip else ((start, finish), (end, begin))
            )
            for a, b in pairs:
                parent[find(a)] = find(b)
        return {corner: find(corner) for corner in parent}


@dataclass
class Mesh:
    """A topology in the making."""

    cells: list[int] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)
    glued: dict[Dart, Twin] = field(default_factory=dict)
    solids: set[int] = field(default_factory=set)
    places: dict[int, Place] = field(default_factory=dict)

    def tile(self, cell: int, sides: int = 4, *, solid: bool = False) -> int:
        """Add a tile for `cell`; return its number."""
        self.cells.append(cell)
        self.sides.append(sides)
        number = len(self.cells) - 1
        if solid:
            self.solids.add(number)
        return number

    def glue(self, one: Dart, other: Dart, *, flip: bool = False, seam: bool = False) -> None:
        """Make two darts each other's twin.

        Raises:
            ValueError: one of them is already glued, or both are the same.
        """
        for dart in (one, other):
            if dart in self.glued or one == other:
                raise ValueError(f"side {dart[1]} of tile {dart[0]} is already glued")
        self.glued[one] = Twin(other, flip, seam)
        self.glued[other] = Twin(one, flip, seam)

    def glue_edges(self, one: Iterable[Dart], other: Iterable[Dart], *, flip: bool = False) -> None:
        """Glue two edges, dart by dart in the order given, as a seam."""
        for a, b in zip(one, other, strict=True):
            self.glue(a, b, flip=flip, seam=True)

    def grid(self, rows: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """Add square tiles for cells at (row, column), glued where they touch.

        Returns:
            The tile at each (row, column).
        """
        tiles = {at: self.tile(cell) for at, cell in sorted(rows.items())}
        glued = self.glued  # directly, as no side of a new tile can be glued already
        for (r, c), tile in checked(tiles.items(), 64):
            if (right := tiles.get((r, c + 1))) is not None:
                glued[tile, RIGHT], glued[right, LEFT] = Twin((right, LEFT)), Twin((tile, RIGHT))
            if (below := tiles.get((r + 1, c))) is not None:
                glued[tile, BOTTOM], glued[below, TOP] = Twin((below, TOP)), Twin((tile, BOTTOM))
        return tiles

    def polygons(self, corners: Mapping[int, Sequence[str]]) -> None:
        """Add one tile per cell with named corners in order, glued where two share a side."""
        open_sides: dict[frozenset[str], tuple[Dart, str]] = {}
        for cell, names in corners.items():
            tile = self.tile(cell, len(names))
            for side, start in enumerate(names):
                ends = frozenset((start, names[(side + 1) % len(names)]))
                if ends in open_sides:
                    twin, began = open_sides.pop(ends)
                    self.glue(twin, (tile, side), flip=began == start)
                else:
                    open_sides[ends] = (tile, side), start

    def absorb(self, topology: Topology, places: Mapping[int, int] | Sequence[int]) -> int:
        """Add all tiles of another topology with cells renamed; return the first one's number."""
        first = len(self.cells)
        self.cells.extend(places[c] for c in topology.cells)
        self.sides.extend(topology.sides)
        self.solids.update(tile + first for tile in topology.solids)
        for cell, place in topology.places.items():
            points = tuple((tile + first, side) for tile, side in place.points)
            self.places[places[cell]] = replace(place.moved(places), points=points)
        for (tile, side), twin in topology.glue.items():
            other, entered = twin.dart
            moved = Twin((other + first, entered), twin.flip, twin.seam)
            self.glued[tile + first, side] = moved
        return first

    def freeze(self) -> Topology:
        """Return the finished topology."""
        return Topology(
            tuple(self.cells),
            tuple(self.sides),
            dict(self.glued),
            frozenset(self.solids),
            dict(self.places),
        )
