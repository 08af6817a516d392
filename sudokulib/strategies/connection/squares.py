"""Squares of four cells and the rim, where areas are connected.

No square is of one colour where a rule says so. Where two areas are connected, and make up a
rectangle, no square looks like a checkerboard, and each area has one run of cells on the rim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

from sudokulib.board import Board
from sudokulib.logic.islands import with_both_variables
from sudokulib.logic.memo import cached_by_domains, cached_on_model
from sudokulib.logic.step import Fillings, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Model, bits
from sudokulib.primitives import Connected, Linear, Regular
from sudokulib.strategies.fillings import candidates_of, lost_candidates
from sudokulib.strategies.phrases import MOST_NAMED
from sudokulib.strategies.registry import strategy

_EXCHANGE = "Puzzling Stack Exchange, question"


@dataclass(frozen=True, slots=True)
class _Ring:
    """Cells in a ring, each beside the next, with a rule of their own.

    Args:
        number: the rule.
        cells: the variables, around the ring.
        values: those of an area that has to be connected, as a bit mask.
        both: whether the others have to be connected, too.
    """

    number: int
    cells: tuple[int, ...]
    values: int
    both: bool


@cached_on_model
def _rings(model: Model) -> tuple[_Ring, ...]:
    """Return the rings with a rule, within the cells of a rule about connected areas."""
    areas = [p for n in model.rules if isinstance(p := model.primitives[n], Connected)]
    found: dict[int, _Ring] = {}
    for area in areas:
        within, near = set(area.variables), area.graph.near
        place = {v: i for i, v in enumerate(area.variables)}
        both = any(
            other.variables == area.variables and not other.values & area.values for other in areas
        )
        for number in model.rules:
            rule = model.primitives[number]
            if number in found or not isinstance(rule, Linear | Regular):
                continue
            if len(rule.variables) < 4 or not within.issuperset(rule.variables):
                continue
            for cells in _orders(rule.variables):
                pairs = zip(cells, (*cells[1:], cells[0]), strict=True)
                opposite = zip(cells, cells[2:], strict=False)  # beside one another at a crossing
                if all(near[place[a]] >> place[b] & 1 for a, b in pairs) and not all(
                    near[place[a]] >> place[b] & 1 for a, b in opposite
                ):
                    found[number] = _Ring(number, cells, area.values, both)
    return tuple(found.values())


def _orders(cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the order of cells, or if they are four all that they have in a ring."""
    if len(cells) != 4:
        yield cells
        return
    first, *others = cells
    yield from ((first, *rest) for rest in permutations(others) if rest[0] < rest[-1])


@dataclass(frozen=True, slots=True)
class _Coloured:
    """A ring on a board.

    Args:
        board: the board.
        ring: the ring.
        colours: of each cell whether it is in the area: 1, 0, or None where that is open.
    """

    board: Board
    ring: _Ring
    colours: tuple[int | None, ...]

    @classmethod
    def of(cls, board: Board, ring: _Ring) -> _Coloured:
        """Return what is known of a ring on a board."""
        masks = [(board.masks[v] & ring.values, board.masks[v] & ~ring.values) for v in ring.cells]
        return cls(board, ring, tuple([None if a and b else int(bool(a)) for a, b in masks]))

    def excluded(
        self, technique: str, cells: Iterable[int], colour: int, shown: Iterable[int]
    ) -> Iterator[Step]:
        """Yield the step by which cells do not have a colour, if the rule of the ring gives it."""
        board, ring = self.board, self.ring
        side = ring.values if colour else ~ring.values
        placements, eliminations, lost = [], [], set(lost_candidates(board, ring.number))
        for v in cells:
            gone = {(v, value) for value in bits(board.masks[v] & side)}
            left = board.masks[v] & ~side
            if not gone <= lost:
                return
            if v < board.model.cells and not left & (left - 1):
                placements.append((v, left.bit_length() - 1))
            else:
                eliminations += sorted(gone)
        yield Step(
            technique,
            tuple(placements),
            tuple(eliminations),
            (Fillings(ring.number),),
            (Role("pattern", candidates_of(board, shown), (ring.number,)),),
        )


_Find = Callable[[_Coloured], Iterator[Step]]
"""A search in a ring."""


def _search(find: _Find) -> Callable[[Board], Iterator[Step]]:
    """Return a search of all rings on a board."""

    @cached_by_domains
    def found(board: Board, number: int) -> tuple[Step, ...]:
        ring = next(ring for ring in _rings(board.model) if ring.number == number)
        return tuple(find(_Coloured.of(board, ring)))

    def search(board: Board) -> Iterator[Step]:
        for ring in _rings(board.model):
            for step in found(board, ring.number):
                yield with_both_variables(board, step)

    return search


def _ring_of(step: Step, words: Words) -> tuple[_Ring, list[int], int]:
    """Return the ring of a step, the cells that it decides, and the colour that they do not have.

    This is 1 for that of the area, and 0 for the other.
    """
    (number,) = step.roles[0].primitives
    ring = next(ring for ring in _rings(words.model) if ring.number == number)
    decided = [c for c in step.placements + step.eliminations if c[0] in ring.cells]
    variable, value = decided[0]
    area = bool(ring.values >> value & 1)
    cells = list(dict.fromkeys(v for v, _ in decided))
    return ring, cells, int(area != ((variable, value) in step.placements))


def _colour(ring: _Ring, colour: int, words: Words) -> str:
    """Return the symbols of a colour: ``2``, ``1 or 3``."""
    side = ring.values if colour else ~ring.values
    v = ring.cells[0]
    values = bits(words.model.root.domains[v] & side)
    return join_words(list(dict.fromkeys(words.symbol(v, value) for value in values)), "or")


def _with(ring: _Ring, colour: int, words: Words) -> str:
    """Return what cells of a colour are: ``with 2``, ``in the sea``."""
    symbols = _colour(ring, colour, words)
    return f"with {symbols}" if words.is_cell(ring.cells[0]) else symbols


# Squares.


def _last_of_square(technique: str, *, alike: bool) -> _Find:
    """Return the search for the last cell of a square of one colour, or of a checkerboard."""

    def find(on: _Coloured) -> Iterator[Step]:
        colours, cells = on.colours, on.ring.cells
        if len(colours) != 4 or colours.count(None) != 1 or not (alike or on.ring.both):
            return
        last = colours.index(None)
        before, opposite, after = (colours[(last + i) % 4] for i in (1, 2, 3))
        if before == after and (before == opposite) == alike:
            others = cells[:last] + cells[last + 1 :]
            yield from on.excluded(technique, cells[last : last + 1], int(bool(opposite)), others)

    return find


def _tell_square(step: Step, words: Words) -> str:
    ring, _, colour = _ring_of(step, words)
    cells = words.subjects(sorted(ring.cells))
    return f"{cells} would be a 2×2 square of cells {_with(ring, colour, words)}"


@strategy(
    "no-2x2",
    family="connection",
    rating=1.4,
    score=10,
    source="Puzzler.com, Islands in the Stream (rules)",
    aliases=("no-pool",),
    pencil_marks=False,
    tell=_tell_square,
)
def no_2x2(board: Board) -> Iterator[Step]:
    """The last cell of a 2×2 square, which must not be all of one colour."""
    yield from _NO_2X2(board)


_NO_2X2 = _search(_last_of_square("no-2x2", alike=True))


def _tell_checkerboard(step: Step, words: Words) -> str:
    ring, _, colour = _ring_of(step, words)
    one, other = (_with(ring, side, words) for side in (colour, 1 - colour))
    cells = words.subjects(sorted(ring.cells))
    return (
        f"{cells} would be a checkerboard, where cells {one} part those {other}, or the other way "
        f"round"
    )


@strategy(
    "no-checkerboard",
    family="connection",
    rating=1.6,
    score=16,
    source=f"{_EXCHANGE} 104943 (2×2 checkerboard)",
    pencil_marks=False,
    tell=_tell_checkerboard,
)
def no_checkerboard(board: Board) -> Iterator[Step]:
    """The last cell of a square that would look like a checkerboard, and cut a connected area."""
    yield from _NO_CHECKERBOARD(board)


_NO_CHECKERBOARD = _search(_last_of_square("no-checkerboard", alike=False))


# The rim.


def _runs_on_rim(on: _Coloured) -> Iterator[Step]:
    colours, count = on.colours, len(on.colours)
    known = [place for place, colour in enumerate(colours) if colour is not None]
    if count < 5 or not on.ring.both or len({colours[place] for place in known}) < 2:
        return
    around = on.ring.cells * 2
    for start, end in zip(known, (*known[1:], known[0] + count), strict=True):
        colour = colours[start]
        if colour == colours[end % count] and end - start > 1:
            other = next(place for place in known if colours[place] != colour)
            shown = [around[place] for place in (start, end, other)]
            between = around[start + 1 : end]
            yield from on.excluded("rim", between, 1 - int(bool(colour)), shown)


def _tell_rim(step: Step, words: Words) -> str:
    ring, cells, colour = _ring_of(step, words)
    first, last, other = dict.fromkeys(v for v, _ in step.roles[0].candidates)
    own, without = _colour(ring, 1 - colour, words), _colour(ring, colour, words)
    some = words.subjects(cells, "or") if len(cells) <= MOST_NAMED else "a cell"
    ends = words.subjects([first, last])
    have, has, had = ("have", "has", "had") if words.is_cell(first) else ("are", "is", "were")
    parted = f"cells {_with(ring, 1 - colour, words)} or those {_with(ring, colour, words)}"
    return (
        f"on the rim, {ends} {have} {own} and {words.subject(other)} {has} "
        f"{without}; if {some} between them {had} {without}, then whichever way the border ran, "
        f"the {parted} would be parted"
    )


@strategy(
    "rim",
    family="connection",
    rating=2.0,
    score=30,
    source=f"{_EXCHANGE} 53193 (each colour is one group on the boundary)",
    aliases=("two-runs-on-the-rim",),
    pencil_marks=False,
    tell=_tell_rim,
)
def rim(board: Board) -> Iterator[Step]:
    """Of two connected areas, each has one run of cells on the rim, without gaps."""
    yield from _RIM(board)


_RIM = _search(_runs_on_rim)
