"""The files of a studio: those of one folder, and drafts of what is not saved yet."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.folders import SUFFIXES
from sudokulib.puzzles.geometries.source import decode

_MOST_BYTES = 2_000_000
"""The longest file that is opened. The longest of the examples has 40 kB."""

_TAB = re.compile(r"[a-z0-9]{8,40}")
_NEW = "format: 1\ngeometry: 9x9\n"


def stamp_of(text: str | None) -> str:
    """Return a short digest by which changes of a file are noticed; empty if there is no file."""
    return "" if text is None else sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Opened:
    """A file as a tab opens it.

    Args:
        name: of the file.
        text: what to edit: that of a draft if there is one.
        stamp: of the file itself, see `stamp_of`.
        draft: whether the text is that of a draft that differs from the file.
    """

    name: str
    text: str
    stamp: str
    draft: bool


@dataclass
class StudioFolder:
    """The YAML files directly in a folder; nothing outside is read or written.

    Args:
        path: the folder.
        tabs: the tabs that are open, each with the file that it shows.
    """

    path: Path
    tabs: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.path = self.path.resolve()

    def names(self) -> list[str]:
        """Return the names of the files, in order."""
        found = (one for one in self.path.iterdir() if one.suffix in SUFFIXES and one.is_file())
        return sorted(one.name for one in found if not one.name.startswith("."))

    def new_name(self) -> str:
        """Return a name that no file and no draft has."""
        known = {*self.names(), *self.tabs.values()}
        numbers = ("", *(f"-{number}" for number in range(2, len(known) + 3)))
        return next(f"puzzle{n}.yaml" for n in numbers if f"puzzle{n}.yaml" not in known)

    def file(self, name: str) -> Path:
        """Return the path of a file that may not exist yet.

        Raises:
            SudokuError: it would not be a YAML file directly in the folder.
        """
        path = self.path / name
        plain = name.isprintable() and Path(name).name == name and not name.startswith(".")
        if not plain or "\\" in name or ":" in name or len(name) > 100:
            raise SudokuError(f"{short(repr(name))} is not the name of a file; write puzzle.yaml")
        if path.suffix not in SUFFIXES:
            raise SudokuError(f"{short(repr(name))} is no YAML file; end its name in .yaml")
        if path.resolve().parent != self.path:
            raise SudokuError(f"{short(repr(name))} leads out of the folder; copy the file into it")
        return path

    def read(self, name: str) -> str | None:
        """Return the text of a file; None if there is none.

        Raises:
            SudokuError: it is too long, not UTF-8, or not to be read.
        """
        return _text(self.file(name))

    def open(self, name: str, tab: str) -> Opened:
        """Open a file in a tab: as the tab left it, or a tab that is gone, or as it is.

        Raises:
            SudokuError: it cannot be read.
        """
        text = self.read(name)
        self.tabs[tab] = name
        own = self._draft(name, tab)
        if not own.is_file():
            self._adopt(name, own)
        draft = _text(own)
        shown = self.shown(name, tab)
        return Opened(name, shown, stamp_of(text), draft is not None and draft != text)

    def shown(self, name: str, tab: str) -> str:
        """Return what a tab shows of a file: its draft, else the file, else a new one.

        Raises:
            SudokuError: it cannot be read.
        """
        found = (_text(self._draft(name, tab)), self.read(name), _NEW)
        return next(text for text in found if text is not None)

    def close(self, tab: str) -> None:
        """Note that a tab is gone; its draft stays, for whoever opens the file next."""
        self.tabs.pop(tab, None)

    def keep(self, name: str, tab: str, text: str) -> None:
        """Write the draft of a tab, unless the file has the same text."""
        if self.read(name) == text:
            self._draft(name, tab).unlink(missing_ok=True)
        else:
            _write(self._draft(name, tab), text, durable=False)

    def save(self, name: str, tab: str, text: str, stamp: str | None) -> str:
        """Write the file, remove the draft, and return the stamp of the file.

        Args:
            name: of the file.
            tab: the tab whose draft it was.
            text: the new text.
            stamp: what the file is known to be; None to write over it in any case.

        Raises:
            SudokuError: the file is not what the stamp says.
        """
        path = self.file(name)
        if stamp is not None and stamp_of(self.read(name)) != stamp:
            raise SudokuError(f"{name} was changed elsewhere since; save again to write over it")
        _write(path, text, durable=True)
        self._draft(name, tab).unlink(missing_ok=True)
        return stamp_of(text)

    def revert(self, name: str, tab: str) -> Opened:
        """Drop the draft of a tab, and return the file as it is."""
        self._draft(name, tab).unlink(missing_ok=True)
        text = self.read(name)
        return Opened(name, _NEW if text is None else text, stamp_of(text), False)

    def _draft(self, name: str, tab: str) -> Path:
        if not _TAB.fullmatch(tab):
            raise SudokuError(f"{short(repr(tab))} is not the name of a tab; reload the page")
        return self.path / f".{self.file(name).name}.{tab}.draft"

    def _adopt(self, name: str, own: Path) -> None:
        """Take over the latest draft of the file that no open tab has."""
        found = []
        for path in self.path.iterdir():
            tab = path.name.removeprefix(f".{name}.").removesuffix(".draft")
            named = path.name == f".{name}.{tab}.draft" and _TAB.fullmatch(tab)
            if named and tab not in self.tabs and path.is_file() and not path.is_symlink():
                found.append((path.stat().st_mtime_ns, path))
        if found:
            max(found)[1].replace(own)


def _text(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SudokuError(f"{path.name} cannot be read: {error.strerror or error}") from None
    if len(raw) > _MOST_BYTES:
        raise SudokuError(f"{path.name} is longer than {_MOST_BYTES:,} bytes; it is no puzzle")
    return decode(raw, path.name).replace("\r\n", "\n")


def _write(path: Path, text: str, *, durable: bool) -> None:
    """Write a file so that it is never half written; if durable, wait until it is on the disk."""
    try:
        handle, made = tempfile.mkstemp(prefix=".studio", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            if path.exists():
                os.chmod(made, path.stat().st_mode & 0o777)
            else:
                os.chmod(made, 0o644)
            os.replace(made, path)
        except BaseException:
            Path(made).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SudokuError(f"{path.name} cannot be written: {error.strerror or error}") from None
