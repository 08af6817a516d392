"""The base class of what public functions return: HTML for notebooks, data for JSON, rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Any, TypeVar

from sudokulib.basics.late_binding import convenience
from sudokulib.basics.notebooks import HtmlDisplay

if TYPE_CHECKING:
    from sudokulib.puzzles.puzzle import Puzzle

_R = TypeVar("_R", bound="ResultBase")


def _refuse_assignment(self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"a {type(self).__name__} never changes; {name!r} cannot be assigned")


class ResultBase(HtmlDisplay):
    """Base of results: plain data, rows for tables, and a short page for notebooks.

    `sudokulib.render.results` has the work for each type; docs/json.md describes the data of each.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        if "__setattr__" in vars(cls):  # what `dataclass` writes fails for classes with slots
            cls.__setattr__ = _refuse_assignment  # type: ignore[method-assign]

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as data for JSON; docs/json.md describes the keys.

        >>> import sudokulib
        >>> sudokulib.count("4x4").as_dict()
        {'count': '288', 'known': 'computed', 'source': '', 'complete': True, 'stopped': ''}
        """
        data: dict[str, Any] = convenience("ResultBase.as_dict")(self)
        return data

    @classmethod
    def from_dict(cls: type[_R], data: Mapping[str, Any], *, puzzle: Puzzle | None = None) -> _R:
        """Return the object that `as_dict` returned the data of; further keys are ignored.

        Args:
            data: the data.
            puzzle: the puzzle that it is about. Only needed if no puzzle file can say what the
                puzzle is without the file of its geometry; then the data does not hold it.

        Raises:
            SudokuError: something is missing or wrong in the data; the message says where.

        >>> import sudokulib
        >>> result = sudokulib.solve("1.....2..3.....4")
        >>> sudokulib.Result.from_dict(result.as_dict()) == result
        True
        """
        made: _R = convenience("ResultBase.from_dict")(cls, data, puzzle)
        return made

    def as_json(self, *, indent: int | None = None) -> str:
        """Return `as_dict` as text."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_json(cls: type[_R], text: str, *, puzzle: Puzzle | None = None) -> _R:
        """Return the object that `as_json` returned the text of; see `from_dict`.

        >>> import sudokulib
        >>> sudokulib.Count.from_json(sudokulib.Count(7).as_json())
        Count(value=7, known='computed', source='')
        """
        made: _R = convenience("ResultBase.from_json")(cls, text, puzzle)
        return made

    def row(self) -> dict[str, Any]:
        """Return it as one flat row of a table: its figures and texts, by name.

        A list of such rows is what `pandas.DataFrame` takes.

        >>> import sudokulib
        >>> sudokulib.solve("1.....2..3.....4").row()["status"]
        'unique'
        """
        data: dict[str, Any] = convenience("ResultBase.row")(self)
        return data

    def rows(self) -> list[dict[str, Any]]:
        """Return what it lists as rows of a table: cells, steps, clues; one row if nothing.

        >>> import sudokulib
        >>> sudokulib.solve("1.....2..3.....4").solution.rows()[1]
        {'cell': 'R1C2', 'row': 1, 'column': 2, 'symbol': '2', 'value': 2, 'given': False}
        """
        data: list[dict[str, Any]] = convenience("ResultBase.rows")(self)
        return data
