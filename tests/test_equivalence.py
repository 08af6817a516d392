"""One form for all equivalent puzzles."""

from dataclasses import replace
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import from_file, one_in, tiny_puzzles

import sudokulib
from sudokulib import canonical, equivalent, geometry
from sudokulib.puzzles.geometries.rule_graph import ClassifiedRules
from sudokulib.puzzles.geometries.symmetry import automorphisms, symmetry_generators
from sudokulib.shapes import (
    Anti,
    BetweenMark,
    Cage,
    Hitori,
    Indexer,
    Nonconsecutive,
    Nurikabe,
    RegionSum,
    Shape,
    Thermometer,
    YinYang,
    kinds,
)
from sudokulib.solving.queries.equivalence import moved_puzzle
from sudokulib.testing.instances import instances, ordered, own_geometries, small_geometries

DATA = Path(__file__).parents[2] / "shared" / "data" / "classic" / "17clue.txt"

PUZZLES = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
)

FOUR = geometry("4x4")


def in_blocks(chance: Random) -> list[int]:
    """The numbers 0..8 with threes and the members of threes exchanged."""
    return [3 * block + line for block in mixed(3, chance) for line in mixed(3, chance)]


def mixed(count: int, chance: Random) -> list[int]:
    order = list(range(count))
    chance.shuffle(order)
    return order


def classic_image(puzzle, chance: Random):
    """A classic puzzle after a random element of the group of order 6^8 * 2, digits renamed."""
    rows, columns, digits = in_blocks(chance), in_blocks(chance), mixed(9, chance)
    flip = chance.random() < 0.5
    moves = [
        9 * columns[c] + rows[r] if flip else 9 * rows[r] + columns[c]
        for r in range(9)
        for c in range(9)
    ]
    return moved_puzzle(puzzle, tuple(moves), tuple(digits))


@pytest.mark.parametrize("text", PUZZLES)
def test_classic_puzzles_keep_their_form_under_the_known_group(text):
    puzzle, chance = geometry("9x9").puzzle(text), Random(1)
    found = canonical(puzzle)
    assert moved_puzzle(puzzle, found.cells, found.values) == found.puzzle
    assert canonical(found.puzzle).puzzle == found.puzzle
    for _ in range(10):
        image = classic_image(puzzle, chance)
        assert canonical(image).key == found.key
        assert canonical(image).puzzle == found.puzzle
    other = puzzle.given_values[0][0]
    less = geometry("9x9").puzzle(text[:other] + "." + text[other + 1 :])
    assert not equivalent(puzzle, less)


def normal(puzzle) -> tuple[int, ...]:
    """The given symbols by order of appearance, so that renaming does not matter."""
    known = dict(puzzle.given_values)
    names: dict[int, int] = {}
    return tuple(
        names.setdefault(known[c], len(names) + 1) if c in known else 0
        for c in range(len(puzzle.geometry))
    )


@settings(max_examples=30)
@given(st.dictionaries(st.integers(0, 15), st.integers(0, 3), max_size=7), st.integers(0, 127))
def test_images_are_as_many_as_the_group_divided_by_the_automorphisms(known, which):
    puzzle = four(known)
    moves = list(automorphisms(FOUR))
    images = [moved_puzzle(puzzle, move, (2, 0, 3, 1)) for move in moves]
    found = canonical(puzzle)
    assert len(set(map(normal, images))) * found.symmetries.order == len(moves) == 128
    assert canonical(images[which]).key == found.key
    assert canonical(images[which]).puzzle == found.puzzle


def four(known: dict[int, int]):
    return FOUR.puzzle({FOUR.cells[c].name: FOUR.alphabet.symbols[v] for c, v in known.items()})


@settings(max_examples=30)
@given(*[st.dictionaries(st.integers(0, 7), st.integers(0, 2), max_size=4)] * 2)
def test_equal_keys_are_images_of_each_other(one, other):
    here, there = four(one), four(other)
    images = {normal(moved_puzzle(here, move, (0, 1, 2, 3))) for move in automorphisms(FOUR)}
    assert equivalent(here, there) == (normal(there) in images)


def test_there_are_two_essentially_different_grids_of_four():
    grids = [FOUR.puzzle(solution.line()) for solution in sudokulib.solutions(FOUR.puzzle())]
    forms = {canonical(grid) for grid in grids}
    assert len(grids) == 288
    assert sorted(orbit(form, 128) for form in forms) == [96, 192]


@pytest.mark.slow
def test_there_are_49_essentially_different_grids_of_six():
    # Counted by Russell and Jarvis; the orbits of those found make up all the grids there are.
    six = geometry("6x6")
    begun = six.puzzle("123456456......" + "." * 21)
    grids = []
    for solution in sudokulib.solutions(begun):
        column = solution.line()[12::6]
        if column[0] < column[1] and column[2] < column[3] and column[0] < column[2]:
            grids.append(six.puzzle(solution.line()))
    forms = {canonical(grid) for grid in grids}
    assert len(grids) == 816
    assert len(forms) == 49
    assert sum(orbit(form, 3456) for form in forms) == 28_200_960


def orbit(form, group: int) -> int:
    """How many grids are equivalent to one."""
    return group * factorial(len(form.original.geometry.alphabet)) // form.symmetries.order


@pytest.mark.parametrize("name", ["tredoku-bent-3", "cube-corner", "samurai"])
def test_any_automorphism_keeps_the_form(name):
    here, chance = geometry(name), Random(2)
    puzzle = sudokulib.generate(here, seed=1, givens=len(here) // 2).puzzle
    moves = symmetry_generators(here)
    image = puzzle
    for _ in range(12):
        image = moved_puzzle(image, chance.choice(moves), tuple(mixed(len(here.alphabet), chance)))
    assert image.given_values != puzzle.given_values
    assert canonical(image).key == canonical(puzzle).key
    assert canonical(image).puzzle == canonical(puzzle).puzzle


@settings(max_examples=60)
@given(tiny_puzzles().filter(lambda puzzle: len(puzzle.geometry) <= 6), st.data())
def test_tiny_puzzles_are_equivalent_where_brute_force_says_so(puzzle, data):
    here = puzzle.geometry
    puzzle = sudokulib.Puzzle(here, puzzle.masks)
    masks = data.draw(st.permutations(puzzle.masks))
    masks = tuple(m & d or d for m, d in zip(masks, here.domains, strict=True))
    other = sudokulib.Puzzle(here, masks)
    value_symmetric = len(set(here.domains)) == 1
    symbols = range(len(here.alphabet))
    images = {
        moved_puzzle(puzzle, move, names).masks
        for move in automorphisms(here)
        for names in (permutations(symbols) if value_symmetric else [tuple(symbols)])
    }
    assert equivalent(puzzle, other) == (masks in images)
    if masks in images:
        assert canonical(puzzle).puzzle.masks == canonical(other).puzzle.masks


OURS = instances().keys() & {
    kind.name for kind in kinds() if kind.__module__.startswith("sudokulib.")
}
LOCAL = sorted(OURS - own_geometries().keys())


@pytest.mark.parametrize("name", one_in(2, LOCAL, first=1))
@settings(max_examples=4)
@given(data=st.data())
def test_shapes_of_every_kind_move_along(name, data):
    rule = instances()[name](data.draw, FOUR)
    moves = list(automorphisms(FOUR))
    elsewhere = data.draw(st.sampled_from(moves) | st.permutations(range(16)))
    if ClassifiedRules.of([Shape(rule)], FOUR.context).reading:
        return
    here, there = (
        sudokulib.Puzzle(FOUR, FOUR.domains, shapes=(Shape(one),))
        for one in (rule, rule.moved(elsewhere))
    )
    meaning = there.shapes[0].meaning
    assert equivalent(here, there) == any(rule.moved(move).meaning == meaning for move in moves)


def renumbered(puzzle, places):
    """The same puzzle on the same geometry, with other numbers for its cells."""
    here = puzzle.geometry
    back = sorted(range(len(here)), key=places.__getitem__)
    hidden = range(len(here), len(here) + len(here.hidden))
    there = replace(
        here,
        cells=tuple(here.cells[c] for c in back),
        domains=tuple(here.domains[c] for c in back),
        shapes=tuple(shape.moved((*places, *hidden)) for shape in here.shapes),
        topology=here.topology.moved(places),
        parts=(),
    )
    shapes = tuple(shape.moved((*places, *hidden)) for shape in puzzle.shapes)
    return sudokulib.Puzzle(there, tuple(puzzle.masks[c] for c in back), shapes=shapes)


@pytest.mark.parametrize(
    "name", one_in(2, sorted(OURS - ordered() - {"argyle", "asterisk", "girandola"}))
)
@settings(max_examples=3)
@given(data=st.data())
def test_numbers_of_cells_do_not_matter(name, data):
    here = data.draw(own_geometries().get(name, small_geometries()))
    rule = instances()[name](data.draw, here)
    assume(not rule.problem(here.context_of((*here.shapes, Shape(rule)))))
    masks = tuple(data.draw(st.sampled_from([m, m & -m])) for m in here.domains)
    puzzle = sudokulib.Puzzle(here, masks, shapes=(Shape(rule),))
    assert equivalent(puzzle, renumbered(puzzle, data.draw(st.permutations(range(len(here))))))
    assert equivalent(puzzle, canonical(puzzle).puzzle)


@pytest.mark.parametrize(
    ("build", "rule"),
    [
        # The visits of a loop to its regions are told in the order of their cells,
        ({"size": "2x4", "box": "2x2"}, RegionSum(((0, 1, 2, 3, 4, 6),), closed=True)),
        # and so are the two cells above and below each other where a grid is closed.
        ({"size": "3x3", "wrap": "columns"}, BetweenMark((0, 1))),
    ],
)
def test_nor_do_they_where_a_rule_reads_its_surroundings(build, rule):
    here = from_file(build=[{"make": "grid", **build}], symbols="1234")
    puzzle = here.puzzle(shapes=[Shape(rule)])
    chance, places = Random(1), list(range(len(here)))
    for _ in range(20):
        assert equivalent(puzzle, renumbered(puzzle, places))
        chance.shuffle(places)
    assert equivalent(puzzle, canonical(puzzle).puzzle)


def test_a_jigsaw_and_its_reflection_are_one():
    chance, pieces = Random(3), ("AAABB", "ACBBB", "ACCCE", "DDDCE", "DDEEE")
    here, there = (
        from_file(
            build=[{"make": "grid", "size": "5x5"}, {"make": "regions", "map": "\n".join(rows)}],
            symbols="12345",
        )
        for rows in (pieces, [row[::-1] for row in pieces])
    )
    puzzle = sudokulib.generate(here, seed=1).puzzle
    names = mixed(5, chance)
    text = "".join(
        str(names[int(symbol) - 1] + 1) if symbol.isdigit() else symbol
        for row in str(puzzle).split()
        for symbol in row[::-1]
    )
    assert here != there
    assert equivalent(puzzle, there.puzzle(text))
    assert not equivalent(puzzle, there.puzzle(puzzle.line()))


def test_keys_are_the_same_everywhere_and_for_ever():
    # A set of puzzles keeps its keys; if they must change, say so in the CHANGELOG.
    assert canonical(geometry("9x9").puzzle(PUZZLES[0])).key == "5178df8f5f23530515ab37629c56fd"
    killer = geometry("9x9").puzzle().with_shapes(Shape(Cage((0, 1, 9), 10)), Shape(Anti("knight")))
    assert canonical(killer).key == "dad7bf358caa4b7929b800c5db83f0"


def with_rule(puzzle, *rules):
    return puzzle.with_shapes(*map(Shape, rules))


def test_rules_that_mind_symbols_forbid_to_rename_them():
    one, other = FOUR.puzzle({"R1C1": "1"}), FOUR.puzzle({"R1C1": "2"})
    assert equivalent(one, other)
    cage = Cage((0, 1), 4)
    assert not equivalent(with_rule(one, cage), with_rule(other, cage))
    turned = FOUR.puzzle({"R4C4": "1"})
    assert equivalent(with_rule(one, cage), with_rule(turned, Cage((14, 15), 4)))
    assert not equivalent(with_rule(one, cage), with_rule(turned, Cage((14, 15), 5)))
    assert not equivalent(with_rule(one, cage), with_rule(turned, Cage((0, 1), 4)))


def test_the_order_of_a_thermometer_counts():
    up, down = (
        with_rule(FOUR.puzzle({"R1C1": "1"}), Thermometer((line,))) for line in [(5, 6), (6, 5)]
    )
    assert not equivalent(up, down)
    across = with_rule(FOUR.puzzle({"R1C1": "1"}), Thermometer(((5, 9),)))
    assert equivalent(up, across)


def test_rules_about_neighbours_keep_what_they_say():
    nine = geometry("9x9")
    knight = with_rule(nine.puzzle(PUZZLES[0]), Anti("knight"))
    half_turn = tuple(range(80, -1, -1))
    assert equivalent(knight, moved_puzzle(knight, half_turn, tuple(range(9))))
    rows = (*range(9, 18), *range(9), *range(18, 81))
    swapped = moved_puzzle(nine.puzzle(PUZZLES[0]), rows, tuple(range(9)))
    assert equivalent(swapped, nine.puzzle(PUZZLES[0]))
    assert not equivalent(with_rule(swapped, Anti("knight")), knight)
    turned = canonical(moved_puzzle(knight, half_turn, (1, 2, 3, 4, 5, 6, 7, 8, 0)))
    assert turned.puzzle == canonical(knight).puzzle
    plain = with_rule(nine.puzzle(PUZZLES[0]), Nonconsecutive())
    assert canonical(plain).puzzle.shapes == plain.shapes
    assert not canonical(plain).value_symmetric


def test_rules_about_neighbours_of_some_cells_stay_where_they_are():
    # R1C1 and R2C3 are a knight's move apart, R4C4 is not one of either; R3C2 would be.
    some = with_rule(FOUR.puzzle({"R4C1": "1"}), Anti("knight", cells=(0, 6, 15)))
    found = canonical(some)
    assert found.puzzle.shapes == some.shapes
    assert equivalent(found.puzzle, some)


SHADED = from_file(build=[{"make": "include", "geometry": "4x4"}], layers={"shade": "12"})
SHADE = SHADED.find("shade")


@pytest.mark.parametrize(
    ("rule", "turned", "other"),
    [
        [YinYang(shaded, cells=SHADE) for shaded in [(2,), (2,), (1,)]],
        [Nurikabe((2,), cells, cells=SHADE) for cells in [(0, 7, 9), (3, 5, 14), (0, 7, 10)]],
        [Hitori((2,), (line,), cells=SHADE) for line in [(0, 1), (3, 7), (0, 5)]],
    ],
)
def test_shadings_turn_with_their_layer(rule, turned, other):
    quarter = [4 * (cell % 4) + 3 - cell // 4 for cell in range(16)]
    moves = (*quarter, *(16 + cell for cell in quarter))
    here = with_rule(SHADED.puzzle({SHADED.cells[17].name: "1"}), rule)
    there = with_rule(SHADED.puzzle({SHADED.cells[16 + quarter[1]].name: "1"}), turned)
    assert moved_puzzle(here, moves, (0, 1, 2, 3)).masks == there.masks
    assert equivalent(here, there)
    assert not equivalent(here, replace(there, shapes=(Shape(other),)))


def test_an_indexer_of_columns_is_one_of_rows_from_aside():
    column = with_rule(FOUR.puzzle(), Indexer((1,), "column"))
    row = with_rule(FOUR.puzzle(), Indexer((4,), "row"))
    assert equivalent(column, row)
    assert not equivalent(column, with_rule(FOUR.puzzle(), Indexer((1,), "row")))


@pytest.mark.slow
def test_seventeen_clues_are_pairwise_inequivalent():
    if not DATA.exists():
        pytest.skip("no collection of puzzles with 17 givens here")
    nine = geometry("9x9")
    lines = DATA.read_text().split()[:2000]
    assert len({canonical(nine.puzzle(line)).key for line in lines}) == len(lines)
