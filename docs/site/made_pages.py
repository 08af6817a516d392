"""The pages that are made when the site is built: commands, galleries, and a page for each file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # the checkout is documented, whatever is installed


def page_of(path: str) -> str:
    """Return the page that shows a file of the checkout."""
    return f"{path.rpartition('.')[0]}.md"


@cache
def pages() -> dict[str, str]:
    """Return the text of every page, by its path on the site."""
    return dict(file_pages())


def file_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each geometry, puzzle and recipe that comes with the project."""
    for folder in ("geometries", "examples"):
        for path in sorted((ROOT / folder).rglob("*.y*ml")):
            name = path.relative_to(ROOT).as_posix()
            yield page_of(name), _file_page(path, name)


def _file_page(path: Path, name: str) -> str:
    source = [
        line
        for line in path.read_text("utf-8").rstrip().split("\n")
        if not line.startswith("# yaml-language-server")
    ]
    pictures = "".join(
        f"![{path.stem}]({_address(one, name)})\n\n" for one in _pictures(path, name)
    )
    text = "\n".join(source)
    return (
        f"---\nsearch: {{boost: 0.3}}\n---\n\n# {path.stem}\n\n{pictures}"
        f"`{name}`\n\n```yaml\n{text}\n```\n"
    )


def _address(picture: Path, name: str) -> str:
    """Return a picture's address from the page of a file."""
    inside = picture.relative_to(ROOT).as_posix().removeprefix("docs/")
    return "../" * name.count("/") + inside


def _pictures(path: Path, name: str) -> list[Path]:
    if path.parent.name == "generated":
        return [path.with_suffix(".svg")]
    stem = "-".join(Path(name).with_suffix("").parts)
    folder = ROOT / "docs" / "gallery"
    return [p for p in (folder / f"{stem}.svg", folder / f"{stem}-solid.svg") if p.exists()]
