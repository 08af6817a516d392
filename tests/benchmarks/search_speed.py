"""Puzzles per second of the search on the well-known collections, and times of counts.

Run it as ``python tests/benchmarks/search_speed.py FOLDER``, where the folder holds files of
81-character lines (``17clue.txt``, ``top1465.txt``, ``hardest1106.txt``). Figures are CPU time of
one thread, the best of three, with uniqueness proved; nothing is asserted about them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import process_time

from sudokulib import count, geometry, solve_many
from sudokulib.model import compile_geometry
from sudokulib.search import Budget, backend
from sudokulib.search.layout import layout

SETS = {"17clue": 4000, "top1465": 1000, "hardest1106": 150}
COUNTS = ("4x4", "6x6", "latin-5", "circular-4", "sudo-cube", "hypercube", "samurai-4x4")


def best(work: Callable[[], object]) -> float:
    """The least CPU time of three runs."""
    times = []
    for _ in range(3):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def batch_rates(folder: Path) -> None:
    for name, number in SETS.items():
        path = folder / f"{name}.txt"
        if not path.exists():
            print(f"{name:12} not there")
            continue
        with path.open() as lines:
            puzzles = [line.strip() for line in islice(lines, number)]
        print(
            f"{name:12} {len(puzzles) / best(lambda p=puzzles: list(solve_many(p))):8,.0f}/s "
            f"by solve_many, {len(puzzles) / best(lambda p=puzzles: search_only(p)):8,.0f}/s "
            "by the search alone"
        )


def search_only(puzzles: list[str]) -> None:
    """Two solutions at most of each puzzle, without building puzzles and results."""
    model = compile_geometry(geometry("9x9"))
    find = backend("reference").solutions
    assert layout(model)
    for puzzle in puzzles:
        domains = tuple(511 if mark == "." else 1 << int(mark) - 1 for mark in puzzle)
        list(islice(find(model.with_domains(domains), Budget()), 2))


def count_times() -> None:
    for name in COUNTS:
        began = process_time()
        found = count(geometry(name), how="computed")
        print(f"{name:12} {found.value:>18,} in {process_time() - began:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    batch_rates(parser.parse_args().folder)
    count_times()


if __name__ == "__main__":
    main()
