"""Puzzles built in Python are those that files describe, with the same messages."""

from __future__ import annotations

import re
import runpy
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import one_in

import sudokulib
from sudokulib.errors import GeometryError, GivensError, ProblemsError, SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data, rule_data, yaml_text
from sudokulib.shapes import (
    AnyOf,
    Cage,
    Contains,
    Difference,
    Kind,
    Nonconsecutive,
    Pair,
    Shape,
    Thermometer,
)
from sudokulib.shapes.kind import names_cells
from sudokulib.testing.instances import instances, own_geometries, small_geometries

SCRIPTS = [Path(__file__).with_name(name) for name in ("user_script.py", "user_calls.py")]
NINE = sudokulib.geometry("9x9")
EMPTY = NINE.puzzle()


@st.composite
def rules_on_geometries(draw: st.DrawFn, name: str) -> tuple[Geometry, Kind]:
    geometry = draw(own_geometries().get(name, small_geometries()))
    rule = instances()[name](draw, geometry)
    assume(not rule.problem(geometry.context_of((*geometry.shapes, Shape(rule)))))
    return geometry, rule


def from_yaml(geometry: Geometry, rule: Kind) -> Puzzle:
    data = {**puzzle_file_data(geometry.puzzle()), "shapes": [rule_data(geometry, rule)]}
    return loads(yaml_text(data))


def named(geometry: Geometry, rule: Kind) -> Kind:
    """The same rule, made of what a file says."""
    data = rule_data(geometry, rule)
    names = {f.name: f.name.removesuffix("_") for f in fields(rule)}
    return type(rule)(
        **{
            name: getattr(rule, name) if name == "shapes" else data[word]
            for name, word in names.items()
            if word in data
        }
    )


@pytest.mark.parametrize("name", one_in(4, sorted(instances()), first=3))
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_rule_that_is_added_is_the_one_read_from_a_file(name: str, data: st.DataObject) -> None:
    geometry, rule = data.draw(rules_on_geometries(name))
    read = from_yaml(geometry, rule).shapes
    before = geometry.puzzle()
    more = {word: value for word, value in rule_data(geometry, rule).items() if word != "kind"}
    built = before.add(rule)
    assert built.shapes == read == (Shape(rule),)
    assert before.add(named(geometry, rule)) == built
    assert before.add(name, **more) == built
    assert before.add({"kind": name, **more}) == built
    assert before.with_shapes(Shape(named(geometry, rule))) == built
    assert geometry.add(rule).shapes[-1:] == built.shapes or Shape(rule) in geometry.shapes
    assert before == geometry.puzzle()
    assert before.shapes == ()
    assert loads(yaml_text(puzzle_file_data(built))).shapes == read


def messages(error: SudokuError, place: str = "") -> list[tuple[str, str, str]]:
    assert isinstance(error, ProblemsError)
    return [
        (problem.path.removeprefix(place).lstrip("."), problem.message, problem.fix)
        for problem in error.problems
    ]


@pytest.mark.parametrize("values", ["12", "1 2", "1,2", [1, 2], ("1", "2")])
def test_a_list_of_numbers_may_be_text(values: Any) -> None:
    expected = EMPTY.add("quadruple", "R1C1:R2C2", values=(1, 2))
    assert EMPTY.add("quadruple", "R1C1:R2C2", values=values) == expected
    assert EMPTY.add(Contains(cells="R1C1:R2C2", values=values)) == expected
    if isinstance(values, str):
        text = f"{{geometry: 9x9, shapes: [{{kind: quad, cells: R1C1:R2C2, values: '{values}'}}]}}"
        assert loads(text).shapes == expected.shapes


MISTAKES = [
    {"kind": "cage", "cells": "R1C1 R1C2", "sum": "five"},
    {"kind": "cage", "cells": "R1C1 R1C2", "sum": -3},
    {"kind": "cage", "cells": "R1C1 R1C2", "sum": 3.5},
    {"kind": "cage", "cells": "R1C1 R1C2", "sum": []},
    {"kind": "cage", "cells": "R1C1 R1C2", "sun": 3},
    {"kind": "cage", "cells": "R1C1 R1C2", "repeats": "perhaps"},
    {"kind": "cage", "cells": "R1C1 R99C2", "sum": 3},
    {"kind": "cage", "cells": "R1C1 R1C1", "sum": 3},
    {"kind": "cage", "cells": ["R1C1", "R1C1"], "sum": 3},
    {"kind": "cage", "cells": "", "sum": 3},
    {"kind": "cage", "cells": [], "sum": 3},
    {"kind": "cage", "cells": {"a": "R1C1"}, "sum": 3},
    {"kind": "cage", "sum": 3},
    {"kind": "cgae", "cells": "R1C1", "sum": 3},
    {"cells": "R1C1", "sum": 3},
    {"kind": "thermometer", "lines": "R1C1 R1C1"},
    {"kind": "thermometer", "lines": ["R1C1", "R1C2"]},
    {"kind": "kropki", "cells": "R1C1 R1C2", "dot": "grey"},
    {"kind": "pair", "cells": "R1C1 R1C2"},
    {"kind": "pair", "cells": "R1C1 R1C2", "relation": "a <"},
    {"kind": "anti", "moves": "pawn"},
    {"kind": "each", "over": "corners", "shape": {"kind": "cage", "cells": "$1", "sum": 3}},
    {"kind": "each", "over": "cells", "shape": {"kind": "cage", "cells": "$2", "sum": 3}},
    {"kind": "any-of", "shapes": [{"kind": "cage", "cells": "R1C1", "sun": 3}]},
    {"kind": "any-of", "shapes": []},
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_mistakes_are_told_as_in_files(mistake: dict[str, Any]) -> None:
    with pytest.raises(SudokuError) as in_file:
        loads(yaml_text({"geometry": "9x9", "shapes": [mistake]}))
    with pytest.raises(SudokuError) as added:
        EMPTY.add(mistake)
    said = messages(in_file.value, "shapes[0]")
    assert messages(added.value) == said
    if "kind" in mistake:
        more = dict(mistake)
        with pytest.raises(SudokuError) as named_kind:
            NINE.add(more.pop("kind"), **more)
        assert messages(named_kind.value) == said
        assert str(named_kind.value).startswith(f"add({mistake['kind']!r}): ")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Cage(5, 3), "cage: cells: 5 does not name cells.*write R1C1 R2C3, or a list"),
        (lambda: Cage(None, 3), "cage: cells: is missing"),
        (lambda: Cage("R1C1", "x"), r"cage: sum: a whole number is expected here \(got 'x'\)"),
        (lambda: Cage("R1C1", object()), "cage: sum: a whole number"),
        (lambda: Cage("R1C1", (1, "a")), "cage: sum: a whole number"),
        (lambda: Cage("R1C1", 3, "maybe"), "cage: repeats: true or false is expected here"),
        (lambda: Cage([1, 1], 3), r"\[1, 1\] puts a cell into the set twice"),
        (lambda: Thermometer(7), "thermometer: lines: a list is expected here"),
        (lambda: AnyOf([Cage("R1C1", 3), 4]), "is not a list of rules; write them as Cage"),
        (lambda: Nonconsecutive(except_=["dots"]), r"nonconsecutive: except\[0\]: not one of"),
        (lambda: Pair("R1C1 R1C2", ["a"]), "pair: relation: text is expected here"),
        (lambda: Difference("R1C1 R1C2", True + 0.5), "difference: value: a whole number"),
    ],
)
def test_a_kind_refuses_bad_values_at_once(make: Any, said: str) -> None:
    with pytest.raises(SudokuError, match=f"(?s){said}"):
        make()


@pytest.mark.parametrize(
    ("rule", "same"),
    [
        (Cage([2, 0], "5"), Cage((0, 2), 5)),
        (Cage({1, 0}, [5, 6]), Cage((0, 1), (5, 6))),
        (Cage(range(3), 7, "true"), Cage((0, 1, 2), 7, repeats=True)),
        (Thermometer([0, 1, 2]), Thermometer(((0, 1, 2),))),
        (Thermometer([[0, 1], (1, 2)]), Thermometer(((0, 1), (1, 2)))),
        (AnyOf([Cage((0,), 1)]), AnyOf((Cage((0,), 1),))),
        (Nonconsecutive(except_=["ratio"]), Nonconsecutive(except_=("ratio",))),
    ],
    ids=str,
)
def test_lists_do_for_tuples_and_text_for_numbers(rule: Kind, same: Kind) -> None:
    assert rule == same
    assert hash(rule) == hash(same)


def test_a_rule_with_names_of_cells_says_that_it_is_in_no_puzzle() -> None:
    rule = Cage("R1C1 R1C2", 5)
    assert names_cells(rule)
    assert names_cells(AnyOf([rule]))
    assert not names_cells(Cage((0, 1), 5))
    with pytest.raises(GeometryError, match=r"are still names; .*puzzle\.add\(rule\)"):
        _ = rule.all_cells


@pytest.mark.parametrize("cell", [-1, 81, 10**9])
def test_an_index_that_is_no_cell_is_told(cell: int) -> None:
    for build in (
        lambda: EMPTY.add("cage", [0, cell], 5),
        lambda: EMPTY.add(Cage((0, cell), 5)),
        lambda: EMPTY.with_shapes(Shape(Cage((0, cell), 5))),
    ):
        with pytest.raises(SudokuError, match=f"there is no cell {cell}; indices go from 0 to 80"):
            build()


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: EMPTY.add(5), "a kind or a rule is expected first, not 5; pass the name"),
        (lambda: EMPTY.add(3, 5), "a kind or a rule is expected first, not 3"),
        (
            lambda: EMPTY.add(Cage((0,), 1), 5),
            "5 follows a rule that is complete; pass a rule alone",
        ),
        (lambda: EMPTY.add("killer", "R1C1", 3, True, 4), "which has 3: cells, sum, repeats"),
        (lambda: EMPTY.add("xv", "R1C1 R1C2", "X", 3), "which has 2: cells, mark"),
        (lambda: EMPTY.add("cage", "R1C1", cells="R1C2"), "cells of cage is passed twice"),
    ],
)
def test_arguments_that_fit_nothing_are_told(build: Any, said: str) -> None:
    with pytest.raises(GeometryError, match=said):
        build()


def test_rules_see_those_that_the_puzzle_has() -> None:
    dots = EMPTY.add("white-dot", "R1C1 R1C2")
    both = dots.add("negative", kinds=["difference"])
    text = "{geometry: 9x9, shapes: [{kind: difference, cells: R1C1 R1C2}, "
    assert both == loads(text + "{kind: negative, kinds: [difference]}]}")


def test_a_field_that_is_a_word_of_python_ends_in_an_underscore() -> None:
    (shape,) = EMPTY.add("nonconsecutive", except_=["difference"]).shapes
    assert shape.rule == Nonconsecutive(except_=("difference",))
    assert EMPTY.add("nonconsecutive", **{"except": ["difference"]}).shapes == (shape,)


def test_labels_roles_and_equal_shapes() -> None:
    twice = EMPTY.add("cage", "R1C1", sum=3, label="mine", role="corner").add("cage", "R1C1", 3)
    (shape,) = twice.shapes
    assert (shape.labels, shape.roles) == (("mine",), {"corner"})
    assert EMPTY.add(shape).shapes[0].exact_key == shape.exact_key


def test_a_geometry_with_more_forgets_what_is_not_true_of_it() -> None:
    samurai = sudokulib.geometry("samurai")
    more = samurai.add("cage", "A.R1C1 A.R1C2", sum=3)
    assert len(more.shapes) == len(samurai.shapes) + 1
    assert (more.parts, more.expect, more.file) == ((), None, "")
    assert samurai.parts
    assert loads(yaml_text(puzzle_file_data(more.puzzle()))).all_shapes[-1] == more.shapes[-1]


# Givens


def test_givens_are_symbols_by_name() -> None:
    puzzle = NINE.puzzle({"R1C1": 5, "r2c2": "6"})
    assert puzzle.givens == {"R1C1": "5", "R2C2": "6"}
    assert (puzzle["R1C1"], puzzle["r1c1"], puzzle["R1C2"]) == ("5", "5", "")
    with pytest.raises(TypeError):
        puzzle.givens["R1C1"] = "4"  # type: ignore[index]
    with pytest.raises(SudokuError, match="unknown cell 'R1C99'"):
        puzzle["R1C99"]
    with pytest.raises(SudokuError, match="0 is not the name of a cell; write puzzle"):
        puzzle[0]  # type: ignore[index]
    with pytest.raises(TypeError, match="not iterable"):
        list(puzzle)  # type: ignore[call-overload]


@settings(max_examples=40, deadline=None)
@given(
    one=st.dictionaries(st.sampled_from([c.name for c in NINE.cells]), st.integers(1, 9)),
    other=st.dictionaries(st.sampled_from([c.name for c in NINE.cells]), st.integers(1, 9)),
)
def test_with_givens_and_without_are_puzzles_made_at_once(
    one: dict[str, int], other: dict[str, int]
) -> None:
    first = NINE.puzzle(one)
    if clash := [name for name in one.keys() & other.keys() if one[name] != other[name]]:
        with pytest.raises(GivensError, match="is given twice, as different symbols"):
            first.with_givens(other)
        other = {name: value for name, value in other.items() if name not in clash}
    both = first.with_givens(other)
    assert both == NINE.puzzle(one | other)
    left = {name: value for name, value in one.items() if name not in other}
    assert both.without_givens(*other) == (NINE.puzzle(left) if other else EMPTY)
    assert first == NINE.puzzle(one)


def test_givens_may_be_text_and_ranges() -> None:
    four = sudokulib.geometry("4x4").puzzle()
    assert four.with_givens("1... ..2. .3.. ...4").line() == "1.....2..3.....4"
    assert four.with_givens({"R1C1..R1C2": "3"}).without_givens("R1C1", "C4").line() == (
        ".3.............."
    )


def test_a_stated_solution_stays_as_long_as_givens_agree() -> None:
    text = "{geometry: 4x4, givens: 1... ..2. .3.. ...4, solution: 1243 3421 4312 2134}"
    puzzle = loads(text)
    assert puzzle.with_givens({"R1C2": 2}).answer == puzzle.answer != ()
    assert puzzle.with_givens({"R1C2": 3}).answer == ()
    assert puzzle.without_givens("R1C1").answer == ()


def test_restrictions_stay_where_no_given_was() -> None:
    puzzle = NINE.puzzle(allowed={"R1": "123"}).with_givens({"R1C1": 1})
    without = puzzle.without_givens()
    assert without.masks[1] == 0b111
    assert without.masks[0] == 0b111111111


# Graphs


def test_the_graph_of_a_puzzle_has_its_own_rules_and_is_a_copy() -> None:
    puzzle = NINE.puzzle({"R1C1": 5}).add("cage", "R1C1 R1C2", sum=9, label="corner")
    graph = puzzle.graph
    assert set(graph["corner"]) == {"R1C1", "R1C2"}
    assert len(graph) == len(NINE.graph) + 1
    assert graph.nodes["R1C1"]["given"] == "5"
    assert graph.nodes["R1C1"]["symbols"] == ("5",)
    assert graph.nodes["R1C2"]["given"] == ""
    graph.remove_node("corner")
    NINE.graph.clear()
    NINE.peer_graph.clear()
    assert "corner" in puzzle.graph
    assert (len(NINE.graph), len(NINE.peer_graph)) == (108, 81)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_what_a_user_writes_runs(script: Path) -> None:
    runpy.run_path(str(script), run_name="__main__")


def test_what_a_user_writes_uses_every_public_name() -> None:
    used = set(re.findall(r"\bsudokulib\.(\w+)", "".join(one.read_text() for one in SCRIPTS)))
    assert set(sudokulib.__all__) <= used


@pytest.mark.slow
def test_what_a_user_writes_is_typed() -> None:
    api = pytest.importorskip("mypy.api")
    said, wrong, code = api.run(["--strict", *map(str, SCRIPTS)])
    assert (code, wrong) == (0, ""), said
