"""Custom constraints of SudokuMaker: programs, run and read as the components that they add."""

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import combinations, pairwise, product
from math import prod
from typing import Any

import pytest
from format_samples import sudokumaker
from support import one_in

from sudokulib import read, solve
from sudokulib.formats import UnreadRuleWarning
from sudokulib.formats.sudokumaker import sandbox
from sudokulib.formats.sudokumaker.components import STANDARD
from sudokulib.formats.sudokumaker.maker_grid import MakerGrid
from sudokulib.puzzles.puzzle import Puzzle

BOXES = [r // 2 * 2 + c // 2 for r in range(4) for c in range(4)]
NINE_BOXES = [r // 3 * 3 + c // 3 for r in range(9) for c in range(9)]


def custom(
    code: str, rule: str, components: Sequence[object] = (), groups: Sequence[object] = ()
) -> dict[str, Any]:
    """A custom constraint."""
    definition = {
        "name": rule,
        "input": [{"id": "groups", "label": "Groups", "params": {"type": "raw"}}],
        "backend": {"type": "code", "code": code},
        "components": components,
    }
    return {"type": 1000, "definition": definition, "input": {"groups": list(groups)}}


def link(
    code: str, groups: Sequence[dict[str, Any]] = (), *, own: dict[str, str] | None = None,
    rule: str = "My rule", **more: Any,
) -> str:  # fmt: skip
    """A link to a 4×4 grid with a custom constraint."""
    components = [{"type": "code", "name": n, "code": c} for n, c in (own or {}).items()]
    element = custom(code, rule, components, groups)
    kept = {"type": "sudoku", "size": 4, "cells": [{}] * 16, **more}
    boxes = {16: BOXES, 81: NINE_BOXES}.get(len(kept["cells"]))
    regions = [{"type": 1, "regions": boxes}] if boxes else []
    return sudokumaker(constraints=[*regions, element], **kept)


def asked(text: str) -> tuple[Puzzle, list[str]]:
    """The puzzle in a link, and what is said to be unread."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        puzzle = read(text)
    assert {one.category for one in found} <= {UnreadRuleWarning}
    return puzzle, [str(one.message) for one in found]


def added(component: str, **more: Any) -> Puzzle:
    """A puzzle with one component."""
    puzzle, unread = asked(link(f"puzzle.addConstraintComponent(new {component});", **more))
    assert unread == []
    return puzzle


def allowed(puzzle: Puzzle, cells: Sequence[int]) -> set[tuple[int, ...]]:
    """The digits for some cells that satisfy all shapes that are the puzzle's own."""
    values = puzzle.geometry.alphabet.values
    return {
        row
        for row in product(values, repeat=len(cells))
        if all(
            shape.rule.holds(dict(zip(cells, row, strict=True)), puzzle.context)
            for shape in puzzle.shapes
        )
    }


Holds = Callable[..., bool]
SET, MAP = "DigitSet.from([1, 3])", "new Map([[0, 2], [5, 1], [10, 3]])"
GROUPS = "[DigitSet.from([1, 2]), DigitSet.from([3, 4])]"


def runs(*digits: int) -> bool:
    return set(digits) == set(range(min(digits), max(digits) + 1))


def seen(*digits: int) -> int:
    return sum(all(d > e for e in digits[:n]) for n, d in enumerate(digits))


def between_crusts(total: int, crusts: tuple[int, int], digits: Sequence[int]) -> bool:
    if any(digits.count(crust) != 1 for crust in crusts):
        return False
    first, last = sorted(map(digits.index, crusts))
    return sum(digits[first + 1 : last]) == total


COMPONENTS: list[tuple[str, str, tuple[int, ...], Holds]] = [
    ("AsymmetricalPair", "'', (a, b) => a > 2 * b, 0, 5", (0, 5), lambda a, b: a > 2 * b),
    ("Between", "'', [0, 10], [5, 6]", (0, 10, 5, 6),
     lambda a, b, *mid: all(min(a, b) < m < max(a, b) for m in mid)),
    ("ConsecutiveDigits", "'', [0, 5, 10]", (0, 5, 10), runs),
    ("ConsecutiveDigitsSet", "'', [0, 5, 10]", (0, 5, 10),
     lambda *d: runs(*d) and len(set(d)) == 3),
    ("CountDigit", "'', 2, 0, [5, 10, 15]", (0, 5, 10, 15), lambda n, *d: d.count(2) == n),
    ("CountDigit", "'', 1, 5, [5, 10, 15]", (5, 10, 15), lambda *d: d.count(1) == d[0]),
    ("CountDigits", f"'', {SET}, 0, [5, 10, 15]", (0, 5, 10, 15),
     lambda n, *d: d.count(1) + d.count(3) == n),
    ("CountDigits", "'', 0b1010, 0, [5, 10]", (0, 5, 10),
     lambda n, *d: d.count(1) + d.count(3) == n),
    ("Difference", "'', 2, 0, 5", (0, 5), lambda a, b: abs(a - b) == 2),
    ("Difference", "'', [0, 3], 0, 5", (0, 5), lambda a, b: abs(a - b) in (0, 3)),
    ("DifferentCombinations", "'', [[0, 5], [10, 15], [1, 6, 11]]", (0, 5, 10, 15),
     lambda a, b, c, d: sorted((a, b)) != sorted((c, d))),
    ("DifferentDigits", "'', [0, 5, 10]", (0, 5, 10), lambda *d: len(set(d)) == 3),
    ("DifferentGroups", f"'', {GROUPS}, [0, 5]", (0, 5), lambda a, b: (a > 2) != (b > 2)),
    ("DifferentGroups", f"'', [{SET}, DigitSet.from([2])], [0, 5]", (0, 5),
     lambda a, b: {a, b} in ({1, 2}, {2, 3})),
    ("DiverseGroups", f"'', {GROUPS}, [0, 5, 10]", (0, 5, 10),
     lambda *d: min(d) < 3 <= max(d)),
    ("DiverseGroups", "'', [1, 2, 3, 4].map(d => DigitSet.from([d])), [0, 5]", (0, 5),
     lambda a, b: a != b),
    ("ExactDigitCount", "'', 3, 2, [0, 5, 10]", (0, 5, 10), lambda *d: d.count(3) == 2),
    ("ExactDigitCount", "'', 3, 0, [0, 5]", (0, 5), lambda *d: 3 not in d),
    ("ForbiddenCandidates", f"'', {SET}, 5", (5,), lambda d: d in (2, 4)),
    ("GreaterThan", "'', 0, 5", (0, 5), lambda a, b: a < b),
    ("GreaterThanOrEquals", "'', 0, 5", (0, 5), lambda a, b: a <= b),
    ("House", "'', [0, 5, 10, 15]", (0, 5, 10, 15), lambda *d: len(set(d)) == 4),
    ("Index", "'', 2, 0, [5, 10, 15]", (0, 5, 10, 15), lambda n, *d: n < 4 and d[n - 1] == 2),
    ("Index", "'', 2, 5, [5, 10, 15]", (5, 10, 15), lambda *d: d[0] < 4 and d[d[0] - 1] == 2),
    ("LessThan", "'', 0, 5", (0, 5), lambda a, b: a < b),
    ("MaxDigitCount", "'', 2, 1, [0, 5, 10]", (0, 5, 10), lambda *d: d.count(2) < 2),
    ("MaxDigitCount", "'', 2, 3, [0, 5, 10]", (0, 5, 10), lambda *d: True),
    ("MaximumDifference", "'', 1, 0, 5", (0, 5), lambda a, b: abs(a - b) <= 1),
    ("MinimumDifference", "'', 2, 0, 5", (0, 5), lambda a, b: abs(a - b) >= 2),
    ("NegativeBetween", "'', [0, 10], [5, 6]", (0, 10, 5, 6),
     lambda a, b, *mid: not any(min(a, b) < m < max(a, b) for m in mid)),
    ("NegativeDifference", "'', [1, 3], 0, 5", (0, 5), lambda a, b: abs(a - b) in (0, 2)),
    ("NegativeIndex", "'', 2, 0, [5, 10]", (0, 5, 10), lambda n, *d: n > 2 or d[n - 1] != 2),
    ("NegativeRatio", "'', [2, 1.5], 0, 5", (0, 5),
     lambda a, b: {a, b} not in ({1, 2}, {2, 4}, {2, 3})),
    ("NegativeSum", "'', [4, 5], [0, 5]", (0, 5), lambda a, b: a + b not in (4, 5)),
    ("Pair", "'', [0, 4, 8, 16, 6].map(m => new DigitSet(m)), 0, 5", (0, 5),
     lambda a, b: (a, b) in {(1, 2), (2, 3), (3, 4), (4, 1), (4, 2)}),
    ("PredefinedCandidates", f"'', {SET}, [0, 5]", (0, 5), lambda *d: {*d} <= {1, 3}),
    ("Product", "'', 12, [0, 5, 10]", (0, 5, 10), lambda *d: prod(d) == 12),
    ("Product", "'', [4, 6], [0, 5]", (0, 5), lambda *d: prod(d) in (4, 6)),
    ("Ratio", "'', 3, 0, 5", (0, 5), lambda a, b: {a, b} == {1, 3}),
    ("Ratio", "'', [3, 4], 0, 5", (0, 5), lambda a, b: {a, b} in ({1, 3}, {1, 4})),
    ("RequiredDigits", "'', [2, 2, 3], [0, 5, 10, 15]", (0, 5, 10, 15),
     lambda *d: d.count(2) >= 2 and 3 in d),
    ("RequiredGroups", f"'', {GROUPS}, [0, 5, 10]", (0, 5, 10), lambda *d: min(d) < 3 <= max(d)),
    ("SameDigit", "'', [0, 5, 10]", (0, 5, 10), lambda *d: len(set(d)) == 1),
    ("SameGroup", f"'', {GROUPS}, [0, 5, 10]", (0, 5, 10), lambda *d: len({x > 2 for x in d}) == 1),
    ("SameSum", "'', [{cells: [0]}, {cells: [5, 10]}, {cells: [15]}]", (0, 5, 10, 15),
     lambda a, b, c, d: a == b + c == d),
    ("SameSum", "'', [{cells: [0, 5]}, {cells: [10, 15], weights: new Map([[10, 3]])}]",
     (0, 5, 10, 15), lambda a, b, c, d: a + b == 3 * c + d),
    ("SameSum", "'', [{cells: [0, 5], asNumber: true}, {cells: [10, 10, 15], weights: "
     "new Map([[10, 3], [15, 4]])}]", (0, 5, 10, 15),
     lambda a, b, c, d: a + 10 * b == 6 * c + 4 * d),
    ("SandwichSum", "'', 3, [1, 4], [0, 1, 2, 3]", (0, 1, 2, 3),
     lambda *d: between_crusts(3, (1, 4), d)),
    ("SelfCounting", "'', [0, 5, 10]", (0, 5, 10), lambda *d: all(d.count(x) == x for x in d)),
    ("Sequence", "'', [0, 5, 10, 15]", (0, 5, 10, 15),
     lambda *d: len({b - a for a, b in pairwise(d)}) == 1),
    ("Sequence", "'', [0, 5]", (0, 5), lambda *d: True),
    ("Skyscraper", "'', 2, [0, 5, 10]", (0, 5, 10), lambda *d: seen(*d) == 2),
    ("Sum", "'', 7, [0, 5, 5]", (0, 5), lambda a, b: a + 2 * b == 7),
    ("Sum", "'', [4, 6], [0, 5]", (0, 5), lambda a, b: a + b in (4, 6)),
    ("WeakLink", "'', 0, 1, 5, 2", (0, 5), lambda a, b: (a, b) != (1, 2)),
    ("WeakLinks", f"'', [0, 5], {SET}, 10, DigitSet.from([4])", (0, 5, 10),
     lambda a, b, c: not (c == 4 and {a, b} & {1, 3})),
    ("WeakLinks", f"'', 0, {SET}, 0, DigitSet.from([1])", (0,), lambda a: a != 1),
    ("WeightedSum", f"'', [12, 13], {MAP}", (0, 5, 10),
     lambda a, b, c: 2 * a + b + 3 * c in (12, 13)),
    ("XSum", "'', 5, 0, [0, 1, 2, 3]", (0, 1, 2, 3), lambda *d: sum(d[: d[0]]) == 5),
    ("XSum", "'', 5, 15, [0, 5, 10]", (15, 0, 5, 10), lambda n, *d: n < 4 and sum(d[:n]) == 5),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments", "cells", "holds"),
    one_in(4, COMPONENTS),
    ids=[f"{c[0]}-{c[1]}" for c in COMPONENTS],
)
def test_a_standard_component_is_its_rule(
    name: str, arguments: str, cells: tuple[int, ...], holds: Holds
):
    puzzle = added(f"{name}Component({arguments})")
    digits = range(1, 5)
    wanted = {row for row in product(digits, repeat=len(cells)) if holds(*row)}
    assert wanted
    if name == "DifferentCombinations":
        cells = (*cells, 1, 6, 11)
        wanted = {(*row, *more) for row in wanted for more in product(digits, repeat=3)}
    assert allowed(puzzle, cells) == wanted


def test_every_standard_component_is_there_and_tested():
    assert {one[0] for one in COMPONENTS} == STANDARD.keys()
    source = files("sudokulib.formats.sudokumaker").joinpath("custom_constraint.js").read_text()
    listed = re.search(r"const STANDARD = \[(.*?)\];", source, re.DOTALL)
    assert listed
    assert set(re.findall(r"\w+", listed[1])) == STANDARD.keys()


def test_digits_from_0_and_above_9():
    wide = {"size": 12, "cells": [{}] * 144, "maxDigit": 12}
    puzzle = added("CountDigitsComponent('', DigitSet.from([10, 12]), 0, [13, 26])", **wide)
    assert allowed(puzzle, (0, 13, 26)) == {
        (n, a, b)
        for n in range(1, 13) for a in range(1, 13) for b in range(1, 13)
        if n == (a in (10, 12)) + (b in (10, 12))
    }  # fmt: skip
    puzzle = added("XSumComponent('', 0, 0, [0, 5, 10])", minDigit=0, maxDigit=3)
    assert allowed(puzzle, (0, 5, 10)) == {(0, a, b) for a in range(4) for b in range(4)}


def test_automata_of_many_digits_are_small_or_refused():
    wide = {"size": 16, "cells": [{}] * 256, "maxDigit": 16}
    puzzle = added("ConsecutiveDigitsComponent('', [0, 17, 34])", **wide)
    rows = [(16, 14, 15), (9, 10, 9), (1, 3, 1), (8, 9, 11)]
    (rule,) = (shape.rule for shape in puzzle.shapes)
    holding = [row for row in rows if rule.holds(dict(zip((0, 17, 34), row, strict=True)),
                                                 puzzle.context)]  # fmt: skip
    assert holding == rows[:2]
    line = [17 * n for n in range(16)]
    code = f"puzzle.addConstraintComponent(new ConsecutiveDigitsComponent('', {line}));"
    assert asked(link(code, **wide))[1] == [
        "the custom constraint 'My rule': a component ConsecutiveDigits is not read: its automaton "
        "has more than 10,000 states"
    ]


GRID = MakerGrid(3, 5, tuple(range(1, 6)))
GEOMETRY: list[tuple[str, Iterator[Any]]] = [
    ("[...helpers.geometry.getAllDominoes()]", GRID.edges()),
    ("[...helpers.geometry.getAllKnightMovePairs()]",
     ((a, b) for a, b in combinations(range(15), 2)
      if {abs(a // 5 - b // 5), abs(a % 5 - b % 5)} == {1, 2})),
    ("[...helpers.geometry.getAllKingsMovePairs()]",
     ((a, b) for a, b in combinations(range(15), 2)
      if max(abs(a // 5 - b // 5), abs(a % 5 - b % 5)) == 1)),
    ("[...helpers.geometry.getAllDiagonallyAdjacentPairs()]",
     ((a, b) for a, b in combinations(range(15), 2)
      if abs(a // 5 - b // 5) == abs(a % 5 - b % 5) == 1)),
    ("[...helpers.geometry.getAllRows(), ...helpers.geometry.getAllColumns()]",
     iter([*([5 * r + c for c in range(5)] for r in range(3)),
           *([5 * r + c for r in range(3)] for c in range(5))])),
    ("[...helpers.geometry.getAllQuadruples()]",
     (GRID.around(6 * r + c) for r in (1, 2) for c in (1, 2, 3, 4))),
    ("[6, 7, 9, 16].map(n => [...helpers.geometry.getCellsTouchingCorner(n)])",
     iter([(0, 5), GRID.around(7), GRID.around(9), GRID.around(16)])),
    ("[1, 4, 5, 17, 23].map(n => helpers.geometry.getCellsTouchingEdge(n))",
     map(GRID.edge, (1, 4, 5, 17, 23))),
    ("[1, 5, 7, 14, 13, 20, 30, 33].map(n => "
     "[...helpers.geometry.getCellsPointedAtByOuterClue(n)])",
     map(GRID.inward, (1, 5, 7, 14, 13, 20, 30, 33))),
    ("[[0, -1], [1, -1], [3, 1], [7, -1], [13, 1], [28, 1], [33, -1]].map(([n, d]) => "
     "[...helpers.geometry.getCellsPointedAtByOuterClue(n, d)])",
     (GRID.diagonal(n, d) for n, d in
      ((0, -1), (1, -1), (3, 1), (7, -1), (13, 1), (28, 1), (33, -1)))),
    ("[[...helpers.geometry.getCellsInDiagonal(DiagonalType.NegativeDiagonal)], "
     "[...helpers.geometry.getCellsInDiagonal(DiagonalType.PositiveDiagonal)]]",
     iter([(0, 6, 12), (4, 8, 12)])),
    ("[...helpers.connectivity.getOrthogonallyConnectedGroups([0, 1, 6, 8, 13])]"
     ".map(g => g.getPoints())", iter([(0, 1, 6), (8, 13)])),
    ("helpers.misc.getCellGroupsFromLines([[0, 6], [3, 4], [6, 2]])", iter([(0, 2, 6), (3, 4)])),
    ("[...helpers.lines.getAllPairsAlongLines([[0, 6, 2]])]", iter([(0, 6), (2, 6)])),
    ("[...helpers.misc.getEdgesForNegativeConstraint([{edge: 1}])]"
     ".map(n => helpers.geometry.getCellsTouchingEdge(n))",
     (pair for pair in GRID.edges() if pair != (0, 1))),
    ("[[...puzzle.getCellsSeenByCell(6)]]", iter([(1, 5, 7, 8, 9, 11)])),
    ("[...helpers.geometry.getSubsetsPerRegion([0, 7, 9]).values()]", iter([(0, 7, 9)])),
]  # fmt: skip


@pytest.mark.parametrize(
    ("program", "wanted"), one_in(2, GEOMETRY), ids=[one[0][:60] for one in GEOMETRY]
)
def test_programs_find_the_grid(program: str, wanted: Iterator[Any]):
    code = (
        f"for (const cells of {program}) "
        "puzzle.addConstraintComponent(new SkyscraperComponent('', 1, cells));"
    )
    sizes = {"width": 5, "height": 3, "maxDigit": 5, "minDigit": 0, "cells": [{}] * 15}
    puzzle, unread = asked(link(code, **sizes))
    assert unread == []
    order = tuple if "Pointed" in program or "InDiagonal" in program else sorted
    found = {tuple(order(shape.rule.cells)) for shape in puzzle.shapes}
    assert found == {tuple(order(cells)) for cells in wanted}


UTILITIES = [
    "[...helpers.geometry.getAllRows().take(2).map((cells, n) => cells[n])].join() === '0,5'",
    "MathUtils.mod(-1, 4) === 3 && MathUtils.sum(new Set([1, 2])) === 3",
    "MathUtils.isPrime(7) && !MathUtils.isPrime(9) && MathUtils.getFactors(12).join() === '2,2,3'",
    "[...IterationUtils.getCombinations([1, 2, 3], 2)].join('|') === '1,2|1,3|2,3'",
    "[...IterationUtils.getRangeInclusive(2, 4)].join() === '2,3,4'",
    "IterationUtils.getBest([3, 5, 4], n => n) === 5",
    "IterationUtils.getCounts([1, 1]).get(1) === 2",
    "[...CombinatoricUtils.getCombinationsForSum([1, 1, 2, 3], 4, 2)].join('|') === '1,1,2|1,3'",
    "ArrayUtils.sliceWrapped([1, 2, 3], -1, 2).join() === '3,1,2'",
    "ArrayUtils.chunk([1, 2, 3], 2).length === 2 && ArrayUtils.hasDuplicates([1, 1])",
    "ArrayUtils.withoutAll([1, 2, 3], [2]).join() === '1,3'",
    "SetUtils.symmetricDifference(new Set([1, 2]), new Set([2, 3])).size === 2",
    "SetUtils.isEqual(new Set([1, 2]), new Set([2, 1]))",
    "new DigitSet(6).union(DigitSet.from([3])).size === 3 && +DigitSet.from([1, 2]) === 6",
    "DigitSet.getUnion([2, new DigitSet(4)]).getLargestDigit() === 2",
    "new DigitSet(14).subtract(2).isSubsetOf(12) && !new DigitSet(2).intersects(4)",
    "helpers.digits.createOddsDigitSet().mask === 10 && helpers.digits.allDigitsMask === 30",
    "helpers.digits.createModuloDigitSet(3, 0).mask === 8",
    "helpers.sums.getCombinationsForSumWithoutRepeat(5, 2).length === 2",
    "helpers.naming.getCellsDescription([0, 5]) === 'R1C1, R2C2'",
    "helpers.naming.getTupleName([0, 1]) !== undefined",
    "OuterPosition[OuterPosition.Left] === 'Left' && helpers.outerCellIds.getSide(1) === 0",
    "puzzle.getRegion(3) === 1 && puzzle.getRegionCells(1).join() === '2,3,6,7'",
    "puzzle.getCellAt(3, 0) === 3 && puzzle.getCellAt(4, 0) === undefined && sudoku === puzzle",
    "puzzle.getCellsSeeEachOther([0, 1, 5]) && puzzle.getCellsCanHaveRepeats([0, 10])",
    "Vector2Funcs.getManhattanDistance({x: 0, y: 0}, {x: 2, y: 1}) === 3",
    "puzzle.spec.digitCount === 4 && puzzle.size === 4 && env.verboseSolving === false",
]


def test_programs_find_the_utilities():
    code = "".join(f"if (!({one})) throw new Error({one!r});\n" for one in UTILITIES)
    assert asked(link(code))[1] == []


WHISPER = """
function setParams(instance, cells, least) { instance.least = least; }
function validate(instance, puzzle) {
  const { cells, least } = instance;
  return cells.slice(1).every((cell, n) => !puzzle.getCellsAreFilled([cell, cells[n]])
    || Math.abs(puzzle.getValue(cell) - puzzle.getValue(cells[n])) >= least);
}
"""
OWN: list[tuple[str, str, tuple[int, ...], Holds]] = [
    (WHISPER, "'', [0, 6, 13], 2", (0, 6, 13),
     lambda *d: all(abs(a - b) > 1 for a, b in pairwise(d))),
    ("function* update(instance, puzzle) { const [a, b] = instance.cells; if (puzzle.hasValue(a)) "
     "yield puzzle.removeCandidateFromCell(puzzle.getValue(a), b); }", "'', [0, 6]", (0, 6),
     lambda a, b: a != b),
    ("function* update(instance, puzzle) { const [a, b] = instance.cells; "
     "if (puzzle.getCellsAreFilled([a, b]) && puzzle.getValue(a) + puzzle.getValue(b) !== 5) "
     "yield puzzle.stop('no'); }", "'', [0, 6]", (0, 6), lambda a, b: a + b == 5),
    ("function* initialize(instance, puzzle) { "
     "yield puzzle.filterCandidatesInCells(DigitSet.from([2, 3]), instance.cells); }",
     "'', [0, 6, 13]", (0, 6, 13), lambda *d: {*d} <= {2, 3}),
    ("function* update(instance, puzzle) { if (puzzle.getValue(instance.cells[0]) === 4) "
     "{ yield puzzle.removeComponent(); } "
     "yield puzzle.removeCandidatesFromCell(6, instance.cells[1]); }", "'', [0, 6]", (0, 6),
     lambda a, b: a == 4 or b > 2),
    ("function getAffectedCells(total, cells) { return cells; }\n"
     "function setParams(instance, total) { instance.total = total; }\n"
     "function validate(instance, puzzle) { return !puzzle.getCellsAreFilled(instance.cells) || "
     "MathUtils.sum(instance.cells.map(c => puzzle.getValue(c))) === instance.total; }",
     "'', 9, [0, 6, 13]", (0, 6, 13), lambda *d: sum(d) == 9),
    ("function validate(instance, puzzle) { "
     "return instance.cells.every(c => puzzle.getCandidatesBitMask(c) & 10); }",
     "'', [5]", (5,), lambda d: d in (1, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("program", "arguments", "cells", "holds"), OWN)
def test_a_component_of_the_setters_own_is_what_its_program_allows(
    program: str, arguments: str, cells: tuple[int, ...], holds: Holds
):
    puzzle = added(f"OwnComponent({arguments})", own={"OwnComponent": program})
    digits = range(1, 5)
    assert allowed(puzzle, cells) == {r for r in product(digits, repeat=len(cells)) if holds(*r)}


def test_a_program_may_look_at_cells_that_it_does_not_name():
    program = """
    function validate(instance, puzzle) {
      const [cell] = instance.cells;
      const beside = [...helpers.geometry.getOrthogonallyAdjacentCells(cell)];
      return !puzzle.getCellsAreFilled([cell, ...beside])
        || MathUtils.sum(beside.map(puzzle.getValue)) === 3 * puzzle.getValue(cell) - 1;
    }
    """
    puzzle = added("Own('', [0])", own={"Own": program})
    assert allowed(puzzle, (0, 1, 4)) == {(2, 1, 4), (2, 4, 1)}


def test_cells_that_see_each_other_are_not_filled_alike():
    puzzle = added("Whisper('', [0, 1, 2, 3], 2)", own={"Whisper": WHISPER})
    assert allowed(puzzle, (0, 1, 2, 3)) == {(2, 4, 1, 3), (3, 1, 4, 2)}


@pytest.mark.slow
def test_a_long_line_is_read_if_its_program_looks_at_cells_as_they_are_filled():
    nine = {"size": 9, "cells": [{}] * 81}
    line = [0, 10, 20, 30, 40, 50, 60, 70, 80]
    code = f"puzzle.addConstraintComponent(new Whisper('', {line}, 5));"
    puzzle, unread = asked(link(code, own={"Whisper": WHISPER}, **nine))
    assert unread == []
    assert [shape.rule.name for shape in puzzle.shapes] == ["automaton"]
    late = (
        "function validate(instance, puzzle) { return !puzzle.getCellsAreFilled(instance.cells); }"
    )
    unread = asked(link(code, own={"Whisper": late}, **nine))[1]
    assert unread == [
        "the custom constraint 'My rule': a component Whisper is not read: its 9 cells have more "
        "than 500,000 fillings, too many to ask its program about each"
    ]


CAGES = """
for (const { cells, value } of input.groups) {
  if (cells.length === 0) continue;
  const name = 'cage at ' + helpers.naming.getCellName(cells[0]);
  puzzle.addConstraintComponent(new DifferentDigitsComponent(name, cells));
  puzzle.addConstraintComponent(new SumComponent(name, Number(value), cells));
}
"""


def test_a_puzzle_with_groups_is_solved_and_its_rules_have_their_names():
    solution = [int(mark) for mark in "1234341221434321"]
    parts = [[0, 4], [1], [2, 3, 7], [5, 6], [8, 9], [10], [11, 15], [12, 13, 14]]
    groups = [
        {"cells": cells, "value": str(sum(solution[c] for c in cells))} for cells in parts
    ] + [{"cells": [], "value": ""}]
    puzzle, unread = asked(link(CAGES, groups))
    assert unread == []
    assert puzzle.shapes[0].labels == ("cage at R1C1",)
    result = solve(puzzle)
    assert result.status == "unique"
    assert result.solution.line() == "1234341221434321"


WRONG: list[tuple[str, str, str]] = [
    ("foo();", "", "is not read: ReferenceError: foo is not defined"),
    ("for (", "", "is not read: SyntaxError: Unexpected token '}'"),
    ("throw new Error('no');", "", "is not read: Error: no"),
    ("puzzle.addConstraintComponent({});", "",
     "is not read: Error: what is added is not a component"),
    ("for (;;) puzzle.addConstraintComponent(new SumComponent('', 1, [0]));", "",
     "is not read: Error: it adds more than 50000 components"),
    ("const all = []; for (;;) all.push(new Array(1e6).fill(1));", "", "is not read: it "),
    ("puzzle.addConstraintComponent(new SumComponent('', Number('x'), [0]));", "",
     "a component Sum is not read: None is not a whole number"),
    ("for (const c of [1, 2]) puzzle.addConstraintComponent(new SumComponent('', 3, []));", "",
     "2 components Sum are not read: it has no cells"),
    ("puzzle.addConstraintComponent(new SumComponent('', 3, [16]));", "",
     "a component Sum is not read: 16 is not the number of a cell"),
    ("puzzle.addConstraintComponent(new SumComponent('', 3));", "",
     "a component Sum is not read: it has 1 of 2 arguments"),
    ("puzzle.addConstraintComponent(new HouseComponent('', [0, 5]));", "",
     "a component House is not read: it has 2 cells for 4 digits"),
    ("puzzle.addConstraintComponent(new MinimumDifferenceComponent('', 4, 0, 5));", "",
     "a component MinimumDifference is not read: no digits satisfy it"),
    ("puzzle.addConstraintComponent(new SameGroupComponent('', [2], [0, 5, 10]));", "", ""),
    ("puzzle.addConstraintComponent(new SameDigitComponent('', [0]));", "", ""),
    ("puzzle.addConstraintComponent(new SequenceComponent('', [0, 5]));", "", ""),
    ("puzzle.addConstraintComponent(new SameSumComponent('', [{cells: [0, 1, 2, 3, 4, 5], "
     "asNumber: true}, {cells: [8]}]));", "", "it has a number of 6 digits, more than 5"),
    ("puzzle.addConstraintComponent(new DifferentGroupsComponent('', [6, 12], [0, 5]));", "",
     "a digit is in two of its groups"),
    ("puzzle.addConstraintComponent(new Own('', [0]));",
     "function validate(instance, puzzle) { return puzzle.hasValue(16); }",
     "a component Own is not read: it looks at a cell that is not in the grid"),
    ("puzzle.addConstraintComponent(new Own('', [0]));",
     "function* update(instance, puzzle) { yield puzzle.replaceComponent(instance, 1); }",
     "a component Own is not read: it replaces itself by another component"),
    ("puzzle.addConstraintComponent(new Own('', [0]));",
     "function validate() { return false; }",
     "a component Own is not read: no digits satisfy it"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "own", "message"), one_in(2, WRONG), ids=[w[2] or w[0] for w in WRONG]
)
def test_what_cannot_be_read_is_said(code: str, own: str, message: str):
    puzzle, unread = asked(link(code, own={"Own": own}))
    assert len(unread) == bool(message)
    if message:
        assert unread[0].startswith("the custom constraint 'My rule'")
        assert message in unread[0]
        assert puzzle.shapes == ()


MOVES = [
    ("helpers.geometry.getAllKnightMovePairs()", "knight"),
    ("helpers.geometry.getAllKingsMovePairs()", "king"),
    ("[...helpers.geometry.getAllPairsWithOffset(1, 1), "
     "...helpers.geometry.getAllPairsWithOffset(1, -1)]", ((1, 1),)),
]  # fmt: skip


@pytest.mark.parametrize(("pairs", "moves"), MOVES)
def test_all_pairs_a_move_apart_are_one_rule(pairs: str, moves: object):
    code = (
        f"for (const pair of {pairs}) "
        "puzzle.addConstraintComponent(new DifferentDigitsComponent('apart', pair));"
    )
    puzzle, _ = asked(link(code))
    assert [(s.rule.name, s.rule.moves) for s in puzzle.shapes] == [("anti", moves)]
    (some, unread) = asked(link(code.replace("(const pair", "(const [n, pair]").replace(
        pairs, f"[...{pairs}].entries()").replace("puzzle.add", "if (n) puzzle.add")))  # fmt: skip
    assert unread == []
    alike = {shape.rule.name for shape in some.shapes}
    assert alike == ({"anti", "distinct"} if moves == "king" else {"distinct"})
    of = puzzle.shapes[0].rule.pairs(puzzle.context)
    grid = MakerGrid(4, 4, (1, 2, 3, 4))
    listed = {"knight": [(1, 2)], "king": [(0, 1), (1, 1)]}.get(str(moves), moves)
    assert {tuple(sorted(p)) for p in of} == {p for m in listed for p in grid.pairs_apart(m)}


def test_each_constraint_is_read_by_itself_and_in_its_place():
    sums = [f"puzzle.addConstraintComponent(new SumComponent('', {n}, [0, 5]));" for n in (4, 5)]
    elements = [
        custom(sums[0], "A"),
        {"type": 101, "cells": [0]},
        custom("foo();", "B"),
        {"type": 1000},
        {**custom(sums[0], "C"), "disabled": True},
        custom(sums[1], "D"),
    ]
    kept = {"type": "sudoku", "size": 4, "cells": [{}] * 16}
    puzzle, unread = asked(sudokumaker(constraints=elements, **kept))
    assert [(s.rule.name, getattr(s.rule, "total", 0)) for s in puzzle.shapes] == [
        ("sum", 4), ("odd", 0), ("sum", 5),
    ]  # fmt: skip
    assert unread == [
        "the custom constraint 'B' is not read: ReferenceError: foo is not defined",
        "the custom constraint 'without a name' is not read: it has no program",
    ]


HOSTILE = [
    "undefined", "5", "[]", "[5]", "[{}]", "[{added: 5}]", "'x'.repeat(6e7)",
    *(
        f"[{{added: [{component}]}}]"
        for component in (
            "{}", "{rest: []}", "{type: 'No', rest: []}", "{type: 'Sum', rest: 5}",
            "{type: ['a'], rest: [], name: {}}", "{type: 'A', cells: 5}",
            "{type: 'A', cells: [0], rows: 5}", "{type: 'A', cells: [0], rows: [5]}",
            "{type: 'A', cells: [0], rows: [[1, 2]]}", "{type: 'A', cells: [0], rows: [['x']]}",
            "{type: 'A', cells: [0], rows: [[[1]]]}", "{type: 'Pair', rest: [[5], 0, 5]}",
            "{type: 'Pair', rest: [[[1]], 0, 5]}", "{type: 'WeightedSum', rest: [5, [[0]]]}",
            "{type: 'SameSum', rest: [[5]]}", "{type: 'CountDigits', rest: [-1, 0, [5]]}",
        )
    ),
]  # fmt: skip
"""What a program says that was run, instead of the components that it adds."""


@pytest.mark.parametrize("told", one_in(4, HOSTILE))
def test_a_program_that_changes_what_runs_it_is_not_read(told: str):
    code = (
        "let told = false; Array.prototype.toJSON = function () "
        f"{{ const before = told; told = true; return before ? this : {told}; }};"
    )
    puzzle, unread = asked(link(code))
    assert len(unread) == 1
    assert unread[0].startswith("the custom constraint 'My rule'")
    assert puzzle.shapes == ()


@pytest.mark.parametrize("result", ["undefined", "() => 1", "Symbol('x')", "'x'", "NaN"])
def test_a_result_that_is_not_json_is_told_and_ends_the_child(result: str):
    with pytest.raises(sandbox.JavaScriptError, match=r"^its result is not JSON$"):
        sandbox.result_of(f"const f = () => {result};", "f", 0)


def test_a_program_is_stopped_after_a_while(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sandbox, "_SECONDS", 0.2)
    assert asked(link("for (;;);"))[1] == [
        "the custom constraint 'My rule' is not read: it runs longer than 0.2 s"
    ]


def test_without_a_javascript_engine_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sandbox, "is_installed", lambda: False)
    assert asked(link("", rule="Odd one"))[1] == [
        "the custom constraint 'Odd one' is a program, and not read; to read it, run: "
        "pip install 'sudokulib[sudokumaker]'"
    ]


@pytest.mark.parametrize(
    "element",
    [{}, {"definition": 5}, {"definition": {"backend": 1}},
     {"definition": {"backend": {"code": ""}, "components": [{"name": "A"}]}},
     {"definition": {"backend": {"code": ""}}, "input": {"groups": [5]}},
     {"definition": {"backend": {"code": ""}}, "input": {"groups": {}}}],
)  # fmt: skip
def test_damaged_elements_are_not_read(element: dict[str, Any]):
    kept = {"type": "sudoku", "size": 4, "cells": [{}] * 16}
    puzzle, unread = asked(sudokumaker(constraints=[{"type": 1000, **element}], **kept))
    assert len(unread) == 1
    assert "is not read: " in unread[0]
    assert puzzle.shapes == ()
