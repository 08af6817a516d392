"""Names of the shapes of a puzzle: their labels, or their kinds and places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from sudokulib.basics.quoting import join_words
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Kind, Mark, Shape

_MOST = 4
"""The most cells that name a shape without a label; of more, for brevity, only the first does."""

_NUMBER = re.compile(r"(?<= )\d+(?=$| of )")
"""The number of a numbered name."""

_PROPER = re.compile(r"(?:^|\s)(?:-?\d+|[A-Z])(?=$|\s)|^(?:the|a|an|my|our|face)\s|^[^a-z]")
"""Names that take no article: numbered or lettered ones, and those that have one already."""


def grouped_runs(names: Sequence[str]) -> list[str]:
    """Return names with runs of three or more consecutive numbers drawn together.

    >>> grouped_runs(["ring 1", "ring 2", "ring 3", "piece 4", "piece 7"])
    ['ring 1 to ring 3', 'piece 4', 'piece 7']
    """
    runs: list[list[str]] = []
    for name in names:
        if runs and _next(runs[-1][-1]) == name:
            runs[-1].append(name)
        else:
            runs.append([name])
    texts = []
    for run in runs:
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return texts


def _next(name: str) -> str:
    """Return the name with the next number, such as that of the next house of its kind."""
    return _NUMBER.sub(lambda found: str(int(found[0]) + 1), name, count=1)


def with_article(label: str) -> str:
    """Return a label as part of a sentence, with an article if it takes one.

    >>> with_article("long falling diagonal"), with_article("ring 3"), with_article("face left")
    ('the long falling diagonal', 'ring 3', 'face left')
    """
    return label if _PROPER.search(label) else f"the {label}"


class ShapeNames:
    """Names for the shapes of a puzzle, unambiguous ones.

    Args:
        puzzle: the puzzle with the shapes.
        cell: returns the name of a variable.
    """

    def __init__(self, puzzle: Puzzle, cell: Callable[[int], str]) -> None:
        self._cell = cell
        found = list(_clues(puzzle.all_shapes))
        self._nouns = Counter(shape.rule.noun for shape in puzzle.all_shapes if not shape.labels)
        self._clues = Counter((noun, clue) for noun, clue, _ in found)
        self._corners = Counter(found)

    def name(self, shape: Shape, cells: Collection[int]) -> str:
        """Return the best-known label, or the noun with its clue and, if need be, its place.

        Args:
            shape: the shape to name.
            cells: the part of it that is meant; a rule that holds in many places is named by it.
        """
        if shape.labels:
            return with_article(shape.labels[0])
        mark = _mark(shape.rule, cells)
        noun = shape.rule.noun
        clue = _clue(shape.rule, mark)
        if clue and self._clues[noun, clue] == 1:
            return f"{noun} {clue}"
        if mark is None and self._unmistakable(shape, cells):
            return f"the {noun}"
        where = self._where(mark, mark.cells if mark else tuple(cells))
        if mark and self._short(noun, clue, mark):
            where = f"at {self._cell(mark.cells[0])}"
        return f"{noun} {clue} {where}" if clue else f"the {noun} {where}".rstrip()

    def _unmistakable(self, shape: Shape, cells: Collection[int]) -> bool:
        """Return whether its noun suffices: many cells, half or more, of the only such rule."""
        many = len(cells) > _MOST and 2 * len(cells) >= len(shape.cells)
        return many and self._nouns[shape.rule.noun] == 1

    def _short(self, noun: str, clue: str, mark: Mark) -> bool:
        """Return whether its first cell suffices to find a shape: a clue, or one of many cells."""
        if mark.form not in ("region", "badge") or not (clue or len(mark.cells) > 2):
            return False
        return self._corners[noun, clue, mark.cells[0]] == 1

    def _where(self, mark: Mark | None, cells: Sequence[int]) -> str:
        names = list(dict.fromkeys(map(self._cell, cells)))  # a cell and its shade may be alike
        if mark is not None and mark.form not in ("region", "badge", "text") and len(names) > 1:
            return f"from {names[0]} to {names[-1]}"
        if len(names) == 2:
            return f"between {names[0]} and {names[1]}"
        if 1 < len(names) <= _MOST:
            return f"on {join_words(names)}"
        return f"at {names[0]}" if names else ""


_SIGNS = "#=“” "
"""Signs around a clue that only tell in a picture which sort of clue it is."""


def _mark(rule: Kind, cells: Collection[int]) -> Mark | None:
    """Return the mark that shows the given cells: the smallest that covers them."""
    covering = [mark for mark in rule.marks() if set(cells) <= set(mark.cells)]
    return min(covering, key=lambda mark: len(mark.cells), default=None)


def _clue(rule: Kind, mark: Mark | None) -> str:
    """Return the text written there, if it can be read aloud and says more than the noun."""
    texts = [mark.text] if mark else [one.text for one in rule.marks()]
    text = next(filter(None, texts), "").strip(_SIGNS)
    said = text in rule.noun or text in rule.name.replace("-", " ")
    return text if text[:1].isalnum() and not said else ""


def _clues(shapes: Sequence[Shape]) -> Iterator[tuple[str, str, int]]:
    """Yield the noun of each unlabelled shape, each clue, and the cell where it is printed."""
    for shape in shapes:
        if not shape.labels:
            marks = tuple(shape.rule.marks())
            clues = {(_clue(shape.rule, mark), mark.cells[0]) for mark in marks if mark.cells}
            yield from ((shape.rule.noun, clue, first) for clue, first in clues)
