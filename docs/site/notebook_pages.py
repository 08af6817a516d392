"""The notebooks of examples/notebooks as pages of the site, with the outputs that they store.

Nothing is executed and Jupyter is not needed: a notebook is JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"
FOLDER = "notebooks"
"""Where the pages are on the site."""

_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def page_of(path: str) -> str:
    """Return the path of a notebook's page."""
    return f"{FOLDER}/{Path(path).stem}.md"


def titles() -> dict[str, str]:
    """Return the heading of each notebook by the path of its page."""
    return {
        page_of(path.name): _source(_cells(path)[0]).partition("\n")[0].removeprefix("# ")
        for path in sorted(NOTEBOOKS.glob("*.ipynb"))
    }


def files() -> dict[str, str]:
    """Return the pages, and the pictures in them, by their paths on the site."""
    made = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        parts = []
        for number, cell in enumerate(_cells(path), 1):
            if cell["cell_type"] == "markdown":
                parts.append(_LINK.sub(_moved, _source(cell)))
                continue
            parts.append(f"```python\n{_source(cell)}\n```")
            for order, output in enumerate(cell["outputs"]):
                picture = f"{path.stem}-{number}-{order}.svg"
                shown, svg = _shown(output, picture)
                parts.append(shown)
                if svg:
                    made[f"{FOLDER}/{picture}"] = svg
        made[page_of(path.name)] = "\n\n".join(parts) + "\n"
    return made


def _cells(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def _source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def _shown(output: dict[str, Any], picture: str) -> tuple[str, str]:
    """Return an output as Markdown, and the SVG that it shows under a name, if any."""
    data = {kind: "".join(value) for kind, value in output.get("data", {}).items()}
    if svg := data.get("image/svg+xml"):
        return f"![output]({picture}){{ .output }}", svg
    if html := data.get("text/html"):
        return f'<div class="output">{"".join(_without_blank_lines(html))}</div>', ""
    text = "".join(output.get("text", "")) or data.get("text/plain", "")
    return f"```text\n{text.rstrip()}\n```", ""


def _without_blank_lines(html: str) -> Iterator[str]:
    """Yield the lines of HTML; Markdown would take a blank one for its end."""
    return (f"{line}\n" for line in html.splitlines() if line.strip())


def _moved(link: re.Match[str]) -> str:
    """Return a link of a notebook as one between pages of the site."""
    target = link[1].replace(".ipynb", ".md").removeprefix("../../")
    if target == link[1].replace(".ipynb", ".md"):
        return f"]({target}"
    return f"](../{target.removeprefix('docs/')}"
