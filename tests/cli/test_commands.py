"""Every command as text: what it says, where, and its exit code."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from command import invoke

import sudokulib
from sudokulib import __version__, shapes
from sudokulib.cli.app import COMMANDS, load_command

EASY = "1... ..2. .3.. ...4"
EMPTY = 16 * "."


def run(*arguments: str, given: str | bytes | None = None) -> Any:
    return invoke(arguments, input=given)


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


# solve


def test_solve_draws_the_solution_and_makes_no_steps() -> None:
    result = run("solve", "4x4", EASY)
    assert result.exit_code == 0
    assert "4x4: 16 cells, 12 shapes, 4 symbols: 1234" in result.output
    assert "naked single" not in result.output
    assert "┃ 1 │ 2 ┃ 4 │ 3 ┃" in result.output
    assert re.search(r"^unique: the only solution, in", result.output, re.MULTILINE)


def test_solve_reads_a_puzzle_file() -> None:
    file = write("mine.yaml", f"geometry: 4x4\ntitle: Mine\ngivens: {EASY}\n")
    result = run("solve", file)
    assert (result.exit_code, result.output.splitlines()[0]) == (0, "Mine")


@pytest.mark.parametrize("given", [EASY, "1...\n..2.\n.3..\n...4\n", EASY.encode("utf-8-sig")])
def test_solve_reads_givens_from_standard_input(given: str | bytes) -> None:
    result = run("solve", "4x4", "-", given=given)
    assert result.exit_code == 0
    assert "4 givens" in result.output


def test_what_a_file_says_cannot_command_the_terminal() -> None:
    file = write(
        "mine.yaml", f'geometry: 4x4\ntitle: "a\\e[2Jb"\ngivens: {EASY}\nauthor: "\\u202Ex"\n'
    )
    output = run("show", file).output
    assert output.startswith("a\ufffd[2Jb\n")
    assert not {"\x1b", "\u202e"} & set(output)


def test_solve_lists_steps_in_words() -> None:
    output = run("solve", "4x4", EASY, "--steps").output
    lines = output.splitlines()
    assert re.search(r"^ +12  naked single$", output, re.MULTILINE)
    assert re.search(r"^unique: the only solution, by logic alone, in", output, re.MULTILINE)
    assert " 1. naked single: R1C4 can only be 3, so R1C4 = 3" in lines
    assert sum(bool(re.match(r" ?\d+\. ", line)) for line in lines) == 12


def test_solve_without_logic_searches() -> None:
    result = run("solve", "4x4", EMPTY[1:] + "1", "--no-logic")
    assert "nodes of the search" in result.output
    assert "naked" not in result.output


def test_solve_plain_has_no_borders() -> None:
    result = run("solve", "4x4", EASY, "--plain")
    assert "1243\n3421\n4312\n2134\n" in result.output


def test_several_solutions_are_both_drawn_with_their_difference() -> None:
    result = run("solve", "4x4", "1234 3412 2... 4...", "--plain")
    assert result.exit_code == 3
    body = result.output.partition("one of them:\n")[2]
    one, two = body.split()[:4], body.partition("and\n")[2].split()[:4]
    cells = {
        f"R{r + 1}C{c + 1} {one[r][c]}/{two[r][c]}"
        for r in range(4)
        for c in range(4)
        if one[r][c] != two[r][c]
    }
    listed = re.search(r"they differ in (\d+) cells: (.+)", result.output)
    assert listed is not None
    assert set(listed[2].split(", ")) == cells
    assert int(listed[1]) == len(cells) > 0
    assert "\nmultiple: two solutions or more" in result.output


def test_no_solution_says_what_clashes() -> None:
    result = run("solve", "4x4", "11" + EMPTY[2:])
    assert result.exit_code == 1
    assert "none: no solution: R1C1 and R1C2 are both 1, in row 1" in result.output


@pytest.mark.parametrize("limit", [("--nodes", "0"), ("--seconds", "0")])
def test_a_limit_that_is_reached_leaves_it_unknown(limit: tuple[str, str]) -> None:
    result = run("solve", "4x4", EMPTY, "--no-logic", *limit)
    assert result.exit_code == 4
    assert f"unknown: no solution so far; stopped by {limit[0]}" in result.output


# count


@pytest.mark.parametrize(
    ("arguments", "number", "known"),
    [
        (("4x4",), "288 filled grids", "computed"),
        (("4x4", EASY), "1 solution", "computed"),
        (("4x4", "12.. .... .... ...."), "24 solutions", "computed"),
        (("4x4", "--limit", "10"), "at least 10 filled grids", "computed"),
        (("twin", "--how", "derived"), "122,632,707,420,438,791,260,098,906,019,929,784,320", "9!"),
        (
            ("9x9",),
            "6,670,903,752,021,072,936,960 filled grids (22 digits, about 6.67e21)",
            "A107739",
        ),
    ],
)
def test_count_says_how_many_and_how_it_is_known(
    arguments: tuple[str, ...], number: str, known: str
) -> None:
    result = run("count", *arguments)
    assert result.exit_code == 0
    line, source = result.output.splitlines()[1:3]
    assert line.startswith(number)
    assert known in source
    assert re.search(r" \(\d+\.\d\d s\)$", source)
    assert result.stderr == ""


def test_count_of_none_is_fine() -> None:
    result = run("count", "4x4", "11" + EMPTY[2:])
    assert (result.exit_code, result.output.splitlines()[1]) == (0, "0 solutions")


def test_count_out_of_budget_is_unknown() -> None:
    result = run("count", "9x9", "--how", "computed", "--nodes", "5")
    assert result.exit_code == 4
    assert "unknown: stopped by --nodes" in result.output


# show


def test_show_draws_and_tells_the_facts() -> None:
    result = run("show", "tredoku-hook-5")
    assert result.exit_code == 0
    assert "┏━A━┯━━━┯━━━┓" in result.output
    facts = dict(re.findall(r"^(\w[\w ]*?)  +(.+)$", result.output, re.MULTILINE))
    assert facts["cells"] == "45"
    assert facts["shapes"].startswith("11: 5 region, 6 ")
    assert facts["houses"] == "11"
    assert facts["neighbours"] == "72 pairs of cells share a side, 12 of them across seams"
    assert facts["filled grids"].startswith("2,477,160,187,538,964,480 (derived")
    assert facts["glued"] == "A bottom - B top"


def test_show_puzzle_has_its_givens() -> None:
    file = write("mine.yaml", f"geometry: 4x4\ngivens: {EASY}\nauthor: Ann\n")
    output = run("show", file).output
    assert re.search(r"^givens +4$", output, re.MULTILINE)
    assert re.search(r"^author +Ann$", output, re.MULTILINE)
    assert "┃ 1 │   ┃   │   ┃" in output


def test_show_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("show", "samurai").output.partition("geometry")[0].splitlines()
    assert max(map(len, lines)) == 57


# check


def test_check_passes_good_files() -> None:
    files = [
        write("puzzle.yaml", f"geometry: 4x4\ngivens: {EASY}\nsolution: 1243 3421 4312 2134\n"),
        write("geometry.yaml", "build: [{make: grid, size: 2x2}]\nexpect: {cells: 4, shapes: 4}\n"),
    ]
    result = run("check", *files, "samurai")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.partition(",")[0] for line in result.output.splitlines()] == [
        "puzzle.yaml: fine",
        "geometry.yaml: fine",
        "samurai: fine",
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("geometry: 4x4\ngivens: 12\nfoo: 1\n", ["3:1"]),
        ("geometry: nowhere\ngivens: 12\n", ["1:11"]),
        (
            "build: [{make: grid, size: 4x5, box: 2x2, nonsense: 1}]\nsymbols: 11\nx: 1\n",
            ["1:43", "3:1"],
        ),
        ("build: [{make: grid, size: 2x2}]\nexpect:\n  cells: 5\n  shapes: 3\n", ["3:10", "4:11"]),
        (f"geometry: 4x4\ngivens: {EASY}\nsolution: 1243 3421 4312 2143\n", ["3:11", "3:11"]),
    ],
)
def test_check_tells_all_problems_with_their_places(text: str, places: list[str]) -> None:
    result = run("check", write("bad.yaml", text))
    assert result.exit_code == 2
    found = re.findall(r"^bad\.yaml:(\d+:\d+): ", result.stderr, re.MULTILINE)
    assert [place for place in found if place in places][: len(places)] == places
    assert "    fix: " in result.stderr
    assert f"bad.yaml: {len(found)} problem" in result.stdout


@pytest.mark.parametrize(
    ("givens", "code", "words"),
    [
        ("1" + EMPTY[1:], 3, "with 1 given on 4x4, several solutions"),
        ("11" + EMPTY[2:], 1, "R1C1 and R1C2 are both 1"),
    ],
)
def test_check_tells_the_status_of_puzzles(givens: str, code: int, words: str) -> None:
    result = run("check", write("puzzle.yaml", f"geometry: 4x4\ngivens: {givens}\n"))
    assert result.exit_code == code
    assert words in result.output


def test_check_says_that_a_limit_ended_it() -> None:
    path = write("puzzle.yaml", f"geometry: 4x4\ngivens: 1{EMPTY[1:]}\n")
    result = run("check", path, "--seconds", "0")
    assert result.exit_code == 4
    assert "not solved within the limit" in result.output
    assert "there may be more warnings: stopped by --seconds" in result.output
    data = json.loads(run("check", path, "--seconds", "0", "--json").stdout)
    assert data["files"][0]["stopped"] == "time"


def test_a_stated_solution_that_is_not_the_only_one_is_a_problem() -> None:
    text = f"geometry: 4x4\ngivens: 1{EMPTY[1:]}\nsolution: 1243 3421 4312 2134\n"
    result = run("check", write("puzzle.yaml", text))
    assert result.exit_code == 2
    assert "puzzle.yaml:3:11: solution: the stated solution is not the only one" in result.stderr


# geometries, schema, info


def test_kinds_lists_every_kind_with_its_rule() -> None:
    output = run("kinds").output
    assert "No symbol repeats in these cells." in " ".join(output.split())
    for kind in shapes.kinds():
        assert re.search(rf"^{kind.name} ", output, re.MULTILINE)


def test_kinds_shows_one_by_any_of_its_names() -> None:
    shown = run("kinds", "killer").output
    assert shown == run("kinds", "cage").output
    assert "also called killer, killer-cage, sum-cage" in shown
    assert "sum: a number or list of numbers; default none. the total" in shown
    assert "difference\n" in (both := run("kinds", "kropki").output)
    assert "ratio\n" in both
    data = json.loads(run("kinds", "quad", "--json").output)["kinds"]
    assert [(kind["name"], kind["aliases"]) for kind in data] == [
        ("contains", ["quad", "quadruple"])
    ]
    wrong = run("kinds", "kilelr")
    assert wrong.exit_code == 2
    assert "unknown kind 'kilelr'; did you mean killer" in wrong.stderr


def test_geometries_lists_what_ships() -> None:
    output = run("geometries").output
    assert re.search(r"^samurai +369 +131 +9 +Samurai", output, re.MULTILINE)
    assert "shadows" not in output


def test_geometries_shows_what_shadows_what(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("own").mkdir()
    write("own/4x4.yaml", "build: [{make: grid, size: 2x2}]\n")
    write("own/broken.yaml", "nonsense\n")
    monkeypatch.setenv("SUDOKULIB_PATH", "own")
    result = run("geometries")
    assert result.exit_code == 0
    assert re.search(r"^own/4x4\.yaml shadows .*geometries/4x4\.yaml$", result.output, re.MULTILINE)
    assert re.search(r"^4x4 +4 +4 +2 ", result.output, re.MULTILINE)
    assert "sudokulib check own/broken.yaml" in result.output


def test_geometries_shows_the_symmetries_of_one() -> None:
    output = run("geometries", "cube-corner").output
    assert re.search(r"^anti-diagonal +26 +4 +1 +of the drawing only", output, re.MULTILINE)
    assert re.search(r"^order-3 +16 +0 +2 *$", output, re.MULTILINE)
    assert "samurai" not in output
    assert run("geometries", "cube-middle").exit_code == 2


def test_lint_says_how_symmetric_a_puzzle_is() -> None:
    output = run("lint", "4x4", "1... ..2. .3.. ...4", "--no-rating").output
    assert "symmetry of its givens: half-turn, diagonal, anti-diagonal" in output
    assert "8 automorphisms keep it as it is" in output


@pytest.mark.slow
def test_schema_prints_one_or_writes_all() -> None:
    assert '"title": "Sudoku puzzle"' in run("schema", "puzzle").output
    assert '"title": "Geometry of a sudoku"' in run("schema").output
    written = run("schema", "--out", "out").output.split()
    names = ("geometry", "puzzle", "recipe", "generated", "trace")
    assert written == [str(Path("out", f"{name}.schema.json")) for name in names]
    assert all(Path(path).is_file() for path in written)


def test_info_tells_version_search_and_folders() -> None:
    output = run("info").output
    assert re.search(rf"^sudokulib +{re.escape(__version__)}$", output, re.MULTILINE)
    assert re.search(r"^search in use +\w+", output, re.MULTILINE)
    assert re.search(r"^search reference +available$", output, re.MULTILINE)
    assert re.search(r"^geometries from +.*geometries$", output, re.MULTILINE)


def test_info_is_loud_about_a_search_in_pure_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokulib.cli.info_command.build", "")
    monkeypatch.setenv("SUDOKULIB_SEARCH", "reference")
    output = run("info").output
    assert "reference, PURE PYTHON" in output
    assert "install a C++20 compiler and reinstall" in output


def test_a_count_out_of_reach_offers_an_estimate() -> None:
    arguments = ("count", "9x9", "--how", "computed", "--nodes", "5")
    answer = run(*arguments)
    assert answer.exit_code == 4
    assert "--estimate gives an approximate number" in answer.output
    answer = run("count", "9x9", "--estimate", "--nodes", "5")
    assert answer.exit_code == 4
    assert "--estimate says" not in answer.output


def test_count_estimates() -> None:
    output = run("count", "4x4", "--estimate", "--samples", "50", "--search", "reference").output
    assert re.search(r"^about \d+(\.\d+)? ± \d+(\.\d+)? filled grids$", output, re.MULTILINE)
    assert "estimated from 50 random probes" in output


def test_version() -> None:
    assert run("--version").output == f"sudokulib {__version__}\n"


@pytest.mark.parametrize(
    "command", ["solve", "count", "show", "check", "geometries", "kinds", "schema", "info"]
)
def test_every_command_has_help_and_json(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "--json" in result.output


# Bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "nowhere.yaml"), "nowhere.yaml: cannot read it: No such file or directory"),
        (
            ("solve", "samuray", "1"),
            "'samuray' is neither a file, nor the name of a geometry, nor text in a known format; "
            "did you mean samurai",
        ),
        (("count", "nowhere/"), "cannot read it"),
        (("show", "4x5"), "did you mean 4x4"),
        (
            ("solve", "4x4", "123"),
            "the line of the givens has 3 cells, 4x4 has 16 there: '123'; add 13",
        ),
        (("solve", "4x4", "12\n34"), "2 rows of givens do not fit 4 rows of 4x4"),
        (("solve", "4x4", "5" + EMPTY[1:]), "unknown symbol '5'"),
        (("solve", "4x4"), "4x4 is a geometry without givens; add them"),
        (("solve", "mine.yaml", EASY), "mine.yaml is a puzzle with givens of its own"),
        (("solve", "4x4", EASY, "--search", "psychic"), "unknown search 'psychic'; there are"),
        (("solve", "bad.yaml"), "bad.yaml:3:1: foo: "),
        (("schema", "--out", "mine.yaml"), "mine.yaml: File exists"),
    ],
)
def test_bad_input_is_reported_on_standard_error(arguments: tuple[str, ...], words: str) -> None:
    write("mine.yaml", f"geometry: 4x4\ngivens: {EASY}\n")
    write("bad.yaml", "geometry: 4x4\ngivens: 12\nfoo: 1\n")
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_standard_input_that_is_no_text() -> None:
    result = run("solve", "4x4", "-", given=b"12\xff")
    assert result.exit_code == 2
    assert "standard input is not UTF-8 at byte 2" in result.stderr


@pytest.mark.parametrize("arguments", [("solve",), ("frobnicate",), ("show", "4x4", "--frob")])
def test_wrong_usage_ends_with_the_code_of_bad_input(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_summary_of_its_docstring(name: str) -> None:
    word = name.replace("-", "_")
    function = getattr(import_module(f"sudokulib.cli.{word}_command"), word)
    assert COMMANDS[name] == " ".join(function.__doc__.partition("\n\n")[0].split())
    assert load_command(name).name == name


def test_every_command_is_listed() -> None:
    folder = Path(str(sudokulib.__file__)).parent / "cli"
    modules = {path.stem.removesuffix("_command") for path in folder.glob("*_command.py")}
    assert modules == {name.replace("-", "_") for name in COMMANDS}


@pytest.mark.parametrize(("wrong", "meant"), [("sovle", "solve"), ("check-prof", "check-proof")])
def test_a_mistyped_command_is_guessed(wrong: str, meant: str) -> None:
    result = run(wrong)
    assert result.exit_code == 2
    assert f"'{meant}'" in result.output
