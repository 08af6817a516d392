"""The common part of ``solve --batch`` and ``rate --batch``: a file in, results out, a summary."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO, ClassVar, Protocol

from sudokulib.cli.output import Answer, print_error
from sudokulib.cli.progress import puzzles_of
from sudokulib.cli.subject import read_subject
from sudokulib.errors import GivensError
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.batch.columns import column_of, in_columns
from sudokulib.solving.batch.journal import Journal
from sudokulib.solving.batch.line_results import LineFormat, LineTally
from sudokulib.solving.batch.records import PuzzleLines
from sudokulib.solving.batch.source import Source

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.solving.batch.columns import Column
    from sudokulib.solving.batch.records import PuzzleBlock, PuzzleReader
    from sudokulib.solving.batch.worker import PuzzleInput

_MAX_SHOWN = 10
"""The most bad lines in the summary, which must fit on one screen."""

_MAX_SKIPPED = 1 << 12
"""The most records that are read at once to be skipped; a bound on memory."""


@dataclass(frozen=True, slots=True)
class FileOptions:
    """The options of a command for many puzzles.

    Args:
        file: where puzzles come from; ``-`` for standard input.
        geometry: their geometry: a name or a file.
        out: where results go; None for standard output.
        resume: whether to continue an interrupted run.
        jobs: how many work at once; None if that is not said.
        cluster: the Dask cluster to work on; empty for none.
    """

    file: str
    geometry: str
    out: Path | None
    resume: bool
    jobs: int | None
    cluster: str


class ResultWriter(Protocol):
    """An object that writes results, such as a `Journal`."""

    def write(self, results: bytes, raws: bytes) -> None:
        """Add lines of results, and of the puzzles that they are of."""


class _StandardOutput:
    """Results on standard output."""

    def write(self, results: bytes, raws: bytes) -> None:  # noqa: ARG002
        """Print the results."""
        sys.stdout.write(results.decode())
        sys.stdout.flush()


class BatchRun(ABC):
    """One run over a file.

    Args:
        options: those of the command.
        geometry: the geometry of the puzzles.
        form: how results are written.
        tally: counts them.

    Attributes:
        began: when the first puzzle was read.
    """

    decimals: ClassVar[int] = 0
    """Decimal places of the rate in puzzles per second."""
    settings: ClassVar[tuple[str, ...]]
    """The options that must be the same when a run is resumed."""

    def __init__(
        self, options: FileOptions, geometry: Geometry, form: LineFormat, tally: LineTally
    ) -> None:
        self.options, self._geometry, self._tally = options, geometry, tally
        self.form = form
        self._before = 0
        self.began = perf_counter()

    def process_all(self, source: BinaryIO | Column) -> None:
        """Process all puzzles of a file that are not done yet."""
        options, records = self.options, PuzzleLines(self._geometry).read(source)
        if options.out is None:
            if self.form.head:
                print(self.form.head, flush=True)
            self.write_results(source, records, _StandardOutput())
            return
        settings = {name: getattr(options, name) for name in self.settings}
        with closing(
            Journal(
                options.out,
                settings,
                resume=options.resume,
                known=lambda text: self._tally.add(self.form.read(text)),
                head=self.form.head,
            )
        ) as journal:
            self._before = _skip_finished(journal, records)
            self.write_results(source, records, journal)
            journal.finish()

    @abstractmethod
    def write_results(
        self, source: BinaryIO | Column, records: PuzzleReader, writer: ResultWriter
    ) -> None:
        """Write and count the results of records."""

    @property
    @abstractmethod
    def code(self) -> int:
        """The exit code."""

    @property
    @abstractmethod
    def results(self) -> dict[str, object]:
        """The results in the summary for JSON."""

    @abstractmethod
    def say_results(self, say: Callable[[str], None]) -> None:
        """Print the results of the summary in words."""

    def data(self) -> dict[str, object]:
        """Return the summary for JSON."""
        seconds = perf_counter() - self.began
        return {
            "puzzles": self._tally.puzzles,
            **self.results,
            "bad": [{"line": line, "message": message} for line, message in self._tally.bad],
            "before": self._before,
            "seconds": seconds,
            "rate": (self._tally.puzzles - self._before) / seconds,
            "out": str(self.options.out),
        }

    def report(self, say: Callable[[str], None]) -> None:
        """Say the summary in words."""
        seconds = perf_counter() - self.began
        new = self._tally.puzzles - self._before
        before = f" after {self._before:,} before" if self._before else ""
        rate = f"{new / seconds:,.{self.decimals}f}"
        say(f"{puzzles_of(new)}{before} in {seconds:.2f} s, {rate} a second")
        self.say_results(say)
        for line, message in self._tally.bad[:_MAX_SHOWN]:
            say(f"line {line:,}: {message}")
        if (more := self._tally.counts["bad"] - _MAX_SHOWN) > 0:
            say(f"and {more:,} more")


def run_batch(run: BatchRun, column: str, answer: Answer, *, as_json: bool) -> None:
    """Process the puzzles of a file, and print a summary at the end.

    Args:
        run: the run.
        column: where a file with columns has its puzzles.
        answer: the answer of the command.
        as_json: whether the summary is to be in JSON.
    """
    try:
        with _source_of(run.options.file, column) as source:
            run.process_all(source)
    except KeyboardInterrupt:
        run.report(print_error)
        if run.options.out is not None:
            print_error("continue with --resume")
        raise
    if as_json and run.options.out is not None:
        answer.data(run.data())
    else:
        run.report(print_error)
    answer.code = run.code


@contextmanager
def _source_of(file: str, column: str) -> Iterator[BinaryIO | Column]:
    """Open a file of puzzles, or a column of one; ``-`` is standard input."""
    if file == "-":
        yield sys.stdin.buffer
        return
    path = Path(file)
    with path.open("rb") as source:
        yield column_of(path, source, column) if in_columns(path) else source


def _skip_finished(journal: Journal, records: PuzzleReader) -> int:
    """Skip the records that already have results, and return their number."""
    left = journal.done
    while left and (block := records.block(min(left, _MAX_SKIPPED))):
        journal.check_done(block.raws)
        left -= len(block.raws)
    if records.error is not None:
        raise records.error
    journal.check_reached()
    return journal.done


def batch_geometry(target: str) -> Geometry:
    """Return the geometry of the lines of a batch."""
    subject = read_subject(target)
    if isinstance(subject, Puzzle):
        raise GivensError(
            f"{target} is a puzzle; name the geometry of the batch, or nothing for 9x9"
        )
    return subject


class RecordQueue(Source["PuzzleInput"]):
    """Gives the puzzles of records, and keeps the records until the results have come.

    Args:
        records: the records.
    """

    def __init__(self, records: PuzzleReader) -> None:
        self._records = records
        self._blocks: deque[PuzzleBlock] = deque()
        self._done = 0  # of the first block

    @property
    def at_hand(self) -> bool:
        """True if there is a puzzle, or the end, without waiting, or if that is not known."""
        return self._records.at_hand

    def take(self, most: int) -> list[PuzzleInput]:
        """Return the next puzzles, at most that many; an empty list at the end."""
        block = self._records.block(most)
        self.error = self._records.error
        if block is None:
            return []
        self._blocks.append(block)
        return block.givens

    @property
    def waiting(self) -> int:
        """The number of records whose results have not come yet."""
        return sum(len(block.givens) for block in self._blocks) - self._done

    def done(self, number: int) -> PuzzleBlock:
        """Return the records of the next results; no more than were taken at once."""
        block, start = self._blocks[0], self._done
        self._done += number
        if self._done == len(block.givens):
            self._blocks.popleft()
            self._done = 0
        return block.part(start, start + number)
