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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from math import isqrt
from typing import Any
from urllib.parse import unquote

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.format import Format, has_link, register_format, warn_unread
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid, integer
from sudokulib.formats.fpuzzles.export import puzzle_data
from sudokulib.formats.fpuzzles.reader import stated_shapes
from sudokulib.formats.grids import (
    box_of,
    given_symbols,
    jigsaw_grid,
    puzzle_on,
    regions_of,
    size_of,
    square_grid,
)
from sudokulib.formats.penpa_drawings import (
    PlaceNumbers,
    cage_outline,
    penpa_drawings,
    sudokupad_drawings,
)
from sudokulib.formats.sudokupad.drawings import Source
from sudokulib.formats.sudokupad.export import drawings_of
from sudokulib.formats.sudokupad.recognition import Recognised, recognise
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.error_collector import ErrorCollector
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import undrawn_sentences
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
    "arrows", "cage", "direction", "freeline", "freelineE", "line", "nobulbthermo", "polygon",
    "special", "squareframe", "surface", "symbol", "thermo", "wall",
)  # fmt: skip
_LISTED = (
    "arrows", "direction", "killercages", "nobulbthermo", "polygon", "squareframe", "thermo",
)  # fmt: skip
_BY_PLACE = (
    "cage", "deletelineE", "freeline", "freelineE", "line", "lineE", "number", "numberS",
    "surface", "symbol", "wall",
)  # fmt: skip
_KEY = re.compile(r"\bz[A-Y0-9_](?=:)|\bzO\b")
_MOST = 35
"""The most cells per side, as in other formats of editors; larger papers are refused."""


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
    question = _json(_KEY.sub(_long, lines[3]).replace("zZ", "z"), name)
    if not isinstance(question, dict):
        raise SudokuError(f"{name} has no question in it; copy the whole link again")
    colours: Any = None
    with suppress(SudokuError):  # old links have other lines there
        colours = _json(_KEY.sub(_long, "".join(lines[_COLOURS : _COLOURS + 1])), name)
    texts = _texts(heading)
    rules = texts.get("description", "")
    unread = ["Penpa only draws, without rules; rows, columns and regions are assumed"]
    home = _regions(question, paper)
    editor_grid = EditorGrid(paper.size, home or _boxes(paper.size))
    cages = list(_cages(question, paper, unread))
    drawn, sources = sudokupad_drawings(question, colours, paper)
    found = recognise(drawn, rules, editor_grid, cages=bool(cages))
    made = stated_shapes(found.entries, editor_grid, limits, ErrorCollector())
    limits.check("shapes", len(made))
    explained = _explained(found, sources) | _outlines(question, cages, paper)
    unread += _unread(question, paper, explained)
    if stray := {one for one in sources.values() if one[0] == "lineE"} - explained:
        unread.append(_left("lineE", len(stray)))
    if found.unread:
        said = short(" ".join(found.unread))
        unread.append(f"rules: a rule that is only said in words is not read: {said!r}")
    own = question.get("description")
    if isinstance(own, str) and rules.startswith(own):
        texts["description"] = own
    puzzle = puzzle_on(
        _grid(paper, home),
        dict(_givens(question, paper)),
        shapes=[*cages, *(one for _, one in made)],
        texts=texts,
    )
    warn_unread(unread)
    return puzzle


_COLOURS = 14
"""The line with the colours of the question."""


def _explained(found: Recognised, sources: Mapping[Source, Source]) -> set[Source]:
    """Return the drawings of which every part is of a rule that was read."""
    left = {whole for part, whole in sources.items() if part not in found.drawn}
    return {*sources.values()} - left


def _outlines(
    question: Mapping[str, Any], cages: Iterable[Shape], paper: PlaceNumbers
) -> set[Source]:
    """Return the drawings that are outlines of cages."""
    at = {cell: place for place, cell in paper.cells.items()}
    lines = {
        line for cage in cages for line in cage_outline([at[c] for c in cage.cells], paper)
    }  # fmt: skip
    drawn = question.get("cage")
    listed = enumerate(drawn if isinstance(drawn, dict) else ())
    return {("cage", index) for index, line in listed if line in lines}


def _unread(
    question: Mapping[str, Any], paper: PlaceNumbers, explained: Collection[Source]
) -> Iterator[str]:
    """Yield messages on all drawings that may be rules and are not read."""
    numbers = question.get("number")
    for index, (place, said) in enumerate(numbers.items() if isinstance(numbers, dict) else ()):
        text = said[0] if isinstance(said, list) and said else None
        given = _given(place, said, paper) is not None
        if not given and ("number", index) not in explained and text not in (None, "", " "):
            yield f"number: {short(str(text))!r} is not a given; if it is a rule, it is not read"
    for key in _DRAWN:
        drawn = question.get(key)
        listed = [one for one in drawn if one != "__a"] if isinstance(drawn, dict | list) else []
        if count := len(listed) - sum(source[0] == key for source in explained):
            yield _left(key, count)


def _left(key: str, count: int) -> str:
    what = "1 drawing" if count == 1 else f"{count} drawings"
    return f"{key}: {what} of this sort; if they mean a rule, it is not read"


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


def _paper(heading: Sequence[str], space: Any, steps: Any, name: str) -> PlaceNumbers:
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
    return PlaceNumbers(size, {at: cell for cell, at in enumerate(places)}, width * height, width)


def _regions(question: dict[str, Any], paper: PlaceNumbers) -> tuple[int, ...]:
    """Return the region of each cell as drawn by thick lines; empty if a size is wrong."""
    lines = question.get("lineE")
    drawn = lines if isinstance(lines, dict) else {}
    region = list(range(paper.size**2))
    for line, one, other in paper.borders():
        if line not in drawn and region[one] != region[other]:
            old, new = region[other], region[one]
            region = [new if number == old else number for number in region]
    right = all(region.count(number) == paper.size for number in set(region))
    return tuple(region) if right else ()


def _grid(paper: PlaceNumbers, regions: tuple[int, ...]) -> Geometry:
    """Return the grid with these regions; if there are none, with boxes."""
    if regions:
        return jigsaw_grid(paper.size, regions)
    return square_grid(paper.size, box_of(paper.size))


def _boxes(size: int) -> tuple[int | None, ...]:
    """Return the box of each cell, where the grid has boxes."""
    box = box_of(size)
    if box is None:
        return (None,) * size**2
    return tuple(r // box[0] * box[0] + c // box[1] for r in range(size) for c in range(size))


def _givens(question: dict[str, Any], paper: PlaceNumbers) -> Iterator[tuple[int, int]]:
    numbers = question.get("number")
    for place, said in numbers.items() if isinstance(numbers, dict) else ():
        if (found := _given(place, said, paper)) is not None:
            yield found


def _given(place: str, said: Any, paper: PlaceNumbers) -> tuple[int, int] | None:
    """Return the cell and the value of a number that is a given; None if it is not."""
    cell = paper.cells.get(integer(place) or -1)
    text = said[0] if isinstance(said, list) and said else None
    value = integer(text.strip() if isinstance(text, str) else text)
    if cell is None or value is None or not 1 <= value <= paper.size:
        return None
    return cell, value - 1


def _cages(question: dict[str, Any], paper: PlaceNumbers, unread: list[str]) -> Iterator[Shape]:
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


_DASHES = 10
"""The style of outlines of cages."""

_ESCAPES = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "=", "zZ": "z"}
"""Escapes for characters with a special meaning in the first line."""


def _texts(heading: Sequence[str]) -> dict[str, str]:
    """Return title, author, source and rules, which stand in this order in the first line."""
    first = next((n for n, part in enumerate(heading) if part.startswith("Title:")), None)
    if first is None:
        return {}
    *parts, rules = [*heading[first : first + 4], "", "", ""][:4]
    title, author, source = (part.replace("%2C", ",").replace("zZ", "z") for part in parts)
    return {
        "title": title.removeprefix("Title:"),
        "author": author.removeprefix("Author:"),
        "source": source,
        "description": re.sub("%2[C-F]|zZ", lambda match: _ESCAPES[match[0]], rules),
    }


def _write(puzzle: Puzzle, undrawn: Collection[Shape] = ()) -> str:
    size = size_of(puzzle, _MOST, 4)
    width = size + 4
    at = [(cell // size + 2) * width + cell % size + 2 for cell in range(size * size)]
    paper = PlaceNumbers(size, {place: cell for cell, place in enumerate(at)}, width * width, width)
    editor_grid = EditorGrid(size, tuple(regions_of(puzzle)))
    description = puzzle.description.replace("\r", "")
    drawings, sentences = drawings_of(puzzle_data(puzzle), description, editor_grid, puzzle.context)
    sentences += undrawn_sentences(puzzle.geometry, puzzle.all_shapes, undrawn)
    drawn, colours = penpa_drawings(drawings, paper)
    half = size // 2
    middle = paper.places + (half + 1) * (width + 1) if size % 2 == 0 else (half + 2) * (width + 1)
    beside = any(int(place) < paper.places and int(place) not in at for place in drawn["number"])
    pixels = (size + 1 + 2 * beside) * 38
    rules = "\n".join(filter(None, [description, *sentences]))
    for escape, mark in reversed(_ESCAPES.items()):
        rules = rules.replace(mark, escape)
    texts = (puzzle.title, puzzle.author, puzzle.source)
    title, author, source = (
        " ".join(text.split()).replace("z", "zZ").replace(",", "%2C") for text in texts
    )
    said = [f"Title: {title}", f"Author: {author}", source, rules]
    numbers = [size, size, 38, 0, 1, 1, pixels, pixels, middle, middle, 0, 0, 0, 0]
    steps = [at[0], *(after - before for before, after in pairwise(at))]
    nothing: dict[str, Any] = {
        **{key: {"__a": []} for key in ("command_redo", "command_undo", "command_replay")},
        **{key: {} for key in _BY_PLACE},
        **{key: [] for key in _LISTED},
    }
    question = _question(puzzle, paper, at)
    for key in ("number", "lineE"):
        question[key] |= drawn.pop(key)
    lines = [
        ",".join(["square", *map(str, numbers), *said, "OFF", "false"]),
        "[0,0,0,0]",
        _brief({"grid": ["1", "2", "1"]}),
        _brief({**nothing, **question, **drawn, "description": description}),
        _brief(nothing),
        _brief(steps),
        *("[]", "{}", '"x"', '"x"', "[3,1,3]", "", "", "1"),
        _brief({**nothing, **colours}),
        _brief(nothing),
    ]
    deflate = zlib.compressobj(9, wbits=-15)
    text = "\n".join(lines).encode("utf-8", "replace")
    payload = base64.b64encode(deflate.compress(text) + deflate.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={payload}"


def _question(puzzle: Puzzle, paper: PlaceNumbers, at: Sequence[int]) -> dict[str, Any]:
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
        "cage": {line: _DASHES for cage in cages for line in cage_outline(cage, paper)},
    }


def _brief(data: Any) -> str:
    text = json.dumps(data, separators=(",", ":")).replace("z", "zZ")
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
        keeps="givens, regions, cages that do not overlap, and texts of square grids to 35×35; "
        "thermometers, arrows, lines, dots, quads, XV, diagonals, odd and even cells, clues "
        "outside and chess moves, drawn and said in words",
        worded=_write,
    )
)
"""A drawing on squared paper."""
