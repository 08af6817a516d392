"""``sudokulib check``: everything that is wrong in files."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.quoting import counted
from sudokulib.cli.options import Json, Search, seconds_option, target_argument
from sudokulib.cli.output import (
    BAD,
    CODES,
    Answer,
    answering,
    print_error,
    problem_data,
    problems_of,
)
from sudokulib.cli.subject import file_of, read_subject, recipe_of
from sudokulib.errors import Problem, SudokuError

if TYPE_CHECKING:
    from sudokulib.puzzles import puzzle as puzzles
    from sudokulib.puzzles.geometries import folders, library, loader
    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.puzzles.puzzle import Puzzle
else:  # not for --help
    folders = lazy_module("sudokulib.puzzles.geometries.folders")
    library = lazy_module("sudokulib.puzzles.geometries.library")
    loader = lazy_module("sudokulib.puzzles.geometries.loader")
    puzzles = lazy_module("sudokulib.puzzles.puzzle")

Files = Annotated[list[str], target_argument("; as many as you like")]


@dataclass
class _Finding:
    """The findings of one file.

    Args:
        file: its path or name.
        kind: "puzzle" or "geometry"; empty if it cannot be read.
        facts: what was found correct, in words.
        status: of a puzzle: unique, multiple, none or unknown; else empty.
        problems: what is wrong.
        warnings: what is valid but probably a mistake.
        stopped: "time" if there may be more warnings, else empty.
        strict: whether warnings count as problems for the exit code.
    """

    file: str
    kind: str = ""
    facts: list[str] = field(default_factory=list)
    status: str = ""
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    stopped: str = ""
    strict: bool = False

    @property
    def code(self) -> int:
        bad = self.problems or (self.strict and self.warnings)
        return BAD if bad else CODES.get(self.status, 0)


def check(
    files: Files,
    *,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with code 2 on warnings as well.")
    ] = False,
    search: Search = "auto",
    seconds: Annotated[float | None, seconds_option(" for each file")] = None,
    as_json: Json = False,
) -> None:
    """Validate files: their form, and the figures and the solution they state.

    Warnings point out what is valid but probably a mistake: regions of another size than the
    alphabet, cells in no shape, maps that end early, rules that overlap or exclude nothing. Puzzles
    are solved; the exit code is 2 if there are problems, else that of the first puzzle without
    exactly one solution.
    """
    with answering("check", as_json) as answer:
        findings = []
        for file in files:
            findings.append(_find(file, search, seconds))
            findings[-1].strict = strict
            if not as_json:
                _print(answer, findings[-1])
        codes = [finding.code for finding in findings if finding.code]
        answer.code = BAD if BAD in codes else next(iter(codes), 0)
        if as_json:
            answer.data({"files": [_data(finding) for finding in findings]})


def _find(file: str, search: str, seconds: float | None) -> _Finding:
    finding, budget = _Finding(file), Budget(seconds)
    try:
        recipe = recipe_of(file)
        if recipe is not None:
            finding.kind = "recipe"
            where = recipe.geometry.name or "a geometry of its own"
            finding.facts.append(f"{len(recipe.layers)} layers on {where}")
            return finding
        subject = read_subject(file)
    except SudokuError as error:
        finding.problems += problems_of(error)
        return finding
    _warn(finding, subject, budget)
    if isinstance(subject, puzzles.Puzzle):
        finding.kind = "puzzle"
        _solve(finding, subject, search, budget.seconds_left)
    else:
        finding.kind = "geometry"
        _compare(finding, subject)
    if finding.stopped:
        finding.facts.append("there may be more warnings: stopped by --seconds")
    return finding


def _warn(finding: _Finding, subject: Geometry | Puzzle, budget: Budget) -> None:
    """Record probable mistakes, with their places if the file is in the library's own format.

    This may take half of the time, so that the puzzle can be solved in the rest.
    """
    path, left = file_of(finding.file), budget.seconds_left
    own = path is not None and path.suffix in folders.SUFFIXES
    seconds = None if left is None else left / 2
    found = sudokulib.check(path if own and path else subject, seconds=seconds)
    finding.stopped = found.stopped
    finding.warnings += [one if one.file else replace(one, file=finding.file) for one in found]


def _compare(finding: _Finding, geometry: Geometry) -> None:
    """Compare the numbers of cells and shapes with those that the file states."""
    sizes = {"cells": len(geometry.cells), "shapes": len(geometry.shapes)}
    finding.facts += [f"{number:,} {what}" for what, number in sizes.items()]
    if geometry.expect is None:
        finding.facts.append("no expect: figures to verify")
        return
    for what, number in sizes.items():
        promised = getattr(geometry.expect, what)
        if promised != number:
            message = f"the file states {promised:,} {what}, but there are {number:,}"
            fix = f"correct the geometry, or write {what}: {number}"
            finding.problems.append(_problem(finding.file, message, ("expect", what), fix))


def _solve(finding: _Finding, puzzle: Puzzle, search: str, seconds: float | None) -> None:
    """Solve a puzzle and compare its solution with the one that the file states."""
    result = sudokulib.solve(puzzle, search=search, seconds=seconds)
    finding.status = result.status
    finding.facts.append(
        f"{counted(len(puzzle.givens), 'given')} on "
        f"{puzzle.geometry.name or 'a geometry of its own'}"
    )
    finding.facts.append(
        {
            "unique": "one solution",
            "multiple": "several solutions",
            "none": f"no solution{': ' if result.conflict else ''}{result.conflict}",
            "unknown": "not solved within the limit",
        }[result.status]
    )
    if not puzzle.answer:
        finding.facts.append("the file states no solution")
        return
    stated = sudokulib.Solution(puzzle, puzzle.answer)
    broken = [str(what) for what in stated.violations()]
    for message in broken:
        finding.problems.append(_stated(finding.file, f"the stated solution is wrong: {message}"))
    if result.status == "multiple" and not broken:
        finding.problems.append(_stated(finding.file, "the stated solution is not the only one"))
    if not finding.problems and result.solution == stated:
        finding.facts.append("as stated in the file")


def _stated(file: str, message: str) -> Problem:
    fix = "correct the givens or the solution"
    return _problem(file, message, ("solution",), fix)


def _problem(file: str, message: str, where: tuple[str | int, ...], fix: str) -> Problem:
    """Return a problem with its place in a file."""
    path = file_of(file)
    if path is None:
        return Problem(message, fix, file)
    return loader.source_of(path).problem(message, where, fix)


def _print(answer: Answer, finding: _Finding) -> None:
    for problem in finding.problems:
        print_error(str(problem))
    for warning in finding.warnings:
        print_error(_warning_text(warning))
    counts = {"problem": len(finding.problems), "warning": len(finding.warnings)}
    parts = [f"{n:,} {noun}{'s' * (n > 1)}" for noun, n in counts.items() if n]
    verdict = ", ".join(parts)
    doubtful = finding.code or finding.warnings
    style = "bold red" if finding.problems else "bold yellow" if doubtful else "green"
    what = [f"{finding.kind} with {finding.facts[0]}", *finding.facts[1:]] if finding.kind else []
    answer.say(f"{finding.file}: {', '.join(filter(None, [verdict or 'fine', *what]))}", style)


def _warning_text(warning: Problem) -> str:
    where = f"{warning.file}:{warning.line}:{warning.column}" if warning.line else warning.file
    return f"{where}: warning: {str(warning)[len(where) + 2 :]}"


def _data(finding: _Finding) -> dict[str, Any]:
    return {
        "file": finding.file,
        "kind": finding.kind,
        "fine": not finding.problems,
        "status": finding.status,
        "facts": finding.facts,
        "problems": [problem_data(problem) for problem in finding.problems],
        "warnings": [problem_data(warning) for warning in finding.warnings],
        "stopped": finding.stopped,
    }
