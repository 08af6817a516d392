"""``sudokulib lint``: a setter's questions about a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

import sudokulib
from sudokulib.cli.drawing import geometry_line
from sudokulib.cli.options import GivensArgument, Json, Nodes, Search, Seconds, TargetArgument
from sudokulib.cli.output import CODES, Answer, answering
from sudokulib.cli.subject import puzzle_of

if TYPE_CHECKING:
    from sudokulib.solving.queries.linting import Clue, Lint, SymmetryReport

_MAX_SHOWN = 12
"""The most cells, clues or changes named in a text; more would not fit on one line."""

_VERDICTS = {
    "unique": "unique: there is exactly one solution",
    "multiple": "ambiguous: there are several solutions",
    "none": "impossible: there is no solution",
    "unknown": "not known within the limits",
}


def lint(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    clues: Annotated[
        bool, typer.Option("--clues", help="List every clue and the cells that depend on it.")
    ] = False,
    rating: Annotated[bool, typer.Option(help="Rate the puzzle as well.")] = True,
    search: Search = "auto",
    seconds: Seconds = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> None:
    """Examine a puzzle as its setter: unique? minimal? which clue does what? what to fix?"""
    with answering("lint", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        found = sudokulib.lint(puzzle, rating=rating, search=search, seconds=seconds, nodes=nodes)
        answer.code = CODES[found.status] or (CODES["unknown"] if found.stopped else 0)
        if as_json:
            answer.data(found.as_dict())
        else:
            _report(answer, found, clues)


def _report(answer: Answer, found: Lint, clues: bool) -> None:
    if title := found.puzzle.title or found.puzzle.geometry.title:
        answer.say(title, "bold")
    answer.say(geometry_line(found.puzzle))
    answer.say()
    verdict = _VERDICTS[found.status]
    if found.result.conflict:
        verdict += f": {found.result.conflict}"
    answer.say(verdict, "bold green" if found.status == "unique" else "bold yellow")
    if found.minimal:
        answer.say(f"minimal: none of its {len(found.clues)} clues can go")
    if found.redundant:
        many = f"{len(found.redundant)} of its {len(found.clues)} clues"
        names = _first_few([clue.name for clue in found.redundant])
        answer.say(f"not minimal: {many} can go, each by itself: {names}")
    if found.result.differences:
        places = [f"{one.cell} {'/'.join(one.symbols)}" for one in found.result.differences]
        answer.say(f"two solutions differ in {len(places)} cells: {_first_few(places)}")
    if found.changes:
        texts = _first_few([change.text for change in found.changes], "; ")
        answer.say(f"one change makes it unique: {texts}")
    elif found.status in ("multiple", "none") and not found.stopped:
        answer.say("no single change makes it unique")
    if clues:
        _clues(answer, found.clues)
    _symmetry(answer, found.symmetry)
    if found.rating:
        answer.say(f"rating: {found.rating}")
    if found.stopped:
        answer.say(f"stopped, out of {found.stopped}; not all is known", "bold yellow")


def _symmetry(answer: Answer, found: SymmetryReport | None) -> None:
    if found is None:
        return
    for what, names in (("givens", found.givens), ("shapes", found.shapes)):
        if names:
            answer.say(f"symmetry of its {what}: {', '.join(names)}")
    if found.automorphisms > 1:
        answer.say(f"symmetric itself: {found.automorphisms:,} automorphisms keep it as it is")


def _clues(answer: Answer, clues: Sequence[Clue]) -> None:
    width = max((len(clue.name) for clue in clues), default=0)
    for clue in clues:
        what = f"leaves {len(clue.leaves_open)} cells open: {_first_few(clue.leaves_open, ' ')}"
        answer.say(f"  {clue.name:<{width}}  {'can go' if clue.redundant else what}")


def _first_few(names: Sequence[str], between: str = ", ") -> str:
    """Return the first few of some names, and how many more there are."""
    more = [f"and {len(names) - _MAX_SHOWN} more"] if len(names) > _MAX_SHOWN else []
    return between.join([*names[:_MAX_SHOWN], *more])
