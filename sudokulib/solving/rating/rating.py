"""The rating of a puzzle: how hard it is, as numbers, names and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import takewhile
from operator import add

from sudokulib.basics.budget import Budget
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.board import Board
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.profiles import Profile
from sudokulib.solving.rating.levels import level_of
from sudokulib.solving.rating.minimal_techniques import minimal_techniques
from sudokulib.solving.rating.path import ProofSize, RatedStep, open_conclusions, proof_size

_FEW = 2
"""The most open conclusions at a bottleneck: two, where hardly anything but the step itself can be
done."""


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """The rating of a step, and its technique.

    Args:
        rating: on the scale of Sudoku Explainer; 0 if there was no step.
        technique: the name of the strategy.
    """

    rating: float = 0.0
    technique: str = ""


@dataclass(frozen=True)
class Rating(ResultBase):
    """The difficulty of a puzzle for people, from a solve that takes the easiest step each time.

    What takes longer than the solve itself is computed on demand: `alternatives`, `bottlenecks` and
    `needed`.

    Args:
        puzzle: the puzzle that was rated.
        profile: the strategies that were used.
        status: "unique", "multiple" or "none" solutions, or "unknown" if that was not determined.
        positions: the solve, step by step.
        end: the board after the last step.
        stopped: "time" if the time limit ended the solve, "nodes" if the search for a second
            solution reached its limit; else empty.
        seconds: wall time.

    >>> import sudokulib
    >>> rating = sudokulib.rate("1.....2..3.....4")
    >>> rating.level, rating.er.rating, rating.er.technique
    ('easy', 1.2, 'hidden-single')
    """

    puzzle: Puzzle
    profile: Profile
    status: str
    positions: tuple[RatedStep, ...]
    end: Board
    stopped: str = ""
    seconds: float = 0.0

    def __repr__(self) -> str:
        number = len(self.positions)
        return clipped(f"<Rating {self.status}: {self}, {number} steps, {self.puzzle!r}>")

    @property
    def solved(self) -> bool:
        """Return whether the steps solve the puzzle; if not, the grades are lower bounds."""
        return self.end.complete and not self.end.broken

    @property
    def er(self) -> Grade:
        """The hardest step (of several equally hard ones the first): the rating of the puzzle."""
        return _hardest(self.positions)

    @property
    def ep(self) -> Grade:
        """The hardest step up to the first that places a value (the "pearl")."""
        before = list(takewhile(lambda p: not p.step.placements, self.positions))
        return _hardest(self.positions[: len(before) + 1])

    @property
    def ed(self) -> Grade:
        """The first step (the "diamond")."""
        return _hardest(self.positions[:1])

    @property
    def score(self) -> int:
        """The sum of the scores of all steps."""
        return sum(position.score for position in self.positions)

    @property
    def level(self) -> str:
        """A name for the score and the hardest step; see `sudokulib.solving.rating.LEVELS`.

        It is extreme if the techniques do not solve the puzzle, and empty if that is not known:
        there is more than one solution or none, or a limit ended the solve.
        """
        if not self.solved:
            return "extreme" if self.status == "unique" and not self.stopped else ""
        hardest = max((p.score for p in self.positions), default=0)
        return level_of(self.score, hardest, self.end.model.cells)

    @property
    def techniques(self) -> Mapping[str, int]:
        """The number of steps of each technique, the easiest techniques first."""
        ratings: dict[str, float] = {}
        for p in self.positions:
            ratings[p.step.technique] = max(ratings.get(p.step.technique, 0), p.rating)
        counts = Counter(p.step.technique for p in self.positions)
        return {name: counts[name] for name in sorted(counts, key=lambda n: (ratings[n], n))}

    # Cached properties read the fields alone, which never change.
    @cached_property
    def parts(self) -> ProofSize:
        """Truths, links and premises of all steps together."""
        return reduce(add, (proof_size(p.step) for p in self.positions), ProofSize(0, 0, 0))

    @cached_property
    def largest(self) -> ProofSize:
        """Truths, links and premises of the step that has most of them together."""
        found = (proof_size(p.step) for p in self.positions)
        return max(found, key=lambda n: n.truths + n.links, default=ProofSize(0, 0, 0))

    @cached_property
    def alternatives(self) -> tuple[int, ...]:
        """For each position, the number of open conclusions no harder than the one drawn.

        R. Pelánek (2014) finds that how long people need depends on this as much as on the
        techniques. Counted up to `sudokulib.solving.rating.path.MOST`.
        """
        plan, budget = self.profile.plan(), Budget()
        return tuple(open_conclusions(p, plan, budget) for p in self.positions)

    @property
    def mean_alternatives(self) -> float:
        """The mean number of open conclusions; 0 if there was no step."""
        return sum(self.alternatives) / max(1, len(self.positions))

    @property
    def bottlenecks(self) -> tuple[int, ...]:
        """The positions, by number, with at most two open conclusions; hardest first.

        The end of a solve, when no more cells are open than there are symbols, is left out.
        """
        symbols = len(self.end.model.values)
        found = [
            number
            for number, (p, n) in enumerate(zip(self.positions, self.alternatives, strict=True))
            if n <= _FEW and p.board.open.bit_count() > symbols
        ]
        return tuple(sorted(found, key=lambda number: (-self.positions[number].rating, number)))

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """Techniques of the solve that suffice, none of which can be omitted.

        Empty if the puzzle was not solved.
        """
        if not self.solved or not self.positions:
            return ()
        return minimal_techniques(
            self.positions[0].board, self.profile.plan(), self.techniques, Budget()
        )

    def __str__(self) -> str:
        grades = f"ER {self.er.rating:.1f} EP {self.ep.rating:.1f} ED {self.ed.rating:.1f}"
        more = "" if self.solved else "not solved"
        return ", ".join(filter(None, (grades, self.level, f"score {self.score}", more)))


def _hardest(positions: Iterable[RatedStep]) -> Grade:
    grades = [Grade(p.rating, p.step.technique) for p in positions]
    return max(grades, key=lambda grade: grade.rating, default=Grade())
