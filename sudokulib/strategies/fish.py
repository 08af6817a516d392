"""Fish: the n places of one value in n bases cannot be held by fewer than n covers.

A *base* is a truth of one value: a shape that requires it, be it a house or a cage. A *cover* is
any set without repeats. Each place in the bases is covered as often as it is counted; those that
are not are *fins* (*endo-fins* if it is because two bases share them). What the covers hold beyond
what the bases count, and sees every fin, is false, even if it lies in a base (*cannibalism*).

Forms are told apart by how shapes meet, so that they mean the same on every geometry:

- *basic*: bases are disjoint, covers are disjoint, and a base and a cover share one cell at most,
  as lines that cross do;
- *franken*: no two bases and no two covers meet in exactly one cell: crossing lines are never on
  the same side;
- *mutant*: anything goes.

A basic finned fish is *sashimi* if some base has no more than one place left without its fins.

Unfinned basic fish are found base by base, with a cover for the first uncovered place. All others
are found from the covers: a target that is true takes one cover and all fins away, and what is
left, n bases of which n - 1 covers hold all places that the target does not see, is impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations, islice
from threading import Lock

from sudokulib.board import Board
from sudokulib.logic.facts import required
from sudokulib.logic.memo import of_board, unless_barren
from sudokulib.logic.patience import ask
from sudokulib.logic.reasons import seeing_all
from sudokulib.logic.step import Candidates, Link, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, listed
from sudokulib.model import bits
from sudokulib.strategies.phrases import named
from sudokulib.strategies.registry import Strategy, register_strategy

__all__ = ["basic_fish", "general_fish"]

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}

_MOST_TRIALS = 300_000
_MOST_OFTEN = 60_000
"""How often, in one look, a base is held against some covers; the second for finned basic fish of
up to four, which many look for: only boards with hundreds of covers reach that."""

_MOST_SCHOOLS = 5_000
"""How often, for one value, a base is held against some bases of a basic fish."""

_MOST_CHOICES = 20
"""Choices of bases tried for one set of covers and one target."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A base or a cover of one value: its places, all its cells, and its primitive."""

    places: int
    cells: int
    primitive: int


@dataclass(frozen=True, slots=True)
class _Fish:
    """Bases and covers of a value, with what follows."""

    value: int
    bases: tuple[_Shape, ...]
    covers: tuple[_Shape, ...]
    fins: int
    targets: int


@dataclass(frozen=True, slots=True)
class _Pond:
    """What there is of one value on a board.

    Args:
        board, value: which.
        bases, covers: all there are.
        sighted, served: what has been worked out.
    """

    board: Board
    value: int
    bases: tuple[_Shape, ...]
    covers: tuple[_Shape, ...]
    sighted: dict[int, int] = field(default_factory=dict)
    served: dict[int, int] = field(default_factory=dict)

    @property
    def waters(self) -> Hashable:
        """All that fish depend on: where the value is, and who requires it."""
        return self.board.places[self.value], tuple([base.primitive for base in self.bases])

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
def _ponds(board: Board) -> tuple[_Pond, ...]:
    bases: list[dict[int, _Shape]] = [{} for _ in board.places]
    for number, cells in enumerate(board.model.spans):
        for value in bits(required(board, number)):
            places = board.places[value] & cells
            if places & places - 1 and not places & board.solved:
                bases[value].setdefault(places, _Shape(places, cells, number))
    return tuple(
        _Pond(board, value, tuple(found.values()), _covers(board, value))
        for value, found in enumerate(bases)
        if len(found) > 1
    )


def _covers(board: Board, value: int) -> tuple[_Shape, ...]:
    found: dict[int, _Shape] = {}
    for clique in board.model.cliques:
        places = board.places[value] & clique.variables
        if places & places - 1 and not places & board.solved:
            found.setdefault(places, _Shape(places, clique.variables, clique.primitive))
    return tuple(found.values())


# Forms.


def _parallel(one: _Shape, other: _Shape) -> bool:
    return not one.cells & other.cells


def _crossing(one: _Shape, other: _Shape) -> bool:
    return (one.cells & other.cells).bit_count() <= 1


def _not_crossing(one: _Shape, other: _Shape) -> bool:
    return (one.cells & other.cells).bit_count() != 1


def _different(one: _Shape, other: _Shape) -> bool:
    return one.cells != other.cells


@dataclass(frozen=True, slots=True)
class _Form:
    """Which shapes may stand on the same side, and which across from each other."""

    name: str
    beside: Callable[[_Shape, _Shape], bool]
    across: Callable[[_Shape, _Shape], bool]

    def allows(self, bases: Sequence[_Shape], covers: Sequence[_Shape]) -> bool:
        """Whether bases and covers make a fish of this form, or a simpler one."""
        return all(
            self.beside(one, other) for side in (bases, covers) for one, other in _pairs(side)
        ) and all(self.across(base, cover) for base in bases for cover in covers)


def _pairs(shapes: Iterable[_Shape]) -> Iterator[tuple[_Shape, _Shape]]:
    return combinations(shapes, 2)


_BASIC = _Form("basic", _parallel, _crossing)
_FRANKEN = _Form("franken", _not_crossing, _different)
_MUTANT = _Form("mutant", _different, _different)
_FORMS = (_BASIC, _FRANKEN, _MUTANT)


# Fish without fins, from their bases.


def basic_fish(technique: str, size: int, board: Board) -> Iterator[Step]:
    """All places of a value in n parallel shapes are in n shapes that cross them."""
    for pond in _ponds(board):
        small = [base for base in pond.bases if base.places.bit_count() <= size]
        if len(small) >= size:
            caught = _caught(pond, small, size)
            for fish in unless_barren(board, (basic_fish, size, pond.waters), caught):
                yield _step(technique, board, fish)


def _caught(pond: _Pond, small: Sequence[_Shape], size: int) -> Iterator[_Fish]:
    """The fish of some bases; of equal conclusions the first."""
    known = set()
    for bases, covers in _schools(pond, small, size):
        fish = _fish(pond, bases, covers)
        if fish.targets and fish.targets not in known and not _composed(fish):
            known.add(fish.targets)
            yield fish


_Shapes = tuple[_Shape, ...]


def _schools(pond: _Pond, small: Sequence[_Shape], size: int) -> Iterator[tuple[_Shapes, _Shapes]]:
    """So many parallel bases, with as many covers that cross them."""
    trials = _MOST_SCHOOLS

    def grow(
        more: Sequence[_Shape], bases: _Shapes, covers: _Shapes
    ) -> Iterator[tuple[_Shapes, _Shapes]]:
        nonlocal trials
        if len(bases) == size:
            yield bases, covers
            return
        for number, base in enumerate(more[: len(more) + 1 - size + len(bases)]):
            trials -= 1
            if trials > 0 and all(_crossing(base, cover) for cover in covers):
                after = [other for other in more[number + 1 :] if _parallel(base, other)]
                for wider in _covered(pond, base.places, (*bases, base), covers, size):
                    yield from grow(after, (*bases, base), wider)

    return grow(small, (), ())


def _covered(
    pond: _Pond, places: int, bases: _Shapes, covers: _Shapes, size: int
) -> Iterator[_Shapes]:
    """The covers with more of them until some places are covered, the first one first."""
    for cover in covers:
        places &= ~cover.places
    if not places:
        yield covers
    elif len(covers) < size:
        first = places & -places
        for cover in pond.covers:
            if (
                cover.places & first
                and all(_crossing(base, cover) for base in bases)
                and all(_parallel(cover, other) for other in covers)
            ):
                yield from _covered(pond, places, bases, (*covers, cover), size)


def _composed(fish: _Fish) -> bool:
    """Whether some of the bases are a fish of their own."""
    for count in range(2, len(fish.bases)):
        for bases in combinations(fish.bases, count):
            union = sum(base.places for base in bases)
            if sum(bool(cover.places & union) for cover in fish.covers) <= count:
                return True
    return False


# Fish of any form, from their covers.


def general_fish(
    technique: str, form: _Form, size: int, kind: Callable[[_Fish], bool], board: Board
) -> Iterator[Step]:
    """All places of a value in n shapes are in n others, but for fins that every target sees."""
    known = set()
    for fish in _catch(form, size)(board):
        if kind(fish) and (fish.value, fish.targets) not in known:
            known.add((fish.value, fish.targets))
            yield _step(technique, board, fish)


class _Replay:
    """What an iterator yields, for several who ask for as much of it as they need."""

    def __init__(self, source: Iterator[_Fish]) -> None:
        self._source, self._found, self._lock = source, list[_Fish](), Lock()

    def __iter__(self) -> Iterator[_Fish]:
        number = 0
        while self._reach(number):
            yield self._found[number]
            number += 1

    def _reach(self, number: int) -> bool:
        with self._lock:
            if number == len(self._found):
                self._found.extend(islice(self._source, 1))
            return number < len(self._found)


@cache
def _catch(form: _Form, size: int) -> Callable[[Board], _Replay]:
    """All fish of a form and size, whatever their fins; strategies share one search."""

    def catch(board: Board) -> _Replay:
        return _Replay(_hunt(board, form, size))

    return of_board(catch)


def _hunt(board: Board, form: _Form, size: int) -> Iterator[_Fish]:
    ponds = _ponds(board)
    for pond in ponds:
        if len(pond.bases) >= size and len(pond.covers) >= size:
            often = form is _BASIC and size <= 4
            trials = (_MOST_OFTEN if often else _MOST_TRIALS) // len(ponds)
            key = (_hunt, form.name, size, trials, pond.waters)
            yield from unless_barren(board, key, _hunted(pond, form, size, trials))


def _hunted(pond: _Pond, form: _Form, size: int, trials: int) -> Iterator[_Fish]:
    seen: set[tuple[_Shapes, frozenset[_Shape]]] = set()
    for inner, hits, targets in _overruns(pond, form, size, trials):
        for bases, target in _overrunning(pond, inner, hits, targets):
            for outer in _outer(pond, form, bases, inner, target):
                key = (bases, frozenset((*inner, outer)))
                if key not in seen:
                    seen.add(key)
                    yield _fish(pond, bases, tuple(c for c in pond.covers if c in key[1]))


_Hits = list[tuple[_Shape, int]]
"""Bases, each with the targets that see all of its places but those that are covered."""


def _overruns(
    pond: _Pond, form: _Form, size: int, trials: int
) -> Iterator[tuple[_Shapes, _Hits, int]]:
    """Sets of n - 1 covers that some targets overrun, with the bases that do it.

    Sets are grown from each cover by such as share a base with them, each set once.
    """
    net = _net(pond, form)

    def grow(
        inner: _Shapes, union: int, next_to: int, left: int, bases: int
    ) -> Iterator[tuple[_Shapes, _Hits, int]]:
        nonlocal trials
        ask()
        if bases.bit_count() < size:
            return
        if len(inner) == size - 2:
            trials -= bases.bit_count()
            for cover, hits in _last_covers(pond, net, union, left, bases):
                trials -= len(hits)
                if targets := _in_at_least(size, hits):
                    trials -= 10 * targets.bit_count()
                    yield (*inner, cover), hits, targets
            return
        for number in bits(next_to):
            if trials <= 0:
                return
            cover = pond.covers[number]
            left &= ~(1 << number)
            yield from grow(
                (*inner, cover),
                union | cover.places,
                (net.meeting[number] | (next_to if inner else 0)) & left & net.beside[number],
                left & net.beside[number],
                bases & net.across[number],
            )

    every = (1 << len(pond.covers)) - 1
    yield from grow((), 0, every, every, (1 << len(pond.bases)) - 1)


def _last_covers(
    pond: _Pond, net: _Net, union: int, left: int, bases: int
) -> Iterator[tuple[_Shape, _Hits]]:
    """The covers with which others may become a set that is overrun, and by which bases.

    In a fish that contains no smaller one a cover, the last one among them, serves two bases that
    the others do not serve.
    """
    room = pond.board.places[pond.value] & ~union
    before: list[tuple[int, _Shape, int]] = []
    served: dict[int, _Hits] = {}
    for b in bits(bases):
        base = pond.bases[b]
        rest = base.places & ~union
        hit = pond.sight(rest) & room & ~base.places
        before.append((b, base, hit))
        for last in bits(pond.serving(rest) & left):
            more = pond.sight(rest & ~pond.covers[last].places) & room & ~base.places
            if more & ~hit and net.across[last] >> b & 1:
                served.setdefault(last, []).append((base, more))
    for last, hits in sorted(served.items()):
        if targets := _in_at_least(2, hits) & ~pond.covers[last].places:
            by_base = {base: hit for b, base, hit in before if net.across[last] >> b & 1}
            by_base.update(hits)
            yield pond.covers[last], [(base, hit & targets) for base, hit in by_base.items()]


def _in_at_least(count: int, hits: _Hits) -> int:
    """The targets that so many bases have."""
    if len(hits) < count:
        return 0
    found = [-1, *[0] * count]
    for _, hit in hits:
        for times in range(count, 0, -1):
            found[times] |= found[times - 1] & hit
    return found[count]


@dataclass(frozen=True, slots=True)
class _Net:
    """For each cover what goes with it in a form, by number, as bit masks.

    Args:
        beside: covers that may be on its side.
        across: bases that may be on the other side.
        meeting: covers that hold places of a base that it holds places of.
    """

    beside: tuple[int, ...]
    across: tuple[int, ...]
    meeting: tuple[int, ...]


def _net(pond: _Pond, form: _Form) -> _Net:
    beside, across, meeting = [], [], []
    touched = [
        sum(1 << number for number, cover in enumerate(pond.covers) if cover.places & base.places)
        for base in pond.bases
    ]
    for cover in pond.covers:
        others, bases = enumerate(pond.covers), enumerate(pond.bases)
        beside.append(sum(1 << n for n, other in others if form.beside(cover, other)))
        across.append(sum(1 << n for n, base in bases if form.across(base, cover)))
        near = 0
        for base, covers in zip(pond.bases, touched, strict=True):
            near |= covers if base.places & cover.places else 0
        meeting.append(near)
    return _Net(tuple(beside), tuple(across), tuple(meeting))


def _overrunning(
    pond: _Pond, inner: _Shapes, hits: _Hits, targets: int
) -> Iterator[tuple[_Shapes, int]]:
    """The bases that inner covers do not serve if a target is true, with that target."""
    size = len(inner) + 1
    for target in bits(targets):
        served = [base for base, hit in hits if hit >> target & 1]
        for bases in islice(combinations(served, size), _MOST_CHOICES):
            if _overrun(pond, bases, inner, target) and not _reducible(pond, bases, inner, target):
                yield bases, target


def _overrun(pond: _Pond, bases: Sequence[_Shape], inner: Sequence[_Shape], target: int) -> bool:
    """Whether the bases have no more places than the covers, but for those the target sees."""
    return not _uncovered(bases, inner) & ~pond.board.model.peers[target]


def _reducible(pond: _Pond, bases: _Shapes, inner: _Shapes, target: int) -> bool:
    """Whether a smaller fish within these has the same target."""
    for count in range(len(inner)):
        for covers in combinations(inner, count):
            for some in combinations(bases, count + 1):
                if _overrun(pond, some, covers, target):
                    return True
    return False


def _outer(
    pond: _Pond, form: _Form, bases: _Shapes, inner: _Shapes, target: int
) -> Iterator[_Shape]:
    """The covers of a target that hold places of the bases besides."""
    rest = _uncovered(bases, inner)
    for cover in pond.covers:
        holds = cover.places >> target & 1 and cover.places & rest and cover not in inner
        if holds and form.allows(bases, (*inner, cover)):
            yield cover


# What both kinds of search find.


def _layers(shapes: Sequence[_Shape]) -> list[int]:
    """The places in one shape or more, in two or more, and so on."""
    layers = [0]
    for shape in shapes:
        rest = shape.places
        for number, places in enumerate(layers):
            layers[number], rest = places | rest, places & rest
        if rest:
            layers.append(rest)
    return layers


def _uncovered(bases: Sequence[_Shape], covers: Sequence[_Shape]) -> int:
    """The places that are in more bases than covers."""
    found, held = 0, _layers(covers)
    for number, places in enumerate(_layers(bases)):
        found |= places & ~(held[number] if number < len(held) else 0)
    return found


def _fish(pond: _Pond, bases: _Shapes, covers: _Shapes) -> _Fish:
    fins = _uncovered(bases, covers)
    targets = _uncovered(covers, bases)
    if fins:
        targets &= pond.sight(fins)
    return _Fish(pond.value, bases, covers, fins, targets)


def _is(form: _Form, fish: _Fish) -> bool:
    """Whether a fish is of a form and of none simpler."""
    simplest = next(one for one in _FORMS if one.allows(fish.bases, fish.covers))
    return simplest is form


def _unfinned(form: _Form, fish: _Fish) -> bool:
    return not fish.fins and _is(form, fish)


def _finned(form: _Form, fish: _Fish) -> bool:
    return bool(fish.fins) and _is(form, fish)


def _sashimi(wanted: bool, fish: _Fish) -> bool:
    """Whether a fish has fins, and some base lives off them if that is wanted, or none if not."""
    degenerate = any((base.places & ~fish.fins).bit_count() <= 1 for base in fish.bases)
    return bool(fish.fins) and degenerate is wanted


def _of(fish: _Fish, places: int) -> Candidates:
    return tuple([(v, fish.value) for v in bits(places)])


def _step(technique: str, board: Board, fish: _Fish) -> Step:
    bases, held = _layers(fish.bases), _layers(fish.covers)[0]
    shared = bases[1] & fish.fins if len(bases) > 1 else 0
    roles = [
        Role("base", _of(fish, bases[0] & ~fish.fins), _primitives(fish.bases)),
        Role("cover", _of(fish, held), _primitives(fish.covers)),
    ]
    if fish.fins & ~shared:
        roles.append(Role("fins", _of(fish, fish.fins & ~shared)))
    if shared:
        roles.append(Role("endo-fins", _of(fish, shared)))
    proof = tuple(_proof(board, fish))
    return Step(technique, (), _of(fish, fish.targets), proof, tuple(roles))


def _primitives(shapes: _Shapes) -> tuple[int, ...]:
    return tuple([shape.primitive for shape in shapes])


def _proof(board: Board, fish: _Fish) -> Iterator[Rank]:
    """Bases and covers, and what links the fins with each target; targets together if they may."""
    truths = [Truth(_of(fish, base.places), primitive=base.primitive) for base in fish.bases]
    covers = [Link(_of(fish, cover.places), (cover.primitive,)) for cover in fish.covers]
    if not fish.fins:
        yield Rank(tuple(truths), tuple(covers))
        return
    left = fish.targets
    while left:
        first = (left & -left).bit_length() - 1
        group, finned = _tied(board, fish, first, left)
        times = _most_missing(fish)
        yield Rank(tuple(truths), (*covers, *finned * times))
        left &= ~group


def _most_missing(fish: _Fish) -> int:
    """How many covers the worst fin lacks."""
    missing = 1
    for fin in bits(fish.fins):
        counted = sum(base.places >> fin & 1 for base in fish.bases)
        held = sum(cover.places >> fin & 1 for cover in fish.covers)
        missing = max(missing, counted - held)
    return missing


def _tied(board: Board, fish: _Fish, first: int, left: int) -> tuple[int, list[Link]]:
    """Links of all fins with a target, and the targets that are in every one of them."""
    group, links, fins = left, [], fish.fins
    while fins:
        fin = (fins & -fins).bit_length() - 1
        both = 1 << fin | 1 << first
        cliques = [c for c in board.model.cliques_of[fin] if not both & ~c.variables]
        best = max(cliques, key=lambda c: (c.variables & fins).bit_count())
        held = best.variables & (fins | left)
        links.append((best.variables & fins, held & left, best.primitive))
        group &= held
        fins &= ~best.variables
    finned = []
    for own, _, primitive in links:
        finned.append(Link(_of(fish, own | group), (primitive,)))
    return group, finned


# Names.


def _tell(step: Step, words: Words) -> str:
    roles = {role.name: role for role in step.roles}
    bases, covers = roles["base"].primitives, roles["cover"].primitives
    symbol = words.symbol(*step.eliminations[0])
    fins = [roles[name] for name in ("fins", "endo-fins") if name in roles]
    found = {candidate for role in fins for candidate in role.candidates}
    apart = listed([_fins(role, words) for role in fins])
    why = (
        f"{words.shapes(bases)} each need {symbol}, and all its places there lie in "
        f"{words.shapes(sorted(covers))}{', but for ' if fins else ''}{apart}"
    )
    if not fins:
        return f"{why}, which hold it there and nowhere else"
    see = "sees" if len(step.eliminations) == 1 else "see"
    targets = named(words, step.eliminations)
    seen = f"the fin, which {targets} {see}"
    if len(found) > 1:
        seen = f"a fin, and {targets} {see} every fin"
    return f"{why}; either {symbol} is nowhere else in these, or it is in {seen}"


def _fins(role: Role, words: Words) -> str:
    name = role.name if len(role.candidates) > 1 else role.name.removesuffix("s")
    return f"the {name} {named(words, role.candidates)}"


_SCORES = {
    "": (140, 150, 160),
    "finned-": (130, 200, 250),
    "sashimi-": (150, 240, 280),
    "franken-": (300, 350, 370),
    "finned-franken-": (390, 410, 430),
    "mutant-": (450, 450, 450),
    "finned-mutant-": (470, 470, 470),
}
"""The scores of the first three sizes in HoDoKu; larger ones have 470."""

_RATINGS = {2: 3.2, 3: 3.8, 4: 5.2, 5: 6.0, 6: 6.4, 7: 6.8}
_HARDER = {
    "": 0.0,
    "finned-": 0.2,
    "sashimi-": 0.3,
    "franken-": 0.7,
    "finned-franken-": 0.9,
    "mutant-": 1.2,
    "finned-mutant-": 1.4,
}
"""What a form adds to the rating of a size; Sudoku Explainer has the plain fish up to four only."""

_SUMMARIES = {
    "": "{n} crossing lines hold a value for {n} parallel ones.",
    "finned-": "{n} crossing lines hold a value for {n} parallel ones, but for fins.",
    "sashimi-": "{n} crossing lines hold a value for {n} parallel ones, some all but a fin.",
    "franken-": "{n} shapes hold a value for {n} others; no two of either side cross.",
    "finned-franken-": "{n} shapes hold a value for {n} others, no two crossing, but for fins.",
    "mutant-": "{n} shapes hold a value for any {n} others.",
    "finned-mutant-": "{n} shapes hold a value for any {n} others, but for fins.",
}


def _find(prefix: str, size: int) -> Callable[[Board], Iterator[Step]]:
    name = prefix + _NAMES[size]
    if not prefix:
        return partial(basic_fish, name, size)
    if prefix in ("finned-", "sashimi-"):
        return partial(general_fish, name, _BASIC, size, partial(_sashimi, prefix == "sashimi-"))
    form = _FRANKEN if "franken" in prefix else _MUTANT
    kind = _finned if "finned" in prefix else _unfinned
    return partial(general_fish, name, form, size, partial(kind, form))


def _register() -> None:
    for prefix in _SCORES:
        for size, name in _NAMES.items():
            score = _SCORES[prefix][size - 2] if size < 5 else 470
            register_strategy(
                Strategy(
                    prefix + name,
                    _find(prefix, size),
                    _SUMMARIES[prefix].format(n=size),
                    "fish",
                    round(_RATINGS[size] + _HARDER[prefix], 1),
                    score,
                    "HoDoKu, Fish (B. Hobiger); the Ultimate Fish Guide",
                    monotone=False,  # a smaller board may have a smaller fish in its place
                    tell=_tell,
                )
            )


_register()
