"""Parts of sums within sets of different cells: the values that they can use there together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sudokulib.board import Board
from sudokulib.logic.combinations import MOST_SUMS, different_value_sets, max_value_sets
from sudokulib.logic.equations import plain_sums, signed_sum
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.model import Clique, Model, bits
from sudokulib.primitives import DistinctSum, Linear

_MOST_SETS = 500
"""The most sets of values of a part, and of the rest of its sum, that are tried.

A bound: on the boards of the examples 125 to 2,000 find the same 1,062 steps (`python
tests/benchmarks/constants.py`, 2026-11).
"""


@dataclass(frozen=True, slots=True)
class SumPart:
    """The open cells that a sum has in a set of cells which all differ.

    Args:
        cells: these cells, at least two, as a bit mask.
        primitive: the sum, by number.
        value_sets: the sets of values that the cells can take together in a filling of the sum, as
            bit masks.
    """

    cells: int
    primitive: int
    value_sets: frozenset[int]


@cached_on_board
def sum_parts(board: Board) -> tuple[tuple[Clique, tuple[SumPart, ...]], ...]:
    """Return, for each set of cells that all differ, the parts that sums have in it."""
    found = []
    for clique, members in _crossings(board.model):
        own = dict.fromkeys(_parts(board, clique, members))
        if own:
            found.append((clique, tuple(own)))
    return tuple(found)


def _parts(board: Board, clique: Clique, members: Iterable[int]) -> Iterator[SumPart]:
    here = clique.variables & ~board.solved
    for number in members:
        for group in board.model.primitives[number].groups():
            cells = here & sum([1 << v for v in group])
            if cells & (cells - 1) and cells != here:
                value_sets = _family(board, number, cells, {})
                if value_sets:
                    yield SumPart(cells, number, value_sets)


@cached_on_model
def _crossings(model: Model) -> tuple[tuple[Clique, tuple[int, ...]], ...]:
    """Return the sets of different cells that are not sums, with the sums that cross them."""
    sums = [
        number
        for number in sorted({*plain_sums(model), *model.derived})
        if (known := signed_sum(model, number)) and not known.minus
    ]
    sums += [n for n in plain_sums(model) if n not in sums]
    found = []
    for clique in model.cliques:
        crossing = [n for n in sums if (model.spans[n] & clique.variables).bit_count() > 1]
        if clique.primitive not in sums and crossing:
            found.append((clique, tuple(crossing)))
    return tuple(found)


def value_sets_with(board: Board, part: SumPart, variable: int, value: int) -> frozenset[int]:
    """Return the sets of values of a part in which one of its cells has a certain value."""
    found = _family(board, part.primitive, part.cells, {variable: 1 << value})
    return part.value_sets if found is None else found


def _family(board: Board, number: int, cells: int, fixed: dict[int, int]) -> frozenset[int] | None:
    """Return the sets of values of cells that a sum makes differ; None if there are too many."""
    primitive = board.model.primitives[number]
    assert isinstance(primitive, Linear | DistinctSum)
    inside = [fixed.get(v, board.masks[v]) for v in bits(cells)]
    near: list[int] = []
    far: list[list[int]] = []
    for group in primitive.groups():
        rest = [board.masks[v] for v in group if not cells >> v & 1]
        if len(rest) < len(group):
            near = rest
        else:
            far.append(rest)
    if any(max_value_sets(own) > _MOST_SETS for own in (inside, near, *far)):
        return None
    ordered = (tuple(sorted(own)) for own in (inside, near))
    others = tuple(tuple(sorted(own)) for own in far)
    return _sets(*ordered, others, board.model.values, primitive.totals)


# The key is everything it reads: domains, values and totals.
@lru_cache(maxsize=1 << 14)
def _sets(
    inside: tuple[int, ...],
    near: tuple[int, ...],
    far: tuple[tuple[int, ...], ...],
    values: tuple[int, ...],
    totals: tuple[int, ...],
) -> frozenset[int] | None:
    """Return the sets of values of different cells that others complete to one of the totals.

    None if there are too many sums.

    Args:
        inside: the candidates of these cells.
        near: those of cells that differ from them and one another.
        far: those of further cells, in sets of different ones.
        values: the integer behind each value index.
        totals: the allowed sums of all cells.
    """
    wanted = set(totals)
    for part in far:
        sums = {_sum(used, values) for used in different_value_sets(part)}
        if len(wanted) * len(sums) > MOST_SUMS:
            return None
        wanted = {total - more for total in wanted for more in sums}
    by_sum: dict[int, list[int]] = {}
    for used in different_value_sets(near):
        by_sum.setdefault(_sum(used, values), []).append(used)
    found = []
    for used in different_value_sets(inside):
        own = _sum(used, values)
        rests = (rest for total in wanted for rest in by_sum.get(total - own, ()))
        if any(not rest & used for rest in rests):
            found.append(used)
    return frozenset(found)


def _sum(used: int, values: Sequence[int]) -> int:
    return sum([values[x] for x in bits(used)])
