"""A user's script that uses every public name: `mypy` checks it strictly, a test runs it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import sudokulib

EASY = "1.....2..3.....4"
RECIPE = """
recipe: 1
geometry: 4x4
givens: few
layers:
  - {lay: thermometers, count: 1, length: 3}
"""


def solving() -> None:
    result: sudokulib.Result = sudokulib.solve(EASY, seconds=10, nodes=10**6)
    assert result.solution is not None
    solution: sudokulib.Solution = result.solution
    assert (result.status, solution["R1C2"], sudokulib.is_unique(EASY)) == ("unique", "2", True)
    outcomes: Iterable[object] = sudokulib.solve_many([EASY], geometry="4x4")
    assert len(list(outcomes)) == 1
    lines: sudokulib.LineSolver = sudokulib.LineSolver("4x4")
    assert lines(EASY) is not None
    true: sudokulib.TrueCandidates = sudokulib.true_candidates(EASY)
    supports: sudokulib.SupportCounts = sudokulib.support_counts(EASY)
    assert true["R1C1"] == tuple(supports["R1C1"]) == ("1",)


def explaining() -> None:
    explanations: list[sudokulib.Explanation] = list(sudokulib.explain(EASY))
    step: sudokulib.Step = next(iter(sudokulib.steps(EASY))).step
    board: sudokulib.Board = explanations[0].before
    model: sudokulib.Model = sudokulib.compile(EASY)
    assert (step.technique, len(model.houses), board.complete) == ("full-house", 12, False) or step
    hint: sudokulib.Hint = sudokulib.hint(EASY)
    rating: sudokulib.Rating = sudokulib.rate(EASY)
    lint: sudokulib.Lint = sudokulib.lint(EASY)
    assert (bool(hint), bool(rating.as_dict()), lint.status) == (True, True, "unique")
    assert sudokulib.check("4x4") == ()
    assert sudokulib.describe(step, sudokulib.read(EASY), board)


def counting() -> None:
    count: sudokulib.Count = sudokulib.count("4x4")
    estimate: sudokulib.Estimate = sudokulib.estimate("4x4", samples=9, seed=1)
    every: sudokulib.Solutions = sudokulib.solutions("4x4")
    assert (count.value, len(list(every)), estimate.seed) == (288, 288, 1)
    assert sudokulib.solution("4x4", seed=1)["R1C1"] in "1234"
    one: sudokulib.Canonical = sudokulib.canonical(EASY)
    motions: tuple[sudokulib.Symmetry, ...] = sudokulib.symmetries("4x4")
    assert sudokulib.equivalent(EASY, one.puzzle)
    assert motions
    editor = sudokulib.Editor(EASY)
    assert editor.status() == "unique"


def generating(folder: Path) -> None:
    made: sudokulib.Generated = sudokulib.generate("4x4", seed=1)
    more = list(sudokulib.generate_many("4x4", 2, seed=1))
    recipe: sudokulib.Recipe = sudokulib.load_recipe(_saved(folder / "recipe.yaml", RECIPE))
    some = list(sudokulib.generate_set("4x4", 2, seed=1))
    sudokulib.write_set(folder / "set.jsonl", "4x4", 2, seed=1)
    assert len(made.puzzle.givens) > 3
    assert len(more) == len(some) == 2
    assert recipe
    board: sudokulib.Geometry = sudokulib.layout("5x5", seed=1)
    tredoku: sudokulib.Geometry = sudokulib.tredoku(3, seed=1)
    tiling: sudokulib.Geometry = next(iter(sudokulib.tredoku_tilings(3)))
    assert len(board.cells) == 25
    assert len(tredoku.cells) <= 27 >= len(tiling.cells)


def reading(folder: Path) -> None:
    path = _saved(folder / "mine.yaml", "{geometry: 4x4, givens: 1... ..2. .3.. ...4}")
    puzzle: sudokulib.Puzzle = sudokulib.load(path)
    assert puzzle == sudokulib.read(EASY) == next(iter(sudokulib.read_all(EASY)))
    written: sudokulib.Written = sudokulib.write(puzzle, "line")
    assert written.text.strip() == sudokulib.convert(EASY, "line").text.strip() == EASY
    picture: sudokulib.Picture = sudokulib.draw(puzzle)
    assert picture.svg().startswith("<svg")
    shape: sudokulib.Shape = puzzle.geometry.shapes[0]
    alphabet: sudokulib.Alphabet = puzzle.geometry.alphabet
    assert (len(shape.cells), alphabet.symbols, bool(sudokulib.__version__)) == (
        4,
        (*"1234",),
        True,
    )


def failing() -> None:
    token = sudokulib.Token()
    token.cancel()
    try:
        sudokulib.solve(EASY, token=token)
    except sudokulib.Cancelled:
        assert token.cancelled
    try:
        sudokulib.is_unique("9x9", nodes=1)
    except sudokulib.OutOfBudget as limit:
        print(limit.reason)
    try:
        sudokulib.read("{geometry: 4x4, given: 1}", limits=sudokulib.Limits(text=100))
    except sudokulib.ProblemsError as error:
        problem: sudokulib.Problem = error.problems[0]
        print(problem.line, isinstance(error, sudokulib.SudokuError))
    errors: list[type[Exception]] = [sudokulib.BadLineError]
    assert issubclass(errors[0], sudokulib.SudokuError)
    told: list[sudokulib.Progress] = []
    list(sudokulib.solve_many([EASY], geometry="4x4", progress=told.append))


def _saved(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def main() -> None:
    solving()
    explaining()
    counting()
    failing()
    with tempfile.TemporaryDirectory() as folder:
        generating(Path(folder))
        reading(Path(folder))


if __name__ == "__main__":
    main()
