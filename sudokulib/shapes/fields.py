"""The fields of kinds: which hold cells, in what form, and which hold other kinds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from inspect import get_annotations
from operator import attrgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, get_type_hints

from sudokulib.shapes.arguments import Test, test_of

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class CellField:
    """Marks a field of a kind as cells: a set (sorted, none twice), a line (ordered), or one.

    Args:
        form: the form of the cells.
        many: whether the field is a tuple of such sets or lines.
    """

    form: Literal["set", "line", "one"]
    many: bool = False


class RuleField:
    """Marks a field of a kind as a tuple of other kinds."""


# Cells may also be passed to a kind as written in files; once it is in a puzzle, they are indices.
# For type checkers, `Any` allows the former, and the other type describes the latter.
if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    CellSet: TypeAlias = tuple[int, ...] | Any
    CellSets: TypeAlias = tuple[tuple[int, ...], ...] | Any
    CellLine: TypeAlias = tuple[int, ...] | Any
    CellLines: TypeAlias = tuple[tuple[int, ...], ...] | Any
    OneCell: TypeAlias = int | Any
    OptionalCell: TypeAlias = int | Any | None
else:
    CellSet = Annotated[tuple[int, ...], CellField("set")]
    CellSets = Annotated[tuple[tuple[int, ...], ...], CellField("set", many=True)]
    CellLine = Annotated[tuple[int, ...], CellField("line")]
    CellLines = Annotated[tuple[tuple[int, ...], ...], CellField("line", many=True)]
    OneCell = Annotated[int, CellField("one")]
    OptionalCell = Annotated[int | None, CellField("one")]


def lines_of(value: Any, cell_field: CellField) -> Iterable[Sequence[int]]:
    """Return the cells of a field as lines, whatever its form."""
    if cell_field.form == "one":
        return [] if value is None else [[value]]
    return value if cell_field.many else [value]


def joined_lines(lines: Sequence[Sequence[int]], cell_field: CellField) -> Any:
    """Return the field that has these lines; the inverse of `lines_of`."""
    if cell_field.form == "one":
        return lines[0][0] if lines else None
    tuples = tuple(tuple(sorted(x) if cell_field.form == "set" else x) for x in lines)
    return tuples if cell_field.many else tuples[0]


# Safe to cache: the fields of a class never change. So below.
@cache
def field_names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """Return the names of the fields of a kind, in order."""
    return tuple(f.name for f in fields(kind))


@cache
def field_values(kind: type[DataclassInstance]) -> Callable[[Any], tuple[Any, ...]]:
    """Return the function that returns the values of all fields of a rule of a kind, in order."""
    names = field_names(kind)
    if not names:
        return lambda _: ()
    values = attrgetter(*names)
    return values if len(names) > 1 else lambda rule: (values(rule),)


@cache
def cell_fields(kind: type[DataclassInstance]) -> dict[str, CellField]:
    """Return the fields of a kind that hold cells, with their form."""
    return _marked(kind, CellField)


@cache
def only_cells(kind: type[DataclassInstance]) -> str:
    """Return the field with all cells of a kind, if it has one set or line and no rules."""
    own = only_field(kind)
    return own if own and not cell_fields(kind)[own].many else ""


@cache
def only_field(kind: type[DataclassInstance]) -> str:
    """Return the field with all cells of a kind, if it has one with lines or sets and no rules."""
    found = cell_fields(kind)
    alone = len(found) == 1 and not rule_fields(kind)
    return next((name for name, f in found.items() if alone and f.form != "one"), "")


@cache
def _type_hints(kind: type[DataclassInstance]) -> dict[str, Any]:
    """Return the types of the fields of a kind.

    Only these are evaluated, each where it is declared: including the class variables would take
    six times as long, a third of a millisecond per kind.
    """
    hints: dict[str, Any] = {}
    names = set(field_names(kind))
    for home in kind.__mro__:
        declared = get_annotations(home)
        mine = {name: declared[name] for name in declared if name in names}
        names.difference_update(mine)
        if mine:
            module = vars(sys.modules[home.__module__])
            fake = SimpleNamespace(__annotations__=mine)
            hints |= get_type_hints(fake, module, include_extras=True)
    return hints


@cache
def argument_tests(kind: type[DataclassInstance]) -> tuple[tuple[str, Any, Test], ...]:
    """Return the fields of a kind with their defaults, and tests of their values."""
    hints = _type_hints(kind)
    return tuple((f.name, f.default, test_of(hints[f.name])) for f in fields(kind))


@cache
def rule_fields(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """Return the fields of a kind that hold other kinds."""
    return tuple(_marked(kind, RuleField))


def _marked(kind: type[DataclassInstance], marker: type[_T]) -> dict[str, _T]:
    hints = _type_hints(kind)
    found = {}
    for f in fields(kind):
        for extra in getattr(hints[f.name], "__metadata__", ()):
            if isinstance(extra, marker):
                found[f.name] = extra
    return found
