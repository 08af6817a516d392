"""An editor says of every state what computing it anew says."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import sudokulib
from sudokulib import Editor, Token
from sudokulib.errors import Cancelled, GivensError, SudokuError
from sudokulib.testing.oracle import fillings

CELLS = [f"R{r}C{c}" for r in range(1, 5) for c in range(1, 5)]
PAIRS = [
    (a, b) for a in CELLS for b in CELLS if a < b and a[1] == b[1] and int(b[3]) - int(a[3]) == 1
]
RULES = st.one_of(
    st.tuples(st.just("cage"), st.sampled_from(PAIRS), st.integers(3, 7)),
    st.tuples(st.just("kropki"), st.sampled_from(PAIRS), st.sampled_from(["black", "white"])),
    st.tuples(st.just("thermometer"), st.sampled_from(PAIRS), st.none()),
    st.tuples(st.just("negative"), st.none(), st.none()),
)


class Edits(RuleBasedStateMachine):
    """Random changes of a small grid with few solutions."""

    def __init__(self) -> None:
        super().__init__()
        self.editor = Editor("1......2........")

    @rule(drawn=RULES)
    def add(self, drawn: tuple[str, tuple[str, str] | None, object]) -> None:
        kind, cells, value = drawn
        before = self.editor.puzzle
        if kind == "cage":
            self.editor.add(kind, " ".join(cells or ()), value)
        elif kind == "kropki":
            self.editor.add(kind, " ".join(cells or ()), dot=value)
        elif kind == "thermometer":
            self.editor.add(kind, " ".join(cells or ()))
        else:
            self.editor.add("negative", kinds=["ratio"])
        assert set(before.shapes) <= set(self.editor.puzzle.shapes)

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        if shapes := self.editor.puzzle.shapes:
            self.editor.remove(data.draw(st.sampled_from(shapes)))

    @rule(cell=st.sampled_from(CELLS), symbol=st.sampled_from("1234"))
    def set(self, cell: str, symbol: str) -> None:
        self.editor.set(cell, symbol)
        assert self.editor.puzzle[cell] == symbol

    @rule(cell=st.sampled_from(CELLS), symbols=st.sampled_from(["12", "134", "24"]))
    def restrict(self, cell: str, symbols: str) -> None:
        if not self.editor.puzzle[cell]:
            self.editor.restrict(cell, symbols)

    @rule(cell=st.sampled_from(CELLS))
    def clear(self, cell: str) -> None:
        self.editor.clear(cell)

    @rule(data=st.data(), layout=st.sampled_from(["AABB AABB CCDD CCDD", "AAAB CABB CCDB CDDD"]))
    def replace(self, data: st.DataObject, layout: str) -> None:
        """Go on with the puzzle of another reading, of the same geometry or not."""
        givens = dict(self.editor.puzzle.givens)
        if givens and data.draw(st.booleans()):
            del givens[data.draw(st.sampled_from(sorted(givens)))]
        regions = {"make": "regions", "map": layout.replace(" ", "\n")}
        build = [{"make": "grid", "size": "4x4"}, regions]
        after = sudokulib.convert(
            {"geometry": {"symbols": "1234", "build": build}, "givens": givens}, "yaml"
        )
        puzzle = sudokulib.read(after.text)
        self.editor.replace(puzzle)
        assert self.editor.puzzle == puzzle

    @rule()
    def undo(self) -> None:
        if self.editor._history:
            self.editor.undo()

    @rule(limit=st.integers(1, 5))
    def count(self, limit: int) -> None:
        assert self.editor.count(limit).value == min(limit, len(self.found()))

    @rule(nodes=st.integers(0, 3))
    def limited(self, nodes: int) -> None:
        found = self.editor.true_candidates(nodes=nodes)
        assert all(
            mask & ~known == 0 for mask, known in zip(found.masks, self.masks(), strict=True)
        )

    @rule()
    def status(self) -> None:
        number = min(2, len(self.found()))
        assert self.editor.status() == ("none", "unique", "multiple")[number]
        assert (self.editor.solution() is None) == (number == 0)

    def found(self) -> list[tuple[int, ...]]:
        return list(fillings(self.editor.puzzle))

    def masks(self) -> list[int]:
        masks = [0] * 16
        for one in self.found():
            masks = [mask | 1 << v for mask, v in zip(masks, one, strict=True)]
        return masks

    @rule()
    def candidates(self) -> None:
        assert list(self.editor.true_candidates().masks) == self.masks()

    @invariant()
    def solutions_kept_are_solutions(self) -> None:
        assert set(self.editor._valid or ()) <= set(self.found())


Edits.TestCase.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
test_edits = Edits.TestCase


@pytest.mark.parametrize("search", ["native", "reference"])
def test_no_search_is_needed_where_all_is_known(search: str) -> None:
    pytest.importorskip("sudokulib._kernel.core") if search == "native" else None
    editor = Editor("12..34..........", search=search)
    before = editor.true_candidates()
    editor.add("cage", "R1C3 R1C4", sum=7)
    assert editor.true_candidates(nodes=0).complete
    assert editor.true_candidates() == before
    editor.set("R1C3", 3)
    assert editor.puzzle["R1C3"] == "3"
    editor.undo()
    assert editor.true_candidates(nodes=0) == before


@pytest.mark.parametrize("search", ["native", "reference"])
def test_few_kept_solutions_lose_no_candidate(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sudokulib._kernel.core") if search == "native" else None
    monkeypatch.setattr("sudokulib.solving.queries.editing._MOST_SOLUTIONS", 2)
    editor = Editor("1...............", search=search)
    assert editor.true_candidates() == sudokulib.true_candidates(editor.puzzle)
    assert editor.count(40).value == 40
    editor.add("cage", "R1C2 R1C3", sum=5)
    assert editor.true_candidates() == sudokulib.true_candidates(editor.puzzle)
    editor.undo()
    assert editor.true_candidates(nodes=0) == sudokulib.true_candidates("1...............")


def test_rules_with_hidden_variables_are_checked_as_well() -> None:
    editor = Editor("4x4")
    editor.true_candidates()
    either = [{"kind": "cage", "cells": "R1C1 R1C2", "sum": s} for s in (3, 7)]
    editor.add("any-of", shapes=either)
    assert editor.true_candidates() == sudokulib.true_candidates(editor.puzzle)
    editor.add("thermometer", "R1C1 R1C2 R2C3")
    assert editor.true_candidates() == sudokulib.true_candidates(editor.puzzle)


def test_limits_and_cancellation_leave_the_editor_usable() -> None:
    editor = Editor("6x6")
    stopped = editor.true_candidates(nodes=0)
    assert stopped.stopped == "nodes"
    assert editor.status(nodes=0) in ("unknown", "multiple")
    token = Token()
    token.cancel()
    with pytest.raises(Cancelled):
        editor.true_candidates(token=token)
    assert editor.true_candidates() == sudokulib.true_candidates("6x6")


def test_solutions_are_different_and_as_many_as_there_are() -> None:
    editor = Editor("1.....2..3.....4")
    assert editor.solutions(2) == (sudokulib.solve(editor.puzzle).solution,)
    editor.clear("R1C1", "R4C4")
    assert len(set(editor.solutions(5))) == min(5, editor.count(5).value) > 1


def test_mistakes_leave_the_puzzle_as_it_is() -> None:
    editor = Editor("1...............")
    before = editor.puzzle
    with pytest.raises(SudokuError):
        editor.add("cage", "R1C1 R1C2", sum=30)
    with pytest.raises(GivensError, match="clear"):
        editor.restrict("R1C1", "12")
    with pytest.raises(SudokuError, match="no change"):
        editor.undo()
    with pytest.raises(SudokuError, match="limit=0"):
        editor.count(0)
    assert editor.puzzle is before
