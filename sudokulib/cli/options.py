"""Arguments and options: one name, short form and wording for all commands that take them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sudokulib.basics.seeded_random import seed_or_drawn
from sudokulib.cli.completion import (
    complete_format,
    complete_geometry,
    complete_profile,
    complete_search,
)
from sudokulib.cli.output import print_error

_TARGET = "FILE|TEXT|NAME"


def target_argument(more: str = "", metavar: str = _TARGET) -> Any:
    """Return the first argument of commands about a puzzle or a geometry."""
    return typer.Argument(
        metavar=metavar,
        help="A file or text in any known format, a link, the name of a geometry, or - for "
        f"standard input{more}.",
        show_default=False,
        autocompletion=complete_geometry,
    )


def missing_target() -> typer.BadParameter:
    """Return the error of a command whose first argument is optional only with ``--batch``."""
    return typer.BadParameter(
        f"Missing argument '{_TARGET}': write a file, a puzzle as text, or the name of a geometry "
        "(sudokulib geometries lists them)."
    )


def seconds_option(more: str = "") -> Any:
    """Return ``--seconds``; `more` describes its role in a command."""
    help_text = f"Stop after this many seconds{more}."
    return typer.Option("--seconds", min=0, help=help_text, show_default=False)


def nodes_option(more: str = "") -> Any:
    """Return ``--nodes``."""
    help_text = f"Stop after this many nodes of the search{more}."
    return typer.Option("--nodes", min=0, help=help_text)


def out_option(more: str = "", metavar: str = "FILE") -> Any:
    """Return ``--out``."""
    return typer.Option("--out", "-o", metavar=metavar, help=f"Write to this {metavar}{more}.")


def jobs_option(what: str) -> Any:
    """Return ``--jobs``; `what` describes whether these are threads or processes, and how many."""
    return typer.Option(
        "--jobs", "-j", min=1, help=f"How many work at once: {what}.", show_default=False
    )


def seed_option(more: str = "") -> Any:
    """Return ``--seed``."""
    return typer.Option(
        "--seed",
        help="Seed of random draws: the same seed gives the same result; absent: one is chosen "
        f"and printed on standard error{more}.",
        show_default=False,
    )


def announced_seed(seed: int | None) -> int:
    """Return a seed; if there is none, draw one and print it on standard error."""
    drawn = seed_or_drawn(seed)
    if seed is None:
        print_error(f"seed {drawn}")
    return drawn


def count_option(more: str = "") -> Any:
    """Return ``--count``."""
    return typer.Option("--count", "-n", min=1, help=f"How many{more}.", show_default=False)


def view_option(more: str = "") -> Any:
    """Return ``--view``."""
    return typer.Option("--view", help=f"flat, or solid for tredoku, cubes and volumes{more}.")


def symmetry_option(more: str) -> Any:
    """Return ``--symmetry``."""
    return typer.Option("--symmetry", help=f"half-turn, quarter-turn, diagonal …{more}.")


def batch_option(what: str) -> Any:
    """Return ``--batch``; `what` describes what is done with the puzzles."""
    return typer.Option(
        "--batch",
        metavar="FILE",
        help=f"A file with one puzzle per line (-: standard input); {what}.",
        show_default=False,
    )


def format_option(more: str = "") -> Any:
    """Return ``--to``."""
    return typer.Option(
        "--to",
        metavar="FORMAT",
        help=f"The format to write; see sudokulib formats{more}.",
        autocompletion=complete_format,
    )


def jobs_given(jobs: int | None, old: int | None, name: str) -> int | None:
    """Return the number of `--jobs`, also accepting its former name."""
    if old is None:
        return jobs
    print_error(f"warning: {name} is now called --jobs (-j); {name} will be removed in version 0.4")
    return old if jobs is None else jobs


TargetArgument = Annotated[str, target_argument()]
OptionalTarget = Annotated[str, target_argument()]
GivensArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="GIVENS",
        help="Rows or one line of symbols, . for an empty cell, or a file of them; - reads "
        "standard input.",
        show_default=False,
    ),
]
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster (docs/cluster.md): the address of its scheduler, or local.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON (see docs/json.md).")]
Search = Annotated[
    str,
    typer.Option(
        "--search",
        help="The back-end that searches; auto: the fastest that can.",
        autocompletion=complete_search,
    ),
]
Seconds = Annotated[float | None, seconds_option()]
Nodes = Annotated[int | None, nodes_option()]
Out = Annotated[Path | None, out_option("; absent: the screen")]
OldThreads = Annotated[int | None, typer.Option("--threads", min=1, hidden=True)]
OldProcesses = Annotated[int | None, typer.Option("--processes", min=1, hidden=True)]
Plain = Annotated[bool, typer.Option("--plain", help="Pictures without borders, for scripts.")]
Resume = Annotated[bool, typer.Option("--resume", help="Batch: continue an interrupted run.")]
ListAll = Annotated[bool, typer.Option("--list", help="List all of them, one per line.")]
Profile = Annotated[
    str,
    typer.Option(
        "--profile",
        help="The techniques that take part: everything, classic, killer, sudoku-explainer …",
        autocompletion=complete_profile,
    ),
]
AssumeUnique = Annotated[
    bool,
    typer.Option(
        "--assume-unique", help="Allow techniques that hold only if there is one solution."
    ),
]
