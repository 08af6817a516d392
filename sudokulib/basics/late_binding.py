"""Late binding: modules imported on first use, and the conveniences that call a higher layer.

Imports stand at the top of a module and point to lower layers. The exceptions are all here:
`lazy_module` defers what is slow to import or an extra, `lazy_names` does so for the modules of a
package, and `CONVENIENCES` lists the methods of lower types that are a shorter way to call a
function above them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

CONVENIENCES = {
    "Geometry.add": "sudokulib.puzzles.building:geometry_with",
    "Geometry.from_graph": "sudokulib.puzzles.geometries.made_from:from_graph",
    "Geometry.from_houses": "sudokulib.puzzles.geometries.made_from:from_houses",
    "Geometry.graph": "sudokulib.puzzles.geometries.graph:bipartite_graph",
    "Geometry.houses": "sudokulib.model.of_geometry:houses",
    "Geometry.peer_graph": "sudokulib.model.of_geometry:peer_graph",
    "Geometry.puzzle": "sudokulib.puzzles.puzzle:make_puzzle",
    "Kind.__post_init__": "sudokulib.puzzles.geometries.rule_arguments:settle_arguments",
    "Puzzle.add": "sudokulib.puzzles.building:puzzle_with",
    "Step.verify": "sudokulib.logic.proof:check_step",
    "SvgDisplay._repr_svg_": "sudokulib.render.notebooks:subject_svg",
    "HtmlDisplay._repr_html_": "sudokulib.render.results.html:html_of",
    "ResultBase.as_dict": "sudokulib.render.results:write",
    "ResultBase.from_dict": "sudokulib.render.results:read",
    "ResultBase.from_json": "sudokulib.render.results:read_text",
    "ResultBase.row": "sudokulib.render.results:row",
    "ResultBase.rows": "sudokulib.render.results:rows",
}
"""For each method that needs a layer above its own, the function that does its work."""


def convenience(method: str) -> Callable[..., Any]:
    """Return the function behind a method of `CONVENIENCES`.

    Args:
        method: the class and the method, such as ``Geometry.puzzle``.
    """
    module, _, function = CONVENIENCES[method].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class LazyModule:
    """A module that is imported when one of its attributes is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the module.

        Raises:
            ImportError: the module is not installed.
        """
        if name == "__wrapped__":  # `inspect` and doctest ask every object for it
            raise AttributeError(name)
        return getattr(import_module(self._name), name)

    def __repr__(self) -> str:
        return f"<LazyModule {self._name}>"


def lazy_module(name: str) -> Any:
    """Return a stand-in for a module that is slow to import, or that an extra installs.

    Type checkers are shown the true import beside it. (`importlib.util.LazyLoader` is not used: two
    threads that first touch a module at once may see it half loaded before Python 3.12.3.)

    Args:
        name: the full name of the module.

    >>> fractions = lazy_module("fractions")
    >>> fractions.Fraction(2, 4)
    Fraction(1, 2)
    """
    return LazyModule(name)


def late_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports its module when it is first called.

    Args:
        module: the full name of the module.
        name: the function, or the class that is to be called.

    >>> late_function("fractions", "Fraction")(2, 4)
    Fraction(1, 2)
    """

    home: Any = None

    def call(*arguments: Any) -> Any:
        nonlocal home
        home = home or import_module(module)
        return getattr(home, name)(*arguments)

    call.__module__, call.__name__ = module, name
    return call


def lazy_names(
    package: str, names: Sequence[str], homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package that imports its names when first used.

    Type checkers are shown the true imports beside it; a test compares the two.

    Args:
        package: its full name.
        names: all of its public names.
        homes: for each module within the package the names that come from it, with spaces between.
    """
    modules = {name: module for module, found in homes.items() for name in found.split()}

    def attribute(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{modules[name]}"), name)
        setattr(import_module(package), name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(import_module(package)), *names})

    return attribute, listed
