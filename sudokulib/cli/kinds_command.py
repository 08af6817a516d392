"""``sudokulib kinds``: the rules that shapes can have."""

from __future__ import annotations

from textwrap import dedent
from typing import Annotated, Any

import typer

from sudokulib import shapes
from sudokulib.cli.completion import complete_kind
from sudokulib.cli.options import Json
from sudokulib.cli.output import Answer, answering
from sudokulib.shapes import Kind
from sudokulib.shapes.aliases import aliases_of
from sudokulib.shapes.catalogue import kind_fields, kind_rule, kind_text
from sudokulib.shapes.registry import kinds_meant


def kinds(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="One of them, by its name or an alias.",
            show_default=False,
            autocompletion=complete_kind,
        ),
    ] = "",
    *,
    as_json: Json = False,
) -> None:
    """List the kinds of shapes, including those of plug-ins: rule and fields."""
    with answering("kinds", as_json) as answer:
        found = kinds_meant(name) if name else tuple(shapes.kinds())
        if as_json:
            answer.data({"kinds": [_data(kind) for kind in found]})
        elif name:
            for kind in found:
                _print_one(answer, kind)
        else:
            _print(answer, [_data(kind) for kind in found])


def _data(kind: type[Kind]) -> dict[str, Any]:
    return {
        "name": kind.name,
        "aliases": [alias.name for alias in aliases_of(kind.name)],
        "rule": kind_rule(kind),
        "fields": [
            {"name": f.name, "written": f.written, "default": f.default or None}
            for f in kind_fields(kind)
        ],
        "module": kind.__module__,
    }


def _print_one(answer: Answer, kind: type[Kind]) -> None:
    """Print everything that the reference says about a kind."""
    answer.say(kind.name, style="bold")
    answer.say(kind_text(kind))
    if other := [alias.describe(kind.name).replace("`", "") for alias in aliases_of(kind.name)]:
        answer.say(f"also called {', '.join(other)}")
    answer.say()
    for f in kind_fields(kind):
        default = f"default {f.default}" if f.default else "must be given"
        answer.say(f"  {f.name}: {f.written}; {default}. {f.description}")
    answer.say()
    answer.say(f"On {kind.example_on}:\nshapes:\n{dedent(kind.example).strip()}\n")


def _print(answer: Answer, found: list[dict[str, Any]]) -> None:
    table = answer.screen.new_table()
    table.add_column("kind", no_wrap=True, style="bold")
    table.add_column("rule")
    table.add_column("fields")
    for kind in found:
        names = (
            f["name"] if f["default"] is None else f"{f['name']}={f['default']}"
            for f in kind["fields"]
        )
        table.add_row(kind["name"], kind["rule"], ", ".join(names))
    answer.screen.print(table, soft_wrap=False)
