"""Rules that overlap: written twice, cages that share cells, two clues on the same cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise

from sudokulib.geometries.error_collector import Field
from sudokulib.queries.checking.checked import Checked, Finding, is_built
from sudokulib.shapes import Shape
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.pairs import PairRelation
from sudokulib.shapes.sums import Cage

__all__ = ["overlap_findings"]


def overlap_findings(checked: Checked) -> Iterator[Finding]:
    """Yield rules that stand twice, cages that share cells, and pairs of cells with two clues."""
    yield from _repeated(checked)
    yield from _shared_cages(checked)
    yield from _rival_pairs(checked)


def _repeated(checked: Checked) -> Iterator[Finding]:
    """Yield the fields all of whose shapes stand already; a stamp may repeat some of its own."""
    known = {_wording(shape): shape.label for shape in checked.others}
    for field, shapes in checked.fields():
        if field and all(_wording(shape) in known for shape in shapes):
            which = shapes[0].label if len(shapes) == 1 else f"each of these {len(shapes)} shapes"
            already = known[_wording(shapes[0])]
            yield Finding(field, f"{which} stands already, as {already}", "leave this entry out")
        for shape in shapes:
            known.setdefault(_wording(shape), shape.label)


def _wording(shape: Shape) -> Hashable:
    """Return the key by which a rule stands twice; a clue outside has two ends to stand at."""
    return shape.rule if isinstance(shape.rule, OutsideClue) else shape.meaning


def _shared_cages(checked: Checked) -> Iterator[Finding]:
    owner: dict[int, Shape] = {}
    for field, shape in _own(checked, Cage):
        shared = [cell for cell in shape.cells if cell in owner]
        other = owner[shared[0]] if shared else shape
        if shared and other.meaning != shape.meaning:
            yield Finding(
                field,
                f"{_called(shape)} and {_called(other)} share {checked.names(shared)}",
                "give each cell to one cage, or write kind: sum for sums that overlap",
            )
        owner |= {cell: shape for cell in shape.cells if cell not in owner}


def _rival_pairs(checked: Checked) -> Iterator[Finding]:
    """Yield pairs of cells that have two clues of one kind, of which one is enough or false."""
    known: dict[tuple[str, frozenset[int]], Shape] = {}
    for field, shape in _own(checked, PairRelation):
        for pair in pairwise(shape.cells):
            other = known.setdefault((shape.kind, frozenset(pair)), shape)
            if other.meaning != shape.meaning:
                yield Finding(
                    field,
                    f"{checked.names(pair)} have two clues of kind {shape.kind}",
                    "keep one of them",
                )
                break


def _own(checked: Checked, kind: type) -> Iterator[tuple[Field, Shape]]:
    for field, shape in checked.entries:
        if isinstance(shape.rule, kind) and not (field and is_built(field)):
            yield field, shape


def _called(shape: Shape) -> str:
    total = getattr(shape.rule, "sum", None)
    return shape.label if shape.labels or total is None else f"{shape.label} {total}"
