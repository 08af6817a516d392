"""Missing marks of each kind, against every filling of a small grid."""

from itertools import product

import pytest

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.loading import loads
from sudokulib.search import backend

GRID = "{symbols: %s, build: [{make: grid, size: %s, lines: false}]}"
SIDES = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
"""The sides of a grid of 2×3 cells."""

SEARCHES = ("reference", "native")


def fillings(shapes, size="2x3", symbols="1234"):
    listed = "".join(f"\n  - {shape}" for shape in shapes)
    puzzle = loads(f"geometry: {GRID % (symbols, size)}\nshapes:{listed}\n")
    model, values = compile_puzzle(puzzle), puzzle.geometry.alphabet.values
    found = {frozenset(backend(name).solutions(model, Budget(60))) for name in SEARCHES}
    assert len(found) == 1
    (one,) = found
    return {tuple(values[v] for v in filling[: len(puzzle.geometry)]) for filling in one}


def by_definition(mark, missing, cells=6, values=(1, 2, 3, 4)):
    """The fillings in which a mark holds, and nothing like it where it is missing."""
    return {f for f in product(values, repeat=cells) if mark(f) and not missing(f)}


@pytest.mark.parametrize(
    ("shape", "related"),
    [
        ("{kind: less-than, cells: R1C1 R1C2}", lambda a, b: a < b),
        ("{kind: pair, cells: R1C1 R1C2, relation: a * b = 4}", lambda a, b: a * b == 4),
        ("{kind: pair, cells: R1C1 R1C2, relation: a = b + 2}", lambda a, b: a == b + 2),
        ("{kind: whisper, lines: [R1C1 R1C2], d: 2}", lambda a, b: abs(a - b) >= 2),
        ("{kind: parity, lines: [R1C1 R1C2]}", lambda a, b: a % 2 != b % 2),
        ("{kind: modular, lines: [R1C1 R1C2], m: 3}", lambda a, b: a % 3 != b % 3),
        ("{kind: renban, lines: [R1C1 R1C2]}", lambda a, b: abs(a - b) == 1),
        ("{kind: nabner, lines: [R1C1 R1C2]}", lambda a, b: abs(a - b) > 1),
        ("{kind: palindrome, lines: [R1C1 R1C2]}", lambda a, b: a == b),
        (
            "{kind: entropic, classes: [[1], [2, 3], [4]], lines: [R1C1 R1C2]}",
            lambda a, b: (a, b) not in {(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4)},
        ),
    ],
)
def test_sides_without_a_mark(shape, related):
    name = shape.split()[1].rstrip(",")
    found = fillings([shape, f"{{kind: negative, kinds: [{name}]}}"])

    def missing(f):
        return any(related(f[a], f[b]) or related(f[b], f[a]) for a, b in SIDES[1:])

    assert found == by_definition(lambda f: related(f[0], f[1]), missing)


def test_a_line_marks_each_side_that_it_crosses():
    line = "{kind: whisper, lines: [R1C1 R1C2 R2C2 R2C1], d: 3, closed: true}"
    marked = [(0, 1), (1, 4), (3, 4), (0, 3)]
    assert fillings([line, "{kind: negative, kinds: [whisper]}"]) == by_definition(
        lambda f: all(abs(f[a] - f[b]) >= 3 for a, b in marked),
        lambda f: any(abs(f[a] - f[b]) >= 3 for a, b in set(SIDES) - set(marked)),
    )


def test_squares_without_a_quadruple():
    quad = "{kind: contains, cells: R1C1:R2C2, values: [1, 3]}"
    found = fillings([quad, "{kind: negative, kinds: [contains]}"])
    assert found == by_definition(
        lambda f: {1, 3} <= {f[0], f[1], f[3], f[4]}, lambda f: {1, 3} <= {f[1], f[2], f[4], f[5]}
    )


ROWS = [(0, 1, 2), (3, 4, 5)]
COLUMNS = [(0, 3), (1, 4), (2, 5)]


def seen(line):
    return sum(all(b < a for b in line[:n]) for n, a in enumerate(line))


def sandwich(line):
    if sorted(line).count(1) != 1 or sorted(line).count(4) != 1:
        return None
    low, high = sorted((line.index(1), line.index(4)))
    return sum(line[low + 1 : high])


def room(line):
    return line[line[0] - 1] if line[0] <= len(line) else None


def x_sum(line):
    return sum(line[: line[0]]) if line[0] <= len(line) else None


def between_blanks(line):
    """The sum between two 1s."""
    if line.count(1) != 2:
        return None
    return sum(line[line.index(1) + 1 :]) - sum(line[-1 - line[::-1].index(1) :])


def fields(line):
    """The sum of the cells that the ends do not reach, or that both reach; None beyond the line."""
    near, far = line[0], len(line) - line[-1]
    if max(line[0], line[-1]) > len(line):
        return None
    return sum(line[min(near, far) : max(near, far)])


def first_hidden(line):
    return next((b for n, b in enumerate(line) if n and b <= max(line[:n])), None)


@pytest.mark.parametrize(
    ("shape", "clue", "wanted", "both"),
    [
        ("{kind: skyscraper, cells: R1C1>right, count: 2}", seen, 2, True),
        ("{kind: numbered-room, cells: R1C1>right, value: 3}", room, 3, True),
        ("{kind: hidden-skyscraper, cells: R1C1>right, value: 2}", first_hidden, 2, True),
        ("{kind: sandwich, cells: R1C1>right, sum: 0}", sandwich, 0, False),
        ("{kind: x-sum, cells: R1C1>right, sum: 4}", x_sum, 4, True),
        ("{kind: battlefield, cells: R1C1>right, sum: 3}", fields, 3, False),
        ("{kind: doppelblock, cells: R1C1>right, sum: 2, blank: 1}", between_blanks, 2, False),
    ],
)
def test_lines_without_a_clue(shape, clue, wanted, both):
    name = shape.split()[1].rstrip(",")
    found = fillings([shape, f"{{kind: negative, kinds: [{name}]}}"])
    ways = [way for line in (*ROWS, *COLUMNS) for way in ((line, line[::-1]) if both else (line,))]

    def missing(f):
        return any(clue([f[c] for c in way]) == wanted for way in ways if way != ROWS[0])

    assert found == by_definition(lambda f: clue([f[c] for c in ROWS[0]]) == wanted, missing)


def test_two_blanks_without_a_clue_are_no_mark():
    shapes = [
        "{kind: doppelblock, cells: R1C1>right, sum: 2, blank: 1}",
        "{kind: doppelblock, cells: R2C1>right, blank: 1}",
        "{kind: negative, kinds: [doppelblock]}",
    ]
    assert fillings(shapes) == {(1, 2, 1, *row) for row in product((1, 2, 3, 4), repeat=3)
                                if row.count(1) == 2 and row != (1, 2, 1)}  # fmt: skip


def test_a_mark_within_others_counts_where_it_is_given():
    whisper = "{kind: whisper, lines: [%s], d: 3}"
    one, other = whisper % "R1C1 R1C2", whisper % "R1C2 R1C3"
    negative = "{kind: negative, kinds: [whisper]}"
    both = fillings([f"{{kind: all-of, shapes: [{one}, {other}]}}", negative], "1x3")
    assert both == fillings([one, other, negative], "1x3")
    any_ = fillings([f"{{kind: any-of, shapes: [{one}, {other}]}}", negative], "1x3")
    far = [lambda f: abs(f[0] - f[1]) >= 3, lambda f: abs(f[1] - f[2]) >= 3]
    assert any_ == {f for f in product((1, 2, 3, 4), repeat=3) if any(fits(f) for fits in far)}


def test_marks_of_another_kind_lift_nothing():
    both = ["{kind: ratio, cells: R1C1 R1C2}", "{kind: whisper, lines: [R1C1 R1C2], d: 1}",
            "{kind: negative, kinds: [ratio, whisper]}"]  # fmt: skip
    assert fillings(both, "1x3") == {
        f for f in product((1, 2, 3, 4), repeat=3)
        if sorted(f[:2]) in ([1, 2], [2, 4]) and f[1] == f[2]
    }  # fmt: skip


def test_what_has_no_places_or_no_opposite_is_an_error():
    with pytest.raises(sudokulib.SudokuError, match="full rectangle"):
        loads("geometry: tredoku-hook-5\nshapes: [{kind: negative, kinds: [sandwich]}]")


SIDE_OF = {c: [a + b - c for a, b in SIDES if c in (a, b)] for c in range(6)}


@pytest.mark.parametrize(
    ("shape", "fits"),
    [
        ("{kind: odd, cells: R1C1}", lambda f, c: f[c] % 2 == 1),
        ("{kind: low, cells: R1C1}", lambda f, c: f[c] < 3),
        ("{kind: minimum, cells: R1C1}", lambda f, c: all(f[c] < f[n] for n in SIDE_OF[c])),
        ("{kind: maximum, cells: R1C1}", lambda f, c: all(f[c] > f[n] for n in SIDE_OF[c])),
        (
            "{kind: equal-neighbours, cells: R1C1, count: 1, around: sides}",
            lambda f, c: sum(f[c] == f[n] for n in SIDE_OF[c]) == 1,
        ),
    ],
)
def test_cells_without_a_mark(shape, fits):
    name = shape.split()[1].rstrip(",")
    found = fillings([shape, f"{{kind: negative, kinds: [{name}]}}"])
    assert found == by_definition(
        lambda f: fits(f, 0), lambda f: any(fits(f, c) for c in range(1, 6))
    )


def test_cells_that_lie_between_no_neighbours():
    """In a grid of 2×3 only the middle columns have two opposite neighbours."""
    shapes = [
        "{kind: between-mark, cells: R1C2}",
        "{kind: negative, kinds: [between-mark]}",
    ]
    assert fillings(shapes) == by_definition(
        lambda f: f[0] < f[1] < f[2] or f[0] > f[1] > f[2],
        lambda f: f[3] < f[4] < f[5] or f[3] > f[4] > f[5],
    )


def test_diagonals_without_a_little_killer():
    found = fillings(
        [
            "{kind: little-killer, cells: R1C1>down-right, sum: 5}",
            "{kind: negative, kinds: [little-killer]}",
        ]
    )
    others = [(1, 5), (2, 4), (1, 3)]
    assert found == by_definition(
        lambda f: f[0] + f[4] == 5, lambda f: any(f[a] + f[b] == 5 for a, b in others)
    )


@pytest.mark.parametrize(
    ("shape", "clue", "wanted"),
    [
        ("{kind: skyscraper-sum, cells: R1C1>right, sum: 4}", "seen", 4),
        ("{kind: frame, cells: R1C1>right, sum: 4, first: 2}", "first", 4),
    ],
)
def test_ends_without_a_sum(shape, clue, wanted):
    def number(line):
        if clue == "first":
            return sum(line[:2])
        return sum(a for n, a in enumerate(line) if all(b < a for b in line[:n]))

    name = shape.split()[1].rstrip(",")
    found = fillings([shape, f"{{kind: negative, kinds: [{name}]}}"])
    ways = [way for line in (*ROWS, *COLUMNS) for way in (line, line[::-1])]
    assert found == by_definition(
        lambda f: number([f[c] for c in ROWS[0]]) == wanted,
        lambda f: any(number([f[c] for c in way]) == wanted for way in ways if way != ROWS[0]),
    )


@pytest.mark.parametrize(
    "shape",
    [
        "{kind: x-sum, cells: R1C1>right, sum: 20}",
        "{kind: maximum, cells: R1C1 R9C9}",
        "{kind: equal-neighbours, cells: R5C5, count: 2}",
        "{kind: between-mark, cells: R1C2-R1C8 R9C2-R9C8 R2C1-R8C1 R2C9-R8C9}",
        "{kind: little-killer, cells: R1C4>down-right, sum: 30}",
        "{kind: skyscraper-sum, cells: R1C1>right, sum: 24}",
    ],
)
def test_missing_marks_of_whole_grids_have_a_rule(shape):
    name = shape.split()[1].rstrip(",")
    puzzle = loads(
        f"geometry: 9x9\nshapes:\n  - {shape}\n  - {{kind: negative, kinds: [{name}]}}\n"
    )
    assert all(shape.rule.problem(puzzle.context) == "" for shape in puzzle.shapes)
    found = sudokulib.solve(puzzle, seconds=20)
    assert found.status in ("multiple", "unique", "none")
