"""Try other values of a constant: how many steps some strategies find with each of them.

    python tests/benchmarks/constants.py strategies.sums.killer_sets:_MOST_VALUES 6 12 24 \\
        --strategies killer-pair hidden-killer-pair

The boards are every sixth of the solves of the examples (of up to 200 cells, by the profile
``quick``), at most six of each; of one look at a board the first 30 steps count. Steps are the same
on every machine, the CPU time is not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import process_time

import sudokulib
from sudokulib.board import Board
from sudokulib.strategies import strategy_named

EXAMPLES = Path(__file__).parents[2] / "examples"
_CELLS, _EVERY, _BOARDS, _STEPS = 200, 6, 6, 30


def boards(files: Sequence[Path]) -> Iterator[Board]:
    """Yield boards from the solves of puzzles."""
    for file in files:
        puzzle = sudokulib.load(file)
        if len(puzzle.geometry) <= _CELLS:
            before = [step.before for step in sudokulib.steps(puzzle, profile="quick")]
            yield from before[::_EVERY][-_BOARDS:]


def found(some: Sequence[Board], names: Sequence[str]) -> int:
    """Return the number of steps that strategies find, on boards that remember nothing."""
    return sum(
        1
        for board in some
        for name in names
        for _ in islice(strategy_named(name).find(Board.of(board.model, board.masks)), _STEPS)
    )


def tried(
    constant: str, values: Sequence[float], names: Sequence[str], some: Sequence[Board]
) -> Iterator[tuple[float, int, float]]:
    """Yield each value of a constant, the steps found with it, and the CPU seconds.

    Args:
        constant: module and name, below ``sudokulib``: ``strategies.rank0:_LARGEST``.
        values: the values to try; the constant has its own again in the end.
        names: the strategies that look at the boards.
        some: the boards.
    """
    module, name = constant.split(":")
    home = import_module(f"sudokulib.{module}")
    own = getattr(home, name)
    try:
        for value in values:
            setattr(home, name, value)
            began = process_time()
            steps = found(some, names)
            yield value, steps, process_time() - began
    finally:
        setattr(home, name, own)


def main() -> None:
    """Print a line for each value."""
    parser = argparse.ArgumentParser(description="Try other values of a constant.")
    parser.add_argument("constant", help="module:NAME below sudokulib")
    parser.add_argument("values", nargs="+", type=float)
    parser.add_argument("--strategies", nargs="+", required=True)
    given = parser.parse_args()
    files = [path for path in sorted(EXAMPLES.rglob("*.yaml")) if "\ngivens:" in path.read_text()]
    some = list(boards(files))
    values = [int(value) if value.is_integer() else value for value in given.values]
    print(f"{len(some)} boards")
    for value, steps, seconds in tried(given.constant, values, given.strategies, some):
        print(f"{value:>10}  {steps:,} steps  {seconds:.1f} s")


if __name__ == "__main__":
    main()
