"""``sudokulib rate --batch``: many puzzles from a file, their ratings as a table, CSV or JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO, ClassVar

from sudokulib.cli.batch_run import (
    BatchRun,
    FileOptions,
    RecordQueue,
    ResultWriter,
    batch_geometry,
    run_batch,
)
from sudokulib.cli.output import BAD, Answer
from sudokulib.cli.progress import progress_bar
from sudokulib.solving.batch.processes import worker_processes
from sudokulib.solving.batch.progress import Meter
from sudokulib.solving.batch.rated import RatingSettings, rate_many
from sudokulib.solving.batch.rated_rows import LINE_FORMATS, RatingRow, RatingTally
from sudokulib.solving.profiles import profile

if TYPE_CHECKING:
    from sudokulib.solving.batch.columns import Column
    from sudokulib.solving.batch.records import PuzzleReader


@dataclass(frozen=True, slots=True)
class RateOptions(FileOptions):
    """The options of the command.

    Args:
        profile, seconds: as for `sudokulib.rate`.
        details: whether to compute details, which take longer than a solve, too.
    """

    profile: str
    seconds: float | None
    details: bool


def rate_batch(options: RateOptions, answer: Answer) -> None:
    """Rate the puzzles of a file, and print a summary at the end."""
    profile(options.profile)  # an unknown one is an error of the command, not of a line
    run_batch(_RatingRun(options, answer.as_json), "", answer, as_json=answer.as_json)


class _RatingRun(BatchRun):
    """One run over a file that rates its puzzles."""

    decimals: ClassVar[int] = 1
    settings: ClassVar[tuple[str, ...]] = ("geometry", "profile", "seconds", "details")

    def __init__(self, options: RateOptions, as_json: bool) -> None:
        geometry, self._counted = batch_geometry(options.geometry), RatingTally()
        suffix = options.out.suffix if options.out else (".jsonl" if as_json else "")
        form = LINE_FORMATS.get(suffix[1:], LINE_FORMATS["text"])
        super().__init__(options, geometry, form, self._counted)
        self._place = options.jobs, options.cluster
        self._rating_settings = RatingSettings(
            geometry, options.profile, options.seconds, options.details
        )

    def write_results(
        self, source: BinaryIO | Column, records: PuzzleReader, writer: ResultWriter
    ) -> None:
        """Rate the puzzles of records, one by one."""
        puzzles = RecordQueue(records)
        self.began = perf_counter()
        with progress_bar() as show, worker_processes(*self._place) as pool:
            meter = Meter(source, show)
            many = rate_many(puzzles, self._rating_settings, pool)
            for number, rated in enumerate(many, 1):
                (record,) = puzzles.done(1).records()
                row = RatingRow(record.line, record.id, rated)
                self._counted.add(row)
                writer.write(f"{self.form.write(row)}\n".encode(), record.raw + b"\n")
                meter.add(1, number + puzzles.waiting)
            meter.finish()

    @property
    def code(self) -> int:
        """The exit code: 2 if a line is bad, else 4 if a puzzle was not solved."""
        return BAD if self._counted.bad else 4 if self._counted.unsolved else 0

    @property
    def results(self) -> dict[str, object]:
        """The number of puzzles by level, and of those that are not solved."""
        return {"levels": self._counted.levels, "unsolved": self._counted.unsolved}

    def say_results(self, say: Callable[[str], None]) -> None:
        """Print the number of puzzles by level, and their ratings."""
        levels, spread = self._counted.levels, self._counted.spread
        width = len(f"{max(levels.values(), default=0):,}")
        for level, number in levels.items():
            say(f"  {number:>{width},}  {level}")
        if spread:
            say(f"ER {spread[0]:.1f} to {spread[2]:.1f}, {spread[1]:.2f} in the mean")
        if self._counted.unsolved:
            say(f"not solved: {self._counted.unsolved:,}")
