"""The notebooks of examples/notebooks: what can be told without executing them.

`python tests/run_notebooks.py`, a part of .ci/run, executes them.
"""

from __future__ import annotations

import ast
import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
MOST = 200_000
"""Bytes of a notebook: forges show no larger ones well."""

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_the_seven_subjects_have_a_notebook() -> None:
    assert NAMES == [
        "counting",
        "networkx_puzzles",
        "own_geometry",
        "puzzle_set",
        "reasoning_data",
        "testing_a_strategy",
        "tour",
    ]


@every_notebook
def test_code_compiles_and_was_executed_in_order(path: Path) -> None:
    code = cells(path, "code")
    for cell in code:
        ast.parse(source(cell), filename=path.name)
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))


@every_notebook
def test_outputs_are_stored_and_none_is_an_error(path: Path) -> None:
    kinds = [output["output_type"] for cell in cells(path, "code") for output in cell["outputs"]]
    assert len(kinds) >= 5
    assert set(kinds) <= {"stream", "execute_result", "display_data"}
    streams = [o for cell in cells(path, "code") for o in cell["outputs"] if "name" in o]
    assert {output["name"] for output in streams} <= {"stdout"}


@every_notebook
def test_nothing_in_it_belongs_to_one_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST
    assert re.findall(r"/(?:home|root|tmp|work|Users)/|[0-9.]+ s\b", text) == []


@every_notebook
def test_each_begins_with_a_heading_and_leads_somewhere(path: Path) -> None:
    prose = [source(cell) for cell in cells(path, "markdown")]
    assert prose[0].startswith("# ")
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", "\n".join(prose))
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_the_lists_name_each() -> None:
    for page in (FOLDER / "README.md", FOLDER / "tour.ipynb"):
        listed = set(re.findall(r"\((\w+)\.ipynb\)", page.read_text(encoding="utf-8")))
        assert listed >= {*NAMES} - {page.stem}


@pytest.fixture(scope="module")
def site() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "site" / "notebook_pages.py"))


def test_each_is_a_page_of_the_site(site: dict[str, Any]) -> None:
    made = site["files"]()
    assert {name for name in made if name.endswith(".md")} == set(site["titles"]())
    for page in site["titles"]():
        path = FOLDER / f"{Path(page).stem}.ipynb"
        assert made[page].count("```python\n") == len(cells(path, "code"))
        pictures = re.findall(r"!\[output\]\((.*?)\)", made[page])
        assert {f"notebooks/{picture}" for picture in pictures} <= set(made)


def test_links_of_a_page_lead_to_pages(site: dict[str, Any]) -> None:
    for page, text in site["files"]().items():
        for target in re.findall(r"(?<!!\[output)\]\((?!https?:)([^)#]+)", text):
            place = (Path("docs") / Path(page).parent / target).as_posix()
            found = (ROOT / re.sub(r"docs/notebooks/\.\./", "docs/", place)).exists()
            assert found or Path(place).with_suffix(".ipynb").name in {p.name for p in NOTEBOOKS}


def test_the_runner_notices_other_outputs() -> None:
    printed = runpy.run_path(str(ROOT / "tests" / "run_notebooks.py"))["printed"]
    output = {"output_type": "stream", "name": "stdout", "text": ["288\n"]}
    result = {"output_type": "execute_result", "data": {"text/plain": ["4"], "image/svg+xml": "<"}}
    cell = {"cell_type": "code", "outputs": [output, result]}
    assert printed({"cells": [{"cell_type": "markdown"}, cell]}) == ["[2] 288", "[2] 4"]


def test_of_a_cell_that_varies_the_runner_compares_the_first_line_without_numbers() -> None:
    printed = runpy.run_path(str(ROOT / "tests" / "run_notebooks.py"))["printed"]
    output = {"output_type": "stream", "text": ["symbols: 2     29  29 %\n", "symbols: 3\n"]}
    cell = {"cell_type": "code", "metadata": {"tags": ["varies"]}, "outputs": [output]}
    assert printed({"cells": [cell]}) == ["[1] symbols: # # # %"]
