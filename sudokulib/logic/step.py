"""Step: one deduction as data, with the argument that proves it.

The elements are inequalities over candidates, each of which is 1 (true) or 0 (false). A *truth*
says that at least one of some candidates is true, a *link* that at most one is. Adding links and
subtracting truths gives an inequality again; what would violate it is false. This is the rank
theory of sudoku (A. Barker, "Sudoku One Step at a Time"; D. Berthier calls its parts CSP
variables).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokulib.basics.late_binding import convenience
from sudokulib.board import Board, Candidate

Candidates = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """At least one of the candidates is true.

    Exactly one of `variable` and `primitive` is set.

    Args:
        candidates: the candidates, none left out that the reason needs.
        variable: the variable whose values they are, one of which it holds.
        primitive: the primitive, by number, that would have no filling without all of them; for a
            house, one of its values must stand somewhere.
    """

    candidates: Candidates
    variable: int | None = None
    primitive: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """At most one of the candidates is true.

    Args:
        candidates: any two are values of one variable, or excluded together by a primitive.
        primitives: the primitives that this needs, by number.
    """

    candidates: Candidates
    primitives: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """In every filling of one primitive, weighted candidates add up to at most a number.

    Args:
        terms: candidates with their weights, which may be negative.
        most: the number.
        primitive: the primitive, by number.
    """

    terms: tuple[tuple[Candidate, int], ...]
    most: int
    primitive: int


@dataclass(frozen=True, slots=True)
class Swap:
    """If the puzzle has one solution only, some variable holds neither value of its pair.

    Otherwise exchanging the two values of every pair would make another solution. So one of the
    `candidates`, which are what the variables may hold besides, is true.

    Args:
        pairs: variables, none of them given, each with two values.
        candidates: all their other candidates.
    """

    pairs: tuple[tuple[int, tuple[int, int]], ...]
    candidates: Candidates


@dataclass(frozen=True, slots=True)
class Rank:
    """Links and bounds added, truths subtracted; what violates the sum is false (or true).

    Args:
        truths: with repeats, where one counts more than once.
        links: likewise. A nested argument of this type is a sum computed before.
        divisor: the sum is divided by it and rounded down, weight by weight, as candidates are
            never negative.
    """

    truths: tuple[Truth | Swap, ...]
    links: tuple[Link | Bound | Rank, ...] = ()
    divisor: int = 1


@dataclass(frozen=True, slots=True)
class Fillings:
    """No filling of a primitive, on the current board, has the eliminated candidates.

    Args:
        primitive: the primitive, by number.
        cut: vertices of its graph by which this is seen at once, if it is about connected cells
            or a line (see `sudokulib.logic.cuts`); None if its fillings are to be looked for.
    """

    primitive: int
    cut: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """The deductions from one assumed candidate.

    Args:
        candidate: the assumption.
        steps: deductions, one after the other.
    """

    candidate: Candidate
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Some candidate of a truth is true; whichever it is, the conclusion follows.

    Args:
        truth: the truth that is split.
        branches: one for each of its candidates.
    """

    truth: Truth | Swap
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Refutation:
    """An assumption leads to a contradiction, so its opposite holds.

    Args:
        candidate: what is assumed to be true (or false).
        steps: deductions from it; the last one, without conclusions, is the contradiction.
        holds: False if the candidate is assumed to be false.
    """

    candidate: Candidate
    steps: tuple[Step, ...]
    holds: bool = True


Argument = Rank | Fillings | Split | Refutation


@dataclass(frozen=True, slots=True)
class Role:
    """The part that some candidates play in the pattern of a step, for pictures and words.

    Args:
        name: ``pattern``, ``base``, ``cover``, ``fins``, ``pivot``, ``wing``, ``set``, ``extra``,
            ``node`` (of a chain, in order, the first assumed false) and the like.
        candidates: the candidates.
        primitives: the primitives that it lies in, by number, if it has any of its own.
    """

    name: str
    candidates: Candidates
    primitives: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: its conclusions, the technique, and the proof.

    Args:
        technique: name of the strategy that found it.
        placements: candidates that are true.
        eliminations: candidates that are false; those that a placement rules out are not listed.
        arguments: the proof; each conclusion follows from one of them.
        roles: the parts that candidates play in the pattern.
        rating: its difficulty on the scale of Sudoku Explainer, if that differs from the rating of
            the strategy.

    >>> import sudokulib
    >>> step = sudokulib.solve("1.....2..3.....4").steps[0]
    >>> step.technique, step.placements
    ('naked-single', ((3, 2),))
    """

    technique: str
    placements: Candidates = ()
    eliminations: Candidates = ()
    arguments: tuple[Argument, ...] = ()
    roles: tuple[Role, ...] = ()
    rating: float | None = None

    def __repr__(self) -> str:
        placed, gone = len(self.placements), len(self.eliminations)
        return f"<Step {self.technique}: {placed} placements, {gone} eliminations>"

    def apply(self, board: Board) -> Board:
        """Return the board after this step."""
        if self.eliminations:
            board = board.without(self.eliminations)
        return board.placed(self.placements) if self.placements else board

    def verify(self, board: Board) -> None:
        """Check that the arguments prove this step on the board before it.

        Raises:
            ProofError: they do not; the message names the unproved conclusion and the reason.
        """
        convenience("Step.verify")(board, self)

    @property
    def assumes_unique(self) -> bool:
        """Return whether it holds only if the puzzle has at most one solution."""
        return any(isinstance(part, Swap) for part in self.parts())

    def parts(self) -> Iterator[Argument | Truth | Swap | Link | Bound]:
        """Yield everything that the arguments are made of, sub-steps included."""
        for argument in self.arguments:
            yield from _parts(argument)


def _parts(
    part: Argument | Truth | Swap | Link | Bound,
) -> Iterator[Argument | Truth | Swap | Link | Bound]:
    yield part
    inner: tuple[Argument | Truth | Swap | Link | Bound, ...] = ()
    steps: tuple[Step, ...] = ()
    if isinstance(part, Rank):
        inner = part.truths + part.links
    elif isinstance(part, Split):
        inner = (part.truth,)
        steps = tuple(step for branch in part.branches for step in branch.steps)
    elif isinstance(part, Refutation):
        steps = part.steps
    for one in inner:
        yield from _parts(one)
    for step in steps:
        yield from step.parts()
