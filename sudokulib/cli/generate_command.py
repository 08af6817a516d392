"""``sudokulib generate``: new puzzles on any geometry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.completion import complete_technique
from sudokulib.cli.options import (
    Cluster,
    Json,
    Profile,
    Search,
    TargetArgument,
    count_option,
    format_option,
    jobs_option,
    nodes_option,
    out_option,
    seconds_option,
    seed_option,
    symmetry_option,
)
from sudokulib.cli.output import answering

if TYPE_CHECKING:
    from sudokulib.cli import generating
    from sudokulib.puzzles.geometries import folders
else:  # not for --help
    generating = lazy_module("sudokulib.cli.generating")
    folders = lazy_module("sudokulib.puzzles.geometries.folders")


def generate(
    target: TargetArgument,
    *,
    count: Annotated[int, count_option()] = 1,
    seed: Annotated[
        int | None,
        seed_option("; of the first puzzle: the others have the next seeds, and sets begin with 1"),
    ] = None,
    clues: Annotated[
        int | None,
        typer.Option(
            "--givens",
            min=0,
            help="Stop when this many are left; absent: until none can be removed.",
        ),
    ] = None,
    symmetry: Annotated[
        str, symmetry_option(" of the givens; see sudokulib geometries NAME")
    ] = "none",
    pattern: Annotated[
        str,
        typer.Option(
            "--pattern",
            metavar="FILE|TEXT",
            help="The cells that are given: the picture with x for a given, . for none.",
        ),
    ] = "",
    difficulty: Annotated[
        str,
        typer.Option("--difficulty", metavar="LEAST..MOST", help="Rating, such as 4.0..5.0."),
    ] = "",
    requires: Annotated[
        list[str] | None,
        typer.Option(
            "--requires",
            metavar="TECHNIQUE",
            help="Used in the solve; or a family.",
            autocompletion=complete_technique,
        ),
    ] = None,
    forbids: Annotated[
        list[str] | None,
        typer.Option(
            "--forbids",
            metavar="TECHNIQUE",
            help="Not used in it; or a family.",
            autocompletion=complete_technique,
        ),
    ] = None,
    at_most: Annotated[
        list[str] | None,
        typer.Option(
            "--at-most",
            metavar="TECHNIQUE[=N]",
            help="No step is harder than its easiest; with a number: the most times it is used.",
            autocompletion=complete_technique,
        ),
    ] = None,
    profile: Profile = "everything",
    rating: Annotated[
        bool, typer.Option("--rate", help="Rate each puzzle, and write its rating above it.")
    ] = False,
    tries: Annotated[
        int,
        typer.Option(
            "--tries", min=1, help="The most puzzles to solve for one that meets the target."
        ),
    ] = 1000,
    trace: Annotated[
        bool,
        typer.Option("--trace", help="JSON lines with each step and board (see docs/traces.md)."),
    ] = False,
    to: Annotated[
        str,
        format_option(
            ", or jsonl; absent: what FILE ends in (.jsonl, .yaml), else the line of givens that "
            "sudokulib solve takes, or jsonl for rules"
        ),
    ] = "",
    out: Annotated[
        Path | None,
        out_option(
            "; absent: the screen. JSON lines become a set: no two equivalent, and the same "
            "command continues one that was interrupted"
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a set that is there.")] = False,
    jobs: Annotated[
        int | None,
        jobs_option("processes, for a set; absent: one per processor"),
    ] = None,
    cluster: Cluster = "",
    proof_nodes: Annotated[
        int | None,
        typer.Option(
            "--proof-nodes", "--patience", min=0, help="Nodes after which a given in doubt is kept."
        ),
    ] = None,
    search: Search = "auto",
    seconds: Annotated[float | None, seconds_option(", for all")] = None,
    nodes: Annotated[int | None, nodes_option(", for each")] = None,
    as_json: Json = False,
) -> None:
    """Make puzzles with one solution and no redundant given, one per line.

    --nodes is a limit for each puzzle, --seconds for all; unfinished puzzles are reported.
    """
    with answering("generate", as_json) as answer:
        wanted = {
            "givens": clues,
            "symmetry": symmetry,
            "pattern": _pattern(pattern),
            "difficulty": difficulty,
            "requires": tuple(requires or ()),
            "forbids": tuple(forbids or ()),
            "at_most": tuple(at_most or ()),
            "profile": profile,
            "rating": rating or trace,
            "tries": tries,
            "search": search,
            "proof_nodes": proof_nodes,
        }
        options = generating.GenerateOptions(
            target, count, seed, to, out, trace, force, jobs, cluster, seconds, nodes, wanted
        )
        generating.generate_all(options, answer)


def _pattern(text: str) -> str | None:
    """Return a pattern from a file, or the text itself; None if there is none."""
    if not text:
        return None
    return Path(text).read_text(encoding="utf-8") if folders.is_file(Path(text)) else text
