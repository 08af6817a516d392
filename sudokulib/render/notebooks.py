"""The output of notebooks for a geometry, puzzle, solution or step, and for a puzzle's steps."""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Sequence
from html import escape

from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.figure import Subject
from sudokulib.render.page import page
from sudokulib.render.picture import draw
from sudokulib.solving.explaining.solving_path import Explanation, Steps

_UNPACK = """<!doctype html><meta charset="utf-8"><script>
const bytes = Uint8Array.from(atob("DATA"), (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(stream).text().then((page) => {
  document.open(); document.write(page); document.close();
});
</script>"""
"""A page that unpacks itself: steps repeat one another, and a notebook keeps all of them."""


_SEVERAL = "The puzzle has several solutions, and each candidate left is in one of them"


def subject_svg(subject: Subject) -> str:
    """Return the picture of whatever `sudokulib.draw` can draw, as SVG."""
    return draw(subject).svg()


def player_html(steps: Steps, most: int) -> str:
    """Return the step player of a puzzle's steps, in a frame of its own.

    Args:
        steps: the object that `sudokulib.steps` returns.
        most: how many characters it may have. A longer page is packed; if that is still too long,
            it ends before the last step, and says so; if it is too long without any, it is empty.
    """
    found, ending = _steps_and_ending(steps.from_start())
    text = _frame(page(steps.puzzle, found, ending=ending))
    left = 2 * len(found) + 1
    while len(text) > most and left:
        left //= 2
        text = _frame(_packed(steps.puzzle, found[:left], len(found), ending))
    return text if len(text) <= most else ""


def _steps_and_ending(steps: Steps) -> tuple[list[Explanation], str]:
    """Return all steps, and why they end if cells are left; the page adds the full stop."""
    found = list(steps)
    if steps.exhausted:
        return found, _SEVERAL
    return found, f"The steps end here: out of {steps.stopped}" if steps.stopped else ""


def _frame(text: str) -> str:
    return f'<iframe srcdoc="{escape(text)}" width="100%" height="760" style="border: 0"></iframe>'


def _packed(puzzle: Puzzle, shown: Sequence[Explanation], count: int, ending: str) -> str:
    if len(shown) < count:
        ending = f"These are the first {len(shown)} of {count} steps"
    packed = gzip.compress(page(puzzle, shown, ending=ending).encode(), mtime=0)
    return _UNPACK.replace("DATA", b64encode(packed).decode())
