"""Properties of every registered strategy, checked by trying all assignments."""

from functools import cache
from itertools import islice, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import one_in
from tiny_models import Tiny, end, fixpoint, model_of, possible, renamed, tiny

from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.solving.pipeline import DEFAULT
from sudokulib.strategies import strategies, strategy_named
from sudokulib.testing import (
    check_confluent,
    check_explained,
    check_monotone,
    check_relabelling,
    check_sound,
    check_symmetry,
    check_terminates,
    positions,
)
from sudokulib.testing.position_strategies import stratified
from sudokulib.testing.runner import RoundRobin, run_check

EARLY = tuple(strategy_named(name) for name in DEFAULT)
COMPLETE = tuple(s.name for s in EARLY if s.monotone)
EVERY = strategies()
CHECKS = (check_sound, check_explained, check_terminates)
each_strategy = pytest.mark.parametrize("strategy", EVERY, ids=lambda s: s.name)
half, other_half = (
    pytest.mark.parametrize("strategy", one_in(2, EVERY, first=first), ids=lambda s: s.name)
    for first in (0, 1)
)
quick = settings(max_examples=80, deadline=None)

EFFORT = {"smallest-premises": 0.05, "nested-forcing-net": 0.1, "als-aic": 0.4}
"""Shares of the cases for what takes ten to a hundred times as long as most; others that are rated
as very hard get a part as well."""


SETS = ("overlapping-shapes", "naked-tuples")
BESIDE = {
    "aligned-triple-exclusion": ("aligned-pair-exclusion",),
    "x-chain": SETS,
    "continuous-loop": (*SETS, "aic"),
    "grouped-aic": (*SETS, "aic"),
    "grouped-continuous-loop": (*SETS, "aic", "grouped-aic"),
    "forcing-net-plus": SETS,
    "als-aic": (*SETS, "aic", "grouped-aic"),
    "als-continuous-loop": (*SETS, "aic", "grouped-aic", "als-aic"),
}
"""Strategies of which one look may depend on numbers, each with simpler ones, of which it is a
special case, and beside which it comes to the same all the same.

Of equally short chains one is shown for each pair of ends, be it of the kind in question or not;
what else it excludes depends on its way. Triples are looked at until a few have been in vain.
"""


def effort(strategy):
    """Which share of the cases a strategy is tried on."""
    return EFFORT.get(strategy.name, 0.2 if strategy.rating >= 8.0 else 1.0)


@cache
def drawn(cases, count):
    """So many cases of a hypothesis strategy: drawn once, as drawing costs more than checking."""
    found = []
    run_check(found.append, cases, max_examples=count)
    return found


ANY, ONE, TINY = RoundRobin(stratified()), RoundRobin(stratified(solutions="one")), tiny()
PLAIN = tuple(positions(solutions=n, kinds=()) for n in ("any", "one"))
"""Sets without repeats only. Which cells of a rule are known to differ is for the numbers of cells
to say where sets overlap: one part of a sum may be described, or another."""

SYMMETRIC = tuple(
    positions(solutions=n, geometries=st.just(geometry("4x4")), kinds=()) for n in ("any", "one")
)


def some(strategy, any_number, of_one, where=(ANY, ONE)):
    """Cases for a strategy: positions of any puzzles and of such as have one solution.

    Args:
        strategy: those that assume one solution get no others, but twice as many of those.
        any_number, of_one: how many of each, for what does not take long.
        where: how both are drawn.
    """
    of_any, one = where
    if strategy.assumes:
        groups = [drawn(one, 2 * of_one)]
    else:
        groups = [drawn(of_any, any_number), drawn(one, of_one)]
    share = effort(strategy)
    return [case for cases in groups for case in cases[: round(share * len(cases))]]


@each_strategy
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_passes_the_checks_of_the_kit(check, strategy):
    check(strategy, cases=some(strategy, 24, 10))


@pytest.mark.slow
@each_strategy
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_passes_the_checks_of_the_kit_on_many_cases(check, strategy):
    check(strategy, cases=some(strategy, 400, 150))


@half
def test_numbers_of_cells_and_symbols_do_not_matter_to_it(strategy):
    cases = some(strategy, 20, 10, PLAIN)
    check_relabelling(strategy, cases=cases, beside=BESIDE.get(strategy.name))


@other_half
def test_it_moves_along_with_a_symmetry(strategy):
    cases = some(strategy, 10, 5, SYMMETRIC)
    check_symmetry(strategy, cases=cases, beside=BESIDE.get(strategy.name))


def rename(strategy, beside, times):
    """Both checks on many cases, each of them with so many renamings."""
    check_symmetry(strategy, cases=some(strategy, 40, 20, SYMMETRIC) * times, beside=beside)
    check_relabelling(strategy, cases=some(strategy, 100, 40, PLAIN) * times, beside=beside)


@pytest.mark.slow
@each_strategy
def test_numbers_do_not_matter_to_it_on_many_cases(strategy):
    rename(strategy, BESIDE.get(strategy.name), 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", BESIDE)
def test_one_look_of_it_does_depend_on_numbers(name):
    with pytest.raises(AssertionError, match="concludes something else"):
        rename(strategy_named(name), None, 8)


@pytest.mark.parametrize(
    "strategy", one_in(2, [s for s in EVERY if s.monotone]), ids=lambda s: s.name
)
def test_what_is_monotone_never_loses_a_conclusion(strategy):
    check_monotone(strategy, cases=drawn(ANY, 80)[::2])


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [s for s in EVERY if s.monotone], ids=lambda s: s.name)
def test_what_is_monotone_never_loses_a_conclusion_in_many_cases(strategy):
    check_monotone(strategy, cases=drawn(ANY, 400))


@half
def test_no_step_is_wrong_empty_or_without_proof_even_where_there_is_no_solution(strategy):
    for case in drawn(TINY, 60)[: round(60 * effort(strategy))]:
        model = case.model
        board, right = Board.start(model), possible(model)
        for step in islice(strategy.find(board), 100):
            assert step.technique == strategy.name
            assert all(board.allows(c) for c in step.eliminations)
            assert all(board.allows(c) and not board.solved >> c[0] & 1 for c in step.placements)
            if not strategy.assumes:
                assert not any(right[cell] >> value & 1 for cell, value in step.eliminations)
                assert all(not right[cell] & ~(1 << value) for cell, value in step.placements)
            assert is_proved(board, step)


@other_half
def test_alone_it_keeps_every_solution(strategy):
    if strategy.assumes:
        return
    for case in drawn(TINY, 60)[: round(40 * effort(strategy))]:
        board, right = end(case.model, [strategy.name]), possible(case.model)
        assert all(not r & ~mask for r, mask in zip(right, board.masks, strict=True))
        assert not (board.broken and any(right))


def test_any_order_of_monotone_strategies_ends_the_same():
    check_confluent([s for s in EVERY if s.monotone], cases=drawn(ANY, 80))


@given(case=tiny(), order=st.permutations(DEFAULT))
@quick
def test_any_order_ends_the_same_even_where_there_is_no_solution(case, order):
    assert fixpoint(case.model, order) == fixpoint(case.model, DEFAULT)


@pytest.mark.slow
@given(case=tiny(), order=st.permutations(COMPLETE), size=st.integers(1, len(COMPLETE)))
@quick
def test_any_order_of_some_ends_the_same(case, order, size):
    some = ["naked-single", "hidden-single", *order[:size]]
    assert fixpoint(case.model, some) == fixpoint(case.model, some[::-1])


@pytest.mark.slow
@given(case=tiny(), data=st.data())
@quick
def test_names_of_cells_and_values_do_not_matter(case: Tiny, data):
    cells = data.draw(st.permutations(range(len(case.domains))))
    values = data.draw(st.permutations(range(case.values)))
    here, there = (fixpoint(c.model, DEFAULT) for c in (case, case.renamed(cells, values)))
    assert there == (None if here is None else renamed(here, cells, values))


@pytest.mark.parametrize("form", ["naked", "hidden"])
@given(case=tiny())
@quick
def test_the_complete_form_does_all_that_the_fast_one_does(form, case):
    singles = ["naked-single", "hidden-single"]
    complete = fixpoint(case.model, [*singles, f"{form}-tuples"])
    fast = fixpoint(case.model, [*singles, f"{form}-tuples-fast"])
    assert complete is None or (
        fast is not None and all(not c & ~f for c, f in zip(complete, fast, strict=True))
    )


@given(case=tiny())
@quick
def test_complete_naked_tuples_leave_only_what_each_shape_supports(case):
    masks = fixpoint(case.model, ["naked-single", "naked-tuples"])
    if masks is not None:
        for primitive in case.model.primitives:
            assert supported(masks, primitive.variables) == [masks[v] for v in primitive.variables]


@pytest.mark.parametrize("form", ["naked", "hidden"])
@given(data=st.data(), size=st.integers(2, 6))
@quick
def test_in_one_house_complete_tuples_remove_all_that_counting_can(form, data, size):
    full = (1 << size) - 1
    masks = data.draw(st.lists(st.integers(1, full), min_size=size, max_size=size))
    house = tuple(range(size))
    model = model_of(size, [full] * size, [house]).with_domains(tuple(masks))
    here = fixpoint(model, [f"{form}-single", f"{form}-tuples"])
    assert here == (None if 0 in supported(masks, house) else tuple(supported(masks, house)))


def supported(masks, cells):
    """The candidates of some cells that are in an assignment without repeats."""
    found = [0] * len(cells)
    values = range(max(mask.bit_length() for mask in masks))
    for chosen in permutations(values, len(cells)):
        if all(masks[c] >> v & 1 for c, v in zip(cells, chosen, strict=True)):
            for i, v in enumerate(chosen):
                found[i] |= 1 << v
    return found
