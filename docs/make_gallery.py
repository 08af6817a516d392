"""Draw every geometry and every example, and write docs/gallery.md.

python docs/make_gallery.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sudokulib import draw, geometry, load
from sudokulib.render.figure import Subject
from sudokulib.render.plane import views_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
FOLDER = ROOT / "docs" / "gallery"
LONG = 40
"""Lines of a file that are shown; of a longer one the first."""
WIDE = 360
"""Pixels of a picture on the page."""

HEAD = """\
# Gallery

<!-- Written by docs/make_gallery.py from geometries/ and examples/; change those. -->

Every geometry that comes with the library and every example, each beside its file, drawn by
`sudokulib draw` ([pictures](drawing.md)). The pictures are as light or dark as your system.
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
        """What it is called: its path without folder and suffix."""
        inner = self.path.relative_to(self.path.parts[0]).with_suffix("")
        return inner.as_posix() if self.view == "flat" else f"{inner.as_posix()} ({self.view})"

    @property
    def picture(self) -> Path:
        """Its picture."""
        name = "-".join(self.path.with_suffix("").parts)
        return FOLDER / f"{name}{'' if self.view == 'flat' else '-' + self.view}.svg"

    @property
    def subject(self) -> Subject:
        """What is drawn."""
        path = ROOT / self.path
        return geometry(path.stem) if self.path.parts[0] == "geometries" else load(path)

    def svg(self) -> str:
        """The picture as text."""
        return draw(self.subject, view=self.view).svg()


def pieces() -> Iterator[GalleryItem]:
    """All pictures, geometries first."""
    for path in sorted((ROOT / "geometries").glob("*.yaml")):
        for view in views_of(geometry(path.stem)):
            yield GalleryItem(path.relative_to(ROOT), view)
    for path in sorted((ROOT / "examples").rglob("*.yaml")):
        text = path.read_text("utf-8")
        if "\ngeometry:" in text:
            for view in views_of(load(path).geometry):
                yield GalleryItem(path.relative_to(ROOT), view)


def page() -> str:
    """The whole page."""
    found = list(pieces())
    sections = []
    for folder, title in (("geometries", "Geometries"), ("examples", "Examples")):
        own = [item for item in found if item.path.parts[0] == folder]
        names = " · ".join(f"[{one.name}](#{_anchor(one)})" for one in own if one.view == "flat")
        sections += [f"## {title}\n", f"{names}\n"]
        sections += [_section(item) for item in own]
    return "\n".join([HEAD, *sections])


def _anchor(item: GalleryItem) -> str:
    return "-".join(item.path.with_suffix("").parts)


def _section(item: GalleryItem) -> str:
    source = (ROOT / item.path).read_text("utf-8").rstrip().split("\n")
    source = [line for line in source if not line.startswith("# yaml-language-server")]
    more = ["…"] if len(source) > LONG else []
    text = "\n".join([*source[:LONG], *more])
    link = f"../{item.path.as_posix()}"
    beside = f"```yaml\n{text}\n```" if item.view == "flat" else "The same file."
    anchor = f'<a id="{_anchor(item)}"></a>' if item.view == "flat" else ""
    picture = f"gallery/{item.picture.name}"
    return (
        f"### {item.name}\n\n{anchor}\n<table><tr><td>\n\n"
        f'<img src="{picture}" alt="{item.name}" width="{WIDE}">\n\n</td><td>\n\n'
        f"[{item.path.as_posix()}]({link})\n\n{beside}\n\n</td></tr></table>\n"
    )


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
