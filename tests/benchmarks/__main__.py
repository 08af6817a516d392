"""Measure the library beside others, and write the page about it.

Run it from the checkout as ``python tests/benchmarks``; with ``--help`` it says more.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).resolve().parent
sys.path[0] = str(HERE.parent)

from benchmarks.against.command import against  # noqa: E402 - the path comes first
from benchmarks.page import machine, page, updated  # noqa: E402
from benchmarks.suites import SUITES  # noqa: E402
from benchmarks.suites.suite import Data, Run  # noqa: E402

DATA = HERE.parents[1].parent / "shared" / "data"


def main(arguments: list[str] | None = None) -> None:
    """Measure what is asked for; print or write the results."""
    asked = _parser().parse_args(arguments)
    if asked.against:
        sys.exit(against(asked, _say))
    results: dict[str, Data] = _read(asked.read)
    chosen = asked.only.split(",") if asked.only else [] if asked.read else list(_NAMES)
    if unknown := set(chosen) - set(_NAMES):
        sys.exit(f"there is no suite {', '.join(sorted(unknown))}; there are {', '.join(_NAMES)}")
    if chosen:
        results["machine"] = {**machine(), "share": asked.share}
    for name in chosen:
        results[name] = _measured(name, Run(asked.data, asked.share, _say, asked.iss))
        _save(asked.json, results)
    if asked.update:
        before = asked.update.read_text(encoding="utf-8")
        asked.update.write_text(updated(before, results), encoding="utf-8")
    elif asked.write:
        asked.write.write_text(page(results), encoding="utf-8")
    elif not asked.json:
        print(page(results))


_NAMES = {suite.name: suite for suite in SUITES}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("benchmarks", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of puzzles")
    parser.add_argument("--only", help=f"suites, between commas: {', '.join(_NAMES)}")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the puzzles and of the time, such as 0.1"
    )
    parser.add_argument(
        "--iss",
        type=Path,
        help="a checkout of the Interactive Sudoku Solver, to run beside by node",
    )
    parser.add_argument("--write", type=Path, help="write the page to this file")
    parser.add_argument(
        "--update", type=Path, help="replace what was measured in this page, leave the rest"
    )
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument(
        "--read", type=Path, help="begin with what --json wrote; measures only what --only names"
    )
    _add_against(parser)
    return parser


def _add_against(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "another revision",
        "prints every answer that differs and the speed by family; exits with 1 if one differs. "
        "--data, --json and --only (names of corpora) hold here as well",
    )
    group.add_argument("--against", metavar="REVISION", help="a commit, tag or branch")
    group.add_argument(
        "--quick", action="store_true", help="about three minutes: few puzzles, a limit of 1 s"
    )
    group.add_argument("--sample", type=int, help="puzzles of each part of a corpus at most")
    group.add_argument("--limit", type=float, help="CPU seconds for one puzzle; 5 unless --quick")
    group.add_argument(
        "--families", help="between commas: read, compile, search, logic, batch, generate"
    )
    group.add_argument(
        "--build", action="store_true",
        help="build this checkout like the other, rather than take it as it is",
    )  # fmt: skip
    group.add_argument("--builds", type=Path, help="folder of builds; a cache of yours if absent")


def _read(path: Path | None) -> dict[str, Data]:
    return json.loads(path.read_text(encoding="utf-8")) if path else {}


def _save(path: Path | None, results: dict[str, Data]) -> None:
    if path:
        path.write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")


def _measured(name: str, run: Run) -> Data:
    began = perf_counter()
    found = _NAMES[name].measure(run)
    _say(f"{name} took {perf_counter() - began:.0f} s")
    return found


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
