"""The base class of generators, and their registry."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from sudokulib.basics.registry import Registry
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.fields import FileModel
from sudokulib.puzzles.geometries.generators.generator_index import GENERATOR_MODULES


@dataclass(frozen=True, slots=True)
class Scope:
    """Tools for generators besides the builder.

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


GENERATORS: Registry[type[Generator]] = Registry("generator", GENERATOR_MODULES)
_G = TypeVar("_G", bound=type[Generator])


def register_generator(generator: _G) -> _G:
    """Register a generator under the default of its field ``make``; a class decorator."""
    made: type[Generator] = generator
    name = made.model_fields["make"].default
    if not isinstance(name, str) or GENERATORS.get(name) not in (None, made):
        raise GeometryError(f"cannot register a generator under the name {name!r}")
    GENERATORS.add(name, made)
    return generator


def generators() -> Iterator[type[Generator]]:
    """Yield all generators, by name."""
    return (generator for _, generator in sorted(GENERATORS.load_all().items()))


def generator_named(name: str) -> type[Generator] | None:
    """Return the generator of that name; None if there is none."""
    return GENERATORS.get(name)
