"""Layers of marks between two neighbours: dots, X and V, inequalities; all of them or some."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from sudokulib.errors import GeometryError
from sudokulib.generating.layers.layer import Canvas, Layer, register_layer
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.fields import Numbers
from sudokulib.shapes import Kind
from sudokulib.shapes.negatives import Negative
from sudokulib.shapes.pairs import Difference, LessThan, PairSum, Ratio

_ABSENT = "whether all marks are shown, so that where one is absent its rule does not hold"


Few = Annotated[Numbers, Field(max_length=20)]
"""A few numbers; a bound against hostile files, as nobody marks more than 20."""


class PairLayer(Layer):
    """Base of the layers that mark pairs of side neighbours."""

    @abstractmethod
    def marks(self, one: int, other: int) -> Sequence[Kind]:
        """Return the marks that may stand between two cells."""

    def check(self, geometry: Geometry) -> None:
        """Refuse a geometry without neighbours, or a limited number where all marks are needed."""
        if not geometry.topology.edges():
            raise GeometryError("no cells are neighbours here; drop this layer")
        for name in ("count", "keep") if self.absence() is not None else ():
            if name in self.model_fields_set and getattr(self, name) != "all":
                raise GeometryError(
                    "an absent mark means something only if all are shown; "
                    f"drop {name}:, or negative:",
                    field=(name,),
                )

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield for each pair of neighbours a mark that holds, if there is one."""
        for one, other in canvas.chance.shuffled(canvas.geometry.topology.edges()):
            fitting = [mark for mark in self.marks(one, other) if canvas.holds(mark)]
            if fitting:
                yield canvas.chance.choice(fitting)
        rule = self.absence()
        if rule is not None:
            yield rule


@register_layer
class Dots(PairLayer):
    """Kropki dots: white where neighbours differ by 1, black where one is twice the other."""

    lay: Literal["dots"] = "dots"
    of: Literal["both", "difference", "ratio"] = Field("both", description="which dots are laid")
    differences: Few = Field([1], description="the differences of white dots")
    ratios: Few = Field([2], description="the ratios of black dots")
    negative: bool = Field(False, description=_ABSENT)

    def marks(self, one: int, other: int) -> Sequence[Kind]:
        """Return the dots of either colour."""
        white = [Difference((one, other), n) for n in self.differences] * (self.of != "ratio")
        black = [Ratio((one, other), n) for n in self.ratios] * (self.of != "difference")
        return [*white, *black]

    def absence(self) -> Kind | None:
        """Return the rule that where a dot is absent it would be false."""
        if not self.negative:
            return None
        kinds: tuple[Literal["difference", "ratio"], ...] = (
            ("difference", "ratio") if self.of == "both" else (self.of,)
        )
        return Negative(kinds, tuple(self.differences), tuple(self.ratios))


@register_layer
class Sums(PairLayer):
    """Neighbours with a given sum: X for 10 and V for 5."""

    lay: Literal["xv"] = "xv"
    sums: Few = Field([5, 10], description="the sums that are marked")
    negative: bool = Field(False, description=_ABSENT)

    def marks(self, one: int, other: int) -> Sequence[Kind]:
        """Return X, V and the others."""
        return [PairSum((one, other), total) for total in self.sums]

    def absence(self) -> Kind | None:
        """Return the rule that none of the sums occurs without its mark."""
        return Negative(("pair-sum",), sums=tuple(self.sums)) if self.negative else None


@register_layer
class Inequalities(PairLayer):
    """Signs that say which of two neighbours is less."""

    lay: Literal["inequalities"] = "inequalities"

    def marks(self, one: int, other: int) -> Sequence[Kind]:
        """Return the signs in either direction."""
        return [LessThan((one, other)), LessThan((other, one))]
