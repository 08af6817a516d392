"""Recipes: rules to place on a random solution, and which rules and givens to keep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.notebooks import HtmlDisplay
from sudokulib.basics.quoting import clipped
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.generating.layers import Layer, layers, word_or_number
from sudokulib.generating.targets import rating_window, target_of
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import ErrorCollector
from sudokulib.puzzles.geometries.fields import FileModel
from sudokulib.puzzles.geometries.files import GeometryFile, geometry_file, one_of
from sudokulib.puzzles.geometries.loader import GeometryReader, source_of, validated
from sudokulib.puzzles.geometries.motions import moves_of
from sudokulib.puzzles.geometries.source import Source, read_source

RECIPE = 1
"""The newest format of recipes that this version reads."""

_NAMED = 4
"""The most layers that the `repr` of a recipe names."""

Givens = Annotated[
    Annotated[int, Field(ge=0)] | Literal["none", "few", "minimal"],
    word_or_number("none", "few", "minimal"),
]


@dataclass(frozen=True, slots=True)
class Recipe(HtmlDisplay):
    """A recipe for puzzles with rules; `sudokulib.generate` follows it.

    Args:
        geometry: the geometry.
        layers: the rules that are placed on a solution.
        givens: "none"; "few" to remove givens first, then rules; "minimal" to remove both in one
            random order; or the least number to keep, as for `sudokulib.generate`, before rules are
            removed.
        symmetry: the symmetry of the givens, by name.
        attempts: how many solutions, each with rules placed on it, to try for one puzzle.
        title, author: those of the puzzles.
        difficulty, requires, forbids, at_most: the target for the solve, as for
            `sudokulib.generate`, whose arguments take precedence.

    Raises:
        CollectedError: a layer that does not fit the geometry, or too few layers.

    >>> import sudokulib
    >>> from sudokulib.generating.layers import Cages
    >>> four = sudokulib.geometry("4x4")
    >>> killer = Recipe(four, (Cages(sizes=(2, 4)),), givens="none")
    >>> made = sudokulib.generate(killer, seed=1)
    >>> made.puzzle.given_values, sudokulib.is_unique(made.puzzle)
    ((), True)
    """

    geometry: Geometry
    layers: tuple[Layer, ...]
    givens: int | Literal["none", "few", "minimal"] = "few"
    symmetry: str = "none"
    attempts: int = 20
    title: str = ""
    author: str = ""
    difficulty: tuple[float, float] | None = None
    requires: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    at_most: tuple[str, ...] = ()

    def __repr__(self) -> str:
        laid = ", ".join(layer.lay for layer in self.layers[:_NAMED])
        more = ", …" if len(self.layers) > _NAMED else ""
        return clipped(f"<Recipe {self.geometry.called}: {laid or 'no layers'}{more}>")

    def __post_init__(self) -> None:
        errors = ErrorCollector()
        with errors.at("layers"):
            if not self.layers and self.givens == "none":
                raise GeometryError("without givens and rules there is no puzzle; add a layer")
        for number, layer in enumerate(self.layers):
            with errors.at("layers", number):
                layer.check(self.geometry)
                self._check_absence(layer, number)
        with errors.at("symmetry"):
            moves_of(self.geometry, self.symmetry)
        with errors.at("difficulty" if self.difficulty else "requires"):
            target_of(self.difficulty, self.requires, self.forbids, self.at_most)
        errors.check()

    def _check_absence(self, layer: Layer, number: int) -> None:
        """Refuse a layer that would change the meaning of another layer's absent marks."""
        for other, one in enumerate(self.layers):
            if other != number and one.lay == layer.lay and one.absence() is not None:
                raise GeometryError(
                    f"all {layer.lay} are shown by layer {other + 1}, which has negative:; "
                    "drop one of the two",
                    field=("lay",),
                )


class RecipeFile(FileModel):
    """A recipe: a geometry, rules to place on a random solution, and which of them to keep."""

    recipe: int = Field(ge=1, le=RECIPE, description="version of the format of recipes")
    geometry: str | GeometryFile = Field(description="a name, a path, or a geometry in place")
    title: str = Field("", description="what the puzzles are called")
    author: str = Field("", description="who made them")
    description: str = Field("", description="whatever else there is to say")
    layers: list[Layer] = Field(
        default_factory=list, max_length=100, description="rules to lay, in order"
    )
    givens: Givens = Field(
        "few",
        description="none; few: remove givens before rules; minimal: both in one random order; or "
        "the least number to keep",
    )
    symmetry: str = Field(
        "none",
        description="of the givens: half-turn or another that sudokulib geometries NAME lists",
    )
    attempts: int = Field(
        20, ge=1, le=10_000, description="placements of the rules to try for one puzzle"
    )
    difficulty: str = Field("", description="least and greatest rating, such as 4.0..5.0")
    requires: list[str] = Field(
        default_factory=list, description="techniques or families that the solve must use"
    )
    forbids: list[str] = Field(
        default_factory=list, description="techniques or families that it must not use"
    )
    at_most: list[str] = Field(
        default_factory=list,
        description="techniques; no step is harder than their easiest ones; x-wing=2: used at most "
        "twice",
    )


# The key covers everything it reads: classes, which never change.
@cache
def _model(geometry: type[GeometryFile], known: tuple[type[Layer], ...]) -> type[RecipeFile]:
    laid: Any = list.__class_getitem__(one_of(known, "lay"))
    place: Any = str | geometry
    model: Any = create_model(
        "Recipe",
        __base__=RecipeFile,
        geometry=(place, RecipeFile.model_fields["geometry"]),
        layers=(laid, RecipeFile.model_fields["layers"]),
    )
    model.__doc__ = RecipeFile.__doc__
    made: type[RecipeFile] = model
    return made


def recipe_file(data: Any = None) -> type[RecipeFile]:
    """Return the model of a recipe file with all registered layers; see `geometry_file`."""
    return _model(geometry_file(data), tuple(layers()))


def is_recipe(source: Source) -> bool:
    """Return whether a file is a recipe rather than a puzzle or geometry."""
    return "recipe" in source.data


def load_recipe(path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> Recipe:
    """Return the recipe in a YAML file.

    Args:
        path: the path of the file.
        limits: bounds on what its geometry may expand to.

    Raises:
        ProblemsError: with all errors in it, each with line, column and fix.

    >>> import sudokulib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "mine.yaml"
    ...     _ = path.write_text("{recipe: 1, geometry: 4x4, layers: [{lay: cages}]}")
    ...     load_recipe(path)
    <Recipe 4x4: cages>
    """
    reader = GeometryReader(limits)
    path = Path(path)
    with reader.opened(path):
        return _read(reader, source_of(path, limits))


def read_recipe(text: str, name: str = "<text>", *, limits: Limits = DEFAULT_LIMITS) -> Recipe:
    """Return the recipe in YAML text; see `load_recipe`.

    >>> killer = read_recipe("{recipe: 1, geometry: 4x4, layers: [{lay: cages}], givens: none}")
    >>> killer.layers[0].sizes
    (2, 5)
    """
    return _read(GeometryReader(limits), read_source(text, name, limits))


def _read(reader: GeometryReader, source: Source) -> Recipe:
    file, source = validated(source, recipe_file)
    try:
        geometry = reader.geometry_of(file.geometry, source.data.get("geometry"))
    except OutOfBudget:
        raise
    except SudokuError as error:
        raise source.failure(error) from None
    with source.locating_errors():
        errors = ErrorCollector()
        window = None
        with errors.at("difficulty"):
            window = rating_window(file.difficulty)
        errors.check()
        return Recipe(
            geometry,
            tuple(file.layers),
            file.givens,
            file.symmetry,
            file.attempts,
            file.title,
            file.author,
            window,
            tuple(file.requires),
            tuple(file.forbids),
            tuple(file.at_most),
        )
    raise AssertionError("unreachable")
