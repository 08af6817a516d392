"""Print how each family of the corpus fares: `python tests/acceptance/report.py`."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from time import perf_counter

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]


def main() -> None:
    from acceptance import corpus
    from acceptance.test_puzzles import check, own_puzzle

    from sudokulib import solve

    if not corpus.records():
        sys.exit(f"there is no corpus in {corpus.DATA}")
    seconds: dict[str, list[float]] = defaultdict(list)
    passed: dict[str, int] = defaultdict(int)
    for record in corpus.expressible():
        puzzle = own_puzzle(record)
        began = perf_counter()
        result = solve(puzzle)
        seconds[corpus.family(record)].append(perf_counter() - began)
        try:
            check(result, record)
            if result.status == "unique":
                assert str(result.solution) == corpus.solution(record)
            passed[corpus.family(record)] += 1
        except AssertionError:
            print(f"failed: {record['id']} ({result.status})")
    print("| variant | records | passed | slowest |\n|---|---|---|---|")
    for family, times in sorted(seconds.items()):
        print(f"| {family} | {len(times)} | {passed[family]} | {max(times):.2f} s |")
    total = sum(len(times) for times in seconds.values())
    slowest = max(max(times) for times in seconds.values())
    print(f"| all | {total} | {sum(passed.values())} | {slowest:.2f} s |")


if __name__ == "__main__":
    main()
