"""Pictures: what `sudokulib.draw` returns, and the files that they become."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import get_args

from sudokulib.board import Board
from sudokulib.errors import SudokuError
from sudokulib.render.figure import Subject, figure
from sudokulib.render.palette import Theme
from sudokulib.render.scene import Scene
from sudokulib.render.svg import SCALE, svg_of

__all__ = ["SUFFIXES", "Picture", "draw"]

SUFFIXES = (".svg", ".png", ".pdf")
"""What names of picture files may end in."""

_MOST_PIXELS = 20_000
"""On one side of a PNG."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture; notebooks show it by themselves.

    Args:
        scene: what is drawn.
        theme: light or dark paper, or ``auto``, as the reader's system is set.
    """

    scene: Scene
    theme: Theme = "auto"

    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return svg_of(self.scene, self.theme)

    def png(self, *, scale: float = 2.0) -> bytes:
        """The picture as a PNG file (extra ``draw``); ``auto`` is light paper here.

        Args:
            scale: pixels for each of the SVG's, of which 40 are a cell's side.

        Raises:
            SudokuError: the extra is not installed, or the picture would be too large.
        """
        left, top, right, bottom = self.scene.box
        pixels = max(right - left, bottom - top) * SCALE * scale
        if not scale > 0 or pixels > _MOST_PIXELS:
            raise SudokuError(
                f"scale={scale:g} gives a picture of {pixels:.0f} pixels; choose one that gives "
                f"1 to {_MOST_PIXELS}"
            )
        try:
            import resvg_py  # noqa: PLC0415 - an extra
        except ModuleNotFoundError:
            raise SudokuError(_missing("PNG")) from None
        text = svg_of(self.scene, self._paper)
        width = _width(text)
        return bytes(resvg_py.svg_to_bytes(svg_string=text, width=max(1, round(width * scale))))

    def pdf(self) -> bytes:
        """The picture as a PDF file of one page (extra ``draw``); ``auto`` is light paper here.

        Raises:
            SudokuError: the extra is not installed.
        """
        try:
            from reportlab.graphics import renderPDF  # noqa: PLC0415 - an extra
            from svglib.svglib import svg2rlg  # noqa: PLC0415
        except ModuleNotFoundError:
            raise SudokuError(_missing("PDF")) from None
        text = svg_of(self.scene, self._paper)
        page = BytesIO()
        renderPDF.drawToFile(svg2rlg(BytesIO(text.encode())), page)
        return page.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file, as SVG, PNG or PDF by what its name ends in.

        Raises:
            SudokuError: another ending, an extra that is not installed, or a file that cannot be
                written.
        """
        path = Path(path)
        kind = path.suffix.lower()
        if kind not in SUFFIXES:
            raise SudokuError(
                f"no picture is written as {path.name!r}; end the name in {', '.join(SUFFIXES)}"
            )
        made = {".svg": lambda: self.svg().encode(), ".png": self.png, ".pdf": self.pdf}[kind]()
        try:
            path.write_bytes(made)
        except OSError as error:
            raise SudokuError(f"{path} cannot be written: {error.strerror or error}") from None
        return path

    @property
    def _paper(self) -> Theme:
        return "light" if self.theme == "auto" else self.theme

    def _repr_svg_(self) -> str:
        return self.svg()


def draw(
    subject: Subject,
    *,
    view: str = "flat",
    theme: Theme = "auto",
    board: Board | None = None,
    caption: bool = True,
    outcome: bool = True,
) -> Picture:
    """Draw a geometry, a puzzle, a solution or a step.

    Args:
        subject: what to draw; a step of `sudokulib.explain` is drawn on the board before it, with
            the parts that candidates play.
        view: ``flat``, or ``solid`` for what has faces: tredoku and cubes.
        theme: ``light`` or ``dark`` paper, or ``auto``, as the reader's system is set.
        board: for a puzzle: the board whose candidates are shown as pencil marks.
        caption: whether rules that no mark can show are named below.
        outcome: for a step: whether what it places and removes is shown.

    Raises:
        SudokuError: a view or theme that there is not.

    >>> import sudokulib
    >>> picture = sudokulib.draw(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))
    >>> picture.svg().startswith("<svg")
    True
    """
    if theme not in get_args(Theme):
        raise SudokuError(f"there is no theme {theme!r}; choose {', '.join(get_args(Theme))}")
    scene = figure(subject, view=view, board=board, caption=caption, outcome=outcome)
    return Picture(scene, theme)


def _missing(kind: str) -> str:
    return f"{kind} files need an extra; run: pip install 'sudokulib[draw]', or save an .svg"


def _width(svg: str) -> float:
    return float(svg.split('width="', 1)[1].split('"', 1)[0])
