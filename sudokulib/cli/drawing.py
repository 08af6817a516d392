"""Pictures on the screen, as wide and as colourful as it allows."""

from __future__ import annotations

import sys
from collections.abc import Collection
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.output import Answer
from sudokulib.scene.glyphs import unicode_fits

if TYPE_CHECKING:
    from rich.text import Text

    from sudokulib.puzzles import filled_grid
    from sudokulib.puzzles import puzzle as puzzles
    from sudokulib.puzzles.filled_grid import Solution
    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render import step_marks
    from sudokulib.render import text as pictures
    from sudokulib.solving.explaining.solving_path import Explanation
else:  # not for --help
    filled_grid = lazy_module("sudokulib.puzzles.filled_grid")
    puzzles = lazy_module("sudokulib.puzzles.puzzle")
    pictures = lazy_module("sudokulib.render.text")
    step_marks = lazy_module("sudokulib.render.step_marks")  # imports the strategies


def print_picture(
    answer: Answer,
    subject: Geometry | Puzzle | Solution,
    *,
    plain: bool = False,
    marked: Collection[int] = (),
) -> None:
    """Print a picture.

    Args:
        answer: whose screen to print on.
        subject: what to draw.
        plain: in the form of givens in files, without borders and colours.
        marked: cells to make conspicuous, by index.
    """
    if plain:
        answer.say(str(subject if isinstance(subject, filled_grid.Solution) else _puzzle(subject)))
        return
    if answer.colourless:
        ascii_only = not unicode_fits(sys.stdout.encoding)
        width = get_terminal_size().columns
        print(pictures.draw(subject, width=width, ascii_only=ascii_only, marked=marked).plain())
        return
    screen = answer.screen
    ascii_only = not unicode_fits(screen.encoding)
    drawing = pictures.draw(subject, width=screen.width, ascii_only=ascii_only, marked=marked)
    screen.print(drawing.rich())


def step_picture(
    answer: Answer, explanation: Explanation, beside: int, *, outcome: bool = True
) -> tuple[Text, int]:
    """Draw the board before a step, with the parts that candidates play in it.

    Returns:
        the picture and its width.

    Args:
        answer: whose screen it is for.
        explanation: the step.
        beside: the most columns if it stands beside text; it takes more if there would be no room
            for any pencil marks.
        outcome: whether to show what the step places and removes.
    """
    screen = answer.screen
    ascii_only = not unicode_fits(screen.encoding)
    for width in (max(0, beside), screen.width):
        drawing = step_marks.draw_step(
            explanation, width=width, ascii_only=ascii_only, outcome=outcome
        )
        if drawing.marked:
            break
    return drawing.rich(), max(map(len, drawing.plain().splitlines()))


def _puzzle(subject: Geometry | Puzzle) -> Puzzle:
    return subject if isinstance(subject, puzzles.Puzzle) else subject.puzzle()


def geometry_line(puzzle: Puzzle) -> str:
    """Return a geometry in one line."""
    geometry = puzzle.geometry
    shapes, own = len(puzzle.all_shapes), len(puzzle.all_shapes) - len(geometry.shapes)
    more = f" ({own} of the puzzle)" if own else ""
    return (
        f"{geometry.name or 'a geometry of its own'}: {len(geometry.cells):,} cells, "
        f"{shapes:,} shapes{more}, {len(geometry.alphabet)} symbols: {geometry.alphabet}"
    )
