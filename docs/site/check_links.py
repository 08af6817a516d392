"""Check a built site: links lead to pages and headings, and nothing is loaded from elsewhere.

python docs/site/check_links.py FOLDER

mkdocs checks links in Markdown only; this reads what a browser reads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "link": "href"}
"""The attribute with the address of what a browser loads by itself, by tags."""
MENTIONED = ("canonical", "next", "prev")
"""Relations of `<link>` that load nothing."""


@dataclass
class Read(HTMLParser):
    """The links and the anchors of a page."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, loads and is called."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        address = values.get(LOADED.get(tag, ""))
        if address and values.get("rel") not in MENTIONED:
            self.loaded.append(address)
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])


def faults(site: Path) -> Iterator[str]:
    """Yield a line for each link that leads nowhere, and each thing loaded from elsewhere."""
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        if name.name == "404.html":  # its addresses begin at the root of a server
            continue
        for address in page.loaded:
            if urlsplit(address).netloc:
                yield f"{name}: loads {address}"
        for address in [*page.links, *page.loaded]:
            if not _leads_somewhere(address, path, pages):
                yield f"{name}: {address} leads nowhere"


def _read(path: Path) -> Read:
    page = Read()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _leads_somewhere(address: str, path: Path, pages: dict[Path, Read]) -> bool:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return True
    aim = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not parts.fragment or aim not in pages:
        return aim.exists()
    return unquote(parts.fragment) in pages[aim].anchors


def main() -> None:
    """Print the faults of a site and exit with 1 if there are any."""
    site = Path(sys.argv[1]).resolve()
    found = sorted(set(faults(site)))
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(list(site.rglob('*.html')))} pages, {len(found)} faults")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
