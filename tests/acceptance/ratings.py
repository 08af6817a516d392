"""Our ratings beside the published ones of Sudoku Explainer.

`python tests/acceptance/ratings.py [--sample 150] [--profile sudoku-explainer] [--each]` prints how
well the order of puzzles by our rating agrees with that by the published one (Spearman's rank
correlation, with its 95 % confidence interval), and where the two differ.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import atanh, sqrt, tanh
from pathlib import Path
from random import Random
from statistics import correlation, mean
from time import perf_counter

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from sudokulib import geometry, rate

FILE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "ratings" / "ser.txt"
UNSOLVED = 20.0
"""The rating of a puzzle that the techniques do not solve; Sudoku Explainer prints the same."""


@cache
def published() -> tuple[tuple[str, float], ...]:
    """Givens with their rating; none without the file."""
    if not FILE.exists():
        return ()
    lines = FILE.read_text(encoding="utf-8").split("\n")
    return tuple((line.split()[0], float(line.split()[1])) for line in lines if line.strip())


@dataclass(frozen=True)
class Pair:
    """A puzzle rated twice.

    Args:
        givens: its line.
        theirs, ours: the ratings.
        technique: of our hardest step.
        solved: whether our techniques go to the end.
        seconds: that it took.
    """

    givens: str
    theirs: float
    ours: float
    technique: str
    solved: bool
    seconds: float


def chosen(sample: int, seed: int = 1) -> list[tuple[str, float]]:
    """A sample of the puzzles, easy ones first; 0 for all of them."""
    every = list(published())
    some = Random(seed).sample(every, min(sample, len(every))) if sample else every
    return sorted(some, key=lambda entry: (entry[1], entry[0]))


def rated(puzzles: Sequence[tuple[str, float]], profile: str) -> Iterator[Pair]:
    """The puzzles as they are rated."""
    for givens, theirs in puzzles:
        began = perf_counter()
        found = rate(geometry("9x9").puzzle(givens), profile=profile, unique=True)
        ours = found.er.rating if found.solved else UNSOLVED
        seconds = perf_counter() - began
        yield Pair(givens, theirs, ours, found.er.technique, found.solved, seconds)


def spearman(pairs: Sequence[tuple[float, float]]) -> float:
    """The correlation of ranks; equal values share the mean of theirs.

    >>> spearman([(1, 10), (2, 20), (3, 40), (4, 30)])
    0.8
    """
    return correlation(ranks([one for one, _ in pairs]), ranks([other for _, other in pairs]))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each, from 1.

    >>> ranks([5, 3, 3, 9])
    [3.0, 1.5, 1.5, 4.0]
    """
    below = Counter(values)
    first, place = 1, {}
    for value in sorted(below):
        place[value] = first + (below[value] - 1) / 2
        first += below[value]
    return [place[value] for value in values]


def interval(rho: float, size: int) -> tuple[float, float]:
    """Where the correlation is with 95 % confidence (Bonett and Wright 2000)."""
    if abs(rho) >= 1:
        return rho, rho
    width = 1.96 * sqrt((1 + rho * rho / 2) / (size - 3))
    return tanh(atanh(rho) - width), tanh(atanh(rho) + width)


def summary(pairs: Sequence[Pair]) -> list[str]:
    """Return a summary of pairs of ratings, as lines of Markdown."""
    rho = spearman([(pair.theirs, pair.ours) for pair in pairs])
    low, high = interval(rho, len(pairs))
    solved = [pair for pair in pairs if pair.solved]
    same = sum(abs(pair.theirs - pair.ours) < 0.05 for pair in solved)
    near = sum(abs(pair.theirs - pair.ours) < 0.25 for pair in solved)
    return [
        f"{len(pairs)} puzzles, {len(solved)} solved, {sum(p.seconds for p in pairs):.1f} s",
        f"Spearman {rho:.4f}, between {low:.4f} and {high:.4f} with 95 % confidence",
        f"the same rating: {same / len(pairs):.0%}; at most 0.2 apart: {near / len(pairs):.0%}",
        f"mean difference {mean(p.ours - p.theirs for p in solved):+.2f}",
        f"slowest {max(p.seconds for p in pairs):.2f} s",
    ]


def apart(pairs: Sequence[Pair]) -> list[str]:
    """Where they differ: theirs, ours and the technique, most frequent first."""
    found = Counter(
        (pair.theirs, pair.ours, pair.technique)
        for pair in pairs
        if abs(pair.theirs - pair.ours) > 0.05
    )
    return [f"{n:4} x {t:.1f} is {o:.1f} {name}" for (t, o, name), n in found.most_common(25)]


def main() -> None:
    """Print how the ratings agree."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=150, help="how many; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--profile", default="sudoku-explainer")
    parser.add_argument("--each", action="store_true", help="print each puzzle")
    args = parser.parse_args()
    pairs = []
    for pair in rated(chosen(args.sample, args.seed), args.profile):
        pairs.append(pair)
        if args.each:
            print(pair.givens, pair.theirs, pair.ours, pair.technique, f"{pair.seconds:.2f}")
    print(*summary(pairs), *apart(pairs), sep="\n")


if __name__ == "__main__":
    main()
