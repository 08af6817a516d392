"""``sudokulib generate``: new puzzles on any geometry."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from sudokulib.cli.output import CODES, Answer, Json, answering, complain
from sudokulib.cli.solve import Nodes, Search, Seconds
from sudokulib.cli.subject import Target, puzzle_of
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    from sudokulib.formats import Format
    from sudokulib.generating import Generated, Recipe
    from sudokulib.puzzle import Puzzle

__all__ = ["generate"]

_JSONL = "jsonl"


def generate(
    target: Target,
    *,
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many.")] = 1,
    seed: Annotated[
        int, typer.Option("--seed", help="Of the first; the next have the numbers after it.")
    ] = 1,
    clues: Annotated[
        int | None,
        typer.Option("--givens", min=0, help="Stop when so many are left; absent: none can go."),
    ] = None,
    symmetry: Annotated[
        str,
        typer.Option(
            "--symmetry", help="Of the givens: half-turn, ...; see sudokulib geometries NAME."
        ),
    ] = "none",
    pattern: Annotated[
        str,
        typer.Option(
            "--pattern",
            metavar="FILE|TEXT",
            help="The cells that are given: the picture with x for a given, . for none.",
        ),
    ] = "",
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="jsonl, or a format of sudokulib formats; absent: as OUT ends, or line.",
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write; absent: the screen.")
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option("--patience", min=0, help="Nodes after which a given stays in doubt."),
    ] = None,
    search: Search = "auto",
    seconds: Seconds = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> None:
    """Make puzzles with one solution and no given too many, one in each line.

    --nodes is a limit for each, --seconds for all; what was not finished is told.
    """
    with answering("generate", as_json) as answer:
        import sudokulib  # noqa: PLC0415 - for a quick --help

        wanted = _format(to, out, count)
        subject = _subject(target)
        made = sudokulib.generate_many(
            subject,
            count,
            seed=seed,
            givens=clues,
            symmetry=symmetry,
            pattern=_pattern(pattern),
            search=search,
            patience=patience,
            seconds=seconds,
            nodes=nodes,
        )
        done = []
        with _opened(out, as_json) as lines:
            try:
                for one in made:
                    if as_json:
                        done.append(one)
                    if lines:
                        lines.write(_text(one, wanted) + "\n")
                    _tell(answer, one)
            except sudokulib.OutOfBudget as limit:
                answer.code = CODES["unknown"]
                complain(f"stopped by --{'seconds' if limit.reason == 'time' else 'nodes'}")
        if as_json:
            answer.data({"puzzles": [_data(one) for one in done]})


def _pattern(text: str) -> str | None:
    """A pattern from a file or as it is; None for none."""
    from sudokulib.geometries.folders import is_file  # noqa: PLC0415 - for a quick --help

    if not text:
        return None
    return Path(text).read_text(encoding="utf-8") if is_file(Path(text)) else text


def _subject(target: str) -> Puzzle | Recipe:
    """A recipe, or what other commands take."""
    from sudokulib.generating.recipes import is_recipe, load_recipe  # noqa: PLC0415 - for --help
    from sudokulib.geometries.folders import SUFFIXES, is_file  # noqa: PLC0415
    from sudokulib.geometries.loader import source_of  # noqa: PLC0415

    path = Path(target)
    if path.suffix in SUFFIXES and is_file(path) and is_recipe(source_of(path)):
        return load_recipe(path)
    return puzzle_of(target, None)


def _format(to: str, out: Path | None, count: int) -> Format | None:
    """What the puzzles are written in; None for JSON lines."""
    from sudokulib.formats import format_named  # noqa: PLC0415 - for a quick --help

    if to == _JSONL or (not to and out is not None and out.suffix == f".{_JSONL}"):
        return None
    wanted = format_named(to or "line")
    if count > 1 and not wanted.many:
        raise SudokuError(
            f"a text in {wanted.name} holds one puzzle; make one, or take jsonl or line"
        )
    return wanted


@contextmanager
def _opened(out: Path | None, as_json: bool) -> Iterator[TextIO | None]:
    if out is None:
        yield None if as_json else sys.stdout
    else:
        with out.open("w", encoding="utf-8", newline="\n") as file:
            yield file


def _text(one: Generated, wanted: Format | None) -> str:
    from sudokulib.filled import Solution  # noqa: PLC0415 - for a quick --help
    from sudokulib.writing import puzzle_file_data  # noqa: PLC0415

    if wanted is not None:
        return wanted.write(one.puzzle).text.strip("\r\n")
    solution = Solution(one.puzzle, one.puzzle.answer).line()
    data = {"id": one.seed, **puzzle_file_data(one.puzzle), "solution": solution}
    return json.dumps({**data, "givens": one.puzzle.line()}, ensure_ascii=False)


def _tell(answer: Answer, one: Generated) -> None:
    """Say that more givens might go, where that is so."""
    if one.stopped:
        answer.code = CODES["unknown"]
        complain(f"seed {one.seed}: {len(one.puzzle.givens)} givens, stopped by {one.stopped}")


def _data(one: Generated) -> dict[str, Any]:
    from sudokulib.cli.layout import puzzle_data, solution_data  # noqa: PLC0415
    from sudokulib.filled import Solution  # noqa: PLC0415 - for a quick --help

    return {
        "seed": one.seed,
        "puzzle": puzzle_data(one.puzzle),
        "solution": solution_data(Solution(one.puzzle, one.puzzle.answer)),
        "stopped": one.stopped,
    }
