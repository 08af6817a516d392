"""Positions lie in all strata, and a check says in which it has been tried."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.statistics import collector

from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.testing import (
    Coverage,
    check_confluent,
    check_explained,
    check_monotone,
    check_relabelling,
    check_sound,
    check_symmetry,
    check_terminates,
    positions,
)
from sudokulib.testing.strata import FAMILIES, families_of

PRIMITIVES = ("AllDifferent", "Linear", "DistinctSum", "Table", "Regular", "DistinctWord")
STRATA = (
    *(("primitive", name) for name in (*PRIMITIVES, "When")),
    *(("symbols", number) for number in "234"),
    ("houses", "restricted"),
    ("houses", "restricted, 3 cells or more"),
    ("houses", "overlapping in 2 cells or more"),
    ("houses", "and a set that is none"),
    ("open cells", "all"),
    ("open cells", "half or more"),
    ("open cells", "fewer than half"),
)
"""Features of at least every tenth board."""

RARER = (
    *(("symbols", number) for number in "56"),
    ("hidden variables", "open"),
    ("values", "negative"),
    ("values", "sparse"),
    ("values", "consecutive, not from 1"),
    ("houses", "none"),
)
"""Features of at least every twentieth board."""


def large_only(board):
    """A hidden single, where there are four symbols or more."""
    if len(board.model.values) > 3:
        for house in board.model.houses:
            for value in bits(house.values):
                cells = board.places[value] & house.cells
                if cells & board.open and not cells & cells - 1:
                    yield Step("large-only", ((cells.bit_length() - 1, value),))


@pytest.mark.slow
def test_a_check_tries_300_boards_of_all_strata_and_tells_on_which_there_were_steps():
    """One test, as a worker of its own for each question would draw the boards again."""
    found = check_sound(large_only, coverage=True)
    assert isinstance(found, Coverage)
    assert found.boards == 300
    assert not found.counts["open cells", "none"]
    assert {s: found.share(*s) for s in STRATA if found.share(*s) < 0.1} == {}, str(found)
    assert {s: found.share(*s) for s in RARER if found.share(*s) < 0.05} == {}, str(found)

    assert 0 < found.with_steps < found.boards
    assert set(found.untouched(["symbols"])) == {("symbols", "2"), ("symbols", "3")}
    assert found.counts_with_steps["symbols", "4"] > 0

    lines = str(found).splitlines()
    assert lines[0] == f"300 boards, steps on {found.with_steps}"
    assert len(lines) == 1 + len(found.counts)
    (row,) = (line for line in lines if " symbols: 2 " in f" {line.strip()} ")
    assert row.split()[-3:] == ["steps", "on", "0"]
    assert str(found.counts["symbols", "2"]) in row.split()


CHECKS = (
    check_sound,
    check_explained,
    check_terminates,
    check_monotone,
    check_relabelling,
    check_symmetry,
    lambda name, **how: check_confluent([name], **how),
)


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_of_strategies_reports(check):
    found = check("hidden-single", max_examples=12, coverage=True)
    assert found.boards == 12
    assert found.with_steps > 0
    assert check("hidden-single", max_examples=2) is None


def test_hypothesis_counts_the_strata_of_drawn_positions_as_events():
    @settings(
        max_examples=30, phases=[Phase.generate], database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), deadline=None,
    )  # fmt: skip
    @given(positions())
    def some(position):
        assert position.fillings

    observed = []
    with collector.with_value(observed.append):
        some()
    events = {
        event for case in observed[0]["generate-phase"]["test-cases"] for event in case["events"]
    }
    assert "primitive: AllDifferent" in events
    assert any(event.startswith("symbols: ") for event in events)


def test_kinds_fall_into_families_by_their_primitives():
    assert families_of(["cage", "odd", "not"]) == (("cage",), ("cage",), ("not",), ("odd",))
    assert families_of([]) == ()
    assert set(FAMILIES) <= {*PRIMITIVES, "When"}
