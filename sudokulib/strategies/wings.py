"""Wings and bent sets: n cells with n values, all of which but one fit only once.

The cells of a bent set need not all see one another. If each of its values but one can stand in it
only once, the remaining value must stand in it as well, and no cell that sees all its places there
can hold it. XY-, XYZ- and WXYZ-wings are small cases. A W-wing joins two equal pairs by a truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

from sudokulib.board import Board, Candidate
from sudokulib.logic.cliques import peers_sharing_value
from sudokulib.logic.facts import StrongSet, truth, truths
from sudokulib.logic.reasons import cell_truth, common_peers, pigeonhole_proof
from sudokulib.logic.step import Candidates, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.phrases import (
    NUMBERS,
    capacities,
    excluding_primitives,
    exclusion_reasons,
    name_list,
    seen_by,
    symbol_list,
)
from sudokulib.strategies.registry import Strategy, register_strategy, strategy

_MOST = 3_000
"""The most sets of one size from which larger ones are grown; 9x9 grids have some 500.

A bound on time for larger boards: on all boards of the examples half as many, twice as many and no
bound find the same 731 wings of four and five cells (`python tests/benchmarks/constants.py`,
2026-11).
"""


def _tell_wing(step: Step, words: Words) -> str:
    """Describe case by case the effect on the wings of each value of the pivot."""
    pivot, *wings = step.roles
    value = step.eliminations[0][1]
    cases = []
    for case in pivot.candidates:
        if case[1] != value:
            hit = next(w for w in wings if any(c[1] == case[1] for c in w.candidates))
            shape = words.shapes(
                excluding_primitives(words, (case, (hit.candidates[0][0], case[1])))
            )
            then = (
                f"{name_list(words, hit.candidates)} in {shape} is {words.symbol(case[0], value)}"
            )
            cases.append(f"if it is {words.symbol(*case)}, {then}")
    ends = _places_of_value(step)
    can = f"{name_list(words, pivot.candidates)} is {symbol_list(words, pivot.candidates, 'or')}"
    return (
        f"{can}; {', '.join(cases)}; in every case {name_list(words, ends, 'or')} is "
        f"{words.symbol(*ends[0])}, and {exclusion_reasons(words, step.eliminations, ends)}"
    )


def _tell_bent(step: Step, words: Words) -> str:
    """Describe by counting: each value but one fits only once."""
    everything = tuple(sorted(c for role in step.roles for c in role.candidates))
    ends = _places_of_value(step)
    cells, values = name_list(words, everything), symbol_list(words, everything, "or")
    rest = tuple(c for c in everything if c[1] != ends[0][1])
    return (
        f"{cells} can only be {values}, but have room for {capacities(words, rest)} only; hence "
        f"{name_list(words, ends, 'or')} is {words.symbol(*ends[0])}, and "
        f"{exclusion_reasons(words, step.eliminations, ends)}"
    )


def _places_of_value(step: Step) -> Candidates:
    """Return the places in the pattern of the value that goes."""
    value = step.eliminations[0][1]
    return tuple(sorted(c for role in step.roles for c in role.candidates if c[1] == value))


def bent_sets(board: Board, size: int, technique: str, pivot: int = 0) -> Iterator[Step]:
    """Yield sets of cells with as many values, all of which but one fit only once.

    Args:
        board: the board.
        size: the number of cells.
        technique: the name of the steps.
        pivot: the number of candidates of the cell that sees all others; 0 for any.
    """
    for cells, value in _bent(board, size):
        seen = common_peers(board, value, board.places[value] & cells)
        hinge = _hinge(board, cells)
        if not seen or (pivot and (hinge < 0 or board.masks[hinge].bit_count() != pivot)):
            continue
        gone = tuple((target, value) for target in bits(seen))
        parts = [cell_truth(board, v) for v in bits(cells)]
        inner = [
            tuple((v, other) for v in bits(board.places[other] & cells))
            for other in bits(_union(board, cells) & ~(1 << value))
        ]
        arguments = tuple(pigeonhole_proof(board, parts, inner, target) for target in gone)
        parts.sort(key=lambda part: part.variable != hinge)
        names = ["pivot" if part.variable == hinge else "wing" for part in parts]
        roles = tuple(Role(n, p.candidates) for n, p in zip(names, parts, strict=True))
        yield Step(technique, (), gone, arguments, roles)


def _union(board: Board, cells: int) -> int:
    found = 0
    for v in bits(cells):
        found |= board.masks[v]
    return found


def _hinge(board: Board, cells: int) -> int:
    """Return the cell that sees all others, the one with most candidates; -1 if there is none."""
    found = [v for v in bits(cells) if not cells & ~board.model.peers[v] & ~(1 << v)]
    return max(found, key=lambda v: board.masks[v].bit_count(), default=-1)


def _bent(board: Board, size: int) -> Iterator[tuple[int, int]]:
    """Yield sets of cells with as many values, and the one value that fits more than once.

    Sets are grown cell by cell: in each some cell shares a value with the next one and sees it,
    all values but one fit only once, and none holds a smaller set of the kind.
    """
    masks, peers, places = board.masks, board.model.peers, board.places
    partners = peers_sharing_value(board)
    few = [v for v in bits(board.open) if 1 < masks[v].bit_count() <= size]
    among = sum(1 << v for v in few)
    level = {1 << v: (masks[v], 0, partners[v] & among) for v in few}
    for count in range(2, size + 1):
        wider: dict[int, tuple[int, int, int]] = {}
        seen = set()
        for cells, (union, bent, near) in level.items():
            for v in bits(near):
                more = cells | 1 << v
                if more in seen:
                    continue
                seen.add(more)
                joint = union | masks[v]
                if joint.bit_count() > size:
                    continue
                blind = cells & ~peers[v]
                twice = bent
                for value in bits(union & masks[v]) if blind else ():
                    if places[value] & blind:
                        twice |= 1 << value
                if not twice & (twice - 1) and (count < size or twice):
                    wider[more] = (joint, twice, (near | partners[v] & among) & ~more)
        level = {}
        for cells, state in wider.items():
            if state[0].bit_count() > count:
                level[cells] = state
            elif count == size:
                yield cells, state[1].bit_length() - 1
        if len(level) > _MOST:
            return


def _tell_w_wing(step: Step, words: Words) -> str:
    one, other, joint = step.roles
    value = step.eliminations[0][1]
    ends = _places_of_value(step)
    pair, via = symbol_list(words, one.candidates, "or"), words.symbol(*joint.candidates[0])
    places, where = name_list(words, joint.candidates, "or"), words.rule(joint.primitives[0])
    blind = [c for role in (one, other) for c in role.candidates if c[1] != value]
    seen = [exclusion_reasons(words, [c], seen_by(words.board, c, joint.candidates)) for c in blind]
    return (
        f"{name_list(words, ends)} can only be {pair}, but not both {via}, "
        f"which has to go to {places} in {where}, where {' and '.join(seen)}; "
        f"hence one of the two is {words.symbol(*ends[0])}, and "
        f"{exclusion_reasons(words, step.eliminations, ends)}"
    )


@strategy(
    "w-wing",
    family="wings",
    rating=4.4,
    score=150,
    source="Sudopedia, W-Wing",
    monotone=False,
    tell=_tell_w_wing,
)
def w_wing(board: Board) -> Iterator[Step]:
    """Two pairs of the same values, one of which cannot be in both: the other is in one of them."""
    pairs: dict[int, list[int]] = {}
    for v in bits(board.open):
        if board.masks[v].bit_count() == 2:
            pairs.setdefault(board.masks[v], []).append(v)
    joints = _joints(board) if any(len(cells) > 1 for cells in pairs.values()) else {}
    for mask, cells in pairs.items():
        for one, other in combinations(cells, 2):
            for via in bits(mask):
                value = (mask & ~(1 << via)).bit_length() - 1
                seen = common_peers(board, value, 1 << one | 1 << other)
                strong = _joint(board, one, other, joints.get(via, ())) if seen else None
                if strong is not None:
                    gone = tuple((target, value) for target in bits(seen))
                    yield _w_wing(board, (one, via), (other, via), strong, gone)


def _joints(board: Board) -> dict[int, list[tuple[int, StrongSet]]]:
    """Return, for each value, the sets of cells one of which must hold it."""
    found: dict[int, list[tuple[int, StrongSet]]] = {}
    for strong in truths(board):
        if strong.value >= 0 and strong.primitive is not None:
            cells = board.places[strong.value] & board.model.spans[strong.primitive]
            found.setdefault(strong.value, []).append((cells, strong))
    return found


def _joint(
    board: Board, one: int, other: int, joints: Iterable[tuple[int, StrongSet]]
) -> StrongSet | None:
    """Return the first truth whose places two cells see together, but neither alone.

    The places that one of them sees must exclude one another, as they share a link with it: of the
    candidates that a rule needs, such as summands, several may be true.
    """
    peers = board.model.peers
    here, there = peers[one], peers[other]
    for cells, strong in joints:
        parts = cells & here, cells & ~here
        split = parts[1] and not parts[1] & ~there and cells & ~there
        if split and all(not part & ~(peers[v] | 1 << v) for part in parts for v in bits(part)):
            return strong
    return None


def _w_wing(
    board: Board, one: Candidate, other: Candidate, strong: StrongSet, gone: Candidates
) -> Step:
    joint = truth(board, strong)
    parts = [cell_truth(board, one[0]), cell_truth(board, other[0]), joint]
    here = seen_by(board, one, joint.candidates)
    inner = [(one, *here), (other, *(c for c in joint.candidates if c not in here))]
    arguments = tuple(pigeonhole_proof(board, parts, inner, target) for target in gone)
    roles = (
        Role("wing", parts[0].candidates),
        Role("wing", parts[1].candidates),
        Role("pivot", joint.candidates, (joint.primitive or 0,)),
    )
    return Step("w-wing", (), gone, arguments, roles)


_SIZED = (
    ("xy-wing", 3, 2, 4.2, 160, ("y-wing",), "Sudopedia, XY-Wing"),
    ("xyz-wing", 3, 3, 4.4, 180, (), "Sudopedia, XYZ-Wing"),
    ("wxyz-wing", 4, 0, 5.5, 220, ("bent-quad",), "Sudopedia, WXYZ-Wing"),
    ("vwxyz-wing", 5, 0, 6.2, 240, ("bent-quintuple",), "Sukaku Explainer, VWXYZ-Wing"),
)
"""Name, cells, candidates of the pivot, rating, score, other names, source."""

_ENDS = {
    0: ": one of them holds that one",
    2: "; the pivot lacks that one",
    3: "; the pivot has that one, too",
}
"""Endings of the summaries of wings, by the number of candidates of the pivot."""

for _name, _size, _pivot, _rating, _score, _aliases, _source in _SIZED:
    _number = NUMBERS[_size]
    register_strategy(
        Strategy(
            _name,
            partial(bent_sets, size=_size, technique=_name, pivot=_pivot),
            f"{_number.capitalize()} cells have {_number} values, all but one of which fit there "
            f"once{_ENDS[_pivot]}.",
            "wings",
            _rating,
            _score,
            _source,
            _aliases,
            monotone=False,
            tell=_tell_wing if _size == 3 else _tell_bent,
        )
    )
