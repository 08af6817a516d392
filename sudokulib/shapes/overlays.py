"""Kinds that add sets without repeats to a rectangular grid."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import ClassVar, Literal

from sudokulib.errors import GeometryError
from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.shapes.global_kinds import GlobalKind, rectangle
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.marks import Hue, Mark
from sudokulib.shapes.registry import register_kind

Rows = tuple[tuple[int, ...], ...]
"""The cells of a grid, row by row."""

Group = tuple[int, ...]
"""Cells without repeats."""

_HUES: tuple[Hue, ...] = (
    *("grey", "yellow", "blue", "green", "red", "purple", "orange", "teal", "pink"),
)


@dataclass(frozen=True, slots=True)
class Overlay(GlobalKind):
    """Base of the kinds with sets without repeats at fixed places of a grid."""

    @abstractmethod
    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Return the sets, where the grid has such places.

        Raises:
            GeometryError: it has not.
        """

    def _groups(self, context: Context) -> list[Group]:
        return list(self.groups(rectangle(self.affected_cells(context), context.topology), context))

    def problem(self, context: Context) -> str:
        """Report a grid without such places, or a set with more cells than symbols."""
        try:
            groups = self._groups(context)
        except GeometryError as error:
            return str(error)
        for group in groups:
            symbols = 0
            for c in group:
                symbols |= context.domains[c]
            if symbols.bit_count() < len(group):
                return Impossible(
                    f"its sets of {len(group)} cells cannot differ with {symbols.bit_count()} "
                    "symbols; add symbols"
                )
        return "" if groups else "the grid has no such places; choose others or a larger grid"

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no set repeats a symbol."""
        return all(len({values[c] for c in g}) == len(g) for g in self._groups(context))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one AllDifferent for each set."""
        return [AllDifferent(tuple(sorted(group))) for group in self._groups(context)]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return its sets, shaded."""
        return [Mark("region", group, look="shade") for group in self._groups(context)]


@register_kind
@dataclass(frozen=True, slots=True)
class Diagonals(Overlay):
    """Diagonals have no repeats.

    Args:
        which: both long ones, the one going down or up from the left, or all diagonals.
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "diagonals"
    called: ClassVar[str] = "diagonal"
    example: ClassVar[str] = "[{kind: diagonals}]"

    which: Literal["both", "down", "up", "all"] = "both"

    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Yield the diagonals, by their distance from the long one."""
        del context
        width = len(rows[0])
        if self.which != "all" and len(rows) != width:
            raise GeometryError(
                f"a grid of {len(rows)}x{width} has no long diagonal; write which: all"
            )
        for down in (True, False):
            lines: dict[int, list[int]] = {}
            for r, row in enumerate(rows):
                for c, cell in enumerate(row):
                    lines.setdefault(c - r if down else width - 1 - c - r, []).append(cell)
            for number, line in sorted(lines.items()):
                long = number == 0 and self.which in ("both", "down" if down else "up")
                if long or (self.which == "all" and len(line) > 1):
                    yield tuple(line)

    def sentence(self, context: Context) -> str:
        """Return the sentence for these diagonals."""
        del context
        where = {"both": "either diagonal", "all": "any diagonal"}
        return f"Digits cannot repeat on {where.get(self.which, 'the shaded diagonal')}."


@register_kind
@dataclass(frozen=True, slots=True)
class Windows(Overlay):
    """Rectangles at regular places have no repeats (by default the four of windoku).

    Args:
        size: rows and columns of a window.
        first: row and column of the first, from 1.
        step: rows and columns from one to the next; [0, 0]: one more than the size.
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "windows"
    says: ClassVar[str] = "Digits cannot repeat in any of the shaded windows."
    called: ClassVar[str] = "window"
    example: ClassVar[str] = "[{kind: windows, size: [2, 2]}]"

    size: tuple[int, int] = (3, 3)
    first: tuple[int, int] = (2, 2)
    step: tuple[int, int] = (0, 0)

    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Yield the windows that lie on the grid."""
        del context
        if min(self.size) < 1 or min(self.first) < 1 or min(self.step) < 0:
            raise GeometryError("size and first of windows must be at least 1; change them")
        height, width = self.size
        down, right = (step or size + 1 for step, size in zip(self.step, self.size, strict=True))
        for r in range(self.first[0] - 1, len(rows) - height + 1, down):
            for c in range(self.first[1] - 1, len(rows[0]) - width + 1, right):
                yield tuple(cell for row in rows[r : r + height] for cell in row[c : c + width])


@register_kind
@dataclass(frozen=True, slots=True)
class DisjointGroups(Overlay):
    """Cells at the same place of their boxes differ.

    The boxes are the shapes with the role region that part the grid into equal rectangles.

    Args:
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "disjoint-groups"
    says: ClassVar[str] = "Cells at the same place of their boxes contain different digits."
    called: ClassVar[str] = "group"
    example: ClassVar[str] = "[{kind: disjoint-groups}]"

    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Return the first cells of all boxes, the second ones, and so on."""
        return zip(*_boxes(rows, context).cells, strict=True)

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Yield each group in another hue."""
        for mark, hue in zip(Overlay.drawn(self, context), cycle(_HUES), strict=False):
            yield replace(mark, hue=hue)


@register_kind
@dataclass(frozen=True, slots=True)
class CentreDot(Overlay):
    """The middle cells of all boxes differ.

    The boxes are the shapes with the role region that part the grid into equal rectangles.

    Args:
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "centre-dot"
    says: ClassVar[str] = "Digits cannot repeat in the middle cells of the boxes."
    example: ClassVar[str] = "[{kind: centre-dot}]"
    example_on: ClassVar[str] = "9x9"

    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Return one set: the middles."""
        boxes = _boxes(rows, context)
        if boxes.height % 2 == 0 or boxes.width % 2 == 0:
            raise GeometryError(
                f"boxes of {boxes.height}x{boxes.width} have no middle cell; "
                "choose boxes with odd sides"
            )
        return [tuple(cells[len(cells) // 2] for cells in boxes.cells)]


@dataclass(frozen=True, slots=True)
class _FixedPattern(Overlay):
    """Base of the patterns that are published only for the 9x9 grid."""

    pattern: ClassVar[str]
    """The places of each set, by letter."""

    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Return the cells under each letter."""
        del context
        lines = self.pattern.split()
        if (len(rows), len(rows[0])) != (len(lines), len(lines[0])):
            raise GeometryError(
                f"its places are those of a grid of {len(lines)}x{len(lines[0])}, this one has "
                f"{len(rows)}x{len(rows[0])}; list them as kind: distinct"
            )
        groups: dict[str, list[int]] = {}
        for row, line in zip(rows, lines, strict=True):
            for cell, letter in zip(row, line, strict=True):
                groups.setdefault(letter, []).append(cell)
        del groups["."]
        return map(tuple, groups.values())


@register_kind
@dataclass(frozen=True, slots=True)
class Asterisk(_FixedPattern):
    """Nine separate cells in the form of an asterisk differ; the grid is 9x9.

    Args:
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "asterisk"
    says: ClassVar[str] = "Digits cannot repeat in the nine shaded cells of the asterisk."
    example: ClassVar[str] = "[{kind: asterisk}]"
    example_on: ClassVar[str] = "9x9"
    pattern: ClassVar[str] = """
    .........
    ....a....
    ..a...a..
    .........
    .a..a..a.
    .........
    ..a...a..
    ....a....
    .........
    """


@register_kind
@dataclass(frozen=True, slots=True)
class Girandola(_FixedPattern):
    """The corners, the centre and the middles of the boxes beside the middle box differ; 9x9.

    Args:
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "girandola"
    says: ClassVar[str] = "Digits cannot repeat in the nine shaded cells of the girandola."
    example: ClassVar[str] = "[{kind: girandola}]"
    example_on: ClassVar[str] = "9x9"
    pattern: ClassVar[str] = """
    a.......a
    ....a....
    .........
    .........
    .a..a..a.
    .........
    .........
    ....a....
    a.......a
    """


@register_kind
@dataclass(frozen=True, slots=True)
class Argyle(Overlay):
    """The eight diagonals of an argyle pullover have no repeats; the grid is 9x9.

    Args:
        cells: a grid or face; absent: everything.
    """

    name: ClassVar[str] = "argyle"
    says: ClassVar[str] = "Digits cannot repeat on any of the eight shaded diagonals."
    called: ClassVar[str] = "argyle line"
    example: ClassVar[str] = "[{kind: argyle}]"
    example_on: ClassVar[str] = "latin-9"

    def groups(self, rows: Rows, context: Context) -> Iterable[Group]:
        """Yield the diagonals beside the long ones and those through the middles of the edges."""
        del context
        if (len(rows), len(rows[0])) != (9, 9):
            raise GeometryError(
                f"its places are those of a grid of 9x9, this one has {len(rows)}x{len(rows[0])}; "
                "list them as kind: distinct"
            )
        for away in (-4, -1, 1, 4):
            places = [(i, i + away) for i in range(9) if 0 <= i + away < 9]
            yield tuple(rows[r][c] for r, c in places)
            yield tuple(rows[r][8 - c] for r, c in places)


@dataclass(frozen=True, slots=True)
class _Boxes:
    """Equal rectangles that divide a grid, each with its cells row by row."""

    height: int
    width: int
    cells: tuple[Group, ...]


def _boxes(rows: Rows, context: Context) -> _Boxes:
    """Return the boxes that the regions of a grid form.

    Raises:
        GeometryError: they are not equal rectangles.
    """
    regions = {frozenset(s.cells) for s in context.shapes if "region" in s.roles}
    width = len(rows[0])
    for height, across in sorted({size for r in regions for size in _sizes(len(r))}):
        if len(rows) % height == 0 and width % across == 0:
            boxes = tuple(_cut(rows, height, across))
            if all(frozenset(box) in regions for box in boxes):
                return _Boxes(height, across, boxes)
    raise GeometryError(
        "the grid is not divided into equal rectangles by shapes with role: region; "
        "use a grid with a box: size"
    )


def _sizes(cells: int) -> Iterator[tuple[int, int]]:
    return ((h, cells // h) for h in range(1, cells + 1) if cells % h == 0)


def _cut(rows: Rows, height: int, width: int) -> Iterator[Group]:
    for r in range(0, len(rows), height):
        for c in range(0, len(rows[0]), width):
            yield tuple(cell for row in rows[r : r + height] for cell in row[c : c + width])
