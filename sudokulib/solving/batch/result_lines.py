"""The result for a puzzle as a line of a file: written as text or JSON, and read back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, cast

from sudokulib.basics.alphabet import Alphabet
from sudokulib.errors import Problem, ProblemsError, SudokuError
from sudokulib.solving.batch.line_results import LineFormat, LineTally
from sudokulib.solving.batch.records import PuzzleBlock
from sudokulib.solving.batch.solved_chunk import STATUS, SolvedChunk
from sudokulib.solving.batch.worker import OUTCOMES, OutcomeGroup

_KNOWN = ("bad", *STATUS)
"""The possible statuses of a line."""


class ResultLine(NamedTuple):
    """The result for one puzzle of a file.

    Args:
        line: the number of its line.
        id: its name, or None.
        status: unique, multiple, none, unknown; or bad.
        solutions: as lines, two at most.
        nodes: the nodes of the search.
        stopped: "time" or "nodes" if a limit ended the search, else empty.
        message: what is wrong with a bad line.
    """

    line: int
    id: Any
    status: str
    solutions: Sequence[str] = ()
    nodes: int = 0
    stopped: str = ""
    message: str = ""


def result_lines(solved_chunk: SolvedChunk, records: PuzzleBlock) -> Iterator[ResultLine]:
    """Yield the results for the puzzles of a chunk; `records` are the lines they were read from."""
    group, (lines, _, _, ids) = solved_chunk.group, records
    if group.error is not None:
        yield ResultLine(lines[0], ids[0], "bad", message=_message(group.error))
        return
    texts = _texts(group, solved_chunk.geometry.alphabet)
    rows = zip(lines, ids, group.outcomes, texts, group.search_nodes(), strict=True)
    for line, name, outcome, solutions, nodes in rows:
        stopped = OUTCOMES[outcome] if STATUS[outcome] == "unknown" else ""
        yield ResultLine(line, name, STATUS[outcome], solutions, nodes, stopped)


def text_lines(group: OutcomeGroup, alphabet: Alphabet) -> bytes:
    """Return the results for some puzzles, none of them bad, as text: a line for each."""
    if group.all_unique and isinstance(group.solutions, bytes):
        rows = [one for (one,) in group.known_solutions()]
        return alphabet.lines(cast("list[bytes]", rows))
    outcomes, solutions = group.outcomes, _first_texts(group, alphabet)
    lines = [
        text if STATUS[outcome] == "unique" else _remark(STATUS[outcome], OUTCOMES[outcome])
        for outcome, text in zip(outcomes, solutions, strict=True)
    ]
    return joined_lines(lines)


def joined_lines(lines: Sequence[str]) -> bytes:
    """Return lines as bytes, each with its end."""
    return "\n".join([*lines, ""]).encode()


def _texts(group: OutcomeGroup, alphabet: Alphabet) -> list[list[str]]:
    """Return the solutions of each puzzle, two at most, each as a line."""
    return [[alphabet.text(one) for one in known] for known in group.known_solutions()]


def _first_texts(group: OutcomeGroup, alphabet: Alphabet) -> list[str]:
    """Return the first solution of each puzzle as a line; anything where there is none."""
    if isinstance(group.solutions, tuple) or not alphabet.is_latin:
        return [texts[0] if texts else "" for texts in _texts(group, alphabet)]
    # One text, cut into lines, takes 0.2 µs a line, a text for each 0.4 (2026-11).
    text = alphabet.text(group.solutions)
    step = len(text) // len(group.outcomes)
    return [text[start : start + step // 2] for start in range(0, len(text), step)]


def _message(error: SudokuError) -> str:
    """Return an error as one line."""
    problems: tuple[Problem, ...] = error.problems if isinstance(error, ProblemsError) else ()
    described = "; ".join(f"{p.message}; {p.fix}" if p.fix else p.message for p in problems)
    return " ".join((described or str(error)).split())


def _as_text(line: ResultLine) -> str:
    """Return the only solution as text, or a comment with the status."""
    if line.status == "unique":
        return line.solutions[0]
    if line.status == "bad":
        return f"# bad: line {line.line}: {line.message}"
    return _remark(line.status, line.stopped)


def _remark(status: str, stopped: str) -> str:
    return f"# unknown: {stopped}" if status == "unknown" else f"# {status}"


def _as_json(line: ResultLine) -> str:
    """Return the whole result as JSON."""
    return json.dumps(
        {
            "line": line.line,
            "id": line.id,
            "status": line.status,
            "solutions": line.solutions,
            "nodes": line.nodes,
            "stopped": line.stopped,
            "message": line.message,
        },
        ensure_ascii=False,
    )


def _read_text(text: str) -> ResultLine:
    """Parse as much of a line as a tally needs."""
    if not text.startswith("# "):
        return ResultLine(0, None, "unique")
    status, _, rest = text[2:].partition(": ")
    number, _, message = rest.partition(": ")
    bad = status == "bad"
    return _validated(
        ResultLine(int(number[len("line ") :]) if bad else 0, None, status, message=message)
    )


def _read_json(text: str) -> ResultLine:
    data = json.loads(text)
    return _validated(ResultLine(data["line"], None, data["status"], message=data["message"]))


def _validated(line: ResultLine) -> ResultLine:
    """Return a line from its parsed object; raise ValueError if it was not written here."""
    if type(line.line) is not int or line.status not in _KNOWN or not isinstance(line.message, str):
        raise ValueError(line)
    return line


LINE_FORMATS = {
    form.name: form
    for form in (
        LineFormat("text", _as_text, _read_text),
        LineFormat("jsonl", _as_json, _read_json),
    )
}
"""The ways to write results, by name."""


@dataclass(slots=True)
class ResultTally(LineTally):
    """A count of puzzles by status, with the lines that are bad.

    Attributes:
        first: the first status that is neither unique nor bad; empty if there is none.
    """

    first: str = ""

    def add(self, line: ResultLine) -> None:
        """Count a puzzle."""
        if line.status == "bad":
            self.add_bad(line.line, line.message)
            return
        self._add_status(line.status, 1)

    def add_outcomes(self, outcomes: bytes) -> None:
        """Count puzzles by their outcomes, none of them bad."""
        # In the order in which they are met.
        for outcome, number in Counter(outcomes).items():
            self._add_status(STATUS[outcome], number)

    def add_tally(self, other: Self) -> None:
        """Count the puzzles of another tally, which come after those of this one."""
        LineTally.add_tally(self, other)
        self.first = self.first or other.first

    def _add_status(self, status: str, number: int) -> None:
        self.counts[status] += number
        if status != "unique" and not self.first:
            self.first = status
