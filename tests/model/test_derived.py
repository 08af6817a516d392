"""Derived sums follow from the shapes they name, and change no solution."""

from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import grid

from sudokulib._kernel import core
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.model.compiler import compile_shapes
from sudokulib.model.derived import SignedSum, compiled_facts, residual_facts
from sudokulib.primitives import DistinctSum, Linear
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.search import Budget, backend
from sudokulib.search.flattening import domain_bytes, flatten
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage, Sum

REFERENCE = backend("reference")


@cache
def four() -> Geometry:
    return grid("4x4", "2x2")


@cache
def fillings() -> tuple[tuple[int, ...], ...]:
    """All solutions without further rules."""
    return tuple(REFERENCE.solutions(compile_geometry(four()), Budget()))


@st.composite
def killers(draw: st.DrawFn) -> tuple[Shape, ...]:
    """Disjoint and overlapping sums on 4x4, most of them true of one grid."""
    grid_ = draw(st.sampled_from(fillings()))
    shapes = []
    for number in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, 15))
        size = draw(st.integers(1, 5))
        cells = draw(st.permutations([c for c in range(16) if near(start, c)]))[:size]
        total = sum(grid_[c] + 1 for c in cells) + draw(st.sampled_from([0] * 9 + [1]))
        distinct = len({grid_[c] for c in cells}) == len(cells)
        if distinct and draw(st.booleans()):
            rule = Cage(tuple(sorted(cells)), total)
        elif draw(st.booleans()):
            signs = tuple(draw(st.sampled_from([1, 1, -1])) for _ in cells)
            signed = sum(k * (grid_[c] + 1) for c, k in zip(cells, signs, strict=True))
            rule = Sum(tuple(cells), signed, coefficients=signs)
        else:
            rule = Sum(tuple(cells), total)
        if not rule.problem(four().context):
            shapes.append(Shape(rule, (f"sum {number}",)))
    return tuple(dict.fromkeys(shapes))


def near(one: int, other: int) -> bool:
    return abs(one // 4 - other // 4) <= 1 and abs(one % 4 - other % 4) <= 2


def model(shapes: tuple[Shape, ...]) -> Model:
    return compile_puzzle(four().puzzle().with_shapes(*shapes))


def true_grids(shapes: tuple[Shape, ...]) -> list[tuple[int, ...]]:
    context = four().context
    return [
        filling
        for filling in fillings()
        if all(shape.rule.holds([v + 1 for v in filling], context) for shape in shapes)
    ]


@pytest.mark.slow
@given(killers())
def test_solutions_and_counts_are_those_of_the_rules(shapes):
    expected = true_grids(shapes)
    compiled = model(shapes)
    assert sorted(REFERENCE.solutions(compiled, Budget())) == sorted(expected)
    assert REFERENCE.count(compiled, Budget()) == len(expected)


@given(killers())
def test_no_primitive_removes_a_value_of_a_solution(shapes):
    compiled = model(shapes)
    for filling in true_grids(shapes):
        assert compiled.accepts(filling)
    true = [0] * 16
    for filling in true_grids(shapes):
        for cell, value in enumerate(filling):
            true[cell] |= 1 << value
    for primitive in compiled.primitives if any(true) else ():
        smaller = primitive.propagate(compiled.domains)
        assert smaller is not None
        assert not any(true[v] & ~domain for v, domain in smaller.items())


@pytest.mark.slow
@given(killers())
def test_a_derived_sum_follows_from_the_shapes_that_it_names(shapes):
    compiled = model(shapes)
    puzzle = four().puzzle().with_shapes(*shapes)
    for number in sorted(compiled.derived)[:4]:
        named = tuple(puzzle.all_shapes[i] for i in compiled.sources[number])
        alone = compile_shapes(four().context_of(named))
        primitive = compiled.primitives[number]
        for filling in islice(REFERENCE.solutions(alone, Budget()), 40):
            assert primitive.check([filling[v] for v in primitive.variables])


def derived(shapes):
    """The derived sums as texts, with the labels of their shapes."""
    puzzle = four().puzzle().with_shapes(*shapes)
    compiled = compile_puzzle(puzzle)
    names = [cell.name for cell in four().cells]
    found = {}
    for number in compiled.derived:
        primitive = compiled.primitives[number]
        signs = ["+" if row[-1] > 0 else "-" for row in primitive.weights]
        terms = " ".join(s + names[v] for s, v in zip(signs, primitive.variables, strict=True))
        labels = {puzzle.all_shapes[i].label for i in compiled.sources[number]}
        found[f"{terms} = {primitive.totals[0]}"] = labels
    return found


def cage(text, total):
    return Shape(Cage(four().find(text), total), (text,))


def test_an_innie():
    found = derived([cage("R1C1-R1C3", 6)])
    assert found["+R1C4 = 4"] == {"row 1", "R1C1-R1C3"}


def test_an_outie_of_two_houses():
    shapes = [cage("R1C1-R1C3", 6), cage("R1C4 R2C4 R3C4", 8), cage("R2C1-R2C3", 9)]
    assert derived(shapes)["+R3C4 = 3"] == {"row 1", "row 2", *(s.label for s in shapes)}


def test_a_difference_of_cells_inside_and_outside():
    found = derived([cage("R1C1-R1C2", 3), cage("R1C3 R2C3", 5)])
    assert found["+R1C4 -R2C3 = 2"] == {"row 1", "R1C1-R1C2", "R1C3 R2C3", "box 2"}


def test_a_sum_within_another_splits_it():
    shapes = [Shape(Sum(four().find("R1C1 R2C3 R3C4 R4C2"), 12), ("all",)),
              Shape(Sum(four().find("R1C1 R2C3"), 5), ("half",))]  # fmt: skip
    assert derived(shapes)["+R3C4 +R4C2 = 7"] == {"all", "half"}


def test_repeats_are_forbidden_exactly_between_cells_that_see_one_another():
    shapes = [cage("R1C1 R1C2", 3), cage("R2C3 R2C4", 5)]
    compiled = model(tuple(shapes))
    for number in compiled.derived:
        for group in compiled.primitives[number].groups():
            assert all(
                compiled.peers[one] >> other & 1 for one in group for other in group if one != other
            )


def test_totals_that_contradict_one_another_are_named():
    shapes = (cage("R1C1-R1C2", 3), cage("R1C3-R1C4", 6))
    puzzle = four().puzzle().with_shapes(*shapes)
    compiled = compile_puzzle(puzzle)
    blamed = [
        {puzzle.all_shapes[i].label for i in compiled.sources[number]}
        for number in compiled.derived
        if compiled.primitives[number].propagate(compiled.domains) is None
    ]
    assert {"row 1", "R1C1-R1C2", "R1C3-R1C4"} in blamed
    budget = Budget()
    assert not list(REFERENCE.solutions(compiled, budget))
    assert not budget.used


def test_without_sums_nothing_is_derived():
    assert compile_geometry(four()).derived == frozenset()


@st.composite
def facts(draw: st.DrawFn) -> tuple[list[SignedSum], list[SignedSum]]:
    """Houses and sums, signs and all, of cells that lie in one to three machine words."""
    spread = draw(st.sampled_from([1, 4, 9]))
    lines = [[4 * r + c for c in range(4)] for r in range(4)]
    houses = lines + [list(column) for column in zip(*lines, strict=True)]
    houses = houses[: draw(st.integers(0, 8))]
    wanted = []
    for _ in range(draw(st.integers(1, 7))):
        cells = draw(st.lists(st.integers(0, 19), min_size=1, max_size=6, unique=True))
        minus = draw(st.integers(0, len(cells)) if draw(st.booleans()) else st.just(0))
        wanted.append((cells[minus:], cells[:minus], draw(st.integers(-3, 12))))
    wanted += [(house, [], 10) for house in houses]
    every = [
        SignedSum(
            *(sum(1 << spread * c for c in side) for side in (plus, minus)), total, 1 << number
        )
        for number, (plus, minus, total) in enumerate(wanted)
    ]
    cut = len(every) - len(houses)
    return every[cut:], every[:cut]


@pytest.mark.skipif(not hasattr(core, "residual_facts"), reason="no compiled search")
@given(facts(), st.integers(1, 30))
def test_the_compiled_search_finds_the_same_facts(known, most):
    assert compiled_facts(*known, most) == residual_facts(*known, most)


@pytest.mark.skipif(not hasattr(core, "residual_facts"), reason="no compiled search")
@given(killers())
def test_the_kernel_derives_the_same_sums_from_what_it_is_handed(shapes):
    model = compile_shapes(four().context_of(four().shapes + shapes))
    assert model.derivation is not None
    problem = core.Problem(flatten(model), domain_bytes(model.domains, 1))
    found = {
        (tuple(variables), tuple(map(tuple, weights)), tuple(totals), tuple(map(tuple, parts)))
        for variables, weights, totals, parts in problem.derived_sums
    }
    assert found == {told(one) for one in model.derivation.derive(())}


def told(one: Linear | DistinctSum) -> tuple[object, ...]:
    parts = one.parts if isinstance(one, DistinctSum) else tuple((v,) for v in one.variables)
    places = tuple(tuple(one.variables.index(v) for v in part) for part in parts)
    return one.variables, one.weights, one.totals, places
