"""Results that are written where puzzles are solved: the same as those that are written here."""

from __future__ import annotations

import csv
import io
import json
import pickle
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from support import grid

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.solving.batch import chunks, progress, written_results
from sudokulib.solving.batch.columns import column_of
from sudokulib.solving.batch.executors import RemoteExecutor
from sudokulib.solving.batch.many import solve_chunks
from sudokulib.solving.batch.progress import Meter, Progress
from sudokulib.solving.batch.records import PuzzleBlock, PuzzleLines
from sudokulib.solving.batch.result_lines import LINE_FORMATS, ResultTally, result_lines
from sudokulib.solving.batch.worker import BatchSettings, BatchWorker
from sudokulib.solving.batch.written_results import FilePart, LineChunks, written, written_remotely

FOUR = grid("4x4", "2x2", symbols="1234")
UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14
PLAIN = [UNIQUE, MULTIPLE, NONE, f"{MULTIPLE[:-1]}2"]


class Elsewhere(RemoteExecutor):
    """Does each task at once, on copies of what is sent, and remembers what that was."""

    slots = 2

    def __init__(self, before: Callable[[], object] = lambda: None) -> None:
        self.sent: list[Any] = []
        self._before = before

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._before()
        self.sent.append(args[-1])
        there = pickle.loads(pickle.dumps((fn, args, kwargs)))
        done: Future[Any] = Future()
        done.set_result(_copied(there[0](*there[1], **there[2])))
        return done


def _copied(one: Any) -> Any:
    """Send something as Dask does: with its long bytes beside the pickle."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(one, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[memoryview(bytearray(buffer)) for buffer in buffers])


Everything = tuple[bytes, bytes, ResultTally]


def _together(parts: Iterable[written_results.WrittenResults]) -> Everything:
    texts, raws, tally = b"", b"", ResultTally()
    for one in parts:
        assert {type(one.text), type(one.raws)} == {bytes}
        texts, raws = texts + one.text, raws + one.raws
        tally.add_tally(one.tally)
    return texts, raws, tally


def here(content: bytes, form: str = "text", where: Geometry = FOUR) -> Everything:
    """The results of lines, each of which is solved by itself."""
    parts, tally = [], ResultTally()
    worker = BatchWorker(BatchSettings(where))
    for record in PuzzleLines(where).read(io.BytesIO(content)):
        block = PuzzleBlock.of([record])
        (chunk,) = solve_chunks(block.givens, worker, Meter([], None))
        parts.append(written(chunk, block, LINE_FORMATS[form]))
        (line,) = result_lines(chunk, block)
        tally.add(line)
    return *_together(parts)[:2], tally


def there(
    source: BinaryIO,
    executor: Executor,
    form: str = "text",
    where: Geometry = FOUR,
    *,
    done: int = 0,
    shown: Callable[[Progress], object] | None = None,
) -> Everything:
    """The results of the lines of a file after those that were done before."""
    records = PuzzleLines(where).read(source)
    list(islice(records, done))
    worker, meter = BatchWorker(BatchSettings(where)), Meter(source, shown)
    return _together(
        written_remotely(
            source, records, worker, LINE_FORMATS[form], executor=executor, meter=meter
        )
    )


def lines(*some: str, times: int = 1) -> bytes:
    return "".join(f"{one}\n" for one in some * times).encode()


CONTENTS = {
    "plain": lines(*PLAIN, times=700),
    "no end": lines(*PLAIN, times=9)[:-1],
    "one line": UNIQUE.encode(),
    "empty": b"",
    "nothing but comments": lines("# {", "", times=40),
    "comments": lines(UNIQUE, f"# {UNIQUE}", "", f"  {MULTIPLE} ", times=50),
    "other ends": lines(*PLAIN, times=20).replace(b"\n", b"\r\n"),
    "a mark at the top": b"\xef\xbb\xbf" + lines(*PLAIN, times=9),
    "bad lines": lines(UNIQUE, "12", "x" * 16, NONE, times=50),
    "not text": lines(UNIQUE, times=5) + b"\xff\xfe\n" + lines(UNIQUE),
    "spaces": lines("1... ..2. .3.. ...4", UNIQUE, times=9),
    "as wide": lines(f"{UNIQUE[:-1]} ", f" {UNIQUE[1:]}", f"{UNIQUE[:-1]}#", times=9),
    "objects": lines(
        UNIQUE,
        json.dumps({"givens": MULTIPLE, "id": "a"}),
        json.dumps({"geometry": "6x6", "id": 2}),
        "{",
        times=6,
    ),
}


@pytest.mark.parametrize("form", sorted(LINE_FORMATS))
@pytest.mark.parametrize("name", sorted(CONTENTS))
@pytest.mark.parametrize("as_file", [True, False], ids=["file", "stream"])
def test_results_are_those_of_here(name: str, form: str, as_file: bool, tmp_path: Path) -> None:
    content = CONTENTS[name]
    path, executor = tmp_path / "puzzles.txt", Elsewhere()
    path.write_bytes(content)
    with path.open("rb") if as_file else io.BytesIO(content) as source:
        found = there(source, executor, form)
    assert found == here(content, form)
    kinds = {type(one) for one in executor.sent}
    if b'"geometry"' in content:
        assert PuzzleBlock in kinds
    elif as_file and b"{" not in content:
        assert kinds <= {FilePart}


@pytest.mark.parametrize("symbols", ["0123456789ABCDEF", "àéîõüýÿñöäåçèêëì", "αβγδεζηθικλμνξοπ"])
def test_symbols_of_any_kind(symbols: str) -> None:
    wide = grid("16x1", symbols=symbols)
    content = lines("." + symbols[1:], "." * 16, symbols[0] * 16, times=20)
    assert there(io.BytesIO(content), Elsewhere(), where=wide) == here(content, where=wide)


def test_symbols_that_are_the_bytes_of_another() -> None:
    odd = grid("4x1", symbols="Ã©éx")
    content = lines("éé", "Ã©é.", "Ã©..", times=9)
    assert there(io.BytesIO(content), Elsewhere(), where=odd) == here(content, where=odd)


@pytest.mark.parametrize("mark", ["#", "{", " ", "é"])
def test_marks_for_empty_cells_that_mean_something_in_a_file(mark: str) -> None:
    odd = grid("4x1", symbols={"symbols": "1234", "empty": mark})
    content = lines(*(line.replace(".", mark) for line in ("1..4", ".234", "123.")), times=9)
    assert there(io.BytesIO(content), Elsewhere(), where=odd) == here(content, where=odd)


def test_a_symbol_that_begins_comments_elsewhere() -> None:
    odd = grid("2x2", symbols="#{")
    content = lines("#...", "{..#", "....", times=9)
    assert there(io.BytesIO(content), Elsewhere(), "jsonl", odd) == here(content, "jsonl", odd)


@pytest.mark.parametrize("done", [1, 3, 400])
def test_a_run_goes_on_where_it_ended(done: int, tmp_path: Path) -> None:
    content = lines(f"# {UNIQUE}", *PLAIN, "1", times=100)
    path, executor = tmp_path / "puzzles.txt", Elsewhere()
    path.write_bytes(content)
    with path.open("rb") as source:
        texts, raws, tally = there(source, executor, done=done)
    all_texts, all_raws, _ = here(content)
    assert texts == b"".join(all_texts.splitlines(keepends=True)[done:])
    assert raws == b"".join(all_raws.splitlines(keepends=True)[done:])
    assert tally.puzzles == 500 - done
    assert {type(one) for one in executor.sent} == {FilePart}


@pytest.fixture
def many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks grow slowly, so that even a short file makes many."""
    monkeypatch.setattr(chunks, "_REMOTE_GROWTH", 2)


@pytest.mark.usefixtures("many_tasks")
@pytest.mark.parametrize("change", ["gone", "changed", "cut"])
def test_lines_are_sent_to_workers_that_do_not_see_the_file(change: str, tmp_path: Path) -> None:
    content = lines(*PLAIN, times=300)
    path = tmp_path / "puzzles.txt"
    path.write_bytes(content)

    def spoil() -> None:
        if change == "gone":
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(content[:5] if change == "cut" else lines(*PLAIN[::-1], times=300))

    source: Any = path.open("rb") if change == "gone" else _Remembered(path, content)
    executor = Elsewhere(spoil)
    with source:
        assert there(source, executor) == here(content)
    kinds = [type(one) for one in executor.sent]
    assert FilePart in kinds
    assert set(kinds[kinds.index(bytes) + 8 :]) == {bytes}


class _Remembered(io.BytesIO):
    """A file with a path where something else is by now."""

    def __init__(self, path: Path, content: bytes) -> None:
        super().__init__(content)
        self.name = path


def test_columns_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["n", "puzzle"], *enumerate(PLAIN * 50)])
    executor = Elsewhere()
    with path.open("rb") as source:
        column: Any = column_of(path, source)
        found = there(column, executor)
    assert found == here(lines(*PLAIN, times=50))
    assert {type(one) for one in executor.sent} == {bytes}


@pytest.mark.usefixtures("many_tasks")
def test_an_error_of_the_file_comes_after_the_results_before_it(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(lines(*PLAIN, times=100))

    class Broken(io.FileIO):
        def readinto(self, buffer: Any) -> int:
            if self.tell():
                raise OSError("the disk is gone")
            return super().readinto(buffer)

    source = io.BufferedReader(Broken(path), 170)
    records = PuzzleLines(FOUR).read(source)
    worker, meter, found = BatchWorker(BatchSettings(FOUR)), Meter(source, None), 0
    results = written_remotely(
        source, records, worker, LINE_FORMATS["text"], executor=Elsewhere(), meter=meter
    )
    with pytest.raises(OSError, match="the disk is gone"):  # noqa: PT012
        for one in results:
            found += one.tally.puzzles
    assert found >= 3


@pytest.mark.usefixtures("many_tasks")
def test_progress_counts_puzzles_and_ends_at_the_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(progress, "_REPORT_EVERY", 0.0)
    seen: list[Progress] = []
    path = tmp_path / "puzzles.txt"
    path.write_bytes(lines(UNIQUE, "# no puzzle", times=300))
    with path.open("rb") as source:
        there(source, Elsewhere(), shown=seen.append)
    assert (seen[-1].done, seen[-1].share) == (300, 1.0)
    shares = [one.share for one in seen]
    assert shares == sorted(shares, key=float)
    assert len(set(shares)) > 5


def test_a_file_tells_by_its_size_how_many_lines_are_left(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(lines(UNIQUE, times=50))
    with path.open("rb") as source:
        made = LineChunks(source, PuzzleLines(FOUR).read(source), 17, Elsewhere())
        remaining = [made.remaining, *(made.remaining for chunk in made if chunk)]
    assert remaining == [*range(50, -1, -1)]
    stream = io.BytesIO(path.read_bytes())
    assert LineChunks(stream, PuzzleLines(FOUR).read(stream), 17, Elsewhere()).remaining == 0


def test_a_disk_that_is_a_little_slow_does_not_make_workers_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chunks, "perf_counter", iter(range(0, 1000, 3)).__next__)
    for seconds, slow in ((2, True), (4, False)):
        monkeypatch.setattr(chunks, "_MAX_REMOTE_SECONDS", seconds)
        source = io.BytesIO(lines(UNIQUE))
        made = LineChunks(source, PuzzleLines(FOUR).read(source), 17, Elsewhere())
        assert len(next(made)) == 1
        assert made.is_slow is slow


def test_puzzles_that_are_slowly_made_do_not_make_threads_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chunks, "perf_counter", iter(range(0, 1000, 3)).__next__)
    monkeypatch.setattr(chunks, "_MAX_CHUNK_SECONDS", 1)
    for seconds, slow in ((2, True), (4, False)):
        monkeypatch.setattr(chunks, "_MAX_TASK_SECONDS", seconds)
        source = io.BytesIO(lines(UNIQUE))
        made = LineChunks(source, PuzzleLines(FOUR).read(source), 17, None)
        assert len(next(made)) == 1
        assert made.is_slow is slow


def test_no_chunk_is_larger_than_the_bound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(written_results, "_MAX_BYTES", 1000)
    path, executor = tmp_path / "puzzles.txt", Elsewhere()
    path.write_bytes(lines(UNIQUE, times=3000))
    with path.open("rb") as source:
        there(source, executor)
    sizes = [one.size for one in executor.sent]
    assert sum(sizes) == 3000 * 17
    assert 900 < max(sizes) <= 1000
