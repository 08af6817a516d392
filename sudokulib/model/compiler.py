"""Lowering of shapes to primitives: once for a geometry, then an overlay for each puzzle."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import checked
from sudokulib.geometries.core import Geometry
from sudokulib.model.derived import FACTS, Derivation
from sudokulib.model.fuse import Differences, fuse
from sudokulib.model.model import House, Model, mask_of
from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.shapes import Context, Shape, merge_shapes

if TYPE_CHECKING:
    from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["compile_geometry", "compile_puzzle", "compile_shapes"]


@cached_by(lambda geometry: geometry.rules_key, maxsize=256)
def compile_geometry(geometry: Geometry) -> Model:
    """Return the model of a geometry without givens; cached by its `rules_key`.

    The key covers everything that compiling reads, namely the geometry's context.
    """
    return compile_shapes(geometry.context)


def _rules_key(geometry: Geometry, shapes: tuple[Shape, ...]) -> Hashable:
    """Return a key for everything that the context of a geometry with more shapes consists of."""
    return (geometry.rules_key, *(shape.exact_key for shape in shapes))


@cached_by(_rules_key, maxsize=256)
def _compile_with(geometry: Geometry, shapes: tuple[Shape, ...]) -> Model:
    everything = merge_shapes(geometry.shapes + shapes)
    return compile_shapes(geometry.context_of(everything))


def compile_puzzle(puzzle: Puzzle) -> Model:
    """Return the model of a puzzle: its geometry's model with its own shapes and domains.

    Indices in ``model.sources`` refer to ``puzzle.all_shapes``.
    """
    base = (
        _compile_with(puzzle.geometry, puzzle.shapes)
        if puzzle.shapes
        else compile_geometry(puzzle.geometry)
    )
    hidden = base.domains[base.cells :]
    return base.with_domains(puzzle.masks + hidden)


def compile_shapes(context: Context, *, facts: int = FACTS) -> Model:
    """Return the model of the shapes on the cells of a context.

    Equal primitives become one with all its sources; an all-different within another adds
    nothing and is kept only for its name. Primitives on the same variables are fused (see
    `sudokulib.model.fuse`), and sums that follow are derived (see `sudokulib.model.derived`).

    Args:
        context: the shapes and what they stand on.
        facts: how many implied sums to add for each house: fewer are found sooner, more prune more.
    """
    sources: dict[Primitive, list[int]] = {}
    for number, shape in enumerate(checked(context.shapes)):
        for primitive in shape.rule.lower(context):
            sources.setdefault(primitive, []).append(number)
    cells = len(context.domains) - context.hidden_cells
    domains = context.domains + tuple(context.made)
    differences = Differences(sources, len(domains))
    given = tuple(sources)
    whole = tuple(_houses(given, context.domains[:cells]))
    fused = fuse(sources, differences, [given[house.primitive] for house in whole])
    values = context.alphabet.values
    return Model(
        values=values,
        cells=cells,
        domains=domains,
        given=tuple(fused),
        given_sources=tuple([tuple(shapes) for shapes in fused.values()]),
        houses=_renumbered(whole, given, fused),
        peers=differences.peers,
        derivation=Derivation(sources, whole, values, differences, facts) if facts else None,
        descriptions=context.descriptions,
    )


def _renumbered(
    houses: Sequence[House], given: Sequence[Primitive], fused: Iterable[Primitive]
) -> tuple[House, ...]:
    """Return the houses with their numbers among fused primitives, which keep them as they are."""
    after = tuple(fused)
    count = houses[-1].primitive + 1 if houses else 0
    if after[:count] == given[:count]:
        return tuple(houses)  # nearly always, as shapes of the geometry come first
    number = {primitive: number for number, primitive in enumerate(after)}
    return tuple([replace(one, primitive=number[given[one.primitive]]) for one in houses])


def _houses(primitives: Sequence[Primitive], domains: Sequence[int]) -> Iterable[House]:
    alike = len({*domains}) == 1
    for number, primitive in enumerate(primitives):
        if type(primitive) is not AllDifferent or primitive.variables[-1] >= len(domains):
            continue  # hidden variables have values of their own
        cells = primitive.variables
        values = domains[0] if alike else reduce(or_, [domains[v] for v in cells])
        if values.bit_count() == len(cells):
            yield _house(number, cells, values)


# Safe to cache, as it reads nothing else; all puzzles of a geometry have the same houses.
@lru_cache(maxsize=1 << 12)
def _house(number: int, variables: tuple[int, ...], values: int) -> House:
    return House(number, variables, mask_of(variables), values)
