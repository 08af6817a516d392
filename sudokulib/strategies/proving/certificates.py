"""Certificates: the lightest sum of truths, links and bounds that a candidate breaks.

Two linear programs, solved by GLOP of OR-Tools (the extra ``cp-sat``). The first relaxes the board:
each candidate has a value between 0 (false) and 1 (true); what can still reach 1 has no proof. The
second is its dual, with the multipliers of a proof as its variables. GLOP calculates with
floating-point numbers, so multipliers are rounded to fractions and the sum is computed again with
integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.basics.late_binding import lazy_module
from sudokulib.board import Board
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.facts import StrongSet, rule_conflicts, truths
from sudokulib.model import bits

if TYPE_CHECKING:
    from ortools.linear_solver import pywraplp
else:
    pywraplp = lazy_module("ortools.linear_solver.pywraplp")  # an extra

_MOST_FILLINGS = 40
"""The most fillings of a rule that takes part with a bound.

On the boards of `sudokulib.strategies.proving.prover._MOST_WORK` 10 finds 704 steps, 40 finds 724.
"""

_DENOMINATOR = 24
"""The largest denominator of a multiplier.

A bound that tells multipliers from rounding errors of GLOP: 4 finds the same 724 steps on those
boards.
"""

_MOST_PARTS = 60
"""Truths and links, with multiplicity, beyond which people cannot follow a sum.

On those boards 30 finds 714 steps, 60 and 120 find 724.
"""

_TRUE = 1 - 1e-6
"""The least value of a candidate that counts as fully true, given rounding errors of GLOP."""


@dataclass(frozen=True, slots=True)
class WeighedMember:
    """A truth or link that may take part, with the candidates that it weighs.

    Args:
        mask: the candidates that it weighs.
        sign: 1 for a link, -1 for a truth.
        strong: the truth that it is, if it is one.
    """

    mask: int
    sign: int
    strong: StrongSet | None = None


@dataclass(frozen=True, slots=True)
class RuleFillings:
    """A rule by its fillings, each a mask of candidates."""

    number: int
    fillings: tuple[int, ...]
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate in integers: multipliers of members, and weights of candidates in rules."""

    members: tuple[tuple[WeighedMember, int], ...]
    bounds: tuple[tuple[RuleFillings, tuple[tuple[int, int], ...]], ...]

    @property
    def size(self) -> int:
        """The number of members and weights, with multiplicity."""
        return sum(times for _, times in self.members) + sum(len(own) for _, own in self.bounds)


class BoardCertificates:
    """The proofs by sums that a board allows.

    Args:
        board: the board.
    """

    def __init__(self, board: Board) -> None:
        here = candidates_left(board)
        members = (*_truths(board), *_links_of(board))
        rules = _rules(board)
        self._relaxed = _Relaxation(here, members, rules)
        self._lightest = _DualProgram(here, members, rules)
        self._possible = 0

    def prove(self, target: int) -> Certificate | None:
        """Return the lightest proof that a candidate is false; None if there is none."""
        if not self._possible >> target & 1:
            self._possible |= self._relaxed.certain_at_maximum(target)
        return None if self._possible >> target & 1 else self._lightest.prove(target)


class _Relaxation:
    """The board with each candidate between fully false and fully true."""

    def __init__(
        self, here: int, members: Sequence[WeighedMember], rules: Sequence[RuleFillings]
    ) -> None:
        self._solver = solver = _glop()
        self._amounts = {n: solver.NumVar(0, 1, "") for n in bits(here)}
        for member in checked(members):
            line = solver.Constraint(*((1, solver.infinity()) if member.sign < 0 else (0, 1)))
            for number in bits(member.mask):
                line.SetCoefficient(self._amounts[number], 1)
        for rule in checked(rules):
            self._fill(rule)
        solver.Objective().SetMaximization()

    def _fill(self, rule: RuleFillings) -> None:
        """Make each candidate of a rule as true as the fillings that have it are together."""
        lines = {n: self._solver.Constraint(0, 0) for n in rule.candidates}
        for number, line in lines.items():
            line.SetCoefficient(self._amounts[number], -1)
        whole = self._solver.Constraint(1, 1)
        for filling in rule.fillings:
            share = self._solver.NumVar(0, 1, "")
            whole.SetCoefficient(share, 1)
            for number in bits(filling):
                lines[number].SetCoefficient(share, 1)

    def certain_at_maximum(self, target: int) -> int:
        """Return what is fully true where a candidate is as true as possible."""
        objective = self._solver.Objective()
        objective.SetCoefficient(self._amounts[target], 1)
        whole = 0
        if self._solver.Solve() == self._solver.OPTIMAL:
            for number, amount in self._amounts.items():
                if amount.solution_value() > _TRUE:
                    whole |= 1 << number
        objective.SetCoefficient(self._amounts[target], 0)
        return whole


class _DualProgram:
    """The linear program of a board; for each target only its last line changes."""

    def __init__(
        self, here: int, members: Sequence[WeighedMember], rules: Sequence[RuleFillings]
    ) -> None:
        self._members, self._rules = members, rules
        self._solver = _glop()
        solver, infinity = self._solver, self._solver.infinity()
        self._weights = {n: solver.NumVar(0, infinity, "") for n in bits(here)}
        self._rank = solver.NumVar(-infinity, infinity, "")
        balance = {n: solver.Constraint(0, 0) for n in bits(here)}
        total = solver.Constraint(0, 0)
        for number, line in balance.items():
            line.SetCoefficient(self._weights[number], -1)
        total.SetCoefficient(self._rank, -1)
        self._uses = []
        for member in checked(self._members):
            use = solver.NumVar(0, infinity, "")
            self._uses.append(use)
            total.SetCoefficient(use, member.sign)
            for number in bits(member.mask):
                balance[number].SetCoefficient(use, member.sign)
            solver.Objective().SetCoefficient(use, 1)
        self._bounds = [self._bound(rule, balance, total) for rule in self._rules]
        solver.Objective().SetMinimization()
        self._last = solver.Constraint(1, infinity)
        self._last.SetCoefficient(self._rank, -1)

    def _bound(
        self, rule: RuleFillings, balance: dict[int, Any], total: Any
    ) -> dict[int, tuple[Any, Any]]:
        """Return weights, each in two parts, for a rule's candidates, and bound its fillings."""
        solver, infinity = self._solver, self._solver.infinity()
        most = solver.NumVar(-infinity, infinity, "")
        total.SetCoefficient(most, 1)
        pairs = {}
        for number in rule.candidates:
            up, down = solver.NumVar(0, infinity, ""), solver.NumVar(0, infinity, "")
            pairs[number] = up, down
            for part, sign in ((up, 1), (down, -1)):
                balance[number].SetCoefficient(part, sign)
                solver.Objective().SetCoefficient(part, 0.5)
        for filling in rule.fillings:
            line = solver.Constraint(0, infinity)
            line.SetCoefficient(most, 1)
            for number in bits(filling):
                line.SetCoefficient(pairs[number][0], -1)
                line.SetCoefficient(pairs[number][1], 1)
        return pairs

    def prove(self, target: int) -> Certificate | None:
        """Return the lightest certificate of a candidate, checked with integers."""
        self._last.SetCoefficient(self._weights[target], 1)
        status = self._solver.Solve()
        found = self._read(target) if status == self._solver.OPTIMAL else None
        self._last.SetCoefficient(self._weights[target], 0)
        return found

    def _read(self, target: int) -> Certificate | None:
        uses = [_fraction(use.solution_value()) for use in self._uses]
        weights = [
            {
                n: _fraction(up.solution_value() - down.solution_value())
                for n, (up, down) in own.items()
            }
            for own in self._bounds
        ]
        every = (*uses, *(one for own in weights for one in own.values()))
        scale = lcm(*(one.denominator for one in every))
        members = zip(self._members, uses, strict=True)
        rules = zip(self._rules, weights, strict=True)
        found = Certificate(
            tuple((member, int(use * scale)) for member, use in members if use),
            tuple(
                (rule, tuple((n, int(one * scale)) for n, one in own.items() if one))
                for rule, own in rules
                if any(own.values())
            ),
        )
        return found if found.size <= _MOST_PARTS and target in disproved(found) else None


def _fraction(number: float) -> Fraction:
    return Fraction(number).limit_denominator(_DENOMINATOR)


def disproved(found: Certificate) -> tuple[int, ...]:
    """Return the candidates, by number, that a certificate refutes, computed with integers."""
    weights: dict[int, int] = {}
    rank = 0
    for member, times in found.members:
        rank += member.sign * times
        for number in bits(member.mask):
            weights[number] = weights.get(number, 0) + member.sign * times
    for rule, own in found.bounds:
        rank += max_weight(rule, own)
        for number, weight in own:
            weights[number] = weights.get(number, 0) + weight
    if min(weights.values(), default=0) < 0:
        return ()
    return tuple(sorted(number for number, weight in weights.items() if weight > rank))


def _glop() -> Any:
    return pywraplp.Solver.CreateSolver("GLOP")


def max_weight(rule: RuleFillings, weights: Sequence[tuple[int, int]]) -> int:
    """Return the most that weighted candidates add up to in a filling."""
    return max(sum(weight for n, weight in weights if one >> n & 1) for one in rule.fillings)


def _truths(board: Board) -> Iterator[WeighedMember]:
    for strong in truths(board):
        yield WeighedMember(strong.mask, -1, strong)


def _links_of(board: Board) -> Iterator[WeighedMember]:
    """Yield variables, values of all-different shapes, and pairs excluded by rules; none twice."""
    seen = set()
    for mask in _links(board):
        if mask & (mask - 1) and mask not in seen:
            seen.add(mask)
            yield WeighedMember(mask, 1)


def _links(board: Board) -> Iterator[int]:
    numbered = numbering(board.model)
    for variable, mask in enumerate(board.masks):
        yield numbered.of_variable(variable, mask)
    for clique in board.model.cliques:
        check_interrupt()
        for value, places in enumerate(board.places):
            yield numbered.of_value(value, places & clique.variables)
    for rule in board.model.rules:
        for number, gone in rule_conflicts(board, rule):
            for other in bits(gone):
                yield 1 << number | 1 << other


def _rules(board: Board) -> list[RuleFillings]:
    found = []
    for number in board.model.rules:
        fillings = _fillings(board, number)
        if fillings:
            union = 0
            for filling in fillings:
                union |= filling
            found.append(RuleFillings(number, fillings, tuple(bits(union))))
    return found


def _fillings(board: Board, number: int) -> tuple[int, ...]:
    """Return the fillings of a rule on its open variables; none if too many or only one."""
    primitive, numbered = board.model.primitives[number], numbering(board.model)
    masks = list(board.masks)
    open_ = [v for v in primitive.variables if masks[v] & (masks[v] - 1)]
    found: list[int] = []

    def fill(place: int, chosen: int) -> bool:
        """Return whether the limit holds."""
        check_interrupt()
        if not primitive.feasible(masks):
            return True
        if place == len(open_):
            found.append(chosen)
            return len(found) <= _MOST_FILLINGS
        v = open_[place]
        kept = masks[v]
        for value in bits(kept):
            masks[v] = 1 << value
            if not fill(place + 1, chosen | 1 << numbered.number((v, value))):
                return False
        masks[v] = kept
        return True

    return tuple(found) if len(open_) > 1 and fill(0, 0) else ()
