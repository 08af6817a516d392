"""Aligned exclusion: values that two or three cells cannot hold together.

Two candidates exclude each other if they are in conflict, or if together they take all candidates
of some cell. A candidate that leaves nothing for another cell is false. The cells need not be
aligned, in spite of the name. Larger sets that exclude two candidates make a death blossom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.facts import StrongSet, conflicts, truths
from sudokulib.logic.memo import cached_on_board
from sudokulib.logic.reasons import cell_truth, pigeonhole_proof
from sudokulib.logic.step import Link, Rank, Refutation, Role, Step, Swap, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.strategies.phrases import exclusion_reasons, symbol_list
from sudokulib.strategies.registry import strategy

_LEFT = 2
"""The most candidates of another cell of a triple that the first candidate does not exclude.

On the boards of the examples 1 finds 306 triples, 2 finds 456 and 3 finds 472 (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_FAILURES = 5
"""Triples excluded by rules and not by peers, which are not shown, after which a search stops.

On the boards of the examples 2 finds 383 triples, 5 finds 456 and 10 finds 509 (`python
tests/benchmarks/constants.py`, 2026-11).
"""


@cached_on_board
def _few(board: Board) -> tuple[StrongSet, ...]:
    """Return the cells with at most three candidates, those with fewest first."""
    cells = [s for s in truths(board) if s.variable is not None and s.variable < board.model.cells]
    found = [strong for strong in cells if strong.mask.bit_count() < 4]
    return tuple(sorted(found, key=lambda strong: strong.mask.bit_count()))


@cached_on_board
def _pairwise(board: Board) -> dict[int, int]:
    """Return, for each candidate of a cell by number, the mask of candidates that it excludes."""
    seen = conflicts(board)
    found = {}
    for variable in bits(board.open):
        for number in checked(bits(_cell(board, variable))):
            excluded = seen[number]
            for _, rest in _depleted_cells(board, number, seen[number], 1):
                excluded |= seen[rest.bit_length() - 1] if rest else 0
            found[number] = excluded
    return found


def _depleted_cells(board: Board, number: int, gone: int, most: int) -> list[tuple[int, int]]:
    """Return cells that lose candidates and have few left.

    Args:
        board: the board.
        number: a candidate; its own cell is left out.
        gone: the candidates that are false if it is true, as a mask.
        most: the most candidates that may be left.

    Returns:
        The cells with what is left of each, as a mask.
    """
    variable_of = numbering(board.model).variable_of
    touched = {variable_of[one] for one in bits(gone & candidates_left(board))}
    touched.discard(variable_of[number])
    left = [(v, _cell(board, v) & ~gone) for v in sorted(touched) if board.open >> v & 1]
    return [(v, rest) for v, rest in left if rest.bit_count() <= most]


def _needs_more(board: Board, number: int) -> bool:
    """Return whether a candidate by itself leaves every truth a candidate."""
    taken = conflicts(board)[number]
    return all(strong.mask & ~taken for strong in truths(board))


def _cell(board: Board, variable: int) -> int:
    """Return the candidates of a variable as a mask."""
    return numbering(board.model).of_variable(variable, board.masks[variable])


def _tell_pair(step: Step, words: Words) -> str:
    (argument,) = (one for one in step.arguments if isinstance(one, Rank))
    return _tell_exclusion(argument, step.eliminations[0], words, words.board)


def _tell_exclusion(argument: Rank, target: Candidate, words: Words, before: Board) -> str:
    """Describe case by case why a cell has nothing left beside a candidate."""
    stem, *others = argument.truths
    inner = [one for one in argument.links if isinstance(one, Link)][: len(others)]
    cases = []
    direct = [c for c in stem.candidates if not any(c in link.candidates for link in inner)]
    if direct:
        cases.append(
            f"{_values(words, direct)} ({exclusion_reasons(words, [target], tuple(direct))})"
        )
    for link, truth in zip(inner, others, strict=True):
        own = [c for c in link.candidates if c in stem.candidates]
        cases.append(f"{_values(words, own)} ({words.truth(_truth_before(before, truth))})")
    cell = words.cell(stem.candidates[0][0])
    return f"beside {words.candidate(target)}, {cell} could not be {join_words(cases, 'or')}"


def _values(words: Words, candidates: Sequence[Candidate]) -> str:
    return symbol_list(words, candidates, "or")


@strategy(
    "aligned-pair-exclusion",
    family="exclusion",
    rating=6.2,
    score=300,
    source="R. Hagglund, Aligned Pair Exclusion (Sudopedia)",
    aliases=("ape",),
    monotone=False,
    tell=_tell_pair,
)
def aligned_pair_exclusion(board: Board) -> Iterator[Step]:
    """A candidate fits no candidate of another cell: each pair leaves some truth empty."""
    for number, excluded in _pairwise(board).items():
        for variable, _ in _depleted_cells(board, number, excluded, 0):
            step = _pair(board, number, variable)
            if step is not None:
                yield step
                break


def _pair(board: Board, number: int, variable: int) -> Step | None:
    several = board.masks[variable].bit_count() > 1
    argument = None
    if several and _needs_more(board, number):
        argument = _left_nothing(board, number, variable)
    if argument is None:
        return None
    target = numbering(board.model).candidate(number)
    roles = [Role("base", (target,)), Role("base", argument.truths[0].candidates)]
    roles += [Role("set", truth.candidates) for truth in argument.truths[1:]]
    return Step("aligned-pair-exclusion", (), (target,), (argument,), tuple(roles))


def _left_nothing(board: Board, number: int, variable: int) -> Rank | None:
    """Prove that a cell has nothing left beside a candidate; None if pairs do not show it.

    Args:
        board: the board.
        number: of the candidate.
        variable: the cell.
    """
    check_interrupt()
    seen, plain = conflicts(board), numbering(board.model)
    taken = seen[number]
    used: dict[int, tuple[StrongSet, int, list[Candidate]]] = {}
    own = _cell(board, variable)
    pool = [
        (strong, strong.mask & ~taken)
        for strong in _few(board)
        if not strong.mask & own and not strong.mask >> number & 1
    ]
    pool = [(strong, rest) for strong, rest in pool if rest and not rest & (rest - 1)]
    for case in bits(own & ~taken):
        for strong, rest in pool:
            if seen[case] & rest:
                _, _, cases = used.setdefault(strong.mask, (strong, rest, []))
                cases.append(plain.candidate(case))
                break
        else:
            return None
    parts = [cell_truth(board, variable)]
    inner = []
    for strong, rest, cases in used.values():
        candidates = plain.candidates(strong.mask)
        parts.append(Truth(candidates, strong.variable, strong.primitive))
        inner.append((*cases, *plain.candidates(rest)))
    return pigeonhole_proof(board, parts, inner, plain.candidate(number))


def _tell_triple(step: Step, words: Words) -> str:
    (argument,) = (one for one in step.arguments if isinstance(one, Refutation))
    board = words.board.placed([argument.candidate])
    cases = []
    for inner in argument.steps[:-1]:
        (rank,) = (one for one in inner.arguments if isinstance(one, Rank))
        target = inner.eliminations[0]
        if len(rank.truths) > 1:
            cases.append(_tell_exclusion(rank, target, words.for_board(board), words.board))
        else:
            why = words.truth(_truth_before(words.board, rank.truths[0]))
            cases.append(f"{words.candidate(target)} is out ({why})")
        board = inner.apply(board)
    second = words.cell(argument.steps[0].eliminations[0][0])
    return f"if {words.candidate(argument.candidate)}, {second} is lost: {'; '.join(cases)}"


def _truth_before(board: Board, truth: Truth | Swap) -> Truth | Swap:
    """Return a truth as it was before something was assumed."""
    if isinstance(truth, Swap):
        return truth
    for strong in truths(board):
        if (strong.variable, strong.primitive) == (truth.variable, truth.primitive):
            own = numbering(board.model).candidates(strong.mask)
            if set(truth.candidates) <= set(own):
                return Truth(own, truth.variable, truth.primitive)
    return truth


@strategy(
    "aligned-triple-exclusion",
    family="exclusion",
    rating=7.5,
    score=350,
    source="Sudoku Explainer, Aligned Triplet Exclusion",
    aliases=("aligned-triplet-exclusion", "ate"),
    monotone=False,
    tell=_tell_triple,
)
def aligned_triple_exclusion(board: Board) -> Iterator[Step]:
    """A candidate fits no choice for two other cells: each leaves some truth empty."""
    failures, done = 0, -1
    for number, variable, third in _triples(board):
        if number != done and failures < _FAILURES:
            step = _triple(board, number, variable, third)
            failures += step is None
            if step is not None:
                done = number
                yield step


def _triples(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield a candidate by number, a second cell, and a third for which the two leave nothing."""
    variable_of, here = numbering(board.model).variable_of, candidates_left(board)
    for number, excluded in checked(_pairwise(board).items()):
        threes = [rest for _, rest in _depleted_cells(board, number, conflicts(board)[number], 2)]
        threes = [rest for rest in threes if rest.bit_count() == 2]
        if not threes or not _needs_more(board, number):
            continue
        for third, rest in _depleted_cells(board, number, excluded, _LEFT):
            if not rest:
                break
            beside = here & _beside_all(board, rest, threes)
            for second in sorted({variable_of[one] for one in bits(beside)} - {third}):
                others = _cell(board, second) & ~excluded
                fits = 0 < others.bit_count() <= _LEFT and not others & ~beside
                new = second != variable_of[number] and board.masks[second].bit_count() > 1
                if fits and new and all(_needs_more(board, other) for other in bits(others)):
                    yield number, second, third


def _beside_all(board: Board, candidates: int, threes: Sequence[int]) -> int:
    """Return what excludes each of some candidates, directly or through cells of three."""
    seen, pairs, found = conflicts(board), _pairwise(board), -1
    for one in checked(bits(candidates)):
        gone = pairs.get(one, seen[one])
        for rest in threes:
            last = rest & ~seen[one]
            if last != rest and last and not rest >> one & 1:
                gone |= seen[last.bit_length() - 1]
        found &= gone
    return found


def _triple(board: Board, number: int, variable: int, third: int) -> Step | None:
    """Return the refutation of a candidate; None if placing it does not show all exclusions."""
    plain = numbering(board.model)
    target = plain.candidate(number)
    now, steps = board.placed([target]), []
    for value in bits(now.masks[variable]):
        other = (variable, value)
        argument = _excluded(now, plain.number(other)) or (
            _left_nothing(now, plain.number(other), third)
        )
        if argument is None:
            return None
        steps.append(Step("aligned-pair-exclusion", (), (other,), (argument,)))
        now = now.without([other])
    end = Step("contradiction", arguments=(Rank((Truth((), variable=variable),)),))
    cells = [cell_truth(board, v).candidates for v in (variable, third)]
    roles = (Role("base", (target,)), *(Role("base", own) for own in cells))
    argument_ = Refutation(target, (*steps, end))
    return Step("aligned-triple-exclusion", (), (target,), (argument_,), roles)


def _excluded(board: Board, number: int) -> Rank | None:
    """Prove that a candidate takes the last candidate of some cell; None if it does not."""
    plain = numbering(board.model)
    for strong in _few(board):
        if not strong.mask & ~conflicts(board)[number]:
            own = Truth(plain.candidates(strong.mask), strong.variable, strong.primitive)
            return pigeonhole_proof(board, [own], [], plain.candidate(number))
    return None
