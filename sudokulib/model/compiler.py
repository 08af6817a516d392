"""Lowering of shapes to primitives: once for a geometry, then an overlay for each puzzle."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import islice, takewhile
from operator import is_, or_
from typing import TYPE_CHECKING, NamedTuple

from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import checked
from sudokulib.model.derived import FACTS, Derivation
from sudokulib.model.fuse import Differences, Sources, fuse
from sudokulib.model.model import Model
from sudokulib.model.variable_sets import House, mask_of
from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Context, Shape, merge_shapes

if TYPE_CHECKING:
    from sudokulib.puzzles.puzzle import Puzzle


_KEPT = 64
"""Compiled geometries, and puzzles with shapes of their own, that are kept.

Each collection of all generations goes through them: of 1.8 s for 636 puzzles, made of
iss-half.jsonl by turning them, it took 0.38 s with 256, and 0.23 s with 64, 32 and 16
(`compile_puzzle(read(text))`, 2026-11).
"""


@cached_by(lambda geometry: geometry.rules_key, maxsize=_KEPT)
def compile_geometry(geometry: Geometry) -> Model:
    """Return the model of a geometry without givens; cached by its `rules_key`.

    The key covers everything that compiling reads, namely the geometry's context.
    """
    return compile_shapes(geometry.context)


def _rules_key(geometry: Geometry, shapes: tuple[Shape, ...]) -> Hashable:
    """Return a key for everything that the context of a geometry with more shapes consists of."""
    return (geometry.rules_key, *(shape.exact_key for shape in shapes))


@cached_by(_rules_key, maxsize=_KEPT)
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
    cells = len(context.domains) - context.hidden_cells
    within = context.domains[:cells]
    lowered = [tuple(shape.rule.lower(context)) for shape in checked(context.shapes)]
    sets = tuple([first.variables for (first,) in takewhile(_is_set, lowered)])
    if context.made:  # variables that shapes make are not the geometry's
        known = len(context.domains)
        sets = tuple(takewhile(lambda variables: max(variables, default=0) < known, sets))
    start = _start(sets, within, len(context.domains))
    sources = start.sources.copy()
    for number, primitives in enumerate(islice(lowered, len(sets), None), len(sets)):
        for primitive in primitives:
            before = sources.setdefault(primitive, own := (number,))
            if before is not own:
                sources[primitive] = before + own
    if not all(map(is_, sources.values(), start.sources.values())):
        start = _NOTHING  # another shape has one of the same primitives
    domains = context.domains + tuple(context.made)
    differences = Differences(sources, len(domains), start.differences)
    given = tuple(sources)
    whole = start.houses + tuple(_houses(given, within, len(start.sources)))
    fused = fuse(sources, differences, whole, start.sources)
    values = context.alphabet.values
    return Model(
        values=values,
        cells=cells,
        domains=domains,
        given=tuple(fused),
        given_sources=tuple(fused.values()),
        houses=_renumbered(whole, given, fused),
        peers=differences.peers,
        derivation=Derivation(sources, whole, values, differences, facts) if facts else None,
        descriptions=context.descriptions,
    )


def _is_set(primitives: Sequence[Primitive]) -> bool:
    return len(primitives) == 1 and type(primitives[0]) is AllDifferent


class _Start(NamedTuple):
    """The first shapes of a context, as long as each is one all-different, already compiled.

    Args:
        sources: their primitives.
        differences: between their cells.
        houses: those of them in which every value has a place.
    """

    sources: Sources
    differences: Differences
    houses: tuple[House, ...]


_NOTHING = _Start({}, Differences({}, 0), ())


# Safe to cache, as it reads nothing else; all puzzles of a geometry begin with its shapes.
@lru_cache(maxsize=64)
def _start(sets: tuple[tuple[int, ...], ...], domains: tuple[int, ...], variables: int) -> _Start:
    sources: Sources = {}
    for number, cells in enumerate(sets):
        primitive = AllDifferent(cells)
        sources[primitive] = (*sources.get(primitive, ()), number)
    differences = Differences(sources, variables)
    return _Start(sources, differences, tuple(_houses(tuple(sources), domains, 0)))


def _renumbered(
    houses: tuple[House, ...], given: Sequence[Primitive], fused: Iterable[Primitive]
) -> tuple[House, ...]:
    """Return the houses with their numbers among fused primitives, which keep them as they are."""
    after = tuple(fused)
    count = houses[-1].primitive + 1 if houses else 0
    if after[:count] == given[:count]:
        return houses  # nearly always, as shapes of the geometry come first
    number = {primitive: number for number, primitive in enumerate(after)}
    return tuple([replace(one, primitive=number[given[one.primitive]]) for one in houses])


def _houses(primitives: Sequence[Primitive], domains: Sequence[int], first: int) -> Iterator[House]:
    """Yield the houses among primitives, from the number `first` on."""
    alike = len({*domains}) == 1
    for number, primitive in enumerate(islice(primitives, first, None), first):
        if type(primitive) is not AllDifferent or primitive.variables[-1] >= len(domains):
            continue  # hidden variables have values of their own
        cells = primitive.variables
        values = domains[0] if alike else reduce(or_, [domains[v] for v in cells])
        if values.bit_count() == len(cells):
            yield House(number, cells, mask_of(cells), values)
