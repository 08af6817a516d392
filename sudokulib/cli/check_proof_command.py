"""``sudokulib check-proof``: whether a solve follows from the givens, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.basics.budget import Budget
from sudokulib.basics.interruption import interruptible
from sudokulib.cli.drawing import geometry_line, print_picture
from sudokulib.cli.options import Json, Seconds, target_argument
from sudokulib.cli.output import CODES, Answer, answering
from sudokulib.cli.subject import puzzle_of
from sudokulib.render.results.parts import puzzle_data, solution_data
from sudokulib.solving.explaining import proof_files as proofs

if TYPE_CHECKING:
    from sudokulib.solving.explaining.proof_files import Proof, Verdict

_CODES = {
    "unique": CODES["unique"],
    "if unique": CODES["unknown"],
    "deductions": CODES["unknown"],
    "refused": CODES["none"],
}
_STYLES = {"unique": "bold green", "refused": "bold red"}


def check_proof(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What explain --proof wrote.")],
    target: Annotated[
        str,
        target_argument("; of which it must be a proof", "PUZZLE"),
    ] = "",
    *,
    allow_uniqueness: Annotated[
        bool,
        typer.Option(
            "--allow-uniqueness", help="Accept steps that assume that there is one solution."
        ),
    ] = False,
    seconds: Seconds = None,
    as_json: Json = False,
) -> None:
    """Check a proof: every step must follow from the givens and the steps before it.

    The exit code is 0 if it proves that the puzzle has exactly one solution, 1 if a step does not
    follow, 4 if it proves less.
    """
    with answering("check-proof", as_json) as answer:
        puzzle = puzzle_of(target, None, bare=False) if target else None
        proof = proofs.load_proof(file, puzzle)
        with interruptible(Budget(seconds).check):
            verdict = proofs.check_proof(proof, allow_uniqueness=allow_uniqueness)
        answer.code = _CODES[verdict.claim]
        if as_json:
            answer.data(_data(proof, verdict))
        else:
            _say(answer, proof, verdict)


def _say(answer: Answer, proof: Proof, verdict: Verdict) -> None:
    puzzle = proof.puzzle
    if title := puzzle.title or puzzle.geometry.title:
        answer.say(title, "bold")
    answer.say(geometry_line(puzzle))
    steps = "1 step" if len(proof.steps) == 1 else f"{len(proof.steps):,} steps"
    givens = "1 given" if len(puzzle.givens) == 1 else f"{len(puzzle.givens):,} givens"
    answer.say(f"{givens}, {steps}\n")
    print_picture(answer, puzzle)
    proved = "refused" if verdict.claim == "refused" else "proved"
    answer.say(f"\n{proved}: {verdict.message}", _STYLES.get(verdict.claim, "bold yellow"))


def _data(proof: Proof, verdict: Verdict) -> dict[str, Any]:
    return {
        "puzzle": puzzle_data(proof.puzzle),
        "claim": verdict.claim,
        "steps": len(proof.steps),
        "failed": verdict.failed or None,
        "message": verdict.message,
        "solution": None if verdict.solution is None else solution_data(verdict.solution),
    }
