"""``sudokulib tredoku``: tredoku tilings, at random or all of them."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.basics.interruption import interruptible_iterator
from sudokulib.cli.layout_command import output_geometry
from sudokulib.cli.options import (
    Json,
    ListAll,
    Out,
    Seconds,
    announced_seed,
    count_option,
    seed_option,
)
from sudokulib.cli.output import answering
from sudokulib.errors import SudokuError
from sudokulib.generating.layouts import tiling_texts


def tredoku(
    tiles: Annotated[int, typer.Argument(metavar="TILES", help="How many tiles.")],
    *,
    runs: Annotated[
        int | None, typer.Option(help="How many runs of three tiles; absent: any number.")
    ] = None,
    seed: Annotated[int | None, seed_option()] = None,
    holes: Annotated[bool, typer.Option("--holes", help="Let tiles enclose a gap.")] = False,
    listing: ListAll = False,
    count: Annotated[int | None, count_option(" to list; absent: all")] = None,
    seconds: Seconds = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Draw a tredoku at random, or list all tilings of a number of tiles, up to symmetry."""
    with answering("tredoku", as_json) as answer:
        if not listing:
            seed = announced_seed(seed)
            made = sudokulib.tredoku(tiles, runs, seed=seed, holes=holes, seconds=seconds)
            output_geometry(answer, made, out)
            return
        every = tiling_texts(tiles, runs, holes=holes)
        found = islice(interruptible_iterator(every, Budget(seconds).check), count)
        if out is not None:
            raise SudokuError("--out is for one geometry; leave it out, or --list")
        if as_json:
            answer.data({"tilings": list(found)})
        else:
            for one in found:
                answer.say(one)
