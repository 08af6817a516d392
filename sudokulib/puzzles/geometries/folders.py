"""The folders of geometry files: the user's first, then the shipped one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.quoting import close_matches
from sudokulib.errors import Problem, UnknownNameError, UnreadableFileError
from sudokulib.shapes.kind_index import KIND_MODULES

if TYPE_CHECKING:
    from sudokulib.shapes import aliases
else:
    aliases = lazy_module("sudokulib.shapes.aliases")  # for messages only

SUFFIXES = (".yaml", ".yml")
"""The suffixes of geometry files."""

_CLASSIC = {"classic", "normal", "regular", "standard", "sudoku"}
"""Other names of the geometry 9x9."""

_PACKAGE = Path(__file__).resolve().parents[2]


def shipped_folder() -> Path:
    """Return the folder of the geometries shipped with the library.

    It is inside an installed package, and next to the package in a source checkout.
    """
    inside = _PACKAGE / "shipped" / "geometries"
    return inside if inside.is_dir() else _PACKAGE.parent / "geometries"


def search_folders() -> tuple[Path, ...]:
    """Return the folders of ``SUDOKULIB_PATH`` (separated as in ``PATH``), then the shipped one."""
    named = os.environ.get("SUDOKULIB_PATH", "").split(os.pathsep)
    return (*(Path(folder).expanduser() for folder in named if folder), shipped_folder())


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the geometry files directly in a folder; nothing if it cannot be read."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return
    yield from (path for path in found if path.suffix in SUFFIXES and is_file(path))


def is_file(path: Path) -> bool:
    """Return whether the file exists; an impossible path, such as one too long, gives False."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_path(text: str) -> bool:
    """Return whether this is a path rather than a name.

    >>> is_path("samurai"), is_path("mine/samurai.yaml")
    (False, True)
    """
    return "/" in text or "\\" in text or text.endswith(SUFFIXES)


def find_name(name: str, folders: Iterable[Path], *, but: Path | None = None) -> Path:
    """Find the first file of that name in these folders.

    Args:
        name: of a geometry.
        folders: in the order of the search.
        but: a file to skip, so that a file that shadows a geometry can include that geometry.

    Raises:
        UnknownNameError: there is none; the message lists similar names.
    """
    folders = tuple(folders)
    for folder in folders:
        for path in (folder / f"{name}{suffix}" for suffix in SUFFIXES):
            if is_file(path) and path.resolve() != but:
                return path
    known = sorted(
        {path.stem for folder in folders for path in files_in(folder)}, key=natural_sort_key
    )
    hint = geometry_meant(name, known) or f"there are: {', '.join(known)}"
    raise UnknownNameError(f"unknown geometry {name[:100]!r}; {hint}")


def geometry_meant(name: str, known: Sequence[str]) -> str:
    """Return which of the known geometries an unknown name may mean, or that it is a rule.

    >>> geometry_meant("Samurai", ["9x9", "samurai"]), geometry_meant("classic", ["9x9"])
    ('did you mean samurai?', 'did you mean 9x9?')
    >>> geometry_meant("killer", ["flower"])
    "it is a rule: write geometry: 9x9 and shapes: [{kind: killer}], or puzzle.add('killer')"
    """
    word = name.strip().lower()
    if word in _CLASSIC:
        return "did you mean 9x9?"
    word = re.sub(r"^sudoku[\s_-]+|[\s_-]+sudoku$", "", word)  # killer sudoku, sudoku-x
    if word not in known and (
        word in KIND_MODULES or word in {alias.name for alias in aliases.aliases()}
    ):
        return (
            f"it is a rule: write geometry: 9x9 and shapes: [{{kind: {word}}}], "
            f"or puzzle.add({word!r})"
        )
    near = [word] if word in known else close_matches(word, known, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else ""


def real_path(path: Path) -> Path:
    """Return the file behind a path, following links.

    Raises:
        ProblemsError: no system could have this path.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: Exception) -> UnreadableFileError:
    """Return the error for a file that the system refuses to read."""
    reason = getattr(error, "strerror", None) or str(error)
    fix = "check the path" if isinstance(error, FileNotFoundError) else "name a readable file"
    return UnreadableFileError([Problem(f"cannot read it: {reason}", fix, str(path))])


def natural_sort_key(name: str) -> list[tuple[int, str]]:
    """Return a sort key by which 9x9 comes before 10x10."""
    parts = re.findall(r"\d{1,9}|\D+|\d", name)
    return [(int(part), "") if part.isdecimal() else (10**9, part) for part in parts]
