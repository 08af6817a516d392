"""The sea and its islands, which do not touch and have as many cells as their numbers say.

Each cell has two variables, its shade and the island that it is on; every technique decides both.
What connects an island or the sea is in `cells`, and squares of sea are in `squares`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from sudokulib.board import Board, Candidate
from sudokulib.logic.islands import Archipelago, Island, archipelagos
from sudokulib.logic.step import Fillings, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.primitives import Connected
from sudokulib.strategies.connection.cells import STREAM, reached_places, unreachable_steps
from sudokulib.strategies.connection.members import Members, members_of
from sudokulib.strategies.phrases import MOST_NAMED
from sudokulib.strategies.registry import strategy

_NIKOLI = "nikoli.co.jp/iphone/en/nk_tutorial.html"


@dataclass(frozen=True, slots=True)
class _Islands:
    """The islands of one sea on a board.

    Args:
        board: the board.
        of: the islands.
        may: of each place where it may be: its values, as a bit mask.
    """

    board: Board
    of: Archipelago
    may: tuple[int, ...]

    @classmethod
    def on(cls, board: Board) -> Iterator[_Islands]:
        """Yield those of each sea, unless a place is nowhere."""
        for of in archipelagos(board.model):
            may = tuple([of.mask(board.masks, place) for place in range(len(of.labels))])
            if all(may):
                yield cls(board, of, may)

    def is_land(self, place: int) -> bool:
        """Return whether a place is on some island."""
        return not self.may[place] & self.of.sea

    def is_open(self, place: int) -> bool:
        """Return whether a place may be in the sea or not."""
        return bool(self.may[place] & self.of.sea and self.may[place] & ~self.of.sea)

    def beside(self, places: int) -> int:
        """Return the neighbours of some places, all as a bit mask."""
        return self.of.graph.beside(places) & ~places

    def members(self, island: Island) -> Members[Connected] | None:
        """Return what is known of one island; None if its number is not."""
        found = next(members_of(self.board, island.primitives[0]), None)
        return cast("Members[Connected]", found) if found else None

    def links(self, places: int) -> Iterator[int]:
        """Yield the primitives by which a place has two variables."""
        for place in bits(places):
            yield self.of.links[place]

    def borders(self, one: int, other: int) -> Iterator[int]:
        """Yield the primitives between places, as bit masks."""
        for place in bits(one):
            for near in bits(self.of.graph.near[place] & other):
                yield from self.of.border(place, near)

    def step(
        self,
        technique: str,
        may: dict[int, int],
        pattern: int,
        primitives: Iterable[int],
        first: tuple[Step, ...] = (),
    ) -> Iterator[Step]:
        """Yield the step after which places are only where they may be, if it changes anything.

        Args:
            technique: its name.
            may: of each place what is left of its values, as a bit mask.
            pattern: the places that it follows from, as a bit mask; 0 to show what it decides.
            primitives: the rules that it follows from, by number, but for the links of places.
            first: steps that come before.
        """
        board, of = self.board, self.of
        placed, gone = of.left(board, may)
        if not placed and not gone:
            return
        changed = {v for v, _ in placed + gone}
        every = sum(1 << n for n in may if not changed.isdisjoint((of.labels[n], of.cells[n])))
        about = [
            v for own in (of.labels, of.cells) for v in (own[p] for p in bits(every | pattern))
        ]
        rules = (*self.links(every | pattern), *primitives)
        role: list[Candidate] = []
        for place in bits(pattern or every):
            side = of.shades if not pattern and may[place] == of.sea else ~of.shades
            v = of.cells[place]
            role += [(v, value) for value in bits(board.masks[v] & side)]
        yield Step(
            technique,
            placed,
            gone,
            (of.in_each_case(board, about, rules, first),),
            (Role("pattern", tuple(role)),) if role else (),
        )


class _Told:
    """Words for a step about islands."""

    def __init__(self, step: Step, words: Words) -> None:
        places = {v: (one, n) for one in archipelagos(words.model) for n, v in enumerate(one.cells)}
        places |= {
            v: (one, n) for one in archipelagos(words.model) for n, v in enumerate(one.labels)
        }
        decided = [places[v] for v, _ in step.placements + step.eliminations if v in places]
        shown = [places[v][1] for role in step.roles for v, _ in role.candidates if v in places]
        self.words = words
        self.of = decided[0][0]
        self.targets = sum({1 << place for _, place in decided})
        self.pattern = sum({1 << place for place in shown})
        self.on = next(one for one in _Islands.on(words.board) if one.of is self.of)

    def cells(self, places: int, last: str = "and") -> str:
        """Return the names of places, a bit mask, or their number if there are many."""
        if places.bit_count() > MOST_NAMED:
            return f"{places.bit_count()} cells"
        return join_words([self.words.subject(self.of.labels[p]) for p in bits(places)], last)

    def island(self, value: int) -> str:
        """Return the name of an island: ``the island of R1C5``."""
        island = next(one for one in self.of.islands if one.value == value)
        return f"the island of {self.words.cell(island.clue)}"


def _be(places: int) -> str:
    return "is" if places.bit_count() == 1 else "are"


# What a cell is by itself.


def _tell_clue(step: Step, words: Words) -> str:
    told = _Told(step, words)
    one = told.targets.bit_count() == 1
    holds = "holds the number" if one else "hold the numbers"
    own = "its own island" if one else "islands of their own"
    return f"{told.cells(told.targets)} {holds} of {own}"


@strategy(
    "numbered-cell",
    family="connection",
    rating=1.0,
    score=4,
    source=f"{_NIKOLI} (each area contains one number)",
    pencil_marks=False,
    tell=_tell_clue,
)
def numbered_cell(board: Board) -> Iterator[Step]:
    """A cell with the number of an island is on that island.

    The tutorial of Nikoli (nk): each area of white cells contains only one number.
    """
    for on in _Islands.on(board):
        may = {}
        for place, number in on.of.known.items():
            smaller = board.model.primitives[number].propagate(board.masks)
            if smaller:
                may[place] = on.may[place] & smaller[on.of.labels[place]]
        yield from on.step("numbered-cell", may, 0, on.of.known.values())


def _tell_land_or_sea(step: Step, words: Words) -> str:
    del step, words
    return "each cell is either in the sea or on one island"


@strategy(
    "land-or-sea",
    family="connection",
    rating=1.0,
    score=4,
    source=f"{_NIKOLI} (no white cells without numbers)",
    pencil_marks=False,
    tell=_tell_land_or_sea,
)
def land_or_sea(board: Board) -> Iterator[Step]:
    """A shaded cell is in the sea, a cell that is not shaded is on some island, and vice versa.

    The tutorial of Nikoli (nk): there cannot be white cells that belong to no number.
    """
    for on in _Islands.on(board):
        yield from on.step("land-or-sea", dict(enumerate(on.may)), 0, ())


# Islands that do not touch.


def _tell_between(step: Step, words: Words) -> str:
    told = _Told(step, words)
    values = sorted({told.on.may[place].bit_length() - 1 for place in bits(told.pattern)})
    clues = [words.cell(one.clue) for one in told.of.islands if one.value in values]
    where = f"{'between' if len(values) == 2 else 'beside'} the islands of {join_words(clues)}"
    return f"{told.cells(told.targets)} {_be(told.targets)} {where}, which may not touch"


@strategy(
    "between-islands",
    family="connection",
    rating=1.1,
    score=6,
    source=f"{STREAM} (diagonally adjacent cells, cells separated by one cell)",
    aliases=("diagonal-clues",),
    pencil_marks=False,
    tell=_tell_between,
)
def between_islands(board: Board) -> Iterator[Step]:
    """A cell beside two islands is in the sea, as they would touch otherwise.

    Tectonicpuzzel.eu, *Solving Techniques for Islands in the Stream*: diagonally adjacent cells,
    cells separated by one cell; also in the tutorial of Nikoli (nk).
    """
    for on in _Islands.on(board):
        found: dict[int, tuple[int, int]] = {}
        for place in filter(on.is_open, range(len(on.may))):
            near = [n for n in bits(on.of.graph.near[place]) if on.is_land(n)]
            alone = [n for n in near if on.may[n].bit_count() == 1]
            islands = 0
            for n in alone:
                islands |= on.may[n]
            if islands.bit_count() > 1:
                here, around = found.get(islands, (0, 0))
                found[islands] = here | 1 << place, around | sum(1 << n for n in alone)
        for _, (places, around) in sorted(found.items()):
            may = dict.fromkeys(bits(places), on.of.sea)
            rules = on.borders(places, around)
            yield from on.step("between-islands", may, around, rules)


def _tell_apart(step: Step, words: Words) -> str:
    told = _Told(step, words)
    targets = f"{told.cells(told.targets)} {_be(told.targets)}"
    values = list(bits(told.on.may[next(bits(told.pattern))]))
    islands = join_words([told.island(value) for value in values], "or")
    if len(values) == 1:
        return f"no two islands touch, and {targets} beside {islands}"
    here = f"{told.cells(told.pattern)}, which can only be on {islands}"
    return f"no two islands touch, and {targets} beside {here}"


@strategy(
    "islands-apart",
    family="connection",
    rating=1.6,
    score=10,
    source=f"{_NIKOLI} (areas are separated by black cells)",
    pencil_marks=False,
    tell=_tell_apart,
)
def islands_apart(board: Board) -> Iterator[Step]:
    """A cell beside an island is on that island or in the sea, not on another island.

    The tutorial of Nikoli (nk): areas of white cells are separated by black ones.
    """
    for on in _Islands.on(board):
        found: dict[int, tuple[int, dict[int, int]]] = {}
        for place in filter(on.is_land, range(len(on.may))):
            own = on.may[place] | on.of.sea
            for near in bits(on.of.graph.near[place]):
                if on.may[near] & ~own and on.of.border(place, near):
                    around, may = found.get(own, (0, {}))
                    may[near] = on.may[near] & own
                    found[own] = around | 1 << place, may
        for _, (around, may) in sorted(found.items(), key=lambda one: one[0]):
            rules = on.borders(sum(1 << place for place in may), around)
            yield from on.step("islands-apart", may, around, rules)


# Islands that have all of their cells.


def _tell_complete(step: Step, words: Words) -> str:
    told = _Told(step, words)
    island = told.island(told.on.may[next(bits(told.pattern))].bit_length() - 1)
    count = told.pattern.bit_count()
    return (
        f"{island} is complete, with {count} cell{'s' * (count > 1)} ({told.cells(told.pattern)}), "
        f"and surrounded by sea"
    )


@strategy(
    "complete-island",
    family="connection",
    rating=1.3,
    score=8,
    source=f"{STREAM} (completed islands)",
    aliases=("surrounded-island",),
    pencil_marks=False,
    tell=_tell_complete,
)
def complete_island(board: Board) -> Iterator[Step]:
    """An island that has all of its cells is surrounded by sea.

    Tectonicpuzzel.eu, *Solving Techniques for Islands in the Stream*: completed islands; also in
    the tutorial of Nikoli (nk).
    """
    for on in _Islands.on(board):
        for island in on.of.islands:
            own = on.members(island)
            if own is None or not own.must or own.must.bit_count() != own.rule.sizes[-1]:
                continue
            around = sum(1 << n for n in bits(on.beside(own.must)) if on.is_open(n))
            may = {n: on.may[n] & ~(1 << island.value) for n in bits(own.open)}
            may |= dict.fromkeys(bits(around), on.of.sea)
            first = (own.excluded("area-complete", own.open, own.must),) if own.open else ()
            rules = on.borders(around, own.must)
            yield from on.step("complete-island", may, own.must, rules, first)


# Cells that no island reaches.


def _tell_unreachable(step: Step, words: Words) -> str:
    told = _Told(step, words)
    return f"no island can reach {told.cells(told.targets, 'or')}"


@strategy(
    "unreachable-cell",
    family="connection",
    rating=1.7,
    score=14,
    source=f"{STREAM} (unreachable cells)",
    aliases=("unreachable-square",),
    pencil_marks=False,
    tell=_tell_unreachable,
)
def unreachable_cell(board: Board) -> Iterator[Step]:
    """A cell that is out of reach of all islands, given their numbers, is in the sea.

    Tectonicpuzzel.eu, *Solving Techniques for Islands in the Stream*: unreachable cells.
    """
    for on in _Islands.on(board):
        may, first = list(on.may), []
        for island in on.of.islands:
            own = on.members(island)
            for step in unreachable_steps(own) if own else ():
                first.append(step)
                for label, value in step.eliminations:
                    may[on.of.labels.index(label)] &= ~(1 << value)
        sea = {n: m for n, m in enumerate(may) if m == on.of.sea and on.is_open(n)}
        needed = {on.of.labels[n] for n in sea}
        steps = [
            Step(step.technique, (), lost, step.arguments, step.roles)
            for step in first
            if (lost := tuple([c for c in step.eliminations if c[0] in needed]))
        ]
        yield from on.step("unreachable-cell", sea, 0, (), tuple(steps))


# Numbers that do not fit.


def _tell_size(step: Step, words: Words) -> str:
    (clue, _), *_ = step.placements + step.eliminations
    on, island = next(
        (on, one) for on in _Islands.on(words.board) for one in on.of.islands if one.clue == clue
    )
    own = on.members(island)
    assert own is not None
    known, most = own.must.bit_count(), reached_places(own).bit_count()
    name = f"the island of {words.cell(clue)}"
    if step.roles[0].name == "extra":
        return f"{name} has room for only {most} cell{'s' * (most > 1)}"
    return f"{name} has at least {known} cell{'s' * (known > 1)}"


@strategy(
    "island-size",
    family="connection",
    rating=1.9,
    score=16,
    source=f"{_NIKOLI} (a number tells the number of cells)",
    pencil_marks=False,
    tell=_tell_size,
)
def island_size(board: Board) -> Iterator[Step]:
    """The number of an island is no less than its known cells, nor more than it has room for.

    The tutorial of Nikoli (nk): a number tells how many white cells are connected.
    """
    for on in _Islands.on(board):
        for island in on.of.islands:
            own = on.members(island)
            if own is not None and own.must:
                room = reached_places(own)
                for name, places, few in (("pattern", own.must, True), ("extra", room, False)):
                    count = places.bit_count()
                    wrong = [
                        case
                        for case in island.cases
                        if board.allows((island.clue, case.number))
                        and (case.size < count if few else case.size > count)
                    ]
                    if wrong:
                        role = Role(
                            name, on.of.members(places, island.value), island.primitives[:1]
                        )
                        yield Step(
                            "island-size",
                            eliminations=tuple([(island.clue, case.number) for case in wrong]),
                            arguments=tuple([Fillings(case.primitive) for case in wrong]),
                            roles=(role,),
                        )
