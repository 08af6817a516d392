"""Execute the notebooks of examples/notebooks: `python tests/run_notebooks.py [--write] [NAME…]`.

Fails if a cell raises, or prints something else than what is stored; pictures and HTML may differ.
Cells with the tag `varies` print what hypothesis draws, which every new kind and every release of
hypothesis changes: only their first line is compared, without its numbers. With `--write` the
outputs are stored instead. It needs the dependency group `notebooks`; the fast checks of
tests/test_notebooks.py do not.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "examples" / "notebooks"
SECONDS_A_CELL = 60

Notebook = dict[str, Any]


def execute(path: Path) -> tuple[Notebook, float]:
    """Return a notebook with new outputs, and the seconds that it took.

    It runs in the folder that it is in, with the library of this checkout.
    """
    # Here, since the tests import this module where no Jupyter is installed.
    import nbformat
    from nbclient import NotebookClient

    start = monotonic()
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(
        notebook,
        timeout=SECONDS_A_CELL,
        record_timing=False,
        coalesce_streams=True,
        kernel_name="python3",
        resources=place,
    )
    client.execute()
    return plain(json.loads(nbformat.writes(notebook))), monotonic() - start


def plain(notebook: Notebook) -> Notebook:
    """Return a notebook without what differs from machine to machine."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return notebook | {"metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}}


def printed(notebook: Notebook) -> list[str]:
    """Return the lines of text that all cells must print, with the number of their cell."""
    return [
        f"[{number}] {line}"
        for number, cell in enumerate(notebook["cells"], 1)
        for line in expected_lines(cell)
    ]


def expected_lines(cell: dict[str, Any]) -> list[str]:
    """Return the lines of a cell's text, or what is the same in every run if they vary."""
    outputs = cell.get("outputs", ())
    texts = [out.get("text") or out.get("data", {}).get("text/plain", "") for out in outputs]
    lines = [line for text in texts for line in "".join(text).splitlines()]
    if "varies" in cell.get("metadata", {}).get("tags", ()):
        return [re.sub(r"\s*\d+", " #", line) for line in lines[:1]]
    return lines


def run(path: Path, write: bool) -> bool:
    """Execute a notebook, tell how it went, and return whether it went well."""
    try:
        notebook, seconds = execute(path)
    except Exception as error:
        print(f"{path.name}: {error}")
        return False
    stored = json.loads(path.read_text(encoding="utf-8"))
    changes = list(unified_diff(printed(stored), printed(notebook), "stored", "now", "", "", 0, ""))
    if write:
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        path.write_text(text + "\n", encoding="utf-8")
    elif changes:
        print(f"{path.name}: other outputs than those stored", *changes, sep="\n")
        return False
    print(f"{path.name}: {seconds:.1f} s, {path.stat().st_size / 1000:.0f} kB")
    return True


def main() -> None:
    """Execute the notebooks that are named, or all, two at a time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    paths = [FOLDER / f"{name}.ipynb" for name in asked.names] or sorted(FOLDER.glob("*.ipynb"))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with ThreadPoolExecutor(2) as pool:
        went = list(pool.map(lambda path: run(path, asked.write), paths))
    sys.exit(not all(went))


if __name__ == "__main__":
    main()
