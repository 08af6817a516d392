"""Hall sets: items that together have exactly as many options as there are items.

The items may be variables and the options values (naked sets), or the other way round (hidden
sets). A maximum matching and reachability along it find them all in polynomial time, as in
J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokulib.model import bits


def hall_sets(options: Sequence[int]) -> list[tuple[int, int]]:
    """Return the Hall sets of which all others are unions, smallest first.

    Args:
        options: for each item what it may take, as a bit mask.

    Returns:
        Pairs (items, their options) as bit masks, with equally many of both. For each item the
        smallest Hall set that contains it, if there is one; together they rule out everything that
        any Hall set does. If the items cannot take different options: one set whose options are
        all that a further item has.

    >>> hall_sets([0b011, 0b011, 0b111, 0b1100])
    [(3, 3), (7, 7), (15, 15)]
    """
    owner: dict[int, int] = {}
    for item in sorted(range(len(options)), key=lambda i: options[i].bit_count()):
        tried = _augment(item, options, owner, 0)
        if tried:
            return [(sum(1 << owner[1 << o] for o in bits(tried)), tried)]
        if not options[item]:
            return []
    found = {}
    for items in _closures(options, owner):
        taken = 0
        for i in bits(items):
            taken |= options[i]
        if taken.bit_count() == items.bit_count():
            found[items] = taken
    return sorted(found.items(), key=lambda pair: (pair[0].bit_count(), pair[0]))


def _augment(item: int, options: Sequence[int], owner: dict[int, int], tried: int) -> int:
    """Give `item` an option, moving others if need be; return 0, or the options tried in vain."""
    while rest := options[item] & ~tried:
        option = rest & -rest
        tried |= option
        if option in owner and (worse := _augment(owner[option], options, owner, tried)):
            tried = worse
            continue
        owner[option] = item
        return 0
    return tried


def _closures(options: Sequence[int], owner: dict[int, int]) -> list[int]:
    """Return, for each item, the items that must share their options with it."""
    reach = [1 << i for i in range(len(options))]
    for i, mask in enumerate(options):
        for option in bits(mask):
            if (1 << option) in owner:
                reach[i] |= 1 << owner[1 << option]
    for middle in range(len(reach)):
        through = reach[middle]
        for i, mask in enumerate(reach):
            if mask >> middle & 1:
                reach[i] = mask | through
    return reach
