"""Solving code knows cells and shapes only, and imports point down."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import sudokulib
from sudokulib.shapes import kinds

ROOT = Path(sudokulib.__file__).parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in ROOT.rglob("*.py")
}

LAYERS = (
    {"errors", "limits", "cells", "chance", "alphabet", "drawn", "caching"},
    {"primitives", "_kernel"},
    {"shapes"},
    {"geometries"},
    {"puzzle", "pictures", "filled", "model"},
    {"board", "logic"},
    {"strategies", "search"},
    {"result", "pipeline", "solving", "listing", "sampling", "counting", "reach", "tree_rule"}
    | {"loading", "writing", "clash", "profiles", "equivalence"},
    {"explaining", "rating", "proofs"},
    {"linting"},
    {"formats", "batch", "render", "testing", "generating"},
    {"cli", "__main__", "pytest_plugin"},
)
"""From the lowest up; what is public in ``__init__`` is loaded lazily and belongs to none."""

UPWARD = {
    ("geometries.geometry", "puzzle"),
    ("geometries.geometry", "model"),
    ("geometries.graph", "model"),
    ("drawn", "render.picture"),
    ("drawn", "render.page"),
}
"""Imports inside functions that may point up: methods that are only a shorter way to write it."""

SOLVING = ("model", "logic", "strategies", "search", "board", "pipeline", "_kernel")
TERMS = {
    "house",
    "automaton",
    "allowed",
    "between",
    "cage",
    "contains",
    "difference",
    "each",
    "even",
    "exactly",
    "frame",
    "high",
    "low",
    "maximum",
    "minimum",
    "negative",
    "not",
    "odd",
    "outside",
    "pair",
    "product",
    "ratio",
    "skyscraper",
    "sum",
}
"""Names of kinds that are everyday words or terms of the theory as well: a house is decided, not
declared, to find a pair is not to know of the rule, and a technique is called skyscraper."""

FORBIDDEN = sorted({"row", "column", "box", "nine"} | {kind.name for kind in kinds()} - TERMS)


TOPS = {module.split(".")[0] for module in MODULES}


def layer(module):
    top = module.split(".")[0]
    return next((level for level, names in enumerate(LAYERS) if top in names), None)


@cache
def imports(path):
    """The modules of ours that a file imports, and whether inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    lazy = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    return [
        (name, id(node) in lazy)
        for node in ast.walk(tree)
        if id(node) not in typing_only
        for name in imported(node)
    ]


def imported(node):
    names = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module == "sudokulib":
        names = [f"sudokulib.{alias.name}" for alias in node.names if alias.name in TOPS]
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "write imports in full"
        names = [node.module]
    return [name.removeprefix("sudokulib.") for name in names if name.startswith("sudokulib.")]


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_point_down(module):
    if module == "__init__":
        assert not imports(MODULES[module]), "the package loads its modules when asked"
        return
    here = layer(module)
    assert here is not None, f"give {module} a layer"
    for name, lazy in imports(MODULES[module]):
        if not (lazy and (module, name) in UPWARD):
            assert layer(name) <= here, f"{module} imports {name}, which is above it"


def test_every_exception_is_needed():
    having = {module for module, _ in UPWARD}
    used = {(m, name) for m in having for name, lazy in imports(MODULES[m]) if lazy}
    assert sorted(UPWARD - used) == []


@pytest.mark.parametrize("module", sorted(m for m in MODULES if m.split(".")[0] in SOLVING))
def test_solving_code_knows_no_geometry(module):
    text = MODULES[module].read_text(encoding="utf-8")
    words = re.compile(rf"(?<![a-z])(?:{'|'.join(FORBIDDEN)})(?:e?s)?(?![a-z])", re.IGNORECASE)
    found = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), 1)
        if words.search(line)
    ]
    assert not found
