"""What notebooks show as a picture."""

from __future__ import annotations

from typing import Any

__all__ = ["Drawn"]


class Drawn:
    """Base of what `sudokulib.draw` can draw, so that notebooks show the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from sudokulib.render.picture import draw  # noqa: PLC0415 - a shorter way to write it

        subject: Any = self
        return draw(subject).svg()
