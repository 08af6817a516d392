"""Pictures: the result of `sudokulib.draw`, and the files that they become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from sudokulib.board import Board
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.generators.tiles import named_tiles
from sudokulib.render.export import pdf_of, png_of
from sudokulib.render.figure import Subject, figure
from sudokulib.render.lattice import lattice
from sudokulib.render.svg import svg_of
from sudokulib.scene.items import Scene
from sudokulib.scene.palette import SCALE, Theme

SUFFIXES = (".svg", ".png", ".pdf")
"""The suffixes of picture files."""

_MOST_PIXELS = 20_000
"""Pixels on one side of a PNG.

A bound against typing errors in the scale: a square of as many is 1.6 GB, of four bytes each.
"""

_MOST_SCALE = 100
"""The largest scale, a bound against typing errors too: a 9×9 is 37,000 pixels wide with it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture, which notebooks display.

    Args:
        scene: the scene.
        theme: light or dark paper, or ``auto``, as the reader's system is set.
        scale: the scale of the output; at 1 a cell's side is 40 pixels.

    >>> import sudokulib
    >>> picture = sudokulib.draw("1.....2..3.....4", theme="dark")
    >>> picture.svg().startswith("<svg"), picture.theme
    (True, 'dark')
    """

    scene: Scene
    theme: Theme = "auto"
    scale: float = 1.0

    def __repr__(self) -> str:
        return f"<Picture of {len(self.scene.items)} items, theme {self.theme}>"

    def svg(self) -> str:
        """Return the picture as the text of an SVG file."""
        return svg_of(self.scene, self.theme, self.scale)

    def png(self, *, scale: float = 2.0, fonts: Sequence[str | Path] = ()) -> bytes:
        """Return the picture as a PNG file (extra ``draw``); ``auto`` is light paper here.

        Args:
            scale: pixels for each of the SVG's.
            fonts: files of fonts besides those of the system.

        Raises:
            SudokuError: the extra is not installed, the picture would be too large, or no font
                has some character.
        """
        left, top, right, bottom = self.scene.box
        density = self.scale * scale
        pixels = max(right - left, bottom - top) * SCALE * density
        if not scale > 0 or pixels > _MOST_PIXELS:
            raise SudokuError(
                f"scale={density:g} gives a picture of {pixels:.0f} pixels; choose one that gives "
                f"1 to {_MOST_PIXELS}"
            )
        return png_of(self.scene, self._paper, density, fonts)

    def pdf(self, *, fonts: Sequence[str | Path] = ()) -> bytes:
        """Return the picture as a one-page PDF file (extra ``draw``); ``auto`` is light paper here.

        Args:
            fonts: files of fonts besides those of the system.

        Raises:
            SudokuError: the extra is not installed, or no font has some character.
        """
        return pdf_of(self.scene, self._paper, fonts, self.scale)

    def save(self, path: str | Path, *, fonts: Sequence[str | Path] = ()) -> Path:
        """Write the picture to a file, as SVG, PNG or PDF according to its suffix.

        Args:
            path: the path of the file.
            fonts: files of fonts besides those of the system, for PNG and PDF.

        Raises:
            SudokuError: the ending is another, the extra is not installed, no font has some
                character, or the file cannot be written.
        """
        path = Path(path)
        kind = path.suffix.lower()
        if kind == ".png":
            made = self.png(fonts=fonts)
        elif kind == ".pdf":
            made = self.pdf(fonts=fonts)
        elif kind == ".svg":
            made = self.svg().encode()
        else:
            raise SudokuError(
                f"no picture is written as {path.name!r}; end the name in {', '.join(SUFFIXES)}"
            )
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
    marks: bool = False,
    scale: float = 1.0,
    caption: bool | str = True,
    outcome: bool = True,
    coordinates: bool = False,
) -> Picture:
    """Draw a geometry, a puzzle, a solution, true candidates or a step.

    Args:
        subject: what to draw; a step of `sudokulib.explain` is drawn on the board before it, with
            the parts that candidates play; of true candidates in unknown regions, instead of the
            numbers of regions, the borders of all solutions, and a bar between neighbours that are
            in one region in all.
        view: ``flat``, or ``solid`` for geometries with faces or layers: tredoku, cubes and
            volumes.
        theme: ``light`` or ``dark`` paper, or ``auto``, as the reader's system is set.
        board: for a puzzle: the board whose candidates are shown as pencil marks.
        marks: for a puzzle: whether every open cell shows its candidates: those of `board`, else
            those that the givens leave in the cells that see them. (What the rules leave in all,
            `sudokulib.true_candidates`, would give the solution away.)
        scale: the scale of the files; at 1 a cell's side is 40 pixels, 80 in a PNG.
        caption: whether to name below the picture the rules that no mark can show; a text is added
            there.
        outcome: for a step: whether to show its placements and eliminations.
        coordinates: whether to write into each cell its name instead of symbols.

    Raises:
        SudokuError: there is no such view, theme or scale, or no marks of the subject.

    >>> import sudokulib
    >>> picture = sudokulib.draw(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))
    >>> picture.svg().startswith("<svg")
    True
    """
    _check_looks(theme, scale)
    scene = figure(
        subject,
        view=view,
        board=board,
        marks=marks,
        caption=caption,
        outcome=outcome,
        coordinates=coordinates,
    )
    return Picture(scene, theme, scale)


def draw_tiles(
    tiles: str | Mapping[str, str], *, theme: Theme = "auto", scale: float = 1.0
) -> Picture:
    """Draw the places of a tredoku's tiles, and those round them, whether it is one yet or not.

    Args:
        tiles: as the field ``tiles`` of a file has them: ``a(0,0) a(0,1) b(0,2)``, or by name.
        theme, scale: as for `draw`.

    Raises:
        SudokuError: a tile is not written so, or there is no such theme or scale.

    >>> draw_tiles("a(0,0) a(0,1) b(0,2)").svg().count("b(0,2)")
    2
    """
    _check_looks(theme, scale)
    return Picture(lattice(named_tiles(tiles)), theme, scale)


def _check_looks(theme: str, scale: float) -> None:
    if theme not in get_args(Theme):
        raise SudokuError(f"there is no theme {theme!r}; choose {', '.join(get_args(Theme))}")
    if not 0 < scale <= _MOST_SCALE:
        raise SudokuError(f"scale={scale:g} is none; choose a factor above 0, up to {_MOST_SCALE}")
