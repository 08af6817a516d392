"""Try other values of a constant, and print what each of them costs.

    python tests/benchmarks/constants.py strategies.sums.killer_sets:_MOST_VALUES 6 12 24 \\
        --strategies killer-pair hidden-killer-pair
    python tests/benchmarks/constants.py search.rules:_DECAY 1 1.02 1.04 \\
        --nodes examples --search reference
    python tests/benchmarks/constants.py _kernel/network.cpp:most_united 0 30 64 \\
        --nodes iss-half.jsonl --limit 10000

With ``--strategies`` it counts steps: on every sixth board of the solves of the examples (of up to
200 cells, by the profile ``quick``), at most six of each; of one look at a board the first 30 steps
count. With ``--nodes`` it counts the nodes of solving: the puzzles of `examples`, or of a set that
``--data`` names (``iss-half.jsonl``, ``puzzles.jsonl``, ``17clue`` and others), or the first
solutions of the shipped geometries of up to 450 cells (``geometries``), or the exact counts of the
smaller geometries (``counts``). Steps and nodes are the same on every machine, the CPU time is not.

A constant of the compiled kernel needs a build for each value, which takes minutes once; the
source file has its own value again in the end.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from math import exp, log1p
from pathlib import Path
from time import process_time

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.board import Board
from sudokulib.model import compile_geometry
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.search.exact import count_exactly
from sudokulib.strategies import strategy_named

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from benchmarks.against.builds import build, cache_folder, checkout  # noqa: E402 - the path first
from benchmarks.against.corpora import Source, items  # noqa: E402
from benchmarks.suites.counting import ORACLES  # noqa: E402

EXAMPLES = ROOT / "examples"
DATA = ROOT.parent / "shared" / "data"
_CELLS, _EVERY, _BOARDS, _STEPS = 200, 6, 6, 30
_LARGEST = 450
"""Cells of the largest geometry of which a first solution is sought."""
_BEYOND = {"10x10", "twin", "samurai", "x", "windoku", "disjoint-groups"}
"""Geometries whose exact count takes long, or is not made by the kernel."""

Measure = Callable[[], str]
"""Return figures."""


def boards(files: Sequence[Path]) -> Iterator[Board]:
    """Yield boards from the solves of puzzles."""
    for file in files:
        puzzle = sudokulib.load(file)
        if len(puzzle.geometry) <= _CELLS:
            before = [step.before for step in sudokulib.steps(puzzle, profile="quick")]
            yield from before[::_EVERY][-_BOARDS:]


def steps(some: Sequence[Board], names: Sequence[str]) -> str:
    """Return the number of steps that strategies find, on boards that remember nothing."""
    found = sum(
        1
        for board in some
        for name in names
        for _ in islice(strategy_named(name).find(Board.of(board.model, board.masks)), _STEPS)
    )
    return f"{found:,} steps"


def nodes(name: str, search: str, limit: int | None) -> Iterator[int]:
    """Yield the nodes of each puzzle of a set, of each first solution or of each count."""
    if name == "counts":
        for one in ORACLES.keys() - _BEYOND:
            budget = Budget(nodes=limit)
            count_exactly(compile_geometry(sudokulib.geometry(one)), budget)
            yield budget.used
    elif name == "geometries":
        for one in geometry_names():
            puzzle = sudokulib.geometry(one).puzzle()
            if len(puzzle.geometry) <= _LARGEST:
                found = sudokulib.solutions(puzzle, search=search, nodes=limit)
                next(iter(found), None)
                yield found.nodes
    else:
        with tempfile.TemporaryDirectory() as folder:
            for item in items(ROOT, DATA, Path(folder)):
                if item.set == name and (puzzle := _read(item.source)) is not None:
                    yield sudokulib.solve(
                        puzzle, strategies=(), search=search, nodes=limit
                    ).stats.nodes


def _read(source: Source) -> sudokulib.Puzzle | None:
    if "line" in source:
        name = source["geometry"]
        place = sudokulib.geometry(Path(name) if name.endswith(".yaml") else name)
        return place.puzzle(source["line"])
    try:
        return sudokulib.read(Path(source["path"]) if "path" in source else source["text"])
    except sudokulib.SudokuError:
        return None  # a rule that the library does not have


def spent(names: Sequence[str], search: str, limit: int | None) -> str:
    """Return the nodes of all that some sets name, their mean, and how many met the limit."""
    each = [used for name in names for used in nodes(name, search, limit)]
    mean = exp(sum(map(log1p, each)) / len(each)) - 1
    met = sum(used >= limit for used in each) if limit else 0
    return f"{sum(each):,} nodes, geometric mean {mean:.1f}; {met} of {len(each)} met the limit"


def tried(constant: str, values: Sequence[float], measure: Measure) -> Iterator[tuple[float, str]]:
    """Yield each value of a constant in Python, and what is measured with it.

    Args:
        constant: module and name, below ``sudokulib``: ``strategies.rank0:_LARGEST``.
        values: the values to try; the constant has its own again in the end.
        measure: returns a text with the figures.
    """
    module, name = constant.split(":")
    home = import_module(f"sudokulib.{module}")
    own = getattr(home, name)
    try:
        for value in values:
            setattr(home, name, value)
            yield value, measure()
    finally:
        setattr(home, name, own)


def built(constant: str, value: float) -> Path:
    """Return the Python of a build of this checkout in which a constant has another value."""
    file, name = constant.split(":")
    source = ROOT / "sudokulib" / file
    text = source.read_text(encoding="utf-8")
    own = rf"(constexpr [\w:]+ (?:\w+ = [^,;]+, )*{name} = )[^,;]+"
    changed, times = re.subn(own, rf"\g<1>{value}", text)
    if times != 1:
        sys.exit(f"{file} has {times} constants {name}; name one as it stands there")
    try:
        source.write_text(changed, encoding="utf-8")
        revision = checkout(ROOT)
    finally:
        source.write_text(text, encoding="utf-8")
    return build(ROOT, revision, cache_folder(), partial(print, file=sys.stderr))


def timed(measure: Measure) -> str:
    """Return figures and the CPU time that they took."""
    began = process_time()
    return f"{measure()}, {process_time() - began:.1f} s"


def apart(constant: str, value: float, asked: Sequence[str]) -> str:
    """Return the figures of one value, from a process of its own, as models are cached."""
    kernel = constant.startswith("_kernel/")
    python = built(constant, value) if kernel else sys.executable
    line = [str(python), __file__, *([] if kernel else [constant, str(value)]), *asked]
    said = subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True).stdout
    return f"{value:>10}  {said.strip()}" if kernel else said.rstrip()


def main() -> None:
    """Print a line for each value."""
    parser = argparse.ArgumentParser(description="Try other values of a constant.")
    parser.add_argument("constant", nargs="?", help="module:NAME or _kernel/file:name")
    parser.add_argument("values", nargs="*", type=float)
    parser.add_argument("--strategies", nargs="+", help="count the steps of these")
    parser.add_argument("--nodes", nargs="+", help="count the nodes of these sets of puzzles")
    parser.add_argument("--search", default="auto", help="the back-end that solves them")
    parser.add_argument("--limit", type=int, help="most nodes of each puzzle")
    given = parser.parse_args()
    values = [int(value) if value.is_integer() else value for value in given.values]
    if given.nodes and (len(values) > 1 or "_kernel" in (given.constant or "")):
        for value in values:
            asked = sys.argv[2 + len(values) :]
            print(apart(given.constant, value, asked), flush=True)
        return
    if given.nodes:
        measure = partial(spent, given.nodes, given.search, given.limit)
    else:
        paths = sorted(EXAMPLES.rglob("*.yaml"))
        files = [path for path in paths if "\ngivens:" in path.read_text(encoding="utf-8")]
        some = list(boards(files))
        print(f"{len(some)} boards")
        measure = partial(steps, some, given.strategies)
    if given.constant is None:
        print(timed(measure))
    else:
        for value, figures in tried(given.constant, values, partial(timed, measure)):
            print(f"{value:>10}  {figures}")


if __name__ == "__main__":
    main()
