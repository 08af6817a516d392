"""How a notation spells a rule: fields of a kind, each layout read and written by one object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from sudokulib.errors import SudokuError
from sudokulib.shapes import Kind, Shape, kind_named
from sudokulib.shapes.kind import KINDS, cell_fields

__all__ = ["NOTHING", "Fields", "Layout", "Spelling", "rule_of", "shape_of", "unread"]

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
    label = values.pop("label", "")
    return Shape(rule_of(values), (label,) if label else ())


def rule_of(values: Fields) -> Kind:
    """Return the rule of a kind with its fields; its sets of cells are put in order.

    Raises:
        SudokuError: a cell is in a set twice.
    """
    name = values["kind"]
    kind = KINDS.entries.get(name) or kind_named(name)
    made = {key: value for key, value in values.items() if key not in _OF_SHAPES}
    for key, many in _sets(kind):
        if key in made:
            cells = made[key]
            made[key] = tuple(map(_ordered, cells)) if many else _ordered(cells)
    return kind(**made)


_OF_SHAPES = frozenset({"kind", "label"})
"""A part of a spelling that is not a field of a kind."""


# No need to clear the cache: the fields of a class never change.
@cache
def _sets(kind: type[Kind]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a kind that hold a set of cells, or many."""
    return tuple((name, f.many) for name, f in cell_fields(kind).items() if f.form == "set")


def _ordered(cells: Sequence[int]) -> tuple[int, ...]:
    if len(set(cells)) < len(cells):
        raise SudokuError("a cell is in it twice; drop it once", field=("cells",))
    return tuple(sorted(cells))
