"""Proof files: exported, read back, checked, and refused once tampered with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from hypothesis import given, settings
from support import tiny_puzzles

import sudokulib
from sudokulib.errors import ProblemsError
from sudokulib.logic.step import Fillings, Rank, Step, Swap
from sudokulib.logic.words import Words
from sudokulib.solving.explaining.proof_files import (
    check_proof,
    fingerprint,
    load_proof,
    proof_text,
    read_proof,
)
from sudokulib.solving.explaining.step_reader import StepReader
from sudokulib.solving.pipeline import DEFAULT

EXAMPLES = Path(__file__).parents[1] / "examples"
SUPPER = sudokulib.load(EXAMPLES / "9x9" / "supper.yaml")


def made(puzzle: sudokulib.Puzzle, strategies: Sequence[str] = DEFAULT) -> Iterator[Step]:
    return (one.step for one in sudokulib.steps(puzzle, strategies=strategies))


@pytest.fixture(scope="module")
def supper() -> str:
    return proof_text(SUPPER, made(SUPPER))


def changed(text: str, change: Callable[[Any], object]) -> str:
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def first(data: Any, technique: str) -> tuple[int, Any]:
    """The number, from 1, and the data of the first step by a technique."""
    return next((n, s) for n, s in enumerate(data["steps"], 1) if s["technique"] == technique)


def test_a_solve_proves_its_solution_unique(supper: str) -> None:
    proof = read_proof(supper)
    assert proof.puzzle == SUPPER
    verdict = check_proof(proof)
    assert (verdict.claim, verdict.failed) == ("unique", 0)
    assert verdict.solution == sudokulib.solve(SUPPER).solution


@pytest.mark.parametrize(
    "path", ["cage/first-killer.yaml", "samurai/killer.yaml", "tredoku-hook-5/killer.yaml"]
)
def test_steps_come_back_as_they_were(path: str) -> None:
    puzzle = sudokulib.load(EXAMPLES / path)
    steps = tuple(made(puzzle))
    assert read_proof(proof_text(puzzle, steps)).steps == steps


@given(puzzle=tiny_puzzles())
@settings(max_examples=40, deadline=None)
def test_proofs_of_any_puzzle_come_back(puzzle: sudokulib.Puzzle) -> None:
    steps = tuple(made(puzzle))
    text = proof_text(puzzle, steps)
    proof = read_proof(text, puzzle=puzzle)
    assert proof.steps == steps
    assert check_proof(proof).failed in (0, len(steps))


def test_a_placement_that_does_not_follow_is_named(supper: str) -> None:
    def change(data: Any) -> None:
        place = data["steps"][4]["placements"][0]
        place["symbol"] = "1" if place["symbol"] != "1" else "2"

    verdict = check_proof(read_proof(changed(supper, change)))
    assert (verdict.claim, verdict.failed) == ("refused", 5)
    assert re.match(r"step 5 \(\S+: R\dC\d = [12]\) fails: ", verdict.message)
    assert "R" in verdict.message.partition("fails: ")[2]


def test_an_elimination_too_many_is_named(supper: str) -> None:
    data = json.loads(supper)
    number, step = first(data, "overlapping-shapes")
    step["eliminations"].append({"cell": "R1C1", "symbol": "1"})
    verdict = check_proof(read_proof(json.dumps(data)))
    assert (verdict.claim, verdict.failed) == ("refused", number)


def test_a_step_left_out_is_missed() -> None:
    four = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    steps = list(made(four, ["naked-single"]))
    verdict = check_proof(read_proof(proof_text(four, steps[1:])))
    assert verdict.claim != "unique"
    shortcut = check_proof(read_proof(proof_text(four, steps[-1:])))
    assert (shortcut.claim, shortcut.failed) == ("refused", 1)


def test_steps_that_stop_early_prove_only_themselves(supper: str) -> None:
    verdict = check_proof(read_proof(changed(supper, lambda data: data["steps"].pop())))
    assert (verdict.claim, verdict.failed) == ("deductions", 0)
    assert "1 cell is not placed" in verdict.message


def test_a_proof_of_another_puzzle_is_refused(supper: str) -> None:
    def change(data: Any) -> None:
        cell = next(iter(data["puzzle"]["givens"]))
        del data["puzzle"]["givens"][cell]

    with pytest.raises(ProblemsError, match="another puzzle"):
        read_proof(changed(supper, change))
    with pytest.raises(ProblemsError, match="another puzzle"):
        read_proof(supper, puzzle=sudokulib.geometry("9x9").puzzle())


def test_a_geometry_that_no_file_can_say_alone_must_be_brought() -> None:
    puzzle = sudokulib.load(EXAMPLES / "toroidal-jigsaw" / "knights.yaml")
    unsaid = replace(puzzle, geometry=replace(puzzle.geometry, file=""))
    text = proof_text(unsaid, list(made(unsaid))[:1])
    assert json.loads(text)["puzzle"] is None
    with pytest.raises(ProblemsError, match="does not contain its puzzle"):
        read_proof(text)
    assert check_proof(read_proof(text, puzzle=unsaid)).claim == "deductions"


def example_puzzles() -> list[str]:
    """The paths of all examples that are puzzles."""
    files = (path.relative_to(EXAMPLES) for path in EXAMPLES.rglob("*.y*ml"))
    other = ("recipes/", "plans.yml", "moebius/strip.yaml", "plugin/", "batch/")
    return sorted(str(file) for file in files if not str(file).startswith(other))


PROVED = ("toroidal-jigsaw/knights.yaml", "layouts/crate.yaml", "layouts/staircase.yaml")
"""Geometries in place with seams or faces, which their cells and shapes alone do not say."""


def check_own_proof(path: str) -> None:
    puzzle = sudokulib.load(EXAMPLES / path)
    text = proof_text(puzzle, made(puzzle))
    verdict = check_proof(read_proof(text))
    assert verdict.claim in ("unique", "deductions"), verdict.message
    if verdict.solution is not None and puzzle.answer:
        assert verdict.solution.indices == puzzle.answer


@pytest.mark.parametrize("path", [*PROVED, "cage/two-doors.yaml", "lunchbox/elevenses.yaml"])
def test_proofs_of_examples_hold_their_puzzle(path: str) -> None:
    check_own_proof(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", example_puzzles())
def test_proofs_of_all_examples_hold_their_puzzle(path: str) -> None:
    check_own_proof(path)


def rectangle() -> tuple[sudokulib.Puzzle, Step]:
    """A puzzle and a step that assumes uniqueness: three cells of a rectangle hold 1 or 2 only."""
    allowed = {"R1C1": "12", "R1C3": "12", "R2C1": "12", "R2C3": "123"}
    puzzle = sudokulib.geometry("4x4").puzzle()
    from sudokulib.puzzles.puzzle import make_puzzle

    puzzle = make_puzzle(puzzle.geometry, shapes=(), allowed=allowed)
    pairs = tuple((cell, (0, 1)) for cell in (0, 2, 4, 6))
    swap = Swap(pairs, ((6, 2),))
    return puzzle, Step("rectangle", ((6, 2),), arguments=(Rank((swap,)),))


def test_uniqueness_is_not_assumed_in_a_proof_of_it() -> None:
    puzzle, step = rectangle()
    proof = read_proof(proof_text(puzzle, [step]))
    verdict = check_proof(proof)
    assert (verdict.claim, verdict.failed) == ("refused", 1)
    assert "only one solution" in verdict.message
    assert check_proof(proof, allow_uniqueness=True).claim == "deductions"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda d: d.update(kind="cake recipe"), "kind"),
        (lambda d: d.update(format=2), "format"),
        (lambda d: d.update(stepz=[]), "stepz: a proof has no such key"),
        (lambda d: d.update(steps={}), "steps"),
        (lambda d: d.update(puzzle=7), "puzzle"),
        (lambda d: d["steps"][0].pop("arguments"), r"steps\[0\]"),
        (lambda d: d["steps"][1].update(technique=3), r"steps\[1\].technique"),
        (lambda d: d["steps"][1]["placements"][0].update(cell="R10C1"), r"placements\[0\].cell"),
        (lambda d: d["steps"][1]["placements"][0].update(symbol="x"), r"placements\[0\].symbol"),
        (lambda d: d["steps"][1]["placements"][0].update(cell="#-1"), r"placements\[0\].cell"),
        (lambda d: d["steps"][1]["arguments"][0].update(type="faith"), r"arguments\[0\].type"),
        (lambda d: d["steps"][1]["arguments"][0].update(divisor=True), r"arguments\[0\].divisor"),
        (
            lambda d: d["steps"][0]["arguments"][0]["truths"][0].update(shape={"number": 10**6}),
            "shape.number",
        ),
    ],
)
def test_what_is_no_proof_is_refused_with_its_place(
    supper: str, change: Callable[[Any], object], place: str
) -> None:
    with pytest.raises(ProblemsError, match=place):
        read_proof(changed(supper, change))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"format": NaN}', '{"a": 1, "a": 2}', "[" * 100_000, "1" * 10_000, "null"],
)
def test_hostile_text_is_a_clear_error(text: str) -> None:
    with pytest.raises(ProblemsError):
        read_proof(text)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("9" * 400, "a number has at most 18 digits, not 400 (got '9999999"),
        ("-" + "9" * 20, "a number has at most 18 digits"),
        ("1e999", "the number is too large (got '1e999')"),
        ("-1e999", "the number is too large (got '-1e999')"),
        ("NaN", "JSON has no such number (got 'NaN')"),
        ("-Infinity", "JSON has no such number (got '-Infinity')"),
        ("-1", "steps[0].rating: a rating is null or a number from 0 to 1,000,000 (got '-1')"),
        ("1e30", "steps[0].rating: a rating is null or a number from 0 to 1,000,000"),
        ("true", "steps[0].rating: a rating is null or a number"),
        ('"1e999"', "steps[0].rating: a rating is null or a number"),
    ],
)
def test_ratings_that_are_none_are_quoted(supper: str, number: str, said: str) -> None:
    text = re.sub(r'"rating": [\w.]+', f'"rating": {number}', supper, count=1)
    with pytest.raises(ProblemsError) as error:
        read_proof(text)
    assert said in str(error.value)
    line = text[: text.index(number)].count("\n") + 1
    assert "steps[0]" in said or f"<text>:{line}:" in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("number", ["1.0", "true", "1e0", '"1"', "[1]", "null"])
def test_a_format_is_a_whole_number(supper: str, number: str) -> None:
    with pytest.raises(ProblemsError, match="format: this version reads format 1"):
        read_proof(supper.replace('"format": 1', f'"format": {number}', 1))


def test_steps_from_data_that_is_no_json_are_read_or_refused(supper: str) -> None:
    step = json.loads(supper)["steps"][0]
    reader = StepReader(Words(SUPPER))
    for rating in (10**5000, float("nan"), float("inf"), -(10**400)):
        with pytest.raises(ProblemsError, match="a rating is null or a number"):
            reader.step({**step, "rating": rating}, "step")
    step["arguments"][0]["divisor"] = 10**5000
    with pytest.raises(ProblemsError, match="at most 18 digits"):
        reader.step(step, "step")


def test_arguments_may_not_be_nested_without_end(supper: str) -> None:
    data = json.loads(supper)
    inner = data["steps"][0]["arguments"][0]
    for _ in range(60):
        inner = {"type": "rank", "truths": [], "links": [inner], "divisor": 1}
    data["steps"][0]["arguments"] = [inner]
    with pytest.raises(ProblemsError, match="deep"):
        read_proof(json.dumps(data))


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProblemsError, match="UTF-8"):
        load_proof(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without end")
def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(ProblemsError, match="more than 100 million bytes"):
        load_proof("/dev/zero")


def test_the_fingerprint_knows_every_given() -> None:
    four = sudokulib.geometry("4x4")
    prints = {fingerprint(four.puzzle({"R1C1": s})) for s in "1234"} | {fingerprint(four.puzzle())}
    assert len(prints) == 5
    assert fingerprint(four.puzzle({"R1C1": "1"})) in prints


@pytest.mark.parametrize(
    "path",
    [
        "tredoku-hook-5/killer.yaml",
        pytest.param("miracle.yaml", marks=pytest.mark.slow),
        pytest.param("cage/sticking-out.yaml", marks=pytest.mark.slow),
        pytest.param("samurai/crossroads.yaml", marks=pytest.mark.slow),
        pytest.param("circular-4/target.yaml", marks=pytest.mark.slow),
    ],
)
def test_what_is_explained_to_the_end_is_proved(path: str) -> None:
    puzzle = sudokulib.load(EXAMPLES / path)
    steps = [one.step for one in sudokulib.explain(puzzle)]
    verdict = check_proof(read_proof(proof_text(puzzle, steps), puzzle=puzzle))
    assert verdict.claim == "unique"
    assert verdict.solution is not None
    assert verdict.solution.indices == puzzle.answer


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of everything within some data."""
    yield path
    keys: Iterable[str | int] = ()
    if isinstance(data, dict):
        keys = data
    elif isinstance(data, list):
        keys = range(len(data))
    for key in keys:
        yield from places(data[key], (*path, key))


def parent(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def test_no_edit_of_a_proof_breaks_the_checker_or_proves_anything_else() -> None:
    puzzle = sudokulib.load(EXAMPLES / "cage" / "two-doors.yaml")
    text = proof_text(puzzle, [one.step for one in sudokulib.explain(puzzle)])
    paths = [path for path in places(json.loads(text)["steps"]) if len(path) > 1]
    chance, refused = Random(5), 0
    for _ in range(60):
        data = json.loads(text)
        path = chance.choice(paths)
        odd = chance.choice([None, True, -1, 10**30, "", "R1C1", "3", [], {}, "#40", 1.5, [[]]])
        parent(data["steps"], path)[path[-1]] = odd
        try:
            verdict = check_proof(read_proof(json.dumps(data)))
        except ProblemsError:
            refused += 1
            continue
        assert verdict.claim != "unique" or verdict.solution is not None
        assert verdict.solution is None or verdict.solution.indices == puzzle.answer
    assert refused > 20


NESTED = "[" * 300 + "]" * 300
HOSTILE = (
    "null", "true", "-1", "0", "1.5", "1e999", "-1e999", "1e-999", "NaN", "Infinity", "9" * 400,
    "-" + "9" * 400, "9" * 18, '""', '"R1C1"', "[]", "{}", '"\\ud800"', '"\\u0000"', NESTED,
    '{"a":' * 300 + "1" + "}" * 300, '"' + "x" * 100_000 + '"', '"@"', '"!!python/name:os.system"',
)  # fmt: skip
"""JSON values that a forged proof may have in the place of any value."""


@pytest.mark.parametrize("seed", range(2))
def test_no_value_anywhere_in_a_proof_breaks_the_checker(seed: int) -> None:
    puzzle = sudokulib.load(EXAMPLES / "cage" / "two-doors.yaml")
    text = proof_text(puzzle, [one.step for one in sudokulib.explain(puzzle)])
    paths = [path for path in places(json.loads(text)) if path]
    heads = [path for path in paths if path[0] != "steps"]
    numbers = [path for path in paths if path[-1] in ("rating", "divisor", "most", "weight")]
    chance, until, refused = Random(seed), monotonic() + 2, 0
    for _ in range(60):
        data = json.loads(text)
        path = chance.choice(chance.choice((paths, heads, numbers)))
        parent(data, path)[path[-1]] = "the place"
        odd = json.dumps(data).replace('"the place"', chance.choice(HOSTILE))
        try:
            verdict = check_proof(read_proof(odd))
        except ProblemsError:
            refused += 1
        else:
            assert verdict.solution is None or verdict.solution.indices == puzzle.answer
        if monotonic() > until:
            break
    assert refused


def test_what_a_step_about_an_edge_does_not_show_is_said_in_words() -> None:
    puzzle = sudokulib.load(EXAMPLES / "masyu" / "necklace.yaml")
    steps = [one.step for one in sudokulib.steps(puzzle)]
    number = next(n for n, step in enumerate(steps) if step.technique == "even-crossings")
    steps[number] = replace(steps[number], arguments=(Fillings(0, (0,)),))
    verdict = check_proof(read_proof(proof_text(puzzle, steps)))
    assert verdict.failed == number + 1
    assert verdict.message.endswith("no argument shows that edge R1C3–R1C4 is not on the loop")
