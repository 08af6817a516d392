"""Tuples: n variables with n values between them, or n required values with n places.

The variables of the first kind see one another, through one shape or through several. Each kind
comes by size, as people look for it, and in two forms for all sizes: the fast one looks for a
variable with exactly n candidates (or a value with exactly n places) that covers the others, the
complete one finds every tuple within a shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sudokulib.board import Board
from sudokulib.logic.cliques import cliques
from sudokulib.logic.facts import required
from sudokulib.logic.hall import hall_sets
from sudokulib.logic.reasons import cell_truth, common_peers, rank_zero_proof, value_truth
from sudokulib.logic.step import Candidates, Link, Rank, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import House, bits
from sudokulib.strategies.phrases import (
    NUMBERS,
    exclusion_reasons,
    grouped_by_value,
    name_list,
    symbol_list,
)
from sudokulib.strategies.registry import Strategy, register_strategy, strategy


def _tell_naked(step: Step, words: Words) -> str:
    pattern = step.roles[0]
    model = words.board.model
    inside = 0
    for primitive in pattern.primitives:
        inside |= model.spans[primitive]
    beside = [t for t in step.eliminations if not inside >> t[0] & 1]
    also = []
    for own in grouped_by_value(beside):
        holders = tuple(c for c in pattern.candidates if c[1] == own[0][1])
        also.append(f"for {words.symbol(*own[0])}, {exclusion_reasons(words, own, holders)}")
    cells, shapes = name_list(words, pattern.candidates), words.shapes(pattern.primitives)
    can = f"can only be {symbol_list(words, pattern.candidates, 'or')}"
    why = f"{cells}, which see one another in {shapes}, {can} and use them up"
    return "; ".join(dict.fromkeys([why, *(part for one in also for part in one.split("; "))]))


def _tell_hidden(step: Step, words: Words) -> str:
    pattern = step.roles[0]
    cells, values = (
        name_list(words, pattern.candidates),
        symbol_list(words, pattern.candidates),
    )
    where = words.rule(pattern.primitives[0])
    return f"{values} can only go to {cells} in {where} and fill these cells"


@strategy(
    "naked-tuples-fast",
    family="tuples",
    rating=3.0,
    score=60,
    source="Sudopedia, Naked Subset",
    monotone=False,
    tell=_tell_naked,
)
def naked_tuples_fast(board: Board) -> Iterator[Step]:
    """One cell has n candidates, and n - 1 others of an all-different shape have no others."""
    equal: dict[int, int] = {}
    for variable in bits(board.open):
        values = board.masks[variable]
        equal[values] = equal.get(values, 0) | 1 << variable
    # Cells whose values are enough for as many cells anywhere; by number of values.
    near = {v: sum(equal[w] for w in equal if not w & ~v) for v in equal if v & (v - 1)}
    enough = [v for v in equal if v in near and near[v].bit_count() >= v.bit_count()]
    first = sorted((v.bit_count(), variable, v) for v in enough for variable in bits(equal[v]))
    seen = set()
    for size, variable, values in first:
        for clique in board.model.cliques_of[variable]:
            holders = near[values] & clique.variables
            if holders.bit_count() >= size:
                holders = _lowest(holders, size)
                if holders not in seen:
                    seen.add(holders)
                    yield from _naked(board, "naked-tuples-fast", holders, values)


@strategy(
    "naked-tuples",
    family="tuples",
    rating=3.0,
    score=60,
    source="J.-C. Régin, AAAI 1994, by way of Hall's theorem",
    tell=_tell_naked,
)
def naked_tuples(board: Board) -> Iterator[Step]:
    """Any n cells of an all-different shape have n candidates between them."""
    found: dict[tuple[int, int], int] = {}
    for clique in board.model.cliques:
        variables = list(bits(clique.variables & board.open))
        for items, values in hall_sets([board.masks[v] for v in variables]):
            holders = sum(1 << variables[i] for i in bits(items))
            found.setdefault((values.bit_count(), holders), values)
    for (size, holders), values in sorted(found.items()):
        if size > 1:
            yield from _naked(board, "naked-tuples", holders, values)


@strategy(
    "hidden-tuples-fast",
    family="tuples",
    rating=3.4,
    score=70,
    source="Sudopedia, Hidden Subset",
    monotone=False,
    tell=_tell_hidden,
)
def hidden_tuples_fast(board: Board) -> Iterator[Step]:
    """One value has n places in a house, and n - 1 other values have no others there."""
    sizes: dict[int, list[tuple[House, int]]] = {}
    for house in board.model.houses:
        for value in bits(house.values):
            holders = board.places[value] & house.cells
            sizes.setdefault(holders.bit_count(), []).append((house, holders))
    for size in sorted(sizes.keys() - {0, 1}):
        for house, holders in dict.fromkeys(sizes[size]):
            values = 0
            for value in bits(house.values):
                places = board.places[value] & house.cells
                if places and not places & ~holders:
                    values |= 1 << value
            if values.bit_count() >= size:
                tied = _lowest(values, size)
                yield from _hidden(board, "hidden-tuples-fast", holders, tied, house.primitive)


@strategy(
    "hidden-tuples",
    family="tuples",
    rating=3.4,
    score=70,
    source="J.-C. Régin, AAAI 1994, by way of Hall's theorem",
    tell=_tell_hidden,
)
def hidden_tuples(board: Board) -> Iterator[Step]:
    """Any n values have n places between them in a house."""
    found = []
    for house in board.model.houses:
        cells = house.cells & board.open
        values = [v for v in bits(house.values) if board.places[v] & cells]
        for items, holders in hall_sets([board.places[v] & house.cells for v in values]):
            tied = sum(1 << values[i] for i in bits(items))
            found.append((holders.bit_count(), house.primitive, holders, tied))
    for size, primitive, holders, tied in sorted(found):
        if size > 1:
            yield from _hidden(board, "hidden-tuples", holders, tied, primitive)


def naked_tuples_of(board: Board, size: int, technique: str) -> Iterator[Step]:
    """Yield steps of n cells that see one another and have n candidates between them.

    Args:
        board: the board.
        size: the number n.
        technique: the name of the steps.
    """
    for holders, values in _locked(board, size):
        yield from _naked(board, technique, holders, values)


def locked_tuples_of(board: Board, size: int, technique: str) -> Iterator[Step]:
    """Yield steps of n cells in two shapes with n candidates, which the rest of both loses.

    Args:
        board: the board.
        size: the number n of cells.
        technique: the name of the steps.
    """
    for holders, values in _locked(board, size):
        for step in _naked(board, technique, holders, values):
            if len(step.roles[0].primitives) > 1 and _in_one(board, holders):
                yield step


def hidden_tuples_of(board: Board, size: int, technique: str) -> Iterator[Step]:
    """Yield steps of n values required by a shape that have n places between them in it.

    Args:
        board: the board.
        size: the number n.
        technique: the name of the steps.
    """
    seen = set()
    for number, span in enumerate(board.model.spans):
        values = required(board, number)
        if values.bit_count() < size:
            continue
        places = [(1 << v, board.places[v] & span) for v in bits(values)]
        few = [(value, mask) for value, mask in places if 1 < mask.bit_count() <= size]
        for tied, holders in _tied(few, size):
            if (tied, holders) not in seen:
                seen.add((tied, holders))
                yield from _hidden(board, technique, holders, tied, number)


def _locked(board: Board, size: int) -> Iterator[tuple[int, int]]:
    """Yield cells that see one another with as many values, and no smaller such set among them."""
    smaller: list[int] = []
    for holders, values in cliques(board, bits(board.open), size, size):
        count = holders.bit_count()
        if values.bit_count() == count and not any(not own & ~holders for own in smaller):
            if count == size:
                yield holders, values
            else:
                smaller.append(holders)


def _tied(options: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield subsets of values with as many places between them, both as masks.

    Args:
        options: values with their places.
        size: the number n.
    """
    chosen = [(0, 0, 0)]
    for _ in range(size):
        chosen = [
            (tied | value, holders | mask, index)
            for tied, holders, first in chosen
            for index, (value, mask) in enumerate(options[first:], first + 1)
            if (holders | mask).bit_count() <= size
        ]
    yield from [(tied, holders) for tied, holders, _ in chosen if holders.bit_count() == size]


def _lowest(mask: int, count: int) -> int:
    """Return the lowest `count` bits of a mask."""
    for _ in range(mask.bit_count() - count):
        mask ^= 1 << mask.bit_length() - 1
    return mask


def _naked(board: Board, technique: str, holders: int, values: int) -> Iterator[Step]:
    links, targets = [], []
    for value in bits(values):
        places = board.places[value] & holders
        links.append(tuple((v, value) for v in bits(places)))
        seen = common_peers(board, value, places) if places else 0
        targets.append(tuple((target, value) for target in bits(seen)))
    gone = tuple(sorted(candidate for seen in targets for candidate in seen))
    if gone:
        truths = [cell_truth(board, v) for v in bits(holders)]
        pattern = tuple(candidate for truth in truths for candidate in truth.candidates)
        arguments = rank_zero_proof(board, truths, links, targets)
        shapes = _around(board, holders, gone) or _needed(arguments)
        roles = (Role("pattern", pattern, shapes),)
        yield Step(technique, (), gone, arguments, roles)


def _around(board: Board, holders: int, gone: Candidates) -> tuple[int, ...]:
    """Return the shapes that hold all the given variables, and an eliminated candidate."""
    lost = sum({1 << variable for variable, _ in gone})
    first = (holders & -holders).bit_length() - 1
    return tuple(
        clique.primitive
        for clique in board.model.cliques_of[first]
        if not holders & ~clique.variables and lost & clique.variables
    )


def _in_one(board: Board, holders: int) -> bool:
    first = (holders & -holders).bit_length() - 1
    return any(not holders & ~clique.variables for clique in board.model.cliques_of[first])


def _needed(arguments: Sequence[Rank]) -> tuple[int, ...]:
    """Return the shapes that some arguments need."""
    links = (one for rank in arguments for one in rank.links if isinstance(one, Link))
    return tuple(dict.fromkeys(primitive for one in links for primitive in one.primitives))


def _hidden(
    board: Board, technique: str, holders: int, values: int, primitive: int
) -> Iterator[Step]:
    links, targets = [], []
    for variable in bits(holders):
        mask = board.masks[variable]
        links.append(tuple((variable, value) for value in bits(mask & values)))
        targets.append(tuple((variable, value) for value in bits(mask & ~values)))
    gone = tuple(candidate for more in targets for candidate in more)
    if gone:
        truths = [value_truth(board, value, primitive) for value in bits(values)]
        pattern = tuple(candidate for own in links for candidate in own)
        arguments = rank_zero_proof(board, truths, links, targets)
        roles = (Role("pattern", pattern, (primitive,)),)
        yield Step(technique, (), gone, arguments, roles)


_FORMS = {
    "locked": (locked_tuples_of, _tell_naked, "HoDoKu, Locked Pair and Locked Triple"),
    "naked": (naked_tuples_of, _tell_naked, "Sudopedia, Naked Subset; SukakuExplainer"),
    "hidden": (hidden_tuples_of, _tell_hidden, "Sudopedia, Hidden Subset"),
}

_SIZED = (
    ("locked", "pair", 2, 3.0, 40, ()),
    ("locked", "triple", 3, 3.6, 60, ("locked-triplet",)),
    ("naked", "pair", 2, 3.0, 60, ("generalized-naked-pair",)),
    ("naked", "triple", 3, 3.6, 80, ("naked-triplet", "generalized-naked-triplet")),
    ("naked", "quad", 4, 5.0, 120, ("naked-quadruple", "generalized-naked-quad")),
    ("naked", "quintuple", 5, 5.6, 140, ("naked-quint", "generalized-naked-quintuplet")),
    ("naked", "sextuple", 6, 6.5, 160, ("generalized-naked-sextuplet",)),
    ("hidden", "pair", 2, 3.4, 70, ()),
    ("hidden", "triple", 3, 4.0, 100, ("hidden-triplet",)),
    ("hidden", "quad", 4, 5.4, 150, ("hidden-quadruple",)),
    ("hidden", "quintuple", 5, 5.8, 170, ("hidden-quint",)),
)
"""Kind, word, size, rating, score, other names; ratings of Sukaku Explainer where it has one."""

for _kind, _word, _size, _rating, _score, _aliases in _SIZED:
    _find, _tell, _source = _FORMS[_kind]
    _name = f"{_kind}-{_word}"
    _summary = (
        (_find.__doc__ or "").split("\n", 1)[0].replace("So many", NUMBERS[_size].capitalize())
    )
    register_strategy(
        Strategy(
            _name,
            partial(_find, size=_size, technique=_name),
            _summary,
            "tuples",
            _rating,
            _score,
            _source,
            _aliases,
            monotone=False,
            tell=_tell,
        )
    )
