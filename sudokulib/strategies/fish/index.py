"""Where fish live: bases and covers of one value, and the forms that they make.

A *base* is a truth of one value: a shape that requires it, be it a house or a cage. A *cover* is
any set without repeats. Forms are told apart by how shapes meet, so that they mean the same on
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
from sudokulib.logic.memo import of_board
from sudokulib.logic.reasons import seeing_all
from sudokulib.model import bits

__all__ = [
    "BASIC",
    "FRANKEN",
    "MUTANT",
    "Fish",
    "Form",
    "Pond",
    "Shape",
    "Shapes",
    "crossing",
    "fish_of",
    "is_of",
    "layers",
    "parallel",
    "ponds",
    "uncovered",
]


@dataclass(frozen=True, slots=True)
class Shape:
    """A base or a cover of one value: its places, all its cells, and its primitive."""

    places: int
    cells: int
    primitive: int


Shapes = tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Fish:
    """Bases and covers of a value, with what follows."""

    value: int
    bases: Shapes
    covers: Shapes
    fins: int
    targets: int


@dataclass(frozen=True, slots=True)
class Pond:
    """What there is of one value on a board.

    Args:
        board, value: which.
        bases, covers: all there are.
        sighted, served: what has been worked out.
    """

    board: Board
    value: int
    bases: Shapes
    covers: Shapes
    sighted: dict[int, int] = field(default_factory=dict)
    served: dict[int, int] = field(default_factory=dict)

    @property
    def waters(self) -> Hashable:
        """All that fish depend on: where the value is, where it is placed, and who requires it."""
        places = self.board.places[self.value]
        return places, places & self.board.solved, tuple([base.primitive for base in self.bases])

    def sight(self, places: int) -> int:
        """Who sees all of some places."""
        if places not in self.sighted:
            self.sighted[places] = seeing_all(self.board, self.value, places)
        return self.sighted[places]

    def serving(self, places: int) -> int:
        """The covers, by number, without whose share some places can be seen all at once."""
        if places not in self.served:
            self.served[places] = sum(
                1 << number
                for number, cover in enumerate(self.covers)
                if cover.places & places and self.sight(places & ~cover.places)
            )
        return self.served[places]


@of_board
def ponds(board: Board) -> tuple[Pond, ...]:
    """The ponds of a board, of each value that two bases or more require."""
    bases: list[dict[int, Shape]] = [{} for _ in board.places]
    for number, cells in enumerate(board.model.spans):
        for value in bits(required(board, number)):
            places = board.places[value] & cells
            if places & places - 1 and not places & board.solved:
                bases[value].setdefault(places, Shape(places, cells, number))
    return tuple(
        Pond(board, value, tuple(found.values()), _covers(board, value))
        for value, found in enumerate(bases)
        if len(found) > 1
    )


def _covers(board: Board, value: int) -> tuple[Shape, ...]:
    found: dict[int, Shape] = {}
    for clique in board.model.cliques:
        places = board.places[value] & clique.variables
        if places & places - 1 and not places & board.solved:
            found.setdefault(places, Shape(places, clique.variables, clique.primitive))
    return tuple(found.values())


# Forms.


def parallel(one: Shape, other: Shape) -> bool:
    """Whether two shapes of one side may be in a basic fish."""
    return not one.cells & other.cells


def crossing(one: Shape, other: Shape) -> bool:
    """Whether a base and a cover may be in a basic fish."""
    return (one.cells & other.cells).bit_count() <= 1


def _not_crossing(one: Shape, other: Shape) -> bool:
    return (one.cells & other.cells).bit_count() != 1


def _different(one: Shape, other: Shape) -> bool:
    return one.cells != other.cells


@dataclass(frozen=True, slots=True)
class Form:
    """Which shapes may stand on the same side, and which across from each other."""

    name: str
    beside: Callable[[Shape, Shape], bool]
    across: Callable[[Shape, Shape], bool]

    def allows(self, bases: Sequence[Shape], covers: Sequence[Shape]) -> bool:
        """Whether bases and covers make a fish of this form, or a simpler one."""
        return all(
            self.beside(one, other) for side in (bases, covers) for one, other in _pairs(side)
        ) and all(self.across(base, cover) for base in bases for cover in covers)


def _pairs(shapes: Iterable[Shape]) -> Iterator[tuple[Shape, Shape]]:
    return combinations(shapes, 2)


BASIC = Form("basic", parallel, crossing)
FRANKEN = Form("franken", _not_crossing, _different)
MUTANT = Form("mutant", _different, _different)
_FORMS = (BASIC, FRANKEN, MUTANT)


def layers(shapes: Sequence[Shape]) -> list[int]:
    """The places in one shape or more, in two or more, and so on."""
    found = [0]
    for shape in shapes:
        rest = shape.places
        for number, places in enumerate(found):
            found[number], rest = places | rest, places & rest
        if rest:
            found.append(rest)
    return found


def uncovered(bases: Sequence[Shape], covers: Sequence[Shape]) -> int:
    """The places that are in more bases than covers."""
    found, held = 0, layers(covers)
    for number, places in enumerate(layers(bases)):
        found |= places & ~(held[number] if number < len(held) else 0)
    return found


def fish_of(pond: Pond, bases: Shapes, covers: Shapes) -> Fish:
    """The fish of some bases and covers: what is not covered, and what is false therefore."""
    fins = uncovered(bases, covers)
    targets = uncovered(covers, bases)
    if fins:
        targets &= pond.sight(fins)
    return Fish(pond.value, bases, covers, fins, targets)


def is_of(form: Form, fish: Fish) -> bool:
    """Whether a fish is of a form and of none simpler."""
    simplest = next(one for one in _FORMS if one.allows(fish.bases, fish.covers))
    return simplest is form
