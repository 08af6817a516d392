"""The commands put together."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated

import typer

from sudokulib.cli.check_command import check
from sudokulib.cli.check_proof_command import check_proof
from sudokulib.cli.convert_command import convert
from sudokulib.cli.count_command import count
from sudokulib.cli.draw_command import draw
from sudokulib.cli.explain_command import explain
from sudokulib.cli.fill_command import fill
from sudokulib.cli.formats_command import formats
from sudokulib.cli.generate_command import generate
from sudokulib.cli.geometries_command import geometries
from sudokulib.cli.hint_command import hint
from sudokulib.cli.info_command import info
from sudokulib.cli.kinds_command import kinds
from sudokulib.cli.layout_command import layout
from sudokulib.cli.lint_command import lint
from sudokulib.cli.output import Answer
from sudokulib.cli.rate_command import rate
from sudokulib.cli.schema_command import schema
from sudokulib.cli.show_command import show
from sudokulib.cli.solve_command import solve
from sudokulib.cli.tredoku_command import tredoku

__all__ = ["app", "run"]

app = typer.Typer(
    name="sudokulib",
    help="Solve, explain, count and draw any sudoku: a puzzle is cells and shapes, in YAML.",
    epilog="Exit codes: 0 unique, or all is well; 1 no solution; 2 bad input; 3 several "
    "solutions; 4 not known within the limits.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in (
    solve,
    explain,
    rate,
    hint,
    count,
    fill,
    generate,
    layout,
    tredoku,
    show,
    convert,
    draw,
    lint,
    check,
    check_proof,
    geometries,
    kinds,
    formats,
    schema,
    info,
):
    app.command()(_command)


def _version(wanted: bool) -> None:
    if wanted:
        from sudokulib import __version__  # noqa: PLC0415 - rarely wanted

        typer.echo(f"sudokulib {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def run(arguments: list[str]) -> None:
    """Run one command and exit with its code."""
    as_json = "--json" in arguments
    sys.set_int_max_str_digits(0)  # counts may be that long, and they are ours
    warnings.formatwarning = _warning
    try:
        code = app(arguments, prog_name="sudokulib", standalone_mode=not as_json)
    except typer.Abort:
        code = 130
    except Exception as error:
        # With --json, wrong usage is answered in JSON too. Its class is of click, which some
        # versions of typer bring along under another name.
        if not hasattr(error, "format_message"):
            raise
        given = arguments[0] if arguments[0] in _names() else ""
        Answer(given, as_json).wrong([{"message": error.format_message()}])
        code = 2
    sys.exit(code)


def _warning(message: Warning | str, *_: object, **__: object) -> str:
    """A warning of the library for people: what it says, not where in the code."""
    return f"warning: {message}\n"


def _names() -> set[str]:
    return {
        command.callback.__name__.replace("_", "-")
        for command in app.registered_commands
        if command.callback
    }
