"""Pictures: exact small ones, and what must hold of every one."""

from __future__ import annotations

import re
from collections import Counter
from textwrap import dedent

import pytest
from rich.console import Console
from support import from_file, grid, overlapping

from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry, geometry_names
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.drawing import Drawing
from sudokulib.render.text import draw
from sudokulib.scene.depictions import base_cell_count, depictions

JIGSAW = {"make": "regions", "map": "AAAB\nACBB\nCCDB\nCDDD"}


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def test_four_by_four_with_every_border() -> None:
    puzzle = grid("4x4", "2x2").puzzle("1... ..2. .3.. ...4")
    assert draw(puzzle).plain() == picture(
        """
        ┏━━━┯━━━┳━━━┯━━━┓
        ┃ 1 │   ┃   │   ┃
        ┠───┼───╂───┼───┨
        ┃   │   ┃ 2 │   ┃
        ┣━━━┿━━━╋━━━┿━━━┫
        ┃   │ 3 ┃   │   ┃
        ┠───┼───╂───┼───┨
        ┃   │   ┃   │ 4 ┃
        ┗━━━┷━━━┻━━━┷━━━┛
        """
    )


def test_the_widest_form_that_fits_is_taken() -> None:
    puzzle = grid("4x4", "2x2").puzzle("1... ..2. .3.. ...4")
    forms = {width: draw(puzzle, width=width).plain() for width in (17, 16, 13, 12, 9, 8)}
    assert forms[17] == draw(puzzle).plain()
    assert (
        forms[16]
        == forms[13]
        == picture(
            """
        ┏━━━━━┳━━━━━┓
        ┃ 1 · ┃ · · ┃
        ┃ · · ┃ 2 · ┃
        ┣━━━━━╋━━━━━┫
        ┃ · 3 ┃ · · ┃
        ┃ · · ┃ · 4 ┃
        ┗━━━━━┻━━━━━┛
        """
        )
    )
    assert (
        forms[12]
        == forms[9]
        == picture(
            """
        ┏━━━┳━━━┓
        ┃1 ·┃· ·┃
        ┃· ·┃2 ·┃
        ┣━━━╋━━━┫
        ┃· 3┃· ·┃
        ┃· ·┃· 4┃
        ┗━━━┻━━━┛
        """
        )
    )
    assert forms[8] == str(puzzle)


def test_jigsaw_pieces_have_thick_borders() -> None:
    assert draw(grid("4x4", None, JIGSAW)).plain() == picture(
        """
        ┏━━━┯━━━┯━━━┳━━━┓
        ┃   │   │   ┃   ┃
        ┠───╆━━━╈━━━╃───┨
        ┃   ┃   ┃   │   ┃
        ┣━━━╃───╊━━━╅───┨
        ┃   │   ┃   ┃   ┃
        ┠───╆━━━╃───╄━━━┫
        ┃   ┃   │   │   ┃
        ┗━━━┻━━━┷━━━┷━━━┛
        """
    )


def test_hexagons_are_drawn_as_bricks() -> None:
    board = from_file(symbols="123", build=[{"make": "hexagons", "side": 2}])
    assert draw(board.puzzle("12\n3..\n1.")).plain() == picture(
        """
            ┏━━━━━━━┯━━━━━━━┓
            ┃   1   │   2   ┃
        ┏━━━┹───┬───┴───┬───┺━━━┓
        ┃   3   │       │       ┃
        ┗━━━┱───┴───┬───┴───┲━━━┛
            ┃   1   │       ┃
            ┗━━━━━━━┷━━━━━━━┛
        """
    )
    assert draw(board.puzzle("12\n3..\n1."), width=20).plain() == picture(
        """
          ┏━━━━━━━┓
          ┃ 1   2 ┃
        ┏━┛       ┗━┓
        ┃ 3   ·   · ┃
        ┗━┓       ┏━┛
          ┃ 1   · ┃
          ┗━━━━━━━┛
        """
    )
    numbers = from_file(symbols="8 9 10", build=[{"make": "hexagons", "side": 2}])
    assert draw(numbers.puzzle("10 8\n. . .\n. .")).plain().splitlines()[1] == (
        "     ┃ 10      │    8    ┃"
    )


def test_grids_that_overlap_leave_their_corners_blank() -> None:
    twin = overlapping("2x2", (0, 0), (2, 2))
    assert draw(twin, width=20).plain() == picture(
        """
        ┏━━━━━┳━━━━━┓
        ┃ · · ┃ · · ┃
        ┃ · · ┃ · · ┃
        ┣━━━━━╋━━━━━╋━━━━━┓
        ┃ · · ┃ · · ┃ · · ┃
        ┃ · · ┃ · · ┃ · · ┃
        ┗━━━━━╋━━━━━╋━━━━━┫
              ┃ · · ┃ · · ┃
              ┃ · · ┃ · · ┃
              ┗━━━━━┻━━━━━┛
        """
    )


def test_ascii_when_the_encoding_has_no_box_drawing() -> None:
    drawn = draw(grid("4x4", "2x2").puzzle("1" + 15 * "."), ascii_only=True)
    assert drawn.plain().isascii()
    assert drawn.plain().splitlines()[:5] == [
        "#===#===#===#===#",
        "# 1 |   #   |   #",
        "#---+---#---+---#",
        "#   |   #   |   #",
        "#===#===#===#===#",
    ]


def test_numbers_are_aligned_and_emoji_are_two_columns_wide() -> None:
    numbers = from_file(symbols="8 9 10", build=[{"make": "grid", "size": "1x3"}])
    assert draw(numbers.puzzle("8 10 9")).plain().splitlines()[1] == "┃  8 │ 10 │  9 ┃"
    fruit = from_file(symbols="🍎🍊x", build=[{"make": "grid", "size": "1x3"}])
    assert draw(fruit.puzzle("🍎x🍊")).plain().splitlines() == [
        "┏━━━━┯━━━━┯━━━━┓",
        "┃ 🍎 │  x │ 🍊 ┃",
        "┗━━━━┷━━━━┷━━━━┛",
    ]


def test_symbols_cannot_command_the_terminal() -> None:
    odd = from_file(symbols=["\x1b", "b"], build=[{"make": "grid", "size": "1x2"}])
    drawn = draw(odd.puzzle("\x1bb"))
    assert drawn.plain().splitlines()[1] == "┃ \ufffd │ b ┃"
    assert "\x1b" not in draw(odd.puzzle("\x1bb"), width=1).plain()


def test_faces_are_named_where_they_begin() -> None:
    drawn = draw(geometry("cube-full")).plain()
    assert re.findall("[a-z]+", drawn) == [
        "top",
        "left",
        "front",
        "right",
        "back",
        "bottom",
    ]


def test_places_far_apart_do_not_make_a_huge_picture() -> None:
    places = {"a": [1, 1], "b": [1, 2], "c": [1_000, 900]}
    far = from_file(symbols="12", cells={name: {"at": at} for name, at in places.items()})
    assert len(draw(far).plain().splitlines()) < 10


# What holds of every geometry


def filled(where: Geometry) -> Solution:
    """Some filling, right or wrong, in which neighbours differ."""
    size = len(where.alphabet)
    return Solution(where.puzzle(), tuple(c % size for c in range(len(where.cells))))


@pytest.mark.parametrize("name", geometry_names())
@pytest.mark.parametrize("width", [None, 100, 60])
def test_every_symbol_is_drawn_once_in_reading_order(name: str, width: int | None) -> None:
    where = geometry(name)
    solution = filled(where)
    picture = draw(solution, width=width)
    drawn = [p.text for line in picture.lines for p in line if p.ink == "solved"]
    # Unknown regions are borders, not numbers.
    count = base_cell_count(solution.puzzle, depictions(solution.puzzle))
    order = sorted(range(count), key=lambda c: where.cells[c].at)
    if picture.lines[0][0].ink == "given":  # too narrow even for the densest
        assert picture.plain() == str(solution)
    else:
        assert drawn == [solution.symbols[c] for c in order]


@pytest.mark.parametrize(
    "name", ["4x4", "6x6", "9x9", "jigsaw-9", "samurai", "butterfly", "sujiken", "x"]
)
def test_borders_are_thick_exactly_between_different_regions(name: str) -> None:
    where = geometry(name)
    drawn = draw(where).plain().splitlines()
    at = {cell.at: number for number, cell in enumerate(where.cells)}
    regions = [shape.cells for shape in where.shapes if "region" in shape.roles]
    together = {frozenset((a, b)) for cells in regions for a in cells for b in cells}
    in_none = set(at.values()) - {c for cells in regions for c in cells}
    for (row, column), cell in at.items():
        for down, right, thin, thick in ((0, 1, "│", "┃"), (1, 0, "─", "━")):
            other = at.get((row + down, column + right))
            seen = drawn[2 * row + 1 + down][4 * column + 2 + 2 * right]
            if other is None:
                assert seen == thick
            else:
                same = frozenset((cell, other)) in together or {cell, other} <= in_none
                assert seen == (thin if same else thick)


# Colours


def styles(drawing: Drawing) -> Counter[str]:
    text = drawing.rich()
    return Counter(str(span.style) for span in text.spans)


def test_rich_text_says_the_same_as_plain_text() -> None:
    for name in ("samurai", "tredoku-hook-5", "windoku-x", "9x9"):
        drawn = draw(filled(geometry(name)))
        lines = [line.rstrip() for line in drawn.rich().plain.splitlines()]
        assert "\n".join(lines) == drawn.plain()


def test_givens_solved_and_marked_cells_look_different() -> None:
    where = geometry("4x4")
    puzzle = where.puzzle("1... ..2. .3.. ...4")
    solution = Solution(puzzle, tuple(c % 4 for c in range(16)))
    inks = Counter(p.ink for line in draw(solution, marked={1, 2}).lines for p in line)
    assert (inks["given"], inks["solved"], inks["marked"]) == (4, 10, 2)
    assert len({"bold", "green", "bold reverse"} & set(styles(draw(solution, marked={1})))) == 3


def ground(where: Geometry | Puzzle) -> dict[str, int]:
    """The shade of each cell by name, as drawn."""
    puzzle = where.puzzle() if isinstance(where, Geometry) else where
    cells = puzzle.geometry.cells
    solution = filled(puzzle.geometry)
    tints = [p.tint for line in draw(solution).lines for p in line if p.ink == "solved"]
    order = sorted(range(len(cells)), key=lambda c: cells[c].at)
    return {cells[c].name: tint for c, tint in zip(order, tints, strict=True)}


def test_only_the_cells_of_several_grids_are_shaded() -> None:
    twin = overlapping("2x2", (0, 0), (2, 2))
    shaded = {name for name, tint in ground(twin).items() if tint}
    assert shaded == {"R3C3", "R3C4", "R4C3", "R4C4"}


def test_faces_that_face_the_same_way_have_one_colour() -> None:
    tints = ground(geometry("cube-full"))
    faces = {name.partition(".")[0] for name in tints}
    by_face = {face: {t for n, t in tints.items() if n.startswith(f"{face}.")} for face in faces}
    assert all(len(found) == 1 for found in by_face.values())
    assert by_face["top"] == by_face["bottom"] != by_face["front"] == by_face["back"]
    assert len(set.union(*by_face.values())) == 3


def test_diagonals_and_windows_are_shaded_and_groups_everywhere_by_group() -> None:
    diagonal = {name for name, tint in ground(geometry("x")).items() if tint}
    assert diagonal == {f"R{i}C{i}" for i in range(1, 10)} | {
        f"R{i}C{10 - i}" for i in range(1, 10)
    }
    assert len(set(ground(geometry("windoku-x")).values())) == 4
    groups = ground(geometry("disjoint-groups"))
    assert set(groups.values()) == set(range(1, 10))
    assert groups["R1C1"] == groups["R4C7"] != groups["R1C2"]


def test_rings_are_not_shaded():
    assert set(ground(geometry("circular-4")).values()) == {0}


@pytest.mark.parametrize("name", ["girandola", "asterisk", "centre-dot"])
def test_a_further_region_in_pieces_is_shaded(name):
    shaded = {cell for cell, tint in ground(geometry(name)).items() if tint}
    extra = [shape for shape in geometry(name).shapes if "region" in shape.roles][-1]
    assert shaded == {geometry(name).name_of(cell) for cell in extra.cells}
    assert set(ground(geometry("9x9")).values()) == {0}


def test_pieces_torn_by_the_edge_have_a_colour_each() -> None:
    torn = ground(grid("4x4", None, {"make": "regions", "map": "AABB\nABBA\nCCDD\nCDDC"}))
    assert torn["R1C1"] == torn["R2C4"] != torn["R1C4"] == torn["R2C2"]
    assert len(set(torn.values())) == 4


def test_a_terminal_shows_colours_and_a_file_does_not() -> None:
    drawn = draw(geometry("windoku")).rich()
    shown = Console(force_terminal=True, color_system="truecolor", width=100)
    kept = Console(force_terminal=False, width=100)
    with shown.capture() as coloured, kept.capture() as bare:
        shown.print(drawn)
        kept.print(drawn)
    assert "\x1b[" in coloured.get()
    assert "\x1b[" not in bare.get()
