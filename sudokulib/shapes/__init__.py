"""Shapes: collections of cells with a rule. Importing this package registers the built-in kinds."""

from sudokulib.shapes.composite import AllOf, AnyOf, Not
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
from sudokulib.shapes.outside import Frame, LittleKiller, Outside, Product, Sandwich
from sudokulib.shapes.prefixes import Battlefield, NumberedRoom, XSum
from sudokulib.shapes.ranks import FullRank
from sudokulib.shapes.sets import Distinct, House, all_different
from sudokulib.shapes.shape import Shape, merge_shapes
from sudokulib.shapes.visibility import HiddenSkyscraper, Skyscraper

__all__ = [
    "AllOf",
    "AnyOf",
    "Battlefield",
    "CellLine",
    "CellLines",
    "CellSet",
    "CellSets",
    "Context",
    "Distinct",
    "Frame",
    "FullRank",
    "HiddenSkyscraper",
    "House",
    "Kind",
    "LittleKiller",
    "Mark",
    "Not",
    "NumberedRoom",
    "OneCell",
    "OptionalCell",
    "Outside",
    "Product",
    "Rules",
    "Sandwich",
    "Shape",
    "Skyscraper",
    "XSum",
    "all_different",
    "kind_named",
    "kinds",
    "merge_shapes",
    "register_kind",
]
