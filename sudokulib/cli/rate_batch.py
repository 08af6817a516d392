"""``sudokulib rate --batch``: many puzzles from a file, their ratings as a table, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO

from sudokulib.cli.batch import geometry_of, noted, progress_bar, puzzles_of, source_of
from sudokulib.cli.output import BAD, Answer, complain

if TYPE_CHECKING:
    from sudokulib.batch.rated import Rated
    from sudokulib.batch.records import Record

__all__ = ["RateOptions", "rate_batch"]

COLUMNS = ("line", "id", "er", "ep", "ed", "hardest", "level", "score", "steps", "solved", "status")
"""Of the table and of CSV."""


@dataclass(frozen=True, slots=True)
class RateOptions:
    """What the command was told.

    Args:
        file: where puzzles come from; ``-`` for standard input.
        geometry: where they are played: a name or a file.
        out: where results go; None for standard output.
        processes: how many work.
        profile, seconds: as for `sudokulib.rate`.
    """

    file: str
    geometry: str
    out: Path | None
    processes: int
    profile: str
    seconds: float | None


def rate_batch(options: RateOptions, answer: Answer) -> None:
    """Rate the puzzles of a file, and say at the end how it went."""
    suffix = options.out.suffix if options.out else (".jsonl" if answer.as_json else "")
    write = {".csv": _csv_row, ".jsonl": _json_row}.get(suffix, _text_row)
    head = {".csv": ",".join(COLUMNS), ".jsonl": ""}.get(suffix, _HEAD)
    tally = _Tally()
    with source_of(options.file) as source, _sink(options.out) as sink:
        if head:
            print(head, file=sink)
        for record, rated in _rated(options, source):
            print(write(record, rated), file=sink, flush=options.out is None)
            tally.add(record, rated)
    answer.code = BAD if tally.levels["bad"] else 4 if tally.open else 0
    if answer.as_json and options.out is not None:
        answer.data({**tally.data(), "out": str(options.out)})
    else:
        tally.report(complain)


def _rated(options: RateOptions, source: Any) -> Iterator[tuple[Record, Rated]]:
    from sudokulib.batch.progress import Meter  # noqa: PLC0415 - for a quick --help
    from sudokulib.batch.rated import Orders, rate_many  # noqa: PLC0415
    from sudokulib.batch.records import Records  # noqa: PLC0415
    from sudokulib.profiles import profile  # noqa: PLC0415

    profile(options.profile)  # an unknown one is an error of the command, not of a line
    geometry = geometry_of(options.geometry)
    waiting: deque[Record] = deque()
    orders = Orders(geometry, options.profile, options.seconds)
    with progress_bar() as show, _workers(options.processes) as pool:
        meter = Meter(source, show)
        givens = noted(Records(geometry).read(source), waiting)
        for number, rated in enumerate(rate_many(givens, orders, pool), 1):
            yield waiting.popleft(), rated
            meter.add(1, number + len(waiting))
        meter.finish()


@contextmanager
def _workers(processes: int) -> Iterator[Executor | None]:
    if processes == 1:
        yield None
        return
    pool = ProcessPoolExecutor(processes)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _sink(out: Path | None) -> Any:
    if out is None:
        return nullcontext(sys.stdout)
    stream: TextIO = out.open("w", encoding="utf-8", newline="")
    return stream


_HEAD = "  line    ER   EP   ED  level     score  hardest step"


def _text_row(record: Record, rated: Rated) -> str:
    if rated.status == "bad":
        return f"{record.line:6}  bad: {rated.message}"
    grades = " ".join(f"{grade.rating:4.1f}" for grade in (rated.er, rated.ep, rated.ed))
    mark = " " if rated.solved else "+"
    hardest = rated.er.technique.replace("-", " ")
    left = "" if rated.solved else f" (not solved: {rated.stopped or rated.status})"
    return f"{record.line:6}  {grades}{mark} {rated.level:8} {rated.score:6,}  {hardest}{left}"


def _csv_row(record: Record, rated: Rated) -> str:
    row = _row(record, rated)
    stream = io.StringIO()
    csv.writer(stream, lineterminator="").writerow([row[name] for name in COLUMNS])
    return stream.getvalue()


def _row(record: Record, rated: Rated) -> dict[str, Any]:
    return {
        "line": record.line,
        "id": "" if record.id is None else record.id,
        "er": rated.er.rating,
        "ep": rated.ep.rating,
        "ed": rated.ed.rating,
        "hardest": rated.er.technique,
        "level": rated.level,
        "score": rated.score,
        "steps": sum(rated.techniques.values()),
        "solved": "yes" if rated.solved else "no",
        "status": rated.stopped or rated.status,
    }


def _json_row(record: Record, rated: Rated) -> str:
    from sudokulib.cli.rate import grade_data  # noqa: PLC0415 - it imports this module

    return json.dumps(
        {
            "line": record.line,
            "id": record.id,
            "status": rated.status,
            "solved": rated.solved,
            "er": grade_data(rated.er),
            "ep": grade_data(rated.ep),
            "ed": grade_data(rated.ed),
            "level": rated.level,
            "score": rated.score,
            "techniques": rated.techniques,
            "stopped": rated.stopped,
            "seconds": rated.seconds,
            "message": rated.message,
        },
        ensure_ascii=False,
    )


class _Tally:
    """What became of all of them.

    Attributes:
        levels: how many puzzles of each level there are; "bad" for lines that are none.
        open: how many were not solved.
    """

    def __init__(self) -> None:
        self.levels: Counter[str] = Counter()
        self.open = 0
        self._ratings: list[float] = []
        self._bad: list[tuple[int, str]] = []
        self._began = perf_counter()

    def add(self, record: Record, rated: Rated) -> None:
        """Count one more."""
        if rated.status == "bad":
            self.levels["bad"] += 1
            self._bad.append((record.line, rated.message))
            return
        self.levels[rated.level] += 1
        self.open += not rated.solved
        self._ratings.append(rated.er.rating)

    def data(self) -> dict[str, Any]:
        """The summary for JSON."""
        seconds = perf_counter() - self._began
        return {
            "puzzles": self.levels.total(),
            "levels": dict(self.levels),
            "unsolved": self.open,
            "bad": [{"line": line, "message": message} for line, message in self._bad],
            "seconds": seconds,
            "rate": self.levels.total() / seconds,
        }

    def report(self, say: Callable[[str], None]) -> None:
        """The summary in words."""
        seconds = perf_counter() - self._began
        total = self.levels.total()
        say(f"{puzzles_of(total)} in {seconds:.2f} s, {total / seconds:,.1f} a second")
        for level, number in self.levels.items():
            say(f"  {number:>{len(str(total))},}  {level}")
        if self._ratings:
            mean = sum(self._ratings) / len(self._ratings)
            say(f"ER {min(self._ratings):.1f} to {max(self._ratings):.1f}, {mean:.2f} in the mean")
        if self.open:
            say(f"not solved: {self.open:,}")
