"""Rules on the same few cells become one table that says the same."""

from itertools import product

import pytest

from sudokulib import count
from sudokulib.model.compiler import compile_puzzle
from sudokulib.primitives import Table
from sudokulib.puzzles.loading import loads
from sudokulib.search.bit_layout import bit_layout
from sudokulib.search.joined_tables import join_rules

TEXT = """
geometry: latin-4
shapes:
- {kind: contains, cells: "R1C1:R2C2", values: [1, 2, 3]}
- {kind: difference, cells: R1C1 R1C2}
- {kind: difference, cells: R4C3 R4C4}
"""


def test_a_table_lists_what_all_rules_and_peers_allow():
    model = compile_puzzle(loads(TEXT)).root
    rules = bit_layout(model).rules
    (table,) = [rule for rule in join_rules(model, rules) if len(rule.variables) > 2]
    assert isinstance(table, Table)
    cells = table.variables
    inside = [rule for rule in rules if set(rule.variables) <= set(cells)]
    assert len(inside) == 4
    expected = {
        values
        for values in product(range(4), repeat=4)
        if values[0] != values[1] and values[2] != values[3]
        if values[0] != values[2] and values[1] != values[3]
        if all(r.check([values[cells.index(v)] for v in r.variables]) for r in inside)
    }
    assert table.tuples == expected
    assert len(join_rules(model, rules)) == 2


def test_rules_that_share_no_cells_stay_as_they_are():
    model = compile_puzzle(loads("{geometry: latin-4, shapes: [{kind: odd, cells: R1C1}]}")).root
    assert join_rules(model, bit_layout(model).rules) == list(bit_layout(model).rules)


@pytest.mark.slow
def test_the_number_of_solutions_is_that_of_the_rules():
    puzzle = loads(TEXT)
    values = [rule.rule for rule in puzzle.shapes]
    grids = [s for s in product(range(1, 5), repeat=4) if len(set(s)) == 4]
    expected = 0
    for rows in product(grids, repeat=4):
        if all(len({row[c] for row in rows}) == 4 for c in range(4)):
            cells = [value for row in rows for value in row]
            expected += all(rule.holds(cells, puzzle.context) for rule in values)
    assert count(puzzle).value == expected
