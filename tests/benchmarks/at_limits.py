"""Measure what input costs that just keeps to a safety limit, one limit after the other.

    python tests/benchmarks/at_limits.py
    python tests/benchmarks/at_limits.py shapes.regex --times 0.5 1 2

It prints the CPU time and the added memory of each case, in a process of its own, for the limits
whose names begin with one of the words given, and for half and double of them. The comments on
limits cite it. Linux and macOS only.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib import import_module
from time import process_time

import sudokulib
from sudokulib.board import Board
from sudokulib.formats.iss.automata import KEY, automaton_text
from sudokulib.logic.proof import ProofError, _sum_of_bound, check_step
from sudokulib.logic.step import Bound, Rank, Step, Truth
from sudokulib.model import compile_puzzle

Case = Callable[[int], Callable[[], object]]
"""Given the limit, return what is to be measured."""

CASES: dict[str, Case] = {}
"""By module and name below ``sudokulib``."""


def at(constant: str) -> Callable[[Case], Case]:
    """Register the case of a limit."""

    def register(case: Case) -> Case:
        CASES[constant] = case
        return case

    return register


def _solved(*shapes: str, symbols: str = "123456789") -> Callable[[], object]:
    """Return a function that reads and searches a puzzle with these shapes on a grid of 9x9."""
    listed = "".join(f"  - {{{shape}}}\n" for shape in shapes)
    grid = f"geometry:\n  symbols: {symbols}\n  build: [{{make: grid, size: 9x9}}]\n"
    text = f"{grid}shapes:\n{listed}"
    return lambda: sudokulib.solve(sudokulib.read(text), strategies=(), nodes=1)


@at("basics.cells:_MOST_CELLS")
def _cells(limit: int) -> Callable[[], object]:
    return _solved(f'kind: distinct, cells: "{"R1C1 " * limit}"')


@at("primitives.regular:MOST_STATES")
def _states(limit: int) -> Callable[[], object]:
    from sudokulib.primitives.regular import Automaton

    def step(state: int, value: int) -> list[int]:
        return [(9 * state + value) % (limit - 1)]

    return lambda: Automaton.of([0], step, lambda state: state == 0, 9)


@at("shapes.regex:MOST_CHARACTERS")
def _characters(limit: int) -> Callable[[], object]:
    return _solved(f'kind: regex, pattern: "{".*" * (limit // 2)}", lines: [R1]')


@at("shapes.regex:MOST_POSITIONS")
def _positions(limit: int) -> Callable[[], object]:
    return _solved(f'kind: regex, pattern: ".{{0,{limit}}}", lines: [R1]')


@at("shapes.relation:MOST_CHARACTERS")
def _relation(limit: int) -> Callable[[], object]:
    text = "+".join(["a*b"] * (limit // 4 - 1)) + " > 0"
    return _solved(f'kind: pair, cells: R1C1 R1C2, relation: "{text}"')


@at("shapes.lowering:_MOST_TUPLES")
def _tuples(limit: int) -> Callable[[], object]:
    from sudokulib.shapes.lowering import table

    few = range(int(limit ** (1 / 3)))
    return lambda: table((0, 1, 2), few, lambda a, b, c: a < b + c, [(1 << len(few)) - 1] * 3)


@at("shapes.negation:_MOST_TUPLES")
def _opposite(limit: int) -> Callable[[], object]:
    from sudokulib.primitives import Table
    from sudokulib.shapes.negation import _other_tuples

    few = int(limit ** (1 / 3))
    one = Table((0, 1, 2), frozenset({(0, 0, 0)}))
    return lambda: _other_tuples(one, [(1 << few) - 1] * 3)


@at("shapes.line_sums:_MOST_SUMS")
def _line_sums(limit: int) -> Callable[[], object]:
    from sudokulib.shapes.line_sums import _fewest_cells

    return lambda: _fewest_cells(range(1, 10), limit // 9)


@at("shapes.sums:_WIDEST")
def _wide(limit: int) -> Callable[[], object]:
    large = limit // 16
    return _solved(
        f"kind: sum, cells: R1C1 R1C2, coefficients: [{large}, {large - 1}], total: {9 * large - 4}"
    )


@at("shapes.tilings:_MOST_ENTRIES")
def _forms(limit: int) -> Callable[[], object]:
    rows = 5 * int((limit / 14) ** (1 / 3) / 5)
    forms = ["/".join(["#" * 10] * 5)] * (rows // 5)
    symbols = "".join(chr(0x100 + n) for n in range(len(forms)))
    grid = {"symbols": symbols, "build": [{"make": "grid", "size": f"{rows}x10", "lines": False}]}
    shape = {"kind": "polyominoes", "forms": forms}
    return lambda: sudokulib.solve({"geometry": grid, "shapes": [shape]}, strategies=(), nodes=1)


@at("logic.proof:_NODES")
def _partial_fillings(limit: int) -> Callable[[], object]:
    board = Board.start(compile_puzzle(sudokulib.geometry("9x9").puzzle()))
    house = board.model.primitives[0].variables[:8]
    terms = tuple(((cell, value), value) for cell in house for value in range(9))
    return lambda: _sum_of_bound(board, Bound(terms, 36, 0))


@at("logic.proof:_PARTS")
def _parts(limit: int) -> Callable[[], object]:
    board = Board.start(compile_puzzle(sudokulib.geometry("9x9").puzzle()))
    cell = Truth(tuple((0, value) for value in range(9)), variable=0)
    step = Step("rank", eliminations=((1, 0),), arguments=(Rank((cell,) * (limit - 1)),))
    return lambda: check_step(board, step)


@at("puzzles.geometries.error_collector:MAX_ERRORS")
def _errors(limit: int) -> Callable[[], object]:
    return _solved(*["kind: distinct, cells: X9"] * limit)


@at("puzzles.geometries.made_from:_CLIQUES")
def _cliques(limit: int) -> Callable[[], object]:
    import networkx as nx

    graph = nx.complete_multipartite_graph(*[3] * 30)
    return lambda: sudokulib.Geometry.from_graph(graph)


@at("solving.explaining.proof_files:_LARGEST")
def _proof(limit: int) -> Callable[[], object]:
    from sudokulib.solving.explaining.proof_files import read_proof

    return lambda: read_proof("{" + " " * limit)


@at("formats.iss.automata:_MOST_STATES")
def _automaton(limit: int) -> Callable[[], object]:
    limit -= 1
    steps = [(n, value, (9 * n + value) % limit) for n in range(limit) for value in range(9)]
    key = automaton_text(9, [0], steps)
    return lambda: sudokulib.solve(sudokulib.read(f".NFA~{key}~R1C1~R1C2~R1C3"), nodes=1)


@at("formats.iss.replicate:_MOST")
def _replicated(limit: int) -> Callable[[], object]:
    rules, targets = ".Thermo~R1C1~R2C1" * (limit // 72), KEY[63] * 12  # all rows but the last
    return lambda: sudokulib.solve(sudokulib.read(f".Replicate~{targets}{rules}.End"), nodes=1)


@at("formats.numbers:_TEXT")
def _numbers(limit: int) -> Callable[[], object]:
    return lambda: sudokulib.read("1 2 3 4 5 6 7 8 9\n" * (limit // 18))


@at("formats.simple:_MOST")
def _ruled(limit: int) -> Callable[[], object]:
    return lambda: sudokulib.read("|1 2 3|4 5 6|7 8 9|\n" * (limit // 20))


def measured(constant: str, times: float = 1) -> tuple[float, int]:
    """Return the CPU seconds and the added megabytes of a case, from a process of its own.

    Args:
        constant: module and name, below ``sudokulib``.
        times: a factor of the limit, to compare others.
    """
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        return pool.submit(_measured, constant, times).result()


def _measured(constant: str, times: float) -> tuple[float, int]:
    module, name = constant.split(":")
    home = import_module(f"sudokulib.{module}")
    limit = int(getattr(home, name) * times)
    setattr(home, name, limit)
    run = CASES[constant](limit)
    before, began = _peak(), process_time()
    with suppress(sudokulib.SudokuError, ProofError):  # some end in a mistake
        run()
    return process_time() - began, _peak() - before


def _peak() -> int:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def main() -> None:
    """Print a line for each limit."""
    parser = argparse.ArgumentParser(description="Measure what input at a safety limit costs.")
    parser.add_argument("names", nargs="*", help="what the names of the limits begin with")
    parser.add_argument("--times", type=float, nargs="+", default=[1.0], help="factors of them")
    given = parser.parse_args()
    for constant in CASES:
        if not given.names or constant.startswith(tuple(given.names)):
            for times in given.times:
                seconds, megabytes = measured(constant, times)
                print(f"{constant:<50} x {times:<4} {seconds:6.2f} s {megabytes:5} MB", flush=True)


if __name__ == "__main__":
    main()
