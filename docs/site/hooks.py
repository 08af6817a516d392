"""Events of mkdocs: pages that are made when the site is built, and links that lead out of docs/.

On the site every file that a page links to is a page as well: a puzzle or a geometry beside its
picture, the changelog, the README files of the examples.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

import made_pages
import notebook_pages
from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
BROUGHT = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")
"""Files at the top of the checkout that belong to the site."""
LINK = re.compile(r"(\]\(|(?:src|href)=\")(?![a-z]+:|#)([^)\"#]*)(#[^)\"]*)?(?=[)\"])")
HEADING = re.compile(r"^##+ ([A-Za-z0-9 -]+)\n", re.MULTILINE)
FENCE = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made, and what lies outside docs/."""
    for name, text in (made_pages.files() | notebook_pages.files()).items():
        files.append(File.generated(config, name, content=text))
    brought = [ROOT / name for name in BROUGHT]
    brought += sorted(path for path in (ROOT / "examples").rglob("*") if _is_shown(path))
    for path in brought:
        name = path.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def _is_shown(path: Path) -> bool:
    return path.suffix in (".md", ".svg", ".txt", ".py", ".toml", ".json") and not any(
        part.startswith((".", "__")) or part.endswith(".egg-info")
        for part in path.relative_to(ROOT).parts
    )


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Point links to where their targets are on the site, and mark examples as sessions."""
    here = page.file.src_uri
    if here in made_pages.files() or here in notebook_pages.titles():
        return markdown
    if here in ("shape-kinds.md", "techniques.md", "walkthroughs.md"):
        markdown = illustrated(markdown)
    origin = here if (ROOT / here).exists() else f"docs/{here}"

    def moved(link: re.Match[str]) -> str:
        before, target, anchor = link[1], link[2], link[3] or ""
        return before + (_relative(target, origin, here) if target else "") + anchor

    return FENCE.sub("```pycon\n", LINK.sub(moved, markdown))


def illustrated(markdown: str) -> str:
    """Return a page with the picture of each kind or technique, or a player, below its heading."""
    made, players = made_pages.files(), made_pages.players()

    def below(heading: re.Match[str]) -> str:
        name = heading[1]
        if name in players:
            return f"{heading[0]}\n[Play it step by step]({players[name]}){{ .md-button }}\n"
        for path in (f"gallery/kinds/{name}.svg", f"gallery/techniques/{name}.svg"):
            if path in made:
                return f"{heading[0]}\n![{name}]({path}){{ .beside }}\n"
        return heading[0]

    return HEADING.sub(below, markdown)


def _relative(target: str, origin: str, here: str) -> str:
    """Return a link of the checkout as a link between the pages of the site."""
    aim = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
    return posixpath.relpath(_place(aim), posixpath.dirname(here) or ".")


def _place(aim: str) -> str:
    """Return where a path of the checkout is on the site."""
    if aim.startswith("docs/"):
        return aim.removeprefix("docs/")
    if aim == "README.md":
        return "index.md"
    if aim.endswith(".ipynb"):
        return notebook_pages.page_of(aim)
    if (ROOT / aim).is_dir():
        return f"{aim}/README.md" if (ROOT / aim / "README.md").exists() else "examples/README.md"
    return made_pages.page_of(aim) if aim.endswith((".yaml", ".yml")) else aim
