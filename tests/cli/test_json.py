"""docs/json.md says exactly what the answers in JSON hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command import invoke

import sudokulib
from sudokulib.cli.app import COMMANDS
from sudokulib.explaining.proof_files import proof_text

DOCS = Path(__file__).parents[2] / "docs" / "json.md"
ROW = re.compile(r"\| `(\w+)` \| (.+?) \| .+ \|")
PLAIN: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "integer": (int,),
    "number": (int, float),
    "true or false": (bool,),
    "anything": (object,),
}

GEOMETRY = """\
symbols: 12
build: [{make: grid, size: 2x2}]
expect: {cells: 4, shapes: 4, solutions: {count: 2, known: computed}}
"""
PUZZLE = "geometry: 4x4\ngivens: 1... ..2. .3.. ...4\n"


HARD = """\
geometry: 4x4
shapes:
  - {kind: cage, sum: 5, cells: R1C1 R1C2}
  - {kind: thermometer, lines: [R2C1 R2C2 R2C3]}
"""


@cache
def tables() -> dict[str, dict[str, str]]:
    """For each heading of the page the documented type of each key."""
    found: dict[str, dict[str, str]] = {}
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"#+ (.+)", line):
            name = heading[1]
        elif row := ROW.fullmatch(line):
            found.setdefault(name, {})[row[1]] = row[2]
    return found


def errors(value: Any, wanted: str, where: str) -> Iterator[str]:
    """Where a value differs from its documented type."""
    if wanted.endswith(" by name"):
        if not isinstance(value, dict):
            yield f"{where} is no mapping"
            return
        for name, item in value.items():
            yield from errors(item, wanted.removesuffix(" by name"), f"{where}.{name}")
    elif wanted.endswith(" or null"):
        if value is not None:
            yield from errors(value, wanted.removesuffix(" or null"), where)
    elif wanted.startswith("list of "):
        if not isinstance(value, list):
            yield f"{where} is no list"
            return
        for number, item in enumerate(value):
            yield from errors(item, wanted.removeprefix("list of "), f"{where}[{number}]")
    elif " or `" in wanted:
        part = f"`{value['type']}`"
        assert part in wanted.split(" or "), f"{where} is a {part}"
        yield from errors(value, part, where)
    elif wanted.startswith("`"):
        yield from keys(value, tables()[wanted.strip("`")], where)
    elif not isinstance(value, PLAIN[wanted]) or (wanted == "integer" and value is True):
        yield f"{where} is {value!r}, not {wanted}"


def keys(value: dict[str, Any], documented: dict[str, str], where: str) -> Iterator[str]:
    if list(value) != list(documented):
        yield f"{where} has {list(value)}, documented are {list(documented)}"
        return
    for key, wanted in documented.items():
        yield from errors(value[key], wanted, f"{where}.{key}")


def answer(*arguments: str) -> dict[str, Any]:
    result = invoke([*arguments, "--json"])
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("heading", "arguments"),
    [
        ("solve", ("solve", "4x4", "1... ..2. .3.. ...4")),
        ("solve", ("solve", "4x4", "1" + 15 * ".")),
        ("solve", ("solve", "4x4", "11" + 14 * ".")),
        ("solve", ("solve", "4x4", 16 * ".", "--no-logic", "--nodes", "0")),
        ("solve", ("solve", "puzzle.yaml")),
        ("solve with --batch", ("solve", "4x4", "--batch", "lines.txt", "--out", "out.txt")),
        ("explain", ("explain", "4x4", "1... ..2. .3.. ...4")),
        ("explain", ("explain", "4x4", 16 * ".")),
        ("explain", ("explain", "hard.yaml", "--assume-unique", "--until", "2")),
        ("hint", ("hint", "4x4", "1... ..2. .3.. ...4", "--depth", "4")),
        ("hint", ("hint", "puzzle.yaml", "--list")),
        ("hint", ("hint", "puzzle.yaml", "--state", "1... ..2. .3.. 3..4")),
        ("check-proof", ("check-proof", "proof.json")),
        ("check-proof", ("check-proof", "short.json", "puzzle.yaml")),
        ("rate", ("rate", "4x4", "1... ..2. .3.. ...4")),
        ("rate", ("rate", "4x4", "1" + 15 * ".", "--details")),
        ("rate", ("rate", "puzzle.yaml", "--details", "--profile", "classic")),
        ("lint", ("lint", "puzzle.yaml")),
        ("lint", ("lint", "4x4", "1... ..2. .... ...4")),
        ("lint", ("lint", "4x4", "1... ..2. .3.. 3..4")),
        ("rate with --batch", ("rate", "4x4", "--batch", "lines.txt", "--out", "out.csv")),
        ("fill", ("fill", "4x4", "1" + "." * 15)),
        ("fill", ("fill", "9x9", "--nodes", "0")),
        ("generate", ("generate", "4x4", "-n", "2", "--symmetry", "half-turn")),
        ("generate", ("generate", "9x9", "--patience", "0")),
        ("generate", ("generate", "4x4", "--difficulty", "5..", "--tries", "2")),
        ("generate", ("generate", "4x4", "-n", "2", "--out", "set.jsonl", "--jobs", "1")),
        ("layout", ("layout", "3x3", "--wrap", "both")),
        ("tredoku", ("tredoku", "3", "--out", "three.yaml")),
        ("tredoku with --list", ("tredoku", "5", "--list", "-n", "2")),
        ("count", ("count", "4x4")),
        ("count", ("count", "4x4", "1" + 15 * ".", "--limit", "2")),
        ("count", ("count", "9x9", "--nodes", "1", "--how", "computed")),
        ("count", ("count", "4x4", "--estimate", "--samples", "5", "--seed", "3")),
        ("show", ("show", "mine.yaml")),
        ("show", ("show", "twin")),
        ("show", ("show", "puzzle.yaml")),
        ("check", ("check", "puzzle.yaml", "mine.yaml", "bad.yaml", "none.yaml")),
        ("geometries", ("geometries",)),
        ("geometries", ("geometries", "tri-doku")),
        ("kinds", ("kinds",)),
        ("formats", ("formats",)),
        ("convert", ("convert", "puzzle.yaml", "--to", "line")),
        ("convert", ("convert", "puzzle.yaml", "out.sdk", "--to", "sdk")),
        ("schema", ("schema", "puzzle")),
        ("schema", ("schema", "--out", "schemas")),
        ("info", ("info",)),
        ("Bad input", ("solve", "none.yaml")),
        ("Bad input", ("solve", "bad.yaml")),
        ("Bad input", ("solve", "4x4", "12")),
        ("Bad input", ("count", "nothing-of-the-kind")),
        ("Bad input", ("show", "bad.yaml")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_answers_are_as_documented(
    heading: str, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUDOKULIB_PATH", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    if heading == "geometries":
        Path("own/broken.yaml").write_text("shapes: 3\n", encoding="utf-8")
    Path("mine.yaml").write_text(GEOMETRY, encoding="utf-8")
    Path("puzzle.yaml").write_text(PUZZLE, encoding="utf-8")
    Path("hard.yaml").write_text(HARD, encoding="utf-8")
    four = sudokulib.load("puzzle.yaml")
    made = [one.step for one in sudokulib.steps(four)]
    Path("proof.json").write_text(proof_text(four, made), encoding="utf-8")
    Path("short.json").write_text(proof_text(four, made[1:]), encoding="utf-8")
    Path("lines.txt").write_text("1...\n" + 16 * ".", encoding="utf-8")
    Path("bad.yaml").write_text("geometry: 4x4\ngivens: 12\nfoo: 1\n", encoding="utf-8")
    found = answer(*arguments)
    assert list(errors(found, f"`{heading}`", heading)) == []
    assert (found["format"], found["command"]) == (1, arguments[0])


@pytest.mark.parametrize("line", ["x", 16 * ".", '{"id": 5, "givens": "1.....2..3.....4"}'])
def test_results_of_a_batch_are_as_documented(line: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(line, encoding="utf-8")
    found = answer("solve", "4x4", "--batch", str(path))
    assert list(errors(found, "`result`", "result")) == []


def test_a_proof_file_is_as_documented() -> None:
    killer = sudokulib.load(DOCS.parents[1] / "examples" / "cage" / "first-killer.yaml")
    found = json.loads(proof_text(killer, sudokulib.solve(killer).steps))
    assert list(errors(found, "`proof`", "proof")) == []


@pytest.mark.parametrize("line", ["x", 16 * ".", '{"id": 5, "givens": "1.....2..3.....4"}'])
def test_ratings_of_a_batch_are_as_documented(line: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(line, encoding="utf-8")
    found = answer("rate", "4x4", "--batch", str(path))
    assert list(errors(found, "`rated`", "rated")) == []


def test_every_documented_part_is_used() -> None:
    found = tables()
    used = {
        part for table in found.values() for part in re.findall("`(.+?)`", " ".join(table.values()))
    }
    apart = {"Bad input", "solve with --batch", "result", "proof", "rate with --batch", "rated"}
    apart.add("tredoku with --list")
    apart |= {"Geometry", "Solution", "Explanation", "TrueCandidates", "SupportCounts"}
    apart |= {"Canonical", "Symmetry"}
    assert set(found) == COMMANDS.keys() | used | apart
