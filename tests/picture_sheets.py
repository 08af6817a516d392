"""Draw every kind and every technique on sheets, to be looked at one by one.

`python tests/picture_sheets.py FOLDER [--seconds 300] [--only kinds|steps]` writes PNG files: the
example of every kind, and a step of every technique that has one on some board of the examples and
of HoDoKu's library of techniques (if it is there). Each sheet is written four times: as most people
see it, and as it is seen without one of the three types of cones.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from time import monotonic

from acceptance import reglib
from PIL import Image, ImageDraw
from PIL.ImageFilter import Color3DLUT
from render.test_colours import DEFICIENCIES, puzzle_of, times

from sudokulib import draw, explain, load
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.board import Board
from sudokulib.errors import SudokuError
from sudokulib.logic.words import Words
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes.registry import kinds
from sudokulib.solving.explaining.solving_path import Explanation
from sudokulib.strategies import Strategy, strategies

ROOT = Path(__file__).parents[1]

WIDE, TALL, TITLE = 290, 330, 14
"""The most pixels of a picture, and those of the line with its title."""

ACROSS, DOWN = 4, 3
"""The pictures on a sheet."""

MOST_CELLS = 400
"""Larger boards are not searched for steps: little of them would be seen on a sheet."""

SECONDS_A_PUZZLE, SECONDS_A_SEARCH = 2, 0.5
"""How long steps of an example are sought, and those of one technique on a board."""

FOG = "{geometry: 4x4, fog: R1C1 R3C2, shapes: [{kind: cage, sum: 5, cells: R2C1 R2C2}]}"
"""Fog is no kind, but a field of puzzle files."""

Tile = tuple[str, Image.Image]
"""A picture with its title."""


def tile(title: str, subject: Puzzle | Explanation) -> Tile:
    """Return a picture that fits on a sheet."""
    made = Image.open(BytesIO(draw(subject, theme="light").png())).convert("RGB")
    made.thumbnail((WIDE, TALL))
    return title, made


def kinds_drawn() -> Iterator[Tile]:
    """Yield the example of every kind, and a puzzle in fog."""
    for kind in kinds():
        yield tile(kind.name, puzzle_of(kind))
    yield tile("fog", loads(FOG))


def boards() -> Iterator[tuple[str, Puzzle, Board]]:
    """Yield boards in the middle of solving, those of HoDoKu's library first."""
    for case in reglib.cases():
        yield case.code, case.puzzle, case.board()
    for path in sorted((ROOT / "examples").rglob("*.yaml")):
        with suppress(SudokuError):
            puzzle = load(path)
            if len(puzzle.geometry.cells) <= MOST_CELLS:
                for step in explain(puzzle, seconds=SECONDS_A_PUZZLE):
                    yield path.stem, puzzle, step.before


def step_of(technique: Strategy, puzzle: Puzzle, board: Board) -> Explanation | None:
    """Return the first step of a technique on a board, if one is found soon."""
    with interruptible(Budget(SECONDS_A_SEARCH).check), suppress(OutOfBudget):
        for step in technique.find(board):
            return Explanation(1, step, board, step.apply(board), puzzle, Words(puzzle, board))
    return None


def steps_drawn(seconds: float) -> Iterator[Tile]:
    """Yield a step of every technique that has one on some board, in the order of their names."""
    missing = {one.name: one for one in strategies()}
    found, end = {}, monotonic() + seconds
    for source, puzzle, board in boards():
        if monotonic() > end or not missing:
            break
        for name, technique in tuple(missing.items()):
            if step := step_of(technique, puzzle, board):
                found[name] = tile(f"{name} ({source})", step)
                del missing[name]
    print("no step of", *sorted(missing))
    yield from (found[name] for name in sorted(found))


def sheet(tiles: list[Tile]) -> Image.Image:
    """Return pictures side by side, each below its title."""
    made = Image.new("RGB", (ACROSS * (WIDE + 2), DOWN * (TALL + TITLE)), "#888")
    pen = ImageDraw.Draw(made)
    for number, (title, picture) in enumerate(tiles):
        x, y = number % ACROSS * (WIDE + 2), number // ACROSS * (TALL + TITLE)
        pen.text((x + 2, y), title, fill="white")
        made.paste(picture, (x, y + TITLE))
    return made


def seen(matrix: tuple[tuple[float, ...], ...]) -> Color3DLUT:
    """Return the filter that shows colours as they are seen with a deficiency."""

    def colour(*rgb: float) -> tuple[float, ...]:
        light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        changed = [max(0.0, min(1.0, c)) for c in times(matrix, light)]
        return tuple(
            12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in changed
        )

    return Color3DLUT.generate(33, colour)


def main() -> None:
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=300, help="how long to look for steps")
    parser.add_argument("--only", choices=("kinds", "steps"))
    said = parser.parse_args()
    said.folder.mkdir(parents=True, exist_ok=True)
    made = {"kinds": kinds_drawn(), "steps": steps_drawn(said.seconds)}
    filters = {name: seen(matrix) for name, matrix in DEFICIENCIES.items() if name != "none"}
    for name, drawn in made.items():
        if said.only not in (None, name):
            continue
        tiles = list(drawn)
        print(len(tiles), name)
        for first in range(0, len(tiles), ACROSS * DOWN):
            plain = sheet(tiles[first : first + ACROSS * DOWN])
            path = said.folder / f"{name}-{first // (ACROSS * DOWN) + 1:02}.png"
            plain.save(path)
            for deficiency, how in filters.items():
                plain.filter(how).save(path.with_stem(f"{path.stem}-{deficiency}"))


if __name__ == "__main__":
    main()
