"""``sudokulib schema``: the JSON Schema of the files, for editors."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sudokulib.cli.output import Json, answering

__all__ = ["schema"]


class Which(StrEnum):
    """Sorts of files."""

    GEOMETRY = "geometry"
    PUZZLE = "puzzle"


def schema(
    which: Annotated[Which, typer.Argument(help="Whose schema to print.")] = Which.GEOMETRY,
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Write both into a folder instead."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print or write the JSON Schema of geometry and puzzle files."""
    with answering("schema", as_json) as answer:
        from sudokulib.geometries.schema import schemas, write_schemas  # noqa: PLC0415 - pydantic

        if out is not None:
            written = [str(path) for path in write_schemas(out)]
            if as_json:
                answer.data({"written": written, "schema": None})
            else:
                typer.echo("\n".join(written))
            return
        found = schemas()[which.value]
        if as_json:
            answer.data({"written": [], "schema": found})
        else:
            typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
