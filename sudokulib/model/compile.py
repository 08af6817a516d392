"""From shapes to primitives, in two stages: once for a geometry, then an overlay for a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from sudokulib.geometries.geometry import Geometry
from sudokulib.model.model import House, Model
from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.shapes import Context, Shape, merge_shapes

if TYPE_CHECKING:
    from sudokulib.puzzle import Puzzle

__all__ = ["compile_geometry", "compile_puzzle", "compile_shapes"]


@lru_cache(maxsize=256)
def compile_geometry(geometry: Geometry) -> Model:
    """The model of a geometry without givens; cached on the geometry's identity."""
    return compile_shapes(geometry.context)


@lru_cache(maxsize=256)
def _compile_with(geometry: Geometry, shapes: tuple[Shape, ...]) -> Model:
    everything = merge_shapes(geometry.shapes + shapes)
    return compile_shapes(geometry.context_of(everything))


def compile_puzzle(puzzle: Puzzle) -> Model:
    """The model of a puzzle: its geometry's, with its further shapes and its own domains.

    Indices in ``model.sources`` speak of ``puzzle.all_shapes``.
    """
    base = (
        _compile_with(puzzle.geometry, puzzle.shapes)
        if puzzle.shapes
        else compile_geometry(puzzle.geometry)
    )
    hidden = base.domains[base.cells :]
    return base.with_domains(puzzle.masks + hidden)


def compile_shapes(context: Context) -> Model:
    """The model of some shapes on some cells.

    Equal primitives become one with all its sources; an all-different within another adds
    nothing and is kept only for its name.
    """
    sources: dict[Primitive, list[int]] = {}
    for number, shape in enumerate(context.shapes):
        for primitive in shape.rule.lower(context):
            sources.setdefault(primitive, []).append(number)
    primitives = tuple(sources)
    cells = len(context.domains) - context.unseen
    domains = context.domains + tuple(context.made)
    return Model(
        values=context.alphabet.values,
        cells=cells,
        domains=domains,
        primitives=primitives,
        sources=tuple(tuple(numbers) for numbers in sources.values()),
        houses=tuple(_houses(primitives, context.domains[:cells])),
        peers=_peers(primitives, len(domains)),
    )


def _houses(primitives: Sequence[Primitive], domains: Sequence[int]) -> Iterable[House]:
    for number, primitive in enumerate(primitives):
        if not isinstance(primitive, AllDifferent) or primitive.variables[-1] >= len(domains):
            continue  # hidden variables have values of their own
        cells = values = 0
        for v in primitive.variables:
            cells |= 1 << v
            values |= domains[v]
        if values.bit_count() == len(primitive.variables):
            yield House(number, primitive.variables, cells, values)


def _peers(primitives: Iterable[Primitive], variables: int) -> tuple[int, ...]:
    peers = [0] * variables
    for primitive in primitives:
        for group in primitive.groups():
            mask = 0
            for v in group:
                mask |= 1 << v
            for v in group:
                peers[v] |= mask
    return tuple(mask & ~(1 << v) for v, mask in enumerate(peers))
