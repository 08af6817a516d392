"""Print how each family of the corpus fares: `python tests/acceptance/report.py [SECONDS]`.

A record that takes longer than SECONDS (30 if none are said) is listed as not passed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

Record = dict[str, Any]


class Table:
    """Records by family: how many, how many passed, the slowest.

    Args:
        heading: of the first column.
    """

    def __init__(self, heading: str) -> None:
        self._heading = heading
        self._seconds: dict[str, list[float]] = defaultdict(list)
        self._passed: dict[str, int] = defaultdict(int)

    def add(self, family: str, seconds: float, passed: bool) -> None:
        """Count one record."""
        self._seconds[family].append(seconds)
        self._passed[family] += passed

    def print(self) -> None:
        """The table in Markdown."""
        print(f"| {self._heading} | records | passed | slowest |\n|---|---|---|---|")
        for family, times in sorted(self._seconds.items()):
            print(f"| {family} | {len(times)} | {self._passed[family]} | {max(times):.2f} s |")
        times = [seconds for some in self._seconds.values() for seconds in some]
        passed = sum(self._passed.values())
        print(f"| all | {len(times)} | {passed} | {max(times):.2f} s |\n")


def tabulate(
    heading: str,
    records: Iterable[Record],
    family: Callable[[Record], str],
    puzzle: Callable[[Record], Any],
    solution: Callable[[Record], str],
    seconds: float,
) -> None:
    """Solve the records and print their table; what fails is named as it fails."""
    from acceptance.test_puzzles import check

    from sudokulib import solve

    table = Table(heading)
    for record in records:
        subject, passed = puzzle(record), True
        began = perf_counter()
        result = solve(subject, seconds=seconds)
        took = perf_counter() - began
        try:
            check(result, record)
            if result.status == "unique":
                assert str(result.solution) == solution(record)
        except AssertionError:
            passed = False
            print(f"failed: {record['id']} ({result.status} after {took:.0f} s)", flush=True)
        table.add(family(record), took, passed)
    table.print()


def main() -> None:
    from acceptance import corpus, corpus_rules
    from acceptance.test_puzzles import own_puzzle

    if not corpus.records():
        sys.exit(f"there is no corpus in {corpus.DATA}")
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    tabulate(
        "rule", corpus_rules.with_rules(), corpus_rules.family, corpus_rules.puzzle,
        corpus_rules.solution, seconds,
    )  # fmt: skip
    tabulate(
        "variant", corpus.expressible(), corpus.family, own_puzzle, corpus.solution, seconds
    )  # fmt: skip


if __name__ == "__main__":
    main()
