"""Shapes: collections of cells with a rule. Importing this package registers the built-in kinds."""

from sudokulib.shapes.kind import (
    CellLine,
    CellLines,
    CellSet,
    CellSets,
    Context,
    Kind,
    Mark,
    OneCell,
    OptionalCell,
    Rules,
    kind_named,
    kinds,
    register_kind,
)
from sudokulib.shapes.sets import Distinct, House, all_different
from sudokulib.shapes.shape import Shape, merge_shapes

__all__ = [
    "CellLine",
    "CellLines",
    "CellSet",
    "CellSets",
    "Context",
    "Distinct",
    "House",
    "Kind",
    "Mark",
    "OneCell",
    "OptionalCell",
    "Rules",
    "Shape",
    "all_different",
    "kind_named",
    "kinds",
    "merge_shapes",
    "register_kind",
]
