"""Tredoku tilings as geometries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from sudokulib.basics.arguments import whole_number
from sudokulib.basics.budget import Budget, Token
from sudokulib.basics.interruption import interruptible, interruptible_iterator
from sudokulib.basics.seeded_random import SeededRandom, seed_or_drawn
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.generating.layouts.rhombi import name_of
from sudokulib.generating.layouts.tilings import (
    Tiling,
    TilingFilter,
    all_tilings,
    random_tiling,
    runs_of,
    tilings_exist,
)
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.loader import read_geometry

_SOURCE = (
    "Inventor Eyal Amitzur, first in The Times, Boxing Day 2008; tilings as in Blackburn, "
    "arXiv:2407.10752, and Ridout, arXiv:2511.12680"
)

_MAX_ATTEMPTS = 10_000
"""Tilings grown before giving up: a bound for requests that hardly any tiling meets."""


def tredoku_tilings(
    tiles: int,
    runs: int | None = None,
    *,
    holes: bool = False,
    seconds: float | None = None,
    token: Token | None = None,
) -> Iterator[Geometry]:
    """Yield all tredokus with a number of tiles, up to rotation and reflection, as they are found.

    The rhombic tiles are connected, and every straight chain of them has one tile or three; three
    are a run, through which lines lead. Ten tiles have some 4,500 tilings, eleven some 90,000.

    Args:
        tiles: the number of tiles.
        runs: the number of runs; absent: any number.
        holes: whether tiles may enclose a gap.
        seconds: limit of wall time for all together.
        token: cancels from another thread.

    Raises:
        GeometryError: none can exist, since three runs have at least two tiles and a run adds at
            most two tiles.
        OutOfBudget: the limit was reached; there may be further ones.
        Cancelled: the token was cancelled.

    >>> sum(1 for _ in tredoku_tilings(7, 4))
    9
    """
    found = map(_geometry, all_tilings(_wanted(tiles, runs, holes)))
    return interruptible_iterator(found, Budget(seconds, token=token).check)


def tiling_texts(tiles: int, runs: int | None = None, *, holes: bool = False) -> Iterator[str]:
    """Yield the tiles of the same tredokus as text for geometry files, without building geometries.

    >>> next(tiling_texts(3))
    'b(0,0) c(0,1) c(0,2)'
    """
    return map(_text, all_tilings(_wanted(tiles, runs, holes)))


def tredoku(
    tiles: int,
    runs: int | None = None,
    *,
    seed: int | None = None,
    holes: bool = False,
    seconds: float | None = None,
    token: Token | None = None,
) -> Geometry:
    """Return a random tredoku. Every tredoku can result, but not all are equally likely.

    Args:
        tiles, runs, holes: as for `tredoku_tilings`.
        seed: the same seed gives the same tredoku on any machine; absent: a random one, returned as
            `Geometry.seed`.
        seconds: limit of wall time.
        token: cancels from another thread.

    Raises:
        GeometryError: there can be none.
        SudokuError: no tiling was found.
        OutOfBudget: none was found in time.
        Cancelled: the token was cancelled.

    >>> tredoku(9, seed=1)
    <Geometry Tredoku 9: 81 cells, 24 shapes, 9 symbols>
    """
    wanted, seed = _wanted(tiles, runs, holes), seed_or_drawn(seed)
    with interruptible(Budget(seconds, token=token).check):
        tiling = random_tiling(wanted, SeededRandom(seed), _MAX_ATTEMPTS)
    if tiling is None:
        raise SudokuError(
            f"no tiling of {tiles} tiles{'' if runs is None else f' in {runs} runs'} was found in "
            f"{_MAX_ATTEMPTS} attempts; list them all, or ask for other numbers"
        )
    return replace(_geometry(tiling), seed=seed)


def _wanted(tiles: int, runs: int | None, holes: bool) -> TilingFilter:
    tiles = whole_number("tiles", tiles)
    able = [number for number in range(tiles) if tilings_exist(tiles, number)]
    if not able:
        raise GeometryError(f"there is no tredoku of {tiles} tiles; ask for 3, or for 5 or more")
    if runs is not None and runs not in able:
        raise GeometryError(
            f"there is no tredoku of {tiles} tiles in {runs} runs; "
            f"ask for {' or '.join(map(str, able))}"
        )
    return TilingFilter(tiles, runs, holes)


def _text(tiling: Tiling) -> str:
    return " ".join(sorted(map(name_of, tiling)))


def _geometry(tiling: Tiling) -> Geometry:
    runs = runs_of(tiling)
    said = {
        "title": f"Tredoku {len(tiling)}",
        "description": f"{len(tiling)} tiles in {runs} run{'s' if runs > 1 else ''}.",
        "source": _SOURCE,
        "symbols": "123456789",
        "build": [{"make": "tiles", "tiles": _text(tiling)}],
    }
    text = json.dumps(said)
    return replace(read_geometry(text), name="", file=text)
