"""Links of Penpa: the givens and cages of a drawing.

A link holds deflated lines of text. The first describes the paper and the author; the fourth has
the question as JSON, with short words for keys; the sixth lists the places of the cells, each as
its distance from the one before. Small numbers stand in the corners of cells: their places are
counted four to a place, after four of each other sort. Thick lines run between corners of places,
which are counted after the places; where they divide a grid into regions, these are read.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import unquote

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.format import Format, has_link, register_format, warn_unread
from sudokulib.formats.fpuzzles.editor_grid import integer
from sudokulib.formats.grids import (
    box_of,
    given_symbols,
    jigsaw_grid,
    puzzle_on,
    regions_of,
    size_of,
    square_grid,
)
from sudokulib.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Cage, Shape

_LINK = re.compile(r"(?:^|[#?&])m=(?:edit|solve)&p=(?P<payload>[A-Za-z0-9+/=_% -]{16,})(?:&|$)")
_WORDS = {
    "zL": "line", "zE": "lineE", "zS": "surface", "zW": "wall", "zC": "cage", "zN": "number",
    "zY": "symbol", "zP": "special", "z1": "numberS", "zF": "freeline", "z2": "freelineE",
    "zT": "thermo", "z3": "arrows", "zD": "direction", "z0": "squareframe", "z5": "polygon",
    "z4": "deletelineE", "z6": "killercages", "z7": "nobulbthermo", "z_": "__a", "zG": "grid",
    "zU": "command_undo", "zR": "command_redo", "z8": "command_replay",
}  # fmt: skip
_DRAWN = (
    "arrows", "cage", "direction", "freeline", "line", "nobulbthermo", "polygon", "special",
    "squareframe", "surface", "symbol", "thermo", "wall",
)  # fmt: skip
_LISTED = (
    "arrows", "direction", "killercages", "nobulbthermo", "polygon", "squareframe", "thermo",
)  # fmt: skip
_BY_PLACE = (
    "cage", "deletelineE", "freeline", "freelineE", "line", "lineE", "number", "numberS",
    "surface", "symbol", "wall",
)  # fmt: skip
_KEY = re.compile(r"\bz[A-Z0-9_](?=:)|\bzO\b")
_MOST = 35
"""The most cells per side; larger papers are refused, a bound against hostile links."""


class _PlaceNumbers(NamedTuple):
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


def _is_penpa(text: str) -> bool:
    return has_link(text, _LINK)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    lines = _inflated(text, name, limits).split("\n")
    if len(lines) < 6:
        raise SudokuError(
            f"{name} has {len(lines)} lines, but a drawing has six or more; copy it again"
        )
    heading = lines[0].split(",")
    if heading[0] not in {"square", "sudoku"}:
        raise SudokuError(f"{name} is drawn on {short(heading[0])!r} paper; only squares are read")
    paper = _paper(heading, _json(lines[1], name), _json(lines[5], name), name)
    question = _json(_KEY.sub(_long, lines[3]), name)
    if not isinstance(question, dict):
        raise SudokuError(f"{name} has no question in it; copy the whole link again")
    unread = ["Penpa only draws, without rules; rows, columns and regions are assumed"]
    grid = _grid(question, paper)
    known = dict(_givens(question, paper, unread))
    shapes = list(_cages(question, paper, unread))
    for key in _DRAWN:
        drawn = question.get(key)
        count = len([one for one in drawn if one != "__a"]) if isinstance(drawn, dict | list) else 0
        if count:
            what = "1 drawing" if count == 1 else f"{count} drawings"
            unread.append(f"{key}: {what} of this sort; if they mean a rule, it is not read")
    texts = _texts(heading)
    if rules := texts.get("description"):
        unread.append(f"rules: a rule that is only said in words is not read: {short(rules)!r}")
    puzzle = puzzle_on(grid, known, shapes=shapes, texts=texts)
    warn_unread(unread)
    return puzzle


def _inflated(text: str, name: str, limits: Limits) -> str:
    match = _LINK.search(text.strip())
    payload = unquote(match["payload"]) if match else ""
    payload = payload.replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        raw = base64.b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        inflate = zlib.decompressobj(-15)
        found = inflate.decompress(raw, limits.text + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise SudokuError(
            f"{name} is damaged or not a link of Penpa; copy the whole link"
        ) from None
    limits.check("text", len(found))
    if not found or not inflate.eof:
        raise SudokuError(f"{name} is cut off; copy the whole link of Penpa")
    return found.decode("utf-8", "replace")


def _long(match: re.Match[str]) -> str:
    return "null" if match[0] == "zO" else f'"{_WORDS.get(match[0], match[0])}"'


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise SudokuError(f"{name}: {short(text)!r} is broken JSON; copy the link again") from None


def _paper(heading: Sequence[str], space: Any, steps: Any, name: str) -> _PlaceNumbers:
    """Return the places of cells, computed from the distances between them."""
    right = isinstance(steps, list) and all(type(n) is int and 0 < n < 10_000 for n in steps)
    size = isqrt(len(steps)) if right else 0
    rows = integer(heading[2]) if len(heading) > 2 else None
    columns = integer(heading[1]) if len(heading) > 2 else None
    if not right or not 4 <= size <= _MOST or size * size != len(steps) or not rows or not columns:
        raise SudokuError(f"{name} is not a drawing of a square grid of 4 to {_MOST} cells a side")
    places = list(accumulate(steps))
    width = places[size] - places[0]
    if places != [places[0] + r * width + c for r in range(size) for c in range(size)]:
        raise SudokuError(f"{name} has a grid with gaps; only full squares are read")
    margins = [n for n in space if type(n) is int] if isinstance(space, list) else []
    outside = sum(margins[:2]) if width != columns + 4 else 0
    height = rows + 4 + outside
    return _PlaceNumbers(size, {at: cell for cell, at in enumerate(places)}, width * height, width)


def _grid(question: dict[str, Any], paper: _PlaceNumbers) -> Geometry:
    """Return the grid with the regions drawn by thick lines, if all have one cell per symbol."""
    lines = question.get("lineE")
    drawn = lines if isinstance(lines, dict) else {}
    region = list(range(paper.size**2))
    for line, one, other in paper.borders():
        if line not in drawn and region[one] != region[other]:
            old, new = region[other], region[one]
            region = [new if number == old else number for number in region]
    if all(region.count(number) == paper.size for number in set(region)):
        return jigsaw_grid(paper.size, tuple(region))
    return square_grid(paper.size, box_of(paper.size))


def _givens(
    question: dict[str, Any], paper: _PlaceNumbers, unread: list[str]
) -> Iterator[tuple[int, int]]:
    numbers = question.get("number")
    for place, said in numbers.items() if isinstance(numbers, dict) else ():
        cell = paper.cells.get(integer(place) or -1)
        text = said[0] if isinstance(said, list) and said else None
        value = integer(text.strip() if isinstance(text, str) else text)
        if cell is not None and value is not None and 1 <= value <= paper.size:
            yield cell, value - 1
        elif text not in (None, "", " "):
            unread.append(
                f"number: {short(str(text))!r} is not a given; if it is a rule, it is not read"
            )


def _cages(question: dict[str, Any], paper: _PlaceNumbers, unread: list[str]) -> Iterator[Shape]:
    """Yield cages, each with the small number in a corner of one of its cells."""
    small = question.get("numberS")
    sums: dict[int, int] = {}
    for place, said in small.items() if isinstance(small, dict) else ():
        number = (integer(place) or 0) - 4 * paper.places
        cell = paper.cells.get(number // 4)
        text = said[0] if isinstance(said, list) and said else None
        value = integer(text.strip() if isinstance(text, str) else text)
        if cell is not None and value is not None and number % 4 == 0:
            sums[cell] = value
    drawn = question.get("killercages")
    for cage in drawn if isinstance(drawn, list) else ():
        places = cage if isinstance(cage, list) else []
        cells = {paper.cells.get(integer(place) or -1) for place in places}
        inside = tuple(sorted(cell for cell in cells if cell is not None))
        clues = [sums.pop(cell) for cell in inside if cell in sums]
        if len(clues) > 1:
            unread.append("killercages: a cage has several numbers; the first is its sum")
        if inside and None not in cells:
            yield Shape(Cage(inside, clues[0] if clues else None))
    if sums:
        unread.append(
            f"numberS: {len(sums)} small numbers outside cages; if they mean rules, they are "
            f"not read"
        )


_ESCAPES = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}
"""Escapes for characters with a special meaning in the first line."""


def _texts(heading: Sequence[str]) -> dict[str, str]:
    """Return title, author, source and rules, which stand in this order in the first line."""
    first = next((n for n, part in enumerate(heading) if part.startswith("Title:")), None)
    if first is None:
        return {}
    *parts, rules = [*heading[first : first + 4], "", "", ""][:4]
    title, author, source = (part.replace("%2C", ",") for part in parts)
    return {
        "title": title.removeprefix("Title:"),
        "author": author.removeprefix("Author:"),
        "source": source,
        "description": re.sub("%2[C-F]", lambda match: _ESCAPES[match[0]], rules),
    }


def _write(puzzle: Puzzle) -> str:
    size = size_of(puzzle, _MOST, 4)
    width = size + 4
    at = [(cell // size + 2) * width + cell % size + 2 for cell in range(size * size)]
    paper = _PlaceNumbers(
        size, {place: cell for cell, place in enumerate(at)}, width * width, width
    )
    half = size // 2
    middle = paper.places + (half + 1) * (width + 1) if size % 2 == 0 else (half + 2) * (width + 1)
    pixels = (size + 1) * 38
    rules = puzzle.description.replace("\r", "")
    for escape, mark in _ESCAPES.items():
        rules = rules.replace(mark, escape)
    texts = (puzzle.title, puzzle.author, puzzle.source)
    title, author, source = (" ".join(text.split()).replace(",", "%2C") for text in texts)
    said = [f"Title: {title}", f"Author: {author}", source, rules]
    numbers = [size, size, 38, 0, 1, 1, pixels, pixels, middle, middle, 0, 0, 0, 0]
    steps = [at[0], *(after - before for before, after in pairwise(at))]
    nothing: dict[str, Any] = {
        **{key: {"__a": []} for key in ("command_redo", "command_undo", "command_replay")},
        **{key: {} for key in _BY_PLACE},
        **{key: [] for key in _LISTED},
    }
    lines = [
        ",".join(["square", *map(str, numbers), *said, "OFF", "false"]),
        "[0,0,0,0]",
        _brief({"grid": ["1", "2", "1"]}),
        _brief({**nothing, **_question(puzzle, paper, at)}),
        _brief(nothing),
        _brief(steps),
        *("[]", "{}", '"x"', '"x"', "[3,1,3]"),
    ]
    deflate = zlib.compressobj(9, wbits=-15)
    text = "\n".join(lines).encode("utf-8", "replace")
    payload = base64.b64encode(deflate.compress(text) + deflate.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={payload}"


def _question(puzzle: Puzzle, paper: _PlaceNumbers, at: Sequence[int]) -> dict[str, Any]:
    """Return givens, thick lines between regions, and non-overlapping cages with their sums."""
    regions = regions_of(puzzle)
    marks = given_symbols(puzzle, [str(value) for value in range(1, paper.size + 1)])
    cages: list[list[int]] = []
    sums: dict[str, Any] = {}
    covered: set[int] = set()
    for shape in puzzle.all_shapes:
        rule = shape.rule
        if not isinstance(rule, Cage) or rule.repeats or isinstance(rule.sum, tuple):
            continue
        if covered.isdisjoint(rule.cells):
            covered.update(rule.cells)
            cages.append([at[cell] for cell in rule.cells])
            if rule.sum is not None:
                sums[str(4 * (paper.places + cages[-1][0]))] = [str(rule.sum), 1]
    return {
        "number": {str(at[cell]): [mark, 1, "1"] for cell, mark in enumerate(marks) if mark != "."},
        "numberS": sums,
        "lineE": {
            line: 2 for line, one, other in paper.borders() if regions[one] != regions[other]
        },
        "killercages": cages,
    }


def _brief(data: Any) -> str:
    text = json.dumps(data, separators=(",", ":"))
    for short_word, word in _WORDS.items():
        text = text.replace(f'"{word}"', short_word)
    return text


PENPA = register_format(
    Format(
        "penpa",
        _is_penpa,
        _read,
        _write,
        summary="links of Penpa that contain their drawing",
        keeps="givens, regions, cages that do not overlap, and texts of square grids to 35×35",
    )
)
"""A drawing on squared paper."""
