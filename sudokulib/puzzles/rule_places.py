"""The cells and the numbers of a rule in words, for where a picture does not show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from string import Formatter

from sudokulib.basics.quoting import join_words
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Kind, Shape
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.sums import Sum

_WHOLE = 20
"""The most cells that are listed one by one; of more, the first and the last are named."""

_RUN = 3
"""The fewest rows or columns, one after the other, of which only the first and the last are
named."""


def details(geometry: Geometry, rule: Kind) -> str:
    """Return what marks would show of a rule: its cells, and the numbers that it has.

    The only layer is left out, as a sentence names it; a sum is written as an equation.

    >>> import sudokulib
    >>> from sudokulib.shapes import Cage, Sum
    >>> grid = sudokulib.geometry("4x4")
    >>> details(grid, Cage((0, 1), 5)), details(grid, Sum((0, 1, 2), 4, coefficients=(1, 1, -2)))
    ('R1C1 R1C2; sum 5', 'R1C1 + R1C2 - 2 × R1C3 = 4')
    """
    if isinstance(rule, Sum):
        return _equation(geometry, rule)
    said = []
    layers = layers_of(geometry, rule)
    told = {name for _, name, _, _ in Formatter().parse(rule.says)}
    for one in fields(rule):
        value, form = getattr(rule, one.name), cell_fields(type(rule)).get(one.name)
        if value == one.default or one.name in told.union(rule_fields(type(rule))):
            continue
        if form is None and (isinstance(rule, GlobalKind) or isinstance(value, bool)):
            continue  # the sentence says it
        if form is None:
            said.append(f"{one.name.rstrip('_')} {_number(value)}")
        elif form.form == "one":
            said.append(f"{cells_in_words(geometry, (value,))}:")
        elif one.name in layers:
            if len(layers) > 1:
                said.append(f"{one.name} in the layer “{layers[one.name]}”")
        else:
            named = _set if form.form == "set" else cells_in_words
            lines = value if form.many else (value,)
            said.append(_joined([named(geometry, line) for line in lines]))
    return "; ".join(filter(None, said)).replace(":;", ":").rstrip(":")


def _equation(geometry: Geometry, rule: Sum) -> str:
    """Return a sum as an equation or comparison of cells by name."""
    text = ""
    for cell, k in zip(rule.cells, rule.coefficients or (1,) * len(rule.cells), strict=True):
        sign = "-" if k < 0 else "+"
        text += (f" {sign} " if text else sign.strip("+")) + ("" if abs(k) == 1 else f"{abs(k)} × ")
        text += geometry.name_of(cell)
    totals = rule.total if isinstance(rule.total, tuple) else (rule.total,)
    return f"{text} {rule.comparison} {join_words([str(one) for one in totals], 'or')}"


def _joined(lines: Sequence[str]) -> str:
    """Return lines with a layer that they have in common named once, at the end."""
    layer = " in the layer " + lines[0].partition(" in the layer ")[2] if lines else ""
    if len(lines) > 1 and all(line.endswith(layer) for line in lines):
        return f"{', '.join(line.removesuffix(layer) for line in lines)},{layer}"
    return ", ".join(shortened(lines))


def _number(value: object) -> str:
    """Return a parameter as it is written; lists within lists as in files."""
    if isinstance(value, tuple):
        return " ".join(str(list(one) if isinstance(one, tuple) else one) for one in value)
    return str(value)


def cells_in_words(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return cells by name: a row, a column or a grid of several by its name, all cells by none.

    >>> import sudokulib
    >>> grid = sudokulib.geometry("4x4")
    >>> [cells_in_words(grid, cells) for cells in ((4, 5, 6, 7), (7, 6), range(16))]
    ['row 2', 'R2C4 R2C3', '']
    """
    if set(cells) >= geometry.topology.base_cells:
        return ""
    for face in dict.fromkeys(face for cell in geometry.cells for face in cell.faces):
        if set(cells) == {n for n, cell in enumerate(geometry.cells) if face in cell.faces}:
            return f"in the layer “{face}”" if _layer(geometry, cells) else f"in {face}"
    if line := _line(geometry, cells):
        return line
    names = [geometry.name_of(cell) for cell in cells]
    if len(names) > _WHOLE:
        return f"in {len(names)} cells from {names[0]} to {names[-1]}"
    layer, dot, _ = names[0].partition(".") if names else ("", "", "")
    if len(names) > 1 and dot and geometry.topology.layered.issuperset(cells):
        short = [name.removeprefix(f"{layer}.") for name in names]
        if not any("." in name for name in short):
            return f"{' '.join(short)} in the layer “{layer}”"
    return " ".join(names)


def _layer(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return the name of the layer that some cells are; none if they are not a whole one."""
    if not cells or not geometry.topology.layered.issuperset(cells):
        return ""
    face = next(iter(geometry.cells[cells[0]].faces), "")
    whole = {number for number, cell in enumerate(geometry.cells) if face in cell.faces}
    return face if whole == set(cells) else ""


def layers_of(geometry: Geometry, rule: Kind) -> dict[str, str]:
    """Return the layers that fields of a rule stand for, by the names of the fields."""
    return {
        name: layer
        for name, form in cell_fields(type(rule)).items()
        if form.form != "one" and not form.many
        if (layer := _layer(geometry, getattr(rule, name)))
    }


def shortened(places: Iterable[str]) -> list[str]:
    """Return places with rows or columns that follow one another as one.

    >>> shortened(["row 1", "row 2", "row 3", "R1C1 R2C2", "column 1", "column 2"])
    ['rows 1 to 3', 'R1C1 R2C2', 'column 1', 'column 2']
    """
    runs: list[list[str]] = []
    for place in places:
        word, _, number = place.partition(" ")
        before = f"{word} {int(number) - 1}" if number.isdigit() else None
        if word in ("row", "column") and runs and runs[-1][-1] == before:
            runs[-1].append(place)
        else:
            runs.append([place])
    return [one for run in runs for one in ([_run(run)] if len(run) >= _RUN else run)]


def _run(run: Sequence[str]) -> str:
    return f"{run[0].replace(' ', 's ')} to {run[-1].partition(' ')[2]}"


def _line(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return the name of a whole row or column of the only grid, read from its beginning."""
    names = [re.fullmatch(r"R(\d+)C(\d+)", cell.name) for cell in geometry.cells]
    for group, word in ((1, "row"), (2, "column")):
        numbers = {match[group] for c in cells if (match := names[c])}
        if len(numbers) == 1 and all(names[c] for c in cells):
            (number,) = numbers
            whole = [c for c, match in enumerate(names) if match and match[group] == number]
            if whole == list(cells):
                return f"{word} {number}"
    return ""


def _set(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return cells in any order: by the label of the set that they are, or by their names."""
    labels = (one.label for one in geometry.shapes if set_names(one) and one.cells == cells)
    return next(filter(None, labels), "") or cells_in_words(geometry, cells)


def set_names(shape: Shape) -> list[str]:
    """Return the words for what sort of set it is: its roles, or its label without a number.

    >>> import sudokulib
    >>> set_names(sudokulib.geometry("4x4").shapes[0])
    ['row']
    """
    numbered = (re.fullmatch(r"([a-z][a-z -]*) \d+", label) for label in shape.labels)
    return sorted(shape.roles) or [match[1] for match in numbered if match][:1]
