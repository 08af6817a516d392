"""HoDoKu's regression library of techniques: its cases, and how our strategies fare.

`python tests/acceptance/reglib.py [--code 0300] [--all] [--misses]` prints a table of the
techniques. A case is *strict* if one step concludes just what the library lists, *whole* if one
step concludes at least that, *covered* if all steps of the technique do so between them.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from time import process_time

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from sudokulib import geometry, solve
from sudokulib.board import Board, Candidate
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Step
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import strategies, strategy_named

FILE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "hodoku" / "reglib-half.txt"

TWO_TRUTHS = ("skyscraper", "two-string-kite", "turbot-fish")
COLOURS = ("simple-colouring", "multi-colouring")
RECTANGLES = tuple(f"unique-rectangle-{number}" for number in range(1, 7))
LOOPS = ("continuous-loop", "grouped-continuous-loop", "als-continuous-loop")
AIC = ("aic", "grouped-aic")
ALS_AIC = (*AIC, "als-aic")


def fish(size: str, *prefixes: str) -> tuple[str, ...]:
    """The names of fish of one size."""
    return tuple(f"{prefix}-{size}" if prefix else size for prefix in prefixes)


FINNED = ("finned", "sashimi")
FRANKEN = (*FINNED, "franken", "finned-franken")
MUTANT = (*FRANKEN, "mutant", "finned-mutant")

TECHNIQUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "0000": ("full house", ("full-house",)),
    "0002": ("hidden single", ("hidden-single",)),
    "0003": ("naked single", ("naked-single",)),
    "0100": ("locked candidates 1", ("overlapping-shapes",)),
    "0101": ("locked candidates 2", ("overlapping-shapes",)),
    "0110": ("locked pair", ("locked-pair",)),
    "0111": ("locked triple", ("locked-triple",)),
    "0200": ("naked pair", ("naked-pair",)),
    "0201": ("naked triple", ("naked-triple",)),
    "0202": ("naked quadruple", ("naked-quad",)),
    "0210": ("hidden pair", ("hidden-pair",)),
    "0211": ("hidden triple", ("hidden-triple",)),
    "0212": ("hidden quadruple", ("hidden-quad",)),
    "0300": ("x-wing", ("x-wing",)),
    "0301": ("swordfish", ("swordfish",)),
    "0302": ("jellyfish", ("jellyfish",)),
    "0310": ("finned x-wing", fish("x-wing", *FINNED)),
    "0311": ("finned swordfish", fish("swordfish", *FINNED)),
    "03111": ("siamese finned swordfish", fish("swordfish", *FINNED)),
    "0312": ("finned jellyfish", fish("jellyfish", *FINNED)),
    "03121": ("siamese finned jellyfish", fish("jellyfish", *FINNED)),
    "0320": ("sashimi x-wing", fish("x-wing", *FINNED)),
    "0321": ("sashimi swordfish", fish("swordfish", *FINNED)),
    "03211": ("siamese sashimi swordfish", fish("swordfish", *FINNED)),
    "0322": ("sashimi jellyfish", fish("jellyfish", *FINNED)),
    "03221": ("siamese sashimi jellyfish", fish("jellyfish", *FINNED)),
    "0331": ("franken swordfish", fish("swordfish", "", "franken")),
    "0332": ("franken jellyfish", fish("jellyfish", "", "franken")),
    "0340": ("finned franken x-wing", fish("x-wing", *FRANKEN)),
    "0341": ("finned franken swordfish", fish("swordfish", *FRANKEN)),
    "03411": ("siamese finned franken swordfish", fish("swordfish", *FRANKEN)),
    "0342": ("finned franken jellyfish", fish("jellyfish", *FRANKEN)),
    "03421": ("siamese finned franken jellyfish", fish("jellyfish", *FRANKEN)),
    "0362": ("finned mutant jellyfish", fish("jellyfish", *MUTANT)),
    "03621": ("siamese finned mutant jellyfish", fish("jellyfish", *MUTANT)),
    "0363": ("finned mutant squirmbag", fish("squirmbag", *MUTANT)),
    "0364": ("finned mutant whale", fish("whale", *MUTANT)),
    "0400": ("skyscraper", TWO_TRUTHS),
    "0401": ("2-string kite", TWO_TRUTHS),
    "0402": ("empty rectangle", ("empty-rectangle",)),
    "0403": ("turbot fish", TWO_TRUTHS),
    "0404": ("dual 2-string kite", ("dual-two-string-kite",)),
    "0405": ("dual empty rectangle", ("dual-empty-rectangle",)),
    "0500": ("simple colours trap", ("simple-colouring",)),
    "0501": ("simple colours wrap", ("simple-colouring",)),
    "0502": ("multi-colours 1", COLOURS),
    "0503": ("multi-colours 2", COLOURS),
    "0600": ("uniqueness test 1", ("unique-rectangle-1",)),
    "0601": ("uniqueness test 2", ("unique-rectangle-2",)),
    "0602": ("uniqueness test 3", ("unique-rectangle-3",)),
    "0603": ("uniqueness test 4", ("unique-rectangle-4",)),
    "0604": ("uniqueness test 5", ("unique-rectangle-5",)),
    "0605": ("uniqueness test 6", ("unique-rectangle-6",)),
    "0606": ("hidden rectangle", ("hidden-rectangle",)),
    "0607": ("avoidable rectangle 1", ("avoidable-rectangle-1",)),
    "0608": ("avoidable rectangle 2", ("avoidable-rectangle-2",)),
    "0610": ("bivalue universal grave + 1", ("bug",)),
    "0701": ("x-chain", ("x-chain", *TWO_TRUTHS)),
    "0702": ("xy-chain", ("xy-chain", "remote-pair")),
    "0703": ("remote pair", ("remote-pair",)),
    "0706": ("continuous nice loop", ("continuous-loop",)),
    "0707": ("discontinuous nice loop", ("aic",)),
    "0708": ("alternating inference chain", ("aic",)),
    "0709": ("grouped continuous nice loop", LOOPS),
    "0710": ("grouped discontinuous nice loop", ALS_AIC),
    "0711": ("grouped alternating inference chain", ALS_AIC),
    "0800": ("xy-wing", ("xy-wing",)),
    "0801": ("xyz-wing", ("xyz-wing",)),
    "0803": ("w-wing", ("w-wing",)),
    "0901": ("als-xz", ("als-xz",)),
    "0902": ("als-xy-wing", ("als-xy-wing",)),
    "0903": ("als-xy-chain", ("als-chain", "als-xy-wing")),
    "0904": ("death blossom", ("death-blossom",)),
    "1101": ("sue de coq", ("sue-de-coq",)),
    "1201": ("template set", ("pattern-overlay",)),
    "1202": ("template delete", ("pattern-overlay",)),
}
"""For each code its name, and our strategies that are to find it."""


HEAD = (
    *("code", "technique", "cases", "strict", "whole", "cover", "fails", "unsound", "steps"),
    *("mean ms", "max ms"),
)


@dataclass(frozen=True)
class Case:
    """One line of the library.

    Args:
        line: its number, from 1.
        code: of the technique.
        variant: ``x`` where nothing may be found.
        filled: what stands in each cell, 0 for nothing.
        given: whether it is a given.
        deleted: candidates that have gone already.
        eliminations, placements: what the technique concludes.
    """

    line: int
    code: str
    variant: str
    filled: tuple[int, ...]
    given: tuple[bool, ...]
    deleted: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    placements: tuple[Candidate, ...]

    @property
    def fails(self) -> bool:
        """Return whether this is a case in which the technique does not apply."""
        return self.variant == "x"

    @property
    def puzzle(self) -> Puzzle:
        """Its givens."""
        shown = zip(self.filled, self.given, strict=True)
        return geometry("9x9").puzzle("".join(str(n) if given else "." for n, given in shown))

    def board(self) -> Board:
        """Its state: peers of what is filled have lost its value, and nothing more."""
        filled = [(cell, digit - 1) for cell, digit in enumerate(self.filled) if digit]
        return Board.start(compile_puzzle(self.puzzle)).placed(filled).without(self.deleted)

    def solution(self) -> tuple[int, ...]:
        """The value indices of the only solution."""
        (found,) = solve(self.puzzle).solutions
        return found.indices


def parse(line: str, number: int = 0) -> Case:
    """A case from its line: fields between colons, candidates as digit, row, column."""
    fields = line.rstrip("\r\n").split(":")
    code, _, variant = fields[1].partition("-")
    filled, given, placed = [], [], False
    for sign in fields[3]:
        if sign == "+":
            placed = True
            continue
        filled.append(0 if sign in ".0" else int(sign))
        given.append(filled[-1] != 0 and not placed)
        placed = False
    assert len(filled) == 81
    lists = (
        tuple(((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0]) - 1) for t in field.split())
        for field in fields[4:7]
    )
    return Case(number, code, variant, tuple(filled), tuple(given), *lists)


@cache
def cases() -> tuple[Case, ...]:
    """All cases; none without the library."""
    if not FILE.exists():
        return ()
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(parse(line, number) for number, line in enumerate(lines, 1) if line[:1] == ":")


Outcome = tuple[frozenset[Candidate], frozenset[Candidate]]
"""Candidates that are false, candidates that are true."""


def outcome(board: Board, false: Iterable[Candidate], true: Iterable[Candidate]) -> Outcome:
    """A conclusion in one form: a cell with one candidate left over is placed, and conversely.

    What a placement takes from its peers is part of it.
    """
    gone, placed = set(false), set(true)
    for cell, value in tuple(placed):
        gone |= {(cell, other) for other in bits(board.masks[cell]) if other != value}
    for cell in {cell for cell, _ in gone}:
        left = [v for v in bits(board.masks[cell]) if (cell, v) not in gone]
        if len(left) == 1:
            placed.add((cell, left[0]))
    for cell, value in placed:
        gone |= {(c, value) for c in bits(board.model.peers[cell]) if board.allows((c, value))}
    return frozenset(gone), frozenset(placed)


@dataclass(frozen=True)
class Verdict:
    """How a case went.

    Args:
        strict: one step concludes just what is expected.
        whole: one step concludes at least that.
        covered: all steps do so between them; in a case that should fail, none does.
        unsound: steps that are wrong, or that their arguments do not prove.
        found: how many steps there were.
        seconds: processor time of the strategies; the checks are not counted.
    """

    strict: bool
    whole: bool
    covered: bool
    unsound: tuple[Step, ...]
    found: int
    seconds: float


def known(code: str) -> tuple[str, ...]:
    """Those of the strategies for a technique that are registered."""
    names = {strategy.name for strategy in strategies()}
    return tuple(name for name in TECHNIQUES[code][1] if name in names)


def judge(case: Case, names: Sequence[str], most: int | None = None) -> Verdict:
    """Return the verdict on some strategies in a case, of at most so many steps of each."""
    board, right = case.board(), case.solution()
    began = process_time()
    steps = [step for name in names for step in islice(strategy_named(name).find(board), most)]
    seconds = process_time() - began
    found = [outcome(board, step.eliminations, step.placements) for step in steps]
    false = frozenset().union(*(gone for gone, _ in found))
    true = frozenset().union(*(placed for _, placed in found))
    expected = outcome(board, case.eliminations, case.placements)
    whole = any(_holds(expected, one) for one in found)
    covered = _holds(expected, outcome(board, false, true))
    if case.fails:
        wanted = bool(case.eliminations or case.placements)
        covered = not (expected[0] & false if wanted else steps)
    unsound = tuple(step for step in steps if not sound(board, step, right))
    return Verdict(expected in found, whole, covered, unsound, len(steps), seconds)


def _holds(expected: Outcome, found: Outcome) -> bool:
    return expected[0] <= found[0] and expected[1] <= found[1]


def sound(board: Board, step: Step, right: Sequence[int]) -> bool:
    """Return whether a step keeps the solution and is proved by its arguments."""
    return (
        all(right[cell] != value for cell, value in step.eliminations)
        and all(right[cell] == value for cell, value in step.placements)
        and is_proved(board, step)
    )


def table(chosen: Iterable[Case], everything: bool, misses: bool) -> Iterator[str]:
    """How each technique fares, in Markdown, as it gets known."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|---" * len(HEAD) + "|"
    total: list[tuple[Case, Verdict]] = []
    by_code: dict[str, list[Case]] = defaultdict(list)
    for case in chosen:
        by_code[case.code].append(case)
    for code, own in by_code.items():
        names = tuple(s.name for s in strategies()) if everything else known(code)
        if not names:
            yield f"| {code} | {TECHNIQUES[code][0]} | {len(own)} | not there yet{' |' * 9}"
            continue
        verdicts = [(case, judge(case, names)) for case in own]
        total += verdicts
        yield shown(code, TECHNIQUES[code][0], verdicts)
        for case, verdict in verdicts if misses else ():
            if fault := fault_of(case, verdict):
                yield f"    line {case.line} {case.code}-{case.variant}: {fault}"
    if total:
        yield shown("all", "", total)


def fault_of(case: Case, verdict: Verdict) -> str:
    """Return a case's fault in a few words; empty if it went as expected."""
    if verdict.unsound:
        return f"unsound: {', '.join(step.technique for step in verdict.unsound)}"
    if not verdict.covered:
        return "found" if case.fails else "not covered"
    if case.fails or verdict.strict:
        return ""
    return "more in one step" if verdict.whole else "several steps"


def shown(code: str, name: str, verdicts: Sequence[tuple[Case, Verdict]]) -> str:
    """A line of the table."""
    cases = [verdict for case, verdict in verdicts if not case.fails]
    fails = [verdict for case, verdict in verdicts if case.fails]
    times = [1000 * verdict.seconds for _, verdict in verdicts]
    numbers = [
        len(cases),
        sum(verdict.strict for verdict in cases),
        sum(verdict.whole for verdict in cases),
        sum(verdict.covered for verdict in cases),
        f"{sum(verdict.covered for verdict in fails)}/{len(fails)}" if fails else "",
        sum(len(verdict.unsound) for _, verdict in verdicts),
        sum(verdict.found for _, verdict in verdicts),
        f"{sum(times) / len(times):.1f}",
        f"{max(times):.0f}",
    ]
    return f"| {' | '.join([code, name, *map(str, numbers)])} |"


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--code", action="append", help="only codes that begin so")
    parser.add_argument("--all", action="store_true", help="run every registered strategy")
    parser.add_argument("--misses", action="store_true", help="name the cases that lack something")
    args = parser.parse_args()
    chosen = [c for c in cases() if c.code.startswith(tuple(args.code or [""]))]
    for line in table(chosen, args.all, args.misses):
        print(line, flush=True)


if __name__ == "__main__":
    main()
