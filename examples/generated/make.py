"""Make a puzzle for every geometry that comes with the library, rate it, draw it, time others.

    python examples/generated/make.py              # those that are missing
    python examples/generated/make.py x samurai    # these anew

A puzzle is the same on any machine; how many a second there are is counted in seconds of this
process. measured.json keeps the numbers, from which README.md is written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import sudokulib
from sudokulib import Generated, Geometry, Solution

HERE = Path(__file__).parent
NUMBERS = HERE / "measured.json"
SEED = 1
WINDOW = (1.2, 3.4)
"""Ratings: not beyond pairs, triples and fish, so that large grids are rated within minutes."""
LARGE = 400
"""Cells from which on fewer puzzles are tried for one that is as wanted."""
TRIES = {False: 200, True: 12}
PROOF_NODES = 300
"""Nodes after which a given stays in doubt: on large grids single proofs take very long."""
SECONDS = 2
"""Seconds for which the other puzzles of a geometry are counted."""
MOST = 2000
"""The most of these puzzles."""

HEAD = """\
# Generated puzzles

<!-- Written by make.py; change that. -->

A puzzle for every geometry that comes with the library, made and rated by one command:

```sh
python examples/generated/make.py
```

Each has one solution, its rating is from {least} to {most}, and no given can go without either
being lost (where *givens* has a +, some of them were not settled within the limits: {proof_nodes}
nodes for one, {tries} puzzles solved for one of {large} cells or more). *A second* are minimal
puzzles of one processor, random grids included, and *median* the median of their givens: of those
that were made in {seconds} seconds.

| geometry | cells | a second | median | givens | ER | hardest step | level | |
|---|---|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    """The row of a geometry in the table.

    Args:
        cells: how many it has.
        rate: minimal puzzles a second.
        counted: how many were made to know that.
        median: of their givens.
        givens: of the puzzle.
        settled: whether none of them can go.
        er, technique, level: its rating.
    """

    cells: int
    rate: float
    counted: int
    median: float
    givens: int
    settled: bool
    er: float
    technique: str
    level: str


def names() -> list[str]:
    """All geometries that come with the library."""
    folder = HERE.parents[1] / "geometries"
    return sorted(path.stem for path in folder.glob("*.yaml"))


def made_of(geometry: Geometry) -> Generated:
    """The puzzle of a geometry."""
    large = len(geometry.cells) >= LARGE
    return sudokulib.generate(
        geometry, seed=SEED, difficulty=WINDOW, tries=TRIES[large], proof_nodes=PROOF_NODES
    )


def timed(geometry: Geometry) -> tuple[float, list[int]]:
    """Return how many minimal puzzles are made in a second, and their numbers of givens."""
    made = sudokulib.generate_many(geometry, MOST, seed=SEED, proof_nodes=PROOF_NODES)
    givens = [len(next(made).puzzle.given_values)]  # the first one pays for all that is made ready
    began = process_time()
    for one in made:
        givens.append(len(one.puzzle.givens))
        if process_time() - began > SECONDS:
            break
    return (len(givens) - 1) / (process_time() - began), givens


def row_of(geometry: Geometry, one: Generated) -> Row:
    """All numbers of a geometry."""
    assert one.rating is not None, "a window was wanted"
    rate, givens = timed(geometry)
    return Row(
        len(geometry.cells), rate, len(givens), median(givens), len(one.puzzle.givens),
        not one.stopped, one.rating.er.rating, one.rating.er.technique, one.rating.level,
    )  # fmt: skip


def text_of(name: str, one: Generated) -> str:
    """The puzzle as a file."""
    assert one.rating is not None, "a window was wanted"
    puzzle = one.puzzle
    lines = [
        "# yaml-language-server: $schema=../../sudokulib/schema/puzzle.schema.json",
        "format: 1",
        f"geometry: {name}",
        f"title: Generated on {name}",
        "author: sudokulib",
        f"description: made from seed {one.seed}; its hardest step is rated {one.rating.er.rating}",
        *block("givens", str(puzzle)),
        *block("solution", str(Solution(puzzle, puzzle.answer))),
    ]
    return "\n".join(lines) + "\n"


def block(field: str, picture: str) -> Iterator[str]:
    """A field with a text picture; YAML wants the indent told where the first line has its own."""
    yield f"{field}: |{'2' if picture.startswith(' ') else ''}"
    yield from (f"  {line}".rstrip() for line in picture.splitlines())


def make(name: str) -> Row:
    """Make the puzzle of a geometry, its picture and its numbers."""
    geometry = sudokulib.geometry(name)
    one = made_of(geometry)
    if one.missed:
        raise SystemExit(f"{name}: {one.missed}; allow more tries")
    (HERE / f"{name}.yml").write_text(text_of(name, one), encoding="utf-8", newline="\n")
    svg = sudokulib.draw(sudokulib.load(HERE / f"{name}.yml")).svg()
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
    return row_of(geometry, one)


def page(rows: dict[str, dict[str, Any]]) -> str:
    """The README."""
    head = HEAD.format(
        least=WINDOW[0], most=WINDOW[1], proof_nodes=PROOF_NODES, tries=TRIES[True], large=LARGE,
        seconds=SECONDS,
    )  # fmt: skip
    return head + "".join(line(name, Row(**rows[name])) for name in names() if name in rows)


def line(name: str, row: Row) -> str:
    """A line of the table."""
    rate = f"{row.rate:,.0f}" if row.rate >= 100 else f"{row.rate:.2g}"
    givens = f"{row.givens}{'' if row.settled else '+'}"
    step = row.technique.replace("-", " ")
    return (
        f"| [{name}]({name}.yml) | {row.cells} | {rate} | {row.median:g} | {givens} "
        f"| {row.er} | {step} | {row.level} | [picture]({name}.svg) |\n"
    )


def main(words: Sequence[str]) -> None:
    """Make the geometries that are named, or those that are missing."""
    rows = json.loads(NUMBERS.read_text("utf-8")) if NUMBERS.exists() else {}
    for name in words or [name for name in names() if name not in rows]:
        rows[name] = asdict(make(name))
        print(line(name, Row(**rows[name])), end="", flush=True)
        text = json.dumps(dict(sorted(rows.items())), indent=1)
        NUMBERS.write_text(text + "\n", encoding="utf-8", newline="\n")
        (HERE / "README.md").write_text(page(rows), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
