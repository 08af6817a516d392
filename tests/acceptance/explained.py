"""Every puzzle explained to the end: `python tests/acceptance/explained.py [NAME…]`.

The corpus' and the examples' puzzles with one solution go through all strategies that do not assume
that, the easiest step first. Every step is checked on the board before it, the end against the
rules. Prints a table by variant, where the time went, and what took longer than a minute; `--write`
writes `docs/explained.md`. With `--keep FILE` a run can be interrupted, or done part by part:
puzzles that the file explains are not done again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from acceptance import corpus, corpus_rules
from acceptance.explained_page import PAGE, Account, kept, lasting, page, table
from acceptance.test_puzzles import own_puzzle

from sudokulib import geometry, load
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.board import Board
from sudokulib.logic.proof import ProofError, check_step
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.pipeline import Plan, run
from sudokulib.solving.profiles import profile
from sudokulib.strategies import Strategy

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
HARDEST = range(0, 1106, 74)
"""Which lines of the file of hardest classics are explained."""


class _Processor(Budget):
    """Seconds of this process, whatever else the machine does."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._until = process_time() + seconds
        self._checks = 0

    def check(self) -> None:
        """See `Budget.check`; this clock is slow, so most searches do without."""
        self._checks += 1
        if self._checks % 100 == 0 and process_time() > self._until:
            raise OutOfBudget("time")


def subjects() -> Iterator[tuple[str, str, Any]]:
    """Name, family and loader of every puzzle with one solution."""
    for record in corpus.expressible():
        if record["verified"] == "unique":
            yield record["id"], corpus.family(record), partial(own_puzzle, record)
    for record in corpus_rules.with_rules():
        if record["verified"] == "unique":
            yield record["id"], corpus_rules.family(record), partial(corpus_rules.puzzle, record)
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        if "\ngivens:" in path.read_text("utf-8"):
            name = path.relative_to(EXAMPLES).with_suffix("")
            yield name.as_posix(), f"example of {name.parent.name or name}", partial(load, path)


def hardest() -> Iterator[tuple[str, str, Any]]:
    """A sample of the hardest classic puzzles that are known."""
    path = corpus.DATA / "classic/hardest1106.txt"
    lines = path.read_text(encoding="ascii").split() if path.exists() else []
    for number in HARDEST:
        if number < len(lines):
            loader = partial(geometry("9x9").puzzle, lines[number])
            yield f"hardest1106-{number + 1}", "hardest classics", loader


def explain(name: str, family: str, puzzle: Puzzle, seconds: float) -> Account:
    """Explain a puzzle and check every step; what fails is said by the status.

    No step may assume that there is one solution: so the path proves it.
    """
    account = Account(name, family)
    model = compile_puzzle(puzzle)
    board = Board.start(model).placed(puzzle.given_values)
    plan, checking = _timed(profile("everything", unique=False).plan(), account.searches), 0.0
    began = process_time()
    try:
        for step, after in run(board, plan, budget=_Processor(seconds)):
            paused = process_time()
            check_step(board, step)
            account.take(step.technique, plan.rating(step))
            board = after
            checking += process_time() - paused
    except ProofError as error:
        account.status = f"unproved: {step.technique}: {error}"
    except OutOfBudget:
        account.status = f"after {seconds:.0f} s {board.open.bit_count()} cells open"
    else:
        if not board.complete or board.broken:
            account.status = f"stuck with {board.open.bit_count()} cells open"
        elif Solution(puzzle, _values(board)).violations():
            account.status = "wrong"
    account.seconds = process_time() - began - checking
    return account


def _values(board: Board) -> tuple[int, ...]:
    """Return the values of the cells; hidden variables may stay open to the end."""
    return tuple([mask.bit_length() - 1 for mask in board.masks[: board.model.cells]])


def _timed(plan: Plan, searches: Counter[str]) -> Plan:
    """The same plan; the time that each strategy takes is added up."""

    def timed(strategy: Strategy) -> Strategy:
        def find(board: Board) -> Any:
            steps: Any = strategy.find(board)
            later = None
            while True:
                began = process_time()
                try:
                    step = next(steps) if later is None else steps.send(later)
                except StopIteration:
                    return
                finally:
                    searches[strategy.name] += process_time() - began
                later = yield step

        return replace(strategy, find=find)

    return Plan(tuple(map(timed, plan.strategies)), plan.ratings, plan.easiest_first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only puzzles whose name or family has this in it")
    parser.add_argument("--but", action="append", default=[], help="not those with this in it")
    parser.add_argument("--seconds", type=float, default=180.0, help="limit for each puzzle")
    parser.add_argument("--each", type=int, default=1, help="only every so many puzzles")
    parser.add_argument("--keep", type=Path, help="file of what was found, to go on with")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name} too")
    options = parser.parse_args()
    accounts = kept(options.keep)
    for number, (name, family, puzzle) in enumerate((*subjects(), *hardest())):
        chosen = not options.names or any(part in name or part in family for part in options.names)
        chosen &= not any(part in name or part in family for part in options.but)
        known = accounts.get((name, family))
        if not chosen or number % options.each or (known and known.status == "explained"):
            continue
        account = explain(name, family, puzzle(), options.seconds)
        accounts[name, family] = account
        print(account, flush=True)
        if options.keep:
            with options.keep.open("a", encoding="utf-8") as file:
                print(account.json(), file=file)
    found = list(accounts.values())
    print("\n" + table(found))
    spent: Counter[str] = Counter()
    for account in found:
        spent.update(account.searches)
    print("\nwhere the time went: " + ", ".join(f"{n} {t:.0f} s" for n, t in spent.most_common(12)))
    print("\n" + lasting(found))
    if options.write:
        PAGE.write_text(page(found), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
