"""``sudokulib schema``: the JSON Schema of the files, for editors."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sudokulib.cli.options import Json, out_option
from sudokulib.cli.output import answering
from sudokulib.generating.schema import all_schemas, write_all_schemas


class SchemaName(StrEnum):
    """Sorts of files."""

    GEOMETRY = "geometry"
    PUZZLE = "puzzle"
    RECIPE = "recipe"
    GENERATED = "generated"
    TRACE = "trace"


def schema(
    which: Annotated[
        SchemaName,
        typer.Argument(
            metavar="NAME",
            help="Whose schema to print: geometry, puzzle, recipe, generated or trace.",
        ),
    ] = SchemaName.GEOMETRY,
    *,
    out: Annotated[Path | None, out_option(", all of them", metavar="FOLDER")] = None,
    as_json: Json = False,
) -> None:
    """Print or write the JSON Schema of geometries, puzzles, recipes or generated lines."""
    with answering("schema", as_json) as answer:
        if out is not None:
            written = [str(path) for path in write_all_schemas(out)]
            if as_json:
                answer.data({"written": written, "schema": None})
            else:
                typer.echo("\n".join(written))
            return
        found = all_schemas()[which.value]
        if as_json:
            answer.data({"written": [], "schema": found})
        else:
            typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
