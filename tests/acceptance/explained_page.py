"""How puzzles were explained: an account of each, and `docs/explained.md` about all of them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.page import machine

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explained.md"
COMMAND = "python tests/acceptance/explained.py --write"
UNNAMED = ("smallest-premises", "truths-and-links")
"""Techniques that explain without naming a pattern."""
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
        technique: of that step; of the first one if there are several.
        seconds: of finding the steps, without checking them.
        searches: seconds by strategy.
    """

    name: str
    family: str
    status: str = "explained"
    steps: Counter[str] = field(default_factory=Counter)
    hardest: float = 0.0
    technique: str = ""
    seconds: float = 0.0
    searches: Counter[str] = field(default_factory=Counter)

    @property
    def unnamed(self) -> int:
        """How many steps name no pattern."""
        return sum(self.steps[name] for name in UNNAMED)

    def take(self, technique: str, rating: float) -> None:
        """Count a step."""
        self.steps[technique] += 1
        if rating > self.hardest:
            self.hardest, self.technique = rating, technique

    def __str__(self) -> str:
        slowest = ", ".join(f"{name} {time:.1f}" for name, time in self.searches.most_common(4))
        return (
            f"{self.name} ({self.family}): {self.status}, {self.hardest:.1f} {self.technique}, "
            f"{self.steps.total()} steps, {self.unnamed} unnamed, {self.seconds:.1f} s ({slowest})"
        )

    def json(self) -> str:
        """A line that `kept` reads."""
        return json.dumps(vars(self))


def kept(path: Path | None) -> dict[tuple[str, str], Account]:
    """The accounts in a file, by name and family; of several of a puzzle the last."""
    found: dict[tuple[str, str], Account] = {}
    if path is not None and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            plain = json.loads(line)
            counters = {name: Counter(plain.pop(name)) for name in ("steps", "searches")}
            account = Account(**plain, **counters)
            found[account.name, account.family] = account
    return found


def table(accounts: list[Account]) -> str:
    """Accounts by family, in Markdown."""
    rows: dict[str, list[Account]] = defaultdict(list)
    for account in accounts:
        rows[account.family].append(account)
    lines = [
        "| variant | puzzles | explained | hardest technique | rating | steps | named "
        "| median | slowest |",
        "|---|--:|--:|---|--:|--:|--:|--:|--:|",
    ]
    lines += [_row(family, own) for family, own in sorted(rows.items())]
    return "\n".join([*lines, _row("all", accounts)])


def _row(family: str, accounts: list[Account]) -> str:
    steps = sum(one.steps.total() for one in accounts)
    unnamed = sum(one.unnamed for one in accounts)
    seconds = [one.seconds for one in accounts]
    hardest = max(accounts, key=lambda one: one.hardest)
    technique = hardest.technique.replace("-", " ")
    return (
        f"| {family} | {len(accounts)} | {sum(one.status == 'explained' for one in accounts)} "
        f"| {technique} | {hardest.hardest:.1f} | {steps} "
        f"| {100 * (1 - unnamed / max(1, steps)):.1f} % "
        f"| {median(seconds):.2f} s | {max(seconds):.1f} s |"
    )


def lasting(accounts: Iterable[Account]) -> str:
    """Return the puzzles that were not explained, or took long, as a list in Markdown."""
    return "\n".join(
        f"- {one.name} ({one.family}): {one.status}, {one.seconds:.0f} s"
        for one in sorted(accounts, key=lambda one: -one.seconds)
        if one.seconds > LONG or one.status != "explained"
    )


def page(accounts: list[Account]) -> str:
    """The page in Markdown."""
    about = machine()
    steps: Counter[str] = Counter()
    for account in accounts:
        steps.update(account.steps)
    left = sum(one.status != "explained" for one in accounts)
    unnamed = " and ".join(name.replace("-", " ") for name in UNNAMED)
    often = ", ".join(f"{name.replace('-', ' ')} {count:,}" for name, count in steps.most_common())
    parts = (
        "# Every puzzle explained",
        "This page is generated. To update it, install the dependency group `bench`, put the "
        f"collection of puzzles in `../shared/data`, and run\n\n    {COMMAND}",
        "The puzzles are those of that collection and the examples, as far as they have one "
        "solution, and a sample of the hardest classics. Each is solved without guessing, as "
        "`sudokulib explain` does: with all techniques except those that assume a single solution, "
        "always taking the easiest step. Each step is verified by the "
        "[proof checker](explanations.md#a-solve-as-a-proof) on the board before it, and the final "
        "grid by the rules. *Named* is the share of steps that are patterns with a name. The "
        f"others are {unnamed}, which give truths and links, or shapes, that suffice as a proof.",
        "Times are the CPU seconds that one process needs to find all steps of a puzzle; a machine "
        "that does other work at the same time needs up to twice as many. `--seconds` limits the "
        "time for a puzzle, and `--keep FILE` lets you continue an interrupted run.",
        f"Measured on {about['date']}: {about['processor']}; {about['system']}; "
        f"{about['python']}; sudokulib {about['sudokulib']}.",
        f"**{len(accounts) - left} of {len(accounts)} puzzles were explained within the limits of "
        "this run.**",
        table(accounts),
        "## Puzzles that took longer than a minute or were not finished",
        lasting(accounts) or "Nothing.",
        "## Steps by technique",
        f"{often}.",
    )
    return "\n\n".join(parts) + "\n"
