"""What notebooks show as a picture, or as a page to be played."""

from __future__ import annotations

from sudokulib.basics.late_binding import convenience

__all__ = ["Drawn", "Played"]


class Drawn:
    """Base of what `sudokulib.draw` can draw, so that notebooks show the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        svg: str = convenience("Drawn._repr_svg_")(self)
        return svg


class Played:
    """Base of a puzzle's steps, so that notebooks show the step player."""

    def _repr_html_(self) -> str:
        html: str = convenience("Played._repr_html_")(self)
        return html
