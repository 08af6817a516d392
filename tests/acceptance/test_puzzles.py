"""Every record of the corpus that all-different shapes and candidate masks can express.

Each is played on a geometry written as a file for it, and where we ship one, on that too.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from acceptance import corpus
from support import from_text, one_in

from sudokulib import count, geometry, solve, solve_many
from sudokulib.model import bits
from sudokulib.model.of_geometry import peer_masks
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.symmetry import ColouredGraph, isomorphisms
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.result import Result

pytestmark = pytest.mark.skipif(not corpus.records(), reason="the corpus is not here")

EXPRESSIBLE = corpus.expressible()
SHIPPED = [record for record in EXPRESSIBLE if corpus.shipped(record)]
STATUS = {"unique": "unique", "MULTIPLE (2+)": "multiple", "no solution": "none"}


def each(records: list[corpus.Record]) -> Any:
    return pytest.mark.parametrize("record", one_in(2, records), ids=lambda record: record["id"])


def check(result: Result, record: corpus.Record) -> None:
    assert result.status == STATUS[record["verified"]]
    assert [solution.violations() for solution in result.solutions] == [()] * len(result.solutions)
    assert len({solution.indices for solution in result.solutions}) == len(result.solutions)
    assert len(result.solutions) == {"unique": 1, "multiple": 2, "none": 0}[result.status]


@each(EXPRESSIBLE)
def test_the_record_is_solved_on_a_geometry_written_for_it(record: corpus.Record) -> None:
    puzzle = own_puzzle(record)
    result = solve(puzzle)
    check(result, record)
    if record["verified"] == "unique":
        assert str(result.solution) == corpus.solution(record)
        assert len(result.order) == len(puzzle.geometry)


def own_puzzle(record: corpus.Record) -> Puzzle:
    written = corpus.yaml_text(corpus.geometry_file(record))
    return from_text(written).puzzle(corpus.givens(record))


@each(SHIPPED)
def test_the_shipped_geometry_gives_the_same(record: corpus.Record) -> None:
    own, shipped = own_puzzle(record), shipped_puzzle(record)
    assert structure(shipped) == structure(own)
    result = solve(shipped)
    check(result, record)
    if record["verified"] == "unique":
        solution = own.geometry.puzzle(corpus.solution(record))
        assert result.solution is not None
        assert dict(zip(places(shipped.geometry), result.solution.indices, strict=True)) == {
            own.geometry.cells[cell].at: value for cell, value in solution.given_values
        }


def shipped_puzzle(record: corpus.Record) -> Puzzle:
    """The record's puzzle on the shipped geometry, whose symbols may be others."""
    own, played_on = own_puzzle(record), geometry(corpus.shipped(record))
    names = {cell.at: cell.name for cell in played_on.cells}
    symbols = played_on.alphabet.symbols
    givens = {
        names[own.geometry.cells[cell].at]: symbols[value] for cell, value in own.given_values
    }
    allowed = {
        names[cell.at]: " ".join(symbols[value] for value in bits(mask))
        for cell, mask in zip(own.geometry.cells, own.geometry.domains, strict=True)
        if mask != own.geometry.alphabet.full
    }
    return played_on.puzzle(givens, allowed=allowed)


def places(geometry: Geometry) -> list[tuple[int, int]]:
    return [cell.at for cell in geometry.cells]


def structure(puzzle: Puzzle) -> object:
    """Candidates and no-repeat sets by place in the picture, whatever the cells are called."""
    at = places(puzzle.geometry)
    shapes = {frozenset(at[c] for c in shape.cells) for shape in puzzle.all_shapes}
    return dict(zip(at, puzzle.masks, strict=True)), shapes


def test_a_classic_with_two_solutions_has_two() -> None:
    (record,) = [r for r in EXPRESSIBLE if "exactly 2 solutions" in r["variant"]]
    assert count(own_puzzle(record)).value == 2


@pytest.mark.parametrize(
    ("name", "cube"), [("cube-corner", "gsg-cube-half"), ("cube-full", "gsg-cube-full")]
)
def test_the_shipped_cubes_are_those_of_the_corpus(name: str, cube: str) -> None:
    (record,) = [r for r in EXPRESSIBLE if r["id"] == cube]
    own, shipped = own_puzzle(record), geometry(name)
    moved = moving(own.geometry, shipped)
    symbols = shipped.alphabet.symbols
    givens = {shipped.cells[moved[cell]].name: symbols[value] for cell, value in own.given_values}
    result = solve(shipped.puzzle(givens))
    check(result, record)
    assert result.solution is not None
    expected = own.geometry.puzzle(corpus.solution(record)).given_values
    assert {moved[cell]: value for cell, value in expected} == dict(
        enumerate(result.solution.indices)
    )


def moving(one: Geometry, other: Geometry) -> tuple[int, ...]:
    """For each cell of a geometry the one that it is in another that is the same but for names."""
    graphs = [ColouredGraph.of_masks(peer_masks(made)) for made in (one, other)]
    shapes = {shape.cells for shape in other.shapes}
    return next(
        moved
        for moved in isomorphisms(*graphs)
        if {tuple(sorted(moved[c] for c in shape.cells)) for shape in one.shapes} == shapes
    )


def test_the_shipped_volume_is_that_of_the_corpus() -> None:
    (record,) = [r for r in EXPRESSIBLE if "3d-lines+subcubes" in r["rules"]]
    own, played_on = own_puzzle(record), geometry("cube-8x8x8")
    shipped = played_on.puzzle(own.line())
    assert {s.cells for s in shipped.all_shapes} == {s.cells for s in own.all_shapes}
    result = solve(shipped)
    assert result.solution is not None
    assert result.solution.line() == corpus.solution(record).replace("\n", "")


def test_how_many_records_need_no_other_kind_of_shape() -> None:
    left_out = [corpus.obstacles(record) for record in corpus.records()]
    reasons = Counter(" + ".join(sorted(found)) for found in left_out if found)
    assert reasons == {
        "fpuzzles + see fpuzzles": 27,
        "cages": 18,
        "nonconsecutive": 3,
        "thermometers": 3,
        "black_dots + negative-kropki + white_dots": 1,
        "consecutive_bars + negative-bars": 1,
        "less_than": 1,
    }
    assert len(EXPRESSIBLE) == 114


SAMPLES = {
    "classic/17clue.txt": "9x9",
    "classic/top1465.txt": "9x9",
    "classic/top95.txt": "9x9",
    "classic/hardest1106.txt": "9x9",
    "generated/classic_minimal.txt": "9x9",
    "generated/x_minimal.txt": "x",
    "generated/windoku_minimal.txt": "windoku",
    "generated/antiknight_minimal.txt": "antiknight",
    "generated/jigsaw_minimal.txt": "jigsaw",
    "generated/16x16.txt": "16x16",
    "generated/25x25.txt": "25x25",
    "generated/samurai.txt": "samurai",
}


BY_STRATEGIES_TOO = {"generated/25x25.txt"}
"""Search alone would take minutes for some of these."""


@pytest.mark.parametrize("file", SAMPLES)
def test_two_hundred_lines_of_a_file_have_one_solution_each(file: str) -> None:
    played_on = sample_geometry(SAMPLES[file])
    lines = (corpus.DATA / file).read_text(encoding="ascii").splitlines()[:200]
    symbols = played_on.alphabet.symbols
    if " " in lines[0] and played_on.alphabet.compact:
        lines = ["".join(symbols[int(n) - 1] if n != "0" else "." for n in line.split())
                 for line in lines]  # fmt: skip
    if file in BY_STRATEGIES_TOO:
        results = [solve(played_on.puzzle(line)) for line in lines]
    else:
        results = list(solve_many(lines, played_on))
    assert [result.status for result in results] == ["unique"] * len(lines)
    for line, result in zip(lines, results, strict=True):
        assert result.puzzle == played_on.puzzle(line)
        assert result.solution is not None
        assert result.solution.violations() == ()


def sample_geometry(name: str) -> Geometry:
    if name == "antiknight":
        record = {"givens": ["." * 9] * 9, "box": [3, 3], "rules": ["anti-knight"]}
    elif name == "jigsaw":
        text = (corpus.DATA / "generated/jigsaw_regions.txt").read_text(encoding="ascii")
        record = {"givens": ["." * 9] * 9, "regions": text.splitlines(), "rules": []}
    else:
        return geometry(name)
    return from_text(corpus.yaml_text(corpus.geometry_file(record)))
