"""The documentation site: what is made for it, and what its pages promise."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

import sudokulib
from sudokulib.cli.app import COMMANDS
from sudokulib.shapes import kinds
from sudokulib.solving.profiles import profile

DOCS = Path(__file__).parents[1] / "docs"
SITE = DOCS / "site"
NAV = (SITE / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
MADE = {"commands.md", "gallery-kinds.md", "gallery-techniques.md"}


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SITE / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def made() -> ModuleType:
    before = list(sys.path)
    yield module("made_pages")
    sys.path[:] = before


def test_the_reference_has_every_public_name():
    text = (DOCS / "api.md").read_text("utf-8")
    listed = re.findall(r"^::: sudokulib\.(\w+)$", text, re.MULTILINE)
    assert sorted(listed) == sorted(set(sudokulib.__all__) - {"__version__"})


def test_every_page_is_in_the_navigation():
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    listed = set(re.findall(r": (\S+\.md)$", NAV, re.MULTILINE))
    notebooks = {
        f"notebooks/{path.stem}.md" for path in DOCS.parent.glob("examples/notebooks/*.ipynb")
    }
    assert listed == pages | MADE | notebooks | {"CHANGELOG.md", "CONTRIBUTING.md"}


def test_figures_of_the_short_page_are_those_that_were_measured():
    measured = (DOCS / "performance.md").read_text("utf-8")
    text = (DOCS / "speed.md").read_text("utf-8")
    figures = re.findall(
        r"(?<![\d,.])\d[\d,]*(?:\.\d+)?(?:×(?!\d)| [mµ]?s\b| MB)?(?=[ |.,;])", text
    )
    named = {"9", "81", "17", "369", "6", "20x20"}
    assert len(set(figures)) > 30
    assert [one for one in figures if one not in named and one not in measured] == []


def test_the_recipes_of_the_cookbook_are_numbered():
    text = (DOCS / "cookbook.md").read_text("utf-8")
    numbers = re.findall(r"^### (\d+)\. ", text, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 32)]


@pytest.mark.parametrize("way", ["programmer", "setter", "solver"])
def test_each_way_in_has_eight_steps_with_something_to_run(way):
    text = (DOCS / "start" / f"{way}.md").read_text("utf-8")
    steps = re.split(r"^## \d\. ", text, flags=re.MULTILINE)[1:]
    assert len(steps) == 8
    assert all(re.search(r"^```(python|console)$", step, re.MULTILINE) for step in steps)


def test_commands_are_listed_with_their_options(made):
    text = made.commands_page()
    assert re.findall(r"^## (\S+)$", text, re.MULTILINE) == list(COMMANDS)
    assert "| `--depth` | How much to reveal:" in text


def test_the_gallery_of_kinds_shows_each_of_ours(made):
    text = made.kinds_page()
    ours = [kind.name for kind in kinds() if kind.__module__.startswith("sudokulib.")]
    assert re.findall(r"^- !\[(\S+)\]", text, re.MULTILINE) == ours


def test_examples_of_techniques_are_of_techniques_and_few_are_missing():
    names = set(profile("everything").names)
    shown = set(json.loads((SITE / "technique_examples.json").read_text("utf-8")))
    assert shown <= names
    assert len(names - shown) <= 5


@pytest.mark.parametrize("name", ["full-house", "x-wing", "bug-3", "cage-overlap", "aic"])
def test_the_step_that_is_shown_is_of_the_technique(made, name):
    puzzle = json.loads((SITE / "technique_examples.json").read_text("utf-8"))[name]
    step = made.first_step(puzzle, name)
    assert step.technique == name
    step.step.verify(step.before)


@pytest.mark.slow
def test_each_technique_with_an_example_is_found_there(made):
    assert len(made.shown_steps()) > 140


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        ('<a href="b.html">b</a>', []),
        ('<a href="b.html#here">b</a> <img src="a.svg">', []),
        ('<a href="c.html">c</a>', ["a.html: c.html leads nowhere"]),
        ('<a href="b.html#there">b</a>', ["a.html: b.html#there leads nowhere"]),
        ('<a href="#there">b</a>', ["a.html: #there leads nowhere"]),
        ('<img src="c.svg">', ["a.html: c.svg leads nowhere"]),
        ('<a href="https://example.org">b</a>', []),
        ('<script src="https://example.org/x.js">', ["a.html: loads https://example.org/x.js"]),
    ],
)
def test_links_of_a_built_site_are_checked(tmp_path, page, faults):
    (tmp_path / "a.html").write_text(page, "utf-8")
    (tmp_path / "b.html").write_text('<h2 id="here">b</h2>', "utf-8")
    (tmp_path / "a.svg").write_text("<svg/>", "utf-8")
    assert list(module("check_links").faults(tmp_path)) == faults


def test_the_citation_is_of_this_version():
    citation = yaml.safe_load((DOCS.parent / "CITATION.cff").read_text("utf-8"))
    assert str(citation["version"]) == sudokulib.__version__
    assert {"cff-version", "message", "title", "authors"} <= set(citation)


@pytest.mark.parametrize(
    "form",
    sorted((DOCS.parent / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")),
    ids=lambda p: p.stem,
)
def test_issue_forms_ask_for_something_with_ids_of_their_own(form):
    asked = yaml.safe_load(form.read_text("utf-8"))
    ids = [part["id"] for part in asked["body"]]
    assert asked["name"]
    assert asked["description"]
    assert len(ids) == len(set(ids)) > 2
