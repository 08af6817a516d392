"""Random Masyu puzzles, and CP-SAT's circuit constraint on them."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

__all__ = ["Masyu", "by_circuit", "random_masyu"]

_Place = tuple[int, int]
_Edge = tuple[_Place, _Place]

_TRIES = 400
"""So many squares in a row that cannot join, and the loop is complete."""
_WIDE = 0.02
"""The chance that a square joins where the area is not a thin strip."""
_RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The squares around one: those at a side at even numbers."""


class Masyu(NamedTuple):
    """A puzzle on a square grid.

    Args:
        size: the length of a side.
        white, black: the places of circles, from (0, 0).
    """

    size: int
    white: tuple[_Place, ...]
    black: tuple[_Place, ...]

    def text(self) -> str:
        """Return it as a file."""
        circles = "".join(
            f", {name}: {' '.join(f'R{row + 1}C{column + 1}' for row, column in places)}"
            for name, places in (("white", self.white), ("black", self.black))
            if places
        )
        return f"""
format: 1
geometry:
  symbols: 12
  build: [{{make: grid, size: {self.size}x{self.size}, lines: false}}]
  layers: {{loop: {{at: edges, symbols: "12"}}}}
  allowed: {{all: 1}}
shapes: [{{kind: masyu, values: [2], cells: loop{circles}}}]
"""


def random_masyu(size: int, share: float, chance: Random) -> Masyu:
    """Return a puzzle with a share of the circles that a random loop allows.

    The loop is the border of a random area of squares between the cells.
    """
    beside: dict[_Place, list[_Place]] = {}
    for one, other in _border(_area(size - 1, chance)):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    straight = {
        place
        for place, ((a, b), (c, d)) in beside.items()
        if a == c or b == d
    }  # fmt: skip
    kept = [place for place in sorted(beside) if chance.random() < share]
    white = [p for p in kept if p in straight and not straight.issuperset(beside[p])]
    black = [p for p in kept if p not in straight and straight.issuperset(beside[p])]
    return Masyu(size, tuple(white), tuple(black))


def _area(side: int, chance: Random) -> set[_Place]:
    """Return squares that form an area without holes, whose border touches itself nowhere."""
    area = {(side // 2, side // 2)}
    failed = 0
    while failed < _TRIES:
        row, column = chance.randrange(side), chance.randrange(side)
        ring = [(row + r, column + c) in area for r, c in _RING]
        parts = sum(there and not ring[n - 1] for n, there in enumerate(ring))
        sides = sum(ring[::2])
        corners = all(ring[n - 1] or ring[(n + 1) % 8] for n in (1, 3, 5, 7) if ring[n])
        fits = (row, column) not in area and parts == 1 and sides and corners
        if fits and (sides == 1 or chance.random() < _WIDE):
            area.add((row, column))
            failed = 0
        else:
            failed += 1
    return area


def _border(area: set[_Place]) -> set[_Edge]:
    border: set[_Edge] = set()
    for row, column in area:
        a, b, c, d = (row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)
        border ^= {(a, b), (c, d), (a, c), (b, d)}
    return border


def by_circuit(puzzle: Masyu, seconds: float) -> str:
    """Return unique, multiple or none, as CP-SAT finds with a circuit; unknown after the seconds.

    One worker. The second search bars the loop of the first.
    """
    from ortools.sat.python import cp_model

    found: list[list[_Edge]] = []
    for _ in range(2):
        model = _Circuit(puzzle)
        for edges in found:
            model.cp.add_bool_or([model.edges[edge].negated() for edge in edges])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        # Else Ctrl-C would kill this process for good, without a traceback.
        solver.parameters.catch_sigint_signal = False
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(model.cp)
        if status == cp_model.UNKNOWN:
            return "unknown"
        if status == cp_model.INFEASIBLE:
            return "unique" if found else "none"
        found.append([edge for edge, literal in model.edges.items() if solver.value(literal)])
    return "multiple"


class _Circuit:
    """The model of a puzzle: an arc for each direction of an edge, a loop for each unvisited cell.

    Attributes:
        cp: the model.
        edges: the literal of each edge, true if the loop runs along it.
    """

    def __init__(self, puzzle: Masyu) -> None:
        from ortools.sat.python import cp_model

        self.cp = cp_model.CpModel()
        self.edges: dict[_Edge, Any] = {}
        self._visited: dict[_Place, Any] = {}
        self._off: Any = self.cp.new_constant(0)
        places = [(r, c) for r in range(puzzle.size) for c in range(puzzle.size)]
        number = {place: n for n, place in enumerate(places)}
        arcs = []
        for row, column in places:
            one = (row, column)
            self._visited[one] = self.cp.new_bool_var("")
            arcs.append((number[one], number[one], self._visited[one].negated()))
            for other in ((row, column + 1), (row + 1, column)):
                if other in number:
                    there, back, edge = (self.cp.new_bool_var("") for _ in range(3))
                    arcs += [
                        (number[one], number[other], there),
                        (number[other], number[one], back),
                    ]
                    self.cp.add(there + back == edge)
                    self.edges[one, other] = edge
        self.cp.add_circuit(arcs)
        for place in puzzle.white:
            self._straight(place)
        for place in puzzle.black:
            self._turn(place)

    def _edge(self, place: _Place, way: _Place, far: int) -> Any:
        """Return the edge that many steps away from a place; a false literal off the grid."""
        (row, column), (down, across) = place, way
        one = (row + far * down, column + far * across)
        other = (one[0] + down, one[1] + across)
        return self.edges.get((min(one, other), max(one, other)), self._off)

    def _straight(self, place: _Place) -> None:
        self.cp.add(self._visited[place] == 1)
        level = self.cp.new_bool_var("")
        for ways, along in ((((0, -1), (0, 1)), level), (((-1, 0), (1, 0)), level.negated())):
            for way in ways:
                self.cp.add(self._edge(place, way, 0) == along)
            self.cp.add(sum(self._edge(place, way, 1) for way in ways) <= 1).only_enforce_if(along)

    def _turn(self, place: _Place) -> None:
        self.cp.add(self._visited[place] == 1)
        for ways in (((0, -1), (0, 1)), ((-1, 0), (1, 0))):
            self.cp.add(sum(self._edge(place, way, 0) for way in ways) == 1)
            for way in ways:
                self.cp.add_implication(self._edge(place, way, 0), self._edge(place, way, 1))
