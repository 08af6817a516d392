"""Puzzles from files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.interruption import checked
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import GivensError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import ErrorCollector, Field
from sudokulib.puzzles.geometries.layers import with_layers
from sudokulib.puzzles.geometries.loader import PuzzleText, load_puzzle_file, read_puzzle
from sudokulib.puzzles.geometries.plain_files import PlainPuzzle
from sudokulib.puzzles.geometries.rule_loading import (
    LoadedRule,
    RuleScope,
    WrittenShape,
    loaded_rules,
)
from sudokulib.puzzles.puzzle import Puzzle, make_puzzle
from sudokulib.puzzles.text_pictures import parse_text_picture
from sudokulib.shapes import Shape, merge_shapes
from sudokulib.shapes.own_cells import shape_problem_finder

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries import build
else:
    build = lazy_module("sudokulib.puzzles.geometries.build")  # pydantic; plain files need none


def load(path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> Puzzle:
    """Load the puzzle in a YAML file.

    Args:
        path: of a puzzle file; for a geometry file use `sudokulib.geometry`.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything that is wrong in it, each with line, column and fix.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "mine.yaml"
    ...     _ = path.write_text("{geometry: 4x4, givens: 1... ..2. .3.. ...4}")
    ...     load(path)
    <Puzzle 4x4, 4 givens: 1.....2..3.....4>
    """
    if not isinstance(path, str | Path) or not str(path):
        raise TypeError(f"{path!r} is not the path of a file; write load('mine.yaml')")
    return _puzzle(load_puzzle_file(path, limits=limits), limits)


def loads(text: str, name: str = "<text>", *, limits: Limits = DEFAULT_LIMITS) -> Puzzle:
    """Load the puzzle in YAML text; see `load`.

    >>> print(loads("geometry: 4x4\\ngivens: 1... ..2. .3.. ...4"))
    1...
    ..2.
    .3..
    ...4
    """
    return _puzzle(read_puzzle(text, name, limits=limits), limits)


def trace_puzzle(
    read: PuzzleText, limits: Limits = DEFAULT_LIMITS
) -> tuple[Puzzle, tuple[tuple[Field, Shape], ...]]:
    """Make the puzzle of a file, and report which field each of its own shapes is from.

    Args:
        read: the file.
        limits: bounds on what it may expand to.

    Returns:
        the puzzle, and each of its shapes before equal ones are merged, after its field.

    Raises:
        ProblemsError: with everything that is wrong in it.
    """
    puzzle = _puzzle(read, limits)
    made = _made(read.file.shapes, puzzle.geometry, ErrorCollector(), limits)
    return puzzle, tuple((("shapes", number), shape) for number, shape in made)


def _puzzle(read: PuzzleText, limits: Limits) -> Puzzle:
    file, geometry = read.file, read.geometry
    errors = ErrorCollector()
    allowed: Mapping[int, int] = {}
    puzzle = Puzzle(geometry, geometry.domains)
    answer: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    shapes: tuple[Shape, ...] = ()
    with read.source.locating_errors():
        with errors.at("layers"):
            if not isinstance(file, PlainPuzzle) and file.layers:
                layers = build.layers_of(file.layers, geometry.alphabet)
                geometry = with_layers(geometry, layers, limits)
                puzzle = Puzzle(geometry, geometry.domains)
        with errors.at("givens"):
            puzzle = make_puzzle(geometry, file.givens)
        with errors.at("allowed"):
            if not isinstance(file, PlainPuzzle):
                allowed = build.allowed_masks(file.allowed, geometry.index, geometry.alphabet)
        with errors.at("hidden"):
            if not isinstance(file, PlainPuzzle):
                hidden = build.hidden_masks(file.hidden, geometry.alphabet)
                geometry = geometry.with_hidden(hidden)
        shapes = loaded_shapes(file.shapes, geometry, errors, limits=limits)
        with errors.at("solution"):
            answer = _answer(geometry, file.solution)
        with errors.at("fog"):
            if not isinstance(file, PlainPuzzle) and file.fog:
                seen = tuple(sorted(set(geometry.find(file.fog))))
        errors.check()
    masks = tuple(
        mask & allowed.get(cell, geometry.alphabet.full) for cell, mask in enumerate(puzzle.masks)
    )
    return Puzzle(
        geometry=geometry,
        masks=masks,
        given_values=puzzle.given_values,
        shapes=shapes,
        title=file.title,
        author=file.author,
        source=" ".join(file.source.split()),
        description=" ".join(file.description.split()),
        answer=answer,
        fog=seen,
    )


def loaded_shapes(
    written: Sequence[WrittenShape],
    geometry: Geometry,
    errors: ErrorCollector,
    *,
    other: tuple[Shape, ...] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[Shape, ...]:
    """Return the shapes that entries of a file stand for, merged.

    Args:
        written: the entries of ``shapes:``.
        geometry: where they are.
        errors: collects what is wrong, such as shapes that cannot hold.
        other: shapes that the puzzle already has.
        limits: bounds on what stamps may expand to.
    """
    made = _made(written, geometry, errors, limits)
    shapes = merge_shapes(shape for _, shape in made)
    every = merge_shapes(geometry.shapes + other + shapes)
    problem_of = shape_problem_finder(geometry.context_of(every))
    reported: set[int] = set()
    for number, one in checked(made, 32):
        if number not in reported and (problem := problem_of(one)):
            reported.add(number)
            with errors.at("shapes", number):
                raise GivensError(f"{one.label}: {problem}")
    return shapes


def _made(
    written: Sequence[WrittenShape], geometry: Geometry, errors: ErrorCollector, limits: Limits
) -> list[tuple[int, Shape]]:
    """Return the shapes that entries of a file stand for, each with the number of its entry."""
    scope = RuleScope(geometry.shape_index, geometry.topology, limits)
    made: list[tuple[int, Shape]] = []
    for number, shape in enumerate(checked(written, 32)):
        with errors.at("shapes", number):
            made += [(number, _shape(one)) for one in loaded_rules(shape, scope)]
    return made


def _shape(made: LoadedRule) -> Shape:
    labels = (made.label,) if made.label else ()
    return Shape(made.rule, labels, frozenset([made.role] if made.role else []))


def _answer(geometry: Geometry, text: str) -> tuple[int, ...]:
    """Return the stated solution as symbol indices; empty if none is stated."""
    if not text.strip():
        return ()
    known = parse_text_picture(geometry, text)
    missing = [cell.name for number, cell in enumerate(geometry.cells) if number not in known]
    if missing:
        raise GivensError(f"a solution fills every cell, but {missing[0]} is empty; fill it")
    return tuple(known[cell] for cell in range(len(geometry.cells)))
