"""The base class of layers, the canvas on which they are laid, and their registry."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field

from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.fields import FileModel
from sudokulib.shapes import Context, Kind
from sudokulib.shapes.topology import Topology


def word_or_number(*words: str) -> BeforeValidator:
    """Return a validator for a field that is either one of some words or a number."""

    def read(value: Any) -> Any:
        if isinstance(value, int) or value in words:
            return value
        if not re.fullmatch(r"\d{1,6}", str(value).strip()):
            raise ValueError(f"not allowed here; write {', '.join(words)} or a number")
        return int(value)

    return BeforeValidator(read)


RuleCount = Annotated[
    Annotated[int, Field(ge=1)] | Literal["all"],
    word_or_number("all"),
]
"""The number of rules to place."""

Keep = Annotated[
    Annotated[int, Field(ge=0)] | Literal["all", "minimal"],
    word_or_number("all", "minimal"),
]
"""The number of rules to keep."""


# The key covers everything it reads: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=64)
def _beside(topology: Topology, corners: bool) -> tuple[tuple[int, ...], ...]:
    near = topology.corner_neighbours if corners else topology.neighbours
    return tuple(near(cell) for cell in range(1 + max(topology.tiles_of, default=-1)))


@dataclass(frozen=True)
class Canvas:
    """A filled geometry on which rules are placed.

    Args:
        geometry: the geometry.
        solution: the index of the symbol in each cell.
        chance: the source of all random draws.
    """

    geometry: Geometry
    solution: Sequence[int]
    chance: SeededRandom

    # Cached properties read only the fields, which never change.
    @cached_property
    def values(self) -> tuple[int, ...]:
        """The integer in each cell."""
        integers = self.geometry.alphabet.values
        return tuple([integers[index] for index in self.solution])

    @cached_property
    def context(self) -> Context:
        """The context that kinds may read."""
        return self.geometry.context

    @property
    def cells(self) -> range:
        """All cells."""
        return range(len(self.geometry.cells))

    def neighbours(self, cell: int, *, corners: bool = False) -> tuple[int, ...]:
        """Return the neighbours of a cell.

        Args:
            cell: the cell.
            corners: whether sharing a corner is enough.
        """
        return self._around[cell] if corners else self._beside[cell]

    @cached_property
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        return _beside(self.geometry.topology, False)

    @cached_property
    def _around(self) -> tuple[tuple[int, ...], ...]:
        return _beside(self.geometry.topology, True)

    def holds(self, rule: Kind) -> bool:
        """Return whether a rule holds on the solution."""
        return rule.holds(self.values, self.context)


class Layer(FileModel):
    """Rules of one sort to place on a solution; subclasses add ``lay: Literal["name"]``.

    The class docstring becomes the help that editors show.
    """

    lay: str
    count: RuleCount = Field("all", description="the most to place; all: as many as exist or fit")
    keep: Keep = Field(
        "minimal",
        description="which to keep: all, at least this many, or only those that are needed",
    )

    def absence(self) -> Kind | None:
        """Return the rule that gives an absent mark of the layer its meaning, if there is one."""
        return None

    @property
    def kept_count(self) -> int | Literal["all", "minimal"]:
        """The number of rules to keep: as `keep` says, but all if absent ones have a meaning."""
        return self.keep if self.absence() is None else "all"

    def check(self, geometry: Geometry) -> None:
        """Check that the layer can be laid on a geometry.

        Raises:
            GeometryError: it cannot; ``field`` is set to the field at fault where one is.
        """

    @abstractmethod
    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield rules that hold on the solution, in random order, as many as exist or fit."""

    def rules_on(self, canvas: Canvas) -> list[Kind]:
        """Return the layer's rules without duplicates and those that the geometry has."""
        seen = {shape.meaning for shape in canvas.geometry.shapes}
        most = None if self.count == "all" else self.count
        return list(islice(self._new(canvas, seen), most))

    def _new(self, canvas: Canvas, seen: set[Any]) -> Iterator[Kind]:
        for rule in self.candidate_rules(canvas):
            if rule.meaning not in seen:
                seen.add(rule.meaning)
                yield rule

    def repaired(
        self, rules: Sequence[Kind], others: Sequence[Sequence[int]], canvas: Canvas
    ) -> list[Kind] | None:
        """Return the rules, changed so that no other solution satisfies all of them.

        Where their number is limited, they are exchanged greedily for others: those that most of
        the other solutions break come first.

        Args:
            rules: the rules as they were placed.
            others: solutions other than the wanted one, newest last; values by cell.
            canvas: holds the wanted solution.

        Returns:
            The changed rules; None if there are none.
        """
        if self.count == "all":
            return None
        everything = self.model_copy(update={"count": "all"}).rules_on(canvas)
        pool = {rule.meaning: rule for rule in (*rules, *everything)}
        broken = {
            meaning: {n for n, one in enumerate(others) if not rule.holds(one, canvas.context)}
            for meaning, rule in pool.items()
        }
        left, chosen = set(range(len(others))), dict[Hashable, Kind]()
        while left:
            best = max(pool, key=lambda meaning: len(broken[meaning] & left), default=None)
            if best is None or not broken[best] & left or len(chosen) == self.count:
                return None
            left -= broken[best]
            chosen[best] = pool[best]
        for rule in rules:
            if len(chosen) < self.count:
                chosen.setdefault(rule.meaning, rule)
        return list(chosen.values())


_LAYERS: dict[str, type[Layer]] = {}
_L = TypeVar("_L", bound=type[Layer])


def register_layer(layer: _L) -> _L:
    """Register a layer under the default of its field ``lay``; a class decorator.

    Raises:
        GeometryError: it has no such default, or another layer has the name.
    """
    made: type[Layer] = layer
    name = made.model_fields["lay"].default
    if not isinstance(name, str) or _LAYERS.setdefault(name, layer) is not layer:
        raise GeometryError(f"cannot register a layer under the name {name!r}")
    return layer


def layers() -> Iterator[type[Layer]]:
    """Return all layers, by name."""
    return (layer for _, layer in sorted(_LAYERS.items()))
