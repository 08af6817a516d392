"""Lazy imports: complete indexes, correct names, and a fast start."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudokulib
from sudokulib import formats, geometry, shapes, strategies
from sudokulib.formats.format import format_of
from sudokulib.formats.format_index import FORMAT_MODULES
from sudokulib.puzzles.geometries import compiled, folders
from sudokulib.puzzles.geometries.compile_shipped import compile_geometries
from sudokulib.puzzles.geometries.generators import generators
from sudokulib.puzzles.geometries.generators.generator_index import GENERATOR_MODULES
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.shapes.kind_index import KIND_MODULES
from sudokulib.strategies.strategy_index import STRATEGY_MODULES

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PACKAGES = ("formats", "search", "shapes", "solving.batch")


def test_the_index_of_kinds_is_complete() -> None:
    ours = {k.name: k.__module__ for k in shapes.kinds() if k.__module__.startswith("sudokulib.")}
    assert ours == KIND_MODULES


def test_the_index_of_formats_is_complete() -> None:
    assert {made.name for made in formats.formats()} == set(FORMAT_MODULES)


@pytest.mark.parametrize("name", sorted(FORMAT_MODULES))
def test_a_format_is_registered_by_its_module(name: str) -> None:
    module = import_module(FORMAT_MODULES[name])
    assert f'"{name}"' in Path(str(module.__file__)).read_text("utf-8")


def test_the_index_of_generators_is_complete() -> None:
    made = {g.model_fields["make"].default: g.__module__ for g in generators()}
    ours = {name: module for name, module in made.items() if module.startswith("sudokulib.")}
    assert ours == GENERATOR_MODULES


def test_the_index_of_strategies_is_complete_and_in_the_order_of_registration() -> None:
    answer = _fresh(
        "from sudokulib.strategies.registry import STRATEGIES\n"
        "STRATEGIES.load_library()\n"
        "found = {}\n"
        "for one in STRATEGIES.entries.values():\n"
        "    find = getattr(one.find, 'func', one.find)\n"
        "    found.setdefault(find.__module__, []).append(one.name)\n"
        "print(json.dumps(found))"
    )
    index: dict[str, list[str]] = {}
    for name, module in STRATEGY_MODULES.items():
        index.setdefault(module, []).append(name)
    assert answer == index
    assert [one.name for one in strategies.strategies()][: len(STRATEGY_MODULES)] == list(
        STRATEGY_MODULES
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_lazy_names_are_those_that_type_checkers_see(package: str) -> None:
    module = import_module(f"sudokulib.{package}")
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    shown = {
        (alias.name, node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(module.__name__)
        for alias in node.names
        if alias.name in module.__all__
    }
    for name, home in shown:
        assert getattr(module, name) is getattr(import_module(str(home)), name)
    assert {name for name in module.__all__ if hasattr(module, name)} == set(module.__all__)
    assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError, match="has no attribute 'Kage'"):
        _ = module.Kage


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("package")
    compile_geometries(root / "shipped" / "compiled")
    return root


def test_a_plain_line_needs_no_heavy_package() -> None:
    used = _fresh(
        "import io, contextlib\n"
        "from sudokulib.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()) as said:\n"
        f"    try: main(['solve', {LINE!r}])\n"
        "    except SystemExit as end: assert not end.code, said.getvalue()\n"
        "assert 'unique' in said.getvalue()\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    heavy = {"pydantic", "typer", "rich", "networkx", "yaml", "regex", "importlib.metadata"}
    assert not heavy & set(used)
    assert "sudokulib.strategies.fish.named" not in used


def test_a_plain_puzzle_file_needs_no_pydantic(built: Path) -> None:
    path = Path(__file__).parents[1] / "examples" / "cage" / "first-killer.yaml"
    used = _fresh(
        f"import sudokulib\nsudokulib.__path__.insert(0, {str(built)!r})\n"
        "from pathlib import Path\n"
        "from sudokulib.puzzles.geometries import compiled\n"
        "compiled._is_older_than_code = lambda file: False\n"
        f"assert sudokulib.solve(Path({str(path)!r})).status == 'unique'\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert not {"pydantic", "networkx", "regex", "importlib.metadata"} & set(used)


def test_solving_needs_no_data_for_json_and_no_drawing() -> None:
    used = _fresh(
        "import sudokulib\n"
        f"assert sudokulib.solve({LINE!r}).status == 'unique'\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert "sudokulib.solving.solver" in used
    later = ("render", "solving.queries", "solving.explaining", "cli")
    assert not [name for name in used if name.startswith(tuple(f"sudokulib.{n}" for n in later))]
    assert "numpy" not in used


def test_only_the_line_format_takes_a_line() -> None:
    @given(
        st.sampled_from([4, 5, 6, 9, 10, 16, 25]).flatmap(
            lambda n: st.text(
                st.sampled_from("0123456789ABCDEFGabcdefgXx.*_-? "), min_size=n * n, max_size=n * n
            )
        )
        | st.sampled_from([4, 6, 9, 16]).flatmap(
            lambda n: st.text(st.sampled_from("1234."), min_size=n * n, max_size=n * n)
        )
    )
    def check(text: str) -> None:
        by_all = next((made for made in formats.formats() if made.recognises(text)), None)
        assert format_of(text) is by_all

    check()


@pytest.mark.parametrize("name", sorted(geometry_names()))
def test_a_compiled_geometry_is_the_one_in_its_file(
    name: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sudokulib, "__path__", [str(built)])
    made = compiled.compiled_geometry(folders.real_path(folders.shipped_folder() / f"{name}.yaml"))
    assert made is not None
    read = geometry(name)
    assert made.geometry.exact_key == read.exact_key
    assert made.geometry.topology == read.topology
    assert made.geometry == read


def test_a_compiled_geometry_whose_file_has_changed_is_not_used(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shipped" / "geometries"
    folder.mkdir(parents=True)
    path = folder / "4x4.yaml"
    text = (folders.shipped_folder() / "4x4.yaml").read_text("utf-8")
    path.write_text(text, "utf-8")
    monkeypatch.setattr(sudokulib, "__path__", [str(built)])
    monkeypatch.setattr(folders, "_PACKAGE", tmp_path)
    assert compiled.compiled_geometry(folders.real_path(path)) is not None
    path.write_text(text + "# changed\n", "utf-8")
    assert compiled.compiled_geometry(folders.real_path(path)) is None


def test_a_geometry_compiled_before_the_code_changed_is_not_used(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sudokulib, "__path__", [str(built)])
    monkeypatch.setattr(compiled, "_is_older_than_code", lambda file: True)
    monkeypatch.setattr(compiled, "_unpickled", compiled._unpickled.__wrapped__)
    path = folders.real_path(folders.shipped_folder() / "4x4.yaml")
    assert compiled.compiled_geometry(path) is None


def _fresh(code: str) -> object:
    """Return what a fresh process prints as JSON."""
    start = "import json, sys\nfrom importlib import import_module\n"
    done = subprocess.run(
        [sys.executable, "-c", start + code], capture_output=True, text=True, check=True
    )
    found: object = json.loads(done.stdout)
    return found
