"""Restarts: many short searches in different orders, where one long search is unlucky.

Search times on geometries with few givens are heavy-tailed: a wrong early guess may cost very
many nodes, another order none (Gomes, Selman and Kautz, Boosting combinatorial search through
randomization, 1998). Limits follow the sequence of Luby, Sinclair and Zuckerman (1993).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random

from sudokulib.model import bits
from sudokulib.search.assignments import Stop
from sudokulib.search.bit_layout import BitLayout

# The figures are nodes of first solutions, as described in `depth_first`: 20,141 as it stands.

_UNIT = 300
"""Guesses of a shortest run: 150 take 20,460 nodes, 600 take 20,345, and 1,200 take 22,460."""

_TOTAL = 10_000
"""Guesses of all runs together, after which the complete search follows.

A bound: with 2,500 the same first solutions are found.
"""

_DECAY = 1.01
"""Factor by which each conflict counts more than the one before.

1 takes 22,543 nodes, 1.005 takes 20,000, 1.02 takes 26,135, and 1.05 takes 25,005.
"""

_FLOOR = 0.01
"""Weight that every cell keeps between runs: 0.1 takes 20,851 nodes, 0.001 takes 20,330."""

_NOISE = 0.01
"""Random share of a cell's worth, to vary the order: 0.1 takes 20,687 nodes, 0.001 the same."""


def luby(turn: int) -> int:
    """Return the length of a run in units.

    >>> [luby(turn) for turn in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    size = turn.bit_length()
    if turn == (1 << size) - 1:
        return 1 << size - 1
    return luby(turn - (1 << size - 1) + 1)


class RandomizedRestarts:
    """Search from one state again and again, each run in a random order and with a limit.

    Cells gain weight with every failure of a guess in them, and keep it for the next run.

    Args:
        layout: the layout of states.
        place: settles a state after a guess, see `DepthFirstSearch.place_resumably`.

    Attributes:
        exhausted: whether the last run was complete, so that every solution was found.
    """

    def __init__(
        self,
        layout: BitLayout,
        place: Callable[[int, int, list[int]], Generator[Stop, None, int | None]],
    ) -> None:
        self._layout = layout
        self._place = place
        self._weights = [1.0] * layout.cells
        self.exhausted = False

    def solutions(self, x: int, placed: Sequence[int]) -> Generator[list[int] | Stop, None, None]:
        """Yield solutions as they are met, some more than once, until the guesses are used up.

        Args:
            x: a settled state that is not solved.
            placed: the candidates placed before.
        """
        used = turn = 0
        while used < _TOTAL and not self.exhausted:
            turn += 1
            limit = _UNIT * luby(turn)
            used += limit
            yield from self._run(x, list(placed), limit, Random(turn))

    def _run(
        self, x: int, placed: list[int], limit: int, random: Random
    ) -> Generator[list[int] | Stop, None, None]:
        stack = [(x, len(placed), k) for k in self._options(x, random)]
        step = 1.0
        for _ in range(limit):
            if not stack:
                self.exhausted = True
                break
            before, depth, candidate = stack.pop()
            del placed[depth:]
            state = yield from self._place(before, candidate, placed)
            if state is None:
                self._weights[candidate // self._layout.values] += step
                step *= _DECAY
            elif state:
                stack += [(state, len(placed), k) for k in self._options(state, random)]
            else:
                yield placed.copy()
        most = max(self._weights)
        self._weights = [weight / most + _FLOOR for weight in self._weights]

    def _options(self, x: int, random: Random) -> list[int]:
        """Return the candidates of a cell or of a value in a house, in random order."""
        weights, best, chosen = self._weights, 0.0, (0, 0)
        for cell, mask in self._layout.masks(x):
            # Squared: the plain number takes 21,366 nodes of first solutions, the cube 19,830.
            worth = weights[cell] * (1 + _NOISE * random.random()) / (mask.bit_count() - 1) ** 2
            if worth > best:
                best, chosen = worth, (cell, mask)
        cell, mask = chosen
        options = [cell * self._layout.values + value for value in bits(mask)]
        if len(options) > 2:
            few = self._layout.options(x)
            options = few if len(few) == 2 else options
        random.shuffle(options)
        return options
