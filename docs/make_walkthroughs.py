"""Write docs/walkthroughs.md: three puzzles explained to the end, as `sudokulib explain` does.

python docs/make_walkthroughs.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent
PAGE = DOCS / "walkthroughs.md"

HEAD = """\
# Walkthroughs

<!-- Written by docs/make_walkthroughs.py; change that. -->

Three puzzles explained from start to finish by `sudokulib explain`. [Explanations](explanations.md)
describes how to read the steps.
"""

PUZZLES = (
    (
        "A samurai",
        "examples/samurai/crossroads.yaml",
        "Five overlapping grids; the shared boxes belong to two grids each.",
    ),
    (
        "A killer with outies",
        "examples/cage/sticking-out.yaml",
        "There are no givens. Many cages extend beyond their boxes, which gives innies and outies.",
    ),
    (
        "A tredoku",
        "examples/tredoku-hook-5/killer.yaml",
        "Five tiles in space, with cages that bend around their edges.",
    ),
)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for heading, path, text in PUZZLES:
        parts.append(f"## {heading}\n\n{text}\n")
        said = f"explain {path} --no-grids"
        parts.append(f"```text\n$ sudokulib {said}\n{_printed(said)}```\n")
    return "\n".join(parts)


def _printed(said: str) -> str:
    """Return the output of a command in a plain terminal."""
    environment = os.environ | {
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "TERM": "dumb",
    }
    done = subprocess.run(
        [sys.executable, "-m", "sudokulib", *said.split()],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        cwd=DOCS.parent,
        check=True,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
