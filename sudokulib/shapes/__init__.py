"""Shapes: collections of cells with a rule. Importing this package registers the built-in kinds."""

from sudokulib.shapes.kind import (
    CellLine,
    CellSet,
    Context,
    Kind,
    Mark,
    OneCell,
    kind_named,
    kinds,
    register_kind,
)
from sudokulib.shapes.sets import Distinct, House, all_different
from sudokulib.shapes.shape import Shape, merge_shapes

__all__ = [
    "CellLine",
    "CellSet",
    "Context",
    "Distinct",
    "House",
    "Kind",
    "Mark",
    "OneCell",
    "Shape",
    "all_different",
    "kind_named",
    "kinds",
    "merge_shapes",
    "register_kind",
]
