"""Geometries: file models, loader, library, generators, topology, graph."""

from sudokulib.geometry.geometry import Cell, Count, Expect, Geometry, Part
from sudokulib.geometry.topology import Topology

__all__ = ["Cell", "Count", "Expect", "Geometry", "Part", "Topology"]


# Until the package is renamed: its name is also that of the public function.
class _Callable(type(__import__("sys"))):  # type: ignore[misc]
    def __call__(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        from sudokulib.geometry.library import geometry  # noqa: PLC0415

        return geometry(*args, **kwargs)


__import__("sys").modules[__name__].__class__ = _Callable
