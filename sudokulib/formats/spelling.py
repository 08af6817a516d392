"""How a notation spells a rule: fields of a kind, each layout read and written by one object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.shapes import Kind, Shape, kind_named
from sudokulib.shapes.kind import cell_fields

__all__ = ["NOTHING", "Fields", "Layout", "Spelling", "shape_of", "unread"]

Fields = dict[str, Any]
"""Fields of a kind, perhaps with a label for the shape, or with another kind than usual."""


def unread(*_: Any) -> Iterable[Fields]:
    """Read nothing: the layout is only written."""
    return ()


def _unwritten(*_: Any) -> None:
    """Write nothing: the layout is only read."""


@dataclass(frozen=True)
class Layout:
    """How fields of a kind are written in a notation, whatever the kind.

    Args:
        fields: the fields that are written; all others have fixed values.
        read: yields the fields of each shape.
        write: returns what stands for the fields of a rule; None if nothing does.
    """

    fields: tuple[str, ...]
    read: Callable[..., Iterable[Fields]]
    write: Callable[..., Any] = _unwritten


NOTHING = Layout((), lambda *_: [{}], lambda *_: ())
"""A rule that is stated by its name alone."""


def _always(*_: Any) -> bool:
    return True


@dataclass(frozen=True)
class Spelling:
    """How a notation spells a kind, in both directions.

    Args:
        form: where it may stand: ``item`` in strings of the Interactive Sudoku Solver, ``entry``,
            ``group``, ``flag`` or ``negative`` in f-puzzles.
        name: its name there.
        layout: how its fields are written.
        fixed: the values of fields that it implies, or that are read otherwise but never written;
            fields that are neither here nor in the layout have their defaults.
        needs: tells what is wrong with a grid for it, empty if nothing is.
        when: tells whether it means a rule of a puzzle.
    """

    form: str
    name: str
    layout: Layout
    fixed: Mapping[str, Any] = field(default_factory=dict)
    needs: Callable[[Any], str] = lambda _: ""
    when: Callable[..., bool] = _always

    def means(self, rule: Kind) -> bool:
        """Return whether all fields of a rule that are not written have the values implied."""
        return all(
            getattr(rule, one.name) == self.fixed.get(one.name, one.default)
            for one in fields(rule)
            if one.name in self.fixed or one.name not in self.layout.fields
        )


def shape_of(values: Fields) -> Shape:
    """Return the shape of a kind with its fields; its sets of cells are put in order.

    Raises:
        SudokuError: a cell is in a set twice.
    """
    values = dict(values)
    kind, label = kind_named(values.pop("kind")), values.pop("label", "")
    for name, form in cell_fields(kind).items():
        if form.form == "set" and name in values:
            many = values[name] if form.many else (values[name],)
            if any(len(set(cells)) < len(cells) for cells in many):
                raise SudokuError("a cell is in it twice; drop it once", field=("cells",))
            ordered = tuple(tuple(sorted(cells)) for cells in many)
            values[name] = ordered if form.many else ordered[0]
    return Shape(kind(**values), (label,) if label else ())
