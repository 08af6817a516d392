"""``explain`` and ``check-proof`` on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from command import invoke

from sudokulib.basics.budget import OutOfBudget
from sudokulib.solving.explaining import solving_path
from sudokulib.solving.explaining.solving_path import Explanation, explain_plan
from sudokulib.solving.logic_limit import LogicLimit

EXAMPLES = Path(__file__).parents[2] / "examples"
EASY = "1... ..2. .3.. ...4"
SUPPER = str(EXAMPLES / "9x9" / "supper.yaml")


def run(*arguments: str) -> Any:
    return invoke(arguments)


def test_explain_tells_singles_together_and_ends_with_the_solution() -> None:
    result = run("explain", "4x4", EASY)
    assert result.exit_code == 0
    assert re.search(r"^1-12\. 12 (\w+ )?singles: ", result.output, re.MULTILINE)
    assert "┃ 1 │ 2 ┃ 4 │ 3 ┃" in result.output
    assert result.output.endswith("solved, and every step was forced: there is no other solution\n")


def test_all_tells_each_single_by_itself() -> None:
    result = run("explain", "4x4", EASY, "--all", "--no-grids")
    numbers = re.findall(r"^(\d+)\. ", result.output, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 13)]


def test_the_board_stands_beside_the_text_where_there_is_room() -> None:
    wide = invoke(["explain", SUPPER], env={"COLUMNS": "140"}).output
    narrow = invoke(["explain", SUPPER], env={"COLUMNS": "60"}).output
    assert re.search(r"^┏.*┓ +\d+\. \w", wide, re.MULTILINE)
    assert not re.search(r"^┏.*┓ +\d+\. \w", narrow, re.MULTILINE)
    assert wide.count("In the pictures: * the pattern") == 1
    assert max(len(line) for line in narrow.splitlines() if "┃" in line) <= 60


@pytest.mark.parametrize(
    ("until", "last"), [("3", "3"), ("overlapping-shapes", None), ("locked candidates", None)]
)
def test_until_stops_after_a_step_or_a_technique(until: str, last: str | None) -> None:
    output = run("explain", SUPPER, "--until", until, "--all", "--no-grids").output
    names = re.findall(r"^(\d+)\. ([\w ]+):", output, re.MULTILINE)
    assert output.rstrip().splitlines()[-1].startswith("stopped as requested; ")
    if last:
        assert names[-1][0] == last
    else:
        assert [name for _, name in names].index("overlapping shapes") == len(names) - 1


def test_technique_shows_only_its_steps() -> None:
    output = run("explain", SUPPER, "--technique", "pointing", "--no-grids").output
    names = re.findall(r"^\d+\. ([\w ]+):", output, re.MULTILINE)
    assert names
    assert set(names) == {"overlapping shapes"}


def test_a_profile_may_get_stuck() -> None:
    result = run("explain", SUPPER, "--profile", "without-marks", "--no-grids")
    assert result.exit_code == 4
    assert "stuck: no technique makes progress, and" in result.output


def test_a_contradiction_is_no_solution() -> None:
    result = run("explain", "4x4", "11" + 14 * ".")
    assert result.exit_code == 1
    assert "no solution" in result.output


def test_markdown_has_a_heading_for_each_step() -> None:
    output = run("explain", SUPPER, "--markdown").output
    assert output.startswith("# Supper\n")
    assert re.search(r"^## \d+\. Overlapping shapes\n\n\d can only go to", output, re.MULTILINE)
    assert output.count("```") % 2 == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--until", "witchcraft"), "unknown strategy 'witchcraft'"),
        (("--technique", "witchcraft"), "unknown strategy 'witchcraft'"),
        (("--profile", "witchcraft"), "unknown profile 'witchcraft'"),
        (("--json", "--markdown"), "choose one"),
        (("--proof", "p.json", "--until", "3"), "whole solve"),
    ],
)
def test_what_nobody_knows_is_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run("explain", "4x4", EASY, *arguments)
    assert result.exit_code == 2
    assert message in " ".join(re.sub("[│╭╮╰╯─]", "", result.stderr).split())


def test_a_proof_is_written_and_checked() -> None:
    assert run("explain", SUPPER, "--no-grids", "--proof", "proof.json").exit_code == 0
    result = run("check-proof", "proof.json")
    assert result.exit_code == 0
    assert result.output.endswith("proved: the puzzle has exactly one solution\n")
    assert run("check-proof", "proof.json", SUPPER).exit_code == 0


def test_a_step_that_does_not_follow_is_named() -> None:
    run("explain", "4x4", EASY, "--no-grids", "--proof", "proof.json")
    data = json.loads(Path("proof.json").read_text("utf-8"))
    place = data["steps"][2]["placements"][0]
    place["symbol"] = "1" if place["symbol"] != "1" else "2"
    Path("proof.json").write_text(json.dumps(data), encoding="utf-8")
    result = run("check-proof", "proof.json")
    assert result.exit_code == 1
    assert "refused: step 3 (" in result.output
    answer = json.loads(run("check-proof", "proof.json", "--json").output)
    assert (answer["claim"], answer["failed"]) == ("refused", 3)


def test_a_proof_of_another_puzzle_is_bad_input() -> None:
    run("explain", "4x4", EASY, "--no-grids", "--proof", "proof.json")
    result = run("check-proof", "proof.json", SUPPER)
    assert result.exit_code == 2
    assert "another puzzle" in result.stderr


def test_what_is_no_proof_is_bad_input() -> None:
    Path("proof.json").write_text("{]", encoding="utf-8")
    result = run("check-proof", "proof.json")
    assert result.exit_code == 2
    assert "proof.json:1:2: no JSON" in result.stderr
    assert run("check-proof", "nowhere.json").exit_code == 2


@pytest.mark.parametrize(
    ("depth", "words"),
    [
        ("0", "No mistake so far"),
        ("1", "Look at "),
        ("2", "Look for a hidden single."),
        ("3", "there is one place for 1"),
        ("4", "so R2C4 = 1."),
    ],
)
def test_hint_tells_as_much_as_is_wanted(depth: str, words: str) -> None:
    result = run("hint", "4x4", EASY, "--depth", depth)
    assert result.exit_code == 0
    assert words in result.output
    assert ("┃" in result.output) == (depth == "4")


def test_hint_reads_a_state_from_a_file_and_from_standard_input() -> None:
    wrong = "12..\n..2.\n.3..\n..24\n"
    Path("state.txt").write_text(wrong, encoding="utf-8")
    for result in (
        run("hint", "4x4", EASY, "--state", "state.txt"),
        invoke(["hint", "4x4", EASY, "--state", "-"], input=wrong),
    ):
        assert result.exit_code == 1
        assert "There is a mistake in R4C3" in result.output


@pytest.mark.parametrize(
    "arguments", [("--state", "12"), ("--state", 16 * "x"), ("--depth", "5"), ("--profile", "x")]
)
def test_a_hint_from_nonsense_is_bad_input(arguments: tuple[str, ...]) -> None:
    assert run("hint", "4x4", EASY, *arguments).exit_code == 2


def test_hint_lists_all_that_can_be_done() -> None:
    result = run("hint", "4x4", EASY, "--list")
    assert result.exit_code == 0
    assert re.match(r" 1\. hidden single: \w+ => R\dC\d=\d\n", result.output)
    outcomes = [line.rpartition("=> ")[2] for line in result.output.splitlines()]
    assert len(outcomes) == len(set(outcomes))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--until", "nakd-single"), "did you mean naked-single"),
        (("--technique", "witchcraft"), "such as"),
        (("--profile", "clasic"), "did you mean classic?"),
        (("--until", "0"), "steps are counted from 1"),
        (("--until=-3"), "steps are counted from 1"),
        (("--proof", "nowhere/proof.json"), "nowhere/proof.json: No such file or directory"),
    ],
)
def test_bad_input_is_reported_with_what_was_probably_meant(
    arguments: tuple[str, ...] | str, message: str
) -> None:
    given = (arguments,) if isinstance(arguments, str) else arguments
    result = run("explain", "4x4", EASY, *given)
    assert result.exit_code == 2
    assert message in " ".join(re.sub("[│╭╮╰╯─]", "", result.stderr).split())
    assert len(result.stderr) < 500
    assert result.stdout == ""


def test_what_clashes_in_an_impossible_puzzle_is_named() -> None:
    result = run("explain", "4x4", "1... 1... .... ....")
    assert result.exit_code == 1
    assert result.stdout.endswith("no solution: R1C1 and R2C1 are both 1, in column 1\n")


CLASSIC = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize(
    ("givens", "said", "status"),
    [
        (81 * ".", "The puzzle has several solutions.", "multiple"),
        (CLASSIC[:-4] + 4 * ".", "The puzzle has several solutions.", "multiple"),
        (CLASSIC[:-1] + "3", "There is no solution", "none"),
    ],
)
def test_none_or_several_solutions_are_told_before_the_first_step(
    givens: str, said: str, status: str
) -> None:
    command = ("explain", "9x9", givens, "--until", "1")
    shown = run(*command, "--no-grids").stdout.splitlines()
    assert any(line.startswith(said) for line in shown[:4])
    assert json.loads(run(*command, "--json").stdout)["status"] == status


def test_a_puzzle_with_several_solutions_gets_stuck_and_says_why() -> None:
    # Without its last given.
    supper = "..26.1....5....3....4.5.1...1.59...6.9....78.4...6..9..31....7....87......5......"
    result = run("explain", "9x9", supper, "--profile", "without-marks", "--no-grids")
    assert result.exit_code == 4
    assert result.stdout.endswith("; the puzzle has several solutions\n")


@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("--until", "--until x-wing: no step uses it"),
        ("--technique", "--technique x-wing: no step uses it"),
    ],
)
def test_a_technique_that_does_not_come_is_reported(option: str, names: str) -> None:
    assert names in run("explain", "4x4", EASY, option, "x-wing").stderr
    missing = run("explain", "4x4", EASY, option, "unique-rectangle-1").stderr
    assert "it is not in use here; see --profile, --assume-unique" in missing


def test_a_state_that_is_no_file_or_no_text_is_bad_input() -> None:
    missing = run("hint", "4x4", EASY, "--state", "mine.txt")
    assert missing.exit_code == 2
    assert "there is no file 'mine.txt'" in missing.stderr
    Path("mine.txt").write_bytes(b"\xff\xfe")
    broken = run("hint", "4x4", EASY, "--state", "mine.txt")
    assert broken.exit_code == 2
    assert "mine.txt is not UTF-8 at byte 0" in broken.stderr


def test_no_line_is_wider_than_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    result = run("explain", SUPPER, "--until", "8")
    texts = [line for line in result.stdout.splitlines() if not set(line) & set("┃┏┗┣┠")]
    assert max(map(len, texts[3:])) <= 40


def test_html_writes_a_page_that_plays_the_steps(tmp_path: Path) -> None:
    told = run("explain", "4x4", EASY, "--html", "four.html")
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (0, "four.html written")
    text = (tmp_path / "four.html").read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count('"notation":') == 12
    assert run("explain", "4x4", EASY, "--html", "missing/four.html").exit_code == 2
    wrong = run("explain", "4x4", EASY, "--html", "five.html", "--view", "solid")
    assert (wrong.exit_code, (tmp_path / "five.html").exists()) == (2, False)


def test_a_look_at_next_to_nothing_stops_in_time() -> None:
    slow = str(EXAMPLES / "arrow" / "quiver.yaml")
    result = run("explain", slow, "--seconds", "0.2", "--no-grids")
    assert result.exit_code == 4
    assert re.search(r"\nstopped after --seconds 0\.2; \d+ cells are open\n$", result.stdout)
    assert run("hint", slow, "--seconds", "0").exit_code == 4  # before the puzzle is read


def test_an_unknown_number_of_solutions_ends_a_walk_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving_path, "logic_limit", lambda *_: LogicLimit())
    monkeypatch.setattr(solving_path, "_FLAWED_SECONDS", 0.0)
    result = run("explain", SUPPER, "--no-grids")
    assert result.exit_code == 4
    assert result.stdout.endswith(
        "\nstopped after half a second without a step, as it is not known how many solutions there "
        "are; --seconds allows more; 56 cells are open\n"
    )


def test_a_step_that_is_not_found_in_time_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> Iterator[None]:
        raise OutOfBudget("time")

    monkeypatch.setattr("sudokulib.solving.explaining.hints.explain_plan", late)
    found = run("hint", str(EXAMPLES / "arrow" / "quiver.yaml"))
    assert (found.exit_code, found.stdout) == (
        4,
        "No mistake so far, but no step was found in time.\n",
    )


@pytest.mark.parametrize("side", [4, 16])
def test_where_nothing_can_follow_nothing_is_looked_for(side: int) -> None:
    arguments = f"{side}x{side}", "." * side**2
    result = run("explain", *arguments, "--no-grids")
    assert result.exit_code == 4
    assert result.stdout.endswith(
        "stuck: the puzzle has several solutions, and each candidate left is in one of them; "
        f"{side**2} cells are open\n"
    )
    for more in ((), ("--list",)):
        found = run("hint", *arguments, *more)
        assert (found.exit_code, found.stdout) == (
            4,
            "No mistake so far, but the puzzle has several solutions, and each candidate left is "
            "in one of them.\n",
        )


def test_steps_go_on_to_what_several_solutions_have_in_common() -> None:
    result = run("explain", "4x4", "123. .... .... ....", "--no-grids", "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["end"], answer["open"]) == (4, "stuck", 12)
    assert len(answer["steps"]) == 1


def test_an_interrupt_ends_a_walk_with_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **more: Any) -> Iterator[Explanation]:
        yield from islice(explain_plan(*arguments, **more), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("sudokulib.solving.explaining.solving_path.explain_plan", interrupted)
    result = run("explain", SUPPER, "--no-grids", "--proof", "begun.json")
    assert result.exit_code == 130
    assert "\n1-3. 3 hidden singles: " in result.stdout
    assert result.stdout.endswith("\ninterrupted; 53 cells are open\nbegun.json written\n")
    assert "25 givens, 3 steps" in run("check-proof", "begun.json").stdout


def test_what_a_page_shows_is_asked_before_the_path() -> None:
    wrong = run("explain", SUPPER, "--html", "page.html", "--view", "solid")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
