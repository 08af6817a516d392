"""``sudokulib solve --batch``: many puzzles from a file, results to another."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from sudokulib.batch.columns import column_of, in_columns
from sudokulib.batch.journal import Journal
from sudokulib.batch.many import solve_chunks
from sudokulib.batch.progress import Meter
from sudokulib.batch.records import Records
from sudokulib.batch.result_lines import LINE_FORMATS, Tally, result_lines
from sudokulib.batch.worker import BatchSettings, BatchWorker
from sudokulib.cli.output import BAD, CODES, Answer, print_error
from sudokulib.cli.progress import progress_bar, puzzles_of
from sudokulib.cli.subject import read_subject
from sudokulib.errors import GivensError
from sudokulib.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from sudokulib.batch.columns import Column
    from sudokulib.batch.records import Record
    from sudokulib.batch.worker import PuzzleInput
    from sudokulib.geometries.core import Geometry

__all__ = [
    "BatchOptions",
    "enqueued",
    "geometry_of",
    "settings_of",
    "skip_finished",
    "solve_batch",
    "source_of",
]

_MAX_SHOWN = 10
"""Bad lines in the summary, which is to fit on one screen."""
_STATUSES = ("unique", "multiple", "none", "unknown", "bad")


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """The options of the command.

    Args:
        file: where puzzles come from; ``-`` for standard input.
        geometry: where they are played: a name or a file.
        out: where results go; None for standard output.
        resume: whether to take up an interrupted run.
        threads: how many solve.
        search, seconds, nodes: as for `sudokulib.solve_many`.
        column: where a file with columns has its puzzles.
    """

    file: str
    geometry: str
    out: Path | None
    resume: bool
    threads: int
    search: str
    seconds: float | None
    nodes: int | None
    column: str = ""


class _Sink(Protocol):
    """A place that results go to; a `Journal` is one."""

    def write(self, results: Iterable[str], raws: Iterable[bytes]) -> None:
        """Add the results of the next puzzles."""


class _StandardOutput:
    """Results on standard output."""

    def write(self, results: Iterable[str], raws: Iterable[bytes]) -> None:  # noqa: ARG002
        """Print them."""
        sys.stdout.write("".join(f"{result}\n" for result in results))
        sys.stdout.flush()


def solve_batch(options: BatchOptions, answer: Answer) -> None:
    """Solve the puzzles of a file, and say at the end how it went."""
    run = _Run(options, answer, Tally())
    try:
        with source_of(options.file, options.column) as source:
            run.all(source)
    except KeyboardInterrupt:
        run.report(print_error)
        if options.out is not None:
            print_error("go on with --resume")
        raise
    if run.as_json:
        answer.data(run.data())
    else:
        run.report(print_error)
    answer.code = run.code


@contextmanager
def source_of(file: str, column: str = "") -> Iterator[BinaryIO | Column]:
    """Open a file of puzzles, or a column of one; ``-`` is standard input."""
    if file == "-":
        yield sys.stdin.buffer
        return
    path = Path(file)
    with path.open("rb") as source:
        yield column_of(path, source, column) if in_columns(path) else source


class _Run:
    """One run over a file.

    Attributes:
        as_json: whether the summary is to be in JSON.
    """

    def __init__(self, options: BatchOptions, answer: Answer, tally: Tally) -> None:
        self._options = options
        self._tally = tally
        self._geometry = geometry_of(options.geometry)
        to_json = options.out.suffix == ".jsonl" if options.out else answer.as_json
        self._form = LINE_FORMATS["jsonl" if to_json else "text"]
        self.as_json = answer.as_json and options.out is not None
        self._before = 0
        self._began = perf_counter()
        if not to_json and any(s.startswith("#") for s in self._geometry.alphabet.symbols):
            raise GivensError(
                "a symbol of the geometry begins with #, as comments do; "
                "let --out end in .jsonl, or add --json"
            )

    def all(self, source: BinaryIO | Column) -> None:
        """Solve all puzzles of a file that are not done."""
        records = Records(self._geometry).read(source)
        options = self._options
        if options.out is None:
            self._solve(source, records, _StandardOutput())
            return
        settings = settings_of(options, "geometry", "search", "seconds", "nodes")
        with closing(
            Journal(options.out, settings, resume=options.resume, known=self._known)
        ) as journal:
            self._before = skip_finished(journal, records)
            self._solve(source, records, journal)
            journal.finish()

    def _known(self, text: str) -> None:
        self._tally.add(self._form.read(text))

    def _solve(self, source: BinaryIO | Column, records: Iterator[Record], sink: _Sink) -> None:
        options = self._options
        waiting: deque[Record] = deque()
        worker = BatchWorker(
            BatchSettings(self._geometry, options.search, options.seconds, options.nodes)
        )
        with progress_bar() as show:
            meter = Meter(source, show)
            givens = enqueued(records, waiting)
            self._began = perf_counter()
            with closing(
                solve_chunks(givens, worker, meter, threads=options.threads)
            ) as solved_chunks:
                for solved_chunk in solved_chunks:
                    mine = [waiting.popleft() for _ in solved_chunk.givens]
                    lines = list(result_lines(solved_chunk, mine))
                    sink.write(map(self._form.write, lines), (record.raw for record in mine))
                    for line in lines:
                        self._tally.add(line)

    @property
    def code(self) -> int:
        """The exit code: 2 if a line is bad, else that of the first status that is not unique."""
        if self._tally.counts["bad"]:
            return BAD
        return CODES[self._tally.first or "unique"]

    def data(self) -> dict[str, object]:
        """Return the summary for JSON."""
        tally = self._tally
        seconds = perf_counter() - self._began
        return {
            "puzzles": tally.puzzles,
            "statuses": {status: tally.counts[status] for status in _STATUSES},
            "bad": [{"line": line, "message": message} for line, message in tally.bad],
            "before": self._before,
            "seconds": seconds,
            "rate": (tally.puzzles - self._before) / seconds,
            "out": str(self._options.out),
        }

    def report(self, say: Callable[[str], None]) -> None:
        """Say the summary in words."""
        tally = self._tally
        seconds = perf_counter() - self._began
        new = tally.puzzles - self._before
        before = f" after {self._before:,} before" if self._before else ""
        say(f"{puzzles_of(new)}{before} in {seconds:.2f} s, {new / seconds:,.0f} a second")
        width = len(f"{tally.puzzles:,}")
        for status in _STATUSES:
            if number := tally.counts[status]:
                say(f"  {number:>{width},}  {status}")
        for line, message in tally.bad[:_MAX_SHOWN]:
            say(f"line {line:,}: {message}")
        if (more := tally.counts["bad"] - _MAX_SHOWN) > 0:
            say(f"and {more:,} more")


def settings_of(options: object, *names: str) -> dict[str, Any]:
    """Return the options that must be the same when a run is resumed."""
    return {name: getattr(options, name) for name in names}


def skip_finished(journal: Journal, records: Iterator[Record]) -> int:
    """Skip the records that have their result, and return how many there are."""
    for record in islice(records, journal.done):
        journal.again(record.raw)
    journal.check_reached()
    return journal.done


def geometry_of(target: str) -> Geometry:
    """Return the geometry on which the lines of a batch are played."""
    subject = read_subject(target)
    if isinstance(subject, Puzzle):
        raise GivensError(
            f"{target} is a puzzle; name the geometry of the batch, or nothing for 9x9"
        )
    return subject


def enqueued(records: Iterator[Record], waiting: deque[Record]) -> Iterator[PuzzleInput]:
    """Yield the puzzles of records, and append the records to a queue for their results."""
    for record in records:
        waiting.append(record)
        yield record.given
