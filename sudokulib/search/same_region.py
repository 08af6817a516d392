"""Pairs of cells that are in the same region of an unknown division in every solution, or in none.

The number of a cell's region follows from the order in which regions begin, and so from borders
far away. Whether two cells are in the same region is what a solver wants to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.model import Model, bits
from sudokulib.primitives import Regions
from sudokulib.search.assignments import Assignment
from sudokulib.search.backend import Backend
from sudokulib.search.witnesses import Witnesses

Pair = tuple[int, int]
"""Two cells that hold the numbers of regions, the lower one first."""


@dataclass(frozen=True, slots=True)
class SameRegion:
    """Knowledge about pairs of cells.

    Args:
        pairs: for each pair True if it is in the same region in every solution, False if in none,
            None if neither is proved.
        solutions: those that are known, among them some for each pair that may be or not.
        stopped: the limit that ended the search for more, else empty.
    """

    pairs: Mapping[Pair, bool | None]
    solutions: tuple[Assignment, ...] = ()
    stopped: str = ""


def region_pairs(model: Model) -> list[Pair]:
    """Return the pairs of neighbours in unknown regions, and those that other rules compare."""
    found: set[Pair] = set()
    for rule in model.given:
        if isinstance(rule, Regions):
            labels = rule.labels
            for one, other in (*rule.edges, *rule.links):
                found.add((min(labels[one], labels[other]), max(labels[one], labels[other])))
    return sorted(found)


def interchangeable_labels(model: Model) -> frozenset[int]:
    """Return the cells with numbers of unknown regions that only say in which order these begin."""
    divisions = (rule for rule in model.given if isinstance(rule, Regions) and rule.in_order)
    return frozenset(label for rule in divisions for label in rule.labels)


def prove_pairs(
    engine: Backend,
    model: Model,
    budget: Budget,
    witnesses: Witnesses,
    known: Mapping[Pair, bool | None] | None = None,
) -> SameRegion:
    """Find out which pairs of cells are in the same region in every solution, and which in none.

    Args:
        engine: the back-end that searches.
        model: the model.
        budget: the limits; one that is reached shows in the result.
        witnesses: the solutions that show all candidates; without all these nothing more is proved.
            If there are none, no pair has an answer.
        known: what is proved of some pairs already.

    Raises:
        Cancelled: see `Budget.spend`.
    """
    found = list(witnesses.solutions)
    pairs: dict[Pair, bool | None] = dict.fromkeys(region_pairs(model))
    if not found and not witnesses.stopped:
        return SameRegion(pairs)
    pairs |= known or {}
    if witnesses.stopped:
        return SameRegion(pairs, witnesses.solutions, witnesses.stopped)
    domains = (*witnesses.possible, *model.domains[model.cells :])
    try:
        for pair in pairs:
            if pairs[pair] is not None or len(seen := _seen(found, pair)) > 1:
                continue
            (same,) = seen
            for left in _cases(domains, pair, same=not same):
                other = next(engine.solutions(model.with_domains(left), budget), None)
                if other is not None:
                    found.append(other)
                    break
            else:
                pairs[pair] = same
    except OutOfBudget as stop:
        return SameRegion(pairs, tuple(found), stop.reason)
    return SameRegion(pairs, tuple(found))


def _seen(solutions: Iterable[Assignment], pair: Pair) -> set[bool]:
    """Return whether both cells are in the same region in some solution, and in another not."""
    one, other = pair
    return {held[one] == held[other] for held in solutions}


def _cases(domains: tuple[int, ...], pair: Pair, *, same: bool) -> Iterator[tuple[int, ...]]:
    """Yield smaller domains that together leave just what is asked for; none of them empty."""
    one, other = pair
    for value in bits(domains[one]):
        left = domains[other] & (1 << value if same else ~(1 << value))
        if left:
            cases = list(domains)
            cases[one], cases[other] = 1 << value, left
            yield tuple(cases)
