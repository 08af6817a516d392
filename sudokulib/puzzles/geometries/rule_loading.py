"""The rules denoted by the shapes of a file: references resolved, stamps repeated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sudokulib.basics.cells import CellIndex, Position, cell_name
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.error_collector import ErrorCollector
from sudokulib.puzzles.geometries.plain_files import PlainShape
from sudokulib.shapes import Kind
from sudokulib.shapes.fields import CellField, cell_fields, rule_fields
from sudokulib.shapes.topology import Topology

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries import files
    from sudokulib.puzzles.geometries.files import ShapeFile, StampFile
else:
    files = lazy_module("sudokulib.puzzles.geometries.files")  # pydantic; plain files need none

_FIRST, _LAST = -(10**9), 99
"""Stand-ins for $1, $2 ... $99 while a template is read: numbers that are not cells."""


WrittenShape: TypeAlias = "ShapeFile | PlainShape"
"""A shape as it stands in a file."""


class LoadedRule(NamedTuple):
    """A rule from a file.

    Args:
        rule: the rule itself.
        label: its name in explanations; may be empty.
        role: its role for rules that look for one; may be empty.
    """

    rule: Kind
    label: str
    role: str


@dataclass
class RuleScope:
    """The names that the shapes of a file may use.

    Args:
        index: the names that references may use.
        topology: sides and neighbours, for stamps over edges and darts.
        limits: bounds on the number of stamped shapes.
        stamped: a list of one number: the shapes stamped so far.
    """

    index: CellIndex
    topology: Topology
    limits: Limits = DEFAULT_LIMITS
    stamped: list[int] = field(default_factory=lambda: [0])

    def count(self, shapes: int) -> None:
        """Count stamped shapes against the limit."""
        self.stamped[0] += shapes
        self.limits.check("stamps", self.stamped[0])

    # Safe to cache: properties here read only the fields, which never change.
    @cached_property
    def names(self) -> Mapping[int, str]:
        """A name for each cell."""
        found = {
            c: cell_name(at, p) for p, on in self.index.patches.items() for at, c in on.items()
        }
        flat = self.index.patches.get("", {})
        return (
            found
            | {c: cell_name(at) for at, c in flat.items()}
            | {c: name for name, c in self.index.names.items()}
        )


def loaded_rules(shape: WrittenShape, scope: RuleScope) -> list[LoadedRule]:
    """Return the rules that a shape in a file denotes: one, or as many as a stamp makes.

    Raises:
        CollectedError: unknown cells, a cell twice in a set, a stamp that does not fit.
        LimitError: more stamps than the limits allow.
    """
    if not isinstance(shape, PlainShape) and isinstance(shape, files.StampFile):
        made = list(_stamped(shape, scope))
        if not made:
            raise GeometryError("the shape fits nowhere; write it for one place where it fits")
        return made
    return [LoadedRule(_rule_of(shape, scope), shape.label, shape.role)]


def rule_in_file(shape: ShapeFile, index: CellIndex) -> Kind:
    """Return the rule that a shape in a file denotes, if it neither is nor contains a stamp.

    Raises:
        CollectedError: unknown cells, or a cell twice in a set.
    """
    return _rule_of(shape, RuleScope(index, Topology((), (), {})))


def _rule_of(shape: WrittenShape, scope: RuleScope) -> Kind:
    kind, values = shape.meant()
    errors = ErrorCollector()
    for name, cell_field in cell_fields(kind).items():
        with errors.at(name):
            values[name] = _cell_value(values[name], cell_field, scope.index)
    for name in rule_fields(kind):
        with errors.at(name):
            values[name] = _inner(values[name], scope)
    errors.check()
    return kind(**values)


def _inner(shapes: Sequence[WrittenShape], scope: RuleScope) -> tuple[Kind, ...]:
    rules: list[Kind] = []
    errors = ErrorCollector()
    for number, shape in enumerate(shapes):
        with errors.at(number):
            rules += [made.rule for made in loaded_rules(shape, scope)]
    errors.check()
    return tuple(rules)


def _stamped(stamp: StampFile, scope: RuleScope) -> Iterator[LoadedRule]:
    if (stamp.at is None) == (stamp.over is None):
        raise GeometryError("a stamp needs either at: or over:; write one of them")
    if stamp.over is not None:
        for unused in ("anchor", "on", "clues"):
            if getattr(stamp, unused):
                raise GeometryError(f"{unused}: belongs to at:, not to over:; drop it")
    ways = _over if stamp.at is None else _at
    found = ways(stamp, scope)
    for template, places, where in found if stamp.clues is None else _clued(stamp, found):
        scope.count(1)
        label = f"{stamp.label or template.label or template.rule.name} at {where}"
        yield LoadedRule(template.rule.moved(places), label, stamp.role or template.role)


_Stamp = tuple[LoadedRule, Mapping[int, int], str]
"""A template, the cell that replaces each of its cells, and the place in words."""


def _clued(stamp: StampFile, found: Iterable[_Stamp]) -> Iterator[_Stamp]:
    """Yield the stamps that have a clue, which replaces the first number of their template."""
    stamps = list(found)
    clues = " ".join(stamp.clues or ()).split()
    if len(clues) != len(stamps):
        raise GeometryError(
            f"{len(clues)} clues for {len(stamps)} places; write one for each, a dot where there "
            "is none",
            field=("clues",),
        )
    for clue, (template, places, where) in zip(clues, stamps, strict=True):
        if clue != ".":
            yield template._replace(rule=_with_number(template.rule, clue)), places, where


def _with_number(rule: Kind, clue: str) -> Kind:
    """Return a rule with another number in its first numeric field."""
    cells = cell_fields(type(rule))
    names = (
        one.name
        for one in fields(rule)
        if one.name not in cells and type(getattr(rule, one.name)) is int
    )
    if not (name := next(names, "")):
        raise GeometryError(
            f"{rule.name} has no number for clues to replace; write its shapes one by one",
            field=("shape",),
        )
    try:
        return replace(rule, **{name: int(clue)})
    except ValueError:
        raise GeometryError(
            f"{short(clue)!r} is not a number; write one, such as 3, or a dot for no clue",
            field=("clues",),
        ) from None


def _over(stamp: StampFile, scope: RuleScope) -> Iterator[_Stamp]:
    """Yield a stamp for each cell, edge, dart or square with all cells that the template names."""
    numbers = {f"${i}": _FIRST - i for i in range(1, _LAST + 1)}
    here = replace(scope, index=replace(scope.index, hidden={**scope.index.hidden, **numbers}))
    for template in _templates(stamp, here):
        cells = template.rule.all_cells
        need = max((_FIRST - c for c in cells if c < _FIRST), default=0)
        if not need:
            raise GeometryError("name the cells of each place $1, $2 and so on", field=("shape",))
        fixed = {c: c for c in cells if c >= _FIRST}
        for piece in dict.fromkeys(_pieces(stamp, scope, need)):
            places = fixed | {_FIRST - i: c for i, c in enumerate(piece, 1)}
            if len({places[c] for c in cells}) == len(cells):
                yield template, places, " ".join(scope.names[c] for c in piece)


def _pieces(stamp: StampFile, scope: RuleScope, need: int) -> Iterator[tuple[int, ...]]:
    topology = scope.topology
    most = {"cells": 1, "edges": 2, "squares": 4}.get(str(stamp.over), _LAST)
    if need > most:
        raise GeometryError(
            f"${need} is one too many: {stamp.over} have {most}; write over: darts for more",
            field=("over",),
        )
    if stamp.over == "cells":
        yield from ((c,) for c in scope.index.resolve("all"))
    elif stamp.over == "edges":
        yield from (edge[:need] for edge in topology.edges())
    elif stamp.over == "squares":
        yield from (square[:need] for square in topology.squares())
    else:
        for cell in scope.index.resolve("all"):
            for dart in topology.darts(cell):
                line = (cell, *islice(topology.walk(dart, across=True), need - 1))
                if len(line) == need:
                    yield line


def _at(stamp: StampFile, scope: RuleScope) -> Iterator[_Stamp]:
    """Yield a stamp for each place of the first cell."""
    if stamp.on not in scope.index.patches:
        known = ", ".join(filter(None, scope.index.patches)) or "none with a name"
        raise GeometryError(
            f"no grid or face is called {stamp.on!r}; there are: {known}", field=("on",)
        )
    sheet = scope.index.patches[stamp.on]
    position = {cell: at for at, cell in sheet.items()}
    anywhere = [ref.strip() for ref in stamp.at or ()] == ["all"]
    for template in _templates(stamp, scope):
        first, cells = _first(stamp, template, scope, position)
        for at in sheet if anywhere else _places(stamp, scope, position):
            shift = (at[0] - first[0], at[1] - first[1])
            places = {c: c for c in template.rule.all_cells} | {
                c: sheet[there] for c in cells if (there := _shifted(position[c], shift)) in sheet
            }
            if all(_shifted(position[c], shift) in sheet for c in cells):
                yield template, places, cell_name(at, stamp.on)
            elif not anywhere:
                raise GeometryError(
                    f"the stamp at {cell_name(at, stamp.on)} reaches beyond the cells; "
                    "drop that place, or write at: all for every place where it fits",
                    field=("at",),
                )


def _first(
    stamp: StampFile, template: LoadedRule, scope: RuleScope, position: Mapping[int, Position]
) -> tuple[Position, list[int]]:
    """Return the place of a template's anchor, and its cells to be shifted."""
    hidden = set(scope.index.hidden.values())
    cells = [c for c in template.rule.all_cells if c not in hidden]
    strange = [c for c in cells if c not in position]
    if strange or not cells:
        what = f"{scope.names[strange[0]]} is not on {stamp.on}" if strange else "it has no cells"
        raise GeometryError(
            f"this shape cannot be shifted: {what}; write it on one grid, named by on:",
            field=("shape",),
        )
    errors = ErrorCollector()
    with errors.at("anchor"):
        anchor = cells[0] if stamp.anchor is None else scope.index.single(stamp.anchor)
        if anchor not in position:
            raise GeometryError(f"{stamp.anchor} is not on {stamp.on}; name a cell that is")
    errors.check()
    return position[anchor], cells


def _places(
    stamp: StampFile, scope: RuleScope, position: Mapping[int, Position]
) -> Iterator[Position]:
    for number, reference in enumerate(stamp.at or ()):
        for cell in _resolved(scope.index, reference, ("at", number)):
            if cell not in position:
                raise GeometryError(
                    f"{scope.names[cell]} is not on {stamp.on}; name cells of that grid",
                    field=("at", number),
                )
            yield position[cell]


def _resolved(index: CellIndex, reference: str, at: tuple[str | int, ...]) -> list[int]:
    errors = ErrorCollector()
    found: list[int] = []
    with errors.at(*at):
        found = index.resolve(reference)
    errors.check()
    return found


def _shifted(at: Position, by: Position) -> Position:
    return at[0] + by[0], at[1] + by[1]


def _templates(stamp: StampFile, scope: RuleScope) -> list[LoadedRule]:
    """Return the rules to repeat: several where a stamp contains a stamp."""
    errors = ErrorCollector()
    made: list[LoadedRule] = []
    with errors.at("shape"):
        made = loaded_rules(stamp.shape, scope)
    errors.check()
    return made


def _cell_value(written: Any, cell_field: CellField, index: CellIndex) -> Any:
    """Return the cells to which a field of a shape refers, in the form that the kind expects."""
    as_set = cell_field.form == "set"
    if cell_field.form == "one":
        return None if written is None else index.single(written)
    if not cell_field.many:
        return _cells(written, index, as_set=as_set)
    lines: list[tuple[int, ...]] = []
    errors = ErrorCollector()
    for number, line in enumerate(written):
        with errors.at(number):
            lines.append(_cells(line, index, as_set=as_set))
    errors.check()
    return tuple(lines)


def _cells(references: list[str], index: CellIndex, *, as_set: bool) -> tuple[int, ...]:
    cells: list[int] = []
    errors = ErrorCollector()
    for number, reference in enumerate(references):
        with errors.at(number):
            found = index.resolve(reference)
            if as_set and len({*cells, *found}) < len(cells) + len(found):
                raise GeometryError(f"{reference!r} puts a cell into the set twice; drop it once")
            cells += found
    errors.check()
    return tuple(sorted(cells)) if as_set else tuple(cells)
