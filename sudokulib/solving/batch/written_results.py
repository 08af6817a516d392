"""Lines of a file in, lines of results out: read, solved and written by whoever does the work.

What hands out the work then touches no puzzle: it cuts a file into blocks and puts the results
together.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, replace
from io import BytesIO
from time import perf_counter
from typing import Any, BinaryIO, NamedTuple, SupportsIndex, cast
from zlib import crc32

from sudokulib.basics.pickling import reduce_with_buffers
from sudokulib.solving.batch.chunks import Chunks, in_flight, wait_for_first, window_for
from sudokulib.solving.batch.columns import Column
from sudokulib.solving.batch.line_results import LineFormat
from sudokulib.solving.batch.progress import Meter
from sudokulib.solving.batch.records import PuzzleBlock, PuzzleLines, PuzzleReader
from sudokulib.solving.batch.result_lines import (
    LINE_FORMATS,
    ResultTally,
    joined_lines,
    result_lines,
    text_lines,
)
from sudokulib.solving.batch.solved_chunk import SolvedChunk, split_outcome
from sudokulib.solving.batch.worker import BatchWorker, worker_of

_MAX_BYTES = 1 << 22
"""Bytes in a chunk, at most; a bound on memory.

Lines of 17clue on two local workers: 3.3 µs of processor time each with a million bytes, 3.1 with
two, 3.0 with four and eight (`sudokulib solve --batch --cluster local`, 2,400,000 lines; 2026-11).
"""

_PIECE = 1 << 10
"""Lines that are solved together: what belongs to them stays in the processor's cache.

Measured as for `_MAX_BYTES`: 2.9 µs of processor time each, 3.15 with whole chunks.
"""


@dataclass(frozen=True, slots=True)
class WrittenResults:
    """The results of some puzzles of a file.

    Args:
        text: for each puzzle a line, with its end.
        raws: the lines of the puzzles, without white space around them but for their ends.
        tally: the count of the puzzles.
    """

    text: bytes
    raws: bytes
    tally: ResultTally

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return reduce_with_buffers(self, protocol)


class FilePart(NamedTuple):
    """Where lines are in a file that workers may see as well.

    Args:
        path: the file.
        start: the position of the first byte.
        size: the number of bytes.
        checksum: their CRC-32; what has another is not the same file.
    """

    path: str
    start: int
    size: int
    checksum: int

    def data(self) -> bytes | None:
        """Return the lines; None if they are not here."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.start)
                data = file.read(self.size)
        except OSError:
            return None
        return data if crc32(data) == self.checksum else None


class LinesOutcome(NamedTuple):
    """What came of some lines.

    Args:
        seconds: the wall time that it took.
        results: the results; None if the worker does not see the file that the lines are in.
        unchanged: whether `results.raws` was left out, since it is what was sent.
    """

    seconds: float
    results: WrittenResults | None
    unchanged: bool = False


def written(solved_chunk: SolvedChunk, records: PuzzleBlock, form: LineFormat) -> WrittenResults:
    """Return the results for the puzzles of a chunk; `records` are those that they come from."""
    tally = ResultTally()
    if form.name != "text" or solved_chunk.group.error:
        lines = list(result_lines(solved_chunk, records))
        for line in lines:
            tally.add(line)
        return WrittenResults(joined_lines(list(map(form.write, lines))), records.text, tally)
    tally.add_outcomes(solved_chunk.group.outcomes)
    text = text_lines(solved_chunk.group, solved_chunk.geometry.alphabet)
    return WrittenResults(text, records.text, tally)


@dataclass(frozen=True, slots=True)
class LineChunk:
    """Consecutive lines of a file.

    Args:
        first: the number of the first, from 1.
        data: the lines.
        number: how many they are.
        sent: what is sent of them: `data`, where they are, or the records that they hold.
    """

    first: int
    data: bytes
    number: int
    sent: bytes | FilePart | PuzzleBlock

    def __len__(self) -> int:
        return self.number


class LineChunks(Chunks[LineChunk]):
    """Cuts the lines of a file into chunks.

    Args:
        source: the file.
        records: what is left of its puzzles.
        width: the usual number of bytes in a line.
        executor: where the puzzles are solved.
    """

    def __init__(
        self, source: BinaryIO | Column, records: PuzzleReader, width: int, executor: Executor
    ) -> None:
        super().__init__(records.lines, executor, max(1, _MAX_BYTES // width))
        self._form, self._before, self._width = records.form, records.read, width
        self._file = _file_of(source)
        self._path = os.path.abspath(self._file.name) if self._file else ""
        self._end = os.path.getsize(self._path) if self._file else 0
        self._position = self._file.tell() if self._file else 0

    @property
    def remaining(self) -> int:
        """About how many lines are left; 0 if that is not known."""
        return (
            max(0, self._end - self._position) // self._width if self._file else super().remaining
        )

    def take(self, most: int) -> LineChunk:
        """Return a chunk of the next lines, about so many."""
        first, (data, number) = self._before + self.read + 1, self._lines(most)
        sent: bytes | FilePart | PuzzleBlock = data
        if self._form.holds_objects(data):
            # Objects may name geometries that are here alone.
            sent = self._form.block(first, _cut(data)) or b""
        elif self._path:
            sent = FilePart(self._path, self._position, len(data), crc32(data))
        self._position += len(data)
        return LineChunk(first, data, number, sent)

    def _lines(self, most: int) -> tuple[bytes, int]:
        """Return some lines and their number."""
        if self._file is None:
            lines = self._source.take(most)
            return b"".join(lines), len(lines)
        # Reading line by line takes 0.1 µs a line more, which is a third of all that is done here.
        try:
            data = self._file.read((most - 1) * self._width) + self._file.readline()
        except OSError as error:
            self._source.error, data = error, b""
        return data, data.count(b"\n") + (data[-1:] not in (b"", b"\n"))

    def send_data(self) -> None:
        """Send the lines themselves from now on: workers do not see the file."""
        self._path = ""


def _file_of(source: BinaryIO | Column) -> BinaryIO | None:
    """Return a file that has a path, and nothing but lines."""
    name = None if isinstance(source, Column) else getattr(source, "name", None)
    found = isinstance(name, str | os.PathLike) and os.path.isfile(name)
    return cast("BinaryIO", source) if found else None


def _cut(data: bytes) -> list[bytes]:
    """Return the lines in bytes, with their ends."""
    return BytesIO(data).readlines()


def written_remotely(
    source: BinaryIO | Column,
    records: PuzzleReader,
    worker: BatchWorker,
    form: LineFormat,
    *,
    executor: Executor,
    meter: Meter,
) -> Generator[WrittenResults, None, None]:
    """Yield the results for the puzzles of a file in their order.

    Args:
        source: the file.
        records: what is left of its puzzles.
        worker: holds the settings.
        form: how results are written.
        executor: where puzzles are solved, and results written.
        meter: counts the puzzles.
    """
    chunks = LineChunks(source, records, worker.lines.size + 1, executor)
    settings = worker.pickled_settings()

    def submit(first: int, lines: bytes | FilePart | PuzzleBlock) -> Future[LinesOutcome]:
        return executor.submit(write_results, settings, form.name, first, lines)

    flight = in_flight(
        chunks,
        lambda _, chunk: submit(chunk.first, chunk.sent),
        wait_for_first,
        window_for(executor, chunks),
        token=None,
        in_order=True,
    )
    read = 0  # the lines whose results have come
    with closing(flight):
        for _, chunk, first_outcome in flight:
            outcome = first_outcome
            if (found := outcome.results) is None:
                chunks.send_data()
                outcome = submit(chunk.first, chunk.data).result()
                found = cast("WrittenResults", outcome.results)
            yield replace(found, raws=chunk.data) if outcome.unchanged else found
            read += len(chunk)
            done = found.tally.puzzles  # comments are none
            meter.add(done, meter.done + done + chunks.read - read)
    meter.finish()


def write_results(
    settings: bytes, form: str, first: int, lines: bytes | FilePart | PuzzleBlock
) -> LinesOutcome:
    """Solve the puzzles of some lines in any process, and write their results.

    Args:
        settings: those of a `BatchWorker`, pickled.
        form: the name of a format of `LINE_FORMATS`.
        first: the number of the first line.
        lines: the lines, where they are, or the records that were read from them.
    """
    began = perf_counter()
    worker = worker_of(settings)
    if isinstance(lines, FilePart):
        if (data := lines.data()) is None:
            return LinesOutcome(0.0, None)
        lines = data
    if isinstance(lines, PuzzleBlock):
        found = _written_records(lines, worker, LINE_FORMATS[form])
        return LinesOutcome(perf_counter() - began, found)
    texts, raws, tally, plain = [], [], ResultTally(), bool(lines)
    for piece in _pieces(lines, worker.lines.size + 1):
        part = _written_plain(piece, worker) if form == "text" else None
        if part is None:
            plain = False
            records = PuzzleLines(worker.lines.geometry).block(first, _cut(piece))
            part = _written_records(records, worker, LINE_FORMATS[form])
        texts.append(part.text)
        raws.append(part.raws)
        tally.add_tally(part.tally)
        first += piece.count(b"\n")
    found = WrittenResults(b"".join(texts), b"" if plain else b"".join(raws), tally)
    return LinesOutcome(perf_counter() - began, found, plain)


def _pieces(data: bytes, width: int) -> Iterator[bytes]:
    """Cut lines into pieces of a thousand or so, if they have the usual width."""
    start = 0
    while start < len(data):
        most = start + _PIECE * width
        end = data.rfind(b"\n", start, most) + 1 or len(data)
        yield data[start:end]
        start = end


def _written_plain(data: bytes, worker: BatchWorker) -> WrittenResults | None:
    """Solve lines of one character for each cell; None if some are others."""
    packed = worker.lines.pack_block(data) if worker.for_lines.engine else None
    if not packed:
        return None
    tally, texts = ResultTally(), []
    for group in worker.run(packed).groups:
        tally.add_outcomes(group.outcomes)
        texts.append(text_lines(group, worker.lines.geometry.alphabet))
    return WrittenResults(b"".join(texts), data, tally)


def _written_records(
    records: PuzzleBlock | None, worker: BatchWorker, form: LineFormat
) -> WrittenResults:
    """Solve the puzzles of records, and return their results."""
    if records is None:
        return WrittenResults(b"", b"", ResultTally())
    texts, tally = [], ResultTally()
    outcome = worker.run(records.givens)
    for solved_chunk in split_outcome(0, records.givens, outcome, worker):
        start, number = solved_chunk.first, len(solved_chunk.givens)
        part = written(solved_chunk, records.part(start, start + number), form)
        texts.append(part.text)
        tally.add_tally(part.tally)
    return WrittenResults(b"".join(texts), records.text, tally)
