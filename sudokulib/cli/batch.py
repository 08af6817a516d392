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

from sudokulib.cli.output import BAD, CODES, Answer, print_error
from sudokulib.errors import GivensError

if TYPE_CHECKING:
    from rich.console import Console

    from sudokulib.batch.columns import Column
    from sudokulib.batch.journal import Journal
    from sudokulib.batch.progress import Progress
    from sudokulib.batch.records import Record
    from sudokulib.batch.result_lines import Tally
    from sudokulib.batch.worker import PuzzleInput
    from sudokulib.geometries.core import Geometry

__all__ = [
    "BatchOptions",
    "enqueued",
    "geometry_of",
    "progress_bar",
    "puzzles_of",
    "settings_of",
    "skip_finished",
    "solve_batch",
    "source_of",
]

_MAX_SHOWN = 10
"""Bad lines in the summary."""
_STATUSES = ("unique", "multiple", "none", "unknown", "bad")


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What the command was told.

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
    """Where results go; a `Journal` is one."""

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
    from sudokulib.batch.result_lines import Tally  # noqa: PLC0415 - for a quick --help

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
    """An open file of puzzles, or a column of one; ``-`` is standard input."""
    if file == "-":
        yield sys.stdin.buffer
        return
    from sudokulib.batch.columns import column_of, in_columns  # noqa: PLC0415 - a quick --help

    path = Path(file)
    with path.open("rb") as source:
        yield column_of(path, source, column) if in_columns(path) else source


class _Run:
    """One run over a file.

    Attributes:
        as_json: whether the summary is to be in JSON.
    """

    def __init__(self, options: BatchOptions, answer: Answer, tally: Tally) -> None:
        from sudokulib.batch.result_lines import LINE_FORMATS  # noqa: PLC0415 - for a quick --help

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
        from sudokulib.batch.journal import Journal  # noqa: PLC0415 - for a quick --help
        from sudokulib.batch.records import Records  # noqa: PLC0415

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
        from sudokulib.batch.many import solve_chunks  # noqa: PLC0415
        from sudokulib.batch.progress import Meter  # noqa: PLC0415
        from sudokulib.batch.result_lines import result_lines  # noqa: PLC0415
        from sudokulib.batch.worker import BatchSettings, BatchWorker  # noqa: PLC0415 - for a quick --help

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
        """2 if a line is bad; else that of the first status that is not unique."""
        if self._tally.counts["bad"]:
            return BAD
        return CODES[self._tally.first or "unique"]

    def data(self) -> dict[str, object]:
        """The summary for JSON."""
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
        """The summary in words."""
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
    """The options that must be the same when a run is taken up again."""
    return {name: getattr(options, name) for name in names}


def skip_finished(journal: Journal, records: Iterator[Record]) -> int:
    """Pass over the records that have their result; how many there are."""
    for record in islice(records, journal.done):
        journal.again(record.raw)
    journal.check_reached()
    return journal.done


def puzzles_of(number: int) -> str:
    """So many puzzles, in words."""
    return "1 puzzle" if number == 1 else f"{number:,} puzzles"


def geometry_of(target: str) -> Geometry:
    """The geometry on which the lines of a batch are played."""
    from sudokulib.cli.subject import read_subject  # noqa: PLC0415 - for a quick --help
    from sudokulib.puzzles.puzzle import Puzzle  # noqa: PLC0415

    subject = read_subject(target)
    if isinstance(subject, Puzzle):
        raise GivensError(
            f"{target} is a puzzle; name the geometry of the batch, or nothing for 9x9"
        )
    return subject


def enqueued(records: Iterator[Record], waiting: deque[Record]) -> Iterator[PuzzleInput]:
    """The puzzles of records, which wait for what becomes of them."""
    for record in records:
        waiting.append(record)
        yield record.given


@contextmanager
def progress_bar(console: Console | None = None) -> Iterator[Callable[[Progress], None] | None]:
    """A bar with rate and time left on standard error, if that is a terminal."""
    if console is None and not sys.stderr.isatty():
        yield None
        return
    from rich import progress as rich  # noqa: PLC0415 - for a quick --help
    from rich.console import Console  # noqa: PLC0415

    columns = (rich.BarColumn(), rich.TextColumn("{task.description}"))
    with rich.Progress(*columns, console=console or Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(progress: Progress) -> None:
            bar.update(
                task,
                total=None if progress.share is None else 1.0,
                completed=progress.share or 0.0,
                description=_described(progress),
            )

        yield show


def _described(progress: Progress) -> str:
    """Such as ``12,000 puzzles, 3,400 a second, 1:05 left``."""
    told = [puzzles_of(progress.done), f"{progress.rate:,.0f} a second"]
    if progress.left is not None:
        minutes, seconds = divmod(round(progress.left), 60)
        told.append(f"{minutes}:{seconds:02} left")
    if progress.tried:
        told.append(f"{progress.tried:,} tried for the next")
    if progress.lacks:
        told.append(f"the nearest: {progress.lacks}")
    return ", ".join(told)
