"""Cells whose value is not their digit, against counting by hand."""

from itertools import combinations, permutations, product

import pytest

import sudokulib
from sudokulib.errors import SudokuError

GRIDS = [tuple(map(int, solution.line())) for solution in sudokulib.solutions("4x4")]
BOXES = [[r + c + d for d in (0, 1, 4, 5)] for r in (0, 8) for c in (0, 2)]


def puzzle(*shapes, mods="12", values="012345678"):
    layers = {"mod": mods, "value": values}
    build = [{"make": "include", "geometry": "4x4"}]
    geometry = {"symbols": "012345678", "build": build, "layers": layers}
    return {"geometry": geometry, "shapes": list(shapes)}


def transversals():
    """Return the ways to choose a cell in each row, column and box."""
    chosen = [[4 * row + c for row, c in enumerate(one)] for one in permutations(range(4))]
    return [cells for cells in chosen if len({(i // 8, i % 4 // 2) for i in cells}) == 4]


ONE = {"kind": "one-in-each", "layer": "mod", "value": 2}
DOUBLE = {"kind": "modifier", "modifiers": "mod", "values": "value", "effects": ["same", "double"]}
SWAPPED = {"kind": "swapped-cells", "modifiers": "mod", "values": "value"}
VAMPIRES = {"kind": "vampires", "modifiers": "mod", "values": "value"}


def test_one_cell_in_each_line_with_different_digits():
    cases = [(grid, cells) for grid in GRIDS for cells in transversals()]
    different = sum(len({grid[c] for c in cells}) == 4 for grid, cells in cases)
    assert sudokulib.count(puzzle(DOUBLE, ONE)).value == different
    assert sudokulib.count(puzzle(DOUBLE, {**ONE, "different": False})).value == len(cases)


@pytest.mark.parametrize(
    ("effect", "value"),
    [
        ("double", lambda d: 2 * d),
        ("hot", lambda d: d + 1),
        ("cold", lambda d: d - 1),
        ("zero", lambda d: 0),
        ("8 - 2 * d", lambda d: 8 - 2 * d),
    ],
)
def test_sums_see_values(effect, value):
    row = {"kind": "sum", "cells": "value.R1C1:R1C3", "total": 9}
    found = sum(
        sum(value(grid[c]) if c in cells else grid[c] for c in range(3)) == 9
        for grid in GRIDS
        for cells in transversals()
    )
    rules = {**DOUBLE, "effects": ["same", effect]}, {**ONE, "different": False}, row
    assert sudokulib.count(puzzle(*rules)).value == found


def test_negators_need_symbols_below_zero():
    geometry = {
        "symbols": {"first": -4, "last": 4},
        "build": [{"make": "include", "geometry": "4x4"}],
        "layers": {"mod": [1, 2], "value": [-4, -3, -2, -1, 1, 2, 3, 4]},
    }
    rule = {**DOUBLE, "effects": ["same", "negate"]}
    total = {"kind": "sum", "cells": "value.R1C1:R1C4", "total": 2}
    found = sum(  # the row adds up to 10, less twice the digit 4
        len({grid[c] for c in cells}) == 4 and grid[cells[0]] == 4
        for grid in GRIDS
        for cells in transversals()
    )
    assert sudokulib.count({"geometry": geometry, "shapes": [rule, ONE, total]}).value == found
    with pytest.raises(SudokuError, match="no symbol for 1 with the effect negate"):
        sudokulib.count(puzzle(rule))


def test_vampires_take_the_digit_of_the_victim_in_their_region():
    total = {"kind": "sum", "cells": "value.R1C1:R1C4", "total": 4}
    pairs = [[*permutations(box, 2)] for box in BOXES[:2]]
    below = len([*permutations(BOXES[2], 2)]) ** 2
    found = 0
    for grid in GRIDS:
        for chosen in product(*pairs):
            values = list(grid)
            for vampire, victim in chosen:
                values[vampire] += grid[victim]
                values[victim] = 0
            found += sum(values[:4]) == 4
    assert sudokulib.count(puzzle(VAMPIRES, total, mods="123")).value == found * below


def exchanged(grid, pairs):
    values = list(grid)
    for a, b in pairs:
        values[a], values[b] = grid[b], grid[a]
    return values


@pytest.mark.slow
def test_swapped_cells_of_a_region_exchange_their_values():
    total = {"kind": "sum", "cells": "value.R1C1:R1C3", "total": 9}
    found = sum(
        sum(exchanged(grid, pairs)[:3]) == 9
        for grid in GRIDS
        for pairs in product(*([*combinations(box, 2)] for box in BOXES))
    )
    assert sudokulib.count(puzzle(SWAPPED, total)).value == found


def test_swapped_cells_may_hold_the_same_digit_where_no_house_forbids_it():
    listed = {**SWAPPED, "regions": ["R1C1 R2C3 R3C2 R4C4"]}
    total = {"kind": "sum", "cells": "value.R1C1:R1C4", "total": 7}
    found = sum(
        sum(exchanged(grid, [pair])[:4]) == 7
        for grid in GRIDS
        for pair in combinations((0, 6, 9, 15), 2)
    )
    assert sudokulib.count(puzzle(listed, total)).value == found


@pytest.mark.parametrize("kind", ["swapped-cells", "vampires"])
def test_cells_in_no_region_count_what_they_hold(kind):
    rule = {"kind": kind, "modifiers": "mod", "values": "value", "regions": ["R1C1 R1C2"]}
    mods = "12" if kind == "swapped-cells" else "123"
    pairs = 1 if kind == "swapped-cells" else 2
    assert sudokulib.count(puzzle(rule, mods=mods)).value == pairs * len(GRIDS)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({**DOUBLE, "values": "R1C1"}, "not two layers on the same cells"),
        ({**DOUBLE, "effects": ["same"]}, "1 effect for the 2 symbols"),
        ({**DOUBLE, "effects": ["same", "treble"]}, "'treble' is no effect"),
        ({**DOUBLE, "effects": ["same", "d or v = 3"]}, "'d or v = 3' is no effect"),
        ({**DOUBLE, "effects": ["same", "9 * d"]}, "no symbol for 1 with the effect 9"),
        ({**ONE, "layer": "R1C1"}, "no layer"),
        ({**ONE, "lines": ["value.R1C1"]}, "not below the layer"),
        ({**VAMPIRES}, "has 2 symbols, but it needs 3: for neither, vampires and victims"),
        ({**VAMPIRES, "regions": ["R1C1"]}, "no room for a pair"),
        ({**VAMPIRES, "regions": ["R1C1 R1C2", "R1C2 R1C3"]}, "overlap"),
    ],
)
def test_mistakes_are_told(rule, said):
    with pytest.raises(SudokuError, match=said):
        sudokulib.count(puzzle(rule))


def test_an_included_geometry_keeps_to_its_own_symbols():
    build = [{"make": "include", "geometry": "4x4"}]
    assert sudokulib.count({"geometry": {"symbols": "012345", "build": build}}).value == 288
    with pytest.raises(SudokuError, match="must be among them"):
        sudokulib.count({"geometry": {"symbols": "123", "build": build}})


def second_digits(**rule):
    symbols = {"symbols": "-012345678", "values": [-1, *range(9)]}
    layers = {"second": "-01234", "value": "012345678"}
    grid = {"make": "grid", "size": "4x4", "box": "2x2"}
    allowed = {"R1C1:R4C4": "01234"}
    geometry = {"symbols": symbols, "allowed": allowed, "build": [grid], "layers": layers}
    shape = {"kind": "schrodinger", "second": "second", "values": "value", "blank": -1}
    return {"geometry": geometry, "shapes": [{**shape, **rule}]}


def fillings(twice):
    """Count the grids in which these cells hold two of five digits, the others one."""
    used = {}

    def fill(cell):
        if cell == 16:
            return 1
        lines = ("row", cell // 4), ("column", cell % 4), ("box", cell // 8, cell % 4 // 2)
        total = 0
        for digits in combinations(range(5), 1 + (cell in twice)):
            if all(used.get((line, d)) is None for line in lines for d in digits):
                used.update({(line, d): cell for line in lines for d in digits})
                total += fill(cell + 1)
                for key in [(line, d) for line in lines for d in digits]:
                    del used[key]
        return total

    return fill(0)


@pytest.mark.slow
def test_five_digits_in_four_cells():
    found = sum(fillings(cells) for cells in transversals())
    assert sudokulib.count(second_digits()).value == found == 22080


def test_the_value_of_a_schrodinger_cell_is_the_sum_of_its_digits():
    puzzle = second_digits()
    puzzle["shapes"].append({"kind": "sum", "cells": "value.R1C1:R1C4", "total": 10})
    assert sudokulib.count(puzzle).value == 22080  # 0 to 4 are in each row
    puzzle["shapes"].append({"kind": "sum", "cells": "value.R1C1", "total": 7})
    solution = next(sudokulib.solutions(puzzle))
    assert (solution["R1C1"], solution["second.R1C1"]) == ("3", "4")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"blank": 3}, "is a digit"),
        ({"blank": 99}, "no symbol has this integer"),
        ({"second": "value"}, "not two layers|second digits may be"),
        ({"lines": ["second.R1C1"]}, "not below the layer"),
        ({"lines": ["R1C1 R1C2"]}, "cannot hold 5 digits once"),
        ({"values": "value.R1C1"}, "not two layers"),
    ],
)
def test_mistakes_about_second_digits_are_told(rule, said):
    with pytest.raises(SudokuError, match=said):
        sudokulib.count(second_digits(**rule))
