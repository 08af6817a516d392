"""Positions as text: a short puzzle file, with the state of its board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import yaml

from sudokulib.board import Board
from sudokulib.errors import GivensError
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.geometries.source import read_source
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data

_FOR_PEOPLE = ("format", "title", "author", "source", "description")
"""Entries that a file may have, but a position does not need."""

_OWN = ("board", "placed", "cases")
"""Entries of a position beyond the file of its puzzle."""


def position_text(puzzle: Puzzle, board: Board | None = None) -> str:
    """Return a puzzle, and a board of it if there is one, as text that `read_position` reads.

    It is a puzzle file with three more entries: ``board`` has the candidates of each cell,
    ``placed`` the cells that have been placed, and ``cases`` the values of hidden variables,
    numbered from 1, by the number of the variable.
    """
    geometry = puzzle.geometry
    lines = [f"# {len(geometry.cells)} cells, symbols {_valued(puzzle)}", *_puzzle_lines(puzzle)]
    if board is None:
        return "\n".join(lines)
    cells = len(geometry.cells)
    lines += ["board:", *_board_lines(puzzle, board)]
    placed = " ".join(geometry.cells[cell].name for cell in bits(board.solved))
    lines += [f"placed: {placed}"] if placed else []
    if board.masks[cells:]:
        lines += ["cases:", *_case_lines(board.masks[cells:], cells)]
    return "\n".join(lines)


def read_position(text: str) -> tuple[Puzzle, Board]:
    """Return the puzzle and the board in a text of `position_text`.

    Without an entry ``board`` it is the board before any deduction.

    Raises:
        SudokuError: the text is contradictory; the message quotes it.
    """
    data = dict(read_source(text).data)
    own = {key: data.pop(key) for key in _OWN if key in data}
    puzzle = loads(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))
    model = compile_puzzle(puzzle)
    start = Board.start(model)
    if not own:
        return puzzle, start
    masks = [*_cell_masks(puzzle, own.get("board", {})), *model.domains[model.cells :]]
    for number, values in own.get("cases", {}).items():
        masks[_variable(number, model.cells, len(masks))] = _numbers_mask(values)
    solved = 0
    for name in _words(own.get("placed", "")):
        solved |= 1 << puzzle.geometry.cell(name)
    return puzzle, Board.of(model, masks, solved)


def _valued(puzzle: Puzzle) -> str:
    """Return the symbols, with the integers behind them where these differ from their spelling."""
    alphabet = puzzle.geometry.alphabet
    spelled = [str(value) for value in alphabet.values] == list(alphabet.symbols)
    return str(alphabet) if spelled else f"{alphabet} = {' '.join(map(str, alphabet.values))}"


def _puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the puzzle's file without the entries for people, each shape on one line."""
    for key, value in _short(puzzle_file_data(puzzle)).items():
        if key == "geometry" and isinstance(value, dict):
            yield "geometry:"
            for name, part in _short(value).items():
                yield from (f"  {line}" for line in _entry(name, part, puzzle))
        else:
            yield from _entry(key, value, puzzle)


def _entry(key: str, value: Any, puzzle: Puzzle) -> Iterator[str]:
    """Yield an entry of a file: a list of mappings with one per line, anything else on one line."""
    if key == "allowed":
        alphabet = puzzle.geometry.alphabet
        value = {
            name: _symbols(some, compact=alphabet.compact) if isinstance(some, list) else some
            for name, some in value.items()
        }
    if isinstance(value, list) and all(isinstance(one, dict) for one in value):
        yield f"{key}:"
        yield from (f"- {_flow(one)}" for one in value)
    else:
        yield f"{key}: {_flow(value)}"


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines on one, and everything else as it is."""

    def represent_text(self, text: str) -> yaml.Node:
        if text in ("true", "false"):  # the reader takes no scalar for anything but text
            return self.represent_bool(text == "true")
        style = '"' if "\n" in text else None
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    def represent_any(self, value: object) -> yaml.Node:
        """Represent what no file can hold by its `repr`; such a text does not read back."""
        return self.represent_text(repr(value))


_Dumper.add_representer(str, _Dumper.represent_text)
_Dumper.add_multi_representer(object, _Dumper.represent_any)


def _flow(value: Any) -> str:
    text: str = yaml.dump(
        value,
        Dumper=_Dumper,
        default_flow_style=True,
        sort_keys=False,
        allow_unicode=True,
        width=1e6,
    )
    return text.removesuffix("\n").removesuffix("...").rstrip("\n")


def _short(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in _FOR_PEOPLE}


def _board_lines(puzzle: Puzzle, board: Board) -> Iterator[str]:
    """Yield the candidates of each cell, with further notes."""
    alphabet, given = puzzle.geometry.alphabet, dict(puzzle.given_values)
    for number, cell in enumerate(puzzle.geometry.cells):
        allowed = _symbols(alphabet.of_mask(puzzle.masks[number]), compact=alphabet.compact)
        here = _symbols(alphabet.of_mask(board.masks[number]), compact=alphabet.compact)
        note = f"  # of {allowed}" if allowed != here else ""
        if number in given:
            note = "  # given"
        yield f"  {_scalar(cell.name)}: {_scalar(here)}{note}"


def _symbols(symbols: Iterable[str], *, compact: bool) -> str:
    return ("" if compact else " ").join(symbols)


def _scalar(text: str) -> str:
    """Return a text as YAML writes it; the reader takes numbers as text, so they need no quotes."""
    plain = re.fullmatch(r"[\w.]+( [\w.]+)*", text, re.ASCII)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _case_lines(masks: Sequence[int], first: int) -> Iterator[str]:
    for number, mask in enumerate(masks, first):
        yield f"  {number}: {_scalar(' '.join(str(value + 1) for value in bits(mask)))}"


def _cell_masks(puzzle: Puzzle, candidates: Mapping[str, Any]) -> list[int]:
    """Return the candidates of each cell; the puzzle's for cells that the text does not name."""
    masks = list(puzzle.masks)
    for name, symbols in candidates.items():
        masks[puzzle.geometry.cell(str(name))] = puzzle.geometry.alphabet.mask(symbols or "")
    return masks


def _variable(text: str, first: int, end: int) -> int:
    if not str(text).isdecimal() or not first <= int(text) < end:
        raise GivensError(
            f"cases: {text!r} is not a hidden variable of this puzzle; "
            f"their numbers are {first} to {end - 1}"
            if end > first
            else f"cases: {text!r} is not a hidden variable, as this puzzle has none"
        )
    return int(text)


def _numbers_mask(text: Any) -> int:
    words = _words(text)
    if not all(word.isdecimal() and int(word) > 0 for word in words):
        raise GivensError(f"cases: {text!r} must be numbers from 1 on, such as 1 3")
    return sum({1 << int(word) - 1 for word in words})


def _words(text: Any) -> list[str]:
    return [str(part) for part in text] if isinstance(text, list) else str(text or "").split()
