"""Ratings of many puzzles as lines of a file: written as a table, CSV or JSON, and read back."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any, NamedTuple

from sudokulib.solving.batch.line_results import LineFormat, LineTally
from sudokulib.solving.batch.rated import RatingSummary
from sudokulib.solving.rating import LEVELS, Grade


class RatingRow(NamedTuple):
    """The rating of one puzzle of a file.

    Args:
        line: the number of its line.
        id: its name, or None.
        rated: the numbers.
    """

    line: int
    id: Any
    rated: RatingSummary


def _data(row: RatingRow) -> dict[str, Any]:
    """Return the row as data for JSON."""
    rated, details = row.rated, row.rated.details
    return {
        "line": row.line,
        "id": row.id,
        "status": rated.status,
        "solved": rated.solved,
        "er": asdict(rated.er),
        "ep": asdict(rated.ep),
        "ed": asdict(rated.ed),
        "level": rated.level,
        "score": rated.score,
        "techniques": rated.techniques,
        "truths": rated.parts.truths,
        "links": rated.parts.links,
        "premises": rated.parts.premises,
        "open": details and round(details.open, 2),
        "bottlenecks": details and list(details.bottlenecks),
        "needed": details and list(details.needed),
        "stopped": rated.stopped,
        "seconds": rated.seconds,
        "message": rated.message,
    }


def _as_json(row: RatingRow) -> str:
    return json.dumps(_data(row), ensure_ascii=False)


def _read_json(text: str) -> RatingRow:
    data = json.loads(text)
    er = Grade(data["er"]["rating"], data["er"]["technique"])
    rated = RatingSummary(
        data["status"], data["solved"], er, level=data["level"], message=data["message"]
    )
    return _validated(RatingRow(data["line"], data["id"], rated))


COLUMNS = (
    "line", "id", "er", "ep", "ed", "hardest", "level", "score", "steps", "solved", "status",
    "truths", "links", "premises", "open", "bottlenecks", "needed", "seconds", "message",
)  # fmt: skip


def _as_csv(row: RatingRow) -> str:
    rated, data = row.rated, _data(row)
    cells = {
        **data,
        **{name: data[name]["rating"] for name in ("er", "ep", "ed")},
        "hardest": rated.er.technique,
        "steps": sum(rated.techniques.values()),
        "solved": "yes" if rated.solved else "no",
        "status": rated.stopped or rated.status,
        "bottlenecks": " ".join(map(str, data["bottlenecks"] or ())),
        "needed": " ".join(data["needed"] or ()),
        "seconds": f"{rated.seconds:.3f}",
    }
    if rated.status == "bad":
        cells = {name: data[name] for name in ("line", "id", "status", "message")}
    stream = io.StringIO()
    # A cell must not contain line breaks: an interrupted file is read back line by line.
    texts = ("" if (cell := cells.get(name)) is None else str(cell) for name in COLUMNS)
    csv.writer(stream, lineterminator="").writerow(" ".join(cell.splitlines()) for cell in texts)
    return stream.getvalue()


def _read_csv(text: str) -> RatingRow:
    try:
        (found,) = csv.reader([text])
    except csv.Error as error:
        raise ValueError(str(error)) from None
    cells = dict(zip(COLUMNS, found, strict=True))
    er = Grade(float(cells["er"] or 0), cells["hardest"])
    rated = RatingSummary(
        cells["status"], cells["solved"] == "yes", er, level=cells["level"],
        message=cells["message"],
    )  # fmt: skip
    return _validated(RatingRow(int(cells["line"]), cells["id"], rated))


_NO_LEVEL = "-"
_HEAD = "  line    ER   EP   ED  level     score  hardest step"


def _as_text(row: RatingRow) -> str:
    rated = row.rated
    if rated.status == "bad":
        return f"{row.line:6}  bad: {rated.message}"
    grades = " ".join(f"{grade.rating:4.1f}" for grade in (rated.er, rated.ep, rated.ed))
    mark = " " if rated.solved else "+"
    why = "" if rated.solved else f" (not solved: {rated.stopped or rated.status})"
    notes = [f"{_plain(rated.er.technique)}{why}"]
    if rated.details is not None:
        notes.append(f"{rated.details.open:.1f} open")
        notes.append(f"{len(rated.details.bottlenecks)} bottlenecks")
        notes.append(f"enough: {', '.join(map(_plain, rated.details.needed)) or 'unknown'}")
    level = rated.level or _NO_LEVEL
    return f"{row.line:6}  {grades}{mark} {level:8} {rated.score:6,}  {'; '.join(notes)}"


def _plain(technique: str) -> str:
    return technique.replace("-", " ") or "none"


def _read_text(text: str) -> RatingRow:
    """Parse as much of a line as a tally needs."""
    number, first, rest = text.split(maxsplit=2)
    if first == "bad:":
        return _validated(RatingRow(int(number), None, RatingSummary("bad", message=rest)))
    ed, level = rest.split()[1:3]
    rated = RatingSummary(
        "", not ed.endswith("+"), Grade(float(first)), level=level.strip(_NO_LEVEL)
    )
    return _validated(RatingRow(int(number), None, rated))


def _validated(row: RatingRow) -> RatingRow:
    """Return a row from its parsed line; raise ValueError if it was not written here."""
    rated, rating = row.rated, row.rated.er.rating
    texts = (rated.status, rated.level, rated.message)
    plain = type(row.line) is int and type(rated.solved) is bool and type(rating) in (int, float)
    levels = ("", *(level.name for level in LEVELS))
    if not plain or not all(isinstance(text, str) for text in texts) or rated.level not in levels:
        raise ValueError(row)
    if not isfinite(rating):
        raise ValueError(row)
    return row


LINE_FORMATS = {
    form.name: form
    for form in (
        LineFormat("text", _as_text, _read_text, _HEAD),
        LineFormat("csv", _as_csv, _read_csv, ",".join(COLUMNS)),
        LineFormat("jsonl", _as_json, _read_json),
    )
}
"""The ways to write ratings, by name."""


@dataclass(slots=True)
class RatingTally(LineTally):
    """A running count over the ratings of a file.

    Attributes:
        unsolved: the number of puzzles that the techniques did not solve.
    """

    unsolved: int = 0
    _ratings: list[float] = field(default_factory=list)

    def add(self, row: RatingRow) -> None:
        """Count one more row."""
        if row.rated.status == "bad":
            self.add_bad(row.line, row.rated.message)
            return
        self.counts[row.rated.level or "none"] += 1
        self.unsolved += not row.rated.solved
        self._ratings.append(row.rated.er.rating)

    @property
    def levels(self) -> dict[str, int]:
        """The number of puzzles of each level, the easiest first.

        After them come those without a level ("none") and lines that are not a puzzle ("bad").
        """
        names = (*(level.name for level in LEVELS), "none", "bad")
        return {name: self.counts[name] for name in names if self.counts[name]}

    @property
    def spread(self) -> tuple[float, float, float] | None:
        """The lowest, mean and highest ER; None if there is no puzzle."""
        found = self._ratings
        return (min(found), sum(found) / len(found), max(found)) if found else None
