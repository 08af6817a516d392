"""The rules that the shapes of a file stand for: references resolved, stamps repeated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from sudokulib.basics.cells import CellIndex, Position, cell_name
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import GeometryError
from sudokulib.geometries.faults import Faults
from sudokulib.geometries.files import ShapeFile, StampFile
from sudokulib.geometries.topology import Topology
from sudokulib.shapes import Kind
from sudokulib.shapes.kind import CellField, cell_fields, rule_fields

__all__ = ["Ground", "Made", "rule_of", "rules_of"]

_FIRST, _LAST = -(10**9), 99
"""Stand-ins for $1, $2 ... $99 while a template is read: numbers that no cell has."""


class Made(NamedTuple):
    """A rule from a file.

    Args:
        rule: what it says.
        label: what explanations call it; may be empty.
        role: its part for rules that ask; may be empty.
    """

    rule: Kind
    label: str
    role: str


@dataclass
class Ground:
    """What the shapes of a file are written on.

    Args:
        index: what references speak of.
        topology: who is next to whom, for stamps over edges and darts.
        limits: bounds on what stamps come to.
        stamped: one number, how many shapes the stamps have come to so far.
    """

    index: CellIndex
    topology: Topology
    limits: Limits = DEFAULT_LIMITS
    stamped: list[int] = field(default_factory=lambda: [0])

    def count(self, shapes: int) -> None:
        """Count stamped shapes against the limit."""
        self.stamped[0] += shapes
        self.limits.check("stamps", self.stamped[0])

    # Cached properties read the fields alone, which never change.
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


def rules_of(shape: ShapeFile, ground: Ground) -> list[Made]:
    """The rules that a shape in a file stands for: one, or as many as a stamp makes.

    Raises:
        FaultsError: unknown cells, a cell twice in a set, a stamp that does not fit.
        LimitError: more stamps than the limits allow.
    """
    if isinstance(shape, StampFile):
        made = list(_stamped(shape, ground))
        if not made:
            raise GeometryError("the shape fits nowhere; write it where it stands once")
        return made
    return [Made(_rule_of(shape, ground), shape.label, shape.role)]


def rule_of(shape: ShapeFile, index: CellIndex) -> Kind:
    """The rule that a shape in a file stands for, if that is no stamp and has none within it.

    Raises:
        FaultsError: unknown cells, or a cell twice in a set.
    """
    return _rule_of(shape, Ground(index, Topology((), (), {})))


def _rule_of(shape: ShapeFile, ground: Ground) -> Kind:
    kind = shape.of
    values = {name: getattr(shape, name) for name in type(shape).model_fields}
    for common in ShapeFile.model_fields:
        del values[common]
    faults = Faults()
    for name, cell_field in cell_fields(kind).items():
        with faults.at(name):
            values[name] = _cell_value(values[name], cell_field, ground.index)
    for name in rule_fields(kind):
        with faults.at(name):
            values[name] = _inner(values[name], ground)
    faults.check()
    return kind(**values)


def _inner(shapes: Sequence[ShapeFile], ground: Ground) -> tuple[Kind, ...]:
    rules: list[Kind] = []
    faults = Faults()
    for number, shape in enumerate(shapes):
        with faults.at(number):
            rules += [made.rule for made in rules_of(shape, ground)]
    faults.check()
    return tuple(rules)


def _stamped(stamp: StampFile, ground: Ground) -> Iterator[Made]:
    if (stamp.at is None) == (stamp.over is None):
        raise GeometryError("a stamp needs either at: or over:; write one of them")
    if stamp.over is not None:
        for unused in ("anchor", "on"):
            if getattr(stamp, unused):
                raise GeometryError(f"{unused}: belongs to at:, not to over:; drop it")
    ways = _over if stamp.at is None else _at
    for template, places, where in ways(stamp, ground):
        ground.count(1)
        label = f"{stamp.label or template.label or template.rule.name} at {where}"
        yield Made(template.rule.moved(places), label, stamp.role or template.role)


_Stamp = tuple[Made, Mapping[int, int], str]
"""A template, what becomes of each cell in it, and where that is."""


def _over(stamp: StampFile, ground: Ground) -> Iterator[_Stamp]:
    """A stamp for each cell, edge, dart or square whose cells the template has names for."""
    numbers = {f"${i}": _FIRST - i for i in range(1, _LAST + 1)}
    here = replace(ground, index=replace(ground.index, hidden={**ground.index.hidden, **numbers}))
    for template in _templates(stamp, here):
        cells = template.rule.all_cells
        need = max((_FIRST - c for c in cells if c < _FIRST), default=0)
        if not need:
            raise GeometryError("name the cells of each place $1, $2 and so on", field=("shape",))
        fixed = {c: c for c in cells if c >= _FIRST}
        for piece in dict.fromkeys(_pieces(stamp, ground, need)):
            places = fixed | {_FIRST - i: c for i, c in enumerate(piece, 1)}
            if len({places[c] for c in cells}) == len(cells):
                yield template, places, " ".join(ground.names[c] for c in piece)


def _pieces(stamp: StampFile, ground: Ground, need: int) -> Iterator[tuple[int, ...]]:
    topology = ground.topology
    most = {"cells": 1, "edges": 2, "squares": 4}.get(str(stamp.over), _LAST)
    if need > most:
        raise GeometryError(
            f"${need} is one too many: {stamp.over} have {most}; write over: darts for more",
            field=("over",),
        )
    if stamp.over == "cells":
        yield from ((c,) for c in ground.index.resolve("all"))
    elif stamp.over == "edges":
        yield from (edge[:need] for edge in topology.edges())
    elif stamp.over == "squares":
        yield from (square[:need] for square in topology.squares())
    else:
        for cell in ground.index.resolve("all"):
            for dart in topology.darts(cell):
                line = (cell, *islice(topology.walk(dart, across=True), need - 1))
                if len(line) == need:
                    yield line


def _at(stamp: StampFile, ground: Ground) -> Iterator[_Stamp]:
    """A stamp for each place where the first cell comes to lie."""
    if stamp.on not in ground.index.patches:
        known = ", ".join(filter(None, ground.index.patches)) or "none with a name"
        raise GeometryError(
            f"no grid or face is called {stamp.on!r}; there are: {known}", field=("on",)
        )
    sheet = ground.index.patches[stamp.on]
    position = {cell: at for at, cell in sheet.items()}
    anywhere = [ref.strip() for ref in stamp.at or ()] == ["all"]
    for template in _templates(stamp, ground):
        first, cells = _first(stamp, template, ground, position)
        for at in sheet if anywhere else _places(stamp, ground, position):
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
    stamp: StampFile, template: Made, ground: Ground, position: Mapping[int, Position]
) -> tuple[Position, list[int]]:
    """The place of a template's anchor, and its cells that are shifted."""
    hidden = set(ground.index.hidden.values())
    cells = [c for c in template.rule.all_cells if c not in hidden]
    strange = [c for c in cells if c not in position]
    if strange or not cells:
        what = f"{ground.names[strange[0]]} is not on {stamp.on}" if strange else "it has no cells"
        raise GeometryError(
            f"this shape cannot be shifted: {what}; write it on one grid, named by on:",
            field=("shape",),
        )
    faults = Faults()
    with faults.at("anchor"):
        anchor = cells[0] if stamp.anchor is None else ground.index.one(stamp.anchor)
        if anchor not in position:
            raise GeometryError(f"{stamp.anchor} is not on {stamp.on}; name a cell that is")
    faults.check()
    return position[anchor], cells


def _places(
    stamp: StampFile, ground: Ground, position: Mapping[int, Position]
) -> Iterator[Position]:
    for number, reference in enumerate(stamp.at or ()):
        for cell in _resolved(ground.index, reference, ("at", number)):
            if cell not in position:
                raise GeometryError(
                    f"{ground.names[cell]} is not on {stamp.on}; name cells of that grid",
                    field=("at", number),
                )
            yield position[cell]


def _resolved(index: CellIndex, reference: str, at: tuple[str | int, ...]) -> list[int]:
    faults = Faults()
    found: list[int] = []
    with faults.at(*at):
        found = index.resolve(reference)
    faults.check()
    return found


def _shifted(at: Position, by: Position) -> Position:
    return at[0] + by[0], at[1] + by[1]


def _templates(stamp: StampFile, ground: Ground) -> list[Made]:
    """What is to be repeated; a stamp within a stamp makes several."""
    faults = Faults()
    made: list[Made] = []
    with faults.at("shape"):
        made = rules_of(stamp.shape, ground)
    faults.check()
    return made


def _cell_value(written: Any, cell_field: CellField, index: CellIndex) -> Any:
    """The cells that a field of a shape refers to, in the form that the kind wants."""
    as_set = cell_field.form == "set"
    if cell_field.form == "one":
        return None if written is None else index.one(written)
    if not cell_field.many:
        return _cells(written, index, as_set=as_set)
    lines: list[tuple[int, ...]] = []
    faults = Faults()
    for number, line in enumerate(written):
        with faults.at(number):
            lines.append(_cells(line, index, as_set=as_set))
    faults.check()
    return tuple(lines)


def _cells(references: list[str], index: CellIndex, *, as_set: bool) -> tuple[int, ...]:
    cells: list[int] = []
    faults = Faults()
    for number, reference in enumerate(references):
        with faults.at(number):
            found = index.resolve(reference)
            if as_set and len({*cells, *found}) < len(cells) + len(found):
                raise GeometryError(f"{reference!r} puts a cell into the set twice; drop it once")
            cells += found
    faults.check()
    return tuple(sorted(cells)) if as_set else tuple(cells)
