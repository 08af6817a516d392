"""Solving code knows cells and shapes only, and imports point down."""

import ast
import re
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import sudokulib
from sudokulib.basics.late_binding import CONVENIENCES, convenience
from sudokulib.shapes import kinds

ROOT = Path(sudokulib.__file__).parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in ROOT.rglob("*.py")
}

LAYERS = (
    {"errors"},
    {"basics", "_kernel"},
    {"primitives"},
    {"shapes"},
    {"geometries"},
    {"puzzles"},
    {"model"},
    {"board", "search"},
    {"logic"},
    {"strategies"},
    {"solving"},
    {"explaining", "rating"},
    {"queries"},
    {"formats", "render", "batch"},
    {"generating", "testing"},
    {"cli", "pytest_plugin"},
    {"__main__"},
)
"""From the lowest up; rooms of one layer do not import one another. What is public in ``__init__``
is loaded when it is wanted, and belongs to none."""

SOLVING = ("model", "logic", "strategies", "search", "board", "solving", "_kernel")
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


def layer(module):
    top = module.split(".")[0]
    return next((level for level, names in enumerate(LAYERS) if top in names), None)


@cache
def tree_of(module):
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports(module):
    """The modules of ours that a module imports, wherever, but not those that only types need."""
    tree = tree_of(module)
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for part in block.body
        for node in ast.walk(part)
    }
    return {
        name
        for node in ast.walk(tree)
        if id(node) not in typing_only
        for name in imported(node)
        if name != module
    }


def imported(node):
    names = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "write imports in full"
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        names = [one if is_module(one) else node.module for one in inner]
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "lazy_module":
        names = [ast.literal_eval(node.args[0])]
    return [name.removeprefix("sudokulib.") for name in names if name.startswith("sudokulib.")]


def is_module(name):
    inner = name.removeprefix("sudokulib.")
    return inner in MODULES or f"{inner}.__init__" in MODULES


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_point_down(module):
    if module == "__init__":
        assert imports(module) == {"basics.version"}, "the package loads its modules when asked"
        return
    here = layer(module)
    assert here is not None, f"give {module} a layer"
    for name in imports(module):
        if name.split(".")[0] != module.split(".")[0]:
            assert layer(name) < here, f"{module} imports {name}, which is not below it"


def test_there_is_no_circle_of_imports():
    graph = nx.DiGraph(
        (module.removesuffix(".__init__"), name)
        for module in MODULES
        if module != "__init__"
        for name in imports(module)
    )
    circles = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert circles == []


@pytest.mark.parametrize("method", CONVENIENCES)
def test_a_convenience_is_a_method_that_calls_a_function_of_a_higher_layer(method):
    assert callable(convenience(method))
    calls = [
        ast.literal_eval(node.args[0])
        for module in MODULES
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "convenience"
    ]
    assert calls.count(method) == 1
    assert set(calls) == CONVENIENCES.keys()


def test_no_room_or_module_bears_the_name_of_a_public_function():
    names = {part for module in MODULES for part in module.split(".")}
    assert sorted(names & set(sudokulib.__all__)) == []


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
