"""Killers as 81 characters that point to the sum of their cage.

`< > ^ v` point to the neighbour that leads to the sum, and so do the four marks for diagonal
neighbours: a grave accent, an apostrophe, a comma and a full stop for top left, top right, bottom
left and bottom right. Sums are 0 to 9, A to Z for 10 to 35, a to j for 36 to 45.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.grids import cages_of, cells_by_region, puzzle_on, size_of, square_grid
from sudokulib.formats.killers import cage_shapes
from sudokulib.puzzles.puzzle import Puzzle

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_WAYS = {
    "<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0),
    "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1),
}  # fmt: skip
_TOTALS = {mark: total for total, mark in enumerate(_SUMS)}
_MARKS = frozenset({*_SUMS, *_WAYS})
_SIZE = 9  # the only size of the format


def _is_snarfable(text: str) -> bool:
    text = text.strip()
    return len(text) == _SIZE**2 and set(text) <= _MARKS and bool(set(text) & set("<>^v"))


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    text = text.strip()
    if len(text) != _SIZE**2 or not _MARKS.issuperset(text):
        wrong = next((mark for mark in text if mark not in _MARKS), "")
        what = repr(wrong) if len(text) == _SIZE**2 else f"{len(text)} characters"
        raise GivensError(
            f"{name}: {what} in a killer of 81 characters; "
            "write a sum where a cage begins, and < > ^ v towards it"
        )
    members = cells_by_region(_heads(text, name))
    sums = {head: _TOTALS[text[head]] for head in members if text[head] != "0"}
    return puzzle_on(square_grid(_SIZE, (3, 3)), {}, shapes=cage_shapes(members, sums))


def _heads(text: str, name: str) -> list[int]:
    """Return for each cell the cell that has the sum of its cage."""
    heads = [_NEXT[mark][cell] for cell, mark in enumerate(text)]
    for _ in range(_SIZE):  # each time twice as far, so this is enough for a path through all cells
        further = [heads[cell] for cell in heads]
        if further == heads:
            break
        heads = further
    if not _WAYS.keys().isdisjoint([text[head] for head in heads]):
        raise _no_sum(next(cell for cell, head in enumerate(heads) if text[head] in _WAYS), name)
    return heads


def _next_cells(down: int, right: int) -> tuple[int, ...]:
    """Return for each cell the one so far away; where there is none, the cell itself."""
    places = [(cell // _SIZE + down, cell % _SIZE + right) for cell in range(_SIZE**2)]
    return tuple(
        row * _SIZE + column if 0 <= row < _SIZE and 0 <= column < _SIZE else cell
        for cell, (row, column) in enumerate(places)
    )


_NEXT: dict[str, Sequence[int]] = {
    **dict.fromkeys(_SUMS, range(_SIZE**2)),
    **{mark: _next_cells(*way) for mark, way in _WAYS.items()},
}
"""For each mark the cell to which it points, by its cell."""


def _no_sum(cell: int, name: str) -> GivensError:
    return GivensError(
        f"{name}: the marks from R{cell // _SIZE + 1}C{cell % _SIZE + 1} on lead to no sum; "
        "turn them towards the cell with the sum of their cage"
    )


def _write(puzzle: Puzzle) -> str:
    size_of(puzzle, _SIZE, _SIZE)
    said = ["0"] * _SIZE**2
    for cage in cages_of(puzzle, _SIZE**2):
        marks = _towards(cage.cells, "<>^v")
        if len(marks) < len(cage.cells) - 1:
            marks = _towards(cage.cells, "".join(_WAYS))
        if len(marks) == len(cage.cells) - 1 and cage.sum in range(1, len(_SUMS)):
            said[cage.cells[0]] = _SUMS[cage.sum]  # type: ignore[index]
            for cell, mark in marks.items():
                said[cell] = mark
    if set(said) == {"0"}:
        raise Unwritable("it has no cage with a sum; choose another format, such as line")
    return "".join(said)


def _towards(cells: tuple[int, ...], signs: str) -> dict[int, str]:
    """Return the marks that lead to the first cell, for each cell that can reach it."""
    marks: dict[int, str] = {}
    reached = [cells[0]]
    for cell in reached:
        row, column = divmod(cell, _SIZE)
        for mark in signs:
            at = (row - _WAYS[mark][0], column - _WAYS[mark][1])
            near = at[0] * _SIZE + at[1]
            if 0 <= at[1] < _SIZE and near in cells and near not in {cells[0], *marks}:
                marks[near] = mark
                reached.append(near)
    return marks


SNARFABLE = register_format(
    Format(
        "snarfable",
        _is_snarfable,
        _read,
        _write,
        summary="killers of 81 characters, with < > ^ v towards the sum",
        keeps="connected, non-overlapping cages with sums; 9×9",
        many=True,
        text_alone=True,
    )
)
"""Killers without givens on 9×9."""
