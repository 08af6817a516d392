"""KSudoku shapes: what they hold, and what in XML is refused."""

import pytest

from sudokulib import geometry, read, write
from sudokulib.errors import SudokuError

BOMB = """<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<ksudoku-graph><graph order="4" sizeX="4" sizeY="4"><clique size="1">&c;</clique></graph>
</ksudoku-graph>"""


def graph(inside, order=4, size=4):
    return (
        f'<ksudoku-graph><graph order="{order}" sizeX="{size}" sizeY="{size}" sizeZ="{size}">'
        f"{inside}</graph></ksudoku-graph>"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "defines entities"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><ksudoku-graph/>', "defines entities"),
        ("<ksudoku-graph><graph", "is not XML"),
        ("<ksudoku-graph/>", "has no <graph>"),
        ("<ksudoku-graph>" + "<a>" * 20, "nested too deep"),
        (graph("<clique>1 2 99</clique>"), "leaves the block of 64 places"),
        (graph("<clique>1 -2</clique>"), "are not cells"),
        (graph("<clique>0 1 2 3 4</clique>"), "a set of 5 cells for 4 symbols"),
        (graph('<sudokugroups at="60"/>'), "leaves the block"),
        (graph('<sudokugroups at="x"/>'), "write a whole number"),
        (graph('<roxdokugroups at="0"/>', order=5), "a cube for 5 symbols"),
        (graph("", order=1), "order 1"),
        (graph("", size=100_000), "places"),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(SudokuError) as error:
        read(text)
    assert said in str(error.value)


def test_a_cube_has_its_layers_in_three_directions():
    cube = read(graph('<roxdokugroups at="0"/>', order=9, size=3)).geometry
    assert len(cube) == 27
    assert len(cube.shapes) == 9
    assert {len(shape.cells) for shape in cube.shapes} == {9}


def test_a_samurai_is_five_grids():
    written = write(geometry("samurai").puzzle(), "ksudoku")
    assert written.text.count("<sudokugroups") == 5
    assert "<clique" not in written.text
    assert written.dropped == ()


def test_only_sets_with_all_symbols_are_written():
    """KSudoku looks for as many cells in a set as there are symbols."""
    written = write(
        read("{geometry: 4x4, shapes: [{kind: distinct, cells: R1C1 R2C2}]}"), "ksudoku"
    )
    assert "clique size" not in written.text
    assert written.dropped == ("the shape “distinct of R1C1 R2C2”",)


def test_grids_that_overlap_are_grids_again():
    written = write(geometry("samurai").puzzle(), "ksudoku")
    assert [line.strip() for line in written.text.splitlines() if "groups" in line] == [
        f'<sudokugroups at="{at}" withblocks="1"/>' for at in (0, 252, 132, 12, 264)
    ]
    assert written.dropped == ()
