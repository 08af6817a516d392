"""Frames around the shapes and the sets of cells that a step uses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from math import hypot
from string import ascii_uppercase

from sudokulib.logic.step import Rank, Refutation, Step, Truth
from sudokulib.model import bits
from sudokulib.primitives import Linear
from sudokulib.primitives.distinct_sum import DistinctSum
from sudokulib.render.layer_cells import cells_drawn_for
from sudokulib.render.links import CHAINS, sets_of
from sudokulib.scene.glyphs import visible
from sudokulib.scene.items import Area, Disc, Item, Label, Polyline
from sudokulib.scene.palette import SETS
from sudokulib.scene.plane import Plane, Point
from sudokulib.solving.explaining.solving_path import Explanation

_FIRST = frozenset({"pattern", "base", "set", "sum", "houses", "plus"})
"""Roles of the shapes on which a pattern is based; shapes of other roles are additions."""

_INSET, _STEP = 0.06, 0.06
"""The distance of a frame from the sides of its cells, and what each frame it crosses adds."""

_MOST, _DEEPEST = 8, 3
"""The most shapes with frames: more would hide the picture, unless few of them have a cell in
common, as the rows and columns of a large fish.

A visual bound: each frame lies on the sides of its cells, and those that cross are moved
inwards by `_STEP`: eight take half a cell.
"""


_BRACKET = 0.24
"""The length of the arms of brackets around sums."""

_BADGE, _LETTER = 0.12, 0.2
"""The radius of the disc that carries the letter of a set, and the size of the letter."""


def draw_frames(explanation: Explanation, plane: Plane) -> Iterator[Item]:
    """Yield a frame around each shape of a step: solid for its base, dashed for additions.

    Several sets of cells, such as almost locked sets, have a tint, a dash and a letter each. Sums
    derived from other shapes have brackets and their total; those shapes have the frames.

    Args:
        explanation: the step.
        plane: the positions of cells.
    """
    taken: defaultdict[int, set[int]] = defaultdict(set)
    for number, role in enumerate(sets_of(explanation.step)):
        own = _drawn({cell for cell, _ in role.candidates}, explanation, plane)
        yield from _set(own, number, plane, taken)
    found = _shapes(explanation, plane)
    # A frame around everything would say nothing.
    found = {cells: first for cells, first in found.items() if len(cells) < len(plane.outlines)}
    if _crowded(found):
        found = {cells: first for cells, first in found.items() if first}
    if _crowded(found):
        return
    for shape, first in found.items():
        ink = "frame-pattern" if first else "frame-second"
        yield Polyline(_outline(shape, plane, taken), ink, closed=True)


def _crowded(shapes: Collection[tuple[int, ...]]) -> bool:
    """Return whether frames around all of some shapes would hide the picture."""
    frames = Counter(cell for shape in shapes for cell in shape)
    return len(shapes) > _MOST and max(frames.values()) > _DEEPEST


def draw_notes(explanation: Explanation, plane: Plane) -> Iterator[Item]:
    """Yield brackets around the cells of each derived sum of a step, and what they add up to.

    Cells that count negatively, as outies do beside innies, have brackets of their own. So have the
    cells in which an assumption ends in a contradiction: those that have no place for a symbol, or
    no symbol left.

    Args:
        explanation: the step.
        plane: the positions of cells.
    """
    for argument in explanation.step.arguments:
        if isinstance(argument, Refutation) and argument.steps:
            yield from _contradiction(argument.steps[-1], explanation, plane)
    model = explanation.before.model
    numbers = {
        number: None
        for role in explanation.step.roles
        if role.name not in CHAINS
        for number in role.primitives
        if number in model.derived
    }
    for number in numbers:
        rule = model.primitives[number]
        if not isinstance(rule, Linear | DistinctSum) or len(rule.totals) != 1:
            continue
        less: dict[bool, list[int]] = {}
        for cell, weights in zip(rule.variables, rule.weights, strict=True):
            less.setdefault(sum(weights) < 0, []).append(cell)
        for negative, some in less.items():
            if not (cells := _drawn(some, explanation, plane)):
                continue
            sign = "−" if negative else "+"
            yield from _brackets(cells, plane, sign if len(less) > 1 else f"Σ {rule.totals[0]}")


def _contradiction(last: Step, explanation: Explanation, plane: Plane) -> Iterator[Item]:
    """Yield brackets around the cells of what cannot be true."""
    truths = [one for part in last.arguments if isinstance(part, Rank) for one in part.truths]
    if len(truths) != 1 or not isinstance(truths[0], Truth):
        return
    truth, board = truths[0], explanation.before
    held = truth.candidates or tuple(one for role in last.roles for one in role.candidates)
    found = {cell for cell, _ in truth.candidates}
    if truth.variable is not None:
        found.add(truth.variable)
    if truth.primitive is not None:
        found.update(bits(board.model.spans[truth.primitive]))
    cells = _drawn(found, explanation, plane)
    values = {value for _, value in held}
    symbols = explanation.puzzle.geometry.alphabet.symbols
    text = f"{visible(symbols[values.pop()])}?" if len(values) == 1 else "?"
    if cells:
        yield from _brackets(cells, plane, text)


def _brackets(cells: Iterable[int], plane: Plane, text: str) -> Iterator[Item]:
    """Yield the corners of the outline of some cells, and a text at the bottom of the last."""
    own = tuple(sorted(cells))
    corners = []
    for ring in plane.outline_of(own, _INSET):
        ends = zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True)
        corners += [(_toward(at, one), at, _toward(at, other)) for one, at, other in ends]
    yield Polyline(tuple(corners), "bracket")
    low = sorted(plane.outline_of(own[-1:], _INSET)[0], key=lambda at: at[1])[-2:]
    x, y = (sum(axis) / 2 for axis in zip(*low, strict=True))
    half, tall = 0.07 * len(text) + 0.05, 0.13
    y = min(y + _INSET, plane.box[3] - tall)
    corner = (
        (x - half, y - tall),
        (x + half, y - tall),
        (x + half, y + tall),
        (x - half, y + tall),
    )
    yield Area((corner,), "bracket-plate")
    yield Label((x, y), text, _LETTER, "bracket-text")


def _toward(at: Point, other: Point) -> Point:
    """Return the end of a bracket from one corner of an outline to the next."""
    length = hypot(other[0] - at[0], other[1] - at[1])
    part = min(_BRACKET / length, 0.4) if length else 0.0
    return at[0] + part * (other[0] - at[0]), at[1] + part * (other[1] - at[1])


def _set(
    own: tuple[int, ...], number: int, plane: Plane, taken: defaultdict[int, set[int]]
) -> Iterator[Item]:
    """Yield a set of cells: its tint, its frame, and its letter at each connected part."""
    if not own:
        return
    runs, ink = _outline(own, plane, taken), number % SETS + 1
    yield Area(runs, f"set-{ink}")
    yield Polyline(runs, f"frame-set-{ink}", closed=True)
    for part in plane.parts(own):
        (x, y), (mx, my) = plane.corner(first := plane.first(part)), plane.middles[first]
        at = x + 0.1 * (mx - x), y + 0.1 * (my - y)
        yield Disc(at, _BADGE, f"badge-{ink}")
        yield Label(at, ascii_uppercase[number % len(ascii_uppercase)], _LETTER, "badge-letter")


def _outline(
    cells: tuple[int, ...], plane: Plane, taken: defaultdict[int, set[int]]
) -> tuple[tuple[Point, ...], ...]:
    """Return the outline of cells, inside those of others on the same cells."""
    depths = set().union(*(taken[cell] for cell in cells))
    depth = next(d for d in range(len(depths) + 1) if d not in depths)
    for cell in cells:
        taken[cell].add(depth)
    return tuple(map(tuple, plane.outline_of(cells, _INSET + depth * _STEP)))


def _drawn(variables: Iterable[int], explanation: Explanation, plane: Plane) -> tuple[int, ...]:
    """Return the cells on which variables are drawn; hidden ones are not."""
    cells = (variable for variable in variables if variable < explanation.before.model.cells)
    return cells_drawn_for(explanation.puzzle, cells, len(plane.outlines))


def _shapes(explanation: Explanation, plane: Plane) -> dict[tuple[int, ...], bool]:
    """Return the cells of each shape in the roles of a step, with whether it is a base.

    Several rules of one shape in a role have one frame around their cells.
    """
    model = explanation.before.model
    found: dict[tuple[int, ...], bool] = {}
    for role in explanation.step.roles:
        spans: dict[tuple[int, ...], int] = {}
        # In chains, arrows show the links.
        for number in () if role.name in CHAINS else role.primitives:
            if number not in model.derived:
                sources = model.sources[number]
                spans[sources] = spans.get(sources, 0) | model.spans[number]
        for span in spans.values():
            if cells := _drawn(bits(span), explanation, plane):
                found[cells] = found.get(cells, False) or role.name in _FIRST
    return found
