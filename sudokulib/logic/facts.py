"""Truths, links and conflicts of a board: all that a technique needs to know of the shapes.

A *conflict* is two candidates that cannot both be true, a *truth* is candidates at least one of
which is true, a *required value* is one that every filling of a primitive uses. Each primitive
contributes: a house requires its values, a cage those in all its combinations, a rule on two cells
makes conflicts, a selector is a variable whose values are named cases.

Everything here is a function of the board alone, cached on it; facts of one primitive are cached
for as long as the domains of its variables stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.basics.interruption import checked
from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import Numbering, candidates_left, numbering
from sudokulib.logic.combinations import always_used
from sudokulib.logic.memo import cached_by_domains, cached_on_board, cached_on_model
from sudokulib.logic.step import Link, Truth
from sudokulib.model import Clique, Model, bits
from sudokulib.primitives import AllDifferent, DistinctSum, Linear, Primitive, When
from sudokulib.primitives.linear import counted_values

_MOST_CANDIDATES = 60
"""The most candidates of a rule whose conflicts are all computed.

For ``examples/cage/first-killer.yaml`` and ``examples/samurai/killer.yaml`` at the start 30 find
6 % and 3 % fewer conflicts (`conflicts`), 120 no more.
"""

_MOST_DERIVED = 36
"""The same for derived sums, which are numerous and say little when they are wide.

For the puzzles of `_MOST_CANDIDATES` 18, 36 and 60 find 26,800, 31,900 and 35,100 conflicts in 25,
49 and 70 ms, and 117,500, 136,000 and 139,500 in 130, 270 and 370 ms.
"""


@dataclass(frozen=True, slots=True)
class StrongSet:
    """A truth as a bit mask of candidates.

    Args:
        mask: its candidates on the board, as numbered by `numbering`.
        variable: the variable whose values they are, if any.
        primitive: else the primitive that demands it, by number.
        value: the only value among them; -1 if there are several.
    """

    mask: int
    variable: int | None
    primitive: int | None
    value: int = -1


def truth(board: Board, strong: StrongSet) -> Truth:
    """Return a strong set as the truth that steps are made of."""
    candidates = numbering(board.model).candidates(strong.mask)
    return Truth(candidates, strong.variable, strong.primitive)


@cached_on_board
def truths(board: Board) -> tuple[StrongSet, ...]:
    """Return the truths of a board: of each unsolved variable, then of each required value.

    Truths of a single candidate are singles and are among them; those of placed cells are not.
    """
    return (*_of_variables(board), *_of_values(board), *_of_pairs(board))


def _of_variables(board: Board) -> Iterator[StrongSet]:
    numbered = numbering(board.model)
    for variable, mask in enumerate(board.masks):
        if not board.solved >> variable & 1:
            yield StrongSet(numbered.of_variable(variable, mask), variable, None)


def _of_values(board: Board) -> Iterator[StrongSet]:
    """Yield each required value of each primitive; the same candidates only once."""
    numbered = numbering(board.model)
    seen = set()
    for number, cells in enumerate(checked(board.model.spans)):
        for value in bits(required(board, number)):
            places = board.places[value] & cells if value < len(board.places) else 0
            if places & board.solved:
                continue
            mask = numbered.of_value(value, places)
            if mask not in seen:
                seen.add(mask)
                yield StrongSet(mask, None, number, value)


def _of_pairs(board: Board) -> Iterator[StrongSet]:
    """Yield the pairs of candidates of a rule that has no filling without both."""
    for number in board.model.rules:
        for one, other in strong_pairs(board, number):
            yield StrongSet(one | other, None, number)


def required(board: Board, number: int) -> int:
    """Return values that every filling of a primitive uses, as a bit mask of values.

    These are all such values, except where finding them takes a search, as for loops.

    Args:
        board: the board.
        number: which primitive.
    """
    house = _house_values(board.model).get(number)
    return _required(board, number) if house is None else house


@cached_on_model
def _house_values(model: Model) -> dict[int, int]:
    return {house.primitive: house.values for house in model.houses}


@cached_by_domains
def _required(board: Board, number: int) -> int:
    """Return the values without which no filling is left; hidden variables are not examined."""
    primitive, masks = board.model.primitives[number], board.masks
    cells = [v for v in primitive.variables if v < board.model.cells]
    union = 0
    for v in cells:
        union |= masks[v]
    if isinstance(primitive, AllDifferent):
        if len(cells) == len(primitive.variables) and not _may_need(masks, cells, union):
            return 0
    elif isinstance(primitive, DistinctSum | Linear) and len(cells) == len(primitive.variables):
        found = always_used(primitive, [masks[v] for v in primitive.variables])
        if found is not None:
            return found
    return _needed(primitive, masks, cells, union)


def _may_need(masks: Sequence[int], cells: Sequence[int], union: int) -> bool:
    """Return whether variables that differ may need a value: too few values, or small domains."""
    return union.bit_count() <= len(cells) or any(masks[v].bit_count() < len(cells) for v in cells)


def _needed(primitive: Primitive, masks: Sequence[int], cells: Sequence[int], union: int) -> int:
    """Return the values without which a primitive cannot hold, tried one by one."""
    if not primitive.may_hold(masks):
        return 0
    found = 0
    for value in bits(union):
        trial = list(masks)
        for v in cells:
            trial[v] &= ~(1 << value)
        if not all(trial[v] for v in cells) or not primitive.may_hold(trial):
            found |= 1 << value
    return found


@cached_on_board
def conflicts(board: Board) -> tuple[int, ...]:
    """Return, for each candidate's number, the mask of candidates that cannot be true with it.

    Those of the same variable, those of the same value that see it, and those that a rule
    excludes. Only candidates on the board count; removed ones have none.
    """
    return _conflicts(board, board.model.rules)


@cached_on_board
def narrow_conflicts(board: Board) -> tuple[int, ...]:
    """Return conflicts by given rules only that have two variables or cases; faster."""
    return _conflicts(board, _narrow(board.model))


@cached_on_model
def _narrow(model: Model) -> tuple[int, ...]:
    primitives = model.primitives
    return tuple(
        n
        for n in model.rules
        if n not in model.derived
        and (len(primitives[n].variables) == 2 or type(primitives[n]) is When)
    )


_ROUNDS = 16
"""Variables between two checks of the clock, which costs as much as a few variables."""


def _conflicts(board: Board, rules: Iterable[int]) -> tuple[int, ...]:
    model = board.model
    numbered, here = numbering(model), candidates_left(board)
    found = [0] * numbered.first[-1]
    seen = _seen(model)
    for variable, mask in enumerate(checked(board.masks, _ROUNDS)):
        own = numbered.of_variable(variable, mask)
        for number in bits(own):
            others = seen[number] & here if variable < model.cells else 0
            found[number] = others | own & ~(1 << number)
    for primitive in rules:
        for number, mask in rule_conflicts(board, primitive):
            found[number] |= mask & here
    return tuple(found)


@cached_on_model
def _seen(model: Model) -> tuple[int, ...]:
    """Return, for each candidate, the same value on all its peers."""
    numbered = numbering(model)
    having = [0] * max((mask.bit_length() for mask in model.domains), default=0)
    for variable, mask in enumerate(model.domains):
        for value in bits(mask):
            having[value] |= 1 << variable
    found = [0] * numbered.first[-1]
    for variable, peers in enumerate(checked(model.peers, _ROUNDS)):
        for value in bits(model.domains[variable]):
            found[numbered.number((variable, value))] = numbered.of_value(
                value, peers & having[value]
            )
    return tuple(found)


@cached_by_domains
def rule_conflicts(board: Board, number: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of a candidate's number and the mask of those that a primitive excludes.

    Propagating the candidate shows them. Rules with more than 60 candidates, and derived sums with
    more than 36, are skipped, except for what a case of theirs excludes, and for counts of which
    only one more, or one less, can be.
    """
    primitive = board.model.primitives[number]
    numbered = numbering(board.model)
    found: dict[int, int] = {}
    if type(primitive) is Linear and _wide(board, number):
        return tuple(sorted(_excluded_by_count(board, primitive).items()))
    for variable, others, values in _to_propagate(board, number):
        for value in bits(values):
            gone = 0
            for v, left in _if_true(board, primitive, variable, value).items():
                if v != variable:
                    gone |= numbered.of_variable(v, board.masks[v] & ~left)
            for v in (variable, *others):
                found[numbered.number((v, value))] = _swapped(gone, variable, v, numbered)
    for one, gone in list(found.items()):
        for other in bits(gone):
            found[other] = found.get(other, 0) | 1 << one
    return tuple((one, gone) for one, gone in sorted(found.items()) if gone)


def _excluded_by_count(board: Board, count: Linear) -> dict[int, int]:
    """Return, for each candidate of a count of which two would be too many, those it excludes.

    Two may also be too many of those that are not counted.
    """
    counted, numbered = counted_values(count.weights), numbering(board.model)
    if counted is None:
        return {}
    open_ = []
    least = most = 0
    for v, mask in zip(count.variables, counted, strict=True):
        domain = board.masks[v]
        least, most = least + (not domain & ~mask), most + bool(domain & mask)
        if domain & mask and domain & ~mask:
            open_.append((domain & mask, domain & ~mask, v))
    within = [total for total in count.totals if least <= total <= most]
    found: dict[int, int] = {}
    for side, left in enumerate((within[-1] - least, most - within[0]) if within else ()):
        if left == 1:
            every = [numbered.of_variable(parts[2], parts[side]) for parts in open_]
            together = sum(every)
            for own in every:
                for candidate in bits(own):
                    found[candidate] = found.get(candidate, 0) | together & ~own
    return found


def _to_propagate(board: Board, number: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield the candidates to propagate: a variable, others like it, and a mask of values.

    If only one case of a rule is left, only that case excludes anything.
    """
    primitive = board.model.primitives[number]
    if isinstance(primitive, When) and board.masks[primitive.variables[0]] != 1 << primitive.case:
        selector = primitive.variables[0]
        yield selector, (), board.masks[selector] & 1 << primitive.case
    elif not _wide(board, number):
        for variable, others in _interchangeable(board, primitive):
            yield variable, others, board.masks[variable]


@cached_by_domains
def _excluded(board: Board, number: int) -> dict[int, int]:
    return dict(rule_conflicts(board, number))


@cached_by_domains
def strong_pairs(board: Board, number: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of masks of one candidate each, on two variables, of which one is true.

    All values of one variable but one leave the same single value to the other. Every such pair
    is found if the rule has removed by itself all that it can; but of sums that know which cells
    differ only those in which one of the variables has two candidates. Wide rules are
    skipped, as by `rule_conflicts`.
    """
    primitive = board.model.primitives[number]
    if _wide(board, number):
        return ()
    numbered = numbering(board.model)
    found = set()
    pairs_only = isinstance(primitive, DistinctSum)
    for variable, others in _interchangeable(board, primitive):
        if len(others) > 1:
            continue  # then two of them would be true at once, but they differ
        if pairs_only and board.masks[variable].bit_count() != 2:
            continue
        for value, v, left in _forced(board, primitive, variable):
            one = 1 << numbered.number((variable, value))
            other = numbered.of_variable(v, left)
            found.add((min(one, other), max(one, other)))
    return tuple(sorted(found))


def _wide(board: Board, number: int) -> bool:
    most = _MOST_DERIVED if number in board.model.derived else _MOST_CANDIDATES
    return (
        sum([board.masks[v].bit_count() for v in board.model.primitives[number].variables]) > most
    )


def _if_true(board: Board, primitive: Primitive, variable: int, value: int) -> Mapping[int, int]:
    """Return the smaller domains that a candidate leaves; all are empty if it cannot be true."""
    trial = list(board.masks)
    trial[variable] = 1 << value
    smaller = primitive.propagate(trial)
    return dict.fromkeys(primitive.variables, 0) if smaller is None else smaller


def _forced(board: Board, primitive: Primitive, variable: int) -> Iterator[tuple[int, int, int]]:
    """Yield, for values of a variable, what all its other values force on other variables.

    Each item is the value, the other variable, and the mask of the value that this must have.
    """
    values = list(bits(board.masks[variable]))
    forced: dict[int, set[tuple[int, int]]] = {}
    idle = 0
    for value in values:
        smaller = _if_true(board, primitive, variable, value)
        if 0 in smaller.values():
            continue  # it cannot be true in any case
        forced[value] = {(v, left) for v, left in smaller.items() if not left & (left - 1)}
        idle += not forced[value]
        if idle > 1:
            return
    for value in forced:
        rest = [more for other, more in forced.items() if other != value]
        for v, left in set.intersection(*rest) if rest else ():
            if board.masks[v] != left:
                yield value, v, left


def _interchangeable(board: Board, primitive: Primitive) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each variable of a primitive with the others that are interchangeable with it.

    Others are only given where they must differ, weigh the same and have the same candidates.
    """
    if not isinstance(primitive, DistinctSum):
        yield from ((v, ()) for v in primitive.variables)
        return
    weights = dict(zip(primitive.variables, primitive.weights, strict=True))
    for part in primitive.parts:
        alike: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for v in part:
            alike.setdefault((board.masks[v], weights[v]), []).append(v)
        for first, *rest in alike.values():
            yield first, tuple(rest)


def _swapped(mask: int, one: int, other: int, numbered: Numbering) -> int:
    """Return a mask of candidates with the parts of two variables of like values exchanged."""
    if one == other:
        return mask
    both = numbered.values(one, mask) ^ numbered.values(other, mask)
    return mask ^ (numbered.of_variable(one, both) | numbered.of_variable(other, both))


def link(board: Board, candidates: tuple[Candidate, ...]) -> Link:
    """Return the link of candidates that pairwise conflict, with the primitives that it needs.

    Candidates of one value that lie in one all-different shape need that shape only.
    """
    first, value = candidates[0] if candidates else (0, 0)
    if len(candidates) > 1 and all(other == value for _, other in candidates):
        variables = sum({1 << variable for variable, _ in candidates})
        for clique in board.model.cliques_of[first]:
            if not variables & ~clique.variables:
                return Link(candidates, (clique.primitive,))
    needed: list[int] = []
    rest = [
        (one, other)
        for place, one in enumerate(candidates)
        for other in candidates[place + 1 :]
        if one[0] != other[0]
    ]
    while rest:
        best = max(_exclusions(board, *rest[0]), key=lambda c: _pairs_inside(c, rest))
        needed.append(best.primitive)
        rest = [pair for pair in rest[1:] if not _both_inside(best, *pair)]
    return Link(candidates, tuple(dict.fromkeys(needed)))


def _both_inside(clique: Clique, one: Candidate, other: Candidate) -> bool:
    """Return whether two candidates lie in a clique and so cannot have the same value."""
    return one[1] == other[1] and bool(
        clique.variables >> one[0] & 1 and clique.variables >> other[0] & 1
    )


def _pairs_inside(clique: Clique, pairs: list[tuple[Candidate, Candidate]]) -> int:
    return sum(_both_inside(clique, *pair) for pair in pairs)


def _exclusions(board: Board, one: Candidate, other: Candidate) -> list[Clique]:
    """Return the cliques that hold two candidates of one value, or the rule that excludes both."""
    found = [c for c in board.model.cliques_of[one[0]] if _both_inside(c, one, other)]
    if found:
        return found
    numbered = numbering(board.model)
    number, bit = numbered.number(one), 1 << numbered.number(other)
    for rule in _rules_of(board.model)[one[0]]:
        excluded = board.model.spans[rule] >> other[0] & 1 and _excluded(board, rule)
        if excluded and excluded.get(number, 0) & bit:
            return [Clique(rule, 0)]
    raise ValueError(f"{one} and {other} are not in conflict")


@cached_on_model
def _rules_of(model: Model) -> tuple[tuple[int, ...], ...]:
    """Return, for each variable, the rules on it, given ones before derived ones."""
    found: list[list[int]] = [[] for _ in model.domains]
    for number in model.rules:
        for v in model.primitives[number].variables:
            found[v].append(number)
    return tuple(map(tuple, found))
