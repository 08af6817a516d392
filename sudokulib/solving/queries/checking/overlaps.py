"""Rules that overlap: written twice, cages that share cells, two clues on the same cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise

from sudokulib.puzzles.geometries.error_collector import Field
from sudokulib.shapes import Shape
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.pairs import PairRelation
from sudokulib.shapes.sums import Cage
from sudokulib.solving.queries.checking.subject import CheckSubject, CheckWarning, is_built


def overlap_warnings(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield duplicate rules, cages that share cells, and pairs of cells with two clues."""
    yield from _repeated(subject)
    yield from _shared_cages(subject)
    yield from _rival_pairs(subject)


def _repeated(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield the fields all of whose shapes exist already; a stamp may repeat some of its own."""
    known = {_wording(shape): shape.label for shape in subject.others}
    for field, shapes in subject.fields():
        if field and all(_wording(shape) in known for shape in shapes):
            which = shapes[0].label if len(shapes) == 1 else f"each of these {len(shapes)} shapes"
            already = known[_wording(shapes[0])]
            yield CheckWarning(field, f"{which} duplicates {already}", "leave this entry out")
        for shape in shapes:
            known.setdefault(_wording(shape), shape.label)


def _wording(shape: Shape) -> Hashable:
    """Return the key that duplicates of a rule share; an outside clue may be at either end."""
    return shape.rule if isinstance(shape.rule, OutsideClue) else shape.meaning


def _shared_cages(subject: CheckSubject) -> Iterator[CheckWarning]:
    owner: dict[int, Shape] = {}
    for field, shape in _own(subject, Cage):
        shared = [cell for cell in shape.cells if cell in owner]
        other = owner[shared[0]] if shared else shape
        if shared and other.meaning != shape.meaning:
            yield CheckWarning(
                field,
                f"{_called(shape)} and {_called(other)} share {subject.names(shared)}",
                "give each cell to one cage, or write kind: sum for sums that overlap",
            )
        owner |= {cell: shape for cell in shape.cells if cell not in owner}


def _rival_pairs(subject: CheckSubject) -> Iterator[CheckWarning]:
    """Yield pairs of cells that have two clues of one kind, of which one is redundant or wrong."""
    known: dict[tuple[str, frozenset[int]], Shape] = {}
    for field, shape in _own(subject, PairRelation):
        for pair in pairwise(shape.cells):
            other = known.setdefault((shape.kind, frozenset(pair)), shape)
            if other.meaning != shape.meaning:
                yield CheckWarning(
                    field,
                    f"{subject.names(pair)} have two clues of kind {shape.kind}",
                    "keep one of them",
                )
                break


def _own(subject: CheckSubject, kind: type) -> Iterator[tuple[Field, Shape]]:
    for field, shape in subject.entries:
        if isinstance(shape.rule, kind) and not (field and is_built(field)):
            yield field, shape


def _called(shape: Shape) -> str:
    total = getattr(shape.rule, "sum", None)
    return shape.label if shape.labels or total is None else f"{shape.label} {total}"
