"""Every kind with values below 0 and far apart: what it says in several ways is the same."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from support import one_in

from sudokulib import solutions, write
from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import SudokuError
from sudokulib.formats import formats
from sudokulib.formats.format import Unwritable
from sudokulib.puzzles.geometries.files import geometry_file
from sudokulib.puzzles.geometries.schema import schemas
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import kinds
from sudokulib.solving.queries.counting import count
from sudokulib.testing import check_kind
from sudokulib.testing.instances import instances, own_geometries, small_geometries

KINDS = sorted(
    kind.name
    for kind in kinds()
    if kind.__module__.startswith("sudokulib.") and kind.name in instances()
)
RANGES = ((-2, -1, 0, 1, 2), (-7, 0, 3, 40))
EXAMPLES = 4


def with_values(geometry, values):
    """The geometry with other integers behind its symbols."""
    symbols = geometry.alphabet.symbols
    more = range(values[-1] + 1, values[-1] + 1 + len(symbols))
    return replace(geometry, alphabet=Alphabet(symbols, (*values, *more)[: len(symbols)]))


def check_with_values(name, examples):
    places = own_geometries().get(name, small_geometries())
    where = st.builds(with_values, places, st.sampled_from(RANGES))
    check_kind(name, geometries=where, max_examples=examples)


@pytest.mark.parametrize("name", one_in(4, KINDS, first=2))
def test_a_kind_says_the_same_in_every_way_whatever_the_values(name):
    check_with_values(name, EXAMPLES)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_kind_says_the_same_in_every_way_whatever_the_values_on_many_rules(name):
    check_with_values(name, 15 * EXAMPLES)


VALUES = "{symbols: ABCDE, values: [-40, -2, 0, 3, 70]}"


@pytest.mark.parametrize(
    "shape",
    [
        "{kind: lunchbox, cells: R1C1 R1C2, sum: 0}",
        "{kind: lunchbox, cells: R1C1>right, sum: 1}",
        "{kind: sandwich, cells: R1, sum: 1}",
        "{kind: sum-line, lines: [R1], sum: 31}",
        "{kind: sum-line, lines: [R1], sum: 31, closed: true}",
        "{kind: rellik, cells: R1C1 R1C2 R1C3, sum: -39}",
        "{kind: product, cells: R1C1>right, product: -6, first: 2}",
        "{kind: region-sum, lines: [R1], regions: [R1C1 R1C2, R1C3 R1C4]}",
        "{kind: zipper, lines: [R1C1 R1C2 R1C3 R1C4]}",
        "{kind: arrow, circle: R1C1, lines: [R1C1 R1C2 R1C3]}",
        "{kind: double-arrow, lines: [R1]}",
        "{kind: little-killer, cells: R1C1>right, sum: 31}",
        "{kind: not, shapes: [{kind: cage, cells: R1C1 R1C2 R1C3, sum: 1}]}",
    ],
)
def test_sums_of_values_far_apart_are_counted_right(shape):
    puzzle = loads(
        f"geometry: {{symbols: {VALUES}, build: [{{make: grid, size: 1x5, lines: false}}]}}\n"
        f"shapes: [{shape}]"
    )
    rule = puzzle.shapes[0].rule
    values = puzzle.geometry.alphabet.values
    right = sum(rule.holds(line, puzzle.context) for line in product(values, repeat=5))
    assert 0 < right < 5**5
    assert count(puzzle, how="computed").value == right


@pytest.mark.parametrize(
    ("symbols", "values"),
    [
        ("{first: -2, last: 2}", (-2, -1, 0, 1, 2)),
        ("{first: 0, last: 4}", (0, 1, 2, 3, 4)),
        ("{first: -9, last: -5}", (-9, -8, -7, -6, -5)),
        ("{first: 7, last: 11}", (7, 8, 9, 10, 11)),
        ("'-7 0 3 40 41'", (-7, 0, 3, 40, 41)),
        ("[-2, 5, '-3', 1, 0]", (-2, 5, -3, 1, 0)),
        ("{symbols: abcde, values: {first: -2, last: 2}}", (-2, -1, 0, 1, 2)),
        ("abcde", (1, 2, 3, 4, 5)),
    ],
)
def test_values_are_what_is_written(symbols, values):
    text = f"geometry: {{symbols: {symbols}, build: [{{make: grid, size: 5x5, lines: true}}]}}\n"
    cage = "shapes: [{{kind: cage, cells: R1C1 R2C2 R3C3, sum: {}, repeats: true}}]"
    most = 3 * max(values)
    puzzle = loads(text + cage.format(most))
    assert puzzle.geometry.alphabet.values == values
    highest = puzzle.geometry.alphabet.symbols[values.index(max(values))]
    assert next(iter(solutions(puzzle)))["R2C2"] == highest
    with pytest.raises(SudokuError, match=f"3 cells cannot sum to {most + 1}"):
        loads(text + cage.format(most + 1))
    for form in formats():
        with suppress(Unwritable):
            back = form.read(form.write(puzzle).text, "<text>", DEFAULT_LIMITS)
            assert back.geometry.alphabet.values == values
    back = loads(write(puzzle, "yaml").text)
    assert (back, back.geometry.alphabet.values) == (puzzle, values)


def test_values_below_zero_are_in_the_schema():
    geometry = {"symbols": {"first": -2, "last": 2}, "build": [{"make": "grid", "size": "5x5"}]}
    assert not list(Draft7Validator(schemas()["geometry"]).iter_errors(geometry))
    assert geometry_file().model_validate(geometry).symbols.first == -2


def test_a_range_of_numbers_without_end_is_refused():
    with pytest.raises(SudokuError, match="'99999999999999999999' is more than 1,000,000 from 0"):
        loads(
            "geometry: {symbols: {first: 99999999999999999999, last: 100000000000000000002},"
            " build: [{make: grid, size: 4x4}]}"
        )
