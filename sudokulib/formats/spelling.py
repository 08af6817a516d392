"""The spelling of rules in a notation: layouts of fields, each read and written by one object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.shapes import Kind, Shape, kind_named
from sudokulib.shapes.fields import cell_fields
from sudokulib.shapes.kind import rule_maker
from sudokulib.shapes.registry import KINDS

Fields = dict[str, Any]
"""Fields of a kind, perhaps with a label for the shape, or with an unusual kind."""


def unread(*_: Any) -> Iterable[Fields]:
    """Read nothing: the layout is only written."""
    return ()


def _unwritten(*_: Any) -> None:
    """Write nothing: the layout is only read."""


@dataclass(frozen=True)
class Layout:
    """The layout of fields in a notation, whatever the kind.

    Args:
        fields: the fields that are written; all others have fixed values.
        read: yields the fields of each shape.
        write: returns the text for the fields of a rule; None if there is none.
    """

    fields: tuple[str, ...]
    read: Callable[..., Iterable[Fields]]
    write: Callable[..., Any] = _unwritten


NOTHING = Layout((), lambda *_: [{}], lambda *_: ())
"""The layout of a rule stated by its name alone."""


def _always(*_: Any) -> bool:
    return True


@dataclass(frozen=True)
class Spelling:
    """The spelling of a kind in a notation, in both directions.

    Args:
        form: where it may occur: ``item`` in strings of the Interactive Sudoku Solver, ``entry``,
            ``group``, ``flag`` or ``negative`` in f-puzzles.
        name: its name there.
        layout: the layout of its fields.
        fixed: the values of fields that it implies, or that are read elsewhere but never written;
            fields that are neither here nor in the layout have their defaults.
        needs: returns why a grid does not suit it, empty if it does.
        when: returns whether it fits a rule of a puzzle.
    """

    form: str
    name: str
    layout: Layout
    fixed: dict[str, Any] = field(default_factory=dict)
    needs: Callable[[Any], str] = lambda _: ""
    when: Callable[..., bool] = _always

    def reader(self, kind: str) -> Callable[[Any, Any], list[Kind]]:
        """Return the function that returns the rules of a kind in what the layout reads.

        Values have the types of their fields, which is not tested. The function raises a
        `SudokuError` if a cell is in a set twice, and what the layout raises.
        """
        make, read = _maker(kind_named(kind), self.fixed), self.layout.read

        def rules(source: Any, grid: Any) -> list[Kind]:
            return [
                _maker_of(fields["kind"])(fields) if "kind" in fields else make(fields)
                for fields in read(source, grid)
            ]

        return rules

    def means(self, rule: Kind) -> bool:
        """Return whether all unwritten fields of a rule have the implied values."""
        return all(
            getattr(rule, one.name) == self.fixed.get(one.name, one.default)
            for one in fields(rule)
            if one.name in self.fixed or one.name not in self.layout.fields
        )


def shape_of(values: Fields) -> Shape:
    """Return the shape of a kind with its fields, with sets of cells sorted.

    Raises:
        SudokuError: a cell is in a set twice.
    """
    label = values.get("label", "")
    return Shape(rule_of(values), (label,) if label else ())


def rule_of(values: Fields) -> Kind:
    """Return the rule of a kind with its fields, with sets of cells sorted.

    Args:
        values: the kind, its fields, and perhaps a label, which is not read.

    Raises:
        SudokuError: a cell is in a set twice.
    """
    kind = KINDS.entries.get(values["kind"]) or kind_named(values["kind"])
    order = _order(kind)
    made = {name: order[name](one) if name in order else one for name, one in values.items()
            if name not in ("kind", "label")}  # fmt: skip
    return kind(**made)


def _maker(kind: type[Kind], known: Fields) -> Callable[[Fields], Kind]:
    return rule_maker(kind, known, _order(kind))


# Safe to cache: the fields of a class never change. So below.
@cache
def _maker_of(kind: str) -> Callable[[Fields], Kind]:
    """Return the function that makes rules of a kind of the library."""
    return _maker(kind_named(kind), {})


@cache
def _order(kind: type[Kind]) -> dict[str, Callable[[Any], Any]]:
    """Return for the fields of a kind that hold a set of cells, or many, what sorts these."""
    return {
        name: _ordered_sets if f.many else _ordered
        for name, f in cell_fields(kind).items()
        if f.form == "set"
    }


def _ordered_sets(sets: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(_ordered, sets))


def _ordered(cells: Sequence[int]) -> tuple[int, ...]:
    if len(set(cells)) < len(cells):
        raise SudokuError("a cell is in it twice; drop it once", field=("cells",))
    return tuple(sorted(cells))
