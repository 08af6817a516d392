"""Whole geometries as parts of another: samurai is five times 9x9."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.fields import At, FileModel, Name, Text
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator


class MergedCells(FileModel):
    """Two runs of cells that become the same cells, one by one in order."""

    these: Text = Field(description="references to cells that keep their names")
    those: Text = Field(description="as many other cells, which become these")


@register_generator
class Include(Generator):
    """Include another geometry, at one or more places of the picture.

    Cells of flat grids that land on one another become one cell, and equal shapes merge.
    """

    make: Literal["include"] = "include"
    geometry: Text = Field(description="name of a geometry, or path of a file")
    at: At | dict[Name, At] = Field(
        default_factory=dict,
        description="one place (R1C1), or a name for each copy with its place",
    )
    merge: list[MergedCells] = Field(
        default_factory=list, description="cells that are the same cell"
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Include the geometry at each place, then merge cells."""
        part = scope.load(self.geometry)
        places = self.at if isinstance(self.at, dict) else {"": self.at}
        for name, at in (places or {"": (0, 0)}).items():
            builder.limits.check("cells", len(builder.cells) + len(part.cells))
            builder.include(part, name, at)
        index = builder.index()
        for number, same in enumerate(self.merge):
            these, those = index.resolve(same.these), index.resolve(same.those)
            if len(these) != len(those):
                raise GeometryError(
                    f"{same.these!r} is {len(these)} cells and {same.those!r} {len(those)}; "
                    "merge needs as many on both sides",
                    field=("merge", number),
                )
            for one, other in zip(these, those, strict=True):
                builder.merge(one, other)
