"""The spelling of rules in a notation: layouts of fields, each read and written by one object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.shapes import Kind, Shape, kind_named
from sudokulib.shapes.fields import cell_fields
from sudokulib.shapes.kind import rule_with
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

    def rule(self, kind: str, read: Fields) -> Kind:
        """Return the rule of a kind with the fields that were read and those it implies.

        Values have the types of their fields, which is not tested.

        Raises:
            SudokuError: a cell is in a set twice.
        """
        made = dict(read) if "kind" in read else self.fixed | read
        return rule_with(*_class_and_fields(made.pop("kind", kind), made))

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
    made = dict(values)
    kind, made = _class_and_fields(made.pop("kind"), made)
    return kind(**made)


def _class_and_fields(name: str, made: Fields) -> tuple[type[Kind], Fields]:
    """Return a kind, and the fields in `made` for it, which is changed, with sorted sets."""
    made.pop("label", None)
    kind = KINDS.entries.get(name) or kind_named(name)
    for key, many in _sets(kind):
        if key in made:
            cells = made[key]
            made[key] = tuple(map(_ordered, cells)) if many else _ordered(cells)
    return kind, made


# Safe to cache: the fields of a class never change.
@cache
def _sets(kind: type[Kind]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a kind that hold a set of cells, or many."""
    return tuple((name, f.many) for name, f in cell_fields(kind).items() if f.form == "set")


def _ordered(cells: Sequence[int]) -> tuple[int, ...]:
    if len(set(cells)) < len(cells):
        raise SudokuError("a cell is in it twice; drop it once", field=("cells",))
    return tuple(sorted(cells))
