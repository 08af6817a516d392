"""Puzzles and geometries from what callers pass: a name, text, rows, an array, a file's data.

Public functions take all of it. Only a `Path` is opened as a file: a string may come from users of
a server, who must not read its files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError, UnknownNameError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.folders import SUFFIXES, geometry_meant, is_file, shipped_folder
from sudokulib.puzzles.geometries.library import geometry, geometry_in, geometry_names
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rows import Array, Table, nested_lists

if TYPE_CHECKING:
    import json

    from sudokulib import formats
    from sudokulib.puzzles import loading
    from sudokulib.puzzles.geometries import loader
    from sudokulib.puzzles.geometries import source as sources
    from sudokulib.puzzles.geometries.source import Source
else:
    json = lazy_module("json")
    formats = lazy_module("sudokulib.formats")
    loader = lazy_module("sudokulib.puzzles.geometries.loader")
    sources = lazy_module("sudokulib.puzzles.geometries.source")
    loading = lazy_module("sudokulib.puzzles.loading")

__all__ = [
    "Array",
    "GeometryLike",
    "PuzzleLike",
    "as_geometry",
    "as_puzzle",
    "as_source",
    "as_subject",
]


GeometryLike: TypeAlias = Geometry | str | Path | Mapping[str, Any]
"""A geometry; the name of one; the path of a geometry file; the data of one."""

PuzzleLike: TypeAlias = (
    Puzzle | Geometry | str | Path | Mapping[str, Any] | Sequence[Any] | Array | Table
)
"""A puzzle; a geometry, without givens, or its name; text in any known format, or of a geometry
file; the path of a file; the data of one; rows of symbols, where 0, None and ``.`` are empty; an
array of them, or a table of pandas."""

_GRACE = 0.1
"""Seconds past the limit of time after which reading is given up: every partial answer needs the
puzzle, and calls may overrun by 0.3 seconds."""

_SHORT_NAME = re.compile(r"(?=.*[a-z])[a-z0-9-]{1,40}")
"""The pattern of the names of shipped geometries; no format has such text."""

_GEOMETRY_FILE = re.compile(r"(?:^|[{,])\s*[\"']?(?:build|cells)[\"']?\s*:", re.MULTILINE)
"""A field that only geometry files have, which `sudokulib.read` does not take: it reads puzzles."""


def as_puzzle(
    subject: PuzzleLike, *, limits: Limits = DEFAULT_LIMITS, budget: Budget | None = None
) -> Puzzle:
    """Return the puzzle that an argument stands for.

    Args:
        subject: see `PuzzleLike`. 81 characters mean a classic grid. A string is the name of a
            geometry or text of a puzzle, never the name of a file.
        limits: bounds on what text may expand to.
        budget: of the call that reads it, whose time the reading takes as well; a limit that is
            just over does not stop it, so that there is a partial answer.

    Raises:
        OutOfBudget, Cancelled: see `Budget.check`.
        SudokuError: it is none of these; the message says what was tried. Or there is
            something wrong in the puzzle.
        TypeError: it is an object of another type.

    >>> as_puzzle("1.....2..3.....4").line()
    '1.....2..3.....4'
    >>> as_puzzle([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]).line()
    '1.....2..3.....4'
    >>> as_puzzle("samurai").geometry.name
    'samurai'
    >>> as_puzzle({"geometry": "4x4", "givens": {"R1C1": 3}}).line()
    '3...............'
    """
    found = as_subject(subject, limits=limits, budget=budget)
    return found if isinstance(found, Puzzle) else found.puzzle()


def as_subject(
    subject: PuzzleLike, *, limits: Limits = DEFAULT_LIMITS, budget: Budget | None = None
) -> Puzzle | Geometry:
    """Return the puzzle or the geometry that an argument stands for; see `as_puzzle`."""
    if isinstance(subject, Puzzle | Geometry):
        return subject
    if budget is None or (isinstance(subject, str) and _is_shipped(subject.strip())):
        return _read(subject, limits)  # a shipped geometry takes less than the time of grace
    try:
        with interruptible(partial(budget.check, _GRACE)):
            return _read(subject, limits)
    except OutOfBudget as limit:
        raise OutOfBudget(limit.reason, "reading the puzzle") from None


def _read(subject: Any, limits: Limits) -> Puzzle | Geometry:
    if isinstance(subject, str):
        return _of_text(subject, limits)
    if isinstance(subject, Path):
        return _of_file(subject, limits)
    if isinstance(subject, Mapping) and "geometry" in subject:
        data = json.dumps(_plain(subject), ensure_ascii=False)
        return loading.loads(data, "the data", limits=limits)
    if isinstance(subject, Mapping):
        return _of_data(subject)
    return _of_rows(_rows(subject))


def as_geometry(subject: GeometryLike) -> Geometry:
    """Return the geometry that an argument stands for.

    Args:
        subject: see `GeometryLike`.

    Raises:
        SudokuError: there is none of that name, or there is something wrong in its data.
        TypeError: it is an object of another type.

    >>> as_geometry("6x6")
    <Geometry 6x6: 36 cells, 18 shapes, 6 symbols>
    """
    if isinstance(subject, Geometry):
        return subject
    if isinstance(subject, str | Path):
        return geometry(subject)
    if isinstance(subject, Mapping):
        return _of_data(subject)
    raise TypeError(
        f"a {type(subject).__name__} is not a geometry; pass a Geometry, its name, a Path, or the "
        "data of a geometry file"
    )


def as_source(subject: PuzzleLike, *, limits: Limits = DEFAULT_LIMITS) -> Source | None:
    """Return the fields of a YAML file, of its text or of its data, with their places.

    Returns:
        None if the subject is none of these.

    Raises:
        ProblemsError: it is not the YAML that this library reads.
    """
    if isinstance(subject, Path):
        return loader.source_of(subject, limits) if subject.suffix in SUFFIXES else None
    if isinstance(subject, Mapping) and subject.keys() & {"geometry", "build", "cells"}:
        text = json.dumps(_plain(subject), ensure_ascii=False)
        return sources.read_source(text, "the data", limits)
    if isinstance(subject, str) and _is_yaml(subject):
        return sources.read_source(subject, "<text>", limits)
    return None


def _is_yaml(text: str) -> bool:
    found = formats.format_of(text)
    return found.name == "yaml" if found else bool(_GEOMETRY_FILE.search(text))


def _of_text(text: str, limits: Limits) -> Puzzle | Geometry:
    name = text.strip()
    if _is_shipped(name):
        return geometry(name)
    # Formats before other names: listing the folders takes ten times as long as reading a line.
    if found := formats.format_of(text):
        return found.read_one(text, "<text>", limits)
    if name in geometry_names():
        return geometry(name)
    if _GEOMETRY_FILE.search(text):
        return geometry_in(text)
    if said := formats.suggestion_for(text):
        raise GivensError(said)
    raise UnknownNameError(_unknown_name(name))


def _is_shipped(name: str) -> bool:
    """Return whether a shipped geometry has that name, without importing any format.

    To ask all formats first would take 0.25 s when the first puzzle is read, most of it for
    importing pydantic.
    """
    return bool(_SHORT_NAME.fullmatch(name)) and is_file(shipped_folder() / f"{name}.yaml")


def _unknown_name(name: str) -> str:
    known = geometry_meant(name, geometry_names()) or "see `sudokulib geometries`"
    files = "; pass a file as a pathlib.Path" if Path(name).suffix or "/" in name else ""
    return f"{short(name)!r} is neither a geometry nor text in a known format; {known}{files}"


def _of_file(path: Path, limits: Limits) -> Puzzle | Geometry:
    """Return the puzzle or geometry in a file."""
    if path.suffix in SUFFIXES and path.is_file() and not loader.is_puzzle(loader.source_of(path)):
        return geometry(path)
    return formats.read(path, limits=limits)


def _of_data(data: Mapping[str, Any]) -> Geometry:
    if not data.keys() & {"build", "cells"}:
        known = ", ".join(repr(str(key)) for key in list(data)[:5])
        what = f"data with the keys {known}" if known else "an empty dict"
        raise GivensError(
            f"{what} is neither a puzzle nor a geometry; a puzzle has "
            "'geometry' and 'givens', a geometry has 'build' or 'cells'; Geometry.from_houses "
            "takes houses alone"
        )
    return geometry_in(json.dumps(_plain(data), ensure_ascii=False))


def _plain(data: Any) -> Any:
    """Return data as JSON has it."""
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    data = nested_lists(data)
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return data


def _rows(subject: object) -> list[list[Any]]:
    """Return rows of values: those of nested lists or an array, or of one flat list."""
    values = nested_lists(subject)
    if not isinstance(values, Sequence) or isinstance(values, bytes):
        raise TypeError(
            f"{short(repr(subject))} cannot be a puzzle; pass a Puzzle, a Geometry or its "
            "name, text, a Path, rows of symbols, or the data of a puzzle file"
        )
    if all(isinstance(row, list | tuple | str) and len(row) > 1 for row in values):
        rows = [list(row) for row in values]
        if any(isinstance(value, list | tuple) for row in rows for value in row):
            raise GivensError(
                "rows of rows are not a grid; pass two dimensions, a value for each cell"
            )
        return rows
    side = isqrt(len(values))
    if side * side != len(values):
        raise GivensError(f"{len(values)} values are not a square grid; pass rows of equal length")
    return [list(values[start : start + side]) for start in range(0, len(values), side)]


def _of_rows(rows: list[list[Any]]) -> Puzzle:
    """Return the puzzle of rows on the square grid of their number."""
    if not rows:
        raise GivensError("there are no rows; pass a list of them, each with its symbols")
    side = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != side:
            raise GivensError(f"row {number} has {len(row)} values, but there are {side} rows")
    if (name := f"{side}x{side}") not in geometry_names():
        raise GivensError(
            f"no geometry is named {name}, for {side} rows; use geometry(...).puzzle(...) of yours"
        )
    return geometry(name).puzzle(rows)
