"""Solving code knows cells and shapes only, and imports point down."""

import ast
import re

import make_modules as make
import networkx as nx
import pytest
from make_modules import MODULES, imports, nodes_of, tree_of

import sudokulib
from sudokulib.basics.late_binding import CONVENIENCES, convenience
from sudokulib.shapes import kinds

LAYERS = (
    {"errors"},
    {"basics", "_kernel"},
    {"primitives"},
    {"shapes"},
    {"puzzles.geometries"},
    {"puzzles"},
    {"model", "scene"},
    {"board", "formats", "search"},
    {"logic"},
    {"strategies"},
    {"solving"},
    {"solving.explaining", "solving.rating"},
    {"solving.queries"},
    {"render", "solving.batch"},
    {"generating", "testing"},
    {"render.results"},
    {"cli.studio"},
    {"cli", "pytest_plugin"},
    {"__main__"},
)
"""From the lowest up; rooms of one layer do not import one another, not even for types. A room
within a room has a layer of its own. What is public in ``__init__`` is loaded when it is wanted,
and belongs to none."""

ROOMS = sorted(set().union(*LAYERS), key=len, reverse=True)

CONVENIENCE_TYPES = {
    "basics.results": {"puzzles.puzzle"},
    "puzzles.geometries.core": {"puzzles.puzzle"},
}
"""The types of higher layers in the signatures of `CONVENIENCES`: no other import points up."""

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


def room(module):
    return next((name for name in ROOMS if f"{module}.".startswith(f"{name}.")), None)


def layer(module):
    return next(level for level, names in enumerate(LAYERS) if room(module) in names)


@pytest.mark.parametrize("module", sorted(MODULES.keys() - {"__init__"}))
def test_imports_point_down(module):
    assert room(module), f"give {module} a layer"
    for name in imports(module):
        if room(name) != room(module):
            assert layer(name) < layer(module), f"{module} imports {name}, which is not below it"


def test_there_is_no_circle_of_rooms_at_the_root():
    assert nx.is_directed_acyclic_graph(make.room_graph())


def test_the_package_loads_its_modules_when_asked():
    now = [node.module for node in tree_of("__init__").body if isinstance(node, ast.ImportFrom)]
    assert [name for name in now if name.startswith("sudokulib")] == ["sudokulib.basics.version"]


def test_only_signatures_of_conveniences_name_types_of_higher_layers():
    found = {module: make.convenience_types(module) for module in MODULES}
    assert {module: names for module, names in found.items() if names} == CONVENIENCE_TYPES


def test_there_is_no_circle_of_imports():
    graph = nx.DiGraph(
        (module.removesuffix(".__init__"), name)
        for module in MODULES
        if module != "__init__"
        for name in imports(module)
    )
    circles = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert circles == []


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_stand_at_the_top(module):
    """Modules that are slow to import, or extras, are loaded by `lazy_module`."""
    inner = [
        ast.unparse(node)
        for function in nodes_of(module)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    assert inner == []


@pytest.mark.parametrize("method", CONVENIENCES)
def test_a_convenience_is_a_function(method):
    assert callable(convenience(method))


def test_each_convenience_is_called_by_one_method():
    calls = [
        ast.literal_eval(node.args[0])
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, ast.Call) and make.is_name(node.func, "convenience")
    ]
    assert sorted(calls) == sorted(CONVENIENCES)


def test_no_room_or_module_bears_the_name_of_a_public_function():
    names = {part for module in MODULES for part in module.split(".")}
    assert sorted(names & set(sudokulib.__all__)) == []


@pytest.mark.parametrize(
    "module", sorted(m for m in MODULES if room(m) in SOLVING and m != "solving.subjects")
)
def test_solving_code_knows_no_geometry(module):
    text = MODULES[module].read_text(encoding="utf-8")
    words = re.compile(rf"(?<![a-z])(?:{'|'.join(FORBIDDEN)})(?:e?s)?(?![a-z])", re.IGNORECASE)
    found = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), 1)
        if words.search(line)
    ]
    assert not found


def test_the_picture_of_the_rooms_is_up_to_date():
    assert make.PICTURE.read_text("utf-8") == make.picture(), "run python docs/make_modules.py"
    assert all(map(make.sentence, MODULES))


def test_the_map_names_every_room():
    text = make.DOCS.joinpath("architecture.md").read_text(encoding="utf-8")
    assert [room for room in make.room_graph() if f"`{room}" not in text] == []
    assert [method for method in CONVENIENCES if f"`{method}`" not in text] == []
