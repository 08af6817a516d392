"""``sudokulib kinds``: the rules that shapes can have."""

from __future__ import annotations

from typing import Any

from sudokulib import shapes
from sudokulib.cli.options import Json
from sudokulib.cli.output import Answer, answering
from sudokulib.shapes.catalogue import kind_fields, kind_rule

__all__ = ["kinds"]


def kinds(*, as_json: Json = False) -> None:
    """List the kinds of shapes, those of plug-ins included: rule and fields."""
    with answering("kinds", as_json) as answer:
        found = [_data(kind) for kind in shapes.kinds()]
        if as_json:
            answer.data({"kinds": found})
        else:
            _print(answer, found)


def _data(kind: Any) -> dict[str, Any]:
    return {
        "name": kind.name,
        "rule": kind_rule(kind),
        "fields": [
            {"name": f.name, "written": f.written, "default": f.default or None}
            for f in kind_fields(kind)
        ],
        "module": kind.__module__,
    }


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
