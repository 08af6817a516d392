"""Drawings of Penpa, as those of SudokuPad that mean the same, and back.

What SudokuPad draws with lines and marks, Penpa has as thermometers, lines without bulbs, arrows
that begin in a circle, symbols, and numbers that may stand anywhere. So rules are drawn for both by
the same functions, and read with the same caution.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import floor
from typing import Any, NamedTuple

from sudokulib.formats.fpuzzles.editor_grid import integer
from sudokulib.formats.sudokupad.colours import normal_colour
from sudokulib.formats.sudokupad.drawings import Source

__all__ = ["PlaceNumbers", "cage_outline", "penpa_drawings", "sudokupad_drawings"]

Place = tuple[int, int]
"""Twice a row and a column, so that centres of cells are odd, and corners even."""

Drawings = dict[str, list[dict[str, Any]]]
"""Drawings of SudokuPad by their key."""


class PlaceNumbers(NamedTuple):
    """The numbers that Penpa gives to places, and the places that are cells.

    Args:
        size: cells a side.
        cells: the number of the cell at each place that is one.
        places: all places, including those around the grid.
        width: places per line of the paper.
    """

    size: int
    cells: dict[int, int]
    places: int
    width: int

    def borders(self) -> Iterator[tuple[str, int, int]]:
        """Yield for all cells with a common side the line between them, by Penpa's name."""
        for place, cell in self.cells.items():
            corner = self.places + place
            if (cell + 1) % self.size:
                yield f"{corner - self.width},{corner}", cell, cell + 1
            if cell + self.size < self.size**2:
                yield f"{corner - 1},{corner}", cell, cell + self.size

    def number(self, place: Place) -> int:
        """Return Penpa's number of a place: centres come first, then corners and sides."""
        row, column = place
        sort = _SORTS.index((row % 2, column % 2))
        at = (row - 1) // 2 * self.width + (column - 1) // 2
        return sort * self.places + min(self.cells) + at

    def place(self, number: int | None) -> Place | None:
        """Return the place of a number; None if it is none of these."""
        if number is None or not 0 <= number < len(_SORTS) * self.places:
            return None
        sort, at = divmod(number, self.places)
        (row, column), (top, left) = divmod(at, self.width), divmod(min(self.cells), self.width)
        odd = _SORTS[sort]
        return 2 * (row - top) + 2 - odd[0], 2 * (column - left) + 2 - odd[1]


_SORTS = ((1, 1), (0, 0), (0, 1), (1, 0))
"""Centres, corners, lower and right sides: whether the row and the column are odd."""

_GREY = "cccccc"
"""The colour that Penpa gives to thermometers and grey symbols."""

_DASHED = 12
_POINTING = {"UL": "_4", "UR": "_5", "DL": "_6", "DR": "_7"}
_CORNERS, _SMALL, _LARGE, _POINTED = "4", "6", "1", "2"
"""Numbers of which each digit has a place of its own, small, large and pointing ones."""

_PLAIN, _BOXED, _CIRCLED = 1, 5, 6
"""Black numbers: with nothing behind, on a white ground, and in a circle."""

_WHITE, _BLACK, _SHADED = 1, 2, 3
_UNDER, _OVER = 1, 2
"""Fills and layers of symbols."""

_SYMBOLS: Mapping[tuple[int, str], tuple[bool, float, str]] = {
    (_WHITE, "circle_SS"): (True, 0.3, "ffffff"),
    (_BLACK, "circle_SS"): (True, 0.3, "000000"),
    (_WHITE, "circle_M"): (True, 0.7, "ffffff"),
    (_SHADED, "circle_L"): (True, 0.8, _GREY),
    (_SHADED, "square_L"): (False, 0.8, _GREY),
}
"""Symbols by fill and name, as marks: whether they are round, their width and their fill."""

_MOST_DIGITS = 4
"""The most values of a quadruple that Penpa arranges in its circle."""


def _place(point: Sequence[float]) -> Place:
    return round(2 * point[0]), round(2 * point[1])


def penpa_drawings(
    drawn: Mapping[str, Sequence[Mapping[str, Any]]], numbers: PlaceNumbers
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return drawings of SudokuPad as Penpa has them, and their colours.

    Pills are left out, as Penpa's arrows begin in a circle.
    """
    spots = {_place(one["center"]): one for key in _LAYERS for one in drawn.get(key, ())}
    pointed: dict[Place, str] = {}
    begun: set[Place] = set()
    found: dict[str, Any] = {
        "thermo": [], "nobulbthermo": [], "arrows": [], "lineE": {}, "number": {}, "symbol": {},
    }  # fmt: skip
    colours: list[str] = []
    for line in drawn.get("lines", ()):
        places = [_place(point) for point in line["wayPoints"]]
        path = [numbers.number(place) for place in places]
        if places[0][0] % 2 == 0:
            found["lineE"][f"{path[0]},{path[-1]}"] = _DASHED
        elif spots.get(places[0], {}).get("backgroundColor") == line["color"]:
            begun.add(places[0])
            found["thermo"].append(path)
        else:
            found["nobulbthermo"].append(path)
            colours.append(line["color"])
    for arrow in drawn.get("arrows", ()):
        first, last = arrow["wayPoints"][0], arrow["wayPoints"][-1]
        start = 2 * floor(first[0]) + 1, 2 * floor(first[1]) + 1
        if numbers.number(start) not in numbers.cells:
            pointed[start] = f"{'UD'[last[0] > first[0]]}{'LR'[last[1] > first[1]]}"
        elif start in spots:
            begun.add(start)
            path = [numbers.number(_place(point)) for point in arrow["wayPoints"]]
            found["arrows"].append(path)
    for place, spot in spots.items():
        number = str(numbers.number(place))
        if "text" in spot:
            found["number"][number] = _written(place, spot["text"], pointed.get(place, ""))
        elif place not in begun and max(spot["height"], spot["width"]) < 1:
            found["symbol"][number] = _symbol(spot)
    return found, {"nobulbthermo": colours}


_LAYERS = ("underlays", "overlays")


def _written(place: Place, text: str, pointing: str) -> list[Any]:
    if pointing:
        return [f"{text}{_POINTING[pointing]}", _PLAIN, _POINTED]
    if place[0] % 2 and place[1] % 2:
        return [text, _PLAIN, _LARGE]
    if place[0] % 2 or place[1] % 2:
        return [text, _BOXED, _SMALL]
    values = text.split()
    if len(values) <= _MOST_DIGITS and max(map(len, values)) == 1:
        return ["".join(values), _CIRCLED, _CORNERS]
    return [text, _CIRCLED, _SMALL]


def _symbol(spot: Mapping[str, Any]) -> list[Any]:
    """Return the symbol that is most like a mark."""
    fill = normal_colour(spot.get("backgroundColor"))
    shade = fill if fill in ("ffffff", "000000") else _GREY
    (sort, name), _ = min(
        _SYMBOLS.items(),
        key=lambda one: (
            one[1][0] != spot["rounded"], one[1][2] != shade, abs(one[1][1] - spot["width"]),
        ),
    )  # fmt: skip
    return [sort, name, _OVER if sort != _SHADED else _UNDER]


def cage_outline(places: Collection[int], numbers: PlaceNumbers) -> list[str]:
    """Return the lines around the cells of a cage, by Penpa's names.

    They run between the quarters of cells, which come after all other places, four to a cell.
    """
    found = []
    across, down = (1, numbers.width, 1), (numbers.width, 1, 2)
    for place in sorted(places):
        first = 4 * (numbers.places + place)
        for step, side, quarter in (across, down):
            other = 3 - quarter
            if place + step not in places:
                found.append(f"{first + quarter},{first + 3}")
            if place - step not in places:
                found.append(f"{first},{first + other}")
            if place + step in places:
                beyond = first + 4 * step
                if not {place - side, place - side + step} <= {*places}:
                    found.append(f"{first + quarter},{beyond}")
                if not {place + side, place + side + step} <= {*places}:
                    found.append(f"{first + 3},{beyond + other}")
    return found


def sudokupad_drawings(
    question: Mapping[str, Any], colours: Any, numbers: PlaceNumbers
) -> tuple[Drawings, dict[Source, Source]]:
    """Return drawings of Penpa as SudokuPad has them, and of which each is a part.

    Those that are not known, and numbers in cells, are left out.
    """
    found = _Found(numbers)
    tints = colours.get("nobulbthermo") if isinstance(colours, dict) else None
    for key in ("thermo", "nobulbthermo", "arrows"):
        listed = question.get(key)
        for index, path in enumerate(listed if isinstance(listed, list) else ()):
            points = [numbers.place(integer(one)) for one in path] if isinstance(path, list) else []
            places = [place for place in points if place is not None]
            if len(places) < 2 or None in points:
                continue
            tint = tints[index] if isinstance(tints, list) and index < len(tints) else None
            colour = normal_colour(tint) if key == "nobulbthermo" else ""
            found.path(key, index, places, colour or _GREY)
    lines = question.get("lineE")
    for index, line in enumerate(lines if isinstance(lines, dict) else ()):
        ends = [numbers.place(integer(end)) for end in line.split(",")]
        corners = {(0, 0), (0, 2 * numbers.size), (2 * numbers.size, 0), (2 * numbers.size,) * 2}
        if len(ends) == 2 and ends[0] in corners and ends[1] in corners:
            found.path("lineE", index, [end for end in ends if end is not None], "")
    for key, add in (("symbol", found.symbol), ("number", found.text)):
        entries = question.get(key)
        for index, (number, one) in enumerate(entries.items() if isinstance(entries, dict) else ()):
            place = numbers.place(integer(number))
            if place is not None and isinstance(one, list) and len(one) > 2:
                add(index, place, one)
    return found.drawn, found.sources


class _Found:
    """Drawings of SudokuPad, and the drawing of Penpa of which each is a part."""

    def __init__(self, numbers: PlaceNumbers) -> None:
        self.numbers = numbers
        self.drawn: Drawings = {}
        self.sources: dict[Source, Source] = {}

    def add(self, layer: str, source: Source, one: dict[str, Any]) -> None:
        """Add a drawing that is a part of one of Penpa."""
        listed = self.drawn.setdefault(layer, [])
        self.sources[layer, len(listed)] = source
        listed.append(one)

    def mark(
        self, source: Source, place: Place, width: float, fill: str = "", *, circle: bool = False,
        text: str = "",
    ) -> None:  # fmt: skip
        """Add a circle, a square or a text at a place."""
        at = [place[0] / 2, place[1] / 2]
        one = {"center": at, "width": width, "height": width, "rounded": circle, "text": text}
        colour = {"backgroundColor": f"#{fill}"} if fill else {}
        self.add("overlays", source, {**one, **colour} if text else {
            key: value for key, value in {**one, **colour}.items() if key != "text"
        })  # fmt: skip

    def path(self, key: str, index: int, places: Sequence[Place], colour: str) -> None:
        """Add a line or an arrow, with the bulb or circle at its beginning."""
        layer = "arrows" if key == "arrows" else "lines"
        points = [[row / 2, column / 2] for row, column in places]
        self.add(layer, (key, index), {"wayPoints": points, "color": f"#{colour}"})
        if key in ("thermo", "arrows"):
            fill = colour if key == "thermo" else "ffffff"
            self.mark((key, index), places[0], 0.8, fill, circle=True)

    def symbol(self, index: int, place: Place, one: Sequence[Any]) -> None:
        """Add a circle or square, if it is one of those that are written."""
        known = [mark for (fill, name), mark in _SYMBOLS.items() if [fill, name] == [*one[:2]]]
        for circle, width, fill in known:
            self.mark(("symbol", index), place, width, fill, circle=circle)

    def text(self, index: int, place: Place, one: Sequence[Any]) -> None:
        """Add a text between cells or beside the grid, perhaps with an arrow."""
        text, ground, style = one[:3]
        source = ("number", index)
        centre = place[0] % 2 and place[1] % 2
        if not isinstance(text, str) or (
            centre and self.numbers.number(place) in self.numbers.cells
        ):
            return
        if style == _POINTED:
            ways = next((ways for ways, end in _POINTING.items() if text.endswith(end)), "")
            if ways and centre:
                self.mark(source, place, 0.8, text=text[: -len(_POINTING[ways])])
                row, column = (n / 2 for n in place)
                down, right = (0.25 if way in "DR" else -0.25 for way in ways)
                points = [[row + down, column + right], [row + 2 * down, column + 2 * right]]
                self.add("arrows", source, {"wayPoints": points})
        elif not centre:
            circle = ground == _CIRCLED
            shown = " ".join(text) if style == _CORNERS else text
            self.mark(source, place, 0.6 if circle else 0.25, "ffffff", circle=circle, text=shown)
        else:
            self.mark(source, place, 0.8, text=text)
