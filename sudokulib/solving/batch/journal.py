"""The file of results, which another run can resume after an interruption.

Beside the results lies a journal: first the settings of the run, then, after each write, how many
puzzles are done and the hash of their lines. Results are written first. So whatever ended a run,
complete lines of results are done, a torn last line is not, and the last entry of the journal shows
whether the input is still the same. The journal is removed when the run is finished.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError

_FORMAT = 1


class JournalError(SudokuError):
    """Results that must not be written to, or that cannot be resumed."""


class Journal:
    """A file of results being written; nothing in it is ever overwritten.

    Args:
        path: the file of results.
        settings: the settings that must be the same when the run is resumed.
        resume: whether to resume an interrupted run, if there is one.
        known: called with each result that the file already holds.
        head: a first line that is not a result.

    Attributes:
        done: how many puzzles had their result when the run was resumed.

    Raises:
        JournalError: the file exists, and there is nothing to resume.
        OSError: the file cannot be written.
    """

    def __init__(
        self,
        path: Path,
        settings: Mapping[str, Any],
        *,
        resume: bool = False,
        known: Callable[[str], object] = str,
        head: str = "",
    ) -> None:
        self._path = path
        self._beside = path.with_name(f"{path.name}.journal")
        self._hash = sha256()
        self._count = self.done = 0
        self._entry: dict[str, Any] = {}
        header = {"format": _FORMAT, "settings": dict(settings)}
        begun = self._begun() if resume else []
        if begun:
            self._check(begun[0], header)
            _drop_torn(self._beside)
            self.done = _keep_whole(path, known, head) if path.exists() else 0
            sure = [entry for entry in begun[1:] if entry["done"] <= self.done]
            self._entry = sure[-1] if sure else {}
        else:
            self._refuse_to_overwrite(resume)
            self._beside.write_text(json.dumps(header) + "\n", encoding="utf-8")
        self._results = FileIO(path, "a" if begun else "x")
        self._notes = FileIO(self._beside, "a")
        if head and not self._results.tell():
            _write(self._results, self._path, f"{head}\n".encode())

    def _begun(self) -> list[dict[str, Any]]:
        """Return the complete entries of the journal; an empty list if there is no journal.

        Raises:
            JournalError: a line is not an entry; it is quoted.
        """
        if not self._beside.exists():
            return []
        lines = self._beside.read_bytes().split(b"\n")[:-1]
        begun = [_entry(line, _is_entry if n else _is_header) for n, line in enumerate(lines)]
        if None in begun:
            number = begun.index(None) + 1
            again = f"remove it and {self._path} to begin again, or write elsewhere"
            raise JournalError(
                f"{self._beside} is not a journal: its line {number} is "
                f"{_quoted(lines[number - 1])}; {'drop that line' if number > 1 else again}"
            )
        return [entry for entry in begun if entry is not None]

    def _check(self, found: Mapping[str, Any], header: Mapping[str, Any]) -> None:
        if found == header:
            return
        old, new = found["settings"], header["settings"]
        differ = [
            f"{name} was {old.get(name)!r} and is {new[name]!r}"
            for name in new
            if old.get(name) != new[name]
        ]
        raise JournalError(
            f"{self._path} was begun differently: "
            f"{', '.join(differ) or 'by another version'}; "
            "continue as it was begun, or write elsewhere"
        )

    def _refuse_to_overwrite(self, resume: bool) -> None:
        if not self._path.exists():
            return
        if self._beside.exists() and not resume:
            raise JournalError(
                f"{self._path} holds the results of an interrupted run; continue it with --resume"
            )
        what = "is finished, or not ours" if resume else "is there already"
        raise JournalError(f"{self._path} {what}; remove it or write elsewhere")

    def check_done(self, raws: Sequence[bytes]) -> None:
        """Check the lines of the next puzzles that were done before; call this for all, in order.

        Raises:
            JournalError: the lines are not those that were done.
        """
        entry = self._entry
        last = entry.get("done", 0) - self._count  # the last of which the hash is known
        for part in (raws[:last], raws[last:]) if 0 < last < len(raws) else (raws,):
            self._hash.update(b"\n".join([*part, b""]))
            self._count += len(part)
            if self._count == entry.get("done") and self._hash.hexdigest() != entry["hash"]:
                raise JournalError(
                    f"the first {self._count:,} puzzles are not those whose results are in "
                    f"{self._path}; continue with the same input, or write elsewhere"
                )

    def check_reached(self) -> None:
        """Check that all lines that were done before have been seen.

        Raises:
            JournalError: the input has fewer lines.
        """
        if self._count < self.done:
            raise JournalError(
                f"{self._path} has {self.done:,} results, the input only {self._count:,} puzzles; "
                "continue with the same input, or write elsewhere"
            )

    def write(self, results: bytes, raws: bytes) -> None:
        """Add the results of the next puzzles.

        Args:
            results: for each puzzle a line, with its end.
            raws: the lines of the puzzles, without white space around them but for their ends.
        """
        _write(self._results, self._path, results)
        self._hash.update(raws)
        self._count += raws.count(b"\n")
        entry = {"done": self._count, "hash": self._hash.hexdigest()}
        _write(self._notes, self._beside, json.dumps(entry).encode() + b"\n")

    def finish(self) -> None:
        """Flush the results to the disk and remove the journal, when all is done."""
        os.fsync(self._results.fileno())
        self.close()
        self._beside.unlink()

    def close(self) -> None:
        """Close both files, so that another run can resume."""
        self._results.close()
        self._notes.close()


def _is_header(data: Mapping[str, Any]) -> bool:
    return "format" in data and isinstance(data.get("settings"), dict)


def _is_entry(data: Mapping[str, Any]) -> bool:
    done = data.get("done")
    counts = isinstance(done, int) and not isinstance(done, bool) and done >= 0
    return counts and isinstance(data.get("hash"), str)


def _entry(line: bytes, sound: Callable[[Mapping[str, Any]], bool]) -> dict[str, Any] | None:
    """Return the object in a line of a journal; None if there is none of the right form."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and sound(data) else None


def _quoted(line: bytes) -> str:
    return repr(short(line.decode("utf-8", "backslashreplace")))


def _drop_torn(path: Path) -> None:
    """Drop a torn last line, so that the next one is not written behind it."""
    with path.open("r+b") as file:
        file.truncate(file.read().rfind(b"\n") + 1)


def _keep_whole(path: Path, known: Callable[[str], object], head: str) -> int:
    """Drop a torn last line and return how many results are left, passing each to `known`."""
    done = end = 0
    with path.open("r+b") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                _take(line[:-1].decode(), known, head if number == 1 else "")
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                raise JournalError(
                    f"line {number} of {path} is not a result of ours: {_quoted(line[:-1])}; "
                    "fix that line, or remove it and all after it to have them done again"
                ) from None
            done += number > 1 or not head
            end += len(line)
        file.truncate(end)
    return done


def _take(line: str, known: Callable[[str], object], head: str) -> None:
    if not head:
        known(line)
    elif line != head:
        raise ValueError(line)


def _write(file: FileIO, path: Path, text: bytes) -> None:
    left = memoryview(text)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
