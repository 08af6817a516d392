"""The bases and covers of fish of one value, and the types of fish that they make.

A *base* is a truth of one value: a shape that requires it, whether a house or a cage. A *cover* is
any set without repeats. Types are distinguished by how shapes meet, so that they mean the same on
every geometry:

- *basic*: bases are disjoint, covers are disjoint, and a base and a cover share one cell at most,
  as lines that cross do;
- *franken*: no two bases and no two covers meet in exactly one cell: crossing lines are never on
  the same side;
- *mutant*: anything goes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from sudokulib.board import Board
from sudokulib.logic.facts import required
from sudokulib.logic.memo import cached_on_board
from sudokulib.logic.reasons import common_peers
from sudokulib.model import bits


@dataclass(frozen=True, slots=True)
class FishSet:
    """A base or a cover of one value: its places, all its cells, and its primitive."""

    places: int
    cells: int
    primitive: int


FishSets = tuple[FishSet, ...]


@dataclass(frozen=True, slots=True)
class Fish:
    """Bases and covers of a value, with what follows."""

    value: int
    bases: FishSets
    covers: FishSets
    fins: int
    targets: int


@dataclass(frozen=True, slots=True)
class FishIndex:
    """The bases and covers of one value on a board.

    Args:
        board, value: the board and the value.
        bases, covers: all of them.
        peers_cache, covers_cache: results of `common_peers` and `enabling_covers`.
    """

    board: Board
    value: int
    bases: FishSets
    covers: FishSets
    peers_cache: dict[int, int] = field(default_factory=dict)
    covers_cache: dict[int, int] = field(default_factory=dict)

    @property
    def cache_key(self) -> Hashable:
        """A key for all that fish depend on: the places, the placed ones, and the bases."""
        places = self.board.places[self.value]
        return places, places & self.board.solved, tuple([base.primitive for base in self.bases])

    def common_peers(self, places: int) -> int:
        """Return the cells that see all of some places."""
        if places not in self.peers_cache:
            self.peers_cache[places] = common_peers(self.board, self.value, places)
        return self.peers_cache[places]

    def enabling_covers(self, places: int) -> int:
        """Return the covers, by number, that leave of some places ones with a common peer."""
        if places not in self.covers_cache:
            self.covers_cache[places] = sum(
                1 << number
                for number, cover in enumerate(self.covers)
                if cover.places & places and self.common_peers(places & ~cover.places)
            )
        return self.covers_cache[places]


@cached_on_board
def fish_indexes(board: Board) -> tuple[FishIndex, ...]:
    """Return the fish indexes of a board, one for each value that two bases or more require."""
    bases: list[dict[int, FishSet]] = [{} for _ in board.places]
    for number, cells in enumerate(board.model.spans):
        for value in bits(required(board, number)):
            places = board.places[value] & cells
            if places & places - 1 and not places & board.solved:
                bases[value].setdefault(places, FishSet(places, cells, number))
    return tuple(
        FishIndex(board, value, tuple(found.values()), _covers(board, value))
        for value, found in enumerate(bases)
        if len(found) > 1
    )


def _covers(board: Board, value: int) -> tuple[FishSet, ...]:
    found: dict[int, FishSet] = {}
    for clique in board.model.cliques:
        places = board.places[value] & clique.variables
        if places & places - 1 and not places & board.solved:
            found.setdefault(places, FishSet(places, clique.variables, clique.primitive))
    return tuple(found.values())


# Types.


def parallel(one: FishSet, other: FishSet) -> bool:
    """Return whether two shapes of one side may be in a basic fish."""
    return not one.cells & other.cells


def crossing(one: FishSet, other: FishSet) -> bool:
    """Return whether a base and a cover may be in a basic fish."""
    return (one.cells & other.cells).bit_count() <= 1


def _not_crossing(one: FishSet, other: FishSet) -> bool:
    return (one.cells & other.cells).bit_count() != 1


def _different(one: FishSet, other: FishSet) -> bool:
    return one.cells != other.cells


@dataclass(frozen=True, slots=True)
class FishType:
    """The shapes that may stand on the same side, and on opposite sides."""

    name: str
    same_side: Callable[[FishSet, FishSet], bool]
    other_side: Callable[[FishSet, FishSet], bool]

    def allows(self, bases: Sequence[FishSet], covers: Sequence[FishSet]) -> bool:
        """Return whether bases and covers make a fish of this type, or a simpler one."""
        return all(
            self.same_side(one, other) for side in (bases, covers) for one, other in _pairs(side)
        ) and all(self.other_side(base, cover) for base in bases for cover in covers)


def _pairs(shapes: Iterable[FishSet]) -> Iterator[tuple[FishSet, FishSet]]:
    return combinations(shapes, 2)


BASIC = FishType("basic", parallel, crossing)
FRANKEN = FishType("franken", _not_crossing, _different)
MUTANT = FishType("mutant", _different, _different)
_FISH_TYPES = (BASIC, FRANKEN, MUTANT)


def by_multiplicity(shapes: Sequence[FishSet]) -> list[int]:
    """Return the places in at least one shape, in at least two, and so on."""
    found = [0]
    for shape in shapes:
        rest = shape.places
        for number, places in enumerate(found):
            found[number], rest = places | rest, places & rest
        if rest:
            found.append(rest)
    return found


def uncovered(bases: Sequence[FishSet], covers: Sequence[FishSet]) -> int:
    """Return the places that are in more bases than covers."""
    found, held = 0, by_multiplicity(covers)
    for number, places in enumerate(by_multiplicity(bases)):
        found |= places & ~(held[number] if number < len(held) else 0)
    return found


def fish_of(index: FishIndex, bases: FishSets, covers: FishSets) -> Fish:
    """Return the fish of some bases and covers, with its fins and targets."""
    fins = uncovered(bases, covers)
    targets = uncovered(covers, bases)
    if fins:
        targets &= index.common_peers(fins)
    return Fish(index.value, bases, covers, fins, targets)


def is_of_type(fish_type: FishType, fish: Fish) -> bool:
    """Return whether a fish is of a type and of no simpler one."""
    simplest = next(one for one in _FISH_TYPES if one.allows(fish.bases, fish.covers))
    return simplest is fish_type
