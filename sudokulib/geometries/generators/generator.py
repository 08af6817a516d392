"""The base class of generators, and their registry."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TypeVar

from sudokulib.errors import GeometryError
from sudokulib.geometries.builder import Builder
from sudokulib.geometries.core import Geometry
from sudokulib.geometries.fields import FileModel

__all__ = ["Generator", "Scope", "generator_named", "generators", "register_generator"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The tools that a generator may use besides the builder.

    Args:
        load: finds a geometry by name or by path relative to the file that is being read.
    """

    load: Callable[[str], Geometry]


class Generator(FileModel):
    """An entry of ``build:``; subclasses add ``make: Literal["name"]`` and their fields.

    The class docstring becomes the help that editors show.
    """

    @abstractmethod
    def build(self, builder: Builder, scope: Scope) -> None:
        """Write cells, tiles, shapes or parts on the builder.

        Raises:
            GeometryError: with ``field`` set to the field at fault where one is.
        """


_MODULES = {
    "cube": "cubes",
    "diagonals": "overlays",
    "disjoint-groups": "overlays",
    "grid": "grid",
    "hexagons": "hexagons",
    "include": "include",
    "regions": "regions",
    "rings": "rings",
    "tiles": "tiles",
    "triangles": "triangles",
    "volume": "volume",
    "windows": "overlays",
}
"""For each generator of the library its module; a new one is named here, which a test checks."""

_GENERATORS: dict[str, type[Generator]] = {}
_G = TypeVar("_G", bound=type[Generator])


def register_generator(generator: _G) -> _G:
    """Make a generator known under the default of its field ``make``; a class decorator."""
    made: type[Generator] = generator
    name = made.model_fields["make"].default
    if isinstance(name, str):
        _load(name)
    if not isinstance(name, str) or _GENERATORS.setdefault(name, generator) is not generator:
        raise GeometryError(f"cannot register a generator under the name {name!r}")
    return generator


def generators() -> Iterator[type[Generator]]:
    """Yield all generators, by name."""
    for name in _MODULES:
        _load(name)
    return (generator for _, generator in sorted(_GENERATORS.items()))


def generator_named(name: str) -> type[Generator] | None:
    """Return the generator of that name; None if there is none."""
    _load(name)
    return _GENERATORS.get(name)


def _load(name: str) -> None:
    """Import the module of a built-in generator."""
    if name in _MODULES:
        import_module(f"{__package__}.{_MODULES[name]}")
