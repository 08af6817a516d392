"""Rules as drawings of SudokuPad, with sentences that say what they mean.

Every sentence is one that is known when a puzzle is read, so that the puzzle is read back whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sudokulib.formats.fpuzzles.editor_grid import EditorGrid
from sudokulib.formats.stated_rules import claims
from sudokulib.formats.sudokupad.colours import SHADES
from sudokulib.shapes import (
    Anti,
    Arrow,
    Between,
    Cage,
    Contains,
    Context,
    Diagonals,
    Difference,
    DisjointGroups,
    Even,
    Kind,
    LittleKiller,
    Negative,
    Nonconsecutive,
    Odd,
    PairSum,
    Palindrome,
    Ratio,
    RegionSum,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
    XSum,
)

Drawing = tuple[str, dict[str, Any]]
"""The key of a drawing, and the drawing."""

Entry = Mapping[str, Any]

_GREY = SHADES["grey"]
_SUMS_OUTSIDE = ("sandwichsum", "skyscraper", "xsum")
"""Clues that look alike: only those of one sort can be told apart from little killers."""

_LINES = {
    "betweenline": "yellow", "palindrome": "orange", "regionsumline": "blue", "renban": "purple",
    "whispers": "green",
}  # fmt: skip
"""The colours of lines if the text of the puzzle names no other."""

_SAYS = {
    "lines": "Digits cannot repeat in rows and columns.",
    "regions": "Normal sudoku rules apply.",
}
"""Sentences that are of no single rule."""

_TWO = (0, 1)
"""Any two cells: no sentence of the following rules depends on where they are."""

_RULES: Mapping[str, Kind] = {
    "all dots": Negative(kinds=("difference", "ratio")),
    "antiking": Anti(moves="king"),
    "antiknight": Anti(moves="knight"),
    "arrow": Arrow(_TWO[:1], (_TWO,)),
    "betweenline": Between((_TWO,)),
    "diagonals": Diagonals(),
    "difference": Difference(_TWO),
    "disjointgroups": DisjointGroups(),
    "even": Even(_TWO),
    "killercage": Cage(_TWO),
    "littlekillersum": LittleKiller(_TWO, 1),
    "negative xv": Negative(kinds=("pair-sum",)),
    "nonconsecutive": Nonconsecutive(),
    "odd": Odd(_TWO),
    "palindrome": Palindrome((_TWO,)),
    "quadruple": Contains(_TWO, (1,)),
    "ratio": Ratio(_TWO),
    "regionsumline": RegionSum((_TWO,)),
    "renban": Renban((_TWO,)),
    "sandwichsum": Sandwich(_TWO, 0),
    "skyscraper": Skyscraper(_TWO, 1),
    "thermometer": Thermometer((_TWO,)),
    "v": PairSum(_TWO, 5),
    "whispers": Whisper((_TWO,)),
    "x": PairSum(_TWO, 10),
    "xsum": XSum(_TWO, 1),
}
"""For each key of a sentence a rule that says it; see `Kind.sentence`."""


def _sentence(key: str, context: Context, colour: str, number: str) -> str:
    """Return a sentence that is known, with the looks that SudokuPad has for lines and clues."""
    if key in _SAYS:
        return _SAYS[key]
    rule = _RULES[key]
    if not rule.says:
        return rule.sentence(context)
    line = f"{'an' if colour[:1] in tuple('aeiou') else 'a'} {colour} line"
    words = {"line": line, "clue": "clues outside the grid", **({"d": number} if number else {})}
    return rule.says.format_map({**rule.phrases(context), **words})


class _Canvas:
    """The size and colours of a drawing.

    Args:
        grid: the grid.
        colours: the names of the colours of lines.
    """

    def __init__(self, grid: EditorGrid, colours: Mapping[str, str]) -> None:
        self.grid = grid
        self.colours = colours

    def centre(self, name: str) -> list[float]:
        """Return the centre of a cell, or of a place beside the grid."""
        row, column = self.grid.place(name)
        return [row + 0.5, column + 0.5]

    def middle(self, names: Iterable[str]) -> list[float]:
        """Return the point in the middle of some cells."""
        points = [self.centre(name) for name in names]
        return [sum(part) / len(points) for part in zip(*points, strict=True)]

    def line(self, names: Iterable[str], colour: str) -> Drawing:
        """Return a line through the centres of some cells."""
        points = [self.centre(name) for name in names]
        return "lines", {"wayPoints": points, "color": f"#{colour}", "thickness": 8}


def _mark(
    at: list[float], width: float, *, circle: bool, fill: str = "", border: str = "", text: str = ""
) -> Drawing:
    """Return a circle or square in a layer over the grid, or under it if nothing is written."""
    colours = {"backgroundColor": fill, "borderColor": border}
    shown = {key: f"#{colour}" for key, colour in colours.items() if colour}
    more = {"text": text, "fontSize": 14} if text else {}
    layer = "overlays" if text or at[0] % 1 == 0 or at[1] % 1 == 0 else "underlays"
    return layer, {
        "center": at, "width": width, "height": width, "rounded": circle, **shown, **more,
    }  # fmt: skip


def _plain_lines(key: str) -> Callable[[_Canvas, Entry], Iterator[Drawing]]:
    def draw(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
        for line in entry["lines"]:
            yield canvas.line(line, SHADES[canvas.colours[key]])
            if key == "betweenline":
                for end in (line[0], line[-1]):
                    yield _mark(canvas.centre(end), 0.7, circle=True, fill="ffffff", border=_GREY)

    return draw


def _thermometer(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
    for line in entry["lines"]:
        yield canvas.line(line, _GREY)
        yield _mark(canvas.centre(line[0]), 0.75, circle=True, fill=_GREY)


def _arrow(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
    places = [canvas.grid.place(name) for name in entry["cells"]]
    height, width = (max(side) - min(side) + 1 for side in zip(*places, strict=True))
    if height * width != len(places) or min(height, width) > 1:
        return  # a pill that is no straight line
    at = canvas.middle(entry["cells"])
    _, circle = _mark(at, 0.75, circle=True, fill="ffffff", border=_GREY)
    yield "underlays", {**circle, "height": height - 0.25, "width": width - 0.25}
    for line in entry["lines"]:
        _, drawing = canvas.line(line, _GREY)
        yield "arrows", {**drawing, "thickness": 2, "headLength": 0.3}


def _dot(fill: str, usual: int) -> Callable[[_Canvas, Entry], Iterator[Drawing]]:
    def draw(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
        if entry.get("value", str(usual)) == str(usual):
            at = canvas.middle(entry["cells"])
            yield _mark(at, 0.3, circle=True, fill=fill, border="000000")

    return draw


def _letter(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
    at = canvas.middle(entry["cells"])
    yield _mark(at, 0.25, circle=False, fill="ffffff", text=entry["value"])


def _quadruple(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
    text = " ".join(map(str, entry["values"]))
    at = canvas.middle(entry["cells"])
    yield _mark(at, 0.6, circle=True, fill="ffffff", border="000000", text=text)


def _outside(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
    if "value" in entry:
        yield _mark(canvas.centre(entry["cell"]), 0.8, circle=False, text=entry["value"])


_STEPS = {"U": -1, "D": 1, "L": -1, "R": 1}


def _little_killer(canvas: _Canvas, entry: Entry) -> Iterator[Drawing]:
    yield from _outside(canvas, entry)
    (row, column), (down, right) = canvas.centre(entry["cell"]), entry["direction"]
    points = [
        [row + length * _STEPS[down], column + length * _STEPS[right]] for length in (0.25, 0.5)
    ]
    yield "arrows", {"wayPoints": points, "color": f"#{_GREY}", "thickness": 2, "headLength": 0.2}


def _in_cell(*, circle: bool) -> Callable[[_Canvas, Entry], Iterator[Drawing]]:
    return lambda canvas, entry: iter(
        [_mark(canvas.centre(entry["cell"]), 0.8, circle=circle, fill=_GREY)]
    )


_DRAW: Mapping[str, Callable[[_Canvas, Entry], Iterator[Drawing]]] = {
    "arrow": _arrow,
    "difference": _dot("ffffff", 1),
    "even": _in_cell(circle=False),
    "littlekillersum": _little_killer,
    "odd": _in_cell(circle=True),
    "quadruple": _quadruple,
    "ratio": _dot("000000", 2),
    "thermometer": _thermometer,
    "xv": _letter,
    **dict.fromkeys(_SUMS_OUTSIDE, _outside),
    **{key: _plain_lines(key) for key in _LINES},
}
"""For each key of f-puzzles how its entries are drawn."""

_FLAGS = ("antiking", "antiknight", "disjointgroups", "nonconsecutive")


def _parities(rows: Iterable[Iterable[Entry]], grid: EditorGrid) -> dict[str, list[Entry]]:
    """Return entries for the cells whose candidates are all odd or all even values."""
    cells = [cell.get("givenPencilMarks") for row in rows for cell in row]
    names = grid.names(range(len(cells)))
    found: dict[str, list[Entry]] = {}
    for key, first in (("odd", 1), ("even", 2)):
        values = [*range(first, grid.size + 1, 2)]
        found[key] = [
            {"cell": name} for name, left in zip(names, cells, strict=True) if left == values
        ]
    return found


def drawings_of(
    data: Mapping[str, Any], text: str, grid: EditorGrid, context: Context
) -> tuple[dict[str, list[Any]], list[str]]:
    """Return the drawings of a puzzle, and the sentences to add to its text.

    Args:
        data: the puzzle as in an f-puzzles file.
        text: its description.
        grid: its size and regions.
        context: its symbols and shapes.
    """
    said = [one for one in claims(text, grid.size) if one.key]
    named = {str(one.key): one.colour for one in said if one.colour}
    colours = {key: named.get(key, colour) for key, colour in _LINES.items()}
    canvas = _Canvas(grid, colours)
    drawn: dict[str, list[Any]] = {}
    needed = ["regions" if None not in grid.regions else "lines"]
    negative = data.get("negative", [])
    all_dots = "ratio" in negative and bool(data.get("nonconsecutive"))
    needed += [flag for flag in _FLAGS if data.get(flag)]
    if all_dots:
        needed.remove("nonconsecutive")
    needed += ["killercage"] if data.get("killercage") else []
    if data.get("diagonal+") and data.get("diagonal-"):
        needed.append("diagonals")
        for ends in ((0, grid.size), (grid.size, 0)):
            points = [[0, ends[0]], [grid.size, ends[1]]]
            drawn.setdefault("lines", []).append(
                {"wayPoints": points, "color": f"#{SHADES['blue']}", "thickness": 1}
            )
    data = {**data, **_parities(data["grid"], grid)}
    number = ""
    for key, draw in _DRAW.items():
        entries = data.get(key, [])
        if key == "whispers" and entries:
            number = str(entries[0].get("value", (grid.size + 1) // 2))
            entries = [one for one in entries if one.get("value", number) == number]
        if key in _SUMS_OUTSIDE and any(other in needed for other in _SUMS_OUTSIDE):
            continue
        for entry in entries:
            for layer, drawing in draw(canvas, entry):
                drawn.setdefault(layer, []).append(drawing)
        needed += sorted({one["value"].lower() for one in entries}) if key == "xv" else []
        needed += [key] if entries and key != "xv" else []
    for key, marks, negated in (
        ("all dots", ("difference", "ratio"), all_dots),
        ("negative xv", ("x", "v"), "xv" in negative),
    ):
        if negated:
            needed += [one for one in marks if one not in needed] + [key]
    known = {one.key for one in said}
    sentences = [
        _sentence(key, context, colours.get(key, ""), number)
        for key in needed if key not in known
    ]  # fmt: skip
    return drawn, [one[0].upper() + one[1:] for one in sentences]
