"""Puzzles on which calls would take minutes or for ever, for the measurement of their limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["HARD_SUBJECTS", "HARD_TEXTS"]


def _puzzle(geometry: Any, *shapes: dict[str, Any]) -> Puzzle:
    from sudokulib.solving.subjects import as_puzzle

    return as_puzzle({"geometry": geometry, "shapes": list(shapes)} if shapes else geometry)


def _grid(size: str, symbols: list[str], **more: Any) -> dict[str, Any]:
    return {"symbols": symbols, "build": [{"make": "grid", "size": size, **more}]}


def _numbers(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def _killer_of_huge_numbers() -> Puzzle:
    """Return a 16x16 in cages of up to ten cells, with symbols up to a million."""
    chance = Random(3)
    symbols = sorted(chance.sample(range(1, 10**6), 16))
    filling = {
        (row, column): (4 * (row % 4) + row // 4 + column) % 16
        for row in range(16)
        for column in range(16)
    }
    free, cages = dict.fromkeys(filling), []
    while free:
        cage = _cage(next(iter(free)), free, filling, chance.randint(2, 10))
        names = [f"R{row + 1}C{column + 1}" for row, column in cage]
        total = sum(symbols[filling[cell]] for cell in cage)
        cages.append({"kind": "cage", "cells": " ".join(names), "sum": total})
    return _puzzle(_grid("16x16", [*map(str, symbols)], box="4x4"), *cages)


_Place = tuple[int, int]


def _cage(
    start: _Place, free: dict[_Place, None], filling: dict[_Place, int], most: int
) -> list[_Place]:
    """Return connected free cells whose symbols differ, and take them away from the free ones."""
    cage: list[_Place] = []
    ahead = [start]
    while ahead and len(cage) < most:
        row, column = cell = ahead.pop(0)
        if cell in free and filling[cell] not in {filling[other] for other in cage}:
            del free[cell]
            cage.append(cell)
            ahead += [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
    return cage


def _many_symbols(count: int) -> Puzzle:
    """Return a 4x4 with so many symbols and a cage over all of it."""
    cage = {"kind": "cage", "cells": "R1C1:R4C4", "sum": 272}
    return _puzzle(_grid("4x4", _numbers(count)), cage)


def _chain_of_pairs() -> Puzzle:
    """Return 600 cells in a row, each of which differs from the next by 1 or is its double."""
    pair = {"kind": "any-of", "shapes": [{"kind": "difference"}, {"kind": "ratio"}]}
    cells = [f"R{row + 1}C{column + 1}" for row in range(20) for column in range(30)]
    pairs = [
        {**pair, "shapes": [{**one, "cells": f"{a} {b}"} for one in pair["shapes"]]}
        for a, b in pairwise(cells)
    ]
    return _puzzle(_grid("20x30", _numbers(40), lines=False), *pairs)


def _full_rank() -> Puzzle:
    """Return a 9x9 with the ranks of six lines, and no givens."""
    lines = ["R1C1..R1C9", "R5C9..R5C1", "R9C1..R9C9", "R1C1..R9C1", "R9C5..R1C5", "R1C9..R9C9"]
    ranks = zip(lines, (5, 17, 30, 2, 24, 11), strict=True)
    return _puzzle("9x9", *({"kind": "full-rank", "cells": a, "rank": n} for a, n in ranks))


def _pigeons() -> Puzzle:
    """Return 12 cells with 11 symbols, any two of which one is less than the other."""
    cells = [f"R1C{number}" for number in range(1, 13)]
    pairs = [
        {"kind": "any-of", "shapes": [
            {"kind": "less-than", "cells": f"{a} {b}"}, {"kind": "less-than", "cells": f"{b} {a}"},
        ]}
        for a, b in combinations(cells, 2)
    ]  # fmt: skip
    return _puzzle(_grid("1x12", _numbers(11), lines=False), *pairs)


def _disagreement() -> Puzzle:
    """Return a 10x10 whose rows and columns add up to different totals."""
    lines = [(f"R{n}C1:R{n}C10", 45) for n in range(1, 11)]
    lines += [(f"R1C{n}:R10C{n}", 45 + (n == 10)) for n in range(1, 11)]
    cages = [{"kind": "cage", "cells": c, "sum": s, "repeats": True} for c, s in lines]
    return _puzzle(_grid("10x10", _numbers(9), lines=False), *cages)


def _unknown_regions() -> Puzzle:
    """Return an empty 9x9 of nine connected regions that are not known."""
    regions = {"kind": "chaos-construction", "regions": "region", "size": 9}
    return _puzzle(_grid("9x9", _numbers(9)) | {"layers": ["region"]}, regions)


def _loop() -> Puzzle:
    """Return an empty 10x10 with one loop along its edges."""
    layers = {"loop": {"at": "edges", "symbols": "1 2"}}
    loop = {"kind": "simple-loop", "values": [2], "cells": "loop"}
    return _puzzle(_grid("10x10", _numbers(10)) | {"layers": layers}, loop)


def _patterns() -> Puzzle:
    """Return a 16x16 each of whose rows and columns matches a pattern with many repetitions."""
    pattern = "(1|2|3)*(4.*5|5.*4)(.[678]*9)*.*"
    lines = [f"R{n}" for n in range(1, 17)] + [f"C{n}" for n in range(1, 17)]
    return _puzzle("16x16", {"kind": "regex", "pattern": pattern, "lines": lines})


def _graph() -> Puzzle:
    """Return a random graph of 1000 cells, each with six neighbours, in four colours."""
    import networkx as nx

    from sudokulib import Geometry

    return Geometry.from_graph(nx.random_regular_graph(6, 1000, seed=4), symbols=4).puzzle()


HARD_SUBJECTS: dict[str, Callable[[], Puzzle]] = {
    "36x36, empty": lambda: _puzzle("36x36"),
    "killer of huge numbers": _killer_of_huge_numbers,
    "100 symbols": lambda: _many_symbols(100),
    "200 symbols": lambda: _many_symbols(200),
    "25x25, empty": lambda: _puzzle("25x25"),
    "samurai, empty": lambda: _puzzle("samurai"),
    "unknown regions": _unknown_regions,
    "loop": _loop,
    "patterns": _patterns,
    "chain of pairs": _chain_of_pairs,
    "full rank": _full_rank,
    "pigeon-hole": _pigeons,
    "sums that disagree": _disagreement,
    "graph of 1000 cells": _graph,
    "14x14, empty": lambda: _puzzle(_grid("14x14", _numbers(14))),
    "30x30 without rules": lambda: _puzzle(_grid("30x30", _numbers(30), lines=False)),
}
"""Functions that make a puzzle, by what is hard about it."""


def _many_pairs() -> str:
    """Return text of 10,000 clues for pairs of neighbours on 90x90."""
    chance = Random(1)
    pairs = []
    for number in range(10_000):
        row, column = chance.randint(1, 90), chance.randint(1, 89)
        clue = {"kind": "less-than"} if number % 2 else {"kind": "difference", "value": 5}
        pairs.append({**clue, "cells": f"R{row}C{column} R{row}C{column + 1}"})
    return json.dumps({"geometry": _grid("90x90", _numbers(30), lines=False), "shapes": pairs})


HARD_TEXTS: dict[str, Callable[[], str]] = {
    "10,000 pairs": _many_pairs,
    "100x100": lambda: json.dumps({"geometry": _grid("100x100", _numbers(100), box="10x10")}),
}
"""Functions that make text of a puzzle that takes long to read, by what is in it."""
