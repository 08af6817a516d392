"""``sudokulib geometries``: the geometries available by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from sudokulib.cli.options import Json, Seconds, target_argument
from sudokulib.cli.output import Answer, answering, problem_data, problems_of
from sudokulib.cli.subject import geometry_of
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.folders import is_file, shipped_folder
from sudokulib.puzzles.geometries.library import geometry, geometry_entries
from sudokulib.puzzles.geometries.motions import symmetries
from sudokulib.render.results import figures
from sudokulib.render.results.parts import geometry_data

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.puzzles.geometries.library import GeometryEntry


def geometries(
    name: Annotated[str, target_argument("; shown with its symmetries")] = "",
    *,
    seconds: Seconds = None,
    as_json: Json = False,
) -> None:
    """List the geometries available by name, and which shadow others."""
    with answering("geometries", as_json) as answer:
        one = geometry_of(name) if name else None
        known = symmetries(one, seconds=seconds) if one else ()
        entries = [entry for entry in geometry_entries() if name in ("", entry.name)]
        found = [_data(entry) for entry in entries]
        if one and not entries:
            found = [_of_its_own(one, name)]
        if as_json:
            answer.data(
                {"geometries": found, "symmetries": list(map(figures.symmetry_data, known))}
            )
        else:
            _print(answer, found)
            if known:
                _print_symmetries(answer, list(map(figures.symmetry_data, known)))


def _data(entry: GeometryEntry) -> dict[str, Any]:
    data: dict[str, Any] = {"name": "", "title": "", "cells": None, "shapes": None, "symbols": None}
    problems: list[dict[str, Any]] = []
    try:
        data |= geometry_data(geometry(entry.name))
    except SudokuError as error:
        problems = [problem_data(problem) for problem in problems_of(error)]
    return {
        **data,
        "name": entry.name,
        "path": str(entry.path),
        "shadows": [str(path) for path in entry.shadows],
        "problems": problems,
    }


def _of_its_own(one: Geometry, target: str) -> dict[str, Any]:
    """Return the data of a geometry that is not in the folders of names."""
    path = target if is_file(Path(target)) else ""
    return {**geometry_data(one), "path": path, "shadows": [], "problems": []}


def _print_symmetries(answer: Answer, found: list[dict[str, Any]]) -> None:
    answer.say()
    table = answer.screen.new_table()
    table.add_column("symmetry", no_wrap=True, style="bold")
    for heading in ("sets of cells", "cells that stay", "such motions"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    for one in found:
        figures = (str(one[key]) for key in ("sets", "fixed", "alike"))
        table.add_row(one["name"], *figures, "" if one["rules"] else "of the drawing only")
    answer.screen.print(table, soft_wrap=False)


def _print(answer: Answer, found: list[dict[str, Any]]) -> None:
    table = answer.screen.new_table()
    table.add_column("name", no_wrap=True, style="bold")
    for name in ("cells", "shapes", "symbols"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("title")
    shipped = str(shipped_folder())
    own = any(Path(entry["path"]).parent != Path(shipped) for entry in found)
    all_own = all(Path(entry["path"]).parent != Path(shipped) for entry in found)
    if own:
        table.add_column("file", overflow="fold")
    for entry in found:
        path = "" if Path(entry["path"]).parent == Path(shipped) else entry["path"]
        table.add_row(entry["name"], *_figures(entry), entry["title"], *[path] * own)
    answer.screen.print(table, soft_wrap=False)
    if not all_own:
        answer.say(f"\n{'the others ' if own else ''}from {shipped}")
    for entry in found:
        if entry["problems"]:
            answer.say(f"{entry['path']} is bad: see sudokulib check {entry['path']}", "bold red")
        for path in entry["shadows"]:
            answer.say(f"{entry['path']} shadows {path}", "yellow")


def _figures(entry: dict[str, Any]) -> list[str]:
    if entry["problems"]:
        return ["", "", ""]
    return [f"{entry['cells']:,}", f"{entry['shapes']:,}", str(len(entry["symbols"]))]
