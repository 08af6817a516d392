"""A setter's report on a puzzle: which clues are needed, what each does, what to fix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.logic.names import ShapeNames
from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.puzzles.geometries.motions import symmetries
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.backend import Backend, backend
from sudokulib.shapes import Shape
from sudokulib.solving.queries.equivalence import canonical
from sudokulib.solving.rating import Rating, rate
from sudokulib.solving.result import Result, Status, status_of
from sudokulib.solving.solver import solve
from sudokulib.solving.subjects import PuzzleLike, as_puzzle


@dataclass(frozen=True, slots=True)
class Clue:
    """A given, a cell with fewer symbols than its geometry allows, or a shape of the puzzle's own.

    Args:
        name: its name for people: ``R1C2 = 5``, ``cage 15``.
        status: the status of the puzzle without it, all others kept; "unknown" if a limit was
            reached first.
        leaves_open: the cells, by name, that could then hold several symbols; none if the puzzle
            has not exactly one solution as it stands.
        cell: index of the cell; -1 for a shape.
        shape: the shape; None for a cell.
    """

    name: str
    status: Status
    leaves_open: tuple[str, ...] = ()
    cell: int = -1
    shape: Shape | None = None

    @property
    def redundant(self) -> bool:
        """Return whether there is exactly one solution even without it."""
        return self.status == "unique"


@dataclass(frozen=True, slots=True)
class Change:
    """One change after which a puzzle has exactly one solution.

    Args:
        text: what to do, in words.
        puzzle: the puzzle after it.
    """

    text: str
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class SymmetryReport:
    """The symmetries of a puzzle.

    Args:
        givens: names of the geometry's `sudokulib.symmetries` that the cells with givens (or fewer
            symbols) have, whatever the symbols; none if there are no such cells.
        shapes: those that the puzzle's own shapes have, whatever their clues.
        automorphisms: the number of ways to move the cells that leave the puzzle unchanged, symbols
            renamed where no rule distinguishes them; 1 if only the identity does.
    """

    givens: tuple[str, ...]
    shapes: tuple[str, ...]
    automorphisms: int

    @classmethod
    def of(cls, puzzle: Puzzle) -> SymmetryReport:
        """Return the symmetries of a puzzle.

        >>> import sudokulib
        >>> found = SymmetryReport.of(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))
        >>> found.givens, found.automorphisms
        (('half-turn', 'diagonal', 'anti-diagonal'), 8)
        """
        seen = len(puzzle.geometry)
        given = zip(puzzle.masks, puzzle.geometry.domains, strict=True)
        cells = frozenset(c for c, (mask, domain) in enumerate(given) if mask != domain)
        sets = [
            (shape.kind, frozenset(c for c in shape.cells if c < seen)) for shape in puzzle.shapes
        ]
        known = symmetries(puzzle.geometry)
        return cls(
            tuple(one.name for one in known if cells and one.shown_by([("", cells)])),
            tuple(one.name for one in known if sets and one.shown_by(sets)),
            canonical(puzzle).symmetries.order,
        )


@dataclass(frozen=True, slots=True)
class Lint(ResultBase):
    """The findings of `lint`.

    Args:
        result: the solve of the puzzle as it stands, with what differs in two solutions.
        symmetry: how symmetric it is; None if a limit was reached first.
        clues: each clue by itself; empty unless the puzzle has exactly one solution.
        changes: single changes that make the puzzle unique: one more given, one clue fewer, or
            another symbol for a given.
        rating: how hard the puzzle is; None if it was not asked for, or the puzzle is not unique.
        stopped: "time" or "nodes" if a limit was reached; whatever is missing then is unknown.

    >>> import sudokulib
    >>> found = sudokulib.lint("1.....2..3..2..4")
    >>> found.status, found.minimal, [clue.name for clue in found.redundant]
    ('unique', False, ['R4C1 = 2'])
    """

    result: Result
    symmetry: SymmetryReport | None
    clues: tuple[Clue, ...] = ()
    changes: tuple[Change, ...] = ()
    rating: Rating | None = None
    stopped: str = ""

    def __repr__(self) -> str:
        return clipped(f"<Lint {self.status}: {len(self.clues)} clues, {self.puzzle!r}>")

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was examined."""
        return self.result.puzzle

    @property
    def status(self) -> Status:
        """The status of the puzzle: how many solutions there are."""
        return self.result.status

    @property
    def redundant(self) -> tuple[Clue, ...]:
        """The clues that can be removed, one at a time; removing two may not work."""
        return tuple(clue for clue in self.clues if clue.redundant)

    @property
    def minimal(self) -> bool | None:
        """Return whether there is one solution and no clue can be removed; None if unknown."""
        if self.status in ("multiple", "none") or self.redundant:
            return False
        known = self.status == "unique" and not self.stopped
        return True if known else None


def lint(
    puzzle: PuzzleLike,
    *,
    rating: bool = True,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Lint:
    """Examine a puzzle for its setter: is it unique and minimal, and if not, what must change?

    Args:
        puzzle: what to examine.
        rating: whether to rate it too, the slowest part for hard puzzles.
        search: name of the back-end.
        seconds, nodes: limits for all of it; at a limit the report is incomplete.
        token: cancels from another thread.

    Raises:
        OutOfBudget, UnknownNameError, UnableError, Cancelled: as for `sudokulib.solve`.

    >>> import sudokulib
    >>> found = lint(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. 2..4"))
    >>> found.status, [clue.name for clue in found.redundant]
    ('unique', ['R4C1 = 2'])
    >>> found = lint(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. 3..4"))
    >>> found.status, [change.text for change in found.changes]
    ('none', ['drop R4C1 = 3', 'R4C1 = 2 instead of 3'])
    """
    budget = Budget(seconds, nodes, token)
    puzzle = as_puzzle(puzzle, budget=budget)
    left = budget.seconds_left
    result = solve(puzzle, search=search, seconds=left, nodes=nodes, token=token)
    budget.used += result.stats.nodes
    findings = _Findings(stopped=result.stats.stopped)
    examination = _Examination(puzzle, backend(search), budget)
    looks = [_look_at_clues, _look_at_symmetry, *([_look_at_rating] if rating else [])]
    with interruptible(budget.check):
        for look in looks:
            try:
                look(findings, result, examination)
            except OutOfBudget as limit:
                findings.stopped = limit.reason
                if limit.reason == "time":
                    break
    clues, changes = tuple(findings.clues), tuple(findings.changes)
    return Lint(result, findings.symmetry, clues, changes, findings.rating, findings.stopped)


@dataclass(slots=True)
class _Findings:
    """The findings so far; see `Lint` for the fields."""

    symmetry: SymmetryReport | None = None
    clues: list[Clue] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    rating: Rating | None = None
    stopped: str = ""


def _look_at_clues(findings: _Findings, result: Result, examination: _Examination) -> None:
    if result.status == "unique":
        findings.clues.extend(examination.clues())
    elif result.status == "multiple":
        findings.changes.extend(examination.givens_more())
    elif result.status == "none":
        findings.changes.extend(examination.clues_other())


def _look_at_symmetry(findings: _Findings, result: Result, _: _Examination) -> None:
    findings.symmetry = SymmetryReport.of(result.puzzle)


def _look_at_rating(findings: _Findings, result: Result, examination: _Examination) -> None:
    if result.status == "unique":
        left, token = examination.budget.seconds_left, examination.budget.token
        findings.rating = rate(result.puzzle, unique=True, seconds=left, token=token)
        findings.stopped = findings.stopped or findings.rating.stopped


class _Examination:
    """The examination of one puzzle: trials of how changes affect it.

    Args:
        puzzle: the puzzle.
        search: the back-end that answers.
        budget: the limit for all answers together.
    """

    def __init__(self, puzzle: Puzzle, search: Backend, budget: Budget) -> None:
        self.puzzle = puzzle
        self.search = search
        self.budget = budget
        self.names = ShapeNames(puzzle, puzzle.geometry.name_of)

    def clues(self) -> Iterator[Clue]:
        """Yield each clue of a puzzle with one solution, with its effect."""
        for clue, without in self._each():
            model = compile_puzzle(without)
            status = self._status(model)
            masks = () if status == "unique" else self.search.true_candidates(model, self.budget)
            names = (self.puzzle.geometry.name_of(c) for c, m in enumerate(masks) if m & (m - 1))
            yield replace(clue, status=status, leaves_open=tuple(names))

    def givens_more(self) -> Iterator[Change]:
        """Yield extra givens each of which leaves exactly one solution."""
        counts = self.search.support_counts(compile_puzzle(self.puzzle), self.budget, 2)
        for cell, row in enumerate(counts):
            for value, count in enumerate(row):
                if count == 1:
                    text = f"give {_said(self.puzzle, cell, 1 << value)}"
                    yield Change(text, _given(self.puzzle, cell, value))

    def clues_other(self) -> Iterator[Change]:
        """Yield clues to drop or givens to change so that an impossible puzzle becomes unique."""
        for clue, without in self._each():
            status = self._status(compile_puzzle(without))
            if status == "unique":
                yield Change(f"drop {clue.name}", without)
            given = dict(self.puzzle.given_values).get(clue.cell)
            if status != "none" and given is not None:
                yield from self._instead(without, clue.cell, given)

    def _instead(self, without: Puzzle, cell: int, given: int) -> Iterator[Change]:
        """Yield other symbols for a given after which there is one solution."""
        old = without.geometry.alphabet.symbols[given]
        for value in bits(without.masks[cell]):
            changed = _given(without, cell, value)
            if self._status(compile_puzzle(changed)) == "unique":
                yield Change(f"{_said(changed, cell, 1 << value)} instead of {old}", changed)

    def _each(self) -> Iterator[tuple[Clue, Puzzle]]:
        """Yield each clue, not yet examined, with the puzzle without it."""
        puzzle, geometry = self.puzzle, self.puzzle.geometry
        for cell, (mask, domain) in enumerate(zip(puzzle.masks, geometry.domains, strict=True)):
            if mask != domain:
                yield Clue(_said(puzzle, cell, mask), "unknown", cell=cell), _free(puzzle, cell)
        for shape in puzzle.shapes:
            name = self.names.name(shape, shape.cells)
            yield Clue(name, "unknown", shape=shape), puzzle.without_shapes(shape)

    def _status(self, model: Model) -> Status:
        return status_of(self.search.count(model, self.budget, 2), "")


def _said(puzzle: Puzzle, cell: int, mask: int) -> str:
    """Describe what a cell may hold."""
    symbols = puzzle.geometry.alphabet.of_mask(mask)
    return f"{puzzle.geometry.name_of(cell)} = {' or '.join(symbols)}"


def _free(puzzle: Puzzle, cell: int) -> Puzzle:
    """Return the puzzle without its restriction of a cell."""
    masks = list(puzzle.masks)
    masks[cell] = puzzle.geometry.domains[cell]
    givens = tuple(given for given in puzzle.given_values if given[0] != cell)
    return replace(puzzle, masks=tuple(masks), given_values=givens, answer=())


def _given(puzzle: Puzzle, cell: int, value: int) -> Puzzle:
    """Return the puzzle with one more given."""
    masks = list(puzzle.masks)
    masks[cell] = 1 << value
    givens = tuple(sorted({**dict(puzzle.given_values), cell: value}.items()))
    return replace(puzzle, masks=tuple(masks), given_values=givens, answer=())
