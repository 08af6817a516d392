"""The contenders: what each can take, and the library's own entries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from benchmarks.timing import TimeLimitReached, time_limit

if TYPE_CHECKING:
    from benchmarks.puzzle_sets import Item, PuzzleSet

__all__ = [
    "CONTENDERS", "OURS", "Answer", "Batch", "Contender", "Lines", "Reference", "Session",
    "contenders", "expected", "register", "threads",
]  # fmt: skip


class Answer(NamedTuple):
    """The answer of a contender for a puzzle.

    Args:
        number: the number of solutions, at most 2; None if it found one and cannot tell whether
            that is all.
        solution: a value index for each cell; empty where it gives none.
    """

    number: int | None
    solution: tuple[int, ...] = ()

    def agrees(self, other: Answer) -> bool:
        """Return whether both may be right.

        >>> Answer(1, (3, 1)).agrees(Answer(1)), Answer(1, (3, 1)).agrees(Answer(1, (1, 3)))
        (True, False)
        >>> Answer(2).agrees(Answer(1)), Answer(None, (3, 1)).agrees(Answer(1, (3, 1)))
        (False, True)
        """
        if None not in (self.number, other.number) and self.number != other.number:
            return False
        comparable = self.solution and other.solution and 2 not in (self.number, other.number)
        return not comparable or self.solution == other.solution


@dataclass(frozen=True)
class Session:
    """A contender that is ready for the puzzles of a set.

    Args:
        run: solves puzzles; this is timed.
        tell: turns an item that `run` returned into an answer; this is not.
    """

    run: Callable[[Sequence[Item]], Sequence[Any]]
    tell: Callable[[Any], Answer]


class Contender(ABC):
    """Something that solves puzzles.

    Attributes:
        name: its name in the tables.
        package: the distribution that it needs; empty for the library itself.
        remark: how it is used, in a sentence.
        piece: how many puzzles are timed together: one, where solving takes far longer than
            looking at the clock.
        proves: whether it can prove that a solution is the only one.
    """

    name: ClassVar[str]
    package: ClassVar[str] = ""
    remark: ClassVar[str]
    piece: ClassVar[int] = 1
    proves: ClassVar[bool] = True

    def missing(self) -> str:
        """Return why it cannot be used here; empty if it can."""
        try:
            metadata.version(self.package or "sudokulib")
        except metadata.PackageNotFoundError:
            return f"{self.package} is not installed"
        return ""

    def refuses(self, field: PuzzleSet) -> str:
        """Return why it cannot take these puzzles; empty if it can."""
        return ""

    @abstractmethod
    def start(self, field: PuzzleSet) -> Session:
        """Prepare a session; not timed."""


CONTENDERS: list[Contender] = []
"""All contenders, in the order of the tables."""


def register(contender: type[Contender]) -> type[Contender]:
    """Register a class of contenders."""
    CONTENDERS.append(contender())
    return contender


def contenders() -> list[Contender]:
    """Return all contenders, those of other packages included."""
    import benchmarks.packages  # noqa: F401 - registers them

    return list(CONTENDERS)


_WARM_UP_SECONDS = 2.0
"""Seconds for a first puzzle before timing starts."""

SEARCH = "auto"
"""The back-end that is measured: the best one for each puzzle."""


def _results(lines: Sequence[Item], field: PuzzleSet, **how: Any) -> list[Any]:
    """Return the results of lines; each is asked for its status, as results are lazy."""
    from sudokulib import solve_many

    results = list(solve_many([item.text for item in lines], field.geometry, **how))
    for result in results:
        _ = result.status
    return results


def _answer(result: Any) -> Answer:
    number = {"none": 0, "unique": 1, "multiple": 2}[result.status]
    return Answer(number, tuple(result.solution.indices) if number == 1 else ())


@register
class Batch(Contender):
    """`solve_many`."""

    name = "`solve_many`"
    remark = "lines of text in, results out, one thread"
    piece = 500
    search = SEARCH

    def start(self, field: PuzzleSet) -> Session:
        search = self.search
        with suppress(TimeLimitReached), time_limit(_WARM_UP_SECONDS):
            _results(field.items[:1], field, search=search)
        return Session(lambda items: _results(items, field, search=search), _answer)


@register
class Lines(Contender):
    """`LineSolver`."""

    name = "`LineSolver`"
    remark = "one puzzle a call: a line of text in, the only solution out as a line, or None"
    piece = 500

    def start(self, field: PuzzleSet) -> Session:
        from sudokulib.solving.batch import LineSolver

        solver = LineSolver(field.geometry, search=SEARCH)
        if field.items:
            solver(field.items[0].text)
        places = {s: i for i, s in enumerate(field.geometry.alphabet.symbols)}

        def tell(solution: str | None) -> Answer:
            if solution is None:
                return Answer(2)
            marks = solution.split() if " " in solution else solution
            return Answer(1, tuple(places[mark] for mark in marks))

        return Session(lambda items: [solver(item.text) for item in items], tell)


@register
class Reference(Batch):
    """The search in pure Python."""

    name = '`search="reference"`'
    remark = "`solve_many` without the compiled search: pure Python"
    search = "reference"
    piece = 10


OURS = Batch.name


def threads(field: PuzzleSet, number: int) -> Callable[[], object]:
    """Return a function that solves all puzzles of a set on so many threads.

    It reads each solution as a line and keeps none.
    """
    from sudokulib import solve_many

    texts = [item.text for item in field.items]

    def work() -> None:
        for result in solve_many(texts, field.geometry, threads=number, search=SEARCH):
            if result.solution:
                result.solution.line()

    return work


def expected(field: PuzzleSet) -> list[Answer]:
    """Return our own answers, with which all others are compared."""
    return [_answer(result) for result in _results(field.items, field, search=SEARCH)]
