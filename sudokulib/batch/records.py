"""Files of puzzles, one per line: givens, or a JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokulib.basics.late_binding import lazy_module
from sudokulib.batch.worker import PuzzleInput
from sudokulib.errors import GivensError, SudokuError
from sudokulib.geometries.core import Geometry

if TYPE_CHECKING:
    from sudokulib.formats import json_lines
    from sudokulib.puzzles import loading
else:
    # slow to import, as they read YAML
    json_lines = lazy_module("sudokulib.formats.json_lines")
    loading = lazy_module("sudokulib.puzzles.loading")

__all__ = ["PuzzleLine", "PuzzleLines"]


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

    def read(self, lines: Iterable[bytes]) -> Iterator[PuzzleLine]:
        """Yield the records of a file's lines, lazily."""
        for number, line in enumerate(lines, 1):
            raw = line.strip().removeprefix(b"\xef\xbb\xbf") if number == 1 else line.strip()
            if not raw or (self._comments and raw.startswith(b"#")):
                continue
            if self._objects and raw.startswith(b"{"):
                given, name = self._object(raw)
                yield PuzzleLine(number, raw, given, name)
            else:
                yield PuzzleLine(number, raw, _text(raw))

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


def _text(raw: bytes) -> PuzzleInput:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        return GivensError(f"the line is not UTF-8 at byte {error.start + 1}; convert it")
