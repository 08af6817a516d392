"""What notebooks show as a picture, or as a page to be played."""

from __future__ import annotations

from html import escape
from typing import Any

__all__ = ["Drawn", "Played"]


class Drawn:
    """Base of what `sudokulib.draw` can draw, so that notebooks show the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from sudokulib.render.picture import draw  # noqa: PLC0415 - a shorter way to write it

        subject: Any = self
        return draw(subject).svg()


class Played:
    """Base of a puzzle's steps, so that notebooks show the step player."""

    def _repr_html_(self) -> str:
        from sudokulib.render.page import page  # noqa: PLC0415 - a shorter way to write it

        steps: Any = self
        text = escape(page(steps.puzzle, steps.again()))
        return f'<iframe srcdoc="{text}" width="100%" height="760" style="border: 0"></iframe>'
