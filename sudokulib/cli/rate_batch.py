"""``sudokulib rate --batch``: many puzzles from a file, their ratings as a table, CSV or JSON."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, BinaryIO

from sudokulib.batch.journal import Journal
from sudokulib.batch.processes import processes
from sudokulib.batch.progress import Meter
from sudokulib.batch.rated import RatingSettings, rate_many
from sudokulib.batch.rated_rows import LINE_FORMATS, RatingRow, Tally
from sudokulib.batch.records import Records
from sudokulib.cli.batch import (
    enqueued,
    geometry_of,
    settings_of,
    skip_finished,
    source_of,
)
from sudokulib.cli.output import BAD, Answer, print_error
from sudokulib.cli.progress import progress_bar, puzzles_of
from sudokulib.solving.profiles import profile

if TYPE_CHECKING:
    from sudokulib.batch.columns import Column
    from sudokulib.batch.records import Record

__all__ = ["RateOptions", "rate_batch"]

_MAX_SHOWN = 10
"""Bad lines in the summary, which is to fit on one screen."""


@dataclass(frozen=True, slots=True)
class RateOptions:
    """The options of the command.

    Args:
        file: where puzzles come from; ``-`` for standard input.
        geometry: where they are played: a name or a file.
        out: where results go; None for standard output.
        resume: whether to take up an interrupted run.
        processes: how many work.
        profile, seconds: as for `sudokulib.rate`.
        details: whether what takes longer than a solve is worked out too.
    """

    file: str
    geometry: str
    out: Path | None
    resume: bool
    processes: int
    profile: str
    seconds: float | None
    details: bool


def rate_batch(options: RateOptions, answer: Answer) -> None:
    """Rate the puzzles of a file, and say at the end how it went."""
    profile(options.profile)  # an unknown one is an error of the command, not of a line
    run = _Run(options, answer.as_json, Tally())
    try:
        with source_of(options.file) as source:
            run.all(source)
    except KeyboardInterrupt:
        run.report(print_error)
        if options.out is not None:
            print_error("go on with --resume")
        raise
    if answer.as_json and options.out is not None:
        answer.data(run.data())
    else:
        run.report(print_error)
    answer.code = run.code


class _Run:
    """One run over a file."""

    def __init__(self, options: RateOptions, as_json: bool, tally: Tally) -> None:
        self._options = options
        self._tally = tally
        geometry = geometry_of(options.geometry)
        self._rating_settings = RatingSettings(
            geometry, options.profile, options.seconds, options.details
        )
        suffix = options.out.suffix if options.out else (".jsonl" if as_json else "")
        self._form = LINE_FORMATS.get(suffix[1:], LINE_FORMATS["text"])
        self._before = 0
        self._began = perf_counter()

    def all(self, source: BinaryIO | Column) -> None:
        """Rate all puzzles of a file that are not done."""
        options, form = self._options, self._form
        records = Records(self._rating_settings.geometry).read(source)
        if options.out is None:
            if form.head:
                print(form.head)
            for _, row in self._rows(source, records):
                print(form.write(row), flush=True)
            return
        settings = settings_of(options, "geometry", "profile", "seconds", "details")
        with closing(
            Journal(options.out, settings, resume=options.resume, known=self._known, head=form.head)
        ) as journal:
            self._before = skip_finished(journal, records)
            for record, row in self._rows(source, records):
                journal.write([form.write(row)], [record.raw])
            journal.finish()

    def _known(self, text: str) -> None:
        self._tally.add(self._form.read(text))

    def _rows(
        self, source: BinaryIO | Column, records: Iterator[Record]
    ) -> Iterator[tuple[Record, RatingRow]]:
        """Yield each record with its row, and count the rows."""
        waiting: deque[Record] = deque()
        self._began = perf_counter()
        with progress_bar() as show, processes(self._options.processes) as pool:
            meter = Meter(source, show)
            many = rate_many(enqueued(records, waiting), self._rating_settings, pool)
            for number, rated in enumerate(many, 1):
                record = waiting.popleft()
                row = RatingRow(record.line, record.id, rated)
                self._tally.add(row)
                yield record, row
                meter.add(1, number + len(waiting))
            meter.finish()

    @property
    def code(self) -> int:
        """The exit code: 2 if a line is bad, else 4 if a puzzle was not solved."""
        return BAD if self._tally.bad else 4 if self._tally.unsolved else 0

    def data(self) -> dict[str, Any]:
        """Return the summary for JSON."""
        tally, seconds = self._tally, perf_counter() - self._began
        return {
            "puzzles": tally.puzzles,
            "levels": tally.levels,
            "unsolved": tally.unsolved,
            "bad": [{"line": line, "message": message} for line, message in tally.bad],
            "before": self._before,
            "seconds": seconds,
            "rate": (tally.puzzles - self._before) / seconds,
            "out": str(self._options.out),
        }

    def report(self, say: Callable[[str], None]) -> None:
        """Say the summary in words."""
        tally, seconds = self._tally, perf_counter() - self._began
        new = tally.puzzles - self._before
        before = f" after {self._before:,} before" if self._before else ""
        say(f"{puzzles_of(new)}{before} in {seconds:.2f} s, {new / seconds:,.1f} a second")
        width = len(f"{max(tally.levels.values(), default=0):,}")
        for level, number in tally.levels.items():
            say(f"  {number:>{width},}  {level}")
        if tally.spread:
            least, mean, most = tally.spread
            say(f"ER {least:.1f} to {most:.1f}, {mean:.2f} in the mean")
        if tally.unsolved:
            say(f"not solved: {tally.unsolved:,}")
        for line, message in tally.bad[:_MAX_SHOWN]:
            say(f"line {line:,}: {message}")
        if (more := tally.levels.get("bad", 0) - _MAX_SHOWN) > 0:
            say(f"and {more:,} more")
