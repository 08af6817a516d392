"""Explaining and rating: how many puzzles per second, by profile, and how ratings agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.puzzle_sets import read_puzzle_set
from benchmarks.suites.suite import Data, Run, Suite, Table, number, seconds
from benchmarks.timing import best

__all__ = ["SUITE"]

_PROFILES = ("quick", "sudoku-explainer", "everything")
_SETS = {"classic_minimal": 60, "17clue": 40, "top1465": 12}


_SINGLES = ("full-house", "hidden-single", "naked-single")
_LEVELS = {
    "easy": _SINGLES,
    "medium": (
        *_SINGLES, "overlapping-shapes", "naked-pair", "hidden-pair", "naked-triple",
        "hidden-triple", "naked-quad", "hidden-quad",
    ),
}  # fmt: skip
"""Techniques that puzzles of a level need: singles, or also tuples and overlaps."""

_ROUNDS = 7


def _measure(run: Run) -> Data:
    found: Data = {"profiles": {}, "ratings": _agreement(run)}
    for level, subjects in _by_level(run).items():
        for profile in _PROFILES:
            run.say(f"rating: {level}, {profile}")
            found["profiles"][f"{level}, {profile}"] = _explained(subjects, profile)
    for name, most in _SETS.items():
        puzzles = read_puzzle_set(run.data, name, run.most(most))
        if puzzles is None:
            continue
        subjects = [puzzles.geometry.puzzle(item.text) for item in puzzles.items]
        for profile in _PROFILES:
            run.say(f"rating: {name}, {profile}")
            found["profiles"][f"{name}, {profile}"] = _explained(subjects, profile)
    return found


def _by_level(run: Run) -> dict[str, list[Any]]:
    """Return easy puzzles and medium ones, half of them with 17 givens."""
    found: dict[str, list[Any]] = {level: [] for level in _LEVELS}
    for name in ("classic_minimal", "17clue"):
        puzzles = read_puzzle_set(run.data, name, run.most(200))
        items = puzzles.items if puzzles else ()
        left = {level: run.most(50) for level in _LEVELS}
        for item in items:
            subject = puzzles.geometry.puzzle(item.text)
            level = next((n for n, names in _LEVELS.items() if _run_plan(subject, names)[1]), "")
            if left.get(level):
                left[level] -= 1
                found[level].append(subject)
    return {level: subjects for level, subjects in found.items() if subjects}


def _run_plan(subject: Any, plan: Any) -> tuple[int, bool]:
    """Return the number of steps a plan finds, each with its proof, and whether they solve it."""
    from sudokulib.board import Board
    from sudokulib.model import compile_puzzle
    from sudokulib.solving.pipeline import run

    board, steps = Board.start(compile_puzzle(subject)).placed(subject.given_values), 0
    for _, after in run(board, plan):
        board = after
        steps += 1
    return steps, board.complete and not board.broken


def _explained(subjects: list[Any], profile: str) -> Data:
    """Measure the steps of puzzles in a profile, as `steps` makes them."""
    from sudokulib.solving.profiles import profile as named

    own = named(profile)
    plan = list(own.names) if profile == "quick" else own.plan()
    runs = [_run_plan(subject, plan) for subject in subjects]
    times = [best(partial(_run_plan, subject, plan), _ROUNDS) for subject in subjects]
    steps = sum(number for number, _ in runs)
    solved = sum(complete for _, complete in runs)
    return {
        "puzzles": len(subjects), "solved": solved, "steps": steps / len(subjects),
        "rate": len(subjects) / sum(times), "slowest": max(times),
    }  # fmt: skip


def _agreement(run: Run) -> Data:
    """Compare our ratings with those of Sudoku Explainer."""
    from acceptance import ratings

    if not (run.data / "ratings" / ratings.FILE.name).exists():
        return {}
    run.say("rating: beside Sudoku Explainer")
    pairs = list(ratings.rated(ratings.chosen(run.most(150)), "sudoku-explainer"))
    rho = ratings.spearman([(pair.theirs, pair.ours) for pair in pairs])
    return {
        "puzzles": len(pairs), "spearman": rho,
        "between": ratings.interval(rho, len(pairs)),
        "same": sum(abs(pair.theirs - pair.ours) < 0.05 for pair in pairs) / len(pairs),
        "hardest": Counter(pair.technique for pair in pairs).most_common(5),
    }  # fmt: skip


def _tables(data: Data) -> Iterator[Table]:
    yield Table(
        ["set, profile", "puzzles", "solved", "steps each", "puzzles/s", "slowest"],
        [
            [
                name, str(f["puzzles"]), str(f["solved"]), number(f["steps"]), number(f["rate"]),
                seconds(f["slowest"]),
            ]
            for name, f in data["profiles"].items()
        ],
        text="Every step found and built with its proof, the best of up to seven runs of each "
        "puzzle; in `quick` the first step that is found, in the others the easiest. Easy puzzles "
        "need singles only, medium ones overlaps and tuples besides.",
    )  # fmt: skip
    if f := data["ratings"]:
        low, high = f["between"]
        yield Table(
            ["puzzles", "Spearman", "with 95 % confidence", "the same rating"],
            [[str(f["puzzles"]), f"{f['spearman']:.3f}", f"{low:.3f} to {high:.3f}",
              f"{f['same']:.0%}"]],
            title="Ratings beside published ones of Sudoku Explainer",
        )  # fmt: skip


SUITE = Suite("rating", "Explaining and rating", _measure, _tables)
