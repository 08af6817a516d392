"""Warnings about a file, geometry or puzzle that is valid but probably a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import interruptible, interruptible_iterator
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.errors import Problem
from sudokulib.puzzles.geometries.build import trace_geometry
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.files import GeometryFile, geometry_file
from sudokulib.puzzles.geometries.loader import (
    GeometryReader,
    is_puzzle,
    validated,
)
from sudokulib.puzzles.geometries.source import Source
from sudokulib.puzzles.loading import trace_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.queries.checking.idle_shapes import idle_warnings
from sudokulib.solving.queries.checking.overlaps import overlap_warnings
from sudokulib.solving.queries.checking.regions import region_warnings, uncovered_warnings
from sudokulib.solving.queries.checking.subject import CheckSubject, CheckWarning
from sudokulib.solving.subjects import PuzzleLike, as_source, as_subject


class CheckReport(tuple[Problem, ...], ResultBase):
    """The warnings of `check`: a tuple, which also says whether there may be more.

    Attributes:
        stopped: "time" if a limit ended the check, else empty.
    """

    stopped: str

    def __new__(cls, warnings: Iterable[Problem] = (), stopped: str = "") -> CheckReport:
        """Make a report of warnings, and of what ended the check."""
        made = super().__new__(cls, warnings)
        made.stopped = stopped
        return made

    @property
    def complete(self) -> bool:
        """True if these are all warnings."""
        return not self.stopped

    def __repr__(self) -> str:
        said = "; ".join(one.message for one in self) or "no warnings"
        return clipped(f"<CheckReport: {said}{'' if self.complete else '; stopped'}>")

    def __reduce__(self) -> tuple[type[CheckReport], tuple[tuple[Problem, ...], str]]:
        return type(self), (tuple(self), self.stopped)


def check(
    subject: PuzzleLike,
    *,
    limits: Limits = DEFAULT_LIMITS,
    seconds: float | None = None,
    token: Token | None = None,
) -> CheckReport:
    """Return warnings about content that is valid but probably a mistake.

    These are regions with fewer cells than there are symbols, cells in no region or in no shape,
    maps that end early, regions that overlap, cages that share cells, duplicate rules, and rules
    that exclude nothing. Definite mistakes are errors, raised when the file is read.

    Args:
        subject: a `Path` or the text of a file, whose warnings give line and column; or any other
            puzzle or geometry, whose warnings have no position.
        limits: bounds on what a file may expand to.
        seconds: limit of wall time; what was found by then is returned.
        token: cancels from another thread.

    Returns:
        A tuple; its `stopped` is "time" if the limit ended the check, else empty.

    Raises:
        Cancelled: the token was cancelled.
        ProblemsError: with everything that is wrong in it.
        SudokuError: it is neither a puzzle nor a geometry.

    >>> import sudokulib
    >>> two = [{"kind": "cage", "cells": "R1C1 R1C2"}, {"kind": "cage", "cells": "R1C2 R1C3"}]
    >>> for warning in sudokulib.check({"geometry": "4x4", "shapes": two[:1]}):
    ...     print(warning.message)
    cage excludes nothing: it holds however its cells are filled
    >>> sudokulib.check("9x9")
    <CheckReport: no warnings>
    """
    budget = Budget(seconds, token=token)
    try:
        return _report(subject, limits, budget)
    except OutOfBudget as limit:  # before all was read
        return CheckReport((), limit.reason)


def _report(subject: PuzzleLike, limits: Limits, budget: Budget) -> CheckReport:
    with interruptible(budget.check):
        source = as_source(subject, limits=limits)
    if source is not None:
        return _check_source(source, subject, limits, budget)
    part = _check_subject(as_subject(subject, limits=limits, budget=budget))
    found, stopped = _warnings_in_time([part], budget)
    return CheckReport((Problem(one.message, one.fix, "") for one in found), stopped)


def _check_subject(subject: Puzzle | Geometry) -> CheckSubject:
    """Return the subject of a check of something that has no file."""
    if isinstance(subject, Geometry):
        return CheckSubject(subject, tuple(((), shape) for shape in subject.shapes))
    own = tuple((("shapes", number), shape) for number, shape in enumerate(subject.shapes))
    return CheckSubject(subject.geometry, own, subject.geometry.shapes, is_puzzle=True)


def _warnings_in_time(
    parts: Iterable[CheckSubject], budget: Budget
) -> tuple[list[CheckWarning], str]:
    """Return the warnings that are found within a limit, and which limit ended that, if one did."""
    every = (one for part in parts for one in _warnings(part))
    found: list[CheckWarning] = []
    try:
        budget.check()
        found.extend(interruptible_iterator(every, budget.check))
    except OutOfBudget as limit:
        return found, limit.reason
    return found, ""


def _warnings(subject: CheckSubject) -> Iterator[CheckWarning]:
    yield from (uncovered_warnings if subject.is_puzzle else region_warnings)(subject)
    yield from overlap_warnings(subject)
    yield from idle_warnings(subject)


def _check_source(
    source: Source, subject: PuzzleLike, limits: Limits, budget: Budget
) -> CheckReport:
    reader = GeometryReader(limits)
    folder = reader.opened(subject) if isinstance(subject, Path) else nullcontext()
    with interruptible(budget.check), folder:
        parts = list(_parts(source, reader, limits))
    found, stopped = _warnings_in_time(parts, budget)
    problems = dict.fromkeys(source.problem(one.message, one.field, one.fix) for one in found)
    ordered = sorted(problems, key=lambda problem: (problem.line, problem.column))
    if isinstance(subject, Mapping):  # places in data say nothing
        ordered = [Problem(one.message, one.fix, "") for one in ordered]
    return CheckReport(ordered, stopped)


def _parts(source: Source, reader: GeometryReader, limits: Limits) -> Iterator[CheckSubject]:
    if not is_puzzle(source):
        reader.read(source)  # raises all that is wrong, with its place
        file, _ = validated(source, geometry_file)
        yield _geometry(file, reader, limits, puzzle=False)
        return
    read = reader.puzzle(source)
    puzzle, entries = trace_puzzle(read, limits)
    if isinstance(read.file.geometry, GeometryFile):
        part = _geometry(read.file.geometry, reader, limits, puzzle=True)
        yield replace(part, rules=puzzle.shapes)
    yield CheckSubject(puzzle.geometry, entries, puzzle.geometry.shapes, is_puzzle=True)


def _geometry(
    file: GeometryFile, reader: GeometryReader, limits: Limits, *, puzzle: bool
) -> CheckSubject:
    at = ("geometry",) if puzzle else ()
    geometry, entries = trace_geometry(file, reader.include, limits=limits)
    placed = tuple(((*at, *field), shape) for field, shape in entries)
    return CheckSubject(geometry, placed, file=file, at=at)
