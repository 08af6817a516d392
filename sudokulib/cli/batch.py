"""``sudokulib solve --batch``: many puzzles from a file, results to another."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO, ClassVar

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.batch_run import (
    BatchRun,
    FileOptions,
    RecordQueue,
    ResultWriter,
    batch_geometry,
    run_batch,
)
from sudokulib.cli.output import BAD, CODES, Answer
from sudokulib.cli.progress import progress_bar
from sudokulib.errors import GivensError
from sudokulib.solving.batch.many import solve_chunks
from sudokulib.solving.batch.progress import Meter
from sudokulib.solving.batch.result_lines import LINE_FORMATS, ResultTally
from sudokulib.solving.batch.worker import BatchSettings, BatchWorker
from sudokulib.solving.batch.written_results import WrittenResults, written, written_remotely

if TYPE_CHECKING:
    from sudokulib.solving.batch import processes as pools
    from sudokulib.solving.batch.columns import Column
    from sudokulib.solving.batch.records import PuzzleReader
else:
    pools = lazy_module("sudokulib.solving.batch.processes")  # only for a cluster

_STATUSES = ("unique", "multiple", "none", "unknown", "bad")


@dataclass(frozen=True, slots=True)
class BatchOptions(FileOptions):
    """The options of the command.

    Args:
        search, seconds, nodes: as for `sudokulib.solve_many`.
        column: where a file with columns has its puzzles.
    """

    search: str
    seconds: float | None
    nodes: int | None
    column: str = ""


def solve_batch(options: BatchOptions, answer: Answer) -> None:
    """Solve the puzzles of a file, and print a summary at the end."""
    to_json = options.out.suffix == ".jsonl" if options.out else answer.as_json
    run_batch(_SolvingRun(options, to_json), options.column, answer, as_json=answer.as_json)


class _SolvingRun(BatchRun):
    """One run over a file that solves its puzzles."""

    settings: ClassVar[tuple[str, ...]] = ("geometry", "search", "seconds", "nodes")

    def __init__(self, options: BatchOptions, to_json: bool) -> None:
        geometry, self._counted = batch_geometry(options.geometry), ResultTally()
        super().__init__(
            options, geometry, LINE_FORMATS["jsonl" if to_json else "text"], self._counted
        )
        self._worker_settings = BatchSettings(
            geometry, options.search, options.seconds, options.nodes
        )
        if not to_json and any(s.startswith("#") for s in geometry.alphabet.symbols):
            raise GivensError(
                "a symbol of the geometry begins with # like a comment; end the name of --out in "
                ".jsonl, or add --json"
            )

    def write_results(
        self, source: BinaryIO | Column, records: PuzzleReader, writer: ResultWriter
    ) -> None:
        """Solve the puzzles of records, chunk by chunk."""
        worker = BatchWorker(self._worker_settings)
        jobs, cluster = self.options.jobs, self.options.cluster
        with ExitStack() as ends:
            show = ends.enter_context(progress_bar())
            pool = ends.enter_context(pools.worker_processes(jobs, cluster)) if cluster else None
            meter = Meter(source, show)
            self.began = perf_counter()
            if pool:
                done = written_remotely(
                    source, records, worker, self.form, executor=pool, meter=meter
                )
            else:
                done = self._written_here(records, worker, meter)
            with closing(done):
                for results in done:
                    writer.write(results.text, results.raws)
                    self._counted.add_tally(results.tally)

    def _written_here(
        self, records: PuzzleReader, worker: BatchWorker, meter: Meter
    ) -> Generator[WrittenResults, None, None]:
        """Yield the results for the puzzles of records, of one chunk after the other."""
        puzzles = RecordQueue(records)
        chunks = solve_chunks(puzzles, worker, meter, threads=self.options.jobs or 1)
        with closing(chunks):
            for solved_chunk in chunks:
                yield written(solved_chunk, puzzles.done(len(solved_chunk.givens)), self.form)

    @property
    def code(self) -> int:
        """The exit code: 2 if a line is bad, else that of the first status that is not unique."""
        return BAD if self._counted.bad else CODES[self._counted.first or "unique"]

    @property
    def results(self) -> dict[str, object]:
        """The number of puzzles by status."""
        return {"statuses": {status: self._counted.counts[status] for status in _STATUSES}}

    def say_results(self, say: Callable[[str], None]) -> None:
        """Say the number of puzzles by status."""
        width = len(f"{self._counted.puzzles:,}")
        for status in _STATUSES:
            if number := self._counted.counts[status]:
                say(f"  {number:>{width},}  {status}")
