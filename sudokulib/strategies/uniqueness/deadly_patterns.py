"""Deadly patterns: cells whose two values could be exchanged without violating any shape.

A *deadly pattern* is some cells that are not given, with two values for each, such that exchanging
the two in all of them leaves every shape satisfied: a shape without repeats has each of the values
in exactly two of its cells there (or in one, and can hold them nowhere else), a sum has two cells
with the same two values. Every shape that meets the pattern, even in one cell, counts. If the
puzzle has one solution, some cell of the pattern holds something else: one of its *extras* is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.logic.step import Candidates, Swap
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent, DistinctSum, Linear

MOST_LOOP = 10
"""The most cells of a loop.

A bound: on the boards of the examples 6 to 12 find the same loops (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_MOST_NODES = 3_000
"""Partial loops tried in one search. A bound on time for boards with many pairs: 300 find all 79
patterns of HoDoKu's library (``python tests/acceptance/reglib.py``, codes 0600 to 0610)."""

_MOST_EXTRA = 4
"""The most cells with extras in a loop.

A bound: on the boards of the examples 2 to 6 find the same loops, 6 in 1.7 s and 4 in 0.5 s
(`python tests/benchmarks/constants.py`, 2026-11).
"""

_MOST_BUG = 4
"""The most cells with extras in a universal grave.

With 1, 2 and 3 the ratings (``sudokulib rate --profile sudoku-explainer``) of 60 puzzles (17 clues,
5.5 to 6.1) sum to 363.9, 343.8 and 338.3; 4, 6 and 8 change nothing (2026-11).
"""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DeadlyPattern:
    """A deadly pattern on a board.

    Args:
        pairs: its cells, sorted, with their two values.
        cells: the same cells as a bit mask.
        extras: the other candidates of its cells.
        holders: the cells that may hold an extra, as a bit mask.
    """

    pairs: tuple[tuple[int, Pair], ...]
    cells: int
    extras: Candidates
    holders: int

    @property
    def swap(self) -> Swap:
        """The truth that some extra holds."""
        return Swap(self.pairs, self.extras)


def _set(board: Board, pairs: Mapping[int, Pair]) -> DeadlyPattern:
    extras = tuple(
        (cell, value)
        for cell, pair in sorted(pairs.items())
        for value in bits(board.masks[cell])
        if value not in pair
    )
    holders = sum({1 << cell for cell, _ in extras})
    cells = sum(1 << cell for cell in pairs)
    return DeadlyPattern(tuple(sorted(pairs.items())), cells, extras, holders)


@cached_on_model
def _shapes_of(model: Model) -> tuple[tuple[int, ...], ...]:
    """Return, for each variable, the primitives that it is in, without derived ones."""
    found: list[list[int]] = [[] for _ in model.domains]
    for number, primitive in enumerate(model.primitives):
        for v in primitive.variables if number not in model.derived else ():
            found[v].append(number)
    return tuple(map(tuple, found))


@cached_on_board
def _free(board: Board) -> tuple[int, ...]:
    """Return, for each value, the cells that were free to hold it before any deduction."""
    found = [0] * len(board.places)
    for cell, mask in enumerate(board.model.domains[: board.model.cells]):
        for value in bits(mask):
            found[value] |= 1 << cell
    return tuple(found)


def _survives(board: Board, pairs: Mapping[int, Pair]) -> bool:
    """Return whether all shapes of some cells survive an exchange of their two values."""
    shapes = {number for cell in pairs for number in _shapes_of(board.model)[cell]}
    return all(_keeps(board, number, pairs) for number in shapes)


def _keeps(board: Board, number: int, pairs: Mapping[int, Pair]) -> bool:
    primitive = board.model.primitives[number]
    inside = [v for v in primitive.variables if v in pairs]
    if not isinstance(primitive, AllDifferent):
        return _interchangeable(board.model, number, inside, pairs)
    once = twice = 0
    for v in inside:
        for value in pairs[v]:
            if twice >> value & 1:
                return False
            twice |= once & 1 << value
            once |= 1 << value
    if once == twice:
        return True
    cells = board.model.spans[number] & ~(1 << inside[0])
    return len(inside) == 1 and not any(board.places[x] & cells for x in pairs[inside[0]])


def _interchangeable(
    model: Model, number: int, inside: Sequence[int], pairs: Mapping[int, Pair]
) -> bool:
    primitive = model.primitives[number]
    if not isinstance(primitive, DistinctSum | Linear) or len(inside) != 2:
        return False
    one, other = inside
    weights = dict(zip(primitive.variables, primitive.weights, strict=True))
    parts = primitive.parts if isinstance(primitive, DistinctSum) else ()
    return (
        set(pairs[one]) == set(pairs[other])
        and bool(model.peers[one] >> other & 1)
        and weights[one] == weights[other]
        and all((one in part) == (other in part) for part in parts)
    )


@cached_on_board
def rectangles(board: Board) -> tuple[DeadlyPattern, ...]:
    """Return patterns of four cells with one pair, at most three of them with extras."""
    found = [s for s in _loops(board, 4, 3) if len(s.pairs) == 4]
    return tuple(sorted(found, key=lambda s: (s.pairs, s.extras)))


@cached_on_board
def longer_loops(board: Board) -> tuple[DeadlyPattern, ...]:
    """Return patterns of more cells with one pair, few of them with extras, none placed."""
    found = [s for s in _loops(board, MOST_LOOP, _MOST_EXTRA) if len(s.pairs) > 4]
    return tuple(sorted(found, key=lambda s: (len(s.pairs), s.pairs)))


def _loops(board: Board, most: int, most_extra: int) -> Iterator[DeadlyPattern]:
    """Yield patterns with one pair that begin with a cell without extras."""
    done: dict[Pair, int] = {}
    seen = set()
    for start, pair in _anchors(board, placed=most == 4):
        usable = _usable(board, pair, strict=most > 4) & ~done.get(pair, 0)
        done[pair] = done.get(pair, 0) | 1 << start
        for cells in _grown(board, pair, usable, 1 << start, (most, most_extra)):
            if (cells, pair) not in seen:
                seen.add((cells, pair))
                pairs = dict.fromkeys(bits(cells), pair)
                if _survives(board, pairs):
                    found = _set(board, pairs)
                    if found.extras:
                        yield found


def _anchors(board: Board, *, placed: bool) -> Iterator[tuple[int, Pair]]:
    for cell, mask in enumerate(board.masks[: board.model.cells]):
        domain = board.model.domains[cell]
        if mask.bit_count() == 2:
            low, high = bits(mask)
            yield cell, (low, high)
        elif placed and board.solved >> cell & 1 and domain != mask:
            value = mask.bit_length() - 1
            for other in bits(domain & ~mask):
                yield cell, (min(value, other), max(value, other))


def _usable(board: Board, pair: Pair, *, strict: bool) -> int:
    """Return the cells that may take part in patterns of a pair."""
    one, other = pair
    free = _free(board)[one] & _free(board)[other]
    if strict:
        return board.places[one] & board.places[other] & free
    return (board.places[one] | board.places[other]) & free


def _grown(
    board: Board, pair: Pair, usable: int, start: int, most: tuple[int, int]
) -> Iterator[int]:
    """Yield sets of cells grown from one, of which each shape has two or none."""
    spans, shapes_of = board.model.spans, _shapes_of(board.model)
    either = board.places[pair[0]] | board.places[pair[1]]
    both = 1 << pair[0] | 1 << pair[1]
    most_cells, most_extra = most
    nodes = _MOST_NODES

    def grow(cells: int, extra: int) -> Iterator[int]:
        nonlocal nodes
        nodes -= 1
        check_interrupt()
        lonely = _half_filled_shape(board, cells, either)
        if lonely is None:
            yield cells
        elif cells.bit_count() < most_cells and nodes > 0:
            for partner in bits(spans[lonely] & usable & ~cells):
                more = extra + bool(board.masks[partner] & ~both)
                wider = cells | 1 << partner
                if more <= most_extra and all(
                    (spans[shape] & wider).bit_count() <= 2 for shape in shapes_of[partner]
                ):
                    yield from grow(wider, more)

    yield from grow(start, 0)


def _half_filled_shape(board: Board, cells: int, either: int) -> int | None:
    """Return a shape with only one of some cells that could hold its values elsewhere too."""
    for cell in bits(cells):
        for shape in _shapes_of(board.model)[cell]:
            span = board.model.spans[shape]
            alone = span & cells == 1 << cell
            if alone and (span & either & ~cells or shape in _rules(board.model)):
                return shape
    return None


@cached_on_model
def _rules(model: Model) -> frozenset[int]:
    return frozenset(model.rules)


@cached_on_board
def universal_graves(board: Board) -> tuple[DeadlyPattern, ...]:
    """Return the universal graves: all open cells, with two chosen values for larger ones."""
    open_ = list(bits(board.open))
    wide = [v for v in open_ if board.masks[v].bit_count() > 2]
    narrow = [v for v in open_ if board.masks[v].bit_count() < 2]
    if narrow or not 0 < len(wide) <= _MOST_BUG:
        return ()
    pairs: dict[int, Pair] = {}
    for v in open_:
        if v not in wide:
            low, high = bits(board.masks[v])
            pairs[v] = (low, high)
    found = []
    choices = [list(combinations(bits(board.masks[v]), 2)) for v in wide]
    for chosen in product(*choices):
        whole = {**pairs, **dict(zip(wide, chosen, strict=True))}
        if _survives(board, whole):
            found.append(_set(board, whole))
    return tuple(found)


@cached_on_board
def mixed_pair_patterns(board: Board) -> tuple[DeadlyPattern, ...]:
    """Return patterns of cells with different pairs, all without extras but one.

    They grow from a cell with extras by cells with two candidates, which give a second place to a
    value that a shape has only once.
    """
    found: dict[tuple[tuple[int, Pair], ...], DeadlyPattern] = {}
    nodes = _MOST_NODES

    def grow(pairs: dict[int, Pair]) -> Iterator[dict[int, Pair]]:
        nonlocal nodes
        nodes -= 1
        check_interrupt()
        need = _needed(board, pairs)
        if need is None:
            yield pairs
            return
        shape, value = need
        if len(pairs) >= MOST_LOOP or nodes <= 0 or shape in _rules(board.model):
            return
        cells = board.places[value] & board.model.spans[shape] & ~board.solved
        for cell in bits(cells):
            mask = board.masks[cell]
            if cell not in pairs and mask.bit_count() == 2:
                low, high = bits(mask)
                wider = {**pairs, cell: (low, high)}
                if not _crowded(board, wider, cell):
                    yield from grow(wider)

    for cell in bits(board.open):
        mask = board.masks[cell]
        if 3 <= mask.bit_count() <= 4:
            for pair in combinations(bits(mask), 2):
                nodes = _MOST_NODES // 10
                for pairs in grow({cell: pair}):
                    if len(set(pairs.values())) > 1 and _survives(board, pairs):
                        one = _set(board, pairs)
                        found.setdefault(one.pairs, one)
    return tuple(sorted(found.values(), key=lambda s: (len(s.pairs), s.pairs)))


def _needed(board: Board, pairs: Mapping[int, Pair]) -> tuple[int, int] | None:
    """Return a shape and a value that only one of some cells brings to it."""
    for cell, pair in pairs.items():
        for shape in _shapes_of(board.model)[cell]:
            span = board.model.spans[shape]
            inside = [v for v in pairs if span >> v & 1]
            for value in pair:
                if sum(value in pairs[v] for v in inside) == 1 and (
                    len(inside) > 1 or board.places[value] & span & ~(1 << cell)
                ):
                    return shape, value
    return None


def _crowded(board: Board, pairs: Mapping[int, Pair], cell: int) -> bool:
    """Return whether a shape of a cell has a value of it in more than two pairs."""
    for shape in _shapes_of(board.model)[cell]:
        span = board.model.spans[shape]
        for value in pairs[cell]:
            if sum(value in pair for v, pair in pairs.items() if span >> v & 1) > 2:
                return True
    return False
