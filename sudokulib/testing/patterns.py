"""Patterns on boards: most techniques look for some, and random boards hardly ever have any."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from sudokulib.model import Model, bits

_MOST = 3
"""Patterns on one board, at most."""

_SMALL = 3
"""Cells of sets in which patterns leave little to remove; larger sets are drawn more often."""

_SIZES = st.sampled_from((2, 3, 1, 3))
"""Cells of a pattern; rules that hold for pairs alone fail on triples."""

Pattern = Callable[[list[int], int, int, int], None]
"""Removes candidates from masks, for a set of cells, some of them, and the values these hold."""


def with_patterns(
    draw: st.DrawFn, model: Model, domains: Sequence[int], kept: Sequence[int]
) -> list[int]:
    """Return the domains of cells, reduced so that they form patterns; a filling stays possible.

    Some cells of a set without repeats keep only the values that they hold between them (a naked
    subset, a locked set), or its other cells lose these (a hidden subset), or lose one of them
    (a locked candidate, part of a fish or of a chain).

    Args:
        draw: as of `hypothesis.strategies.composite`.
        model: the model with the sets.
        domains: the values of each cell, as bit masks.
        kept: the filling, as value indices.
    """
    masks = list(domains)
    seen = (1 << model.cells) - 1
    sets = [clique.variables & seen for clique in model.cliques if clique.variables & seen]
    if not sets:
        return masks
    sets += [chosen for chosen in sets if chosen.bit_count() > _SMALL] * 2
    for _ in range(draw(st.integers(1, _MOST))):
        chosen = draw(st.sampled_from(sets))
        cells = list(bits(chosen))
        size = min(draw(_SIZES), len(cells))
        some = draw(st.lists(st.sampled_from(cells), min_size=size, max_size=size, unique=True))
        own = sum(1 << cell for cell in some)
        values = 0
        for cell in some:
            values |= 1 << kept[cell]
        draw(st.sampled_from(_PATTERNS))(masks, chosen, own, values)
    return masks


def with_value_pairs(draw: st.DrawFn, domains: Sequence[int], kept: Sequence[int]) -> list[int]:
    """Return two values for most cells, more for a few of them; a filling stays possible.

    Chains of pairs and the "bivalue universal grave" occur on such boards. If values are paired
    up, many cells have the same pair, as remote pairs and w-wings need.

    Args:
        draw: as of `hypothesis.strategies.composite`.
        domains: the values of each cell, as bit masks.
        kept: the filling, as value indices.
    """
    alike = draw(st.booleans())
    masks = []
    for cell, domain in enumerate(domains):
        partner = 1 << (kept[cell] ^ 1)
        own = 1 << kept[cell]
        masks.append(
            own | partner if alike and partner & domain else _with_another(draw, own, domain)
        )
    for cell in draw(st.lists(st.integers(0, len(domains) - 1), min_size=1, max_size=2)):
        masks[cell] = _with_another(draw, masks[cell], domains[cell])
    return masks


def _with_another(draw: st.DrawFn, mask: int, domain: int) -> int:
    """Return the mask with one more value, if the domain has one."""
    others = tuple(bits(domain & ~mask))
    return mask | 1 << draw(st.sampled_from(others)) if others else mask


def _naked(masks: list[int], chosen: int, own: int, values: int) -> None:
    del chosen
    for cell in bits(own):
        masks[cell] &= values


def _hidden(masks: list[int], chosen: int, own: int, values: int) -> None:
    for cell in bits(chosen & ~own):
        masks[cell] &= ~values


def _confined(masks: list[int], chosen: int, own: int, values: int) -> None:
    _hidden(masks, chosen, own, values & -values)


_PATTERNS: tuple[Pattern, ...] = (_naked, _hidden, _confined, _naked)
