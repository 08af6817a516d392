"""Reading geometry and puzzle files, with every error at its line and column.

text --source--> plain data with marks --files (pydantic)--> file model --build--> Geometry
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GeometryError, ProblemsError, SudokuError, UnknownNameError
from sudokulib.puzzles.geometries.compiled import compiled_geometry
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import ErrorCollector, problems_error
from sudokulib.puzzles.geometries.folders import (
    SUFFIXES,
    find_name,
    is_file,
    is_path,
    real_path,
    search_folders,
    unreadable,
)
from sudokulib.puzzles.geometries.plain_files import FORMAT, PlainPuzzle, plain_puzzle
from sudokulib.puzzles.geometries.source import Source, decode, read_source

if TYPE_CHECKING:
    import pydantic

    from sudokulib.puzzles.geometries import build, files, validation_errors
    from sudokulib.puzzles.geometries.fields import FileModel
    from sudokulib.puzzles.geometries.files import GeometryFile, PuzzleFile
else:  # not needed for plain puzzles on geometries already loaded
    pydantic = lazy_module("pydantic")
    build = lazy_module("sudokulib.puzzles.geometries.build")
    files = lazy_module("sudokulib.puzzles.geometries.files")
    validation_errors = lazy_module("sudokulib.puzzles.geometries.validation_errors")

MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each older format, the function that converts the data of a file to the next format."""

_M = TypeVar("_M", bound="FileModel")


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """A puzzle file as read.

    Args:
        file: the validated file.
        geometry: the geometry that it names or holds.
        source: the places of all values. Build the puzzle inside ``with
            source.locating_errors():``, which gives errors their places and adds the problems with
            the form of the file.
    """

    file: PuzzleFile | PlainPuzzle
    geometry: Geometry
    source: Source


def load_geometry(path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> Geometry:
    """Load the geometry in a file.

    Args:
        path: of the file.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything wrong in it and in the files it includes.
    """
    return GeometryReader(limits).load(Path(path))


def read_geometry(text: str, name: str = "<text>", *, limits: Limits = DEFAULT_LIMITS) -> Geometry:
    """Read the geometry that YAML text describes; it may include others by name.

    Args:
        text: as in a file.
        name: the name of the text in errors.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything that is wrong in it.

    >>> len(read_geometry("build: [{make: grid, size: 4x4, box: 2x2}]"))
    16
    """
    return GeometryReader(limits).read(read_source(text, name, limits))


def load_puzzle_file(path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> PuzzleText:
    """Load a puzzle file with its geometry.

    Args:
        path: of the file.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything wrong in it and in its geometry.
    """
    reader = GeometryReader(limits)
    path = Path(path)
    with reader.opened(path):
        return reader.puzzle(source_of(path, limits))


def read_puzzle(text: str, name: str = "<text>", *, limits: Limits = DEFAULT_LIMITS) -> PuzzleText:
    """Read a puzzle in YAML text, with its geometry; see `load_puzzle_file`."""
    return GeometryReader(limits).puzzle(read_source(text, name, limits))


def is_puzzle(source: Source) -> bool:
    """Return whether a file is a puzzle (has a geometry or givens) rather than a geometry."""
    return "geometry" in source.data or "givens" in source.data


def source_of(path: Path, limits: Limits = DEFAULT_LIMITS) -> Source:
    """Read a file's data with its places.

    Raises:
        ProblemsError: it cannot be read, or is not the YAML that this library reads.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(4 * limits.text + 4)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if len(raw) > 4 * limits.text:  # no encoded character takes more than four bytes
        return read_source("x" * (limits.text + 1), str(path), limits)
    return read_source(decode(raw, str(path)), str(path), limits)


@dataclass
class GeometryReader:
    """Reads one file and all files it includes, each included file once.

    Args:
        limits: bounds on what files may expand to.
        found: the file that each reference leads to, by the file that contains it.
    """

    limits: Limits = DEFAULT_LIMITS
    found: dict[tuple[Path | None, str], Path] = field(default_factory=dict)
    _known: dict[tuple[Path, str], Geometry | ProblemsError] = field(default_factory=dict)
    _open: list[Path] = field(default_factory=list)

    def load(self, path: Path) -> Geometry:
        """Load the geometry in a file, cached for the next include of it.

        Raises:
            ProblemsError: with all that is wrong.
        """
        key = (real_path(path), path.stem)  # the stem is its name unless the file states one
        if key not in self._known and self.limits == DEFAULT_LIMITS:
            self._load_compiled(key)
        if key not in self._known:
            with self.opened(key[0]):
                try:
                    self._known[key] = self.read(source_of(path, self.limits), path.stem)
                except ProblemsError as error:
                    self._known[key] = error
        known = self._known[key]
        if isinstance(known, ProblemsError):
            raise known
        return known

    def _load_compiled(self, key: tuple[Path, str]) -> None:
        if key[0].stem == key[1] and (made := compiled_geometry(key[0])):
            self._known[key] = made.geometry
            self.found |= made.places(key[0].parent)

    @contextmanager
    def opened(self, path: Path) -> Iterator[None]:
        """Resolve includes in the body relative to this file."""
        self._open.append(real_path(path))
        try:
            yield
        finally:
            self._open.pop()

    def read(self, source: Source, name: str = "") -> Geometry:
        """Return the geometry that a source describes.

        Raises:
            ProblemsError: with all that is wrong.
        """
        if is_puzzle(source):
            what = "geometry" if "geometry" in source.data else "givens"
            wrong = source.problem(
                "this is a puzzle, but a geometry is expected here",
                (what,),
                "read it as a puzzle, or leave geometry and givens out",
                key=True,
            )
            raise ProblemsError([wrong])
        file, source = validated(source, files.geometry_file)
        with source.locating_errors():
            return self._build(file, name, source.data)
        raise AssertionError("unreachable")

    def puzzle(self, source: Source) -> PuzzleText:
        """Return the puzzle that a source describes, with its geometry.

        Raises:
            ProblemsError: with all that is wrong.
        """
        if "recipe" in source.data:
            wrong = source.problem(
                "this is a recipe, but a puzzle is expected here",
                ("recipe",),
                "make puzzles from it with sudokulib generate",
                key=True,
            )
            raise ProblemsError([wrong])
        file: PuzzleFile | PlainPuzzle | None = plain_puzzle(source.data)
        if file is None or source.problems:
            file, source = validated(source, files.puzzle_file)
        try:
            geometry = self.geometry_of(file.geometry, source.data.get("geometry"))
            return PuzzleText(file, geometry, source)
        except OutOfBudget:
            raise
        except SudokuError as error:
            raise source.failure(error) from None

    def geometry_of(self, written: str | GeometryFile, data: object = None) -> Geometry:
        """Return the geometry of a puzzle or recipe: a name, a path, or one in place.

        Args:
            written: the entry of the file, as a model.
            data: the same as plain data, from which a geometry in place is written again.

        Raises:
            CollectedError, GeometryError, ProblemsError: with all that is wrong.
        """
        if isinstance(written, str):
            return self.include(written)
        errors = ErrorCollector()
        with errors.at("geometry"):
            return self._build(written, "", data)
        errors.check()
        raise AssertionError("unreachable")

    def _build(self, file: GeometryFile, name: str, data: object) -> Geometry:
        made = build.build_geometry(file, self.include, name=name, limits=self.limits)
        if not isinstance(data, dict):
            return made
        said = {key: value for key, value in data.items() if key != "format"}
        return replace(made, file=json.dumps(said, ensure_ascii=False))

    def include(self, reference: str) -> Geometry:
        """Return the geometry that a file being read refers to.

        Raises:
            GeometryError: the reference leads nowhere, in a circle, too deep or outside the
                folders from which files may include; ``field`` is ``("geometry",)``.
            ProblemsError: the file that it names is bad.
        """
        try:
            path = self._find(reference)
            self._check_chain(path)
        except UnknownNameError as error:
            raise UnknownNameError(str(error), field=("geometry",)) from None
        except GeometryError as error:
            raise GeometryError(str(error), field=("geometry",)) from None
        here = self._open[-1] if self._open else None
        self.found[here, reference] = path
        return self.load(path)

    def _find(self, reference: str) -> Path:
        here = self._open[-1] if self._open else None
        folders = search_folders()
        if here is None:
            if is_path(reference):
                raise GeometryError(
                    f"{reference!r} is a path, but this text is in no folder; include it by name"
                )
            return find_name(reference, folders)
        if is_path(reference):
            self._check_inside(reference, here.parent / reference, folders)
            path = _at_path(reference, here)
        else:
            path = find_name(reference, (here.parent, *folders), but=here)
        if path.parent not in folders:
            self._check_inside(reference, path, folders)
        return path

    def _check_inside(self, reference: str, path: Path, folders: tuple[Path, ...]) -> None:
        """Refuse a path that leads, with links, out of the first file's and all search folders."""
        allowed = [self._open[0].parent, *(real_path(folder) for folder in folders)]
        if not reference.isprintable() or not any(
            real_path(path).is_relative_to(folder) for folder in allowed
        ):
            raise GeometryError(
                f"{reference!r} lies outside the folders from which files may include; "
                "move it beside this file, or add its folder to SUDOKULIB_PATH"
            )

    def _check_chain(self, path: Path) -> None:
        real = real_path(path)
        if real in self._open:
            chain = [*self._open[self._open.index(real) :], real]
            raise GeometryError(
                f"{' includes '.join(link.name for link in chain)}; break the circle"
            )
        if len(self._open) > self.limits.depth:
            raise GeometryError(
                f"more than {self.limits.depth} nested includes; "
                f"include the inner ones directly, or pass Limits(depth={len(self._open)})"
            )


def _at_path(reference: str, here: Path) -> Path:
    """Find the file at a path written in the file `here`, with or without its suffix."""
    path = here.parent / reference
    for candidate in (path, *(Path(f"{path}{suffix}") for suffix in SUFFIXES)):
        if is_file(candidate):
            return candidate
    raise UnknownNameError(f"there is no file {short(reference)!r}; write its path from this file")


def validated(source: Source, model_for: Callable[..., type[_M]]) -> tuple[_M, Source]:
    """Validate a source's data; return its file model, in the current format.

    Args:
        source: the file.
        model_for: the model of such files that suits some data; without data, the complete model.

    If only some shapes and unknown fields are bad, the rest is still read, so that its errors are
    reported too: the returned source has the problems of those left out.
    """
    data = _migrated(source)
    with suppress(pydantic.ValidationError):
        return model_for(data).model_validate(data), source
    model = model_for()
    try:
        return model.model_validate(data), source
    except pydantic.ValidationError as error:
        known = (*source.problems, *validation_errors.validation_problems(error, source, model))
        rest = _without_invalid(data, error)
    if rest is not None:
        with suppress(pydantic.ValidationError):
            return model.model_validate(rest[0]), replace(source, problems=known, kept=rest[1])
    raise problems_error(list(known))


def _without_invalid(
    data: dict[str, Any], error: pydantic.ValidationError
) -> tuple[dict[str, Any], tuple[int, ...]] | None:
    """Return the data without bad shapes and unknown fields, and the numbers of the shapes kept."""
    bad: set[int] = set()
    unknown: set[str | int] = set()
    for entry in error.errors(include_url=False, include_context=False, include_input=False):
        where = entry["loc"]
        if len(where) > 1 and where[0] == "shapes" and isinstance(where[1], int):
            bad.add(where[1])
        elif len(where) == 1 and entry["type"] == "extra_forbidden":
            unknown.add(where[0])
        else:
            return None
    shapes = data.get("shapes", [])
    kept = tuple(number for number in range(len(shapes)) if number not in bad)
    rest = {key: value for key, value in data.items() if key not in unknown}
    return rest | {"shapes": [shapes[number] for number in kept]}, kept


def _migrated(source: Source) -> dict[str, Any]:
    data = source.data
    text = str(data.get("format", FORMAT))
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return data  # validation says what is wrong
    if int(text) > FORMAT:
        newer = source.problem(
            f"this file has format {int(text)}, but this version reads up to {FORMAT}",
            ("format",),
            "update sudokulib",
        )
        raise ProblemsError([newer])
    for version in range(int(text), FORMAT):
        data = MIGRATIONS[version](data) if version in MIGRATIONS else data
    return data
