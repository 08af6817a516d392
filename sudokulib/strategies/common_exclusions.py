"""Common exclusions: a candidate that every candidate of a truth excludes through rules is false.

For one value and all-different shapes that is `overlapping_shapes`. With the conflicts that rules
make (a relation, an impossible combination, a case) the same search finds more: the forcing cell
and the locked candidates of non-consecutive puzzles, the overlap of a cage with a house, and what
all cases of a rule have in common.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import numbering
from sudokulib.logic.equations import plain_sums
from sudokulib.logic.facts import StrongSet, narrow_conflicts, rule_conflicts, truth, truths
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.logic.reasons import common_peers, pigeonhole_proof, value_truth
from sudokulib.logic.step import Link, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import House, Model, bits
from sudokulib.primitives import When
from sudokulib.strategies.registry import strategy

_MOST = 9
"""The most candidates of a truth; people would not see common exclusions of more.

On the boards of the examples 3, 4, 6, 9 and 12 find 632, 822, 1,031, 1,218 and 1,219 steps (`python
tests/benchmarks/constants.py`, 2026-11).
"""


_RATINGS = {"forcing-cell": 2.4, "locked-relation": 2.6, "cage-overlap": 2.7, "every-case": 2.9}
"""The ratings of steps with a truth of two candidates; each further one adds 0.1."""


@cached_on_board
def _common(board: Board) -> tuple[tuple[StrongSet, int], ...]:
    """Return truths with the candidates that all of theirs exclude, other than as peers.

    Only given relations of two cells, and cases, are examined: what follows from derived sums is
    better explained by these.
    """
    if not any(_narrow_rules(board.model)):
        return ()
    apart, found = narrow_conflicts(board), []
    for strong in truths(board):
        derived = strong.primitive in board.model.derived
        if not derived and 1 < strong.mask.bit_count() <= _MOST:
            left = -1
            for number in bits(strong.mask):
                left &= apart[number]
            if left and (left := left & ~_peers_of_places(board, strong)):
                found.append((strong, left))
    return tuple(found)


@cached_on_model
def _narrow_rules(model: Model) -> tuple[bool, ...]:
    """Return, for each given rule, whether it is narrow; see `narrow_conflicts`."""
    primitives = (model.primitives[n] for n in model.rules if n not in model.derived)
    return tuple(len(p.variables) == 2 or isinstance(p, When) for p in primitives)


def _peers_of_places(board: Board, strong: StrongSet) -> int:
    """Return the candidates of the same value that see every place of it."""
    if strong.value < 0:
        return 0
    numbered = numbering(board.model)
    places = board.places[strong.value] & board.model.spans[strong.primitive or 0]
    return numbered.of_value(strong.value, common_peers(board, strong.value, places))


def _steps(board: Board, technique: str, cell: bool | None) -> Iterator[Step]:
    """Yield the steps of truths of one sort: cells, values, or (None) hidden variables."""
    for strong, gone in _common(board):
        pair = strong.value < 0 and strong.variable is None
        if not pair and _is_cell_truth(board, strong) is cell:
            yield from _each_cell(board, technique, truth(board, strong), gone)


def _is_cell_truth(board: Board, strong: StrongSet) -> bool | None:
    """Return whether a truth is a cell's; None if it is a hidden variable's."""
    if strong.variable is None:
        return False
    return True if strong.variable < board.model.cells else None


def _each_cell(board: Board, technique: str, found: Truth, gone: int) -> Iterator[Step]:
    """Yield a step for each variable that loses candidates."""
    base = () if found.primitive is None else (found.primitive,)
    targets: dict[int, list[Candidate]] = {}
    for candidate in numbering(board.model).candidates(gone):
        targets.setdefault(candidate[0], []).append(candidate)
    for own in targets.values():
        yield Step(
            technique,
            eliminations=tuple(own),
            arguments=tuple([pigeonhole_proof(board, [found], [], target) for target in own]),
            roles=(Role("pattern", found.candidates, base),),
            rating=round(_RATINGS[technique] + 0.1 * (len(found.candidates) - 2), 1),
        )


def _tell(step: Step, words: Words) -> str:
    """Describe the truth, and the rules by which each of its candidates excludes what goes."""
    first = step.arguments[0]
    assert isinstance(first, Rank)
    facts = [words.truth(one) for one in first.truths]
    target = words.cell(step.eliminations[0][0])
    gone = f"{join_words([words.symbol(*one) for one in step.eliminations])} in {target}"
    if not words.is_cell(step.eliminations[0][0]):
        gone = f"that {words.alternatives(step.eliminations)}"
    groups = _by_rules(step, words)
    for rules, own in groups.items():
        cells = join_words([words.claim(c) for c in own])
        who = "each of these" if len(groups) == 1 else cells
        excludes = "excludes" if len(groups) == 1 or len(own) == 1 else "exclude"
        why = f" by {rules}" if rules else f" as it fills {target}"
        if rules == target:
            why = ""
        facts.append(f"{who} {excludes} {gone}{why}")
        gone = "the same"
    return "; ".join(facts)


def _by_rules(step: Step, words: Words) -> dict[str, list[Candidate]]:
    """Return the candidates of the truth, grouped by the rules through which they exclude."""
    rules: dict[Candidate, set[int]] = {}
    for argument in step.arguments:
        for link in argument.links if isinstance(argument, Rank) else ():
            for candidate in link.candidates if isinstance(link, Link) else ():
                if isinstance(link, Link) and candidate not in step.eliminations:
                    rules.setdefault(candidate, set()).update(link.primitives)
    found: dict[str, list[Candidate]] = {}
    for candidate, numbers in sorted(rules.items()):
        found.setdefault(words.shapes(sorted(numbers)), []).append(candidate)
    return found


@strategy(
    "forcing-cell",
    family="fillings",
    rating=_RATINGS["forcing-cell"],
    score=60,
    source="SukakuExplainer, Forcing Cell in non-consecutive puzzles",
    monotone=False,
    tell=_tell,
)
def forcing_cell(board: Board) -> Iterator[Step]:
    """Whatever a cell holds, its rules exclude the same candidate elsewhere."""
    yield from _steps(board, "forcing-cell", True)


@strategy(
    "locked-relation",
    family="fillings",
    rating=_RATINGS["locked-relation"],
    score=60,
    source="SukakuExplainer, Locked Candidates in non-consecutive puzzles",
    monotone=False,
    tell=_tell,
)
def locked_relation(board: Board) -> Iterator[Step]:
    """Wherever a value stands in a shape that needs it, rules exclude the same candidate."""
    yield from _steps(board, "locked-relation", False)


@strategy(
    "cage-overlap",
    family="cages",
    rating=_RATINGS["cage-overlap"],
    score=60,
    source="SudokuWiki, Killer Sudoku: cage/unit overlap, type 1",
    aliases=("cage-unit-overlap",),
    monotone=False,
    tell=_tell,
)
def cage_overlap(board: Board) -> Iterator[Step]:
    """All places of a value lie in a cage, which then cannot hold what does not fit with it."""
    numbered = numbering(board.model)
    for number, house in _crossings(board.model):
        cells = house.cells & board.model.spans[number]
        for value in bits(house.values):
            holders = board.places[value] & house.cells
            if holders & (holders - 1) and not holders & ~cells:
                gone = -1
                apart = dict(rule_conflicts(board, number))
                for v in bits(holders):
                    gone &= apart.get(numbered.number((v, value)), 0)
                gone &= ~numbered.of_value(value, common_peers(board, value, holders))
                if gone:
                    found = value_truth(board, value, house.primitive)
                    yield from _each_cell(board, "cage-overlap", found, gone)


@cached_on_model
def _crossings(model: Model) -> tuple[tuple[int, House], ...]:
    """Return given sums with the houses that hold at least two of their cells, but not all."""
    return tuple(
        (number, house)
        for number in plain_sums(model)
        for house in model.houses
        if (house.cells & model.spans[number]).bit_count() > 1
        and model.spans[number] & ~house.cells
    )


@strategy(
    "every-case",
    family="fillings",
    rating=_RATINGS["every-case"],
    score=60,
    source="Van Hentenryck, Saraswat, Deville, constructive disjunction (1998)",
    monotone=False,
    tell=_tell,
)
def every_case(board: Board) -> Iterator[Step]:
    """Each case that a rule still has excludes the same candidate."""
    yield from _steps(board, "every-case", None)
