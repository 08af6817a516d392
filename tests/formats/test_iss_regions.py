"""Connected values and unknown regions in strings of the Interactive Sudoku Solver."""

import re

import pytest

import sudokulib
from sudokulib import SudokuError, read
from sudokulib.formats.format import format_named


def count(text: str) -> int:
    return sudokulib.count(read(text)).value


def test_counts_of_connected_values() -> None:
    assert count(".Shape~4x4.ConnectedValues~~1_2_3") == 216
    # Rows of two colours, of which each is connected: 2 sets in 14 ways, without the empty one.
    assert count(".Shape~2x2~2~Raw.ConnectedValues~~1") == 13
    assert count(".Shape~2x2~2~Raw.ConnectedValues~~1~2") == 4


def test_further_cells_of_the_grid_s_size_are_connected_as_it_is() -> None:
    text = ".Shape~2x2~2~Raw.~R1C1_1~R1C2_1~R2C1_1~R2C2_1.Var~S~shade~2x2.ConnectedValues~VS~1"
    assert count(text) == 13
    with pytest.raises(SudokuError, match="as many and as wide as the grid"):
        read(".Shape~4x4.Var~S~shade~2x2.ConnectedValues~VS~1")


def test_unknown_regions_are_counted_once() -> None:
    # As of the geometry chaos-4, whose count brute force gives too.
    assert count(".Shape~4x4.ChaosConstruction.NoBoxes") == 13872
    # With boxes besides, the regions may be those or others.
    boxed = list(sudokulib.solutions(read(".Shape~4x4.ChaosConstruction")))
    assert len(boxed) < 13872
    assert len({str(solution) for solution in boxed}) == len(boxed)


def test_numbers_of_regions_are_free_if_givens_name_them() -> None:
    text = ".Shape~4x4.ChaosConstruction.NoBoxes.~CC1_4.~R1C1_1.~R1C2_2.~R1C3_3.~R2C1_2"
    named = [str(solution) for solution in sudokulib.solutions(read(text))]
    plain = [str(solution) for solution in sudokulib.solutions(read(text.replace(".~CC1_4", "")))]
    assert len(named) == 6 * len(plain) != 0  # the other three in any order


@pytest.mark.parametrize(
    "text",
    [
        ".Shape~4x4.ChaosConstruction.NoBoxes.~R1C1_2.~CC2_1.ChaosCount~R2C2~0~CC6~CC7",
        # Only further cells hold 5.
        ".Shape~4x4~5.ChaosConstruction.ChaosArrow~R2C2~1~CC6~CC7~CC8",
        ".Shape~3x4~6.Var~S~shade~3x4.ConnectedValues~VS~1_2.Jigsaw~112211223333",
    ],
)
def test_layers_are_written_to_files(text: str) -> None:
    puzzle = read(text)
    written = sudokulib.write(puzzle, "yaml").text
    assert read(written) == puzzle
    assert "layers:" in written
    assert "adjacency" not in written


@pytest.mark.parametrize("without", ["0", "1"])
def test_arrows_say_how_far_a_region_goes(without: str) -> None:
    arrow = f".ChaosArrow~R2C2~{without}~CC6~CC7~CC8~~CC6~CC2"
    puzzle = read(f".Shape~4x4.ChaosConstruction.NoBoxes{arrow}")
    found = {str(solution) for solution in sudokulib.solutions(puzzle)}
    every = read(".Shape~4x4.ChaosConstruction.NoBoxes")
    expected = set()
    for solution in sudokulib.solutions(every):
        own = solution["CC.R2C2"]
        ahead = [solution[f"CC.R2C{column}"] == own for column in (3, 4)]
        right = 2 if all(ahead) else ahead[0]
        up = solution["CC.R1C2"] == own
        if int(solution["R2C2"]) == right + up + (without == "0"):
            expected.add(str(solution))
    assert found == expected != set()


@pytest.mark.parametrize("listed", [False, True])
def test_counts_are_of_the_cells_around_or_of_those_listed(listed: bool) -> None:
    around = [f"R{r}C{c}" for r in (1, 2) for c in (1, 2, 3)]
    text = "~1~CC2~R1C1~R2C1" if listed else ""
    cells = ["R1C1", "R2C1"] if listed else around
    puzzle = read(f".Shape~4x4.ChaosConstruction.NoBoxes.ChaosCount~R1C2{text}")
    found = {str(solution) for solution in sudokulib.solutions(puzzle)}
    expected = {
        str(solution)
        for solution in sudokulib.solutions(read(".Shape~4x4.ChaosConstruction.NoBoxes"))
        if int(solution["R1C2"])
        == sum(solution[f"CC.{cell}"] == solution["CC.R1C2"] for cell in cells)
    }
    assert found == expected != set()


def test_connected_values_of_the_grid_are_written() -> None:
    text = ".Shape~4x4.ConnectedValues~~1_2~8"
    puzzle = read(text)
    written = format_named("iss").write(puzzle).text
    assert re.search(r"\.ConnectedValues~~1_2~8", written)
    assert read(written) == puzzle


def test_unknown_regions_are_not_written() -> None:
    with pytest.raises(SudokuError, match="not a rectangle"):
        format_named("iss").write(read(".Shape~4x4.ChaosConstruction.NoBoxes"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".ChaosArrow~R1C1", "no further cells CC"),
        (".ChaosCount~R1C1", "no further cells CC"),
        (".Shape~4x5.RegionSize~3.ChaosConstruction", "cannot be divided into regions of 3"),
        (".ConnectedValues~~x", "'x'"),
        (".ConnectedValues~~10", "no symbol stands for 10"),
    ],
)
def test_errors_say_what_to_change(text: str, said: str) -> None:
    with pytest.raises(SudokuError, match=said):
        read(text)
