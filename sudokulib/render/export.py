"""Pictures as PNG, by resvg, and as PDF, by svglib and reportlab: the extra ``draw``."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category
from xml.etree import ElementTree as ET

from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import SudokuError
from sudokulib.render.svg import size_of, svg_of
from sudokulib.scene.items import Label, Scene, width_of
from sudokulib.scene.palette import SCALE, Theme, style_sheet

if TYPE_CHECKING:
    import resvg_py
    from PIL import Image
    from reportlab.graphics import renderPDF
    from reportlab.lib import utils
    from reportlab.pdfgen import canvas as canvases
    from svglib import svglib
else:
    Image = lazy_module("PIL.Image")
    canvases = lazy_module("reportlab.pdfgen.canvas")
    renderPDF = lazy_module("reportlab.graphics.renderPDF")  # noqa: N816 - as it is called
    resvg_py = lazy_module("resvg_py")
    svglib = lazy_module("svglib.svglib")
    utils = lazy_module("reportlab.lib.utils")

_NOWHERE = "\U0010fffd"
"""A character that no font has."""

_SILENT = ("Cc", "Cf", "M", "Z")
"""Categories of characters that are invisible by themselves: joiners, marks, blanks."""

_POINTS = 0.75
"""Points of a page per pixel of an SVG, which has 96 to the inch."""

_SHARP = 6
"""Pixels per pixel of the SVG in texts for which a PDF has no font.

An SVG has 96 pixels to the inch, so these have 576 dots: as sharp as print.
"""


class Placed(NamedTuple):
    """A scene on a page, in points from the top left corner.

    Args:
        scene: the scene.
        left, top: its corner.
        width: its width, with its margin; its height follows.
    """

    scene: Scene
    left: float
    top: float
    width: float


@contextmanager
def _extra(kind: str) -> Iterator[None]:
    """Report what to install if a lazy import fails."""
    try:
        yield
    except ModuleNotFoundError:
        raise SudokuError(
            f"{kind} files need an extra; run: pip install 'sudokulib[draw]', or save an .svg"
        ) from None


@_extra("PNG")
def png_of(scene: Scene, theme: Theme, scale: float, fonts: Sequence[str | Path] = ()) -> bytes:
    """Return a scene as a PNG file.

    Args:
        scene: the scene.
        theme: light or dark.
        scale: pixels for each of the SVG's.
        fonts: files of fonts besides those of the system.

    Raises:
        SudokuError: the extra is not installed, or no font has some character.
    """
    text = svg_of(scene, theme)
    files = _checked(scene, fonts)
    width = float(text.split('width="', 1)[1].split('"', 1)[0])
    return _rendered(text, files, max(1, round(width * scale)))


@_extra("PDF")
def pdf_of(
    scene: Scene, theme: Theme, fonts: Sequence[str | Path] = (), scale: float = 1.0
) -> bytes:
    """Return a scene as a PDF file of one page.

    Texts that the fonts of every PDF reader lack are embedded as small pictures, so that they look
    as in a PNG.

    Args:
        scene: the scene.
        theme: light or dark.
        fonts: files of fonts besides those of the system.
        scale: a factor of its size.

    Raises:
        SudokuError: the extra is not installed, or no font has some character.
    """
    width, height = (side * SCALE * _POINTS * scale for side in size_of(scene))
    return pages_pdf([[Placed(scene, 0, 0, width)]], (width, height), theme, fonts)


@_extra("PDF")
def pages_pdf(
    pages: Iterable[Iterable[Placed]],
    size: tuple[float, float],
    theme: Theme = "light",
    fonts: Sequence[str | Path] = (),
) -> bytes:
    """Return scenes as a PDF file of several pages.

    Args:
        pages: the scenes on each page.
        size: the width and height of a page in points.
        theme: light or dark.
        fonts: files of fonts besides those of the system.

    Raises:
        SudokuError: the extra is not installed, or no font has some character.
    """
    made = BytesIO()
    # The same input gives the same file: without the time, and the identifier made of it.
    canvas = canvases.Canvas(made, size, invariant=True)

    def see_through(image: Any, x: float, y: float, width: float, height: float) -> None:
        canvas.drawImage(utils.ImageReader(image), x, y, width, height, mask="auto")

    canvas.drawInlineImage = see_through
    for page in pages:
        for scene, left, top, width in page:
            drawing = _vectors(scene, theme, fonts)
            scale = width / drawing.width
            canvas.saveState()
            canvas.translate(left, size[1] - top - drawing.height * scale)
            canvas.scale(scale, scale)
            renderPDF.draw(drawing, canvas, 0, 0)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def _vectors(scene: Scene, theme: Theme, fonts: Sequence[str | Path]) -> Any:
    """Return a scene as reportlab draws it."""
    text = svg_of(scene, theme)
    if any(not _is_plain(words) for words in _words(scene)):
        text = _pictured(text, theme, _checked(scene, fonts))
    return svglib.svg2rlg(BytesIO(text.encode()))


def _words(scene: Scene) -> Iterator[str]:
    return (item.text for item in scene.items if isinstance(item, Label))


def _is_plain(text: str) -> bool:
    """Return whether the fonts of every PDF reader have all characters of a text."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _pictured(svg: str, theme: Theme, fonts: Sequence[str]) -> str:
    """Return an SVG whose texts in other scripts are replaced by pictures of them."""
    root = ET.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    made: dict[tuple[str, ...], str] = {}
    for element in root.iter(f"{space}text"):
        text = element.text or ""
        if _is_plain(text):
            continue
        get = element.attrib
        x, y, size = (float(get[name]) for name in ("x", "y", "font-size"))
        wide, high = (1.2 * width_of(text) + 1) * size, 1.8 * size
        left = 0.2 * size if get["text-anchor"] == "start" else wide / 2
        key = (text, get["class"], get["font-size"], get["text-anchor"])
        if key not in made:
            small = ET.Element("svg", xmlns=space[1:-1], width=f"{wide:g}", height=f"{high:g}")
            ET.SubElement(small, "style").text = style_sheet(theme)
            at = {"x": f"{left:g}", "y": f"{1.3 * size:g}"}
            ET.SubElement(small, "text", {**get, **at}).text = text
            png = _rendered(ET.tostring(small, "unicode"), fonts, round(wide * _SHARP))
            made[key] = f"data:image/png;base64,{b64encode(png).decode()}"
        element.tag = f"{space}image"
        element.text = None
        element.attrib.clear()
        places = {"x": x - left, "y": y - 1.3 * size, "width": wide, "height": high}
        element.attrib |= {name: f"{value:g}" for name, value in places.items()}
        element.attrib["href"] = made[key]
    return ET.tostring(root, "unicode")


def _rendered(svg: str, fonts: Sequence[str], width: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=list(fonts)))


def _checked(scene: Scene, fonts: Sequence[str | Path]) -> list[str]:
    """Return the font files, after checking that there is a font for every character."""
    files = [str(font) for font in fonts]
    for file in files:
        if not Path(file).is_file():
            raise SudokuError(f"there is no font file {file}; name a .ttf, .otf or .ttc file")
    signs = dict.fromkeys(
        sign for text in _words(scene) for sign in text if not category(sign).startswith(_SILENT)
    )
    if lost := _without_font(list(signs), files):
        raise SudokuError(
            f"no font here has {' '.join(lost[:9])}{' …' if len(lost) > 9 else ''}; install one "
            f"that has, name its file (fonts=, --font), or save an .svg"
        )
    return files


def _without_font(signs: Sequence[str], fonts: Sequence[str]) -> list[str]:
    """Return the characters that are drawn like a character that no font has."""
    size = 24
    slots = [
        f'<text x="{number * 2 * size + size}" y="{size}" text-anchor="middle">{sign}</text>'
        for number, sign in enumerate(_escaped([_NOWHERE, *signs]))
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(slots) * 2 * size}" '
        f'height="{2 * size}"><style>{style_sheet("light")}</style>'
        f'<g class="pencil" font-size="{size}">{"".join(slots)}</g></svg>'
    )
    strip = Image.open(BytesIO(_rendered(svg, fonts, len(slots) * 2 * size)))
    seen = [
        strip.crop((number * 2 * size, 0, (number + 1) * 2 * size, 2 * size)).tobytes()
        for number in range(len(slots))
    ]
    return [sign for sign, look in zip(signs, seen[1:], strict=True) if look == seen[0]]


def _escaped(signs: Iterable[str]) -> Iterator[str]:
    return (f"&#{ord(sign)};" for sign in signs)
