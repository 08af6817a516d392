"""``sudokulib formats``: the notations that puzzles are read from and written in."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sudokulib.cli.completion import complete_format
from sudokulib.cli.options import Json
from sudokulib.cli.output import Answer, answering
from sudokulib.formats import formats as known
from sudokulib.formats.format import format_named


def formats(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="One of them.",
            show_default=False,
            autocompletion=complete_format,
        ),
    ] = "",
    *,
    as_json: Json = False,
) -> None:
    """List the formats: which can be read and written, and what they keep."""
    with answering("formats", as_json) as answer:
        found = [
            {
                "name": made.name,
                "summary": made.summary,
                "written": made.encode is not None,
                "keeps": made.keeps,
                "many": made.many,
                "suffixes": list(made.suffixes),
            }
            for made in ([format_named(name)] if name else known())
        ]
        if as_json:
            answer.data({"formats": found})
        else:
            _print(answer, found)


def _print(answer: Answer, found: list[dict[str, Any]]) -> None:
    table = answer.screen.new_table()
    table.add_column("format", no_wrap=True, style="bold")
    table.add_column("what it is")
    table.add_column("written", no_wrap=True)
    table.add_column("keeps")
    for made in found:
        table.add_row(
            made["name"], made["summary"], "yes" if made["written"] else "no", made["keeps"]
        )
    answer.screen.print(table, soft_wrap=False)
