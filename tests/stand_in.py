"""Back-ends that take lines in bulk as the compiled one does, in pure Python."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from time import sleep
from typing import ClassVar

from sudokulib.model import Model
from sudokulib.search import Budget, OutOfBudget, backends, register_backend
from sudokulib.search.reference import Reference


class StandInEngine:
    """`solve_lines` by the reference search; counts its calls."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.calls: list[int] = []

    def solve_lines(
        self, givens: bytes, nodes: int, seconds: float, look: Callable[[], object] | None
    ) -> tuple[bytes, bytes, bytes]:
        size = self.model.cells
        lines = [givens[i : i + size] for i in range(0, len(givens), size)]
        self.calls.append(len(lines))
        solved = [self._solve(line, nodes, seconds, look) for line in lines]
        outcomes, solutions, spent = zip(*solved, strict=True)
        return bytes(outcomes), b"".join(solutions), b"".join(spent)

    def _solve(
        self, line: bytes, nodes: int, seconds: float, look: Callable[[], object] | None
    ) -> tuple[int, bytes, bytes]:
        if look:
            look()
        domains = list(self.model.domains)
        for cell, value in enumerate(line):
            if value != 255:
                domains[cell] &= 1 << value
        limits = (None if seconds < 0 else seconds, None if nodes < 0 else nodes)
        budget = Budget(*limits, progress=lambda _: look and look())
        found: list[bytes] = []
        outcome = None
        try:
            more = Reference().solutions(self.model.with_domains(tuple(domains)), budget)
            found.extend(map(bytes, islice(more, 2)))
        except OutOfBudget as limit:
            outcome = {"nodes": 3, "time": 4}[limit.reason]
        known = b"".join(found).ljust(2 * len(line), b"\xff")
        outcome = len(found) if outcome is None or len(found) == 2 else outcome
        return outcome, known, budget.used.to_bytes(8, "little")


class StandIn(Reference):
    """The reference search with an engine for lines."""

    engines: ClassVar[dict[Model, StandInEngine]] = {}

    def line_engine(self, model: Model) -> StandInEngine:
        return self.engines.setdefault(model, StandInEngine(model))


class StuckEngine:
    """Never finishes; only `look` ends it."""

    def solve_lines(
        self, givens: bytes, nodes: int, seconds: float, look: Callable[[], object] | None
    ) -> tuple[bytes, bytes, bytes]:
        assert look is not None
        while True:
            look()
            sleep(0.01)


class Stuck(Reference):
    """A search that does not find anything."""

    def line_engine(self, model: Model) -> StuckEngine:
        return StuckEngine()


class InstantEngine:
    """Says that whatever is given has one solution, full of the first symbol."""

    def __init__(self, cells: int) -> None:
        self._cells = cells

    def solve_lines(
        self, givens: bytes, nodes: int, seconds: float, look: Callable[[], object] | None
    ) -> tuple[bytes, bytes, bytes]:
        number = len(givens) // self._cells
        one = bytes(self._cells) + b"\xff" * self._cells
        return b"\1" * number, one * number, bytes(8 * number)


class Instant(Reference):
    """A search that takes no time, to see what the rest costs."""

    def line_engine(self, model: Model) -> InstantEngine:
        return InstantEngine(model.cells)


STAND_INS = {"instant": Instant, "stuck": Stuck, "stand-in": StandIn}

for _name, _class in STAND_INS.items():
    if _name not in backends():
        register_backend(_name, _class)
