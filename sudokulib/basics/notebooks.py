"""The base classes of objects that notebooks show as a picture or an interactive page."""

from __future__ import annotations

from sudokulib.basics.late_binding import convenience


class SvgDisplay:
    """Base of the objects that `sudokulib.draw` can draw, so that notebooks show the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        svg: str = convenience("SvgDisplay._repr_svg_")(self)
        return svg


class HtmlDisplay:
    """Base of what notebooks show as HTML: results, and a puzzle's steps as an interactive page."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = convenience("HtmlDisplay._repr_html_")(self)
        return html
