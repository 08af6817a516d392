"""Saved games of KSudoku: what counts in them, and what is refused."""

import pytest

from sudokulib import geometry, read, solve, write
from sudokulib.errors import SudokuError
from sudokulib.shapes import Cage, Difference, Distinct, Product, Ratio, Shape

EMPTY = "_" * 16


def game(values, inside="", graph='order="4" type="sudoku"', more=""):
    return (
        f"<!DOCTYPE ksudoku><ksudoku><game><puzzle><graph {graph}>{inside}</graph>"
        f"<values>{values}</values></puzzle>{more}</game></ksudoku>"
    )


def custom(inside, values=EMPTY, specific="Plain", size=4):
    block = f'sizeX="{size}" sizeY="{size}" sizeZ="1"'
    groups = '<sudokugroups at="0" withblocks="0"/>'
    graph = f'order="4" type="custom" specific-type="{specific}" {block}'
    return game(values, groups + inside, graph)


def cage(operator, value, cells):
    size = len(cells.split())
    return f'<cage operator="{operator}" value="{value}" size="{size}"> {cells} </cage>'


def rules_of(puzzle):
    return {shape.rule for shape in puzzle.shapes}


def test_a_game_has_its_givens_by_columns():
    puzzle = read(game("bc_____" + "_" * 8 + "e"))
    assert puzzle.geometry == geometry("4x4")
    assert puzzle.line() == "1...2..........4"


def test_of_the_moves_only_givens_count():
    moves = (
        '<history><simple-event index="1" value="3" given="true"/>'
        '<simple-event index="0" value="4" given="true"/><simple-event index="2" value="4"/>'
        '<simple-event index="3" markers="1010"/></history>'
    )
    assert read(game("b" + EMPTY[1:], more=moves)).line() == "1...3..........."


def test_the_solution_is_kept_when_it_is_whole():
    whole = "bdcecebddbececdb"
    with_solution = game(EMPTY).replace("</values>", f"</values><solution>{whole}</solution>")
    puzzle = read(with_solution)
    assert "".join(str(value + 1) for value in puzzle.answer) == "1234341221434321"
    assert f"<solution>{whole}</solution>" in write(puzzle, "ksudoku-game").text
    assert read(with_solution.replace(whole, EMPTY)).answer == ()


def test_a_killer_is_read_and_written():
    cages = cage(4, 3, "0 1") + cage(0, 4, "5")
    puzzle = read(custom(cages, specific="KillerSudoku"))
    assert rules_of(puzzle) == {Cage((0, 4), 3), Cage((5,), 4)}
    written = write(puzzle, "ksudoku-game")
    assert written.dropped == ()
    assert 'specific-type="KillerSudoku"' in written.text
    assert read(written.text) == puzzle


@pytest.mark.parametrize("name", ["4x4", "latin-4", "samurai"])
def test_grids_come_back_as_they_were(name):
    first = geometry(name).puzzle().geometry
    cells = first.shapes[0].cells[:2]
    puzzle = first.puzzle().with_shapes(Shape(Cage(cells, 4)))
    assert read(write(puzzle, "ksudoku-game").text) == puzzle


def test_a_mathdoku_has_other_operators_and_may_repeat():
    cages = cage(1, 2, "0 1") + cage(2, 3, "4 5") + cage(3, 9, "2 7 11") + cage(4, 2, "10 15")
    puzzle = read(custom(cages, specific="Mathdoku"))
    assert rules_of(puzzle) == {
        Ratio((0, 4), 2),
        Difference((1, 5), 3),
        Product((8, 13, 14), 9),
        Cage((10, 15), 2, repeats=True),
    }
    written = write(puzzle, "ksudoku-game")
    assert written.dropped == ()
    assert read(written.text) == puzzle


def test_in_a_killer_no_operator_allows_repeats():
    puzzle = read(custom(cage(3, 4, "0 5"), specific="KillerSudoku"))
    assert rules_of(puzzle) == {Product((0, 5), 4), Distinct((0, 5))}


def test_cages_that_a_killer_has_not_are_told():
    four = geometry("4x4").puzzle().with_shapes
    puzzle = four(*read(custom(cage(4, 5, "0 1") + cage(1, 2, "2 3"))).shapes)
    written = write(puzzle, "ksudoku-game")
    assert len(written.dropped) == 2
    assert "<cage" not in written.text


def test_a_roxdoku_is_a_cube():
    puzzle = read(game("b" + "_" * 26, graph='order="9" type="roxdoku"'))
    assert len(puzzle.geometry.shapes) == 9
    assert solve(puzzle).status == "multiple"
    written = write(puzzle, "ksudoku-game")
    assert 'type="roxdoku"' in written.text
    assert written.dropped == ()


def test_a_samurai_has_places_without_cells():
    written = write(geometry("samurai").puzzle(), "ksudoku-game")
    assert written.dropped == ()
    assert written.text.count("<sudokugroups") == 5
    values = written.text.partition("<values>")[2].partition("<")[0]
    assert (len(values), values.count("_")) == (441, 369)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (game("b"), "1 characters in <values> for 16 places"),
        (game("f" + EMPTY[1:]), "'f' at place 0 in <values>; write _ or b to e"),
        (game("." + EMPTY[1:]), "'.' at place 0"),
        (custom("", "_" * 24 + "b", size=5), "'b' at place 24 in <values>; write ."),
        (game(EMPTY).replace("values>", "other>"), "has no <values>"),
        (game(EMPTY).replace("</puzzle>", "<values/></puzzle>"), "has 2 of <values>"),
        (game(EMPTY, graph='order="6" type="sudoku"'), "a sudoku of 6 symbols"),
        (game(EMPTY, graph='order="x" type="sudoku"'), "write a whole number"),
        (game(EMPTY, graph='order="36" type="sudoku"'), "more than 25 symbols"),
        (custom(cage(5, 3, "0 1")), "5 is not an operator"),
        (custom(cage(2, 3, "0 1 2")), "operator 2 does not fit a cage of 3 cells"),
        (custom(cage(0, 3, "0 1")), "operator 0 does not fit a cage of 2 cells"),
        (custom(cage(4, 3, "0 1") + cage(4, 3, "1 2")), "a cell is in two cages"),
        (custom(cage(4, 3, "0 0")), "lists a cell twice"),
        (custom(cage(4, 3, "0 16")), "no cell at 16"),
        (custom(cage(4, 3, "")), "lists 0"),
        (custom('<cage operator="4" value="3" size="3">0 1</cage>'), "a cage of 3 cells lists 2"),
        (custom(cage(4, 99, "0 1")), "cannot sum to 99"),
        (
            game(EMPTY, more='<history><simple-event index="0" value="9" given="true"/></history>'),
            "the value 9 is given at place 0",
        ),
        (
            game("&x;").replace("ksudoku>", 'ksudoku [<!ENTITY x "_">]>', 1),
            "defines entities",
        ),
        ("<ksudoku><game/></ksudoku>", "has no <graph>"),
        (
            game(
                "", '<sudokugroups at="0"/>' * 17, 'order="25" type="custom" sizeX="25" sizeY="25"'
            ),
            "10,625 cells are more than the limit",
        ),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(SudokuError) as error:
        read(text)
    assert said in str(error.value)
