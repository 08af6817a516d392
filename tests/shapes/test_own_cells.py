"""Results that rules of one form share, and results that they must not share."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import one_in, with_slow

from sudokulib import geometry
from sudokulib.shapes import AllOf, Anti, Distinct, FullRank, Not, Shape, kinds, line_kind
from sudokulib.shapes.composite import Composite
from sudokulib.shapes.own_cells import (
    by_own_cells,
    infeasibility,
    problem_alone,
    problem_of,
    shape_problem_finder,
)
from sudokulib.shapes.topology import Mesh
from sudokulib.testing.instances import instances, own_geometries, small_geometries

TRIED = sorted({kind.name for kind in kinds()} & instances().keys())
MANY_FILLINGS = (
    "cave", "connected-values", "fillomino", "galaxies", "shaded-areas", "slitherlink", "snake",
    "vampires",
)  # fmt: skip
"""Kinds whose problems take one to five seconds to find."""


@pytest.mark.parametrize("name", one_in(2, TRIED))
@settings(max_examples=5, deadline=None)
@given(st.data())
def test_rules_that_are_alike_are_as_feasible_as_each_by_itself(name, data):
    grid = data.draw(own_geometries().get(name, small_geometries()))
    rule = instances()[name](data.draw, grid)
    context = grid.context_of((*grid.shapes, Shape(rule)))

    def outcome(finding, *, alike):
        try:
            return by_own_cells(finding, context)(rule) if alike else finding(rule, context)
        except (IndexError, ValueError) as error:  # of a rule that is refused before
            return type(error)

    for finding in (line_kind.infeasibility, infeasibility):
        assert outcome(finding, alike=True) == outcome(finding, alike=False)


@pytest.mark.parametrize("name", one_in(2, TRIED, first=1))
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_rules_that_are_alike_have_the_problem_of_each_by_itself(name, data):
    grid = data.draw(own_geometries().get(name, small_geometries()))
    rules = [instances()[name](data.draw, grid) for _ in range(2)]
    narrow = replace(grid, domains=(1, *grid.domains[1:]))
    for one in (grid, narrow):
        context = one.context_of((*one.shapes, *map(Shape, rules)))
        for rule in rules:
            problem = rule.problem(context)
            for found in (problem_of(rule, context), problem_alone(rule, context)):
                if found is not None:  # it reads the grid or other shapes
                    assert (type(found), found) == (type(problem), problem)


@pytest.mark.parametrize("name", with_slow(TRIED, *MANY_FILLINGS))
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_a_shape_has_the_problem_of_its_rule_wherever_it_was_looked_at_before(name, data):
    grid = data.draw(own_geometries().get(name, small_geometries()))
    rule = instances()[name](data.draw, grid)
    shapes = [Shape(rule), Shape(AllOf((rule,))), Shape(Not((rule,)))]
    narrow = replace(grid, domains=(1, *grid.domains[1:]))
    bare = replace(grid.context_of(()), topology=Mesh().freeze())
    for one in (grid.context, narrow.context, bare):
        for shape in shapes:
            for _ in range(2):
                try:
                    problem = shape.rule.problem(one)
                except (IndexError, ValueError):  # of a rule on another grid
                    continue
                found = shape_problem_finder(one)(shape)
                assert (type(found), found) == (type(problem), problem)


def test_a_shape_without_a_problem_is_looked_at_once(monkeypatch):
    four = geometry("4x4").context
    pair = Shape(AllOf((Distinct((0, 5)),)))
    ranked = Shape(AllOf((FullRank((0, 1, 2, 3), 1),)))  # it reads which lines there are
    for shape in (pair, ranked):
        assert shape_problem_finder(four)(shape) == ""
    looked_at = []
    problem = Composite.problem
    monkeypatch.setattr(
        Composite, "problem", lambda rule, context: looked_at.append(rule) or problem(rule, context)
    )
    narrow = replace(four, domains=(1, *four.domains[1:]))
    for context in (four, narrow, four):
        for shape in (pair, ranked):
            shape_problem_finder(context)(shape)
    assert looked_at == [ranked.rule, pair.rule, ranked.rule, ranked.rule]


def test_what_reads_other_shapes_is_found_each_time():
    def count(rule, context):
        return f"{len(context.shapes)} shapes"

    four, rule = geometry("4x4"), Distinct((0, 5))
    for number in (12, 3, 0):
        context = four.context_of(four.shapes[:number])
        assert by_own_cells(count, context)(rule) == f"{number} shapes"


def test_what_reads_the_values_of_its_cells_is_found_once():
    asked = []

    def lowest(rule, context):
        asked.append(rule.cells)
        return str([context.domains[c] for c in rule.cells])

    context = replace(geometry("4x4").context, domains=(*range(1, 17),))
    rules = [Distinct((4, 5)), Distinct((4, 5)), Distinct((6, 7))]
    found = [by_own_cells(lowest, context)(rule) for rule in rules]
    assert found == ["[5, 6]", "[5, 6]", "[7, 8]"]
    assert asked == [(4, 5), (6, 7)]


def test_what_reads_the_values_of_its_cells_depends_on_them_where_all_are_alike():
    def least(rule, context):
        return str(context.domains[rule.cells[0]])

    for domain in (0b1111, 0b0011, 0b1111):
        context = replace(geometry("4x4").context, domains=(domain,) * 16)
        assert by_own_cells(least, context)(Distinct((4, 5))) == str(domain)


def test_what_reads_the_grid_is_found_once_on_each_if_the_rule_has_no_cells():
    asked = []

    def near(rule, context):
        asked.append(rule)
        return str(len(context.topology.neighbours(0)))

    four = geometry("4x4").context
    apart = replace(four, topology=Mesh().freeze())
    found = [
        by_own_cells(near, context)(Anti(moves="knight")) for context in (four, apart, four, apart)
    ]
    assert found == ["2", "0", "2", "0"]
    assert len(asked) == 2
    assert by_own_cells(near, four)(Distinct((0, 1))) == "2"
    assert by_own_cells(near, apart)(Distinct((0, 1))) == "0"
