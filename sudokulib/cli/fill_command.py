"""``sudokulib fill``: random solutions of a geometry or puzzle."""

from __future__ import annotations

from typing import Annotated

import typer

import sudokulib
from sudokulib.cli.drawing import print_picture
from sudokulib.cli.options import (
    GivensArgument,
    Json,
    Nodes,
    Plain,
    Search,
    Seconds,
    TargetArgument,
    announced_seed,
    seed_option,
)
from sudokulib.cli.output import CODES, answering, print_error
from sudokulib.cli.subject import puzzle_of
from sudokulib.render.results.parts import puzzle_data, solution_data


def fill(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    seed: Annotated[int | None, seed_option()] = None,
    line: Annotated[bool, typer.Option("--line", help="As one line of symbols.")] = False,
    plain: Plain = False,
    search: Search = "auto",
    seconds: Seconds = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> None:
    """Fill a geometry or puzzle at random: all its solutions are nearly equally likely."""
    with answering("fill", as_json) as answer:
        puzzle = puzzle_of(target, givens)
        found, stopped, seed = None, "", announced_seed(seed)
        try:
            found = sudokulib.solution(
                puzzle, seed=seed, search=search, seconds=seconds, nodes=nodes
            )
        except sudokulib.OutOfBudget as limit:
            stopped, answer.code = limit.reason, CODES["unknown"]
        if as_json:
            answer.data(
                {
                    "puzzle": puzzle_data(puzzle),
                    "solution": solution_data(found) if found else None,
                    "seed": seed,
                    "stopped": stopped,
                }
            )
        elif found is None:
            print_error(f"stopped by --{'seconds' if stopped == 'time' else 'nodes'}")
        elif line:
            answer.say(found.line())
        else:
            print_picture(answer, found, plain=plain)
