"""The command line as a whole; the module of a command is imported when it is chosen."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from inspect import getdoc
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from sudokulib.basics.version import VERSION
from sudokulib.cli.output import INTERRUPTED, Answer, print_error

COMMANDS = {
    "solve": "Solve a puzzle (a file, or a geometry and givens), or many with --batch.",
    "explain": "Walk through a puzzle by logic: each step in words, with its reason.",
    "rate": "Rate a puzzle (a file, or a geometry and givens), or many with --batch.",
    "hint": "Give a hint at the next step, revealing only as much as wanted; mistakes come first.",
    "count": "Count the solutions of a puzzle, or the filled grids of a geometry.",
    "fill": "Fill a geometry or puzzle at random: all its solutions are nearly equally likely.",
    "generate": "Make puzzles with one solution and no redundant given, one per line.",
    "layout": "Draw a jigsaw: random connected pieces, on any geometry, that can be filled.",
    "tredoku": "Draw a tredoku at random, or list all tilings of a number of tiles, up to "
    "symmetry.",
    "show": "Draw a puzzle or geometry and say what it consists of.",
    "convert": "Write puzzles in another format, and report what it cannot express.",
    "draw": "Draw a puzzle or geometry, its solution, or a step, as a picture file.",
    "play": "Write a page on which a puzzle is solved by hand, in any browser, without a network.",
    "studio": "Set a puzzle in a browser: its text beside its picture, with all that follows.",
    "booklet": "Write puzzles as a PDF to print: some on a page, their solutions behind.",
    "lint": "Examine a puzzle as its setter: unique? minimal? which clue does what? what to fix?",
    "check": "Validate files: their form, and the figures and the solution they state.",
    "check-proof": "Check a proof: every step must follow from the givens and the steps before it.",
    "geometries": "List the geometries available by name, and which shadow others.",
    "kinds": "List the kinds of shapes, including those of plug-ins: rule and fields.",
    "formats": "List the formats: which can be read and written, and what they keep.",
    "schema": "Print or write the JSON Schema of geometries, puzzles, recipes or generated lines.",
    "info": "Show the version, the search in use, and the folders of geometries.",
}
"""The commands in the order of ``--help``, each with the first paragraph of its help.

``check-proof`` is the function ``check_proof`` of ``check_proof_command``, and so on.
"""


@cache
def load_command(name: str) -> Any:
    """Import the module of a command, and return the command that typer makes of it.

    Args:
        name: a key of `COMMANDS`.
    """
    word = name.replace("-", "_")
    function = getattr(import_module(f"sudokulib.cli.{word}_command"), word)
    # Typer keeps the line breaks of a docstring after its first paragraph.
    paragraphs = (getdoc(function) or "").split("\n\n")
    alone = typer.Typer(add_completion=False)
    alone.command(name, help="\n\n".join(" ".join(one.split()) for one in paragraphs))(function)
    return get_command(alone)


class _LazyGroup(TyperGroup):
    """Commands that are only names and summaries until one is chosen."""

    # Help and suggestions call `get_command` for each of them, so it must not import them.
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name of the command that is chosen, the command, and its arguments."""
        if args == ["help"]:
            typer.echo(ctx.get_help())
            ctx.exit()
        if args[0] == "help":
            args = [args[1], "--help"]
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except Exception as error:
            if hasattr(error, "message") and _is_subject(args[0]):
                error.message += f" To solve it, write: sudokulib solve {args[0]}"
            raise
        return name, load_command(name) if name and command else command, rest


def _is_subject(word: str) -> bool:
    """Return whether somebody left out the command before a file, a geometry or a puzzle."""
    subject = import_module("sudokulib.cli.subject")
    try:
        return bool(subject.read_subject(word))
    except (ValueError, OSError):
        return False


app = typer.Typer(
    name="sudokulib",
    cls=_LazyGroup,
    help="Solve, explain, count and draw any sudoku: a puzzle is cells and shapes, in YAML.",
    epilog="Exit codes: 0 unique, or success; 1 no solution; 2 bad input; 3 several "
    "solutions; 4 not known within the limits.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _unloaded() -> None:
    pass


for _name, _summary in COMMANDS.items():
    app.command(_name, help=_summary)(_unloaded)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sudokulib {VERSION}")
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
    try:
        code = app(arguments, prog_name="sudokulib", standalone_mode=not as_json)
    except typer.Abort:
        code = INTERRUPTED
    except SystemExit as end:
        # Ctrl-C while typer reads the options: end silently.
        if isinstance(getattr(end.__context__, "__cause__", None), KeyboardInterrupt):
            print_error("interrupted")
        raise
    except Exception as error:
        # With --json, wrong usage is answered in JSON too. Its class is that of click, which some
        # versions of typer bundle under another name.
        if not hasattr(error, "format_message"):
            raise
        given = arguments[0] if arguments[0] in COMMANDS else ""
        Answer(given, as_json).wrong([{"message": error.format_message()}])
        code = 2
    if as_json and code == INTERRUPTED:  # our commands end with SystemExit
        print_error("interrupted")
    sys.exit(code)
