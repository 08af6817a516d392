"""The pydantic models of geometry and puzzle files, and how a read file becomes a Geometry.

The unions of shapes and generators are built from their registries, so a registered plug-in works
in the next file that is read and appears in the schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from functools import cache, lru_cache
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_type_hints

from pydantic import Field, FiniteFloat, create_model

from sudokulib.puzzles.geometries.fields import (
    FileModel,
    Integers,
    Name,
    Predicate,
    RefLists,
    Refs,
    Text,
)
from sudokulib.puzzles.geometries.generators import Generator, generator_named, generators
from sudokulib.puzzles.geometries.plain_files import FORMAT
from sudokulib.shapes import Kind, kind_named, kinds
from sudokulib.shapes.aliases import Alias, alias_named, aliases
from sudokulib.shapes.catalogue import kind_rule
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.shapes.registry import is_kind
from sudokulib.shapes.topology import LayerPlaces

_FEW = 12
"""The most kinds and generators for which a file gets a partial model, of only these.

A bound: files that use more get the complete model, which serves all later files too.
"""

_PARTIAL = 4
"""Partial models made before the complete one, which is slow to make but needed only once."""


class SymbolRange(FileModel):
    """Consecutive numbers as symbols."""

    first: int = Field(1, description="the first number")
    last: int = Field(description="the last number")


class AlphabetFile(FileModel):
    """Symbols with all their properties."""

    symbols: str | list[str] | SymbolRange = Field(
        description="characters (123456789), words with spaces between, a list, or first and last"
    )
    values: list[int] | SymbolRange | None = Field(
        None, description="the integer behind each symbol, for sums"
    )
    empty: Text | None = Field(None, description="the mark for an empty cell in text")


class CellFile(FileModel):
    """A cell placed by hand."""

    at: tuple[int, int] = Field(description="row and column in the text picture, from 1")
    corners: list[str] | None = Field(
        None, description="names of its corner points in order; cells sharing two are neighbours"
    )
    outline: list[tuple[FiniteFloat, FiniteFloat]] | None = Field(
        None, description="the polygon to draw, x and y in cell sides"
    )


class Seam(FileModel):
    """Two edges glued together: sides of grids or faces, such as A.right and B.left."""

    these: Text = Field(description="an edge: right, or A.right on a named grid")
    those: Text = Field(description="the edge it meets; both are as long")
    twist: bool = Field(False, description="glue it the other way round, as in a Moebius band")


class AllowedMap(FileModel):
    """Symbols allowed by a map of letters, one a cell."""

    map: Text = Field(description="one letter per cell, line by line; . or a space: no restriction")
    key: dict[Text, str | list[str]] = Field(description="the symbols that each letter allows")


class CountFile(FileModel):
    """A number of filled grids and how it is known."""

    count: int = Field(ge=0, description="how many filled grids there are")
    known: Literal["computed", "derived", "published"] = Field(
        description="computed by counting here, derived by the tree rule, or published"
    )
    source: str = Field("", description="who published it, or what it was derived from")


class ExpectFile(FileModel):
    """Figures that the file states and a test checks."""

    cells: int = Field(ge=1, description="number of cells")
    shapes: int = Field(ge=0, description="number of shapes, equal ones counted once")
    solutions: CountFile | None = Field(None, description="number of filled grids, where known")


class ShapeFile(FileModel):
    """Base of the shapes in files; a subclass for each kind is derived from the registry."""

    of: ClassVar[type[Kind]]
    """The kind from which a subclass is derived; a stamp has none."""

    kind: str
    label: str = Field("", description="what explanations call it")
    role: str = Field("", description="its part for rules that ask: row, column, region")

    def meant(self) -> tuple[type[Kind], dict[str, Any]]:
        """Return the kind that is meant, and the values of its fields as written."""
        return self.of, self._own_values()

    def _own_values(self) -> dict[str, Any]:
        names = type(self).model_fields.keys() - ShapeFile.model_fields.keys()
        return {name: getattr(self, name) for name in names}


class AliasFile(ShapeFile):
    """Base of the shapes under an alias that says more than a kind; a subclass for each alias."""

    alias: ClassVar[Alias]
    """The alias from which a subclass is derived."""

    def meant(self) -> tuple[type[Kind], dict[str, Any]]:
        """Return the kind that is meant, and its fields: those written, and those preset."""
        values = self._own_values()
        choice = self.alias.choice
        meaning = self.alias.meanings[values.pop(choice) if choice else ""]
        return kind_named(meaning.kind), {**values, **meaning.preset}


class StampFile(ShapeFile):
    """One shape many times over: at several places, or for all cells, edges or darts."""

    kind: Literal["each"] = "each"
    shape: ShapeFile = Field(description="the shape to repeat, as written for one place")
    at: Refs | None = Field(
        None, description="where its first cell is placed; all: everywhere it fits"
    )
    anchor: Text | None = Field(
        None, description="a cell of the picture that is placed there instead of the first"
    )
    on: str = Field("", description="the grid or face to shift it on; absent: the whole picture")
    clues: Refs | None = Field(
        None,
        description="a number for each place, such as those along an edge, that replaces the first "
        "number of the shape; a dot: no shape there",
    )
    over: Literal["cells", "edges", "darts", "squares"] | None = Field(
        None,
        description="what $1, $2 … are: each cell; the two cells of each edge; the cells met "
        "by leaving each cell through each side and going straight on; the four cells round "
        "each inner point",
    )


Symbols = str | list[str] | SymbolRange | AlphabetFile
Allowed = dict[str, str | list[str]] | AllowedMap
Hidden = list[Name] | dict[Name, str | list[str]]


class LayerFile(FileModel):
    """A layer."""

    at: LayerPlaces = Field(
        "cells", description="what it has a cell for: each cell, edge, side or corner"
    )
    symbols: str | list[str] | None = Field(None, description="symbols of its cells; absent: all")
    words: dict[str, Predicate] = Field(
        default_factory=dict,
        description="what symbols say of a cell, for explanations: {1: not shaded, 2: shaded}",
    )


Layers = list[Name] | dict[Name, str | list[str] | LayerFile]


class GeometryFile(FileModel):
    """A geometry: symbols, cells and shapes, without givens."""

    format: int = Field(1, ge=1, le=FORMAT, description="version of the file format")
    name: Text | None = Field(None, description="short name; absent: the file's")
    title: str = Field("", description="what people call it")
    description: str = Field("", description="one paragraph: what it is and what it looks like")
    source: str = Field("", description="who published the geometry or its figures")
    symbols: Symbols | None = Field(
        None,
        description="characters (123456789), words with spaces between, a list, or first and "
        "last; absent: those of the first included geometry, or 1 to the grid's size",
    )
    build: list[Generator] = Field(default_factory=list, description="generators, in order")
    cells: dict[Name, CellFile] = Field(default_factory=dict, description="cells placed by hand")
    adjacency: list[tuple[Text, Text]] = Field(
        default_factory=list, description="pairs of cells that are side neighbours"
    )
    seams: list[Seam] = Field(default_factory=list, description="edges glued together")
    layers: Layers = Field(
        default_factory=list,
        description="cells for each cell, edge, side or corner: names, perhaps with symbols",
    )
    allowed: Allowed = Field(default_factory=dict, description="symbols by cell reference")
    hidden: Hidden = Field(
        default_factory=list, description="names of cells in no picture, for shapes alone"
    )
    shapes: list[ShapeFile] = Field(
        default_factory=list, description="rules on cells beyond those of the generators"
    )
    expect: ExpectFile | None = Field(None, description="figures that a test checks")


class PuzzleFile(FileModel):
    """A puzzle: a geometry with givens and further shapes."""

    format: int = Field(1, ge=1, le=FORMAT, description="version of the file format")
    geometry: str | GeometryFile = Field(description="a name, a path, or a geometry in place")
    title: str = Field("", description="what people call it")
    author: str = Field("", description="who made it")
    source: str = Field("", description="where it was published")
    description: str = Field("", description="whatever else there is to say")
    givens: str | dict[str, str] | list[str | list[str]] = Field(
        "",
        description="rows of text as the geometry is laid out, one line, symbols by cell, or a "
        "list of rows",
    )
    layers: Layers = Field(
        default_factory=list,
        description="cells for each cell, edge, side or corner: names, perhaps with symbols",
    )
    allowed: Allowed = Field(default_factory=dict, description="symbols by cell reference")
    hidden: Hidden = Field(
        default_factory=list, description="names of cells in no picture, for shapes alone"
    )
    shapes: list[ShapeFile] = Field(
        default_factory=list, description="rules on cells beyond the geometry's"
    )
    solution: str = Field("", description="the proven solution, laid out as the givens are")
    fog: str = Field(
        "",
        description="cells that are seen at the start; fog hides the clues of the others until a "
        "cell that touches them is filled correctly",
    )


class ShapesFile(FileModel):
    """Shapes for a geometry or a puzzle that is there already."""

    shapes: list[ShapeFile] = Field(description="rules on cells")


def shape_file(kind: type[Kind]) -> type[ShapeFile]:
    """Build the file model of a kind: cells as references, rules as shapes, the rest unchanged.

    The model of a kind that holds rules is completed by `any_shape`.
    """
    plain = (alias.name for alias in aliases() if alias.is_plain and kind.name in alias.kinds)
    tag: Any = (Literal[(kind.name, *plain)], kind.name)
    model = create_model(
        f"{kind.__name__}Shape", __base__=ShapeFile, kind=tag, **kind_entries(kind)
    )
    model.__doc__ = kind.__doc__
    model.of = kind
    return model


def _alias_file(alias: Alias) -> type[ShapeFile]:
    """Build the file model of an alias that presets fields of its kind, or stands for several."""
    meanings = list(alias.meanings.values())
    entries = kind_entries(kind_named(meanings[0].kind))
    for meaning in meanings:
        known = kind_entries(kind_named(meaning.kind)).keys() - meaning.preset.keys()
        entries = {name: entry for name, entry in entries.items() if name in known}
    if alias.choice:
        words = tuple(alias.meanings)
        entries[alias.choice] = (Literal[words], Field(description="which of them it is"))
    tag: Any = (Literal[alias.name], alias.name)
    name = f"{alias.name.title().replace('-', '')}Shape"
    model = create_model(name, __base__=AliasFile, kind=tag, **entries)
    rules = ((word, kind_rule(kind_named(one.kind))) for word, one in alias.meanings.items())
    model.__doc__ = " ".join(f"{word}: {rule}" if word else rule for word, rule in rules)
    model.alias = alias
    return model


def kind_entries(kind: type[Kind]) -> dict[str, Any]:
    """Return the fields of a kind as those of a file model, for `create_model`."""
    hints = get_type_hints(kind, include_extras=True)
    entries: dict[str, Any] = {}
    for f in fields(kind):
        written = _field_type(kind, f.name, hints[f.name])
        # A field called except_ is written except, which is a Python keyword.
        alias = f.name[:-1] if f.name.endswith("_") else None
        default = ... if f.default is MISSING else f.default
        entries[f.name] = (written, Field(default, alias=alias))
    return entries


def _stamp_model() -> type[ShapeFile]:
    """Build the file model of a stamp, whose shape is of any registered kind."""
    shape: Any = ("AnyShape", StampFile.model_fields["shape"])
    model: type[ShapeFile] = create_model("EachShape", __base__=StampFile, shape=shape)
    model.__doc__ = StampFile.__doc__
    return model


def _field_type(kind: type[Kind], name: str, hint: Any) -> Any:
    """Return the type of a field of a kind as it stands in a file."""
    if name in rule_fields(kind):
        return list["AnyShape"]  # type: ignore[name-defined]  # noqa: F821 - see `any_shape`
    form = cell_fields(kind).get(name)
    if form is None:
        return Integers if hint == tuple[int, ...] else hint
    if form.form == "one":
        return Text | None if _is_optional(hint) else Text
    return RefLists if form.many else Refs


def _is_optional(hint: Any) -> bool:
    return NoneType in get_args(get_args(hint)[0])


def any_shape(kind_classes: Sequence[type[Kind]], also: Sequence[Alias] = ()) -> Any:
    """Return the type of an entry for a shape: a union of the file models of some kinds.

    Args:
        kind_classes: the kinds, registered or not.
        also: aliases that say more than a kind, which get models as well.
    """
    models = [*map(shape_file, kind_classes), *map(_alias_file, also)]
    models.append(_stamp_model())
    together = one_of(models, "kind")
    for model in models:
        model.model_rebuild(_types_namespace={"AnyShape": together})
    return together


def one_of(models: Sequence[type[FileModel]], tag: str) -> Any:
    """Return the type of an entry whose tag says which model it is."""
    together: Any = Union[tuple(models)]  # noqa: UP007 - made at run time
    return Annotated[together, Field(discriminator=tag)] if len(models) > 1 else together


# Safe to cache: classes never change, and it reads nothing else.
@cache
def _models(
    kind_classes: tuple[type[Kind], ...],
    also: tuple[str, ...],
    generator_classes: tuple[type[Generator], ...],
) -> tuple[type[GeometryFile], type[PuzzleFile]]:
    together = any_shape(kind_classes, [alias_named(name) for name in also])
    shapes: Any = list.__class_getitem__(together)
    build: Any = list.__class_getitem__(one_of(generator_classes, "make"))
    geometry: Any = create_model(
        "Geometry",
        __base__=GeometryFile,
        build=(build, GeometryFile.model_fields["build"]),
        shapes=(shapes, GeometryFile.model_fields["shapes"]),
    )
    geometry.__doc__ = GeometryFile.__doc__
    place = PuzzleFile.model_fields["geometry"]
    puzzle: Any = create_model(
        "Puzzle",
        __base__=PuzzleFile,
        geometry=(str | geometry, place),
        shapes=(shapes, PuzzleFile.model_fields["shapes"]),
    )
    puzzle.__doc__ = PuzzleFile.__doc__
    return geometry, puzzle


def _models_for(data: Any) -> tuple[type[GeometryFile], type[PuzzleFile]]:
    if data is None or _models.cache_info().currsize >= _PARTIAL:
        return _models(*_kinds_in(None), tuple(generators()))
    few, also = _kinds_in(data)
    makes = map(generator_named, sorted({"grid", *_tags(data, "make")}))
    made = tuple(one for one in makes if one is not None)
    if len(few) + len(made) > _FEW:
        return _models(*_kinds_in(None), tuple(generators()))
    return _models(few, also, made)


def _kinds_in(data: Any) -> tuple[tuple[type[Kind], ...], tuple[str, ...]]:
    """Return the kinds named, also by aliases, and the aliases that are more than names.

    Args:
        data: the data of a file; None for all kinds.
    """
    known = {alias.name: alias for alias in aliases()}
    if data is None:
        return tuple(kinds()), tuple(name for name in known if not known[name].is_plain)
    named = set(_tags(data, "kind")) - {"each"}
    also = sorted(name for name in named & known.keys() if not known[name].is_plain)
    meant = {kind for name in named for kind in (known[name].kinds if name in known else [name])}
    return tuple(kind_named(name) for name in sorted(meant) if is_kind(name)), tuple(also)


# Safe to cache, as it reads nothing else. Large enough for a script that adds shape by shape.
@lru_cache(maxsize=64)
def _shapes_model(kind_classes: tuple[type[Kind], ...], also: tuple[str, ...]) -> type[ShapesFile]:
    together = any_shape(kind_classes, [alias_named(name) for name in also])
    shapes: Any = list.__class_getitem__(together)
    return create_model("Shapes", __base__=ShapesFile, shapes=(shapes, ...))


def shapes_file(data: Any = None) -> type[ShapesFile]:
    """Build the model of shapes alone, for adding them from Python.

    Args:
        data: as for `geometry_file`.
    """
    return _shapes_model(*_kinds_in(data))


def _tags(data: Any, tag: str) -> Iterator[str]:
    """Yield what stands after ``kind:`` or ``make:`` anywhere in the data of a file."""
    if isinstance(data, dict):
        if isinstance(data.get(tag), str):
            yield data[tag]
        data = data.values()
    elif not isinstance(data, list):
        return
    for item in data:
        yield from _tags(item, tag)


def geometry_file(data: Any = None) -> type[GeometryFile]:
    """Build the model of a geometry file with all registered kinds and generators.

    Args:
        data: the data of a file. The model may then know only what the file names, which is much
            quicker to build; validate a file that it refuses with the complete model.
    """
    return _models_for(data)[0]


def puzzle_file(data: Any = None) -> type[PuzzleFile]:
    """Build the model of a puzzle file with all registered kinds and generators.

    Args:
        data: as for `geometry_file`.
    """
    return _models_for(data)[1]
