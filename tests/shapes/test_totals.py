"""Totals in reach, against the list of all fillings."""

from functools import reduce
from itertools import combinations, product
from operator import or_
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudokulib
from sudokulib.shapes import totals

VALUES = (-3, 0, 1, 5)
masks = st.lists(st.integers(0, 15), min_size=3, max_size=3)
coefficients = st.lists(st.integers(-2, 2), min_size=3, max_size=3)
widths = st.sampled_from([0, 8, 100])


def chosen(mask):
    return [value for i, value in enumerate(VALUES) if mask >> i & 1]


def widest(width, ask, *args):
    """Ask with another bound on the span of totals that are told apart."""
    before, totals._WIDEST = totals._WIDEST, width
    try:
        return ask(*args)
    finally:
        totals._WIDEST = before


def agree(found, expected, width):
    """Check that totals are those expected, or all between the least and the greatest."""
    span = max(expected) - min(expected) if expected else 0
    if span > width:
        expected = set(range(min(expected), max(expected) + 1))
    assert set(found) == expected
    assert {n for n in range(-40, 41) if n in found} == expected
    assert bool(found) == bool(expected)
    if expected:
        assert (found.least, found.greatest) == (min(expected), max(expected))


@given(masks, coefficients, widths)
def test_totals_are_those_of_all_fillings(domains, factors, width):
    context = SimpleNamespace(values=VALUES, domains=domains)
    found = widest(width, totals.reachable, enumerate(factors), context)
    fillings = product(*map(chosen, domains))
    agree(found, {sum(map(int.__mul__, factors, one)) for one in fillings}, width)


@given(masks, st.integers(0, 3), widths)
def test_sums_of_different_values_are_those_of_all_choices(domains, count, width):
    union = reduce(or_, domains[:count], 0)
    found = totals.different_sums(union, count, VALUES, width)
    agree(found, set(map(sum, combinations(chosen(union), count))), width)


@given(masks, st.integers(1, 3))
def test_totals_of_a_cage_are_those_of_its_sums_and_of_different_values(domains, count):
    context = SimpleNamespace(values=VALUES, domains=domains)
    found = set(totals.cage_totals(range(count), context))
    fillings = set(map(sum, product(*map(chosen, domains[:count]))))
    union = reduce(or_, domains[:count])
    assert found == fillings & set(map(sum, combinations(chosen(union), count)))


@given(masks, masks, widths, widths)
def test_common_totals_are_those_of_both(one, other, width, second):
    terms = [(cell, 1) for cell in range(3)]
    both = [
        widest(w, totals.reachable, terms, SimpleNamespace(values=VALUES, domains=domains))
        for w, domains in ((width, one), (second, other))
    ]
    assert set(both[0] & both[1]) == set(both[0]) & set(both[1])


def large_cages(total):
    cages = [
        {"kind": "cage", "cells": "R1C1 R1C2", "sum": 702},
        {"kind": "cage", "cells": "R1C3 R1C4 R2C4", "sum": total},
    ]
    symbols = ["1", "701", "3007", "9999"]
    geometry = {"symbols": symbols, "build": [{"make": "grid", "size": "4x4", "lines": True}]}
    return {"geometry": geometry, "shapes": cages}


def test_back_ends_agree_on_cages_of_large_numbers():
    found = [
        sudokulib.count(large_cages(13_007), search=search) for search in ("native", "reference")
    ]
    assert found[0].value == found[1].value > 0


def test_a_cage_of_large_numbers_out_of_bounds_is_refused():
    with pytest.raises(sudokulib.SudokuError, match="only to 3709 to 13707"):
        sudokulib.count(large_cages(20_000))
