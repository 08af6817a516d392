"""Sets of puzzles in files, one puzzle a line; interrupted runs can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any, Unpack

from sudokulib.basics.budget import Budget
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.basics.version import VERSION
from sudokulib.generating.makers import MadePuzzle
from sudokulib.generating.puzzles import GenerationOptions, maker_of
from sudokulib.generating.recipes import Recipe
from sudokulib.generating.records import record_data, record_text
from sudokulib.generating.sets import SeedWorker, SetCounts, items
from sudokulib.generating.traces import trace_data
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data
from sudokulib.search import OutOfBudget, Token
from sudokulib.solving.batch.journal import Journal
from sudokulib.solving.batch.progress import Meter, Progress
from sudokulib.solving.profiles import Profile
from sudokulib.solving.subjects import PuzzleLike, as_puzzle, as_subject


@dataclass(frozen=True, slots=True)
class SetSummary(ResultBase):
    """A summary of a finished set.

    Args:
        puzzles: how many are in the file.
        before: how many of them the file held when the run was resumed.
        equivalent: how many have been skipped since, as equivalent to others.
        missed: how many seeds since have missed the target.
        lacks: what the last of these lacked.
        stopped: why there are fewer than wanted: "time", or "vain" if many seeds in a row brought
            nothing new; else empty.
    """

    puzzles: int
    before: int
    equivalent: int
    missed: int
    lacks: str
    stopped: str

    def __repr__(self) -> str:
        lacks = f", {self.missed} missed ({self.lacks})" if self.missed else ""
        stopped = f", stopped by {self.stopped}" if self.stopped else ""
        return clipped(f"<SetSummary of {self.puzzles} puzzles{lacks}{stopped}>")


@dataclass(frozen=True, slots=True)
class LineMaker:
    """Makes the line of a puzzle.

    Args:
        wanted: the options with which it was made.
        trace: whether to write the solve too.
    """

    wanted: Mapping[str, Any]
    trace: bool = False

    def __call__(self, made: MadePuzzle, key: str) -> str:
        """Return the line; `key` is the key of the canonical form."""
        data = record_data(made, key, dict(self.wanted))
        if self.trace and made.solve is not None:
            data |= trace_data(made.solve)
        return record_text(data)


def write_set(
    path: str | Path,
    subject: PuzzleLike | Recipe,
    count: int,
    *,
    seed: int = 1,
    trace: bool = False,
    force: bool = False,
    executor: Executor | None = None,
    jobs: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    token: Token | None = None,
    progress: Callable[[Progress], object] | None = None,
    **wanted: Unpack[GenerationOptions],
) -> SetSummary:
    """Write the puzzles of `generate_set` into a file as JSON lines.

    Each line holds the content of a puzzle file, with its solution and, under ``generated``, with
    its seed, rating, techniques, canonical key and the version that made it. Called again after an
    interruption, it continues where it stopped.

    Args:
        path: the path of the file; a journal lies beside it until all is done.
        subject, count, seed, executor, jobs, nodes, token, progress, wanted: as for `generate_set`.
        trace: whether to write the solve of each puzzle too, step by step with the boards in
            between (docs/traces.md).
        force: whether to overwrite a file that is finished, or was begun with other arguments.
        seconds: limit for this call; the next one continues.

    Raises:
        JournalError: the file exists, and was begun with other arguments or is finished.
        SudokuError, OutOfBudget, Cancelled: as for `sudokulib.generate`.
        OSError: it cannot be written.

    >>> import sudokulib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "puzzles.jsonl"
    ...     print(sudokulib.write_set(path, sudokulib.geometry("4x4"), 3).puzzles)
    3
    """
    path = Path(path)
    options: dict[str, Any] = dict(wanted)
    if trace:
        options["rating"] = True
    said = {name: _plain(value) for name, value in options.items()}
    ends = Budget(seconds, token=token)
    with interruptible(ends.check):
        work = SeedWorker(maker_of(subject, **options), nodes, LineMaker(said, trace))
        named = _subject_name(subject)
    if force:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.journal").unlink(missing_ok=True)
    counts = SetCounts()
    seeds: list[int] = []

    def known(line: str) -> None:
        made = json.loads(line)["generated"]
        number, key = made["seed"], made["canonical"]
        if type(number) is not int or number < seed or not isinstance(key, str):
            raise ValueError(line)
        if number <= max(seeds[-1:], default=seed - 1) or key in counts.keys:
            raise ValueError(line)  # the puzzles of a set differ, and come in the order of seeds
        counts.add(number, key)
        seeds.append(number)

    numbers = {"count": count, "seed": seed, "trace": trace, "nodes": nodes}
    settings = {"subject": named, **numbers, "wanted": dict(sorted(said.items()))}
    settings["version"] = VERSION
    with closing(Journal(path, settings, resume=True, known=known)) as journal:
        journal.check_done([_raw(number) for number in seeds])
        meter = Meter(range(count - journal.done), progress)
        made = items(
            work,
            counts,
            meter,
            seed=seed,
            count=count,
            executor=executor,
            jobs=jobs,
            seconds=ends.seconds_left,
            token=token,
        )
        try:
            with closing(made):
                for item in made:
                    journal.write(f"{item.text}\n".encode(), _raw(item.seed) + b"\n")
        except OutOfBudget as stop:
            if stop.reason != "time":
                raise
            counts.stopped = "time"  # before the first seed was taken; the journal lets it continue
        if counts.stopped != "time":
            journal.finish()
        return SetSummary(
            counts.puzzles,
            journal.done,
            counts.equivalent,
            counts.missed,
            counts.lacks,
            counts.stopped,
        )


def _raw(seed: int) -> bytes:
    return str(seed).encode()


def _subject_name(subject: PuzzleLike | Recipe) -> str:
    """Return the name of a subject where that identifies it, else a digest."""
    if isinstance(subject, Recipe):
        parts = ", ".join(f"{f.name}={getattr(subject, f.name)!r}" for f in fields(subject))
        return f"a recipe {_hash(f'{_subject_name(subject.geometry)}Recipe({parts})')}"
    found = as_subject(subject)
    data = puzzle_file_data(as_puzzle(found))
    place = data["geometry"]
    if isinstance(place, str) and data.keys() == {"format", "geometry"}:
        return place
    what = "a puzzle" if isinstance(found, Puzzle) else "a geometry"
    return f"{what} {_hash(json.dumps(data, sort_keys=True))}"


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _plain(value: object) -> object:
    """Return an option in the form of JSON."""
    if isinstance(value, Profile):
        return value.name
    if value is None or isinstance(value, str | int | float):
        return value
    return [_plain(one) for one in value]  # type: ignore[attr-defined]
