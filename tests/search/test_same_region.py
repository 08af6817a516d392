"""Which cells are in the same region of an unknown division in all solutions, or in none."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudokulib
from sudokulib import Puzzle, TrueCandidates
from sudokulib.errors import Cancelled
from sudokulib.model import compile_puzzle
from sudokulib.search import Budget, backend
from sudokulib.search.same_region import interchangeable_labels, prove_pairs, region_pairs
from sudokulib.search.witnesses import Witnesses, find_witnesses

EXAMPLES = Path(__file__).parents[2] / "examples"
GEOMETRY = sudokulib.geometry("chaos-4")
FEW = GEOMETRY.puzzle("....2..3..1.3..........2........")  # seven solutions
HARD = GEOMETRY.puzzle("......4......4.1............4..4")  # its pairs take 18 nodes
DIGITS = "1234 2143 4312 3421".replace(" ", "")
NUMBERS = "1111 2222 3333 4444".replace(" ", "")
NAMES = [cell.name for cell in GEOMETRY.cells[:16]]
NEIGHBOURS = [
    (one, other)
    for one, other in product(NAMES, NAMES)
    if (int(other[1]) - int(one[1]), int(other[3]) - int(one[3])) in ((0, 1), (1, 0))
]
PUZZLE = """
geometry:
  symbols: 1234
  build: [{{make: grid, size: 4x4}}]
  layers: [region, other]
shapes:
{shapes}
givens: |
  .... .... ....
  2..3 ...2 ....
  ..1. .... ....
  3... .... ....
"""
DIVIDED = "  - {{kind: chaos-construction, regions: {layer}, size: 4, cells: R1C1:R4C4}}"


def among_all(puzzle: Puzzle, layer: str = "region") -> dict[tuple[str, str], bool | None]:
    """Return what all solutions of a puzzle together say of neighbours."""
    every = list(sudokulib.solutions(puzzle))
    found: dict[tuple[str, str], bool | None] = {}
    for one, other in NEIGHBOURS:
        seen = {held[f"{layer}.{one}"] == held[f"{layer}.{other}"] for held in every}
        found[one, other] = seen.pop() if len(seen) == 1 else None
    return found


@pytest.mark.slow
@given(
    st.sets(st.integers(0, 15), min_size=4),
    st.sets(st.integers(0, 15)),
    st.sampled_from(["auto", "reference"]),
)
def test_they_are_those_of_all_solutions(digits: set[int], known: set[int], search: str) -> None:
    texts = [
        "".join(symbol if c in kept else "." for c, symbol in enumerate(text))
        for text, kept in ((DIGITS, digits), (NUMBERS, known))
    ]
    puzzle = GEOMETRY.puzzle("".join(texts))
    if sudokulib.count(puzzle, 300).value < 300:
        wanted = among_all(puzzle)
        assert sudokulib.true_candidates(puzzle, search=search).same_region == wanted
        assert sudokulib.Editor(puzzle, search=search).true_candidates().same_region == wanted


def test_pairs_may_need_solutions_that_candidates_do_not() -> None:
    model = compile_puzzle(GEOMETRY.puzzle(".2..2..3....3.21..1...........4."))
    engine = backend("auto")
    known = find_witnesses(engine, model, Budget())
    found = prove_pairs(engine, model, Budget(), known)
    assert set(known.solutions) < set(found.solutions)
    for (one, other), same in found.pairs.items():
        assert (same is None) == (len({v[one] == v[other] for v in found.solutions}) == 2)


def test_without_a_solution_no_pair_has_an_answer() -> None:
    puzzle = GEOMETRY.puzzle("1234........1..." + "." * 16)
    assert set(sudokulib.true_candidates(puzzle).same_region.values()) == {None}
    editor = sudokulib.Editor(FEW)
    editor.true_candidates()
    editor.set("R1C1", "4")
    assert editor.status() == "none"
    assert set(editor.true_candidates().same_region.values()) == {None}


def test_at_a_limit_only_what_is_proved_is_told() -> None:
    whole = sudokulib.true_candidates(FEW).same_region
    complete = 0
    for nodes in range(0, 400, 7):
        found = sudokulib.true_candidates(FEW, search="reference", nodes=nodes)
        assert found.same_region.keys() == whole.keys()
        assert all(same in (None, whole[pair]) for pair, same in found.same_region.items())
        if found.complete:
            complete += 1
            assert found.same_region == whole
    assert complete


def test_a_limit_for_the_pairs_leaves_all_candidates() -> None:
    whole = sudokulib.true_candidates(HARD)
    for nodes in range(2000):
        found = sudokulib.true_candidates(HARD, search="reference", nodes=nodes)
        if found == whole:
            break
    assert not found.complete
    known = [same for same in found.same_region.values() if same is not None]
    assert len(known) < 7 == len([one for one in whole.same_region.values() if one is not None])


def test_an_editor_goes_on_where_a_limit_ended_it() -> None:
    editor, calls = sudokulib.Editor(FEW, search="reference"), 0
    whole = sudokulib.true_candidates(FEW).same_region
    while not (found := editor.true_candidates(nodes=4)).complete:
        calls += 1
        assert calls < 60
        assert all(same in (None, whole[pair]) for pair, same in found.same_region.items())
    assert found.same_region == whole
    assert calls > 1


def test_an_editor_keeps_what_is_proved() -> None:
    editor = sudokulib.Editor(HARD, search="reference")
    whole = sudokulib.true_candidates(HARD).same_region
    assert editor.true_candidates().same_region == whole
    again = editor.true_candidates(nodes=0)
    assert (again.same_region, again.complete) == (whole, True)
    editor.set("region.R1C4", "2")
    assert set(editor.true_candidates(nodes=0).same_region.items()) >= {
        (pair, same) for pair, same in whole.items() if same is not None
    }
    after = editor.true_candidates().same_region
    assert after == among_all(editor.puzzle)
    assert [pair for pair, same in whole.items() if same is not None and after[pair] != same] == []
    editor.undo()
    again = editor.true_candidates(nodes=0)
    assert (again.same_region, again.complete) == (whole, True)


def test_a_token_stops_it() -> None:
    token = sudokulib.Token()
    token.cancel()
    with pytest.raises(Cancelled):
        sudokulib.true_candidates(FEW, token=token)


def test_pairs_that_clues_compare_are_told_too() -> None:
    puzzle = sudokulib.load(EXAMPLES / "equal-count" / "company.yaml")
    found = sudokulib.true_candidates(puzzle).same_region
    apart = [pair for pair in found if pair not in NEIGHBOURS]
    assert apart
    solution = sudokulib.solve(puzzle).solution
    assert solution is not None
    for (one, other), same in found.items():
        assert same is (solution[f"region.{one}"] == solution[f"region.{other}"])


def test_cells_may_be_divided_twice() -> None:
    shapes = "\n".join(DIVIDED.format(layer=layer) for layer in ("region", "other"))
    puzzle = sudokulib.read(PUZZLE.format(shapes=shapes))
    found = sudokulib.true_candidates(puzzle, seconds=20)
    assert len(found.same_region) == 48
    assert ("R1C1", "R1C2") in found.same_region
    assert ("other.R1C1", "other.R1C2") in found.same_region


@pytest.mark.parametrize("in_order", [True, False])
def test_numbers_that_clues_name_are_not_interchangeable(in_order: bool) -> None:
    said = f"{DIVIDED.format(layer='region')[:-1]}, in_order: {str(in_order).lower()}}}"
    model = compile_puzzle(sudokulib.read(PUZZLE.format(shapes=said)))
    assert len(interchangeable_labels(model)) == 16 * in_order
    assert len(region_pairs(model)) == 24


def test_there_are_none_where_regions_are_known() -> None:
    assert sudokulib.true_candidates("12..34..........").same_region == {}
    assert "border" not in repr(sudokulib.true_candidates("12..34.........."))
    assert "3 borders, 4 pairs in one region" in repr(sudokulib.true_candidates(FEW))
    row = sudokulib.true_candidates(FEW).row()
    assert (row["borders"], row["in_one_region"]) == (3, 4)
    assert sudokulib.true_candidates("12..34..........").row()["borders"] is None


def test_they_are_read_back_from_json() -> None:
    found = sudokulib.true_candidates(FEW)
    again = TrueCandidates.from_json(found.as_json())
    assert again.same_region == found.same_region
    data = found.as_dict()
    data["same_region"][0]["cells"] = ["R1C1"]
    with pytest.raises(sudokulib.SudokuError, match=r"same_region\[0\].cells is \['R1C1'\]"):
        TrueCandidates.from_dict(data)


def test_without_witnesses_of_all_candidates_nothing_is_searched() -> None:
    model = compile_puzzle(FEW)
    one = sudokulib.solve(FEW).solutions[0].indices
    stopped = Witnesses((tuple(one),), model.domains[:32], "nodes")
    found = prove_pairs(backend("auto"), model, Budget(), stopped)
    assert set(found.pairs.values()) == {None}
    assert found.stopped == "nodes"
