"""The puzzles to measure on: sets of puzzles of one geometry, and the records of the corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudokulib.model import Model
    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.puzzles.puzzle import Puzzle

__all__ = [
    "CLASSIC",
    "VARIANTS",
    "Item",
    "PuzzleSet",
    "Task",
    "geometry_text",
    "puzzle_set_of",
    "read_puzzle_set",
    "tasks",
]  # fmt: skip

CLASSIC = ("17clue", "top1465", "top95", "hardest1106")
VARIANTS = {
    "x_minimal": "x",
    "windoku_minimal": "windoku",
    "antiknight_minimal": "anti-knight",
    "jigsaw_minimal": "jigsaw",
    "samurai": "samurai",
    "16x16": "16x16",
    "25x25": "25x25",
}
"""Files of generated puzzles, and their geometries."""


@dataclass(frozen=True)
class Item:
    """One puzzle of a set.

    Args:
        text: the text as people write it, which the library gets.
        givens: for each cell the index of its value, or -1, which the others get.
    """

    text: str
    givens: tuple[int, ...]


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of one geometry.

    Args:
        name: the name of the set.
        geometry: their geometry.
        items: the puzzles.
        box: rows and columns of a box, if it is a plain square grid with boxes.
    """

    name: str
    geometry: Geometry
    items: tuple[Item, ...]
    box: tuple[int, int] | None = None

    @cached_property
    def model(self) -> Model:
        """The compiled geometry."""
        from sudokulib.model import compile_geometry

        return compile_geometry(self.geometry)


def puzzle_set_of(
    name: str, geometry: Geometry, lines: Sequence[str], box: tuple[int, int] | None = None
) -> PuzzleSet:
    """Return a set of lines: a character per cell, or numbers between blanks (0: empty)."""
    return PuzzleSet(name, geometry, tuple(_item(geometry, line) for line in lines), box)


def _item(geometry: Geometry, line: str) -> Item:
    symbols = geometry.alphabet.symbols
    marks = line.split() if " " in line.strip() else list(line.strip())
    if " " in line.strip():
        givens = tuple(int(mark) - 1 for mark in marks)
        if geometry.alphabet.compact:
            line = "".join(symbols[v] if v >= 0 else "." for v in givens)
    else:
        places = {symbol: index for index, symbol in enumerate(symbols)}
        givens = tuple(places.get(mark, -1) for mark in marks)
    return Item(line, givens)


def read_puzzle_set(data: Path, name: str, most: int) -> PuzzleSet | None:
    """Return the first `most` puzzles of a set in the data folder; None if it is not there."""
    folder = "classic" if name in CLASSIC else "generated"
    path = data / folder / f"{name}.txt"
    if not path.exists():
        return None
    with path.open(encoding="ascii") as file:
        lines = [line.rstrip("\n") for line in islice(file, most)]
    played_on = VARIANTS.get(name, "9x9")
    return puzzle_set_of(name, _geometry(data, played_on), lines, _BOXES.get(played_on))


_BOXES = {"9x9": (3, 3), "16x16": (4, 4), "25x25": (5, 5)}


def _geometry(data: Path, name: str) -> Geometry:
    from sudokulib import geometry
    from sudokulib.puzzles.geometries.loader import read_geometry

    text = geometry_text(data, name)
    return read_geometry(text) if text else geometry(name)


def geometry_text(data: Path, name: str) -> str:
    """Return the geometry file of a set of puzzles; empty if the library ships the geometry."""
    if name == "anti-knight":
        return (
            "format: 1\nbuild:\n- {make: grid, size: 9x9, box: 3x3}\n"
            "shapes:\n- {kind: anti, moves: knight}\n"
        )
    if name == "jigsaw":
        rows = (data / "generated/jigsaw_regions.txt").read_text(encoding="ascii").split()
        regions = "".join(f"    {row}\n" for row in rows)
        return "format: 1\nbuild:\n- {make: grid, size: 9x9}\n- make: regions\n  map: |\n" + regions
    return ""


@dataclass(frozen=True)
class Task:
    """One record of the corpus.

    Args:
        family: the row of the table that it belongs to.
        name: the name of the record.
        load: makes the puzzle.
        number: the number of its solutions, at most 2.
        solution: the only one, as rows of text; empty if it is not known or not the only one.
    """

    family: str
    name: str
    load: Callable[[], Puzzle] = field(repr=False)
    number: int
    solution: str = field(repr=False)


_NUMBER = {"unique": 1, "MULTIPLE (2+)": 2, "no solution": 0}


def tasks(data: Path) -> list[Task]:
    """Return every record of the corpus; empty if there is no corpus."""
    from acceptance import corpus, corpus_rules

    if corpus.DATA.resolve() != data.resolve():
        return []
    plain = {record["id"]: record for record in corpus.expressible()}
    ruled = {r["id"]: r for r in corpus_rules.with_rules() if r["id"] not in plain}
    return [_plain(record) for record in plain.values()] + [_ruled(r) for r in ruled.values()]


def _plain(record: dict) -> Task:
    from acceptance import corpus

    from sudokulib.puzzles.geometries.loader import read_geometry

    def load() -> Puzzle:
        text = corpus.yaml_text(corpus.geometry_file(record))
        return read_geometry(text).puzzle(corpus.givens(record))

    number = _NUMBER[record["verified"]]
    solution = corpus.solution(record) if number == 1 else ""
    return Task(corpus.family(record), record["id"], load, number, solution)


def _ruled(record: dict) -> Task:
    from acceptance import corpus_rules

    number = _NUMBER[record["verified"]]
    solution = corpus_rules.solution(record) if number == 1 else ""
    family = corpus_rules.family(record)
    return Task(family, record["id"], lambda: corpus_rules.puzzle(record), number, solution)
