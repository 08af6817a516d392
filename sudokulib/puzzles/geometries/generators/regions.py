"""Jigsaw pieces: regions drawn as a map of letters."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sudokulib.basics.alphabet import graphemes
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.fields import Text
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator

_NO_REGION = " ."


@register_generator
class Regions(Generator):
    """Regions without repeats: cells with the same letter in the map belong together.

    Pieces need not be connected, so toroidal jigsaws are written in the same way.
    """

    make: Literal["regions"] = "regions"
    map: Text = Field(description="one letter per cell, line by line; a space or . is in no region")
    on: str = Field("", description="name of the grid or face; absent: the whole picture")
    word: str = Field("region", description="the name of its regions in explanations")
    instead: bool = Field(
        False, description="whether they replace the regions of all earlier entries"
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Add one shape a letter."""
        del scope
        if self.instead:
            builder.drop("region")
        whole = bool(builder.cells) and not self.on and "" not in builder.patches
        cells = builder.picture if whole else builder.cells_on(self.on)
        regions: dict[str, list[int]] = {}
        for r, line in enumerate(self.map.rstrip().splitlines()):
            for c, letter in enumerate(graphemes(line)):
                if letter in _NO_REGION:
                    continue
                if (r, c) not in cells:
                    raise GeometryError(
                        f"line {r + 1} of the map has {letter!r} at place {c + 1}, "
                        "where there is no cell; write a space there",
                        field=("map", r, c),
                    )
                regions.setdefault(letter, []).append(cells[r, c])
        for letter, members in sorted(regions.items()):
            builder.distinct(members, f"{self.word} {letter}", "region")
