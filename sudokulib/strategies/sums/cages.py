"""Cages: the combinations of given sums, the values that they need, and their bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokulib.board import Board, Candidate
from sudokulib.logic.combinations import combinations, max_value_sets
from sudokulib.logic.equations import equation, plain_sums, signed_sum
from sudokulib.logic.facts import required
from sudokulib.logic.memo import cached_by_domains, cached_on_model
from sudokulib.logic.reasons import common_peers, pigeonhole_proof, rank_zero_proof, value_truth
from sudokulib.logic.step import Candidates, Fillings, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Model, bits
from sudokulib.primitives import DistinctSum, Linear
from sudokulib.strategies.fillings import candidates_of, changes, lost_candidates
from sudokulib.strategies.phrases import shared_shapes_clause
from sudokulib.strategies.registry import strategy
from sudokulib.strategies.sums.words import (
    combinations_left,
    named_sum,
    sum_with_ways,
    unfilled,
)

_KILLER = "killersudokuonline.com, Killer Sudoku techniques; SudokuWiki, Killer Combinations"


def _tell_sum(step: Step, words: Words) -> str:
    number = step.roles[0].primitives[0]
    phrase = combinations_left(number, words)
    name = named_sum(number, words)
    if not phrase:
        return f"{name} leaves {changes(step, words)}"
    return f"{name} has {phrase}{unfilled(step, number, words)}"


def _tell_bounds(step: Step, words: Words) -> str:
    """Describe for each end the value that comes nearest to the total, and how far it gets."""
    number = step.roles[0].primitives[0]
    primitive = words.model.primitives[number]
    assert isinstance(primitive, Linear | DistinctSum)
    nearest: dict[tuple[int, bool], tuple[int, Candidate]] = {}
    for one in step.eliminations:
        least, most = _with(primitive, words.board.masks, words.model.values, one)
        small = most < primitive.totals[0]
        off = primitive.totals[0] - most if small else least - primitive.totals[-1]
        nearest[one[0], small] = min(nearest.get((one[0], small), (off, one)), (off, one))
    phrases: dict[tuple[str, str], list[str]] = {}
    for (v, small), (off, (_, x)) in nearest.items():
        reached = primitive.totals[0] - off if small else primitive.totals[-1] + off
        what = _reached(words, primitive, (v, x), reached, small)
        phrases.setdefault((words.symbol(v, x), what), []).append(words.cell(v))
    parts = [
        f"{symbol} in {join_words(own, 'or')} {what}" for (symbol, what), own in phrases.items()
    ]
    return f"in {named_sum(number, words)}, {join_words(parts)}"


def _reached(
    words: Words, primitive: Linear | DistinctSum, one: Candidate, reached: int, small: bool
) -> str:
    """Return how far a sum gets with a candidate, as an equation."""
    v, x = one
    rest = [c for part in primitive.groups() if v in part for c in part if c != v]
    if same := [c for c in rest if words.board.masks[c] == 1 << x]:
        return f"leaves nothing for {words.cells(same)}"
    left = {other for c in rest for other in bits(words.board.masks[c]) if other != x}
    if len(left) < len(rest):
        return f"leaves too little for {words.cells(rest)}"
    value = words.model.values[x]
    bound = "at most" if small else "at least"
    return f"makes {bound} {value} + {reached - value} = {reached}"


@strategy(
    "cage-bounds",
    family="cages",
    rating=1.8,
    score=20,
    source="SudokuWiki, Killer Sudoku: minimum and maximum of a cage",
    aliases=("min-max",),
    tell=_tell_bounds,
)
def cage_bounds(board: Board) -> Iterator[Step]:
    """A value too small or too large for a sum, whatever its other cells hold."""
    for number in plain_sums(board.model):
        gone = _out_of_bounds(board, number)
        if gone:
            yield _step(board, "cage-bounds", number, gone, 1.8)


@cached_by_domains
def _out_of_bounds(board: Board, number: int) -> Candidates:
    """Return the candidates that leave the others too much or too little for the total.

    The bounds are those that people use: as many different values as a part has cells.
    """
    primitive, masks = board.model.primitives[number], board.masks
    assert isinstance(primitive, Linear | DistinctSum)
    if not primitive.totals:
        return ()
    low, high, values = primitive.totals[0], primitive.totals[-1], board.model.values
    gone = []
    for v in primitive.variables:
        for x in bits(masks[v]):
            least, most = _with(primitive, masks, values, (v, x))
            if most < low or least > high:
                gone.append((v, x))
    return tuple(sorted(gone))


def _with(
    primitive: Linear | DistinctSum,
    masks: Sequence[int],
    values: Sequence[int],
    candidate: Candidate,
) -> tuple[int, int]:
    """Return the least and most that a sum can add up to with a candidate."""
    variable, value = candidate
    least = most = values[value]
    for part in primitive.groups():
        rest, without = [v for v in part if v != variable], 0
        if len(rest) < len(part):
            without = 1 << value
        lower, upper = _range(values, masks, rest, without)
        least, most = least + lower, most + upper
    return least, most


def _range(
    values: Sequence[int], masks: Sequence[int], cells: Sequence[int], without: int = 0
) -> tuple[int, int]:
    """Return bounds of what different cells can add up to, not always reached."""
    union = 0
    for v in cells:
        union |= masks[v]
    numbers = sorted(values[x] for x in bits(union & ~without))
    left = [[values[x] for x in bits(masks[v] & ~without)] or [0] for v in cells]
    count = len(cells)
    least = max(sum(numbers[:count]), sum(map(min, left)))
    most = min(sum(numbers[len(numbers) - min(count, len(numbers)) :]), sum(map(max, left)))
    return least, most


@strategy(
    "cage-combinations",
    family="cages",
    rating=2.0,
    score=30,
    source=_KILLER,
    aliases=("combinations",),
    tell=_tell_sum,
)
def cage_combinations(board: Board) -> Iterator[Step]:
    """A cage whose combinations, as far as its cells can hold them, lack some candidates."""
    for number in plain_sums(board.model):
        gone = lost_candidates(board, number)
        if gone:
            yield _step(board, "cage-combinations", number, gone, _rating(board, number))


def _step(
    board: Board, technique: str, number: int, gone: Candidates, rating: float | None = None
) -> Step:
    own = candidates_of(board, board.model.primitives[number].variables)
    return Step(
        technique,
        eliminations=gone,
        arguments=(Fillings(number),),
        roles=(Role("sum", own, (number,)),),
        rating=rating,
    )


def _rating(board: Board, number: int) -> float:
    """Return the rating of a cage: more open cells and more combinations are harder."""
    primitive, masks = board.model.primitives[number], board.masks
    assert isinstance(primitive, Linear | DistinctSum)
    open_ = sum(1 for v in primitive.variables if masks[v] & (masks[v] - 1))
    ways = 1
    for part in primitive.groups():
        ways *= max_value_sets([masks[v] for v in part])
    many = len(combinations(primitive, masks)) if ways <= 500 else 20
    return round(1.9 + 0.1 * max(0, min(open_, 7) - 2) + 0.02 * min(many, 20), 2)


@cached_on_model
def _all_sums(model: Model) -> tuple[int, ...]:
    """Return cages, and derived sums of cells that all count positive: hidden cages."""
    hidden = (
        number
        for number in sorted(model.derived)
        if (known := signed_sum(model, number)) and not known.minus
    )
    return (*plain_sums(model), *hidden)


@cached_on_model
def _other_rules(model: Model) -> tuple[int, ...]:
    sums = frozenset(_all_sums(model)) | model.derived
    return tuple(number for number in model.rules if number not in sums)


def _tell_required(step: Step, words: Words) -> str:
    role = step.roles[0]
    number = role.primitives[0]
    cells = words.cells(dict.fromkeys(v for v, _ in role.candidates), "or")
    values = dict.fromkeys(words.symbol(v, x) for v, x in sorted(role.candidates, key=_value))
    which = "which can only go to" if len(values) == 1 else "each of which can only go to"
    seen = (
        shared_shapes_clause(words, step.eliminations, role.candidates) if step.eliminations else ""
    )
    has = f"every filling of {sum_with_ways(number, words)} has {join_words(list(values))}"
    return f"{has}, {which} {cells}{seen}"


def _value(candidate: Candidate) -> int:
    return candidate[1]


@strategy(
    "required-in-cage",
    family="cages",
    rating=2.4,
    score=50,
    source="SudokuWiki, Killer Sudoku: cage/unit overlap, type 2",
    aliases=("cage-hidden-single",),
    monotone=False,
    tell=_tell_required,
)
def required_in_cage(board: Board) -> Iterator[Step]:
    """A value in all combinations of a sum: it has one place there, or all see a cell."""
    yield from _required(board, "required-in-cage", _all_sums(board.model), 1.9, 2.4)


@strategy(
    "required-on-line",
    family="fillings",
    rating=2.5,
    score=50,
    source="after SudokuWiki, Killer Sudoku: cage/unit overlap, type 2",
    monotone=False,
    tell=_tell_required,
)
def required_on_line(board: Board) -> Iterator[Step]:
    """A value in all fillings of a line or clue: it has one place there, or all see a cell."""
    yield from _required(board, "required-on-line", _other_rules(board.model), 2.0, 2.5)


def _required(
    board: Board, technique: str, numbers: Iterable[int], single: float, locked: float
) -> Iterator[Step]:
    for number in numbers:
        for holders, values in _placed_where(board, number).items():
            truths = [value_truth(board, value, number) for value in bits(values)]
            own = tuple([c for one in truths for c in one.candidates])
            roles = (Role("sum", own, (number,)),)
            more = _harder(board, number)
            if not holders & (holders - 1):
                why = [Rank((truths[0],))]
                yield Step(technique, own[:1], (), tuple(why), roles, round(single + more, 1))
                continue
            gone: list[Candidate] = []
            why = []
            for one in truths:
                value = one.candidates[0][1]
                seen = tuple((t, value) for t in bits(common_peers(board, value, holders)))
                why += _prove_common_peers(board, one, holders, seen) if seen else ()
                gone += seen
            if gone:
                yield Step(technique, (), tuple(gone), tuple(why), roles, round(locked + more, 1))


def _harder(board: Board, number: int) -> float:
    """Return what is added to the rating of a sum that has to be derived first."""
    if number not in board.model.derived:
        return 0.0
    made = equation(board.model, number)
    cells = len(board.model.primitives[number].variables)
    return 0.2 * (len(made.houses) if made else 4) + 0.1 * max(0, cells - 2)


def _placed_where(board: Board, number: int) -> dict[int, int]:
    """Return the open values that a primitive needs, by the cells that can hold them."""
    found: dict[int, int] = {}
    for value in bits(required(board, number)):
        holders = board.places[value] & board.model.spans[number]
        if holders and not any(board.masks[v] == 1 << value for v in bits(holders)):
            found[holders] = found.get(holders, 0) | 1 << value
    return found


def _prove_common_peers(
    board: Board, truth: Truth, holders: int, gone: Candidates
) -> tuple[Rank, ...]:
    """Prove that what sees every place goes; the places need not see one another."""
    if all(not holders & ~(board.model.peers[v] | 1 << v) for v in bits(holders)):
        return rank_zero_proof(board, [truth], [truth.candidates], [gone])
    return tuple([pigeonhole_proof(board, [truth], [], target) for target in gone])
