"""Rank 0: cells with room for exactly as many values as there are cells.

The room of a value in some cells is the most of them that can hold it together. If the room of all
values adds up to the number of cells, each value stands there exactly so often (rank 0), and
whatever would take room away is false. Naked tuples are the case in which all cells see one
another; here they lie in two shapes, or in any number of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.board import Board
from sudokulib.logic.cliques import clique_cover, peers_sharing_value
from sudokulib.logic.memo import cached_on_model
from sudokulib.logic.reasons import cell_truth, common_peers, pigeonhole_proof, rank_zero_proof
from sudokulib.logic.step import Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Clique, Model, bits
from sudokulib.strategies.phrases import (
    capacities,
    exclusion_reasons,
    grouped_by_value,
    name_list,
    seen_by,
    symbol_list,
)
from sudokulib.strategies.registry import strategy

_SIDE = 5
"""The most cells of a Sue de Coq on one side of the cells in common: 3 cover all cases of HoDoKu's
library (``python tests/acceptance/reglib.py --code 1101``) with 53 steps, 4 and 5 find 56."""

_SIDES = 32
"""The most sets of cells on one side that are tried, small ones first.

On the boards of the examples (`python tests/benchmarks/constants.py`, 2026-11) 16, 24, 32 and 64
find 1,001, 1,030, 1,037 and 1,007 steps: with more, `_TRIES` run out before all shapes are tried.
"""

_TRIES = 100_000
"""Pairs of sides that are tried in one search, a bound on time.

On the boards of the examples 50,000 find 1,007 steps, 100,000 and 200,000 find 1,037 in 10 % and
30 % more time (`python tests/benchmarks/constants.py`, 2026-11).
"""

_LARGEST = 5
"""The most cells of a set whose room is counted.

On the boards of the examples 4, 5 and 6 find the same 1,007 steps (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_MOST = 3_000
"""The most sets of one size from which larger ones are grown; 9x9 grids have some 500.

A bound on time for larger boards: on all boards of the examples half as many, twice as many and no
bound find the same 910 steps (`python tests/benchmarks/constants.py`, 2026-11).
"""


_ROUNDS = 64
"""Rounds of short loops between two checks of the clock, which costs as much as a few rounds."""


@cached_on_model
def _overlaps(model: Model) -> tuple[tuple[Clique, Clique], ...]:
    """Return pairs of shapes with two cells or more in common, and cells of their own."""
    return tuple(
        (one, other)
        for one, other in checked(combinations(model.cliques, 2), _ROUNDS)
        if (one.variables & other.variables).bit_count() > 1
        and one.variables & ~other.variables
        and other.variables & ~one.variables
    )


def _tell(step: Step, words: Words) -> str:
    """Describe how often each value fits, that this just suffices, and what would take room."""
    everything = tuple(sorted(c for role in step.roles for c in role.candidates))
    seen: dict[str, list[str]] = {}
    for gone in grouped_by_value(step.eliminations):
        own = tuple(c for c in everything if c[1] == gone[0][1])
        near = [seen_by(words.board, target, own) for target in gone]
        hit = [
            exclusion_reasons(words, [target], some)
            for target, some in zip(gone, near, strict=True)
        ]
        same = (
            exclusion_reasons(words, gone, own)
            if all(some == own for some in near)
            else "; ".join(hit)
        )
        seen.setdefault(same, []).append(words.symbol(*own[0]))
    why = "; ".join(f"{join_words(values)}: {same}" for same, values in seen.items())
    count = len({variable for variable, _ in everything})
    return (
        f"{name_list(words, everything)} can only be {symbol_list(words, everything, 'or')} "
        f"and have room for {capacities(words, everything)}, just enough for {count} cells; "
        f"hence nothing can take any of this room ({why})"
    )


@strategy(
    "sue-de-coq",
    family="rank-0",
    rating=5.0,
    score=250,
    source="Sudopedia, Sue de Coq (Two-Sector Disjoint Subsets)",
    aliases=("two-sector-disjoint-subset",),
    monotone=False,
    tell=_tell,
)
def sue_de_coq(board: Board) -> Iterator[Step]:
    """Cells common to two shapes, and more of either, have just enough room for their values."""
    found: dict[int, tuple[int, int, int]] = {}
    for parts in islice(_sectors(board), _TRIES):
        if parts is not None:
            found.setdefault(parts[0] | parts[1] | parts[2], parts)
    for cells in sorted(found, key=lambda mask: (mask.bit_count(), mask)):
        roles = zip(("pattern", "set", "set"), found[cells], strict=True)
        yield from _rank_0(board, "sue-de-coq", cells, tuple(roles))


@strategy(
    "subset-counting",
    family="rank-0",
    rating=6.2,
    score=270,
    source="Sudopedia, Subset Counting; Distributed Disjoint Subset",
    aliases=("distributed-disjoint-subset",),
    monotone=False,
    tell=_tell,
)
def subset_counting(board: Board) -> Iterator[Step]:
    """Cells anywhere have just enough room for their values: each is there as often as it fits."""
    for cells in _tight(board):
        yield from _rank_0(board, "subset-counting", cells, (("set", cells),))


def _rank_0(
    board: Board, technique: str, cells: int, roles: tuple[tuple[str, int], ...]
) -> Iterator[Step]:
    """Yield the step of cells with exactly enough room: whatever would take room away goes."""
    model = board.model
    covers = {
        value: clique_cover(model, places & cells)
        for value, places in enumerate(board.places)
        if places & cells
    }
    if sum(map(len, covers.values())) != cells.bit_count():
        return
    parts = [cell_truth(board, v) for v in bits(cells)]
    links, targets, arguments, gone = [], [], [], []
    for value, cliques_ in covers.items():
        for clique in cliques_:
            links.append(tuple((v, value) for v in bits(clique)))
            seen = common_peers(board, value, clique) if len(cliques_) == 1 else 0
            targets.append(tuple((v, value) for v in bits(seen)))
    for value, cliques_ in covers.items():
        if len(cliques_) > 1:
            kept = [link for link in links if link[0][1] != value]
            for target, cover in _lowering(board, value, cells, len(cliques_)):
                inner = [*kept, *(tuple((v, value) for v in bits(part)) for part in cover)]
                arguments.append(pigeonhole_proof(board, parts, inner, (target, value)))
                gone.append((target, value))
    plain = {candidate for own in targets for candidate in own}
    if plain:
        arguments[:0] = rank_zero_proof(board, parts, links, targets)
    if plain or gone:
        shown = tuple(
            Role(name, tuple((v, x) for v in bits(mask) for x in bits(board.masks[v])))
            for name, mask in roles
        )
        yield Step(technique, (), tuple(sorted({*plain, *gone})), tuple(arguments), shown)


def _lowering(
    board: Board, value: int, cells: int, most: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield cells outside that leave less room for a value, with a cover of the rest."""
    holders = board.places[value] & cells
    for target in bits(board.places[value] & ~cells):
        if board.model.peers[target] & holders:
            cover = clique_cover(board.model, holders & ~board.model.peers[target])
            if len(cover) < most:
                yield target, cover


def _sectors(board: Board) -> Iterator[tuple[int, int, int] | None]:
    """Yield common cells of two shapes with cells on either side that have exactly enough room.

    None stands for a failed try, so that tries can be counted.
    """
    for one, other in checked(_overlaps(board.model)):
        shared = one.variables & other.variables & board.open
        stems = [
            (mask, values)
            for mask, values in _subsets(board, shared, _SIDE)
            if mask.bit_count() > 1 and values.bit_count() > mask.bit_count() + 1
        ]
        if stems:
            left = _loose(board, one.variables & ~other.variables & board.open)
            right = _loose(board, other.variables & ~one.variables & board.open)
            for stem in stems:
                check_interrupt()
                yield from _both_sides(stem, left, right)


def _both_sides(
    stem: tuple[int, int], left: Sequence[tuple[int, int]], right: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, int] | None]:
    cells, values = stem
    spare = cells.bit_count()
    near = [one for one in left if _helps(one, values, spare)][:_SIDES]
    far = [one for one in right if _helps(one, values, spare)][:_SIDES] if near else []
    for here, these in near:
        for there, those in far:
            size = (values & ~(these | those)).bit_count() + these.bit_count() + those.bit_count()
            yield (cells, here, there) if size == (cells | here | there).bit_count() else None


def _helps(side: tuple[int, int], wanted: int, spare: int) -> bool:
    """Return whether a side shares more values with the stem than its few spare ones.

    Args:
        side: the cells and their values.
        wanted: the values of the stem.
        spare: the number of its cells; the spare values of both sides must fit into these.
    """
    cells, values = side
    over = values.bit_count() - cells.bit_count()
    return over < spare and (values & wanted).bit_count() > over


def _loose(board: Board, cells: int) -> list[tuple[int, int]]:
    """Return cells of one side with a few more values than cells, small sets first."""
    found = _subsets(board, cells, _SIDE)
    # The spare values of a side must fit into a stem of at most _SIDE cells; see `_helps`.
    return [one for one in found if 0 < one[1].bit_count() - one[0].bit_count() < _SIDE]


def _subsets(board: Board, cells: int, most: int) -> list[tuple[int, int]]:
    """Return sets of some cells with the values that they have together, small sets first."""
    found = []
    level = [(0, 0, cells)]
    for _ in range(most):
        level = [
            (mask | 1 << v, values | board.masks[v], later & -(2 << v))
            for mask, values, later in checked(level, _ROUNDS)
            for v in bits(later)
        ]
        found += [(mask, values) for mask, values, _ in level]
    return found


def _tight(board: Board) -> Iterator[int]:
    """Yield cells with room for as many values as cells that contain no smaller such set.

    Sets are grown cell by cell, each of which shares a value with one that it sees. Sets that are
    tight are not grown further, nor are those with room for too much. Cells that all see one
    another are naked tuples, and left to these.
    """
    masks, peers, partners = board.masks, board.model.peers, peers_sharing_value(board)
    few = [v for v in bits(board.open) if 1 < masks[v].bit_count() <= _LARGEST]
    among = sum(1 << v for v in few)
    level = {1 << v: (masks[v], masks[v].bit_count(), partners[v] & among) for v in few}
    for count in range(2, _LARGEST + 1):
        wider: dict[int, tuple[int, int, int]] = {}
        seen = set()
        for cells, (union, had, near) in level.items():
            check_interrupt()
            for v in bits(near):
                more = cells | 1 << v
                if more in seen:
                    continue
                seen.add(more)
                needed = had + (masks[v] & ~union).bit_count()
                if needed <= _LARGEST and cells & ~peers[v]:
                    needed += _more_room(board, cells, v, masks[v] & union)
                if needed <= (_LARGEST if count < _LARGEST else count):
                    wider[more] = union | masks[v], needed, (near | partners[v] & among) & ~more
        level = {}
        for cells, state in wider.items():
            if state[1] > count:
                level[cells] = state
            elif state[1] == count and len(clique_cover(board.model, cells)) > 1:
                yield cells
        if len(level) > _MOST:
            return


def _more_room(board: Board, cells: int, variable: int, values: int) -> int:
    """Return how much room a further cell adds for values that occur among some cells."""
    found = 0
    blind = cells & ~board.model.peers[variable]
    for value in bits(values):
        places = board.places[value]
        if places & blind:
            before = clique_cover(board.model, places & cells)
            found += len(clique_cover(board.model, places & (cells | 1 << variable))) - len(before)
    return found
