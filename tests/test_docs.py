"""The README and docs/: their examples run, and their lists are complete."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from command import in_a_process
from pydantic import BaseModel
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from sudokulib.basics.registry import Registry
from sudokulib.formats.format import FORMATS
from sudokulib.puzzles.geometries import files
from sudokulib.puzzles.geometries.generators import generators
from sudokulib.puzzles.geometries.generators.generator import GENERATORS
from sudokulib.shapes import kinds
from sudokulib.shapes.registry import KINDS
from sudokulib.strategies.registry import STRATEGIES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    *sorted(DOCS.rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]
MATCH = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FILE_NAME = re.compile(r"# (\S+\.yaml)\n")


class ConsoleParser(CodeBlockParser):
    """Blocks marked `console`: commands after `$ `, each with the output it must have."""

    language = "console"

    def evaluate(self, example: Example) -> str | None:
        for command, expected in commands(str(example.parsed)):
            shown = run(command)
            if not doctest.OutputChecker().check_output(expected, shown, doctest.ELLIPSIS):
                return f"$ {command}\nexpected:\n{expected}\ngot:\n{shown}"
        return None


class FileParser(CodeBlockParser):
    """Blocks marked `yaml` that begin with a comment like `# my.yaml`: files of that name."""

    language = "yaml"

    def evaluate(self, example: Example) -> None:
        if name := FILE_NAME.match(str(example.parsed)):
            Path(name[1]).write_text(str(example.parsed), encoding="utf-8")


def commands(block: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def run(command: str) -> str:
    """Return what a command of this very package writes in a plain terminal."""
    words = shlex.split(command)
    assert words[0] == "sudokulib", f"documented commands are ours, not {command!r}"
    shown = in_a_process(words[1:], COLUMNS="100", NO_COLOR="1", TERM="dumb")
    return "\n".join(line.rstrip() for line in shown.splitlines()) + "\n"


def evaluate(page: Path) -> None:
    """Run the examples of a page, in order and in one namespace."""
    parsers = [ConsoleParser(), FileParser(), PythonCodeBlockParser(doctest_optionflags=MATCH)]
    for example in Sybil(parsers=parsers).parse(page).examples():
        example.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_work(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    with own_registrations():
        evaluate(page)


@contextmanager
def own_registrations() -> Iterator[None]:
    """Forget in the end what an example has registered: other tests look at all there is."""
    registered: list[Registry[Any]] = [KINDS, STRATEGIES, FORMATS, GENERATORS]
    registries = [registry.entries for registry in registered]
    before = [set(registry) for registry in registries]
    try:
        yield
    finally:
        for registry, known in zip(registries, before, strict=True):
            for name in [*registry]:
                if name not in known and _is_of_an_example(registry[name]):
                    del registry[name]


def _is_of_an_example(registered: Any) -> bool:
    made_by = getattr(registered, "find", None) or getattr(registered, "read", registered)
    made_by = getattr(made_by, "func", made_by)
    return not str(getattr(made_by, "__module__", "")).startswith("sudokulib.")


def test_a_wrong_example_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "wrong.md"
    page.write_text("```console\n$ sudokulib --version\nsudokulib 77\n```\n", encoding="utf-8")
    with pytest.raises(Exception, match="sudokulib 77"):
        evaluate(page)


def test_the_readme_has_two_set_up_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert [block.count("\n") for block in blocks] == [1, 1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [t for t in targets if not (page.parent / t).exists()] == []


def written_names(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


def section(heading: str) -> str:
    """The part of the geometry files page under a heading."""
    text = (DOCS / "geometry-files.md").read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^\1 |\Z)", text, re.M | re.S)
    assert found, f"docs/geometry-files.md has no section {heading!r}"
    return found[2]


@pytest.mark.parametrize(
    "generator", list(generators()), ids=lambda g: g.model_fields["make"].default
)
def test_every_generator_is_documented_with_all_its_fields(generator: type[BaseModel]) -> None:
    text = section(f"`{generator.model_fields['make'].default}`")
    assert {name for name in written_names(generator) if f"`{name}`" not in text} == {"make"}


@pytest.mark.parametrize("kind", list(kinds()), ids=lambda kind: kind.name)
def test_every_kind_is_documented_with_all_its_fields(kind: type) -> None:
    text = section("Shapes") + (DOCS / "shape-kinds.md").read_text(encoding="utf-8")
    fields = written_names(files.shape_file(kind)) - {"kind"}
    assert f"`{kind.name}`" in text
    assert {name for name in fields if f"`{name}`" not in text} == set()


def file_models(module: ModuleType) -> list[type[BaseModel]]:
    found = [m for m in vars(module).values() if isinstance(m, type) and issubclass(m, BaseModel)]
    return [m for m in found if m.__module__ == module.__name__]


@pytest.mark.parametrize("model", file_models(files), ids=lambda model: model.__name__)
def test_every_field_of_the_files_is_documented(model: type[BaseModel]) -> None:
    text = (DOCS / "geometry-files.md").read_text(encoding="utf-8")
    assert {name for name in written_names(model) if f"`{name}`" not in text} == set()


def concepts() -> list[tuple[str, str, list[str]]]:
    """Each row of the page of concepts: its name, its sentences, and the file with its names."""
    text = (DOCS / "concepts.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z-]+(?: and [a-z]+)?) \| (.+) \| (`.+`) \|$", text, re.MULTILINE)
    return [(name, words, re.findall(r"`([^`]+)`", where)) for name, words, where in rows]


def test_there_are_a_dozen_concepts() -> None:
    assert [name for name, _, _ in concepts()] == [
        "cell", "shape", "kind", "primitive", "model", "board", "step", "truth and link",
        "strategy", "back-end", "budget", "format",
    ]  # fmt: skip


@pytest.mark.parametrize(("words", "where"), [row[1:] for row in concepts()])
def test_a_concept_is_explained_in_two_sentences_and_found_in_its_file(
    words: str, where: list[str]
) -> None:
    plain = re.sub(r"`[^`]*`", "x", words)
    assert len(re.findall(r"[.](?= |$)", plain)) == 2
    file, *names = where
    code = (DOCS.parent / "sudokulib" / file).read_text(encoding="utf-8")
    assert names
    assert all(re.search(rf"^class {name}\b", code, re.MULTILINE) for name in names)


def test_further_words_name_files_that_are_there() -> None:
    text = (DOCS / "concepts.md").read_text(encoding="utf-8")
    files = set(re.findall(r"`([a-z_/]+\.py)`", text))
    assert [name for name in files if not (DOCS.parent / "sudokulib" / name).exists()] == []
