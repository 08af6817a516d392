"""Random probes of the search tree: estimated counts and random solutions, for any back-end.

A probe descends the tree of the reference search and takes, at each node, one of the children that
propagation does not refute, all with the same probability. Its weight is the product of their
numbers along the way, or 0 at a dead end. A solution is reached with probability one over its
weight, so that

- the mean weight estimates the number of solutions without bias (Knuth, Estimating the efficiency
  of backtrack programs, Mathematics of Computation 29, 1975);
- one of many probes, drawn with probabilities in proportion to their weights, is a solution from
  nearly the uniform distribution (Rubin's sampling-importance-resampling, in: Bayesian Statistics
  3, 1988), exactly so in the limit.

The children of a node partition its solutions whichever cell is branched on, so both hold although
the search learns from one probe to the next.
"""

from __future__ import annotations

from itertools import islice

from sudokulib.basics.arguments import whole_number
from sudokulib.basics.budget import Budget
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import SudokuError
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment
from sudokulib.search.depth_first import DepthFirstSearch
from sudokulib.search.estimates import Estimate

_LISTED = 1000
"""Solutions up to which all are listed, and one of them is drawn: exactly uniform.

A bound on the nodes that are spent before probes are tried.
"""

_PROBES = 256
"""Probes from which a solution is drawn if there are more.

More probes come nearer to the uniform distribution, and take proportionally more time. By
`estimate_count` (1,000 samples, 2026-11) the variance of a weight, its mean being 1, is 3.5 on
``9x9`` and 22 on ``x``, so with 128, 256 and 512 probes the sum of the weights is off by 17, 12 and
8 % (``x``: 41, 29 and 21 %).
"""


def estimate_count(model: Model, budget: Budget, samples: int, seed: int) -> Estimate:
    """Return the number of solutions, estimated from random probes.

    Args:
        model: the model whose solutions are estimated.
        budget: the limits; every child that is tried is a node.
        samples: the number of probes.
        seed: the same seed gives the same result on any machine.

    Raises:
        SudokuError: less than one sample.
        OutOfBudget, Cancelled: see `Budget.spend`.
    """
    if whole_number("samples", samples) < 1:
        raise SudokuError(f"samples={samples} is too few; take 2 or more for an error as well")
    sampler = _Sampler(model, budget, seed)
    return Estimate.of([sampler.probe()[0] for _ in range(samples)])


def random_solution(model: Model, budget: Budget, seed: int) -> Assignment | None:
    """Return a solution, all of them (nearly) equally likely; None if there is none.

    If there are few, the distribution is exactly uniform. If probes reach none of many, it is the
    first that a search in random order finds, which favours some.

    Args:
        model: the model whose solution is drawn.
        budget: the limits.
        seed: the same seed gives the same result on any machine.

    Raises:
        OutOfBudget, Cancelled: see `Budget.spend`.
    """
    sampler = _Sampler(model, budget, seed)
    return sampler.draw_listed() if sampler.list_all() else sampler.draw_probed()


class _Sampler:
    """Draws from the solutions of one model."""

    def __init__(self, model: Model, budget: Budget, seed: int) -> None:
        self._search = DepthFirstSearch(model, budget)
        self._placed: list[int] = []
        self._start = self._search.start(self._placed)
        self._chance = SeededRandom(seed)
        self._few: list[Assignment] = []

    def list_all(self) -> bool:
        """List the solutions; return False if there are too many."""
        if self._start is None:
            return True
        found = self._search.complete(self._start, self._placed.copy())
        listed = islice(found, _LISTED + 1)
        self._few = [self._search.layout.assignment(placed) for placed in listed]
        return len(self._few) <= _LISTED

    def draw_listed(self) -> Assignment | None:
        """Draw one of the listed solutions."""
        # Sorted, as the order in which they are found is not a part of the contract.
        return sorted(self._few)[self._chance.below(len(self._few))] if self._few else None

    def draw_probed(self) -> Assignment:
        """Draw one of many solutions, from probes."""
        probes = [self.probe() for _ in range(_PROBES)]
        ticket = self._chance.below(sum(weight for weight, _ in probes))
        for weight, placed in probes:
            if ticket < weight:
                return self._search.layout.assignment(placed)
            ticket -= weight
        return self._search.layout.assignment(self._first_random_solution())

    def probe(self) -> tuple[int, list[int]]:
        """Make one probe: its weight, and the candidates that it has placed."""
        search, x, weight, placed = self._search, self._start, 1, self._placed.copy()
        while x:
            depth = len(placed)
            children = []
            for candidate in search.options(x):
                child = search.place(x, candidate, placed)
                if child is not None:
                    children.append((child, placed[depth:]))
                del placed[depth:]
            if not children:
                return 0, placed
            weight *= len(children)
            x, more = children[self._chance.below(len(children))]
            placed += more
        return (0 if x is None else weight), placed

    def _first_random_solution(self) -> list[int]:
        """Return the first solution in random order; there is one."""
        placed, stack = self._placed.copy(), []
        x = self._start
        while x != 0:
            if x is not None:
                options = self._search.options(x)
                options.sort(key=lambda _: self._chance.fraction())
                stack += [(x, len(placed), candidate) for candidate in options]
            before, depth, candidate = stack.pop()
            del placed[depth:]
            x = self._search.place(before, candidate, placed)
        return placed
