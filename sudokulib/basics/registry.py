"""Registries: entries by name, each imported when it is first asked for.

Kinds, strategies, formats and generators are each kept in one. The library's own entries are found
by an *index*, which says for each name the module that registers it, so that solving a line does
not import sixty kinds. A program registers more by calling the function that the registry's room
has for it, and an installed package by an entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from importlib import metadata
else:
    metadata = lazy_module("importlib.metadata")  # as long to import as all that solving needs

_T = TypeVar("_T")


def index_of(package: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return for each name the full name of the module that registers it.

    Args:
        package: the package of the modules.
        names: for each module within the package the names, with spaces between.

    >>> index_of("zoo", {"cats": "lion tiger"})
    {'lion': 'zoo.cats', 'tiger': 'zoo.cats'}
    """
    index: dict[str, str] = {}
    for module, listed in names.items():
        index.update(dict.fromkeys(listed.split(), f"{package}.{module}"))
    return index


class Registry(Generic[_T]):
    """Entries by name: the library's own, imported when they are asked for, and those of others.

    Args:
        noun: the word for an entry in messages.
        index: for each entry of the library, in order, the full name of the module that adds it.
        entry_points: the group under which installed packages announce more; empty for none.
        accept: is called with each object that an entry point loads, to add it.

    >>> animals = Registry[str]("animal", {})
    >>> animals.add("lion", "roars")
    >>> animals.get("lion"), animals.get("unicorn"), animals.load_all()
    ('roars', None, {'lion': 'roars'})
    """

    def __init__(
        self,
        noun: str,
        index: Mapping[str, str],
        *,
        entry_points: str = "",
        accept: Callable[[Any], object] | None = None,
    ) -> None:
        self.index = index
        self.entries: dict[str, _T] = {}
        """The entries added so far, in that order."""
        self._noun, self._entry_points, self._accept = noun, entry_points, accept
        self._has_library = self._has_plugins = False

    def add(self, name: str, entry: _T) -> None:
        """Make an entry known; an entry of the library has its name even if it is not imported yet.

        Raises:
            ValueError: another entry has the name.
        """
        self._load(name)
        if self.entries.setdefault(name, entry) != entry:
            raise ValueError(f"a {self._noun} named {name!r} is registered already")

    def get(self, name: str) -> _T | None:
        """Return the entry of a name, without looking among plug-ins; None if there is none."""
        self._load(name)
        return self.entries.get(name)

    def __contains__(self, name: str) -> bool:
        """Return whether there is an entry of that name, without importing it or plug-ins."""
        return name in self.index or name in self.entries

    def load_all(self) -> dict[str, _T]:
        """Import all entries: the library's in the order of the index, then others as added."""
        self.load_library()
        self._load_plugins()
        names = dict.fromkeys((*self.index, *self.entries))
        return {name: self.entries[name] for name in names}

    def load_library(self) -> None:
        """Import all modules of the index."""
        if not self._has_library:
            for module in dict.fromkeys(self.index.values()):
                import_module(module)
            self._has_library = True

    def _load(self, name: str) -> None:
        """Import the module of an entry of the library."""
        if name not in self.entries and name in self.index:
            import_module(self.index[name])

    # What is installed does not change while a process runs. It is marked as loaded at the end, so
    # that a plug-in that cannot be imported is an error each time.
    def _load_plugins(self) -> None:
        if self._accept and not self._has_plugins:
            for point in metadata.entry_points(group=self._entry_points):
                self._accept(point.load())
            self._has_plugins = True
