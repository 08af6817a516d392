"""``sudokulib explain``: a puzzle walked through, each step with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from errno import EISDIR, ENOENT
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.cli.output import Json, answering, complain
from sudokulib.cli.subject import Givens, Target, puzzle_of
from sudokulib.cli.walk import Walk
from sudokulib.cli.walkthrough import Markdown, Told

if TYPE_CHECKING:
    from sudokulib.explaining.walk import Explanation
    from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["AssumeUnique", "Profile", "explain"]

Profile = Annotated[
    str,
    typer.Option(
        help="The techniques that take part: everything, classic, killer, without-marks …"
    ),
]
AssumeUnique = Annotated[
    bool,
    typer.Option(
        "--assume-unique", help="Allow techniques that hold only if there is one solution."
    ),
]


def explain(
    target: Target,
    givens: Givens = None,
    *,
    until: Annotated[
        str,
        typer.Option(metavar="STEP|TECHNIQUE", help="Stop after that step, or the first such."),
    ] = "",
    technique: Annotated[
        str, typer.Option(metavar="NAME", help="Show only the steps of one technique.")
    ] = "",
    profile: Profile = "everything",
    assume_unique: AssumeUnique = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="Stop after so long; inf: never.")
    ] = 300,
    every: Annotated[
        bool, typer.Option("--all", help="Tell each single by itself, with its picture.")
    ] = False,
    grids: Annotated[
        bool, typer.Option("--grids/--no-grids", help="Draw the board beside each step.")
    ] = True,
    as_json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write a walkthrough in Markdown.")
    ] = False,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the solve as a proof; see check-proof."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page that plays the steps in a browser."),
    ] = None,
    view: Annotated[
        str, typer.Option(help="Of that page: flat, or solid for tredoku and cubes.")
    ] = "flat",
) -> None:
    """Walk through a puzzle by logic: each step in words, with its reason."""
    if proof and until:
        raise typer.BadParameter("a proof is of the whole solve; leave --until out")
    if until.lstrip("-").isdecimal() and not 0 < int(until) < _MOST:
        raise typer.BadParameter(f"--until {until[:20]}: steps are counted from 1")
    if as_json and markdown:
        raise typer.BadParameter("--json and --markdown are two answers; choose one")
    with answering("explain", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        _check_files(puzzle, proof, html, view)
        from sudokulib.explaining.walk import plan_of  # noqa: PLC0415 - for a quick --help

        plan = plan_of(profile, assume_unique=assume_unique)
        walk = Walk(puzzle, plan, until, technique, seconds)
        if as_json:
            shown = [explanation.as_dict() for explanation in walk.shown()]
            answer.data(_data(puzzle, walk, shown))
        elif markdown:
            Markdown(answer, walk, grids).print(every)
        else:
            Told(answer, walk, grids).print(every)
        answer.code = walk.code
        if walk.missed:
            complain(f"warning: {walk.missed}")
        if proof:
            _write_proof(proof, puzzle, walk.made)
        if html:
            _write_page(html, walk, view)


def _check_files(puzzle: Puzzle, proof: Path | None, html: Path | None, view: str) -> None:
    """What would not do is told before a long walk, not after."""
    for file in filter(None, (proof, html)):
        if not file.resolve().parent.is_dir():
            raise FileNotFoundError(ENOENT, strerror(ENOENT), str(file))
        if file.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR), str(file))
    if html:
        from sudokulib.render.plane import check_view  # noqa: PLC0415 - rarely wanted

        check_view(puzzle.geometry, view)


def _write_proof(path: Path, puzzle: Puzzle, made: Sequence[Explanation]) -> None:
    from sudokulib.explaining.proof_files import proof_text  # noqa: PLC0415 - rarely wanted

    path.write_text(proof_text(puzzle, [one.step for one in made]), encoding="utf-8")


def _write_page(path: Path, walk: Walk, view: str) -> None:
    from sudokulib.render.page import page  # noqa: PLC0415 - rarely wanted

    text = page(walk.puzzle, walk.made, view=view, ending=walk.ending)
    path.write_text(text, encoding="utf-8")


_MOST = 10**9
"""Steps that may be asked for."""


def _data(puzzle: Puzzle, walk: Walk, shown: list[dict[str, Any]]) -> dict[str, Any]:
    from sudokulib.cli.answer_parts import puzzle_data, solution_data  # noqa: PLC0415

    return {
        "puzzle": puzzle_data(puzzle),
        "end": walk.end,
        "open": walk.board.open.bit_count(),
        "steps": shown,
        "solution": solution_data(walk.solution()) if walk.end == "solved" else None,
    }
