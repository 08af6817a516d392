"""Files of puzzles, one per line: givens, or a JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import GivensError, SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.solving.batch.source import Items, PipeLines, Source, is_pipe
from sudokulib.solving.batch.worker import PuzzleInput

if TYPE_CHECKING:
    from sudokulib.formats import json_lines
    from sudokulib.puzzles import loading
else:
    # slow to import, as they read YAML
    json_lines = lazy_module("sudokulib.formats.json_lines")
    loading = lazy_module("sudokulib.puzzles.loading")


class PuzzleLine(NamedTuple):
    """A line of a file with a puzzle.

    Args:
        line: its number in the file, from 1.
        raw: the line without white space around it.
        given: the puzzle in it, or the error that says why there is none.
        id: the ``id`` of a JSON object; None if it has none.
    """

    line: int
    raw: bytes
    given: PuzzleInput
    id: Any = None


class PuzzleBlock(NamedTuple):
    """Some records of a file, field by field; no object for each, which would take 0.2 µs.

    Args:
        lines, raws, givens, ids: the fields of `PuzzleLine`, of one record after another.
    """

    lines: Sequence[int]
    raws: Sequence[bytes]
    givens: list[PuzzleInput]
    ids: Sequence[Any]

    @classmethod
    def of(cls, records: Iterable[PuzzleLine]) -> PuzzleBlock:
        """Return a block of some records."""
        lines, raws, givens, ids = zip(*records, strict=True)
        return cls(lines, raws, list(givens), ids)

    def part(self, start: int, end: int) -> PuzzleBlock:
        """Return the records from `start` to before `end`, as they are counted in the block."""
        if (start, end) == (0, len(self.givens)):
            return self
        cut = slice(start, end)
        return PuzzleBlock(self.lines[cut], self.raws[cut], self.givens[cut], self.ids[cut])

    @property
    def text(self) -> bytes:
        """The lines, without white space around them but for their ends."""
        return b"\n".join([*self.raws, b""])

    def records(self) -> list[PuzzleLine]:
        """Return the records one by one."""
        return list(map(PuzzleLine, *self))


class PuzzleLines:
    """Reads lines of puzzles; empty lines and comments, which begin with ``#``, are skipped.

    An object holds the content of a puzzle file, and perhaps an ``id``. The record that
    `sudokulib.write_set` adds to a puzzle is ignored.

    Args:
        geometry: the geometry of lines of givens, and of objects that hold only givens.
    """

    def __init__(self, geometry: Geometry) -> None:
        first = {symbol[0] for symbol in geometry.alphabet.symbols}
        self._geometry = geometry
        self._comments = "#" not in first
        self._objects = "{" not in first

    def read(self, lines: Iterable[bytes]) -> PuzzleReader:
        """Return the records of a file's lines, which are read lazily."""
        return PuzzleReader(self, lines)

    def plain(self, first: int, lines: Sequence[bytes]) -> PuzzleBlock | None:
        """Return lines, numbered from `first`, as a block, if all are givens without spaces.

        A batch is mostly that, and 0.2 µs a line instead of 1.2 is worth it (2026-11).
        """
        data = b"".join(lines)
        raws = data.split()
        special = (self._comments and b"#" in data) or (self._objects and b"{" in data)
        if special or len(raws) != len(lines) or not data.isascii():
            return None
        # Not data.decode().split(): text has more characters that count as spaces.
        givens: list[PuzzleInput] = [*b"\n".join(raws).decode().split("\n")]
        return PuzzleBlock(range(first, first + len(raws)), raws, givens, (None,) * len(raws))

    def block(self, first: int, lines: Sequence[bytes]) -> PuzzleBlock | None:
        """Return the records of lines, numbered from `first`; None if there are none."""
        if lines and (plain := self.plain(first, lines)):
            return plain
        records = [one for one in map(self.record, count(first), lines) if one]
        return PuzzleBlock.of(records) if records else None

    def holds_objects(self, data: bytes) -> bool:
        """Return whether some lines may have JSON objects among them."""
        return self._objects and b"{" in data

    def record(self, number: int, line: bytes) -> PuzzleLine | None:
        """Return the record of a line; None for an empty one or a comment."""
        raw = line.strip().removeprefix(b"\xef\xbb\xbf") if number == 1 else line.strip()
        if not raw or (self._comments and raw.startswith(b"#")):
            return None
        if self._objects and raw.startswith(b"{"):
            return PuzzleLine(number, raw, *self._object(raw))
        return PuzzleLine(number, raw, _text(raw))

    def _object(self, raw: bytes) -> tuple[PuzzleInput, Any]:
        """Return the puzzle of a JSON object, and its id."""
        name = None
        try:
            data = json.loads(raw)
            name = data.get("id")
            return self._puzzle(json_lines.puzzle_part(data)), name
        except UnicodeDecodeError:
            return GivensError("the line is not UTF-8; convert it"), name
        except RecursionError:
            return GivensError("the object is too deep"), name
        except json.JSONDecodeError as error:
            return GivensError(f"not a JSON object: {error.msg} at character {error.pos + 1}"), name
        except SudokuError as error:
            return error, name

    def _puzzle(self, data: dict[str, Any]) -> PuzzleInput:
        place = data.get("geometry", self._geometry.name)
        givens = data.get("givens")
        if data.keys() <= {"geometry", "givens"} and place == self._geometry.name:
            if isinstance(givens, str):
                return givens
            if isinstance(givens, dict):
                return self._geometry.puzzle(givens)
        return loading.loads(json.dumps(data, ensure_ascii=False), "the object")


class PuzzleReader(Source[PuzzleLine]):
    """Reads the records of a file: in blocks, some at a time, or one by one.

    Args:
        form: what the lines may hold.
        lines: the lines.

    Attributes:
        lines: those that are left.
        read: how many were read.
    """

    def __init__(self, form: PuzzleLines, lines: Iterable[bytes]) -> None:
        self.form = form
        self.lines: Source[bytes] = PipeLines(lines) if is_pipe(lines) else Items(lines)
        self.read = 0

    @property
    def at_hand(self) -> bool:
        """True if there is a line, or the end, without waiting, or if that is not known."""
        return self.lines.at_hand

    def block(self, most: int) -> PuzzleBlock | None:
        """Return the next records, at most so many; None at the end."""
        while lines := self.lines.take(most):
            first = self.read + 1
            self.read += len(lines)
            if block := self.form.block(first, lines):
                return block
        self.error = self.lines.error
        return None

    def take(self, most: int) -> list[PuzzleLine]:
        """Return the next records, at most so many; an empty list at the end."""
        block = self.block(most)
        return block.records() if block else []


def _text(raw: bytes) -> PuzzleInput:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        return GivensError(f"the line is not UTF-8 at byte {error.start + 1}; convert it")
