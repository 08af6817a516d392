"""Booklets: puzzles on the pages of a PDF, their solutions behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from math import ceil, sqrt
from pathlib import Path

from sudokulib.errors import SudokuError
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.export import Placed, pages_pdf
from sudokulib.render.figure import figure
from sudokulib.render.svg import size_of
from sudokulib.scene.glyphs import visible
from sudokulib.scene.items import Label, Scene, wrapped

_PAGE = (595.0, 842.0)
"""Width and height of a page: A4, in points."""

_EDGE, _GAP = 42.0, 16.0
"""The margin of a page, and the space between two pictures, in points."""

_TITLE, _NOTE, _RULES, _LEAST = 16.0, 10.0, 8.0, 4.0
"""Sizes of letters in points: of titles, of the line above a puzzle, of rules, and the least."""

_LEADING = 1.35
"""The distance of two lines of text, relative to their size."""

_MOST_TEXT = 0.4
"""The greatest part of the room of a puzzle that its rules fill; else they are written smaller."""

_MOST_ON_A_PAGE = 30
"""The most puzzles on a page: with more, a 9×9 has cells of less than 3 mm."""

_SOLUTIONS = 3
"""How many times as many solutions as puzzles stand on a page: they are only looked at."""


@dataclass(frozen=True)
class BookletEntry:
    """A puzzle of a booklet.

    Args:
        puzzle: the puzzle; its title and author stand above it.
        solution: its solution, for the pages behind; None leaves it out.
        difficulty: words for how hard it is, such as "easy, 2.3".
    """

    puzzle: Puzzle
    solution: Solution | None = None
    difficulty: str = ""


def booklet(
    entries: Sequence[BookletEntry],
    *,
    per_page: int = 4,
    title: str = "",
    view: str = "flat",
    fonts: Sequence[str | Path] = (),
) -> bytes:
    """Return puzzles as a PDF file on A4, their solutions on the last pages.

    Rules that all puzzles share stand at the top of each page, others above their puzzle.

    Args:
        entries: the puzzles.
        per_page: how many stand on a page, from 1 to 30.
        title: a title for the first page.
        view: one of `sudokulib.scene.plane.views_of`.
        fonts: files of fonts besides those of the system.

    Raises:
        SudokuError: there are no puzzles or too many on a page, a geometry has no such view, the
            extra ``draw`` is not installed, or no font has some character.
    """
    if not entries:
        raise SudokuError("a booklet without puzzles is empty; name a file with puzzles")
    if not 1 <= per_page <= _MOST_ON_A_PAGE:
        raise SudokuError(
            f"{per_page} puzzles on a page are not possible; choose 1 to {_MOST_ON_A_PAGE}"
        )
    rules = [_rules(entry.puzzle) for entry in entries]
    shared = rules[0] if len(set(rules)) == 1 else ""
    puzzles = [
        _Slot(
            _heading(number, entry),
            "" if shared else text,
            figure(entry.puzzle, view=view, caption=False),
        )
        for number, entry, text in zip(count(1), entries, rules, strict=False)
    ]
    solved = [
        _Slot(str(number), "", figure(entry.solution, view=view, caption=False))
        for number, entry in enumerate(entries, 1)
        if entry.solution is not None
    ]
    pages = chain(
        _pages(puzzles, per_page, visible(title), shared),
        _pages(solved, _SOLUTIONS * per_page, "Solutions", ""),
    )
    return pages_pdf(pages, _PAGE, "light", fonts)


def _rules(puzzle: Puzzle) -> str:
    said = [puzzle.description, *puzzle.rules_text().splitlines()]
    return visible(" ".join(filter(None, said)))


def _heading(number: int, entry: BookletEntry) -> str:
    puzzle = entry.puzzle
    author = f"by {puzzle.author}" if puzzle.author else ""
    said = (str(number), puzzle.title, author, entry.difficulty)
    return visible(" · ".join(filter(None, said)))


@dataclass(frozen=True)
class _Slot:
    """A picture with the texts above it."""

    heading: str
    rules: str
    scene: Scene


def _pages(
    slots: Sequence[_Slot], per_page: int, title: str, shared: str
) -> Iterator[list[Placed]]:
    """Yield the pages of some pictures, in rows and columns, under a title and shared rules."""
    across = max(1, int(sqrt(per_page * _PAGE[0] / _PAGE[1]) + 0.5))
    down = ceil(per_page / across)
    for start in range(0, len(slots), per_page):
        placed: list[Placed] = []
        top = _EDGE
        for text, size in ((title * (start == 0), _TITLE), (shared, _RULES)):
            top += _write(placed, text, size, (_EDGE, top), _PAGE[0] - 2 * _EDGE)
        width = (_PAGE[0] - 2 * _EDGE - (across - 1) * _GAP) / across
        height = (_PAGE[1] - _EDGE - top - (down - 1) * _GAP) / down
        for number, slot in enumerate(slots[start : start + per_page]):
            row, column = divmod(number, across)
            at = (_EDGE + column * (width + _GAP), top + row * (height + _GAP))
            _fill(placed, slot, at, (width, height))
        yield placed


def _fill(
    placed: list[Placed], slot: _Slot, at: tuple[float, float], room: tuple[float, float]
) -> None:
    """Put a picture and its texts into a part of a page."""
    (left, top), (width, height) = at, room
    used = _write(placed, slot.heading, _NOTE, at, width)
    size = _RULES
    while size > _LEAST and _height(slot.rules, size, width) > _MOST_TEXT * height:
        size *= 0.9
    used += _write(placed, slot.rules, size, (left, top + used), width)
    across, down = size_of(slot.scene)
    wide = min(width, (height - used) * across / down)
    placed.append(Placed(slot.scene, left, top + used, wide))


def _lines(text: str, size: float, width: float) -> list[str]:
    return list(wrapped(text.split(), width / size))


def _height(text: str, size: float, width: float) -> float:
    return len(_lines(text, size, width)) * _LEADING * size


def _write(
    placed: list[Placed], text: str, size: float, at: tuple[float, float], width: float
) -> float:
    """Put a text on a page, and return its height with the space below; none if it is empty."""
    lines = _lines(text, size, width)
    if not lines:
        return 0.0
    labels = tuple(
        Label((0.0, (number + 0.5) * _LEADING), line, 1.0, "note", start=True)
        for number, line in enumerate(lines)
    )
    scene = Scene(labels, (0.0, 0.0, width / size, len(lines) * _LEADING))
    placed.append(Placed(scene, *at, width))
    return len(lines) * _LEADING * size + 0.4 * size
