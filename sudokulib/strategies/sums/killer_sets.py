"""Killer pairs and triples, and hidden ones: cells of a shape together with parts of cages.

Take some values W and a set S of cells that all differ. If the least numbers of values of W that
parts of sums (or single cells) in S use add up to all of W, then W has no place in the rest of S,
and each part uses exactly its least number. Hidden ones are the reverse: if parts hold all places
for W, which S needs, and their greatest numbers add up to W, each uses its greatest number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations

from sudokulib.basics.interruption import checked
from sudokulib.board import Board, Candidate
from sudokulib.logic.facts import link
from sudokulib.logic.reasons import cell_truth, value_truth
from sudokulib.logic.step import Bound, Rank, Role, Step
from sudokulib.logic.sum_parts import SumPart, sum_parts, value_sets_with
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Clique, bits
from sudokulib.strategies.fillings import candidates_of
from sudokulib.strategies.registry import Strategy, register_strategy
from sudokulib.strategies.sums.words import sum_with_ways

_MOST_VALUES = 12
"""The most open values of a shape whose subsets are tried.

On the boards of the examples 6 finds 341 killer sets, 12 and 24 find 1,351 (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_Chosen = tuple[tuple[SumPart, ...], tuple[int, ...]]
"""Parts of sums, and single cells besides."""


@dataclass(frozen=True, slots=True)
class _KillerSet:
    """A killer set.

    Args:
        clique: the shape.
        values: the values W, as a bit mask.
        parts: the parts of sums.
        singles: the single cells.
    """

    clique: Clique
    values: int
    parts: tuple[SumPart, ...]
    singles: tuple[int, ...]


# The key is everything it reads: sets of values and numbers.
@lru_cache(maxsize=1 << 12)
def _counts(value_sets: frozenset[int], values: int, size: int, most: bool) -> dict[int, int]:
    """Return, for each set of `size` values, how many a part uses at least (or at most).

    Sets of which it need not use any value are left out, unless `most` is true.
    """
    union = 0
    for used in value_sets:
        union |= used
    found = {}
    pick: Callable[[Iterable[int]], int] = max if most else min
    for chosen in combinations(bits(values), size):
        mask = sum([1 << x for x in chosen])
        if mask & union:
            count = pick((used & mask).bit_count() for used in value_sets)
            if most or count:
                found[mask] = count
    return found


_ROUNDS = 16
"""Parts between two checks of the clock, which costs as much as a few parts."""


def killer_sets(board: Board, technique: str, size: int) -> Iterator[Step]:
    """Yield steps where cells and parts of cages in a shape use up some values.

    Args:
        board: the board.
        technique: the name of the steps.
        size: the number of values.
    """
    for clique, own in checked(sum_parts(board)):
        cells = clique.variables & ~board.solved
        values = _union(board, cells)
        if not size < values.bit_count() <= _MOST_VALUES:
            continue
        tables = [(part, _counts(part.value_sets, values, size, False)) for part in own]
        for mask in checked(dict.fromkeys(mask for _, table in tables for mask in table)):
            singles = [v for v in bits(cells) if not board.masks[v] & ~mask]
            useful = [(part, table[mask]) for part, table in tables if mask in table]
            for chosen in _exactly(useful, singles, size):
                yield from _used_up(board, technique, _KillerSet(clique, mask, *chosen))


def _union(board: Board, cells: int) -> int:
    union = 0
    for v in bits(cells):
        union |= board.masks[v]
    return union


def _exactly(
    useful: Sequence[tuple[SumPart, int]], singles: Sequence[int], size: int
) -> Iterator[_Chosen]:
    """Yield disjoint parts, at least one, and single cells that together use that many values."""

    def choose(number: int, taken: int, left: int, own: tuple[SumPart, ...]) -> Iterator[_Chosen]:
        if own:
            rest = [v for v in singles if not taken >> v & 1]
            if len(rest) >= left:
                yield own, tuple(rest[:left])
                return
        for place in checked(range(number, len(useful)), _ROUNDS):
            part, count = useful[place]
            if count <= left and not part.cells & taken:
                yield from choose(place + 1, taken | part.cells, left - count, (*own, part))

    return choose(0, 0, size, ())


def _used_up(board: Board, technique: str, found: _KillerSet) -> Iterator[Step]:
    """Yield the step: the values go from the rest of the shape, excess ones from the parts."""
    mask = found.values
    taken = sum([1 << v for v in found.singles]) | sum([part.cells for part in found.parts])
    cells = found.clique.variables & ~board.solved
    links = [link(board, tuple((v, x) for v in bits(board.places[x] & cells))) for x in bits(mask)]
    truths = tuple([cell_truth(board, v) for v in found.singles])
    least = {
        part: min((used & mask).bit_count() for used in part.value_sets) for part in found.parts
    }

    def why(*extra: tuple[SumPart, Candidate]) -> Rank:
        bounds = [_bound(board, part, mask, -least[part], extra) for part in found.parts]
        return Rank(truths, (*links, *bounds))

    gone = [(v, x) for v in bits(cells & ~taken) for x in bits(board.masks[v] & mask)]
    arguments = [why()] if gone else []
    for part in found.parts:
        for candidate in candidates_of(board, bits(part.cells)):
            value_sets = value_sets_with(board, part, *candidate)
            if value_sets and min((f & mask).bit_count() for f in value_sets) > least[part]:
                gone.append(candidate)
                arguments.append(why((part, candidate)))
    if gone:
        yield _step(board, technique, found, gone, arguments)


def _bound(
    board: Board, part: SumPart, mask: int, most: int, extra: Sequence[tuple[SumPart, Candidate]]
) -> Bound:
    """Return a bound on how many of the values a part uses: at most, or below 0, at least.

    With an extra candidate of its own it is one less, or one more.
    """
    sign = 1 if most >= 0 else -1
    terms = [(c, sign) for c in _within(board, part, mask)]
    terms += [(candidate, 1) for own, candidate in extra if own is part]
    return Bound(tuple(terms), most, part.primitive)


def _within(board: Board, part: SumPart, mask: int) -> list[Candidate]:
    return [(v, x) for v in bits(part.cells) for x in bits(board.masks[v] & mask)]


def hidden_killer_sets(board: Board, technique: str, size: int) -> Iterator[Step]:
    """Yield steps where cells and parts of cages hold all places of some values of a house.

    Args:
        board: the board.
        technique: the name of the steps.
        size: the number of values.
    """
    houses = {house.primitive: house for house in board.model.houses}
    for clique, own in sum_parts(board):
        house = houses.get(clique.primitive)
        if house is None:
            continue
        cells = house.cells & ~board.solved
        values = _union(board, cells)
        if not size < values.bit_count() <= _MOST_VALUES:
            continue
        tables = [(part, _counts(part.value_sets, values, size, True)) for part in own]
        for mask in dict.fromkeys(mask for _, table in tables for mask in table):
            holders = _holders(board, cells, mask)
            useful = [
                (part, saved)
                for part, table in tables
                if mask in table and (saved := (part.cells & holders).bit_count() - table[mask]) > 0
            ]
            for chosen in _covering(useful, holders, size):
                yield from _needed(board, technique, _KillerSet(clique, mask, *chosen))


def _holders(board: Board, cells: int, mask: int) -> int:
    found = 0
    for x in bits(mask):
        found |= board.places[x] & cells
    return found


def _covering(useful: Sequence[tuple[SumPart, int]], holders: int, size: int) -> Iterator[_Chosen]:
    """Yield disjoint parts that together with the remaining holders take exactly the values."""

    def choose(number: int, taken: int, left: int, own: tuple[SumPart, ...]) -> Iterator[_Chosen]:
        if own and not left:
            yield own, tuple(bits(holders & ~taken))
            return
        for place in range(number, len(useful)):
            part, saved = useful[place]
            if saved <= left and not part.cells & taken:
                yield from choose(place + 1, taken | part.cells, left - saved, (*own, part))

    return choose(0, 0, holders.bit_count() - size, ())


def _needed(board: Board, technique: str, found: _KillerSet) -> Iterator[Step]:
    """Yield the step: single cells hold nothing else, parts as many of the values as they can."""
    mask = found.values
    truths = tuple([value_truth(board, x, found.clique.primitive) for x in bits(mask)])
    links = [link(board, candidates_of(board, [v])) for v in found.singles]
    most = {
        part: max((used & mask).bit_count() for used in part.value_sets) for part in found.parts
    }

    def why(*extra: tuple[SumPart, Candidate]) -> Rank:
        bounds = [_bound(board, part, mask, most[part], extra) for part in found.parts]
        return Rank(truths, (*links, *bounds))

    gone = [(v, x) for v in found.singles for x in bits(board.masks[v] & ~mask)]
    arguments = [why()] if gone else []
    for part in found.parts:
        for candidate in candidates_of(board, bits(part.cells)):
            value_sets = value_sets_with(board, part, *candidate)
            if value_sets and max((f & mask).bit_count() for f in value_sets) < most[part]:
                gone.append(candidate)
                arguments.append(why((part, candidate)))
    if gone:
        yield _step(board, technique, found, gone, arguments)


def _step(
    board: Board,
    technique: str,
    found: _KillerSet,
    gone: Sequence[Candidate],
    arguments: Sequence[Rank],
) -> Step:
    mask = found.values
    roles = [
        Role("sum", tuple(_within(board, part, mask)), (part.primitive,)) for part in found.parts
    ]
    cells = [(v, x) for v in found.singles for x in bits(board.masks[v] & mask)]
    roles.append(Role("base", tuple(cells), (found.clique.primitive,)))
    return Step(technique, (), tuple(gone), tuple(arguments), tuple(roles))


def _tell(step: Step, words: Words, *, hidden: bool) -> str:
    *sums, base = step.roles
    first = step.arguments[0]
    assert isinstance(first, Rank)
    bounds = [one for one in first.links if isinstance(one, Bound)]
    values = {x for role in step.roles for _, x in role.candidates}
    symbols = join_words(words.symbols(sum(1 << x for x in values)))
    where = words.shapes(base.primitives)
    least = "at most" if hidden else "at least"
    own = {v for role in sums for v, _ in role.candidates}
    exact = any(v in own for v, _ in step.eliminations)
    phrases = [
        f"{_cells(role, words)} {_hold(role)} {least} {_NUMBERS[abs(bound.most)]} of them by "
        f"{_sum_of(role, words)}"
        for role, bound in zip(sums, bounds, strict=True)
    ]
    if cells := _cells(base, words):
        each = " each" if _hold(base) == "hold" else ""
        phrases.append(f"{cells} {_hold(base)} one{each}")
    tight = f"; none can hold {'fewer' if hidden else 'more'}" if exact else ""
    if hidden:
        return f"{where} needs {symbols} and has just room: {'; '.join(phrases)}{tight}"
    return f"{symbols} are used up in {where}: {'; '.join(phrases)}{tight}"


_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _hold(role: Role) -> str:
    return "hold" if len({v for v, _ in role.candidates}) > 1 else "holds"


def _cells(role: Role, words: Words) -> str:
    return words.cells(dict.fromkeys(v for v, _ in role.candidates))


def _sum_of(role: Role, words: Words) -> str:
    return sum_with_ways(role.primitives[0], words)


_TECHNIQUES: tuple[tuple[str, int, float, int], ...] = (
    ("killer-pair", 2, 3.1, 60),
    ("hidden-killer-pair", 2, 3.5, 70),
    ("killer-triple", 3, 3.7, 80),
    ("hidden-killer-triple", 3, 4.1, 100),
    ("killer-quad", 4, 5.1, 120),
    ("hidden-killer-quad", 4, 5.5, 150),
)
"""The name of each technique, how many values it is about, its rating and its score."""
_SOURCE = "killersudokuonline.com, Killer pairs; SudokuWiki, Killer Cage Subsets"

for _name, _size, _rating, _score in _TECHNIQUES:
    _hidden = _name.startswith("hidden")
    _which = (
        "of a house that only cells and parts of cages can hold"
        if _hidden
        else "that cells and parts of cages use up within a shape"
    )
    register_strategy(
        Strategy(
            _name,
            partial(hidden_killer_sets if _hidden else killer_sets, technique=_name, size=_size),
            f"{_NUMBERS[_size].capitalize()} values {_which}.",
            "cages",
            _rating,
            _score,
            source=_SOURCE,
            monotone=False,
            tell=partial(_tell, hidden=_hidden),
        )
    )
