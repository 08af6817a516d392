"""Grids with many solutions: puzzles without some of their givens, counted to two."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.packages import Cadical, CadicalAssuming
from benchmarks.puzzle_sets import CLASSIC, PuzzleSet, puzzle_set_of, read_puzzle_set
from benchmarks.suites.races import race_results, race_tables
from benchmarks.suites.suite import Data, Run, Suite, Table

__all__ = ["SUITE", "thinned"]

_MOST = 2000


def thinned(puzzles: PuzzleSet, share: float, seed: int) -> PuzzleSet:
    """Return the puzzles with a share of their givens removed at random."""
    chance = Random(seed)
    empty = puzzles.geometry.alphabet.empty

    def less(text: str) -> str:
        given = [n for n, mark in enumerate(text) if mark != empty]
        gone = set(chance.sample(given, round(len(given) * share)))
        return "".join(empty if n in gone else mark for n, mark in enumerate(text))

    lines = [less(item.text) for item in puzzles.items]
    return puzzle_set_of(puzzles.name, puzzles.geometry, lines, puzzles.box)


def _measure(run: Run) -> Data:
    found: Data = {"sets": {}}
    for name in CLASSIC:
        puzzles = read_puzzle_set(run.data, name, run.most(_MOST))
        for share in (0.1, 0.3) if puzzles is not None else ():
            assert puzzles is not None
            title = f"{name}, {share:.0%} of givens removed"
            run.say(f"several: {title}")
            found["sets"][title] = race_results(
                thinned(puzzles, share, seed=7),
                run.rules(allowance=0.4),
                known=None,
                without=frozenset([CadicalAssuming.name]),
            )
    return found


def _tables(data: Data) -> Iterator[Table]:
    yield from race_tables(data, Cadical.name)


SUITE = Suite("several", "Grids with many solutions", _measure, _tables)
