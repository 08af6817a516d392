"""Parts of a state that no open constraint joins: each can be solved by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.basics.bit_sets import bits
from sudokulib.search.bit_layout import BitLayout


def independent_parts(layout: BitLayout, x: int, links: Sequence[int] = ()) -> list[int]:
    """Return the independent parts of a settled state, smallest first.

    Two open cells are connected if they are peers with a common value, or if a link joins them;
    so every field, and every link, has all its open cells in one part.

    Args:
        layout: the layout of the state.
        x: a settled state.
        links: sets of cells joined by other primitives, as bit masks.
    """
    masks = dict(layout.masks(x))
    components = list(_components(layout, masks, links))
    if len(components) < 2:
        return [x]
    parts = []
    for cells in components:
        candidates = [c * layout.values + v for c in bits(cells) for v in bits(masks[c])]
        parts.append(x & layout.fields(candidates))
    return sorted(parts, key=lambda part: (part.bit_count(), part))


def _components(layout: BitLayout, masks: dict[int, int], links: Sequence[int]) -> Iterator[int]:
    places = [0] * layout.values
    for cell, mask in masks.items():
        for value in bits(mask):
            places[value] |= 1 << cell
    left = sum(1 << cell for cell in masks)
    while left:
        part, frontier = 0, left & -left
        while frontier:
            part |= frontier
            reached = 0
            for cell in bits(frontier):
                near = 0
                for value in bits(masks[cell]):
                    near |= places[value]
                reached |= near & layout.peers[cell]
                for link in links:
                    if link >> cell & 1:
                        reached |= link
            frontier = reached & left & ~part
        left &= ~part
        yield part
