"""Every puzzle explained to the end: `python tests/acceptance/explained.py [NAME…]`.

The corpus' and the examples' puzzles with one solution go through all strategies, the easiest step
first; every step is checked on the board before it, and the end is compared with the solution.
Prints a table by variant, where the time went, and what took longer than a minute.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from acceptance import corpus, corpus_rules
from acceptance.test_puzzles import own_puzzle

from sudokulib import load
from sudokulib.board import Board
from sudokulib.logic.proof import ProofError, check_step
from sudokulib.model import compile_puzzle
from sudokulib.pipeline import Plan, run
from sudokulib.profiles import profile
from sudokulib.puzzle import Puzzle
from sudokulib.search.budget import Budget, OutOfBudget
from sudokulib.strategies import Strategy

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
UNNAMED = ("smallest-premises", "truths-and-links")
"""What explains without naming a pattern."""
LONG = 60
"""Seconds that no puzzle should take."""


@dataclass
class Account:
    """How one puzzle was explained.

    Args:
        name: what the puzzle is called.
        family: its row of the table.
        status: ``explained``, or what went wrong.
        steps: how many of each technique.
        hardest: the rating of the hardest step.
        seconds: of finding the steps, without checking them.
        looks: seconds by strategy.
    """

    name: str
    family: str
    status: str = "explained"
    steps: Counter[str] = field(default_factory=Counter)
    hardest: float = 0.0
    seconds: float = 0.0
    looks: Counter[str] = field(default_factory=Counter)

    @property
    def named(self) -> float:
        """The share of steps that name a pattern."""
        unnamed = sum(self.steps[name] for name in UNNAMED)
        return 1 - unnamed / max(1, self.steps.total())


class _Processor(Budget):
    """Seconds of this process, whatever else the machine does."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._until = process_time() + seconds

    def look(self) -> None:
        """See `Budget.look`."""
        if process_time() > self._until:
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
            yield path.relative_to(EXAMPLES).as_posix(), "examples", partial(load, path)


def explain(name: str, family: str, puzzle: Puzzle, seconds: float) -> Account:
    """Explain a puzzle and check every step; what fails is said by the status."""
    account = Account(name, family)
    model = compile_puzzle(puzzle)
    board = Board.start(model).placed(puzzle.givens)
    plan, checking = _timed(profile("everything").plan(), account.looks), 0.0
    began = process_time()
    try:
        for step, after in run(board, plan, budget=_Processor(seconds)):
            paused = process_time()
            check_step(board, step)
            account.steps[step.technique] += 1
            account.hardest = max(account.hardest, plan.rating(step))
            board = after
            checking += process_time() - paused
    except ProofError as error:
        account.status = f"unproved: {step.technique}: {error}"
    except OutOfBudget:
        account.status = f"after {seconds:.0f} s {board.open.bit_count()} cells open"
    else:
        if not board.complete or board.broken:
            account.status = f"stuck with {board.open.bit_count()} cells open"
        elif not model.accepts(tuple(mask.bit_length() - 1 for mask in board.masks)):
            account.status = "wrong"
    account.seconds = process_time() - began - checking
    return account


def _timed(plan: Plan, looks: Counter[str]) -> Plan:
    """The same plan; the time that each strategy takes is added up."""

    def timed(strategy: Strategy) -> Strategy:
        def find(board: Board) -> Any:
            steps = strategy.find(board)
            while True:
                began = process_time()
                step = next(steps, None)
                looks[strategy.name] += process_time() - began
                if step is None:
                    return
                yield step

        return replace(strategy, find=find)

    return Plan(tuple(map(timed, plan.strategies)), plan.ratings, plan.easiest)


def table(accounts: list[Account]) -> str:
    """Accounts by family, in Markdown."""
    rows: dict[str, list[Account]] = defaultdict(list)
    for account in accounts:
        rows[account.family].append(account)
    lines = [
        "| variant | puzzles | explained | hardest step | steps | named | median | slowest |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for family, own in [*sorted(rows.items()), ("all", accounts)]:
        unnamed = sum(one.steps[name] for one in own for name in UNNAMED)
        steps = sum(one.steps.total() for one in own)
        seconds = [one.seconds for one in own]
        lines.append(
            f"| {family} | {len(own)} | {sum(one.status == 'explained' for one in own)} "
            f"| {max(one.hardest for one in own):.1f} | {steps} "
            f"| {100 * (1 - unnamed / max(1, steps)):.1f} % "
            f"| {median(seconds):.2f} s | {max(seconds):.1f} s |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only puzzles whose name or family has this in it")
    parser.add_argument("--seconds", type=float, default=180.0, help="limit for each puzzle")
    parser.add_argument("--each", type=int, default=1, help="only every so many puzzles")
    options = parser.parse_args()
    accounts = []
    for number, (name, family, puzzle) in enumerate(subjects()):
        chosen = any(part in name or part in family for part in options.names)
        if (options.names and not chosen) or number % options.each:
            continue
        account = explain(name, family, puzzle(), options.seconds)
        accounts.append(account)
        slowest = ", ".join(f"{n} {t:.1f}" for n, t in account.looks.most_common(4))
        print(
            f"{name} ({family}): {account.status}, {account.hardest:.1f}, "
            f"{account.steps.total()} steps, {account.named:.0%} named, "
            f"{account.seconds:.1f} s ({slowest})",
            flush=True,
        )
    print("\n" + table(accounts))
    spent: Counter[str] = Counter()
    for account in accounts:
        spent.update(account.looks)
    print("\nwhere the time went: " + ", ".join(f"{n} {t:.0f} s" for n, t in spent.most_common(12)))
    for account in accounts:
        if account.seconds > LONG or account.status != "explained":
            print(f"- {account.name}: {account.status}, {account.seconds:.0f} s")


if __name__ == "__main__":
    main()
