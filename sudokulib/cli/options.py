"""Arguments and options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = [
    "AssumeUnique",
    "GivensArgument",
    "Json",
    "Nodes",
    "Profile",
    "Search",
    "Seconds",
    "TargetArgument",
]

TargetArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE|GEOMETRY",
        help="A file or text in any known format, a link, or the name of a geometry.",
    ),
]
GivensArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="GIVENS",
        help="Rows or one line of symbols, . for an empty cell; - reads standard input.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON (see docs/json.md).")]
Search = Annotated[
    str,
    typer.Option("--search", help="The back-end that searches; auto: the fastest that can."),
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0, help="Stop after so long.", show_default=False),
]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", min=0, help="Stop after so many nodes of the search."),
]
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
