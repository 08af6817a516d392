"""Every registered kind: what it says in several ways is the same, by `check_kind`.

Kinds are tried on small instances (see `sudokulib.testing.instances`). Two laws more are here:
files may spell a rule in any way that the schema allows, and rules work together.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import fields
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

import sudokulib
from sudokulib.puzzles.geometries.files import geometry_file
from sudokulib.puzzles.geometries.rule_loading import RuleScope, loaded_rules
from sudokulib.puzzles.geometries.schema import schemas
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Kind, Shape, kinds
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.testing import check_kind, fillings
from sudokulib.testing.instances import instances, own_geometries, small_geometries
from sudokulib.testing.rule_case import RuleCase

OURS = {kind.name: kind for kind in kinds() if kind.__module__.startswith("sudokulib.")}
TRIED = sorted(OURS.keys() & instances().keys())
FURTHER = [name for name in TRIED if name not in own_geometries() and name != "negative"]
EXAMPLES = int(os.environ.get("SUDOKULIB_KIND_EXAMPLES", "4"))
"""Instances of each kind that each test tries; the slow tests try fifteen times as many."""
SCHEMA = Draft7Validator(schemas()["geometry"])

every_kind = pytest.mark.parametrize("name", TRIED)
drawn = settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
some_examples = settings(drawn, max_examples=EXAMPLES)
many_examples = settings(drawn, max_examples=15 * EXAMPLES)


def test_every_kind_has_instances():
    missing = sorted(OURS.keys() - instances().keys())
    assert not missing, f"add them to a module of sudokulib/testing/instances: {missing}"


@every_kind
def test_a_kind_says_the_same_in_every_way(name):
    check_kind(name, max_examples=EXAMPLES)


@pytest.mark.slow
@every_kind
def test_a_kind_says_the_same_in_every_way_on_many_rules(name):
    check_kind(name, max_examples=15 * EXAMPLES)


@every_kind
@some_examples
@given(st.data())
def test_a_kind_says_its_rule_in_sentences(name, data):
    kind = OURS[name]
    assert kind.says or "sentence" in vars(kind), "give it `says`, or a method `sentence`"
    rule_case = data.draw(trials(name))
    said = rule_case.rule.sentence(rule_case.context)
    assert said[0].isupper(), said
    assert said.endswith("."), said
    assert "None" not in said, said
    assert "()" not in said, said


@st.composite
def trials(draw: st.DrawFn, name: str) -> RuleCase:
    geometry = draw(own_geometries().get(name, small_geometries()))
    rule = instances()[name](draw, geometry)
    rule_case = RuleCase(geometry, rule, draw(st.integers(0, 1 << 16)))
    assume(not rule.problem(rule_case.context))
    return rule_case


@pytest.mark.parametrize("name", TRIED[::2])
@some_examples
@given(st.data())
def test_files_can_say_it_in_any_spelling(name, data):
    check_spelling(name, data)


@pytest.mark.slow
@every_kind
@many_examples
@given(st.data())
def test_many_rules_can_be_said_in_any_spelling(name, data):
    check_spelling(name, data)


def check_spelling(name, data):
    rule_case = data.draw(trials(name))
    chance = Random(data.draw(st.integers(0, 99)))
    cells = [cell.name for cell in rule_case.geometry.cells]
    entry = as_written(rule_case.rule, cells, chance)
    complaints = [e.message for e in SCHEMA.iter_errors({"symbols": "1", "shapes": [entry]})]
    assert not complaints, f"{entry}: {complaints}"
    (shape,) = geometry_file().model_validate({"shapes": [entry]}).shapes
    (made,) = loaded_rules(shape, RuleScope(rule_case.geometry.index, rule_case.geometry.topology))
    assert Shape(made.rule) == Shape(rule_case.rule), entry


def as_written(rule: Kind, cells: Sequence[str], chance: Random) -> dict[str, object]:
    """A rule as an entry of a file; the cells of sets in any order."""
    entry: dict[str, object] = {"kind": rule.name}
    for f in fields(rule):
        value, form = getattr(rule, f.name), cell_fields(type(rule)).get(f.name)
        if f.name in rule_fields(type(rule)):
            value = [as_written(inner, cells, chance) for inner in value]
        elif form is not None and value is not None:
            value = _references(value, form, cells, chance)
        if value is not None and getattr(rule, f.name) != f.default:
            entry[f.name.rstrip("_")] = plain(value)
    return entry


def _references(value, form, cells, chance):
    if form.form == "one":
        return cells[value]
    lines = [list(line) for line in (value if form.many else [value])]
    for line in lines:
        if form.form == "set":
            chance.shuffle(line)
    texts = [[cells[c] for c in line] for line in lines]
    return texts if form.many else texts[0]


def plain(value):
    """Tuples and sets as the lists of a file."""
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("name", TRIED[1::2])
@some_examples
@given(st.data())
def test_rules_work_together(name, data):
    check_together(name, data)


@pytest.mark.slow
@every_kind
@many_examples
@given(st.data())
def test_many_rules_work_together(name, data):
    check_together(name, data)


def check_together(name, data):
    """With a rule of any kind; the further rule never adds a solution."""
    rule_case = data.draw(trials(name))
    other = instances()[data.draw(st.sampled_from(FURTHER))](data.draw, rule_case.geometry)
    alone = Puzzle(rule_case.geometry, rule_case.masks).with_shapes(Shape(rule_case.rule))
    assume(not other.problem(alone.context))
    together = alone.with_shapes(Shape(other))
    assume(not rule_case.rule.problem(together.context))
    with_one, with_two = set(fillings(alone)), set(fillings(together))
    # A dot lifts what its absence forbids.
    assert with_two <= with_one or name == "negative", f"{other!r}\n{rule_case!r}"
    assert sudokulib.count(together, how="computed").value == len(with_two), (
        f"{other!r}\n{rule_case!r}"
    )
