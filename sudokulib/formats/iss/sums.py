"""Layouts of sums in items of the Interactive Sudoku Solver: cages, arrows, equal sums.

A cell named twice counts twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import Item, number_of, required_arguments
from sudokulib.formats.iss.layouts import Arguments, line_layout, listed
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.spelling import Fields, Layout, unread

_SET = listed()
_TOTAL = listed("sum")


def _read_cage(item: Item, board: SolverGrid) -> list[Fields]:
    """Read a cage; the total 0 means none, and a cell named twice counts twice."""
    (fields,) = _TOTAL.read(item, board)
    cells, total = fields["cells"], fields["sum"] or None
    if len(set(cells)) == len(cells):
        return [{"cells": cells, "sum": total}]
    counts: Counter[int] = Counter(cells)
    made: list[Fields] = [{"kind": "distinct", "cells": tuple(counts)}]
    return made + [{"kind": "sum", **_weighted(counts), "total": total}] * (total is not None)


def _read_different(item: Item, board: SolverGrid) -> list[Fields]:
    """Read a set without repeats; a cell named twice is in it once."""
    (fields,) = _SET.read(item, board)
    return [{"cells": tuple(dict.fromkeys(fields["cells"]))}]


DIFFERENT = Layout(("cells",), _read_different, lambda rule, board: board.names(rule.cells))


def _weighted(counts: Counter[int]) -> Fields:
    """Return the nonzero coefficients of a sum, by cell."""
    terms = sorted((cell, weight) for cell, weight in counts.items() if weight)
    weights = tuple(weight for _, weight in terms)
    plain = set(weights) <= {1}
    return {"cells": tuple(c for c, _ in terms), "coefficients": () if plain else weights}


def _write_cage(rule: Any, board: SolverGrid) -> Arguments:
    total = rule.sum if isinstance(rule.sum, int) else 0
    return [total, *board.names(rule.cells)] if total else None


CAGE = Layout(_TOTAL.fields, _read_cage, _write_cage)


def _read_sum(item: Item, board: SolverGrid) -> list[Fields]:
    said, *names = required_arguments(item)
    total, *more = said.split("_")
    if more and more.pop(0) != "=":
        raise SudokuError(f"{short(said)!r} is not a sum; write one, such as 5 or 5_=_1_-2")
    if more and len(more) != len(names):
        raise SudokuError(f"{len(more)} coefficients for {len(names)} cells; write one for each")
    cells = board.cells(names)
    if not more and len(set(cells)) == len(cells):
        return [{"cells": tuple(sorted(cells)), "total": number_of(total)}]
    counts: Counter[int] = Counter()
    for cell, weight in zip(cells, map(number_of, more) if more else repeat(1), strict=False):
        counts[cell] += weight
    return [{**_weighted(counts), "total": number_of(total)}]


def _write_sum(rule: Any, board: SolverGrid) -> Arguments:
    weights = rule.coefficients
    if isinstance(rule.total, tuple) or any(abs(weight) > 100 for weight in weights):
        return None
    said = "_".join(map(str, (rule.total, "=", *weights) if weights else (rule.total,)))
    return [said, *board.names(rule.cells)]


SUM = Layout(("cells", "total", "coefficients"), _read_sum, _write_sum)

FIRST = Layout(
    ("cells", "sum", "first"),
    unread,
    lambda rule, board: [rule.sum, *board.names(rule.cells[: rule.first])],
)


def _read_arrow(item: Item, board: SolverGrid) -> Iterator[Fields]:
    circle, *shaft = board.cells(required_arguments(item))
    if len({circle, *shaft}) <= len(shaft):
        yield from _equal([circle], shaft)
    else:
        yield {"circle": (circle,), "lines": (tuple(shaft),)}


def _equal(one: Iterable[int], other: Iterable[int]) -> Iterator[Fields]:
    """Yield the rule that groups have equal sums, where a cell named twice counts twice."""
    weights = Counter(one)
    weights.subtract(other)
    if any(weights.values()):
        yield {"kind": "sum", **_weighted(weights), "total": 0}


_DOUBLE = line_layout()


def _read_double_arrow(item: Item, board: SolverGrid) -> Iterator[Fields]:
    for fields in _DOUBLE.read(item, board):
        (cells,) = fields["lines"]
        if len(set(cells)) < len(cells):
            yield from _equal((cells[0], cells[-1]), cells[1:-1])
        else:
            yield fields


DOUBLE_ARROW = Layout(_DOUBLE.fields, _read_double_arrow, _DOUBLE.write)


def _write_arrow(rule: Any, board: SolverGrid) -> Arguments:
    plain = len(rule.circle) == len(rule.shafts) == 1
    return board.names((*rule.circle, *rule.shafts[0])) if plain else None


ARROW = Layout(("circle", "lines"), _read_arrow, _write_arrow)


def _read_pill(item: Item, board: SolverGrid) -> Iterator[Fields]:
    count, *names = required_arguments(item, 3)
    cells, long = board.cells(names), number_of(count)
    if not 1 < long < len(cells):
        raise SudokuError(f"a pill of {long} cells of {len(cells)}; write 2 or 3")
    yield {"circle": tuple(sorted(cells[:long])), "lines": (cells[long:],)}


def _write_pill(rule: Any, board: SolverGrid) -> Arguments:
    """Write a pill; that solver reads pills from the top left on, and as digits."""
    digits = len(board.values) <= 9 and list(rule.circle) == sorted(rule.circle)
    if not digits or not 1 < len(rule.circle) <= 3 or len(rule.shafts) > 1:
        return None
    return [len(rule.circle), *board.names((*rule.circle, *rule.shafts[0]))]


PILL = Layout(("circle", "lines"), _read_pill, _write_pill)


def _read_groups(item: Item, board: SolverGrid) -> Iterator[Fields]:
    groups: list[list[str]] = [[]]
    for name in item.args:
        if name == "-":
            groups.append([])
        else:
            groups[-1].append(name)
    found = tuple(map(board.cells, groups))
    if all(len(set(cells)) == len(cells) for cells in found):
        yield {"groups": found}
    else:
        for cells in found[1:]:
            yield from _equal(found[0], cells)


def _write_groups(rule: Any, board: SolverGrid) -> Arguments:
    return [name for group in rule.groups for name in ("-", *board.names(group))][1:]


GROUPS = Layout(("groups",), _read_groups, _write_groups)
