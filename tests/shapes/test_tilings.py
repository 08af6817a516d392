"""Dominoes and polyominoes against published counts and every filling of small grids."""

from itertools import product

import pytest

import sudokulib
from sudokulib.puzzles.loading import loads
from sudokulib.shapes.forms import PENTOMINOES, form_squares, placements

SEARCHES = ("native", "reference", "cp-sat")
SYMBOLS = "123456789ABCDEFG"
CUT = """
geometry:
  symbols: "%s"
  build: [{make: grid, size: %s, lines: false, wrap: %s}]
  layers: {cut: {at: edges, symbols: "12"}}
  allowed: {all: "%s"}
shapes: [{kind: dominoes, values: [2], cells: cut, different: %s}]
"""


def dominoes(size: str, digits: str = "1", wrap: str = "none", different: bool = False):
    symbols = "12" + digits.replace("1", "").replace("2", "")
    return loads(CUT % (symbols, size, wrap, digits, str(different).lower()))


def polyominoes(size: str, rule: str, count: int, wrap: str = "none"):
    return loads(f"""
    geometry:
      symbols: "{SYMBOLS[:count]}"
      build: [{{make: grid, size: {size}, lines: false, wrap: {wrap}}}]
    shapes: [{{kind: polyominoes, {rule}}}]
    """)


def test_dominoes_on_two_rows_are_fibonacci_numbers() -> None:
    counts = [sudokulib.count(dominoes(f"2x{n}")).value for n in range(1, 9)]
    assert counts == [1, 2, 3, 5, 8, 13, 21, 34]


@pytest.mark.parametrize(
    ("size", "known"),
    [
        ("4x4", 36),
        ("6x6", 6728),
        pytest.param("8x8", 12_988_816, marks=pytest.mark.slow),
    ],
)
def test_dominoes_on_a_square(size: str, known: int) -> None:
    """Kasteleyn's numbers, OEIS A004003."""
    assert sudokulib.count(dominoes(size)).value == known


@pytest.mark.parametrize(("size", "known"), [("4x4", 272), ("6x6", 90_176)])
def test_dominoes_on_a_torus(size: str, known: int) -> None:
    """OEIS A335586."""
    assert sudokulib.count(dominoes(size, wrap="both")).value == known


def perfect_matchings(vertices: frozenset[int], edges: list[frozenset[int]]) -> int:
    if not vertices:
        return 1
    first = min(vertices)
    return sum(
        perfect_matchings(vertices - edge, edges)
        for edge in edges
        if first in edge and edge <= vertices
    )


@pytest.mark.parametrize(
    "build",
    [
        "{make: rings, rings: 3, lines: false, pairs: false}",
        "{make: volume, size: [2, 2, 3], sections: []}",
        "{make: cube, size: 2, boxes: none, lines: false}",
    ],
)
def test_dominoes_are_perfect_matchings_on_any_surface(build: str) -> None:
    puzzle = loads(f"""
    geometry:
      symbols: "12"
      build: [{build}]
      layers: {{cut: {{at: edges, symbols: "12"}}}}
      allowed: {{all: "1"}}
    shapes: [{{kind: dominoes, values: [2], cells: cut}}]
    """)
    topology = puzzle.geometry.topology
    known = perfect_matchings(topology.base_cells, [frozenset(e) for e in topology.edges()])
    assert sudokulib.count(puzzle).value == known > 0


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("size", "digits", "wrap"),
    [
        ("2x2", "12", "none"),
        ("2x3", "12", "none"),
        ("2x3", "13", "columns"),
        ("1x4", "123", "rows"),
    ],
)
def test_no_two_dominoes_are_the_same(size: str, digits: str, wrap: str, search: str) -> None:
    puzzle = dominoes(size, digits, wrap, different=True)
    places = puzzle.geometry.topology.places
    edges = {edge: place.cells for edge, place in places.items()}
    cells = len(puzzle.geometry) - len(edges)
    cuts = [
        used
        for chosen in product((False, True), repeat=len(edges))
        for used in [[pair for pair, inside in zip(edges.values(), chosen, strict=True) if inside]]
        if sorted(c for pair in used for c in pair) == list(range(cells))
    ]
    known = sum(
        len({frozenset((filled[a], filled[b])) for a, b in used}) == len(used)
        for filled in product(digits, repeat=cells)
        for used in cuts
    )
    assert sudokulib.count(puzzle, search=search).value == known > 0


@pytest.mark.parametrize(
    ("size", "count", "known"),
    [
        ("3x3", 3, 10),
        ("4x4", 4, 117),
        ("5x5", 5, 4006),
        pytest.param("6x6", 6, 451_206, marks=pytest.mark.slow),
    ],
)
def test_squares_of_as_many_polyominoes_as_rows(size: str, count: int, known: int) -> None:
    """OEIS A172477: ways to cut n×n into n polyominoes of n cells."""
    assert sudokulib.count(polyominoes(size, f"size: {count}", count)).value == known


TETROMINOES = ("####", "##/##", "###/.#.", "##./.##", "###/#..")


def test_tetrominoes_one_of_each_cover_no_rectangle() -> None:
    """The T covers three squares of one colour, the others two of each."""
    forms = ", ".join(f"'{form}'" for form in TETROMINOES)
    assert sudokulib.count(polyominoes("4x5", f"forms: [{forms}]", 5)).value == 0


def test_four_equal_forms_count_once_in_whatever_order() -> None:
    forms = ", ".join(["'###/.#.'"] * 4)
    puzzle = polyominoes("4x4", f"forms: [{forms}]", 4)
    assert sudokulib.count(puzzle).value == 2


@pytest.mark.slow
def test_twelve_pentominoes_on_three_rows() -> None:
    """Two ways but for rotations and reflections, each of which has four images."""
    puzzle = polyominoes("3x20", f"forms: [{', '.join(PENTOMINOES)}]", 12)
    assert sudokulib.count(puzzle).value == 2 * 4


def test_all_placements_of_pentominoes_on_six_by_ten() -> None:
    """As many as an exact cover has rows: D. E. Knuth, Dancing Links (2000), for 2,056."""
    topology = polyominoes("6x10", "size: 5", 12).geometry.topology
    cells = topology.base_cells
    sizes = [len(placements(form_squares(form), cells, topology)) for form in PENTOMINOES]
    assert sum(sizes) == 2056


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("size", "wrap", "rule", "count"),
    [
        ("2x3", "none", "forms: ['##/#.', '###']", 2),
        ("2x4", "none", "forms: ['##', '##', '##/##']", 3),
        ("2x3", "none", "forms: ['##/#.', '##/.#']", 2),
        ("2x4", "none", "size: 4", 2),
        ("2x4", "columns", "forms: ['##', '###/#..', '##']", 3),
        pytest.param("2x4", "both", "size: 2", 4, marks=pytest.mark.slow),
    ],
)
def test_every_filling_of_a_small_grid(
    size: str, wrap: str, rule: str, count: int, search: str
) -> None:
    puzzle = polyominoes(size, rule, count, wrap)
    kind, context = puzzle.all_shapes[-1].rule, puzzle.context
    every = product(range(1, count + 1), repeat=len(puzzle.geometry))
    known = sum(kind.holds(one, context) for one in every)
    assert sudokulib.count(puzzle, search=search).value == known
    assert known > 0 or rule == "forms: ['##/#.', '###']"


def test_a_form_fits_in_as_many_ways_as_it_has_images() -> None:
    torus = polyominoes("5x5", "size: 5", 5, "both").geometry.topology
    images = {"I": 2, "X": 1, "Z": 4, "F": 8}
    for form, count in images.items():
        placed = placements(form_squares(form), torus.base_cells, torus)
        # A line of five is closed here, so that five of its places are one.
        assert len(placed) == (10 if form == "I" else 25 * count)


def test_no_square_lies_around_the_corner_of_a_cube() -> None:
    cube = sudokulib.geometry("cube-full").topology
    around = {
        frozenset(cube.around(point))
        for dart in cube.sides_of_cells()
        if (point := cube.point(dart))
    }
    placed = placements(form_squares("##/##"), cube.base_cells, cube)
    assert placed == {cells for cells in around if len(cells) == 4} != around


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("forms: [Q]", "'Q' is no form"),
        ("forms: ['#.#']", "not connected"),
        ("forms: ['###']", "the forms have 3 squares, but there are 4 cells"),
        ("forms: ['####']", "fits nowhere"),
        ("size: 3", "4 connected cells cannot be cut into polyominoes of 3"),
        ("size: 0", "cannot be cut"),
        ("size: 1", "2 symbols for 4 polyominoes"),
        ("size: 2, forms: ['##', '##']", "either forms or a size"),
        ("different: true, size: 2", "name a layer"),
    ],
)
def test_polyominoes_that_make_no_sense_are_refused(rule: str, message: str) -> None:
    with pytest.raises(sudokulib.SudokuError, match=message):
        polyominoes("2x2", rule, 2)


def test_forms_are_of_squares_only() -> None:
    with pytest.raises(sudokulib.SudokuError, match="made of squares"):
        sudokulib.geometry("hanidoku").add("polyominoes", forms=["I"])


def test_an_odd_number_of_cells_is_no_set_of_dominoes() -> None:
    with pytest.raises(sudokulib.SudokuError, match="9 connected cells cannot be cut"):
        dominoes("3x3")


def test_a_picture_shows_the_borders_of_dominoes() -> None:
    puzzle = dominoes("2x2")
    drawn = {sudokulib.draw(one).svg for one in sudokulib.solutions(puzzle)}
    assert len(drawn) == 2
