"""From a validated file to the Geometry it describes.

Errors carry the field at fault (``SudokuError.field``); all independent ones are collected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sudokulib.basics.alphabet import Alphabet, graphemes
from sudokulib.basics.cells import CellIndex, Position
from sudokulib.basics.interruption import checked
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import AlphabetError, GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Count, Expect, Geometry, Polygon
from sudokulib.puzzles.geometries.error_collector import CollectedError, ErrorCollector, Field
from sudokulib.puzzles.geometries.files import (
    AllowedMap,
    AlphabetFile,
    CellFile,
    ExpectFile,
    GeometryFile,
    LayerFile,
    SymbolRange,
)
from sudokulib.puzzles.geometries.generators import Scope
from sudokulib.puzzles.geometries.generators.grid import Grid
from sudokulib.puzzles.geometries.generators.include import Include
from sudokulib.puzzles.geometries.layer_places import Layer
from sudokulib.puzzles.geometries.rule_loading import RuleScope, loaded_rules, rule_in_file
from sudokulib.shapes import Shape
from sudokulib.shapes.topology import BOTTOM, LEFT, RIGHT, TOP, Dart

__all__ = [
    "CollectedError",
    "ErrorCollector",
    "allowed_masks",
    "alphabet_of",
    "build_geometry",
    "hidden_masks",
    "layers_of",
    "rule_in_file",
    "trace_geometry",
]


def build_geometry(
    file: GeometryFile,
    load: Callable[[str], Geometry],
    *,
    name: str = "",
    limits: Limits = DEFAULT_LIMITS,
) -> Geometry:
    """Build the geometry that a file describes.

    Args:
        file: the validated file.
        load: finds included geometries.
        name: the name if the file gives none.
        limits: bounds on expansion.

    Raises:
        CollectedError: with every problem found.
    """
    return _built(file, load, name, limits)[0]


def trace_geometry(
    file: GeometryFile,
    load: Callable[[str], Geometry],
    *,
    name: str = "",
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[Geometry, tuple[tuple[Field, Shape], ...]]:
    """Build the geometry that a file describes, and record which field each shape is from.

    Args:
        file, load, name, limits: as for `build_geometry`.

    Returns:
        the geometry, and its shapes before equal ones are merged, each after its field.

    Raises:
        CollectedError: with every problem found.
    """
    geometry, builder = _built(file, load, name, limits)
    return geometry, builder.entries


def _built(
    file: GeometryFile, load: Callable[[str], Geometry], name: str, limits: Limits
) -> tuple[Geometry, Builder]:
    errors = ErrorCollector()
    with errors.at():
        alphabet = _file_alphabet(file, load)
    errors.check()
    with errors.at("symbols"):
        limits.check("symbols", len(alphabet))
    errors.check()
    builder = Builder(alphabet, limits)
    scope = Scope(load)
    for number, generator in enumerate(file.build):
        with errors.at("build", number), builder.origin("build", number):
            generator.build(builder, scope)
    errors.check()
    _add_cells(builder, file, errors)
    for number, seam in enumerate(file.seams):
        with errors.at("seams", number):
            _glue(builder, seam.these, seam.those, seam.twist)
    errors.check()
    with errors.at("layers"):
        for name_of_layer, layer in layers_of(file.layers, alphabet).items():
            builder.layer(name_of_layer, layer)
    errors.check()
    index = replace(builder.index(), hidden={})
    with errors.at("hidden"):
        for hidden, mask in hidden_masks(file.hidden, alphabet).items():
            builder.hide(hidden, mask)
    with errors.at("allowed"):
        for cell, mask in allowed_masks(file.allowed, index, alphabet).items():
            builder.allow([cell], mask)
    ground = RuleScope(builder.index(), builder.mesh.freeze(), limits)
    for number, shape in enumerate(checked(file.shapes, 32)):
        with errors.at("shapes", number), builder.origin("shapes", number):
            for made in loaded_rules(shape, ground):
                builder.shape(made.rule, made.label, made.role)
    finished: Geometry | None = None
    with errors.at():  # the shapes that could be read may still be impossible
        finished = builder.finish(
            name=file.name or name,
            title=file.title,
            description=" ".join(file.description.split()),
            source=" ".join(file.source.split()),
            expect=_expect(file.expect),
        )
    errors.check()
    assert finished is not None
    return finished, builder


def alphabet_of(symbols: str | list[str] | SymbolRange | AlphabetFile) -> Alphabet:
    """Return the alphabet that a file's ``symbols:`` describes."""
    if isinstance(symbols, AlphabetFile):
        plain = alphabet_of(symbols.symbols)
        values = symbols.values
        if isinstance(values, SymbolRange):
            values = list(_range(values))
        return Alphabet(plain.symbols, tuple(values or ()), symbols.empty or "")
    if isinstance(symbols, SymbolRange):
        return Alphabet.of(_range(symbols))
    if isinstance(symbols, str) and len(symbols.split()) > 1:
        return Alphabet.of(symbols.split())
    return Alphabet.of(symbols)


def _range(numbers: SymbolRange) -> range:
    if numbers.last < numbers.first or numbers.last - numbers.first >= DEFAULT_LIMITS.symbols:
        raise AlphabetError(
            f"from {numbers.first} to {numbers.last} is not a usable range of symbols; "
            f"write first and last, at most {DEFAULT_LIMITS.symbols} apart"
        )
    return range(numbers.first, numbers.last + 1)


def _file_alphabet(file: GeometryFile, load: Callable[[str], Geometry]) -> Alphabet:
    errors = ErrorCollector()
    for number, generator in enumerate(file.build if file.symbols is None else []):
        with errors.at("build", number):
            if isinstance(generator, Include):
                return load(generator.geometry).alphabet
            if isinstance(generator, Grid) and generator.size:
                return Alphabet.of(range(1, max(generator.size) + 1))
    errors.check()
    if file.symbols is None:
        raise AlphabetError("a geometry needs symbols; write for example symbols: 123456789")
    with errors.at("symbols"):
        return alphabet_of(file.symbols)
    errors.check()
    raise AssertionError("unreachable")


def _add_cells(builder: Builder, file: GeometryFile, errors: ErrorCollector) -> None:
    corners: dict[int, list[str]] = {}
    loose: dict[int, list[int]] = {}
    for name, cell in file.cells.items():
        with errors.at("cells", name):
            number = builder.add(name, _position(cell), _views(cell))
            if cell.corners is None:
                loose[number] = []
            elif len(set(cell.corners)) < max(3, len(cell.corners)):
                raise GeometryError(
                    "a cell needs at least three different corners", field=("corners",)
                )
            else:
                corners[number] = cell.corners
    index = builder.index()
    pairs = []
    for number, pair in enumerate(file.adjacency):
        with errors.at("adjacency", number):
            pairs.append(_pair(index, pair))
    errors.check()
    builder.mesh.polygons(corners)
    _link(builder, pairs)


def _link(builder: Builder, pairs: Iterable[tuple[int, int]]) -> None:
    """Give each cell a tile with one side per listed neighbour."""
    unique = sorted({(min(pair), max(pair)) for pair in pairs})
    degree: dict[int, int] = {}
    darts: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for a, b in unique:
        ends = []
        for cell in (a, b):
            ends.append((cell, degree.get(cell, 0)))
            degree[cell] = degree.get(cell, 0) + 1
        darts.append((ends[0], ends[1]))
    tiles = {cell: builder.mesh.tile(cell, max(3, n)) for cell, n in sorted(degree.items())}
    for (a, i), (b, j) in darts:
        builder.mesh.glue((tiles[a], i), (tiles[b], j))


def _pair(index: CellIndex, pair: tuple[str, str]) -> tuple[int, int]:
    a, b = index.single(pair[0]), index.single(pair[1])
    if a == b:
        raise GeometryError(f"{pair[0]!r} cannot be its own neighbour; name two cells")
    return a, b


def _position(cell: CellFile) -> Position:
    if min(cell.at) < 1:
        raise GeometryError("rows and columns of the picture count from 1", field=("at",))
    return cell.at[0] - 1, cell.at[1] - 1


def _views(cell: CellFile) -> dict[str, Polygon]:
    return {"flat": tuple(cell.outline)} if cell.outline else {}


_SIDES = {"top": TOP, "right": RIGHT, "bottom": BOTTOM, "left": LEFT}


def _glue(builder: Builder, these: str, those: str, twist: bool) -> None:
    one, other = _edge(builder, these), _edge(builder, those)
    if len(one) != len(other):
        raise GeometryError(
            f"{these} has {len(one)} cells and {those} {len(other)}; "
            "only edges of the same length can be glued"
        )
    try:
        builder.mesh.glue_edges(one, other if twist else other[::-1], flip=twist)
    except ValueError:
        raise GeometryError(f"{these} or {those} is already glued; drop one of the seams") from None


def _edge(builder: Builder, text: str) -> list[Dart]:
    """Return the darts of an edge of a rectangular grid, clockwise."""
    match = re.fullmatch(r"(?:(.+)\.)?(top|right|bottom|left)", text.strip())
    patch = (match[1] or "") if match else ""
    if match is None or patch not in builder.tiles:
        known = ", ".join(sorted(filter(None, builder.tiles))) or "one without a name"
        raise GeometryError(
            f"{text!r} is not an edge; write top, right, bottom or left, "
            f"after the name of a grid if it has one (grids here: {known})"
        )
    tiles, side = builder.tiles[patch], _SIDES[match[2]]
    axis = 0 if side in (TOP, BOTTOM) else 1
    edge = (max if side in (BOTTOM, RIGHT) else min)(at[axis] for at in tiles)
    line = sorted((at for at in tiles if at[axis] == edge), reverse=side in (BOTTOM, LEFT))
    return [(tiles[at], side) for at in line]


def allowed_masks(
    allowed: dict[str, str | list[str]] | AllowedMap, index: CellIndex, alphabet: Alphabet
) -> dict[int, int]:
    """Return the symbols allowed by cell, as bit masks, from either form in a file."""
    masks: dict[int, int] = {}
    if isinstance(allowed, AllowedMap):
        keys = {letter: _mask(symbols, alphabet) for letter, symbols in allowed.key.items()}
        for (r, c), letter in _map_letters(allowed.map):
            if letter not in keys or (r, c) not in index.patches.get("", {}):
                raise GeometryError(
                    f"line {r + 1}, place {c + 1} of the map has {letter!r}; "
                    "add it to key:, or write . where there is no restriction or no cell",
                    field=("map", r, c),
                )
            masks[index.patches[""][r, c]] = keys[letter]
        return masks
    errors = ErrorCollector()
    for reference, symbols in allowed.items():
        with errors.at(reference):
            mask = _mask(symbols, alphabet)
            for cell in index.resolve(reference):
                masks[cell] = masks.get(cell, alphabet.full) & mask
    errors.check()
    return masks


def hidden_masks(
    hidden: Sequence[str] | Mapping[str, str | list[str]], alphabet: Alphabet
) -> dict[str, int]:
    """Return the symbols of each hidden cell, as bit masks, from either form in a file."""
    masks: dict[str, int] = {}
    if not isinstance(hidden, Mapping):
        for number, name in enumerate(hidden):
            if name in masks:
                raise GeometryError(f"{name!r} is listed twice; drop it once", field=(number,))
            masks[name] = alphabet.full
        return masks
    errors = ErrorCollector()
    for name, symbols in hidden.items():
        with errors.at(name):
            masks[name] = _mask(symbols, alphabet)
    errors.check()
    return masks


def layers_of(
    layers: Sequence[str] | Mapping[str, str | list[str] | LayerFile], alphabet: Alphabet
) -> dict[str, Layer]:
    """Return each layer, from any form in a file."""
    if not isinstance(layers, Mapping):
        return {name: Layer(mask) for name, mask in hidden_masks(layers, alphabet).items()}
    errors = ErrorCollector()
    found = {}
    for name, layer in layers.items():
        if not isinstance(layer, LayerFile):
            with errors.at(name):
                found[name] = Layer(_mask(layer, alphabet))
            continue
        mask = alphabet.full
        with errors.at(name, "symbols"):
            mask = mask if layer.symbols is None else _mask(layer.symbols, alphabet)
        words = []
        for symbol, said in layer.words.items():
            with errors.at(name, "words", symbol):
                words.append((_one_of(alphabet.of_mask(mask), symbol), said))
        found[name] = Layer(mask, layer.at, tuple(words))
    errors.check()
    return found


def _one_of(symbols: Sequence[str], symbol: str) -> str:
    """Return a symbol of a layer.

    Raises:
        AlphabetError: it is none.
    """
    if symbol not in symbols:
        few = " or ".join(symbols[:4])
        raise AlphabetError(f"{short(symbol)!r} is no symbol of this layer; use {few}")
    return symbol


def _map_letters(text: str) -> Iterator[tuple[Position, str]]:
    for r, line in enumerate(text.rstrip().splitlines()):
        for c, letter in enumerate(graphemes(line)):
            if letter not in " .":
                yield (r, c), letter


def _mask(symbols: str | list[str], alphabet: Alphabet) -> int:
    mask = alphabet.mask(symbols)
    if not mask:
        raise AlphabetError("no symbols are left for these cells; list at least one")
    return mask


def _expect(file: ExpectFile | None) -> Expect | None:
    if file is None:
        return None
    known = file.solutions
    count = Count(known.count, known.known, known.source) if known else None
    return Expect(file.cells, file.shapes, count)
