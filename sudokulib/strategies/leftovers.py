"""Leftovers: some houses and as many others hold the same values, cell for cell.

Each value occurs as often in k houses as in k others of the same values. What both sides share
cancels out, so what is left of either holds the same values, each equally often: the law of
leftovers of irregular geometries, where little is left, and the set equivalence theory of regular
ones, of which Phistomefel's ring is the best known. Only houses count: a mere set without repeats
need not hold a value at all.

For one value that is a fish with the houses of one side as bases and those of the other as covers.
Its fins are the uncovered places, which here may also be known to hold the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.memo import unless_known_empty
from sudokulib.logic.reasons import cell_truth, common_peers, value_truth
from sudokulib.logic.step import Candidates, Link, Rank, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.phrases import name_list, symbol_list
from sudokulib.strategies.registry import Strategy, register_strategy
from sudokulib.strategies.set_equivalence import EquivalentSets, in_both_directions, remainder_masks

_MOST_COVERS = 4
"""The most sets without repeats to cover the places of a value in a remainder.

A bound: on the boards of the examples 1 to 6 find the same 1,152 steps (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_UNCOVERED = 10**6
"""A count above any other, for places that no such sets cover."""


def remainder_steps(technique: str, few: bool, board: Board) -> Iterator[Step]:
    """Yield steps from remainders: some houses and as many others hold the same values."""
    values_by_number: dict[int, list[int]] = {}
    equals = in_both_directions(board.model)[not few]
    for value, places in enumerate(board.places):
        check_interrupt()
        if places & board.open:
            key = (remainder_steps, few, value, places, places & board.solved)
            for number in unless_known_empty(board, key, _effective(board, value, few)):
                values_by_number.setdefault(number, []).append(value)
    known: set[Candidates] = set()
    for number in sorted(values_by_number):
        equal = equals[number]
        gone: list[tuple[int, int]] = []
        proofs: list[Rank] = []
        for value in values_by_number[number]:
            targets, ranks = _of_value(board, equal, value)
            gone += [(v, value) for v in bits(targets)]
            proofs += ranks
        found = tuple(sorted(gone))
        if found and found not in known:
            known.add(found)
            yield Step(technique, (), found, tuple(proofs), _roles(board, equal))


def _effective(board: Board, value: int, few: bool) -> Iterator[int]:
    """Yield the remainders, by number, from which something follows for a value."""
    equals = in_both_directions(board.model)[not few]
    for number in _promising(board, value, remainder_masks(board.model)[not few]):
        if equals[number].values >> value & 1 and _of_value(board, equals[number], value)[0]:
            yield number


def _promising(board: Board, value: int, pairs: list[tuple[int, int]]) -> Iterator[int]:
    """Yield the remainders, by number, from which something may follow for a value."""
    places, solved = board.places[value], board.solved
    here = [
        (number, ours, places & less)
        for number, (more, less) in enumerate(pairs)
        if (ours := places & more)
    ]
    sights: dict[int, int] = {}
    covers: dict[int, int] = {}
    for number, ours, fins in here:
        if ours & solved:
            room, free = (ours & solved).bit_count() - (fins & solved).bit_count(), fins & ~solved
            if not free:
                useful = not room and bool(ours & ~solved)
            else:
                if room > 0 and free not in covers:
                    covers[free] = len(_cover(board, free, _MOST_COVERS) or ()) or _UNCOVERED
                useful = room > 0 and covers[free] <= room
            if useful:
                yield number
            continue
        seen = sights.get(fins)
        if seen is None:
            seen = sights[fins] = common_peers(board, value, fins)
        if seen & ours:
            yield number


def _roles(board: Board, equal: EquivalentSets) -> tuple[Role, ...]:
    houses = board.model.houses
    return tuple(
        Role(
            name,
            tuple((v, x) for v in bits(cells) for x in bits(board.masks[v])),
            tuple(houses[number].primitive for number in numbers),
        )
        for name, cells, numbers in (
            ("plus", equal.more, equal.plus),
            ("minus", equal.less, equal.minus),
        )
    )


def _of_value(board: Board, equal: EquivalentSets, value: int) -> tuple[int, list[Rank]]:
    """Return the cells that lose a value by two equal remainders, with the proofs."""
    places = board.places[value]
    fins, held = places & equal.less, places & equal.more & board.solved
    if not fins:
        targets = 0 if held else places & equal.more
        return targets, [_proof(board, equal, value, _ProofParts())] if targets else []
    found, ranks = 0, []
    for target in bits(_possible_targets(board, equal, value, fins, held)):
        rest = fins & ~board.model.peers[target]
        cover = _cover(board, rest, held.bit_count() + (equal.more >> target & 1) - 1)
        if cover is not None:
            found |= 1 << target
            ranks.append(_proof(board, equal, value, _ProofParts(held, cover, 1 << target)))
    return found, ranks


def _possible_targets(board: Board, equal: EquivalentSets, value: int, fins: int, held: int) -> int:
    """Return the cells that may lose a value."""
    if not held:
        return common_peers(board, value, fins) & equal.more
    cover = _cover(board, fins, held.bit_count())
    if cover is None:
        return 0
    near = board.places[value] & equal.more
    for cells, _ in cover:
        near |= common_peers(board, value, cells)
    return near & board.open & ~equal.less


def _cover(board: Board, cells: int, most: int) -> tuple[tuple[int, int], ...] | None:
    """Return at most `most` sets without repeats that hold some cells, with their primitives."""
    found: list[tuple[int, int]] = []
    while cells:
        if len(found) == most:
            return None
        first = (cells & -cells).bit_length() - 1
        best = max(
            board.model.cliques_of[first],
            key=lambda clique: (clique.variables & cells).bit_count(),
            default=None,
        )
        if best is None:
            return None
        found.append((best.variables & cells, best.primitive))
        cells &= ~best.variables
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _ProofParts:
    """The cells and sets that a proof uses besides the houses.

    Args:
        held: cells of one remainder that hold the value.
        cover: sets without repeats with all places of the other that the target does not see.
        target: the cell that loses the value if there are places in the other, as a bit mask.
    """

    held: int = 0
    cover: tuple[tuple[int, int], ...] = ()
    target: int = 0


def _proof(board: Board, equal: EquivalentSets, value: int, known: _ProofParts) -> Rank:
    """Return the proof: houses of one side as links, of the other as truths, fins in links."""
    houses = board.model.houses
    places = board.places[value]

    def linked(cells: int, primitive: int) -> Link:
        return Link(tuple([(v, value) for v in bits(cells)]), (primitive,))

    truths = [value_truth(board, value, houses[n].primitive) for n in equal.minus]
    truths += [cell_truth(board, v) for v in bits(known.held)]
    links = [linked(places & houses[n].cells, houses[n].primitive) for n in equal.plus]
    links += [linked(cells, primitive) for cells, primitive in known.cover]
    if known.target:
        fins = _seen_fins(board, places & equal.less, known.target)
        links += [linked(cells | known.target, primitive) for cells, primitive in fins]
    return Rank(tuple(truths), tuple(links))


def _seen_fins(board: Board, fins: int, target: int) -> Iterator[tuple[int, int]]:
    """Yield the fins that a target sees, grouped by set without repeats."""
    fins &= board.model.peers[target.bit_length() - 1]
    for clique in sorted(
        board.model.cliques_of[target.bit_length() - 1],
        key=lambda clique: -(clique.variables & fins).bit_count(),
    ):
        if fins & clique.variables:
            yield fins & clique.variables, clique.primitive
            fins &= ~clique.variables


def _tell(step: Step, words: Words) -> str:
    plus, minus = step.roles
    values = symbol_list(words, step.eliminations)
    ours, theirs = words.shapes(plus.primitives), words.shapes(minus.primitives)
    more, less = name_list(words, plus.candidates), name_list(words, minus.candidates)
    gone = {value for _, value in step.eliminations}
    holders = {v for v, _ in plus.candidates}
    places = [c for c in minus.candidates if c[1] in gone]
    why = (
        f"{ours} hold the same values as {theirs}, each as often; what they share apart, "
        f"{{{more}}} and {{{less}}} hold the same"
    )
    if not places:
        return f"{why}, and the latter cannot hold {values}"
    if {v for v, _ in step.eliminations} <= holders:
        return (
            f"{why}; with {values} in {name_list(words, step.eliminations, 'or')} the latter could "
            "not hold it, as all its places there are seen"
        )
    return f"{why}; the latter need {values} in {name_list(words, places)}"


def _register(technique: str, few: bool, rating: float, score: int, names: Iterable[str]) -> None:
    summary = "small remainders of houses" if few else "remainders of houses"
    register_strategy(
        Strategy(
            technique,
            partial(remainder_steps, technique, few),
            f"Two {summary} hold the same values, each equally often.",
            "leftovers",
            rating,
            score,
            "B. Laire, Law of Leftovers (2006)" if few else "Set Equivalence Theory (2020)",
            tuple(names),
            monotone=False,
            tell=_tell,
        )
    )


_register("law-of-leftovers", True, 3.1, 90, ("lol",))
_register("set-equivalence", False, 6.0, 300, ("phistomefel", "set-equivalence-theory"))
