"""A generated puzzle as a line of JSON: a puzzle file with a record of how it was made.

`sudokulib solve --batch` and `rate --batch` read such lines; their JSON Schema is shipped.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sudokulib.basics.version import VERSION
from sudokulib.generating.makers import MadePuzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.writing import puzzle_file_data
from sudokulib.solving.rating import Grade

RECORD: Literal[1] = 1
"""The version of the layout, increased when a key is renamed, removed or changes its meaning."""


class GradeData(TypedDict):
    """The difficulty of a step."""

    rating: Annotated[float, Field(description="on the scale of Sudoku Explainer")]
    technique: Annotated[str, Field(description="the name of the strategy; empty for no step")]


class RatingData(TypedDict):
    """The difficulty of a puzzle."""

    profile: Annotated[str, Field(description="the strategies that took part")]
    solved: Annotated[bool, Field(description="whether they lead to the end")]
    er: Annotated[GradeData, Field(description="the hardest step")]
    ep: Annotated[GradeData, Field(description="the hardest up to the first placement")]
    ed: Annotated[GradeData, Field(description="the first step")]
    level: Annotated[str, Field(description="easy, medium, hard, unfair, extreme, or empty")]
    score: Annotated[int, Field(description="the sum of the scores of all steps")]
    techniques: Annotated[
        dict[str, int], Field(description="how many steps of each technique there are")
    ]


class GeneratedData(TypedDict):
    """A record of how a puzzle was made."""

    record: Annotated[Literal[1], Field(description="the version of this layout")]
    sudokulib: Annotated[str, Field(description="the version that made it")]
    seed: Annotated[int, Field(description="what it was made from")]
    clues: Annotated[int, Field(description="how many cells are given")]
    symmetry: Annotated[str, Field(description="the requested symmetry of the givens")]
    wanted: Annotated[dict[str, Any], Field(description="what else was asked for")]
    canonical: Annotated[
        str, Field(description="equal for puzzles that differ only by moves and names")
    ]
    stopped: Annotated[
        str,
        Field(description="why more givens might be removable: proof_nodes or a limit; else empty"),
    ]
    missed: Annotated[str, Field(description="the part of the request that it misses; else empty")]
    rating: Annotated[RatingData | None, Field(description="its difficulty, where known")]


def record_data(made: MadePuzzle, key: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle and the record of how it was made as data for JSON.

    Args:
        made: the puzzle.
        key: the key of its canonical form.
        wanted: the options that it was made with.
    """
    one = made.generated
    puzzle = one.puzzle
    others = {name: value for name, value in wanted.items() if name != "symmetry"}
    making: GeneratedData = {
        "record": RECORD,
        "sudokulib": VERSION,
        "seed": one.seed,
        "clues": len(puzzle.givens),
        "symmetry": wanted.get("symmetry", "none"),
        "wanted": others,
        "canonical": key,
        "stopped": one.stopped,
        "missed": one.missed,
        "rating": _rating(made),
    }
    return {
        "id": one.seed,
        **puzzle_file_data(puzzle),
        "givens": puzzle.line(),
        "solution": Solution(puzzle, puzzle.answer).line(),
        "generated": making,
    }


def record_text(data: dict[str, Any]) -> str:
    """Return the data as a line."""
    return json.dumps(data, ensure_ascii=False)


def _rating(made: MadePuzzle) -> RatingData | None:
    rated, solve = made.generated.rating, made.solve
    if rated is None:
        return None
    return {
        "profile": solve.profile.name if solve else "",
        "solved": rated.solved,
        "er": _grade(rated.er),
        "ep": _grade(rated.ep),
        "ed": _grade(rated.ed),
        "level": rated.level,
        "score": rated.score,
        "techniques": rated.techniques,
    }


def _grade(grade: Grade) -> GradeData:
    return {"rating": grade.rating, "technique": grade.technique}
