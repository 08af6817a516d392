"""Explaining and rating: how many puzzles a second, by profile, and how ratings agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from time import process_time
from typing import Any

from benchmarks.fields import read_field
from benchmarks.suites.suite import Data, Run, Suite, Table, number, seconds

__all__ = ["SUITE"]

_PROFILES = ("quick", "sudoku-explainer", "everything")
_SETS = {"classic_minimal": 60, "17clue": 40, "top1465": 12}


def _measure(run: Run) -> Data:
    found: Data = {"profiles": {}, "ratings": _agreement(run)}
    for name, most in _SETS.items():
        puzzles = read_field(run.data, name, run.most(most))
        if puzzles is None:
            continue
        subjects = [puzzles.geometry.puzzle(item.text) for item in puzzles.items]
        for profile in _PROFILES:
            run.say(f"rating: {name}, {profile}")
            found["profiles"][f"{name}, {profile}"] = _explained(subjects, profile)
    return found


def _explained(subjects: list[Any], profile: str) -> Data:
    """The steps of puzzles in a profile, as `steps` makes them, and how long they take."""
    from sudokulib.board import Board
    from sudokulib.model import compile_puzzle
    from sudokulib.pipeline import run
    from sudokulib.profiles import profile as named

    own = named(profile)
    plan = list(own.names) if profile == "quick" else own.plan()
    times, steps, solved = [], 0, 0
    for subject in subjects:
        began = process_time()
        board = Board.start(compile_puzzle(subject)).placed(subject.givens)
        for _, after in run(board, plan):
            board = after
            steps += 1
        times.append(process_time() - began)
        solved += board.complete and not board.broken
    return {
        "puzzles": len(subjects), "solved": solved, "steps": steps / len(subjects),
        "rate": len(subjects) / sum(times), "slowest": max(times),
    }  # fmt: skip


def _agreement(run: Run) -> Data:
    """Our ratings beside those of Sudoku Explainer."""
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
        text="Every step found and built with its proof; in `quick` the first one that is found, "
        "in the others the easiest.",
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
