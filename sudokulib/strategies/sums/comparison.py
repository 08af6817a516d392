"""Cage comparison: two sums with parts in one shape, whose combinations must be compatible.

The values that one part uses are not left for the other. A combination of one with which no
combination of the other goes is impossible, and so are candidates that are in such ones only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from sudokulib.board import Board, Candidate
from sudokulib.logic.reasons import cell_truth
from sudokulib.logic.step import Argument, Branch, Fillings, Refutation, Role, Split, Step
from sudokulib.logic.sum_parts import SumPart, sum_parts, value_sets_with
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.strategies.fillings import candidates_of
from sudokulib.strategies.registry import strategy
from sudokulib.strategies.sums.words import named_sum

_MOST_SETS = 40
"""The most combinations of the part whose candidates are examined.

On the boards of the examples 10 finds 160 steps, 20 finds 162, 40 and 80 find 163 (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_LISTED = 6
"""The most combinations listed in words."""

_MOST_CASES = 60
"""The most ways to fill a part that a refutation goes through.

A bound: on the boards of the examples 15 to 120 find the same 163 steps (`python
tests/benchmarks/constants.py`, 2026-11).
"""


def _tell(step: Step, words: Words) -> str:
    """Describe which combinations of one sum are compatible with none of the other."""
    one, other, where = step.roles
    mine, theirs = (_part_of_role(role, words) for role in (one, other))
    cells = words.cells(dict.fromkeys(v for v, _ in one.candidates))
    first, second = (named_sum(r.primitives[0], words) for r in (one, other))
    text = f"in {words.shapes(where.primitives)} {cells} of {first} cannot be "
    alone = sorted(_without_partner(mine.value_sets, theirs.value_sets))
    text += f"{_sets_text(alone, words)}, as nothing would be left for {second}"
    if len(theirs.value_sets) > _LISTED:
        return text
    return f"{text}, which needs {_sets_text(sorted(theirs.value_sets), words)} there"


def _part_of_role(role: Role, words: Words) -> SumPart:
    """Return the part that a role shows."""
    cells = sum({1 << v for v, _ in role.candidates})
    return next(
        part
        for _, own in sum_parts(words.board)
        for part in own
        if part.primitive == role.primitives[0] and part.cells == cells
    )


def _sets_text(sets: Sequence[int], words: Words) -> str:
    """Return some sets of values in words, the first of them if there are many."""
    names = ["".join(words.symbols(used)) for used in sets[:_LISTED]]
    more = [f"{len(sets) - _LISTED} more combinations"] if len(sets) > _LISTED else []
    return join_words([*names, *more], "or")


@strategy(
    "cage-comparison",
    family="cages",
    rating=4.3,
    score=140,
    source="JSudoku and SumoCue, conflicting combinations; SudokuWiki, Killer Cage Comparison",
    aliases=("conflicting-combinations",),
    monotone=False,
    tell=_tell,
)
def cage_comparison(board: Board) -> Iterator[Step]:
    """A combination of one sum leaves another sum in the same shape no combination."""
    for clique, own in sum_parts(board):
        for one, other in permutations(own, 2):
            if one.cells & other.cells or len(one.value_sets) > _MOST_SETS:
                continue
            alone = _without_partner(one.value_sets, other.value_sets)
            if alone:
                yield from _compared(board, clique.primitive, one, other, alone)


# The key is everything it reads: sets of values.
@lru_cache(maxsize=1 << 14)
def _without_partner(one: frozenset[int], other: frozenset[int]) -> frozenset[int]:
    """Return the sets of values of one sum that meet every set of the other."""
    return frozenset(used for used in one if all(used & rest for rest in other))


def _compared(
    board: Board, shape: int, one: SumPart, other: SumPart, alone: frozenset[int]
) -> Iterator[Step]:
    union = 0
    for used in alone:
        union |= used
    proofs: dict[Candidate, Refutation] = {}
    for v, x in candidates_of(board, bits(one.cells)):
        family = value_sets_with(board, one, v, x) if union >> x & 1 else frozenset()
        if family and family <= alone and (why := _refuted(board, one, other, (v, x))):
            proofs[v, x] = why
    if proofs:
        roles = [
            Role("sum", candidates_of(board, bits(part.cells)), (part.primitive,))
            for part in (one, other)
        ]
        yield Step(
            "cage-comparison",
            eliminations=tuple(proofs),
            arguments=tuple(proofs.values()),
            roles=(*roles, Role("base", (), (shape,))),
        )


def _refuted(board: Board, one: SumPart, other: SumPart, candidate: Candidate) -> Refutation | None:
    """Return a refutation where every filling of a part leaves the other sum none."""
    left = [_MOST_CASES]
    argument = _argued(board.placed([candidate]), one, other, left)
    if argument is None:
        return None
    return Refutation(candidate, (Step("contradiction", arguments=(argument,)),))


def _argued(board: Board, one: SumPart, other: SumPart, left: list[int]) -> Argument | None:
    """Prove that the two sums cannot both be filled, by cases of an open cell if need be."""
    left[0] -= 1
    if left[0] < 0:
        return None
    for part in (one, other):
        if not board.model.primitives[part.primitive].feasible(board.masks):
            return Fillings(part.primitive)
    open_ = [v for v in bits(one.cells & ~board.solved) if board.masks[v]]
    if not open_:
        return None
    first = min(open_, key=lambda v: board.masks[v].bit_count())
    branches = []
    for x in bits(board.masks[first]):
        inner = _argued(board.placed([(first, x)]), one, other, left)
        if inner is None:
            return None
        branches.append(Branch((first, x), (Step("contradiction", arguments=(inner,)),)))
    return Split(cell_truth(board, first), tuple(branches))
