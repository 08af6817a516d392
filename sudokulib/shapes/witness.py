"""Values for hidden cells that fit a filling of the others, found by the shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.shapes.kind import Context, Shape


def shapes_by_hidden(context: Context) -> tuple[tuple[Shape, ...], ...]:
    """Group the shapes that read hidden cells, those that share one together."""
    first = len(context.domains) - context.hidden_cells
    groups: list[tuple[list[Shape], set[int]]] = []
    for shape in context.shapes:
        members, hidden = [shape], {c for c in shape.cells if c >= first}
        if not hidden:
            continue
        for group in [g for g in groups if g[1] & hidden]:
            groups.remove(group)
            members, hidden = group[0] + members, group[1] | hidden
        groups.append((members, hidden))
    return tuple(tuple(members) for members, _ in groups)


def witnesses(
    values: Sequence[int], shapes: Sequence[Shape], context: Context
) -> Iterator[dict[int, int]]:
    """Return all integers for the hidden cells of some shapes with which the shapes hold.

    Args:
        values: the integers of all other cells.
        shapes: the shapes that must hold; no other shape reads their hidden cells.
        context: the context that they may read.
    """
    first = len(context.domains) - context.hidden_cells
    hidden = sorted({c for shape in shapes for c in shape.cells if c >= first})
    known = dict(enumerate(values))

    def extend(number: int) -> Iterator[dict[int, int]]:
        done = set(hidden[:number])
        last = hidden[number - 1] if number else -1
        for shape in shapes:
            mine = {c for c in shape.cells if c >= first}
            if last in mine and mine <= done and not shape.rule.holds(known, context):
                return
        if number == len(hidden):
            yield {c: known[c] for c in hidden}
            return
        cell = hidden[number]
        for index, value in enumerate(context.values):
            if context.domains[cell] >> index & 1:
                known[cell] = value
                yield from extend(number + 1)
        known.pop(cell, None)

    return extend(0)
