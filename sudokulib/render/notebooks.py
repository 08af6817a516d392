"""The output of notebooks for a geometry, puzzle, solution or step, and for a puzzle's steps."""

from __future__ import annotations

from html import escape
from typing import Any

from sudokulib.render.figure import Subject
from sudokulib.render.page import page
from sudokulib.render.picture import draw

__all__ = ["player_html", "subject_svg"]


def subject_svg(subject: Subject) -> str:
    """Return the picture of whatever `sudokulib.draw` can draw, as SVG."""
    return draw(subject).svg()


def player_html(steps: Any) -> str:
    """Return the step player of a puzzle's steps, in a frame of its own.

    Args:
        steps: the object that `sudokulib.steps` returns.
    """
    text = escape(page(steps.puzzle, steps.from_start()))
    return f'<iframe srcdoc="{text}" width="100%" height="760" style="border: 0"></iframe>'
