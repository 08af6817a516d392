"""Jigsaws: the cells of a geometry in random pieces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Literal

from sudokulib.basics.interruption import interruptible
from sudokulib.basics.seeded_random import SeededRandom, seed_or_drawn
from sudokulib.errors import GeometryError, SudokuError, UnknownNameError
from sudokulib.generating.layouts.partitions import (
    Partition,
    PartitionGraph,
    recombined,
    split_into_pieces,
    vertices_in,
)
from sudokulib.generating.layouts.symmetric import Move, generated_group, symmetric_split
from sudokulib.model import compile_geometry
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry as named_geometry
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.geometries.motions import moves_of
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, Token, backend
from sudokulib.shapes import Shape, all_different, merge_shapes
from sudokulib.solving.subjects import PuzzleLike, as_subject

Wrap = Literal["none", "rows", "columns", "both"]

_ATTEMPTS = 200
"""Layouts drawn before giving up: a bound for requests that hardly any layout meets.

`layout` gives up after 4 s on a 9x9 with anti-king and `nodes=1` (2026-11).
"""

_FAILURES = 5
"""Failed attempts to cut up the cells before giving up.

A cut into nine pieces of nine cells failed for 2 of 200 seeds on 9x9
(`split_into_pieces`, 2026-11).
"""

_MIXING = 5
"""Pairs of pieces drawn for recombination, per ordered pair of pieces.

A compromise: nines on 9x9 have 51.9 edges between pieces when they are cut, and with crooked=0.5
55.8 after 5 draws, 56.3 after 10 and 56.4 after 20 (198 times `layout`, standard error 0.2,
2026-11). With crooked=1 they are farther from the limit: 57.3 after 2 draws, 59.1 after 5, 61.2
after 10 (59 layouts, 0.4).
"""

_MAX_ATTEMPTS = 20_000
"""Pieces grown for one symmetric layout: a bound for impossible requests.

All of them for nines of a star of 81 cells take 2.3 s (`symmetric_split`, 2026-11).
"""

_FEW_NODES, _MANY_NODES, _MANY_CELLS = 20_000, 1_000_000, 256
"""Nodes that the search for a filling may take, and those for more than 256 cells.

Up to 16x16 another layout is cheaper than a longer search: 43 of 60 layouts of 12x12 are filled
within 20,000 nodes. Larger ones nearly all need the repairs that begin after 100,000: ten of 20x20
took 11,000 to 151,000, nine of them more than 100,000, and six of 25x25 took 194,000 to 503,000.
With 20,000 none of 25x25 was filled in 80 s of CPU time; now one takes 3 s, one of 36x36 7 s
(2026-11).
"""

_SIZE = re.compile(r"[1-9]\d?x[1-9]\d?")
_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def layout(
    base: PuzzleLike,
    *,
    seed: int | None = None,
    sizes: int | Sequence[int] | None = None,
    wrap: Wrap | None = None,
    symmetry: str | Sequence[Sequence[int]] = "none",
    crooked: float = 0.5,
    keep: bool = False,
    lines: bool = True,
    solvable: bool = True,
    search: str = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    token: Token | None = None,
) -> Geometry:
    """Return a jigsaw: a geometry with random connected pieces, none of which repeats a symbol.

    Every layout that meets the request can result. Pieces are cut by random spanning trees and
    recombined (see `sudokulib.generating.layouts.partitions`); symmetric ones are grown.

    Args:
        base: a geometry, its name, or the size of a plain grid such as "7x7"; for a puzzle, its
            geometry is used. It decides which cells are neighbours, across seams as well.
        seed: the same seed gives the same layout on any machine, with the same back-end; absent: a
            random one, returned as `Geometry.seed`.
        sizes: cells of a piece, or a list for all pieces; absent: as many as there are symbols. If
            one number does not divide the cells, the rest is a smaller piece.
        wrap: for plain grids, which edges are joined: "both" makes a torus; absent: as in the
            geometry.
        symmetry: a symmetry of the drawing, such as "half-turn" (see `SYMMETRIES`), or moves of
            cells, which take every piece to a piece.
        crooked: 0 for compact pieces, 1 for layouts that are all equally likely, most of them
            with winding pieces. Symmetric layouts ignore it.
        keep: whether the geometry's regions (boxes, faces) are kept beside the pieces, which
            otherwise replace them.
        lines: whether a piece may consist of the cells of another shape, such as a row.
        solvable: whether a search must find a filling; otherwise there may be none.
        search: name of the back-end that finds it.
        nodes: the node limit of that search; a layout that exceeds it is replaced. Absent: 20,000,
            or a million for more than 256 cells.
        seconds: limit of wall time for all layouts tried.
        token: cancels from another thread.

    Raises:
        GeometryError: the sizes or the symmetry do not fit.
        SudokuError: no layout was found.
        OutOfBudget: none was found in time.
        Cancelled: the token was cancelled.

    >>> made = layout("latin-6", sizes=6)
    >>> sorted({len(shape.cells) for shape in made.shapes if "region" in shape.roles})
    [6]
    >>> made == layout("latin-6", sizes=6, seed=made.seed)
    True
    """
    seed, budget = seed_or_drawn(seed), Budget(seconds, token=token)
    if not 0 <= crooked <= 1:
        raise SudokuError(f"crooked={crooked!r} is out of range; write a number from 0 to 1")
    request = _Request(sizes, wrap, symmetry, crooked, keep, lines, solvable, search, nodes)
    with interruptible(budget.check):
        return replace(_layout(base, request, SeededRandom(seed), budget), seed=seed)


@dataclass(frozen=True, slots=True)
class _Request:
    """The properties wanted of a layout; see `layout`."""

    sizes: int | Sequence[int] | None
    wrap: Wrap | None
    symmetry: str | Sequence[Sequence[int]]
    crooked: float
    keep: bool
    lines: bool
    solvable: bool
    search: str
    nodes: int | None


def _layout(base: PuzzleLike, request: _Request, chance: SeededRandom, budget: Budget) -> Geometry:
    """Draw layouts until one meets the request."""
    ground, data = _ground(base, request.wrap, request.keep)
    graph = PartitionGraph(
        tuple(
            sum(1 << other for other in ground.topology.neighbours(cell))
            for cell in range(len(ground.cells))
        )
    )
    wanted, symmetry = _sizes(ground, request.sizes), request.symmetry
    moves = moves_of(ground, symmetry) if isinstance(symmetry, str) else symmetry
    group = generated_group(_checked(graph, moves), len(ground.cells))
    taken = {sum(1 << cell for cell in shape.cells) for shape in ground.shapes}
    failures = 0
    for _ in range(_ATTEMPTS):
        pieces = _pieces(graph, wanted, group, request.crooked, chance)
        if pieces is None:
            failures += 1
            if failures == _FAILURES:
                break
            continue
        if not (request.lines or taken.isdisjoint(pieces)):
            continue
        made = _with_pieces(ground, data, sorted(pieces, key=lambda piece: piece & -piece))
        if not request.solvable or _is_solvable(made, request, budget):
            return made
    other = "choose other sizes" + (" or another symmetry" if len(group) > 1 else "")
    if failures == _FAILURES:
        raise SudokuError(f"the cells could not be cut into pieces of these sizes; {other}")
    nodes = "raise nodes, or " if request.solvable else ""
    raise SudokuError(f"none of {_ATTEMPTS} layouts would do; {nodes}{other}")


def _pieces(
    graph: PartitionGraph,
    sizes: Sequence[int],
    group: Sequence[Move],
    crooked: float,
    chance: SeededRandom,
) -> Partition | None:
    if len(group) > 1:
        return symmetric_split(graph, sizes, group, _MAX_ATTEMPTS, chance)
    whole = (1 << len(graph.neighbours)) - 1
    if next(graph.components(whole)) == whole:
        pieces = split_into_pieces(graph, whole, sizes, chance)
    else:
        pieces = symmetric_split(graph, sizes, group, _MAX_ATTEMPTS, chance)
    if pieces is None:
        return None
    return recombined(graph, pieces, crooked, _MIXING * len(pieces) ** 2, chance)


def _ground(base: PuzzleLike, wrap: Wrap | None, keep: bool) -> tuple[Geometry, Any]:
    """Return the geometry without regions, and file data for it if a file can describe it."""
    named = _base(base)
    ground = named if keep else named.without("region")
    for way in ("none", "both", "rows", "columns"):
        plain = _plain(ground, way)
        if plain and read_geometry(json.dumps(plain)) == ground:
            said = _plain(ground, wrap or way)
            return read_geometry(json.dumps(said)), _with_regions(said)
    if wrap is not None:
        raise GeometryError("only a plain grid can wrap; name a size such as 7x7, or leave it out")
    ground = replace(ground, title=f"{named.title or named.name} jigsaw".strip(), source="")
    known = _file(named)
    return ground, _with_regions(known, instead=not keep) if known else None


def _with_regions(said: dict[str, Any], **more: bool) -> dict[str, Any]:
    entry = {"make": "regions"} | {name: value for name, value in more.items() if value}
    return {**said, "build": [*said["build"], entry]}


def _base(base: PuzzleLike) -> Geometry:
    if isinstance(base, str) and _SIZE.fullmatch(base) and base not in geometry_names():
        return _plain_grid(base)
    found = as_subject(base)
    return found.geometry if isinstance(found, Puzzle) else found


def _plain_grid(name: str) -> Geometry:
    size = max(map(int, name.split("x")))
    symbols = _SYMBOLS[:size] if size <= len(_SYMBOLS) else list(map(str, range(1, size + 1)))
    return read_geometry(json.dumps({"symbols": symbols, "build": [_grid(name, "none")]}))


def _plain(geometry: Geometry, wrap: str) -> dict[str, Any]:
    """Return file data of a plain grid as large as a geometry; empty unless it is a rectangle."""
    rows, columns = (1 + max(cell.at[axis] for cell in geometry.cells) for axis in (0, 1))
    alphabet = geometry.alphabet
    if rows * columns != len(geometry.cells) or max(rows, columns) > len(alphabet):
        return {}
    return {
        "title": f"{'Jigsaw' if wrap == 'none' else 'Toroidal jigsaw'} {rows}×{columns}",
        "symbols": "".join(alphabet.symbols) if alphabet.compact else list(alphabet.symbols),
        "build": [_grid(f"{rows}x{columns}", wrap)],
    }


def _grid(size: str, wrap: str) -> dict[str, str]:
    return {"make": "grid", "size": size} | ({"wrap": wrap} if wrap != "none" else {})


def _file(geometry: Geometry) -> dict[str, Any] | None:
    """Return file data that begins with this geometry; None if a file cannot describe it."""
    try:
        if geometry.name and named_geometry(geometry.name) == geometry:
            return {"build": [{"make": "include", "geometry": geometry.name}]}
    except UnknownNameError:
        pass
    said = json.loads(geometry.file) if geometry.file else {}
    if said.keys() <= {"title", "description", "source", "symbols", "build"} and "build" in said:
        return {key: said[key] for key in ("symbols", "build") if key in said}
    return None


def _sizes(geometry: Geometry, sizes: int | Sequence[int] | None) -> list[int]:
    cells, most = len(geometry.cells), len(geometry.alphabet)
    if sizes is None or isinstance(sizes, int):
        size = most if sizes is None else sizes
        if size < 1:
            raise GeometryError("a piece has at least one cell; choose a larger size")
        whole, rest = divmod(cells, size)
        sizes = [size] * whole + [rest] * bool(rest)
    if sum(sizes) != cells or min(sizes) < 1:
        raise GeometryError(
            f"pieces of {', '.join(map(str, sizes))} cells make {sum(sizes)}, but there are "
            f"{cells}; choose sizes that add up to that"
        )
    if max(sizes) > most:
        raise GeometryError(
            f"a piece of {max(sizes)} cells must repeat one of {most} symbols; make it smaller"
        )
    return list(sizes)


def _checked(graph: PartitionGraph, moves: Sequence[Sequence[int]]) -> list[Move]:
    for move in moves:
        if sorted(move) != list(range(len(graph.neighbours))):
            raise GeometryError(
                "a move must name each cell once; list for each cell the one it moves to"
            )
        for cell, neighbours in enumerate(graph.lists):
            if {move[other] for other in neighbours} != set(graph.lists[move[cell]]):
                raise GeometryError(
                    "the symmetry separates neighbours, so pieces would fall apart; choose another"
                )
    return [tuple(move) for move in moves]


def _with_pieces(ground: Geometry, data: dict[str, Any] | None, pieces: Sequence[int]) -> Geometry:
    """Return the geometry with the pieces as regions, and its file if there is one."""
    shapes = (
        Shape(
            all_different(tuple(vertices_in(piece)), len(ground.alphabet)),
            (f"region {letter}",),
            frozenset(["region"]),
        )
        for letter, piece in zip(_letters(), pieces, strict=False)
        if piece.bit_count() > 1
    )
    made = replace(
        ground, shapes=merge_shapes([*ground.shapes, *shapes]), name="", parts=(), expect=None
    )
    if data is None:
        return made
    *entries, regions = data["build"]
    regions = {**regions, "map": _map(ground, pieces)}
    said = {"title": made.title, **data, "build": [*entries, regions]}
    return replace(made, file=json.dumps(said, ensure_ascii=False))


def _map(geometry: Geometry, pieces: Sequence[int]) -> str:
    """Draw a letter for each cell, line by line; a dot for no cell or a piece of one cell."""
    rows, columns = (1 + max(cell.at[axis] for cell in geometry.cells) for axis in (0, 1))
    lines = [["."] * columns for _ in range(rows)]
    for letter, piece in zip(_letters(), pieces, strict=False):
        for cell in vertices_in(piece) if piece.bit_count() > 1 else ():
            row, column = geometry.cells[cell].at
            lines[row][column] = letter
    return "".join("".join(line) + "\n" for line in lines)


def _letters() -> Iterator[str]:
    """Yield names for pieces: letters and digits, then any other letters of Unicode."""
    yield from ascii_uppercase + ascii_lowercase + digits
    yield from filter(str.isalpha, map(chr, count(0x391)))


def _is_solvable(geometry: Geometry, request: _Request, budget: Budget) -> bool:
    """Return whether a filling is found within the node limit.

    Raises:
        OutOfBudget, Cancelled: see `Budget.check`.
    """
    nodes = request.nodes
    if nodes is None:
        nodes = _MANY_NODES if len(geometry.cells) > _MANY_CELLS else _FEW_NODES
    trial = Budget(budget.seconds_left, nodes, budget.token)
    try:
        model = compile_geometry(geometry)
        return backend(request.search).random_solution(model, trial, 1) is not None
    except OutOfBudget as limit:
        if limit.reason == "time":
            raise
        return False
