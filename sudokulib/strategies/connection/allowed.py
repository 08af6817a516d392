"""Fillings of clues and other small rules, each tried in a rule about members.

What a loop, a path, an area or unknown regions leave of a clue by themselves is seldom much: the
sides round a cell with a 3 are any three of four. That the loop comes to a corner by two edges or
by none joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.board import Board
from sudokulib.logic.chaining import filling_cases
from sudokulib.logic.combinations import fillings
from sudokulib.logic.islands import with_both_variables
from sudokulib.logic.memo import cached_by_domains, cached_on_model, unless_known_empty
from sudokulib.logic.step import Candidates, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent, Areas, Connected, Loop, Regions
from sudokulib.strategies.fillings import candidates_of
from sudokulib.strategies.registry import strategy

_MOST_FILLINGS = 200
"""The most fillings of a rule that are listed: a bound on time.

On the boards of the examples 20 finds 136 steps of both techniques, 50 to 1,000 find 141 (`python
tests/benchmarks/constants.py`, with ``allowed-fillings`` and ``allowed-fillings-of-two``, 2026-11).
"""

_MOST_WAYS = 20
"""The most ways that are tried in a rule about members, each told apart by what both read.

More are not followed by people. On the boards of the examples 5, 10, 20, 40 and 80 find 103, 129,
141, 157 and 162 steps in 2.6, 3.2, 4.0, 4.6 and 5.3 s (`python tests/benchmarks/constants.py`, with
``allowed-fillings`` and ``allowed-fillings-of-two``, 2026-11).
"""

_JANSSEN = (
    "Janssen et al., A Filtering Process for General Constraint-Satisfaction Problems: Achieving "
    "Pairwise-Consistency (1989)"
)

_Wide = Loop | Connected | Areas | Regions


@dataclass(frozen=True, slots=True)
class _Group:
    """Small rules, and a rule about members that reads some of their variables.

    Args:
        rules: the small rules, by number.
        wide: the rule about members, by number.
    """

    rules: tuple[int, ...]
    wide: int


@dataclass(frozen=True, slots=True)
class _Tried:
    """The ways to fill small rules, tried in a rule about members.

    Args:
        ways: how many there are, those of the first rule that lead no further counted once.
        allowed: how many of them go with the rule about members.
        lost: the candidates that are in none of these.
    """

    ways: int
    allowed: int
    lost: Candidates


@cached_on_model
def _single_rules(model: Model) -> tuple[_Group, ...]:
    """Return each small rule with each rule about members that reads two of its variables."""
    found = []
    for wide in model.rules:
        if not isinstance(model.primitives[wide], _Wide):
            continue
        read = set(model.primitives[wide].variables)
        for number in model.rules:
            rule = model.primitives[number]
            if number in model.derived or isinstance(rule, _Wide | AllDifferent):
                continue
            if len(read.intersection(rule.variables)) > 1:
                found.append(_Group((number,), wide))
    return tuple(found)


@cached_on_model
def _rules_at_a_vertex(model: Model) -> tuple[_Group, ...]:
    """Return the pairs of small rules about the edges of a loop that meet at some vertex."""
    found = []
    groups = [(one, _vertices(model, one)) for one in _single_rules(model)]
    for number, (one, own) in enumerate(groups):
        for other, its in groups[number + 1 :]:
            if one.wide == other.wide and not own.isdisjoint(its):
                found.append(_Group(one.rules + other.rules, one.wide))
    return tuple(found)


def _vertices(model: Model, group: _Group) -> set[int]:
    """Return the vertices of the edges of a loop that a small rule reads; none for other rules."""
    wide = model.primitives[group.wide]
    if not isinstance(wide, Loop):
        return set()
    read = _variables(model, group)
    return {
        vertex
        for v, ends in zip(wide.variables, wide.ends, strict=True)
        for vertex in ends
        if v in read
    }


def _variables(model: Model, group: _Group) -> tuple[int, ...]:
    """Return the variables of the small rules of a group, in their order."""
    return tuple(dict.fromkeys(v for n in group.rules for v in model.primitives[n].variables))


@cached_by_domains
def _narrowed(board: Board, number: int) -> Mapping[int, int] | None:
    """Return what a rule by itself leaves of its variables; None if nothing."""
    return board.model.primitives[number].propagate(board.masks)


def _try_fillings(board: Board, group: _Group) -> _Tried | None:
    """Try the fillings of small rules in a rule about members.

    Returns:
        None if no candidate is lost but by one of the rules alone, if there are too many ways, or
        if there is none.
    """
    model, masks = board.model, board.masks
    alone = [_narrowed(board, number) for number in (*group.rules, group.wide)]
    open_ = dict.fromkeys(_variables(model, group) + model.primitives[group.wide].variables)
    waiting = {v: masks[v] for v in open_ if masks[v] & (masks[v] - 1)}
    for left in alone:
        if left is None:
            return None
        waiting |= {v: waiting[v] & mask for v, mask in left.items() if v in waiting}
    ways = allowed = 0
    for case, left in _tried(board, group.rules, group.wide, list(masks)):
        ways += 1
        if case is None or ways > _MOST_WAYS:
            return None
        if left is None:
            continue
        allowed += 1
        waiting = {
            v: missing for v, mask in waiting.items() if (missing := mask & ~left.get(v, case[v]))
        }
        if not waiting:
            return None
    lost = [(v, value) for v, mask in sorted(waiting.items()) for value in bits(mask)]
    return _Tried(ways, allowed, tuple(lost)) if allowed else None


_Case = tuple[list[int] | None, Mapping[int, int] | None]
"""Domains, and what a rule about members leaves of them, if it allows any."""


def _tried(board: Board, rules: Sequence[int], wide: int, masks: list[int]) -> Iterator[_Case]:
    """Yield the ways to fill some rules, each with what a rule about members leaves.

    Args:
        board: whose model it is.
        rules: the small rules, by number.
        wide: the rule about members, by number.
        masks: the candidates.

    Yields:
        the domains in which all that the small rules have in common with the other one is decided,
        or None if there are too many fillings; then what the other one leaves of its variables, or
        None if nothing.
    """
    first, *others = rules
    rule, other = board.model.primitives[first], board.model.primitives[wide]
    found = fillings(rule, masks, _MOST_FILLINGS)
    if found is None:
        yield None, None
        return
    read = set(other.variables)
    common = [place for place, v in enumerate(rule.variables) if v in read]
    cases: dict[tuple[int, ...], list[int]] = {}
    for filling in found:
        own = cases.setdefault(tuple([filling[place] for place in common]), [0] * len(filling))
        for place, value in enumerate(filling):
            own[place] |= 1 << value
    for case in cases.values():
        now = list(masks)
        for v, mask in zip(rule.variables, case, strict=True):
            now[v] = mask
        left = other.propagate(now)
        if not others or left is None:
            yield now, left
            continue
        for v, mask in left.items():
            now[v] = mask
        yield from _tried(board, others, wide, now)


def _steps(board: Board, technique: str, group: _Group) -> Iterator[Step]:
    tried = _try_fillings(board, group)
    if tried is None:
        return
    variables = _variables(board.model, group)
    read = frozenset(board.model.primitives[group.wide].variables)
    common = [v for v in variables if v in read]
    (proof,) = filling_cases(board, group.rules, group.wide, common, tried.lost)
    own = candidates_of(board, variables)
    yield Step(
        technique,
        eliminations=tried.lost,
        arguments=proof.arguments,
        roles=(Role("pattern", own, (*group.rules, group.wide)),),
        rating=round(1.6 + len(group.rules) + 0.05 * tried.ways, 2),
    )


def _search(
    technique: str, groups: Callable[[Model], tuple[_Group, ...]]
) -> Callable[[Board], Iterator[Step]]:
    """Return the search for the steps of some groups of rules."""

    def search(board: Board) -> Iterator[Step]:
        primitives = board.model.primitives
        for group in groups(board.model):
            read = _variables(board.model, group) + primitives[group.wide].variables
            key = (technique, group, tuple([board.masks[v] for v in read]))
            for step in unless_known_empty(board, key, _steps(board, technique, group)):
                yield with_both_variables(board, step)

    return search


def _tell(step: Step, words: Words) -> str:
    *rules, wide = step.roles[0].primitives
    tried = _try_fillings(words.board, _Group(tuple(rules), wide))
    assert tried is not None, "it was found on this board"
    two = len(rules) == 2
    names, name = join_words([words.rule(number) for number in rules]), words.rule(wide)
    if tried.allowed == tried.ways:
        every = "both" if tried.ways == 2 else f"all {tried.ways}"
        return f"{every} ways to satisfy {names} have the same effect on {name}"
    of = f"ways to satisfy both {names}" if two else f"{tried.ways} ways to satisfy {names}"
    if tried.allowed == 1:
        return f"of the {of}, only one goes with {name}"
    return f"of the {of}, only {tried.allowed} go with {name}, and they agree in this"


@strategy(
    "allowed-fillings",
    family="connection",
    rating=2.7,
    score=50,
    source=_JANSSEN,
    aliases=("clue-and-loop",),
    monotone=False,
    tell=_tell,
)
def allowed_fillings(board: Board) -> Iterator[Step]:
    """The fillings of a clue that go with a loop, a path, an area or regions agree in something."""
    yield from _OF_ONE(board)


_OF_ONE = _search("allowed-fillings", _single_rules)


@strategy(
    "allowed-fillings-of-two",
    family="connection",
    rating=3.7,
    score=80,
    source=_JANSSEN,
    aliases=("adjacent-clues",),
    monotone=False,
    tell=_tell,
)
def allowed_fillings_of_two(board: Board) -> Iterator[Step]:
    """The fillings of two clues at one point that go with a loop or path agree in something."""
    yield from _OF_TWO(board)


_OF_TWO = _search("allowed-fillings-of-two", _rules_at_a_vertex)
