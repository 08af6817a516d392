"""Write docs/modules.md, every module in a sentence, and docs/rooms.svg, the rooms by layers.

python docs/make_modules.py
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

import networkx as nx

DOCS = Path(__file__).parent
PACKAGE = DOCS.parent / "sudokulib"
KERNEL = PACKAGE / "_kernel"
PAGE, PICTURE = DOCS / "modules.md", DOCS / "rooms.svg"

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
"""The files of the library by dotted names; packages end in ``__init__``."""

HEAD = """\
# Modules

<!-- Written by docs/make_modules.py; change the first sentences of the modules. -->

Every module with the first sentence of its docstring, package by package from the lowest layer up.
[Architecture](architecture.md) gives an overview.
"""


@cache
def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module's syntax tree."""
    return tuple(ast.walk(tree_of(module)))


@cache
def imports(module: str) -> frozenset[str]:
    """Return the modules of ours that a module imports, for types only or at run time.

    Those of `convenience_types` are left out.
    """
    names = {name for node in nodes_of(module) for name in _imported(node)}
    return frozenset(names - {module} - convenience_types(module))


def convenience_types(module: str) -> set[str]:
    """Return the modules of ours whose types only signatures of conveniences name."""
    names = [node for node in nodes_of(module) if isinstance(node, ast.Name)]
    if not _names_convenience(names):
        return set()
    inside = {
        id(node)
        for method in nodes_of(module)
        if isinstance(method, ast.FunctionDef) and _names_convenience(ast.walk(method))
        for node in ast.walk(method)
    }
    elsewhere = {node.id for node in names if id(node) not in inside}
    return {
        name
        for block in nodes_of(module)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        and elsewhere.isdisjoint(alias.asname or alias.name for alias in node.names)
        for name in _imported(node)
    }


def is_name(node: ast.AST, name: str) -> bool:
    """Return whether an expression is a certain name."""
    return isinstance(node, ast.Name) and node.id == name


def _names_convenience(nodes: Iterable[ast.AST]) -> bool:
    return any(is_name(node, "convenience") for node in nodes)


def _imported(node: ast.AST) -> list[str]:
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        assert node.module, "write imports in full"
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        names = [one if _is_module(one) else node.module for one in inner]
    elif isinstance(node, ast.Call) and is_name(node.func, "lazy_module"):
        names = [ast.literal_eval(node.args[0])]
    return [name.removeprefix("sudokulib.") for name in names if name.startswith("sudokulib.")]


def _is_module(name: str) -> bool:
    inner = name.removeprefix("sudokulib.")
    return inner in MODULES or f"{inner}.__init__" in MODULES


def room_of(module: str) -> str:
    """Return the top name that a module lies in."""
    return module.split(".", maxsplit=1)[0]


def room_graph() -> nx.DiGraph[str]:
    """Return the rooms, with an arrow from each to those that it imports."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module in MODULES:
        if module in ("__init__", "__main__"):
            continue
        graph.add_node(room_of(module))
        others = {room_of(name) for name in imports(module)} - {room_of(module)}
        graph.add_edges_from((room_of(module), other) for other in others)
    return graph


def layers() -> list[list[str]]:
    """Return the rooms from the lowest layer up: each as high as what it imports demands."""
    return [sorted(level) for level in nx.topological_generations(room_graph().reverse())]


def sentence(module: str) -> str:
    """Return the first sentence of a module's docstring."""
    said = ast.get_docstring(tree_of(module)) or ""
    return " ".join(said.split("\n\n")[0].split())


def page() -> str:
    """Return the page of all modules."""
    return "\n".join([HEAD, *_rooms(), *_kernel()]) + "\n"


def _rooms() -> Iterator[str]:
    for room in (room for level in layers() for room in level):
        inside = [name for name in MODULES if name == room or name.startswith(f"{room}.")]
        if room == "_kernel":
            continue
        yield f"## {room}\n"
        for name in sorted(inside, key=lambda name: (name != f"{room}.__init__", name)):
            path = f"{name.replace('.', '/')}.py".replace("__init__.py", "")
            yield f"- `{path}`: {_lower(sentence(name))}"
        yield ""


def _kernel() -> Iterator[str]:
    yield f"## _kernel\n\n- `_kernel/`: {_lower(sentence('_kernel.__init__'))}"
    for path in sorted([*KERNEL.glob("*.hpp"), *KERNEL.glob("*.cpp")]):
        if path.suffix == ".hpp" or not path.with_suffix(".hpp").exists():
            said = re.match(r"((?://[^\n]*\n)+)", path.read_text(encoding="utf-8"))
            words = re.sub(r"^// ?", "", said[1], flags=re.MULTILINE) if said else ""
            first = " ".join(words.split("\n\n")[0].split())
            yield f"- `_kernel/{path.name}`: {_lower(first)}"


def _lower(text: str) -> str:
    """Return a sentence as it follows a colon."""
    first = text.split(maxsplit=1)[0] if text else ""
    return text if first[1:] != first[1:].lower() or first == "I" else text[:1].lower() + text[1:]


# The picture: a band for each layer, a box for each room.

_BOX, _HEIGHT, _GAP, _MARGIN = 118, 34, 10, 12


def picture() -> str:
    """Return the rooms as an SVG: imports point down from band to band, never up."""
    bands = layers()[::-1]
    width = max(map(len, bands)) * (_BOX + _GAP) + 2 * _MARGIN
    height = len(bands) * (_HEIGHT + _GAP) + 2 * _MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif" font-size="14">',
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *_bands(bands, width),
            "</svg>\n",
        ]
    )


def _bands(bands: list[list[str]], width: int) -> Iterator[str]:
    for number, rooms in enumerate(bands):
        top = _MARGIN + number * (_HEIGHT + _GAP)
        left = (width - len(rooms) * (_BOX + _GAP) + _GAP) // 2
        for place, room in enumerate(rooms):
            x = left + place * (_BOX + _GAP)
            yield (
                f'<rect x="{x}" y="{top}" width="{_BOX}" height="{_HEIGHT}" rx="6" '
                f'fill="#eef3fb" stroke="#4a6fa5"/>'
            )
            yield (
                f'<text x="{x + _BOX // 2}" y="{top + 22}" text-anchor="middle">'
                f"{escape(room)}</text>"
            )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")
