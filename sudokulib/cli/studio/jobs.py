"""The long work of a studio: facts about a puzzle, new puzzles, and files to export."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

from sudokulib.basics.budget import Token
from sudokulib.cli.studio.preview import puzzle_in, traced_puzzle
from sudokulib.cli.studio.text_edits import with_field, with_value_in_shape, without_shape
from sudokulib.errors import SudokuError
from sudokulib.formats import format_named
from sudokulib.generating.layouts import layout
from sudokulib.generating.puzzles import generate
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data
from sudokulib.render.page import (
    borders_data,
    explanation_data,
    page,
    page_background,
    start_data,
)
from sudokulib.render.page.play import play_page
from sudokulib.render.picture import draw
from sudokulib.search.same_region import interchangeable_labels
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.solving.batch.progress import Progress
from sudokulib.solving.explaining.solving_path import steps
from sudokulib.solving.queries.editing import Editor
from sudokulib.solving.queries.linting import lint
from sudokulib.solving.queries.sampling import solution as random_solution
from sudokulib.solving.rating import rate
from sudokulib.solving.result import Result, Status
from sudokulib.solving.solver import is_unique, solve

Data = dict[str, Any]
Report = Callable[[Data], None]

_SECONDS = 60.0
"""A limit of each question whose answer can be incomplete; a person stops it earlier."""

EXPORTS = {
    "sudokupad": "a link to SudokuPad",
    "f-puzzles-link": "a link to f-puzzles",
    "iss": "a link to the Interactive Sudoku Solver",
    "png": "a picture, PNG",
    "svg": "a picture, SVG",
    "pdf": "a page to print, PDF",
    "play": "a page to play on",
    "walkthrough": "a page with all steps",
    "yaml": "YAML without remarks",
}
"""The formats of exports, each with its name for people."""


class JobRunner:
    """Run the jobs of one tab; what one finds of a puzzle makes the next answers quicker.

    Args:
        report: takes each part of an answer as soon as it is known.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._editor: Editor | None = None

    def run(self, job: Data, token: Token) -> None:
        """Run one job.

        Args:
            job: what to do in ``do``, the text and the path of its file, and what belongs to it.
            token: cancels it.

        Raises:
            SudokuError: it cannot be done.
            Cancelled: by the token.
        """
        jobs: dict[str, Callable[[Data, Token], None]] = {
            "facts": self._facts,
            "rate": self._rate,
            "steps": self._steps,
            "generate": self._generate,
            "thin": self._thin,
            "sums": self._sums,
            "layout": self._layout,
            "export": self._export,
        }
        if job.get("do") not in jobs:
            raise SudokuError(f"there is no job {job.get('do')!r}; choose of {', '.join(jobs)}")
        jobs[job["do"]](job, token)

    def _at(self, part: str) -> None:
        self._report({"is": "progress", "part": part})

    def _facts(self, job: Data, token: Token) -> None:
        puzzle = _puzzle(job)
        editor = self._edited(puzzle)
        self._at("solutions")
        some = editor.solutions(2, seconds=_SECONDS, token=token)
        # It is known by now, unless the time was up.
        status = cast(Status, editor.status(nodes=1, token=token))
        conflict = ""
        if status == "none":
            conflict = solve(puzzle, seconds=_SECONDS, token=token).conflict
        self._report(
            {
                "is": "solutions",
                "status": status,
                "solutions": [one.indices for one in some],
                "differences": [one.cell for one in Result(puzzle, status, some).differences],
                "conflict": conflict,
            }
        )
        if status == "none":
            return
        self._at("true candidates")
        self._candidates(editor, token)
        self._at("clues")
        found = lint(puzzle, rating=False, seconds=_SECONDS, token=token)
        symmetry = found.symmetry
        self._report(
            {
                "is": "clues",
                "minimal": found.minimal,
                "redundant": [one.name for one in found.redundant],
                "changes": [one.text for one in found.changes],
                "symmetry": {
                    "givens": list(symmetry.givens) if symmetry else [],
                    "shapes": list(symmetry.shapes) if symmetry else [],
                },
                "stopped": found.stopped,
            }
        )

    def _edited(self, puzzle: Puzzle) -> Editor:
        """Return an editor of the puzzle that knows what was found of earlier ones."""
        if self._editor is None:
            self._editor = Editor(puzzle)
        elif self._editor.puzzle != puzzle:
            self._editor.replace(puzzle)
        return self._editor

    def _candidates(self, editor: Editor, token: Token) -> None:
        found = editor.true_candidates(seconds=_SECONDS, token=token)
        puzzle = editor.puzzle
        number = {symbol: n for n, symbol in enumerate(puzzle.geometry.alphabet.symbols)}
        alike = interchangeable_labels(compile_puzzle(puzzle))
        cells = [
            [] if cell in alike else [number[symbol] for symbol in symbols]
            for cell, symbols in enumerate(found.values())
        ]
        borders = borders_data(puzzle, found)
        self._report(
            {"is": "candidates", "cells": cells, "borders": borders, "stopped": found.stopped}
        )

    def _rate(self, job: Data, token: Token) -> None:
        puzzle = _puzzle(job)
        self._at("rating")
        rating = rate(puzzle, seconds=_SECONDS, token=token)
        self._report(
            {
                "is": "rating",
                "text": str(rating),
                "level": rating.level,
                "solved": rating.solved,
                "stopped": rating.stopped,
            }
        )

    def _steps(self, job: Data, token: Token) -> None:
        """Report each step as soon as it is found, with what is drawn of it on the preview."""
        puzzle = _puzzle(job)
        on = page_background(puzzle)
        box = on.scene([], rules=False).box
        self._at("steps")
        self._report({"is": "walk", "start": start_data(puzzle)})
        for step in steps(puzzle, seconds=_SECONDS, token=token):
            self._report({"is": "step", **explanation_data(on, box, step)})

    def _generate(self, job: Data, token: Token) -> None:
        low, high = job.get("low"), job.get("high")
        wanted = None
        if low is not None or high is not None:
            wanted = (float(low or 0.0), float(high if high is not None else 20.0))
        puzzle = _puzzle(job).without_givens()
        self._at("filling a grid, removing givens")
        made = generate(
            puzzle,
            symmetry=str(job.get("symmetry") or "none"),
            difficulty=wanted,
            seconds=10 * _SECONDS,
            token=token,
            progress=self._tried,
        )
        givens = len(made.puzzle.givens)
        said = f"seed {made.seed}, {givens} given{'s' * (givens != 1)}"
        if made.missed or made.stopped:
            said += f"; {made.missed or 'stopped, out of ' + made.stopped}"
        self._written(with_field(job["text"], "givens", _rows(made.puzzle)), said)

    def _tried(self, progress: Progress) -> None:
        self._report({"is": "progress", "part": f"{progress.tried} puzzles tried"})

    def _thin(self, job: Data, token: Token) -> None:
        puzzle = _puzzle(job)
        if not is_unique(puzzle, seconds=_SECONDS, token=token):
            raise SudokuError("only a puzzle with one solution is thinned; add clues first")
        clues: list[str | Shape] = list(puzzle.givens)
        places = _places_of_shapes(puzzle, job) if job.get("shapes") else {}
        clues += places
        Random().shuffle(clues)
        gone: list[str | Shape] = []
        for number, clue in enumerate(clues, 1):
            self._at(f"clue {number} of {len(clues)}")
            without = _without(puzzle, clue)
            if is_unique(without, seconds=_SECONDS, token=token):
                puzzle = without
                gone.append(clue)
        text = job["text"]
        if any(isinstance(clue, str) for clue in gone):
            text = with_field(text, "givens", _rows(puzzle))
        shapes = (clue for clue in gone if not isinstance(clue, str))
        for place in sorted((at for shape in shapes for at in places[shape]), reverse=True):
            text = without_shape(text, place)
        self._written(text, f"{len(gone)} of {len(clues)} clues removed")

    def _sums(self, job: Data, token: Token) -> None:
        """Write into each cage without a sum the sum that it has in one solution."""
        puzzle = _puzzle(job)
        self._at("a solution at random")
        found = random_solution(puzzle, seconds=_SECONDS, token=token)
        text, count = job["text"], 0
        for number, total in _open_cages(puzzle, job, found):
            text, count = with_value_in_shape(text, number, "sum", str(total)), count + 1
        self._written(text, f"{count} sums of a random solution")

    def _layout(self, job: Data, token: Token) -> None:
        base = str(job.get("base") or "9x9")
        self._at("drawing pieces")
        drawn = layout(base, seconds=_SECONDS, token=token).puzzle()
        written = puzzle_file_data(drawn)["geometry"]
        self._written(with_field(job["text"], "geometry", written), "random pieces")

    def _written(self, text: str, said: str) -> None:
        self._report({"is": "written", "text": text, "said": said})

    def _export(self, job: Data, token: Token) -> None:
        puzzle, to = _puzzle(job), str(job.get("to"))
        if to not in EXPORTS:
            raise SudokuError(f"there is no export {to!r}; choose of {', '.join(EXPORTS)}")
        self._at(EXPORTS[to])
        stem = Path(job["path"]).stem
        if to in ("png", "svg", "pdf"):
            picture = draw(puzzle, theme="light")
            raw = {"png": picture.png, "pdf": picture.pdf, "svg": lambda: picture.svg().encode()}
            self._file(f"{stem}.{to}", raw[to]())
        elif to in ("play", "walkthrough"):
            result = solve(puzzle, seconds=_SECONDS, token=token)
            answer = result.solution if result.status == "unique" else None
            path = list(steps(puzzle, seconds=_SECONDS, token=token)) if answer else []
            made = play_page(puzzle, path, answer) if to == "play" else page(puzzle, path)
            self._file(f"{stem}-{to}.html", made.encode())
        else:
            written = format_named(to).write(puzzle)
            dropped = list(written.dropped)
            if to == "yaml":
                self._file(f"{stem}-export.yaml", written.text.encode(), dropped)
            else:
                link = written.text.strip()
                self._report({"is": "link", "to": to, "text": link, "dropped": dropped})

    def _file(self, name: str, content: bytes, dropped: list[str] | None = None) -> None:
        encoded = b64encode(content).decode()
        self._report({"is": "file", "name": name, "content": encoded, "dropped": dropped or []})


def _without(puzzle: Puzzle, clue: str | Shape) -> Puzzle:
    """Return a puzzle without the given of a cell, or without a shape."""
    return puzzle.without_givens(clue) if isinstance(clue, str) else puzzle.without_shapes(clue)


def _places_of_shapes(puzzle: Puzzle, job: Data) -> dict[Shape, list[int]]:
    """Return the numbers in the text of each shape that the geometry does not have as well."""
    of_geometry = {shape.meaning for shape in puzzle.geometry.shapes}
    numbered = traced_puzzle(job["text"], Path(job["path"]))[1]
    return {
        shape: [number for number, one in numbered if one.meaning == shape.meaning]
        for shape in puzzle.shapes
        if shape.meaning not in of_geometry
    }


def _puzzle(job: Data) -> Puzzle:
    return puzzle_in(job["text"], Path(job["path"]))


def _rows(puzzle: Puzzle) -> str | Data | None:
    """Return the givens as rows, or by cell where symbols are longer than one character."""
    if not puzzle.givens:
        return None
    text = str(puzzle)
    compact = puzzle.geometry.alphabet.compact
    plain = compact and puzzle.geometry.puzzle(text).givens == puzzle.givens
    return f"{text}\n" if plain else dict(puzzle.givens)


def _open_cages(puzzle: Puzzle, job: Data, found: Solution) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the cages without a sum, each with its sum in a solution."""
    values = puzzle.geometry.alphabet.values
    for number, shape in traced_puzzle(job["text"], Path(job["path"]))[1]:
        if isinstance(shape.rule, Cage) and shape.rule.sum is None:
            yield number, sum(values[found.indices[cell]] for cell in shape.cells)
