"""Draw every geometry and every example, and write docs/gallery.md.

python docs/make_gallery.py
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sudokulib import Puzzle, draw, geometry, load
from sudokulib.render.figure import Subject
from sudokulib.scene.plane import views_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
FOLDER = ROOT / "docs" / "gallery"

HEAD = """\
# Gallery

<!-- Written by docs/make_gallery.py from geometries/ and examples/; change those. -->

This page shows every geometry that comes with the library, and every example. The link next to a
picture leads to its file; `sudokulib draw FILE --out picture.svg` draws it, with `--view solid` for
solid views ([pictures](drawing.md)).
"""


@dataclass(frozen=True)
class GalleryItem:
    """One picture of the gallery.

    Args:
        path: of its file, from the root.
        view: in which it is drawn.
    """

    path: Path
    view: str

    @property
    def name(self) -> str:
        """Its name: its path without folder and suffix."""
        inner = self.path.relative_to(self.path.parts[0]).with_suffix("")
        return inner.as_posix() if self.view == "flat" else f"{inner.as_posix()}, {self.view}"

    @property
    def picture(self) -> Path:
        """Its picture."""
        name = "-".join(self.path.with_suffix("").parts)
        return FOLDER / f"{name}{'' if self.view == 'flat' else '-' + self.view}.svg"

    @property
    def subject(self) -> Subject:
        """The puzzle or geometry that is drawn."""
        path = ROOT / self.path
        return geometry(path.stem) if self.path.parts[0] == "geometries" else load(path)

    def svg(self) -> str:
        """The picture as text."""
        return draw(self.subject, view=self.view).svg()


def paths() -> list[Path]:
    """All files that are shown, geometries first, from the root."""
    shown = sorted((ROOT / "geometries").glob("*.yaml"))
    shown += [
        path
        for path in sorted((ROOT / "examples").rglob("*.yaml"))
        if "\ngeometry:" in path.read_text("utf-8")
    ]
    return [path.relative_to(ROOT) for path in shown]


def pieces_of(path: Path) -> list[GalleryItem]:
    """The pictures of a file."""
    subject = GalleryItem(path, "").subject
    place = subject.geometry if isinstance(subject, Puzzle) else subject
    return [GalleryItem(path, view) for view in views_of(place)]


def pieces() -> list[GalleryItem]:
    """All pictures, in the order of the files."""
    return [piece for path in paths() for piece in pieces_of(path)]


def page() -> str:
    """The whole page."""
    found = pieces()
    sections = [HEAD]
    for folder, title in (("geometries", "Geometries"), ("examples", "Puzzles")):
        items = [_line(item) for item in found if item.path.parts[0] == folder]
        sections += [f"## {title}\n", '<div class="pictures" markdown>\n', *items, "\n</div>\n"]
    return "\n".join(sections).rstrip() + "\n"


def _line(item: GalleryItem) -> str:
    """An item of the list: the picture, and a link to the file that it is made from."""
    path = item.path.as_posix()
    return f"- ![{item.name}](gallery/{item.picture.name}) [{item.name}](../{path})"


def main() -> None:
    """Write the page and its pictures."""
    FOLDER.mkdir(exist_ok=True)
    made = {item.picture: item.svg() for item in pieces()}
    for path in FOLDER.glob("*.svg"):
        if path not in made:
            path.unlink()
    for path, svg in made.items():
        path.write_text(svg, encoding="utf-8", newline="\n")
    PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
