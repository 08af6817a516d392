"""Killer cages: the cells cut into connected pieces with sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Literal

from pydantic import Field

from sudokulib.errors import GeometryError
from sudokulib.generating.layers.layer import Canvas, Keep, Layer, register_layer
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.fields import Span
from sudokulib.shapes import Kind
from sudokulib.shapes.sums import Cage

_CUTS = 40
"""Attempts to cut up a geometry before it is refused: a bound for sizes that do not fit."""

_TRIES = 12
"""Ways to cut up the same few cages that are tried before others are.

40 killers with cages of 3 to 7 cells and no givens (`run_recipe`, seeds 1 to 40) took 41 attempts
and 94,000 nodes; with 6 ways 53 attempts and 212,000 nodes, with 24 ways 40 and 93,000 (2026-11).
"""

_CHANGES = 300
"""Changes of cages after which an attempt is given up.

A bound against cages that only shift: in 240 killers of 9x9 even 75 made no difference
(`run_recipe`, 2026-11).
"""

_Piece = tuple[int, ...]


@register_layer
class Cages(Layer):
    """Cages with sums, as in a killer; where two solutions fit, cages are split or cut again."""

    lay: Literal["cages"] = "cages"
    sizes: Span | dict[Annotated[int, Field(ge=1, le=100)], Annotated[int, Field(ge=1)]] = Field(
        (2, 5), description="how many cells a cage has, as 2-5; or how many cages of each size"
    )
    repeats: bool = Field(False, description="whether a symbol may repeat in a cage")
    keep: Keep = Field(
        "all", description="which to keep: all, at least this many, or only those needed"
    )

    def check(self, geometry: Geometry) -> None:
        """Refuse more cells than there are, or more in a cage than there are symbols."""
        least = min(self.sizes) if isinstance(self.sizes, dict) else self.sizes[0]
        symbols = len(geometry.alphabet)
        if least > symbols and not self.repeats:
            raise GeometryError(
                f"{least} cells cannot all differ with {symbols} symbols; "
                "write smaller sizes, or repeats: true",
                field=("sizes",),
            )
        if isinstance(self.sizes, dict):
            cells = sum(size * count for size, count in self.sizes.items())
            if cells > len(geometry.cells):
                raise GeometryError(
                    f"cages of {cells} cells do not fit into {len(geometry.cells)}; "
                    "write fewer or smaller ones",
                    field=("sizes",),
                )

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield the cages of a random way to cut up the cells."""
        for _ in range(_CUTS):
            pieces = _Cutting(self, canvas).pieces()
            if pieces is not None:
                yield from (self._cage(piece, canvas) for piece in canvas.chance.shuffled(pieces))
                return
        raise GeometryError(
            "cages of these sizes do not fit into the cells; allow smaller ones, or fewer",
            field=("sizes",),
        )

    def _cage(self, piece: Iterable[int], canvas: Canvas) -> Cage:
        cells = tuple(sorted(piece))
        return Cage(cells, sum([canvas.values[c] for c in cells]), self.repeats)

    def repaired(
        self, rules: Sequence[Kind], others: Sequence[Sequence[int]], canvas: Canvas
    ) -> list[Kind] | None:
        """Change cages one by one until each other solution breaks one."""
        cutting = _Cutting(self, canvas)
        now = list(rules)
        breaks: dict[int, Kind] = {}  # for each other solution, by number, a cage that it breaks
        for _ in range(_CHANGES):
            here = {id(rule) for rule in now}
            fitting = None
            for number in range(len(others) - 1, -1, -1):
                if id(breaks.get(number)) not in here:
                    broken = _broken(now, others[number], canvas)
                    if broken is None:
                        fitting = others[number]
                        break
                    breaks[number] = broken
            if fitting is None:
                return now
            if not self._change(now, fitting, cutting):
                return None
        return None

    def _change(self, now: list[Kind], other: Sequence[int], cutting: _Cutting) -> bool:
        """Replace a few cages by others on the same cells, one of which a solution breaks."""
        canvas = cutting.canvas
        for group in self._groups(now, other, canvas):
            old = [now[number] for number in group]
            for pieces in cutting.recut([rule.all_cells for rule in old]):
                new: list[Kind] = [self._cage(piece, canvas) for piece in pieces]
                if _broken(new, other, canvas):
                    now[:] = [rule for rule in now if rule not in old] + new
                    return True
        return False

    def _groups(
        self, now: Sequence[Kind], other: Sequence[int], canvas: Canvas
    ) -> Iterator[tuple[int, ...]]:
        """Yield cages to cut again: one where a solution differs, alone or with one or two more."""
        home = {cell: number for number, rule in enumerate(now) for cell in rule.all_cells}
        differing = dict.fromkeys(n for c, n in home.items() if other[c] != canvas.values[c])
        order = canvas.chance.shuffled(differing)
        beside: dict[int, list[int]] = {}
        for one in order:
            near = {home[n] for c in now[one].all_cells for n in canvas.neighbours(c) if n in home}
            beside[one] = canvas.chance.shuffled(sorted(near - {one}))
            yield (one,)
            yield from ((one, two) for two in beside[one])
        for one in order:
            yield from ((one, *two) for two in combinations(beside[one], 2))


def _broken(rules: Iterable[Kind], values: Sequence[int], canvas: Canvas) -> Kind | None:
    """Return a rule that does not hold on the solution, if there is one."""
    context = canvas.context
    return next((rule for rule in rules if not rule.holds(values, context)), None)


class _Cutting:
    """Cells cut into connected pieces.

    Args:
        layer: determines how large the pieces are, and whether a symbol may repeat in one.
        canvas: the cells.
    """

    def __init__(self, layer: Cages, canvas: Canvas) -> None:
        self.canvas, self._repeats = canvas, layer.repeats
        self._near = [frozenset(canvas.neighbours(cell)) for cell in canvas.cells]
        self._listed: list[int] = []
        if isinstance(layer.sizes, dict):
            listed = (size for size, n in layer.sizes.items() for _ in range(min(n, 10_000)))
            self._listed = sorted(listed, reverse=True)
            self._least, self._most = 1, max(self._listed, default=1)
        else:
            self._least, self._most = layer.sizes

    def pieces(self) -> list[_Piece] | None:
        """Cut up all cells, or as many as the listed sizes add up to; return None on failure."""
        free = set(self.canvas.cells)
        if self._listed:
            if sum(self._listed) > len(free):
                return None
            listed = [self._grown(free, size) for size in self._listed]
            return listed if list(map(len, listed)) == self._listed else None
        done: list[_Piece] = []
        while free:
            piece = self._grown(free, self.canvas.chance.between(self._least, self._most))
            if len(piece) >= self._least:
                done.append(piece)
            elif not self._attach(piece, done):
                return None
        return done

    def _grown(self, free: set[int], size: int) -> _Piece:
        """Take a piece of at most that size from the free cells, starting where it is tightest."""
        chance = self.canvas.chance
        room = {c: len(self._near[c] & free) for c in sorted(free)}
        least = min(room.values())
        piece = [chance.choice([c for c, near in room.items() if near == least])]
        free.discard(piece[0])
        while len(piece) < size:
            edge = [n for c in piece for n in self.canvas.neighbours(c) if n in free]
            edge = [n for n in dict.fromkeys(edge) if self._may_join(n, piece)]
            if not edge:
                break
            piece.append(chance.choice(edge))
            free.discard(piece[-1])
        return tuple(piece)

    def _may_join(self, cell: int, piece: Sequence[int]) -> bool:
        values = self.canvas.values
        return self._repeats or values[cell] not in [values[c] for c in piece]

    def _attach(self, piece: _Piece, done: list[_Piece]) -> bool:
        """Join a piece that is too small to a neighbouring one, or cut up both again."""
        near = {n for c in piece for n in self.canvas.neighbours(c)}
        beside = [n for n, other in enumerate(done) if near.intersection(other)]
        for number in self.canvas.chance.shuffled(beside):
            whole = done[number] + piece
            if len(whole) <= self._most and self._valid(whole):
                done[number] = whole
                return True
            for pieces in self.recut([done[number], piece]):
                done[number : number + 1] = pieces
                return True
        return False

    def _valid(self, piece: Sequence[int]) -> bool:
        values = [self.canvas.values[c] for c in piece]
        return self._repeats or len(set(values)) == len(values)

    def recut(self, pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
        """Yield some random ways to cut up the cells of a few pieces; a single one is cut into two.

        Listed sizes are kept; otherwise any allowed sizes may result.
        """
        whole = sorted(cell for piece in pieces for cell in piece)
        for _ in range(_TRIES):
            sizes = self._sizes(pieces, len(whole))
            if not sizes:
                return
            if found := self._cut(whole, sizes):
                yield found

    def _sizes(self, pieces: Sequence[_Piece], cells: int) -> list[int]:
        """Return the sizes of new pieces; empty if none fit."""
        chance = self.canvas.chance
        if self._listed:
            return chance.shuffled(map(len, pieces)) if len(pieces) > 1 else []
        sizes: list[int] = []
        for after in range(max(2, len(pieces)) - 1, -1, -1):
            low = max(self._least, cells - after * self._most)
            high = min(self._most, cells - after * self._least)
            if low > high:
                return []
            sizes.append(chance.between(low, high))
            cells -= sizes[-1]
        return sizes

    def _cut(self, whole: Sequence[int], sizes: Sequence[int]) -> list[_Piece]:
        """Return connected pieces of these sizes; empty if that failed."""
        pieces: list[_Piece] = []
        left = list(whole)
        for size in sizes:
            piece = self._part(left, size)
            left = [cell for cell in left if cell not in piece]
            if len(piece) < size or not self._valid(piece) or not self._connected(left):
                return []
            pieces.append(piece)
        return pieces

    def _part(self, whole: Sequence[int], size: int) -> _Piece:
        """Return a random connected part of some cells."""
        chance = self.canvas.chance
        part = [chance.choice(whole)]
        while len(part) < size:
            edge = [
                n for c in part for n in self.canvas.neighbours(c) if n in whole and n not in part
            ]
            if not edge:
                break
            part.append(chance.choice(edge))
        return tuple(part)

    def _connected(self, cells: Sequence[int]) -> bool:
        left = set(cells)
        waiting = [left.pop()] if left else []
        while waiting:
            near = left.intersection(self.canvas.neighbours(waiting.pop()))
            left -= near
            waiting += near
        return not left
