"""Answers in JSON of each type that docs/json.md describes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from typer.testing import CliRunner

import sudokulib
from sudokulib.cli.app import app
from sudokulib.solving.batch.rated import RatingSettings, rate_one
from sudokulib.solving.explaining.proof_files import proof_text
from sudokulib.solving.profiles import profile

Data = dict[str, Any]

ROOT = Path(__file__).parents[1]
FOUR = "1.....2..3.....4"
CHAOS = sudokulib.geometry("chaos-4").puzzle("....2..3..1.3..........2........")
FILES = {
    "mine.yaml": (
        "symbols: 12\n"
        "build: [{make: grid, size: 2x2}]\n"
        "expect: {cells: 4, shapes: 4, solutions: {count: 2, known: computed}}\n"
    ),
    "puzzle.yaml": f"geometry: 4x4\ngivens: {FOUR}\n",
    "hard.yaml": (
        "geometry: 4x4\n"
        "shapes:\n"
        "  - {kind: cage, sum: 5, cells: R1C1 R1C2}\n"
        "  - {kind: thermometer, lines: [R2C1 R2C2 R2C3]}\n"
    ),
    "bad.yaml": "geometry: 4x4\ngivens: 12\nfoo: 1\n",
    "lines.txt": f"1...\n{16 * '.'}",
    "mixed.txt": f'{{"id": 5, "givens": "{FOUR}"}}\n{16 * "."}\nx\n',
    "own/broken.yaml": "shapes: 3\n",
}
"""The files that commands are called with, besides proofs; own/ is searched for geometries."""

COMMANDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Bad input", ("solve", "none.yaml")),
    ("Bad input", ("solve", "bad.yaml")),
    ("Bad input", ("solve", "4x4", "12")),
    ("Bad input", ("count", "nothing-of-the-kind")),
    ("Bad input", ("show", "bad.yaml")),
    ("solve", ("solve", "4x4", FOUR)),
    ("solve", ("solve", "4x4", "1" + 15 * ".")),
    ("solve", ("solve", "4x4", "11" + 14 * ".")),
    ("solve", ("solve", "4x4", 16 * ".", "--no-logic", "--nodes", "0")),
    ("solve", ("solve", "puzzle.yaml")),
    ("solve with --batch", ("solve", "4x4", "--batch", "lines.txt", "--out", "out.txt")),
    ("explain", ("explain", "4x4", FOUR)),
    ("explain", ("explain", "4x4", 16 * ".")),
    ("explain", ("explain", "hard.yaml", "--assume-unique", "--until", "2")),
    ("hint", ("hint", "4x4", FOUR, "--depth", "4")),
    ("hint", ("hint", "puzzle.yaml", "--list")),
    ("hint", ("hint", "puzzle.yaml", "--state", "1... ..2. .3.. 3..4")),
    ("check-proof", ("check-proof", "proof.json")),
    ("check-proof", ("check-proof", "short.json", "puzzle.yaml")),
    ("rate", ("rate", "4x4", FOUR)),
    ("rate", ("rate", "4x4", "1" + 15 * ".", "--details")),
    ("rate", ("rate", "puzzle.yaml", "--details", "--profile", "classic")),
    ("lint", ("lint", "puzzle.yaml")),
    ("lint", ("lint", "4x4", "1... ..2. .... ...4")),
    ("lint", ("lint", "4x4", "1... ..2. .3.. 3..4")),
    ("rate with --batch", ("rate", "4x4", "--batch", "lines.txt", "--out", "out.csv")),
    ("count", ("count", "4x4")),
    ("count", ("count", "4x4", "1" + 15 * ".", "--limit", "2")),
    ("count", ("count", "9x9", "--nodes", "1", "--how", "computed")),
    ("count", ("count", "4x4", "--estimate", "--samples", "5", "--seed", "3")),
    ("fill", ("fill", "4x4", "1" + 15 * ".", "--seed", "1")),
    ("fill", ("fill", "9x9", "--nodes", "0", "--seed", "1")),
    ("generate", ("generate", "4x4", "--seed", "1", "-n", "2", "--symmetry", "half-turn")),
    ("generate", ("generate", "9x9", "--seed", "1", "--proof-nodes", "0")),
    ("generate", ("generate", "4x4", "--seed", "1", "--difficulty", "5..", "--tries", "2")),
    ("generate", ("generate", "4x4", "-n", "2", "--out", "set.jsonl", "--jobs", "1")),
    ("layout", ("layout", "3x3", "--wrap", "both", "--seed", "1")),
    ("tredoku", ("tredoku", "3", "--seed", "1", "--out", "three.yaml")),
    ("tredoku with --list", ("tredoku", "5", "--list", "-n", "2")),
    ("show", ("show", "mine.yaml")),
    ("show", ("show", "twin")),
    ("show", ("show", "puzzle.yaml")),
    ("check", ("check", "puzzle.yaml", "mine.yaml", "bad.yaml", "none.yaml")),
    ("geometries", ("geometries",)),
    ("geometries", ("geometries", "tri-doku")),
    ("kinds", ("kinds",)),
    ("formats", ("formats",)),
    ("draw", ("draw", "puzzle.yaml", "--out", "puzzle.svg")),
    ("play", ("play", "puzzle.yaml", "--out", "puzzle.html")),
    ("studio", ("studio", "puzzle.yaml", "--no-browser", "--seconds", "0")),
    ("booklet", ("booklet", "puzzle.yaml", "--out", "booklet.pdf")),
    ("convert", ("convert", "puzzle.yaml", "--to", "line")),
    ("convert", ("convert", "puzzle.yaml", "out.sdk", "--to", "sdk")),
    ("schema", ("schema", "puzzle")),
    ("schema", ("schema", "--out", "schemas")),
    ("info", ("info",)),
    ("result", ("solve", "4x4", "--batch", "mixed.txt")),
    ("rated", ("rate", "4x4", "--batch", "mixed.txt", "--details")),
)
"""The type of what each command prints with ``--json``, and the command."""


@contextmanager
def prepared_folder() -> Iterator[None]:
    """Work in a new folder that has the files of the commands."""
    before = os.environ.get("SUDOKULIB_PATH")
    with TemporaryDirectory() as folder, chdir(folder):
        os.environ["SUDOKULIB_PATH"] = str(Path("own").absolute())
        try:
            _write_files()
            yield
        finally:
            if before is None:
                del os.environ["SUDOKULIB_PATH"]
            else:
                os.environ["SUDOKULIB_PATH"] = before


def _write_files() -> None:
    for name, text in FILES.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    four = sudokulib.load("puzzle.yaml")
    steps = [one.step for one in sudokulib.steps(four)]
    Path("proof.json").write_text(proof_text(four, steps), encoding="utf-8")
    Path("short.json").write_text(proof_text(four, steps[1:]), encoding="utf-8")


def printed(words: Sequence[str]) -> list[Data]:
    """Return the objects that a command prints in this folder: for a batch, one for each line."""
    text = CliRunner().invoke(app, [*words, "--json"]).stdout
    found, at = [], 0
    while text := text[at:].lstrip():
        one, at = json.JSONDecoder().raw_decode(text)
        found.append(one)
    return found


def _steps(puzzle: str, technique: str) -> Callable[[], Any]:
    """Return a call that makes the steps of a puzzle with a technique and singles."""
    names = ["hidden-single", "naked-single", technique]
    subject = ROOT / puzzle if puzzle.endswith(".yaml") else puzzle
    return lambda: sudokulib.steps(subject, strategies=names)


def _generated_with_details() -> Any:
    made = sudokulib.generate("4x4", seed=1)
    settings = RatingSettings(made.puzzle.geometry, details=True)
    return replace(made, rating=rate_one(settings, FOUR))


def _rating_by_own_profile() -> Any:
    mine = replace(profile("classic"), name="mine", ratings={"naked-single": 9.0})
    return sudokulib.rate(FOUR, profile=mine)


_IDLE = {"kind": "cage", "cells": "R1C1 R1C2"}
"""A shape that says nothing, as the two cells are in one row."""

LIBRARY: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("Result", lambda: sudokulib.solve(FOUR)),
    ("Rating", lambda: sudokulib.rate(FOUR)),
    ("Rating", _rating_by_own_profile),
    ("Lint", lambda: sudokulib.lint(FOUR)),
    ("Hint", lambda: sudokulib.hint(FOUR, depth=3)),
    ("CheckReport", lambda: sudokulib.check({"geometry": "4x4", "shapes": [_IDLE]})),
    ("Count", lambda: sudokulib.count("9x9")),
    ("Estimate", lambda: sudokulib.estimate("9x9", samples=10, seed=1)),
    ("Generated", lambda: sudokulib.generate("4x4", seed=1, rating=True)),
    ("Generated", _generated_with_details),
    ("SetSummary", lambda: sudokulib.write_set(Path("summary.jsonl"), "4x4", 2)),
    ("Written", lambda: sudokulib.write(FOUR, "line")),
    ("Puzzle", lambda: sudokulib.read(FOUR)),
    ("Geometry", lambda: sudokulib.geometry("4x4")),
    ("Solution", lambda: sudokulib.solution(FOUR, seed=1)),
    ("Explanation", lambda: sudokulib.steps(FOUR)),
    ("Explanation", _steps("examples/9x9/supper.yaml", "cell-forcing-chain")),
    ("Explanation", _steps("examples/9x9/supper.yaml", "contradiction-chain")),
    ("Explanation", _steps("examples/cage/first-killer.yaml", "cage-bounds")),
    ("Explanation", _steps("examples/cage/two-doors.yaml", "hidden-killer-pair")),
    (
        "Explanation",
        _steps(
            "....7.19...28.......6.3.8.2...94..28.6.2...3.1.....5.4.431.6..............5...2..",
            "unique-rectangle-1",
        ),
    ),
    ("TrueCandidates", lambda: sudokulib.true_candidates("1.....2..3......")),
    ("TrueCandidates", lambda: sudokulib.true_candidates(CHAOS)),
    ("SupportCounts", lambda: sudokulib.support_counts("1.....2..3......")),
    ("Canonical", lambda: sudokulib.canonical(FOUR)),
    ("Symmetry", lambda: sudokulib.symmetries("4x4")),
)
"""For results of the library their type, and a call that returns one or several."""


def returned(call: Callable[[], Any]) -> list[Data]:
    """Return the data of what a call of the library returns."""
    found = call()
    return [one.as_dict() for one in ([found] if hasattr(found, "as_dict") else found)]


def proof() -> Data:
    """Return a proof file."""
    killer = sudokulib.load(ROOT / "examples" / "cage" / "first-killer.yaml")
    data: Data = json.loads(proof_text(killer, sudokulib.solve(killer).steps))
    return data
